//! `set` (POSIX XCU 2.15): options and positional parameters.

use super::{shown, single_quote, usage};
use crate::environment::options::{OPTIONS, Options};
use crate::environment::positional::Positional;
use crate::environment::variables::COMPUTED;
use crate::environment::{Environment, names};
use crate::unwind::Flow;
use syntax::{ByteString, Name};

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if fields.len() == 1 {
        return list_variables(env);
    }
    let mut at = 1;
    let mut parameters = false;
    let mut sort = false;
    let mut alone = false;
    while let Some(field) = fields.get(at) {
        let (on, letters) = match field.as_bytes() {
            b"--" => {
                parameters = true;
                at += 1;
                break;
            }
            b"-" => {
                // As in the Bourne shell: no tracing, and the rest are parameters.
                change(env, Options::XTRACE, false)?;
                change(env, Options::VERBOSE, false)?;
                parameters = fields.len() > at + 1;
                at += 1;
                break;
            }
            b"--state" if env.speaks_ksh() => {
                at += 1;
                list_options(env, false)?;
                continue;
            }
            b"--default" if env.speaks_ksh() => {
                at += 1;
                alone = true;
                let cleared = Options::cleared_in_ksh();
                for bit in (0..u64::BITS).map(|bit| 1 << bit).filter(|bit| cleared & bit != 0) {
                    if env.options.has(bit) {
                        change(env, bit, false)?;
                    }
                }
                continue;
            }
            [b'-', b'-', name @ ..] => {
                let Some((option, on)) = env.options.meant(name) else {
                    let text = format!("{}: illegal option name", field.escape_ascii());
                    return usage(env, b"set", &text);
                };
                at += 1;
                change(env, option, on)?;
                if option == Options::POSIX && !alone {
                    follow_posix(env, on);
                }
                continue;
            }
            [b'-', letters @ ..] => (true, letters),
            [b'+', letters @ ..] => (false, letters),
            _ => {
                parameters = true;
                break;
            }
        };
        at += 1;
        for &letter in letters {
            if letter == b'A' {
                // `set -A name value…` (ksh): an array.
                return super::array::set(env, fields, at, on);
            }
            if letter == b'o' {
                match fields.get(at) {
                    None => list_options(env, on)?,
                    Some(name)
                        if name.as_bytes() == b"interactive-comments" && env.speaks_bash() =>
                    {
                        at += 1;
                        let letter = if on { "-s" } else { "-u" };
                        let words = ["shopt", letter, "interactive_comments"];
                        super::shopt::run(env, &words.map(ByteString::from))?;
                    }
                    Some(name) => {
                        at += 1;
                        let Some((option, sense)) = env.options.meant(name) else {
                            let wrong = env.words("illegal option name", "invalid option name");
                            let text = format!("{}: {wrong}", name.escape_ascii());
                            return usage(env, b"set", &text);
                        };
                        change(env, option, on == sense)?;
                        if option == Options::POSIX && !alone {
                            follow_posix(env, on == sense);
                        }
                    }
                }
                continue;
            }
            if letter == b's' && !env.options.has(Options::POSIX) {
                sort = on;
                continue;
            }
            const SETTABLE: &[u8] = b"abCefhmnruvxETBGP";
            let silent = match letter {
                b'B' => Some(Options::BRACEEXPAND),
                b'H' => Some(Options::HISTEXPAND),
                b'p' => Some(Options::PRIVILEGED),
                b'k' => Some(Options::KEYWORD),
                b't' => Some(Options::ONECMD),
                _ => None,
            };
            if let Some(option) = silent.filter(|_| !env.options.has(Options::POSIX)) {
                change(env, option, on)?;
                continue;
            }
            let posix = env.options.has(Options::POSIX) && !env.options.has(Options::BASH);
            let known = SETTABLE.contains(&letter) && !(letter == b'r' && posix);
            match Options::by_letter(letter).filter(|_| known) {
                Some(Options::RESTRICTED) if !on && env.is_restricted() && env.speaks_bash() => {
                    env.report("set: +r: invalid option");
                    super::show_usage(env, b"set");
                    return Ok(1);
                }
                Some(option) => change(env, option, on)?,
                None => return super::bad_option(env, b"set", letter),
            }
        }
    }
    if sort {
        // The positional parameters are sorted (ksh).
        let mut sorted = match parameters {
            true => fields[at..].to_vec(),
            false => env.positional.all().to_vec(),
        };
        sorted.sort_by(|a, b| a.as_bytes().cmp(b.as_bytes()));
        env.positional = Positional::set(sorted);
        return Ok(0);
    }
    if parameters {
        env.positional = Positional::set(fields[at..].to_vec());
    }
    Ok(0)
}

/// What ksh93 turns on and off with `posix`.
fn follow_posix(env: &mut Environment, on: bool) {
    if env.options.has(Options::KSH) {
        env.options.set(Options::BRACEEXPAND, !on);
        env.options.set(Options::LETOCTAL, on);
    }
}

/// Turns an option on or off, with what follows from it.
pub fn change(env: &mut Environment, option: u64, on: bool) -> Flow {
    if option == Options::NOEXEC && env.options.has(Options::INTERACTIVE) {
        return Ok(());
    }
    // In a subshell it is not in effect, whatever `$-` says.
    let changes = env.options.has(option) != on || (on && !env.controls_jobs());
    if option == Options::MONITOR && changes {
        env.become_process("job control")?;
        env.options.set(option, on);
        env.set_job_control(on);
        return Ok(());
    }
    if option == Options::RESTRICTED && on != env.is_restricted() {
        match on {
            true => env.restrict(),
            false => return env.restricted(&[b"set"]),
        }
    }
    if option == Options::HISTORY {
        env.keep_history(on);
    }
    env.options.set(option, on);
    if on {
        // Only one of them has the keys.
        env.options.leave_modes_but(option);
    }
    if env.options.has(Options::BASH) {
        match option {
            // The variable says the same.
            Options::BASHPOSIX => {
                env.follow_posix_of_bash(on);
                if !on {
                    let _ = env.unset(names::POSIXLY_CORRECT);
                } else if !env.is_posixly_correct() {
                    let _ = env.assign_text(names::POSIXLY_CORRECT, b"y");
                }
            }
            // A debugger wants to see what functions do.
            Options::EXTDEBUG => {
                if on {
                    env.keep_arguments();
                }
                env.options.set(Options::FUNCTRACE, on);
                env.options.set(Options::ERRTRACE, on);
            }
            _ => {}
        }
    }
    Ok(())
}

/// The options of `set -o`, and whether they are on.
pub(super) fn options_of(env: &Environment) -> Vec<(&'static str, bool)> {
    const NOT_OF_BASH: u64 = Options::GLOBSTAR
        | Options::INTERACTIVE
        | Options::LETOCTAL
        | Options::STDIN
        | Options::RESTRICTED
        | Options::INPROCESS
        | Options::POSIX;
    let bash = env.options.has(Options::BASH);
    let foreign = match bash {
        true => NOT_OF_BASH,
        false if env.options.is_standard_only() => Options::RESTRICTED | Options::BASHPOSIX,
        false => Options::BASHPOSIX,
    };
    let of_set = OPTIONS.iter().filter(|(bit, _, name)| {
        let known = Options::is_of_set(*bit) && foreign & *bit == 0;
        !name.is_empty() && (known || bash && *bit == Options::ONECMD)
    });
    let mut all: Vec<_> = of_set.map(|(bit, _, name)| (*name, env.options.has(*bit))).collect();
    if bash {
        all.push(("interactive-comments", env.has_shopt("interactive_comments")));
    }
    all
}

fn list_options(env: &mut Environment, readable: bool) -> Flow {
    let mut out = Vec::new();
    if env.speaks_ksh() {
        let mut text = String::from("Current option settings\n");
        if readable {
            for (name, on) in env.options.of_ksh() {
                text.push_str(&format!("{name:<24} {}\n", if on { "on" } else { "off" }));
            }
        } else {
            text = env.options.state_in_ksh() + "\n";
        }
        env.print("set", text.as_bytes())?;
        return Ok(());
    }
    let mut options = options_of(env);
    options.sort_unstable();
    for (name, on) in options {
        if readable && env.options.has(Options::BASH) {
            out.extend_from_slice(
                format!("{name:<15}\t{}\n", if on { "on" } else { "off" }).as_bytes(),
            );
        } else if readable {
            out.extend_from_slice(
                format!("{name:<16}{}\n", if on { "on" } else { "off" }).as_bytes(),
            );
        } else if !matches!(name, "interactive" | "stdin") {
            out.extend_from_slice(
                format!("set {}o {name}\n", if on { '-' } else { '+' }).as_bytes(),
            );
        }
    }
    env.print("set", &out)?;
    Ok(())
}

/// SHELLOPTS (bash): the options that are on, with a colon between two.
pub fn options_on(env: &Environment) -> String {
    let mut names = vec!["interactive-comments"];
    let is_on = |bit: u64| env.options.has(bit) && Options::is_of_set(bit);
    // What only this shell has is no option to another.
    let ours = Options::INPROCESS | Options::STDIN | Options::INTERACTIVE | Options::RESTRICTED;
    names.extend(
        OPTIONS
            .iter()
            .filter(|(bit, _, name)| !name.is_empty() && is_on(*bit) && ours & bit == 0)
            .map(|(_, _, name)| *name),
    );
    names.sort_unstable();
    names.join(":")
}

/// Takes over the options that SHELLOPTS in the shell's own environment names (bash).
pub fn inherit(env: &mut Environment, names: &[u8]) {
    for name in names.split(|byte| *byte == b':') {
        if let Some((option, sense)) = env.options.meant(name)
            && Options::is_of_set(option)
        {
            env.options.set(option, sense);
        }
    }
}

/// Every variable, in a form that the shell reads again.
fn list_variables(env: &mut Environment) -> Flow<i32> {
    let all: Vec<Name> = env.variables.iter().map(|(name, _)| name).collect();
    let mut all: Vec<_> = all.into_iter().map(|name| (env.name(name), name)).collect();
    all.sort_unstable();
    let mut text = Vec::new();
    for (_, name) in all {
        text.extend(listed(env, name).unwrap_or_default());
    }
    if env.is_lenient() {
        list_functions(env, &mut text);
    }
    env.print("set", &text)
}

/// A variable as `set` lists it: an assignment that makes it again; None if it is not listed.
pub(super) fn listed(env: &mut Environment, name: Name) -> Option<Vec<u8>> {
    let posix = env.options.has(Options::POSIX);
    let mut line = env.shared.names.text(name).to_vec();
    let variable = env.variables.get(name);
    let hidden = line.iter().any(|byte| matches!(byte, 0 | b'.' | b'['));
    if hidden || variable.flags & COMPUTED != 0 {
        return None;
    }
    if !posix && variable.value.is_array() {
        // Without the command and the attributes of a declaration.
        let text = env.declaration(name, b"declare")?;
        let begin = [&b" "[..], &line, b"=("].concat();
        let at = memchr::memmem::find(&text, &begin)?;
        line = text[at + 1..].to_vec();
    } else {
        let value = variable.value.text()?;
        line.push(b'=');
        line.extend_from_slice(&match posix {
            true => single_quote(&value),
            false if value.is_empty() => Vec::new(),
            // Without `$'…'`.
            false if env.follows_posix() && value.iter().any(u8::is_ascii_control) => {
                single_quote(&value)
            }
            false if env.speaks_bash() => crate::expand::transform::listed(&value),
            false if env.speaks_ksh() => super::shown_in_ksh(&value),
            false => shown(&value),
        });
    }
    line.push(b'\n');
    Some(line)
}

/// The functions, as `set` and `declare` list them after the variables (bash).
pub(super) fn list_functions(env: &Environment, out: &mut Vec<u8>) {
    for (_, name) in env.function_names() {
        if let Some(function) = env.function(name) {
            out.extend_from_slice(&env.shown_function(function));
            out.push(b'\n');
        }
    }
}
