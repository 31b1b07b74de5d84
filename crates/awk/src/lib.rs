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
mod local;
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
use std::borrow::Cow;
use std::rc::Rc;
use syntax::Program;

use ::dialect::awk::Voice;

pub use ::dialect::awk::Awk as Installed;
pub use programs::reference;
use utilities::locale::{self, Locale};
use utilities::{Context, Decision, Exit, Utility};

/// awk.
pub const AWK: Utility =
    Utility { name: "awk", plan: decide, options: "-F -v -f (no strftime, mktime)" };

/// mawk under its own name.
pub const MAWK: Utility = Utility { name: "mawk", ..AWK };

/// gawk under its own name.
pub const GAWK: Utility = Utility { name: "gawk", ..AWK };

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    utilities::planned(plan(context, arguments), run)
}

/// Environment variables that change what mawk does.
const SWITCHES: [&[u8]; 3] = [b"WHINY_USERS", b"MAWKBINMODE", b"MAWK_LONG_OPTIONS"];

/// A call: its arguments, and its program with the files that it is from.
struct Call<'a> {
    arguments: Arguments<'a>,
    dialect: Dialect,
    text: Cow<'a, [u8]>,
    sources: Vec<(u32, &'a [u8])>,
    program: Rc<Program>,
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Call<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    if !Locale::of(context, b"LC_NUMERIC").has_plain_numbers() {
        return Err("the locale's numbers");
    }
    let Some(parsed) = arguments::parse(arguments) else {
        return Err("an option, or no program");
    };
    let programs = context.caches.peek::<Programs>();
    let Some(installed) = programs::reproduced(context.program) else {
        return Err("another awk");
    };
    let is_set = |name: &[u8]| context.variables.get(name).is_some();
    match installed {
        Installed::Gawk | Installed::Gawk53 => {
            if let Some(reason) = parsed.doubt_of_gawk(is_set) {
                return Err(reason);
            }
        }
        _ if SWITCHES.iter().any(|name| is_set(name)) => {
            return Err("a variable that changes mawk");
        }
        _ => {}
    }
    let Some((text, sources)) = programs::text(context, &parsed) else {
        return Err("a program file that cannot be read, or ends with a backslash");
    };
    let dialect = Dialect::of(installed, context.utf8);
    if parsed.has_doubtful_values(dialect) {
        return Err("an assignment that this mawk may take otherwise");
    }
    let program = match programs.and_then(|programs| programs.known(&text, dialect)) {
        Some(program) => program.clone(),
        None => match parser::parse(&text, dialect) {
            Ok(program) => Rc::new(program),
            Err(_) if dialect.rules().leaves_doubtful_programs => {
                return Err("a program that only gawk knows, or warns of");
            }
            Err(_) => return Err("a program that does not compile"),
        },
    };
    if dialect.rules().voice == Voice::Mawk && parsed.is_refused(&program) {
        return Err("an option that mawk refuses");
    }
    if program.uses.pipes && !context.host.can_start() {
        return Err("commands behind |");
    }
    let has_commands = program.uses.pipes || program.uses.system;
    if has_commands && program.uses.standard_closed && dialect.rules().voice == Voice::Mawk {
        return Err("commands without standard output or error");
    }
    if program.uses.dates {
        return Err("strftime or mktime");
    }
    Ok(Call { arguments: parsed, dialect, text, sources, program })
}

fn run(context: &mut Context<'_>, call: Call<'_>) -> Exit {
    // Both awks call themselves by the last part of the path.
    context.name = context.name.rsplit(|&byte| byte == b'/').next().unwrap_or(context.name);
    let Call { arguments, dialect, text, sources, program } = call;
    let mut programs = std::mem::take(context.caches.of::<Programs>());
    programs.keep(text, &program);
    let Arguments { field_separator, assignments, operands, .. } = arguments;
    let field_separator =
        field_separator.map(|text| match dialect.rules().warns_of_unknown_escapes {
            true => lexer::unescape_of_gawk(text).unwrap_or_default(),
            false => lexer::unescape(text),
        });
    let memory = programs.take_memory();
    let mut machine = Machine::new(context, &program, &operands, &sources, memory);
    machine.text = programs.text_of(&program);
    let exit = machine.run(&assignments, field_separator.as_deref());
    let memory = machine.into_memory();
    programs.give_memory(memory);
    *context.caches.of::<Programs>() = programs;
    exit
}
