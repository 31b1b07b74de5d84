//! The syntax tree (POSIX XCU 2.9, 2.10.2).
//!
//! Parts that may outlive the tree they were parsed in (functions, bodies of subshells and
//! pipelines) are behind `Rc`. What few nodes of a kind have is behind `Box`, so that the others stay
//! small: a script's tree is many times its text. Cells hold what evaluation finds out about a node once.
//!
//! Texts that are only shown again are copies, not places in a source that is kept:
//! docs/performance.md says what that would save.

use crate::arithmetic::Expression;
use crate::body::FunctionBody;
use crate::bytes::ByteString;
use crate::names::{Name, is_name_byte};
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

/// Commands in sequence (compound_list, complete_command).
#[derive(Debug, Default)]
pub struct List {
    /// In the order of the script.
    pub items: Box<[Item]>,
}

/// One AND-OR list of a sequence.
#[derive(Debug)]
pub struct Item {
    /// What is run.
    pub and_or: AndOr,
    /// Its text, where it is ended by `&`.
    pub asynchronous: Option<Box<ByteString>>,
}

impl Item {
    /// Whether it is ended by `&`.
    pub fn is_asynchronous(&self) -> bool {
        self.asynchronous.is_some()
    }
}

/// Pipelines joined by `&&` and `||`.
#[derive(Debug)]
pub struct AndOr {
    /// The first pipeline.
    pub first: Pipeline,
    /// What follows, left-associative.
    pub rest: Box<[(Connector, Pipeline)]>,
}

/// How a pipeline is joined to what precedes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connector {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// Commands joined by `|`.
#[derive(Debug)]
pub struct Pipeline {
    /// Preceded by `!`.
    pub negated: bool,
    /// Preceded by `time` (ksh): how long it takes is reported; true for `time -p`.
    pub timed: Option<bool>,
    /// At least one.
    pub commands: Rc<[Command]>,
}

impl Pipeline {
    /// Whether neither `!` nor `time` stands before it: it is no more than its commands.
    pub fn is_plain(&self) -> bool {
        !self.negated && self.timed.is_none()
    }
}

/// One command.
#[derive(Debug)]
pub enum Command {
    /// Assignments, words, redirections.
    Simple(Box<Simple>),
    /// A compound command with its redirections.
    Compound(Box<Compound>),
    /// `name() body`
    Function(Box<FunctionDefinition>),
}

/// A simple command (POSIX XCU 2.9.1).
#[derive(Debug)]
pub struct Simple {
    /// `name=value` before the command name.
    pub assignments: Box<[Assignment]>,
    /// The command name and its arguments.
    pub words: Box<[Word]>,
    /// In order of appearance.
    pub redirections: Box<[Redirection]>,
    /// The line that is said to be the command's.
    pub line: u32,
    /// Where it begins: [`crate::Span::offset`].
    pub offset: u32,
    /// Its text, where the parser keeps texts.
    pub text: ByteString,
    /// The command name, where it is literal.
    pub name: Option<Name>,
    /// An argument is `name[…]` of a builtin that does not expand the subscript once more: `unset`,
    /// or with `assoc_expand_once` others.
    pub elements: bool,
}

/// `name=value`
#[derive(Debug)]
pub struct Assignment {
    /// The variable.
    pub name: Name,
    /// `name[subscript]=value`
    pub subscript: Option<Box<Subscript>>,
    /// `name+=value`
    pub append: bool,
    /// The value, expanded without field splitting.
    pub value: Word,
    /// `name=(…)`: what is between the parentheses.
    pub composite: Option<Composite>,
}

/// What stands between the parentheses of `name=(…)`.
#[derive(Debug)]
pub enum Composite {
    /// The elements of an array.
    Elements(Box<[Element]>),
    /// The members of a compound variable (ksh93): assignments and declarations.
    Members(List),
}

/// One element of `name=(…)`.
#[derive(Debug)]
pub struct Element {
    /// `[subscript]=value`
    pub subscript: Option<Box<Subscript>>,
    /// `[subscript]+=value`
    pub append: bool,
    /// The value: several, where it has no subscript and is split.
    pub value: Word,
    /// The value is in parentheses itself (ksh93).
    pub composite: Option<Composite>,
}

/// A subscript: what is in brackets after the name of an array.
#[derive(Debug)]
pub enum Subscript {
    /// `[@]`
    At,
    /// `[*]`
    Star,
    /// A key, or an expression.
    Key {
        /// As a key: expanded to one string.
        word: Word,
        /// As an expression, where it can be parsed before its expansions are made.
        parsed: Option<Expression>,
    },
    /// `[a].b[c]`, of a compound variable (ksh93); none: the name itself has periods.
    Path(Box<[Step]>),
}

/// A step from a variable to what is inside it (ksh93).
#[derive(Debug)]
pub enum Step {
    /// `[subscript]`
    Element(Subscript),
    /// `.name`
    Member(ByteString),
}

/// A compound command (POSIX XCU 2.9.4).
#[derive(Debug)]
pub struct Compound {
    /// The construct, with its parts.
    pub kind: CompoundKind,
    /// The redirections that follow it.
    pub redirections: Box<[Redirection]>,
    /// The line that is said to be the command's.
    pub line: u32,
    /// Where it begins: [`crate::Span::offset`].
    pub offset: u32,
    /// What BASH_COMMAND says of it, where the parser keeps texts: all of `(( ))`, `[[ ]]` and
    /// `( )`, the first line of others.
    pub text: ByteString,
    /// For evaluation: what it found the command to need (0: not looked yet).
    pub needs: Cell<u32>,
}

/// The compound commands.
#[derive(Debug)]
pub enum CompoundKind {
    /// `{ list; }`
    Brace(List),
    /// `(list)`
    Subshell(Rc<Body>),
    /// `for name in words; do list; done`
    For {
        /// The variable.
        name: Name,
        /// None: the positional parameters.
        words: Option<Box<[Word]>>,
        /// What is repeated.
        body: List,
    },
    /// `case word in … esac`
    Case {
        /// What is matched.
        subject: Box<Word>,
        /// The branches in order.
        branches: Box<[Branch]>,
    },
    /// `if … then … elif … then … else … fi`
    If {
        /// Conditions and what each leads to.
        arms: Box<[(List, List)]>,
        /// `else`
        otherwise: Option<List>,
    },
    /// `for (( init; condition; step )); do list; done`
    ForArithmetic {
        /// Evaluated once.
        init: Option<Box<Arithmetic>>,
        /// Evaluated before every iteration.
        condition: Option<Box<Arithmetic>>,
        /// Evaluated after every iteration.
        step: Option<Box<Arithmetic>>,
        /// What is repeated.
        body: List,
    },
    /// `select name in words; do list; done`
    Select {
        /// The variable.
        name: Name,
        /// None: the positional parameters.
        words: Option<Box<[Word]>>,
        /// What is repeated.
        body: List,
    },
    /// `(( expression ))`
    Arithmetic(Box<Arithmetic>),
    /// `[[ … ]]`
    Conditional(Box<Test>),
    /// `coproc name command`
    Coprocess {
        /// The array of its descriptors.
        name: Name,
        /// What runs.
        body: Rc<[Command]>,
    },
    /// `while list; do list; done`, or `until`
    While {
        /// `until`
        until: bool,
        /// What is asked.
        condition: List,
        /// What is repeated.
        body: List,
    },
}

/// What `[[ … ]]` asks.
#[derive(Debug)]
pub enum Test {
    /// `test`'s operators with one operand: the letter.
    Unary(u8, Word),
    /// `=`, `==` and, negated, `!=`: the text matches the pattern.
    Matches {
        /// The text.
        text: Word,
        /// The pattern.
        pattern: Word,
        /// As it is written: `=`, `==` or `!=`.
        operator: &'static str,
    },
    /// `=~`
    Regex(Word, Word),
    /// `<`, `>`, `-eq`, `-nt` and their kin.
    Binary(&'static str, Word, Word),
    /// `!`
    Not(Box<Test>),
    /// `&&`
    And(Box<[Test]>),
    /// `||`
    Or(Box<[Test]>),
}

/// One branch of a `case`.
#[derive(Debug)]
pub struct Branch {
    /// Any of these.
    pub patterns: Box<[Word]>,
    /// What it does.
    pub body: List,
    /// How it ends.
    pub end: BranchEnd,
}

/// How a branch of a `case` ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BranchEnd {
    /// `;;`
    Break,
    /// `;&`: the next branch's body is run too.
    FallThrough,
    /// `;;&`: the patterns that follow are tried.
    Continue,
}

/// Commands that run in an environment of their own: `( )`, `$( )`.
#[derive(Debug)]
pub struct Body {
    /// The commands.
    pub list: List,
    /// For evaluation: what it found the body to need (0: not looked yet).
    pub needs: Cell<u32>,
    /// Where it begins.
    pub line: u32,
    /// How many lines of a command substitution precede its first command.
    pub leading: u32,
    /// The text of a command substitution: read again where aliases are about, which are
    /// those of the time when it runs, and where the list is empty, which may be because the text is
    /// no list. Empty where what was read is all there is.
    pub source: ByteString,
}

/// `name() compound`
#[derive(Debug)]
pub struct FunctionDefinition {
    /// Its name.
    pub name: Name,
    /// The names of its parameters, where it is one of arithmetic: `.sh.math.name` (ksh93).
    pub parameters: Rc<[Name]>,
    /// What it runs.
    pub body: Rc<FunctionBody>,
    /// The line that it begins on.
    pub line: u32,
    /// Where it begins: [`crate::Span::offset`].
    pub offset: u32,
    /// `function name` (ksh), not `name()`.
    pub keyword: bool,
    /// Its text, for `typeset -f`.
    pub source: Rc<[u8]>,
}

/// A redirection (POSIX XCU 2.7).
#[derive(Debug)]
pub struct Redirection {
    /// The descriptor, where given.
    pub descriptor: Option<u32>,
    /// `{name}>…`: the variable that receives the number of the descriptor; of `{name[1]}>…` all
    /// that is in the braces.
    pub variable: Option<Name>,
    /// The operator, with its word.
    pub kind: RedirectionKind,
    /// Its line.
    pub line: u32,
}

impl Redirection {
    /// The descriptor that is redirected.
    pub fn target(&self) -> u32 {
        self.descriptor.unwrap_or(match self.kind {
            RedirectionKind::Output(..)
            | RedirectionKind::DuplicateOutput(_)
            | RedirectionKind::OutputAndError(..)
            | RedirectionKind::Seek(true, _) => 1,
            _ => 0,
        })
    }
}

/// The redirections.
#[derive(Debug)]
pub enum RedirectionKind {
    /// `<word`
    Input(Word),
    /// `>word`, `>>word`, `>|word`
    Output(OutputMode, Word),
    /// `<>word`; true: `<>;word`, cut off after success (ksh93).
    InputOutput(Word, bool),
    /// `<&word`
    DuplicateInput(Word),
    /// `>&word`
    DuplicateOutput(Word),
    /// `<<word`, `<<-word`
    HereDocument(Rc<HereDocument>),
    /// `<<<word`
    HereString(Word),
    /// `&>word`, `&>>word`: standard output and standard error.
    OutputAndError(OutputMode, Word),
    /// `<#((offset))`, `>#((offset))`: another offset in the file (ksh93); `None`: `<#`, which
    /// reports the offset.
    Seek(bool, Option<Box<Arithmetic>>),
    /// `<#pattern`, `<##pattern`: the next line that matches; true: what is skipped is written.
    SeekLine(bool, Word),
}

/// What follows the operator of a redirection.
#[derive(Clone, Copy, Debug)]
pub enum RedirectionOperand<'a> {
    /// The name of a file, which is opened to be read, to be written, or both.
    File {
        /// The name.
        name: &'a Word,
        /// It is opened for reading.
        reads: bool,
        /// It is opened for writing.
        writes: bool,
    },
    /// The number of a descriptor, or `-`; after `>&` it may be the name of a file.
    Descriptor(&'a Word),
    /// The text itself: `<<<word`.
    Text(&'a Word),
    /// The text is on the lines that follow.
    Document(&'a HereDocument),
    /// An offset in the file, or a question for it (ksh93).
    Offset(Option<&'a Arithmetic>),
    /// A pattern of a line (ksh93).
    Line(&'a Word),
}

impl RedirectionKind {
    /// What follows the operator: all that is asked of a redirection by what does not make it.
    pub fn operand(&self) -> RedirectionOperand<'_> {
        use RedirectionOperand as Operand;
        match self {
            Self::Input(name) => Operand::File { name, reads: true, writes: false },
            Self::Output(_, name) | Self::OutputAndError(_, name) => {
                Operand::File { name, reads: false, writes: true }
            }
            Self::InputOutput(name, _) => Operand::File { name, reads: true, writes: true },
            Self::DuplicateInput(word) | Self::DuplicateOutput(word) => Operand::Descriptor(word),
            Self::HereString(word) => Operand::Text(word),
            Self::HereDocument(document) => Operand::Document(document),
            Self::Seek(_, offset) => Operand::Offset(offset.as_deref()),
            Self::SeekLine(_, word) => Operand::Line(word),
        }
    }

    /// Whether the redirection does something at the end of its command: `>;`, `<>;` (ksh93).
    pub fn is_for_the_end(&self) -> bool {
        matches!(self, Self::Output(OutputMode::Replace, _) | Self::InputOutput(_, true))
    }
}

/// How a file is opened for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputMode {
    /// `>`: truncated, or an error under noclobber.
    Truncate,
    /// `>|`: truncated.
    Clobber,
    /// `>>`
    Append,
    /// `>;`: put in place only if the command succeeds (ksh93).
    Replace,
}

/// A here-document (POSIX XCU 2.7.4). Its text follows the line it stands on.
#[derive(Debug)]
pub struct HereDocument {
    /// The text; a quoted delimiter makes it literal.
    pub text: OnceCell<Rc<Word>>,
}

/// A word before expansion (POSIX XCU 2.6).
#[derive(Debug, Default)]
pub struct Word {
    /// What it is made of, in order.
    pub parts: Box<[Part]>,
    /// The text, where no part needs expansion, splitting or matching.
    pub literal: Option<ByteString>,
    /// Looks like `name=value`: not split where the command is a declaration utility.
    pub assignment: bool,
    /// Where it begins: [`crate::Span::offset`]; 0 for what is a part of another word.
    pub offset: u32,
    /// What is more than parts.
    pub extended: Option<Box<Extended>>,
}

impl Word {
    /// Whether it is literally this text.
    pub fn is_text(&self, text: &[u8]) -> bool {
        self.literal.as_ref().is_some_and(|literal| literal.as_bytes() == text)
    }

    /// Whether it is `name[…]` as it is written.
    pub fn is_element(&self) -> bool {
        let opens = |text: &[u8]| {
            let name = text.iter().take_while(|byte| is_name_byte(**byte)).count();
            name > 0 && text.get(name) == Some(&b'[')
        };
        matches!(&self.parts[..], [Part::Literal(first), .., Part::Literal(last)]
            if opens(first) && last.last() == Some(&b']'))
    }
}

/// Words of the extended language.
#[derive(Debug)]
pub enum Extended {
    /// `name=(…)` or `name[…]=…`: an assignment wherever it stands.
    Assignment(Assignment),
    /// `a{b,c}d`: a word for each alternative.
    Braces(Box<[Brace]>),
}

/// A part of a word with braces.
#[derive(Debug)]
pub enum Brace {
    /// Not braced.
    Part(Part),
    /// `{a,b,c}`
    List(Box<[Box<[Brace]>]>),
    /// `{1..9..2}`
    Integers {
        /// The first.
        from: i64,
        /// The limit.
        to: i64,
        /// From one to the next; its sign does not matter.
        step: u64,
        /// Digits to fill with zeros.
        width: usize,
        /// As it is written, without the braces.
        text: ByteString,
        /// A directive of printf(3) that the numbers are written with, if there is one (ksh93).
        format: Option<ByteString>,
    },
    /// `{a..z}`
    Letters {
        /// The first.
        from: u8,
        /// The limit.
        to: u8,
        /// From one to the next.
        step: u64,
        /// As it is written, without the braces.
        text: ByteString,
    },
}

/// A part of a word.
#[derive(Debug)]
pub enum Part {
    /// Unquoted text; may have pattern characters.
    Literal(ByteString),
    /// Quoted text (`'…'`, `\c`, `$'…'`, text inside `"…"`): stands for itself.
    Quoted(ByteString),
    /// `"…"`: its parts are quoted.
    DoubleQuoted(Box<[Part]>),
    /// `~` or `~user` where a tilde is special: the login name.
    Tilde(ByteString),
    /// `$name`, `${…}`
    Parameter(Box<Parameter>),
    /// `$(…)` or backquotes
    Command(Rc<Body>),
    /// `$((…))`
    Arithmetic(Box<Arithmetic>),
    /// `${ list; }`, or `${| list; }` whose value is REPLY: in the current environment.
    Inline {
        /// The commands.
        body: Rc<Body>,
        /// `${|`
        reply: bool,
    },
    /// `<(list)` (true: it is read from) or `>(list)`
    Process(Rc<Body>, bool),
    /// Text of a here-document in which parameters are expanded.
    Filled(Box<Filled>),
}

/// Text with plain parameters in it, in two pieces of memory however many they are: a part for each
/// would take ten times as much as the text.
#[derive(Debug)]
pub struct Filled {
    /// The text, without the parameters.
    pub text: Box<[u8]>,
    /// Where a parameter belongs, in order.
    pub slots: Box<[Slot]>,
}

/// A parameter in a text: `$x` or `${x}`, without an operator.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// How much text is before it.
    pub at: u32,
    /// The parameter.
    pub reference: Reference,
    /// `${x}`, not `$x`.
    pub braced: bool,
}

impl Slot {
    /// The expansion, as a part of its own would have it.
    pub fn parameter(self) -> Parameter {
        Parameter {
            reference: self.reference,
            subscript: None,
            indirect: false,
            braced: self.braced,
            operation: Operation::Value,
        }
    }
}

/// A parameter expansion (POSIX XCU 2.6.2).
#[derive(Debug)]
pub struct Parameter {
    /// The parameter: a variable, a positional or a special one.
    pub reference: Reference,
    /// `${x[…]…}`
    pub subscript: Option<Box<Subscript>>,
    /// `${!x…}`
    pub indirect: bool,
    /// `${x}`, not `$x`.
    pub braced: bool,
    /// What is done with its value.
    pub operation: Operation,
}

/// What a parameter expansion names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// A variable.
    Variable(Name),
    /// `$1`…
    Positional(u32),
    /// `@ * # ? - $ ! 0`
    Special(u8),
}

/// The text that `${x#pattern}` and its kin remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// `#`
    ShortestPrefix,
    /// `##`
    LongestPrefix,
    /// `%`
    ShortestSuffix,
    /// `%%`
    LongestSuffix,
}

/// What a parameter expansion does.
#[derive(Debug)]
pub enum Operation {
    /// `${x}`
    Value,
    /// `${#x}`
    Length,
    /// `${x-word}` and its kin; `colon`: also when null.
    Substitute {
        /// What is done: a default, an assignment, an error, an alternative.
        kind: Substitute,
        /// With `:`.
        colon: bool,
        /// The word.
        word: Box<Word>,
    },
    /// `${x#pattern}` and its kin.
    Trim {
        /// The text that is removed: at which end, and how much.
        removal: Removal,
        /// The pattern.
        pattern: Box<Word>,
    },
    /// `${x:offset:length}`
    Substring {
        /// Where it begins.
        offset: Box<Arithmetic>,
        /// How long it is.
        length: Option<Box<Arithmetic>>,
    },
    /// `${x/pattern/replacement}`
    Replace {
        /// The matches that are replaced: the first, all, or one at an end.
        which: Replace,
        /// The pattern.
        pattern: Box<Word>,
        /// What replaces it.
        replacement: Box<Word>,
    },
    /// `${x^pattern}`, `${x,,pattern}` and their kin.
    Case {
        /// `^`, `,` or `~`.
        change: u8,
        /// Not only the first character.
        all: bool,
        /// The characters that change; all where there is none.
        pattern: Option<Box<Word>>,
    },
    /// `${x@Q}`
    Transform(u8),
    /// `${!x[@]}`: the subscripts.
    Keys,
    /// `${!x*}`, `${!x@}`: the names that begin so.
    Names {
        /// What they begin with.
        prefix: ByteString,
        /// `@`
        at: bool,
    },
    /// Not valid, which is an error only when it is expanded (`${x!}`).
    Bad {
        /// The expansion, or the text that encloses it: for messages.
        text: ByteString,
        /// It has a subscript without an end.
        unclosed: bool,
    },
}

impl Operation {
    /// The words in it: what stands for the parameter, patterns and what replaces their matches.
    pub fn words(&self) -> impl Iterator<Item = &Word> {
        let (first, second) = match self {
            Self::Substitute { word, .. } => (Some(word), None),
            Self::Trim { pattern, .. } => (Some(pattern), None),
            Self::Replace { pattern, replacement, .. } => (Some(pattern), Some(replacement)),
            Self::Case { pattern, .. } => (pattern.as_ref(), None),
            Self::Value
            | Self::Length
            | Self::Substring { .. }
            | Self::Transform(_)
            | Self::Keys
            | Self::Names { .. }
            | Self::Bad { .. } => (None, None),
        };
        first.into_iter().chain(second).map(|word| &**word)
    }
}

/// What `${x/…}` replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// `/`: the first match.
    First,
    /// `//`: every match.
    All,
    /// `/#`: at the beginning.
    Prefix,
    /// `/%`: at the end.
    Suffix,
}

/// The forms with a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Substitute {
    /// `-`: the word where unset.
    Default,
    /// `=`: assigned first.
    Assign,
    /// `?`: an error.
    Error,
    /// `+`: the word where set.
    Alternative,
}

/// `$((…))` (POSIX XCU 2.6.4): the text is expanded, then evaluated.
#[derive(Debug)]
pub struct Arithmetic {
    /// The text, as inside double quotes.
    pub parts: Box<[Part]>,
    /// The expression, where it can be parsed before its expansions are made. Leaves number
    /// the parts that are expansions; if one of them gives no integer, the text decides.
    pub parsed: Option<Expression>,
    /// Arrays whose subscripts are made of more than one expansion: where one of them is
    /// associative, the text decides as well.
    pub keyed: Box<[Name]>,
}
