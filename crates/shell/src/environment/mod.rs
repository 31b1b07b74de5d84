//! The shell execution environment (POSIX XCU 2.13) as a value.
//!
//! Everything that Unix keeps per process and a shell keeps on top of it. A subshell is a
//! clone; dropping the clone is all that restoring takes. What is large is shared and copied
//! when it is written to.

pub mod aliases;
pub mod arguments;
pub mod arrays;
mod attributes;
pub mod binary;
pub mod bindings;
pub mod completions;
pub mod compound;
mod computed;
pub mod disciplines;
mod exported;
pub mod files;
pub mod fitted;
pub mod jobs;
pub mod names;
pub mod options;
mod options_of_ksh;
pub mod ordered;
pub mod positional;
pub mod references;
mod scopes;
pub mod separators;
mod targets;
pub mod traps;
pub mod types;
pub mod variables;
pub mod written;

use crate::shared::Shared;
use aliases::Aliases;
use files::{Files, Slot};
use jobs::Jobs;
use options::Options;
use positional::Positional;
use separators::{RepeatedSpace, Separators};
use stage::OpenFile;
use std::collections::BTreeMap;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::rc::Rc;
use syntax::tree::Command;
use syntax::{ByteString, Name, NameText};
use traps::Traps;
use utilities::Utility;
use variables::{
    COMPUTED, CONVERTS, DISCIPLINE, EXPORT, INNER, NAMED, NESTED, READONLY, TYPED, Value, Variable,
    Variables,
};

/// A function: its body and where it was defined.
#[derive(Clone)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// The names of its parameters, where arithmetic calls it.
    pub parameters: Rc<[Name]>,
    /// What it runs.
    pub body: Rc<Command>,
    /// The line of its definition.
    pub line: u32,
    /// Its text.
    pub source: Rc<[u8]>,
    /// The script it was defined in.
    pub file: ByteString,
    /// It has a program look at the id of its parent ([`crate::effects::identifies`]).
    pub identifies: bool,
    /// Defined with the `function` keyword: `$0` is its name and options are its own (ksh93),
    /// but in a script that is bash's.
    pub keyword: bool,
}

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

/// Where PATH led for a name.
#[derive(Clone)]
pub struct Located {
    /// The program.
    pub path: Rc<std::ffi::CStr>,
    /// The utility of the shell that does the same, and what it reproduces.
    pub utility: Option<(&'static Utility, utilities::Program)>,
    /// How often it was used, for `hash`.
    pub hits: std::cell::Cell<u32>,
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

/// The shell execution environment.
#[derive(Clone)]
pub struct Environment {
    /// What is the process's.
    pub shared: Rc<Shared>,
    /// Variables.
    pub variables: Variables,
    /// Functions, by the slot of their name.
    pub functions: Rc<Vec<Option<Rc<Function>>>>,
    /// Those that programs get as variables (`export -f`).
    pub exported_functions: Rc<Vec<Name>>,
    /// The completions that `complete` has defined.
    pub completions: completions::Completions,
    /// What `bind` and inputrc have said of keys.
    pub bindings: bindings::Bindings,
    /// Builtins that `enable -n` has turned off, by the bits of their slots.
    pub disabled: u128,
    /// The history list; None: none is kept.
    pub history: Option<Rc<crate::history::History>>,
    /// Which of the options of `shopt` that have no bit are not as they were, by bits.
    pub changed_shopts: u64,
    /// Functions that cannot be changed (`readonly -f`, bash).
    pub fixed_functions: Rc<Vec<Name>>,
    /// Functions that have their caller's actions for DEBUG and RETURN (bash).
    pub traced_functions: Option<Rc<Vec<Name>>>,
    /// Aliases.
    pub aliases: Rc<Aliases>,
    /// Options.
    pub options: Options,
    /// `$1`…
    pub positional: Positional,
    /// `$0`
    pub arg0: ByteString,
    /// Traps; None if there never was one.
    pub traps: Option<Rc<Traps>>,
    /// Which of the conditions ERR, DEBUG and RETURN have an action, by bits.
    pub watched: u8,
    /// Those of them whose action is running, by bits.
    pub acting: u8,
    /// The EXIT trap has begun.
    pub exiting: bool,
    /// Open files.
    pub files: Files,
    /// What redirections in force have replaced, innermost last.
    pub saved_files: Vec<(u32, Slot)>,
    /// Standard input is a pipe of this pipeline, or a redirection of something around this
    /// subshell.
    pub input_given: bool,
    /// Whether there may be discipline functions.
    pub has_disciplines: bool,
    /// The variables whose discipline functions are running.
    pub in_discipline: Vec<(Name, Option<arrays::Key>)>,
    /// What `>;` and `<>;` have to do: how many files were saved before, and what.
    pub replacements: Vec<(usize, crate::evaluate::redirect::Replacement)>,
    /// The working directory; None: the process's own.
    pub directory: Option<Rc<OwnedFd>>,
    /// The file mode creation mask; None: as the process began.
    pub umask: Option<u32>,
    /// `$?`
    pub status: i32,
    /// The status of the last command substitution of the current command.
    pub substitution_status: Option<i32>,
    /// `$!`
    pub background: Option<i32>,
    /// Jobs.
    pub jobs: Rc<Jobs>,
    /// In a subshell: the jobs of the enclosing environment, to be shown.
    pub outer_jobs: Option<Rc<Jobs>>,
    /// Where PATH led.
    pub hash: Rc<BTreeMap<Name, Located>>,
    separators: Option<Rc<Separators>>,
    /// Characters are UTF-8.
    pub utf8: bool,
    /// The line of the command that runs.
    pub line: u32,
    /// For a profile: the call that the line is of.
    pub(crate) place: u32,
    /// How many scripts deep that run in the process of their callers.
    pub nested: u8,
    /// How many subshells deep.
    pub level: u32,
    /// How deep in substitutions, `eval`, dot scripts and actions of traps: what `set -x`
    /// shows in bash's language.
    pub nesting: i32,
    /// Shares its process with the enclosing environment.
    pub is_virtual: bool,
    /// The process ends where this environment does.
    pub owns_process: bool,
    /// Strings of the process's environment that are no variables are not passed on.
    pub drops_foreign: bool,
    /// Loops around the command, within the function.
    pub loops: u32,
    /// The subshell is in a loop, which is not among `loops`.
    pub loop_outside: bool,
    /// Function calls around the command.
    pub calls: u32,
    /// How many there may be (FUNCNEST).
    pub most_calls: u32,
    /// Dot scripts around the command.
    pub dots: u32,
    /// ^C has ended a job of an interactive shell: the enclosing loops end too, as far as the
    /// prompt.
    pub leaves_loops: bool,
    /// `set -e` does not count here.
    pub errexit_ignored: bool,
    /// The innermost of those calls.
    pub frame: Option<Rc<Frame>>,
    /// What killed a command, still to be reported.
    pub killed: Option<Killed>,
    /// In bash it does not tell what a signal has killed: a substitution, a program that is a
    /// stage of a pipeline.
    pub silent_deaths: bool,
    /// The signal that ended the last program or utility that a signal has ended.
    pub ended_by: i32,
    /// It waits for an external command that may catch an interrupt (cooperative exit).
    pub waits_cooperatively: bool,
    /// A command of this environment caught an interrupt, which traps of enclosing environments get.
    pub interrupt_was_taken: bool,
    /// Errors of expressions only make the command fail that they are in: `((`, `[[`, `let`.
    pub soft_command: Option<&'static str>,
    /// The parameter of whose value an expression says which part is meant.
    pub sliced: Option<syntax::tree::Reference>,
    /// Such an error has happened; reported.
    pub failed_softly: bool,
    /// `command` runs a special builtin: errors end that, and not the shell.
    pub catches_errors: bool,
    /// Whether there has been a name reference.
    pub has_references: bool,
    /// A local variable shadows, or has shadowed, an exported one.
    pub hides_exports: bool,
    /// Whether there has been a compound variable, or a reference to an element.
    pub composed: bool,
    /// Matches become the array `.sh.match` at once, which the script has named (ksh93).
    pub keeps_matches: bool,
    /// For `.sh.match`.
    pub last_match: Option<Rc<crate::expand::groups::LastMatch>>,
    /// Types.
    pub types: Rc<types::Types>,
    /// Subscripts in the operands of the builtin that runs have been expanded (bash).
    pub literal_keys: bool,
    /// What is declared is a member of this compound variable.
    pub prefix: Option<Name>,
    /// What `local` has to put back.
    pub locals: Vec<(Name, Variable)>,
    /// The variables of the functions that wait for the innermost one (ksh93): `scopes`.
    pub suspended: Vec<Vec<(Name, Variable)>>,
    /// What the assignments before a command shadow for its time.
    pub temporary: Vec<Temporary>,
    /// The place within an argument of getopts.
    pub getopts_place: usize,
    /// The state of RANDOM.
    pub random: u32,
    /// What SECONDS counts from, in seconds since the shell began.
    pub seconds_from: f64,
    /// The subshell whose random numbers these are (ksh93).
    pub random_level: u32,
    /// What SRANDOM is less than; 0: nothing (ksh93).
    pub random_bound: u32,
    /// Names this state of the exported variables.
    pub exports: u64,
    /// The command is the last thing that the process does.
    pub last: bool,
    /// The command is all of a command substitution.
    pub only: bool,
    /// A process of a command substitution that still has to be waited for.
    pub unfinished: Option<i32>,
    /// `exec` without operands has run: the redirections of the command stay.
    pub keeps_files: bool,
    /// What dot commands in a subshell read: a process of its own goes on reading there.
    pub scripts: Vec<Rc<OpenFile>>,
    /// The file that a dot command reads, for messages.
    pub source: Option<ByteString>,
    /// Where the next traced command is shown.
    pub trace_file: Option<Rc<OpenFile>>,
    /// Running a trap's action (its `$?` at entry).
    pub trap_status: Option<i32>,
    /// Function calls and dot scripts around the trap's action.
    pub trap_depth: u32,
    /// The coprocess.
    pub coprocess: Option<crate::evaluate::coprocess::Coprocess>,
    /// The last argument of the last command: `$_`.
    pub last_argument: ByteString,
    /// The statuses of the last pipeline; None: of one command.
    pub pipe_statuses: Option<Rc<[i32]>>,
    /// The text of the command that ran last outside of traps: BASH_COMMAND.
    pub command_text: ByteString,
    /// What `pushd` has kept, the latest last.
    pub directories: Rc<Vec<ByteString>>,
    /// Descriptors of process substitutions of the command that is being expanded.
    pub process_files: Vec<u32>,
}

/// Why a variable could not be changed.
///
/// It has to stay as small as it is: every assignment gives it back in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignError {
    /// The variable is read-only.
    ReadOnly(Name),
    /// The references that begin with this one lead back to it.
    Circular(Name),
    /// All elements of an array were to be assigned at once, by a reference to `name[@]`.
    AllElements(Name),
    /// There is nothing that the variable could be a member of.
    NoParent(Name),
    /// The variable is a member that the type of its parent does not have.
    NotAnElement(Name),
    /// A reference was to refer to this text, which is no name.
    InvalidTarget(Name),
    /// The variable takes numbers, or words of an enumeration, and the value is none. That has
    /// been reported.
    NotConverted(Name),
}

/// A stage of a pipeline receives its environment, with some pointers beside it, on a new stack:
/// more than 1,024 bytes cannot be.
const _: () = assert!(std::mem::size_of::<Environment>() <= 1024 - 48);

/// The options that are on when a shell begins.
const OPTIONS_AT_START: u64 = Options::INPROCESS
    | Options::PARALLEL
    | Options::BRACEEXPAND
    | Options::EXTGLOB
    | Options::EXPANDALIASES;

impl Environment {
    /// An environment without variables.
    pub fn new(shared: Rc<Shared>) -> Self {
        let random = shared.pid.get() as u32;
        let exports = shared.fresh();
        Self {
            shared,
            variables: Variables::default(),
            functions: Rc::default(),
            exported_functions: Rc::default(),
            completions: Rc::default(),
            bindings: Rc::default(),
            disabled: 0,
            history: None,
            changed_shopts: 0,
            fixed_functions: Rc::default(),
            traced_functions: None,
            aliases: Rc::default(),
            options: Options::new(OPTIONS_AT_START),
            positional: Positional::default(),
            arg0: ByteString::EMPTY,
            traps: None,
            watched: 0,
            acting: 0,
            exiting: false,
            files: Files::default(),
            saved_files: Vec::new(),
            input_given: false,
            has_disciplines: false,
            in_discipline: Vec::new(),
            replacements: Vec::new(),
            directory: None,
            umask: None,
            status: 0,
            substitution_status: None,
            background: None,
            jobs: Rc::default(),
            outer_jobs: None,
            hash: Rc::default(),
            separators: None,
            utf8: false,
            line: 0,
            place: 0,
            nested: 0,
            level: 0,
            nesting: 0,
            is_virtual: false,
            owns_process: false,
            drops_foreign: false,
            loops: 0,
            loop_outside: false,
            leaves_loops: false,
            calls: 0,
            most_calls: u32::MAX,
            dots: 0,
            errexit_ignored: false,
            frame: None,
            killed: None,
            silent_deaths: false,
            ended_by: 0,
            waits_cooperatively: false,
            interrupt_was_taken: false,
            soft_command: None,
            sliced: None,
            failed_softly: false,
            catches_errors: false,
            has_references: false,
            literal_keys: false,
            hides_exports: false,
            composed: false,
            keeps_matches: false,
            last_match: None,
            types: Rc::default(),
            prefix: None,
            locals: Vec::new(),
            suspended: Vec::new(),
            temporary: Vec::new(),
            getopts_place: 0,
            random,
            seconds_from: 0.0,
            random_level: 0,
            random_bound: 0,
            exports,
            last: false,
            only: false,
            unfinished: None,
            keeps_files: false,
            scripts: Vec::new(),
            source: None,
            trace_file: None,
            trap_status: None,
            trap_depth: 0,
            coprocess: None,
            last_argument: ByteString::EMPTY,
            pipe_statuses: None,
            command_text: ByteString::EMPTY,
            directories: Rc::default(),
            process_files: Vec::new(),
        }
    }

    // Variables ------------------------------------------------------------------------

    /// The text of a variable; None if unset.
    pub fn value(&mut self, name: Name) -> Option<ByteString> {
        let name = self.resolved(name);
        if self.is_computed(name) {
            return self.computed(name).text();
        }
        let variable = self.variables.get(name);
        match &variable.value {
            Value::Unset if self.composed => self.value_inside(name),
            Value::Reference(target) if *target != name => {
                self.warn_of_circle(name);
                None
            }
            Value::Compound(_) => match self.own_value(name) {
                Some(slot) => self.value(slot),
                None => Some(self.tree(name)),
            },
            Value::Indexed(_) if variable.flags & (NESTED | DISCIPLINE) != 0 => {
                self.element(name, &arrays::Key::Index(0))
            }
            Value::Associative(_) if variable.flags & NESTED != 0 => {
                self.element(name, &arrays::Key::Text(b"0".to_vec()))
            }
            value => value.text(),
        }
    }

    /// The text of a variable that is not computed.
    pub fn text(&self, name: Name) -> Option<ByteString> {
        self.variables.get(name).value.text()
    }

    /// Assigns to a variable; through a name reference, to what it refers to.
    ///
    /// # Errors
    /// Why the variable cannot have the value; only [`AssignError::NotConverted`] has been
    /// reported.
    #[inline]
    pub fn assign(&mut self, name: Name, value: Value) -> Result<(), AssignError> {
        let all_export = self.options.has(Options::ALLEXPORT) && self.can_be_exported(name);
        let variable = self.variables.get_mut(name);
        if variable.flags & (READONLY | CONVERTS | COMPUTED) != 0 {
            // What a reference is to may be changed where the reference may not.
            if variable.flags & READONLY != 0 && !matches!(variable.value, Value::Reference(_)) {
                return Err(AssignError::ReadOnly(name));
            }
            return self.assign_specially(name, value);
        }
        if self.composed && !variable.is_set() {
            return self.assign_specially(name, value);
        }
        variable.value = value;
        if all_export {
            variable.flags |= EXPORT;
        }
        if variable.flags & EXPORT != 0 {
            self.exports = self.shared.fresh();
        }
        if names::has_meaning(name) {
            self.on_special_assignment(name);
        }
        Ok(())
    }

    /// What a name stands for: itself, or what a reference leads to.
    #[inline]
    pub fn resolved(&self, name: Name) -> Name {
        let mut steps = 16;
        self.resolved_in(name, &mut steps)
    }

    /// What a name stands for, as [`Self::resolved`] has it, in so many steps at most.
    #[inline]
    fn resolved_in(&self, name: Name, steps: &mut u32) -> Name {
        let mut target = name;
        while *steps > 0 {
            *steps -= 1;
            match self.variables.get(target).value {
                Value::Reference(next) => target = next,
                Value::Unset if self.composed => return self.resolved_inside(target, steps),
                _ => return target,
            }
        }
        // To nothing, or in a circle.
        name
    }

    fn assign_specially(&mut self, name: Name, value: Value) -> Result<(), AssignError> {
        let target = self.resolved(name);
        if target != name {
            return self.assign(target, value);
        }
        if matches!(self.variables.get(name).value, Value::Reference(_)) {
            if self.is_circular(name) {
                return Err(AssignError::Circular(name));
            }
            // The value of a reference to nothing yet (to itself) is what it refers to.
            let text = value.text().unwrap_or_default();
            if syntax::names::is_name(&text) {
                let target = self.shared.names.intern(&text);
                self.variables.get_mut(name).value = Value::Reference(target);
            } else if let Some(target) = self.target_by_text(&text) {
                self.variables.get_mut(name).value = Value::Reference(target);
            } else if self.rules().variables.invalid_target_is_refused {
                return Err(AssignError::InvalidTarget(self.shared.names.intern(&text)));
            }
            return Ok(());
        }
        if self.variables.get(name).flags & TYPED != 0 {
            return self.assign_instance(name, value);
        }
        let mut value = self.converted(name, value)?;
        let rules = &self.rules().variables;
        if name == names::LINENO && self.is_computed(name) && rules.lineno_assignment_shifts {
            // It is the number of the next line. What is kept is the difference.
            if let Value::Integer(number) = value {
                value = Value::Integer(number.wrapping_sub(i64::from(self.line) + 1));
            }
        }
        if name == names::SRANDOM && self.is_computed(name) && rules.srandom_assignment_bounds {
            // It is less than that from now on.
            self.random_bound = match value {
                Value::Integer(bound) => bound as u32,
                _ => 0,
            };
            return Ok(());
        }
        if self.has_disciplines {
            let text = value.text().unwrap_or_default();
            // Of an array it is the first element.
            let first = arrays::Key::Index(0);
            let key = self.variables.get(name).value.is_array().then_some(&first);
            match self.disciplined_change(name, key, b"set", text) {
                Some(disciplines::Change::To(text)) => {
                    value = self.converted_or_default(name, Value::String(text));
                }
                Some(disciplines::Change::Refused) => return Ok(()),
                None => {}
            }
        }
        if self.composed {
            if !self.variables.get(name).is_set() {
                match self.assign_inside(name, value)? {
                    Some(given) => value = given,
                    None => return Ok(()),
                }
            }
            let zero = arrays::Key::Index(0);
            if matches!(self.variables.get(name).value, Value::Compound(_)) {
                self.drop_inside(name);
            } else if let Some(slot) = self.nested(name, &zero) {
                self.drop_inside(slot);
                self.put(slot, Variable::default());
            }
        }
        let variable = self.variables.get_mut(name);
        if rules.declared_arrays_stay_unset && variable.value.is_array() {
            variable.flags &= !variables::DECLARED;
        }
        match &mut variable.value {
            Value::Indexed(array) => {
                Rc::make_mut(array).insert(0, value.text().unwrap_or_default());
            }
            Value::Associative(array) => {
                Rc::make_mut(array).insert(b"0".to_vec(), value.text().unwrap_or_default());
            }
            place => *place = value,
        }
        if self.options.has(Options::ALLEXPORT) && self.can_be_exported(name) {
            self.variables.get_mut(name).flags |= EXPORT;
        }
        if self.variables.get(name).flags & EXPORT != 0 {
            self.exports = self.shared.fresh();
        }
        if names::has_meaning(name) {
            self.on_special_assignment(name);
        }
        Ok(())
    }

    /// Whether programs can get a variable: not what ksh93 has in others or of its own.
    fn can_be_exported(&self, name: Name) -> bool {
        self.rules().variables.members_are_exported || !self.name(name).contains(&b'.')
    }

    /// Assigns a text to a variable.
    ///
    /// # Errors
    /// Those of [`assign`](Self::assign).
    pub fn assign_text(&mut self, name: Name, text: &[u8]) -> Result<(), AssignError> {
        self.assign(name, Value::String(text.into()))
    }

    /// Removes a variable and its attributes; a member of a type gets its default again (ksh93).
    ///
    /// # Errors
    /// [`AssignError::ReadOnly`].
    pub fn unset(&mut self, name: Name) -> Result<(), AssignError> {
        if self.variables.get(name).flags & READONLY != 0 {
            return Err(AssignError::ReadOnly(name));
        }
        if self.has_disciplines {
            self.end_disciplines(name);
        }
        if !self.types.definitions.is_empty() {
            if let Some(default) = self.default_of_member(name) {
                return self.copy_kept(default, name);
            }
            self.end_instance(name);
        }
        self.drop_inside(name);
        let gone = self.rules().variables.unset_ends_computing && names::is_computed(name);
        // Not computed any more.
        let flags = if gone { NAMED } else { 0 };
        self.put(name, Variable { flags, ..Variable::default() });
        Ok(())
    }

    /// Puts a variable in place as it is, whatever was there: what restores, and cannot fail.
    pub fn put(&mut self, name: Name, variable: Variable) {
        let slot = self.variables.get_mut(name);
        let exported = (slot.flags | variable.flags) & EXPORT != 0;
        *slot = variable;
        if exported {
            self.exports = self.shared.fresh();
        }
        if names::has_meaning(name) {
            self.on_special_assignment(name);
        }
    }

    /// Adds attributes to a variable.
    pub fn mark(&mut self, name: Name, mut flags: u32) {
        if flags & READONLY != 0
            && self.rules().variables.readonly_local_can_be_shadowed
            && self.locals.iter().any(|(local, _)| *local == name)
        {
            flags |= INNER;
        }
        if flags & EXPORT != 0 {
            self.exports = self.shared.fresh();
            if names::never_changes(name) && self.is_computed(name) {
                // Programs get variables that have values.
                self.variables.get_mut(name).value = self.computed(name);
            }
        }
        self.variables.get_mut(name).flags |= flags;
        if flags & READONLY != 0 && self.composed && self.rules().variables.readonly_covers_elements
        {
            self.fix_elements(name);
        }
    }

    /// Does what follows from a change of a variable that the shell itself uses.
    fn on_special_assignment(&mut self, name: Name) {
        match name {
            names::PATH => self.hash = Rc::default(),
            names::IFS => self.separators = None,
            names::LC_ALL | names::LC_CTYPE | names::LANG => {
                self.utf8 = self.locale_is_utf8();
                self.separators = None;
            }
            names::OPTIND => self.getopts_place = 0,
            names::BASH_ARGV0 if self.rules().variables.bash_argv0_sets_arg0 => {
                if let Some(text) = self.text(name) {
                    self.arg0 = text;
                }
            }
            names::POSIXLY_CORRECT => {
                let on = self.variables.get(name).is_set();
                let posix = self.options.has(self.options.own(Options::POSIX));
                if self.rules().variables.posixly_correct_switches && posix != on {
                    self.follow_posix_of_bash(on);
                }
            }
            names::FUNCNEST => {
                let most = u32::try_from(self.integer_or_zero(name)).ok();
                self.most_calls = most.filter(|most| *most > 0).unwrap_or(u32::MAX);
            }
            names::SECONDS => {
                let elapsed = self.shared.elapsed();
                self.seconds_from = match self.variables.get(name).value {
                    Value::Float(value, ..) => elapsed.as_secs_f64() - value,
                    _ if self.rules().variables.seconds_keep_fraction => {
                        elapsed.as_secs_f64() - self.integer_or_zero(name) as f64
                    }
                    _ => elapsed.as_secs() as f64 - self.integer_or_zero(name) as f64,
                };
            }
            names::RANDOM => {
                self.random = self.integer_or_zero(name) as u32;
                self.random_level = self.level;
            }
            _ => {}
        }
    }

    /// POSIX mode of bash, and what follows from it.
    pub fn follow_posix_of_bash(&mut self, on: bool) {
        self.options.set(Options::BASHPOSIX, on);
        self.options.set(Options::INHERITERREXIT, on);
        if !self.options.has(Options::INTERACTIVE) {
            self.options.set(Options::EXPANDALIASES, on);
        }
    }

    fn integer_or_zero(&self, name: Name) -> i64 {
        match &self.variables.get(name).value {
            Value::Integer(number) => *number,
            Value::String(text) => match text.strip_prefix(b"-") {
                Some(digits) => -syntax::arithmetic::number(digits).unwrap_or(0),
                None => syntax::arithmetic::number(text).unwrap_or(0),
            },
            Value::Float(number, ..) => *number as i64,
            _ => 0,
        }
    }

    /// Whether the locale that the variables name has UTF-8 characters (POSIX XBD 8.2).
    fn locale_is_utf8(&self) -> bool {
        [names::LC_ALL, names::LC_CTYPE, names::LANG]
            .iter()
            .filter_map(|&name| self.text(name))
            .find(|text| !text.is_empty())
            .is_some_and(|text| {
                let lower = text.to_ascii_lowercase();
                byte_search::memmem::find(&lower, b"utf-8").is_some()
                    || byte_search::memmem::find(&lower, b"utf8").is_some()
            })
    }

    /// What separates fields.
    pub fn separators(&mut self) -> Rc<Separators> {
        if let Some(separators) = &self.separators {
            return separators.clone();
        }
        let value = self.text(names::IFS);
        let repeated = match self.rules().variables.repeated_ifs_space_separates {
            true => RepeatedSpace::Separates,
            false => RepeatedSpace::AsOne,
        };
        let separators = Rc::new(Separators::new(value.as_deref(), self.utf8, repeated));
        self.separators = Some(separators.clone());
        separators
    }

    /// The text of a name.
    pub fn name(&self, name: Name) -> NameText {
        self.shared.names.text(name)
    }

    // Functions ------------------------------------------------------------------------

    /// The functions that there are, in the order of their names.
    pub fn function_names(&self) -> Vec<(NameText, Name)> {
        let mut names: Vec<(NameText, Name)> = (0..)
            .map(Name)
            .zip(self.functions.iter())
            .filter(|(_, function)| function.is_some())
            .map(|(name, _)| (self.name(name), name))
            .collect();
        utilities::sorting::sort(&mut names);
        names
    }

    /// The function of a name.
    #[inline]
    pub fn function(&self, name: Name) -> Option<&Rc<Function>> {
        self.functions.get(name.0 as usize)?.as_ref()
    }

    /// Defines a function, or removes it.
    pub fn set_function(&mut self, name: Name, function: Option<Rc<Function>>) {
        let index = name.0 as usize;
        if self.exported_functions.contains(&name) {
            self.exports = self.shared.fresh();
        }
        if function.is_none() && self.functions.len() <= index {
            return;
        }
        let functions = Rc::make_mut(&mut self.functions);
        if functions.len() <= index {
            functions.resize(index + 1, None);
        }
        functions[index] = function;
    }

    /// Where the variables that are local to the innermost call begin.
    pub fn first_local(&self) -> usize {
        self.frame.as_ref().map_or(0, |frame| frame.locals)
    }

    /// The innermost call of a function.
    pub fn function_frame(&self) -> Option<&Frame> {
        let mut frame = self.frame.as_deref()?;
        while frame.sourced.is_some() {
            frame = frame.outer.as_deref()?;
        }
        Some(frame)
    }

    /// Whether declarations are local to a function: or only to the innermost
    /// one that the `function` keyword has defined, if there is an enclosing one.
    pub fn has_scope(&self) -> bool {
        !self.rules().variables.scope_needs_function_keyword
            || self.frame.as_ref().is_some_and(|frame| frame.arg0.is_some())
    }

    // Files ----------------------------------------------------------------------------

    /// The open file of a descriptor number.
    pub fn file(&mut self, number: u32) -> Option<Rc<OpenFile>> {
        match self.files.get(number) {
            Slot::Open(file) => Some(file.clone()),
            Slot::Closed => None,
            Slot::Unknown => {
                let file = self.shared.inherit(number);
                if self.is_virtual
                    && let Some(file) = &file
                {
                    // The enclosing environments have it too, without knowing yet.
                    self.shared.keep_file(file.clone());
                }
                self.files.set(
                    number,
                    match &file {
                        Some(file) => Slot::Open(file.clone()),
                        None => Slot::Closed,
                    },
                );
                file
            }
        }
    }

    /// The working directory, for openat() and its kin.
    pub fn directory(&self) -> BorrowedFd<'_> {
        match &self.directory {
            Some(fd) => fd.as_fd(),
            None => rustix::fs::CWD,
        }
    }

    /// The working directory's descriptor, where it is not the process's own.
    pub fn directory_fd(&self) -> Option<RawFd> {
        self.directory.as_ref().map(|fd| fd.as_raw_fd())
    }

    /// Brings the process's file mode creation mask in line with this environment's.
    pub fn synchronise_umask(&self) {
        if self.shared.is_session() {
            // Programs get it with their launch, and files when they are made.
            return;
        }
        if self.umask == self.shared.umask.get() {
            return;
        }
        let wanted = match self.umask {
            Some(mask) => mask,
            None => match self.shared.initial_umask.get() {
                Some(mask) => mask,
                None => return,
            },
        };
        launch::process::umask(wanted);
        self.shared.umask.set(self.umask);
    }

    /// The behaviours of the language that is spoken.
    #[inline]
    pub fn rules(&self) -> &'static dialect::Rules {
        self.options.rules()
    }
}

/// Joins byte strings.
pub fn concat(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}
