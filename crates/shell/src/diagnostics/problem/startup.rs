//! What can go wrong before the first command: in the shell's own arguments and in what it is started
//! with.
//!
//! Part of `Problem`. The words are in `own/startup.rs`, and in the files of that name of voices that say
//! it otherwise.

/// Something that went wrong when the shell began.
#[derive(Clone, Copy, Debug)]
pub enum StartupProblem<'a> {
    /// Something is wrong with an option: the option as it was written, and what.
    Option(&'a [u8], OptionFault),
    /// There is no such option.
    UnknownOption {
        /// The option, with its dashes.
        option: &'a [u8],
        /// The long option that may have been meant, without dashes.
        near: Option<&'static str>,
    },
    /// There is no option with this letter.
    UnknownLetter(u8),
    /// `-o` of a name that no option has.
    UnknownName {
        /// The name.
        name: &'a [u8],
        /// The name that may have been meant.
        near: Option<&'static str>,
    },
    /// `-c` without a command.
    CommandMissing,
    /// What `--confine` names is no policy, or the kernel refuses it; the reason.
    NotConfined(&'a str),
    /// The rights of another user could not be given up; the system's reason.
    RightsKept(&'a str),
    /// The script could not be opened.
    NotOpened {
        /// Its name.
        path: &'a [u8],
        /// The system's reason.
        reason: &'a str,
    },
    /// The file that FORKLESS_PROFILE names cannot be used.
    ProfileRefused {
        /// Its name.
        path: &'a [u8],
        /// Why.
        reason: &'a str,
    },
    /// The file of a profile cannot be read.
    ProfileNotRead {
        /// Its name.
        path: &'a [u8],
        /// The system's reason.
        reason: &'a str,
    },
    /// A file has no profile in it: its name.
    NoProfile(&'a [u8]),
    /// The shell was called by the name of a utility, which does not do what the arguments ask for, and the system
    /// has no other program of this name: why.
    NoOtherProgram(&'a str),
    /// The path of the shell's own program cannot be found out.
    OwnPathUnknown,
    /// A link for `--install` could not be made.
    LinkRefused {
        /// Where.
        directory: &'a [u8],
        /// The system's reason.
        reason: &'a str,
    },
}

/// What is wrong with an option of the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionFault {
    /// It lacks its file.
    FileMissing,
    /// It takes one file.
    OneFile,
    /// It lacks its directory.
    DirectoryMissing,
    /// It takes one directory.
    OneDirectory,
    /// It takes no operand.
    NoOperand,
    /// It lacks the name of an option.
    NameMissing,
    /// It lacks what it allows.
    PolicyMissing,
    /// It names no format of a profile.
    NoFormat,
}
