//! The report for a terminal: totals, lines by cost, commands, reasons, advice.
//!
//! What costs most comes first. `advice` has the sentences at the end.

use super::advice::{Advice, advice};
use super::summary::{Kind, Line, Numbers, Summary, Text};
use std::fmt::Write;
use std::time::Duration;

/// Lines that are shown at most: with what follows, a screen.
const MOST_LINES: usize = 10;
/// Commands, reasons and changes that are shown at most, each.
const MOST_OTHERS: usize = 5;
/// Width of the source text.
const SOURCE: usize = 44;

/// The table of `--profile`: totals, lines, commands, reasons and advice.
pub(crate) fn table(summary: &Summary) -> String {
    let mut text = String::new();
    totals(&mut text, summary);
    lines(&mut text, summary);
    commands(&mut text, summary);
    reasons(&mut text, summary);
    changes(&mut text, summary, &advice(summary));
    text
}

/// A duration in milliseconds.
fn milliseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}

fn totals(text: &mut String, summary: &Summary) {
    let Numbers { inside, launched, forked } = summary.numbers;
    let shells = match summary.shells {
        1 => String::new(),
        shells => format!("{shells} shells: "),
    };
    let _ = writeln!(
        text,
        "forkless profile: {shells}{} commands; {inside} utilities in-process, {launched} programs \
         launched, {forked} shells forked",
        summary.runs
    );
    let _ = writeln!(
        text,
        "elapsed {} ms; processor time {} ms in the shell, {} ms in its children",
        milliseconds(summary.elapsed),
        milliseconds(summary.own),
        milliseconds(summary.children)
    );
}

/// The first words of what happened on a line.
pub(crate) fn why(line: &Line) -> String {
    let mut parts = Vec::new();
    for ((kind, command, reason), (count, _)) in &line.events {
        let (command, reason) = (String::from_utf8_lossy(command), String::from_utf8_lossy(reason));
        parts.push(match kind {
            Kind::Forked => format!("{count} forked: {reason}"),
            Kind::Aside => format!("{count} {command}: stepped aside: {reason}"),
            Kind::Launched => format!("{count} {command}: {reason}"),
            Kind::Inside => format!("{count} {command} in-process"),
        });
    }
    parts.join("; ")
}

/// A line of a file: the file's index, the number, what happened there.
type Place<'a> = (usize, u32, &'a Line);

/// The lines of all files that take the most time, at most [`MOST_LINES`], the dearest first; and how
/// many others there are, their time and their processes.
fn by_cost(summary: &Summary) -> (Vec<Place<'_>>, (usize, Duration, u64)) {
    let mut best: Vec<Place<'_>> = Vec::with_capacity(MOST_LINES + 1);
    let mut rest = (0, Duration::ZERO, 0);
    for (index, source) in summary.sources.iter().enumerate() {
        for (&number, line) in &source.lines {
            // Line 0 is what the shell does between commands.
            if number == 0 && line.time * 50 <= summary.elapsed {
                continue;
            }
            // Files and lines come in their order, so that equal ones stay in it.
            let is_dearer = |(.., other): &&Place<'_>| line.time > other.time;
            let at = best.len() - best.iter().rev().take_while(is_dearer).count();
            best.insert(at, (index, number, line));
            if best.len() > MOST_LINES
                && let Some((.., least)) = best.pop()
            {
                rest.0 += 1;
                rest.1 += least.time;
                rest.2 += least.numbers.processes();
            }
        }
    }
    (best, rest)
}

/// At most so many characters of a text, without what a terminal would act on.
fn shorten(text: &[u8], most: usize) -> String {
    let text = String::from_utf8_lossy(text);
    let mut short: String =
        text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if short.chars().count() > most {
        short = short.chars().take(most - 1).chain(['…']).collect();
    }
    short
}

fn lines(text: &mut String, summary: &Summary) {
    let (dearest, (count, time, processes)) = by_cost(summary);
    let mut sources: Vec<Option<Text>> = summary.sources.iter().map(|_| None).collect();
    let _ = writeln!(text, "\n   time ms commands  inside launched  forked  line");
    for (index, number, line) in dearest {
        let source = &summary.sources[index];
        let known = sources[index].get_or_insert_with(|| source.text());
        let function = line.functions.iter().map(|name| shorten(name, 24) + "()");
        let function = function.collect::<Vec<_>>().join(", ");
        let mut place = shorten(&source.file.name, 60);
        match number {
            0 => place.push_str(" (between commands)"),
            number => place.push_str(&format!(":{number}")),
        }
        let Numbers { inside, launched, forked } = line.numbers;
        let colon = if number == 0 { "" } else { ": " };
        let separator = if function.is_empty() { "" } else { " " };
        let _ = writeln!(
            text,
            "{:>10} {:8} {inside:7} {launched:8} {forked:7}  {place}{separator}{function}{colon}{}",
            milliseconds(line.time),
            line.runs,
            shorten(known.line(number), SOURCE)
        );
        if line.numbers.processes() > 0 {
            let _ = writeln!(text, "{:47}{}", "", why(line));
        }
    }
    if count > 0 {
        let time = milliseconds(time);
        let _ = writeln!(text, "{time:>10} in {count} further lines, with {processes} processes");
    }
}

fn commands(text: &mut String, summary: &Summary) {
    if summary.commands.is_empty() {
        return;
    }
    let _ = writeln!(text, "\nBy command:             number  waited ms");
    let mut all: Vec<_> = summary.commands.iter().collect();
    utilities::sorting::sort_by(&mut all, |a, b| {
        b.1.1.cmp(&a.1.1).then(b.1.0.cmp(&a.1.0)).then(a.0.cmp(b.0))
    });
    for ((kind, command), (count, time)) in all.iter().take(MOST_OTHERS) {
        let how = match kind {
            Kind::Inside => "in-process",
            Kind::Aside => "launched: a utility stepped aside",
            _ => "launched",
        };
        let time = if *kind == Kind::Inside { String::new() } else { milliseconds(*time) };
        let _ = writeln!(text, "  {:20} {count:8} {time:>10}  {how}", shorten(command, 20));
    }
    more(text, all.len(), "commands");
}

fn more(text: &mut String, all: usize, what: &str) {
    if all > MOST_OTHERS {
        let _ = writeln!(text, "  … and {} further {what}", all - MOST_OTHERS);
    }
}

fn reasons(text: &mut String, summary: &Summary) {
    if summary.reasons.is_empty() {
        return;
    }
    let _ = writeln!(text, "\nBy reason for a process:");
    let mut all: Vec<_> = summary.reasons.iter().collect();
    utilities::sorting::sort_by(&mut all, |a, b| b.1.0.cmp(&a.1.0).then(a.0.cmp(b.0)));
    for (reason, (count, _)) in all.iter().take(MOST_OTHERS) {
        let _ = writeln!(text, "  {count:8}  {}", shorten(reason, 70));
    }
    more(text, all.len(), "reasons");
}

fn changes(text: &mut String, summary: &Summary, all: &[Advice]) {
    if all.is_empty() {
        return;
    }
    let _ = writeln!(text, "\nChanges that may save processes:");
    for advice in all.iter().take(MOST_OTHERS) {
        let file = shorten(&summary.sources[advice.source].file.name, 60);
        let _ = writeln!(text, "  {file}:{} ({}): {}", advice.line, advice.saves, advice.text);
    }
    more(text, all.len(), "changes");
}
