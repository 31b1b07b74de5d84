//! Runs a check over its seeds, and over changes of them that are always the same.
//!
//! For longer runs `FUZZ_SEED` in the environment starts the generator elsewhere, and `FUZZ_CHANGES` says how
//! many changes are made. With `FUZZ_SHOW` each input is written before it is asked, which shows the one that does not end.

#[path = "../../../../tests/src/random.rs"]
mod random;

use fuzz_checks::{CHECKS, seeds};
use random::Random;

/// How many changes of its seeds each check is asked about.
const CHANGES: usize = 2000;
/// The same for checks that start programs.
const CHANGES_WITH_PROGRAMS: usize = 150;
/// Checks that start programs.
const WITH_PROGRAMS: &[&str] = &["awk", "interface", "sed", "utility"];

/// Where the generator starts.
const START: u64 = 0x9E37_79B9_7F4A_7C15;

/// A number that a variable of the environment gives.
fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn change(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut data = seeds[random.below(seeds.len())].clone();
    for _ in 0..1 + random.below(3) {
        let at = random.below(data.len() + 1);
        match random.below(5) {
            0 => data.truncate(at),
            1 => data.insert(at, random.below(256) as u8),
            2 if at < data.len() => data[at] ^= 1 << random.below(8),
            3 if at < data.len() => drop(data.remove(at)),
            _ => {
                let other = &seeds[random.below(seeds.len())];
                let (one, two) = (random.below(other.len() + 1), random.below(other.len() + 1));
                let part = other[one.min(two)..one.max(two)].to_vec();
                data.splice(at..at, part);
            }
        }
    }
    data
}

/// Runs the check of this name.
pub fn run(name: &str) {
    let Some((_, check)) = CHECKS.iter().find(|(known, _)| *known == name) else { return };
    let seeds = seeds::of(name);
    assert!(!seeds.is_empty(), "no seeds for {name}");
    // The factor is odd, so that no seed but 0 gives 0, at which the generator would stay.
    let mut random = Random(setting("FUZZ_SEED").unwrap_or(1).max(1).wrapping_mul(START));
    let usual = if WITH_PROGRAMS.contains(&name) { CHANGES_WITH_PROGRAMS } else { CHANGES };
    let changes = setting("FUZZ_CHANGES").map_or(usual, |changes| changes as usize);
    let changed: Vec<Vec<u8>> = (0..changes).map(|_| change(&mut random, &seeds)).collect();
    let checked = seeds.len();
    // As much stack as a process has: deep nesting is part of what is checked.
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(move || {
        let shows = std::env::var_os("FUZZ_SHOW").is_some();
        for data in seeds.iter().chain(&changed) {
            if shows {
                eprintln!("{}", data.escape_ascii());
            }
            let quiet = std::panic::AssertUnwindSafe(|| check(data));
            if let Err(cause) = std::panic::catch_unwind(quiet) {
                eprintln!("input: {}", data.escape_ascii());
                std::panic::resume_unwind(cause);
            }
        }
    });
    assert!(checked > 0);
    thread.expect("a thread").join().expect("the check holds");
}
