//! `forkbench calls`: some 300 calls of utilities and 150 constructs of the language, by processor time.
//!
//! The question is where a shell is behind. So there is one table of each kind, in which the last shell that was
//! named stands beside the fastest of the others, and what it is furthest behind in comes first. The calls are lines of
//! text files, so that anybody can read, add to, or use them without this program.

use std::time::Duration;

use crate::experiments::Bench;
use crate::experiments::shell::{Shell, difference};
use crate::experiments::unixbench::contestant;
use crate::measure::{Command, Ended, Failure, Pin, Run};
use crate::model::{Cell, Column, RatioStyle, Reference, Row, Section};
use crate::statistics::median;

/// Makes the files that the calls read.
const PREPARE: &str = include_str!("prepare.sh");

/// The tables: their names and titles, what rows are, and the calls.
const TABLES: [(&str, &str, &str, &str); 2] = [
    ("calls/utilities", "Calls of utilities", "call", include_str!("utilities.txt")),
    ("calls/constructs", "Constructs of the language", "construct", include_str!("constructs.txt")),
];

/// The longest that this may take: some seconds, but on a machine that others keep busy.
const PREPARING: Duration = Duration::from_secs(600);

/// The column that the others are compared with.
const FASTEST: &str = "fastest other";

/// Most output that is compared.
const OUTPUT: usize = 64 << 20;

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Calls<'a> {
    /// The shells; the last of them is the one that is judged.
    pub shells: &'a [String],
    /// Calls that have one of these texts in their names; all if there is none.
    pub only: &'a [String],
    /// The longest that a run may take.
    pub limit: Duration,
}

/// A call: its name, and the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Call<'a> {
    name: &'a str,
    script: &'a str,
}

/// The calls of a file: a line each, that begins with a name and a tab where the script is not its own
/// name.
fn calls(text: &str) -> impl Iterator<Item = Call<'_>> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        // A tab in quotes is the script's.
        let named = line.split_once('\t').filter(|(name, _)| !name.contains('\''));
        let (name, script) = named.unwrap_or((line, line));
        Call { name, script }
    })
}

/// Both tables, without the column of the fastest: that is known when all passes are over
/// ([`behind_first`]).
pub fn measure(bench: &mut Bench<'_>, wanted: Calls<'_>, time: Duration) -> Vec<Section> {
    let shells = Shell::choose(bench, wanted.shells);
    let is_wanted = |call: &Call<'_>| {
        wanted.only.is_empty() || wanted.only.iter().any(|text| call.name.contains(&**text))
    };
    let tables = TABLES.map(|(id, title, heading, text)| {
        let rows: Vec<_> = calls(text).filter(is_wanted).collect();
        (id, title, heading, rows)
    });
    let count = tables.iter().map(|(.., rows)| rows.len()).sum::<usize>();
    let share = time / u32::try_from(count.max(1)).unwrap_or(u32::MAX);
    let ready = match bench.known.prepared.take() {
        Some(known) => known,
        None => prepare(bench),
    };
    bench.known.prepared = Some(ready.clone());
    let mut sections = Vec::new();
    for (id, title, heading, rows) in tables {
        let mut section = Section {
            id: id.into(),
            title: title.into(),
            row_heading: heading.into(),
            columns: shells.iter().map(|shell| Column::time(shell.name.clone())).collect(),
            style: RatioStyle::Times,
            ..Section::default()
        };
        match &ready {
            Ok(()) => {
                for call in rows.into_iter().take_while(|_| !crate::measure::interrupted()) {
                    let cells = row(bench, &shells, call, (id, wanted.limit, share));
                    section.push_row(Row::named(call.name), cells);
                }
            }
            Err(failure) => section.notes.push(format!("not measured: {failure}")),
        }
        if !section.rows.is_empty() || !section.notes.is_empty() {
            sections.push(section);
        }
    }
    sections
}

fn prepare(bench: &Bench<'_>) -> Result<(), Failure> {
    let command = Command {
        words: vec![b"/bin/sh".to_vec(), b"-c".to_vec(), PREPARE.into()],
        environment: bench.environment.clone(),
        directory: bench.work.clone(),
        input: None,
        limit: PREPARING,
        until: bench.end(),
        pin: Pin::Free,
    };
    let run = command.capture(1 << 16)?;
    match run.ended {
        Ended::Exited(0) => Ok(()),
        ended => {
            let said = String::from_utf8_lossy(&run.output).into_owned();
            Err(Failure::said(format!("the files were not made: {} ({said})", ended.describe())))
        }
    }
}

/// A row: a cell for each shell.
fn row(
    bench: &mut Bench<'_>,
    shells: &[Shell],
    call: Call<'_>,
    (id, limit, time): (&str, Duration, Duration),
) -> Vec<Cell> {
    let what = format!("{id}: {}", call.name);
    let text = format!("LC_ALL=C; export LC_ALL\n{}\n", call.script);
    let commands: Vec<Result<Command, Cell>> = shells
        .iter()
        .map(|shell| {
            let words: [&[u8]; 2] = [b"-c", text.as_bytes()];
            shell.command(bench, &words, bench.work.clone(), limit).map_err(Cell::skipped)
        })
        .collect();
    if bench.pass == 0 {
        let runs: Vec<Result<Run, Cell>> = commands
            .iter()
            .map(|command| {
                command.as_ref().map_err(Cell::clone)?.capture(OUTPUT).map_err(|it| it.cell())
            })
            .collect();
        for (shell, verdict) in shells.iter().zip(verdicts(&runs)) {
            bench.known.checked.insert((what.clone(), shell.name.clone()), verdict.map(|()| None));
        }
    }
    let mut cells = Vec::new();
    let mut contestants = Vec::new();
    for (shell, command) in shells.iter().zip(commands) {
        let known = bench.known.checked.get(&(what.clone(), shell.name.clone()));
        let checked = known.cloned().unwrap_or_else(|| Err(Cell::skipped("not compared")));
        match checked.and(command) {
            Ok(command) => {
                cells.push(None);
                contestants.push(contestant(&shell.name, command, |run| run.cpu));
            }
            Err(cell) => cells.push(Some(cell)),
        }
    }
    bench.alternate(&what, &mut contestants, 8, 4, Duration::from_millis(20), time);
    let mut measured = contestants.into_iter().map(|one| one.cells().pop().unwrap_or_default());
    let next = |cell: Option<Cell>| cell.unwrap_or_else(|| measured.next().unwrap_or_default());
    cells.into_iter().map(next).collect()
}

/// Which shells do what most of them do, successfully; of as many the first. The others do not know the
/// construct, or have another utility: that is no failure of the measurement.
fn verdicts(runs: &[Result<Run, Cell>]) -> Vec<Result<(), Cell>> {
    let succeeded = |run: &&Run| run.ended == Ended::Exited(0);
    let good: Vec<&Run> = runs.iter().flatten().filter(succeeded).collect();
    let votes = |run: &Run| good.iter().filter(|other| other.output == run.output).count();
    // Of several maxima the last is taken.
    let usual = good.iter().rev().max_by_key(|run| votes(run));
    let verdict = |run: &Result<Run, Cell>| {
        let run = run.as_ref().map_err(Cell::clone)?;
        match usual {
            _ if run.ended != Ended::Exited(0) => Err(Cell::skipped(run.ended.describe())),
            Some(usual) if run.output != usual.output => {
                let how = difference(&run.output, &usual.output);
                Err(Cell::skipped(format!("other output than most: {how}")))
            }
            _ => Ok(()),
        }
    };
    runs.iter().map(verdict).collect()
}

/// Puts the fastest of the other shells into each row, to be compared with, and the rows into order: what the last
/// shell is furthest behind in first.
pub fn behind_first(sections: &mut [Section]) {
    for section in sections.iter_mut().filter(|section| section.id.starts_with("calls/")) {
        let columns = section.columns.len();
        let Some(judged) = columns.checked_sub(1) else { continue };
        let name = section.columns[judged].name.clone();
        section.notes.insert(
            0,
            format!(
                "Processor time, of the shell and of all that it started. The ratios are to the fastest of \
                 the other shells in each row, and rows in which {name} is furthest behind come first. A shell whose \
                 output is not what most say has no time."
            ),
        );
        let middle = |cell: &Cell| {
            let mut samples: Vec<f64> = cell.rounds()?.iter().flatten().copied().collect();
            Some(median(&mut samples))
        };
        let cells = std::mem::take(&mut section.cells);
        let mut rows: Vec<(f64, Row, Vec<Cell>)> = Vec::new();
        for (row, cells) in section.rows.drain(..).zip(cells.chunks(columns)) {
            let timed = |cell: &&Cell| middle(cell).is_some();
            let least = |one: &&Cell, other: &&Cell| {
                let key = |cell: &Cell| middle(cell).unwrap_or(f64::INFINITY);
                key(one).total_cmp(&key(other))
            };
            let fastest = cells[..judged].iter().filter(timed).min_by(least);
            let fastest = fastest.cloned().unwrap_or_default();
            // Not judged comes last.
            let ratio = match (middle(&cells[judged]), middle(&fastest)) {
                (Some(mine), Some(theirs)) if theirs > 0.0 => mine / theirs,
                _ => -1.0,
            };
            rows.push((ratio, row, [&[fastest], cells].concat()));
        }
        rows.sort_by(|(one, ..), (other, ..)| other.total_cmp(one));
        section.columns.insert(0, Column::time(FASTEST));
        section.reference = Reference::Column(FASTEST.into());
        for (_, row, cells) in rows {
            section.push_row(row, cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_lines_with_names_of_their_own() {
        let text = "# said\ncat text\nname\techo x\ncut -d '\t' -f 1\n\n";
        let found: Vec<_> = calls(text).collect();
        let call = |name, script| Call { name, script };
        assert_eq!(
            found,
            [
                call("cat text", "cat text"),
                call("name", "echo x"),
                call("cut -d '\t' -f 1", "cut -d '\t' -f 1")
            ]
        );
        for (id, .., text) in TABLES {
            let mut names: Vec<_> = calls(text).map(|call| call.name).collect();
            assert!(names.len() > 100, "{id}");
            names.sort_unstable();
            let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
            assert_eq!(twice, None, "{id}");
        }
    }

    #[test]
    fn what_most_say_is_expected() {
        let run = |status, output: &str| {
            Ok(Run {
                ended: Ended::Exited(status),
                wall: Duration::ZERO,
                cpu: Duration::ZERO,
                memory: 0,
                output: output.into(),
            })
        };
        let runs = [run(0, "a"), run(0, "b"), run(1, "b"), run(0, "b"), Err(Cell::failed("late"))];
        let fine: Vec<bool> = verdicts(&runs).iter().map(Result::is_ok).collect();
        assert_eq!(fine, [false, true, false, true, false]);
        // Of two opinions the first.
        let fine: Vec<bool> = verdicts(&runs[..2]).iter().map(Result::is_ok).collect();
        assert_eq!(fine, [true, false]);
        assert!(verdicts(&[]).is_empty());
    }

    #[test]
    fn what_is_behind_comes_first() {
        let mut section = Section {
            id: "calls/utilities".into(),
            columns: ["dash", "bash", "mine"].map(Column::time).into(),
            ..Section::default()
        };
        let cells = |times: [f64; 3]| times.map(Cell::value).to_vec();
        section.push_row(Row::named("ahead"), cells([10.0, 20.0, 5.0]));
        section.push_row(Row::named("unknown"), vec![Cell::value(1.0), Cell::skipped("no such")]);
        section.push_row(Row::named("behind"), cells([30.0, 20.0, 40.0]));
        let mut sections = [section];
        behind_first(&mut sections);
        let [section] = sections;
        let names: Vec<_> = section.rows.iter().map(|row| &*row.name).collect();
        assert_eq!(names, ["behind", "ahead", "unknown"]);
        assert_eq!(section.named("behind", FASTEST), Some(&Cell::value(20.0)));
        assert_eq!(section.named("ahead", FASTEST), Some(&Cell::value(10.0)));
        assert_eq!(section.reference_of(0, 3), Some((0, 0)));
        assert_eq!(section.cells.len(), 12);
    }
}
