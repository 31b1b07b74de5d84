//! Variables whose value is computed when it is read: LINENO, SECONDS, RANDOM (POSIX, ksh) and
//! those of bash.
//!
//! `is_computed` is the test that a read of a variable makes; only names with an index in the range
//! of `names` can be computed, and a variable of the script with such a name wins. Nothing is
//! computed until somebody reads it.

use super::options::Options;
use super::variables::{COMPUTED, Digits, ENDED, FRACTIONS, Value};
use super::{Environment, names};
use crate::environment::Frame;
use dialect::variables::RandomGenerator;
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};
use syntax::{ByteString, Name};

impl Environment {
    /// Whether a variable's value is computed when it is read: until it is unset.
    #[inline]
    pub fn is_computed(&self, name: Name) -> bool {
        names::is_computed(name) && self.is_still_computed(name)
            || self.has_disciplines && self.is_disciplined(name)
    }

    /// LINENO, SECONDS and RANDOM are until they are unset; what only the extended language
    /// has, as long as the script has no variable of that name.
    fn is_still_computed(&self, name: Name) -> bool {
        let variable = self.variables.get(name);
        let rules = &self.rules().variables;
        if variable.flags & ENDED != 0 && rules.unset_ends_computing {
            return false;
        }
        if name.0 >= names::LINENO.0 {
            return variable.flags & COMPUTED != 0;
        }
        if matches!(name, names::SHELLOPTS | names::BASHOPTS | names::GROUPS) {
            return rules.computes_shell_state;
        }
        if name == names::KSH_VERSION && !rules.computes_ksh_version {
            return false;
        }
        if matches!(
            name,
            names::BASH_ALIASES
                | names::BASH_CMDS
                | names::BASH_ARGV0
                | names::BASH_COMMAND
                | names::SHELL
        ) {
            return rules.computes_shell_state && !variable.is_set();
        }
        if matches!(name, names::FUNCNAME | names::BASH_SOURCE | names::BASH_LINENO)
            && rules.call_stack_is_fixed
        {
            // What is assigned to them has no effect.
            return true;
        }
        // One that comes from outside says what the parent ran.
        // In a function of a type (ksh93) it is a reference to the instance.
        let unset = !variable.is_set()
            || name == names::LAST_ARGUMENT && !matches!(variable.value, Value::Reference(_));
        unset && rules.computes_extensions
    }

    /// The value of a computed variable.
    pub fn computed(&mut self, name: Name) -> Value {
        if self.has_disciplines && !names::is_computed(name) {
            return self.disciplined(name);
        }
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let text = |text: &str| Value::String(ByteString::from(text));
        match name {
            names::LINENO => {
                let off = match self.variables.get(name).value {
                    Value::Integer(off) if self.rules().variables.lineno_assignment_shifts => off,
                    _ => 0,
                };
                Value::Integer(off.wrapping_add(i64::from(self.now.shown_line())))
            }
            names::SECONDS if self.variables.get(name).flags & FRACTIONS != 0 => {
                let variable = self.variables.get(name);
                let elapsed = self.shared.elapsed().as_secs_f64() - self.seconds_from;
                Value::Float(elapsed, Digits::of(variable.flags), variable.attribute_number)
            }
            names::SECONDS => {
                let elapsed = self.shared.elapsed().as_secs() as f64;
                Value::Integer((elapsed - self.seconds_from) as i64)
            }
            names::RANDOM => {
                let rules = &self.rules().variables;
                if rules.random_generator == RandomGenerator::ParkMiller {
                    return Value::Integer(self.next_of_park_miller());
                }
                // The C library's example generator, as bash had it for long.
                self.random = self.random.wrapping_mul(1_103_515_245).wrapping_add(12345);
                Value::Integer(i64::from(self.random >> 16 & 0x7fff))
            }
            names::EPOCHSECONDS => Value::Integer(now().as_secs() as i64),
            names::EPOCHREALTIME => {
                let now = now();
                text(&format!("{}.{:06}", now.as_secs(), now.subsec_micros()))
            }
            names::SRANDOM if self.random_bound > 1 => {
                // Each number is as likely as the others.
                let bound = self.random_bound;
                let fair = u32::MAX - u32::MAX % bound;
                let bits = std::iter::repeat_with(random_bits).take(64).find(|bits| *bits < fair);
                Value::Integer(i64::from(bits.unwrap_or(0) % bound))
            }
            names::SRANDOM => Value::Integer(i64::from(random_bits())),
            name => self.computed_of_shell(name),
        }
    }

    /// The value of a computed variable that says something of the process, the system or the
    /// shell's state.
    fn computed_of_shell(&self, name: Name) -> Value {
        let text = |text: &str| Value::String(ByteString::from(text));
        match name {
            names::BASHPID => {
                Value::Integer(i64::from(rustix::process::getpid().as_raw_nonzero().get()))
            }
            names::BASH_COMMAND => Value::String(self.shown_command(&self.command_text)),
            names::SHELLOPTS => text(&crate::builtins::set::options_on(self)),
            names::BASHOPTS => text(&crate::builtins::shopt::options_on(self)),
            names::BASH_SUBSHELL => Value::Integer(i64::from(self.now.level)),
            names::UID => {
                let own = || i64::from(rustix::process::getuid().as_raw());
                Value::Integer(self.preloaded_user(false).unwrap_or_else(own))
            }
            names::EUID => {
                let own = || i64::from(rustix::process::geteuid().as_raw());
                Value::Integer(self.preloaded_user(true).unwrap_or_else(own))
            }
            names::HOSTNAME => {
                let system = rustix::system::uname();
                Value::String(ByteString::new(system.nodename().to_bytes()))
            }
            names::KSH_VERSION => {
                text(concat!("Version A 93 forkless ", env!("CARGO_PKG_VERSION")))
            }
            names::OSTYPE => text("linux-gnu"),
            names::HOSTTYPE => text(std::env::consts::ARCH),
            names::MACHTYPE => text(&crate::own_options::machine()),
            names::HISTCMD => Value::Integer(self.history_number()),
            names::LAST_ARGUMENT => Value::String(self.last_argument.clone()),
            names::PIPESTATUS => match &self.pipe_statuses {
                Some(statuses) => {
                    list(statuses.iter().map(|&n| ByteString::from_integer(n.into())))
                }
                None => list([ByteString::from_integer(self.status.into())]),
            },
            names::DIRSTACK => {
                let here = self.text(names::PWD).unwrap_or_default();
                let kept = self.directories.kept.iter().rev().cloned();
                list(std::iter::once(here).chain(kept))
            }
            names::GROUPS => {
                let own = rustix::process::getgid();
                let others = rustix::process::getgroups().unwrap_or_default();
                let others = others.into_iter().filter(|group| *group != own);
                let all = std::iter::once(own).chain(others);
                list(all.map(|group| ByteString::from_integer(i64::from(group.as_raw()))))
            }
            names::BASH_ALIASES => {
                let known = self.aliases.0.iter();
                let known = known.map(|(name, text)| (name.clone(), ByteString::new(text)));
                Value::Associative(Rc::new(known.collect()))
            }
            names::BASH_CMDS => {
                let pair = |(name, found): (&Name, &super::Located)| {
                    (self.name(*name).to_vec(), ByteString::new(found.path.to_bytes()))
                };
                Value::Associative(Rc::new(self.hash.iter().map(pair).collect()))
            }
            names::BASH_ARGV0 => Value::String(self.arg0.clone()),
            names::SHELL => {
                let own = rustix::process::getuid().as_raw().to_string();
                let shell = self.login_shell(own.as_bytes());
                Value::String(shell.unwrap_or_else(|| b"/bin/sh".to_vec()).into())
            }
            names::SH_LEVEL => Value::Integer(i64::from(self.now.calls) + i64::from(self.now.dots)),
            names::SH_MATCH => Value::Indexed(Rc::new(self.groups_matched())),
            name => self.call_stack(name),
        }
    }

    /// The value of FUNCNAME, BASH_LINENO or BASH_SOURCE.
    fn call_stack(&self, name: Name) -> Value {
        match name {
            names::FUNCNAME => {
                if self.now.calls == 0 {
                    return Value::Unset;
                }
                let mut found = Vec::new();
                self.each_frame(|env, frame| {
                    found.push(ByteString::new(&env.name(frame.function)))
                });
                if self.runs_file() {
                    found.push(ByteString::from("main"));
                }
                list(found)
            }
            names::BASH_LINENO => {
                let mut found = Vec::new();
                self.each_frame(|_, frame| found.push(ByteString::from_integer(frame.line.into())));
                if self.runs_file() || !self.rules().variables.main_is_only_of_files {
                    found.push(ByteString::from("0"));
                }
                list(found)
            }
            _ => {
                let mut found = Vec::new();
                self.each_frame(|env, frame| found.push(env.file_of(frame)));
                if found.is_empty() {
                    found.extend(self.now.source.clone());
                }
                if self.runs_file() {
                    found.push(self.script_name().clone());
                }
                list(found)
            }
        }
    }

    /// The next of bash's random numbers: scripts that give RANDOM a seed expect these. The
    /// generator is the minimal standard one of Park and Miller; no number comes twice in a row.
    fn next_of_park_miller(&mut self) -> i64 {
        let folded = |state: u32| i64::from((state >> 16 ^ state & 0xffff) & 0x7fff);
        let last = folded(self.random);
        loop {
            let state = match self.random {
                0 => 123_459_876,
                state => i64::from(state),
            };
            let next = 16_807 * (state % 127_773) - 2_836 * (state / 127_773);
            self.random = if next < 0 { next + 0x7fff_ffff } else { next } as u32;
            if folded(self.random) != last {
                return folded(self.random);
            }
        }
    }

    /// The name of the script, which BASH_ARGV0 does not change.
    pub fn script_name(&self) -> &ByteString {
        self.seldom.as_ref().and_then(|seldom| seldom.script.as_ref()).unwrap_or(&self.arg0)
    }

    /// Whether the script is a file: only then is there a `main`, as in bash.
    pub fn runs_file(&self) -> bool {
        !self.options.any(Options::COMMAND | Options::STDIN)
    }

    /// The file that what is called was read from.
    pub fn file_of(&self, frame: &Frame) -> ByteString {
        match &frame.sourced {
            Some(file) => Some(file.clone()),
            None => self.function(frame.function).map(|function| function.file.clone()),
        }
        .unwrap_or_else(|| self.script_name().clone())
    }

    /// Goes through the calls that have not returned, innermost first.
    pub fn each_frame(&self, mut each: impl FnMut(&Environment, &Frame)) {
        let mut frame = self.now.frame.as_ref();
        while let Some(one) = frame {
            each(self, one);
            frame = one.outer.as_ref();
        }
    }
}

/// 32 random bits.
fn random_bits() -> u32 {
    let mut bytes = [0u8; 4];
    let _ = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty());
    u32::from_ne_bytes(bytes)
}

fn list(values: impl IntoIterator<Item = ByteString>) -> Value {
    let numbered = values.into_iter().enumerate().map(|(index, value)| (index as i64, value));
    Value::Indexed(Rc::new(numbered.collect()))
}
