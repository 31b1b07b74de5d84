//! How control goes on: what other shells do with longjmp is a returned value here.
//!
//! A subshell boundary is where every [`Unwind`] stops (`evaluate::subshell`).

/// The result of evaluating something: carried on, or leaving what encloses it.
pub type Flow<T = ()> = Result<T, Unwind>;

/// The result of something whose errors, which have been reported, end nothing: None. What is asked for, and what
/// goes on in another process, leaves what encloses it all the same.
///
/// # Errors
/// An [`Unwind`] that is no error.
pub fn tolerated<T>(result: Flow<T>) -> Flow<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Unwind::Exit | Unwind::Error | Unwind::Discard(_) | Unwind::Soft) => Ok(None),
        Err(unwind) => Err(unwind),
    }
}

/// Why evaluation leaves what encloses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwind {
    /// `exit`, an error that ends the shell, or `set -e`: ends the environment with the status
    /// it has. Whoever unwinds has set the status.
    Exit,
    /// `return`: ends a function or a dot script; the status is set.
    Return,
    /// `break`: leaves that many loops.
    Break(u32),
    /// `continue`: goes on with the loop that many levels out.
    Continue(u32),
    /// The body goes on in a process of its own (this id), or the program that is all of it runs
    /// there: the boundary waits for it.
    Moved(i32),
    /// A signal whose action here is to end the environment.
    Signal(i32),
    /// An error that was reported, in bash's language: what was read with the command is left,
    /// and the text's next line runs. A subshell ends. The status is set.
    Discard(Consequence),
    /// An error of an expression that was reported: only the command that asked for that fails
    /// (`((`, `[[`, `let`), and nothing else sees it. The status is set.
    Soft,
    /// An error that was reported: ends a special builtin's shell, and returns an interactive
    /// one to its prompt. The status is set.
    Error,
}

/// What an error that leaves a line means to `set -e` and the ERR trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// It is a failure as others are.
    Failure,
    /// Nothing: bash's errors of arithmetic.
    None,
    /// Nothing, and it ends the texts that `eval`, `.` and `-c` run, too: bash's errors of subscripts and
    /// of the values of integer variables.
    OfTexts,
}
