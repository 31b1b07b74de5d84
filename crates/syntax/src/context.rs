//! What encloses the text that is read: it decides what is special and where the text ends.

/// What the place in the grammar allows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    /// `!(…)` and its kin are patterns here.
    pub(crate) groups: bool,
    /// `name=(…)` and `name[…]=…` are assignments here.
    pub(crate) assignments: bool,
    /// The next word is what `=~` matches.
    pub(crate) regex: bool,
    /// Inside `[[ ]]`, where there are no assignments.
    pub(crate) conditional: bool,
    /// `$name[…]` is an element here: in `[[ ]]`, but for patterns, and `(( ))` (ksh93).
    pub(crate) subscripts: bool,
    /// A subscript may have newlines, and ends at a brace: in `${name[…]}`.
    pub(crate) lines: bool,
    /// Directly inside `$( )` of the extended language.
    pub(crate) substitution: bool,
    /// Directly inside `${ list; }`, which ends at `}`.
    pub(crate) inline: bool,
    /// `name=(…)` is one word, and no assignment yet: it is an argument of `eval`.
    pub(crate) texts: bool,
    /// The command may be a type (ksh93).
    pub(crate) typed: bool,
}

impl Context {
    /// Where a command begins.
    pub(crate) const COMMAND: Self = Self {
        groups: false,
        assignments: true,
        regex: false,
        conditional: false,
        subscripts: false,
        lines: false,
        substitution: false,
        inline: false,
        texts: false,
        typed: false,
    };

    /// What comes next may be an assignment or the name of a command.
    pub(crate) fn expect_command(&mut self) {
        (self.groups, self.assignments, self.texts) = (false, true, false);
        self.typed = false;
    }

    /// What comes next are words that may be patterns; `assignments`: they are a declaration's.
    pub(crate) fn expect_words(&mut self, assignments: bool) {
        (self.groups, self.assignments) = (true, assignments);
    }
}

/// What surrounds the text that is read: decides what is special in it and where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quoting {
    /// A word of a command: ends before a blank or an operator.
    Word,
    /// `"…"`: ends before the closing quote.
    Double,
    /// `"…"` in the word of an expansion that is in double quotes itself, where they end the
    /// enclosing ones: a backslash quotes whatever follows it.
    Toggled,
    /// A here-document: ends with the text.
    HereDocument,
    /// `$((…))`: ends before a `)` that closes nothing.
    Arithmetic,
    /// The word in `${x-word}`: ends before `}`.
    Braced,
    /// The word in `${x-word}` inside double quotes.
    BracedDouble,
    /// The word in `${x-word}` inside a here-document or arithmetic: `"` is not special.
    BracedHere,
    /// A pattern in the parentheses of `@(…)`: ends before `)`.
    Group,
    /// Between the brackets of `name[…]`: ends before `]`, or where it can be none.
    Subscript,
    /// One expression of `for ((…))`: ends before `;` or a `)` that closes nothing.
    Clause,
    /// In `${x:offset:length}`: ends before `:` or `}`.
    Offset,
    /// The pattern in `${x/pattern/replacement}`: ends before `/` or `}`.
    Pattern,
}

impl Quoting {
    pub(crate) fn is_quoted(self) -> bool {
        !matches!(
            self,
            Quoting::Word
                | Quoting::Braced
                | Quoting::Group
                | Quoting::Subscript
                | Quoting::Pattern
        )
    }

    /// An arithmetic expression or a part of one.
    pub(crate) fn is_arithmetic(self) -> bool {
        matches!(self, Quoting::Arithmetic | Quoting::Clause | Quoting::Offset)
    }

    pub(crate) fn is_braced(self) -> bool {
        matches!(self, Quoting::Braced | Quoting::BracedDouble | Quoting::BracedHere)
    }

    /// What the word of an expansion is in that is in this text.
    pub(crate) fn braced(self) -> Quoting {
        match self {
            Quoting::Word
            | Quoting::Braced
            | Quoting::Group
            | Quoting::Subscript
            | Quoting::Pattern => Quoting::Braced,
            Quoting::Double | Quoting::Toggled | Quoting::BracedDouble => Quoting::BracedDouble,
            Quoting::HereDocument
            | Quoting::Arithmetic
            | Quoting::Clause
            | Quoting::Offset
            | Quoting::BracedHere => Quoting::BracedHere,
        }
    }
}
