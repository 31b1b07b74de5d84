//! A sed script in the form in which it is carried out.

use pattern::Regex;

/// A whole script.
#[derive(Debug, Default)]
pub struct Script {
    /// The commands, blocks flattened into jumps.
    pub commands: Vec<Command>,
    /// `#n` in the first line.
    pub quiet: bool,
    /// Names of the files that `w` and `W` write.
    pub outputs: Vec<Vec<u8>>,
    /// Names of the files that `R` reads.
    pub inputs: Vec<Vec<u8>>,
    /// Some command may stop before the end of the input, by an error of reading for example.
    pub quits: bool,
    /// There is an `l` without a length of its own.
    pub lists: bool,
}

/// A regular expression; None is the empty one, which stands for the last one used.
pub type Pattern = Option<Box<Regex>>;

/// A command with its addresses.
#[derive(Debug)]
pub struct Command {
    /// The only or first address.
    pub first: Option<Address>,
    /// The end of a range.
    pub last: Option<End>,
    /// `!`
    pub negated: bool,
    /// What is done.
    pub action: Action,
}

/// An address, as the only or first one.
#[derive(Debug)]
pub enum Address {
    /// A line number; 0 only before a regular expression.
    Line(u64),
    /// `first~step`, the step not 0.
    Step(u64, u64),
    /// `$`
    Last,
    /// `/re/`
    Match(Pattern),
}

/// The second address of a range.
#[derive(Debug)]
pub enum End {
    /// A line number.
    Line(u64),
    /// `first~step`
    Step(u64, u64),
    /// `$`
    Last,
    /// `/re/`
    Match(Pattern),
    /// `+N`
    After(u64),
    /// `~N`
    Multiple(u64),
    /// `+0`, `~0`: the range is one line.
    Here,
}

/// What a command does.
#[derive(Debug)]
pub enum Action {
    /// `{`: goes to the command of this index where the address does not match.
    Block(usize),
    /// `}` and labels.
    Nothing,
    /// `=`
    LineNumber,
    /// `a`
    Append(Vec<u8>),
    /// `i`; without the last newline.
    Insert(Vec<u8>),
    /// `c`; without the last newline.
    Change(Vec<u8>),
    /// `b`
    Branch(usize),
    /// `t`
    BranchIfReplaced(usize),
    /// `T`
    BranchUnlessReplaced(usize),
    /// `d`
    Delete,
    /// `D`
    DeleteFirst,
    /// `F`
    FileName,
    /// `g`
    Get,
    /// `G`
    GetAppend,
    /// `h`
    Hold,
    /// `H`
    HoldAppend,
    /// `l`, with its line length.
    List(Option<u64>),
    /// `n`
    Next,
    /// `N`
    NextAppend,
    /// `p`
    Print,
    /// `P`
    PrintFirst,
    /// `q`, with the exit status.
    Quit(u8),
    /// `Q`, with the exit status.
    QuitSilently(u8),
    /// `r`
    ReadFile(Vec<u8>),
    /// `R`: index into [`Script::inputs`].
    ReadLine(usize),
    /// `s`
    Substitute(Box<Substitution>),
    /// `w`
    Write(Output),
    /// `W`
    WriteFirst(Output),
    /// `x`
    Exchange,
    /// `y`
    Translate(Box<Translation>),
    /// `z`
    Zap,
}

/// Where `w` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// `/dev/stdout`
    Standard,
    /// `/dev/stderr`
    Error,
    /// Index into [`Script::outputs`].
    File(usize),
}

/// An `s` command.
#[derive(Debug)]
pub struct Substitution {
    /// What is replaced.
    pub pattern: Pattern,
    /// By what.
    pub replacement: Vec<Part>,
    /// A part stands for a group.
    pub groups: bool,
    /// No part changes case.
    pub plain: bool,
    /// The first match that is replaced, from 1; 0 where none was given.
    pub number: u64,
    /// All from there on.
    pub global: bool,
    /// `p`
    pub print: bool,
    /// `w`
    pub output: Option<Output>,
}

/// Part of a replacement: literal text, and what a group matched.
#[derive(Debug)]
pub struct Part {
    /// Literal text.
    pub text: Vec<u8>,
    /// A group, 0 for the whole match.
    pub group: Option<usize>,
    /// What happens to letters.
    pub case: Case,
}

/// What happens to letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// `\U`, `\L`
    pub all: Option<Letters>,
    /// `\u`, `\l`
    pub next: Option<Letters>,
}

/// The letters that `\U`, `\L`, `\u` and `\l` make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// Capital ones.
    Upper,
    /// Small ones.
    Lower,
}

/// A `y` command.
#[derive(Debug)]
pub enum Translation {
    /// Of bytes.
    Bytes(Box<[u8; 256]>),
    /// Of characters: (from, to), the first that fits counting.
    Characters(Vec<(Vec<u8>, Vec<u8>)>),
}
