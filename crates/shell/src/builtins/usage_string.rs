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
}

/// An option.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// Its letter, or number.
    pub(super) letter: Vec<u8>,
    /// Its long names.
    pub(super) long: Vec<Vec<u8>>,
    /// What it takes.
    pub(super) argument: Option<Argument>,
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
        let (letter, long) = match rest {
            // A letter without a long name.
            [letter, after @ ..] if letter.is_ascii_alphanumeric() => {
                rest = after;
                (vec![*letter], Vec::new())
            }
            _ => {
                rest = rest.trim_ascii_start();
                let Some(inner) = rest.strip_prefix(b"[") else { break };
                let (body, after) = bracketed(inner);
                rest = after;
                if matches!(body.first(), Some(b'-' | b'+')) {
                    continue;
                }
                names(&body)
            }
        };
        let mut choice = Choice { letter, long, argument: None };
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
                rest = after;
            }
            if let Some(inner) = rest.trim_ascii_start().strip_prefix(b"{") {
                rest = values(inner, &mut argument.values);
            }
            choice.argument = Some(argument);
        }
        usage.choices.push(choice);
    }
    usage.operands = rest.trim_ascii().to_vec();
    Some(usage)
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
            _ => {
                usage.choices.push(Choice { letter: vec![byte], long: Vec::new(), argument: None })
            }
        }
    }
    usage
}

/// The words between `{` and `}`; gives what follows.
fn values<'t>(text: &'t [u8], values: &mut Vec<(Vec<u8>, Vec<u8>)>) -> &'t [u8] {
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
                // A number is what the option would be: `-11`.
                let value = match letter.len() > 1 {
                    true => [b"-", &letter[..]].concat(),
                    false => letter,
                };
                values.extend(long.into_iter().map(|name| (name, value.clone())));
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

/// What `--help`, `--man` and `-?` show.
pub(super) fn help(name: &[u8], usage: &Usage) -> Vec<u8> {
    let mut out = [b"Usage: ", name].concat();
    let single: Vec<u8> = usage
        .choices
        .iter()
        .filter(|choice| choice.argument.is_none() && choice.letter.len() == 1)
        .flat_map(|choice| choice.letter.clone())
        .collect();
    if !single.is_empty() {
        out.extend_from_slice(&[b" [-", &single[..], b"]"].concat());
    }
    for choice in &usage.choices {
        if let Some(argument) = &choice.argument {
            let name = if argument.name.is_empty() { b"arg" } else { &argument.name[..] };
            out.extend_from_slice(&[b" [-", &choice.letter[..], b" ", name, b"]"].concat());
        }
    }
    if !usage.operands.is_empty() {
        out.push(b' ');
        out.extend_from_slice(usage.operands.split(|&byte| byte == b'\n').next().unwrap_or(b""));
    }
    out.extend_from_slice(b"\n Help: ");
    out.extend_from_slice(name);
    out.extend_from_slice(b" [ --help | --man ] 2>&1\n");
    out
}

#[cfg(test)]
mod tests {
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
        let help = String::from_utf8_lossy(&help(b"me", &usage)).into_owned();
        assert!(help.starts_with("Usage: me [-a] [-n count] [-f path]"), "{help}");
    }

    #[test]
    fn letters_are_no_usage_string() {
        assert_eq!(read(b"ab:c"), None);
        assert_eq!(read(b"[a:all]"), None);
        let help = String::from_utf8_lossy(&help(b"me", &letters(b":ab:c file"))).into_owned();
        assert!(help.starts_with("Usage: me [-ac] [-b arg] file\n"), "{help}");
    }
}
