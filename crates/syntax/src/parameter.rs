//! `${…}` (POSIX XCU 2.6.2).

use crate::array::is_member_name;
use crate::bytes::ByteString;
use crate::collector::{split_tildes, word_of};
use crate::context::Quoting;
use crate::error::{Construct, FoundToken, Result, SyntaxErrorKind};
use crate::names::{is_compound_name, is_name_byte};
use crate::parser::Parser;
use crate::tree::{
    Operation, Parameter, Part, Reference, Removal, Replace, Step, Subscript, Substitute,
};

impl Parser<'_> {
    /// After `${`, up to and including the closing brace.
    pub(crate) fn braced_parameter(&mut self, quoting: Quoting) -> Result<Part> {
        let opened = self.base + self.at - 2;
        self.parameter_expansion(quoting).map_err(|mut error| {
            let construct = Construct::ParameterExpansion;
            if error.span.length == 0
                && matches!(error.kind, SyntaxErrorKind::Unclosed { construct: c, .. } if c == construct)
            {
                // The innermost one says where it begins.
                error.span.offset = opened.try_into().unwrap_or(u32::MAX);
                error.span.length = construct.opener().len() as u32;
            }
            error
        })
    }

    fn parameter_expansion(&mut self, quoting: Quoting) -> Result<Part> {
        let start = self.at;
        let line = self.line;
        if !self.refuted.contains(&start) {
            if let Some(part) = self.good_parameter(quoting)? {
                return Ok(part);
            }
            self.refuted.insert(start);
        }
        // Not valid: an error when it is expanded. It ends where a word would.
        (self.at, self.line) = (start, line);
        if self.rules.syntax.misplaced_in_braces_is_syntax_error
            && let Some(at) = misplaced(self.source.get(start..).unwrap_or_default())
        {
            let at = start + at;
            let token = FoundToken::Text(ByteString::new(&self.source[at..=at]));
            let kind = SyntaxErrorKind::Unexpected { token, expected: None };
            return Err(self.error_at(kind, (at, line), 1));
        }
        self.parts(match quoting.braced() {
            Quoting::Braced => Quoting::Braced,
            other => other,
        })?;
        let text = &self.source[start..self.at];
        let unclosed = quoting == Quoting::Double
            && self.rules.syntax.bad_substitution_shows_word
            && has_open_subscript(text);
        let text = ByteString::from([b"${", text, b"}"].concat());
        self.has_bad = true;
        self.at += 1;
        let (reference, subscript) = match self.transformed.take() {
            Some((at, reference, subscript)) if at == start => (reference, subscript),
            _ => (Reference::Special(b'?'), None),
        };
        Ok(Part::Parameter(Box::new(Parameter {
            reference,
            subscript,
            indirect: false,
            braced: true,
            operation: Operation::Bad { text, unclosed },
        })))
    }

    /// None where it is not valid; then what was read has to be read again.
    fn good_parameter(&mut self, quoting: Quoting) -> Result<Option<Part>> {
        let start = self.at;
        if self.peek_byte()? == Some(b'#') {
            // `${#x}` is a length where a parameter and the end follow; else `#` is the
            // parameter itself.
            let (at, line) = (self.at, self.line);
            self.at += 1;
            if self.peek_byte()? != Some(b'}')
                && let Some(reference) = self.reference()?
            {
                let subscript = self.optional_subscript(reference)?;
                if self.accept_byte(b'}')? {
                    return Ok(Some(parameter(
                        Target { start, reference, subscript, indirect: false },
                        Operation::Length,
                    )));
                }
            }
            (self.at, self.line) = (at, line);
            if self.rules.syntax.bare_operator_on_count_is_bad
                && matches!(self.byte_at(1)?, Some(b'/' | b'%' | b'=' | b'+'))
                && self.byte_at(2)? == Some(b'}')
            {
                return Ok(None);
            }
        }
        if self.peek_byte()? == Some(b'!') {
            let (at, line) = (self.at, self.line);
            self.at += 1;
            let next = self.peek_byte()?;
            let always = self.rules.syntax.special_indirection;
            let special = matches!(next, Some(b'#' | b'@' | b'*')) || always && next == Some(b'?');
            if (special || next.is_some_and(|byte| is_name_byte(byte) || byte == b'.'))
                && let Some(part) = self.indirect(quoting)?
            {
                return Ok(Some(part));
            }
            if special && always {
                return Ok(None);
            }
            (self.at, self.line) = (at, line);
        }
        if self.rules.syntax.declaration_expansion
            && self.peek_byte()? == Some(b'@')
            && self.byte_at(1)?.is_some_and(|byte| is_name_byte(byte) && !byte.is_ascii_digit())
        {
            // `${@x}`: the declaration that makes x what it is (ksh93).
            let (at, line) = (self.at, self.line);
            self.at += 1;
            if let Some(reference) = self.reference()? {
                let subscript = self.optional_subscript(reference)?;
                if self.accept_byte(b'}')? {
                    let target = Target { start, reference, subscript, indirect: false };
                    return Ok(Some(parameter(target, Operation::Transform(b't'))));
                }
            }
            (self.at, self.line) = (at, line);
        }
        let Some(reference) = self.reference()? else { return Ok(None) };
        let subscript = self.optional_subscript(reference)?;
        self.operation(Target { start, reference, subscript, indirect: false }, quoting)
    }

    /// Parses an indirect expansion (bash, ksh93) behind its `${!`.
    fn indirect(&mut self, quoting: Quoting) -> Result<Option<Part>> {
        let start = self.at;
        let Some(reference) = self.reference()? else { return Ok(None) };
        if let (Reference::Variable(name), Some(b'.'), Some(sign @ (b'*' | b'@')), Some(b'}')) =
            (reference, self.byte_at(0)?, self.byte_at(1)?, self.byte_at(2)?)
        {
            // The members of a compound variable.
            self.at += 3;
            let prefix = ByteString::from([&self.names.text(name)[..], b"."].concat());
            let target = Target { start, reference, subscript: None, indirect: false };
            return Ok(Some(parameter(target, Operation::Names { prefix, at: sign == b'@' })));
        }
        if let (Reference::Variable(name), Some(sign @ (b'*' | b'@')), Some(b'}')) =
            (reference, self.byte_at(0)?, self.byte_at(1)?)
        {
            self.at += 2;
            let prefix = ByteString::new(&self.names.text(name));
            let target = Target { start, reference, subscript: None, indirect: false };
            return Ok(Some(parameter(target, Operation::Names { prefix, at: sign == b'@' })));
        }
        let subscript = self.optional_subscript(reference)?;
        if let (Some(b'.'), Some(sign @ (b'*' | b'@')), Some(b'}')) =
            (self.byte_at(0)?, self.byte_at(1)?, self.byte_at(2)?)
        {
            // The members of an element.
            self.at += 3;
            let target = Target { start, reference, subscript, indirect: false };
            let operation = Operation::Names { prefix: ByteString::EMPTY, at: sign == b'@' };
            return Ok(Some(parameter(target, operation)));
        }
        let last = match subscript.as_deref() {
            Some(Subscript::Path(steps)) => match steps.last() {
                Some(Step::Element(last)) => Some(last),
                _ => None,
            },
            other => other,
        };
        if matches!(last, Some(Subscript::At | Subscript::Star)) && self.accept_byte(b'}')? {
            return Ok(Some(parameter(
                Target { start, reference, subscript, indirect: false },
                Operation::Keys,
            )));
        }
        self.operation(Target { start, reference, subscript, indirect: true }, quoting)
    }

    pub(crate) fn optional_subscript(
        &mut self,
        reference: Reference,
    ) -> Result<Option<Box<Subscript>>> {
        if !matches!(reference, Reference::Variable(_)) || self.byte_at(0)? != Some(b'[') {
            return Ok(None);
        }
        let (at, line, depth) = (self.at, self.line, self.depth);
        let lines = std::mem::replace(&mut self.context.lines, true);
        let found = self.path();
        self.context.lines = lines;
        let found = found?;
        if found.is_none() {
            (self.at, self.line, self.depth) = (at, line, depth);
        }
        Ok(found.map(Box::new))
    }

    /// What follows the parameter, with the closing brace.
    fn operation(&mut self, target: Target, quoting: Quoting) -> Result<Option<Part>> {
        let mut byte = self.peek_byte()?;
        let colon = byte == Some(b':');
        if colon {
            self.at += 1;
            byte = self.peek_byte()?;
        }
        let Some(byte) = byte else { return Ok(None) };
        let kind = match byte {
            b'-' => Substitute::Default,
            b'=' => Substitute::Assign,
            b'?' => Substitute::Error,
            b'+' => Substitute::Alternative,
            // `${x[@]:}`
            b'}' if !colon || self.rules.syntax.empty_slice && target.subscript.is_some() => {
                self.at += 1;
                return Ok(Some(parameter(target, Operation::Value)));
            }
            b'}' => return Ok(None),
            _ if colon => return self.substring(target),
            b'#' | b'%' => return self.trim(target, byte),
            b'/' => return self.replacement(target),
            b'^' | b',' | b'~' => {
                if self.rules.syntax.specials_refuse_case && refuses_case(&target) {
                    return Ok(None);
                }
                self.at += 1;
                let all = self.accept_byte(byte)?;
                let parts = self.parts(Quoting::Braced)?;
                self.at += 1;
                let pattern = (!parts.is_empty()).then(|| Box::new(word_of(parts)));
                let operation = Operation::Case { change: byte, all, pattern };
                return Ok(Some(parameter(target, operation)));
            }
            b'@' => {
                self.at += 1;
                let Some(letter) = self.peek_byte()? else { return Ok(None) };
                self.at += 1;
                if !b"QEPAKkaULu".contains(&letter) || !self.accept_byte(b'}')? {
                    let named = self.rules.syntax.bad_transformation_has_parameter;
                    if named && !target.indirect {
                        self.transformed = Some((target.start, target.reference, target.subscript));
                    }
                    return Ok(None);
                }
                return Ok(Some(parameter(target, Operation::Transform(letter))));
            }
            _ => return Ok(None),
        };
        self.at += 1;
        let mut parts = self.parts(quoting.braced())?;
        if quoting.braced() == Quoting::Braced {
            split_tildes(&mut parts, false);
        }
        self.at += 1;
        let word = Box::new(word_of(parts));
        Ok(Some(parameter(target, Operation::Substitute { kind, colon, word })))
    }

    /// At the sign of `${x#pattern}`, `${x%pattern}`.
    fn trim(&mut self, target: Target, sign: u8) -> Result<Option<Part>> {
        self.at += 1;
        let longest = self.peek_byte()? == Some(sign);
        if longest {
            self.at += 1;
        }
        // Quotes in the pattern quote, whatever surrounds the expansion.
        let mut parts = self.parts(Quoting::Braced)?;
        split_tildes(&mut parts, false);
        self.at += 1;
        let pattern = Box::new(word_of(parts));
        let removal = match (sign, longest) {
            (b'%', false) => Removal::ShortestSuffix,
            (b'%', true) => Removal::LongestSuffix,
            (_, false) => Removal::ShortestPrefix,
            (_, true) => Removal::LongestPrefix,
        };
        Ok(Some(parameter(target, Operation::Trim { removal, pattern })))
    }

    /// At the first slash of `${x/pattern/replacement}`.
    fn replacement(&mut self, target: Target) -> Result<Option<Part>> {
        self.at += 1;
        let which = match self.peek_byte()? {
            Some(b'/') => Replace::All,
            Some(b'#') => Replace::Prefix,
            Some(b'%') => Replace::Suffix,
            _ => Replace::First,
        };
        if which != Replace::First {
            self.at += 1;
        }
        let mut parts = Vec::new();
        if matches!(which, Replace::First | Replace::All) && self.byte_at(0)? == Some(b'/') {
            // A slash that begins the pattern is part of it.
            parts.push(Part::Literal(ByteString::from("/")));
            self.at += 1;
        }
        parts.extend(self.parts(Quoting::Pattern)?);
        split_tildes(&mut parts, false);
        let pattern = Box::new(word_of(parts));
        let replacement = Box::new(if self.accept_byte(b'/')? {
            // Quotes and tildes mean something here whatever surrounds it.
            let numbered = self.rules.syntax.back_references;
            let outer = std::mem::replace(&mut self.back_references, numbered);
            let parts = self.parts(Quoting::Braced);
            self.back_references = outer;
            let mut parts = parts?;
            split_tildes(&mut parts, false);
            word_of(parts)
        } else {
            word_of(Vec::new())
        });
        if !self.accept_byte(b'}')? {
            return Ok(None);
        }
        Ok(Some(parameter(target, Operation::Replace { which, pattern, replacement })))
    }

    /// After the first `:` of `${x:offset:length}`.
    fn substring(&mut self, target: Target) -> Result<Option<Part>> {
        let offset = self.parts(Quoting::Offset)?;
        let offset = Box::new(self.expression(offset));
        let length = if self.accept_byte(b':')? {
            let length = self.parts(Quoting::Offset)?;
            Some(Box::new(self.expression(length)))
        } else {
            None
        };
        if !self.accept_byte(b'}')? {
            return Ok(None);
        }
        Ok(Some(parameter(target, Operation::Substring { offset, length })))
    }

    /// A name, a number or a special character.
    fn reference(&mut self) -> Result<Option<Reference>> {
        Ok(match self.peek_byte()? {
            Some(byte) if is_name_byte(byte) => {
                let name = self.name_with_members()?;
                if name.iter().all(u8::is_ascii_digit) {
                    let number = name.iter().fold(0u32, |n, digit| {
                        n.saturating_mul(10).saturating_add(u32::from(digit - b'0'))
                    });
                    Some(if number == 0 {
                        Reference::Special(b'0')
                    } else {
                        Reference::Positional(number)
                    })
                } else if is_member_name(&name) {
                    Some(Reference::Variable(self.names.intern(&name)))
                } else {
                    None
                }
            }
            Some(byte @ (b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')) => {
                self.at += 1;
                self.names.note_special(byte);
                Some(Reference::Special(byte))
            }
            Some(b'.') if self.rules.syntax.names_begin_with_period => {
                let mut name = Vec::new();
                while self.byte_at(0)? == Some(b'.') && self.byte_at(1)?.is_some_and(is_name_byte) {
                    self.at += 1;
                    name.push(b'.');
                    name.extend(self.name()?);
                }
                is_compound_name(&name).then(|| Reference::Variable(self.names.intern(&name)))
            }
            _ => None,
        })
    }
}

/// Where the text after `${` has a byte that is no part of an expansion: behind the parameter, or where it
/// should be.
fn misplaced(text: &[u8]) -> Option<usize> {
    let sign = usize::from(matches!(text, [b'#' | b'!', byte, ..] if is_name_byte(*byte)));
    let name = &text[sign..];
    let special = usize::from(matches!(name.first(), Some(b'$' | b'?' | b'@' | b'*' | b'-')));
    let length = name.iter().position(|byte| !is_name_byte(*byte)).unwrap_or(name.len());
    let at = sign + length.max(special);
    match text.get(at)? {
        b'}' | b'/' if at == 0 => Some(at),
        b';' | b' ' | b'\t' | b'&' | b'|' | b'<' | b'>' | b'(' | b')' | b'"' | b'\'' | b'`'
        | b'~' | b']' | b'{' => Some(at),
        _ => None,
    }
}

/// Whether the text in the braces of `${name[…}` has no end of the subscript.
fn has_open_subscript(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"!").unwrap_or(text);
    let name = text.iter().take_while(|byte| is_name_byte(**byte)).count();
    let count = |wanted: u8| byte_search::memchr_iter(wanted, text).count();
    name > 0 && text.get(name) == Some(&b'[') && count(b'[') > count(b']')
}

/// Gives the expansions among `parts` that are none the text that encloses them, for messages.
/// `word`: it is a whole word, which those show that have a subscript without an end.
pub(crate) fn show_bad(parts: &mut [Part], enclosing: &[u8], word: bool) {
    for part in parts {
        match part {
            Part::Parameter(parameter) => {
                if let Operation::Bad { text, unclosed } = &mut parameter.operation
                    && (word || !*unclosed)
                {
                    *text = ByteString::new(enclosing);
                }
            }
            Part::DoubleQuoted(parts) if word => {
                for part in parts {
                    if let Part::Parameter(parameter) = part
                        && let Operation::Bad { text, unclosed: true } = &mut parameter.operation
                    {
                        *text = ByteString::new(enclosing);
                    }
                }
            }
            _ => {}
        }
    }
}

/// What an expansion is of.
struct Target {
    /// Where the text between the braces begins.
    start: usize,
    reference: Reference,
    subscript: Option<Box<Subscript>>,
    indirect: bool,
}

/// Whether bash takes no `^`, `,` or `~` behind the parameter.
fn refuses_case(target: &Target) -> bool {
    match target.reference {
        Reference::Special(b'#' | b'?' | b'-') => true,
        Reference::Special(b'@') => target.indirect,
        _ => false,
    }
}

fn parameter(target: Target, operation: Operation) -> Part {
    let Target { reference, subscript, indirect, .. } = target;
    Part::Parameter(Box::new(Parameter { reference, subscript, indirect, braced: true, operation }))
}
