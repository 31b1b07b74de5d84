//! Builtins (POSIX XCU 2.15, 1.7): one file each, all of one shape.
//!
//! A builtin gets the environment and its fields (the name first) and returns its exit
//! status, or unwinds. [`Unwind::Error`] is an error that was reported, with the status set:
//! it ends a non-interactive shell where the builtin is special.

mod alias;
mod alias_of_ksh;
mod array;
pub(crate) mod autoload;
mod bg_fg;
pub(crate) mod bind;
mod cd;
mod command;
pub(crate) mod completion;
mod control;
mod dates;
mod declarations;
mod declare;
mod descriptions;
mod directives;
mod directories;
mod dot;
mod echo;
mod enabled;
pub mod enumeration;
mod eval;
mod exec;
mod exit;
mod export;
mod fc;
mod getopts;
mod hash;
mod help;
mod history;
pub mod jobs;
mod kill;
mod let_;
mod letters;
mod local;
mod manual;
mod mapfile;
mod print;
mod printf;
mod pwd;
pub mod quoting_of_ksh;
mod read;
mod read_compound;
mod read_fields;
pub(crate) mod references;
mod return_;
pub mod set;
mod shift;
pub mod shopt;
pub mod synopsis;
mod test;
mod times;
mod topics;
mod translated;
mod trap;
mod truth;
pub(crate) mod type_;
pub mod types;
mod typeset;
mod typeset_letters;
mod typeset_options;
mod ulimit;
mod umask;
mod unset;
mod usage_string;
mod usages;
mod wait;
mod word_list;

pub use command::STANDARD_PATH;
pub use exec::takes_no_operand;
pub use read::Line;
pub use set::change as change_option;

use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault, Problem};
use crate::environment::Environment;
use crate::environment::traps::DEBUG;
use crate::unwind::{Consequence, Flow, Unwind};
use dialect::Rules;
pub use syntax::single_quoted as single_quote;
use syntax::{ByteString, Name};

/// How a builtin is found and what its errors do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A special builtin (POSIX XCU 2.15).
    Special,
    /// Any other.
    Regular,
}

/// In which dialects there is a builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// In all.
    Always,
    /// Where a POSIX script cannot mean an external command of the name.
    Extension,
    /// Where a POSIX script cannot mean an external command of the name, but not in ksh93's dialect: only
    /// scripts of bash ask for them.
    Completion,
    /// Not in bash's: `whence`, `nameref`.
    Print,
    /// Where there are those of [`Self::Extension`] and of [`Self::Print`].
    PrintExtension,
    /// `chdir`, another name of `cd`.
    Chdir,
}

/// A builtin.
pub struct Builtin {
    /// Its name.
    pub name: &'static str,
    /// Its class.
    pub class: Class,
    /// What it does.
    pub run: fn(&mut Environment, &[ByteString]) -> Flow<i32>,
    /// Arguments of the form `name=value` are assignments.
    pub declaration: bool,
    /// Assignments before it are for programs that it starts.
    pub passes_variables: bool,
    /// In which dialects there is such a builtin.
    pub availability: Availability,
    /// Writes no more than its arguments say, and reads nothing.
    pub short: bool,
    /// Takes as much memory as its input or its operands say, and runs nothing: where it gets none, only
    /// it fails.
    pub hungry: bool,
}

impl Builtin {
    /// Whether a dialect does not have it.
    #[inline]
    pub fn is_hidden(&self, rules: &Rules) -> bool {
        let rules = &rules.builtins;
        match self.availability {
            Availability::Always => false,
            Availability::Extension => !rules.has_extension_builtins,
            Availability::Completion => !rules.has_completion_builtins,
            Availability::Print => !rules.has_print_builtins,
            Availability::PrintExtension => {
                !(rules.has_print_builtins && rules.has_extension_builtins)
            }
            Availability::Chdir => !rules.has_chdir,
        }
    }
}

const fn special(
    name: &'static str,
    run: fn(&mut Environment, &[ByteString]) -> Flow<i32>,
) -> Builtin {
    Builtin {
        name,
        class: Class::Special,
        run,
        declaration: false,
        passes_variables: false,
        availability: Availability::Always,
        short: false,
        hungry: false,
    }
}

const fn regular(
    name: &'static str,
    run: fn(&mut Environment, &[ByteString]) -> Flow<i32>,
) -> Builtin {
    Builtin {
        name,
        class: Class::Regular,
        run,
        declaration: false,
        passes_variables: false,
        availability: Availability::Always,
        short: false,
        hungry: false,
    }
}

const fn hungry(
    name: &'static str,
    run: fn(&mut Environment, &[ByteString]) -> Flow<i32>,
) -> Builtin {
    Builtin { hungry: true, ..regular(name, run) }
}

const fn extension(builtin: Builtin) -> Builtin {
    Builtin { availability: Availability::Extension, ..builtin }
}

const fn declaration(builtin: Builtin) -> Builtin {
    Builtin { declaration: true, ..builtin }
}

const fn print_builtin(builtin: Builtin) -> Builtin {
    Builtin { availability: Availability::Print, ..builtin }
}

const fn print_extension(builtin: Builtin) -> Builtin {
    Builtin { availability: Availability::PrintExtension, ..builtin }
}

const fn completion(
    name: &'static str,
    run: fn(&mut Environment, &[ByteString]) -> Flow<i32>,
) -> Builtin {
    Builtin { availability: Availability::Completion, ..regular(name, run) }
}

/// The slot of `command`.
pub const COMMAND: Name = Name(0);
/// The slot of `trap`.
pub const TRAP: Name = Name(1);
/// The slot of `ulimit`.
pub const ULIMIT: Name = Name(2);
/// The slot of `set`.
pub const SET: Name = Name(3);
/// The slot of `builtin`.
pub const BUILTIN: Name = Name(4);

/// All builtins; the slot of a builtin's name is its index.
pub const BUILTINS: &[Builtin] = &[
    Builtin { passes_variables: true, ..regular("command", command::run) },
    special("trap", trap::run),
    regular("ulimit", ulimit::run),
    special("set", set::run),
    regular("builtin", command::builtin),
    special(".", dot::run),
    special(":", truth::colon),
    special("break", control::break_),
    special("continue", control::continue_),
    special("eval", eval::run),
    special("exec", exec::run),
    special("exit", exit::run),
    declaration(special("export", export::export)),
    declaration(special("readonly", export::readonly)),
    special("return", return_::run),
    special("shift", shift::run),
    special("times", times::run),
    special("unset", unset::run),
    regular("[", test::bracket),
    regular("alias", alias::alias),
    regular("bg", bg_fg::bg),
    regular("cd", cd::run),
    Builtin { availability: Availability::Chdir, ..regular("chdir", cd::run) },
    Builtin { short: true, ..regular("echo", echo::run) },
    regular("false", truth::false_),
    regular("fc", fc::run),
    regular("fg", bg_fg::fg),
    regular("getopts", getopts::run),
    regular("hash", hash::run),
    regular("jobs", jobs::run),
    regular("kill", kill::run),
    declaration(regular("local", local::run)),
    Builtin { short: true, ..hungry("printf", printf::run) },
    regular("pwd", pwd::run),
    hungry("read", read::run),
    regular("test", test::test),
    regular("true", truth::true_),
    regular("type", type_::run),
    regular("umask", umask::run),
    regular("unalias", alias::unalias),
    regular("wait", wait::run),
    regular("let", let_::run),
    print_extension(Builtin { short: true, ..hungry("print", print::run) }),
    regular("shopt", shopt::run),
    hungry("mapfile", mapfile::run),
    hungry("readarray", mapfile::run),
    regular("pushd", directories::pushd),
    regular("popd", directories::popd),
    regular("dirs", directories::dirs),
    regular("source", dot::source),
    extension(regular("enable", command::enable)),
    regular("caller", command::caller),
    print_builtin(regular("whence", type_::whence)),
    regular("disown", bg_fg::disown),
    declaration(regular("declare", typeset::typeset)),
    declaration(regular("typeset", typeset::typeset)),
    print_extension(declaration(regular("integer", typeset::integer))),
    print_extension(declaration(regular("float", typeset::float))),
    print_builtin(declaration(regular("nameref", typeset::nameref))),
    print_extension(declaration(regular("compound", typeset::compound))),
    print_extension(declaration(regular("enum", typeset::no_type))),
    print_extension(regular("redirect", exec::redirect)),
    print_extension(regular("autoload", autoload::run)),
    print_extension(regular("functions", typeset::functions)),
    completion("compgen", completion::compgen),
    completion("complete", completion::complete),
    completion("compopt", completion::compopt),
    completion("bind", bind::run),
    completion("help", help::run),
    completion("history", history::run),
    completion("suspend", completion::suspend),
    completion("logout", completion::logout),
    print_extension(regular("hist", fc::run)),
];

/// The builtin of a name.
#[inline]
pub fn by_name(name: Name) -> Option<&'static Builtin> {
    BUILTINS.get(name.0 as usize)
}

const _: () = assert!(BUILTINS.len() <= u128::BITS as usize);

/// Whether a name is that of a special builtin.
pub fn is_special(name: Name) -> bool {
    by_name(name).is_some_and(|builtin| builtin.class == Class::Special)
}

/// Whether arguments of the command are assignments.
pub fn is_declaration(name: Name) -> bool {
    by_name(name).is_some_and(|builtin| builtin.declaration)
}

/// The reserved words, in bash's order; true: of POSIX (XCU 2.4).
pub const RESERVED: &[(&[u8], bool)] = &[
    (b"if", true),
    (b"then", true),
    (b"else", true),
    (b"elif", true),
    (b"fi", true),
    (b"case", true),
    (b"esac", true),
    (b"for", true),
    (b"select", false),
    (b"while", true),
    (b"until", true),
    (b"do", true),
    (b"done", true),
    (b"in", true),
    (b"function", false),
    (b"time", false),
    (b"{", true),
    (b"}", true),
    (b"!", true),
    (b"[[", false),
    (b"]]", false),
    (b"coproc", false),
];

/// A reserved word; `extended`: of those that only other languages have too.
pub fn is_reserved(word: &[u8], extended: bool) -> bool {
    RESERVED.iter().any(|(text, posix)| *text == word && (*posix || extended))
}

/// A text quoted so that the shell reads it as one word with that value.
pub fn quote(text: &[u8]) -> Vec<u8> {
    let plain = |&byte: &u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'-' | b'.' | b'/' | b':' | b'=' | b'+' | b',' | b'@' | b'%')
    };
    if !text.is_empty() && text.iter().all(plain) {
        return text.to_vec();
    }
    single_quote(text)
}

/// A text quoted so that the shell reads it as one word with that value; what a terminal would not show
/// is spelled as in `$'…'`.
pub fn shown(text: &[u8]) -> Vec<u8> {
    match text.iter().any(u8::is_ascii_control) {
        true => crate::expand::transform::dollar_quoted(text),
        false => quote(text),
    }
}

/// A text quoted as ksh93 quotes it.
pub fn shown_in_ksh(text: &[u8]) -> Vec<u8> {
    quoting_of_ksh::quoted(text)
}

/// Reads options that are single letters without arguments (POSIX XBD 12.2). Returns the letters
/// and the operands.
///
/// # Errors
/// [`Unwind::Error`] with status 2 for a letter that is not in `known`; it has been reported.
pub fn letters<'f>(
    env: &mut Environment,
    fields: &'f [ByteString],
    known: &[u8],
) -> Flow<(Vec<u8>, &'f [ByteString])> {
    let mut found = Vec::new();
    let mut letters = letters::Letters::of(fields);
    for letter in letters.by_ref() {
        if !known.contains(&letter) {
            return bad_option(env, &fields[0], letter);
        }
        found.push(letter);
    }
    Ok((found, letters.operands()))
}

/// The operands of a builtin without options, after `--` if it is there.
///
/// # Errors
/// The first operand begins with `-`, where that makes it an unknown option.
pub fn without_options<'f>(
    env: &mut Environment,
    fields: &'f [ByteString],
) -> Flow<&'f [ByteString]> {
    match fields {
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => Ok(rest),
        [name, option, ..]
            if env.rules().builtins.optionless_builtins_reject_options
                && option.len() > 1
                && option[0] == b'-' =>
        {
            bad_option(env, name, option[1])
        }
        [_, rest @ ..] => Ok(rest),
        [] => Ok(&[]),
    }
}

/// Reports an option that a builtin does not have, with status 2.
///
/// # Errors
/// Always [`Unwind::Error`].
pub fn bad_option<T>(env: &mut Environment, name: &[u8], letter: u8) -> Flow<T> {
    env.diagnose(BuiltinProblem::BadOption { command: name, letter });
    if env.rules().builtins.shows_usage {
        show_usage(env, name);
    }
    env.status = 2;
    Err(Unwind::Error)
}

/// Reports an option that lacks its argument, with status 2.
///
/// # Errors
/// Always [`Unwind::Error`].
pub fn argument_missing<T>(env: &mut Environment, name: &[u8], letter: u8) -> Flow<T> {
    if !env.rules().builtins.shows_usage {
        return usage(env, BuiltinProblem::call(name, CallFault::ArgumentMissing));
    }
    complain(env, name, &[b'-', letter], OperandFault::ArgumentRequired);
    show_usage(env, name);
    env.status = 2;
    Err(Unwind::Error)
}

/// Writes how a builtin is called, as bash says it.
pub fn show_usage(env: &mut Environment, name: &[u8]) {
    if let Some(usage) = usages::of(name) {
        let blank: &[u8] = if usage.is_empty() { b"" } else { b" " };
        env.write_error(&[name, b": usage: ", name, blank, usage.as_bytes(), b"\n"].concat());
    }
}

/// Reports how a builtin is called, where it was called otherwise, with status 2.
///
/// # Errors
/// Always [`Unwind::Error`].
pub fn misused<T>(env: &mut Environment, name: &[u8], ours: CallFault) -> Flow<T> {
    if !env.rules().builtins.shows_usage {
        return usage(env, BuiltinProblem::call(name, ours));
    }
    show_usage(env, name);
    env.status = 2;
    Err(Unwind::Error)
}

/// Reports an operand that is not a name, as [`reject`] does, and returns the status.
///
/// # Errors
/// Those of [`reject`].
pub fn invalid_name(env: &mut Environment, command: &[u8], operand: &[u8]) -> Flow<i32> {
    reject(env, &Problem::Builtin(BuiltinProblem::BadName { command, operand }))
}

/// Reports an operand that a builtin cannot use; the status, where that does not end the builtin.
///
/// # Errors
/// The builtin ends, where such an operand is an error of it.
pub fn reject(env: &mut Environment, problem: &Problem<'_>) -> Flow<i32> {
    env.diagnose(problem);
    let rules = &env.rules().builtins;
    if !rules.bad_operand_is_error {
        return Ok(rules.bad_operand_status);
    }
    env.status = rules.bad_operand_status;
    Err(Unwind::Error)
}

/// Reports more operands than a builtin takes, with status 1.
///
/// # Errors
/// Always [`Unwind::Discard`]: the rest of the line is abandoned.
pub fn too_many<T>(env: &mut Environment, command: &[u8]) -> Flow<T> {
    env.diagnose(BuiltinProblem::call(command, CallFault::TooManyArguments));
    env.status = 1;
    Err(Unwind::Discard(Consequence::None))
}

/// Reports a problem with status 2.
///
/// # Errors
/// Always [`Unwind::Error`], which ends the builtin.
pub fn usage<T>(env: &mut Environment, problem: BuiltinProblem<'_>) -> Flow<T> {
    env.fail_with(problem, 2)
}

/// Reports what is wrong with an operand, and goes on.
pub fn complain(env: &mut Environment, command: &[u8], operand: &[u8], fault: OperandFault) {
    env.diagnose(BuiltinProblem::Operand { command, operand, fault });
}

/// A number that is an operand: digits only.
pub fn number(text: &[u8]) -> Option<i64> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    text.iter().try_fold(0i64, |n, digit| n.checked_mul(10)?.checked_add(i64::from(digit - b'0')))
}

/// A number that may have a minus.
fn signed_number(text: &[u8]) -> Option<i64> {
    match text.strip_prefix(b"-") {
        Some(b"9223372036854775808") => Some(i64::MIN),
        Some(digits) => number(digits).map(|n| -n),
        None => number(text),
    }
}

/// A number of an exit status.
fn status_number(env: &Environment, text: &[u8]) -> Option<i64> {
    match env.rules().builtins.exit_status_may_be_negative {
        true => signed_number(text),
        false => number(text),
    }
}

/// The exit status that `exit` or `return` has as its operand, or the current one (POSIX XCU 2.15).
///
/// # Errors
/// [`Unwind::Error`] with status 2 for an operand that is not a number; [`Unwind::Discard`] for a
/// second operand, where that abandons the line.
pub fn status_operand(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let operands = match fields {
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        [_, rest @ ..] => rest,
        [] => &[],
    };
    let rules = &env.rules().builtins;
    match operands {
        // The DEBUG trap decides what is done, so that it is the last command there too (bash).
        [] if (rules.return_in_trap_is_last_status || env.now.acting & 1 << -DEBUG != 0)
            && fields.first().is_some_and(|name| name.as_bytes() == b"return")
            && env.now.calls + env.now.dots > env.now.trap_depth =>
        {
            Ok(env.status)
        }
        [] => Ok(env.now.trap_status.unwrap_or(env.status)),
        [_, _, ..] if rules.extra_operand_abandons_line => too_many(env, &fields[0]),
        [operand, ..] => match status_number(env, operand) {
            Some(number)
                if rules.function_status_is_unbounded && env.function_frame().is_some() =>
            {
                Ok(number as i32)
            }
            Some(number) => Ok((number & 0xff) as i32),
            None => {
                env.diagnose(BuiltinProblem::NotANumber { command: &fields[0], operand });
                env.status = 2;
                Err(Unwind::Error)
            }
        },
    }
}
