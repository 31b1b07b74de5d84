//! Function calls (POSIX XCU 2.9.5): what a function has of its own, and what its caller has again
//! when it returns.
//!
//! Parameters, locals, options and traps that a call changes are on stacks of the environment and
//! restored however the body ends. Bodies are shared (`Rc<Function>`), so redefinition while it
//! runs is harmless. What `function f` and `f()` do otherwise are rows of crate dialect.

use super::Place;
use crate::diagnostics::Problem;
use crate::effects;
use crate::environment::options::Options;
use crate::environment::positional::Positional;
use crate::environment::references::{NOTHING, OPTIONS};
use crate::environment::traps::{Action, DEBUG, RETURN, Traps};
use crate::environment::variables::{MOVED, Value};
use crate::environment::{Environment, Frame, Function, names};
use crate::script::PARSER_ROOM;
use crate::unwind::{Flow, Unwind};
use std::rc::Rc;
use syntax::tree::Command;
use syntax::{ByteString, FunctionBody, Name};

/// What a function's caller has, put aside for the time of the call.
struct Caller {
    positional: Positional,
    /// The loops around the call.
    loops: u32,
    /// Whether these calls are in a subshell that is in a loop.
    loop_outside: bool,
    /// How many local variables there are.
    locals: usize,
    /// Whether the function does not see them.
    suspended: bool,
    getopts_place: usize,
    /// OPTIND, where the function has its own: in a box, since most have not.
    optind: Option<Box<Value>>,
    line_shift: u32,
    /// The options, where they come back after the call.
    options: Option<Options>,
    /// Which of ERR, DEBUG and RETURN have a trap.
    watched: u8,
    /// The traps, where those that the function sets end with it.
    traps: Option<Option<Rc<Traps>>>,
    /// The RETURN trap, where the function does not have it.
    return_trap: Option<Action>,
}

impl Environment {
    /// Calls a function (POSIX XCU 2.9.5).
    ///
    /// # Errors
    /// Unwinds as its body does, but for `return`.
    pub fn call_function(&mut self, function: &Rc<Function>, arguments: &[ByteString]) -> Flow {
        if function.identifies {
            self.become_process(effects::PARENT)?;
        }
        if self.now.calls >= self.most_calls && self.rules().evaluation.has_funcnest {
            let name = self.name(function.name);
            let most = self.most_calls;
            self.diagnose(Problem::NestingExceeded { name: &name, most });
            self.status = 1;
            return Err(self.fatal());
        }
        let scheduler = self.shared.scheduler.clone();
        match scheduler.deeper(|| self.enter_function(function, arguments)) {
            Some(result) => result,
            None => self.too_deep(),
        }
    }

    fn enter_function(&mut self, function: &Rc<Function>, arguments: &[ByteString]) -> Flow {
        let place = self.now.place;
        if self.shared.profile.get().is_some() {
            self.profile_call(function);
        }
        let caller = self.begin_call(function, arguments);
        let result = self.run_function_body(function, arguments, caller.watched);
        self.now.place = place;
        self.end_call(function, caller, result)
    }

    /// Gives a function what is its own: positional parameters, a frame, options, traps.
    #[inline(always)]
    fn begin_call(&mut self, function: &Rc<Function>, arguments: &[ByteString]) -> Caller {
        let rules = &self.rules().evaluation;
        let positional =
            std::mem::replace(&mut self.positional, Positional::new(arguments.to_vec()));
        let loops = std::mem::take(&mut self.now.loops);
        let loop_outside = std::mem::take(&mut self.now.loop_outside);
        let suspended = function.keyword
            && rules.keyword_functions_are_statically_scoped
            && self.suspend_scope();
        let locals = self.now.locals.len();
        if suspended {
            self.inherit_exported();
        }
        let getopts_place = self.getopts_place;
        let own_optind = function.keyword && rules.keyword_functions_have_optind;
        let optind = own_optind.then(|| self.begin_optind());
        self.now.calls += 1;
        let (options, base) = (self.options, self.push_frame(function, locals));
        if function.keyword && rules.keyword_functions_begin_with_script_options {
            self.options = base;
            self.options.set(Options::ERREXIT | Options::XTRACE, false);
        }
        if self.has_disciplines {
            self.tell_of_call(function.name);
        }
        let watched = self.watched;
        let own_traps = function.keyword && rules.keyword_functions_have_traps;
        let traps = own_traps.then(|| self.set_aside_exit_trap());
        let hides = watched != 0 && (function.keyword || rules.plain_functions_hide_traps);
        let return_trap = if hides { self.watch_in_function(function.name) } else { None };
        Caller {
            positional,
            loops,
            loop_outside,
            locals,
            suspended,
            getopts_place,
            optind,
            line_shift: std::mem::take(&mut self.now.line_shift),
            options: function.keyword.then_some(options),
            watched,
            traps,
            return_trap,
        }
    }

    /// Gives a function an OPTIND of its own; that of its caller.
    #[cold]
    #[inline(never)]
    fn begin_optind(&mut self) -> Box<Value> {
        self.getopts_place = 0;
        let variable = self.variables.get_mut(names::OPTIND);
        Box::new(std::mem::replace(&mut variable.value, Value::Integer(1)))
    }

    /// Gives the caller its OPTIND back, and the place of its `getopts` in an argument.
    #[cold]
    #[inline(never)]
    fn end_optind(&mut self, optind: Value, place: usize) {
        self.variables.get_mut(names::OPTIND).value = optind;
        self.getopts_place = place;
    }

    /// Makes the frame of a call. Returns the options that the script has outside of functions of
    /// the `function` keyword.
    #[inline(always)]
    fn push_frame(&mut self, function: &Function, locals: usize) -> Options {
        let outer = self.now.frame.take();
        let arg0 = match function.keyword {
            true => Some(function.name),
            false => outer.as_ref().and_then(|frame| frame.arg0),
        };
        let base = match &outer {
            Some(frame) if frame.arg0.is_some() => frame.base,
            _ => self.options,
        };
        self.now.frame = Some(Rc::new(Frame {
            function: function.name,
            arg0,
            line: self.now.shown_line(),
            locals,
            sourced: None,
            base,
            outer,
        }));
        base
    }

    /// What a body runs: it is read now if nobody has called the function yet.
    ///
    /// # Errors
    /// [`Unwind`] of calls that nest too deeply: there is no room for a parser.
    #[inline]
    pub(crate) fn body_of<'f>(&mut self, body: &'f FunctionBody) -> Flow<&'f Command> {
        match body.get() {
            Some(command) => Ok(command),
            None => self.read_body(body),
        }
    }

    #[cold]
    fn read_body<'f>(&mut self, body: &'f FunctionBody) -> Flow<&'f Command> {
        let scheduler = self.shared.scheduler.clone();
        match scheduler.with_room(PARSER_ROOM, || body.command()) {
            Some(command) => Ok(command),
            None => self.too_deep(),
        }
    }

    /// Runs a function's body between its DEBUG and its RETURN trap. `watched`: which of ERR, DEBUG
    /// and RETURN its caller had traps for.
    #[inline(always)]
    fn run_function_body(
        &mut self,
        function: &Rc<Function>,
        arguments: &[ByteString],
        watched: u8,
    ) -> Flow {
        let rules = &self.rules().evaluation;
        let kept = self.options.has(Options::EXTDEBUG);
        if kept {
            // The DEBUG trap sees them where the function begins.
            self.push_arguments(arguments);
        }
        let begins = match watched != 0 && self.watches(DEBUG) && rules.debug_trap_precedes_function
        {
            true => match self.body_of(&function.body) {
                Ok(body) => {
                    let line = match body {
                        Command::Compound(body) => body.line,
                        _ => function.line,
                    };
                    self.debug_at(line)
                }
                Err(unwind) => Err(unwind),
            },
            false => Ok(true),
        };
        let mut result = match begins {
            Ok(true) => match self.body_of(&function.body) {
                Ok(body) => self.run_command(body, Place::ANY),
                Err(unwind) => Err(unwind),
            },
            other => other.map(drop),
        };
        if kept {
            self.pop_arguments();
        }
        if result == Err(Unwind::Exit) && self.traps.is_some() {
            result = self.exit_from_within();
        }
        // Also one that the function has set for itself.
        if self.watched != 0
            && self.watches(RETURN)
            && matches!(result, Ok(()) | Err(Unwind::Return))
        {
            if result.is_ok() && rules.return_trap_has_definition_line {
                self.now.line = function.line;
            }
            result = self.run_return_trap(result);
        }
        result
    }

    /// Runs the RETURN trap of a function or a file that ends with `result`. It sees the status of the
    /// command before `return`.
    ///
    /// # Errors
    /// `result`, or the [`Unwind`] of the trap.
    #[cold]
    pub fn run_return_trap(&mut self, result: Flow) -> Flow {
        let status = self.status;
        if result == Err(Unwind::Return) {
            self.status = self.now.before_return;
        }
        self.run_watched(RETURN)?;
        self.status = status;
        result
    }

    /// Gives the caller back what the function had of its own.
    #[inline(always)]
    fn end_call(&mut self, function: &Function, caller: Caller, mut result: Flow) -> Flow {
        if caller.watched != 0 {
            if caller.return_trap.is_some() && self.trap(RETURN).is_none() {
                result = result.and(self.set_trap(RETURN, caller.return_trap));
            }
            // Those that were set in it stay.
            self.watched |= caller.watched & self.traps.as_ref().map_or(0, |traps| traps.watched());
        }
        if let Some(options) = caller.options {
            self.options = options;
        }
        self.now.calls -= 1;
        self.leave_frame();
        self.now.line_shift = caller.line_shift;
        self.now.loops = caller.loops;
        self.now.loop_outside = caller.loop_outside;
        self.positional = caller.positional;
        let shares = !function.keyword
            && !self.rules().evaluation.plain_functions_have_scope
            && self.has_scope();
        if self.now.locals.len() > caller.locals && !shares {
            let own =
                self.now.locals[caller.locals..].iter().any(|(name, _)| *name == names::OPTIND);
            self.restore_locals(caller.locals);
            if own {
                // The caller's `getopts` goes on where it was.
                self.getopts_place = caller.getopts_place;
            }
        }
        if let Some(optind) = caller.optind {
            self.end_optind(*optind, caller.getopts_place);
        }
        if caller.suspended {
            self.resume_scope();
        }
        if let Some(traps) = caller.traps {
            result = self.end_traps_of_function(traps, result);
        }
        match result {
            Err(Unwind::Return) => Ok(()),
            other => other,
        }
    }

    /// The innermost call has returned.
    pub fn leave_frame(&mut self) {
        self.now.frame = self.now.frame.take().and_then(|frame| match Rc::try_unwrap(frame) {
            Ok(frame) => frame.outer,
            Err(frame) => frame.outer.clone(),
        });
    }

    /// Removes its caller's ERR, DEBUG and RETURN traps from a function, unless options say otherwise.
    /// Returns the caller's RETURN trap, which is there again afterwards, unless the function leaves
    /// another one.
    #[cold]
    fn watch_in_function(&mut self, function: Name) -> Option<Action> {
        let traced = self.traced_functions().contains(&function);
        let traced = if traced { 1 << -DEBUG | 1 << -RETURN } else { 0 };
        let kept =
            traced | self.inherited_conditions().iter().fold(0, |bits, one| bits | 1 << -one);
        let hidden = self.watched & !kept & 1 << -RETURN != 0;
        self.watched &= kept;
        if hidden { self.trap(RETURN).cloned() } else { None }
    }

    /// Puts back what local variables have shadowed since there were `mark` of them.
    pub fn restore_locals(&mut self, mark: usize) {
        while self.now.locals.len() > mark {
            if let Some((name, variable)) = self.now.locals.pop() {
                if name == NOTHING {
                    continue;
                }
                if let (OPTIONS, Value::Integer(options)) = (name, &variable.value) {
                    self.options = Options::new(*options as u64);
                } else if variable.flags & MOVED != 0 {
                    self.bring_back(name, variable);
                } else {
                    self.drop_inside(name);
                    self.put(name, variable);
                }
            }
        }
    }
}
