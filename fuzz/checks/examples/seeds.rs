//! Writes the seeds of every check below a directory, one file each: `seeds DIRECTORY`.

#![allow(clippy::disallowed_methods, reason = "a program of its own, not part of the shell")]

use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    let directory = std::env::args_os().nth(1).unwrap_or_else(|| "corpus".into());
    for (name, _) in fuzz_checks::CHECKS {
        let directory = Path::new(&directory).join(name);
        std::fs::create_dir_all(&directory)?;
        for (index, seed) in fuzz_checks::seeds::of(name).iter().enumerate() {
            std::fs::write(directory.join(format!("seed-{index:04}")), seed)?;
        }
    }
    Ok(())
}
