//! What the tests share: running a line of sh and reading what it prints.

use std::ffi::CString;
use std::fs::File;
use std::io::Read;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::{Mutex, MutexGuard};

use launch::process::{Awaited, Blocking, WaitStatus, wait_pid};
use launch::{CStringArray, Child, Launch, LaunchError};

/// Held by tests that change what the whole process has: directory, masks,
/// dispositions.
pub fn whole_process() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

pub fn strings(list: &[&str]) -> CStringArray {
    CStringArray::from_strings(list).unwrap()
}

pub fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

/// A close-on-exec pipe: reading end, writing end.
pub fn pipe() -> (File, OwnedFd) {
    let (read, write) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).unwrap();
    (File::from(read), write)
}

/// Waits for a child that has to end.
pub fn ended(child: &Child) -> WaitStatus {
    loop {
        match wait_pid(child.pid, Awaited::End, Blocking::Wait) {
            Ok(Some((pid, status))) => {
                assert_eq!(pid, child.pid);
                return status;
            }
            Ok(None) => unreachable!("waited without WNOHANG"),
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::Interrupted),
        }
    }
}

/// Runs `sh -c script` with descriptor 1 in a pipe, after `set` has had its say;
/// what it wrote and how it ended.
pub fn sh_with(
    script: &str,
    set: impl FnOnce(&mut Launch<'_>),
) -> Result<(String, WaitStatus), LaunchError> {
    let argv = strings(&["sh", "-c", script]);
    let envp = strings(&["PATH=/usr/bin:/bin"]);
    let (mut read, write) = pipe();
    let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
    launch.descriptor(1, write.as_raw_fd());
    set(&mut launch);
    let child = launch.start()?;
    drop(write);
    let mut text = String::new();
    read.read_to_string(&mut text).unwrap();
    Ok((text, ended(&child)))
}

/// [`sh_with`] for a script that has to succeed.
pub fn sh(script: &str, set: impl FnOnce(&mut Launch<'_>)) -> String {
    let (text, status) = sh_with(script, set).unwrap();
    assert_eq!(status, WaitStatus::Exited(0), "{text}");
    text
}

/// Runs one test of this program, which is marked as ignored, in a process of its
/// own, and says how that ended and what it printed.
pub fn apart(test: &str) {
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"])
        .output();
    let output = match output {
        // This program runs in an emulator, which the kernel does not know of.
        Err(error) if error.raw_os_error() == Some(libc::ENOEXEC) => return,
        output => output.unwrap(),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{test}:\n{text}{errors}");
}

/// fork(2) beside the threads of other tests.
pub fn fork() -> launch::process::ForkResult {
    // SAFETY: in the children of these tests nothing takes a lock that another thread may have
    // had: the C library's allocator makes its own usable again.
    unsafe { launch::process::fork_unchecked() }.unwrap()
}

/// Whether the tests run with root's rights.
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A directory of a test's own.
pub fn tempdir(name: &str) -> String {
    let path = format!("{}/{name}-{}", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A new terminal: the controlling side and the one for programs.
pub fn terminal() -> (OwnedFd, OwnedFd) {
    use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let main = openpt(flags).unwrap();
    grantpt(&main).unwrap();
    unlockpt(&main).unwrap();
    let peer = ioctl_tiocgptpeer(&main, flags).unwrap();
    (main, peer)
}

/// How many descriptors this process has open.
pub fn open_count() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Whether this process has a child, ended or not.
pub fn has_children() -> bool {
    // SAFETY: writes nothing.
    unsafe {
        libc::waitid(
            libc::P_ALL,
            0,
            std::ptr::null_mut(),
            libc::WEXITED | libc::WNOHANG | libc::WNOWAIT,
        ) == 0
    }
}

/// Says that all is done, also when an assertion fails: threads that run until then
/// would keep the test from failing.
pub struct Done<'a>(pub &'a std::sync::atomic::AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}
