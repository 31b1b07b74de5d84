//! `forkbench pipelines`: pipelines of utilities over much text, by the clock. They are of the kinds that
//! the PaSh paper's one-liners are: word counts, sorts, a search with back-references, comparisons.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::experiments::Bench;
use crate::experiments::agreement::{Agreement, Asked};
use crate::experiments::shell::Shell;
use crate::experiments::unixbench::contestant;
use crate::measure::Command;
use crate::model::{Cell, Chart, Column, RatioStyle, Reference, Row, Section};

/// A pipeline that reads the file `text`; its name.
const PIPELINES: [(&str, &str); 9] = [
    ("sort", "cat text | sort"),
    ("top-n", "cat text | tr -cs A-Za-z '\\n' | tr A-Z a-z | sort | uniq -c | sort -rn | sed 100q"),
    ("wf", "cat text | tr -cs A-Za-z '\\n' | tr A-Z a-z | sort | uniq -c | sort -rn"),
    ("sort-sort", "cat text | tr A-Z a-z | sort | sort -r"),
    (
        "spell",
        "cat text | tr -cs A-Za-z '\\n' | tr A-Z a-z | tr -d '[:punct:]' | sort | uniq | comm -23 - known",
    ),
    (
        "bi-grams",
        "cat text | tr -cs A-Za-z '\\n' | tr A-Z a-z >words; tail -n +2 words >next\n\
         paste words next | sort | uniq -c | sort -rn | sed 100q; rm words next",
    ),
    (
        "set-diff",
        "cut -d ' ' -f 1 text | tr a-z A-Z | sort >one; cut -d ' ' -f 1 text | sort >other\n\
         comm -23 one other; rm one other",
    ),
    (
        "back-references",
        "head -n 20000 text | grep '\\(.\\).*\\1\\(.\\).*\\2\\(.\\).*\\3\\(.\\).*\\4'",
    ),
    ("external stage", "gzip -1 -c text | gzip -d -c | sed 's/e/E/g' | cut -d ' ' -f 2 | sort -u"),
];

/// The table: time of each pipeline by shell.
pub fn pipelines(
    bench: &mut Bench<'_>,
    descriptions: &[String],
    megabytes: u64,
    limit: Duration,
    time: Duration,
) -> Vec<Section> {
    let shells = Shell::choose(bench, descriptions);
    let first = shells.iter().find(|shell| shell.words.is_ok());
    let usual = first.map(|shell| shell.name.as_str()).unwrap_or_default();
    let names = shells.iter().map(|shell| shell.name.as_str());
    let mut section = Section {
        id: "pipelines".into(),
        title: "Pipelines over much text".into(),
        notes: vec![format!(
            "Time by the clock, over {megabytes} MB of text with words as frequent as English ones; on \
             {} processors. Utilities are the installed ones, or the shell's own. Output is compared \
             with the first shell's.",
            std::thread::available_parallelism().map_or(1, usize::from)
        )],
        row_heading: "pipeline".into(),
        columns: shells.iter().map(|shell| Column::time(shell.name.clone())).collect(),
        rows: PIPELINES.iter().map(|(name, _)| Row::named(*name)).collect(),
        reference: Reference::Column(bench.reference(names, usual)),
        style: RatioStyle::Times,
        chart: Chart::Marks,
        ..Section::default()
    };
    section.cells = vec![Cell::default(); section.rows.len() * section.columns.len()];
    if let Err(error) = prepare(&bench.work, megabytes) {
        section.notes.push(format!("not measured: {error}"));
        return vec![section];
    }
    let share = time / u32::try_from(PIPELINES.len()).unwrap_or(1);
    for (row, (name, _)) in PIPELINES.iter().enumerate() {
        if bench.interrupted() {
            break;
        }
        let mut agreement = Agreement::default();
        let mut contestants = Vec::new();
        let mut places = Vec::new();
        for (column, shell) in shells.iter().enumerate() {
            let checked = ready(bench, shell, name, limit, &mut agreement);
            let Some(cell) = section.cell_mut(row, column) else { continue };
            match checked {
                Ok(command) => {
                    contestants.push(contestant(&shell.name, command, |run| run.wall));
                    places.push(column);
                }
                Err(why) => *cell = why,
            }
        }
        let what = format!("pipelines: {name}");
        bench.alternate(&what, &mut contestants, 20, 4, Duration::from_millis(50), share);
        for (column, contestant) in places.into_iter().zip(contestants) {
            if let (Some(there), Some(measured)) =
                (section.cell_mut(row, column), contestant.cells().pop())
            {
                *there = measured;
            }
        }
    }
    vec![section]
}

/// Writes the text, the words that are known, and the scripts; each shows a sum of its output.
fn prepare(work: &Path, megabytes: u64) -> std::io::Result<()> {
    fs::write(work.join("text"), text(megabytes * 1_000_000))?;
    let known: String = (0..2000).step_by(3).map(|rank| word(rank) + "\n").collect();
    let mut known: Vec<&str> = known.lines().collect();
    known.sort_unstable();
    fs::write(work.join("known"), known.join("\n") + "\n")?;
    for (name, script) in PIPELINES {
        let script = format!("LC_ALL=C; export LC_ALL\n{{ {script}; }} | cksum\n");
        fs::write(work.join(format!("pipeline-{name}.sh")), script)?;
    }
    Ok(())
}

/// The word of a rank; frequent ones are short.
fn word(rank: u64) -> String {
    let letters = b"etaoinshrdlucmfwypvbgkjqxz";
    let mut text = String::new();
    let mut rest = rank + 1;
    while rest > 0 {
        text.push(char::from(letters[(rest % 26) as usize]));
        text.push(char::from(letters[(rest * 7 % 11) as usize]));
        rest /= 26;
    }
    text
}

/// Lines of words, the frequency of each as its rank says (Zipf), from a generator with a fixed seed.
fn text(size: u64) -> String {
    let mut text = String::new();
    let mut state = 88_172_645_463_325_252_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    while (text.len() as u64) < size {
        let count = 6 + next() % 9;
        for at in 0..count {
            // Uniform in the logarithm: each rank as often as one over it.
            let rank = 2_f64.powf((next() % 1_000_000) as f64 / 1e6 * 15.0) as u64;
            let word = word(rank);
            match at {
                0 => {
                    let (first, rest) = word.split_at(1);
                    let _ = write!(text, "{}{rest}", first.to_ascii_uppercase());
                }
                _ => {
                    let _ = write!(text, " {word}");
                }
            }
        }
        text.push_str(if next() % 2 == 0 { ".\n" } else { "\n" });
    }
    text
}

/// A shell's command for a pipeline, once its output is the first one's.
fn ready(
    bench: &mut Bench<'_>,
    shell: &Shell,
    name: &str,
    limit: Duration,
    agreement: &mut Agreement,
) -> Result<Command, Cell> {
    let script = format!("pipeline-{name}.sh");
    let directory = bench.work.clone();
    let command = shell.command(bench, &[script.as_bytes()], directory, limit);
    let command = command.map_err(Cell::skipped)?;
    agreement.check(&command, 1 << 10, Asked::Success)?;
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_the_same_each_time_and_has_frequent_words() {
        let one = text(20_000);
        assert_eq!(one, text(20_000));
        assert!(one.len() >= 20_000 && one.ends_with('\n'));
        let count = |rank| one.split_whitespace().filter(|found| *found == word(rank)).count();
        assert!(count(1) > 20 && count(20_000) < 5);
    }
}
