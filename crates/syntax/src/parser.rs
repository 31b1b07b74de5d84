//! The grammar (POSIX XCU 2.10): lists, pipelines, simple commands.

use crate::bytes::ByteString;
use crate::collector::{Collector, word_of};
use crate::context::{Context, Quoting};
use crate::error::{Expected, Result, SyntaxErrorKind};
use crate::heredoc::{Tried, Waiting};
use crate::input::Input;
use crate::lexer::{ActiveAlias, Lexed, Operator, Replaced, Token};
use crate::names::{Name, Names, is_name};
use crate::record::Record;
use crate::reserved::Reserved;
use crate::spare::Spare;
use crate::tree::{Item, List, Reference, Subscript, Word};
use dialect::{Dialect, Rules};
use std::cell::Cell;
use std::collections::BTreeSet;
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

/// A token of lookahead that was set aside.
pub(crate) struct SavedToken {
    token: Option<Lexed>,
    word: Word,
    reserved: Option<Reserved>,
}

/// The aliases of a text. Whether there are any is asked at every command.
#[derive(Clone)]
pub(crate) struct ParserAliases {
    aliases: Rc<dyn Aliases>,
    is_empty: bool,
}

impl ParserAliases {
    pub(crate) fn new(aliases: Rc<dyn Aliases>) -> Self {
        let is_empty = aliases.is_empty();
        Self { aliases, is_empty }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty
    }
}

/// Parses one script.
pub struct Parser<'a> {
    pub(crate) input: Box<dyn Input + 'a>,
    pub(crate) names: Rc<Names>,
    pub(crate) aliases: ParserAliases,
    /// Text that has been read; what precedes `at` is done with.
    pub(crate) source: Vec<u8>,
    pub(crate) at: usize,
    /// How many bytes have been dropped before `source`.
    pub(crate) base: usize,
    pub(crate) line: u32,
    /// The input has no more.
    pub(crate) ended: bool,
    /// One token of lookahead.
    pub(crate) token: Option<Lexed>,
    /// The word that was read last, if nobody has taken it. It stays in its place until then: to move it
    /// on with its token, right after it was made, is what reading a script would cost most.
    pub(crate) word: Word,
    /// The reserved word that it is.
    pub(crate) reserved: Option<Reserved>,
    pub(crate) here_documents: Vec<Waiting>,
    /// The text is a here-document's: plain parameters need no part each.
    pub(crate) fills: bool,
    pub(crate) active_aliases: Vec<ActiveAlias>,
    /// What aliases have replaced in the complete command that is read.
    pub(crate) replaced: Vec<Replaced>,
    pub(crate) depth: u32,
    /// Places after `$(`, `${` and `@(` where what might have been an arithmetic or a parameter
    /// expansion or the group of a pattern turned out to be none. Trying each of several nested
    /// ones twice would never end.
    pub(crate) refuted: BTreeSet<usize>,
    /// How many `$((` are being tried, and the here-documents read meanwhile.
    pub(crate) trials: u32,
    pub(crate) tried: Vec<Tried>,
    /// Here-documents that the end of the text ended.
    pub(crate) unended: Vec<crate::Unended>,
    /// What `${x@letter}` is of whose letter is none, and where the text in its braces begins.
    pub(crate) transformed: Option<(usize, Reference, Option<Box<Subscript>>)>,
    /// Bytes of here-documents that were read before it was known what encloses them, in this text
    /// and in those that enclose it.
    pub(crate) effort: Rc<Cell<usize>>,
    /// What the text means, where dialects differ.
    pub(crate) rules: &'static Rules,
    /// `\1` stands for what a group has matched: in the replacement of `${x/p/r}`.
    pub(crate) back_references: bool,
    /// The declaration that is read says that what it declares are arrays.
    pub(crate) array_declared: bool,
    /// The declaration that is read defines a type: what is in its parentheses are members.
    pub(crate) type_declared: bool,
    /// Types that what is read defines, which exist when it is run (ksh93).
    pub(crate) coming_types: Vec<ByteString>,
    /// `@(…)` and its kin are read in `[[ ]]` only.
    pub(crate) no_groups: bool,
    /// A character beyond ASCII in `$'\u…'` stays an escape.
    pub(crate) ascii_only: bool,
    /// The word that is read has a `${…}` that is no expansion.
    pub(crate) has_bad: bool,
    /// The line of the innermost function, loop or `case` that what is read is in.
    pub(crate) enclosing_line: Option<u32>,
    pub(crate) assigns_anywhere: bool,
    /// Simple commands know their text.
    pub(crate) keeps_text: bool,
    /// What was found wrong when somebody asked whether the text is at its end.
    pub(crate) noticed: Option<Box<crate::SyntaxError>>,
    /// In `[[ ]]`: the line that the last test without `&&` and `||` ends on.
    pub(crate) test_line: u32,
    /// The caller wants to know of each line.
    typed: bool,
    /// How many types are known: those that come later are none in what is read (ksh93).
    pub(crate) types: usize,
    /// Bodies of functions are read when they are called, where that can be.
    pub(crate) defers: bool,
    /// What the place in the grammar allows.
    pub(crate) context: Context,
    /// Where the tokens are, if the caller wants to know.
    pub(crate) record: Option<Box<Record>>,
    /// For the words of commands, the items of lists and the parts of words while they are read.
    pub(crate) words: Spare<Word>,
    pub(crate) items: Spare<Item>,
    #[allow(clippy::vec_box, reason = "they are taken out and put back for each word")]
    pub(crate) collectors: Vec<Box<Collector>>,
}

/// The language that a text is in: its dialect, and what options and the locale change in it.
#[derive(Clone, Copy)]
pub struct Language {
    /// The rules of the dialect.
    pub rules: &'static Rules,
    /// `@(…)` and its kin are read outside of `[[ ]]` too (`shopt -s extglob`).
    pub groups: bool,
    /// The locale is one of UTF-8: `$'\u00e9'` is a character.
    pub utf8: bool,
    /// `name=value` after a command's name is an assignment as well (`set -k`).
    pub assigns_anywhere: bool,
}

impl Language {
    /// What a dialect is where nothing changes it.
    pub fn of(rules: &'static Rules) -> Self {
        Self { rules, groups: true, utf8: true, assigns_anywhere: false }
    }

    /// Whether a character beyond ASCII in `$'\u…'` stays an escape.
    fn is_ascii_only(self) -> bool {
        !self.utf8 && self.rules.syntax.characters_are_of_locale
    }
}

impl<'a> Parser<'a> {
    /// A parser of `input`, whose names go to `names`; it reads forkless' own dialect.
    pub fn new(input: Box<dyn Input + 'a>, names: Rc<Names>, aliases: Rc<dyn Aliases>) -> Self {
        Self::of(Language::of(Dialect::Own.rules()), input, names, aliases)
    }

    /// A parser of `input`, which is in a language.
    #[inline]
    pub fn of(
        language: Language,
        input: Box<dyn Input + 'a>,
        names: Rc<Names>,
        aliases: Rc<dyn Aliases>,
    ) -> Self {
        Self {
            input,
            names,
            aliases: ParserAliases::new(aliases),
            source: Vec::new(),
            at: 0,
            base: 0,
            line: 1,
            ended: false,
            token: None,
            word: Word::default(),
            reserved: None,
            here_documents: Vec::new(),
            fills: false,
            active_aliases: Vec::new(),
            replaced: Vec::new(),
            depth: 0,
            refuted: BTreeSet::new(),
            trials: 0,
            tried: Vec::new(),
            unended: Vec::new(),
            transformed: None,
            effort: Rc::default(),
            rules: language.rules,
            array_declared: false,
            type_declared: false,
            coming_types: Vec::new(),
            back_references: false,
            no_groups: !language.groups,
            ascii_only: language.is_ascii_only(),
            has_bad: false,
            enclosing_line: None,
            assigns_anywhere: language.assigns_anywhere,
            keeps_text: language.rules.syntax.commands_keep_text,
            noticed: None,
            test_line: 0,
            typed: false,
            types: usize::MAX,
            defers: true,
            context: Context::COMMAND,
            record: None,
            words: Spare::new(),
            items: Spare::new(),
            collectors: Vec::new(),
        }
    }

    /// Sets the language of what is read from now on.
    pub fn set_language(&mut self, language: Language) {
        self.rules = language.rules;
        self.keeps_text |= language.rules.syntax.commands_keep_text;
        self.no_groups = !language.groups;
        self.ascii_only = language.is_ascii_only();
        self.assigns_anywhere = language.assigns_anywhere;
    }

    /// The language of what is read.
    pub(crate) fn language(&self) -> Language {
        Language {
            rules: self.rules,
            groups: !self.no_groups,
            utf8: !self.ascii_only,
            assigns_anywhere: self.assigns_anywhere,
        }
    }

    /// Whether the text is typed ([`Self::set_typed`]).
    pub(crate) fn is_typed(&self) -> bool {
        self.typed
    }

    /// Reads bodies of functions with their definitions, and not when they are called.
    pub fn set_eager(&mut self) {
        self.defers = false;
    }

    /// Reads `@(…)` and its kin outside of `[[ ]]` too.
    pub fn set_groups(&mut self) {
        self.no_groups = false;
    }

    /// Says that the text is typed: an empty line is a list without commands, and commands know
    /// their text.
    pub fn set_typed(&mut self) {
        self.typed = true;
        self.keeps_text = true;
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
        self.aliases = ParserAliases::new(aliases);
    }

    /// Discards the rest of the line: an interactive shell goes on after an error.
    pub fn discard(&mut self) {
        self.noticed = None;
        let rest = self.source.get(self.at..).unwrap_or_default();
        self.line += byte_search::memchr_iter(b'\n', rest).count() as u32;
        self.at = self.source.len();
        self.token = None;
        self.here_documents.clear();
        self.active_aliases.clear();
        self.depth = 0;
        self.context = Context::COMMAND;
    }

    /// After the end of the input: there may be more, as at a terminal.
    pub fn go_on(&mut self) {
        self.ended = false;
        self.discard();
    }

    /// Whether the input had come to its end when the last command was read.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The next complete command: everything up to the end of its line. None at the end of
    /// the script.
    ///
    /// # Errors
    ///
    /// The text is no script, or cannot be read; [`Self::discard`] goes to its next line.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Option<List>> {
        if let Some(error) = self.noticed.take() {
            return Err(error);
        }
        self.complete_command().map_err(|error| self.located(error))
    }

    /// A complete command (POSIX XCU 2.10.2).
    fn complete_command(&mut self) -> Result<Option<List>> {
        self.coming_types.clear();
        if self.at > 1 << 16 && self.active_aliases.is_empty() && self.token.is_none() {
            self.source.drain(..self.at);
            self.base += self.at;
            self.at = 0;
        }
        self.depth = 0;
        self.refuted.clear();
        self.tried.clear();
        self.replaced.clear();
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
                    if self.typed || self.at > 1 << 16 {
                        return Ok(Some(List::default()));
                    }
                }
                Token::End => return Ok(None),
                _ => break,
            }
        }
        let mut items = self.items.take();
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
                    return Err(self.unexpected(&lexed, None));
                }
                _ => {}
            }
        }
        Ok(Some(List { items: self.items.exact(items).into() }))
    }

    /// Whether nothing but blank lines and comments is left; reads on to find out.
    pub fn is_at_end(&mut self) -> bool {
        loop {
            match self.peek() {
                Ok(Lexed { token: Token::Newline, .. }) => self.token = None,
                Ok(Lexed { token: Token::End, .. }) => return true,
                Ok(_) => return false,
                Err(error) => {
                    self.noticed = Some(self.located(error));
                    return false;
                }
            }
        }
    }

    /// The whole text as one list.
    ///
    /// # Errors
    ///
    /// The text is no list of commands, or cannot be read.
    pub fn whole(&mut self) -> Result<List> {
        self.program().map_err(|error| self.located(error))
    }

    /// A list that nothing follows.
    fn program(&mut self) -> Result<List> {
        let list = self.compound_list_opt()?;
        let lexed = self.take()?;
        match lexed.token {
            Token::End => Ok(list),
            _ => Err(self.unexpected(&lexed, None)),
        }
    }

    /// The whole text as if it were a here-document: expansions, but no quotes.
    ///
    /// # Errors
    ///
    /// An expansion in it has no end, or cannot be read.
    pub fn text(&mut self) -> Result<Word> {
        let parts = self.parts(Quoting::HereDocument).map_err(|error| self.located(error))?;
        if parts.is_empty() {
            return Ok(Word { literal: Some(ByteString::EMPTY), ..Word::default() });
        }
        Ok(word_of(parts))
    }

    #[inline]
    pub(crate) fn peek(&mut self) -> Result<&Lexed> {
        if self.token.is_none() {
            self.token = Some(self.lex()?);
        }
        match &self.token {
            Some(token) => Ok(token),
            None => unreachable!("it has just been read"),
        }
    }

    /// The line that what has been read ends on, without a newline after it.
    pub(crate) fn end_line(&self) -> u32 {
        match &self.token {
            Some(Lexed { token: Token::Newline, line, .. }) => *line,
            _ => self.line,
        }
    }

    pub(crate) fn take(&mut self) -> Result<Lexed> {
        self.peek()?;
        match self.token.take() {
            Some(token) => Ok(token),
            None => self.lex(),
        }
    }

    /// The word of the token that was taken, or is looked at.
    pub(crate) fn take_word(&mut self) -> Word {
        std::mem::take(&mut self.word)
    }

    /// The token of lookahead, with its word, while something inside a word is read.
    pub(crate) fn set_token_aside(&mut self) -> SavedToken {
        let token = self.token.take();
        let word = if token.is_some() { self.take_word() } else { Word::default() };
        SavedToken { token, word, reserved: self.reserved }
    }

    /// Puts back what was set aside.
    pub(crate) fn put_token_back(&mut self, SavedToken { token, word, reserved }: SavedToken) {
        if token.is_some() {
            (self.word, self.reserved) = (word, reserved);
        }
        self.token = token;
    }

    /// The word after an alias whose text ended in a blank is looked at too, wherever it is,
    /// unless it is one of the reserved words that may stand there.
    #[inline]
    pub(crate) fn expand_after_blank(&mut self, exempt: &[Reserved]) -> Result<()> {
        match self.aliases.is_empty() {
            true => Ok(()),
            false => self.expand_alias_after_blank(exempt),
        }
    }

    fn expand_alias_after_blank(&mut self, exempt: &[Reserved]) -> Result<()> {
        self.peek()?;
        while self.token.as_ref().is_some_and(|lexed| lexed.after_alias)
            && let Some((text, start)) = self.alias_name()
        {
            if Reserved::find(&text).is_some_and(|reserved| exempt.contains(&reserved)) {
                break;
            }
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
    #[inline]
    pub(crate) fn peek_reserved(&mut self) -> Result<Option<Reserved>> {
        Ok(match self.peek()?.token {
            Token::Word => self.reserved,
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
        Err(self.unended(reserved.text(), begun))
    }

    /// The error that something else comes, or nothing, where a command that was begun on this line has to end by `token`.
    #[cold]
    pub(crate) fn unended(&mut self, token: &'static str, begun: u32) -> Box<crate::SyntaxError> {
        let lexed = match self.take() {
            Ok(lexed) => lexed,
            Err(error) => return error,
        };
        let mut error = self.unexpected(&lexed, Some(Expected::Token(token)));
        if let SyntaxErrorKind::UnexpectedEnd { begun: line, .. } = &mut error.kind {
            *line = Some(begun);
        }
        error
    }

    /// At the place of a command name: replaces an alias, again and again.
    #[inline]
    pub(crate) fn expand_alias(&mut self) -> Result<()> {
        match self.aliases.is_empty() {
            true => Ok(()),
            false => self.expand_aliases(),
        }
    }

    fn expand_aliases(&mut self) -> Result<()> {
        loop {
            self.peek()?;
            let Some((text, start)) = self.alias_name() else { return Ok(()) };
            if Reserved::find(&text).is_some() {
                return Ok(());
            }
            if !self.replace_by_alias(&text, start) {
                return Ok(());
            }
        }
    }

    /// The token of lookahead where it may be an alias, and where it begins: a word without
    /// quoting and expansions. Characters of patterns may be in it.
    pub(crate) fn alias_name(&self) -> Option<(ByteString, usize)> {
        let Some(Lexed { token: Token::Word, plain: true, start, .. }) = self.token else {
            return None;
        };
        let text = match &self.word.literal {
            Some(text) => text.clone(),
            None => ByteString::new(self.source.get(start..self.at)?),
        };
        Some((text, start))
    }

    /// Replaces the token of lookahead where it is an alias that is not being read already.
    pub(crate) fn replace_by_alias(&mut self, name: &ByteString, start: usize) -> bool {
        if self.active_aliases.iter().any(|active| active.name == name.as_bytes()) {
            return false;
        }
        let Some(text) = self.aliases.aliases.get(name) else { return false };
        self.token = None;
        match (self.rules.syntax.alias_ends_number, text.last(), self.source.get(self.at)) {
            (true, Some(b'0'..=b'9' | b'}'), Some(b'<' | b'>')) => {
                self.splice_alias(start, name, &[&text[..], b" "].concat());
                self.active_aliases.last_mut().expect("just made").trailing_blank = false;
            }
            _ => self.splice_alias(start, name, &text),
        }
        true
    }

    /// A word that is a name.
    pub(crate) fn expect_name(&mut self) -> Result<Name> {
        self.expand_after_blank(&[])?;
        let lexed = self.take()?;
        if let Token::Word = lexed.token
            && let Some(text) = &self.word.literal
            && lexed.plain
            && is_name(text)
        {
            return Ok(self.names.intern(text));
        }
        if let Token::Word = lexed.token
            && self.rules.syntax.loop_name_checked_at_run
        {
            // As it is written, with its quotes and expansions.
            self.take_word();
            return Ok(self.names.intern(&self.source[lexed.start..self.at]));
        }
        Err(self.unexpected_for(&lexed, Expected::Name))
    }
}
