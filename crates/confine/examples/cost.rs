//! What a confinement adds to a launch: `cargo run --release -p forkless-confine --example cost`.
//!
//! Launches /usr/bin/true plain and confined in turn, and prints the median time of each, and the ratio.

#![forbid(unsafe_code)]
// A program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::time::{Duration, Instant};

use confine::{Policy, Ruleset};
use launch::{CStringArray, Launch};

const ROUNDS: usize = 2000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let policy = Policy::parse(b"ro=/usr,/etc exec=/usr/bin/true net=none")?;
    let began = Instant::now();
    let ruleset = Ruleset::prepare(&policy, rustix::fs::CWD)?;
    println!("prepare  {:8.1} us", began.elapsed().as_secs_f64() * 1e6);
    let argv = CStringArray::from_strings(["true"])?;
    let envp = CStringArray::new();
    let plain = Launch::new(c"/usr/bin/true", &argv, &envp);
    let mut confined = plain.clone();
    ruleset.confine(&mut confined);
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        for (launch, times) in [(&plain, &mut first), (&confined, &mut second)] {
            let began = Instant::now();
            let ended = launch.run()?;
            times.push(began.elapsed());
            assert_eq!(ended.status, launch::process::WaitStatus::Exited(0));
        }
    }
    let [plain, confined] = [first, second].map(median);
    println!(
        "plain    {plain:8.1} us\nconfined {confined:8.1} us\nratio    {:8.2}",
        confined / plain
    );
    Ok(())
}

/// The median in microseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64) * 1e6
}
