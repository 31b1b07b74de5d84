//! What the tests share: running a line of sh and reading what it prints.

use std::ffi::CString;
use std::fs::File;
use std::io::Read;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::{Mutex, MutexGuard};

use launch::process::{WaitStatus, wait_pid};
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
        match wait_pid(child.pid, false, false) {
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
