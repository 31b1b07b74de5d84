//! `forkbench script`: the user's own script under several shells. Equal output comes
//! first; a shell that says something else is not timed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::experiments::Bench;
use crate::experiments::agreement::{Agreement, Asked};
use crate::experiments::shell::Shell;
use crate::measure::{Command, Contestant, Ended, Failure};
use crate::model::{Cell, Chart, Column, RatioStyle, Reference, Row, Section, Unit};

/// Most output that is compared.
const OUTPUT: usize = 64 << 20;

/// A script of the user's.
#[derive(Clone, Copy, Debug)]
pub struct Script<'a> {
    /// Its file.
    pub file: &'a Path,
    /// Its arguments.
    pub arguments: &'a [String],
    /// Shells are timed also where they say something else.
    pub ignores_output: bool,
}

impl Script<'_> {
    /// The table: a row for each shell.
    pub fn measure(
        self,
        bench: &mut Bench<'_>,
        descriptions: &[String],
        directory: PathBuf,
        limit: Duration,
        time: Duration,
    ) -> Vec<Section> {
        script(bench, self, descriptions, directory, limit, time)
    }
}

fn script(
    bench: &mut Bench<'_>,
    script: Script<'_>,
    descriptions: &[String],
    directory: PathBuf,
    limit: Duration,
    time: Duration,
) -> Vec<Section> {
    let file = script.file;
    let equal = match script.ignores_output {
        true => {
            "The status was equal to the first shell's, where there are figures; output was not \
                 compared."
        }
        false => "Output and status were equal to the first shell's, where there are figures.",
    };
    let shells = Shell::choose(bench, descriptions);
    let path = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let mut section = Section {
        id: "script".into(),
        title: format!("{} under several shells", file.display()),
        notes: vec![format!(
            "{equal} Memory: the largest resident set of the shell or of a program it waited for."
        )],
        row_heading: "shell".into(),
        columns: vec![
            Column::time("time"),
            Column { compared: false, ..Column::time("CPU") },
            Column::shown("processes", Unit::Count),
            Column::shown("memory", Unit::Bytes),
        ],
        style: RatioStyle::Times,
        chart: Chart::Marks,
        ..Section::default()
    };
    let asked = if script.ignores_output { Asked::SameEndOnly } else { Asked::SameEnd };
    let mut agreement = Agreement::default();
    let mut rows: Vec<Result<Option<f64>, Cell>> = Vec::new();
    let mut contestants = Vec::new();
    for shell in &shells {
        bench.progress.show("script: output", &shell.name, 0.0);
        let words: Vec<&[u8]> = std::iter::once(path.as_os_str().as_encoded_bytes())
            .chain(script.arguments.iter().map(String::as_bytes))
            .collect();
        let command = shell.command(bench, &words, directory.clone(), limit);
        let place = ("script".to_owned(), shell.name.clone());
        let checked = match bench.known.checked.get(&place) {
            Some(known) => known.clone(),
            None => command.clone().map_err(Cell::skipped).and_then(|command| {
                agreement.check(&command, OUTPUT, asked)?;
                let ended = agreement.ended().unwrap_or(&Ended::Exited(0));
                Ok(bench.counter.count(&command, ended).ok())
            }),
        };
        bench.known.checked.insert(place, checked.clone());
        if let Some(ended) = agreement.ended() {
            bench.known.ended = Some(ended.clone());
        }
        let checked = checked.and_then(|count| Ok((command.map_err(Cell::skipped)?, count)));
        rows.push(checked.map(|(command, count)| {
            contestants.push(contestant(&shell.name, command, bench.known.ended.clone()));
            count.map(|processes| processes.count)
        }));
    }
    let first = shells.iter().zip(&rows).find(|(_, row)| row.is_ok());
    if let Some((usual, _)) = first {
        let names = shells.iter().map(|shell| shell.name.as_str());
        section.reference = Reference::Row(bench.reference(names, &usual.name));
    }
    bench.alternate("script", &mut contestants, 50, 20, Duration::from_millis(100), time);
    let mut measured = contestants.into_iter().map(Contestant::cells);
    for (shell, row) in shells.into_iter().zip(rows) {
        let cells = match row {
            Ok(count) => {
                let mut cells = measured.next().unwrap_or_default();
                let processes = count.map_or_else(|| Cell::skipped("not counted"), Cell::value);
                cells.insert(2.min(cells.len()), processes);
                cells
            }
            Err(cell) => vec![cell],
        };
        section.push_row(Row::named(shell.name), cells);
    }
    vec![section]
}

/// Columns: time, CPU, memory.
fn contestant<'a>(name: &str, command: Command, expected: Option<Ended>) -> Contestant<'a> {
    Contestant::new(name, 3, move |count| {
        let mut columns = vec![Vec::new(); 3];
        for _ in 0..count {
            let run = command.run()?;
            if expected.as_ref().is_some_and(|expected| *expected != run.ended) {
                return Err(Failure::said(format!("{} this time", run.ended.describe())));
            }
            let values = [run.wall.as_nanos() as f64, run.cpu.as_nanos() as f64, run.memory as f64];
            for (column, value) in columns.iter_mut().zip(values) {
                column.push(value);
            }
        }
        Ok(columns)
    })
}
