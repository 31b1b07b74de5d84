//! What is left of a session: the processes of one case.
//!
//! Every case runs in a session of its own, so its processes can be told from all
//! others by one number in `/proc/PID/stat` (proc_pid_stat(5)), whatever process
//! groups the shell made of them.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A process of a session that is still there.
#[derive(Clone, Debug)]
pub struct Left {
    /// Its id.
    pub pid: i32,
    /// Its name as the kernel has it.
    pub comm: String,
}

/// The live processes of session `sid`. Zombies are not counted: their parent is
/// dead or about to reap them, and they hold nothing.
#[must_use]
pub fn members(sid: i32) -> Vec<Left> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir("/proc") else { return found };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse().ok()) else { continue };
        let Ok(stat) = fs::read(entry.path().join("stat")) else { continue };
        if let Some((comm, state, session)) = parse_stat(&stat)
            && session == sid
            && !matches!(state, b'Z' | b'X')
        {
            found.push(Left { pid, comm });
        }
    }
    found
}

/// Name, state and session of a line of `/proc/PID/stat`. The name is in
/// parentheses and may contain any byte, so fields are counted from the last `)`.
fn parse_stat(stat: &[u8]) -> Option<(String, u8, i32)> {
    let open = stat.iter().position(|&b| b == b'(')?;
    let close = stat.iter().rposition(|&b| b == b')')?;
    let comm = String::from_utf8_lossy(stat.get(open + 1..close)?).into_owned();
    let rest = std::str::from_utf8(stat.get(close + 2..)?).ok()?;
    let mut fields = rest.split(' ');
    let state = *fields.next()?.as_bytes().first()?;
    let session = fields.nth(2)?.parse().ok()?;
    Some((comm, state, session))
}

/// Waits until session `sid` is empty, at most `patience`: what was killed at the
/// end of a script needs a moment to go. Returns who is still there.
#[must_use]
pub fn wait_empty(sid: i32, patience: Duration) -> Vec<Left> {
    let start = Instant::now();
    loop {
        let left = members(sid);
        if left.is_empty() || start.elapsed() > patience {
            return left;
        }
        sleep(Duration::from_millis(5));
    }
}

/// Kills every process of session `sid`, also those that are being created meanwhile.
pub fn kill(sid: i32) {
    for _ in 0..100 {
        let left = members(sid);
        if left.is_empty() {
            return;
        }
        for Left { pid, .. } in left {
            if let Some(pid) = Pid::from_raw(pid) {
                // A process that has gone meanwhile is what is wanted.
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        sleep(Duration::from_millis(5));
    }
}

#[cfg(test)]
mod tests {
    use super::parse_stat;

    #[test]
    fn names_with_parentheses_are_read() {
        let stat = b"12 (a) (b) S 1 10 11 0 -1\n";
        assert_eq!(parse_stat(stat), Some(("a) (b".into(), b'S', 11)));
        assert_eq!(parse_stat(b"12"), None);
    }
}
