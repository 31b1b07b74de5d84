//! Words: quoting and expansions (POSIX XCU 2.2, 2.6).

use crate::bytes::{ByteString, set_of};
use crate::collector::{Collector, finish_word};
use crate::context::{Context, Quoting};
use crate::dollar::simple_parameter;
use crate::error::{Construct, Expected, Result, SyntaxErrorKind};
use crate::lexer::Token;
use crate::names::is_name_byte;
use crate::parameter::show_bad;
use crate::parser::Parser;
use crate::tree::{Body, Extended, Part, Reference, Word};
use std::cell::Cell;
use std::rc::Rc;

/// Bytes that end a run of ordinary characters in a word. Pattern characters and `~` are
/// among them: a word without any is its own text.
pub(crate) const SPECIAL: [bool; 256] = set_of(b" \t\n;&|<>()$`\"'\\*?[~{");

/// Bytes that end a run of text in double quotes; in others that are quoted braces and parentheses may mean
/// something too.
const SPECIAL_IN_QUOTES: [bool; 256] = set_of(b"\"$`\\");
const SPECIAL_IN_QUOTED: [bool; 256] = set_of(b"\"$`\\}()");

/// How many bytes precede the first one that is in a set.
#[inline]
pub(crate) fn length_without(text: &[u8], set: &[bool; 256]) -> usize {
    text.iter().position(|&byte| set[usize::from(byte)]).unwrap_or(text.len())
}

impl Parser<'_> {
    /// Reads a word of a command, which is the parser's `word` then. `plain` tells that it had no quoting and no
    /// expansion.
    pub(crate) fn read_word(&mut self, plain: &mut bool) -> Result<()> {
        // Most words are a run of ordinary characters.
        let start = self.at;
        if self.context.inline && self.source.get(start) == Some(&b'}') {
            // The end of `${ list; }`, whatever follows.
            self.at += 1;
            *plain = true;
            self.word = Word { literal: Some(ByteString::from("}")), ..Word::default() };
            return Ok(());
        }
        let mut end = start;
        loop {
            end += length_without(&self.source[end..], &SPECIAL);
            match self.source.get(end).copied() {
                // What is there may end in the middle of a word.
                None if self.byte_at(end - start)?.is_some() => continue,
                Some(b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')') if !self.context.regex => {}
                Some(b'<' | b'>')
                    if !self.context.regex && self.byte_at(end + 1 - start)? != Some(b'(') => {}
                Some(b'(') if end > start && !self.context.regex => {
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
                // Mostly there is none: nothing is to be dropped.
                let word = &mut self.word;
                if !word.parts.is_empty() || word.extended.is_some() {
                    (word.parts, word.extended) = (Box::default(), None);
                }
                (word.literal, word.assignment) = (Some(literal), false);
                return Ok(());
            }
        }
        // Of a command that is a type (ksh93).
        let typed = self.context.typed
            && self.context.groups
            && !self.context.conditional
            && end > start
            && self.source[end - 1] == b'='
            && self.source.get(end) == Some(&b'(');
        if (self.context.assignments || typed)
            && self.source[start..end].first().is_some_and(|&b| is_name_byte(b) || b == b'.')
            && let Some(assignment) = self.array_assignment()?
        {
            let extended = Some(Box::new(Extended::Assignment(assignment)));
            self.word = Word { extended, ..Word::default() };
            return Ok(());
        }
        *plain = false;
        if let Some((parts, length)) = self.single_expansion(start, end) {
            self.at = end + length;
            self.word = Word { parts, ..Word::default() };
            return Ok(());
        }
        let mut parts = self.parts(Quoting::Word)?;
        if std::mem::take(&mut self.has_bad) && self.rules.syntax.bad_substitution_shows_word {
            show_bad(&mut parts, &self.source[start..self.at], true);
        }
        *plain = matches!(&parts[..], [Part::Literal(_)]);
        self.word = finish_word(parts);
        if let [Part::Literal(text)] = &self.word.parts[..]
            && text.as_bytes() == b"[["
        {
            self.word.literal = Some(text.clone());
        }
        Ok(())
    }

    /// The parts of a word that is ordinary characters up to `end`, or none, then one `$name` or `"$name"`,
    /// and nothing else, as most words with an expansion are; and how many bytes that expansion has.
    fn single_expansion(&self, start: usize, end: usize) -> Option<(Box<[Part]>, usize)> {
        if self.context.regex {
            return None;
        }
        let (is_quoted, rest) = match &self.source[end..] {
            [b'"', rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let [b'$', rest @ ..] = rest else { return None };
        let first = *rest.first()?;
        let length = match first {
            b'1'..=b'9' => 1,
            b'0' => return None,
            _ => rest.iter().take_while(|byte| is_name_byte(**byte)).count(),
        };
        let (name, rest) = rest.split_at(length);
        let rest = if is_quoted { rest.strip_prefix(b"\"")? } else { rest };
        if name.is_empty() || !matches!(rest.first()?, b' ' | b'\t' | b'\n' | b';' | b')') {
            return None;
        }
        let parameter = simple_parameter(match first {
            b'1'..=b'9' => Reference::Positional(u32::from(first - b'0')),
            _ => Reference::Variable(self.names.intern(name)),
        });
        let part = match is_quoted {
            true => Part::DoubleQuoted(Box::new([parameter])),
            false => parameter,
        };
        let parts: Box<[Part]> = match end - start {
            0 => Box::new([part]),
            _ => Box::new([Part::Literal(ByteString::new(&self.source[start..end])), part]),
        };
        Some((parts, 1 + length + 2 * usize::from(is_quoted)))
    }

    /// Whether the word goes on at a byte that ends words in most places; then the byte, and what
    /// belongs to it, has been read. `parentheses`: how many are open in what `=~` matches.
    pub(crate) fn goes_on(
        &mut self,
        byte: u8,
        collector: &mut Collector,
        parentheses: &mut usize,
    ) -> Result<bool> {
        if self.context.regex {
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
        if byte == b'(' && self.context.texts && collector.ends_in_assignment() {
            self.at += 1;
            collector.literal(byte);
            self.group(collector)?;
            return Ok(true);
        }
        if byte == b'('
            && self.rules.syntax.ksh_groups
            && collector.ends_in_ksh_group()
            && (self.context.groups
                || (self.rules.syntax.groups_in_value && collector.begins_an_assignment()))
        {
            self.at += 1;
            collector.literal(byte);
            self.group(collector)?;
            return Ok(true);
        }
        let groups = self.context.groups
            || (self.rules.syntax.groups_in_value && collector.begins_an_assignment());
        let groups = groups && (!self.no_groups || self.context.conditional);
        if byte == b'(' && groups && collector.ends_in_group() {
            self.at += 1;
            collector.literal(byte);
            self.group(collector)?;
            return Ok(true);
        }
        if matches!(byte, b'<' | b'>') && self.byte_at(1)? == Some(b'(') {
            self.process_substitution(collector)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// At `<(` or `>(`.
    pub(crate) fn process_substitution(&mut self, collector: &mut Collector) -> Result<()> {
        let reads = self.byte_at(0)? == Some(b'<');
        let opened = self.at;
        self.at += 2;
        let body = self.command_substitution(Quoting::Word).map_err(|mut error| {
            if error.span.offset as usize == self.base + opened
                && let SyntaxErrorKind::Unclosed { construct, .. } = &mut error.kind
            {
                *construct = Construct::ProcessSubstitution;
            }
            error
        })?;
        collector.part(Part::Process(body, reads));
        Ok(())
    }

    /// Whether `'c'` or `'\c'` is next, of a character that has a meaning in an expression.
    pub(crate) fn is_character(&mut self) -> Result<bool> {
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
    pub(crate) fn is_counted_group(&mut self) -> Result<bool> {
        match self.count()? {
            Some(length) => Ok(self.byte_at(length)? == Some(b'(')),
            None => Ok(false),
        }
    }

    /// The length of a count, `{n,m}`, that begins here.
    pub(crate) fn count(&mut self) -> Result<Option<usize>> {
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
    pub(crate) fn group(&mut self, collector: &mut Collector) -> Result<()> {
        let parts = self.parts(Quoting::Group)?;
        collector.extend(parts);
        collector.literal(b')');
        self.at += 1;
        Ok(())
    }

    /// After `${` where a blank or `|` follows: commands up to `}`.
    pub(crate) fn inline(&mut self) -> Result<Part> {
        let (opened, line) = (self.at.saturating_sub(2), self.line);
        let reply = self.accept_byte(b'|')?;
        let waiting = std::mem::take(&mut self.here_documents);
        let token = self.set_token_aside();
        let context = std::mem::replace(&mut self.context, Context::COMMAND);
        self.context.inline = true;
        let begin = self.at;
        let list = self.compound_list_opt()?;
        let lexed = self.take()?;
        self.context = context;
        let source = ByteString::new(&self.source[begin..lexed.start.max(begin)]);
        match lexed.token {
            Token::Word if lexed.plain && self.word.is_text(b"}") => {}
            Token::End => {
                return Err(self.unclosed(Construct::InlineSubstitution, (opened, line)));
            }
            _ => return Err(self.unexpected(&lexed, Some(Expected::Token("}")))),
        }
        // What follows `}` directly belongs to the enclosing word.
        self.at = lexed.start + 1;
        self.put_token_back(token);
        let inner = std::mem::replace(&mut self.here_documents, waiting);
        self.here_documents.extend(inner);
        let body = Rc::new(Body { list, needs: Cell::new(0), line, leading: 0, source });
        Ok(Part::Inline { body, reply })
    }

    /// Takes bytes that are not special in quoted text, at least one.
    pub(crate) fn run(&mut self, quoting: Quoting, text: &mut Vec<u8>) {
        let rest = &self.source[self.at..];
        let Some((_, after)) = rest.split_first() else { return };
        let pairs = quoting == Quoting::BracedDouble && self.rules.syntax.single_quotes_hide_brace;
        let length = 1 + match quoting {
            Quoting::Double | Quoting::Toggled => length_without(after, &SPECIAL_IN_QUOTES),
            // Its runs are lines rather than words.
            Quoting::HereDocument => {
                byte_search::memchr3(b'$', b'`', b'\\', after).unwrap_or(after.len())
            }
            _ => {
                let parts = matches!(quoting, Quoting::Clause | Quoting::Offset);
                let is_special = |&byte: &u8| {
                    SPECIAL_IN_QUOTED[usize::from(byte)]
                        || byte == b'\'' && (quoting.is_arithmetic() || pairs || parts)
                        || parts && matches!(byte, b';' | b':' | b'?')
                };
                after.iter().position(is_special).unwrap_or(after.len())
            }
        };
        let taken = &rest[..length];
        self.line += byte_search::memchr_iter(b'\n', taken).count() as u32;
        text.extend_from_slice(taken);
        self.at += length;
    }

    pub(crate) fn backslash(&mut self, quoting: Quoting, collector: &mut Collector) -> Result<()> {
        self.at += 1;
        let next = self.byte_at(0)?;
        let special = match quoting {
            Quoting::Word
            | Quoting::Braced
            | Quoting::Group
            | Quoting::Subscript
            | Quoting::Pattern
            | Quoting::Toggled => true,
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
        if self.rules.syntax.classes_in_groups
            && quoting == Quoting::Group
            && matches!(next, Some(b'd' | b'D' | b's' | b'S' | b'w' | b'W'))
        {
            // In a group it is a class of characters.
            collector.literal(b'\\');
            collector.literal(next.unwrap_or_default());
            self.advance();
            return Ok(());
        }
        if self.rules.syntax.escapes_in_expressions
            && next.is_some_and(|next| b"<>bBdDwWsS".contains(&next))
            && special
            && (self.context.regex || collector.begins_expression())
        {
            // `~(E)\<word\>`: it is the expression's.
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
                if byte == b'$' && is_parent_id(&self.source[self.at..]) {
                    self.names.note_parent_id();
                }
            }
            _ => text.push(b'\\'),
        }
        Ok(())
    }

    /// After the opening quote, up to and including the closing one.
    pub(crate) fn single_quotes(&mut self, text: &mut Vec<u8>) -> Result<()> {
        let begun = self.place(self.at - 1);
        loop {
            match byte_search::memchr(b'\'', &self.source[self.at..]) {
                Some(length) => {
                    let inside = &self.source[self.at..self.at + length];
                    self.line += byte_search::memchr_iter(b'\n', inside).count() as u32;
                    self.note_ids(inside);
                    text.extend_from_slice(inside);
                    self.at += length + 1;
                    return Ok(());
                }
                None => {
                    // What is there is taken, so that it is not searched again.
                    let inside = &self.source[self.at..];
                    self.line += byte_search::memchr_iter(b'\n', inside).count() as u32;
                    text.extend_from_slice(inside);
                    self.at = self.source.len();
                    if self.byte_at(0)?.is_none() {
                        return Err(self.unclosed(Construct::SingleQuotes, begun));
                    }
                }
            }
        }
    }

    /// Notes the ids of processes for which a quoted text asks: `eval` may read it in a subshell, a shell that is
    /// started may look for its parent.
    fn note_ids(&self, text: &[u8]) {
        for at in byte_search::memchr_iter(b'$', text) {
            let after = &text[at + 1..];
            if after.first() == Some(&b'$') {
                self.names.note_special(b'$');
            } else if is_parent_id(after) {
                self.names.note_parent_id();
            }
        }
    }

    /// After the opening quote: takes what is there up to and including the closing one, where none
    /// of it is special. Returns whether that is so.
    fn plain_double_quotes(&mut self, collector: &mut Collector) -> bool {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let length = length_without(rest, &SPECIAL_IN_QUOTES);
        if rest.get(length) != Some(&b'"') {
            return false;
        }
        let inside = &rest[..length];
        self.line += byte_search::memchr_iter(b'\n', inside).count() as u32;
        collector.quoted().extend_from_slice(inside);
        self.at += length + 1;
        true
    }

    pub(crate) fn double_quotes(
        &mut self,
        around: Quoting,
        collector: &mut Collector,
    ) -> Result<()> {
        if self.plain_double_quotes(collector) {
            return Ok(());
        }
        let toggles = around == Quoting::BracedDouble && self.rules.syntax.quotes_toggle_in_braces;
        let quoting = if toggles { Quoting::Toggled } else { Quoting::Double };
        let start = self.at;
        let mut parts = self.parts(quoting)?;
        if self.has_bad && self.rules.syntax.bad_substitution_shows_word {
            show_bad(&mut parts, &self.source[start..self.at], false);
        }
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
}

/// Whether what follows a `$` is PPID: a quoted text in which it stands is a shell's that has this one for its
/// parent.
fn is_parent_id(text: &[u8]) -> bool {
    text.starts_with(b"PPID") || text.starts_with(b"{PPID")
}
