//! The grammar (POSIX XCU 2.10): lists, pipelines, simple commands.

use crate::bytes::ByteString;
use crate::error::{Result, SyntaxError};
use crate::heredoc::{Tried, Waiting};
use crate::input::Input;
use crate::lexer::{ActiveAlias, Lexed, Operator, Token};
use crate::names::{Name, Names, is_compound_name, is_name};
use crate::tree::{
    AndOr, Assignment, Command, Compound, CompoundKind, Connector, Extended, FunctionDefinition,
    HereDocument, Item, List, OutputMode, Part, Pipeline, Redirection, RedirectionKind, Simple,
    Subscript, Word,
};
use crate::word::{split_tildes, word_of};
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

/// How deeply constructs may nest: what bounds the parser's recursion.
pub(crate) const DEPTH: u32 = 400;

/// Aliases, as the parser asks for them (POSIX XCU 2.3.1).
pub trait Aliases {
    /// The text that a name stands for.
    fn get(&self, name: &[u8]) -> Option<Rc<[u8]>>;
    /// Whether there is none at all.
    fn is_empty(&self) -> bool;
}

/// No aliases at all.
pub struct NoAliases;

impl Aliases for NoAliases {
    fn get(&self, _: &[u8]) -> Option<Rc<[u8]>> {
        None
    }
    fn is_empty(&self) -> bool {
        true
    }
}

/// Parses one script.
pub struct Parser<'a> {
    pub(crate) input: Box<dyn Input + 'a>,
    pub(crate) names: Rc<Names>,
    pub(crate) aliases: Rc<dyn Aliases>,
    /// Text that has been read; what precedes `at` is done with.
    pub(crate) source: Vec<u8>,
    pub(crate) at: usize,
    pub(crate) line: u32,
    /// The input has no more.
    pub(crate) ended: bool,
    /// One token of lookahead.
    pub(crate) token: Option<Lexed>,
    pub(crate) here_documents: Vec<Waiting>,
    pub(crate) active_aliases: Vec<ActiveAlias>,
    pub(crate) depth: u32,
    /// Places of `$((` that turned out to begin no arithmetic expansion.
    pub(crate) not_arithmetic: Vec<usize>,
    /// How many `$((` are being tried, and the here-documents read meanwhile.
    pub(crate) trials: u32,
    pub(crate) tried: Vec<Tried>,
    /// Bytes of here-documents that were read while it was open what encloses them, here and
    /// in the texts around.
    pub(crate) effort: Rc<Cell<usize>>,
    /// What POSIX leaves to the shell and other shells read otherwise is off.
    pub(crate) posix: bool,
    /// `name=(a=b)` is an array and no compound variable, `$[…]` an arithmetic expansion.
    pub(crate) bash: bool,
    pub(crate) ksh: bool,
    /// `\1` stands for what a group has matched: in the replacement of `${x/p/r}` (ksh93).
    pub(crate) back_references: bool,
    /// The declaration that is read says that what it declares are arrays.
    pub(crate) array_declared: bool,
    /// `{a,b}` is one word.
    pub(crate) no_braces: bool,
    /// Simple commands know their text.
    keeps_text: bool,
    /// `!(…)` and its kin are patterns here.
    pub(crate) groups: bool,
    /// `name=(…)` and `name[…]=…` are assignments here.
    pub(crate) assignments: bool,
    /// The next word is what `=~` matches.
    pub(crate) regex: bool,
    /// Inside `[[ ]]`, where there are no assignments.
    pub(crate) conditional: bool,
    /// Directly inside `$( )` of the extended language.
    pub(crate) substitution: bool,
    /// Directly inside `${ list; }`, which ends at `}`.
    pub(crate) inline: bool,
}

/// The reserved words (POSIX XCU 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reserved {
    Not,
    Open,
    Close,
    Case,
    Do,
    Done,
    Elif,
    Else,
    Esac,
    Fi,
    For,
    If,
    In,
    Then,
    Until,
    While,
    Test,
    Function,
    Select,
    Time,
    Coprocess,
}

impl Reserved {
    pub(crate) fn find(text: &[u8]) -> Option<Self> {
        Some(match text {
            b"!" => Reserved::Not,
            b"{" => Reserved::Open,
            b"}" => Reserved::Close,
            b"case" => Reserved::Case,
            b"do" => Reserved::Do,
            b"done" => Reserved::Done,
            b"elif" => Reserved::Elif,
            b"else" => Reserved::Else,
            b"esac" => Reserved::Esac,
            b"fi" => Reserved::Fi,
            b"for" => Reserved::For,
            b"if" => Reserved::If,
            b"in" => Reserved::In,
            b"then" => Reserved::Then,
            b"until" => Reserved::Until,
            b"while" => Reserved::While,
            b"[[" => Reserved::Test,
            b"function" => Reserved::Function,
            b"select" => Reserved::Select,
            b"time" => Reserved::Time,
            b"coproc" => Reserved::Coprocess,
            _ => return None,
        })
    }

    /// Is a command's name in shells without extensions.
    fn is_extension(self) -> bool {
        matches!(self, Reserved::Time | Reserved::Coprocess)
    }

    /// Ends a list of commands.
    pub(crate) fn is_end(self) -> bool {
        use Reserved as R;
        matches!(self, R::Close | R::Do | R::Done | R::Elif | R::Else | R::Esac | R::Fi | R::Then)
    }
}

/// Utilities whose arguments of the form `name=value` are expanded as assignments (POSIX
/// XCU 2.9.1.1, and what other shells have as such).
const DECLARATION: &[&[u8]] = &[
    b"export",
    b"readonly",
    b"local",
    b"typeset",
    b"declare",
    b"command",
    b"integer",
    b"float",
    b"nameref",
    b"builtin",
    b"compound",
    b"enum",
];

impl<'a> Parser<'a> {
    /// A parser of `input`, whose names go to `names`.
    pub fn new(input: Box<dyn Input + 'a>, names: Rc<Names>, aliases: Rc<dyn Aliases>) -> Self {
        Self {
            input,
            names,
            aliases,
            source: Vec::new(),
            at: 0,
            line: 1,
            ended: false,
            token: None,
            here_documents: Vec::new(),
            active_aliases: Vec::new(),
            depth: 0,
            not_arithmetic: Vec::new(),
            trials: 0,
            tried: Vec::new(),
            effort: Rc::default(),
            posix: false,
            bash: false,
            ksh: false,
            array_declared: false,
            back_references: false,
            no_braces: false,
            keeps_text: false,
            groups: false,
            assignments: true,
            regex: false,
            conditional: false,
            inline: false,
            substitution: false,
        }
    }

    /// Whether only what POSIX has is read, where the same text means something else in
    /// other shells: no `{a,b}`, `&>`, `|&`, `time`, `coproc` and `${ list; }`.
    pub fn set_posix(&mut self, posix: bool) {
        self.posix = posix;
    }

    /// Whether `{a,b}` are two words.
    pub fn set_braces(&mut self, braces: bool) {
        self.no_braces = !braces;
    }

    /// What only bash has: `$[1+2]` is a number, `name=(a=b)` an array and no compound variable
    /// (ksh93), and simple commands know their text.
    pub fn set_bash(&mut self, on: bool) {
        self.bash = on;
        self.keeps_text = on;
    }

    /// Numbers are as ksh93 and mksh read them: a leading zero does not mean octal.
    pub fn set_ksh(&mut self, on: bool) {
        self.ksh = on;
    }

    /// Where a command begins: what the context was, to be given back.
    pub(crate) fn enter_command(&mut self) -> [bool; 6] {
        let before = [
            self.groups,
            self.assignments,
            self.regex,
            self.conditional,
            self.inline,
            self.substitution,
        ];
        (self.groups, self.assignments, self.regex) = (false, true, false);
        (self.conditional, self.inline, self.substitution) = (false, false, false);
        before
    }

    /// Gives back what [`Self::enter_command`] gave.
    pub(crate) fn leave_command(&mut self, before: [bool; 6]) {
        [
            self.groups,
            self.assignments,
            self.regex,
            self.conditional,
            self.inline,
            self.substitution,
        ] = before;
    }

    /// Counts lines from `line` on.
    pub fn set_line(&mut self, line: u32) {
        self.line = line;
    }

    /// The line that is read next.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The aliases for what is read from now on.
    pub fn set_aliases(&mut self, aliases: Rc<dyn Aliases>) {
        self.aliases = aliases;
    }

    /// Forgets the rest of the line: an interactive shell goes on after an error.
    pub fn discard(&mut self) {
        self.at = self.source.len();
        self.token = None;
        self.here_documents.clear();
        self.active_aliases.clear();
        self.depth = 0;
        (self.groups, self.assignments, self.regex) = (false, true, false);
    }

    /// The next complete command: everything up to the end of its line. None at the end of
    /// the script.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Option<List>> {
        if self.at > 1 << 16 && self.active_aliases.is_empty() && self.token.is_none() {
            self.source.drain(..self.at);
            self.at = 0;
        }
        self.depth = 0;
        self.not_arithmetic.clear();
        self.tried.clear();
        if Rc::strong_count(&self.effort) == 1 {
            // This is no part of another text.
            self.effort.set(0);
        }
        loop {
            self.expand_alias()?;
            match self.peek()?.token {
                Token::Newline => {
                    self.token = None;
                    // An empty line: let the caller act on what came before.
                    if self.at > 1 << 16 {
                        return Ok(Some(List::default()));
                    }
                }
                Token::End => return Ok(None),
                _ => break,
            }
        }
        let mut items = Vec::new();
        loop {
            let (item, separated) = self.item()?;
            items.push(item);
            if separated {
                self.expand_alias()?;
            }
            match self.peek()?.token {
                Token::Newline => {
                    self.token = None;
                    break;
                }
                Token::End => break,
                _ if !separated => {
                    let lexed = self.take()?;
                    return Err(self.unexpected(&lexed));
                }
                _ => {}
            }
        }
        Ok(Some(List { items: items.into() }))
    }

    /// Whether nothing but blank lines and comments is left. Reads on to find out.
    pub fn is_at_end(&mut self) -> bool {
        loop {
            match self.peek() {
                Ok(Lexed { token: Token::Newline, .. }) => self.token = None,
                Ok(Lexed { token: Token::End, .. }) => return true,
                _ => return false,
            }
        }
    }

    /// The whole text as one list.
    pub fn whole(&mut self) -> Result<List> {
        let list = self.compound_list_opt()?;
        let lexed = self.take()?;
        match lexed.token {
            Token::End => Ok(list),
            _ => Err(self.unexpected(&lexed)),
        }
    }

    /// The whole text as if it were a here-document: expansions, but no quotes.
    pub fn text(&mut self) -> Result<Word> {
        let parts = self.parts(crate::word::Quoting::HereDocument)?;
        if parts.is_empty() {
            return Ok(Word { literal: Some(ByteString::EMPTY), ..Word::default() });
        }
        Ok(word_of(parts))
    }

    pub(crate) fn peek(&mut self) -> Result<&Lexed> {
        if self.token.is_none() {
            self.token = Some(self.lex()?);
        }
        match &self.token {
            Some(token) => Ok(token),
            None => Err(self.error("no token")),
        }
    }

    pub(crate) fn take(&mut self) -> Result<Lexed> {
        self.peek()?;
        match self.token.take() {
            Some(token) => Ok(token),
            None => self.lex(),
        }
    }

    /// The word after an alias whose text ended in a blank is looked at too, wherever it is,
    /// unless it is one of the reserved words that may stand there.
    pub(crate) fn expand_after_blank(&mut self, exempt: &[Reserved]) -> Result<()> {
        if self.aliases.is_empty() {
            return Ok(());
        }
        self.peek()?;
        while let Some(Lexed {
            token: Token::Word(Word { literal: Some(text), .. }),
            plain: true,
            after_alias: true,
            start,
            ..
        }) = &self.token
        {
            if Reserved::find(text).is_some_and(|reserved| exempt.contains(&reserved)) {
                break;
            }
            let (text, start) = (text.clone(), *start);
            if !self.replace_by_alias(&text, start) {
                break;
            }
            let lexed = self.lex()?;
            self.token = Some(Lexed { after_alias: true, ..lexed });
        }
        Ok(())
    }

    /// Skips newlines, also those that aliases to nothing leave behind.
    pub(crate) fn skip_to_command(&mut self) -> Result<()> {
        loop {
            self.skip_newlines()?;
            self.expand_alias()?;
            if !matches!(self.peek()?.token, Token::Newline) {
                return Ok(());
            }
        }
    }

    /// What a token that has no place here is called in a message.
    pub(crate) fn unexpected(&self, lexed: &Lexed) -> SyntaxError {
        let (text, incomplete) = match &lexed.token {
            Token::End => ("unexpected end of file".to_string(), true),
            Token::Newline => ("unexpected newline".to_string(), false),
            Token::Operator(operator) => (format!("unexpected `{}'", operator.text()), false),
            Token::IoNumber(number) => (format!("unexpected `{number}'"), false),
            Token::IoName(name) => {
                (format!("unexpected `{{{}}}'", self.names.text(*name).escape_ascii()), false)
            }
            Token::Word(word) => {
                let text = match &word.literal {
                    Some(text) => text.escape_ascii().to_string(),
                    None => {
                        let end = self.at.min(self.source.len());
                        self.source[lexed.start.min(end)..end].escape_ascii().to_string()
                    }
                };
                (format!("unexpected `{text}'"), false)
            }
        };
        SyntaxError { line: lexed.line, message: text, incomplete, in_elements: false }
    }

    /// Takes an operator if it is next.
    pub(crate) fn accept(&mut self, operator: Operator) -> Result<bool> {
        let found = matches!(self.peek()?.token, Token::Operator(found) if found == operator);
        if found {
            self.token = None;
        }
        Ok(found)
    }

    pub(crate) fn skip_newlines(&mut self) -> Result<()> {
        while matches!(self.peek()?.token, Token::Newline) {
            self.token = None;
        }
        Ok(())
    }

    /// The reserved word that is next, where one may be.
    pub(crate) fn peek_reserved(&mut self) -> Result<Option<Reserved>> {
        let posix = self.posix;
        let lexed = self.peek()?;
        Ok(match &lexed.token {
            Token::Word(word) if lexed.plain => word
                .literal
                .as_ref()
                .and_then(|text| Reserved::find(text))
                .filter(|reserved| !posix || !reserved.is_extension()),
            _ => None,
        })
    }

    /// Takes a reserved word if it is next.
    pub(crate) fn accept_reserved(&mut self, reserved: Reserved) -> Result<bool> {
        let found = self.peek_reserved()? == Some(reserved);
        if found {
            self.token = None;
        }
        Ok(found)
    }

    /// Takes a reserved word that has to be next.
    pub(crate) fn expect_reserved(&mut self, reserved: Reserved, begun: u32) -> Result<()> {
        self.expand_alias()?;
        if self.accept_reserved(reserved)? {
            return Ok(());
        }
        let lexed = self.take()?;
        let mut error = self.unexpected(&lexed);
        if error.incomplete {
            error.message = format!("unexpected end of file in the command begun on line {begun}");
        }
        Err(error)
    }

    /// At the place of a command name: replaces an alias, again and again.
    pub(crate) fn expand_alias(&mut self) -> Result<()> {
        if self.aliases.is_empty() {
            return Ok(());
        }
        loop {
            let lexed = self.peek()?;
            let Token::Word(word) = &lexed.token else { return Ok(()) };
            let (true, Some(text)) = (lexed.plain, &word.literal) else { return Ok(()) };
            if Reserved::find(text).is_some() {
                return Ok(());
            }
            let (text, start) = (text.clone(), lexed.start);
            if !self.replace_by_alias(&text, start) {
                return Ok(());
            }
        }
    }

    /// Replaces the token of lookahead where it is an alias that is not being read already.
    fn replace_by_alias(&mut self, name: &ByteString, start: usize) -> bool {
        if self.active_aliases.iter().any(|active| active.name == name.as_bytes()) {
            return false;
        }
        let Some(text) = self.aliases.get(name) else { return false };
        self.token = None;
        self.splice_alias(start, name, &text);
        true
    }

    /// A list that must not be empty.
    pub(crate) fn compound_list(&mut self) -> Result<List> {
        let list = self.compound_list_opt()?;
        if list.items.is_empty() {
            let lexed = self.take()?;
            return Err(self.unexpected(&lexed));
        }
        Ok(list)
    }

    /// Commands up to whatever ends a list.
    pub(crate) fn compound_list_opt(&mut self) -> Result<List> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error("nested too deeply"));
        }
        let mut items = Vec::new();
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
        Ok(List { items: items.into() })
    }

    /// An AND-OR list, and whether `;` or `&` ended it.
    fn item(&mut self) -> Result<(Item, bool)> {
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
        let and_or = AndOr { first, rest: rest.into() };
        let end = self.peek()?.start;
        let asynchronous = self.accept(Operator::And)?;
        let separated = asynchronous || self.accept(Operator::Semicolon)?;
        // Only what runs in the background is ever named to people.
        let text = match self.source.get(begin..end) {
            Some(text) if asynchronous => ByteString::new(text.trim_ascii_end()),
            _ => ByteString::EMPTY,
        };
        Ok((Item { and_or, asynchronous, text }, separated))
    }

    /// Whether no command follows `time` or `!`.
    fn at_end_of_pipeline(&mut self) -> Result<bool> {
        Ok(match self.peek()?.token {
            Token::Newline | Token::End => true,
            Token::Operator(operator) => {
                !matches!(operator, Operator::Open | Operator::Less | Operator::Greater)
            }
            _ => false,
        })
    }

    fn pipeline(&mut self) -> Result<Pipeline> {
        let mut negated = false;
        let mut timed = None;
        self.expand_alias()?;
        loop {
            if self.accept_reserved(Reserved::Not)? {
                negated = !negated;
                // bash: `!` alone is the opposite of nothing.
                if self.bash && !self.posix && self.at_end_of_pipeline()? {
                    return Ok(Pipeline { negated, timed, commands: Rc::new([]) });
                }
            } else if self.accept_reserved(Reserved::Time)? {
                let posix = matches!(&self.peek()?.token, Token::Word(Word { literal: Some(text), .. })
                    if text.as_bytes() == b"-p");
                if posix {
                    self.token = None;
                    if matches!(&self.peek()?.token, Token::Word(Word { literal: Some(text), .. })
                        if text.as_bytes() == b"--")
                    {
                        self.token = None;
                    }
                }
                timed = Some(posix);
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
                let ends = !self.bash
                    && match self.peek()?.token {
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
                    };
                if ends {
                    // `command |&`: a coprocess (ksh93, mksh).
                    let kind = CompoundKind::Coprocess {
                        name: self.names.intern(b"COPROC"),
                        body: commands.into(),
                    };
                    let command = Command::Compound(Box::new(Compound {
                        kind,
                        redirections: Box::default(),
                        line: self.line,
                        text: ByteString::EMPTY,
                        needs: Cell::new(0),
                    }));
                    return Ok(Pipeline { negated, timed, commands: Rc::new([command]) });
                }
                if let Some(command) = commands.last_mut() {
                    add_error_to_output(command);
                }
            } else if !self.accept(Operator::Pipe)? {
                break;
            }
            self.skip_to_command()?;
            if !self.posix && self.accept_reserved(Reserved::Not)? {
                // `a | ! b` (ksh93)
                let line = self.line;
                let negated =
                    Pipeline { negated: true, timed: None, commands: Rc::new([self.command()?]) };
                let and_or = AndOr { first: negated, rest: Box::default() };
                let item = Item { and_or, asynchronous: false, text: ByteString::EMPTY };
                let list = List { items: Box::new([item]) };
                commands.push(Command::Compound(Box::new(Compound {
                    kind: CompoundKind::Brace(list),
                    redirections: Box::default(),
                    line,
                    text: ByteString::EMPTY,
                    needs: Cell::new(0),
                })));
                continue;
            }
            commands.push(self.command()?);
        }
        Ok(Pipeline { negated, timed, commands: commands.into() })
    }

    pub(crate) fn command(&mut self) -> Result<Command> {
        self.expand_alias()?;
        if !self.keeps_text {
            return self.command_without_text();
        }
        let start = self.peek()?.start;
        let mut command = self.command_without_text()?;
        if let Command::Compound(compound) = &mut command {
            let end = self.peek()?.start.min(self.source.len());
            compound.text = told(&compound.kind, &self.source[start.min(end)..end]);
        }
        Ok(command)
    }

    fn command_without_text(&mut self) -> Result<Command> {
        let lexed = self.peek()?;
        let line = lexed.line;
        if matches!(lexed.token, Token::Operator(Operator::Open)) {
            self.token = None;
            if self.byte_at(0)? == Some(b'(')
                && let Some(arithmetic) = self.arithmetic()?
            {
                return self.compound_command(CompoundKind::Arithmetic(arithmetic), line);
            }
            return self.subshell(line);
        }
        match self.peek_reserved()? {
            None => self.simple(line),
            Some(reserved) => {
                if reserved.is_end() || matches!(reserved, Reserved::In | Reserved::Not) {
                    if reserved == Reserved::In {
                        return self.simple(line);
                    }
                    let lexed = self.take()?;
                    return Err(self.unexpected(&lexed));
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

    fn simple(&mut self, line: u32) -> Result<Command> {
        let result = self.simple_command(line);
        self.array_declared = false;
        (self.groups, self.assignments) = (false, true);
        result
    }

    fn simple_command(&mut self, line: u32) -> Result<Command> {
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
            let ends = self.inline && !words.is_empty();
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
                Token::Word(word) => {
                    if lexed.plain
                        && words.is_empty()
                        && (!assignments.is_empty() || !redirections.is_empty())
                        && let Some(text) = &word.literal
                    {
                        let (text, start) = (text.clone(), lexed.start);
                        if self.replace_by_alias(&text, start) {
                            continue;
                        }
                    }
                    let lexed = self.take()?;
                    let Token::Word(word) = lexed.token else { break };
                    if words.is_empty() {
                        match self.assignment(word)? {
                            Ok(mut assignment) => {
                                self.detached_elements(&mut assignment)?;
                                assignments.push(assignment);
                                continue;
                            }
                            Err(word) => {
                                if let Some(text) = &word.literal {
                                    declaration = DECLARATION.contains(&text.as_bytes());
                                    name = Some(self.names.intern(text));
                                }
                                (self.groups, self.assignments) = (true, declaration);
                                self.expand_after_blank(&[])?;
                                if lexed.plain
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
                        }
                        words.push(declaration_word(word));
                    } else {
                        let word = match self.bash && !self.posix {
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
            return Err(self.unexpected(&lexed));
        }
        let text = match self.keeps_text {
            true => {
                let end = self.peek()?.start.min(self.source.len());
                ByteString::new(self.source[start.min(end)..end].trim_ascii())
            }
            false => ByteString::EMPTY,
        };
        Ok(Command::Simple(Box::new(Simple {
            text,
            assignments: assignments.into(),
            words: words.into(),
            redirections: redirections.into(),
            line,
            name,
            resolved: Cell::new(0),
        })))
    }

    /// Splits `name=value`; gives the word back where it is none.
    fn assignment(&mut self, word: Word) -> Result<std::result::Result<Assignment, Word>> {
        if let Some(extended) = word.extended {
            return Ok(match *extended {
                Extended::Assignment(assignment) => Ok(assignment),
                other => Err(Word { extended: Some(Box::new(other)), ..word }),
            });
        }
        let Some((name, append, rest)) = split_assignment(&word) else { return Ok(Err(word)) };
        // A member of a compound variable (ksh93).
        let member = name.contains(&b'.');
        if member && self.posix {
            return Ok(Err(word));
        }
        let subscript = member.then(|| Box::new(Subscript::Path(Box::default())));
        let name = self.names.intern(&name);
        let value = value_word(word, rest);
        Ok(Ok(Assignment { name, subscript, append, value, composite: None }))
    }

    /// `name= (…)` (ksh93): the elements after a blank.
    fn detached_elements(&mut self, assignment: &mut Assignment) -> Result<()> {
        let empty = assignment.composite.is_none()
            && assignment.subscript.is_none()
            && assignment.value.literal.as_ref().is_some_and(|text| text.is_empty());
        if self.posix || !empty || self.token.is_some() || self.byte_at(0)? != Some(b' ') {
            return Ok(());
        }
        if self.byte_at(1)? == Some(b'(') {
            self.at += 2;
            assignment.composite = Some(self.composite()?);
        }
        Ok(())
    }

    fn function(&mut self, word: Word, line: u32, start: usize) -> Result<Command> {
        self.token = None;
        self.expand_after_blank(&[])?;
        if !self.accept(Operator::Close)? {
            let lexed = self.take()?;
            return Err(self.unexpected(&lexed));
        }
        let Some(text) = word.literal else { return Err(self.error("invalid function name")) };
        if text.iter().any(|&byte| byte == b'=' || (byte == b'/' && self.posix)) {
            return Err(self.error(format!("invalid function name `{}'", text.escape_ascii())));
        }
        self.function_body(&text, line, start, None)
    }

    /// `function name`, `function name()`
    fn function_keyword(&mut self, line: u32) -> Result<Command> {
        let start = self.take()?.start;
        let lexed = self.take()?;
        let Token::Word(Word { literal: Some(text), .. }) = &lexed.token else {
            return Err(self.unexpected(&lexed));
        };
        let text = text.clone();
        if self.accept(Operator::Open)? && !self.accept(Operator::Close)? {
            let lexed = self.take()?;
            return Err(self.unexpected(&lexed));
        }
        let mut parameters = Vec::new();
        if text.starts_with(b".sh.math.") {
            while let Token::Word(Word { literal: Some(text), .. }) = &self.peek()?.token
                && text.as_bytes() != b"{"
            {
                let text = text.clone();
                parameters.push(self.names.intern(&text));
                self.token = None;
            }
        }
        self.function_body(&text, line, start, Some(parameters))
    }

    fn function_body(
        &mut self,
        text: &[u8],
        line: u32,
        start: usize,
        parameters: Option<Vec<Name>>,
    ) -> Result<Command> {
        (self.groups, self.assignments) = (false, true);
        let name = self.names.intern(text);
        loop {
            self.skip_newlines()?;
            self.expand_after_blank(&[])?;
            if !matches!(self.peek()?.token, Token::Newline) {
                break;
            }
        }
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error("nested too deeply"));
        }
        let body = Rc::new(self.command()?);
        self.depth -= 1;
        let end = self.token.as_ref().map_or(self.at, |token| token.start);
        let source = self.source.get(start..end).unwrap_or_default().trim_ascii_end().into();
        let keyword = parameters.is_some();
        let parameters = parameters.unwrap_or_default().into();
        let definition = FunctionDefinition { name, parameters, body, line, keyword, source };
        Ok(Command::Function(Box::new(definition)))
    }

    /// A redirection, if one is next.
    pub(crate) fn redirection(&mut self) -> Result<Option<Redirection>> {
        let mut descriptor = None;
        let mut variable = None;
        if let Token::IoNumber(number) = self.peek()?.token {
            descriptor = Some(number);
            self.token = None;
        } else if let Token::IoName(name) = self.peek()?.token {
            variable = Some(name);
            self.token = None;
        }
        let lexed = self.peek()?;
        let line = lexed.line;
        let Token::Operator(operator) = lexed.token else { return Ok(None) };
        if !matches!(
            operator,
            Operator::Less
                | Operator::Greater
                | Operator::DoubleGreater
                | Operator::Clobber
                | Operator::LessGreater
                | Operator::LessAnd
                | Operator::GreaterAnd
                | Operator::DoubleLess
                | Operator::DoubleLessDash
                | Operator::TripleLess
                | Operator::AndGreater
                | Operator::AndDoubleGreater
        ) {
            return Ok(None);
        }
        self.token = None;
        if matches!(operator, Operator::Less | Operator::Greater)
            && !self.posix
            && self.byte_at(0)? == Some(b'#')
        {
            let output = operator == Operator::Greater;
            return self.positioned(output, descriptor, variable, line).map(Some);
        }
        let replaces = matches!(operator, Operator::Greater | Operator::LessGreater)
            && !self.posix
            && self.byte_at(0)? == Some(b';');
        if replaces {
            self.at += 1;
        }
        self.expand_after_blank(&[])?;
        let target = self.take()?;
        let Token::Word(word) = target.token else { return Err(self.unexpected(&target)) };
        let kind = match operator {
            Operator::Less => RedirectionKind::Input(word),
            Operator::Greater if replaces => RedirectionKind::Output(OutputMode::Replace, word),
            Operator::Greater => RedirectionKind::Output(OutputMode::Truncate, word),
            Operator::Clobber => RedirectionKind::Output(OutputMode::Clobber, word),
            Operator::DoubleGreater => RedirectionKind::Output(OutputMode::Append, word),
            Operator::LessGreater => RedirectionKind::InputOutput(word, replaces),
            Operator::LessAnd => RedirectionKind::DuplicateInput(word),
            Operator::GreaterAnd => RedirectionKind::DuplicateOutput(word),
            Operator::TripleLess => RedirectionKind::HereString(word),
            Operator::AndGreater => RedirectionKind::OutputAndError(OutputMode::Truncate, word),
            Operator::AndDoubleGreater => RedirectionKind::OutputAndError(OutputMode::Append, word),
            _ => {
                let document = Rc::new(HereDocument { text: OnceCell::new() });
                let strip = operator == Operator::DoubleLessDash;
                let raw = &self.source[target.start..self.at];
                self.here_documents.push(Waiting::new(document.clone(), raw, strip));
                RedirectionKind::HereDocument(document)
            }
        };
        Ok(Some(Redirection { descriptor, variable, kind, line }))
    }

    /// `<#((offset))`, `<#pattern` (ksh93), at the `#`.
    fn positioned(
        &mut self,
        output: bool,
        descriptor: Option<u32>,
        variable: Option<Name>,
        line: u32,
    ) -> Result<Redirection> {
        self.at += 1;
        let copied = self.accept_byte(b'#')?;
        let mut blanks = 0;
        while matches!(self.byte_at(blanks)?, Some(b' ' | b'\t')) {
            blanks += 1;
        }
        let kind = match (self.byte_at(blanks)?, self.byte_at(blanks + 1)?) {
            (Some(b'('), Some(b'(')) => {
                self.at += blanks + 1;
                match self.arithmetic()? {
                    Some(offset) => RedirectionKind::Seek(output, Some(offset)),
                    None => return Err(self.error("unexpected `('")),
                }
            }
            (None | Some(b')' | b'\n' | b';'), _) => RedirectionKind::Seek(output, None),
            _ => {
                self.at += blanks;
                let target = self.take()?;
                let Token::Word(word) = target.token else {
                    return Err(self.unexpected(&target));
                };
                RedirectionKind::SeekLine(copied, word)
            }
        };
        let descriptor = descriptor.or(output.then_some(1));
        Ok(Redirection { descriptor, variable, kind, line })
    }

    /// Redirections after a compound command.
    pub(crate) fn redirections(&mut self) -> Result<Box<[Redirection]>> {
        let mut redirections = Vec::new();
        while let Some(redirection) = self.redirection()? {
            redirections.push(redirection);
        }
        Ok(redirections.into())
    }

    /// A word that is a name.
    pub(crate) fn expect_name(&mut self) -> Result<Name> {
        self.expand_after_blank(&[])?;
        let lexed = self.take()?;
        if let Token::Word(Word { literal: Some(text), .. }) = &lexed.token
            && lexed.plain
            && (is_name(text) || self.bash && !self.posix)
        {
            // bash looks at it when the loop runs.
            return Ok(self.names.intern(text));
        }
        Err(self.unexpected(&lexed))
    }
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
    is_compound_name(name).then(|| (name.to_vec(), append, at + 1))
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
    if word.extended.is_some() {
        return Word { assignment: true, ..word };
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

/// What BASH_COMMAND says of a compound command that was written like this.
fn told(kind: &CompoundKind, source: &[u8]) -> ByteString {
    let end = match kind {
        CompoundKind::Case { .. } => {
            // With a blank behind the word, as bash shows it.
            memchr::memmem::find(source, b" in").map_or(0, |at| at + 3)
        }
        CompoundKind::Subshell(_) | CompoundKind::Arithmetic(_) | CompoundKind::Conditional(_) => {
            source.len()
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
