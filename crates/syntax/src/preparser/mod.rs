//! Finds where the body of a function ends without making a tree of it (POSIX XCU 2.3, 2.10).
//!
//! It knows the part of the grammar that most functions keep to, and that all dialects read alike. Whatever
//! else it meets it gives up: then the parser reads the body. What it takes, the parser takes too, and ends at the
//! same place; the fuzz check `parser` holds that.

mod conditional;
mod documents;
#[cfg(test)]
mod tests;
mod words;

use crate::bytes::set_of;
use crate::names::is_name_byte;
use crate::reserved::{DECLARATION, Reserved};
use crate::word::length_without;
use dialect::syntax::Syntax;
use documents::Document;

/// How deeply constructs may nest in a body.
const DEPTH: u32 = 60;

/// Bytes that are more than themselves in a word.
const SPECIAL: [bool; 256] = set_of(b" \t\n;&|<>()$`\"'\\[\0");
/// Bytes that end a word.
const DELIMITER: [bool; 256] = set_of(b" \t\n;&|<>()");

/// Names that a function may not have everywhere (POSIX XCU 2.15).
const SPECIAL_BUILTINS: [&[u8]; 15] = [
    b":",
    b".",
    b"break",
    b"continue",
    b"eval",
    b"exec",
    b"exit",
    b"export",
    b"readonly",
    b"return",
    b"set",
    b"shift",
    b"times",
    b"trap",
    b"unset",
];

/// What ends a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Backquote,
    Brace,
    Parenthesis,
    /// `;;`
    Branch,
    Do,
    Done,
    Elif,
    Else,
    Esac,
    Fi,
    Then,
}

/// What is found out about a body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It ends at this index, behind its `}` or a comment after that.
    End {
        at: usize,
        line: u32,
        /// Nothing follows yet: it is the end only if nothing will.
        is_last: bool,
    },
    /// The text ends before that.
    Incomplete,
    /// The parser has to read it.
    Unknown,
}

/// Where the body in braces ends whose `{` precedes `begin`, on this line.
pub(crate) fn end_of_body(text: &[u8], begin: usize, line: u32, syntax: &Syntax) -> Outcome {
    let mut reader = Reader::new(text, begin, line, syntax);
    match reader.body() {
        Some((at, line)) => Outcome::End { at, line, is_last: reader.at == text.len() },
        None if reader.is_incomplete => Outcome::Incomplete,
        None => Outcome::Unknown,
    }
}

/// Passes over the complete commands from `begin` on, this line, as far as it is known that they have no syntax error: where
/// the line begins that the parser has to read.
pub(crate) fn end_of_commands(
    text: &[u8],
    begin: usize,
    line: u32,
    syntax: &Syntax,
) -> (usize, u32) {
    let mut reader = Reader::new(text, begin, line, syntax);
    let mut end = (begin, line);
    while reader.complete_command().is_some() {
        end = (reader.at, reader.line);
    }
    end
}

/// Reads on in a text. Everything returns `None` where it gives up.
struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    line: u32,
    depth: u32,
    /// The end of the text was met.
    is_incomplete: bool,
    /// `name=(…)` may be a compound variable (ksh93).
    has_compound_variables: bool,
    /// What is read is in backquotes.
    is_backquoted: bool,
    /// `name=(…)` is an assignment here.
    assigns: bool,
    /// Here-documents whose texts are still to come.
    documents: Vec<Document>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t [u8], at: usize, line: u32, syntax: &Syntax) -> Self {
        Self {
            text,
            at,
            line,
            depth: 0,
            is_incomplete: false,
            has_compound_variables: syntax.compound_variables,
            is_backquoted: false,
            assigns: false,
            documents: Vec::new(),
        }
    }

    /// A complete command or none, with the end of its line and the here-documents behind that (complete_command).
    fn complete_command(&mut self) -> Option<()> {
        loop {
            match self.blanks()? {
                b'#' => self.comment()?,
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    return match self.documents.is_empty() {
                        true => Some(()),
                        false => self.texts_of_documents(),
                    };
                }
                _ => {
                    self.and_or()?;
                    match self.blanks()? {
                        b'\n' | b'#' => {}
                        b'&' if self.byte_after(1)? == b'>' => return None,
                        b';' if matches!(self.byte_after(1)?, b';' | b'&') => return None,
                        b';' | b'&' => self.at += 1,
                        _ => return None,
                    }
                }
            }
        }
    }

    /// All of a body, and what follows it on its line and belongs to its text.
    fn body(&mut self) -> Option<(usize, u32)> {
        if !matches!(self.byte()?, b' ' | b'\t' | b'\n') || self.list(false)? != End::Brace {
            return None;
        }
        let (mut end, line) = (self.at, self.line);
        while self.next_is(|byte| matches!(byte, b' ' | b'\t')) {
            self.at += 1;
        }
        if self.next_is(|byte| byte == b'#') {
            self.comment()?;
            end = self.at;
        }
        // Redirections belong to the body, too.
        let is_all = self.next_is(|byte| matches!(byte, b'\n' | b';' | b')'));
        let is_all = is_all || self.at == self.text.len();
        (is_all && self.documents.is_empty()).then_some((end, line))
    }

    /// The next byte.
    #[inline]
    fn byte(&mut self) -> Option<u8> {
        self.byte_after(0)
    }

    /// The byte so many bytes after the next one.
    #[inline]
    fn byte_after(&mut self, offset: usize) -> Option<u8> {
        let byte = self.text.get(self.at + offset).copied();
        self.is_incomplete |= byte.is_none();
        byte
    }

    /// Steps over bytes that are not in a set.
    #[inline]
    fn skip_without(&mut self, set: &[bool; 256]) {
        self.at += length_without(self.text.get(self.at..).unwrap_or_default(), set);
    }

    #[inline]
    fn next_is(&mut self, is_right: impl Fn(u8) -> bool) -> bool {
        self.byte().is_some_and(is_right)
    }

    /// Takes the next byte if it is this one.
    #[inline]
    fn accept(&mut self, byte: u8) -> Option<bool> {
        let found = self.byte()? == byte;
        self.at += usize::from(found);
        Some(found)
    }

    /// Whether a byte that ends words is there, or the end of the text.
    #[inline]
    fn is_delimiter(&self, offset: usize) -> bool {
        match self.text.get(self.at + offset) {
            Some(b'`') => self.is_backquoted,
            Some(byte) => DELIMITER[usize::from(*byte)],
            None => true,
        }
    }

    /// Skips blanks and line continuations; returns the byte that follows.
    #[inline]
    fn blanks(&mut self) -> Option<u8> {
        loop {
            match self.byte()? {
                b' ' | b'\t' => self.at += 1,
                b'\\' if self.byte_after(1)? == b'\n' => {
                    self.at += 2;
                    self.line += 1;
                }
                byte => return Some(byte),
            }
        }
    }

    /// Skips blanks, newlines and comments; returns the byte that follows.
    fn lines(&mut self) -> Option<u8> {
        loop {
            match self.blanks()? {
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    if !self.documents.is_empty() {
                        self.texts_of_documents()?;
                    }
                }
                b'#' => self.comment()?,
                byte => return Some(byte),
            }
        }
    }

    /// Skips a comment, without the newline that ends it.
    fn comment(&mut self) -> Option<()> {
        let begin = self.at;
        self.text_up_to(|text| byte_search::memchr(b'\n', text))?;
        let text = &self.text[begin..self.at];
        (!self.is_backquoted || byte_search::memchr(b'`', text).is_none()).then_some(())
    }

    /// What nests, but not too deeply.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Skips the bytes before one that is searched for, and counts their lines.
    #[inline]
    fn text_up_to(&mut self, find: impl Fn(&[u8]) -> Option<usize>) -> Option<()> {
        let rest = self.text.get(self.at..)?;
        let Some(length) = find(rest) else {
            self.is_incomplete = true;
            return None;
        };
        self.line += byte_search::memchr_iter(b'\n', &rest[..length]).count() as u32;
        self.at += length;
        Some(())
    }

    /// A list, and what ends it (compound_list).
    fn list(&mut self, may_be_empty: bool) -> Option<End> {
        let assigns = std::mem::replace(&mut self.assigns, false);
        let end = self.nested(|reader| reader.commands(may_be_empty))?;
        self.assigns = assigns;
        Some(end)
    }

    fn commands(&mut self, may_be_empty: bool) -> Option<End> {
        let mut is_empty = true;
        loop {
            let byte = self.lines()?;
            if let Some(end) = self.end_of_list(byte)? {
                return (may_be_empty || !is_empty).then_some(end);
            }
            self.and_or()?;
            is_empty = false;
            match self.blanks()? {
                b'\n' | b'#' | b')' => {}
                b'`' if self.is_backquoted => {}
                b';' if self.byte_after(1)? == b';' => {}
                b'&' if self.byte_after(1)? == b'>' => return None,
                b';' | b'&' => self.at += 1,
                _ => return None,
            }
        }
    }

    /// At the place of a command: takes what ends a list, if that is there.
    fn end_of_list(&mut self, byte: u8) -> Option<Option<End>> {
        let (end, length) = match byte {
            b')' => (End::Parenthesis, 1),
            b'`' if self.is_backquoted => (End::Backquote, 1),
            b';' if self.byte_after(1)? == b';' && self.byte_after(2)? != b'&' => (End::Branch, 2),
            b'}' if self.is_delimiter(1) => (End::Brace, 1),
            b'd' | b'e' | b'f' | b't' => match self.word_of_letters()? {
                b"do" => (End::Do, 2),
                b"done" => (End::Done, 4),
                b"elif" => (End::Elif, 4),
                b"else" => (End::Else, 4),
                b"esac" => (End::Esac, 4),
                b"fi" => (End::Fi, 2),
                b"then" => (End::Then, 4),
                _ => return Some(None),
            },
            _ => return Some(None),
        };
        self.at += length;
        Some(Some(end))
    }

    /// The word that is next, if it is made of small letters, and could be reserved.
    fn word_of_letters(&mut self) -> Option<&[u8]> {
        let mut length = 0;
        while self.byte_after(length)?.is_ascii_lowercase() {
            length += 1;
        }
        let length = if self.is_delimiter(length) { length } else { 0 };
        self.text.get(self.at..self.at + length)
    }

    /// Takes a reserved word that has to be next.
    fn expect(&mut self, word: &[u8]) -> Option<()> {
        if self.word_of_letters()? != word {
            return None;
        }
        self.at += word.len();
        Some(())
    }

    /// A list that has to end so.
    fn list_up_to(&mut self, end: End) -> Option<()> {
        (self.list(false)? == end).then_some(())
    }

    /// Pipelines joined by `&&` and `||`.
    fn and_or(&mut self) -> Option<()> {
        loop {
            self.pipeline()?;
            let byte = self.blanks()?;
            if !matches!(byte, b'&' | b'|') || self.byte_after(1)? != byte {
                return Some(());
            }
            self.at += 2;
            self.lines()?;
        }
    }

    fn pipeline(&mut self) -> Option<()> {
        if self.byte()? == b'!' && matches!(self.byte_after(1)?, b' ' | b'\t') {
            self.at += 1;
            self.blanks()?;
        }
        loop {
            self.command()?;
            if self.blanks()? != b'|' {
                return Some(());
            }
            match self.byte_after(1)? {
                b'|' => return Some(()),
                b'&' => return None,
                _ => self.at += 1,
            }
            self.lines()?;
        }
    }

    fn command(&mut self) -> Option<()> {
        match self.byte()? {
            b'(' if self.byte_after(1)? == b'(' => {
                self.at += 2;
                self.arithmetic()?;
            }
            b'(' => {
                self.at += 1;
                self.list_up_to(End::Parenthesis)?;
            }
            b'{' if matches!(self.byte_after(1)?, b' ' | b'\t' | b'\n') => {
                self.at += 1;
                self.list_up_to(End::Brace)?;
            }
            b'{' | b'!' => return None,
            b'}' if self.is_delimiter(1) => return None,
            b'[' if self.byte_after(1)? == b'[' => self.conditional()?,
            b'c' | b'd' | b'e' | b'f' | b'i' | b's' | b't' | b'u' | b'w' | b'n' => {
                let word = self.word_of_letters()?;
                match Reserved::find(word) {
                    Some(Reserved::If) => self.if_clause()?,
                    Some(Reserved::For) => self.for_clause()?,
                    Some(Reserved::Case) => self.case_clause()?,
                    Some(Reserved::While | Reserved::Until) => {
                        self.at += word.len();
                        self.list_up_to(End::Do)?;
                        self.list_up_to(End::Done)?;
                    }
                    Some(_) => return None,
                    // Reserved in ksh93.
                    None if word == b"namespace" => return None,
                    None => return self.simple(),
                }
            }
            _ => return self.simple(),
        }
        self.redirections_of_compound()
    }

    /// What follows a compound command on its line.
    fn redirections_of_compound(&mut self) -> Option<()> {
        loop {
            match self.blanks()? {
                b'<' | b'>' => self.redirection()?,
                b'0'..=b'9' => {
                    while self.byte()?.is_ascii_digit() {
                        self.at += 1;
                    }
                    if !matches!(self.byte()?, b'<' | b'>') {
                        return None;
                    }
                }
                b'\n' | b'#' | b';' | b'&' | b'|' | b')' => return Some(()),
                b'`' if self.is_backquoted => return Some(()),
                _ => return None,
            }
        }
    }

    fn if_clause(&mut self) -> Option<()> {
        self.at += 2;
        loop {
            self.list_up_to(End::Then)?;
            match self.list(false)? {
                End::Elif => {}
                End::Else => return self.list_up_to(End::Fi),
                End::Fi => return Some(()),
                _ => return None,
            }
        }
    }

    fn for_clause(&mut self) -> Option<()> {
        self.at += 3;
        let first = self.blanks()?;
        if !first.is_ascii_alphabetic() && first != b'_' {
            return None;
        }
        while is_name_byte(self.byte()?) {
            self.at += 1;
        }
        if !matches!(self.byte()?, b' ' | b'\t' | b'\n' | b';') {
            return None;
        }
        if self.blanks()? == b';' {
            self.at += 1;
        } else if self.lines()? == b'i' {
            self.expect(b"in")?;
            self.words_of_for()?;
        }
        self.lines()?;
        self.expect(b"do")?;
        self.list_up_to(End::Done)
    }

    /// The words after `in`, up to what separates them from `do`.
    fn words_of_for(&mut self) -> Option<()> {
        loop {
            match self.blanks()? {
                b'#' => self.comment()?,
                b'\n' => return Some(()),
                b';' if self.byte_after(1)? != b';' => {
                    self.at += 1;
                    return Some(());
                }
                _ => self.word()?,
            }
        }
    }

    fn case_clause(&mut self) -> Option<()> {
        self.at += 4;
        self.blanks()?;
        self.word()?;
        if self.lines()? != b'i' {
            return None;
        }
        self.expect(b"in")?;
        loop {
            match self.lines()? {
                b'e' if self.word_of_letters()? == b"esac" => {
                    self.at += 4;
                    return Some(());
                }
                b'(' => self.at += 1,
                _ => {}
            }
            loop {
                self.blanks()?;
                self.word()?;
                match self.blanks()? {
                    b'|' => self.at += 1,
                    b')' => break,
                    _ => return None,
                }
            }
            self.at += 1;
            match self.list(true)? {
                End::Branch => {}
                End::Esac => return Some(()),
                _ => return None,
            }
        }
    }

    fn simple(&mut self) -> Option<()> {
        let begin = self.at;
        // Up to the command's name, and behind that of a declaration utility.
        self.assigns = true;
        let mut declares = false;
        loop {
            match self.blanks()? {
                b'&' if self.byte_after(1)? == b'>' => return None,
                b'\n' | b';' | b'&' | b'|' | b')' | b'#' => break,
                b'`' if self.is_backquoted => break,
                b'<' | b'>' => self.redirection()?,
                b'(' => return self.function(begin),
                first => {
                    let at = self.at;
                    if self.word().is_none() {
                        // `name()`
                        return self.function(begin);
                    }
                    // `{name}>file`
                    if first == b'{' && matches!(self.byte()?, b'<' | b'>') {
                        return None;
                    }
                    let word = &self.text[at..self.at];
                    if self.assigns && !declares && !is_assignment(word) {
                        declares = DECLARATION.contains(&word);
                        self.assigns = declares;
                    }
                }
            }
        }
        self.assigns = false;
        (self.at > begin).then_some(())
    }

    /// Behind the first word of a command, at a parenthesis: the definition of a function whose body is in braces.
    #[cold]
    fn function(&mut self, begin: usize) -> Option<()> {
        let name = self.text[begin..self.at].trim_ascii_end();
        let is_allowed = crate::names::is_name(name)
            && Reserved::find(name).is_none()
            && !SPECIAL_BUILTINS.contains(&name);
        if !is_allowed || !self.accept(b'(')? || self.blanks()? != b')' {
            return None;
        }
        self.at += 1;
        self.assigns = false;
        if self.lines()? != b'{' || !matches!(self.byte_after(1)?, b' ' | b'\t' | b'\n') {
            return None;
        }
        self.at += 1;
        self.list_up_to(End::Brace)?;
        self.redirections_of_compound()
    }

    fn redirection(&mut self) -> Option<()> {
        let assigns = std::mem::replace(&mut self.assigns, false);
        self.at += match (self.byte()?, self.byte_after(1)?) {
            (b'<', b'<') if self.byte_after(2)? == b'<' => 3,
            (b'<', b'<') => {
                self.at += 2;
                self.document()?;
                self.assigns = assigns;
                return Some(());
            }
            (_, b'(') => return None,
            (_, b'&') | (b'<', b'>') | (b'>', b'>' | b'|') => 2,
            _ => 1,
        };
        self.blanks()?;
        self.word()?;
        self.assigns = assigns;
        // Digits before an operator are no word.
        (!matches!(self.byte()?, b'<' | b'>')).then_some(())
    }
}

/// Whether a word is `name=…`.
fn is_assignment(word: &[u8]) -> bool {
    let name = word.iter().take_while(|byte| is_name_byte(**byte)).count();
    name > 0 && matches!(&word[name..], [b'=', ..] | [b'+', b'=', ..])
}
