//! Word expansion (POSIX XCU 2.6): words to fields.
//!
//! The evaluator calls `expand_words`, `expand_text`, `expand_pattern` and their like with the words
//! of a command. [`Builder`] collects the text of one word, and which of its bytes were quoted.
//! [`Wanted`] says what it makes of them:
//!
//! * fields: unquoted results are split as they arrive; a field with an unquoted pattern
//!   character is matched against the file system;
//! * one string (assignments, `case` subjects, redirections): nothing is split;
//! * a pattern: quoted characters are escaped, so that crate `pattern` takes them literally.
//!
//! The parts of a word are expanded by the modules below: parameters by `parameter` (POSIX) and
//! `list` (the rest), `$(( ))` by `arithmetic`, `$( )` by `evaluate::substitution`. What
//! dialects do differently is asked of [`dialect::expansion::Expansion`].

pub mod arithmetic;
pub mod braces;
pub mod case;
mod errors;
pub mod float;
pub mod groups;
mod list;
mod operators;
pub mod parameter;
pub mod pathname;
mod prompt;
pub mod subscript;
pub mod tilde;
pub mod transform;

use crate::diagnostics::Problem;
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::environment::separators::{Separator, Separators};
use crate::environment::variables::Value;
use crate::unwind::{Consequence, Flow, Unwind};
use dialect::expansion::ExtendedPatterns;
use smallvec::SmallVec;
use std::rc::Rc;
use syntax::ByteString;
use syntax::tree::{Extended, Filled, Operation, Part, Reference, Word};

/// What a word is expanded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Any number of fields, split and matched against the file system.
    Fields,
    /// One string.
    Text,
    /// One string, the text of a here-document.
    Document,
    /// One pattern, in which what was quoted is escaped.
    Pattern,
    /// One pattern, in which every quoted character is escaped, special or not: for `set -x`.
    ShownPattern,
    /// One extended regular expression, in which what was quoted is escaped.
    Regex,
    /// The text that replaces a match, in which a quoted `&` or backslash is escaped.
    Replacement,
    /// The text that replaces a match, in which a quoted backslash is escaped.
    References,
}

/// Collects what a word expands to.
pub struct Builder<'o> {
    wanted: Wanted,
    out: Option<&'o mut Vec<ByteString>>,
    /// The field that is being built.
    text: Vec<u8>,
    /// Parts of `text` that are not quoted (only for fields).
    unquoted: SmallVec<[(u32, u32); 4]>,
    /// An unquoted pattern character was seen.
    special: bool,
    /// The field exists, even if it is empty.
    exists: bool,
    /// The word has a field behind the last one, even if nothing follows.
    ends_empty: bool,
    /// White space has just ended a field: a separator that follows belongs to it.
    after_space: bool,
    /// Literal text is part of an expansion's word and so is split too.
    split_literals: bool,
    separators: Option<Rc<Separators>>,
    /// A pattern that matched no file, where that is an error.
    failed: Option<Vec<u8>>,
    /// Braces are looked for in the fields.
    looks_for_braces: bool,
}

impl<'o> Builder<'o> {
    fn new(wanted: Wanted, out: Option<&'o mut Vec<ByteString>>, text: Vec<u8>) -> Self {
        Self {
            wanted,
            out,
            text,
            unquoted: SmallVec::new(),
            special: false,
            exists: false,
            ends_empty: false,
            after_space: false,
            split_literals: false,
            separators: None,
            failed: None,
            looks_for_braces: false,
        }
    }

    /// Whether results are split into fields.
    fn splits(&self) -> bool {
        self.wanted == Wanted::Fields
    }

    /// Appends quoted text.
    #[inline]
    fn quoted(&mut self, text: &[u8]) {
        self.exists = true;
        self.after_space = false;
        if matches!(self.wanted, Wanted::Pattern | Wanted::ShownPattern) {
            let all = self.wanted == Wanted::ShownPattern;
            if self.text.starts_with(b"~(") && !all {
                return self.quoted_in_expression(text);
            }
            for &byte in text {
                if all || is_special(byte) {
                    self.text.push(b'\\');
                }
                self.text.push(byte);
            }
        } else if self.wanted == Wanted::Regex {
            // Within brackets there are no escapes.
            let bracket = in_bracket(&self.text);
            for &byte in text {
                if !bracket && b".[]{}()*+?^$|\\".contains(&byte) {
                    self.text.push(b'\\');
                }
                self.text.push(byte);
            }
        } else if matches!(self.wanted, Wanted::Replacement | Wanted::References) {
            let ampersand = self.wanted == Wanted::Replacement;
            for &byte in text {
                if byte == b'\\' || byte == b'&' && ampersand {
                    self.text.push(b'\\');
                }
                self.text.push(byte);
            }
        } else {
            self.text.extend_from_slice(text);
        }
    }

    /// Appends quoted text to `~(E)…` (ksh93), where a quoted backslash or dollar sign belongs to
    /// the regular expression.
    #[cold]
    fn quoted_in_expression(&mut self, text: &[u8]) {
        let mut rest = text.iter();
        while let Some(&byte) = rest.next() {
            match byte {
                b'\\' => {
                    self.text.push(b'\\');
                    self.text.push(rest.next().copied().unwrap_or(b'\\'));
                }
                b'$' => self.text.push(b'$'),
                byte => {
                    if is_special(byte) || b".^+{}".contains(&byte) {
                        self.text.push(b'\\');
                    }
                    self.text.push(byte);
                }
            }
        }
    }

    /// Appends unquoted text of the script, which is not split.
    #[inline]
    fn literal(&mut self, text: &[u8], env: &mut Environment) {
        if self.split_literals && self.splits() {
            return self.result(text, env);
        }
        self.unquoted_text(text);
    }

    fn unquoted_text(&mut self, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        self.exists = true;
        self.after_space = false;
        if self.wanted == Wanted::Fields {
            if !self.special {
                self.special = text.iter().any(|&byte| matches!(byte, b'*' | b'?' | b'[' | b'('));
            }
            let begin = self.text.len() as u32;
            let end = begin + text.len() as u32;
            match self.unquoted.last_mut() {
                Some(last) if last.1 == begin => last.1 = end,
                _ => self.unquoted.push((begin, end)),
            }
        }
        self.text.extend_from_slice(text);
    }

    /// Appends unquoted text that came from an expansion. `groups_are_text`: its parentheses make
    /// no groups of an extended pattern.
    fn plain_text(&mut self, text: &[u8], groups_are_text: bool) {
        if !groups_are_text || byte_search::memchr(b'(', text).is_none() {
            return self.unquoted_text(text);
        }
        let mut rest = text;
        while let Some(at) = byte_search::memchr(b'(', rest) {
            self.unquoted_text(&rest[..at]);
            self.exists = true;
            self.text.push(b'(');
            rest = &rest[at + 1..];
        }
        self.unquoted_text(rest);
    }

    /// Appends the unquoted result of an expansion: it is split into fields.
    fn result(&mut self, text: &[u8], env: &mut Environment) {
        if !self.splits() {
            return self.unquoted_text(text);
        }
        let separators = match &self.separators {
            Some(separators) => separators.clone(),
            None => {
                let separators = env.separators();
                self.separators = Some(separators.clone());
                separators
            }
        };
        let groups_are_text = env.options.result_groups_are_text();
        if separators.none {
            return self.plain_text(text, groups_are_text);
        }
        let mut rest = text;
        while !rest.is_empty() {
            let found = separators.find(rest);
            let length = found.map_or(rest.len(), |(at, ..)| at);
            self.plain_text(&rest[..length], groups_are_text);
            let Some((_, size, kind)) = found else { break };
            rest = &rest[length + size..];
            if kind == Separator::Space {
                if self.exists {
                    self.end_field(env);
                    self.after_space = true;
                }
            } else if self.after_space {
                self.after_space = false;
            } else {
                self.exists = true;
                self.end_field(env);
            }
        }
    }

    /// Ends the field that is being built, if there is one.
    fn end_field(&mut self, env: &mut Environment) {
        if !self.exists && !self.ends_empty {
            return;
        }
        (self.exists, self.ends_empty) = (false, false);
        let Some(out) = self.out.as_deref_mut() else { return };
        if (self.special | self.looks_for_braces) && !env.options.has(Options::NOGLOB) {
            let has_braces = self.looks_for_braces
                && env.options.has(Options::BRACEEXPAND)
                && byte_search::memchr(b'{', &self.text).is_some();
            if has_braces && env.expand_field(&self.text, &self.unquoted, out) {
                // As many fields as there are.
            } else if self.special {
                let pattern = escape_quoted(&self.text, &self.unquoted);
                let null = pattern.starts_with(b"~(") && env.rules().expansion.null_patterns;
                let found = match null {
                    true => pathname::expand_or_nothing(env, &pattern, out),
                    false => None,
                };
                if let Some(found) = found {
                    // What is quoted is a word, even if it is empty.
                    let whole = [(0, self.text.len() as u32)];
                    if !found && self.unquoted[..] != whole {
                        out.push(ByteString::EMPTY);
                    }
                } else if !pathname::expand(env, &pattern, out) {
                    self.unmatched(env, &pattern);
                }
            } else {
                out.push(ByteString::new(&self.text));
            }
        } else {
            out.push(ByteString::new(&self.text));
        }
        self.text.clear();
        self.unquoted.clear();
        self.special = false;
    }

    /// Appends a pattern that no file matches: as it is written, or nothing under `nullglob`.
    fn unmatched(&mut self, env: &mut Environment, pattern: &[u8]) {
        let extended = env.rules().expansion.extended_patterns != ExtendedPatterns::Never;
        let special = (env.options.has(Options::NULLGLOB) || env.options.has(Options::FAILGLOB))
            && components(pattern).any(|component| pattern::has_special(component, extended));
        if special && env.options.has(Options::FAILGLOB) {
            self.failed.get_or_insert_with(|| self.text.clone());
        } else if !special && let Some(out) = self.out.as_deref_mut() {
            out.push(ByteString::new(&self.text));
        }
    }

    /// Begins another field, as between the parameters of `$@`.
    fn boundary(&mut self, env: &mut Environment) {
        self.ends_empty = false;
        self.end_field(env);
        self.after_space = false;
    }
}

/// The components of a pattern, between slashes. A bracket expression does not extend from one to
/// the next.
fn components(pattern: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut escaped = false;
    pattern.split(move |&byte| {
        let ends = byte == b'/' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

/// Whether a character is special somewhere in a pattern.
fn is_special(byte: u8) -> bool {
    matches!(
        byte,
        b'*' | b'?' | b'[' | b']' | b'\\' | b'!' | b'^' | b'-' | b'(' | b')' | b'|' | b'@' | b'+'
    )
}

/// Whether a regular expression ends within a bracket expression.
fn in_bracket(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 2,
            b'[' => {
                at += 1;
                at += usize::from(text.get(at) == Some(&b'^'));
                at += usize::from(text.get(at) == Some(&b']'));
                loop {
                    match (text.get(at), text.get(at + 1)) {
                        (None, _) => return true,
                        (Some(b']'), _) => break,
                        (Some(b'['), Some(&kind @ (b':' | b'.' | b'='))) => {
                            let rest = &text[at + 2..];
                            match byte_search::memmem::find(rest, &[kind, b']']) {
                                Some(length) => at += length + 4,
                                None => return true,
                            }
                        }
                        _ => at += 1,
                    }
                }
                at += 1;
            }
            _ => at += 1,
        }
    }
    false
}

/// Escapes what is special in the quoted parts of a field.
fn escape_quoted(text: &[u8], unquoted: &[(u32, u32)]) -> Vec<u8> {
    let mut pattern = Vec::with_capacity(text.len() + 8);
    let mut at = 0;
    let escape = |pattern: &mut Vec<u8>, text: &[u8]| {
        for &byte in text {
            if is_special(byte) {
                pattern.push(b'\\');
            }
            pattern.push(byte);
        }
    };
    for &(begin, end) in unquoted {
        escape(&mut pattern, &text[at..begin as usize]);
        pattern.extend_from_slice(&text[begin as usize..end as usize]);
        at = end as usize;
    }
    escape(&mut pattern, &text[at..]);
    pattern
}

impl Environment {
    /// Expands words to fields (POSIX XCU 2.6), appended to `out`.
    ///
    /// # Errors
    /// Unwinds where an expansion is in error, which has been reported, or its command unwinds.
    pub fn expand_words(&mut self, words: &[Word], out: &mut Vec<ByteString>) -> Flow {
        for word in words {
            match &word.literal {
                Some(text) => out.push(text.clone()),
                None => self.expand_word(word, out)?,
            }
        }
        Ok(())
    }

    /// Expands one word to fields, appended to `out`.
    ///
    /// # Errors
    /// Those of [`expand_words`](Self::expand_words).
    pub fn expand_word(&mut self, word: &Word, out: &mut Vec<ByteString>) -> Flow {
        if let Some(text) = &word.literal {
            out.push(text.clone());
            return Ok(());
        }
        if let Some(extended) = &word.extended {
            match &**extended {
                Extended::Braces(braces) if !self.options.has(Options::BRACEEXPAND) => {
                    return self.expand_unbraced(braces, out);
                }
                Extended::Braces(braces) => return self.expand_braces(braces, out),
                Extended::Assignment(assignment) => {
                    let name = self.name(assignment.name);
                    return self.expansion_problem(&Problem::MisplacedArray(&name));
                }
            }
        }
        if let [Part::DoubleQuoted(inner)] = &word.parts[..]
            && let [part] = &inner[..]
            && let Some(value) = self.value_alone(part)
        {
            out.push(value);
            return Ok(());
        }
        let mut builder = Builder::new(Wanted::Fields, Some(out), Vec::new());
        builder.looks_for_braces = self.rules().syntax.braces_in_fields;
        self.expand_parts(&word.parts, false, &mut builder)?;
        builder.end_field(self);
        match builder.failed {
            None => Ok(()),
            Some(text) => {
                self.diagnose(Problem::NoMatch(&text));
                self.status = 1;
                Err(match self.rules().expansion.failglob_abandons_line {
                    true => Unwind::Discard(Consequence::Failure),
                    false => Unwind::Error,
                })
            }
        }
    }

    /// The fields of a text, split and matched as the unquoted result of an expansion is.
    pub fn split(&mut self, text: &[u8]) -> Vec<ByteString> {
        let mut fields = Vec::new();
        let mut builder = Builder::new(Wanted::Fields, Some(&mut fields), Vec::new());
        builder.looks_for_braces = self.rules().syntax.braces_in_fields;
        builder.result(text, self);
        builder.end_field(self);
        fields
    }

    /// The value of `$x` or `$1`, if it can be shared instead of being copied into a builder.
    fn value_alone(&self, part: &Part) -> Option<ByteString> {
        let Part::Parameter(parameter) = part else { return None };
        let plain = matches!(parameter.operation, Operation::Value)
            && parameter.subscript.is_none()
            && !parameter.indirect;
        match parameter.reference {
            Reference::Variable(name) if plain => match &self.variables.get(name).value {
                Value::String(text) if !self.is_computed(name) => Some(text.clone()),
                _ => None,
            },
            Reference::Positional(number) if plain => self.positional.get(number).cloned(),
            _ => None,
        }
    }

    /// Expands a word to one string: no splitting, no matching.
    ///
    /// # Errors
    /// Those of [`expand_words`](Self::expand_words).
    pub fn expand_text(&mut self, word: &Word) -> Flow<ByteString> {
        if let Some(text) = &word.literal {
            return Ok(text.clone());
        }
        // `$x` and "$x" alone.
        if let [part] = &word.parts[..] {
            let part = match part {
                Part::DoubleQuoted(inner) if inner.len() == 1 => &inner[0],
                part => part,
            };
            if let Some(value) = self.value_alone(part) {
                return Ok(value);
            }
        }
        let mut builder = Builder::new(Wanted::Text, None, Vec::new());
        self.expand_parts(&word.parts, false, &mut builder)?;
        Ok(ByteString::new(&builder.text))
    }

    /// Expands the text of a here-document.
    ///
    /// # Errors
    /// Those of [`expand_words`](Self::expand_words).
    pub fn expand_document(&mut self, word: &Word) -> Flow<ByteString> {
        if let Some(text) = &word.literal {
            return Ok(text.clone());
        }
        let mut builder = Builder::new(Wanted::Document, None, Vec::new());
        self.expand_parts(&word.parts, false, &mut builder)?;
        Ok(ByteString::new(&builder.text))
    }

    /// As [`Self::expand_text`], but tildes of the word itself stand for themselves.
    ///
    /// # Errors
    /// Those of [`expand_words`](Self::expand_words).
    pub fn expand_text_but_tildes(&mut self, word: &Word) -> Flow<ByteString> {
        if !word.parts.iter().any(|part| matches!(part, Part::Tilde(_))) {
            return self.expand_text(word);
        }
        let mut builder = Builder::new(Wanted::Text, None, Vec::new());
        for part in &word.parts {
            match part {
                Part::Tilde(user) => builder.quoted(&[b"~", &user[..]].concat()),
                part => self.expand_parts(std::slice::from_ref(part), false, &mut builder)?,
            }
        }
        Ok(ByteString::new(&builder.text))
    }

    /// Expands a word to the value of a variable.
    ///
    /// # Errors
    /// Those of [`expand_words`](Self::expand_words).
    pub fn expand_value(&mut self, word: &Word) -> Flow<Value> {
        if let [Part::Arithmetic(arithmetic)] = &word.parts[..] {
            return Ok(self.evaluate_expansion(arithmetic)?.value());
        }
        Ok(Value::String(self.expand_text(word)?))
    }

    /// Expands a word to one string in which quoting shows in the way of `wanted`.
    ///
    /// # Errors
    /// Those of [`expand_words`](Self::expand_words).
    pub fn expand_as(&mut self, word: &Word, wanted: Wanted) -> Flow<Vec<u8>> {
        let mut builder = Builder::new(wanted, None, Vec::new());
        match &word.literal {
            Some(text) if word.parts.is_empty() => builder.quoted(text),
            _ => self.expand_parts(&word.parts, false, &mut builder)?,
        }
        Ok(builder.text)
    }

    /// Expands a word to a pattern, in which quoted characters are escaped (POSIX XCU 2.14).
    ///
    /// # Errors
    /// Those of [`expand_words`](Self::expand_words).
    pub fn expand_pattern(&mut self, word: &Word) -> Flow<Vec<u8>> {
        let mut builder = Builder::new(Wanted::Pattern, None, Vec::new());
        match &word.literal {
            // Quoting is only known to the parts.
            Some(text) if word.parts.is_empty() => builder.quoted(text),
            _ => self.expand_parts(&word.parts, false, &mut builder)?,
        }
        Ok(builder.text)
    }

    /// Expands the text that replaces a match, in which `&` stands for the match.
    fn expand_replacement(&mut self, word: &Word) -> Flow<transform::Replacement> {
        let mut builder = Builder::new(Wanted::Replacement, None, Vec::new());
        self.expand_parts(&word.parts, false, &mut builder)?;
        Ok(transform::Replacement::new(&builder.text))
    }

    /// Expands the text that replaces a match, in which `\1` stands for what a group has matched.
    fn expand_references(&mut self, word: &Word) -> Flow<ByteString> {
        if let Some(text) = &word.literal
            && !text.contains(&b'\\')
        {
            return Ok(text.clone());
        }
        // `$x` and "$x" alone.
        if let [part] = &word.parts[..] {
            let (part, quoted) = match part {
                Part::DoubleQuoted(inner) if inner.len() == 1 => (&inner[0], true),
                part => (part, false),
            };
            if let Some(value) = self.value_alone(part) {
                if !quoted || !value.contains(&b'\\') {
                    return Ok(value);
                }
                let mut builder = Builder::new(Wanted::References, None, Vec::new());
                builder.quoted(&value);
                return Ok(ByteString::from(builder.text));
            }
        }
        let mut builder = Builder::new(Wanted::References, None, Vec::new());
        self.expand_parts(&word.parts, false, &mut builder)?;
        Ok(ByteString::from(builder.text))
    }

    /// Expands `~$name`, a tilde-prefix of which an expansion is a part (ksh93). `begin`: the text
    /// between them. False where it is no tilde-prefix; nothing is then expanded.
    #[cold]
    fn expanded_tilde(
        &mut self,
        begin: &[u8],
        part: &Part,
        builder: &mut Builder<'_>,
    ) -> Flow<bool> {
        let expands = matches!(part, Part::Parameter(_) | Part::Command(_) | Part::Inline { .. });
        if !expands || begin.contains(&b'/') {
            return Ok(false);
        }
        let mut inner = Builder::new(Wanted::Text, None, Vec::new());
        self.expand_parts(std::slice::from_ref(part), false, &mut inner)?;
        let text = [begin, &inner.text].concat();
        let end = byte_search::memchr(b'/', &text).unwrap_or(text.len());
        self.append_tilde(&text[..end], end < text.len(), builder);
        builder.result(&text[end..], self);
        Ok(true)
    }

    /// Expands parts into a builder.
    fn expand_parts(&mut self, parts: &[Part], quoted: bool, builder: &mut Builder<'_>) -> Flow {
        let mut rest = parts;
        if let [Part::Literal(text), next, after @ ..] = parts
            && text.first() == Some(&b'~')
            && !quoted
            && self.rules().expansion.expansions_in_tilde_prefix
            && self.expanded_tilde(&text[1..], next, builder)?
        {
            rest = after;
        }
        while let [part, after @ ..] = rest {
            rest = after;
            match part {
                Part::Literal(text) if quoted => builder.quoted(text),
                Part::Literal(text) => builder.literal(text, self),
                Part::Quoted(text) => builder.quoted(text),
                Part::DoubleQuoted(inner) => self.double_quoted(inner, builder)?,
                Part::Tilde(user) => {
                    let slash = matches!(after.first(), Some(Part::Literal(text) | Part::Quoted(text))
                        if text.first() == Some(&b'/'));
                    self.append_tilde(user, slash, builder);
                }
                Part::Parameter(parameter) => {
                    self.expand_parameter(parameter, quoted, builder)?;
                }
                Part::Command(body) => {
                    let output = self.command_substitution(body)?;
                    if quoted {
                        builder.quoted(&output);
                    } else {
                        builder.result(&output, self);
                    }
                }
                Part::Arithmetic(arithmetic) => {
                    // Its error is not one of an enclosing `[[ ]]` or `(( ))`.
                    let soft = self.now.soft_command.take();
                    let number = self.evaluate_expansion(arithmetic);
                    self.now.soft_command = soft;
                    let value = number?.value();
                    let text = value.text().unwrap_or_default();
                    if quoted {
                        builder.quoted(&text);
                    } else {
                        builder.result(&text, self);
                    }
                }
                Part::Inline { body, reply } => {
                    let output = self.inline_substitution(body, *reply)?;
                    if quoted {
                        builder.quoted(&output);
                    } else {
                        builder.result(&output, self);
                    }
                }
                Part::Process(body, reads) => {
                    let path = self.process_substitution(body, *reads)?;
                    builder.quoted(&path);
                }
                Part::Filled(filled) => self.expand_filled(filled, quoted, builder)?,
            }
        }
        Ok(())
    }

    /// Expands the text of a here-document and the parameters in it. No part of what expands every word.
    #[inline(never)]
    fn expand_filled(&mut self, filled: &Filled, quoted: bool, builder: &mut Builder<'_>) -> Flow {
        let mut done = 0;
        for slot in &filled.slots {
            let at = slot.at as usize;
            builder.quoted(&filled.text[done..at]);
            done = at;
            self.expand_parameter(&slot.parameter(), quoted, builder)?;
        }
        builder.quoted(&filled.text[done..]);
        Ok(())
    }

    /// Expands `"…"`: a field even when empty, unless all it contains is an empty `$@`.
    fn double_quoted(&mut self, parts: &[Part], builder: &mut Builder<'_>) -> Flow {
        if parts.iter().any(parameter::may_be_no_field) {
            if !self.rules().expansion.quoted_parts_beside_empty_list_are_field {
                return self.quoted_lists(parts, builder);
            }
            let existed = builder.exists;
            let before = builder.text.len();
            let fields = builder.out.as_ref().map_or(0, |out| out.len());
            self.expand_parts(parts, true, builder)?;
            // Something other than the empty `$@`, be it empty, makes a field.
            let only = parts.len() == 1;
            let grown = builder.text.len() != before
                || builder.out.as_ref().map_or(0, |out| out.len()) != fields;
            if !existed && !grown && !builder.exists && !only && builder.splits() {
                // `"$@$empty"` with no parameters: a field where some other part was there, as
                // in dash.
                builder.exists = parts.iter().any(|part| !parameter::may_be_no_field(part));
            }
            return Ok(());
        }
        builder.exists = true;
        self.expand_parts(parts, true, builder)
    }

    /// Expands `"$@$x"` in dialects where it is no field if all parts are empty.
    fn quoted_lists(&mut self, parts: &[Part], builder: &mut Builder<'_>) -> Flow {
        for part in parts {
            let existed = builder.exists;
            let size = |builder: &Builder<'_>| {
                (builder.text.len(), builder.out.as_ref().map_or(0, |out| out.len()))
            };
            let before = size(builder);
            self.expand_parts(std::slice::from_ref(part), true, builder)?;
            if !parameter::may_be_no_field(part) {
                builder.exists = existed || size(builder) != before;
            }
        }
        Ok(())
    }
}
