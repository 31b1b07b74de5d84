//! Scripts that a script calls: where the shell that would run them is this very program, they run in this
//! process, in an environment made from what exec(2) would have passed on (POSIX XCU 2.9.1.6, 2.13).
//!
//! `./script` whose `#!` names this shell (also by `env`), `sh script`, `sh -c TEXT`, `sh <script`, `… | sh -s` and a
//! file without `#!` are nested so. The new environment is *virtual*: what it needs of a process of its own makes
//! it move there, as a subshell does. It differs from a subshell in what is fresh: everything but exported
//! variables, open files, directory and mask. Of itself it has no process id: the first text read that
//! has `$$`, or a quoted `$PPID`, makes it move (`Environment::needs_process_id`, `become_parent_process`).
//!
//! What is out of the ordinary is launched: job control, changed limits, a caller that ignores SIGCHLD,
//! standard input that is not redirected, functions of bash's for a script that has no use for them but to pass them on. So it
//! is where exec(2) would do more than begin anew: a privileged shell's script gives up rights, a confined one's is the
//! kernel's to allow.

use super::subshell::Ending;
use crate::effects;
use crate::environment::files::Slot;
use crate::environment::options::Options;
use crate::environment::traps::Action;
use crate::environment::{Environment, is_function};
use crate::invocation::{self, Called};
use crate::unwind::Flow;
use rustix::fs::{Access, AtFlags, FileType, Mode, OFlags, Stat};
use smallvec::SmallVec;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ffi::CStr;
use std::rc::Rc;
use syntax::ByteString;

/// How deep nested scripts may call each other here; a further one is launched.
const MOST_DEEP: u8 = 24;
/// As much of a script as the kernel looks at (execve(2)).
const HEAD: usize = 256;

/// Which file something is, and in which state.
type Identity = (u64, u64, i64, i64, u64, u32);

fn identity(stat: &Stat) -> Identity {
    let nanoseconds = stat.st_ctime_nsec as i64;
    (stat.st_dev, stat.st_ino, stat.st_ctime, nanoseconds, stat.st_size as u64, stat.st_mode)
}

/// What a program is that may be a script of this shell.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// This program.
    Shell,
    /// A script: the words of its first line.
    Script(Vec<ByteString>),
    /// A text without `#!`, which a shell runs that cannot execute it.
    Plain,
    /// Anything else.
    Other,
}

/// What is known of the programs that were called.
#[derive(Default)]
pub struct Nested {
    /// The file of this program; None: it cannot be told.
    own: OnceCell<Option<(u64, u64)>>,
    kinds: RefCell<BTreeMap<Vec<u8>, (Identity, Kind)>>,
}

/// More are not remembered.
const MOST_KINDS: usize = 256;

impl Nested {
    /// Whether a file is this program.
    pub(super) fn is_own(&self, stat: &Stat) -> bool {
        let own = self.own.get_or_init(|| {
            let stat = rustix::fs::stat("/proc/self/exe").ok()?;
            Some((stat.st_dev, stat.st_ino))
        });
        *own == Some((stat.st_dev, stat.st_ino))
    }
}

impl Environment {
    /// Whether scripts may run in this process at all.
    fn nests(&self) -> bool {
        self.options.has(Options::INPROCESS)
            && !self.shared.is_session()
            && !self.controls_jobs()
            && !self.shared.interactive.get()
            && !self.shared.limited.get()
            && !self.shared.confined.get()
            && !self.options.has(Options::PRIVILEGED)
            && !self.is_restricted()
            && self.now.nested < MOST_DEEP
            && self.trap(libc::SIGCHLD) != Some(&Action::Ignore)
            && !self.preloads()
    }

    /// What the program at a path is.
    fn kind_of_program(&self, path: &[u8]) -> Kind {
        let nested = &self.shared.nested;
        let is_absolute = path.first() == Some(&b'/');
        if is_absolute && matches!(nested.kinds.borrow().get(path), Some((_, Kind::Other))) {
            // Should it be a script by now, it is launched: that is never wrong.
            return Kind::Other;
        }
        let Ok(stat) = stage::door::statat(self.directory(), path, AtFlags::empty()) else {
            return Kind::Other;
        };
        if nested.is_own(&stat) {
            return Kind::Shell;
        }
        let now = identity(&stat);
        if let Some((then, kind)) = nested.kinds.borrow().get(path)
            && *then == now
        {
            return kind.clone();
        }
        let kind = self.look_at(path, &stat);
        let mut kinds = nested.kinds.borrow_mut();
        // A relative path is another file elsewhere, which its identity tells.
        if kinds.len() < MOST_KINDS || kinds.contains_key(path) {
            kinds.insert(path.to_vec(), (now, kind.clone()));
        }
        kind
    }

    /// Reads what the kernel would look at.
    fn look_at(&self, path: &[u8], stat: &Stat) -> Kind {
        let executable = FileType::from_raw_mode(stat.st_mode).is_file()
            && stat.st_mode & 0o111 != 0
            && stage::door::accessat(self.directory(), path, Access::EXEC_OK, AtFlags::EACCESS)
                .is_ok();
        if !executable {
            return Kind::Other;
        }
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOCTTY;
        let mut head = [0; HEAD];
        let Ok(fd) = stage::door::openat(self.directory(), path, flags, Mode::empty()) else {
            return Kind::Other;
        };
        let Ok(count) = stage::door::read(&fd, &mut head) else { return Kind::Other };
        kind_of_head(&head[..count])
    }

    /// Whether the program would run in this process: a stage of a pipeline that does needs none.
    pub(super) fn would_nest(&self, path: &CStr) -> bool {
        self.nests()
            && match self.kind_of_program(path.to_bytes()) {
                Kind::Other => false,
                Kind::Shell | Kind::Plain => true,
                Kind::Script(line) => self.interpreter(&line, path.to_bytes(), &[]).is_some(),
            }
    }

    /// The arguments of this shell that a script's first line comes to, if that names this shell.
    fn interpreter(
        &self,
        line: &[ByteString],
        path: &[u8],
        operands: &[ByteString],
    ) -> Option<Vec<ByteString>> {
        let (interpreter, option) = (line.first()?, line.get(1));
        let is_own = |path: &[u8]| {
            stage::door::statat(self.directory(), path, AtFlags::empty())
                .is_ok_and(|stat| self.shared.nested.is_own(&stat))
        };
        let script = ByteString::new(path);
        let mut arguments = Vec::with_capacity(operands.len() + 3);
        if interpreter.as_bytes() == b"/usr/bin/env" {
            // env(1) looks for one name in PATH; what has options or assignments is its own affair.
            let name = option.filter(|name| {
                !name.starts_with(b"-") && !name.iter().any(|byte| b"= \t/".contains(byte))
            })?;
            let path = self.text(crate::environment::names::PATH)?;
            let found = launch::search::find(name, &path, self.search_directory()).ok()?;
            if !is_own(found.to_bytes()) {
                return None;
            }
            arguments.push(name.clone());
        } else {
            if !is_own(interpreter) {
                return None;
            }
            arguments.push(interpreter.clone());
            arguments.extend(option.cloned());
        }
        arguments.push(script);
        arguments.extend_from_slice(operands);
        Some(arguments)
    }

    /// Runs a program here, if it is this shell or a script for it: `$?` is set then. False: it is to be
    /// launched.
    ///
    /// # Errors
    /// Unwinds where a signal that ended the script is caught by this environment or an enclosing one.
    pub(super) fn run_nested(&mut self, path: &CStr, fields: &[ByteString]) -> Flow<bool> {
        if !self.nests() {
            return Ok(false);
        }
        let arguments = match self.kind_of_program(path.to_bytes()) {
            Kind::Other => return Ok(false),
            Kind::Shell => fields.to_vec(),
            Kind::Script(line) => match self.interpreter(&line, path.to_bytes(), &fields[1..]) {
                Some(arguments) => arguments,
                None => return Ok(false),
            },
            Kind::Plain => self.plain_script(path, fields),
        };
        self.run_as_called(&arguments)
    }

    /// Whether the strings of an environment can become a nested script's: functions of bash's where it takes them,
    /// else nothing that is no variable but what the process itself has, no other profile.
    fn can_pass(&self, strings: &[&[u8]], called: &Called<'_>) -> bool {
        let profiled = self.shared.profile.get().is_some_and(|profile| profile.is_collected());
        strings.iter().all(|string| {
            if invocation::split(string).is_some() {
                return profiled || !string.starts_with(b"FORKLESS_PROFILE=");
            }
            called.takes_functions() && is_function(string)
                || !self.drops_foreign && self.shared.foreign.iter().any(|own| own == string)
        })
    }

    /// How this shell is called for a script without `#!`.
    pub(super) fn plain_script(&self, path: &CStr, fields: &[ByteString]) -> Vec<ByteString> {
        let shell = self.rules().evaluation.shell_of_plain_scripts;
        let mut arguments = vec![ByteString::from(shell), ByteString::new(path.to_bytes())];
        arguments.extend_from_slice(&fields[1..]);
        arguments
    }

    /// Runs this shell as if it was called with these arguments. False where that needs a process.
    fn run_as_called(&mut self, arguments: &[ByteString]) -> Flow<bool> {
        let parts: SmallVec<[&[u8]; 8]> = arguments.iter().map(|one| one.as_bytes()).collect();
        let Some(called) = Called::plainly(&parts, &self.shared) else { return Ok(false) };
        if called.reads_stdin() && !self.is_given_input() {
            return Ok(false);
        }
        let scheduler = self.shared.scheduler.clone();
        let block = self.exported();
        let strings: Vec<&[u8]> = block.iter().map(CStr::to_bytes).collect();
        if !self.can_pass(&strings, &called) {
            return Ok(false);
        }
        let outer = self.subshell();
        let mut inner = Self::new(self.shared.clone());
        inner.now.is_virtual = true;
        inner.now.nested = self.now.nested + 1;
        inner.now.depth_outside = self.now.depth() + 1;
        inner.now.place = outer.now.place;
        inner.options.set(Options::OBSERVED, self.options.has(Options::OBSERVED));
        inner.directory = outer.directory.clone();
        inner.umask = outer.umask;
        inner.drops_foreign = outer.drops_foreign;
        inner.traps = self.traps.as_ref().and_then(|traps| traps.for_script()).map(Rc::new);
        inner.random ^= (self.shared.fresh() as u32).wrapping_mul(0x9e37_79b9);
        inner.seconds_from = self.shared.elapsed().as_secs_f64();
        for (number, slot) in outer.files.iter() {
            let is_private = match slot {
                Slot::Open(file) => {
                    file.as_real().is_some_and(|fd| self.is_coprocess_end(number as i32, fd))
                }
                _ => false,
            };
            inner.files.set(number, if is_private { Slot::Closed } else { slot.clone() });
        }
        drop(outer);
        self.profile_nested(called.name());
        let ran = scheduler.deeper(|| {
            let ending = inner.run_body(|env| invocation::run_called(env, called, &strings));
            let moved = match ending {
                Ending::Process(pid) => Some(pid),
                _ => None,
            };
            inner.leave_jobs(moved);
            ending
        });
        drop(inner);
        self.shared.lookups.changed();
        let Some(ending) = ran else { return Ok(false) };
        // As wait(2) gives it, whatever the dialect makes of subshells.
        self.status = match ending {
            Ending::Status(status) => status & 0xff,
            ending => self.settle(ending)?,
        };
        Ok(true)
    }

    /// Whether standard input is something that this script has opened or made, and no terminal.
    fn is_given_input(&self) -> bool {
        match self.files.get(0) {
            Slot::Open(file) => !file.as_real().is_some_and(launch::process::is_terminal),
            _ => false,
        }
    }

    /// A text has been read, up to this line, that has `$$`: a nested script, which has no process id of its own,
    /// becomes a process.
    ///
    /// # Errors
    /// Those of [`Self::become_process`].
    #[cold]
    pub(crate) fn needs_process_id(&mut self, line: u32) -> Flow {
        if self.now.nested > 0 && self.now.level == 0 && self.now.is_virtual {
            self.profile_at(line);
            self.become_process("the script's process id")?;
        }
        Ok(())
    }

    /// Moves a virtual environment to a process of its own. A text has been read, up to this line, that has `$PPID`
    /// in quotes: a shell that runs it looks for the id of this environment.
    ///
    /// # Errors
    /// Those of [`Self::become_process`].
    #[cold]
    pub(crate) fn become_parent_process(&mut self, line: u32) -> Flow {
        if self.now.is_virtual && !self.shared.is_session() {
            self.profile_at(line);
            self.become_process(effects::PARENT)?;
        }
        Ok(())
    }
}

/// What a program is, by its first bytes.
fn kind_of_head(head: &[u8]) -> Kind {
    let line = head.split(|&byte| byte == b'\n').next().unwrap_or(&[]);
    let Some(rest) = line.strip_prefix(b"#!") else {
        // What a shell takes for a script where exec(2) fails with ENOEXEC.
        let is_text = !head.is_empty()
            && !head.contains(&0)
            && head[0] != 0x7f
            && std::str::from_utf8(&head[..head.len().min(64)]).is_ok();
        return if is_text { Kind::Plain } else { Kind::Other };
    };
    if line.len() == head.len() && head.len() == HEAD || rest.contains(&0) {
        // Too long for the kernel, perhaps.
        return Kind::Other;
    }
    // One word, and all that follows as another one.
    let rest = rest.trim_ascii();
    let end = rest.iter().position(|byte| b" \t".contains(byte)).unwrap_or(rest.len());
    let (interpreter, option) = (&rest[..end], rest[end..].trim_ascii());
    if interpreter.first() != Some(&b'/') || option.contains(&b'\r') {
        return Kind::Other;
    }
    let words = [interpreter, option];
    Kind::Script(words.into_iter().filter(|word| !word.is_empty()).map(ByteString::new).collect())
}

#[cfg(test)]
mod tests {
    use super::{Kind, kind_of_head};

    fn script(words: &[&str]) -> Kind {
        Kind::Script(words.iter().map(|word| (*word).into()).collect())
    }

    #[test]
    fn first_lines_as_the_kernel_reads_them() {
        assert_eq!(kind_of_head(b"#!/bin/sh\necho"), script(&["/bin/sh"]));
        assert_eq!(kind_of_head(b"#! /bin/sh  -e x \n"), script(&["/bin/sh", "-e x"]));
        assert_eq!(kind_of_head(b"#!/usr/bin/env bash\n"), script(&["/usr/bin/env", "bash"]));
        assert_eq!(kind_of_head(b"#!sh\n"), Kind::Other);
        assert_eq!(kind_of_head(b"\x7fELF\x02"), Kind::Other);
        assert_eq!(kind_of_head(b"echo a\n"), Kind::Plain);
        assert_eq!(kind_of_head(b"a\0b\n"), Kind::Other);
        assert_eq!(kind_of_head(b""), Kind::Other);
        assert_eq!(kind_of_head(&[b"#!/bin/sh ", &[b'x'; 300][..]].concat()[..256]), Kind::Other);
    }
}
