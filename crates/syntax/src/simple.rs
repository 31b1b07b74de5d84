//! Simple commands (POSIX XCU 2.9.1): assignments, words, redirections.

use crate::bytes::ByteString;
use crate::collector::{split_tildes, word_of};
use crate::error::{Expected, Result, SyntaxErrorKind};
use crate::lexer::{Operator, Token};
use crate::names::{is_compound_name, is_name_byte};
use crate::parser::Parser;
use crate::reserved::DECLARATION;
use crate::tree::{Assignment, Command, Extended, Part, Simple, Subscript, Word};

impl Parser<'_> {
    pub(crate) fn simple(&mut self, line: u32) -> Result<Command> {
        let result = self.simple_command(line);
        self.array_declared = false;
        self.type_declared = false;
        self.context.expect_command();
        result
    }

    pub(crate) fn simple_command(&mut self, mut line: u32) -> Result<Command> {
        let start = if self.keeps_text { self.peek()?.start } else { 0 };
        let mut assignments = Vec::new();
        let mut words: Vec<Word> = Vec::new();
        let mut redirections = Vec::new();
        let mut declaration = false;
        let mut name = None;
        loop {
            if !words.is_empty() {
                self.expand_after_blank(&[])?;
            }
            let ends = self.context.inline && !words.is_empty();
            if self.rules.syntax.line_after_command_name
                && words.len() == 1
                && assignments.is_empty()
                && redirections.is_empty()
            {
                // bash takes a command's line when it has seen what follows its name.
                self.peek()?;
                line = self.end_line();
            }
            let lexed = self.peek()?;
            match &lexed.token {
                // `${ command }` ends here (ksh93).
                Token::Word(word)
                    if ends
                        && lexed.plain
                        && word.literal.as_ref().is_some_and(|text| text.as_bytes() == b"}") =>
                {
                    break;
                }
                Token::Word(_) => {
                    if words.is_empty()
                        && (!assignments.is_empty() || !redirections.is_empty())
                        && !self.aliases.is_empty()
                        && let Some((text, start)) = self.alias_name()
                        && self.replace_by_alias(&text, start)
                    {
                        continue;
                    }
                    let lexed = self.take()?;
                    let Token::Word(word) = lexed.token else { break };
                    if words.is_empty() {
                        match self.assignment(word)? {
                            Ok(mut assignment) => {
                                self.detached_elements(&mut assignment)?;
                                if assignments.is_empty() {
                                    // Mostly there is one.
                                    assignments.reserve_exact(1);
                                }
                                assignments.push(assignment);
                                continue;
                            }
                            Err(word) => {
                                if let Some(text) = &word.literal {
                                    declaration = DECLARATION.contains(&text.as_bytes());
                                    name = Some(self.names.intern(text));
                                }
                                self.context.expect_words(declaration);
                                if self.rules.syntax.assignments_as_arguments {
                                    let types = self.rules.syntax.types;
                                    self.context.typed = !types || self.is_type(&word);
                                    declaration |= types && self.context.typed;
                                }
                                self.context.texts = self.rules.syntax.eval_takes_lists
                                    && word.literal.as_ref().is_some_and(|text| {
                                        matches!(text.as_bytes(), b"eval" | b"let")
                                    });
                                self.expand_after_blank(&[])?;
                                if (lexed.plain || self.rules.syntax.function_takes_any_name)
                                    && assignments.is_empty()
                                    && redirections.is_empty()
                                    && matches!(self.peek()?.token, Token::Operator(Operator::Open))
                                {
                                    return self.function(word, line, lexed.start);
                                }
                                let word = self.braced(word);
                                words.push(word);
                            }
                        }
                    } else if declaration {
                        if let Some(text) =
                            word.literal.as_ref().filter(|t| t.first() == Some(&b'-'))
                        {
                            let arrays = text.iter().any(|byte| matches!(byte, b'a' | b'A'));
                            self.array_declared = arrays && !text.contains(&b'C');
                            self.type_declared |= self.rules.syntax.types
                                && text.contains(&b'T')
                                && words[0].literal.as_ref().is_some_and(|name| {
                                    matches!(name.as_bytes(), b"typeset" | b"declare")
                                });
                        }
                        self.note_type(&words, &word);
                        let whole = !self.rules.syntax.braces_in_declared_value
                            && split_assignment(&word).is_some();
                        let word = if whole { word } else { self.braced(word) };
                        words.push(declaration_word(word));
                    } else {
                        let word = match self.assigns_anywhere {
                            false => word,
                            true => match self.assignment(word)? {
                                Ok(assignment) => {
                                    assignments.push(assignment);
                                    continue;
                                }
                                Err(word) => word,
                            },
                        };
                        let word = match self.rules.syntax.tilde_in_argument_value {
                            true => with_tildes(word),
                            false => word,
                        };
                        words.push(self.braced(word));
                    }
                }
                Token::IoNumber(_) | Token::IoName(_) | Token::Operator(_) => {
                    match self.redirection()? {
                        Some(redirection) => redirections.push(redirection),
                        None => break,
                    }
                }
                _ => break,
            }
        }
        if words.is_empty() && assignments.is_empty() && redirections.is_empty() {
            let lexed = self.take()?;
            return Err(self.unexpected(&lexed, Some(Expected::Command)));
        }
        if self.rules.syntax.namespace_is_refused
            && let [word, _, brace, ..] = &words[..]
            && [(word, "namespace"), (brace, "{")].iter().all(|(word, text)| {
                word.literal.as_ref().is_some_and(|literal| literal.as_bytes() == text.as_bytes())
            })
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
            assignments: assignments.into(),
            words: words.into(),
            redirections: redirections.into(),
            line,
            name,
            elements,
        })))
    }

    /// Whether a command's name is that of a type (ksh93).
    fn is_type(&self, word: &Word) -> bool {
        word.literal
            .as_ref()
            .is_some_and(|text| self.names.is_type(text) || self.coming_types.contains(text))
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

    /// Splits `name=value`; gives the word back where it is none.
    pub(crate) fn assignment(
        &mut self,
        word: Word,
    ) -> Result<std::result::Result<Assignment, Word>> {
        if let Some(extended) = word.extended {
            return Ok(match *extended {
                Extended::Assignment(assignment) => Ok(assignment),
                other => Err(Word { extended: Some(Box::new(other)), ..word }),
            });
        }
        let Some((name, append, rest)) = split_assignment(&word) else { return Ok(Err(word)) };
        // A member of a compound variable (ksh93).
        let member = name.contains(&b'.');
        if member
            && (!self.rules.syntax.compound_variables
                || !self.rules.syntax.bracketed_members && !is_compound_name(&name))
        {
            return Ok(Err(word));
        }
        let subscript = member.then(|| Box::new(Subscript::Path(Box::default())));
        let name = self.names.intern(&name);
        let value = value_word(word, rest);
        Ok(Ok(Assignment { name, subscript, append, value, composite: None }))
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
fn split_assignment(word: &Word) -> Option<(Vec<u8>, bool, usize)> {
    let text: &[u8] = match word.parts.first() {
        None => word.literal.as_ref()?,
        Some(Part::Literal(text)) => text,
        Some(_) => return None,
    };
    let at = memchr::memchr(b'=', text)?;
    let append = at > 0 && text[at - 1] == b'+';
    let name = &text[..at - usize::from(append)];
    if is_compound_name(name) {
        return Some((name.to_vec(), append, at + 1));
    }
    let name = without_brackets(name)?;
    Some((name, append, at + 1))
}

/// `name.[member]` as the name of the member, which need not be one (ksh93).
fn without_brackets(name: &[u8]) -> Option<Vec<u8>> {
    let open = memchr::memmem::find(name, b".[")?;
    let member = name[open + 2..].strip_suffix(b"]")?;
    let named = !member.is_empty() && member.iter().all(|&byte| is_name_byte(byte));
    (named && is_compound_name(&name[..open])).then(|| [&name[..=open], member].concat())
}

/// `name=~/x` as an argument, in bash: tildes as in an assignment.
fn with_tildes(word: Word) -> Word {
    let tilde = |part: &Part| matches!(part, Part::Literal(text) if text.contains(&b'~'));
    if !word.parts.iter().any(tilde) || split_assignment(&word).is_none() {
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
