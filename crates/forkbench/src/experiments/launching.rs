//! `forkbench launch`: every way to start a program, three times measured: until the
//! call returns, until the child's first instruction, until it has been waited for;
//! and the processor time of both.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use crate::experiments::Bench;
use crate::experiments::launcher::{Kind, Launcher, Shared};
use crate::measure::{Contestant, Failure};
use crate::model::{Cell, Chart, Column, RatioStyle, Reference, Row, Section, Seed, Unit};
use crate::output::format::size;

/// The seed's machine.
const SEED: &str = "Linux 4.15, glibc 2.27, CPU time";

/// One row: the launcher that knows the way, its name there, what a reader calls it,
/// and the seed's seconds for 60,000 launches.
pub(super) struct Way {
    kind: Kind,
    key: &'static str,
    label: &'static str,
    seed: Option<f64>,
}

const fn way(kind: Kind, key: &'static str, label: &'static str, seed: Option<f64>) -> Way {
    Way { kind, key, label, seed }
}

/// vfork and exec, by the seed.
const SEED_REFERENCE: f64 = 9.0;

/// The row that the others are compared with.
pub const VFORK: &str = "vfork, exec";
/// The row of fork and exec, which findings look at.
pub const FORK: &str = "fork, exec";
/// The row of popen(3).
pub const POPEN: &str = "popen";
/// The row of system(3).
pub const SYSTEM: &str = "system";
/// The row of posix_spawn(3).
pub const SPAWN: &str = "posix_spawn";
/// The row of the original popen_noshell.
pub const NOSHELL: &str = "popen_noshell (clone)";
/// The row of libforkless, from Rust.
pub const CRATE: &str = "forkless, Rust";

const WAYS: &[Way] = &[
    way(Kind::C, "vfork", VFORK, Some(SEED_REFERENCE)),
    way(Kind::C, "clone3", "clone3 (memory shared), exec", None),
    way(Kind::C, "spawn", SPAWN, Some(11.45)),
    way(Kind::C, "fork", FORK, Some(84.3)),
    way(Kind::Rust, "crate-start", CRATE, None),
    way(Kind::Rust, "crate-unwaited", "forkless, Rust, non-blocking", None),
    way(Kind::Rust, "crate-run", "forkless, Rust, to its end in one call", None),
    way(Kind::C, "fl-start", "forkless, C", None),
    way(Kind::C, "fl-unwaited", "forkless, C, non-blocking", None),
    way(Kind::C, "fl-run", "forkless, C, to its end in one call", None),
    way(Kind::Aspawn, "aspawn", "aspawn", None),
    way(Kind::Rust, "std-start", "Rust std::process", None),
    way(Kind::Rust, "std-user", "Rust std::process, uid", None),
    way(Kind::Python, "py-start", "Python subprocess", None),
    way(Kind::Python, "py-user", "Python subprocess, user=", None),
    way(Kind::Python, "py-forkless", "Python forkless", None),
    way(Kind::Python, "py-forkless-user", "Python forkless, user=", None),
    way(Kind::Node, "node-start", "Node spawn", None),
    way(Kind::Node, "node-sync", "Node spawnSync", None),
    way(Kind::Go, "go-start", "Go os/exec", None),
    way(Kind::Go, "go-user", "Go os/exec, Credential", None),
    way(Kind::Java, "java-start", "Java ProcessBuilder", None),
    way(Kind::C, "vfork-pipe", "vfork, exec, with a pipe", None),
    way(Kind::C, "spawn-pipe", "posix_spawn, with a pipe", None),
    way(Kind::C, "fork-pipe", "fork, exec, with a pipe", None),
    way(Kind::Rust, "crate-pipe", "forkless, Rust, with a pipe", None),
    way(Kind::C, "fl-pipe", "forkless, C, with a pipe", None),
    way(Kind::Rust, "std-pipe", "Rust std::process, with a pipe", None),
    way(Kind::Python, "py-pipe", "Python subprocess, with a pipe", None),
    way(Kind::Python, "py-forkless-pipe", "Python forkless, with a pipe", None),
    way(Kind::Node, "node-pipe", "Node spawn, with a pipe", None),
    way(Kind::Go, "go-pipe", "Go os/exec, with a pipe", None),
    way(Kind::Java, "java-pipe", "Java ProcessBuilder, with a pipe", None),
    way(Kind::Noshell, "noshell-clone-compat", "popen_noshell_compat (clone)", Some(9.7)),
    way(Kind::Noshell, "noshell-clone", NOSHELL, Some(9.9)),
    way(Kind::Noshell, "noshell-spawn-compat", "popen_noshell_compat (posix_spawn)", Some(12.3)),
    way(Kind::Noshell, "noshell-spawn", "popen_noshell (posix_spawn)", Some(12.3)),
    way(Kind::Noshell, "noshell-fork-compat", "popen_noshell_compat (fork)", Some(86.8)),
    way(Kind::Noshell, "noshell-fork", "popen_noshell (fork)", Some(86.8)),
    way(Kind::C, "fl-popen", "forkless popen", None),
    way(Kind::C, "fl-system", "forkless system", None),
    way(Kind::C, "system", SYSTEM, Some(115.4)),
    way(Kind::C, "popen", POPEN, Some(117.5)),
];

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Launching<'a> {
    /// Bytes of the process that launches.
    pub parent: u64,
    /// Whether those that take a second to start or a compiler of their own are measured too.
    pub runtimes: bool,
    /// Programs of the user's that launch.
    pub own: &'a [PathBuf],
}

/// A row whose launcher is there or not.
struct Candidate {
    label: String,
    seed: Option<f64>,
    /// The launcher and the way's name there, or the cell that says why there is none.
    launcher: Result<(Shared, String), Cell>,
}

/// The rows, in order.
fn candidates(bench: &Bench<'_>, what: Launching<'_>) -> Vec<Candidate> {
    let orders = [format!("memory {} 50 small", what.parent)];
    let runtime = |kind| matches!(kind, Kind::Node | Kind::Go | Kind::Java);
    let mut launchers: Vec<(Kind, Result<Shared, String>)> = Vec::new();
    let mut all = Vec::new();
    for way in WAYS.iter().filter(|way| what.runtimes || !runtime(way.kind)) {
        if !launchers.iter().any(|(kind, _)| *kind == way.kind) {
            launchers.push((way.kind, launcher_that_starts(bench, way.kind, &orders)));
        }
        let Some((_, launcher)) = launchers.iter().find(|(kind, _)| *kind == way.kind) else {
            continue;
        };
        all.push(Candidate {
            label: way.label.to_owned(),
            seed: way.seed,
            launcher: reachable(bench, launcher, way)
                .map(|launcher| (launcher, way.key.to_owned()))
                .map_err(Cell::skipped),
        });
    }
    all.extend(what.own.iter().flat_map(|program| own(bench, program, &orders)));
    all
}

/// The ways of a program of the user's.
fn own(bench: &Bench<'_>, program: &Path, orders: &[String]) -> Vec<Candidate> {
    let base = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    let asked = Launcher::own(bench, program, orders).map_err(Cell::skipped).and_then(|launcher| {
        let ways =
            launcher.borrow_mut().ways().map_err(|failure| Cell::failed(failure.to_string()))?;
        if ways.is_empty() { Err(Cell::failed("it names no way")) } else { Ok((launcher, ways)) }
    });
    let (launcher, ways) = match asked {
        Ok(known) => known,
        Err(why) => {
            return vec![Candidate { label: base.into_owned(), seed: None, launcher: Err(why) }];
        }
    };
    let candidate = |way: String| Candidate {
        label: format!("{base}, {way}"),
        seed: None,
        launcher: Ok((Rc::clone(&launcher), way)),
    };
    ways.into_iter().map(candidate).collect()
}

/// The table of ways.
pub fn launch(bench: &mut Bench<'_>, what: Launching<'_>, time: Duration) -> Vec<Section> {
    let mut section = described(what.parent);
    let candidates = candidates(bench, what);
    let names = candidates.iter().map(|candidate| candidate.label.as_str());
    section.reference = Reference::Row(bench.reference(names, VFORK));
    let mut cells: Vec<Option<Vec<Cell>>> = Vec::new();
    let mut contestants = Vec::new();
    let mut places = Vec::new();
    for (place, candidate) in candidates.iter().enumerate() {
        match &candidate.launcher {
            Ok((launcher, key)) => {
                contestants.push(contestant(launcher, key, &candidate.label));
                places.push(place);
                cells.push(None);
            }
            Err(why) => cells.push(Some(vec![why.clone(); 4])),
        }
    }
    bench.alternate("launch", &mut contestants, 60, 40, Duration::from_millis(4), time);
    for (place, contestant) in places.into_iter().zip(contestants) {
        if let Some(cells) = cells.get_mut(place) {
            *cells = Some(contestant.cells());
        }
    }
    for (candidate, cells) in candidates.into_iter().zip(cells) {
        let mut cells = cells.unwrap_or_default();
        if let (Some(seed), Some(cpu)) = (candidate.seed, cells.get_mut(3)) {
            let ratio = seed / SEED_REFERENCE;
            cpu.seed = Some(Seed { low: ratio, high: ratio, on: SEED.into() });
        }
        section.push_row(Row::named(candidate.label), cells);
    }
    vec![section]
}

fn described(parent: u64) -> Section {
    Section {
        id: "launch".into(),
        title: "Ways to start a program".into(),
        notes: vec![
            format!(
                "A process of {}, half of it in use, starts a program of a few hundred bytes and \
                 waits for it.",
                size(parent as f64)
            ),
            "Returns: until the call returns. First instruction: until the program runs, by its \
             own clock. Reaped: until it has been waited for. CPU: processor time of both."
                .into(),
        ],
        row_heading: "way".into(),
        columns: vec![
            Column::shown("returns", Unit::Nanoseconds),
            Column::shown("first instruction", Unit::Nanoseconds),
            Column::time("reaped"),
            Column::time("CPU"),
        ],
        style: RatioStyle::Percent,
        chart: Chart::Marks,
        ..Section::default()
    }
}

/// The launcher, started to see that it can be.
pub(super) fn launcher_that_starts(
    bench: &Bench<'_>,
    kind: Kind,
    orders: &[String],
) -> Result<Shared, String> {
    let launcher = Launcher::new(bench, kind, orders)?;
    launcher.borrow_mut().knows("").map_err(|failure| failure.to_string())?;
    Ok(launcher)
}

/// The launcher of a way, or why it cannot be measured.
fn reachable(
    bench: &Bench<'_>,
    launcher: &Result<Shared, String>,
    way: &Way,
) -> Result<Shared, String> {
    let launcher = launcher.as_ref().map_err(Clone::clone)?;
    if launcher.borrow_mut().knows(way.key).map_err(|failure| failure.to_string())? {
        return Ok(Rc::clone(launcher));
    }
    if way.key.starts_with("fl-") {
        return Err(bench.forkless_missing.clone());
    }
    if way.key.starts_with("py-forkless") {
        return Err("no Python module forkless".into());
    }
    if way.key.starts_with("py-") {
        return Err("this Python's subprocess does not know it".into());
    }
    Err("not on this processor".into())
}

fn contestant<'a>(launcher: &Shared, key: &str, label: &str) -> Contestant<'a> {
    let (launcher, key) = (Rc::clone(launcher), key.to_owned());
    Contestant::new(label, 4, move |count| {
        let batch = launcher.borrow_mut().run(&key, count)?;
        Ok(vec![batch.returned, batch.first, batch.reaped, batch.cpu.into_iter().collect()])
    })
}

/// A contestant of one column: until reaped.
pub(super) fn reaped<'a>(launcher: &Shared, key: &'a str, label: &str) -> Contestant<'a> {
    let launcher = Rc::clone(launcher);
    Contestant::new(label, 1, move |count| -> Result<Vec<Vec<f64>>, Failure> {
        Ok(vec![launcher.borrow_mut().run(key, count)?.reaped])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seeds_eleven_rows_are_there() {
        assert_eq!(WAYS.iter().filter(|way| way.seed.is_some()).count(), 11);
    }

    #[test]
    fn labels_are_all_different() {
        let mut labels: Vec<_> = WAYS.iter().map(|way| way.label).collect();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), WAYS.len());
    }
}
