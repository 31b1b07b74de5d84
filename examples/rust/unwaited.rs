//! Starts several programs without waiting for any of their execs, and says how
//! long that kept this thread.
//!
//!     cargo run -p forkless-launch --example unwaited

#![allow(clippy::disallowed_macros, clippy::disallowed_methods)]

use std::time::Instant;

use forkless_launch::{CStringArray, Launch, LaunchError};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let argv = CStringArray::from_strings(["true"])?;
    let envp = CStringArray::new();
    let launch = Launch::new(c"/bin/true", &argv, &envp);

    let begin = Instant::now();
    let launchings: Vec<_> =
        (0..10).map(|_| launch.start_unwaited()).collect::<Result<_, LaunchError>>()?;
    println!("ten launches under way after {:?}", begin.elapsed());
    for launching in launchings {
        // Only here it is known whether the program could be executed.
        let mut child = launching.finish()?;
        let status = child.wait()?;
        println!("process {}: {status:?} ({})", child.pid, child.path);
    }
    Ok(())
}
