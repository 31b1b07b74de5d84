//! Simple commands (POSIX XCU 2.9.1): assignments, words, redirections.

use crate::bytes::ByteString;
use crate::collector::{split_tildes, word_of};
use crate::error::{Expected, Result, SyntaxErrorKind};
use crate::lexer::{Operator, Token};
use crate::names::{Name, is_compound_name, is_name_byte};
use crate::parser::Parser;
use crate::reserved::DECLARATION;
use crate::spare::boxed;
use crate::tree::{
    Assignment, Command, Extended, Operation, Part, Redirection, Simple, Subscript, Word,
};
use std::borrow::Cow;

/// A simple command while it is read.
#[derive(Default)]
struct Draft {
    assignments: Vec<Assignment>,
    words: Vec<Word>,
    redirections: Vec<Redirection>,
    /// The command's name, where it is literal.
    name: Option<Name>,
    /// The command is a declaration utility: its arguments may be assignments.
    declares: bool,
    line: u32,
}

impl Draft {
    /// Whether there are no assignments and no redirections.
    fn is_empty(&self) -> bool {
        self.assignments.is_empty() && self.redirections.is_empty()
    }

    /// Whether the command's name is all that there is.
    fn is_name_only(&self) -> bool {
        self.words.len() == 1 && self.is_empty()
    }
}

impl Parser<'_> {
    /// At a simple command, on its line.
    pub(crate) fn simple(&mut self, line: u32) -> Result<Command> {
        let result = self.simple_command(line);
        self.array_declared = false;
        self.type_declared = false;
        self.context.expect_command();
        result
    }

    fn simple_command(&mut self, line: u32) -> Result<Command> {
        let start = if self.keeps_text { self.peek()?.start } else { 0 };
        let mut draft = Draft { line, words: self.words.take(), ..Draft::default() };
        loop {
            if !draft.words.is_empty() {
                self.expand_after_blank(&[])?;
            }
            if self.rules.syntax.line_after_command_name && draft.is_name_only() {
                self.peek()?;
                draft.line = self.end_line();
            }
            let ends = self.context.inline && !draft.words.is_empty();
            let lexed = *self.peek()?;
            match lexed.token {
                // `${ command }` ends here.
                Token::Word if ends && lexed.plain && self.word.is_text(b"}") => break,
                Token::Word => {
                    if draft.words.is_empty()
                        && !draft.is_empty()
                        && !self.aliases.is_empty()
                        && let Some((text, start)) = self.alias_name()
                        && self.replace_by_alias(&text, start)
                    {
                        continue;
                    }
                    self.token = None;
                    if !draft.words.is_empty() {
                        self.argument(&mut draft)?;
                    } else if let Some(function) =
                        self.first_word(lexed.plain, lexed.start, &mut draft)?
                    {
                        self.words.give_back(draft.words);
                        return Ok(function);
                    }
                }
                Token::IoNumber(_) | Token::IoName(_) | Token::Operator(_) => {
                    match self.redirection()? {
                        Some(redirection) => {
                            if draft.redirections.is_empty() {
                                draft.redirections.reserve_exact(1);
                            }
                            draft.redirections.push(redirection);
                        }
                        None => break,
                    }
                }
                _ => break,
            }
        }
        self.finish_simple(draft, start)
    }

    /// The word that comes first, or after assignments and redirections: one more assignment, the
    /// name of the command, or that of a function, whose definition is returned.
    fn first_word(
        &mut self,
        plain: bool,
        start: usize,
        draft: &mut Draft,
    ) -> Result<Option<Command>> {
        if let Some(mut assignment) = self.assignment()? {
            self.detached_elements(&mut assignment)?;
            if self.rules.syntax.line_after_command_name && draft.is_empty() {
                // Nothing has to be known of what follows it.
                draft.line = self.end_line();
            }
            if draft.assignments.is_empty() {
                // Mostly there is one.
                draft.assignments.reserve_exact(1);
            }
            draft.assignments.push(assignment);
            return Ok(None);
        }
        let syntax = &self.rules.syntax;
        if let Some(text) = &self.word.literal {
            draft.declares = DECLARATION.contains(&text.as_bytes());
            draft.name = Some(self.names.intern(text));
        }
        self.context.expect_words(draft.declares);
        if syntax.assignments_as_arguments {
            self.context.typed = !syntax.types || self.is_type(&self.word);
            draft.declares |= syntax.types && self.context.typed;
        }
        self.context.texts = syntax.eval_takes_lists
            && self.word.literal.as_ref().is_some_and(|text| matches!(&text[..], b"eval" | b"let"));
        let may_be_function = (plain || syntax.function_takes_any_name) && draft.is_empty();
        if self.aliases.is_empty() && !(may_be_function && self.may_open_next()) {
            self.push_word(draft);
            return Ok(None);
        }
        let word = self.take_word();
        self.expand_after_blank(&[])?;
        if may_be_function && matches!(self.peek()?.token, Token::Operator(Operator::Open)) {
            return self.function(word, draft.line, start).map(Some);
        }
        draft.words.push(self.braced(word));
        Ok(None)
    }

    /// Whether `(` may come next: false only where something else is there.
    fn may_open_next(&self) -> bool {
        let rest = self.source.get(self.at..).unwrap_or_default();
        match rest.iter().find(|byte| !matches!(byte, b' ' | b'\t')) {
            Some(byte) => matches!(byte, b'(' | b'\\'),
            None => true,
        }
    }

    /// Adds the word that was read to the command's.
    fn push_word(&mut self, draft: &mut Draft) {
        if self.may_have_braces(&self.word) {
            let word = self.take_word();
            let word = self.braced(word);
            draft.words.push(word);
        } else {
            draft.words.push(std::mem::take(&mut self.word));
        }
    }

    /// A word after the command's name.
    fn argument(&mut self, draft: &mut Draft) -> Result<()> {
        let syntax = &self.rules.syntax;
        if !draft.declares && !self.assigns_anywhere {
            if syntax.tilde_in_argument_value && has_tilde(&self.word) {
                let (offset, word) = (self.word.offset, self.take_word());
                draft.words.push(Word { offset, ..self.braced(with_tildes(word)) });
                return Ok(());
            }
            self.push_word(draft);
            return Ok(());
        }
        let offset = self.word.offset;
        let keyword = self.assigns_anywhere && syntax.keyword_covers_declarations;
        if draft.declares && !keyword {
            let word = self.take_word();
            let syntax = &self.rules.syntax;
            if let Some(text) = word.literal.as_ref().filter(|t| t.first() == Some(&b'-')) {
                let arrays = text.iter().any(|byte| matches!(byte, b'a' | b'A'));
                self.array_declared = arrays && !text.contains(&b'C');
                self.type_declared |= syntax.types
                    && text.contains(&b'T')
                    && (draft.words[0].is_text(b"typeset") || draft.words[0].is_text(b"declare"));
            }
            self.note_type(&draft.words, &word);
            let whole = !syntax.braces_in_declared_value && split_assignment(&word).is_some();
            let word = if whole { word } else { self.braced(word) };
            draft.words.push(Word { offset, ..without_quotes(declaration_word(word)) });
            return Ok(());
        }
        if let Some(assignment) = self.assignment()? {
            draft.assignments.push(assignment);
            return Ok(());
        }
        let word = self.take_word();
        let word = if self.rules.syntax.tilde_in_argument_value { with_tildes(word) } else { word };
        draft.words.push(Word { offset, ..self.braced(word) });
        Ok(())
    }

    /// The command that has been read; `start`: where it begins in the buffer.
    fn finish_simple(&mut self, draft: Draft, start: usize) -> Result<Command> {
        if draft.words.is_empty() && draft.is_empty() {
            let lexed = self.take()?;
            return Err(self.unexpected(&lexed, Some(Expected::Command)));
        }
        let Draft { assignments, words, redirections, name, line, .. } = draft;
        if self.rules.syntax.namespace_is_refused
            && let [word, _, brace, ..] = &words[..]
            && word.is_text(b"namespace")
            && brace.is_text(b"{")
        {
            return Err(self.error(SyntaxErrorKind::Namespace));
        }
        let text = match self.keeps_text {
            true => {
                let end = self.peek()?.start.min(self.source.len());
                ByteString::new(self.source[start.min(end)..end].trim_ascii())
            }
            false => ByteString::EMPTY,
        };
        let elements = self.rules.syntax.element_arguments
            && words.len() > 1
            && words[0].literal.as_ref().is_some_and(|name| {
                matches!(name.as_bytes(), b"unset" | b"printf" | b"read" | b"wait")
            })
            && words[1..].iter().any(|word| !word.parts.is_empty() && word.is_element());
        Ok(Command::Simple(Box::new(Simple {
            text,
            assignments: boxed(assignments),
            words: boxed(self.words.exact(words)),
            redirections: boxed(redirections),
            line,
            offset: 0,
            name,
            elements,
        })))
    }

    /// Whether a command's name is that of a type (ksh93).
    fn is_type(&self, word: &Word) -> bool {
        word.literal.as_ref().is_some_and(|text| {
            self.names.is_type(text, self.types) || self.coming_types.contains(text)
        })
    }

    /// Notes the type that a declaration defines, `typeset -T name=(…)` or `enum name=(…)`: the
    /// commands that follow may declare variables of it (ksh93).
    fn note_type(&mut self, words: &[Word], word: &Word) {
        if !self.rules.syntax.types {
            return;
        }
        let Some(Extended::Assignment(assignment)) = word.extended.as_deref() else { return };
        let mut texts = words.iter().filter_map(|word| word.literal.as_ref());
        let defines = texts.clone().any(|text| text.as_bytes() == b"enum")
            || texts.any(|text| text.starts_with(b"-T"));
        if defines {
            let name = self.names.text(assignment.name);
            self.coming_types.push(ByteString::new(&name));
        }
    }

    /// Takes the word that was read where it is an assignment, `name=value`.
    pub(crate) fn assignment(&mut self) -> Result<Option<Assignment>> {
        match self.word.extended.as_deref() {
            Some(Extended::Assignment(_)) => {
                let extended = self.take_word().extended.map(|extended| *extended);
                return Ok(match extended {
                    Some(Extended::Assignment(assignment)) => Some(assignment),
                    _ => None,
                });
            }
            Some(_) => return Ok(None),
            None => {}
        }
        let Some((name, append, rest)) = split_assignment(&self.word) else { return Ok(None) };
        // A member of a compound variable (ksh93).
        let member = name.contains(&b'.');
        if member
            && (!self.rules.syntax.compound_variables
                || !self.rules.syntax.bracketed_members && !is_compound_name(&name))
        {
            return Ok(None);
        }
        let subscript = member.then(|| Box::new(Subscript::Path(Box::default())));
        let name = self.names.intern(&name);
        let mut value = value_word(self.take_word(), rest);
        if self.rules.syntax.operands_have_tildes_of_assignment {
            split_tildes_of_operands(&mut value);
        }
        Ok(Some(Assignment { name, subscript, append, value, composite: None }))
    }

    /// `name= (…)` (ksh93): the elements after a blank.
    pub(crate) fn detached_elements(&mut self, assignment: &mut Assignment) -> Result<()> {
        let empty = assignment.composite.is_none()
            && assignment.subscript.is_none()
            && assignment.value.literal.as_ref().is_some_and(|text| text.is_empty());
        if !self.rules.syntax.list_after_blank
            || !empty
            || self.token.is_some()
            || self.byte_at(0)? != Some(b' ')
        {
            return Ok(());
        }
        if self.byte_at(1)? == Some(b'(') {
            self.at += 2;
            assignment.composite = Some(self.composite()?);
        }
        Ok(())
    }
}

/// The name before the `=` of an assignment, whether it is `+=`, and how many bytes of the
/// first part precede the value.
fn split_assignment(word: &Word) -> Option<(Cow<'_, [u8]>, bool, usize)> {
    let text: &[u8] = match word.parts.first() {
        None => word.literal.as_ref()?,
        Some(Part::Literal(text)) => text,
        Some(_) => return None,
    };
    let at = byte_search::memchr(b'=', text)?;
    let append = at > 0 && text[at - 1] == b'+';
    let name = &text[..at - usize::from(append)];
    if is_compound_name(name) {
        return Some((Cow::Borrowed(name), append, at + 1));
    }
    let name = without_brackets(name)?;
    Some((Cow::Owned(name), append, at + 1))
}

/// `name.[member]` as the name of the member, which need not be one (ksh93).
fn without_brackets(name: &[u8]) -> Option<Vec<u8>> {
    let open = byte_search::memmem::find(name, b".[")?;
    let member = name[open + 2..].strip_suffix(b"]")?;
    let named = !member.is_empty() && member.iter().all(|&byte| is_name_byte(byte));
    (named && is_compound_name(&name[..open])).then(|| [&name[..=open], member].concat())
}

/// Whether there is a tilde in the word that is not quoted.
fn has_tilde(word: &Word) -> bool {
    word.parts.iter().any(|part| matches!(part, Part::Literal(text) if text.contains(&b'~')))
}

/// `name=~/x` as an argument, in bash: tildes as in an assignment.
fn with_tildes(word: Word) -> Word {
    if !has_tilde(&word) || split_assignment(&word).is_none() {
        return word;
    }
    let Some((_, _, rest)) = split_assignment(&word) else { return word };
    let mut parts = word.parts.into_vec();
    let Part::Literal(text) = &parts[0] else { return word_of(parts) };
    let prefix = ByteString::new(&text[..rest]);
    let value = ByteString::new(&text[rest..]);
    match value.is_empty() {
        true => drop(parts.remove(0)),
        false => parts[0] = Part::Literal(value),
    }
    split_tildes(&mut parts, true);
    parts.insert(0, Part::Literal(prefix));
    word_of(parts)
}

/// Finds in the words of `${x-word}` and its like, where such is part of an assignment's value and
/// not quoted, the tildes that only an assignment has: after each colon.
fn split_tildes_of_operands(value: &mut Word) {
    for part in value.parts.iter_mut() {
        if let Part::Parameter(parameter) = part
            && let Operation::Substitute { word, .. } = &mut parameter.operation
            && word.parts.iter().any(|part| matches!(part, Part::Literal(_) | Part::Tilde(_)))
        {
            let mut parts = with_tildes_as_text(std::mem::take(&mut word.parts));
            split_tildes(&mut parts, true);
            **word = word_of(parts);
        }
    }
}

/// Parts as they were before tildes were looked for.
fn with_tildes_as_text(parts: Box<[Part]>) -> Vec<Part> {
    let mut whole: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts.into_vec() {
        let text = match part {
            Part::Tilde(user) => ByteString::new(&[b"~", user.as_bytes()].concat()),
            Part::Literal(text) => text,
            other => {
                whole.push(other);
                continue;
            }
        };
        match whole.last_mut() {
            Some(Part::Literal(before)) => {
                *before = ByteString::new(&[&before[..], &text].concat())
            }
            _ => whole.push(Part::Literal(text)),
        }
    }
    whole
}

/// An argument whose subscript has lost its quotes, as arguments do.
fn without_quotes(mut word: Word) -> Word {
    if let Some(Extended::Assignment(assignment)) = word.extended.as_deref_mut()
        && let Some(Subscript::Key { word: key, parsed: None }) =
            assignment.subscript.as_deref_mut()
        && key.parts.iter().any(|part| matches!(part, Part::Quoted(_)))
        && let Some(text) = key.literal.clone()
    {
        key.parts = Box::new([Part::Literal(text)]);
    }
    word
}

/// An argument of a declaration utility: `name=value` with tildes as in an assignment.
fn declaration_word(word: Word) -> Word {
    match word.extended.as_deref() {
        // What braces make are words of their own.
        Some(Extended::Braces(_)) => return word,
        Some(_) => return Word { assignment: true, ..word },
        None => {}
    }
    let Some((_, _, rest)) = split_assignment(&word) else { return word };
    if word.parts.is_empty() {
        return Word { assignment: true, ..word };
    }
    let Some(Part::Literal(text)) = word.parts.first() else { return word };
    let prefix = ByteString::new(&text[..rest]);
    let value = value_word(word, rest);
    let mut parts = vec![Part::Quoted(prefix)];
    match value.literal {
        Some(text) => parts.push(Part::Quoted(text)),
        None => parts.extend(value.parts.into_vec()),
    }
    let mut word = word_of(parts);
    word.assignment = true;
    word
}

/// The value of an assignment: what follows `skip` bytes of the word's first part.
pub(crate) fn value_word(word: Word, skip: usize) -> Word {
    if word.parts.is_empty() {
        // Without a tilde or anything else that is special.
        let text = word.literal.as_ref().map_or(&[][..], |text| &text[skip..]);
        return Word { literal: Some(text.into()), ..Word::default() };
    }
    let mut parts = word.parts.into_vec();
    if let Some(Part::Literal(text)) = parts.first_mut() {
        *text = ByteString::new(&text[skip..]);
        if text.is_empty() {
            parts.remove(0);
        }
    }
    split_tildes(&mut parts, true);
    if parts.is_empty() {
        return Word { literal: Some(ByteString::EMPTY), ..Word::default() };
    }
    // Pattern characters stand for themselves in a value.
    let mut word = word_of(parts);
    if let ([Part::Literal(text)], None) = (&word.parts[..], &word.literal) {
        word.literal = Some(text.clone());
    }
    word
}
