//! test and [: evaluates an expression (POSIX XCU test; test(1) of GNU coreutils).
//!
//! [`evaluate()`] is the whole of it without a process: it asks a [`Queries`] about files,
//! terminals and variables, so that a shell's builtin is the same function.

mod evaluate;

pub use evaluate::{Dialect, Error, evaluate};

use crate::{Admission, Change, Context, Exit, Utility};
use rustix::fs::{Access, AtFlags, Stat};

/// test.
pub const TEST: Utility = Utility { name: "test", plan: plain!(admit, run), options: "EXPRESSION" };
/// [, whose last argument is ].
pub const BRACKET: Utility =
    Utility { name: "[", plan: plain!(admit, run), options: "EXPRESSION ]" };

/// What an expression can ask about the world.
pub trait Queries {
    /// stat(2), or lstat(2) where `follow` is false; `None` where that fails.
    fn stat(&self, path: &[u8], follow: bool) -> Option<Stat>;
    /// faccessat(2) with the effective ids.
    fn access(&self, path: &[u8], access: Access) -> bool;
    /// isatty(3) on a descriptor number.
    fn is_terminal(&self, descriptor: i32) -> bool;
    /// Whether `-t` is just false of a word that is no number (bash, ksh93).
    fn forgives_words(&self) -> bool {
        false
    }
    /// Whether numbers that have no room in 64 bits are none.
    fn limits_numbers(&self) -> bool {
        false
    }
    /// Whether the shell variable is set (`-v`, which only shells have).
    fn is_set(&self, _name: &[u8]) -> bool {
        false
    }
    /// Whether the shell option is on (`-o NAME`, which only shells have).
    fn option(&self, _name: &[u8]) -> bool {
        false
    }
}

impl Queries for Context<'_> {
    fn stat(&self, path: &[u8], follow: bool) -> Option<Stat> {
        let flags = if follow { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
        stage::door::statat(self.directory, path, flags).ok()
    }

    fn access(&self, path: &[u8], access: Access) -> bool {
        stage::door::accessat(self.directory, path, access, AtFlags::EACCESS).is_ok()
    }

    fn is_terminal(&self, descriptor: i32) -> bool {
        let file = match descriptor {
            0 => &self.stdin,
            1 => &self.stdout,
            2 => &self.stderr,
            _ => return false,
        };
        file.as_ref().is_some_and(|file| file.is_terminal())
    }
}

fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    if let Some(reason) = crate::locale::unusual(context) {
        return Admission::StepAside(reason);
    }
    if context.name.ends_with(b"[") && matches!(arguments, [b"--help" | b"--version"]) {
        return Admission::StepAside("--help or --version");
    }
    if context.has(Change::TestLength) && arguments.contains(&&b"-l"[..]) {
        return Admission::StepAside("the length of a text");
    }
    if context.has(Change::TestOrder) && arguments.iter().any(|it| matches!(*it, b"<" | b">")) {
        return Admission::StepAside("an order of texts");
    }
    for (index, argument) in arguments.iter().enumerate() {
        let of_a_process = [&b"/dev/std"[..], b"/dev/fd", b"/proc/"]
            .iter()
            .any(|start| argument.starts_with(start));
        if of_a_process {
            return Admission::StepAside("a file of the process");
        }
        if *argument == b"-t"
            && arguments.get(index + 1).is_some_and(|number| !matches!(*number, b"0" | b"1" | b"2"))
        {
            return Admission::StepAside("-t with another descriptor");
        }
    }
    if arguments.iter().filter(|argument| **argument == b"(").count() > evaluate::DEEPEST {
        return Admission::StepAside("too many parentheses");
    }
    Admission::Run
}

fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let expression = match arguments {
        [expression @ .., b"]"] if context.name.ends_with(b"[") => expression,
        _ if context.name.ends_with(b"[") => {
            let bracket = crate::quoting::locale(b"]", context.utf8);
            context.error([&b"missing "[..], &bracket].concat());
            return Exit::Status(2);
        }
        expression => expression,
    };
    match evaluate(expression, context, Dialect::Gnu) {
        Ok(true) => Exit::SUCCESS,
        Ok(false) => Exit::FAILURE,
        Err(error) => {
            context.error(error.message(context.utf8));
            Exit::Status(2)
        }
    }
}
