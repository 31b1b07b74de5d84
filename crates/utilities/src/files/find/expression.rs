//! What an expression consists of.

use super::format::Piece;
use crate::files::fnmatch::Fnmatch;
use pattern::Regex;
use std::rc::Rc;

/// A tree of tests and actions.
pub(super) enum Expression {
    /// All, until one is false.
    And(Vec<Expression>),
    /// All, until one is true.
    Or(Vec<Expression>),
    /// All; the last one counts.
    List(Vec<Expression>),
    Not(Box<Expression>),
    Primary(Primary),
}

/// How a number is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compare {
    More,
    Less,
    Equal,
}

impl Compare {
    pub(super) fn holds(self, value: u64, with: u64) -> bool {
        match self {
            Compare::More => value > with,
            Compare::Less => value < with,
            Compare::Equal => value == with,
        }
    }
}

/// One of a file's times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    Access,
    Change,
    Modification,
}

/// A moment, in seconds and nanoseconds.
pub(super) type Moment = (i64, i64);

/// Which permissions match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Permissions {
    Exactly,
    AtLeast,
    Any,
}

/// A set of file types, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Types(pub(super) u16);

/// Tests and actions.
pub(super) enum Primary {
    True,
    False,
    Name(Fnmatch),
    Path(Fnmatch),
    /// The text of a symbolic link.
    LinkName(Fnmatch),
    /// The whole path.
    Regex(Rc<Regex>),
    Type(Types),
    /// The type behind a symbolic link, or before it with -L.
    OtherType(Types),
    Size {
        compare: Compare,
        count: u64,
        unit: u64,
    },
    Links(Compare, u64),
    Inode(Compare, u64),
    User(Compare, u64),
    Group(Compare, u64),
    NoUser,
    NoGroup,
    /// A time more or less than so long ago, or within a window of seconds after a moment.
    Age {
        time: Time,
        compare: Compare,
        moment: Moment,
        window: i64,
    },
    Newer {
        time: Time,
        than: Moment,
    },
    Permissions {
        kind: Permissions,
        file: u32,
        directory: u32,
    },
    SameFile {
        device: u64,
        inode: u64,
    },
    Empty,
    Readable,
    Writable,
    Executable,
    Prune,
    Quit,
    Delete,
    Print,
    Print0,
    Format(Vec<Piece>),
    /// A command for each file; true where it ends with status 0.
    Execute(Vec<Vec<u8>>),
    /// A command for many files: an index into the batches.
    Collect(usize),
}

impl Primary {
    /// Whether evaluating it does something: then its place matters.
    pub(super) fn acts(&self) -> bool {
        matches!(
            self,
            Primary::Prune
                | Primary::Quit
                | Primary::Delete
                | Primary::Print
                | Primary::Print0
                | Primary::Format(_)
                | Primary::Execute(_)
                | Primary::Collect(_)
        )
    }

    /// Whether it replaces the default action.
    pub(super) fn replaces_print(&self) -> bool {
        self.acts() && !matches!(self, Primary::Prune | Primary::Quit)
    }

    /// Whether files or other programs see what it does.
    pub(super) fn changes(&self) -> bool {
        matches!(self, Primary::Delete | Primary::Execute(_) | Primary::Collect(_))
    }

    /// Whether it is a test that find may put before `-xtype`, which complains of loops: it expects one
    /// to succeed more often than the other.
    pub(super) fn may_precede_other_type(&self) -> bool {
        self.cost() > 2 && !self.acts()
    }

    /// How much it costs: of tests that only ask, the cheaper ones go first.
    fn cost(&self) -> u8 {
        match self {
            Primary::True
            | Primary::False
            | Primary::Name(_)
            | Primary::Path(_)
            | Primary::Regex(_) => 0,
            Primary::Inode(..) => 1,
            Primary::Type(_) | Primary::OtherType(_) => 2,
            Primary::LinkName(_) => 4,
            Primary::Readable | Primary::Writable | Primary::Executable => 5,
            _ => 3,
        }
    }
}

impl Expression {
    /// Whether a primary satisfies `what`.
    pub(super) fn any(&self, what: &dyn Fn(&Primary) -> bool) -> bool {
        match self {
            Expression::And(all) | Expression::Or(all) | Expression::List(all) => {
                all.iter().any(|one| one.any(what))
            }
            Expression::Not(one) => one.any(what),
            Expression::Primary(primary) => what(primary),
        }
    }

    /// Puts tests that cost less before those that cost more, between actions.
    pub(super) fn order(&mut self) {
        match self {
            Expression::And(all) | Expression::Or(all) => {
                for run in all.chunk_by_mut(|a, b| a.is_test() && b.is_test()) {
                    crate::sorting::sort_by_key(run, Expression::cost);
                }
                all.iter_mut().for_each(Expression::order);
            }
            Expression::List(all) => all.iter_mut().for_each(Expression::order),
            Expression::Not(one) => one.order(),
            Expression::Primary(_) => {}
        }
    }

    pub(super) fn is_test(&self) -> bool {
        !self.any(&Primary::acts)
    }

    fn cost(&self) -> u8 {
        match self {
            Expression::And(all) | Expression::Or(all) | Expression::List(all) => {
                all.iter().map(Expression::cost).max().unwrap_or(0)
            }
            Expression::Not(one) => one.cost(),
            Expression::Primary(primary) => primary.cost(),
        }
    }
}
