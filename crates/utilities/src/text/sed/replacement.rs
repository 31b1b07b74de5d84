//! The right side of `s`: parsing it, and putting it together for a match.

use super::script::{Case, Letters, Part};
use pattern::Captures;

/// Reads a replacement whose simple escapes have been replaced.
pub fn parse(text: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut literal = Vec::new();
    // What the part being read has, and what those after it have.
    let (mut case, mut lasting) = (Case::default(), Case::default());
    let mut rest = text.iter();
    while let Some(&byte) = rest.next() {
        let mut group = None;
        if byte == b'&' {
            group = Some(0);
        } else if byte != b'\\' {
            literal.push(byte);
            continue;
        }
        let escaped = if group.is_some() { None } else { rest.next().copied() };
        let next = match escaped {
            None if group.is_none() => {
                // A backslash at the end.
                literal.push(b'\\');
                continue;
            }
            Some(letter @ (b'0'..=b'9' | b'L' | b'U' | b'E' | b'l' | b'u')) => Some(letter),
            Some(other) => {
                // What follows is a part of its own, with what lasts of the case.
                literal.push(other);
                parts.push(Part { text: std::mem::take(&mut literal), group: None, case });
                case = lasting;
                continue;
            }
            None => None,
        };
        if let Some(digit @ b'0'..=b'9') = next {
            group = Some(usize::from(digit - b'0'));
        }
        parts.push(Part { text: std::mem::take(&mut literal), group, case });
        case = lasting;
        match next {
            Some(b'L') => lasting = Case { all: Some(Letters::Lower), next: None },
            Some(b'U') => lasting = Case { all: Some(Letters::Upper), next: None },
            Some(b'E') => lasting = Case::default(),
            Some(letter @ (b'l' | b'u')) => {
                lasting = case;
                let letters = if letter == b'l' { Letters::Lower } else { Letters::Upper };
                case.next = Some(letters);
                continue;
            }
            _ => continue,
        }
        case = lasting;
    }
    if !literal.is_empty() {
        parts.push(Part { text: literal, group: None, case });
    }
    if parts.iter().all(|part| part.case == Case::default()) {
        parts.retain(|part| !part.text.is_empty() || part.group.is_some());
    }
    parts
}

/// Adds what a match is replaced by, where no part changes case.
#[inline]
pub fn append_plain(
    parts: &[Part],
    line: &[u8],
    whole: (usize, usize),
    captures: &Captures,
    out: &mut Vec<u8>,
) {
    for part in parts {
        out.extend_from_slice(&part.text);
        let span = match part.group {
            None => continue,
            Some(0) => Some(whole),
            Some(group) => captures.get(group),
        };
        if let Some((start, end)) = span {
            out.extend_from_slice(&line[start..end]);
        }
    }
}

/// Adds what a match is replaced by.
pub fn append(
    parts: &[Part],
    line: &[u8],
    whole: (usize, usize),
    captures: &Captures,
    utf8: bool,
    out: &mut Vec<u8>,
) {
    // A change of the next letter that has met none yet.
    let mut waiting = None;
    for part in parts {
        let mut case = part.case;
        case.next = case.next.or(waiting);
        waiting = None;
        if !part.text.is_empty() {
            change(&part.text, case, utf8, out);
            case.next = None;
        }
        let Some(group) = part.group else { continue };
        let span = if group == 0 { Some(whole) } else { captures.get(group) };
        let (start, end) = span.unwrap_or((0, 0));
        if start == end {
            if part.case.next.is_some() {
                waiting = case.next;
            }
        } else {
            change(&line[start..end], case, utf8, out);
        }
    }
}

/// Adds a text with its letters changed.
fn change(text: &[u8], case: Case, utf8: bool, out: &mut Vec<u8>) {
    let mut next = case.next;
    let mut rest = text;
    while !rest.is_empty() {
        let letters = match next.take().or(case.all) {
            Some(letters) => letters,
            None => return out.extend_from_slice(rest),
        };
        let (character, length) = first(rest, utf8);
        match character {
            // So it comes out of GNU's in a locale without such characters.
            None if !utf8 => out.push(0xff),
            None => out.extend_from_slice(&rest[..length]),
            // The C library's conversion takes it for the end of the text.
            Some('\0') if utf8 => return out.extend_from_slice(rest),
            Some(character) => {
                let mut buffer = [0; 4];
                let changed = turn(character, letters);
                out.extend_from_slice(changed.encode_utf8(&mut buffer).as_bytes());
            }
        }
        rest = &rest[length..];
    }
}

/// The character at the start of `text`, where there is one, and its length.
pub fn first(text: &[u8], utf8: bool) -> (Option<char>, usize) {
    let byte = text[0];
    if byte < 0x80 {
        return (Some(char::from(byte)), 1);
    }
    if !utf8 {
        return (None, 1);
    }
    let window = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(window) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&window[..error.valid_up_to()]).unwrap_or(""),
    };
    match valid.chars().next() {
        Some(character) => (Some(character), character.len_utf8()),
        None => (None, 1),
    }
}

/// towupper(3), towlower(3): one character for one.
fn turn(character: char, letters: Letters) -> char {
    if character.is_ascii() {
        return match letters {
            Letters::Upper => character.to_ascii_uppercase(),
            Letters::Lower => character.to_ascii_lowercase(),
        };
    }
    let single =
        |characters: &mut dyn Iterator<Item = char>| match (characters.next(), characters.next()) {
            (Some(one), None) => one,
            _ => character,
        };
    match letters {
        // The C library leaves Georgian letters alone.
        Letters::Upper if ('\u{10D0}'..='\u{10FF}').contains(&character) => character,
        Letters::Upper => single(&mut character.to_uppercase()),
        Letters::Lower => single(&mut character.to_lowercase()),
    }
}
