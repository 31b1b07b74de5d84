//! What `--man`, `--help` and `-?` show of the usage string of `getopts` (ksh93, optget(3)).
//!
//! `usage_string` reads such a string, and `getopts` asks for one of the texts here where a script is
//! called with one of those options. Lines are filled to a width that is always the same.

use super::usage_string::{Choice, Section, Usage};

/// How many columns a line has.
const WIDTH: usize = 79;
/// The column at which the descriptions of options begin.
const OPTION: usize = 18;
/// How far from the margin of an item its text is.
const ITEM: usize = 6;

/// What `-?` shows, or with `long` `--help`: how a command is called, and its options.
pub(super) fn summary(name: &[u8], usage: &Usage, long: bool) -> Vec<u8> {
    let options = if long { b" [ options ]".to_vec() } else { short_options(usage) };
    let mut out = Vec::new();
    for (at, operands) in forms(usage).iter().enumerate() {
        let begin: &[u8] = if at == 0 { b"Usage: " } else { b"   Or: " };
        out.extend_from_slice(&[begin, name].concat());
        if at == 0 {
            out.extend_from_slice(&options);
        }
        if !operands.is_empty() {
            out.extend_from_slice(&[b" ", &operands[..]].concat());
        }
        out.push(b'\n');
    }
    out.extend_from_slice(&[b" Help: ", name, b" [ --help | --man ] 2>&1\n"].concat());
    if long {
        append_options(usage, &mut out);
    }
    out
}

/// What `--man` shows: all of a usage string.
pub(super) fn page(command: &[u8], usage: &Usage) -> Vec<u8> {
    let title = usage.sections.iter().find(|section| section.title == b"NAME");
    let name = title.and_then(|section| section.paragraphs.first());
    let name = name.and_then(|text| text.split(u8::is_ascii_whitespace).next()).unwrap_or(command);
    let mut out = Vec::new();
    let (before, after): (Vec<_>, Vec<_>) =
        usage.sections.iter().partition(|section| !section.follows_options);
    for section in before.iter().filter(|section| section.title == b"NAME") {
        append_section(section, &mut out);
    }
    out.extend_from_slice(b"SYNOPSIS\n");
    for (at, operands) in forms(usage).iter().enumerate() {
        let options: &[u8] = if at == 0 { b" [ options ]" } else { b"" };
        let space: &[u8] = if operands.is_empty() { b"" } else { b" " };
        out.extend_from_slice(&[b"  ", name, options, space, &operands[..], b"\n"].concat());
    }
    out.push(b'\n');
    for section in before.iter().filter(|section| section.title != b"NAME") {
        append_section(section, &mut out);
    }
    if !usage.choices.is_empty() {
        append_options(usage, &mut out);
        out.push(b'\n');
    }
    for section in after {
        append_section(section, &mut out);
    }
    if !usage.notes.is_empty() {
        out.extend_from_slice(b"IMPLEMENTATION\n");
        for (label, text) in &usage.notes {
            append_item(label, text, 2, OPTION - 2, &mut out);
        }
        out.push(b'\n');
    }
    out.pop();
    out
}

/// The lines that say which operands there are.
fn forms(usage: &Usage) -> Vec<Vec<u8>> {
    let lines = usage.operands.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).map(<[u8]>::to_vec).collect();
    if lines.is_empty() { vec![Vec::new()] } else { lines }
}

/// The options as `-?` lists them.
fn short_options(usage: &Usage) -> Vec<u8> {
    let choices = || usage.choices.iter().filter(|choice| choice.letter.len() == 1);
    let flags: Vec<u8> = choices()
        .filter(|choice| choice.argument.is_none())
        .flat_map(|choice| choice.letter.clone())
        .collect();
    let mut out = Vec::new();
    if !flags.is_empty() {
        out.extend_from_slice(&[b" [-", &flags[..], b"]"].concat());
    }
    for choice in choices() {
        let Some(argument) = &choice.argument else { continue };
        let name = if argument.name.is_empty() { b"arg" } else { &argument.name[..] };
        let (open, close): (&[u8], &[u8]) = match argument.optional {
            true => (b"[", b"]]"),
            false => (b" ", b"]"),
        };
        out.extend_from_slice(&[b" [-", &choice.letter[..], open, name, close].concat());
    }
    out
}

fn append_options(usage: &Usage, out: &mut Vec<u8>) {
    out.extend_from_slice(b"OPTIONS\n");
    for choice in &usage.choices {
        append_option(choice, out);
    }
}

fn append_option(choice: &Choice, out: &mut Vec<u8>) {
    let mut label = Vec::new();
    let mut parts = Vec::new();
    if choice.letter.len() == 1 {
        parts.push([b"-", &choice.letter[..]].concat());
    }
    if !choice.long.is_empty() {
        parts.push([b"--", &choice.long.join(&b'|')[..]].concat());
    }
    label.extend_from_slice(&parts.join(&b", "[..]));
    let mut text = choice.description.clone();
    if let Some(argument) = &choice.argument {
        let name = if argument.name.is_empty() { b"arg" } else { &argument.name[..] };
        let (open, close): (&[u8], &[u8]) =
            if argument.optional { (b"[=", b"]") } else { (b"=", b"") };
        label.extend_from_slice(&[open, name, close].concat());
        if argument.optional {
            text.extend_from_slice(b" The option value may be omitted.");
        }
        if argument.descriptions.is_empty() && !argument.default.is_empty() {
            text.extend_from_slice(
                &[b" The default value is ", &argument.default[..], b"."].concat(),
            );
        }
    }
    if choice.is_on {
        let (letter, long) = (&choice.letter[..], choice.long.join(&b'|'));
        text.extend_from_slice(
            &[b" On by default; -", letter, b" means --no", &long, b"."].concat(),
        );
    }
    append_item(&label, &text, 2, OPTION - 2, out);
    let Some(argument) = &choice.argument else { return };
    for (value, text) in &argument.descriptions {
        append_item(value, text, OPTION + 2, ITEM, out);
    }
    if !argument.descriptions.is_empty() && !argument.default.is_empty() {
        let text = [b"The default value is ", &argument.default[..], b"."].concat();
        out.resize(out.len() + OPTION, b' ');
        wrap(&text, OPTION, out);
    }
}

fn append_section(section: &Section, out: &mut Vec<u8>) {
    out.extend_from_slice(&section.title);
    out.push(b'\n');
    for (at, text) in section.paragraphs.iter().enumerate() {
        if at > 0 {
            out.push(b'\n');
        }
        if !text.is_empty() {
            out.extend_from_slice(b"  ");
            wrap(text, 2, out);
        }
    }
    for (label, text) in &section.items {
        append_item(label, text, 4, ITEM, out);
    }
    out.push(b'\n');
}

/// A label at a margin, and `inside` of it a text, on the next line where the label is too long.
fn append_item(label: &[u8], text: &[u8], margin: usize, inside: usize, out: &mut Vec<u8>) {
    let label = plain(label);
    out.resize(out.len() + margin, b' ');
    out.extend_from_slice(&label);
    if text.trim_ascii().is_empty() {
        out.push(b'\n');
        return;
    }
    if label.len() < inside {
        out.resize(out.len() + inside - label.len(), b' ');
    } else {
        out.push(b'\n');
        out.resize(out.len() + margin + inside, b' ');
    }
    wrap(text, margin + inside, out);
}

/// A text in lines, the first of which begins at a column, and the others behind as many blanks.
fn wrap(text: &[u8], margin: usize, out: &mut Vec<u8>) {
    let text = plain(text);
    let mut column = margin;
    for word in text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
        if column > margin && column + 1 + word.len() > WIDTH {
            out.push(b'\n');
            out.resize(out.len() + margin, b' ');
            column = margin;
        }
        if column > margin {
            out.push(b' ');
            column += 1;
        }
        out.extend_from_slice(word);
        column += word.len();
    }
    out.push(b'\n');
}

/// A text without the signs for other fonts: `\a`, `\b`, `\f` and `\v` of C.
fn plain(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|byte| !matches!(byte, 7 | 8 | 11 | 12)).collect()
}
