//! Words: quoting and expansions (POSIX XCU 2.2, 2.6), as far as the preparser knows them.

use super::{End, Reader, SPECIAL};
use crate::bytes::set_of;
use crate::names::is_name_byte;

/// Bytes that are more than themselves in double quotes.
const SPECIAL_IN_QUOTES: [bool; 256] = set_of(b"\"\\$`\n\0");
/// Bytes of expressions that stand for themselves.
const ARITHMETIC: [bool; 256] =
    set_of(b" \t_+-*/%<>=!&|^~?:,.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
/// The same in `${x:offset:length}`.
const OFFSET: [bool; 256] =
    set_of(b" _+-*%:0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
/// Bytes in brackets of a pattern that end neither them nor an expansion.
const BRACKETED: [bool; 256] =
    set_of(b"!^-:[_.,0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
/// Letters of `${x@letter}`.
const TRANSFORMATIONS: &[u8] = b"QEPAKkaULu";

/// Whether a name begins with a byte.
fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

impl Reader<'_> {
    /// A word, which must not be empty.
    pub(super) fn word(&mut self) -> Option<()> {
        let begin = self.at;
        if self.byte()? == b'#' {
            return None;
        }
        loop {
            self.skip_without(&SPECIAL);
            match self.byte()? {
                b'<' | b'>' if self.byte_after(1)? == b'(' => return None,
                b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')' | b'<' | b'>' => break,
                b'`' if self.is_backquoted => break,
                b'`' => self.backquotes(false)?,
                b'\\' => {
                    if self.byte_after(1)? == b'\n' {
                        return None;
                    }
                    self.escaped()?;
                }
                b'\'' => self.single_quotes()?,
                b'"' => self.double_quotes()?,
                b'$' => self.dollar(false)?,
                b'[' => self.bracket(begin)?,
                b'(' if self.ends_in_assignment(begin) => return self.elements(),
                _ => return None,
            }
        }
        (self.at > begin).then_some(())
    }

    /// Whether the word is `name=` or `name+=` so far, where that assigns.
    fn ends_in_assignment(&self, begin: usize) -> bool {
        let text = &self.text[begin..self.at];
        let name = text.strip_suffix(b"=").map(|text| text.strip_suffix(b"+").unwrap_or(text));
        self.assigns && !self.has_compound_variables && name.is_some_and(crate::names::is_name)
    }

    /// The elements of an array: words, without subscripts.
    fn elements(&mut self) -> Option<()> {
        self.at += 1;
        while self.lines()? != b')' {
            if self.byte()? == b'[' {
                return None;
            }
            let assigns = std::mem::replace(&mut self.assigns, false);
            self.word()?;
            self.assigns = assigns;
        }
        self.at += 1;
        // The word ends here.
        self.is_delimiter(0).then_some(())
    }

    /// `[`: after a name a subscript may begin, which must have neither blanks nor quotes.
    fn bracket(&mut self, begin: usize) -> Option<()> {
        let name = &self.text[begin..self.at];
        let is_subscript =
            !name.is_empty() && name.iter().all(|byte| is_name_byte(*byte) || *byte == b'.');
        self.at += 1;
        while is_subscript && self.byte()? != b']' {
            if SPECIAL[usize::from(self.byte()?)] {
                return None;
            }
            self.at += 1;
        }
        Some(())
    }

    fn single_quotes(&mut self) -> Option<()> {
        self.at += 1;
        let begin = self.at;
        self.text_up_to(|text| byte_search::memchr(b'\'', text))?;
        let is_changed = self.is_backquoted && self.is_changed_by_backquotes(begin);
        self.at += 1;
        (!is_changed).then_some(())
    }

    /// Whether what has been read from `begin` on ends backquotes, or is something else in them.
    fn is_changed_by_backquotes(&self, begin: usize) -> bool {
        let text = &self.text[begin..self.at];
        let escapes = |at: usize| text.get(at + 1).is_none_or(|byte| b"$`\\\n".contains(byte));
        byte_search::memchr(b'`', text).is_some()
            || byte_search::memchr_iter(b'\\', text).any(escapes)
    }

    fn double_quotes(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            self.skip_without(&SPECIAL_IN_QUOTES);
            match self.byte()? {
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                b'\\' => self.escaped()?,
                b'$' => self.dollar(true)?,
                b'`' => self.backquotes(true)?,
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                }
                _ => return None,
            }
        }
    }

    /// A backslash, and what it stands before, be it a newline.
    fn escaped(&mut self) -> Option<()> {
        let byte = self.byte_after(1)?;
        if self.is_backquoted && b"$`\\\n\"".contains(&byte) {
            return None;
        }
        self.line += u32::from(byte == b'\n');
        self.at += 2;
        Some(())
    }

    /// A command substitution in backquotes, in double quotes or outside.
    fn backquotes(&mut self, is_quoted: bool) -> Option<()> {
        if self.is_backquoted || !self.documents.is_empty() {
            return None;
        }
        self.at += 1;
        let begin = self.at;
        let found = |text: &[u8]| byte_search::memchr2(b'`', b'\\', text);
        let end = begin + found(self.text.get(begin..)?).unwrap_or_default();
        if self.text.get(end) == Some(&b'\\') {
            return self.backquotes_with_escapes(is_quoted);
        }
        self.is_backquoted = true;
        self.list_up_to(End::Backquote)?;
        self.is_backquoted = false;
        self.documents.is_empty().then_some(())
    }

    /// The same with backslashes, those of which that are the backquotes' are taken away before the commands
    /// are read (XCU 2.6.3).
    fn backquotes_with_escapes(&mut self, is_quoted: bool) -> Option<()> {
        let begin = self.at;
        let mut text = Vec::new();
        loop {
            match self.byte()? {
                b'`' => break,
                b'\\' => {
                    let byte = self.byte_after(1)?;
                    if byte == b'\n' || byte == b'"' && is_quoted {
                        return None;
                    }
                    if !b"$`\\".contains(&byte) {
                        text.push(b'\\');
                    }
                    text.push(byte);
                    self.at += 2;
                }
                byte => {
                    text.push(byte);
                    self.at += 1;
                }
            }
        }
        let lines = byte_search::memchr_iter(b'\n', &self.text[begin..self.at]).count();
        self.at += 1;
        self.line += lines as u32;
        text.extend_from_slice(b"\n)");
        let mut inner = Reader {
            text: &text,
            at: 0,
            line: 0,
            depth: self.depth,
            is_incomplete: false,
            has_compound_variables: self.has_compound_variables,
            is_backquoted: false,
            assigns: false,
            documents: Vec::new(),
        };
        inner.list_up_to(End::Parenthesis)?;
        (inner.at == text.len()).then_some(())
    }

    /// `$` and what belongs to it.
    pub(super) fn dollar(&mut self, is_quoted: bool) -> Option<()> {
        match self.byte_after(1)? {
            byte if begins_name(byte) => {
                self.at += 1;
                self.name()
            }
            b'0'..=b'9' | b'@' | b'*' | b'#' | b'?' | b'-' | b'!' | b'$' => {
                self.at += 2;
                Some(())
            }
            b'{' => self.braces(is_quoted),
            b'(' if self.byte_after(2)? == b'(' => {
                self.at += 3;
                self.arithmetic()
            }
            b'(' => {
                if !self.documents.is_empty() {
                    return None;
                }
                self.at += 2;
                self.list_up_to(End::Parenthesis)?;
                self.documents.is_empty().then_some(())
            }
            b'\'' | b'[' | b'`' | b'\\' | b'\0' => None,
            b'"' if !is_quoted => None,
            _ => {
                self.at += 1;
                Some(())
            }
        }
    }

    /// A name, which does not go on after a line continuation.
    fn name(&mut self) -> Option<()> {
        while self.text.get(self.at).is_some_and(|byte| is_name_byte(*byte)) {
            self.at += 1;
        }
        (self.byte()? != b'\\' || self.byte_after(1)? != b'\n').then_some(())
    }

    /// `${…}` (XCU 2.6.2, and what bash and ksh93 have) at its `$`.
    fn braces(&mut self, is_quoted: bool) -> Option<()> {
        self.at += 2;
        if self.accept(b'#')? {
            if !self.accept(b'}')? {
                self.parameter()?;
                return self.accept(b'}')?.then_some(());
            }
            return Some(());
        }
        if self.byte()? == b'!' {
            self.at += 1;
            if !begins_name(self.byte()?) {
                return None;
            }
        }
        self.parameter()?;
        match self.byte()? {
            b'}' => {
                self.at += 1;
                return Some(());
            }
            b':' if matches!(self.byte_after(1)?, b'-' | b'=' | b'?' | b'+') => self.at += 2,
            b':' => return self.offset(),
            b'@' if TRANSFORMATIONS.contains(&self.byte_after(1)?) => {
                self.at += 2;
                return self.accept(b'}')?.then_some(());
            }
            b'-' | b'=' | b'?' | b'+' | b'%' | b'#' | b'/' | b'^' | b',' => self.at += 1,
            _ => return None,
        }
        self.operand(is_quoted)
    }

    /// The parameter in braces: a name, with a subscript or without, a number, `@` or `*`.
    fn parameter(&mut self) -> Option<()> {
        match self.byte()? {
            byte if begins_name(byte) => {
                self.name()?;
                if self.byte()? == b'[' {
                    self.subscript()?;
                }
                Some(())
            }
            b'1'..=b'9' => {
                while self.byte()?.is_ascii_digit() {
                    self.at += 1;
                }
                Some(())
            }
            b'@' | b'*' => {
                self.at += 1;
                Some(())
            }
            _ => None,
        }
    }

    /// `[@]`, `[*]`, or a subscript that is a name, a number or `$name`.
    fn subscript(&mut self) -> Option<()> {
        self.at += 1;
        match self.byte()? {
            b'@' | b'*' => self.at += 1,
            b'$' if begins_name(self.byte_after(1)?) => {
                self.at += 1;
                self.name()?;
            }
            byte if is_name_byte(byte) => self.name()?,
            _ => return None,
        }
        self.accept(b']')?.then_some(())
    }

    /// The rest of `${x:offset:length}`.
    fn offset(&mut self) -> Option<()> {
        self.at += 1;
        if self.byte()? == b'}' {
            return None;
        }
        loop {
            match self.byte()? {
                b'}' => {
                    self.at += 1;
                    return Some(());
                }
                b'$' if begins_name(self.byte_after(1)?) => {
                    self.at += 1;
                    self.name()?;
                }
                byte if OFFSET[usize::from(byte)] => self.at += 1,
                _ => return None,
            }
        }
    }

    /// The word in `${name-word}`, with the brace that ends it.
    fn operand(&mut self, is_quoted: bool) -> Option<()> {
        loop {
            match self.byte()? {
                b'}' => {
                    self.at += 1;
                    return Some(());
                }
                b'\\' => self.escaped()?,
                b'$' => self.dollar(is_quoted)?,
                b'"' if !is_quoted => self.double_quotes()?,
                b'\'' if !is_quoted => self.single_quotes()?,
                b'[' => {
                    self.at += 1;
                    while BRACKETED[usize::from(self.byte()?)] {
                        self.at += 1;
                    }
                    if !self.accept(b']')? {
                        return None;
                    }
                }
                b'"' | b'\'' | b'`' | b'(' | b')' | b'{' | b'<' | b'>' | b'\0' => return None,
                byte => {
                    self.at += 1;
                    self.line += u32::from(byte == b'\n');
                }
            }
        }
    }

    /// The rest of `$((…))` and of `((…))`.
    pub(super) fn arithmetic(&mut self) -> Option<()> {
        let mut open = 0u32;
        loop {
            match self.byte()? {
                b'<' | b'>' if self.byte_after(1)? == b'(' => return None,
                byte if ARITHMETIC[usize::from(byte)] => self.at += 1,
                b'(' => {
                    open += 1;
                    self.at += 1;
                }
                b')' if open > 0 => {
                    open -= 1;
                    self.at += 1;
                }
                b')' if self.byte_after(1)? == b')' => {
                    self.at += 2;
                    return Some(());
                }
                b'$' if self.byte_after(1)? != b'(' => self.dollar(true)?,
                _ => return None,
            }
        }
    }
}
