//! The command line: `-F`, `-v`, `-f`, the program, operands (POSIX XCU awk).

use crate::dialect::Dialect;
use crate::format::is_plain_number_format;
use crate::lexer::unescape_of_gawk;
use crate::regex_text::is_doubtful;
use crate::syntax::{BUILTINS, Name, Program};

/// A command line, taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Arguments<'a> {
    /// `-F`, as it is written.
    pub(crate) field_separator: Option<&'a [u8]>,
    /// `-v name=value`.
    pub(crate) assignments: Vec<&'a [u8]>,
    /// `-f file`.
    pub(crate) files: Vec<&'a [u8]>,
    /// The text of the program, where there is no `-f`.
    pub(crate) program: Option<&'a [u8]>,
    pub(crate) operands: Vec<&'a [u8]>,
}

/// Reads the arguments behind the name. `None` for what is left to the installed program: other
/// options, a missing argument.
pub(crate) fn parse<'a>(arguments: &[&'a [u8]]) -> Option<Arguments<'a>> {
    let mut parsed = Arguments::default();
    let mut rest = arguments;
    while let [first, after @ ..] = rest {
        let [b'-', letter, attached @ ..] = *first else { break };
        rest = after;
        if *letter == b'-' {
            if !attached.is_empty() {
                return None;
            }
            break;
        }
        let value = if attached.is_empty() {
            let (&value, after) = rest.split_first()?;
            rest = after;
            value
        } else {
            attached
        };
        match letter {
            // Of several each may be warned of.
            b'F' if parsed.field_separator.is_some() => return None,
            b'F' => parsed.field_separator = Some(value),
            b'v' => {
                assignment(value)?;
                parsed.assignments.push(value);
            }
            b'f' => parsed.files.push(value),
            _ => return None,
        }
    }
    if parsed.files.is_empty() {
        let (&program, operands) = rest.split_first()?;
        if program == b"-" {
            return None;
        }
        parsed.program = Some(program);
        rest = operands;
    }
    parsed.operands = rest.to_vec();
    Some(parsed)
}

impl Arguments<'_> {
    /// Whether something is assigned that is not reproduced: a format of another kind, or what may be
    /// an expression with intervals.
    pub(crate) fn has_doubtful_values(&self, dialect: Dialect) -> bool {
        if !dialect.rules().integers_are_long {
            return false;
        }
        let is_doubtful = |text: &[u8]| is_doubtful(&crate::lexer::unescape(text), dialect);
        self.field_separator.is_some_and(is_doubtful)
            || self.assignments.iter().chain(&self.operands).any(|text| {
                assignment(text).is_some_and(|(name, value)| {
                    is_doubtful(value)
                        || matches!(name, b"OFMT" | b"CONVFMT") && !is_plain_number_format(value)
                })
            })
    }

    /// Whether mawk ends before it begins: by an option, the separator of fields or records is no
    /// expression, or what is assigned is no variable of the program.
    pub(crate) fn is_refused(&self, program: &Program) -> bool {
        let is_bad = |text: &[u8]| {
            let text = crate::lexer::unescape(text);
            text.len() > 1 && crate::regex_text::compile(&text, program.dialect).is_err()
        };
        let is_name = |names: &[Name], name: &[u8]| names.iter().any(|other| **other == *name);
        self.field_separator.is_some_and(is_bad)
            || self.assignments.iter().filter_map(|text| assignment(text)).any(|(name, value)| {
                matches!(name, b"FS" | b"RS") && is_bad(value)
                    || is_name(&program.arrays, name)
                    || program.functions.iter().any(|function| *function.name == *name)
            })
    }

    /// Why gawk does something else, or has something to say, with these arguments.
    pub(crate) fn doubt_of_gawk(&self, is_set: impl Fn(&[u8]) -> bool) -> Option<&'static str> {
        if VARIABLES_OF_GAWK.iter().any(|name| is_set(name.as_bytes())) {
            return Some("a variable that changes gawk");
        }
        if self
            .field_separator
            .is_some_and(|text| text.is_empty() || unescape_of_gawk(text).is_none())
        {
            return Some("a field separator that gawk warns of");
        }
        let by_path = |file: &&[u8]| !file.contains(&b'/');
        if is_set(b"AWKPATH") && self.files.iter().any(by_path) {
            return Some("a program file of AWKPATH");
        }
        let odd_file = |name: &[u8]| {
            name.starts_with(b"/inet")
                || name.starts_with(b"/dev/") && !matches!(name, b"/dev/stdin" | b"/dev/null")
        };
        if self.operands.iter().any(|operand| odd_file(operand)) {
            return Some("a special file");
        }
        let fs_twice = self.field_separator.is_some();
        let mut assignments =
            self.assignments.iter().chain(&self.operands).filter_map(|text| assignment(text));
        assignments
            .any(|(name, value)| {
                let own = crate::lexer::is_own_name(name)
                    || crate::lexer::is_keyword(name)
                    || BUILTINS.iter().any(|builtin| builtin.0.as_bytes() == name);
                own || matches!(name, b"ENVIRON" | b"ARGV")
                    || value.starts_with(b"@/")
                    || unescape_of_gawk(value).is_none()
                    || fs_twice && name == b"FS"
            })
            .then_some("an assignment that means something to gawk")
    }
}

/// Environment variables that change what gawk does.
const VARIABLES_OF_GAWK: [&str; 18] = [
    "AWKBUFSIZE",
    "AWKREADFUNC",
    "AWK_HASH",
    "AVG_CHAIN_MAX",
    "GAWK_LOCALE_DIR",
    "GAWK_MSG_SRC",
    "GAWK_NO_DFA",
    "GAWK_PERSIST_FILE",
    "GAWK_READ_TIMEOUT",
    "GAWK_SOCK_RETRIES",
    "GAWK_STACKSIZE",
    "INT_CHAIN_MAX",
    "NHAT",
    "PMA_VERBOSITY",
    "STR_CHAIN_MAX",
    "TIDYMEM",
    "GAWK_MSG_SLEEP",
    "AWKLIBPATH",
];

/// The name and the value of `name=value`.
pub(crate) fn assignment(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = byte_search::memchr(b'=', text)?;
    let (name, value) = (&text[..end], &text[end + 1..]);
    let letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    (name.first().is_some_and(letter)
        && name.iter().all(|byte| letter(byte) || byte.is_ascii_digit()))
    .then_some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options() {
        let arguments: &[&[u8]] = &[b"-F:", b"-v", b"a=1", b"--", b"prog", b"file"];
        let parsed = parse(arguments).unwrap();
        assert_eq!(parsed.field_separator, Some(&b":"[..]));
        assert_eq!(parsed.program, Some(&b"prog"[..]));
        assert_eq!(parsed.operands, [b"file"]);
        let arguments: &[&[u8]] = &[b"-f", b"p", b"x", b"y"];
        assert_eq!(parse(arguments).unwrap().operands.len(), 2);
        for arguments in [&[][..], &[&b"--version"[..]], &[b"-W", b"x"], &[b"-v", b"1=2", b"p"]] {
            assert_eq!(parse(arguments), None);
        }
    }
}
