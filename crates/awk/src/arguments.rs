//! The command line: `-F`, `-v`, `-f`, the program, operands (POSIX XCU awk).

/// A command line, taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Arguments<'a> {
    pub(crate) field_separator: Option<Vec<u8>>,
    /// `-v name=value`.
    pub(crate) assignments: Vec<&'a [u8]>,
    /// `-f file`.
    pub(crate) files: Vec<&'a [u8]>,
    /// The text of the program, where there is no `-f`.
    pub(crate) program: Option<&'a [u8]>,
    pub(crate) operands: &'a [&'a [u8]],
}

/// Reads the arguments behind the name. `None` for what is left to the installed program: other
/// options, a missing argument.
pub(crate) fn parse<'a>(arguments: &'a [&'a [u8]]) -> Option<Arguments<'a>> {
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
            b'F' => parsed.field_separator = Some(crate::lexer::unescape(value)),
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
    parsed.operands = rest;
    Some(parsed)
}

/// The name and the value of `name=value`.
pub(crate) fn assignment(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = memchr::memchr(b'=', text)?;
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
        assert_eq!(parsed.field_separator.as_deref(), Some(&b":"[..]));
        assert_eq!(parsed.program, Some(&b"prog"[..]));
        assert_eq!(parsed.operands, [b"file"]);
        let arguments: &[&[u8]] = &[b"-f", b"p", b"x", b"y"];
        assert_eq!(parse(arguments).unwrap().operands.len(), 2);
        for arguments in [&[][..], &[&b"--version"[..]], &[b"-W", b"x"], &[b"-v", b"1=2", b"p"]] {
            assert_eq!(parse(arguments), None);
        }
    }
}
