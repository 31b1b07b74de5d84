//! The tree of a program. Names have become places: slots of global variables, of a
//! function's locals, of arrays.

use crate::dialect::Dialect;
use crate::regex_text::Compiled;
use crate::value::Value;
use std::rc::Rc;

/// A compiled program.
pub(crate) struct Program {
    /// Whose language it is, and who runs it.
    pub(crate) dialect: Dialect,
    pub(crate) begin: Vec<Statement>,
    pub(crate) items: Vec<Item>,
    pub(crate) end: Vec<Statement>,
    pub(crate) has_end: bool,
    pub(crate) functions: Vec<Function>,
    pub(crate) calls: Vec<Call>,
    pub(crate) regexes: Vec<Rc<Compiled>>,
    /// The index of the empty one among `regexes`, if there is one: splitting by it gives single bytes.
    pub(crate) empty_regex: Option<usize>,
    /// How many range patterns there are.
    pub(crate) ranges: usize,
    /// Names of global variables that are not special, by slot.
    pub(crate) variables: Vec<Name>,
    /// Names of global arrays.
    pub(crate) arrays: Vec<Name>,
    /// What the program uses of what not everybody provides.
    pub(crate) uses: Uses,
}

/// A name as it is written.
pub(crate) type Name = Box<[u8]>;

/// Features that admission asks about.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uses {
    /// `cmd | getline` or `print | cmd`.
    pub(crate) pipes: bool,
    /// `system()`.
    pub(crate) system: bool,
    /// `strftime()` or `mktime()`.
    pub(crate) dates: bool,
    /// `close("/dev/stdout")` or `close("/dev/stderr")`.
    pub(crate) standard_closed: bool,
    /// Any output to a file.
    pub(crate) files: bool,
    /// ARGV or ARGC.
    pub(crate) arguments: bool,
    /// ENVIRON.
    pub(crate) environment: bool,
    /// `for (k in a)`.
    pub(crate) walks: bool,
    /// NF as it was when a record was split last.
    pub(crate) old_count: bool,
}

impl Uses {
    /// Notes the arrays that are only filled where somebody looks.
    pub(crate) fn note_array(&mut self, array: ArrayPlace) {
        match array {
            ArrayPlace::Global(ENVIRON) => self.environment = true,
            ArrayPlace::Global(ARGV) => self.arguments = true,
            _ => {}
        }
    }
}

/// `pattern { action }`.
pub(crate) struct Item {
    pub(crate) pattern: Pattern,
    pub(crate) action: Option<Vec<Statement>>,
}

/// When an action runs.
pub(crate) enum Pattern {
    Always,
    When(Expression),
    /// From one match to the other; the number of the range.
    Range(usize, Box<(Expression, Expression)>),
}

/// A function.
pub(crate) struct Function {
    pub(crate) name: Name,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Option<Vec<Statement>>,
}

/// What a parameter is used as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parameter {
    Unknown,
    Scalar,
    Array,
}

/// One call of a function.
pub(crate) struct Call {
    pub(crate) function: usize,
    pub(crate) arguments: Vec<Argument>,
}

/// An argument of a call.
pub(crate) enum Argument {
    Value(Expression),
    /// A name by itself, which may yet turn out to be an array.
    Name(NameUse),
    Array(ArrayPlace),
}

/// A name whose type is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameUse {
    /// An index into the names of the parser.
    Global(usize),
    /// A parameter: of which function, and which.
    Local(usize, usize),
}

/// Where an array is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArrayPlace {
    Global(usize),
    Local(usize),
}

/// Arrays that are always there.
pub(crate) const ENVIRON: usize = 0;
pub(crate) const ARGV: usize = 1;

/// Variables with a meaning; the first slots of global variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    Nf,
    /// NF as a variable that only splitting changes.
    OldNf,
    Nr,
    Fnr,
    Fs,
    Ofs,
    Ors,
    Rs,
    Filename,
    Subsep,
    Rstart,
    Rlength,
    Convfmt,
    Ofmt,
    Argc,
}

/// The special variables by slot.
pub(crate) const SPECIALS: [(&str, Special); 14] = [
    ("NF", Special::Nf),
    ("NR", Special::Nr),
    ("FNR", Special::Fnr),
    ("FS", Special::Fs),
    ("OFS", Special::Ofs),
    ("ORS", Special::Ors),
    ("RS", Special::Rs),
    ("FILENAME", Special::Filename),
    ("SUBSEP", Special::Subsep),
    ("RSTART", Special::Rstart),
    ("RLENGTH", Special::Rlength),
    ("CONVFMT", Special::Convfmt),
    ("OFMT", Special::Ofmt),
    ("ARGC", Special::Argc),
];

/// A statement.
pub(crate) enum Statement {
    Expression(Expression),
    Print(Box<Print>),
    Printf(Box<Print>),
    /// Conditions with their bodies, then the last `else`.
    If(Vec<(Expression, Vec<Statement>)>, Vec<Statement>),
    While(Expression, Vec<Statement>),
    Do(Vec<Statement>, Expression),
    For(Box<For>),
    ForIn(Box<ForIn>),
    Block(Vec<Statement>),
    Next,
    NextFile,
    Exit(Option<Expression>),
    Return(Option<Expression>),
    Break,
    Continue,
    Delete(ArrayPlace, Vec<Expression>),
    DeleteAll(ArrayPlace),
    /// For gawk: from here on messages name this line.
    Line(u32),
}

/// `print` and `printf`.
pub(crate) struct Print {
    pub(crate) arguments: Vec<Expression>,
    pub(crate) target: Option<(Target, Expression)>,
}

/// Where output goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    File,
    Append,
    Pipe,
}

/// `for (;;)`.
pub(crate) struct For {
    pub(crate) start: Option<Expression>,
    pub(crate) condition: Option<Expression>,
    pub(crate) step: Option<Expression>,
    pub(crate) body: Vec<Statement>,
}

/// `for (k in a)`.
pub(crate) struct ForIn {
    pub(crate) variable: Place,
    pub(crate) array: ArrayPlace,
    pub(crate) body: Vec<Statement>,
}

/// What can be assigned.
pub(crate) enum Place {
    Variable(usize),
    Special(Special),
    Local(usize),
    /// `$` with something computed.
    Field(Expression),
    FieldAt(usize),
    Element(ArrayPlace, Vec<Expression>),
}

/// An expression.
pub(crate) enum Expression {
    Number(f64),
    Text(Value),
    /// Whether `$0` matches.
    Regex(usize),
    Variable(usize),
    Special(Special),
    Local(usize),
    Field(Box<Expression>),
    FieldAt(usize),
    Element(ArrayPlace, Vec<Expression>),
    Assign(Box<(Place, Expression)>),
    /// `a += b`.
    Update(Arithmetic, Box<(Place, Expression)>),
    /// `a /= b` and `a %= b` for gawk, which ends where the divisor is zero.
    Divide(Arithmetic, Box<(Place, Expression)>),
    /// `++a`, `a++` and their kin: what is added, and whether the old value is the result.
    Step(Box<Place>, f64, bool),
    Arithmetic(Arithmetic, Box<(Expression, Expression)>),
    /// Division or remainder for gawk, which ends where the divisor is zero.
    Quotient(Arithmetic, Box<(Expression, Expression)>),
    /// For gawk: from here on messages name this line.
    OnLine(Box<(u32, Expression)>),
    Compare(Comparison, Box<(Expression, Expression)>),
    And(Box<(Expression, Expression)>),
    Or(Box<(Expression, Expression)>),
    Not(Box<Expression>),
    Negate(Box<Expression>),
    Plus(Box<Expression>),
    Concatenate(Vec<Expression>),
    Condition(Box<(Expression, Expression, Expression)>),
    Match(bool, Box<(Expression, Matcher)>),
    In(ArrayPlace, Vec<Expression>),
    Getline(Box<Getline>),
    Call(usize),
    Builtin(Builtin, Vec<Expression>),
    Length(ArrayPlace),
    Split(Box<Split>),
    Position(Box<(Expression, Matcher)>),
    Substitute(Box<Substitute>),
}

/// Arithmetic operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    /// gawk's, which multiplies where the exponent is an integer, and rounds each time.
    Product,
}

/// Relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A regular expression, known or to be computed.
pub(crate) enum Matcher {
    Static(usize),
    Dynamic(Expression),
}

/// `getline` in its forms.
pub(crate) struct Getline {
    pub(crate) source: Source,
    /// `$0` where there is none.
    pub(crate) target: Option<Place>,
}

/// Where `getline` reads.
pub(crate) enum Source {
    Main,
    File(Expression),
    Command(Expression),
}

/// `split(text, array, separator)`.
pub(crate) struct Split {
    pub(crate) text: Expression,
    pub(crate) array: ArrayPlace,
    pub(crate) separator: SplitBy,
}

/// The third argument of `split`.
pub(crate) enum SplitBy {
    FieldSeparator,
    Regex(usize),
    /// A regular expression that is a character.
    Byte(u8),
    Computed(Expression),
}

/// `sub` and `gsub`.
pub(crate) struct Substitute {
    pub(crate) global: bool,
    pub(crate) pattern: Matcher,
    pub(crate) replacement: Expression,
    /// `$0` where there is none.
    pub(crate) target: Option<Place>,
}

/// Functions that take plain values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    Length,
    Index,
    Substr,
    Sprintf,
    OfNumber(Elementary),
    Atan2,
    Rand,
    Srand,
    Close,
    System,
    Toupper,
    Tolower,
    Fflush,
    Systime,
    Mktime,
    Strftime,
}

/// The elementary functions: of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elementary {
    Sin,
    Cos,
    Exp,
    Log,
    Int,
    Sqrt,
}

/// The builtins with the least and the most arguments.
pub(crate) const BUILTINS: [(&str, Builtin, usize, usize); 21] = [
    ("length", Builtin::Length, 0, 1),
    ("index", Builtin::Index, 2, 2),
    ("substr", Builtin::Substr, 2, 3),
    ("sprintf", Builtin::Sprintf, 1, 255),
    ("sin", Builtin::OfNumber(Elementary::Sin), 1, 1),
    ("cos", Builtin::OfNumber(Elementary::Cos), 1, 1),
    ("atan2", Builtin::Atan2, 2, 2),
    ("exp", Builtin::OfNumber(Elementary::Exp), 1, 1),
    ("log", Builtin::OfNumber(Elementary::Log), 1, 1),
    ("int", Builtin::OfNumber(Elementary::Int), 1, 1),
    ("sqrt", Builtin::OfNumber(Elementary::Sqrt), 1, 1),
    ("rand", Builtin::Rand, 0, 0),
    ("srand", Builtin::Srand, 0, 1),
    ("close", Builtin::Close, 1, 1),
    ("system", Builtin::System, 1, 1),
    ("toupper", Builtin::Toupper, 1, 1),
    ("tolower", Builtin::Tolower, 1, 1),
    ("fflush", Builtin::Fflush, 0, 1),
    ("systime", Builtin::Systime, 0, 0),
    ("mktime", Builtin::Mktime, 1, 1),
    ("strftime", Builtin::Strftime, 0, 3),
];
