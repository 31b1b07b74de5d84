//! What a launch costs its parent beside the time it takes: tables and charts of their
//! own, filled while the conditions of memory in use are measured.

use std::time::Duration;

use crate::experiments::Bench;
use crate::experiments::memory::plan::{Axis, Condition};
use crate::experiments::memory::{FORK, Pair, VFORK, WAYS, valued};
use crate::model::{Cell, Chart, Column, RatioStyle, Reference, Row, Section, Unit};

/// The tables under way.
pub(super) struct Tables {
    page_tables: Section,
    faults: Section,
    retouch: Section,
    stall: Section,
}

fn table(id: &str, title: &str, notes: &[&str], unit: Unit, columns: &[&str]) -> Section {
    Section {
        id: format!("memory/{id}"),
        title: title.into(),
        notes: notes.iter().map(|&note| note.to_owned()).collect(),
        row_heading: "in use".into(),
        columns: columns
            .iter()
            .map(|&name| Column { name: name.into(), unit, compared: unit == Unit::Nanoseconds })
            .collect(),
        reference: if unit == Unit::Nanoseconds {
            Reference::Column(VFORK.into())
        } else {
            Reference::None
        },
        style: RatioStyle::Times,
        chart: if unit == Unit::Nanoseconds { Chart::Curves } else { Chart::None },
        ..Section::default()
    }
}

impl Tables {
    pub(super) fn new() -> Self {
        let ways: Vec<&str> = WAYS.iter().map(|&(_, _, label)| label).collect();
        let with_idle: Vec<&str> = ways.iter().copied().chain(["no launch"]).collect();
        let mut stall = table(
            "stall",
            "Hidden: the longest stall of another thread",
            &[
                "Another thread takes memory, uses it and gives it back, over and over; its slowest \
               iteration while a launch is under way. No launch: what the machine itself does to it.",
            ],
            Unit::Nanoseconds,
            &with_idle,
        );
        if let Some(idle) = stall.columns.last_mut() {
            idle.compared = false;
        }
        Tables {
            page_tables: table(
                "tables",
                "Hidden: page tables that the child is given",
                &["Bytes, as the child itself sees them before its exec (VmPTE); none where it \
                   shares its parent's memory."],
                Unit::Bytes,
                &[FORK, VFORK],
            ),
            faults: table(
                "faults",
                "Hidden: faults when the parent writes on",
                &["Page faults while the parent writes to all of its memory once after a launch."],
                Unit::Count,
                &ways,
            ),
            retouch: table(
                "retouch",
                "Hidden: the time the parent takes to write on",
                &["The time it takes to write to all of its memory once after a launch."],
                Unit::Nanoseconds,
                &ways,
            ),
            stall,
        }
    }

    /// Measures one condition, in the launchers that are in it already.
    pub(super) fn measure(
        &mut self,
        bench: &mut Bench<'_>,
        axis: &Axis,
        condition: &Condition,
        pair: &Pair,
        time: Duration,
    ) {
        if !axis.hidden || bench.is_late() {
            return;
        }
        let what = format!("memory: hidden {}", condition.name);
        let row = || Row::at(condition.name.clone(), condition.x);
        let tables = [FORK, VFORK]
            .map(|way| match &pair.c {
                Ok(c) => match c.borrow_mut().values(&format!("tables {way}")).as_deref() {
                    Ok([bytes]) => Cell::value(*bytes),
                    Ok(_) => Cell::failed("no value"),
                    Err(failure) => Cell::failed(failure.to_string()),
                },
                Err(why) => Cell::skipped(why.clone()),
            })
            .to_vec();
        self.page_tables.push_row(row(), tables);
        let mut ask = |order: &str, which: usize, idle: bool, rounds: usize| {
            let mut contestants = Vec::new();
            let mut cells = Vec::new();
            let idle = idle.then_some((WAYS[0].0, "nothing", "no launch"));
            for (kind, key, label) in WAYS.into_iter().chain(idle) {
                match pair.of(kind) {
                    Ok(launcher) => {
                        cells.push(None);
                        contestants.push(valued(launcher, format!("{order} {key}"), label, which));
                    }
                    Err(why) => cells.push(Some(Cell::skipped(why.clone()))),
                }
            }
            let share = Duration::from_millis(4);
            bench.alternate(
                &format!("{what}, {order}"),
                &mut contestants,
                rounds,
                4,
                share,
                time / 2,
            );
            let mut done = contestants.into_iter().map(|c| c.cells().pop().unwrap_or_default());
            cells
                .into_iter()
                .map(|cell| cell.or_else(|| done.next()).unwrap_or_default())
                .collect::<Vec<Cell>>()
        };
        let faults = ask("retouch", 0, false, 2);
        let retouch = ask("retouch", 1, false, 15);
        // The last, because it lets the launcher run on any processor.
        let stall = ask("stall", 0, true, 15);
        self.faults.push_row(row(), faults);
        self.retouch.push_row(row(), retouch);
        self.stall.push_row(row(), stall);
    }

    /// The filled tables.
    pub(super) fn sections(self) -> Vec<Section> {
        vec![self.page_tables, self.faults, self.retouch, self.stall]
    }
}
