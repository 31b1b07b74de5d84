//! A configure script under several shells, each in a fresh copy of the tree.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::experiments::Bench;
use crate::experiments::shell::Shell;
use crate::experiments::shells::reference;
use crate::measure::{Command, Contestant, Ended, Failure};
use crate::model::{Cell, Chart, Column, Processes, RatioStyle, Reference, Row, Section};
use crate::statistics::TOO_FEW;

/// The time limit of one configure.
const LIMIT: Duration = Duration::from_secs(600);

/// The table, of one row.
pub fn table(bench: &mut Bench<'_>, shells: &[Shell], directory: &Path, time: Duration) -> Section {
    let mut section = Section {
        id: "configure".into(),
        title: "A configure script".into(),
        notes: vec![format!(
            "{}/configure, each time in a new copy of the tree, the shell in question being \
             CONFIG_SHELL and SHELL too.",
            directory.display()
        )],
        row_heading: "tree".into(),
        columns: shells.iter().map(|shell| Column::time(shell.name.clone())).collect(),
        reference: Reference::Column(reference(bench, shells)),
        style: RatioStyle::Times,
        chart: Chart::Marks,
        ..Section::default()
    };
    if !directory.join("configure").is_file() {
        section.notes.push(format!("there is no configure in {}", directory.display()));
        return section;
    }
    if !is_due(bench, time) {
        return section;
    }
    let begin = Instant::now();
    let name = directory.file_name().unwrap_or(directory.as_os_str()).to_string_lossy();
    let mut cells = Vec::new();
    let mut contestants = Vec::new();
    for (number, shell) in shells.iter().enumerate() {
        let tree = bench.work.join(format!("tree-{number}"));
        match command(bench, shell, &tree) {
            Ok(command) => {
                cells.push(Ok(count(bench, shell, &command, directory, &tree)));
                contestants.push(contestant(directory, tree, command, &shell.name));
            }
            Err(why) => cells.push(Err(why)),
        }
    }
    let counted = begin.elapsed();
    bench.alternate("configure", &mut contestants, 10, 1, time, time);
    let round = begin.elapsed().saturating_sub(counted).as_secs_f64();
    let left = bench.known.configure.map_or(0.0, |(_, left)| left);
    bench.known.configure = Some((round, left - begin.elapsed().as_secs_f64()));
    let mut measured = contestants.into_iter().map(|one| one.cells().pop().unwrap_or_default());
    let cells = cells
        .into_iter()
        .map(|cell: Result<Option<Processes>, String>| match cell {
            Ok(processes) => Cell { processes, ..measured.next().unwrap_or_default() },
            Err(why) => Cell::skipped(why),
        })
        .collect();
    section.push_row(Row::named(name), cells);
    section
}

/// So many rounds say something, and are measured even if they take longer than they should.
const ROUNDS: usize = TOO_FEW;

/// Whether there is time for a round in this pass, which takes some seconds for each shell:
/// what one pass takes too much is missing in the next ones.
fn is_due(bench: &mut Bench<'_>, time: Duration) -> bool {
    let (round, left) = bench.known.configure.unwrap_or_default();
    let left = left + time.as_secs_f64();
    bench.known.configure = Some((round, left));
    bench.pass == 0 || left >= round || bench.pass < ROUNDS && !bench.quick
}

/// The processes of one run, counted in the first pass.
fn count(
    bench: &mut Bench<'_>,
    shell: &Shell,
    command: &Command,
    directory: &Path,
    tree: &Path,
) -> Option<Processes> {
    let place = ("configure".to_owned(), shell.name.clone());
    if let Some(Ok(known)) = bench.known.checked.get(&place) {
        return *known;
    }
    bench.progress.show("configure: processes", &shell.name, 0.0);
    let counted = prepare(directory, tree)
        .and_then(|()| bench.counter.count(command, &Ended::Exited(0)))
        .ok();
    bench.known.checked.insert(place, Ok(counted));
    counted
}

fn command(bench: &Bench<'_>, shell: &Shell, tree: &Path) -> Result<Command, String> {
    let mut command = shell.command(bench, &[b"./configure"], tree.to_owned(), LIMIT)?;
    let path = shell.words.clone()?.join(&b' ');
    for name in [&b"CONFIG_SHELL="[..], b"SHELL="] {
        let mut variable = name.to_vec();
        variable.extend_from_slice(&path);
        command.environment.push(variable);
    }
    Ok(command)
}

/// A new copy of the tree.
fn prepare(from: &Path, to: &Path) -> Result<(), Failure> {
    let _ = fs::remove_dir_all(to);
    copy(from, to).map_err(|error| {
        Failure::said(format!("{}: {}", from.display(), crate::measure::text_of(&error)))
    })
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            copy(&entry.path(), &target)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(entry.path())?, target)?;
        } else if kind.is_file() {
            copy_file(&entry.path(), &target)?;
        }
    }
    Ok(())
}

/// With its times: newer inputs would have the tree rebuild itself.
fn copy_file(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::copy(from, to)?;
    let times = fs::metadata(from)?.modified()?;
    fs::OpenOptions::new().append(true).open(to)?.set_modified(times)
}

fn contestant<'a>(from: &'a Path, tree: PathBuf, command: Command, name: &str) -> Contestant<'a> {
    // Counting its processes was its warm-up.
    Contestant::new(name, 1, move |_| {
        prepare(from, &tree)?;
        let run = command.run()?;
        if run.ended != Ended::Exited(0) {
            return Err(Failure::said(run.ended.describe()));
        }
        Ok(vec![vec![run.wall.as_nanos() as f64]])
    })
    .already_warm()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_copied_with_links_and_times() {
        let base = std::env::temp_dir().join(format!("forkbench-copy-{}", std::process::id()));
        let (from, to) = (base.join("a"), base.join("b"));
        fs::create_dir_all(from.join("sub")).unwrap();
        fs::write(from.join("sub/file"), "text").unwrap();
        std::os::unix::fs::symlink("sub/file", from.join("link")).unwrap();
        prepare(&from, &to).unwrap();
        assert_eq!(fs::read(to.join("link")).unwrap(), b"text");
        let time = |path: PathBuf| fs::metadata(path).unwrap().modified().unwrap();
        assert_eq!(time(from.join("sub/file")), time(to.join("sub/file")));
        fs::remove_dir_all(base).unwrap();
    }
}
