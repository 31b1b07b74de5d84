//! `forkbench memory`: what the size of the parent costs a launch, and what a launch
//! costs the parent.
//!
//! Each row is a condition of the launching process: memory in use, share of it in
//! use, mappings, open descriptors, threads. A condition that the machine cannot bear
//! is not tried: the kernel is asked how much there is first.

mod hidden;
mod plan;

use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::environment::available_memory;
use crate::experiments::Bench;
use crate::experiments::launcher::{Kind, Shared};
use crate::experiments::launching::{launcher_that_starts, reaped};
use crate::measure::{Contestant, Failure};
use crate::model::{Cell, Column, RatioStyle, Reference, Row, Section, Seed};

use plan::{Axis, Condition, axes};

/// The column of fork.
pub const FORK: &str = "fork";
/// The column of vfork.
pub const VFORK: &str = "vfork";
/// The column of libforkless.
pub const FORKLESS: &str = "forkless";

/// The ways that are compared, and the launcher that has each.
const WAYS: [Way; 4] = [
    (Kind::C, "fork", FORK),
    (Kind::C, "vfork", VFORK),
    (Kind::C, "spawn", "posix_spawn"),
    (Kind::Rust, "crate-start", FORKLESS),
];

/// The launcher that has a way, the name it has there, and the column's name.
type Way = (Kind, &'static str, &'static str);

/// The ways of an axis: where descriptors are counted, the launch that gives the child
/// none of them as well.
fn ways(axis: &Axis) -> Vec<Way> {
    let closing = (Kind::Rust, "crate-close", "forkless, closing others");
    WAYS.into_iter().chain((axis.id == "descriptors").then_some(closing)).collect()
}

/// The share of the available memory that is taken at most.
const SHARE: f64 = 0.7;

/// The two launchers of one condition, where they could be had.
struct Pair {
    c: Result<Shared, String>,
    rust: Result<Shared, String>,
}

impl Pair {
    fn of(&self, kind: Kind) -> &Result<Shared, String> {
        if kind == Kind::C { &self.c } else { &self.rust }
    }
}

/// All tables of this experiment.
pub fn memory(bench: &mut Bench<'_>, sizes: &[u64], time: Duration) -> Vec<Section> {
    let axes = axes(bench.quick, sizes);
    let deadline = Instant::now() + time;
    // The hidden costs take about as long as three conditions.
    let mut left: usize =
        axes.iter().map(|axis| axis.conditions.len() * if axis.hidden { 4 } else { 1 }).sum();
    let mut hidden = hidden::Tables::new();
    let mut sections = Vec::new();
    for axis in &axes {
        let mut section = described(bench, axis);
        for condition in &axis.conditions {
            if bench.interrupted() {
                break;
            }
            let rest = deadline.saturating_duration_since(Instant::now());
            let each = rest / u32::try_from(left.max(1)).unwrap_or(1);
            left = left.saturating_sub(if axis.hidden { 4 } else { 1 });
            let cells = measure(bench, axis, condition, each, &mut hidden);
            section.push_row(Row::at(condition.name.clone(), condition.x), cells);
        }
        sections.push(section);
    }
    sections.extend(hidden.sections());
    sections.retain(|section| !section.rows.is_empty());
    sections
}

fn described(bench: &Bench<'_>, axis: &Axis) -> Section {
    Section {
        id: format!("memory/{}", axis.id),
        title: axis.title.into(),
        notes: axis.notes.iter().map(|&note| note.to_owned()).collect(),
        row_heading: axis.heading.into(),
        columns: ways(axis).iter().map(|(_, _, label)| Column::time(*label)).collect(),
        reference: Reference::Column(bench.reference(ways(axis).iter().map(|way| way.2), VFORK)),
        style: RatioStyle::Times,
        chart: axis.chart,
        ..Section::default()
    }
}

/// Why so much cannot be taken, if it cannot.
fn too_large(bytes: u64) -> Option<String> {
    let Some(available) = available_memory() else {
        return (bytes > 1 << 30).then(|| "the kernel does not say how much there is".to_owned());
    };
    let needed = bytes as f64 * 1.01;
    let most = available as f64 * SHARE;
    let say = |bytes| crate::output::format::size(bytes);
    (needed > most).then(|| {
        format!(
            "{} is more than may be taken: the kernel has {} available, and {} is left to it",
            say(bytes as f64),
            say(available as f64),
            say(available as f64 - most)
        )
    })
}

/// The cells of one condition.
fn measure(
    bench: &mut Bench<'_>,
    axis: &Axis,
    condition: &Condition,
    time: Duration,
    hidden: &mut hidden::Tables,
) -> Vec<Cell> {
    let ways = ways(axis);
    let all = |cell: Cell| vec![cell; ways.len()];
    if let Some(why) = too_large(condition.in_use) {
        return all(Cell::skipped(why));
    }
    if bench.is_late() {
        return all(Failure::Late.cell());
    }
    bench.progress.show(&format!("memory: {}", axis.id), &condition.name, 0.0);
    let both_fit = too_large(condition.in_use.saturating_mul(2)).is_none();
    let what = format!("memory: {} {}", axis.id, condition.name);
    let mut cells;
    if both_fit {
        let pair = Pair {
            c: launcher_that_starts(bench, Kind::C, &condition.orders),
            rust: launcher_that_starts(bench, Kind::Rust, &condition.orders),
        };
        cells = measure_ways(bench, &what, &ways, &pair, |_| true, time);
        hidden.measure(bench, axis, condition, &pair, time);
    } else {
        // One after the other: A and B do not alternate, but neither is driven out.
        cells = all(Cell::default());
        for kind in [Kind::C, Kind::Rust] {
            let absent = || Err("it is measured later".to_owned());
            let started = launcher_that_starts(bench, kind, &condition.orders);
            let pair = match kind {
                Kind::Rust => Pair { c: absent(), rust: started },
                _ => Pair { c: started, rust: absent() },
            };
            let measured =
                measure_ways(bench, &what, &ways, &pair, |other| other == kind, time / 2);
            for (cell, (new, way)) in cells.iter_mut().zip(measured.into_iter().zip(&ways)) {
                if way.0 == kind {
                    *cell = new;
                }
            }
        }
    }
    if let (Some(seed), Some(cell)) = (condition.seed, cells.first_mut()) {
        cell.seed = Some(Seed { low: seed, high: seed, on: "Linux 2.6.28, CPU time".into() });
    }
    cells
}

fn measure_ways(
    bench: &mut Bench<'_>,
    what: &str,
    ways: &[Way],
    pair: &Pair,
    wanted: impl Fn(Kind) -> bool,
    time: Duration,
) -> Vec<Cell> {
    let mut contestants: Vec<Contestant<'_>> = Vec::new();
    let mut cells = Vec::new();
    for &(kind, key, label) in ways {
        match pair.of(kind) {
            Ok(launcher) if wanted(kind) => {
                cells.push(None);
                contestants.push(reaped(launcher, key, label));
            }
            Ok(_) => cells.push(Some(Cell::default())),
            Err(why) => cells.push(Some(Cell::skipped(why.clone()))),
        }
    }
    bench.alternate(what, &mut contestants, 40, 30, Duration::from_millis(4), time);
    let mut measured = contestants.into_iter().map(|one| one.cells().pop().unwrap_or_default());
    cells.into_iter().map(|cell| cell.or_else(|| measured.next()).unwrap_or_default()).collect()
}

/// A contestant of one column that asks for a number.
fn valued<'a>(launcher: &Shared, order: String, label: &str, which: usize) -> Contestant<'a> {
    let launcher = Rc::clone(launcher);
    Contestant::new(label, 1, move |count| {
        let mut values = Vec::with_capacity(count);
        for _ in 0..count {
            let found = launcher.borrow_mut().values(&order)?;
            values.push(*found.get(which).ok_or_else(|| Failure::said("no such value"))?);
        }
        Ok(vec![values])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Chart;

    #[test]
    fn more_than_there_is_is_not_tried() {
        let why = too_large(1 << 60).unwrap();
        assert!(why.contains("1024 PiB") || why.contains("is more than may be taken"), "{why}");
        assert_eq!(too_large(0), None);
    }

    #[test]
    fn charts_are_of_axes() {
        assert!(axes(true, &[]).iter().any(|axis| axis.chart == Chart::Curves));
    }
}
