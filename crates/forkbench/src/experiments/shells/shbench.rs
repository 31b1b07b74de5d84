//! The programs of shbench, the suite that ksh93's developers measure with.
//!
//! They are run as they are, all shells with the same amount of work: shbench's own
//! driver gives some shells less of it (`penalty`), here the first argument of that
//! kind counts for all.

use std::cmp::Reverse;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::experiments::Bench;
use crate::experiments::shell::{Shell, difference};
use crate::experiments::shells::{absolute, reference};
use crate::measure::{Command, Contestant, Ended, Failure};
use crate::model::{Cell, Chart, Column, RatioStyle, Reference, Row, Section};

/// The part of the full work that is done: 1 over this. With more than 50 one of them
/// (fibonacci.ksh) has no work left.
fn penalty(quick: bool) -> u32 {
    if quick { 32 } else { 16 }
}

/// With --quick a run may take so long at most.
const QUICK_LIMIT: Duration = Duration::from_secs(2);

/// The programs that have figures in the fifth text: with --quick they come first, as
/// there may be no time for all.
const FIRST: [&str; 2] = ["fibonacci.ksh", "parens.ksh"];

/// The table of programs.
pub fn table(
    bench: &mut Bench<'_>,
    shells: &[Shell],
    directory: &Path,
    limit: Duration,
    time: Duration,
) -> Section {
    let penalty = penalty(bench.quick);
    let mut section = Section {
        id: "shbench".into(),
        title: "The programs of shbench".into(),
        notes: vec![format!(
            "Each program as it is, with a {penalty}th of its work (penalty={penalty}), the same \
             for every shell; some do all of it whatever they are told. Skipped: the shell finds \
             its syntax wrong (sh -n). Failed: it ends with an error, or says something else than \
             most."
        )],
        row_heading: "program".into(),
        columns: shells.iter().map(|shell| Column::time(shell.name.clone())).collect(),
        reference: Reference::Column(reference(bench, shells)),
        style: RatioStyle::Times,
        chart: Chart::Marks,
        ..Section::default()
    };
    let limit = if bench.quick { limit.min(QUICK_LIMIT) } else { limit };
    let mut programs = match programs(directory) {
        Ok(programs) if !programs.is_empty() => programs,
        Ok(_) => {
            section.notes.push(format!("no *.ksh in {}", directory.display()));
            return section;
        }
        Err(error) => {
            section.notes.push(format!("{}: {error}", directory.display()));
            return section;
        }
    };
    if bench.quick {
        programs.sort_by_key(|path| !FIRST.iter().any(|name| path.ends_with(name)));
    }
    let deadline = Instant::now() + time;
    let count = programs.len();
    for (number, program) in programs.into_iter().enumerate() {
        if bench.interrupted() {
            break;
        }
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if bench.is_late() {
            let cells = vec![Failure::Late.cell(); shells.len()];
            section.push_row(Row::named(name), cells);
            continue;
        }
        let rest = deadline.saturating_duration_since(Instant::now());
        let each = rest / u32::try_from(count - number).unwrap_or(1);
        let cells = measure(bench, shells, &program, &name, limit, each, penalty);
        section.push_row(Row::named(name), cells);
    }
    section
}

/// The programs in the directory, or in `bench` below it.
fn programs(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let below = directory.join("bench");
    let directory = absolute(if below.is_dir() { &below } else { directory });
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "ksh") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn measure(
    bench: &mut Bench<'_>,
    shells: &[Shell],
    program: &Path,
    name: &str,
    limit: Duration,
    time: Duration,
    penalty: u32,
) -> Vec<Cell> {
    let begin = Instant::now();
    let mut checked = Vec::new();
    for shell in shells {
        bench.progress.show(&format!("shbench: {name}"), &shell.name, 0.0);
        let place = (name.to_owned(), shell.name.clone());
        checked.push(match bench.known.outputs.get(&place) {
            Some(known) => known.clone(),
            None if bench.is_late() => Err(Failure::Late.cell()),
            None => {
                let found = check(bench, shell, program, limit, penalty);
                bench.known.outputs.insert(place, found.clone());
                found
            }
        });
    }
    let outputs = checked.iter().filter_map(|one| one.as_ref().ok());
    let usual = most_common(outputs).cloned().unwrap_or_default();
    let mut cells = Vec::new();
    let mut contestants = Vec::new();
    for (shell, checked) in shells.iter().zip(checked) {
        let command = checked.and_then(|output| {
            if output == usual {
                return command(bench, shell, &[program.as_os_str().as_bytes()], limit, penalty);
            }
            let how = difference(&output, &usual);
            Err(Cell::failed(format!("other output: {how}")))
        });
        match command {
            Ok(command) => {
                cells.push(None);
                let one = Contestant::new(shell.name.clone(), 1, move |_| {
                    let run = command.run()?;
                    if run.ended != Ended::Exited(0) {
                        return Err(Failure::said(run.ended.describe()));
                    }
                    Ok(vec![vec![run.wall.as_nanos() as f64]])
                });
                contestants.push(one.already_warm());
            }
            Err(cell) => cells.push(Some(cell)),
        }
    }
    let left = time.saturating_sub(begin.elapsed());
    bench.alternate(&format!("shbench: {name}"), &mut contestants, 15, 1, left, left);
    let mut measured = contestants.into_iter().map(|one| one.cells().pop().unwrap_or_default());
    cells.into_iter().map(|cell| cell.or_else(|| measured.next()).unwrap_or_default()).collect()
}

/// What most say, the shortest of several that are as common: complaints are longer. A shell that ignores what it
/// does not know ends well too, and soon: it would be the fastest.
fn most_common<'a>(outputs: impl Iterator<Item = &'a Vec<u8>>) -> Option<&'a Vec<u8>> {
    let all: Vec<_> = outputs.collect();
    let count = |output| all.iter().filter(|other| **other == output).count();
    all.iter().max_by_key(|output| (count(**output), Reverse(output.len()))).copied()
}

/// The shell with these arguments, told how much work to do.
fn command(
    bench: &Bench<'_>,
    shell: &Shell,
    words: &[&[u8]],
    limit: Duration,
    penalty: u32,
) -> Result<Command, Cell> {
    let mut command =
        shell.command(bench, words, bench.work.clone(), limit).map_err(Cell::skipped)?;
    command.environment.push(format!("penalty={penalty}").into_bytes());
    command.environment.push(b"refshell=ksh".to_vec());
    command.environment.push(b"LC_NUMERIC=C".to_vec());
    Ok(command)
}

/// As shbench does: a shell that does not like the syntax is skipped. What it said.
fn check(
    bench: &Bench<'_>,
    shell: &Shell,
    program: &Path,
    limit: Duration,
    penalty: u32,
) -> Result<Vec<u8>, Cell> {
    let path = program.as_os_str().as_bytes();
    let syntax = command(bench, shell, &[b"-n", path], limit, penalty)?;
    match syntax.capture(1 << 20) {
        Ok(run) if run.ended == Ended::Exited(0) => {}
        Ok(_) => return Err(Cell::skipped("the shell finds its syntax wrong")),
        Err(failure) => return Err(failure.cell()),
    }
    let whole = command(bench, shell, &[path], limit, penalty)?;
    // Whether it works at all; what it says then is the reason.
    match whole.capture(1 << 24) {
        Ok(run) if run.ended == Ended::Exited(0) => Ok(run.output),
        Ok(run) => {
            let text = String::from_utf8_lossy(&run.output);
            let line = text.lines().next().unwrap_or_default();
            // The program's own name says nothing new.
            let line = line.strip_prefix(&*program.to_string_lossy()).unwrap_or(line);
            let line: String = line.trim_start_matches(": ").chars().take(90).collect();
            let said = if line.is_empty() { "and says nothing" } else { &line };
            Err(Cell::failed(format!("{}: {said}", run.ended.describe())))
        }
        Err(failure) => Err(failure.cell()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_most_say() {
        let say = |list: &[&str]| {
            let all: Vec<Vec<u8>> = list.iter().map(|text| text.as_bytes().to_vec()).collect();
            most_common(all.iter()).map(|text| String::from_utf8_lossy(text).into_owned())
        };
        assert_eq!(say(&["typeset: not found", "", ""]).as_deref(), Some(""));
        assert_eq!(say(&["bad line", "", "worse line"]).as_deref(), Some(""));
        assert_eq!(say(&["a", "", "a"]).as_deref(), Some("a"));
        assert_eq!(say(&[]), None);
    }

    #[test]
    fn a_directory_without_programs() {
        assert!(programs(Path::new("/nonexistent/shbench")).is_err());
        assert_eq!(programs(Path::new("/dev")).unwrap(), Vec::<PathBuf>::new());
    }
}
