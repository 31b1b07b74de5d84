//! Tests of the comparison: by hand, and with generated results for both kinds of error.

use super::*;
use crate::model::{Processes, Row};
use crate::output::tests::report;
use crate::statistics::Random;

fn cell(level: f64, sway: f64) -> Cell {
    let rounds = (0..20).map(|n| vec![level * (1.0 + sway * (f64::from(n % 5) - 2.0))]).collect();
    Cell::samples(rounds)
}

fn of_one(cell: Cell) -> Report {
    let mut report = report();
    let section = &mut report.sections[0];
    section.reference = Reference::None;
    section.columns.truncate(1);
    section.rows.truncate(1);
    section.cells = vec![cell];
    report
}

fn decided(before: Cell, after: Cell) -> Change {
    compare(&of_one(before), &of_one(after), By::Ratio, 5.0).differences[0].change
}

#[test]
fn decisions() {
    assert_eq!(decided(cell(100.0, 0.01), cell(130.0, 0.01)), Change::Worse);
    assert_eq!(decided(cell(130.0, 0.01), cell(100.0, 0.01)), Change::Better);
    assert_eq!(decided(cell(100.0, 0.001), cell(103.0, 0.001)), Change::Same, "too small");
    assert_eq!(decided(cell(100.0, 0.3), cell(110.0, 0.3)), Change::Same, "uncertain");
    assert_eq!(decided(cell(100.0, 0.01), Cell::failed("crash")), Change::Broken);
    assert_eq!(decided(cell(100.0, 0.01), Cell::skipped("gone")), Change::Alone);
    assert_eq!(decided(Cell::skipped("gone"), cell(100.0, 0.01)), Change::Alone);
    assert_eq!(decided(cell(100.0, 0.01), Cell::value(300.0)), Change::TooFew);
}

fn scale(report: &mut Report, factor: f64, place: usize) {
    let Outcome::Samples(rounds) = &mut report.sections[0].cells[place].outcome else {
        panic!("no samples")
    };
    rounds.iter_mut().flatten().for_each(|sample| *sample *= factor);
}

#[test]
fn a_slower_machine_leaves_the_ratios() {
    let (before, mut after) = (report(), report());
    (0..4).for_each(|place| scale(&mut after, 1.5, place));
    assert!(compare(&before, &after, By::Time, 5.0).is_worse());
    let ratios = compare(&before, &after, By::Ratio, 5.0);
    assert!(!ratios.is_worse(), "{}", ratios.text());
    assert_eq!(ratios.count(Change::Same), 2, "the row of the reference is not judged");
    assert!(ratios.text().contains("own times are 1.50x"), "{}", ratios.text());
    scale(&mut after, 1.5, 3);
    let ratios = compare(&before, &after, By::Ratio, 5.0);
    assert!(ratios.text().contains("WORSE   launch: fork: reaped  2.00x -> 3.00x  +50 %"));
}

#[test]
fn a_reference_that_nothing_is_compared_with_is_judged_itself() {
    let alone = || {
        let mut report = report();
        report.sections[0].rows.truncate(1);
        report.sections[0].cells.truncate(2);
        report
    };
    let mut after = alone();
    scale(&mut after, 1.5, 1);
    let found = compare(&alone(), &after, By::Ratio, 5.0);
    assert_eq!((found.count(Change::Worse), found.count(Change::Same)), (1, 1));
}

#[test]
fn a_report_is_as_itself() {
    let one = report();
    let comparison = compare(&one, &one, By::Time, 5.0);
    assert!(!comparison.is_worse());
    assert_eq!(comparison.count(Change::Same), 4);
    let text = comparison.text();
    let end = "0 worse, 0 broken, 0 better, 4 the same, 0 of too few passes or rounds, 0 in one \
               result only\n";
    assert!(text.starts_with("half of the figures") && text.ends_with(end), "{text}");
}

#[test]
fn what_is_worse_is_named() {
    let (before, mut after) = (report(), report());
    after.sections[0].cells[3] = cell(500_000.0, 0.01);
    after.sections[0].push_row(Row::named("new"), vec![cell(1.0, 0.0)]);
    after.environment.set("kernel", "Linux 7");
    let comparison = compare(&before, &after, By::Time, 5.0);
    assert!(comparison.is_worse());
    let text = comparison.text();
    assert!(text.contains("WORSE   launch: fork: reaped  160 µs -> 500 µs  +21"), "{text}");
    assert!(text.contains("warning: kernel differs: Linux <6> & up, now Linux 7"), "{text}");
    assert!(text.contains("1 in one result only"), "{text}");
}

#[test]
fn what_is_gone_is_in_one_only_and_what_was_never_measured_is_nothing() {
    let (mut before, after) = (report(), report());
    before.sections[0].push_row(Row::named("old"), vec![cell(1.0, 0.0)]);
    assert_eq!(compare(&before, &after, By::Time, 5.0).count(Change::Alone), 1);
    let skipped = || {
        let mut report = report();
        report.sections[0].cells[3] = Cell::skipped("none here");
        report
    };
    let found = compare(&skipped(), &skipped(), By::Time, 5.0);
    assert_eq!((found.count(Change::Alone), found.count(Change::Same)), (0, 3));
}

#[test]
fn another_reference_is_not_compared() {
    let (before, mut after) = (report(), report());
    assert!(after.sections[0].compare_with("fork"));
    let found = compare(&before, &after, By::Ratio, 5.0);
    assert_eq!(found.count(Change::Alone), 4, "{}", found.text());
}

#[test]
fn more_processes_are_worse() {
    let (mut before, mut after) = (report(), report());
    let counted = |count| Some(Processes { count, approximate: false });
    before.sections[0].cells[0].processes = counted(1.0);
    after.sections[0].cells[0].processes = counted(2.0);
    assert_eq!(compare(&before, &after, By::Time, 5.0).count(Change::Worse), 1);
    assert_eq!(compare(&after, &before, By::Time, 5.0).count(Change::Better), 1);
}

#[test]
fn counts_are_what_they_are() {
    let counted = |value: f64| {
        let mut report = of_one(Cell::value(value));
        report.sections[0].columns[0].unit = Unit::Count;
        report
    };
    let change =
        |was, is| compare(&counted(was), &counted(is), By::Ratio, 5.0).differences[0].change;
    assert_eq!(change(0.0, 0.0), Change::Same);
    assert_eq!(change(0.0, 70.0), Change::Worse);
    assert_eq!(change(100.0, 101.0), Change::Same);
    assert_eq!(change(100.0, 50.0), Change::Better);
}

/// A result of eight passes: 40 rows of four columns, the first of them the reference.
/// The machine sways from pass to pass by a tenth, each figure by itself by `sway`.
/// The last column takes `factor` times as long in the first `slower` rows.
fn run(sway: f64, factor: f64, slower: usize, random: &mut Random) -> Report {
    let mut report = of_one(Cell::default());
    let section = &mut report.sections[0];
    section.reference = Reference::Column("a".into());
    section.columns = ["a", "b", "c", "d"].map(crate::model::Column::time).to_vec();
    section.rows = (0..40).map(|row| Row::named(row.to_string())).collect();
    let machine: Vec<f64> = (0..8).map(|_| 1.0 + 0.1 * random.normal()).collect();
    section.cells = (0..160)
        .map(|place| {
            let changed = place % 4 == 3 && place / 4 < slower;
            let level = 1e5 * if changed { factor } else { 1.0 };
            let pass = |machine: &f64, random: &mut Random| {
                let pass = level * machine * (1.0 + sway * random.normal());
                (0..6).map(|_| pass * (1.0 + 0.02 * random.normal())).collect()
            };
            let rounds = machine.iter().map(|machine| pass(machine, random)).collect();
            Cell { passes: vec![1; 8], ..Cell::samples(rounds) }
        })
        .collect();
    report
}

#[test]
fn runs_of_the_same_program_agree() {
    let mut random = Random::new(21);
    let alarms = |by, threshold, random: &mut Random| {
        (0..200)
            .filter(|_| {
                let (one, other) = (run(0.03, 1.0, 0, random), run(0.03, 1.0, 0, random));
                let found = compare(&one, &other, by, threshold);
                assert_eq!(found.count(Change::TooFew), 0);
                found.count(Change::Worse) + found.count(Change::Better) > 0
            })
            .count()
    };
    // Ten of two hundred are to be expected without a threshold, fewer with one.
    let any = alarms(By::Ratio, 0.0, &mut random);
    assert!(any <= 20, "{any} of 200");
    let far = alarms(By::Ratio, 10.0, &mut random);
    assert!(far < any, "{far} of 200");
}

#[test]
fn a_slower_program_is_found() {
    let mut random = Random::new(22);
    let (mut found, mut false_ones, mut single) = (0, 0, 0);
    for _ in 0..30 {
        // A build that is 15 % slower in everything.
        let (one, other) = (run(0.03, 1.0, 0, &mut random), run(0.03, 1.15, 40, &mut random));
        let comparison = compare(&one, &other, By::Ratio, 5.0);
        for one in &comparison.differences {
            let worse = one.change == Change::Worse;
            found += usize::from(worse && one.place[2] == "d");
            false_ones += usize::from(one.change != Change::Same && one.place[2] != "d");
        }
        // And in one thing only.
        let other = run(0.02, 1.15, 1, &mut random);
        let comparison = compare(&run(0.02, 1.0, 0, &mut random), &other, By::Ratio, 5.0);
        let worse = |one: &&Difference| one.change == Change::Worse && one.place[1] == "0";
        single += comparison.differences.iter().filter(worse).count();
    }
    assert!(found > 30 * 40 * 9 / 10, "{found} of 1200");
    assert!(false_ones < 60, "{false_ones}: one in twenty at most of what is reported");
    assert!(single > 24, "{single} of 30");
}

#[test]
fn it_is_said_how_much_could_be_seen() {
    let mut random = Random::new(23);
    let (one, other) = (run(0.01, 1.0, 0, &mut random), run(0.01, 1.0, 0, &mut random));
    let fine = compare(&one, &other, By::Ratio, 5.0).visible().unwrap();
    let (one, other) = (run(0.1, 1.0, 0, &mut random), run(0.1, 1.0, 0, &mut random));
    let coarse = compare(&one, &other, By::Ratio, 5.0).visible().unwrap();
    assert!(fine > 1.0 && coarse > 1.0 + 3.0 * (fine - 1.0), "{fine} {coarse}");
}
