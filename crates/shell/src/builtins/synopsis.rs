//! `name --help` and `name --version` of builtins (bash, ksh93), and in ksh93's language any
//! other option that is a word: how a builtin is called.
//!
//! `evaluate::simple` asks it where the only operand of a builtin is such a word and the row
//! `builtins_describe_themselves` says so. The synopses are a table here; bash's own words after a
//! wrong option are in `usages`.

use super::{Builtin, Class};
use crate::diagnostics::BuiltinProblem;
use crate::environment::Environment;
use crate::unwind::Flow;

/// How each builtin is called that tells.
const SYNOPSES: &[(&str, &str)] = &[
    (".", "file [argument...]"),
    ("alias", "[-p] [name[=value]...]"),
    ("autoload", "name..."),
    ("bg", "[job...]"),
    ("break", "[n]"),
    ("builtin", "[name [argument...]]"),
    ("caller", "[frame]"),
    ("cd", "[-L|-P] [-e] [directory]\n       cd old new"),
    ("chdir", "[-L|-P] [-e] [directory]"),
    ("command", "[-p] [-v|-V] name [argument...]"),
    ("compound", "name[=value]..."),
    ("continue", "[n]"),
    ("declare", "[-aAilnrux] [-EFLRXZ[n]] [-fFgp] [name[=value]...]"),
    ("dirs", "[-clpv] [+n|-n]"),
    ("disown", "[-ahr] [job...]"),
    ("enable", "[-an] [name...]"),
    ("enum", "[-i] name[=(word...)]"),
    ("eval", "[argument...]"),
    ("exec", "[-cl] [-a name] [command [argument...]]"),
    ("exit", "[n]"),
    ("export", "[-fn] [name[=value]...]\n       export -p"),
    ("fc", "[-r] [-e editor] [first [last]]"),
    ("fg", "[job]"),
    ("float", "name[=value]..."),
    ("functions", "[name...]"),
    ("getopts", "[-a name] optstring name [argument...]"),
    ("hash", "[-r] [name...]"),
    ("hist", "[-r] [-e editor] [first [last]]"),
    ("integer", "name[=value]..."),
    ("jobs", "[-lnprs] [job...]"),
    ("kill", "[-s signal|-n number|-signal] job...\n       kill -l [status]"),
    ("let", "[expression...]"),
    ("local", "[option...] name[=value]..."),
    ("mapfile", "[-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [array]"),
    ("nameref", "name=name..."),
    ("popd", "[-n] [+n|-n]"),
    ("print", "[-enprsvC] [-f format] [-u fd] [argument...]"),
    ("printf", "[-v name] format [argument...]"),
    ("pushd", "[-n] [+n|-n|directory]"),
    ("pwd", "[-L|-P]"),
    (
        "read",
        "[-rs] [-a|-A array] [-d delim] [-n|-N count] [-p text] [-t seconds] [-u fd] [name...]",
    ),
    ("readarray", "[-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [array]"),
    ("readonly", "[name[=value]...]\n       readonly -p"),
    ("redirect", "redirection..."),
    ("return", "[n]"),
    ("set", "[-+abCefhmnuvx] [-+o option] [-+A name] [argument...]"),
    ("shift", "[n]"),
    ("shopt", "[-pqsu] [-o] [option...]"),
    ("source", "file [argument...]"),
    ("times", ""),
    ("trap", "[action] condition...\n       trap -p [condition...]"),
    ("type", "[-afptP] name..."),
    ("typeset", "[-abACHilmnrsStux] [-EFLRXZ[n]] [-M mapping] [-fgp] [name[=value]...]"),
    ("ulimit", "[-HS] [-a|-cdefilmnpqrstuvx] [limit]"),
    ("umask", "[-pS] [mask]"),
    ("unalias", "name...\n       unalias -a"),
    ("unset", "[-fnv] name..."),
    ("wait", "[-n] [-p name] [job...]"),
    ("whence", "[-afpqtv] name..."),
];

/// How a builtin is called, if it tells.
#[cfg(test)]
pub(super) fn of(name: &str) -> Option<&'static str> {
    SYNOPSES.iter().find(|(one, _)| *one == name).map(|(_, synopsis)| *synopsis)
}

/// The day of what `--version` says.
const DAY: &str = "2026-11-21";

/// Answers `--help`, `--version` and what is no option; None where that is an argument like any
/// other.
///
/// # Errors
///
/// Unwinds where standard output cannot be written.
#[cold]
pub fn answer(env: &mut Environment, builtin: &Builtin, option: &[u8]) -> Option<Flow<i32>> {
    let (_, synopsis) = SYNOPSES.iter().find(|(name, _)| *name == builtin.name)?;
    let name = builtin.name;
    let rules = &env.rules().builtins;
    let text = match option {
        b"--help" => format!("usage: {name} {synopsis}\n"),
        b"--version" | b"--?-version" if rules.builtins_have_long_options => {
            format!("  version         {name} (forkless) {DAY}\n")
        }
        // Options of `set` have names.
        b"--state" | b"--default" if name == "set" => return None,
        _ if !rules.builtins_have_long_options => return None,
        _ if name == "set" && env.options.find(&option[2..]).is_some() => return None,
        _ => {
            let ends = builtin.class == Class::Special;
            let result = {
                let command = name;
                super::usage(env, BuiltinProblem::UnknownLongOption { command, option, synopsis })
            };
            return Some(if ends { result } else { Ok(2) });
        }
    };
    if rules.help_goes_to_standard_error {
        env.write_error(text.as_bytes());
        return Some(Ok(2));
    }
    Some(env.print(name, text.as_bytes()).map(|_| 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::BUILTINS;

    #[test]
    fn names_are_of_builtins_and_in_order() {
        assert!(SYNOPSES.is_sorted());
        for (name, _) in SYNOPSES {
            assert!(BUILTINS.iter().any(|builtin| builtin.name == *name), "{name}");
        }
    }
}
