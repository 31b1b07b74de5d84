//! `forkbench unixbench`: the tests of UnixBench 5 that are about processes, with any shell: shell1,
//! shell8, execl and spawn. Its scores are computed from the times.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::experiments::Bench;
use crate::experiments::agreement::{Agreement, Asked};
use crate::experiments::shell::Shell;
use crate::measure::{Command, Contestant, Ended, Failure, Pin, Run};
use crate::model::{Cell, Chart, Column, RatioStyle, Reference, Row, Section, Unit};
use crate::programs::Flavour;

/// A test, the seconds that its score is per, and the score of UnixBench's base machine, which has index 10.
struct Test {
    name: &'static str,
    per: f64,
    base: f64,
}

const fn test(name: &'static str, per: f64, base: f64) -> Test {
    Test { name, per, base }
}

/// UnixBench's pgms/index.base.
const SHELL1: Test = test("shell1", 60.0, 42.4);
const SHELL8: Test = test("shell8", 60.0, 6.0);
const EXECL: Test = test("execl", 1.0, 43.0);
const SPAWN: Test = test("spawn", 1.0, 126.0);

/// Scripts of each kind that run side by side.
const SCRIPTS: [(Test, &str); 2] = [(SHELL1, "1"), (SHELL8, "8")];

/// Iterations of one run of programs/unixbench.c.
const ITERATIONS: usize = 100;

/// What UnixBench's tst.sh does: the utilities sort, od, grep, tee, wc and rm, by two pipelines and five
/// redirections. `$1` is the input.
const WORK: &str = "sort >sort.$$ <\"$1\"
od sort.$$ | sort -n -k 1 >od.$$
grep the sort.$$ | tee grep.$$ | wc >wc.$$
";
/// Shows what has been made. The widths of wc's columns are no part of it.
const SHOW: &str = "cat sort.$$ od.$$ grep.$$; echo $(cat wc.$$)\n";
const CLEAN: &str = "rm sort.$$ grep.$$ od.$$ wc.$$\n";

impl Test {
    /// Score and index of an iteration of so many nanoseconds.
    fn score(&self, nanoseconds: f64) -> (f64, f64) {
        let score = self.per * 1e9 / nanoseconds.max(1.0);
        (score, score / self.base * 10.0)
    }
}

/// The tables: times of the scripts by shell, their scores, and the two tests without a shell.
pub fn unixbench(
    bench: &mut Bench<'_>,
    descriptions: &[String],
    limit: Duration,
    time: Duration,
) -> Vec<Section> {
    let shells = Shell::choose(bench, descriptions);
    let mut times = described(bench, &shells);
    for (test, _) in &SCRIPTS {
        times.rows.push(Row::named(test.name));
    }
    times.cells = vec![Cell::default(); times.rows.len() * times.columns.len()];
    match prepare(&bench.work, &shells) {
        Ok(()) => measure_scripts(bench, &shells, &mut times, limit, time.mul_f64(0.7)),
        Err(error) => times.notes.push(format!("not measured: {error}")),
    }
    let scores = scores(&times);
    vec![times, scores, programs(bench, time.mul_f64(0.3))]
}

fn described(bench: &Bench<'_>, shells: &[Shell]) -> Section {
    let first = shells.iter().find(|shell| shell.words.is_ok());
    let usual = first.map(|shell| shell.name.as_str()).unwrap_or_default();
    let names = shells.iter().map(|shell| shell.name.as_str());
    Section {
        id: "unixbench".into(),
        title: "UnixBench: shell scripts".into(),
        notes: vec![
            "Time of one iteration of shell1 and shell8: the shell starts a script that runs one or \
             eight copies of a second script side by side, of sort, od, grep, tee, wc and rm. UnixBench 5 \
             uses /bin/sh for both. Processes of one iteration (p)."
                .into(),
        ],
        row_heading: "test".into(),
        columns: shells.iter().map(|shell| Column::time(shell.name.clone())).collect(),
        reference: Reference::Column(bench.reference(names, usual)),
        style: RatioStyle::Times,
        chart: Chart::Marks,
        ..Section::default()
    }
}

/// Writes the input, of the size of UnixBench's (362 lines, 8.5 kB), and the scripts.
fn prepare(work: &Path, shells: &[Shell]) -> std::io::Result<()> {
    let mut input = String::new();
    for line in 0..362_u32 {
        let number = line * 7919 % 997;
        let _ = match line % 6 {
            0 => writeln!(input, "value{number}=${{value{number}:-the}}"),
            1 => writeln!(input, "cd $place{number}"),
            2 => writeln!(input, "# all of the {number} lines"),
            3 => writeln!(input, "echo \"$value{number}\" >>out"),
            4 => writeln!(input, "    test -f $dir/{number} ||"),
            _ => writeln!(input, "fi; done {number}"),
        };
    }
    fs::write(work.join("sort.src"), input)?;
    fs::write(work.join("tst.sh"), format!("{WORK}{CLEAN}"))?;
    fs::write(work.join("shown.sh"), format!("{WORK}{SHOW}{CLEAN}"))?;
    for (number, shell) in shells.iter().enumerate() {
        if let Ok(words) = &shell.words {
            fs::write(work.join(format!("multi-{number}.sh")), multi(words))?;
        }
    }
    Ok(())
}

/// UnixBench's multi.sh, which starts `$1` copies of `$2` by this shell and waits for them.
fn multi(words: &[Vec<u8>]) -> Vec<u8> {
    let mut text = b"instance=1\nwhile [ $instance -le $1 ]; do\n\t".to_vec();
    for word in words {
        text.push(b'\'');
        text.extend(String::from_utf8_lossy(word).replace('\'', "'\\''").into_bytes());
        text.extend(b"' ");
    }
    text.extend(b"\"$2\" sort.src &\n\tinstance=$(($instance + 1))\ndone\nwait\n");
    text
}

fn measure_scripts(
    bench: &mut Bench<'_>,
    shells: &[Shell],
    section: &mut Section,
    limit: Duration,
    time: Duration,
) {
    let mut agreement = Agreement::default();
    let share = time / u32::try_from(SCRIPTS.len()).unwrap_or(1);
    for (row, (test, copies)) in SCRIPTS.iter().enumerate() {
        if bench.interrupted() {
            return;
        }
        let mut contestants = Vec::new();
        let mut places = Vec::new();
        for (column, shell) in shells.iter().enumerate() {
            let checked = ready(bench, shell, column, (test.name, copies), limit, &mut agreement);
            let Some(cell) = section.cell_mut(row, column) else { continue };
            match checked {
                Ok((command, processes)) => {
                    cell.processes = processes;
                    contestants.push(contestant(&shell.name, command, |run| run.wall));
                    places.push(column);
                }
                Err(why) => *cell = why,
            }
        }
        let what = format!("unixbench: {}", test.name);
        bench.alternate(&what, &mut contestants, 40, 20, Duration::from_millis(50), share);
        for (column, contestant) in places.into_iter().zip(contestants) {
            if let (Some(there), Some(measured)) =
                (section.cell_mut(row, column), contestant.cells().pop())
            {
                let processes = there.processes.filter(|_| measured.rounds().is_some());
                *there = Cell { processes, ..measured };
            }
        }
    }
}

/// A shell's command and processes, once its output is the first one's.
fn ready(
    bench: &mut Bench<'_>,
    shell: &Shell,
    number: usize,
    (test, copies): (&str, &str),
    limit: Duration,
    agreement: &mut Agreement,
) -> Result<(Command, Option<crate::model::Processes>), Cell> {
    let script = format!("multi-{number}.sh");
    let directory = bench.work.clone();
    let command = |second: &str, copies: &str| {
        let words = [script.as_bytes(), copies.as_bytes(), second.as_bytes()];
        shell.command(bench, &words, directory.clone(), limit).map_err(Cell::skipped)
    };
    let timed = command("tst.sh", copies)?;
    let place = (format!("unixbench: {test}"), shell.name.clone());
    if let Some(known) = bench.known.checked.get(&place) {
        return known.clone().map(|processes| (timed, processes));
    }
    let checked = command("shown.sh", "1").and_then(|shown| {
        // The files are named by a process's number; their contents are not.
        agreement.check(&shown, 1 << 20, Asked::Success)?;
        Ok(bench.counter.count(&timed, &Ended::Exited(0)).ok())
    });
    bench.known.checked.insert(place, checked.clone());
    checked.map(|processes| (timed, processes))
}

/// Runs a command, which has to succeed, as often as is asked; `time`: which of its times counts.
pub(super) fn contestant<'a>(
    name: &str,
    command: Command,
    time: fn(&Run) -> Duration,
) -> Contestant<'a> {
    Contestant::new(name, 1, move |count| {
        let mut samples = Vec::with_capacity(count);
        for _ in 0..count {
            let run = command.run()?;
            if run.ended != Ended::Exited(0) {
                return Err(Failure::said(run.ended.describe()));
            }
            samples.push(time(&run).as_nanos() as f64);
        }
        Ok(vec![samples])
    })
}

/// UnixBench's own figures of the same runs.
fn scores(times: &Section) -> Section {
    let mut section = Section {
        id: "unixbench/scores".into(),
        title: "UnixBench: scores of the shell scripts".into(),
        notes: vec![
            "Iterations a minute (lpm), and UnixBench's index of them: 10 is a SPARCstation 20-61. Here \
             more is better."
                .into(),
        ],
        row_heading: "score".into(),
        columns: times
            .columns
            .iter()
            .map(|column| Column::shown(column.name.clone(), Unit::Count))
            .collect(),
        ..Section::default()
    };
    for (row, (test, _)) in SCRIPTS.iter().enumerate() {
        let cells = |score: fn(&Test, f64) -> f64| -> Vec<Cell> {
            let count = times.columns.len();
            (0..count)
                .filter_map(|column| times.cell(row, column))
                .map(|cell| scored(cell, |time| score(test, time)))
                .collect()
        };
        section.push_row(
            Row::named(format!("{}, lpm", test.name)),
            cells(|test, time| test.score(time).0),
        );
        section.push_row(
            Row::named(format!("{}, index", test.name)),
            cells(|test, time| test.score(time).1),
        );
    }
    section
}

/// A cell of times as one of scores.
fn scored(cell: &Cell, score: impl Fn(f64) -> f64) -> Cell {
    let mut cell = Cell { processes: None, ..cell.clone() };
    if let crate::model::Outcome::Samples(rounds) = &mut cell.outcome {
        for sample in rounds.iter_mut().flatten() {
            *sample = score(*sample);
        }
    }
    cell
}

/// execl and spawn.
fn programs(bench: &mut Bench<'_>, time: Duration) -> Section {
    let mut section = Section {
        id: "unixbench/programs".into(),
        title: "UnixBench: execl and spawn".into(),
        notes: vec![
            "Time of one iteration: a program replaces itself by itself (execl), or forks a child that \
             ends at once and waits for it (spawn); by the system's C compiler and library. No shell \
             takes part. Of the iterations a second (lps) and of UnixBench's index more is better."
                .into(),
        ],
        row_heading: "test".into(),
        columns: vec![
            Column::shown("time", Unit::Nanoseconds),
            Column::shown("lps", Unit::Count),
            Column::shown("index", Unit::Count),
        ],
        ..Section::default()
    };
    let program = bench.kit.program("unixbench.c", Flavour::Dynamic);
    let tests = [EXECL, SPAWN];
    let mut contestants = Vec::new();
    if let Ok(program) = &program {
        for test in &tests {
            let words = [program.as_os_str().as_encoded_bytes(), test.name.as_bytes()];
            let count = ITERATIONS.to_string();
            let command = Command {
                words: words.into_iter().chain([count.as_bytes()]).map(<[u8]>::to_vec).collect(),
                environment: bench.environment.clone(),
                directory: bench.work.clone(),
                input: None,
                limit: Duration::from_secs(60),
                until: bench.end(),
                pin: Pin::Free,
            };
            let one = contestant(test.name, command, |run| run.wall);
            let mut run = one.run;
            contestants.push(Contestant::new(test.name, 1, move |count| {
                let mut columns = run(count)?;
                for sample in columns.iter_mut().flatten() {
                    *sample /= ITERATIONS as f64;
                }
                Ok(columns)
            }));
        }
        bench.alternate(
            "unixbench: execl, spawn",
            &mut contestants,
            40,
            20,
            Duration::from_millis(50),
            time,
        );
    }
    let mut measured = contestants.into_iter().map(|one| one.cells().pop().unwrap_or_default());
    for test in &tests {
        let cell = match &program {
            Ok(_) => measured.next().unwrap_or_default(),
            Err(why) => Cell::skipped(why.clone()),
        };
        let lps = scored(&cell, |time| test.score(time).0);
        let index = scored(&cell, |time| test.score(time).1);
        section.push_row(Row::named(test.name), vec![cell, lps, index]);
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_unixbench() {
        // The base machine: 42.4 scripts a minute have index 10.
        let (score, index) = SHELL1.score(60e9 / 42.4);
        assert!((score - 42.4).abs() < 1e-9 && (index - 10.0).abs() < 1e-9);
        let (score, index) = EXECL.score(1e9 / 4300.0);
        assert!((score - 4300.0).abs() < 1e-6 && (index - 1000.0).abs() < 1e-6);
        assert_eq!(SPAWN.score(0.0).0, 1e9, "no division by nothing");
    }

    #[test]
    fn words_of_a_shell_are_quoted() {
        let text = multi(&[b"/it's/busybox".to_vec(), b"sh".to_vec()]);
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains("\n\t'/it'\\''s/busybox' 'sh' \"$2\" sort.src &\n"), "{text}");
    }

    #[test]
    fn what_has_no_time_has_no_score() {
        let cell = scored(&Cell::skipped("gone"), |time| time);
        assert_eq!(cell, Cell::skipped("gone"));
        assert_eq!(scored(&Cell::value(2.0), |time| 1.0 / time), Cell::value(0.5));
    }
}
