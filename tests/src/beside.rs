//! Scripts that are made by a program, each compared with what an installed shell does.
//!
//! ```text
//! cargo test -p forkless-tests --test NAME -- [options] [TEXT...]
//!
//! TEXT           only scripts whose name contains one of the texts
//! --shell PATH   judge this shell (also: FORKLESS=PATH in the environment)
//! ```
//!
//! Output and end must be those of the shell that a script is compared with; without that shell
//! it is skipped. The last line is `N passed, N failed, N skipped`.

use crate::arguments::Request;
use crate::case::Case;
use crate::diff::unified;
use crate::run::{Room, observe};
use crate::shells::{Shell, find_program, link};
use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

/// Scripts that run at the same time.
const WORKERS: usize = 2;

type Result<T> = std::result::Result<T, String>;

/// A script, and the shell whose output it must have.
pub struct Script {
    /// The script.
    pub case: Case,
    /// The shell.
    pub peer: &'static str,
    /// The output without what may differ.
    pub normalize: fn(&[u8]) -> Vec<u8>,
}

/// Does what the command line asks; `name` of the program is in the name of its folder, `probe`
/// starts the shells.
pub fn main(name: &str, probe: &str, scripts: Result<Vec<Script>>) -> ExitCode {
    match scripts.and_then(|scripts| work(name, probe, scripts)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(text) => {
            say(&text);
            ExitCode::from(2)
        }
    }
}

/// Prints a line; a closed output is nothing to complain about.
fn say(text: &str) {
    let _ = writeln!(stdout(), "{text}");
}

/// True when nothing failed.
fn work(name: &str, probe: &str, mut scripts: Vec<Script>) -> Result<bool> {
    let request = Request::read(|_, _| Ok(false))?;
    scripts.retain(|script| request.wants(&script.case.name));
    let ours = request.find_shell()?;
    let folder = env::temp_dir().join(format!("forkless-{name}-{}", std::process::id()));
    let room = Room::new(folder.clone(), probe).map_err(|error| error.to_string())?;
    let good = judge(&scripts, &ours, &room);
    // What cannot be removed is in the folder for temporary files.
    let _ = fs::remove_dir_all(&folder);
    good
}

/// Runs all scripts under both shells; true when nothing failed.
fn judge(scripts: &[Script], ours: &Path, room: &Room) -> Result<bool> {
    let failed = |error: std::io::Error| error.to_string();
    let ours = link(&room.folder, "forkless", ours, true).map_err(failed)?;
    let mut peers: Vec<Shell> = Vec::new();
    for name in ["dash", "bash"] {
        if let Some(path) = find_program(name) {
            peers.push(link(&room.folder, name, &path, false).map_err(failed)?);
        }
    }
    let next = AtomicUsize::new(0);
    let counts = Mutex::new([0; 3]);
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(script) = scripts.get(number) else { break };
                    // Of directories, which no two scripts have in common.
                    let serial = number * 2;
                    let outcome = compare(script, &ours, &peers, room, serial);
                    let name = &script.case.name;
                    let place = match &outcome {
                        None => {
                            say(&format!("skipped {name}: {} is not installed", script.peer));
                            2
                        }
                        Some(difference) if difference.is_empty() => 0,
                        Some(difference) => {
                            say(&format!("FAILED {name}\n{difference}"));
                            1
                        }
                    };
                    if let Ok(mut counts) = counts.lock() {
                        counts[place] += 1;
                    }
                }
            });
        }
    });
    let [passed, short, skipped] = counts.into_inner().map_err(|error| error.to_string())?;
    say(&format!("{passed} passed, {short} failed, {skipped} skipped"));
    Ok(short == 0)
}

/// The difference of what the two shells do; None where there is nobody to compare with.
fn compare(
    script: &Script,
    ours: &Shell,
    peers: &[Shell],
    room: &Room,
    serial: usize,
) -> Option<String> {
    let peer = peers.iter().find(|peer| peer.name == script.peer)?;
    let run = |shell: &Shell| {
        observe(&script.case, shell, room, serial)
            .map_err(|error| format!("{}: {error}\n", shell.name))
    };
    let (wanted, came) = match (run(peer), run(ours)) {
        (Ok(wanted), Ok(came)) => ((script.normalize)(&wanted), (script.normalize)(&came)),
        (Err(text), _) | (_, Err(text)) => return Some(text),
    };
    if wanted == came {
        return Some(String::new());
    }
    // On a busy machine a peer may lose its output or its time: it is asked once more.
    Some(match run(peer) {
        Ok(wanted) => unified(&(script.normalize)(&wanted), &came),
        Err(text) => text,
    })
}
