//! Lists and pipelines (POSIX XCU 2.9.2, 2.9.3), and which command begins.

use crate::bytes::ByteString;
use crate::error::{Expected, Result, SyntaxError, SyntaxErrorKind};
use crate::lexer::{Operator, Token};
use crate::parser::{DEPTH, Parser};
use crate::reserved::Reserved;
use crate::spare::boxed;
use crate::tree::{
    AndOr, Arithmetic, Command, Compound, CompoundKind, Connector, Item, List, Pipeline,
    Redirection, RedirectionKind, Word,
};
use dialect::syntax::PipeAnd;
use std::cell::Cell;
use std::rc::Rc;

impl Parser<'_> {
    /// Reads a list that must not be empty, of a command that was begun on this line: `end` is what follows the list.
    pub(crate) fn compound_list(&mut self, end: &'static str, begun: u32) -> Result<List> {
        let list = self.compound_list_opt()?;
        if list.items.is_empty() {
            return Err(self.without_commands(end, begun));
        }
        Ok(list)
    }

    /// The error that a list is empty. At the end of the text the end of the list is what a user misses.
    #[cold]
    fn without_commands(&mut self, end: &'static str, begun: u32) -> Box<SyntaxError> {
        match self.peek().map(|lexed| matches!(lexed.token, Token::End)) {
            Ok(true) => self.unended(end, begun),
            Ok(false) => match self.take() {
                Ok(lexed) => self.unexpected(&lexed, Some(Expected::Command)),
                Err(error) => error,
            },
            Err(error) => error,
        }
    }

    /// Reads commands up to what ends a list; there may be none.
    pub(crate) fn compound_list_opt(&mut self) -> Result<List> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error(SyntaxErrorKind::NestedTooDeeply));
        }
        let mut items = self.items.take();
        loop {
            self.skip_to_command()?;
            match self.peek()?.token {
                Token::End
                | Token::Operator(
                    Operator::Close
                    | Operator::DoubleSemicolon
                    | Operator::SemicolonAnd
                    | Operator::DoubleSemicolonAnd,
                ) => break,
                _ => {}
            }
            if self.peek_reserved()?.is_some_and(Reserved::is_end) {
                break;
            }
            let (item, separated) = self.item()?;
            items.push(item);
            if !separated && !matches!(self.peek()?.token, Token::Newline) {
                break;
            }
        }
        self.depth -= 1;
        Ok(List { items: self.items.exact(items).into() })
    }

    /// Reads an AND-OR list. Returns it, and whether `;` or `&` ended it.
    pub(crate) fn item(&mut self) -> Result<(Item, bool)> {
        let begin = self.peek()?.start;
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            let connector = match self.peek()?.token {
                Token::Operator(Operator::AndAnd) => Connector::And,
                Token::Operator(Operator::OrOr) => Connector::Or,
                _ => break,
            };
            self.token = None;
            self.skip_to_command()?;
            rest.push((connector, self.pipeline()?));
        }
        let and_or = AndOr { first, rest: boxed(rest) };
        let end = self.peek()?.start;
        let asynchronous = self.accept(Operator::And)?;
        let coprocess = self.rules.syntax.pipe_and == PipeAnd::Coprocess
            && matches!(&last_of(&and_or).commands[..], [Command::Compound(compound)]
                if matches!(compound.kind, CompoundKind::Coprocess { .. }));
        let separated = asynchronous || coprocess || self.accept(Operator::Semicolon)?;
        // Only jobs are shown.
        let asynchronous = asynchronous.then(|| {
            let text = self.source.get(begin..end).unwrap_or_default();
            Box::new(ByteString::new(text.trim_ascii_end()))
        });
        Ok((Item { and_or, asynchronous }, separated))
    }

    /// Whether no command follows `time` or `!`.
    pub(crate) fn at_end_of_pipeline(&mut self) -> Result<bool> {
        Ok(match self.peek()?.token {
            Token::Newline | Token::End => true,
            Token::Operator(operator) => operator != Operator::Open && !operator.is_redirection(),
            _ => false,
        })
    }

    /// A pipeline (POSIX XCU 2.9.2).
    pub(crate) fn pipeline(&mut self) -> Result<Pipeline> {
        let mut negated = false;
        let mut timed = None;
        self.expand_alias()?;
        loop {
            if self.accept_reserved(Reserved::Not)? {
                negated = !negated;
                // `!` alone is the opposite of nothing.
                if self.rules.syntax.bare_negation && self.at_end_of_pipeline()? {
                    return Ok(Pipeline { negated, timed, commands: Rc::new([]) });
                }
            } else if !self.at_time_program()? && self.accept_reserved(Reserved::Time)? {
                timed = Some(self.time_options()? || timed == Some(true));
                self.expand_alias()?;
                if self.at_end_of_pipeline()? {
                    return Ok(Pipeline { negated, timed, commands: Rc::new([]) });
                }
            } else {
                break;
            }
            self.expand_alias()?;
        }
        let first = self.command()?;
        if !matches!(self.peek()?.token, Token::Operator(Operator::Pipe | Operator::PipeAnd)) {
            return Ok(Pipeline { negated, timed, commands: Rc::new([first]) });
        }
        let mut commands = vec![first];
        loop {
            if self.accept(Operator::PipeAnd)? {
                if self.pipe_begins_coprocess()? {
                    // `command |&`
                    let name = self.names.intern(b"COPROC");
                    let kind = CompoundKind::Coprocess { name, body: commands.into() };
                    let commands = Rc::new([bare_compound(kind, self.line)]);
                    return Ok(Pipeline { negated, timed, commands });
                }
                if let Some(command) = commands.last_mut() {
                    add_error_to_output(command);
                }
            } else if !self.accept(Operator::Pipe)? {
                break;
            }
            self.skip_to_command()?;
            commands.push(self.stage()?);
        }
        Ok(Pipeline { negated, timed, commands: commands.into() })
    }

    /// After `time`: takes `-p` and `--`; whether the times are in the format of `time -p`.
    fn time_options(&mut self) -> Result<bool> {
        let posix = self.accept_word(b"-p")?;
        // The format for `time --` is that of `time -p`.
        let ended = (posix || self.rules.syntax.time_takes_dashes) && self.accept_word(b"--")?;
        Ok(posix || ended)
    }

    /// Takes a word if it is next.
    fn accept_word(&mut self, wanted: &[u8]) -> Result<bool> {
        let found = matches!(self.peek()?.token, Token::Word) && self.word.is_text(wanted);
        if found {
            self.token = None;
        }
        Ok(found)
    }

    /// After `|&`: whether it begins a coprocess.
    fn pipe_begins_coprocess(&mut self) -> Result<bool> {
        Ok(match self.rules.syntax.pipe_and {
            PipeAnd::Coprocess => true,
            PipeAnd::Nothing | PipeAnd::Pipe => false,
            PipeAnd::PipeOrCoprocess => match self.peek()?.token {
                Token::Newline | Token::End => true,
                Token::Operator(operator) => matches!(
                    operator,
                    Operator::Close
                        | Operator::Semicolon
                        | Operator::DoubleSemicolon
                        | Operator::AndAnd
                        | Operator::OrOr
                ),
                _ => self.peek_reserved()? == Some(Reserved::Close),
            },
        })
    }

    /// A command of a pipeline that is not the first one.
    fn stage(&mut self) -> Result<Command> {
        let syntax = &self.rules.syntax;
        let negated = syntax.negation_in_pipeline && self.accept_reserved(Reserved::Not)?;
        let timed = syntax.time_in_pipeline && self.accept_reserved(Reserved::Time)?;
        if !negated && !timed {
            return self.command();
        }
        // `a | ! b`, `a | time b`
        let line = self.line;
        let timed = timed.then_some(false);
        let first = Pipeline { negated, timed, commands: Rc::new([self.command()?]) };
        let and_or = AndOr { first, rest: Box::default() };
        let item = Item { and_or, asynchronous: None };
        Ok(bare_compound(CompoundKind::Brace(List { items: Box::new([item]) }), line))
    }

    pub(crate) fn command(&mut self) -> Result<Command> {
        self.expand_alias()?;
        let start = self.peek()?.start;
        let offset = self.offset(start);
        let mut command = self.command_without_text()?;
        match &mut command {
            Command::Simple(simple) => simple.offset = offset,
            Command::Function(function) => function.offset = offset,
            Command::Compound(compound) => {
                compound.offset = offset;
                if self.keeps_text {
                    let end = self.peek()?.start.min(self.source.len());
                    compound.text = trap_text(&compound.kind, &self.source[start.min(end)..end]);
                }
            }
        }
        Ok(command)
    }

    /// Whether `time` is a command's name here, before an option.
    fn at_time_program(&mut self) -> Result<bool> {
        if !self.rules.syntax.time_before_option_is_command
            || self.peek_reserved()? != Some(Reserved::Time)
        {
            return Ok(false);
        }
        let mut length = 0;
        while matches!(self.byte_at(length)?, Some(b' ' | b'\t')) {
            length += 1;
        }
        Ok(self.byte_at(length)? == Some(b'-'))
    }

    /// Parses `(( expression ))`, if that is what follows.
    fn arithmetic_command(&mut self) -> Result<Option<Arithmetic>> {
        let around = std::mem::replace(
            &mut self.context.subscripts,
            self.rules.syntax.subscripts_without_braces,
        );
        let arithmetic = self.arithmetic();
        self.context.subscripts = around;
        arithmetic
    }

    pub(crate) fn command_without_text(&mut self) -> Result<Command> {
        let lexed = self.peek()?;
        let line = lexed.line;
        if matches!(lexed.token, Token::Operator(Operator::Open)) {
            self.token = None;
            let start = self.at;
            if self.byte_at(0)? == Some(b'(')
                && let Some(arithmetic) = self.arithmetic_command()?
            {
                self.note(start, self.at);
                let last = self.rules.syntax.arithmetic_command_line_is_last;
                let line = if last { self.line } else { line };
                return self.compound_command(CompoundKind::Arithmetic(Box::new(arithmetic)), line);
            }
            return self.subshell(line);
        }
        match self.peek_reserved()? {
            None => self.simple(line),
            Some(reserved) => {
                if reserved.is_end()
                    || matches!(reserved, Reserved::In | Reserved::Not | Reserved::Time)
                {
                    if reserved == Reserved::Time {
                        return self.simple(line);
                    }
                    let lexed = self.take()?;
                    return Err(self.unexpected(&lexed, Some(Expected::Command)));
                }
                if reserved == Reserved::Function {
                    return self.function_keyword(line);
                }
                if reserved == Reserved::Test {
                    return self.conditional(line);
                }
                self.token = None;
                self.compound(reserved, line)
            }
        }
    }
}

/// A compound command without redirections, which is not shown.
fn bare_compound(kind: CompoundKind, line: u32) -> Command {
    let (redirections, text, needs) = (Box::default(), ByteString::EMPTY, Cell::new(0));
    Command::Compound(Box::new(Compound { kind, redirections, line, offset: 0, text, needs }))
}

/// `command |& …`: `2>&1` after its other redirections.
fn add_error_to_output(command: &mut Command) {
    let redirection = Redirection {
        descriptor: Some(2),
        variable: None,
        kind: RedirectionKind::DuplicateOutput(Word {
            literal: Some(ByteString::from("1")),
            ..Word::default()
        }),
        line: 0,
    };
    let add = |redirections: &mut Box<[Redirection]>| {
        let mut all = std::mem::take(redirections).into_vec();
        all.push(redirection);
        *redirections = all.into();
    };
    match command {
        Command::Simple(simple) => add(&mut simple.redirections),
        Command::Compound(compound) => add(&mut compound.redirections),
        Command::Function(_) => {}
    }
}

/// The text that BASH_COMMAND has for a compound command; `source`: the command as it is written.
fn trap_text(kind: &CompoundKind, source: &[u8]) -> ByteString {
    let end = match kind {
        CompoundKind::Case { .. } => {
            // With a blank behind the word, as bash shows it.
            byte_search::memmem::find(source, b" in").map_or(0, |at| at + 3)
        }
        CompoundKind::Subshell(_) | CompoundKind::Arithmetic(_) | CompoundKind::Conditional(_) => {
            source.len()
        }
        CompoundKind::ForArithmetic { .. } => {
            // What is in the parentheses.
            return in_parentheses(source).map_or(ByteString::EMPTY, ByteString::new);
        }
        CompoundKind::For { .. } | CompoundKind::Select { .. } => {
            source.iter().position(|byte| matches!(byte, b';' | b'\n')).unwrap_or(source.len())
        }
        _ => 0,
    };
    let mut text = source[..end].trim_ascii().to_vec();
    if matches!(kind, CompoundKind::Case { .. }) {
        text.push(b' ');
    }
    ByteString::new(&text)
}

/// The expressions of `for ((…;…;…))`.
fn in_parentheses(source: &[u8]) -> Option<&[u8]> {
    let text = &source[byte_search::memmem::find(source, b"((")? + 2..];
    let mut depth = 0;
    let end = text.iter().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth < 0
    })?;
    Some(&text[..end])
}

/// The last pipeline of a list of them.
fn last_of(and_or: &AndOr) -> &Pipeline {
    and_or.rest.last().map_or(&and_or.first, |(_, pipeline)| pipeline)
}
