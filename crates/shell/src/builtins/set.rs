//! `set` (POSIX XCU 2.15): options and positional parameters.
//!
//! Options are bits of `environment::options`; `change` turns one on or off with what follows from
//! that, and `shopt` and the invocation use it too. Without operands `set` lists variables as
//! input; `--` and operands replace the positional parameters.

use super::{shown, single_quote, usage};
use crate::diagnostics::{BuiltinProblem, OperandFault};
use crate::environment::options::{OPTIONS, Options};
use crate::environment::positional::Positional;
use crate::environment::variables::COMPUTED;
use crate::environment::{Environment, names};
use crate::unwind::{Flow, Unwind};
use dialect::builtins::{ListedValue, OptionList};
use syntax::{ByteString, Name};

/// What the options of a `set` have said so far.
#[derive(Default)]
struct Progress {
    /// The field that is read next.
    at: usize,
    /// The rest are positional parameters.
    parameters: bool,
    /// `-s`: the positional parameters are sorted.
    sort: bool,
    /// `--default`: options change alone.
    alone: bool,
    /// What ends the builtin: its status.
    done: Option<i32>,
    /// Its status otherwise: whether the options could be listed.
    status: i32,
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if fields.len() == 1 {
        return list_variables(env);
    }
    let mut progress = Progress { at: 1, ..Progress::default() };
    while let Some(field) = fields.get(progress.at)
        && !progress.parameters
    {
        match field.as_bytes() {
            b"--" => {
                progress.parameters = true;
                progress.at += 1;
                break;
            }
            b"-" => {
                // As in the Bourne shell: no tracing, and the rest are parameters.
                change(env, Options::XTRACE, false)?;
                change(env, Options::VERBOSE, false)?;
                progress.parameters = fields.len() > progress.at + 1;
                progress.at += 1;
                break;
            }
            [b'-', b'-', name @ ..] => {
                progress.at += 1;
                long_option(env, &mut progress, name)?;
            }
            [sign @ (b'-' | b'+'), letters @ ..] => {
                progress.at += 1;
                for &letter in letters {
                    set_letter(env, &mut progress, fields, letter, *sign == b'-')?;
                    if let Some(status) = progress.done {
                        return Ok(status);
                    }
                }
            }
            _ => progress.parameters = true,
        }
    }
    let operands = &fields[progress.at..];
    if progress.sort {
        let mut sorted = match progress.parameters {
            true => operands.to_vec(),
            false => env.positional.all().to_vec(),
        };
        utilities::sorting::sort_by(&mut sorted, |a, b| a.as_bytes().cmp(b.as_bytes()));
        env.positional = Positional::set(sorted);
        return Ok(progress.status);
    }
    if progress.parameters {
        env.positional = Positional::set(operands.to_vec());
    }
    Ok(progress.status)
}

/// Sets the option of `--name`.
fn long_option(env: &mut Environment, progress: &mut Progress, name: &[u8]) -> Flow {
    if env.rules().builtins.set_has_state_options {
        match name {
            b"state" => return list_options(env, progress, false),
            b"default" => {
                progress.alone = true;
                let cleared = Options::cleared_in_ksh();
                for bit in (0..u64::BITS).map(|bit| 1 << bit).filter(|bit| cleared & bit != 0) {
                    if env.options.has(bit) {
                        change(env, bit, false)?;
                    }
                }
                return Ok(());
            }
            _ => {}
        }
    }
    let Some((option, on)) = env.options.find(name) else {
        let option = [b"--", name].concat();
        return usage(
            env,
            BuiltinProblem::operand(b"set", &option, OperandFault::IllegalOptionName),
        );
    };
    change_named(env, progress, option, on)
}

/// Turns an option on or off that was given by its name.
fn change_named(env: &mut Environment, progress: &Progress, option: u64, on: bool) -> Flow {
    change(env, option, on)?;
    if option == Options::POSIX && !progress.alone {
        follow_posix(env, on);
    }
    Ok(())
}

/// A letter after `-` (`on`) or `+`.
fn set_letter(
    env: &mut Environment,
    progress: &mut Progress,
    fields: &[ByteString],
    letter: u8,
    on: bool,
) -> Flow {
    let rules = &env.rules().builtins;
    const SETTABLE: &[u8] = b"abCefhmnruvxETBGP";
    let extension = match letter {
        b'B' => Some(Options::BRACEEXPAND),
        b'H' => Some(Options::HISTEXPAND),
        b'p' => Some(Options::PRIVILEGED),
        b'k' => Some(Options::KEYWORD),
        b't' => Some(Options::ONECMD),
        _ => None,
    };
    match letter {
        // `set -A name value…` (ksh): an array.
        b'A' if rules.set_has_arrays => {
            let form = super::array::ArrayForm { keeps_others: !on, is_sorted: progress.sort };
            progress.done = Some(super::array::set(env, fields, progress.at, form)?);
            return Ok(());
        }
        b'o' => return set_name(env, progress, fields, on),
        b's' if rules.set_s_sorts => {
            progress.sort = on;
            return Ok(());
        }
        _ => {}
    }
    let has = |option: &_| *option == Options::PRIVILEGED || rules.set_has_extension_letters;
    if let Some(option) = extension.filter(has) {
        return change(env, option, on);
    }
    let known = SETTABLE.contains(&letter) && (letter != b'r' || rules.set_r_restricts);
    match Options::by_letter(letter).filter(|_| known) {
        Some(Options::RESTRICTED) if !on && env.is_restricted() && rules.plus_r_is_bad_option => {
            env.diagnose(BuiltinProblem::operand(b"set", b"+r", OperandFault::InvalidOption));
            super::show_usage(env, b"set");
            progress.done = Some(1);
            Ok(())
        }
        Some(option) => change(env, option, on),
        None => super::bad_option(env, b"set", letter),
    }
}

/// `-o name`, `+o name`, or without a name the list of all options.
fn set_name(
    env: &mut Environment,
    progress: &mut Progress,
    fields: &[ByteString],
    on: bool,
) -> Flow {
    let Some(name) = fields.get(progress.at) else {
        return list_options(env, progress, on);
    };
    progress.at += 1;
    if name.as_bytes() == INTERACTIVE_COMMENTS.as_bytes()
        && env.rules().builtins.set_has_interactive_comments
    {
        let letter = if on { "-s" } else { "-u" };
        let words = ["shopt", letter, "interactive_comments"];
        return super::shopt::run(env, &words.map(ByteString::from)).map(drop);
    }
    let Some((option, sense)) = env.options.find(name) else {
        env.diagnose(BuiltinProblem::BadOptionName(name));
        env.status = 2;
        return Err(Unwind::Error);
    };
    change_named(env, progress, option, on == sense)
}

/// Changes the options that `posix` changes with it.
fn follow_posix(env: &mut Environment, on: bool) {
    if env.rules().builtins.posix_option_changes_others {
        env.options.set(Options::BRACEEXPAND, !on);
        env.options.set(Options::LETOCTAL, on);
    }
}

/// Gives IGNOREEOF the number of ends that are ignored, or takes it away.
fn count_ends(env: &mut Environment, on: bool) {
    let name = env.shared.names.intern(b"IGNOREEOF");
    // One that is read-only stays what it is.
    let _ = match on {
        true => {
            let most = env.rules().interactive.ends_ignored.to_string();
            env.assign_text(name, most.as_bytes())
        }
        false => env.unset(name),
    };
}

/// Turns an option on or off, and does what follows from that.
///
/// # Errors
/// Unwinds where the environment moves to a process of its own for the option (`-m`, `+p`), and
/// where the option may not be changed.
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
    if option == Options::PRIVILEGED && !on && launch::process::has_raised_identity() {
        // The rights of another user are the process's.
        env.become_process("the rights of another user")?;
        if let Err(error) = launch::process::drop_raised_identity() {
            let reason = utilities::message::reason(&error);
            let (command, operand) = (b"set", Some(&b"+p"[..]));
            let problem = BuiltinProblem::Refused { command, operand, reason: &reason };
            return env.fail_with(problem, 1);
        }
    }
    if option == Options::HISTORY {
        env.keep_history(on);
    }
    if option == Options::IGNOREEOF && env.rules().interactive.has_ignoreeof_variable {
        count_ends(env, on);
    }
    env.options.set(option, on);
    if on {
        // Only one of them has the keys.
        env.options.leave_modes_but(option);
    }
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
        Options::EXTDEBUG if env.rules().builtins.extdebug_traces_functions => {
            if on {
                env.keep_arguments();
            }
            env.options.set(Options::FUNCTRACE, on);
            env.options.set(Options::ERRTRACE, on);
        }
        _ => {}
    }
    Ok(())
}

/// The option of `set -o` that is one of `shopt` too.
pub(super) const INTERACTIVE_COMMENTS: &str = "interactive-comments";

/// The options of `set -o`, and whether they are on.
pub(super) fn options_of(env: &Environment) -> Vec<(&'static str, bool)> {
    /// Those that bash does not have.
    const FOREIGN: u64 = Options::GLOBSTAR
        | Options::INTERACTIVE
        | Options::LETOCTAL
        | Options::STDIN
        | Options::INPROCESS
        | Options::PARALLEL;
    let rules = &env.rules().builtins;
    let mut hidden = 0;
    if !rules.set_o_lists_foreign_options {
        hidden |= FOREIGN;
    }
    if !rules.set_o_lists_restricted {
        hidden |= Options::RESTRICTED;
    }
    // Two have the name `posix`.
    hidden |= match env.options.own(Options::POSIX) {
        Options::POSIX => Options::BASHPOSIX,
        _ => Options::POSIX,
    };
    let of_set = OPTIONS
        .iter()
        .filter(|(bit, _, name)| !name.is_empty() && env.options.lists(*bit) && hidden & *bit == 0);
    let mut all: Vec<_> = of_set.map(|(bit, _, name)| (*name, env.options.has(*bit))).collect();
    if rules.set_has_interactive_comments {
        all.push((INTERACTIVE_COMMENTS, env.has_shopt("interactive_comments")));
    }
    all
}

/// Writes the options, as `set -o` does (`readable`) or as `set +o` does.
fn list_options(env: &mut Environment, progress: &mut Progress, readable: bool) -> Flow {
    let list = env.rules().builtins.option_list;
    let mut text = String::new();
    if list == OptionList::Headed && !readable {
        text = env.options.state_in_ksh() + "\n";
    } else {
        let mut options = match list {
            OptionList::Headed => env.options.of_ksh().collect(),
            _ => options_of(env),
        };
        if list == OptionList::Headed {
            text.push_str("Current option settings\n");
        } else {
            utilities::sorting::sort(&mut options);
        }
        for (name, on) in options {
            let state = if on { "on" } else { "off" };
            text.push_str(&match list {
                OptionList::Headed => format!("{name:<24} {state}\n"),
                OptionList::Tabbed if readable => format!("{name:<15}\t{state}\n"),
                OptionList::Columns if readable => format!("{name:<16}{state}\n"),
                _ if matches!(name, "interactive" | "stdin") => continue,
                _ => format!("set {}o {name}\n", if on { '-' } else { '+' }),
            });
        }
    }
    progress.status = env.print("set", text.as_bytes())?;
    Ok(())
}

/// SHELLOPTS (bash): the options that are on, with a colon between two.
pub fn options_on(env: &Environment) -> String {
    let mut names = vec!["interactive-comments"];
    let is_on = |bit: u64| env.options.has(bit) && env.options.lists(bit);
    // What only this shell has is no option to another.
    let ours = Options::INPROCESS
        | Options::PARALLEL
        | Options::STDIN
        | Options::INTERACTIVE
        | Options::RESTRICTED;
    names.extend(
        OPTIONS
            .iter()
            .filter(|(bit, _, name)| !name.is_empty() && is_on(*bit) && ours & bit == 0)
            .map(|(_, _, name)| *name),
    );
    utilities::sorting::sort(&mut names);
    names.join(":")
}

/// Takes over the options that SHELLOPTS in the shell's own environment names (bash).
pub fn inherit(env: &mut Environment, names: &[u8]) {
    for name in names.split(|byte| *byte == b':') {
        if let Some((option, sense)) = env.options.find(name)
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
    utilities::sorting::sort(&mut all);
    let mut text = Vec::new();
    for (_, name) in all {
        text.extend(listed(env, name).unwrap_or_default());
    }
    if env.rules().builtins.set_lists_functions {
        list_functions(env, &mut text);
    }
    env.print("set", &text)
}

/// A variable as `set` lists it: an assignment that makes it again; None if it is not listed.
pub(super) fn listed(env: &mut Environment, name: Name) -> Option<Vec<u8>> {
    let rules = &env.rules().builtins;
    let mut line = env.shared.names.text(name).to_vec();
    let variable = env.variables.get(name);
    let hidden = line.iter().any(|byte| matches!(byte, 0 | b'.' | b'['));
    if hidden || variable.flags & COMPUTED != 0 {
        return None;
    }
    if variable.value.is_array() {
        // Without the command and the attributes of a declaration.
        let text = env.declaration(name, b"declare")?;
        let begin = [&b" "[..], &line, b"=("].concat();
        let at = byte_search::memmem::find(&text, &begin)?;
        line = text[at + 1..].to_vec();
    } else {
        let value = variable.value.text()?;
        line.push(b'=');
        line.extend_from_slice(&match rules.listed_value {
            ListedValue::SingleQuoted => single_quote(&value),
            _ if value.is_empty() => Vec::new(),
            ListedValue::WithoutDollarQuotes if value.iter().any(u8::is_ascii_control) => {
                single_quote(&value)
            }
            ListedValue::WithoutDollarQuotes | ListedValue::Printable => {
                crate::expand::transform::listed(&value)
            }
            ListedValue::Reusable => super::shown_in_ksh(&value),
            ListedValue::WhereNeeded => shown(&value),
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
