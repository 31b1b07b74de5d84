//! From the command line to the exit status.

mod passes;
mod prepare;
mod results;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::FromArgMatches;

use crate::analysis::Analysed;
use crate::cli::{Cli, Options, Task};
use crate::compare::{By, compare};
use crate::environment::load;
use crate::experiments::{
    Bench, Calls, Launching, Parallel, Progress, Script, behind_first, calls, launch, linking,
    memory, parallel, pipelines, shells, unixbench,
};
use crate::measure::interrupted;
use crate::model::{FORMAT, Outcome, Report, Section};
use crate::output::{read_json, report_text};
use crate::serve::serve;

use results::Results;

/// What the program gets from its caller.
pub struct Surroundings<'a> {
    /// The command line, the program's name first.
    pub arguments: Vec<std::ffi::OsString>,
    /// The environment, "NAME=value" each.
    pub environment: Vec<Vec<u8>>,
    /// The program's own file.
    pub own_path: PathBuf,
    /// The working directory.
    pub directory: PathBuf,
    /// Standard output.
    pub output: &'a mut dyn Write,
    /// Standard error.
    pub error: &'a mut dyn Write,
    /// Whether that is a terminal.
    pub error_is_terminal: bool,
}

/// The exit statuses.
const FINE: i32 = 0;
const FAILED: i32 = 1;
const USAGE: i32 = 2;
const INTERRUPTED: i32 = 130;

/// A message for the user and the status that goes with it.
struct Complaint(String, i32);

fn usage(message: impl std::fmt::Display) -> Complaint {
    Complaint(message.to_string(), USAGE)
}

/// Does what the command line says; returns the exit status.
pub fn run(mut surroundings: Surroundings<'_>) -> i32 {
    let parsed = crate::cli::command()
        .try_get_matches_from(&surroundings.arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            let text = error.render();
            let _ = if error.use_stderr() {
                write!(surroundings.error, "{text}")
            } else {
                write!(surroundings.output, "{text}")
            };
            return error.exit_code();
        }
    };
    match perform(cli, &mut surroundings) {
        Ok(status) => status,
        Err(Complaint(message, status)) => {
            let _ = writeln!(surroundings.error, "forkbench: {message}");
            status
        }
    }
}

fn perform(cli: Cli, surroundings: &mut Surroundings<'_>) -> Result<i32, Complaint> {
    let Cli { task, options } = cli;
    match task {
        Task::Serve => serve(&surroundings.environment).map(|()| FINE).map_err(usage),
        Task::Compare { before, after, threshold, times } => {
            let (before, after) = (read(&before)?, read(&after)?);
            let by = if times { By::Time } else { By::Ratio };
            let comparison = compare(&before, &after, by, threshold);
            print(surroundings.output, &comparison.text())?;
            Ok(if comparison.is_worse() { FAILED } else { FINE })
        }
        Task::Report { files, together } => {
            let results = Results::open(&options).map_err(usage)?;
            let mut reports = files.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
            let mut first = reports.remove(0);
            for report in reports {
                first.interrupted |= report.interrupted;
                first.sections.extend(report.sections);
            }
            if let Some(by) = together {
                crate::together::together(&mut first, by);
            }
            finish(first, &options, results, surroundings)
        }
        task => measure(&task, &options, surroundings),
    }
}

fn read(file: &Path) -> Result<Report, Complaint> {
    let named = |what: &str| usage(format!("{}: {what}", file.display()));
    let text = fs::read(file).map_err(|error| named(&crate::measure::text_of(&error)))?;
    read_json(&text).map_err(|error| named(&error.to_string()))
}

fn print(output: &mut dyn Write, text: &str) -> Result<(), Complaint> {
    output.write_all(text.as_bytes()).and_then(|()| output.flush()).map_err(|error| {
        Complaint(format!("standard output: {}", crate::measure::text_of(&error)), FAILED)
    })
}

/// Seconds that a task takes if nothing else is said.
fn usual_time(task: &Task, quick: bool) -> u64 {
    match (task, quick) {
        (Task::All { .. }, true) => 45,
        (Task::Shells { shells }, true)
            if shells.shbench.is_some() || shells.configure.is_some() =>
        {
            36
        }
        (_, true) => 25,
        (Task::Launch { .. } | Task::Linking | Task::Script { .. }, false) => 30,
        (Task::Unixbench { .. }, false) => 60,
        (Task::Pipelines { .. }, false) => 240,
        (Task::Calls { .. }, false) => 900,
        (Task::All { .. }, false) => 360,
        (_, false) => 150,
    }
}

fn measure(
    task: &Task,
    options: &Options,
    surroundings: &mut Surroundings<'_>,
) -> Result<i32, Complaint> {
    check_inputs(task, options)?;
    // What cannot be written is better known before an hour of measuring.
    let results = Results::open(options).map_err(usage)?;
    crate::measure::catch_interrupts().map_err(usage)?;
    let work = prepare::WorkDirectory::new(&surroundings.environment).map_err(|error| {
        usage(format!("no work directory: {}", crate::measure::text_of(&error)))
    })?;
    let is_terminal = surroundings.error_is_terminal;
    let terminal: Option<&mut dyn Write> =
        if is_terminal { Some(&mut *surroundings.error) } else { None };
    let mut bench = prepare::bench(
        options,
        &surroundings.environment,
        surroundings.own_path.clone(),
        work.path(),
        Progress::new(terminal),
    )
    .map_err(usage)?;
    let mut environment = crate::environment::Environment::observe();
    prepare::describe(&bench, &mut environment);
    let seconds = options.time.unwrap_or_else(|| usual_time(task, options.quick));
    let time = Duration::from_secs(seconds);
    let directory = surroundings.directory.clone();
    bench.passes = passes::count(task, time, options.passes);
    let before = crate::environment::Ticks::now();
    let mut made = 0;
    let mut sections = passes::go(bench.passes, time, &mut |pass, time| {
        bench.pass = pass;
        made = pass + 1;
        perform_task(&mut bench, task, time, directory.clone())
    });
    behind_first(&mut sections);
    bench.progress.clear();
    drop(bench);
    environment.set("passes", made.to_string());
    if let Some((before, after)) = before.zip(crate::environment::Ticks::now()) {
        environment
            .set("stolen", format!("{:.1} % of the processors' time", after.stolen_since(&before)));
    }
    if let Some(load) = load() {
        environment.set("load at end", load);
    }
    let report = Report {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").into(),
        command: surroundings
            .arguments
            .iter()
            .map(|word| word.to_string_lossy().into_owned())
            .collect(),
        environment,
        interrupted: interrupted(),
        sections,
    };
    finish(report, options, results, surroundings)
}

/// The launches of `all`: the usual ones.
const ALL: Launching<'_> = Launching { parent: 200 << 20, runtimes: false, own: &[] };

fn perform_task(
    bench: &mut Bench<'_>,
    task: &Task,
    time: Duration,
    directory: PathBuf,
) -> Vec<Section> {
    match task {
        Task::Launch { parent, own } => {
            launch(bench, Launching { parent: *parent, runtimes: true, own }, time)
        }
        Task::Parallel { launchers, parent } => {
            parallel(bench, Parallel { launchers, parent: *parent }, time)
        }
        Task::Memory { sizes } => memory(bench, sizes, time),
        Task::Linking => linking(bench, time),
        Task::Shells { shells: options } => shells(bench, options, time),
        Task::Script { file, arguments, shells, ignore_output, limit } => {
            let script = Script { file, arguments, ignores_output: *ignore_output };
            script.measure(bench, shells, directory, Duration::from_secs(*limit), time)
        }
        Task::Pipelines { shells, size, limit } => {
            pipelines(bench, shells, *size, Duration::from_secs(*limit), time)
        }
        Task::Calls { shells, only, limit } => {
            let limit = Duration::from_secs(*limit);
            calls(bench, Calls { shells, only, limit }, time)
        }
        Task::Unixbench { shells, limit } => {
            unixbench(bench, shells, Duration::from_secs(*limit), time)
        }
        Task::All { shells: options } => {
            let deadline = Instant::now() + time;
            let mut sections = Vec::new();
            // A share of what is left: what one part takes too much the next ones save.
            let mut part = |share: f64, run: &mut dyn FnMut(Duration) -> Vec<Section>| {
                if !interrupted() {
                    let left = deadline.saturating_duration_since(Instant::now());
                    sections.extend(run(left.mul_f64(share)));
                }
            };
            part(0.13, &mut |time| launch(bench, ALL, time));
            part(0.13, &mut |time| linking(bench, time));
            part(0.4, &mut |time| memory(bench, &[], time));
            part(1.0, &mut |time| shells(bench, options, time));
            sections
        }
        Task::Compare { .. } | Task::Report { .. } | Task::Serve => Vec::new(),
    }
}

/// Inputs that make the whole run pointless are complained about before it.
fn check_inputs(task: &Task, options: &Options) -> Result<(), Complaint> {
    let there = |path: &Path| match fs::metadata(path) {
        Ok(_) => Ok(()),
        Err(error) => {
            Err(usage(format!("{}: {}", path.display(), crate::measure::text_of(&error))))
        }
    };
    for library in
        [&options.popen_noshell, &options.aspawn, &options.libforkless].into_iter().flatten()
    {
        there(library)?;
    }
    match task {
        Task::Script { file, .. } => {
            fs::File::options().read(true).open(file).map_err(|error| {
                usage(format!("{}: {}", file.display(), crate::measure::text_of(&error)))
            })?;
            if file.is_dir() {
                return Err(usage(format!("{}: is a directory", file.display())));
            }
            Ok(())
        }
        Task::Shells { shells } | Task::All { shells } => {
            shells.shbench.iter().chain(&shells.configure).try_for_each(|path| there(path))
        }
        Task::Launch { own, .. } if own.iter().any(|path| there(path).is_err()) => {
            own.iter().try_for_each(|path| there(path))
        }
        Task::Launch { parent, .. } => {
            let available = crate::environment::available_memory().unwrap_or(u64::MAX);
            // Two launchers, half of each in use.
            if *parent as f64 > available as f64 * 0.7 {
                return Err(usage(format!(
                    "--parent {} is more than may be taken: the kernel has {} available",
                    crate::output::format::size(*parent as f64),
                    crate::output::format::size(available as f64)
                )));
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Shows and writes; the status says whether all of it went well.
fn finish(
    mut report: Report,
    options: &Options,
    results: Results,
    surroundings: &mut Surroundings<'_>,
) -> Result<i32, Complaint> {
    if let Some(name) = &options.reference {
        // What was measured is kept: `report` compares it with something else.
        let known = report.sections.iter_mut().filter_map(|s| s.compare_with(name).then_some(()));
        if known.count() == 0 {
            let _ = writeln!(
                surroundings.error,
                "forkbench: --reference {name}: no row or column that can be compared with is \
                 called so"
            );
        }
    }
    let analysed = Analysed::of(&report);
    print(surroundings.output, &report_text(&analysed, options.details))?;
    let mut status = if failed(&report) { FAILED } else { FINE };
    let written = results.write(&analysed);
    for path in written.files {
        let _ = writeln!(surroundings.error, "wrote {}", path.display());
    }
    for problem in written.problems {
        let _ = writeln!(surroundings.error, "forkbench: {problem}");
        status = FAILED;
    }
    Ok(if report.interrupted && interrupted() { INTERRUPTED } else { status })
}

/// Whether a measurement went wrong. That a shell does not know a construct of shbench, or takes too long for a call,
/// is no fault of the run.
fn failed(report: &Report) -> bool {
    let is_asked =
        |section: &&Section| section.id != "shbench" && !section.id.starts_with("calls/");
    report.sections.iter().filter(is_asked).any(|section| {
        section.cells.iter().any(|cell| matches!(cell.outcome, Outcome::Failed(_)))
            || (["script", "shells", "unixbench", "pipelines"].contains(&section.id.as_str())
                && !section.is_measured()
                && !report.interrupted)
    })
}
