//! Regular expressions as gawk reads them, rewritten for crate pattern.
//!
//! gawk replaces the escapes of strings first, whatever the result means then; what is left is
//! GNU's extended syntax, in which a repetition without anything before it is a character.

use crate::dialect::Dialect;
use crate::output::c_string;
use crate::regex_text::Compiled;
use byte_search::memmem::Finder;
use pattern::{Regex, RegexOptions};

/// An expression whose meaning is known, and what gawk warns of.
struct Rewritten {
    text: Vec<u8>,
    /// Without operators: what it stands for.
    plain: bool,
    warnings: Vec<Warning>,
    /// There is NUL behind a backslash, which nothing of the above counts for then.
    has_nul: bool,
}

/// What gawk warns of in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Warning {
    /// A letter behind a backslash that means nothing; it is said once.
    Escape(u8),
    /// `\u` or `\x`, as the letter says, without digits.
    NoDigits(u8),
    /// `\u` with a number that is no character.
    NoCharacter,
}

/// Why gawk refuses an expression.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// What the GNU C library says of it.
    Invalid(String),
    /// NUL behind a backslash.
    Nul,
}

impl Refusal {
    /// The message about an expression, up to its first NUL.
    pub(crate) fn message(self, text: &[u8]) -> Vec<u8> {
        match self {
            Refusal::Invalid(reason) => {
                let reason = format!("invalid regexp: {reason}: /");
                [reason.as_bytes(), c_string(text), b"/"].concat()
            }
            Refusal::Nul => b"invalid NUL byte in dynamic regexp".to_vec(),
        }
    }
}

/// Compiles an expression, and says what gawk warns of first.
pub(crate) fn compile(text: &[u8], dialect: Dialect) -> (Result<Compiled, Refusal>, Vec<Warning>) {
    let Rewritten { text, plain, warnings, has_nul } = rewrite(text, dialect);
    if has_nul {
        return (Err(Refusal::Nul), warnings);
    }
    if plain && !text.is_empty() && (!dialect.has_utf8() || std::str::from_utf8(&text).is_ok()) {
        let finder = Finder::new(&text);
        return (Ok(Compiled::Text(Box::new(finder))), warnings);
    }
    let options = RegexOptions { utf8: dialect.has_utf8(), ..RegexOptions::awk(true) };
    let compiled = match Regex::new(&text, options) {
        Ok(regex) if dialect.has_utf8() => Ok(Compiled::Wide(Box::new(regex))),
        Ok(regex) => Ok(Compiled::Regex(Box::new(regex))),
        Err(error) => Err(Refusal::Invalid(error.to_string())),
    };
    (compiled, warnings)
}

/// Whether gawk has something to say about a constant expression, beyond what [`compile`] tells:
/// a class without the brackets around it, or NUL.
pub(crate) fn is_doubtful(text: &[u8], dialect: Dialect) -> bool {
    let bare_class = byte_search::memmem::find_iter(text, b"[:")
        .any(|at| !text[..at].contains(&b'[') || text[..at].ends_with(b"]"));
    bare_class || rewrite(text, dialect).text.contains(&0)
}

/// What came before, as far as it matters to a repetition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing that can be repeated.
    Nothing,
    Operand,
}

fn rewrite(text: &[u8], dialect: Dialect) -> Rewritten {
    let mut warnings = Vec::new();
    let Some(text) = unescape(text, dialect, &mut warnings) else {
        return Rewritten { text: Vec::new(), plain: false, warnings, has_nul: true };
    };
    let mut out = Vec::with_capacity(text.len() + 4);
    let mut stands_for = Some(Vec::with_capacity(text.len()));
    let mut before = Before::Nothing;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let length = match byte {
            b'\\' => 2,
            b'[' => bracket(&text[at..]),
            _ => 1,
        };
        let part = &text[at..(at + length).min(text.len())];
        at += length;
        let is_literal_repetition =
            matches!(byte, b'*' | b'+' | b'?' | b'{') && before == Before::Nothing;
        if is_literal_repetition {
            out.push(b'\\');
        }
        out.extend_from_slice(part);
        before = match byte {
            b'^' | b'(' | b'|' => Before::Nothing,
            _ => Before::Operand,
        };
        match (&mut stands_for, byte) {
            (Some(plain), _) if is_literal_repetition => plain.push(byte),
            (Some(plain), b'\\')
                if part.get(1).is_some_and(u8::is_ascii_punctuation)
                    && !matches!(part[1], b'<' | b'>' | b'`' | b'\'') =>
            {
                plain.push(part[1]);
            }
            (
                _,
                b'^' | b'$' | b'.' | b'[' | b'|' | b'(' | b')' | b'*' | b'+' | b'?' | b'{' | b'\\',
            ) => {
                stands_for = None;
            }
            (Some(plain), _) => plain.push(byte),
            (None, _) => {}
        }
    }
    match stands_for {
        Some(plain) => Rewritten { text: plain, plain: true, warnings, has_nul: false },
        None => Rewritten { text: out, plain: false, warnings, has_nul: false },
    }
}

/// Replaces the escapes of strings. None where NUL is behind a backslash.
fn unescape(text: &[u8], dialect: Dialect, warnings: &mut Vec<Warning>) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        let letter = match (byte, text.get(at)) {
            (b'\\', Some(&letter)) => letter,
            _ => {
                out.push(byte);
                continue;
            }
        };
        match letter {
            b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'x' | b'0'..=b'7' => {
                let (value, used) = crate::lexer::escape(&text[at..]);
                if letter == b'x' && used == 1 {
                    warnings.push(Warning::NoDigits(letter));
                }
                out.push(value);
                at += used;
                continue;
            }
            b'u' if dialect.rules().regex_has_code_points => {
                at += 1 + code_point(&text[at + 1..], dialect, &mut out, warnings);
                continue;
            }
            b'8' | b'9' => warnings.push(Warning::Escape(letter)),
            0 => return None,
            _ => {
                if !b"<>`'BywWsS{}()|*+?.^$\\[]/-".contains(&letter) {
                    warnings.push(Warning::Escape(letter));
                }
                out.push(b'\\');
            }
        }
        out.push(letter);
        at += 1;
    }
    Some(out)
}

/// Appends the character whose number is at the start of the text, behind `\u`; how long that is.
fn code_point(
    text: &[u8],
    dialect: Dialect,
    out: &mut Vec<u8>,
    warnings: &mut Vec<Warning>,
) -> usize {
    let digits = text.iter().take(8).map_while(|&byte| char::from(byte).to_digit(16));
    let (number, length) =
        digits.fold((0u32, 0), |(n, length), digit| (n << 4 | digit, length + 1));
    if length == 0 {
        warnings.push(Warning::NoDigits(b'u'));
        out.push(b'u');
    } else if number < 0x80 {
        out.push(number as u8);
    } else if !dialect.has_utf8() || !crate::characters::encode(number, out) {
        warnings.push(Warning::NoCharacter);
        out.extend_from_slice(b"\\?");
    }
    length
}

/// The length of the bracket expression at the start; of its `[` where it has no end.
fn bracket(text: &[u8]) -> usize {
    let mut at = 1 + usize::from(text.get(1) == Some(&b'^'));
    let first = at;
    while let Some(&byte) = text.get(at) {
        at += match byte {
            b']' if at > first => return at + 1,
            b'\\' => 2,
            b'[' if matches!(text.get(at + 1), Some(b':' | b'.' | b'=')) => {
                let end = [text[at + 1], b']'];
                match byte_search::memmem::find(&text[at + 2..], &end) {
                    Some(length) => length + 4,
                    None => 1,
                }
            }
            _ => 1,
        };
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewritten() {
        for (text, result) in [
            ("*a", "*a"),
            ("(*a|+b)", "(\\*a|\\+b)"),
            ("^*a.", "^\\*a."),
            ("a\\tb", "a\tb"),
            ("\\.x\\/", ".x/"),
            ("[\\]a*]*", "[\\]a*]*"),
            ("\\052a.", "\\*a."),
            ("\\ya", "\\ya"),
        ] {
            let rewritten = rewrite(text.as_bytes(), Dialect::Gawk);
            assert_eq!(String::from_utf8_lossy(&rewritten.text), result, "{text}");
        }
        let warnings = [Warning::Escape(b'"'), Warning::Escape(b'q')];
        assert_eq!(rewrite(b"a\\\"b\\q", Dialect::Gawk).warnings, warnings);
        let doubtful = |text: &[u8]| is_doubtful(text, Dialect::Gawk);
        assert!(doubtful(b"[:alpha:]") && !doubtful(b"[[:alpha:]_]"));
    }

    #[test]
    fn code_points() {
        let of = |text: &str, dialect| {
            let Rewritten { text, warnings, .. } = rewrite(text.as_bytes(), dialect);
            (String::from_utf8_lossy(&text).into_owned(), warnings)
        };
        assert_eq!(of("[\\u00e9]\\u2e", Dialect::Gawk53Utf8), ("[é].".into(), vec![]));
        assert_eq!(of("a*\\u41g", Dialect::Gawk53), ("a*Ag".into(), vec![]));
        let odd = vec![Warning::NoCharacter];
        assert_eq!(of(".\\ue9", Dialect::Gawk53), (".\\?".into(), odd.clone()));
        assert_eq!(of(".\\uD800", Dialect::Gawk53Utf8), (".\\?".into(), odd));
        assert_eq!(of(".\\ug", Dialect::Gawk53), (".ug".into(), vec![Warning::NoDigits(b'u')]));
        let unknown = vec![Warning::Escape(b'u')];
        assert_eq!(of(".\\u41", Dialect::GawkUtf8), (".\\u41".into(), unknown));
    }

    #[test]
    fn reasons() {
        let reason = |text: &[u8]| {
            let refusal = compile(text, Dialect::Gawk).0.err()?;
            Some(String::from_utf8(refusal.message(text)).unwrap())
        };
        assert_eq!(reason(b"(a").unwrap(), "invalid regexp: Unmatched ( or \\(: /(a/");
        assert!(reason(b"a{2,1}").is_some());
        assert_eq!(reason(b"a{x"), None);
        assert_eq!(reason(b"x\\\0(").unwrap(), "invalid NUL byte in dynamic regexp");
    }
}
