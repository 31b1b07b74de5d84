//! Formats of stat: text, and directives as printf(3) would pad them.

/// Part of a format.
pub(super) enum Piece {
    Text(Vec<u8>),
    Directive(Directive),
}

/// `%`, flags, a width, a precision for text, `H` or `L`, and a letter.
pub(super) struct Directive {
    pub(super) letter: u8,
    /// `H` or `L`: half of a device number.
    pub(super) part: Option<u8>,
    left: bool,
    zeros: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
}

/// Text, which has no flags but `-`.
const TEXTS: &[u8] = b"AFnNUGwxyz";
const NUMBERS: &[u8] = b"abBdDfghiorRstTuWXYZ";
/// The widest field: nobody needs more, and it bounds what is allocated.
const WIDEST: usize = 9999;

/// The letter of `%N` without quotes, which only stat's own formats have.
pub(super) const BARE_NAME: u8 = b'!';

/// Reads one of stat's own formats, in which names have no quotes.
pub(super) fn parse_own(text: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = parse(text, false)?;
    for piece in &mut pieces {
        if let Piece::Directive(directive) = piece
            && directive.letter == b'N'
        {
            directive.letter = BARE_NAME;
        }
    }
    Some(pieces)
}

/// Reads a format; None where something in it is not reproduced. `escapes`: backslashes are
/// special (--printf).
pub(super) fn parse(text: &[u8], escapes: bool) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut plain = Vec::new();
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'\\' if escapes => plain.push(escape(&mut rest)?),
            b'%' => match rest.first() {
                None => plain.push(b'%'),
                Some(b'%') => {
                    rest = &rest[1..];
                    plain.push(b'%');
                }
                Some(_) => {
                    if !plain.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut plain)));
                    }
                    pieces.push(Piece::Directive(directive(&mut rest)?));
                }
            },
            _ => plain.push(byte),
        }
    }
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    Some(pieces)
}

/// What follows a backslash; octal has up to three digits.
fn escape(rest: &mut &[u8]) -> Option<u8> {
    let (&letter, after) = rest.split_first()?;
    *rest = after;
    Some(match letter {
        b'a' => 0x07,
        b'b' => 0x08,
        b'e' => 0x1b,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        b'"' | b'\\' => letter,
        b'0'..=b'7' => {
            let mut value = u32::from(letter - b'0');
            for _ in 0..2 {
                if let Some((&digit @ b'0'..=b'7', after)) = rest.split_first() {
                    value = value * 8 + u32::from(digit - b'0');
                    *rest = after;
                }
            }
            // The highest bit falls off.
            (value & 0xff) as u8
        }
        _ => return None,
    })
}

fn directive(rest: &mut &[u8]) -> Option<Directive> {
    let mut directive = Directive {
        letter: 0,
        part: None,
        left: false,
        zeros: false,
        alternate: false,
        width: 0,
        precision: None,
    };
    while let Some((&flag, after)) = rest.split_first() {
        match flag {
            b'-' => directive.left = true,
            b'0' => directive.zeros = true,
            b'#' => directive.alternate = true,
            // The sign and the grouping of numbers.
            b'+' | b' ' | b'\'' | b'I' => return None,
            _ => break,
        }
        *rest = after;
    }
    directive.width = number(rest)?;
    if rest.first() == Some(&b'.') {
        *rest = &rest[1..];
        directive.precision = Some(number(rest)?);
    }
    if let Some(&half @ (b'H' | b'L')) = rest.first() {
        *rest = &rest[1..];
        directive.part = Some(half);
    }
    let (&letter, after) = rest.split_first()?;
    *rest = after;
    directive.letter = letter;
    let known = match directive.part {
        Some(_) => b"dr".contains(&letter),
        None => NUMBERS.contains(&letter) || TEXTS.contains(&letter),
    };
    // Digits of numbers, and fractions of seconds.
    let odd = directive.precision.is_some() && !TEXTS.contains(&letter);
    // Seconds are printed by other rules where a field is wider than they are.
    let seconds = b"WXYZ".contains(&letter) && (directive.width > 0 || directive.zeros);
    // Quotes come and go with what else is between `%` and `N`.
    let decorated = directive.left || directive.zeros || directive.alternate;
    let decorated = decorated || directive.width > 0 || directive.precision.is_some();
    let name = letter == b'N' && decorated;
    (known && !odd && !seconds && !name).then_some(directive)
}

fn number(rest: &mut &[u8]) -> Option<usize> {
    let mut value = 0;
    while let Some((&digit @ b'0'..=b'9', after)) = rest.split_first() {
        value = value * 10 + usize::from(digit - b'0');
        if value > WIDEST {
            return None;
        }
        *rest = after;
    }
    Some(value)
}

impl Directive {
    /// Appends text as `%s` would.
    pub(super) fn pad_text(&self, text: &[u8], out: &mut Vec<u8>) {
        let text = &text[..self.precision.unwrap_or(text.len()).min(text.len())];
        let blanks = self.width.saturating_sub(text.len());
        self.pad(blanks, b' ', b"", text, out);
    }

    /// Appends the digits of a number; `prefix` goes before them with `#`.
    pub(super) fn pad_number(&self, digits: &[u8], prefix: &[u8], out: &mut Vec<u8>) {
        // Decimal numbers have none.
        let prefix = if self.alternate { prefix } else { b"" };
        let length = digits.len() + prefix.len();
        let fill = if self.zeros && !self.left { b'0' } else { b' ' };
        self.pad(self.width.saturating_sub(length), fill, prefix, digits, out);
    }

    fn pad(&self, count: usize, fill: u8, prefix: &[u8], text: &[u8], out: &mut Vec<u8>) {
        let blank = |out: &mut Vec<u8>| out.resize(out.len() + count, fill);
        if !self.left && fill == b' ' {
            blank(out);
        }
        out.extend_from_slice(prefix);
        if fill == b'0' {
            blank(out);
        }
        out.extend_from_slice(text);
        if self.left {
            blank(out);
        }
    }
}
