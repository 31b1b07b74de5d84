//! Options as GNU's getopt_long(3) reads them: permuted, clustered, abbreviated.
//!
//! A utility describes what it admits; anything else makes it step aside, so that the
//! installed program words its own usage errors.

/// Whether an option takes an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// None.
    Nothing,
    /// Always one.
    Argument,
    /// One only when attached (`-iSUFFIX`, `--in-place=SUFFIX`).
    Optional,
}

/// One option: its letter (or any char that is no option letter, for a long-only one), its
/// long name (or ""), whether it takes an argument.
pub type Option_ = (char, &'static str, Takes);

/// What was found on the command line.
#[derive(Debug, Default)]
pub struct Parsed<'a> {
    /// The options in order, each with its argument.
    pub options: Vec<(char, Option<&'a [u8]>)>,
    /// The operands.
    pub operands: Vec<&'a [u8]>,
}

impl<'a> Parsed<'a> {
    /// Whether the option was given.
    pub fn has(&self, letter: char) -> bool {
        self.options.iter().any(|(option, _)| *option == letter)
    }

    /// Whether the option was given more than once.
    pub fn is_repeated(&self, letter: char) -> bool {
        self.options.iter().filter(|(option, _)| *option == letter).count() > 1
    }

    /// Whether any option was given more than once with an argument: where each is looked at, there
    /// may be something to say of the first.
    pub fn has_repeated_value(&self) -> bool {
        let is_repeated =
            |(option, value): &(char, Option<&[u8]>)| value.is_some() && self.is_repeated(*option);
        self.options.iter().any(is_repeated)
    }

    /// The argument of the last occurrence of the option.
    pub fn value(&self, letter: char) -> Option<&'a [u8]> {
        self.options.iter().rev().find(|(option, _)| *option == letter).and_then(|(_, v)| *v)
    }
}

/// Reads `arguments`. `permute`: operands may come before options (GNU's default; false for
/// utilities that run commands, and under POSIXLY_CORRECT). `None` for anything that is not
/// in `known`: an unknown or ambiguous option, a missing argument.
pub fn parse<'a>(arguments: &[&'a [u8]], known: &[Option_], permute: bool) -> Option<Parsed<'a>> {
    let mut parsed = Parsed::default();
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        if argument == b"--" {
            parsed.operands.extend(rest);
            break;
        }
        if let Some(long) = argument.strip_prefix(b"--") {
            let (name, attached) = match long.iter().position(|&byte| byte == b'=') {
                Some(at) => (&long[..at], Some(&long[at + 1..])),
                None => (long, None),
            };
            let option = find_long(known, name)?;
            let value = match (option.2, attached) {
                (Takes::Nothing, Some(_)) => return None,
                (Takes::Argument, None) => Some(*rest.next()?),
                (_, attached) => attached,
            };
            parsed.options.push((option.0, value));
        } else if argument.len() > 1 && argument[0] == b'-' {
            let mut letters = &argument[1..];
            while let Some((&letter, after)) = letters.split_first() {
                let option = known.iter().find(|option| option.0 == char::from(letter))?;
                letters = after;
                let value = match option.2 {
                    Takes::Nothing => None,
                    Takes::Argument if after.is_empty() => Some(*rest.next()?),
                    Takes::Optional if after.is_empty() => None,
                    _ => Some(std::mem::take(&mut letters)),
                };
                parsed.options.push((option.0, value));
            }
        } else {
            parsed.operands.push(argument);
            if !permute {
                parsed.operands.extend(rest);
                break;
            }
        }
    }
    Some(parsed)
}

fn find_long<'k>(known: &'k [Option_], name: &[u8]) -> Option<&'k Option_> {
    if name.is_empty() {
        return None;
    }
    if let Some(option) = known.iter().find(|option| option.1.as_bytes() == name) {
        return Some(option);
    }
    // An abbreviation may be of an option that is not listed here, so only whole names count.
    None
}
