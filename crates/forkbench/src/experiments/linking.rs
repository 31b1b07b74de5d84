//! `forkbench linking`: what a dynamically linked program pays at each fork and each
//! exec, against statically linked ones of several C libraries.
//!
//! A fork copies the page tables and mappings of every library; an exec maps and
//! relocates them again. The loops are those of the first two texts: the child ends at
//! once and the parent waits; the child prints one line and a handler of SIGCHLD
//! reaps it.

use std::cell::RefCell;
use std::io::{Read, Write};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use launch::{CStringArray, Child, Launch, Streams};

use crate::experiments::Bench;
use crate::experiments::launcher::Kind;
use crate::experiments::launching::launcher_that_starts;
use crate::measure::{Contestant, Failure, Pin};
use crate::model::{Cell, Chart, Column, RatioStyle, Reference, Row, Section, Seed};
use crate::programs::Flavour;

/// The reference: the same C library without the dynamic linker.
pub const STATIC: &str = "glibc, static";
/// What distributions ship.
pub const DYNAMIC: &str = "glibc, dynamic";
/// The smallest library of the texts.
pub const DIET: &str = "dietlibc, static";
/// Column of the second text's loop.
pub const FORK_LOOP: &str = "fork, exit, wait";
/// Column of the first text's loop.
pub const PRINT_LOOP: &str = "fork, print, SIGCHLD";
/// Column of the exec loop.
pub const EXEC_LOOP: &str = "vfork, exec, exit";

fn label(flavour: Flavour, system: &str) -> String {
    match flavour {
        Flavour::Dynamic => format!("{system}, dynamic"),
        Flavour::Static => format!("{system}, static"),
        Flavour::StaticPie => format!("{system}, static-pie"),
        Flavour::MuslDynamic => "musl, dynamic".into(),
        Flavour::Musl => "musl, static".into(),
        Flavour::Diet => DIET.into(),
        Flavour::Raw => "no library".into(),
    }
}

/// The table of flavours.
pub fn linking(bench: &mut Bench<'_>, time: Duration) -> Vec<Section> {
    let labels = Flavour::ALL.map(|flavour| label(flavour, "glibc"));
    let reference = bench.reference(labels.iter().map(String::as_str), STATIC);
    let mut section = Section {
        id: "linking".into(),
        title: "Dynamic and static linking".into(),
        notes: vec![
            "One small program, linked in several ways. How much worse: against the system's C \
             library linked statically."
                .into(),
            "A fork copies what the libraries have mapped; an exec maps and relocates it again."
                .into(),
            "The loop with a line printed and SIGCHLD is that of 2005: 1.15 ms an iteration on a 200 MHz \
             ARM926."
                .into(),
        ],
        row_heading: "linked with".into(),
        columns: vec![Column::time(FORK_LOOP), Column::time(PRINT_LOOP), Column::time(EXEC_LOOP)],
        reference: Reference::Row(reference),
        style: RatioStyle::Times,
        chart: Chart::Marks,
        ..Section::default()
    };
    let loops: Vec<_> =
        Flavour::ALL.iter().map(|&flavour| ForkLoop::start(bench, flavour)).collect();
    for (column, order) in [(0, b'f'), (1, b'p')] {
        let measured = measure_loops(bench, &loops, order, time / 3);
        if column == 0 {
            for &flavour in &Flavour::ALL {
                section.push_row(Row::named(label(flavour, "glibc")), Vec::new());
            }
        }
        place(&mut section, column, measured);
    }
    let measured = measure_execs(bench, time / 3);
    place(&mut section, 2, measured);
    add_seeds(&mut section);
    vec![section]
}

fn place(section: &mut Section, column: usize, cells: Vec<Cell>) {
    for (row, cell) in cells.into_iter().enumerate() {
        if let Some(there) = section.cell_mut(row, column) {
            *there = cell;
        }
    }
}

/// The second text's ratios: eight systems, and dietlibc on two.
fn add_seeds(section: &mut Section) {
    let seeds = [
        (DYNAMIC, 1.70, 3.0, "eight systems of 1999 to 2006"),
        (DIET, 0.90, 0.923, "Linux 2.6.14, 2006"),
    ];
    for (row, low, high, on) in seeds {
        if let Some(cell) = section.row(row).and_then(|row| section.cell_mut(row, 0)) {
            cell.seed = Some(Seed { low, high, on: on.into() });
        }
    }
}

/// Contestants for those that could be had, and the cells of all of them in order.
fn measure<'a>(
    bench: &mut Bench<'_>,
    what: &str,
    candidates: Vec<Result<Contestant<'a>, String>>,
    time: Duration,
) -> Vec<Cell> {
    let mut contestants = Vec::new();
    let mut cells: Vec<Result<usize, String>> = Vec::new();
    for candidate in candidates {
        cells.push(candidate.map(|contestant| {
            contestants.push(contestant);
            contestants.len() - 1
        }));
    }
    bench.alternate(what, &mut contestants, 60, 40, Duration::from_millis(4), time);
    let mut done: Vec<Option<Cell>> =
        contestants.into_iter().map(|contestant| contestant.cells().pop()).collect();
    cells
        .into_iter()
        .map(|cell| match cell {
            Ok(place) => done.get_mut(place).and_then(Option::take).unwrap_or_default(),
            Err(why) => Cell::skipped(why),
        })
        .collect()
}

fn measure_loops(
    bench: &mut Bench<'_>,
    loops: &[Result<Rc<RefCell<ForkLoop>>, String>],
    order: u8,
    time: Duration,
) -> Vec<Cell> {
    let candidates = loops
        .iter()
        .zip(Flavour::ALL)
        .map(|(started, flavour)| {
            let started = Rc::clone(started.as_ref().map_err(Clone::clone)?);
            if order == b'p' && flavour == Flavour::Raw {
                return Err("needs signal handling, which no library gives it".to_owned());
            }
            Ok(Contestant::new(label(flavour, "glibc"), 1, move |count| {
                Ok(vec![started.borrow_mut().run(order, count)?])
            }))
        })
        .collect();
    measure(bench, "linking: fork", candidates, time)
}

fn measure_execs(bench: &mut Bench<'_>, time: Duration) -> Vec<Cell> {
    let candidates = Flavour::ALL
        .iter()
        .map(|&flavour| {
            let program = bench.kit.program("nothing.c", flavour)?;
            let orders = [format!("program {}", program.display())];
            let launcher = launcher_that_starts(bench, Kind::C, &orders)?;
            Ok(Contestant::new(label(flavour, "glibc"), 1, move |count| {
                Ok(vec![launcher.borrow_mut().run("vfork", count)?.reaped])
            }))
        })
        .collect();
    measure(bench, "linking: exec", candidates, time)
}

/// A running programs/forkloop.c.
struct ForkLoop {
    child: Child,
    input: std::fs::File,
    output: std::fs::File,
}

impl ForkLoop {
    fn start(bench: &Bench<'_>, flavour: Flavour) -> Result<Rc<RefCell<ForkLoop>>, String> {
        let program = bench.kit.program("forkloop.c", flavour)?;
        Self::launched(&program, bench.pin).map(|started| Rc::new(RefCell::new(started)))
    }

    fn launched(program: &Path, pin: Pin) -> Result<ForkLoop, String> {
        let words = |error: &dyn std::fmt::Display| format!("{}: {error}", program.display());
        let path = std::ffi::CString::new(program.as_os_str().as_encoded_bytes())
            .map_err(|error| words(&error))?;
        let mut argv = CStringArray::new();
        argv.push(path.as_bytes()).map_err(|error| words(&error))?;
        let envp = CStringArray::new();
        let mut launch = Launch::new(&path, &argv, &envp);
        launch.process_group(0).open(2, c"/dev/null", 1, 0);
        if let Some(processors) = pin.processors() {
            launch.processors(&processors);
        }
        let streams = Streams { input: true, output: true, ..Streams::default() };
        let piped = launch.start_piped(streams).map_err(|error| words(&error))?;
        match (piped.input, piped.output) {
            (Some(input), Some(output)) => Ok(ForkLoop { child: piped.child, input, output }),
            _ => Err("no pipe to the loop".into()),
        }
    }

    /// The times of `count` iterations.
    fn run(&mut self, order: u8, count: usize) -> Result<Vec<f64>, Failure> {
        let count = u8::try_from(count).unwrap_or(u8::MAX);
        let failed = |error: std::io::Error| {
            Failure::said(format!("the fork loop: {}", crate::measure::text_of(&error)))
        };
        self.input.write_all(&[order, count]).map_err(failed)?;
        let mut times = Vec::with_capacity(usize::from(count));
        for _ in 0..count {
            let mut time = [0; 8];
            self.output.read_exact(&mut time).map_err(failed)?;
            match i64::from_ne_bytes(time) {
                time if time >= 0 => times.push(time as f64),
                _ => return Err(Failure::said("the loop cannot fork")),
            }
        }
        Ok(times)
    }
}

impl Drop for ForkLoop {
    fn drop(&mut self) {
        let _ = self.child.kill_tree();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_findings_are_rows() {
        let labels: Vec<_> = Flavour::ALL.iter().map(|&f| label(f, "glibc")).collect();
        for name in [STATIC, DYNAMIC, DIET] {
            assert!(labels.iter().any(|label| label == name), "{name}");
        }
    }
}
