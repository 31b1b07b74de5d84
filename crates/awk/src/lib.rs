//! awk as a function: the language of POSIX XCU awk, as mawk 1.3.4 of Debian or gawk have it,
//! whichever the installed awk is.
//!
//! [`AWK`] is a utility of the shape of crate `utilities`. A program is compiled once
//! (`parser`) into a tree whose names are slots (`syntax`) and kept in the caches of the
//! shell; a `machine` walks it. What POSIX leaves open follows mawk: the order of
//! `for (k in a)`, integers of 32 bits in output and subscripts, bytes rather than characters,
//! the sequence of `rand()`; or gawk, where a `dialect` says so.
//!
//! What is left to the installed program: anything that is not admitted as an option, a program
//! that does not compile (so that its messages are the installed one's), commands behind `|`
//! where the host cannot start them beside us, `strftime` and `mktime`, and everything where
//! the installed awk is another one.

#![forbid(unsafe_code)]

mod arguments;
mod array;
mod characters;
mod copying;
mod dialect;
mod format;
mod format_of_gawk;
mod input;
mod lexer;
mod machine;
mod number;
mod output;
mod parser;
mod programs;
mod random;
mod record;
mod regex_of_gawk;
mod regex_text;
mod syntax;
mod value;

use crate::dialect::Dialect;
use arguments::Arguments;
use machine::Machine;
use programs::Programs;

pub use ::dialect::awk::Awk as Installed;
pub use programs::reference;
use utilities::locale::{self, Locale};
use utilities::{Admission, Context, Exit, Utility};

/// awk.
pub const AWK: Utility =
    Utility { name: "awk", admit, run, options: "-F -v -f (no strftime, mktime)" };

/// mawk under its own name.
pub const MAWK: Utility = Utility { name: "mawk", ..AWK };

/// gawk under its own name.
pub const GAWK: Utility = Utility { name: "gawk", ..AWK };

/// Environment variables that change what mawk does.
const SWITCHES: [&[u8]; 3] = [b"WHINY_USERS", b"MAWKBINMODE", b"MAWK_LONG_OPTIONS"];

fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    if let Some(reason) = locale::unusual(context) {
        return Admission::StepAside(reason);
    }
    if !Locale::of(context, b"LC_NUMERIC").has_plain_numbers() {
        return Admission::StepAside("the locale's numbers");
    }
    let Some(parsed) = arguments::parse(arguments) else {
        return Admission::StepAside("an option, or no program");
    };
    let programs = context.caches.peek::<Programs>();
    let Some(installed) = programs::reproduced(context.program) else {
        return Admission::StepAside("another awk");
    };
    let is_set = |name: &[u8]| context.variables.get(name).is_some();
    match installed {
        Installed::Mawk if SWITCHES.iter().any(|name| is_set(name)) => {
            return Admission::StepAside("a variable that changes mawk");
        }
        Installed::Gawk => {
            if let Some(reason) = parsed.doubt_of_gawk(is_set) {
                return Admission::StepAside(reason);
            }
        }
        Installed::Mawk => {}
    }
    let Some((text, _)) = programs::text(context, &parsed) else {
        return Admission::StepAside("a program file that cannot be read");
    };
    let dialect = Dialect::of(installed, context.utf8);
    let uses = match programs.and_then(|programs| programs.known(&text, dialect)) {
        Some(program) => program.uses,
        None => match parser::parse(&text, dialect) {
            Ok(program) => program.uses,
            Err(_) if dialect.rules().leaves_doubtful_programs => {
                return Admission::StepAside("a program that only gawk knows, or warns of");
            }
            Err(_) => return Admission::StepAside("a program that does not compile"),
        },
    };
    if uses.pipes && !context.host.can_start() {
        return Admission::StepAside("commands behind |");
    }
    if uses.dates {
        return Admission::StepAside("strftime or mktime");
    }
    Admission::Run
}

fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    // Both awks call themselves by the last part of the path.
    context.name = context.name.rsplit(|&byte| byte == b'/').next().unwrap_or(context.name);
    let Some(parsed) = arguments::parse(arguments) else {
        context.error("usage: awk [-F value] [-v var=value] [-f file | program] [file ...]");
        return Exit::Status(2);
    };
    let Some((text, sources)) = programs::text(context, &parsed) else {
        context.error("cannot open the program file");
        return Exit::Status(2);
    };
    let mut programs = std::mem::take(context.caches.of::<Programs>());
    let installed = programs::reproduced(context.program).unwrap_or_default();
    let dialect = Dialect::of(installed, context.utf8);
    let Arguments { field_separator, assignments, operands, .. } = parsed;
    let field_separator =
        field_separator.map(|text| match dialect.rules().warns_of_unknown_escapes {
            true => lexer::unescape_of_gawk(text).unwrap_or_default(),
            false => lexer::unescape(text),
        });
    let exit = match programs.get(&text, dialect) {
        Err(error) => {
            context.error(format!("line {}: {}", error.line, error.text));
            Exit::Status(2)
        }
        Ok(program) => {
            let memory = programs.take_memory();
            let mut machine = Machine::new(context, &program, operands, &sources, memory);
            let exit = machine.run(&assignments, field_separator.as_deref());
            programs.give_memory(machine.into_memory());
            exit
        }
    };
    *context.caches.of::<Programs>() = programs;
    exit
}
