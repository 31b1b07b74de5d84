//! Finds where the body of a function ends without making a tree of it (POSIX XCU 2.3, 2.10).
//!
//! It knows the part of the grammar that most functions keep to, and that all dialects read alike. Whatever
//! else it meets it gives up: then the parser reads the body. What it takes, the parser takes too, and ends at the
//! same place; the fuzz check `parser` holds that.

use crate::bytes::set_of;
use crate::names::is_name_byte;
use crate::parser::Parser;

/// How deeply constructs may nest in a body.
const DEPTH: u32 = 60;

/// Bytes that are more than themselves in a word.
const SPECIAL: [bool; 256] = set_of(b" \t\n;&|<>()$`\"'\\[\0");
/// Bytes that end a word.
const DELIMITER: [bool; 256] = set_of(b" \t\n;&|<>()");
/// Bytes of expressions that stand for themselves.
const ARITHMETIC: [bool; 256] =
    set_of(b" \t_+-*/%<>=!&|^~?:,.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

/// What ends a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
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

/// Where the body in braces whose `{` has just been read ends, behind its `}`, and on which line; `None` where
/// that is not known.
pub(crate) fn end_of_body(parser: &mut Parser<'_>) -> Option<(usize, u32)> {
    let begin = parser.at;
    let mut reader = Reader { at: begin, line: parser.line, depth: 0, parser };
    if !matches!(reader.byte()?, b' ' | b'\t' | b'\n') || reader.list(false)? != End::Brace {
        return None;
    }
    let (end, line) = (reader.at, reader.line);
    // Without redirections, and without what aliases and jobs have to know of.
    while reader.next_is(|byte| matches!(byte, b' ' | b'\t')) {
        reader.at += 1;
    }
    let follows = |byte| matches!(byte, b'\n' | b';' | b')' | b'#');
    let is_all = reader.is_at_end() || reader.next_is(follows);
    (is_all && !asks_for_process_id(&reader.parser.source[begin..end])).then_some((end, line))
}

/// Whether `$$` is in a text, which has to be known when it is read.
fn asks_for_process_id(text: &[u8]) -> bool {
    byte_search::memmem::find(text, b"$$").is_some()
}

/// Reads on in a parser's buffer. Everything returns `None` where it gives up.
struct Reader<'r, 'p> {
    parser: &'r mut Parser<'p>,
    at: usize,
    line: u32,
    depth: u32,
}

impl Reader<'_, '_> {
    /// The next byte.
    #[inline]
    fn byte(&mut self) -> Option<u8> {
        self.byte_after(0)
    }

    /// The byte so many bytes after the next one.
    #[inline]
    fn byte_after(&mut self, offset: usize) -> Option<u8> {
        match self.parser.source.get(self.at + offset) {
            Some(byte) => Some(*byte),
            None => self.byte_of_more(offset),
        }
    }

    #[cold]
    fn byte_of_more(&mut self, offset: usize) -> Option<u8> {
        let at = std::mem::replace(&mut self.parser.at, self.at);
        let byte = self.parser.byte_at(offset);
        self.parser.at = at;
        byte.ok().flatten()
    }

    fn is_at_end(&mut self) -> bool {
        self.byte().is_none() && self.parser.ended
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

    /// Whether a byte that ends words is there.
    #[inline]
    fn is_delimiter(&mut self, offset: usize) -> Option<bool> {
        Some(DELIMITER[usize::from(self.byte_after(offset)?)])
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
                }
                b'#' => self.comment()?,
                byte => return Some(byte),
            }
        }
    }

    /// Skips a comment, without the newline that ends it.
    fn comment(&mut self) -> Option<()> {
        self.text_up_to(|text| byte_search::memchr(b'\n', text))
    }

    /// Skips the bytes before one that is searched for, and counts their lines.
    #[inline]
    fn text_up_to(&mut self, find: impl Fn(&[u8]) -> Option<usize>) -> Option<()> {
        loop {
            let rest = self.parser.source.get(self.at..)?;
            let found = find(rest);
            let skipped = &rest[..found.unwrap_or(rest.len())];
            self.line += byte_search::memchr_iter(b'\n', skipped).count() as u32;
            self.at += skipped.len();
            if found.is_some() {
                return Some(());
            }
            self.byte()?;
        }
    }

    /// A list, and what ends it (compound_list).
    fn list(&mut self, may_be_empty: bool) -> Option<End> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let mut is_empty = true;
        let end = loop {
            let byte = self.lines()?;
            if let Some(end) = self.end_of_list(byte)? {
                break end;
            }
            self.and_or()?;
            is_empty = false;
            match self.blanks()? {
                b'\n' | b'#' | b')' => {}
                b';' if self.byte_after(1)? == b';' => {}
                b'&' if self.byte_after(1)? == b'>' => return None,
                b';' | b'&' => self.at += 1,
                _ => return None,
            }
        };
        self.depth -= 1;
        (may_be_empty || !is_empty).then_some(end)
    }

    /// At the place of a command: takes what ends a list, if that is there.
    fn end_of_list(&mut self, byte: u8) -> Option<Option<End>> {
        let (end, length) = match byte {
            b')' => (End::Parenthesis, 1),
            b';' if self.byte_after(1)? == b';' && self.byte_after(2)? != b'&' => (End::Branch, 2),
            b'}' if self.is_delimiter(1)? => (End::Brace, 1),
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
        let length = if self.is_delimiter(length)? { length } else { 0 };
        self.parser.source.get(self.at..self.at + length)
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
            b'(' if self.byte_after(1)? != b'(' => {
                self.at += 1;
                self.list_up_to(End::Parenthesis)?;
            }
            b'{' if matches!(self.byte_after(1)?, b' ' | b'\t' | b'\n') => {
                self.at += 1;
                self.list_up_to(End::Brace)?;
            }
            b'{' | b'!' => return None,
            b'}' if self.is_delimiter(1)? => return None,
            b'[' if self.byte_after(1)? == b'[' => return None,
            b'c' | b'd' | b'e' | b'f' | b'i' | b's' | b't' | b'u' | b'w' | b'n' => {
                match self.word_of_letters()? {
                    b"if" => self.if_clause()?,
                    b"for" => self.for_clause()?,
                    b"case" => self.case_clause()?,
                    b"while" | b"until" => {
                        self.at += 5;
                        self.list_up_to(End::Do)?;
                        self.list_up_to(End::Done)?;
                    }
                    b"do" | b"done" | b"elif" | b"else" | b"esac" | b"fi" | b"in" | b"then" => {
                        return None;
                    }
                    b"coproc" | b"function" | b"namespace" | b"select" | b"time" => return None,
                    _ => return self.simple(),
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
        loop {
            match self.blanks()? {
                b'&' if self.byte_after(1)? == b'>' => return None,
                b'\n' | b';' | b'&' | b'|' | b')' | b'#' => break,
                b'<' | b'>' => self.redirection()?,
                first => {
                    self.word()?;
                    // `{name}>file`
                    if first == b'{' && matches!(self.byte()?, b'<' | b'>') {
                        return None;
                    }
                }
            }
        }
        (self.at > begin).then_some(())
    }

    fn redirection(&mut self) -> Option<()> {
        self.at += match (self.byte()?, self.byte_after(1)?) {
            (b'<', b'<') | (_, b'(') => return None,
            (_, b'&') | (b'<', b'>') | (b'>', b'>' | b'|') => 2,
            _ => 1,
        };
        self.blanks()?;
        self.word()?;
        // Digits before an operator are no word.
        (!matches!(self.byte()?, b'<' | b'>')).then_some(())
    }

    /// A word, which must not be empty.
    fn word(&mut self) -> Option<()> {
        let begin = self.at;
        if self.byte()? == b'#' {
            return None;
        }
        loop {
            match self.byte()? {
                byte if !SPECIAL[usize::from(byte)] => self.at += 1,
                b'<' | b'>' if self.byte_after(1)? == b'(' => return None,
                b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')' | b'<' | b'>' => break,
                b'\\' if self.byte_after(1)? != b'\n' => self.at += 2,
                b'\'' => self.single_quotes()?,
                b'"' => self.double_quotes()?,
                b'$' => self.dollar(false)?,
                b'[' => self.bracket(begin)?,
                _ => return None,
            }
        }
        (self.at > begin).then_some(())
    }

    /// `[`: after a name a subscript may begin, which must have neither blanks nor quotes.
    fn bracket(&mut self, begin: usize) -> Option<()> {
        let name = &self.parser.source[begin..self.at];
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
        self.text_up_to(|text| byte_search::memchr(b'\'', text))?;
        self.at += 1;
        Some(())
    }

    fn double_quotes(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            match self.byte()? {
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                b'\\' => self.escaped()?,
                b'$' => self.dollar(true)?,
                b'`' | b'\0' => return None,
                byte => {
                    self.at += 1;
                    self.line += u32::from(byte == b'\n');
                }
            }
        }
    }

    /// A backslash, and what it stands before, be it a newline.
    fn escaped(&mut self) -> Option<()> {
        self.line += u32::from(self.byte_after(1)? == b'\n');
        self.at += 2;
        Some(())
    }

    /// `$` and what belongs to it.
    fn dollar(&mut self, is_quoted: bool) -> Option<()> {
        match self.byte_after(1)? {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                self.at += 1;
                self.name()
            }
            b'0'..=b'9' | b'@' | b'*' | b'#' | b'?' | b'-' | b'!' => {
                self.at += 2;
                Some(())
            }
            b'{' => self.braces(is_quoted),
            b'(' if self.byte_after(2)? == b'(' => {
                self.at += 3;
                self.arithmetic()
            }
            b'(' => {
                self.at += 2;
                self.list_up_to(End::Parenthesis)
            }
            b'\'' | b'[' | b'`' | b'\\' | b'$' | b'\0' => None,
            b'"' if !is_quoted => None,
            _ => {
                self.at += 1;
                Some(())
            }
        }
    }

    /// A name, which does not go on after a line continuation.
    fn name(&mut self) -> Option<()> {
        while is_name_byte(self.byte()?) {
            self.at += 1;
        }
        (self.byte()? != b'\\' || self.byte_after(1)? != b'\n').then_some(())
    }

    /// `${name}`, `${#name}`, and the forms of POSIX with a word (XCU 2.6.2).
    fn braces(&mut self, is_quoted: bool) -> Option<()> {
        self.at += 2;
        if self.accept(b'#')? {
            if !self.accept(b'}')? {
                self.parameter()?;
                return self.accept(b'}')?.then_some(());
            }
            return Some(());
        }
        self.parameter()?;
        match self.byte()? {
            b'}' => {
                self.at += 1;
                return Some(());
            }
            b':' if matches!(self.byte_after(1)?, b'-' | b'=' | b'?' | b'+') => self.at += 2,
            b'-' | b'=' | b'?' | b'+' | b'%' | b'#' => self.at += 1,
            _ => return None,
        }
        self.operand(is_quoted)
    }

    /// The parameter in braces: a name or a number.
    fn parameter(&mut self) -> Option<()> {
        match self.byte()? {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.name(),
            b'1'..=b'9' => {
                while self.byte()?.is_ascii_digit() {
                    self.at += 1;
                }
                Some(())
            }
            _ => None,
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
                    let is_simple =
                        |byte: u8| byte.is_ascii_alphanumeric() || b"!^-:[_.,".contains(&byte);
                    while is_simple(self.byte()?) {
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

    /// The rest of `$((…))`.
    fn arithmetic(&mut self) -> Option<()> {
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

#[cfg(test)]
mod tests {
    use crate::tree::Command;
    use crate::{Input, Names, NoAliases, Parser, Text};
    use std::io;
    use std::rc::Rc;

    /// Whether the body of the function that a text begins with is left for later; all of the text is right.
    fn is_deferred(text: &str) -> bool {
        let (input, names) = (Box::new(Text(text.as_bytes())), Rc::new(Names::new()));
        let mut parser = Parser::new(input, names, Rc::new(NoAliases));
        let list = parser.next().unwrap_or_else(|error| panic!("{text}: {error:?}")).unwrap();
        let Command::Function(function) = &list.items[0].and_or.first.commands[0] else {
            panic!("{text}: no function")
        };
        let is_deferred = function.body.get().is_none();
        // What follows is read as it is after any other function.
        let rest = parser.next().unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert!(rest.is_none_or(|list| list.items.len() == 1), "{text}");
        assert!(matches!(function.body.command(), Command::Compound(_)));
        is_deferred
    }

    #[test]
    fn what_posix_has_is_left_for_later() {
        for body in [
            "a; b & c && d || ! e | f",
            "if a; then b; elif c; then d; else e; fi >f 2>&1",
            "while a; do b; done <f; until a; do b; done | c",
            "for x in a b $c; do d; done; for x; do e; done; for x do f; done",
            "case $x in a | 'b') c ;; (*) d ;; e) esac; case x in esac",
            "x=1 y=\"$2\" z >f <g 2>>h 3<&0 4>&- 5<>i >|j",
            "(a; b); { c; }",
            "echo 'it''s' \"a \\\" $b ${c} ${#d} ${h%%[0-9]*} $1 $@ $#\" ${e:-f \"g\"}",
            "x=$(a | b \"$(c)\") y=$((1 + (2 * $z) % w)) z=$#",
            "a \\\n b # ' comment\n# another }\n c",
            "a[1]=2; [ -n \"$x\" ]; set -- {} {a,b} ~/x *.[ch]",
            "echo done fi } esac; return 1",
        ] {
            for text in [
                format!("f() {{ {body}; }}\necho after"),
                format!("f ()\n\n{{\n{body}\n}} ; echo after"),
                format!("function f {{\t{body}\n}} # {{\necho after"),
            ] {
                // Where `{body};` is no list, a newline ends it.
                let text = text.replace("esac; }", "esac\n}").replace("return 1;", "return 1\n");
                assert!(is_deferred(&text), "{text}");
            }
        }
        assert!(is_deferred("f() { a; }"));
    }

    #[test]
    fn what_it_does_not_know_is_left_to_the_parser() {
        for body in [
            "a <<E\nb\nE\n",
            "a <<<b",
            "`a`",
            "echo \"`a`\"",
            "[[ a ]]",
            "(( a ))",
            "x=(a b)",
            "a[b c]=d",
            "g() { a; }",
            "time a",
            "echo $'a' $\"b\"",
            "echo ${x/a/b} ${y[1]} ${!z} ${x:1}",
            "echo @(a|b)",
            "diff <(a) >(b)",
            "a &>b",
            "a |& b",
            "kill $$",
            "case x in a) b ;& c) d ;; esac",
            "select x in a; do b; done",
            "coproc a",
            "{fd}>a",
            "ec\\\nho a",
        ] {
            assert!(!is_deferred(&format!("f() {{ {body}\n}}\necho after")), "{body}");
        }
        for text in ["f() (a)", "f() { a; } >b", "f() { a; } && b", "f() if a; then b; fi"] {
            assert!(!is_deferred(text), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_wrong_where_it_is_defined() {
        for body in [
            "",
            "a | }",
            "a && }",
            "if a; b; fi",
            "if a; then fi",
            "fi",
            "a ; ; b",
            "a & && b",
            "( )",
            "for 1 in a; do b; done",
            "for x in a; b; done",
            "case x in a b) c;; esac",
            "a )",
            "a >",
            "! }",
            "while a; do b; fi",
            "a;; b",
            "echo \"",
            "echo '",
            "echo ${",
            "echo $(a",
            "b (c)",
        ] {
            let text = format!("f() {{ {body}\n}}\n");
            let (input, names) = (Box::new(Text(text.as_bytes())), Rc::new(Names::new()));
            let mut parser = Parser::new(input, names, Rc::new(NoAliases));
            assert!(parser.next().is_err(), "{text}");
        }
    }

    /// A text that comes in lines, which are counted.
    struct Lines<'t>(std::str::SplitInclusive<'t, char>, Rc<std::cell::Cell<usize>>);

    impl Input for Lines<'_> {
        fn more(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
            let line = self.0.next();
            buffer.extend_from_slice(line.unwrap_or_default().as_bytes());
            self.1.set(self.1.get() + usize::from(line.is_some()));
            Ok(line.is_some())
        }
    }

    #[test]
    fn no_line_is_read_that_the_parser_would_not_have_read() {
        let (text, count) = ("f()\n{\n a 'b\n'\n}\nread x\nline\n", Rc::default());
        let input = Box::new(Lines(text.split_inclusive('\n'), Rc::clone(&count)));
        let mut parser = Parser::new(input, Rc::new(Names::new()), Rc::new(NoAliases));
        parser.next().unwrap();
        assert_eq!((count.get(), parser.line()), (5, 6));
        parser.next().unwrap();
        assert_eq!(count.get(), 6);
    }
}
