//! Runs a program with a time limit and prints what it said and used.
//!
//!     cargo run -p forkless-launch --example capture -- sh -c 'echo out; echo err >&2'

#![allow(clippy::disallowed_macros, clippy::disallowed_methods)]

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::time::{Duration, Instant};

use forkless_launch::{CStringArray, Capture, End, Launch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if arguments.is_empty() {
        arguments = ["sh", "-c", "echo out; echo err >&2; exit 3"].map(Into::into).to_vec();
    }
    let program = CString::new(arguments[0].as_bytes())?;
    let argv = CStringArray::from_strings(arguments.iter().map(|argument| argument.as_bytes()))?;
    let mut envp = CStringArray::new();
    for (name, value) in std::env::vars_os() {
        envp.push_parts(&[name.as_bytes(), b"=", value.as_bytes()])?;
    }
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into());

    let mut launch = Launch::new(&program, &argv, &envp);
    // A group of its own, so that nothing is left of it when the time is over.
    launch.search_path(&CString::new(path.as_bytes())?).process_group(0);
    let out = launch.capture(&Capture {
        input: Some(b""),
        deadline: Some(Instant::now() + Duration::from_secs(10)),
        limit: Some(1 << 20),
        ..Default::default()
    })?;
    print!("{}", String::from_utf8_lossy(&out.output));
    eprint!("{}", String::from_utf8_lossy(&out.error));
    match out.end {
        End::Finished => println!("{:?}", out.status),
        End::Deadline => println!("took too long"),
        End::Limit => println!("said too much"),
    }
    Ok(())
}
