//! The shell execution environment (POSIX XCU 2.13) as a value.
//!
//! Everything that Unix keeps per process and a shell keeps on top of it. A subshell is a
//! clone; dropping the clone is all that restoring takes. What is large is shared and copied
//! when it is written to.

mod activation;
pub mod arguments;
pub mod arrays;
pub(crate) mod attributes;
pub mod binary;
pub mod compound;
mod computed;
pub mod disciplines;
mod exported;
pub mod fitted;
pub mod names;
pub mod references;
mod scopes;
mod state;
mod targets;
pub mod types;
pub mod written;

use crate::shared::Shared;
use crate::unwind::Unwind;
pub use activation::{Activation, Disciplined, Frame, Killed, Replacement, Successor, Temporary};
pub use exported::is_function;
use files::Slot;
use options::Options;
use separators::{RepeatedSpace, Separators};
use stage::OpenFile;
pub use state::{
    Function, Located, State, aliases, bindings, completions, coprocess, files, floats, history,
    jobs, matches, options, ordered, positional, separators, traps, variables,
};
use std::ops::{Deref, DerefMut};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::rc::Rc;
use syntax::{ByteString, Name, NameText};
use variables::{
    COMPUTED, CONVERTS, DISCIPLINE, ENDED, EXPORT, INNER, NESTED, READONLY, TYPED, Value, Variable,
};

/// The shell execution environment: what a child inherits, and what runs in it just now.
///
/// Fields of the state are read as the environment's own (`env.variables`); what runs is
/// `env.now`.
pub struct Environment {
    /// What is the process's.
    pub shared: Rc<Shared>,
    /// What a child inherits.
    pub state: State,
    /// What runs just now.
    pub now: Activation,
}

impl Deref for Environment {
    type Target = State;

    #[inline(always)]
    fn deref(&self) -> &State {
        &self.state
    }
}

impl DerefMut for Environment {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
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
    /// The value is an expression whose evaluation goes on in another process, or was ended by a signal.
    Unwound(Unwind),
}

impl From<Unwind> for AssignError {
    fn from(unwind: Unwind) -> Self {
        Self::Unwound(unwind)
    }
}

/// A stage of a pipeline receives its environment, with some pointers beside it, on a new stack:
/// more than 1,024 bytes cannot be.
const _: () = assert!(std::mem::size_of::<Environment>() <= 1024 - 48);

impl Environment {
    /// An environment without variables.
    pub fn new(shared: Rc<Shared>) -> Self {
        let state = State::new(shared.pid.get() as u32, shared.fresh());
        Self { shared, state, now: Activation::default() }
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
        let variable = self.state.variables.get_mut(name);
        if variable.flags & (READONLY | CONVERTS | COMPUTED) != 0 {
            // What a reference is to may be changed where the reference may not.
            if variable.flags & READONLY != 0 && !matches!(variable.value, Value::Reference(_)) {
                return Err(AssignError::ReadOnly(name));
            }
            return self.assign_specially(name, value);
        }
        if self.state.composed && !variable.is_set() {
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
        if name == names::LINENO && self.is_computed(name) {
            if rules.lineno_assignment_ends_meaning {
                self.variables.get_mut(name).flags &= !COMPUTED;
            } else if rules.lineno_assignment_shifts
                && let Value::Integer(number) = value
            {
                // It is the number of the next line. What is kept is the difference.
                value = Value::Integer(number.wrapping_sub(i64::from(self.now.shown_line()) + 1));
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
                    value = self.converted_or_default(name, Value::String(text))?;
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
        let rules = &self.rules().variables;
        let gone = rules.unset_ends_computing
            && names::is_computed(name)
            && name != names::PIPESTATUS
            && !(name == names::LAST_ARGUMENT && rules.last_argument_outlives_unset);
        let flags = if gone { ENDED } else { 0 };
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
            && self.now.locals.iter().any(|(local, _)| *local == name)
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
                    let before = std::mem::replace(&mut self.arg0, text);
                    if self.runs_file() {
                        self.seldom_mut().script.get_or_insert(before);
                    }
                }
            }
            names::BASH_COMPAT if self.rules().evaluation.heeds_bash_compat => {
                crate::builtins::shopt::follow_compatibility(self);
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

    /// The separators of fields, as IFS has them (XCU 2.6.5).
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
        if self.exported_functions().contains(&name) {
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
        self.now.frame.as_ref().map_or(0, |frame| frame.locals)
    }

    /// The innermost call of a function.
    pub fn function_frame(&self) -> Option<&Frame> {
        let mut frame = self.now.frame.as_deref()?;
        while frame.sourced.is_some() {
            frame = frame.outer.as_deref()?;
        }
        Some(frame)
    }

    /// Whether declarations are local to a function: or only to the innermost
    /// one that the `function` keyword has defined, if there is an enclosing one.
    pub fn has_scope(&self) -> bool {
        !self.rules().variables.scope_needs_function_keyword
            || self.now.frame.as_ref().is_some_and(|frame| frame.arg0.is_some())
    }

    // Files ----------------------------------------------------------------------------

    /// The open file of a descriptor number.
    pub fn file(&mut self, number: u32) -> Option<Rc<OpenFile>> {
        match self.files.get(number) {
            Slot::Open(file) => Some(file.clone()),
            Slot::Closed => None,
            Slot::Unknown => {
                let file = self.shared.inherit(number);
                if self.now.is_virtual
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
}

/// Joins byte strings.
pub fn concat(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}
