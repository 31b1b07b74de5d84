//! What a child inherits of an environment: the state.
//!
//! This module and those in it are data: they know nothing of the interpreter above them, of the
//! process, or of one another's meaning to a script. `tests/sources` holds that nothing here refers
//! to anything of this crate outside of it.

pub mod aliases;
pub mod bindings;
pub mod completions;
pub mod coprocess;
pub mod files;
pub mod floats;
pub mod history;
pub mod jobs;
pub mod matches;
pub mod options;
mod options_of_ksh;
pub mod ordered;
pub mod positional;
pub mod separators;
pub mod traps;
pub mod types;
pub mod variables;

use aliases::Aliases;
use files::Files;
use jobs::Jobs;
use options::Options;
use positional::Positional;
use separators::Separators;
use std::collections::BTreeMap;
use std::os::fd::OwnedFd;
use std::rc::Rc;
use syntax::{ByteString, FunctionBody, Name};
use traps::{Action, DEBUG, ERR, RETURN, Traps};
use utilities::Utility;
use variables::Variables;

/// A function: its body and where it was defined.
#[derive(Clone)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// The names of its parameters, where arithmetic calls it.
    pub parameters: Rc<[Name]>,
    /// What it runs.
    pub body: Rc<FunctionBody>,
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

/// A part of the state that few scripts have.
#[derive(Clone, Default)]
pub struct Seldom {
    /// Functions that programs get as variables (`export -f`).
    pub exported_functions: Rc<Vec<Name>>,
    /// Functions that cannot be changed (`readonly -f`, bash).
    pub fixed_functions: Rc<Vec<Name>>,
    /// Functions that have their caller's actions for DEBUG and RETURN (bash).
    pub traced_functions: Rc<Vec<Name>>,
    /// The name of the script, where BASH_ARGV0 has changed `$0` since.
    pub script: Option<ByteString>,
}

/// What a child inherits. A clone shares what neither changes.
#[derive(Clone)]
pub struct State {
    /// Variables.
    pub variables: Variables,
    /// Functions, by the slot of their name.
    pub functions: Rc<Vec<Option<Rc<Function>>>>,
    /// The completions that `complete` has defined.
    pub completions: completions::Completions,
    /// What `bind` and inputrc have said of keys.
    pub bindings: bindings::Bindings,
    /// Builtins that `enable -n` has turned off, by the bits of their slots.
    pub disabled: u128,
    /// The history list; None: none is kept.
    pub history: Option<Rc<history::History>>,
    /// Which of the options of `shopt` that have no bit are not as they were, by bits.
    pub changed_shopts: u64,
    /// What few scripts have; None: nothing of it.
    pub seldom: Option<Rc<Seldom>>,
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
    /// Open files.
    pub files: Files,
    /// Whether there may be discipline functions.
    pub has_disciplines: bool,
    /// The working directory; None: the process's own.
    pub directory: Option<Rc<OwnedFd>>,
    /// The file mode creation mask; None: as the process began.
    pub umask: Option<u32>,
    /// `$?`
    pub status: i32,
    /// `$!`
    pub background: Option<i32>,
    /// Jobs.
    pub jobs: Rc<Jobs>,
    /// In a subshell: the jobs of the enclosing environment, to be shown.
    pub outer_jobs: Option<Rc<Jobs>>,
    /// Where PATH led.
    pub hash: Rc<BTreeMap<Name, Located>>,
    pub(super) separators: Option<Rc<Separators>>,
    /// Characters are UTF-8.
    pub utf8: bool,
    /// Strings of the process's environment that are no variables are not passed on.
    pub drops_foreign: bool,
    /// How many there may be (FUNCNEST).
    pub most_calls: u32,
    /// Whether there has been a name reference.
    pub has_references: bool,
    /// A local variable shadows, or has shadowed, an exported one.
    pub hides_exports: bool,
    /// Whether there has been a compound variable, or a reference to an element.
    pub composed: bool,
    /// Matches become the array `.sh.match` at once, which the script has named (ksh93).
    pub keeps_matches: bool,
    /// For `.sh.match`.
    pub last_match: Option<Rc<matches::LastMatch>>,
    /// Types.
    pub types: Rc<types::Types>,
    /// The place within an argument of getopts.
    pub getopts_place: usize,
    /// The state of RANDOM.
    pub random: u32,
    /// What SECONDS counts from, in seconds since the shell began.
    pub seconds_from: f64,
    /// What SRANDOM is less than; 0: nothing (ksh93).
    pub random_bound: u32,
    /// Names this state of the exported variables.
    pub exports: u64,
    /// The coprocess.
    pub coprocess: Option<coprocess::Coprocess>,
    /// The last argument of the last command: `$_`.
    pub last_argument: ByteString,
    /// The statuses of the last pipeline; None: of one command.
    pub pipe_statuses: Option<Rc<[i32]>>,
    /// The text of the command that ran last outside of traps: BASH_COMMAND.
    pub command_text: ByteString,
    /// Names of directories.
    pub directories: Rc<Directories>,
}

/// Names of directories.
#[derive(Clone, Debug, Default)]
pub struct Directories {
    /// What `pushd` has kept, the latest last.
    pub kept: Vec<ByteString>,
    /// The path by which `cd` came to the working directory, whatever has been assigned to PWD since;
    /// None: not known.
    pub here: Option<ByteString>,
}

/// The options that are on when a shell begins.
const OPTIONS_AT_START: u64 = Options::INPROCESS
    | Options::PARALLEL
    | Options::BRACEEXPAND
    | Options::EXTGLOB
    | Options::EXPANDALIASES;

impl State {
    /// Functions that cannot be changed (`readonly -f`, bash).
    pub fn fixed_functions(&self) -> &[Name] {
        self.seldom.as_ref().map_or(&[], |seldom| &seldom.fixed_functions[..])
    }

    /// Functions that programs get as variables (`export -f`).
    pub fn exported_functions(&self) -> &[Name] {
        self.seldom.as_ref().map_or(&[], |seldom| &seldom.exported_functions[..])
    }

    /// Functions that have their caller's actions for DEBUG and RETURN (bash).
    pub fn traced_functions(&self) -> &[Name] {
        self.seldom.as_ref().map_or(&[], |seldom| &seldom.traced_functions[..])
    }

    /// The part that few scripts have, to change it.
    pub fn seldom_mut(&mut self) -> &mut Seldom {
        Rc::make_mut(self.seldom.get_or_insert_default())
    }

    /// A state without variables. `random`: where its random numbers begin; `exports`: names its
    /// exported variables.
    pub fn new(random: u32, exports: u64) -> Self {
        Self {
            variables: Variables::default(),
            functions: Rc::default(),
            completions: Rc::default(),
            bindings: Rc::default(),
            disabled: 0,
            history: None,
            changed_shopts: 0,
            seldom: None,
            aliases: Rc::default(),
            options: Options::new(OPTIONS_AT_START),
            positional: Positional::default(),
            arg0: ByteString::EMPTY,
            traps: None,
            watched: 0,
            files: Files::default(),
            has_disciplines: false,
            directory: None,
            umask: None,
            status: 0,
            background: None,
            jobs: Rc::default(),
            outer_jobs: None,
            hash: Rc::default(),
            separators: None,
            utf8: false,
            drops_foreign: false,
            most_calls: u32::MAX,
            has_references: false,
            hides_exports: false,
            composed: false,
            keeps_matches: false,
            last_match: None,
            types: Rc::default(),
            getopts_place: 0,
            random,
            seconds_from: 0.0,
            random_bound: 0,
            exports,
            coprocess: None,
            last_argument: ByteString::EMPTY,
            pipe_statuses: None,
            command_text: ByteString::EMPTY,
            directories: Rc::default(),
        }
    }

    /// What a subshell begins with (POSIX XCU 2.13): traps that are not ignored are reset, jobs and
    /// the coprocess are somebody else's children. `salt`: sets its random numbers apart.
    pub fn for_subshell(&self, salt: u32) -> Self {
        let mut inner = self.clone();
        if let Some(traps) = &self.traps {
            let kept = self.inherited_conditions();
            let listed = self.rules().evaluation.subshell_traps_listed;
            inner.traps = traps.for_subshell(kept, listed).map(Rc::new);
            inner.watched = inner.traps.as_ref().map_or(0, |traps| traps.watched());
        }
        if !inner.jobs.list.is_empty() {
            // They are shown.
            inner.outer_jobs = Some(std::mem::take(&mut inner.jobs));
        } else if !inner.jobs.remembered.is_empty() {
            inner.jobs = Rc::default();
        }
        if let Some(coprocess) = &mut inner.coprocess {
            coprocess.outer = true;
        }
        inner.random ^= salt;
        inner
    }

    /// The behaviours of the language that is spoken.
    #[inline]
    pub fn rules(&self) -> &'static dialect::Rules {
        self.options.rules()
    }

    /// The trap on a condition in this environment.
    pub fn trap(&self, condition: i32) -> Option<&Action> {
        self.traps.as_ref()?.actions.get(&condition)
    }

    /// The conditions whose traps a subshell or a function keeps.
    pub fn inherited_conditions(&self) -> &'static [i32] {
        match (self.options.has(Options::ERRTRACE), self.options.has(Options::FUNCTRACE)) {
            (false, false) => &[],
            (true, false) => &[ERR],
            (false, true) => &[DEBUG, RETURN],
            (true, true) => &[ERR, DEBUG, RETURN],
        }
    }

    /// Whether there is a trap on ERR, DEBUG or RETURN.
    #[inline]
    pub fn watches(&self, condition: i32) -> bool {
        self.watched & 1 << -condition != 0
    }
}
