//! Usage strings of `getopts` (ksh93, optget(3)): `[a:all?Do all.]`, `[n:num]#[count]`,
//! `[f:file]:[path]`, `[m:mode]:[name]{[f:fast][s:slow]}`, with long names.
//!
//! What is a usage string begins with `[-` or `[+`, after `:` or `+`; others are letters, as
//! POSIX has them.

/// What an option takes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Argument {
    /// It must be a number (`#`).
    pub(super) number: bool,
    /// It may be missing (`:?`, `#?`).
    pub(super) optional: bool,
    /// How it is called in messages.
    pub(super) name: Vec<u8>,
    /// The words that it may be, and what stands for each; none: anything.
    pub(super) values: Vec<(Vec<u8>, Vec<u8>)>,
    /// What is said about each of them, where anything is.
    pub(super) descriptions: Vec<(Vec<u8>, Vec<u8>)>,
    /// What it is said to be where it is not there.
    pub(super) default: Vec<u8>,
}

/// An option.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Choice {
    /// Its letter, or number.
    pub(super) letter: Vec<u8>,
    /// Its long names.
    pub(super) long: Vec<Vec<u8>>,
    /// What it takes.
    pub(super) argument: Option<Argument>,
    /// What is said about it.
    pub(super) description: Vec<u8>,
    /// It is on, and turned off by its letter (`!`).
    pub(super) is_on: bool,
}

/// A part of the manual: `[+TITLE?text]`, `[+?paragraph]` and `{[item?text]}`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    /// Its heading.
    pub(super) title: Vec<u8>,
    /// Its texts.
    pub(super) paragraphs: Vec<Vec<u8>>,
    /// Words with what is said about each.
    pub(super) items: Vec<(Vec<u8>, Vec<u8>)>,
    /// It stands behind the operands.
    pub(super) follows_options: bool,
}

/// A usage string.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// Errors are shown by `:` and OPTARG, not by messages.
    pub(super) silent: bool,
    /// OPTARG says of an option without an argument whether it is turned on: the string begins with `[-`.
    pub(super) flags_have_values: bool,
    /// The options in order.
    pub(super) choices: Vec<Choice>,
    /// The text about operands.
    pub(super) operands: Vec<u8>,
    /// The parts of the manual.
    pub(super) sections: Vec<Section>,
    /// What is said about the version, the author and so on.
    pub(super) notes: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Reads a usage string; None where it is none.
pub(super) fn read(text: &[u8]) -> Option<Usage> {
    let flags = text.iter().take_while(|byte| matches!(byte, b':' | b'+')).count();
    let (flags, mut rest) = text.split_at(flags);
    if !matches!(rest, [b'[', b'-' | b'+', ..]) {
        return None;
    }
    let silent = flags.contains(&b':');
    let mut usage = Usage { silent, flags_have_values: rest[1] == b'-', ..Usage::default() };
    loop {
        let mut description = Vec::new();
        let (letter, long) = match rest {
            // A letter without a long name.
            [letter, after @ ..] if letter.is_ascii_alphanumeric() => {
                rest = after;
                (vec![*letter], Vec::new())
            }
            // An empty line ends the options.
            [b'\n', b'\n', ..] => break,
            _ => {
                rest = rest.trim_ascii_start();
                let Some(inner) = rest.strip_prefix(b"[") else { break };
                let (body, after) = bracketed(inner);
                rest = after;
                if matches!(body.first(), Some(b'-' | b'+')) {
                    rest = document(&body, rest, &mut usage);
                    continue;
                }
                description = text_of(&body);
                names(&body)
            }
        };
        let is_on = letter.len() == 2 && letter[1] == b'!';
        let letter = if is_on { letter[..1].to_vec() } else { letter };
        let mut choice = Choice { letter, long, description, is_on, ..Choice::default() };
        if let Some(&sign @ (b':' | b'#')) = rest.first() {
            let mut argument = Argument { number: sign == b'#', ..Argument::default() };
            rest = &rest[1..];
            if let Some(after) = rest.strip_prefix(b"?") {
                argument.optional = true;
                rest = after;
            }
            if let Some(inner) = rest.strip_prefix(b"[") {
                let (body, after) = bracketed(inner);
                let end = body.iter().position(|byte| matches!(byte, b':' | b'?'));
                argument.name = body[..end.unwrap_or(body.len())].to_vec();
                if let Some(at) = byte_search::memmem::find(&body, b":=") {
                    let default = &body[at + 2..];
                    let end = default.iter().position(|&byte| byte == b'?');
                    argument.default = default[..end.unwrap_or(default.len())].to_vec();
                }
                let text = text_of(&body);
                if !text.is_empty() && choice.description.is_empty() {
                    choice.description = text;
                }
                rest = after;
            }
            if let Some(inner) = rest.trim_ascii_start().strip_prefix(b"{") {
                rest = values(inner, &mut argument);
            }
            choice.argument = Some(argument);
        }
        usage.choices.push(choice);
    }
    // What has a `[+` at the beginning of a line is of the manual again.
    let rest = rest.trim_ascii();
    let end = match rest.starts_with(b"[+") {
        true => 0,
        false => byte_search::memmem::find(rest, b"\n[+").unwrap_or(rest.len()),
    };
    usage.operands = rest[..end].trim_ascii().to_vec();
    let mut rest = &rest[end..];
    while let Some(inner) = rest.trim_ascii_start().strip_prefix(b"[") {
        let (body, after) = bracketed(inner);
        rest = document(&body, after, &mut usage);
        if let Some(section) = usage.sections.last_mut() {
            section.follows_options = true;
        }
    }
    Some(usage)
}

/// What a text in brackets says about an option, behind `?`.
fn text_of(body: &[u8]) -> Vec<u8> {
    let mark = body.iter().skip(1).position(|&byte| byte == b'?');
    mark.map_or_else(Vec::new, |at| body[at + 2..].to_vec())
}

/// Takes `[-label?text]` or `[+TITLE?text]` and the items behind it; gives what follows.
fn document<'t>(body: &[u8], rest: &'t [u8], usage: &mut Usage) -> &'t [u8] {
    let mark = body.iter().position(|&byte| byte == b'?');
    let (title, text) = match mark {
        Some(at) => (&body[1..at], body[at + 1..].trim_ascii()),
        None => (&body[1..], &b""[..]),
    };
    if body[0] == b'-' {
        if text.is_empty() {
            return rest;
        }
        let is_version = title.iter().all(u8::is_ascii_digit);
        let label = if is_version { b"version" } else { title };
        let id = text.strip_prefix(b"@(#)$Id: ").map(<[u8]>::trim_ascii_end);
        let text = id.and_then(|id| id.strip_suffix(b"$")).unwrap_or(text);
        usage.notes.push((label.to_vec(), text.trim_ascii().to_vec()));
        return rest;
    }
    if title.is_empty()
        && let Some(section) = usage.sections.last_mut()
    {
        section.paragraphs.push(text.to_vec());
    } else {
        let paragraphs = vec![text.to_vec()];
        usage.sections.push(Section { title: title.to_vec(), paragraphs, ..Section::default() });
    }
    let Some(mut inner) = rest.trim_ascii_start().strip_prefix(b"{") else { return rest };
    let Some(section) = usage.sections.last_mut() else { return rest };
    loop {
        inner = inner.trim_ascii_start();
        match inner.split_first() {
            Some((b'}', after)) => return after,
            Some((b'[', item)) => {
                let (body, after) = bracketed(item);
                let label = body.strip_prefix(b"+").unwrap_or(&body);
                let end = label.iter().position(|&byte| byte == b'?').unwrap_or(label.len());
                section.items.push((label[..end].to_vec(), text_of(&body)));
                inner = after;
            }
            Some((_, after)) => inner = after,
            None => return inner,
        }
    }
}

/// What letters say, as a usage string would; after a blank, what operands there are.
pub(super) fn letters(text: &[u8]) -> Usage {
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    let mut usage = Usage { operands: text[end..].trim_ascii().to_vec(), ..Usage::default() };
    for &byte in &text[..end] {
        match (byte, usage.choices.last_mut()) {
            (b':' | b'#', Some(choice)) => {
                choice.argument = Some(Argument { number: byte == b'#', ..Argument::default() });
            }
            (b':' | b'+', None) => {}
            _ => usage.choices.push(Choice { letter: vec![byte], ..Choice::default() }),
        }
    }
    usage
}

/// The words between `{` and `}`; gives what follows.
fn values<'t>(text: &'t [u8], argument: &mut Argument) -> &'t [u8] {
    let mut rest = text;
    loop {
        rest = rest.trim_ascii_start();
        match rest.split_first() {
            Some((b'}', after)) => return after,
            Some((b'[', inner)) => {
                let (body, after) = bracketed(inner);
                rest = after;
                if matches!(body.first(), Some(b'-' | b'+')) {
                    continue;
                }
                let (letter, long) = names(&body);
                argument.descriptions.push((long.join(&b'|'), text_of(&body)));
                // A number is what the option would be: `-11`.
                let value = match letter.len() > 1 {
                    true => [b"-", &letter[..]].concat(),
                    false => letter,
                };
                argument.values.extend(long.into_iter().map(|name| (name, value.clone())));
            }
            Some((_, after)) => rest = after,
            None => return rest,
        }
    }
}

/// The text up to the `]` that closes it, `]]` being one in it, and what follows.
fn bracketed(text: &[u8]) -> (Vec<u8>, &[u8]) {
    let mut body = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        if byte == b']' {
            if text.get(at) != Some(&b']') {
                break;
            }
            at += 1;
        }
        body.push(byte);
    }
    (body, &text[at..])
}

/// The letter and the long names of `a:all|every?text`.
fn names(body: &[u8]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let end = body.iter().position(|&byte| byte == b'?').filter(|at| *at > 0);
    let mut parts = body[..end.unwrap_or(body.len())].splitn(2, |&byte| byte == b':');
    let letter = parts.next().unwrap_or_default();
    let long = parts.next().unwrap_or_default();
    let long = long.split(|&byte| byte == b'|').filter(|name| !name.is_empty());
    (letter.to_vec(), long.map(<[u8]>::to_vec).collect())
}

#[cfg(test)]
mod tests {
    use super::super::manual::summary;
    use super::*;

    #[test]
    fn options_with_long_names() {
        let usage = read(
            b":[+NAME?x]\n[a:all|every?Do [a]]ll.]\n[n:num]#[count:=3?A]\n[f:file]:[path]\n\
              [v:verbose]:?[level]\n[S:server]:[name]{[p:pmserver][11:notifyd]}\n\nfile ...\n",
        );
        let usage = usage.unwrap_or_default();
        assert!(usage.silent);
        let letters: Vec<_> = usage.choices.iter().map(|one| &one.letter[..]).collect();
        assert_eq!(letters, [b"a", b"n", b"f", b"v", b"S"]);
        assert_eq!(usage.choices[0].long, [b"all".to_vec(), b"every".to_vec()]);
        let argument = |index: usize| usage.choices[index].argument.as_ref();
        assert!(argument(1).is_some_and(|one| one.number && one.name == b"count"));
        assert!(argument(3).is_some_and(|one| one.optional));
        let values = argument(4).map(|one| one.values.clone()).unwrap_or_default();
        assert_eq!(values[1], (b"notifyd".to_vec(), b"-11".to_vec()));
        assert_eq!(usage.operands, b"file ...");
        let help = String::from_utf8_lossy(&summary(b"me", &usage, false)).into_owned();
        assert!(help.starts_with("Usage: me [-a] [-n count] [-f path]"), "{help}");
    }

    #[test]
    fn letters_are_no_usage_string() {
        assert_eq!(read(b"ab:c"), None);
        assert_eq!(read(b"[a:all]"), None);
        let help =
            String::from_utf8_lossy(&summary(b"me", &letters(b":ab:c file"), false)).into_owned();
        assert!(help.starts_with("Usage: me [-ac] [-b arg] file\n"), "{help}");
    }
}
