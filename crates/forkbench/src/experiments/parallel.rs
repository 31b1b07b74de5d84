//! `forkbench parallel`: launches by N threads of one process, and by N processes, at the same time.
//!
//! Threads share their process's memory map and its lock, processes only the kernel's table of process ids
//! and its scheduler. What grows with the processes and not with the threads is held up by mmap_lock.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use crate::environment::available_memory;
use crate::experiments::Bench;
use crate::experiments::launcher::{Kind, Launcher, Shared};
use crate::experiments::launching::{CRATE, FORK, SPAWN, VFORK};
use crate::measure::{Contestant, Failure};
use crate::model::{Cell, Chart, Column, Outcome, RatioStyle, Reference, Row, Section, Unit};
use crate::output::format::size;

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Parallel<'a> {
    /// Numbers of launchers; the usual ones if there is none.
    pub launchers: &'a [u16],
    /// Bytes of a process that launches.
    pub parent: u64,
}

/// The launcher that has a way, the name it has there, and the column's name.
const WAYS: [(Kind, &str, &str); 6] = [
    (Kind::C, "vfork", VFORK),
    (Kind::C, "spawn", SPAWN),
    (Kind::C, "fork", FORK),
    (Kind::Rust, "crate-start", CRATE),
    (Kind::C, "fl-start", "forkless, C"),
    (Kind::Rust, "std-start", "Rust std::process"),
];

/// The length of a sample, milliseconds.
const SAMPLE: usize = 40;

/// What launches at the same time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Threads,
    Processes,
}

/// The tables: the time of a launch, and launches a second, by threads and by processes.
pub fn parallel(bench: &mut Bench<'_>, what: Parallel<'_>, time: Duration) -> Vec<Section> {
    let numbers = match what.launchers {
        [] => usual(std::thread::available_parallelism().map_or(1, usize::from)),
        chosen => chosen.iter().map(|&number| usize::from(number)).collect(),
    };
    let mut sections = Vec::new();
    for who in [Who::Threads, Who::Processes] {
        let mut section = described(bench, who, what.parent);
        let each = time / u32::try_from(2 * numbers.len()).unwrap_or(u32::MAX);
        for &number in &numbers {
            if bench.interrupted() {
                break;
            }
            let cells = row(bench, who, number, what.parent, each);
            section.push_row(Row::at(number.to_string(), number as f64), cells);
        }
        let rates = rates(&section);
        sections.extend([section, rates]);
    }
    sections
}

/// 1, 2, 4 ... to twice the processors.
fn usual(processors: usize) -> Vec<usize> {
    let doubled = std::iter::successors(Some(1), |number| Some(number * 2));
    doubled.take_while(|number| *number <= 2 * processors).collect()
}

fn described(bench: &Bench<'_>, who: Who, parent: u64) -> Section {
    let names = WAYS.iter().map(|(_, _, name)| *name);
    let (id, many, shared) = match who {
        Who::Threads => ("threads", "threads of one process", "mmap_lock"),
        Who::Processes => ("processes", "processes", "no memory"),
    };
    Section {
        id: format!("parallel/{id}"),
        title: format!("Launches at the same time by {many}"),
        notes: vec![
            format!(
                "Elapsed time divided by the launches of all {id} together, each of which launches and \
                 waits as fast as it can. They share {shared}. A process has {}, half of it in use.",
                size(parent as f64)
            ),
            "What falls with processes and not with threads is held up by mmap_lock. What falls with \
             neither, though there are processors, is held up by the process ids or the scheduler."
                .into(),
        ],
        row_heading: id.into(),
        columns: WAYS.iter().map(|(_, _, name)| Column::time(*name)).collect(),
        reference: Reference::Column(bench.reference(names, VFORK)),
        style: RatioStyle::Times,
        chart: Chart::Curves,
        ..Section::default()
    }
}

fn row(bench: &mut Bench<'_>, who: Who, number: usize, parent: u64, time: Duration) -> Vec<Cell> {
    let available = available_memory().unwrap_or(u64::MAX) as f64;
    let processes = if who == Who::Processes { number } else { 1 };
    if parent as f64 / 2.0 * (2 * processes) as f64 > available * 0.7 {
        return vec![Cell::skipped("there is not enough memory for so many"); WAYS.len()];
    }
    if bench.is_late() {
        return vec![Failure::Late.cell(); WAYS.len()];
    }
    let orders = [format!("memory {parent} 50 small")];
    let crews = [Kind::C, Kind::Rust].map(|kind| {
        let started: Result<Vec<Shared>, String> =
            (0..processes).map(|_| start(bench, kind, &orders)).collect();
        (kind, started.map(|crew| Rc::new(RefCell::new(crew))))
    });
    let mut cells = Vec::new();
    let mut contestants = Vec::new();
    for (kind, key, name) in WAYS {
        let crew = crews.iter().find(|(other, _)| *other == kind).map(|(_, crew)| crew);
        let crew = match crew {
            Some(Ok(crew)) => Rc::clone(crew),
            Some(Err(why)) => {
                cells.push(Some(Cell::skipped(why.clone())));
                continue;
            }
            None => continue,
        };
        let first = crew.borrow().first().map(Rc::clone);
        let known = first.is_some_and(|one| one.borrow_mut().knows(key).unwrap_or(false));
        if !known {
            cells.push(Some(Cell::skipped(bench.forkless_missing.clone())));
            continue;
        }
        cells.push(None);
        let threads = if who == Who::Threads { number } else { 1 };
        contestants.push(Contestant::new(name, 1, move |_| {
            together(&crew.borrow(), &format!("parallel {key} {threads} {SAMPLE}"))
                .map(|time| vec![vec![time]])
        }));
    }
    let what = if who == Who::Threads { "threads" } else { "processes" };
    let share = Duration::from_millis(SAMPLE as u64);
    bench.alternate(&format!("parallel: {number} {what}"), &mut contestants, 40, 1, share, time);
    let mut measured = contestants.into_iter().map(|one| one.cells().pop().unwrap_or_default());
    cells.into_iter().map(|cell| cell.or_else(|| measured.next()).unwrap_or_default()).collect()
}

/// A launcher that may run on any processor.
fn start(bench: &Bench<'_>, kind: Kind, orders: &[String]) -> Result<Shared, String> {
    let launcher = Launcher::new(bench, kind, orders)?;
    launcher.borrow_mut().unpin();
    launcher.borrow_mut().knows("").map_err(|failure| failure.to_string())?;
    Ok(launcher)
}

/// The time of each launch of all of them together: their rates are added.
fn together(crew: &[Shared], order: &str) -> Result<f64, Failure> {
    let sent: Vec<_> = crew.iter().map(|one| one.borrow_mut().send(order)).collect();
    let mut rate = 0.0;
    // Each is heard even if another has failed: its answer would be taken for the next one's.
    let heard =
        crew.iter().zip(sent).map(|(one, sent)| sent.and_then(|()| one.borrow_mut().numbers()));
    let answers: Vec<_> = heard.collect();
    for answer in answers {
        match answer?[..] {
            [time] if time > 0.0 => rate += 1.0 / time,
            _ => return Err(Failure::said("no time in the launcher's answer")),
        }
    }
    Ok(1.0 / rate)
}

/// The table of the same launches as a rate: launches a second.
fn rates(times: &Section) -> Section {
    let mut section = Section {
        id: format!("{}/rate", times.id),
        title: format!("{}: launches a second", times.title),
        notes: vec!["The same figures. Here more is better.".into()],
        chart: Chart::None,
        reference: Reference::None,
        ..times.clone()
    };
    for column in &mut section.columns {
        *column = Column::shown(column.name.clone(), Unit::Count);
    }
    for cell in &mut section.cells {
        if let Outcome::Samples(rounds) = &mut cell.outcome {
            for sample in rounds.iter_mut().flatten() {
                *sample = 1e9 / sample.max(1.0);
            }
        }
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_twice_the_processors() {
        assert_eq!(usual(1), [1, 2]);
        assert_eq!(usual(6), [1, 2, 4, 8]);
    }

    #[test]
    fn rates_are_the_inverse() {
        let section = crate::model::tests::section();
        let rates = rates(&section);
        assert_eq!(rates.id, "launch/rate");
        let (time, rate) = (section.cells[1].rounds().unwrap(), rates.cells[1].rounds().unwrap());
        assert!((time[0][0] * rate[0][0] - 1e9).abs() < 1.0);
        assert_eq!(rates.reference, Reference::None);
    }
}
