//! Results of several scripts as one table: a row for each script, a column for each shell.

use crate::cli::By;
use crate::model::{Cell, Chart, Column, Processes, RatioStyle, Reference, Report, Row, Section};
use crate::statistics::median;

/// What follows the script in the title of its section.
const UNDER: &str = " under several shells";

/// Puts the tables of scripts together, in the place of the first; others stay.
pub fn together(report: &mut Report, by: By) {
    let (scripts, mut others): (Vec<Section>, Vec<Section>) =
        std::mem::take(&mut report.sections).into_iter().partition(|one| one.id == "script");
    if !scripts.is_empty() {
        others.insert(0, combined(&scripts, by));
    }
    report.sections = others;
}

fn combined(scripts: &[Section], by: By) -> Section {
    let (what, column) = match by {
        By::Elapsed => ("Time", "time"),
        By::Cpu => ("Processor time", "CPU"),
    };
    let mut shells: Vec<&str> = Vec::new();
    for row in scripts.iter().flat_map(|script| &script.rows) {
        if !shells.contains(&row.name.as_str()) {
            shells.push(&row.name);
        }
    }
    let mut section = Section {
        id: "scripts".into(),
        title: format!("{what} of scripts under several shells"),
        notes: vec![format!(
            "{what} of the whole script with all it starts, and the processes that it creates (p)."
        )],
        row_heading: "script".into(),
        columns: shells.iter().map(|shell| Column::time(*shell)).collect(),
        reference: Reference::Column(shells.first().copied().unwrap_or_default().to_owned()),
        style: RatioStyle::Times,
        chart: Chart::Marks,
        ..Section::default()
    };
    for script in scripts {
        let cells = shells.iter().map(|shell| cell(script, shell, column)).collect();
        section.push_row(Row::named(name(&script.title)), cells);
    }
    section
}

/// "apt-get install" of "dir/apt-get_install.sh under several shells".
fn name(title: &str) -> String {
    let file = title.strip_suffix(UNDER).unwrap_or(title);
    let base = file.rsplit('/').next().unwrap_or(file);
    base.strip_suffix(".sh").unwrap_or(base).replace('_', " ")
}

/// The time of a shell, with its processes.
fn cell(script: &Section, shell: &str, column: &str) -> Cell {
    let Some(time) = script.named(shell, column) else { return Cell::default() };
    let counted = script.named(shell, "processes").and_then(Cell::rounds);
    let mut counts: Vec<f64> = counted.into_iter().flatten().flatten().copied().collect();
    let processes =
        (!counts.is_empty()).then(|| Processes { count: median(&mut counts), approximate: false });
    Cell { processes, ..time.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Unit;
    use crate::output::tests::report;

    fn script(file: &str, shells: &[(&str, f64, f64)]) -> Section {
        let mut section = Section {
            id: "script".into(),
            title: format!("{file}{UNDER}"),
            columns: vec![
                Column::time("time"),
                Column::time("CPU"),
                Column::shown("processes", Unit::Count),
            ],
            ..Section::default()
        };
        for (shell, time, processes) in shells {
            let cells = vec![Cell::value(*time), Cell::value(*time / 2.0), Cell::value(*processes)];
            section.push_row(Row::named(*shell), cells);
        }
        section
    }

    fn report_of_loop() -> Report {
        let mut report = report();
        report.sections = vec![script("loop.sh", &[("dash", 10.0, 3.0)])];
        report
    }

    #[test]
    fn a_row_for_each_script() {
        let mut report = report();
        let before = report.sections.len();
        report.sections.push(script("a/loop.sh", &[("dash", 10.0, 3.0), ("bash", 20.0, 3.0)]));
        report
            .sections
            .push(script("apt-get_install.sh", &[("dash", 5.0, 7.0), ("ksh", 6.0, 1.0)]));
        together(&mut report, By::Elapsed);
        assert_eq!(report.sections.len(), before + 1);
        let section = &report.sections[0];
        let names: Vec<_> = section.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["loop", "apt-get install"]);
        assert_eq!(section.columns.len(), 3);
        let cell = section.named("apt-get install", "dash").unwrap();
        assert_eq!((cell.rounds().unwrap()[0][0], cell.processes.unwrap().count), (5.0, 7.0));
        assert_eq!(section.named("loop", "ksh"), Some(&Cell::default()));
        let mut report = report_of_loop();
        together(&mut report, By::Cpu);
        let cell = report.sections[0].named("loop", "dash").unwrap();
        assert_eq!(cell.rounds().unwrap()[0][0], 5.0);
        assert!(report.sections[0].title.starts_with("Processor time"));
    }

    #[test]
    fn without_scripts_nothing_changes() {
        let mut report = report();
        let before = report.clone();
        together(&mut report, By::Elapsed);
        assert_eq!(report, before);
    }
}
