//! A program that holds a session under a policy, called as the shell is: `confined [--confine WORDS]... -c SCRIPT`.
//! The escapes are tried in it too. It has what a host has: other threads, memory, descriptors and variables
//! that are nobody's business.

// It is a program of its own, with the arguments of its process.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use forkless_session::{Input, Output, Policy, Session};
use std::io::Write;
use std::os::fd::AsRawFd;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("confined: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<u8, Box<dyn std::error::Error>> {
    let mut words = Vec::new();
    let mut script = String::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--confine" => words.push(arguments.next().ok_or("words are missing")?),
            "-c" => script = arguments.next().ok_or("a script is missing")?,
            other => return Err(format!("{other}: unknown").into()),
        }
    }
    // What a script could find of its host: a pipe with something in it, a file in memory, a thread that waits.
    let (reader, mut writer) = std::io::pipe()?;
    writer.write_all(b"secret\n")?;
    drop(writer);
    let flags = rustix::fs::MemfdFlags::CLOEXEC;
    let mut memory = std::fs::File::from(rustix::fs::memfd_create("host", flags)?);
    memory.write_all(b"secret\n")?;
    std::thread::spawn(std::thread::park);
    let mut builder = Session::builder()
        .inherit_environment()
        .variable("HOST_PIPE", reader.as_raw_fd().to_string())
        .variable("HOST_FILE", memory.as_raw_fd().to_string())
        .variable("HOST", std::process::id().to_string())
        .stdin(Input::Inherit)
        .stdout(Output::Inherit)
        .stderr(Output::Inherit);
    if !words.is_empty() {
        builder = builder.policy(Policy::parse(words.join(" ").as_bytes())?);
    }
    let outcome = builder.build()?.run(script)?;
    Ok(u8::try_from(outcome.status)?)
}
