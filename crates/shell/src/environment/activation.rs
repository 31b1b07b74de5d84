//! What runs just now in an environment: where it is in its script, and what only this run knows.
//!
//! A child never inherits an activation. A subshell begins one that knows what is around it
//! ([`Activation::for_subshell`]); a session begins an empty one for each script. So nothing of an
//! activation is ever reset by hand, and a field that is added is not inherited unless
//! `for_subshell` says so.

use super::arrays;
use super::files::Slot;
use super::options::Options;
use super::variables::Variable;
use dialect::evaluation::BreakInSubshell;
use stage::OpenFile;
use std::cell::Cell;
use std::rc::Rc;
use syntax::{ByteString, Name};

/// What an assignment before a command shadows for the time of the command.
#[derive(Clone, Default)]
pub struct Temporary {
    /// The variable; `None` where it stays as the command leaves it.
    pub name: Option<Name>,
    /// What it was.
    pub before: Variable,
    /// Calls of functions around the command.
    pub calls: u32,
    /// The command declares variables (bash).
    pub declares: bool,
}

/// A call of a function, or of a script by `.`, that has not returned.
pub struct Frame {
    /// The function.
    pub function: Name,
    /// What `$0` is: the name of the innermost enclosing function that the `function` keyword has defined.
    pub arg0: Option<Name>,
    /// The line of the call.
    pub line: u32,
    /// How many variables were local to the enclosing calls.
    pub locals: usize,
    /// The options outside of all functions that the `function` keyword has defined.
    pub base: Options,
    /// The file, where it is no function but `source` that was called.
    pub sourced: Option<ByteString>,
    /// The enclosing call.
    pub outer: Option<Rc<Frame>>,
}

/// A variable whose discipline function is running.
pub struct Disciplined {
    /// The variable.
    pub name: Name,
    /// Its element; None: it is no array, or all of its elements.
    pub element: Option<arrays::Key>,
    /// The one around it.
    pub outer: Option<Rc<Disciplined>>,
}

/// How a signal killed a command.
#[derive(Clone, Copy, Debug)]
pub struct Killed {
    /// The signal.
    pub signal: i32,
    /// It left a core dump.
    pub dumped: bool,
    /// The process, if it was one.
    pub pid: Option<i32>,
}

/// What `>;` and `<>;` do after the command.
#[derive(Clone)]
pub enum Replacement {
    /// A new file takes the place of another.
    File {
        /// The new one.
        beside: Vec<u8>,
        /// The other.
        path: Vec<u8>,
    },
    /// A file ends where it was read or written last.
    Cut(Rc<OpenFile>),
}

/// The file that standard input has become, for the reader of a script that comes from it; Some(None): closed.
pub type Successor = Rc<Cell<Option<Option<Rc<OpenFile>>>>>;

/// What runs just now.
#[derive(Default)]
pub struct Activation {
    // What a subshell takes over, being inside of it ------------------------------------
    /// Which of the conditions ERR, DEBUG and RETURN have an action that is running, by bits.
    pub acting: u8,
    /// Standard input is a pipe of this pipeline, or a redirection of something around this
    /// subshell.
    pub input_given: bool,
    /// The innermost variable whose discipline function is running.
    pub in_discipline: Option<Rc<Disciplined>>,
    /// The line of the command that runs.
    pub line: u32,
    /// How much less than it is shown: in a substitution whose lines count from the command's that it
    /// stands in. May wrap around.
    pub line_shift: u32,
    /// For a profile: the call that the line is of.
    pub(crate) place: u32,
    /// How many scripts deep that run in the process of their callers.
    pub nested: u8,
    /// How many subshells deep.
    pub level: u32,
    /// How deep in substitutions, `eval`, dot scripts and actions of traps: what `set -x`
    /// shows in bash's language.
    pub nesting: i32,
    /// How many of these are substitutions, which are subshells, too.
    pub substitutions: u32,
    /// How deep the command is that called this script, where it is nested.
    pub depth_outside: u32,
    /// Shares its process with the enclosing environment.
    pub is_virtual: bool,
    /// Loops around the command, within the function.
    pub loops: u32,
    /// The subshell is in a loop, which is not among `loops`.
    pub loop_outside: bool,
    /// Function calls around the command.
    pub calls: u32,
    /// Dot scripts around the command.
    pub dots: u32,
    /// `set -e` does not count here.
    pub errexit_ignored: bool,
    /// The innermost call.
    pub frame: Option<Rc<Frame>>,
    /// `command` runs a special builtin: errors end that, and not the shell.
    pub catches_errors: bool,
    /// What is declared is a member of this compound variable.
    pub prefix: Option<Name>,
    /// What `local` has to put back.
    pub locals: Vec<(Name, Variable)>,
    /// The variables of the functions that wait for the innermost one (ksh93): `scopes`.
    pub suspended: Vec<Vec<(Name, Variable)>>,
    /// What the assignments before a command shadow for its time.
    pub temporary: Vec<Temporary>,
    /// What dot commands in a subshell read: a process of its own goes on reading there.
    pub scripts: Vec<Rc<OpenFile>>,
    /// The file that a dot command reads, for messages.
    pub source: Option<ByteString>,
    /// Function calls and dot scripts around the trap's action.
    pub trap_depth: u32,
    // What a subshell begins without ----------------------------------------------------
    /// Where `exec` leaves another standard input for the reader of the script, if that reads standard input.
    pub other_input: Option<Successor>,
    /// The status of the last command substitution of the current command.
    pub substitution_status: Option<i32>,
    /// ^C has ended a job of an interactive shell: the enclosing loops end too, as far as the
    /// prompt.
    pub leaves_loops: bool,
    /// The parameter of whose value an expression says which part is meant.
    pub sliced: Option<syntax::tree::Reference>,
    /// Subscripts in the operands of the builtin that runs have been expanded (bash).
    pub literal_keys: bool,
    /// `exec` without operands has run: the redirections of the command stay.
    pub keeps_files: bool,
    /// How many `${ list; }` take what is written here: a program in the place of the process would write for nobody.
    pub captures: u32,
    /// Where the next traced command is shown.
    pub trace_file: Option<Rc<OpenFile>>,
    /// The status before the last `return`, for the RETURN trap.
    pub before_return: i32,
    /// The EXIT trap has begun.
    pub exiting: bool,
    /// Whether the environment ends since it had no room on the stack, or no memory.
    pub lacks_room: bool,
    /// What redirections in force have replaced, innermost last.
    pub saved_files: Vec<(u32, Slot)>,
    /// Where the redirections of the innermost call of a function or a builtin that has some begin in
    /// `saved_files`, plus one; 0: there is none.
    pub redirected_call: u32,
    /// What `>;` and `<>;` have to do: how many files were saved before, and what.
    pub replacements: Vec<(usize, Replacement)>,
    /// The process ends where this environment does.
    pub owns_process: bool,
    /// What killed a command, still to be reported.
    pub killed: Option<Killed>,
    /// In bash it does not tell what a signal has killed: a substitution, a program that is a
    /// stage of a pipeline.
    pub silent_deaths: bool,
    /// The signal that ended the last program or utility that a signal has ended.
    pub ended_by: i32,
    /// It opens the file of `$(<file)`, as the shell around it would: a trap of that shell ends the wait
    /// for the writer of a FIFO.
    pub opens_for_shell: bool,
    /// It waits for an external command that may catch an interrupt (cooperative exit).
    pub waits_cooperatively: bool,
    /// A command of this environment caught an interrupt, which traps of enclosing environments get.
    pub interrupt_was_taken: bool,
    /// Errors of expressions only make the command fail that they are in: `((`, `[[`, `let`.
    pub soft_command: Option<&'static str>,
    /// Running a trap's action (its `$?` at entry).
    pub trap_status: Option<i32>,
    /// Process substitutions of the command that is being expanded.
    pub process_files: Vec<crate::evaluate::process_substitution::Substituted>,
}

impl Activation {
    /// The activation that a session of the library begins for a script: its process is the host's.
    pub fn for_session() -> Self {
        Self { is_virtual: true, ..Self::default() }
    }

    /// The line of the command that runs, as LINENO and messages have it.
    #[inline]
    pub fn shown_line(&self) -> u32 {
        self.line.wrapping_sub(self.line_shift)
    }

    /// How deep it is in scripts, calls of functions, subshells and substitutions, `eval` and `.`.
    pub fn depth(&self) -> u32 {
        let texts = u32::try_from(self.nesting).unwrap_or(0).saturating_sub(self.substitutions);
        self.depth_outside + self.calls + self.level + texts
    }

    /// The activation of a subshell that begins here. `breaks`: which loops around it it has.
    #[inline(always)] // It is made in its place.
    pub fn for_subshell(&self, breaks: BreakInSubshell) -> Self {
        let (loops, loop_outside) = match breaks {
            BreakInSubshell::All => (self.loops, self.loop_outside),
            BreakInSubshell::OwnFirst => (0, self.loop_outside || self.loops > 0),
            BreakInSubshell::Own => (0, self.loop_outside),
        };
        Self {
            acting: self.acting,
            input_given: self.input_given
                || self.saved_files.iter().any(|(number, _)| *number == 0),
            in_discipline: self.in_discipline.clone(),
            line: self.line,
            line_shift: self.line_shift,
            place: self.place,
            nested: self.nested,
            level: self.level + 1,
            nesting: self.nesting,
            substitutions: self.substitutions,
            depth_outside: self.depth_outside,
            is_virtual: true,
            loops,
            loop_outside,
            calls: self.calls,
            dots: self.dots,
            errexit_ignored: self.errexit_ignored,
            frame: self.frame.clone(),
            catches_errors: self.catches_errors,
            prefix: self.prefix,
            locals: self.locals.clone(),
            suspended: self.suspended.clone(),
            temporary: self.temporary.clone(),
            scripts: self.scripts.clone(),
            source: self.source.clone(),
            trap_depth: self.trap_depth,
            ..Self::default()
        }
    }
}
