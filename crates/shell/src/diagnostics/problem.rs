//! What can go wrong, with its operands.

/// Something that went wrong: what the interpreter knows of it, and no words.
#[derive(Clone, Copy, Debug)]
pub enum Problem<'a> {
    // Variables ------------------------------------------------------------------------
    /// A read-only variable was to be changed: its name.
    ReadOnly(&'a [u8]),
    /// A variable that the restricted shell protects was to be changed: its name.
    Restricted(&'a [u8]),
    /// All elements of an array were to be assigned at once: the array with its subscript.
    BadSubscript(&'a [u8]),
    /// A member was to be assigned of a compound variable that is not there: the member's name.
    NoParent(&'a [u8]),
    /// What a name reference was to refer to is no name.
    InvalidTarget(&'a [u8]),
    /// An array of a type has no such member.
    NoElement {
        /// The member.
        member: &'a [u8],
        /// The variable that does not have it.
        parent: &'a [u8],
    },
    /// A name reference leads back to itself: its name.
    CircularReference(&'a [u8]),
    // Words and expansions -------------------------------------------------------------

    // Redirections ---------------------------------------------------------------------
    /// A descriptor's number is larger than the process may have.
    DescriptorTooLarge(u32),
    /// The word of `>&word`, or the value of the variable in `{name}>&-`, is no descriptor.
    NoDescriptor {
        /// What it expanded to.
        text: &'a [u8],
        /// How it is written, where that is only a variable.
        source: Option<&'a [u8]>,
    },
    /// The descriptor of `>&word` is not open.
    ClosedDescriptor {
        /// What the word expanded to.
        text: &'a [u8],
        /// How it is written, where that is only a variable.
        source: Option<&'a [u8]>,
    },
    /// The word of a redirection does not give one field: how it is written, where that is only a
    /// variable.
    AmbiguousRedirection(Option<&'a [u8]>),
    /// A file could not be opened, created or replaced.
    FileRefused {
        /// What was to be done with it.
        action: FileAction,
        /// Its name.
        path: &'a [u8],
        /// The system's reason.
        reason: &'a str,
    },
    /// `>` under noclobber: the file exists.
    FileExists(&'a [u8]),

    /// The restricted shell opens no file for output: the file.
    RestrictedOutput(&'a [u8]),
    // Commands -------------------------------------------------------------------------
    /// There is no command of this name.
    CommandNotFound(&'a [u8]),
    /// There is no program of this name that `exec` could run.
    ExecNotFound(&'a [u8]),
    /// A command's file cannot be executed.
    CannotExecute {
        /// The command's name.
        name: &'a [u8],
        /// The system's reason.
        reason: &'a str,
        /// Whether the file is a directory.
        is_directory: bool,
    },
    /// The restricted shell runs no command whose name has a slash: its name.
    RestrictedCommand(&'a [u8]),
    /// What a function, a loop's variable or a coprocess is to be called is no name.
    InvalidName(&'a [u8]),
    /// A function is to be called like a special builtin.
    SpecialBuiltin(&'a [u8]),
    /// A builtin cannot write its output.
    WriteFailed {
        /// The builtin.
        command: &'a str,
        /// The system's reason.
        reason: &'a str,
    },
    /// A signal has ended a command.
    Killed {
        /// Its process.
        pid: i32,
        /// The signal, in words.
        description: &'a str,
        /// The process left a core file.
        dumped: bool,
        /// The command's text.
        command: &'a [u8],
    },
    // Builtins -------------------------------------------------------------------------

    // Syntax and arithmetic ------------------------------------------------------------
}

/// What was to be done with a file.
#[derive(Clone, Copy, Debug)]
pub enum FileAction {
    /// Opened.
    Open,
    /// Created, or opened to be written.
    Create,
    /// Replaced by another.
    Replace,
}
