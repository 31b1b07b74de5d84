/*!
Killing everything that a process has started.

A process has no name for its descendants. Three things reach them, and they
complement each other:

* a process group of its own ([`Launch::process_group`](crate::Launch::process_group)
  or [`session`](crate::Launch::session)): one kill reaches all that did not leave
  it;
* the tree of parents: here every descendant is stopped, so that it cannot start
  another one meanwhile, and then killed. What was orphaned before is not found,
  unless this process [adopts orphans](adopt_orphans) and its session tells;
* a control group ([`Launch::cgroup`](crate::Launch::cgroup)): nothing escapes, and
  [`kill_cgroup`] is one write.
*/

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::time::{Duration, Instant};

use crate::handle::Child;
use crate::process;
use crate::raw::{self, call};

/// More rounds than a tree can be deep; each finds what the last round's
/// processes had started.
const ROUNDS: usize = 64;

/// Has orphaned descendants of this process become its children, to be waited for
/// by it: PR_SET_CHILD_SUBREAPER.
///
/// # Errors
/// None that can be expected.
pub fn adopt_orphans(adopt: bool) -> io::Result<()> {
    // SAFETY: takes numbers only.
    let result = unsafe { call!(libc::SYS_prctl, libc::PR_SET_CHILD_SUBREAPER, i32::from(adopt)) };
    raw::failed(result).map_or(Ok(()), |errno| Err(io::Error::from_raw_os_error(errno)))
}

/// Kills every process of a control group of v2, given its directory: Linux 5.14.
///
/// # Errors
/// ENOENT on an older kernel or in cgroup v1.
pub fn kill_cgroup(directory: BorrowedFd<'_>) -> io::Result<()> {
    let flags = rustix::fs::OFlags::WRONLY | rustix::fs::OFlags::CLOEXEC;
    let file = rustix::fs::openat(directory, c"cgroup.kill", flags, rustix::fs::Mode::empty())?;
    // SAFETY: the pointer and length are of one static byte.
    let result = unsafe { call!(libc::SYS_write, file.as_raw_fd(), b"1".as_ptr(), 1) };
    raw::failed(result).map_or(Ok(()), |errno| Err(io::Error::from_raw_os_error(errno)))
}

/// Kills all that descends from `pid`, which is stopped and stays so, and orphans of
/// its session that this process has adopted.
pub(crate) fn kill_descendants(pid: i32) {
    let mut found = vec![pid];
    let mut done = 0;
    for _ in 0..ROUNDS {
        let mut new = Vec::new();
        for &parent in found.iter().skip(done) {
            children(parent, &mut new);
        }
        if done == 0 {
            adopted(pid, &mut new);
        }
        // Those that were looked at while they still ran may have started more.
        for &parent in found.iter().take(done) {
            children(parent, &mut new);
        }
        done = found.len();
        new.retain(|child| !found.contains(child));
        if new.is_empty() {
            break;
        }
        for &child in &new {
            let _ = process::kill(child, libc::SIGSTOP);
        }
        found.append(&mut new);
    }
    for &child in found.iter().skip(1) {
        let _ = process::kill(child, libc::SIGKILL);
    }
}

/// How long a process that cannot be killed is waited for. Who writes for somebody that
/// does not read any more ends by itself.
const GRACE: Duration = Duration::from_millis(100);

/// Kills these processes with all that they have started. `let_go` is called before they
/// are waited for. All are killed before the first is waited for: with that, numbers of
/// groups may become others'.
///
/// # Errors
/// What was said of one that may not be killed. It is waited for a moment only, and then
/// left to whoever waits for any child.
pub(crate) fn end_all(children: &mut [Child], let_go: impl FnOnce()) -> io::Result<()> {
    let killed: Vec<_> = children.iter().map(Child::kill_tree).collect();
    let_go();
    let mut result = Ok(());
    for (child, killed) in children.iter_mut().zip(killed) {
        match killed {
            Ok(()) => _ = child.wait(),
            Err(error) => {
                if matches!(child.wait_deadline(Instant::now() + GRACE), Ok(None)) {
                    result = result.and(Err(error));
                }
            }
        }
    }
    result
}

/// Adds the children of all threads of `pid`.
fn children(pid: i32, list: &mut Vec<i32>) {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{pid}/task")) else { return };
    for thread in threads.flatten() {
        if let Ok(text) = std::fs::read_to_string(thread.path().join("children")) {
            list.extend(text.split_ascii_whitespace().filter_map(|word| word.parse::<i32>().ok()));
        }
    }
}

/// Adds own children, other than `leader`, that are of the session that `leader`
/// leads.
fn adopted(leader: i32, list: &mut Vec<i32>) {
    let mut own = Vec::new();
    children(process::process_id(), &mut own);
    own.retain(|&child| {
        // SAFETY: takes a number only.
        child != leader && unsafe { libc::getsid(child) } == leader
    });
    list.append(&mut own);
}
