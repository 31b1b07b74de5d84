//! Words: quoting and expansions (POSIX XCU 2.2, 2.6).

use crate::arithmetic::{self, Piece};
use crate::bytes::ByteString;
use crate::error::Result;
use crate::input::Text;
use crate::lexer::{Operator, Token};
use crate::names::is_name_byte;
use crate::parser::{NoAliases, Parser};
use crate::tree::{Arithmetic, Body, Extended, Operation, Parameter, Part, Reference, Word};
use std::cell::Cell;
use std::rc::Rc;

/// What surrounds the text that is read: decides what is special in it and where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quoting {
    /// A word of a command: ends before a blank or an operator.
    Word,
    /// `"…"`: ends before the closing quote.
    Double,
    /// A here-document: ends with the text.
    HereDocument,
    /// `$((…))`: ends before a `)` that closes nothing.
    Arithmetic,
    /// The word in `${x-word}`: ends before `}`.
    Braced,
    /// The same inside double quotes.
    BracedDouble,
    /// The same inside a here-document or arithmetic: `"` is not special.
    BracedHere,
    /// A pattern in the parentheses of `@(…)`: ends before `)`.
    Group,
    /// Between the brackets of `name[…]`: ends before `]`, or where it can be none.
    Subscript,
    /// One expression of `for ((…))`: ends before `;` or a `)` that closes nothing.
    Clause,
    /// In `${x:offset:length}`: ends before `:` or `}`.
    Offset,
    /// The pattern in `${x/pattern/replacement}`: ends before `/` or `}`.
    Pattern,
}

impl Quoting {
    fn is_quoted(self) -> bool {
        !matches!(
            self,
            Quoting::Word
                | Quoting::Braced
                | Quoting::Group
                | Quoting::Subscript
                | Quoting::Pattern
        )
    }

    /// An arithmetic expression or a part of one.
    fn is_arithmetic(self) -> bool {
        matches!(self, Quoting::Arithmetic | Quoting::Clause | Quoting::Offset)
    }

    fn is_braced(self) -> bool {
        matches!(self, Quoting::Braced | Quoting::BracedDouble | Quoting::BracedHere)
    }

    /// For the word of an expansion that stands in this text.
    pub(crate) fn braced(self) -> Quoting {
        match self {
            Quoting::Word
            | Quoting::Braced
            | Quoting::Group
            | Quoting::Subscript
            | Quoting::Pattern => Quoting::Braced,
            Quoting::Double | Quoting::BracedDouble => Quoting::BracedDouble,
            Quoting::HereDocument
            | Quoting::Arithmetic
            | Quoting::Clause
            | Quoting::Offset
            | Quoting::BracedHere => Quoting::BracedHere,
        }
    }
}

/// Bytes that end a run of ordinary characters in a word. Pattern characters and `~` are
/// among them: a word without any is its own text.
const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let special = b" \t\n;&|<>()$`\"'\\*?[~{";
    let mut at = 0;
    while at < special.len() {
        table[special[at] as usize] = true;
        at += 1;
    }
    table
};

/// Collects the parts of a word.
struct Collector {
    parts: Vec<Part>,
    /// Unquoted text that is not in a part yet.
    literal: Vec<u8>,
    /// Quoted text that is not in a part yet; None if there is none (not even empty quotes).
    quoted: Option<Vec<u8>>,
}

impl Collector {
    fn literal(&mut self, byte: u8) {
        self.end_quoted();
        self.literal.push(byte);
    }

    fn quoted(&mut self) -> &mut Vec<u8> {
        self.end_literal();
        self.quoted.get_or_insert_default()
    }

    fn end_literal(&mut self) {
        if !self.literal.is_empty() {
            self.parts.push(Part::Literal(ByteString::new(&self.literal)));
            self.literal.clear();
        }
    }

    fn end_quoted(&mut self) {
        if let Some(text) = self.quoted.take() {
            self.parts.push(Part::Quoted(ByteString::new(&text)));
        }
    }

    fn part(&mut self, part: Part) {
        self.end_literal();
        self.end_quoted();
        self.parts.push(part);
    }

    /// Whether the word is `name=…` so far.
    fn begins_an_assignment(&self) -> bool {
        let text = match self.parts.first() {
            None => &self.literal[..],
            Some(Part::Literal(text)) => text,
            Some(_) => return false,
        };
        let name = text.iter().take_while(|byte| is_name_byte(**byte)).count();
        name > 0 && !text[0].is_ascii_digit() && text.get(name) == Some(&b'=')
    }

    /// Whether what follows in parentheses is part of an extended pattern.
    fn ends_in_group(&self) -> bool {
        self.quoted.is_none()
            && matches!(self.literal.last(), Some(b'?' | b'*' | b'+' | b'@' | b'!'))
    }

    /// Whether a regular expression, `~(E)`, has begun.
    fn begins_expression(&self) -> bool {
        let begun = |text: &[u8]| memchr::memmem::find(text, b"~(").is_some();
        self.quoted.is_none()
            && (begun(&self.literal)
                || self.parts.iter().any(|p| matches!(p, Part::Literal(text) if begun(text))))
    }

    /// Whether what follows in parentheses is part of a pattern that only ksh93 has: `~(…)`,
    /// `{n,m}(…)`.
    fn ends_in_ksh_group(&self) -> bool {
        let text = &self.literal[..];
        if self.quoted.is_some() {
            return false;
        }
        // After `~(E)` parentheses belong to the expression.
        if self.begins_expression() {
            return true;
        }
        match text.strip_suffix(b"}") {
            None => matches!(text.last(), Some(b'~' | b'%')),
            Some(rest) => {
                let is_count = |byte: &u8| byte.is_ascii_digit() || *byte == b',';
                let count = rest.iter().rev().take_while(|byte| is_count(byte)).count();
                count > 0 && rest.len() > count && rest[rest.len() - count - 1] == b'{'
            }
        }
    }

    /// Appends parts.
    fn extend(&mut self, parts: Vec<Part>) {
        for part in parts {
            match part {
                Part::Literal(text) => {
                    self.end_quoted();
                    self.literal.extend_from_slice(&text);
                }
                Part::Quoted(text) => self.quoted().extend_from_slice(&text),
                part => self.part(part),
            }
        }
    }

    fn finish(mut self) -> Vec<Part> {
        self.end_literal();
        self.end_quoted();
        self.parts
    }
}

impl Parser<'_> {
    /// Reads a word of a command. `plain` tells that it had no quoting and no expansion.
    pub(crate) fn word(&mut self, plain: &mut bool) -> Result<Word> {
        // Most words are a run of ordinary characters.
        let start = self.at;
        if self.inline && self.source.get(start) == Some(&b'}') {
            // The end of `${ list; }`, whatever follows.
            self.at += 1;
            *plain = true;
            return Ok(Word { literal: Some(ByteString::from("}")), ..Word::default() });
        }
        let mut end = start;
        loop {
            match self.source.get(end).copied() {
                Some(byte) if !SPECIAL[usize::from(byte)] => {
                    end += 1;
                    continue;
                }
                // What is there may end in the middle of a word.
                None if self.byte_at(end - start)?.is_some() => continue,
                Some(b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')') if !self.regex => {}
                Some(b'<' | b'>')
                    if !self.regex && self.byte_at(end + 1 - start)? != Some(b'(') => {}
                Some(b'(') if end > start && !self.regex => {
                    if matches!(
                        self.source[end - 1],
                        b'@' | b'+' | b'!' | b'=' | b'}' | b'~' | b'%'
                    ) {
                        break;
                    }
                }
                _ => break,
            }
            if let Some(b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')') =
                self.source.get(end)
            {
                let literal = ByteString::new(&self.source[start..end]);
                self.at = end;
                *plain = true;
                return Ok(Word { literal: Some(literal), ..Word::default() });
            }
        }
        // Of a command that is a type (ksh93).
        let typed = self.groups
            && !self.conditional
            && !self.posix
            && !self.bash
            && end > start
            && self.source[end - 1] == b'='
            && self.source.get(end) == Some(&b'(');
        if (self.assignments || typed)
            && self.source[start..end].first().is_some_and(|&b| is_name_byte(b) || b == b'.')
            && let Some(assignment) = self.array_assignment()?
        {
            let extended = Some(Box::new(Extended::Assignment(assignment)));
            return Ok(Word { extended, ..Word::default() });
        }
        let parts = self.parts(Quoting::Word)?;
        *plain = matches!(&parts[..], [Part::Literal(_)]);
        let mut word = finish_word(parts);
        if let [Part::Literal(text)] = &word.parts[..]
            && text.as_bytes() == b"[["
        {
            word.literal = Some(text.clone());
        }
        Ok(word)
    }

    /// Reads the parts of a text up to its end, which is left to be read.
    pub(crate) fn parts(&mut self, quoting: Quoting) -> Result<Vec<Part>> {
        self.depth += 1;
        if self.depth > crate::parser::DEPTH {
            return Err(self.error("nested too deeply"));
        }
        let mut collector = Collector { parts: Vec::new(), literal: Vec::new(), quoted: None };
        let begun = self.line;
        let mut parentheses = 0usize;
        loop {
            let Some(byte) = self.peek_byte()? else {
                if matches!(quoting, Quoting::Word | Quoting::HereDocument) {
                    break;
                }
                let mut error = match quoting {
                    Quoting::Double => self.incomplete("unterminated quoted string"),
                    Quoting::Arithmetic | Quoting::Clause => self.incomplete("missing `))'"),
                    Quoting::Group => self.incomplete("missing `)'"),
                    Quoting::Subscript => break,
                    _ => self.incomplete("missing `}'"),
                };
                error.line = begun;
                return Err(error);
            };
            match byte {
                b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')'
                    if quoting == Quoting::Word =>
                {
                    if !self.goes_on(byte, &mut collector, &mut parentheses)? {
                        break;
                    }
                }
                b'"' if quoting == Quoting::Double => break,
                b'}' if quoting.is_braced() => break,
                b'}' | b'/' if quoting == Quoting::Pattern => break,
                b'}' | b':' if quoting == Quoting::Offset && parentheses == 0 => break,
                b'?' if quoting == Quoting::Offset => {
                    // The `:` that follows is its own.
                    parentheses += 1;
                    collector.quoted().push(byte);
                    self.at += 1;
                }
                b':' if quoting == Quoting::Offset => {
                    parentheses -= 1;
                    collector.quoted().push(byte);
                    self.at += 1;
                }
                b')' if quoting == Quoting::Group => break,
                b'(' if quoting == Quoting::Group => {
                    collector.literal(byte);
                    self.at += 1;
                    self.group(&mut collector)?;
                }
                b'{' if matches!(quoting, Quoting::Braced | Quoting::Pattern)
                    && !self.posix
                    && self.is_counted_group()? =>
                {
                    while let Some(byte) = self.byte_at(0)? {
                        self.at += 1;
                        collector.literal(byte);
                        if byte == b'(' {
                            break;
                        }
                    }
                    self.group(&mut collector)?;
                }
                b'{' if matches!(quoting, Quoting::Braced | Quoting::Pattern)
                    && !self.posix
                    && collector.begins_expression()
                    && self.count()?.is_some() =>
                {
                    let length = self.count()?.unwrap_or(0);
                    for _ in 0..length {
                        collector.literal(self.source[self.at]);
                        self.at += 1;
                    }
                }
                b'(' if matches!(quoting, Quoting::Braced | Quoting::Pattern)
                    && !self.posix
                    && collector.ends_in_ksh_group() =>
                {
                    self.at += 1;
                    collector.literal(byte);
                    self.group(&mut collector)?;
                }
                b'(' if matches!(quoting, Quoting::Braced | Quoting::Pattern)
                    && !self.posix
                    && collector.ends_in_group() =>
                {
                    self.at += 1;
                    collector.literal(byte);
                    // Without an end it is an ordinary character: `${x##*([}`.
                    let (at, line, depth) = (self.at, self.line, self.depth);
                    if self.group(&mut collector).is_err() {
                        (self.at, self.line, self.depth) = (at, line, depth);
                    }
                }
                b']' | b'\n' if quoting == Quoting::Subscript && parentheses == 0 => break,
                b'[' | b']' if quoting == Quoting::Subscript => {
                    parentheses = if byte == b'[' { parentheses + 1 } else { parentheses - 1 };
                    collector.literal(byte);
                    self.at += 1;
                }
                b';' if quoting == Quoting::Clause && parentheses == 0 => break,
                b'\'' if quoting.is_arithmetic() && !self.posix && self.is_character()? => {
                    // `'c'`: a character constant (ksh93).
                    while let Some(byte) = self.byte_at(0)? {
                        collector.literal(byte);
                        self.at += 1;
                        if byte == b'\\'
                            && let Some(byte) = self.byte_at(0)?
                        {
                            collector.literal(byte);
                            self.at += 1;
                        }
                        if self.byte_at(0)? == Some(b'\'') {
                            collector.literal(b'\'');
                            self.at += 1;
                            break;
                        }
                    }
                }
                b'(' if quoting.is_arithmetic() => {
                    parentheses += 1;
                    collector.quoted().push(byte);
                    self.at += 1;
                }
                b')' if quoting.is_arithmetic() => {
                    if parentheses == 0 {
                        break;
                    }
                    parentheses -= 1;
                    collector.quoted().push(byte);
                    self.at += 1;
                }
                b'\\' => self.backslash(quoting, &mut collector)?,
                b'\'' if !quoting.is_quoted() => {
                    self.at += 1;
                    self.single_quotes(collector.quoted())?;
                }
                b'"' if !quoting.is_quoted() || quoting.is_braced() => {
                    self.at += 1;
                    self.double_quotes(&mut collector)?;
                }
                b'"' if quoting.is_arithmetic() => self.at += 1,
                b'\'' if quoting == Quoting::Offset => self.at += 1,
                b'$' => self.dollar(quoting, &mut collector)?,
                b'`' => {
                    self.at += 1;
                    let body = self.backquotes(quoting)?;
                    collector.part(Part::Command(body));
                }
                _ if quoting.is_quoted() => {
                    self.run(quoting, collector.quoted());
                }
                _ => {
                    collector.literal(byte);
                    self.advance();
                    let rest = &self.source[self.at..];
                    let count = rest
                        .iter()
                        .take_while(|&&byte| {
                            !SPECIAL[usize::from(byte)]
                                && match byte {
                                    b'}' => false,
                                    b']' => quoting != Quoting::Subscript,
                                    b'/' => quoting != Quoting::Pattern,
                                    _ => true,
                                }
                        })
                        .count();
                    collector.literal.extend_from_slice(&rest[..count]);
                    self.at += count;
                }
            }
        }
        self.depth -= 1;
        Ok(collector.finish())
    }

    /// At a byte that ends a word in most places; whether the word goes on all the same.
    fn goes_on(
        &mut self,
        byte: u8,
        collector: &mut Collector,
        parentheses: &mut usize,
    ) -> Result<bool> {
        if self.regex {
            // What `=~` matches: parentheses group, and inside them nothing ends it.
            let ends = match byte {
                b'(' | b'<' | b'>' => false,
                b')' => *parentheses == 0,
                b'|' => *parentheses == 0 && self.byte_at(1)? == Some(b'|'),
                b'&' | b';' | b' ' | b'\t' => *parentheses == 0,
                _ => true,
            };
            if ends {
                return Ok(false);
            }
            match byte {
                b'(' => *parentheses += 1,
                b')' => *parentheses -= 1,
                _ => {}
            }
            collector.literal(byte);
            self.at += 1;
            return Ok(true);
        }
        if byte == b'(' && self.groups && !self.posix && collector.ends_in_ksh_group() {
            self.at += 1;
            collector.literal(byte);
            self.group(collector)?;
            return Ok(true);
        }
        let groups = self.groups || (!self.posix && collector.begins_an_assignment());
        if byte == b'(' && groups && collector.ends_in_group() {
            self.at += 1;
            collector.literal(byte);
            self.group(collector)?;
            return Ok(true);
        }
        if matches!(byte, b'<' | b'>') && self.byte_at(1)? == Some(b'(') {
            self.at += 2;
            let body = self.command_substitution()?;
            collector.part(Part::Process(body, byte == b'<'));
            return Ok(true);
        }
        Ok(false)
    }

    /// Whether `'c'` or `'\c'` is next, of a character that has a meaning in an expression.
    fn is_character(&mut self) -> Result<bool> {
        Ok(match self.byte_at(1)? {
            Some(b'`' | b'$' | b'"' | b'(' | b')' | b'{' | b'}') => self.byte_at(2)? == Some(b'\''),
            Some(b'\\') => {
                self.byte_at(2)?.is_some_and(|byte| b"`$\"'\\".contains(&byte))
                    && self.byte_at(3)? == Some(b'\'')
            }
            _ => false,
        })
    }

    /// Whether `{n,m}(` follows.
    fn is_counted_group(&mut self) -> Result<bool> {
        match self.count()? {
            Some(length) => Ok(self.byte_at(length)? == Some(b'(')),
            None => Ok(false),
        }
    }

    /// The length of a count, `{n,m}`, that begins here.
    fn count(&mut self) -> Result<Option<usize>> {
        let mut length = 1;
        while let Some(byte) = self.byte_at(length)? {
            match byte {
                b'0'..=b'9' | b',' => length += 1,
                b'}' if length > 1 => return Ok(Some(length + 1)),
                _ => break,
            }
        }
        Ok(None)
    }

    /// After the `(` of an extended pattern: takes the rest of it, with the `)`.
    fn group(&mut self, collector: &mut Collector) -> Result<()> {
        let parts = self.parts(Quoting::Group)?;
        collector.extend(parts);
        collector.literal(b')');
        self.at += 1;
        Ok(())
    }

    /// After `${` where a blank or `|` follows: commands up to `}`.
    fn inline(&mut self) -> Result<Part> {
        let line = self.line;
        let reply = self.accept_byte(b'|')?;
        let waiting = std::mem::take(&mut self.here_documents);
        let token = self.token.take();
        let context = self.enter_command();
        self.inline = true;
        let begin = self.at;
        let list = self.compound_list_opt()?;
        let lexed = self.take()?;
        self.leave_command(context);
        let source = ByteString::new(&self.source[begin..lexed.start.max(begin)]);
        match &lexed.token {
            Token::Word(Word { literal: Some(text), .. })
                if lexed.plain && text.as_bytes() == b"}" => {}
            Token::End => {
                let mut error = self.incomplete("missing `}'");
                error.line = line;
                return Err(error);
            }
            _ => return Err(self.unexpected(&lexed)),
        }
        // What follows `}` directly belongs to the word around it.
        self.at = lexed.start + 1;
        self.token = token;
        let inner = std::mem::replace(&mut self.here_documents, waiting);
        self.here_documents.extend(inner);
        let body = Rc::new(Body { list, needs: Cell::new(0), line, source });
        Ok(Part::Inline { body, reply })
    }

    /// Takes bytes that are not special in quoted text, at least one.
    fn run(&mut self, quoting: Quoting, text: &mut Vec<u8>) {
        let start = self.at;
        let mut end = start;
        while let Some(&byte) = self.source.get(end) {
            if end > start && matches!(byte, b'"' | b'$' | b'`' | b'\\' | b'}' | b'(' | b')') {
                break;
            }
            if end > start && byte == b'\'' && quoting.is_arithmetic() {
                break;
            }
            if end > start
                && matches!(quoting, Quoting::Clause | Quoting::Offset)
                && matches!(byte, b';' | b':' | b'?' | b'\'')
            {
                break;
            }
            self.line += u32::from(byte == b'\n');
            end += 1;
        }
        text.extend_from_slice(&self.source[start..end]);
        self.at = end;
    }

    fn backslash(&mut self, quoting: Quoting, collector: &mut Collector) -> Result<()> {
        self.at += 1;
        let next = self.byte_at(0)?;
        let special = match quoting {
            Quoting::Word
            | Quoting::Braced
            | Quoting::Group
            | Quoting::Subscript
            | Quoting::Pattern => true,
            Quoting::Double => matches!(next, Some(b'$' | b'`' | b'"' | b'\\')),
            Quoting::HereDocument | Quoting::Arithmetic | Quoting::Clause | Quoting::Offset => {
                matches!(next, Some(b'$' | b'`' | b'\\'))
            }
            Quoting::BracedDouble => matches!(next, Some(b'$' | b'`' | b'"' | b'\\' | b'}')),
            Quoting::BracedHere => matches!(next, Some(b'$' | b'`' | b'"' | b'\\' | b'}')),
        };
        if self.back_references
            && quoting == Quoting::Braced
            && next.is_some_and(|b| b.is_ascii_digit())
        {
            // `\1` of a replacement.
            collector.literal(b'\\');
            collector.literal(next.unwrap_or_default());
            self.advance();
            return Ok(());
        }
        if self.ksh
            && quoting == Quoting::Group
            && matches!(next, Some(b'd' | b'D' | b's' | b'S' | b'w' | b'W'))
        {
            // In a group it is a class of characters.
            collector.literal(b'\\');
            collector.literal(next.unwrap_or_default());
            self.advance();
            return Ok(());
        }
        if self.ksh && collector.begins_expression() && matches!(next, Some(b'<' | b'>')) {
            // `~(E)\<word\>`: it is the expression's.
            collector.literal(b'\\');
            collector.literal(b'\\');
            collector.literal(next.unwrap_or_default());
            self.advance();
            return Ok(());
        }
        let text = collector.quoted();
        match next {
            Some(byte) if special => {
                text.push(byte);
                self.advance();
            }
            _ => text.push(b'\\'),
        }
        Ok(())
    }

    /// After the opening quote, up to and including the closing one.
    fn single_quotes(&mut self, text: &mut Vec<u8>) -> Result<()> {
        let begun = self.line;
        loop {
            match memchr::memchr(b'\'', &self.source[self.at..]) {
                Some(length) => {
                    let inside = &self.source[self.at..self.at + length];
                    self.line += memchr::memchr_iter(b'\n', inside).count() as u32;
                    text.extend_from_slice(inside);
                    self.at += length + 1;
                    return Ok(());
                }
                None => {
                    // What is there is taken, so that it is not searched again.
                    let inside = &self.source[self.at..];
                    self.line += memchr::memchr_iter(b'\n', inside).count() as u32;
                    text.extend_from_slice(inside);
                    self.at = self.source.len();
                    if self.byte_at(0)?.is_none() {
                        let mut error = self.incomplete("unterminated quoted string");
                        error.line = begun;
                        return Err(error);
                    }
                }
            }
        }
    }

    fn double_quotes(&mut self, collector: &mut Collector) -> Result<()> {
        let mut parts = self.parts(Quoting::Double)?;
        self.at += 1;
        match &mut parts[..] {
            [] => {
                collector.quoted();
            }
            [Part::Quoted(text)] => collector.quoted().extend_from_slice(text),
            _ => collector.part(Part::DoubleQuoted(parts.into())),
        }
        Ok(())
    }

    /// At a `$`.
    fn dollar(&mut self, quoting: Quoting, collector: &mut Collector) -> Result<()> {
        self.at += 1;
        let part = match self.peek_byte()? {
            Some(b'{') => {
                self.at += 1;
                match self.byte_at(0)? {
                    Some(b' ' | b'\t' | b'\n' | b'|') if !self.posix => self.inline()?,
                    _ => self.braced_parameter(quoting)?,
                }
            }
            Some(b'(') => {
                self.at += 1;
                if self.peek_byte()? == Some(b'(')
                    && let Some(arithmetic) = self.arithmetic()?
                {
                    Part::Arithmetic(Box::new(arithmetic))
                } else {
                    Part::Command(self.command_substitution()?)
                }
            }
            Some(b'[') if self.bash && !self.posix => {
                self.at += 1;
                let parts = self.parts(Quoting::Subscript)?;
                if !self.accept_byte(b']')? {
                    return Err(self.incomplete("missing `]'"));
                }
                Part::Arithmetic(Box::new(self.expression(parts)))
            }
            Some(b'\'') if !quoting.is_quoted() => {
                self.at += 1;
                return self.dollar_single_quotes(collector.quoted());
            }
            Some(b'"') if !quoting.is_quoted() => return Ok(()),
            Some(byte @ (b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!' | b'0')) => {
                self.at += 1;
                simple_parameter(Reference::Special(byte))
            }
            Some(byte @ b'1'..=b'9') => {
                self.at += 1;
                simple_parameter(Reference::Positional(u32::from(byte - b'0')))
            }
            Some(byte) if is_name_byte(byte) => {
                simple_parameter(Reference::Variable(self.variable_name()?))
            }
            _ => {
                if quoting.is_quoted() {
                    collector.quoted().push(b'$');
                } else {
                    collector.literal(b'$');
                }
                return Ok(());
            }
        };
        collector.part(part);
        Ok(())
    }

    /// The name after a `$`.
    fn variable_name(&mut self) -> Result<crate::Name> {
        let rest = &self.source[self.at..];
        let length = rest.iter().take_while(|byte| is_name_byte(**byte)).count();
        // What ends it is there, and is no line continuation: it need not be put together.
        if rest.get(length).is_some_and(|&byte| byte != b'\\') {
            let name = self.names.intern(&rest[..length]);
            self.at += length;
            return Ok(name);
        }
        let name = self.name()?;
        Ok(self.names.intern(&name))
    }

    /// Reads letters, digits and underscores.
    pub(crate) fn name(&mut self) -> Result<Vec<u8>> {
        let mut name = Vec::new();
        while let Some(byte) = self.peek_byte()? {
            if !is_name_byte(byte) {
                break;
            }
            name.push(byte);
            self.at += 1;
        }
        Ok(name)
    }

    /// After `$(`, at a second `(`. None (and nothing is read) where it is no arithmetic
    /// expansion but a command substitution that begins with a subshell.
    pub(crate) fn arithmetic(&mut self) -> Result<Option<Arithmetic>> {
        let (at, line, depth) = (self.at, self.line, self.depth);
        if self.not_arithmetic.contains(&at) {
            // Found out before: trying each of several nested ones twice would never end.
            return Ok(None);
        }
        self.at += 1;
        let waiting = std::mem::take(&mut self.here_documents);
        self.trials += 1;
        let parts = self.parts(Quoting::Arithmetic);
        self.trials -= 1;
        self.here_documents = waiting;
        let closed = match &parts {
            Ok(_) => {
                self.at += 1;
                self.peek_byte()? == Some(b')')
            }
            Err(_) => false,
        };
        match parts {
            Ok(parts) if closed => {
                self.at += 1;
                Ok(Some(self.expression(parts)))
            }
            // Without an end it is neither.
            Err(error) if error.incomplete => Err(error),
            _ => {
                self.not_arithmetic.push(at);
                (self.at, self.line, self.depth) = (at, line, depth);
                Ok(None)
            }
        }
    }

    /// Parses an expression before its expansions are made, where that is the same.
    pub(crate) fn expression(&self, parts: Vec<Part>) -> Arithmetic {
        let pieces: Vec<Piece<'_>> = parts
            .iter()
            .enumerate()
            .map(|(index, part)| match part {
                Part::Quoted(text) | Part::Literal(text) => Piece::Text(text),
                _ => Piece::Leaf(index.min(usize::from(u16::MAX)) as u16),
            })
            .collect();
        let parsed = if pieces.len() < usize::from(u16::MAX) {
            arithmetic::parse(&pieces, &self.names, self.ksh).ok()
        } else {
            None
        };
        Arithmetic { parts: parts.into(), parsed }
    }

    /// After `$(`.
    fn command_substitution(&mut self) -> Result<Rc<Body>> {
        let line = self.line;
        let waiting = std::mem::take(&mut self.here_documents);
        let token = self.token.take();
        // Aliases are those of the time when it runs: then its text is read again.
        let aliases = std::mem::replace(&mut self.aliases, Rc::new(NoAliases));
        let begin = self.at;
        let context = self.enter_command();
        self.substitution = !self.posix;
        let list = self.compound_list_opt()?;
        let lexed = self.take()?;
        self.leave_command(context);
        self.aliases = aliases;
        let source = ByteString::new(&self.source[begin..lexed.start.max(begin)]);
        match lexed.token {
            Token::Operator(Operator::Close) => {}
            Token::End => {
                let mut error = self.incomplete("missing `)'");
                error.line = line;
                return Err(error);
            }
            _ => return Err(self.unexpected(&lexed)),
        }
        self.token = token;
        let inner = std::mem::replace(&mut self.here_documents, waiting);
        // A here-document whose text has not begun yet follows the line all the same.
        self.here_documents.extend(inner);
        Ok(Rc::new(Body { list, needs: Cell::new(0), line, source }))
    }

    /// After an opening backquote.
    fn backquotes(&mut self, quoting: Quoting) -> Result<Rc<Body>> {
        let line = self.line;
        let mut text = Vec::new();
        loop {
            let Some(byte) = self.byte_at(0)? else {
                let mut error = self.incomplete("unterminated backquote substitution");
                error.line = line;
                return Err(error);
            };
            self.advance();
            match byte {
                b'`' => break,
                b'\\' => match self.byte_at(0)? {
                    Some(next @ (b'`' | b'\\' | b'$')) => {
                        self.at += 1;
                        text.push(next);
                    }
                    Some(b'"') if matches!(quoting, Quoting::Double | Quoting::BracedDouble) => {
                        self.at += 1;
                        text.push(b'"');
                    }
                    Some(b'\n') => self.advance(),
                    _ => text.push(b'\\'),
                },
                _ => text.push(byte),
            }
        }
        let mut inner = self.inner(&text, line);
        inner.aliases = Rc::new(NoAliases);
        let list = inner.whole()?;
        let source = ByteString::new(&text);
        Ok(Rc::new(Body { list, needs: Cell::new(0), line, source }))
    }

    /// A parser of a text that is part of this one's.
    pub(crate) fn inner<'t>(&self, text: &'t [u8], line: u32) -> Parser<'t> {
        let mut parser =
            Parser::new(Box::new(Text(text)), self.names.clone(), self.aliases.clone());
        parser.line = line;
        parser.depth = self.depth + 1;
        parser.effort = self.effort.clone();
        parser.posix = self.posix;
        parser.bash = self.bash;
        parser.ksh = self.ksh;
        parser
    }
}

/// `$x` without braces.
fn simple_parameter(reference: Reference) -> Part {
    Part::Parameter(Box::new(Parameter {
        reference,
        subscript: None,
        indirect: false,
        operation: Operation::Value,
    }))
}

/// Makes a word of its parts: finds tildes and literal text.
pub(crate) fn finish_word(mut parts: Vec<Part>) -> Word {
    split_tildes(&mut parts, false);
    word_of(parts)
}

/// Makes a word of parts whose tildes have been found.
pub(crate) fn word_of(parts: Vec<Part>) -> Word {
    let literal = literal_text(&parts);
    Word { parts: parts.into(), literal, ..Word::default() }
}

/// The text of a word that needs no expansion, no splitting and no matching.
fn literal_text(parts: &[Part]) -> Option<ByteString> {
    let mut text = Vec::new();
    for part in parts {
        match part {
            Part::Literal(literal) => {
                if literal.iter().any(|byte| matches!(byte, b'*' | b'?' | b'[' | b'(')) {
                    return None;
                }
                text.extend_from_slice(literal);
            }
            Part::Quoted(quoted) => text.extend_from_slice(quoted),
            _ => return None,
        }
    }
    Some(ByteString::new(&text))
}

/// Splits off tilde-prefixes (POSIX XCU 2.6.1): at the beginning, and in an assignment after
/// the first `=` and every `:`. `assignment`: the parts are the value of an assignment.
pub(crate) fn split_tildes(parts: &mut Vec<Part>, assignment: bool) {
    let mut index = 0;
    let mut at_start = true;
    while index < parts.len() {
        let Part::Literal(text) = &parts[index] else {
            at_start = false;
            index += 1;
            continue;
        };
        let text = text.clone();
        let last = index + 1 == parts.len();
        let mut pieces = Vec::new();
        let mut begin = 0;
        let mut search = 0;
        let mut possible = at_start;
        while search < text.len() {
            // `~(…)` is part of a pattern (ksh93).
            if possible && text[search] == b'~' && text.get(search + 1) != Some(&b'(') {
                let rest = &text[search + 1..];
                let end = rest.iter().position(|&b| b == b'/' || (assignment && b == b':'));
                // A quote or an expansion in the login name makes it no tilde-prefix.
                if end.is_some() || last {
                    let end = end.map_or(text.len(), |n| search + 1 + n);
                    if search > begin {
                        pieces.push(Part::Literal(ByteString::new(&text[begin..search])));
                    }
                    pieces.push(Part::Tilde(ByteString::new(&text[search + 1..end])));
                    begin = end;
                    search = end;
                    possible = false;
                    continue;
                }
            }
            possible = assignment && text[search] == b':';
            search += 1;
        }
        at_start = assignment && text.last() == Some(&b':') && begin < text.len();
        if begin > 0 || !pieces.is_empty() {
            if begin < text.len() {
                pieces.push(Part::Literal(ByteString::new(&text[begin..])));
            }
            let count = pieces.len();
            parts.splice(index..=index, pieces);
            index += count;
        } else {
            index += 1;
        }
    }
}
