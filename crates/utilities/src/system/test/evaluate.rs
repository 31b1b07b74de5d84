//! Expressions of test(1): by the number of arguments up to four (POSIX XCU test), by a
//! grammar beyond, in which `!` binds tightest, then `-a`, then `-o`.
//!
//! As in GNU's, every part is evaluated, also behind a false `-a`: a wrong number there is an
//! error all the same.

use super::Queries;
use crate::quoting;
use rustix::fs::{Access, FileType, Stat};
use std::cmp::Ordering;

/// Whose operators are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// GNU's test(1).
    Gnu,
    /// A shell's builtin: also `<` and `>`, `-v NAME` and `-o OPTION`; no `-l STRING`.
    Shell,
}

/// Most parentheses inside each other.
pub(super) const DEEPEST: usize = 100;

/// What is wrong with an expression, with the words that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<'a> {
    /// The expression ends where an argument is needed.
    MissingArgument {
        /// The last word.
        last: &'a [u8],
    },
    /// The first of two words is no unary operator.
    NotUnary {
        /// That word.
        word: &'a [u8],
        /// The last word of the expression.
        last: &'a [u8],
    },
    /// A unary operator that is not known.
    UnknownUnary(&'a [u8]),
    /// A binary operator that is not known.
    UnknownBinary(&'a [u8]),
    /// A word is left where the expression has ended.
    ExtraArgument(&'a [u8]),
    /// A parenthesis is not closed.
    MissingParenthesis {
        /// What is in the place of the closing one.
        found: Option<&'a [u8]>,
    },
    /// Parentheses nest too deep.
    TooDeep,
    /// This operator does not take `-l word`.
    LengthRefused(&'static str),
    /// What is compared is no integer.
    NotAnInteger(&'a [u8]),
}

impl Error<'_> {
    /// GNU's words, without name and newline; `utf8`: characters are UTF-8.
    #[cold]
    pub fn message(&self, utf8: bool) -> Vec<u8> {
        let quoted = |before: &[u8], word: &[u8], after: &[u8]| {
            [before, &quoting::locale(word, utf8), after].concat()
        };
        match *self {
            Self::MissingArgument { last } | Self::NotUnary { last, .. } => {
                quoted(b"missing argument after ", last, b"")
            }
            Self::UnknownUnary(word) => quoted(b"", word, b": unary operator expected"),
            Self::UnknownBinary(word) => quoted(b"", word, b": binary operator expected"),
            Self::ExtraArgument(word) => quoted(b"extra argument ", word, b""),
            Self::MissingParenthesis { found: Some(found) } => {
                let before = quoted(b"", b")", b" expected, found ");
                quoted(&before, found, b"")
            }
            Self::MissingParenthesis { found: None } => quoted(b"", b")", b" expected"),
            Self::TooDeep => b"too many parentheses".to_vec(),
            Self::LengthRefused(operator) => [operator.as_bytes(), b" does not accept -l"].concat(),
            Self::NotAnInteger(word) => quoted(b"invalid integer ", word, b""),
        }
    }
}

type Result<'a, T> = std::result::Result<T, Error<'a>>;

/// The value of an expression (without the name, without `]`).
///
/// # Errors
/// What is wrong with the expression; the status is 2 then.
pub fn evaluate<'a>(
    arguments: &[&'a [u8]],
    queries: &dyn Queries,
    dialect: Dialect,
) -> Result<'a, bool> {
    if arguments.is_empty() {
        return Ok(false);
    }
    let mut parser = Parser { words: arguments, at: 0, queries, dialect, depth: 0 };
    let value = parser.counted(arguments.len())?;
    match parser.words.get(parser.at) {
        Some(extra) => Err(Error::ExtraArgument(extra)),
        None => Ok(value),
    }
}

/// The binary operators.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binary {
    Equal,
    Unequal,
    Before,
    After,
    NewerThan,
    OlderThan,
    SameFile,
    Compare(Comparison),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

struct Parser<'p, 'a> {
    words: &'p [&'a [u8]],
    at: usize,
    queries: &'p dyn Queries,
    dialect: Dialect,
    depth: usize,
}

impl<'a> Parser<'_, 'a> {
    /// The error where the expression ends and an argument is needed.
    #[cold]
    fn missing(&self) -> Error<'a> {
        Error::MissingArgument { last: self.words.last().copied().unwrap_or_default() }
    }

    fn word(&self, ahead: usize) -> Option<&'a [u8]> {
        self.words.get(self.at + ahead).copied()
    }

    fn is(&self, ahead: usize, text: &[u8]) -> bool {
        self.word(ahead) == Some(text)
    }

    /// Takes the next word.
    fn take(&mut self) -> Result<'a, &'a [u8]> {
        let word = self.word(0).ok_or_else(|| self.missing())?;
        self.at += 1;
        Ok(word)
    }

    fn binary(&self, ahead: usize) -> Option<Binary> {
        let word = self.word(ahead)?;
        Some(match word {
            b"=" | b"==" => Binary::Equal,
            b"!=" => Binary::Unequal,
            b"-eq" => Binary::Compare(Comparison::Equal),
            b"-ne" => Binary::Compare(Comparison::Unequal),
            b"-lt" => Binary::Compare(Comparison::Less),
            b"-le" => Binary::Compare(Comparison::LessOrEqual),
            b"-gt" => Binary::Compare(Comparison::Greater),
            b"-ge" => Binary::Compare(Comparison::GreaterOrEqual),
            b"-nt" => Binary::NewerThan,
            b"-ot" => Binary::OlderThan,
            b"-ef" => Binary::SameFile,
            b"<" if self.dialect == Dialect::Shell => Binary::Before,
            b">" if self.dialect == Dialect::Shell => Binary::After,
            _ => return None,
        })
    }

    /// POSIX's rules for `count` arguments.
    fn counted(&mut self, count: usize) -> Result<'a, bool> {
        match count {
            1 => self.one(),
            2 => self.two(),
            3 => self.three(),
            4 if self.is(0, b"!") => {
                self.at += 1;
                Ok(!self.three()?)
            }
            4 if self.is(0, b"(") && self.is(3, b")") => {
                self.at += 1;
                let value = self.two()?;
                self.at += 1;
                Ok(value)
            }
            _ => self.or(),
        }
    }

    fn one(&mut self) -> Result<'a, bool> {
        Ok(!self.take()?.is_empty())
    }

    fn two(&mut self) -> Result<'a, bool> {
        match self.word(0) {
            Some(b"!") => {
                self.at += 1;
                Ok(!self.one()?)
            }
            Some([b'-', _]) => self.unary(),
            word => Err(Error::NotUnary {
                word: word.unwrap_or_default(),
                last: self.words.last().copied().unwrap_or_default(),
            }),
        }
    }

    fn three(&mut self) -> Result<'a, bool> {
        if let Some(operator) = self.binary(1) {
            return self.dyadic(operator, false);
        }
        if self.is(0, b"!") {
            self.at += 1;
            return Ok(!self.two()?);
        }
        if self.is(0, b"(") && self.is(2, b")") {
            self.at += 1;
            let value = self.one()?;
            self.at += 1;
            return Ok(value);
        }
        if self.is(1, b"-a") || self.is(1, b"-o") {
            if self.dialect == Dialect::Shell {
                // Of two strings, whatever they look like (dash, bash, ksh93).
                let both = self.is(1, b"-a");
                let left = self.one()?;
                self.at += 1;
                let right = self.one()?;
                return Ok(if both { left && right } else { left || right });
            }
            return self.or();
        }
        let operator = self.word(1).unwrap_or(b"");
        Err(Error::UnknownBinary(operator))
    }

    fn or(&mut self) -> Result<'a, bool> {
        let mut value = self.and()?;
        while self.is(0, b"-o") {
            self.at += 1;
            value |= self.and()?;
        }
        Ok(value)
    }

    fn and(&mut self) -> Result<'a, bool> {
        let mut value = self.term()?;
        while self.is(0, b"-a") {
            self.at += 1;
            value &= self.term()?;
        }
        Ok(value)
    }

    fn term(&mut self) -> Result<'a, bool> {
        let mut negated = false;
        while self.is(0, b"!") {
            self.at += 1;
            if self.word(0).is_none() {
                return Err(self.missing());
            }
            negated = !negated;
        }
        let left = self.words.len() - self.at;
        let value = if self.is(0, b"(") {
            self.parenthesis()?
        } else if self.dialect == Dialect::Gnu
            && left >= 4
            && self.is(0, b"-l")
            && self.binary(2).is_some()
        {
            let operator = self.binary(2).unwrap_or(Binary::Equal);
            self.dyadic(operator, true)?
        } else if let (true, Some(operator)) = (left >= 3, self.binary(1)) {
            self.dyadic(operator, false)?
        } else if matches!(self.word(0), Some([b'-', _]))
            // The shells' last word is a string, whatever it looks like.
            && (left >= 2 || self.dialect == Dialect::Gnu)
        {
            self.unary()?
        } else {
            self.one()?
        };
        Ok(negated != value)
    }

    /// `( expression )`. Up to four arguments before the closing one are read by their
    /// number, more by the grammar.
    fn parenthesis(&mut self) -> Result<'a, bool> {
        self.at += 1;
        if self.word(0).is_none() {
            return Err(self.missing());
        }
        if self.depth >= DEEPEST {
            return Err(Error::TooDeep);
        }
        let left = self.words.len() - self.at;
        let count = (1..left).find(|&ahead| self.is(ahead, b")")).unwrap_or(left);
        let count = if count > 4 { left } else { count };
        self.depth += 1;
        let value = self.counted(count)?;
        self.depth -= 1;
        match self.word(0) {
            Some(b")") => {
                self.at += 1;
                Ok(value)
            }
            found => Err(Error::MissingParenthesis { found }),
        }
    }

    /// `word operator word`; `-l word` stands for the length of a word. `length`: the left
    /// side begins with `-l`.
    fn dyadic(&mut self, operator: Binary, length: bool) -> Result<'a, bool> {
        let first = self.at;
        let operator_at = first + 1 + usize::from(length);
        // As in GNU's, `-l` on the right counts only where two arguments follow it.
        let right_length = self.dialect == Dialect::Gnu
            && operator_at + 2 < self.words.len()
            && self.words.get(operator_at + 1) == Some(&&b"-l"[..]);
        let side = |at: usize| self.words.get(at).copied().ok_or_else(|| self.missing());
        let left = side(operator_at - 1)?;
        let right = side(operator_at + 1 + usize::from(right_length))?;
        let lengths = length || right_length;
        let first = first + usize::from(length) + usize::from(right_length);
        // Strings are compared whether or not a `-l` shifts them out of place.
        let strings = (side(first)?, side(first + 2)?);
        self.at = first + 3;
        let refused = |name| Err(Error::LengthRefused(name));
        match operator {
            Binary::Compare(comparison) => {
                let order = match lengths {
                    false => compare(self.integer(left)?, self.integer(right)?),
                    true => {
                        let number = |word: &'a [u8], is_length: bool| match is_length {
                            true => Ok(word.len().to_string().into_bytes()),
                            false => self.integer(word).map(<[u8]>::to_vec),
                        };
                        compare(&number(left, length)?, &number(right, right_length)?)
                    }
                };
                Ok(match comparison {
                    Comparison::Equal => order == Ordering::Equal,
                    Comparison::Unequal => order != Ordering::Equal,
                    Comparison::Less => order == Ordering::Less,
                    Comparison::LessOrEqual => order != Ordering::Greater,
                    Comparison::Greater => order == Ordering::Greater,
                    Comparison::GreaterOrEqual => order != Ordering::Less,
                })
            }
            Binary::Equal | Binary::Unequal => {
                Ok((strings.0 == strings.1) == (operator == Binary::Equal))
            }
            Binary::Before => Ok(left < right),
            Binary::After => Ok(left > right),
            Binary::NewerThan if lengths => refused("-nt"),
            Binary::OlderThan if lengths => refused("-ot"),
            Binary::SameFile if lengths => refused("-ef"),
            Binary::SameFile => Ok(match (self.stat(left), self.stat(right)) {
                (Some(a), Some(b)) => a.st_dev == b.st_dev && a.st_ino == b.st_ino,
                _ => false,
            }),
            Binary::NewerThan => Ok(self.newer(left, right)),
            Binary::OlderThan => Ok(self.newer(right, left)),
        }
    }

    /// Whether `a` exists and `b` does not or was modified before.
    fn newer(&self, a: &[u8], b: &[u8]) -> bool {
        let modified = |stat: Stat| (stat.st_mtime, stat.st_mtime_nsec);
        match (self.stat(a), self.stat(b)) {
            (Some(a), Some(b)) => modified(a) > modified(b),
            (a, _) => a.is_some(),
        }
    }

    fn stat(&self, path: &[u8]) -> Option<Stat> {
        self.queries.stat(path, true)
    }

    /// The digits of a decimal integer, with `-` where it has one; blanks around are allowed.
    fn integer(&self, word: &'a [u8]) -> Result<'a, &'a [u8]> {
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let start = word.iter().take_while(|byte| blank(byte)).count();
        let text = &word[start..];
        let (number, sign) = match text.first() {
            Some(b'+') => (&text[1..], 0),
            Some(b'-') => (text, 1),
            _ => (text, 0),
        };
        let count = number[sign.min(number.len())..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if count == 0 || !number[sign + count..].iter().all(blank) {
            return Err(Error::NotAnInteger(word));
        }
        let number = &number[..sign + count];
        // Those of 18 digits always have room.
        if count > 18 && self.queries.limits_numbers() {
            let text = std::str::from_utf8(number).ok();
            if text.and_then(|text| text.parse::<i64>().ok()).is_none() {
                return Err(Error::NotAnInteger(word));
            }
        }
        Ok(number)
    }

    fn unary(&mut self) -> Result<'a, bool> {
        let operator = self.take()?;
        let letter = operator.get(1).copied().unwrap_or(0);
        let shell = self.dialect == Dialect::Shell;
        let known = matches!(
            letter,
            b'e' | b'r'
                | b'w'
                | b'x'
                | b'N'
                | b'O'
                | b'G'
                | b'f'
                | b'd'
                | b's'
                | b'S'
                | b'c'
                | b'b'
                | b'p'
                | b'L'
                | b'h'
                | b'u'
                | b'g'
                | b'k'
                | b't'
                | b'n'
                | b'z'
        ) || (shell && matches!(letter, b'a' | b'v' | b'o'));
        if !known {
            return Err(Error::UnknownUnary(operator));
        }
        let word = self.take()?;
        let kind = |stat: &Stat| FileType::from_raw_mode(stat.st_mode);
        let is = |wanted| Ok(self.stat(word).is_some_and(|stat| kind(&stat) == wanted));
        let mode = |bit: u32| Ok(self.stat(word).is_some_and(|stat| stat.st_mode & bit != 0));
        match letter {
            b'n' => Ok(!word.is_empty()),
            b'z' => Ok(word.is_empty()),
            b'e' => Ok(self.stat(word).is_some()),
            b'f' => is(FileType::RegularFile),
            b'd' => is(FileType::Directory),
            b'S' => is(FileType::Socket),
            b'c' => is(FileType::CharacterDevice),
            b'b' => is(FileType::BlockDevice),
            b'p' => is(FileType::Fifo),
            b'L' | b'h' => {
                let stat = self.queries.stat(word, false);
                Ok(stat.is_some_and(|stat| kind(&stat) == FileType::Symlink))
            }
            b'r' => Ok(self.queries.access(word, Access::READ_OK)),
            b'w' => Ok(self.queries.access(word, Access::WRITE_OK)),
            b'x' => Ok(self.queries.access(word, Access::EXEC_OK)),
            b's' => Ok(self.stat(word).is_some_and(|stat| stat.st_size > 0)),
            b'u' => mode(0o4000),
            b'g' => mode(0o2000),
            b'k' => mode(0o1000),
            b'O' => {
                let user = rustix::process::geteuid().as_raw();
                Ok(self.stat(word).is_some_and(|stat| stat.st_uid == user))
            }
            b'G' => {
                let group = rustix::process::getegid().as_raw();
                Ok(self.stat(word).is_some_and(|stat| stat.st_gid == group))
            }
            b'N' => Ok(self.stat(word).is_some_and(|stat| {
                (stat.st_mtime, stat.st_mtime_nsec) > (stat.st_atime, stat.st_atime_nsec)
            })),
            b't' => {
                let number = match self.integer(word) {
                    Err(_) if self.queries.forgives_words() => return Ok(false),
                    number => std::str::from_utf8(number?).ok(),
                };
                let descriptor = number.and_then(|number| number.parse::<i32>().ok());
                Ok(descriptor.is_some_and(|number| number >= 0 && self.queries.is_terminal(number)))
            }
            b'v' => Ok(self.queries.is_set(word)),
            _ => Ok(self.queries.option(word)),
        }
    }
}

/// Compares integers of any length, as spelled.
fn compare(a: &[u8], b: &[u8]) -> Ordering {
    fn split(number: &[u8]) -> (bool, &[u8]) {
        let (negative, digits) = match number {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
        let digits = &digits[zeros..];
        (negative && !digits.is_empty(), digits)
    }
    let ((a_negative, a), (b_negative, b)) = (split(a), split(b));
    let order = a.len().cmp(&b.len()).then_with(|| a.cmp(b));
    match (a_negative, b_negative) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => order,
        (true, true) => order.reverse(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nothing;

    impl Queries for Nothing {
        fn stat(&self, _: &[u8], _: bool) -> Option<Stat> {
            None
        }
        fn access(&self, _: &[u8], _: Access) -> bool {
            false
        }
        fn is_terminal(&self, _: i32) -> bool {
            false
        }
        fn is_set(&self, name: &[u8]) -> bool {
            name == b"x"
        }
    }

    fn test(text: &str, dialect: Dialect) -> Result<'_, bool> {
        let words: Vec<&[u8]> = text.split(' ').map(str::as_bytes).collect();
        evaluate(&words, &Nothing, dialect)
    }

    #[test]
    fn by_the_number_of_arguments() {
        for (text, value) in [
            ("", false),
            ("!", true),
            ("-n", true),
            ("! x", false),
            ("! = !", true),
            ("( = (", true),
            ("( x )", true),
            ("( ! x )", false),
            ("! ( x )", false),
            ("x -a", true),
            ("1 -eq 01", true),
            ("-9 -lt -10", false),
            ("99999999999999999999 -gt 9999999999999999999", true),
            ("-0 -eq 0", true),
            ("a = b -o c = c", true),
            ("a = a -a b = c -o d", true),
            ("-l abc -eq 3", true),
        ] {
            if text == "x -a" {
                assert!(test(text, Dialect::Gnu).is_err());
                continue;
            }
            assert_eq!(test(text, Dialect::Gnu), Ok(value), "{text}");
        }
    }

    #[test]
    fn errors_are_worded_as_gnu_words_them() {
        for (text, message) in [
            ("a b", "missing argument after 'b'"),
            ("a b c", "'b': binary operator expected"),
            ("-y a", "'-y': unary operator expected"),
            ("x -eq 1", "invalid integer 'x'"),
            ("( a b c d e", "')' expected, found 'b'"),
            ("a = b c", "extra argument 'c'"),
        ] {
            let words = test(text, Dialect::Gnu).unwrap_err().message(false);
            assert_eq!(String::from_utf8_lossy(&words), message, "{text}");
        }
    }

    #[test]
    fn what_only_shells_have() {
        assert_eq!(test("a < b", Dialect::Shell), Ok(true));
        assert_eq!(test("-v x", Dialect::Shell), Ok(true));
        assert!(test("a < b", Dialect::Gnu).is_err());
        assert!(test("-v x", Dialect::Gnu).is_err());
    }
}
