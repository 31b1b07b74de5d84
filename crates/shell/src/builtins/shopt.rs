//! `shopt` (bash): options that `set` does not have.
//!
//! `extglob` is for bash's language: elsewhere extended patterns are always on. Options about
//! what an interactive shell or a version of bash does are known and change nothing; setting
//! one that would change how a script runs and is not there is an error.

use super::set::INTERACTIVE_COMMENTS;
use super::{bad_option, complain};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault, VariableProblem};
use crate::environment::options::Options;
use crate::environment::variables::Value;
use crate::environment::{Environment, names as known_names};
use crate::unwind::Flow;
use syntax::ByteString;

/// The version that is behaved like where nothing else is asked for.
const OWN_LEVEL: &str = "52";

/// Those that mean something here.
pub(super) const OURS: &[(&str, u64)] = &[
    ("dotglob", Options::DOTGLOB),
    ("expand_aliases", Options::EXPANDALIASES),
    ("extdebug", Options::EXTDEBUG),
    ("extglob", Options::EXTGLOB),
    ("failglob", Options::FAILGLOB),
    ("globstar", Options::GLOBSTAR),
    ("inherit_errexit", Options::INHERITERREXIT),
    ("lastpipe", Options::LASTPIPE),
    ("nocaseglob", Options::NOCASEGLOB),
    ("nocasematch", Options::NOCASEMATCH),
    ("nullglob", Options::NULLGLOB),
    ("patsub_replacement", Options::PATSUB),
    ("xpg_echo", Options::XPGECHO),
];

/// Those that change nothing, and what they are.
const OTHERS: &[(&str, bool)] = &[
    ("autocd", false),
    ("assoc_expand_once", false),
    ("cdable_vars", false),
    ("cdspell", false),
    ("checkhash", false),
    ("checkjobs", false),
    ("checkwinsize", true),
    ("cmdhist", true),
    ("compat31", false),
    ("compat32", false),
    ("compat40", false),
    ("compat41", false),
    ("compat42", false),
    ("compat43", false),
    ("compat44", false),
    ("complete_fullquote", true),
    ("direxpand", false),
    ("dirspell", false),
    ("execfail", false),
    ("extquote", true),
    ("force_fignore", true),
    ("globasciiranges", true),
    ("globskipdots", true),
    ("gnu_errfmt", false),
    ("histappend", false),
    ("histreedit", false),
    ("histverify", false),
    ("hostcomplete", true),
    ("huponexit", false),
    ("interactive_comments", true),
    ("lithist", false),
    ("localvar_inherit", false),
    ("localvar_unset", false),
    ("login_shell", false),
    ("mailwarn", false),
    ("no_empty_cmd_completion", false),
    ("noexpand_translation", false),
    ("progcomp", true),
    ("progcomp_alias", false),
    ("promptvars", true),
    ("restricted_shell", false),
    ("shift_verbose", false),
    ("sourcepath", true),
    ("varredir_close", false),
];

/// BASHOPTS: those that are on, with a colon between two.
pub fn options_on(env: &Environment) -> String {
    let ours = OURS.iter().filter(|(_, bit)| env.options.has(*bit)).map(|(name, _)| *name);
    let others = others(env).filter(|(_, on)| *on).map(|(name, _)| name);
    let mut names: Vec<&str> = ours.chain(others).collect();
    utilities::sorting::sort(&mut names);
    names.join(":")
}

/// Those without a bit, as they are.
fn others(env: &Environment) -> impl Iterator<Item = (&'static str, bool)> + use<> {
    let login = env.options.has(Options::LOGIN);
    let changed = env.changed_shopts;
    OTHERS.iter().enumerate().map(move |(at, (name, on))| match *name {
        "login_shell" => (*name, login),
        name => (name, *on != (changed >> at & 1 == 1)),
    })
}

impl Environment {
    /// Whether an option of `shopt` is on that has no bit.
    pub fn has_shopt(&self, name: &str) -> bool {
        others(self).any(|(other, on)| other == name && on)
    }
}

/// `restricted_shell` is on: the shell was called so.
pub fn begins_restricted(env: &mut Environment) {
    if let Some(at) = OTHERS.iter().position(|(name, _)| *name == "restricted_shell") {
        env.changed_shopts |= 1 << at;
    }
}

/// The names of all.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    OURS.iter().map(|(name, _)| *name).chain(OTHERS.iter().map(|(name, _)| *name))
}

/// Turns on the options that the variable BASHOPTS has in the environment the shell receives.
///
/// # Errors
/// Those of [`run`].
pub fn inherit(env: &mut Environment, list: &[u8]) -> Flow {
    for name in list.split(|byte| *byte == b':') {
        if names().any(|known| known.as_bytes() == name) {
            let fields = [&b"shopt"[..], b"-s", name].map(ByteString::new);
            run(env, &fields)?;
        }
    }
    Ok(())
}

/// What the options of `shopt` say.
#[derive(Default)]
struct Request {
    /// `-s`, `-u`
    set: Option<bool>,
    /// `-q`
    quiet: bool,
    /// `-p`: as commands.
    commands: bool,
    /// `-o`: options of `set -o`.
    of_set: bool,
}

impl Request {
    /// An option as it is listed.
    fn line(&self, name: &str, on: bool) -> String {
        match self.commands {
            true if self.of_set => format!("set {}o {name}\n", if on { '-' } else { '+' }),
            true => format!("shopt -{} {name}\n", if on { 's' } else { 'u' }),
            false => format!("{name:<15}\t{}\n", if on { "on" } else { "off" }),
        }
    }
}

/// Runs `shopt` (bash(1)) and returns its status.
///
/// # Errors
/// [`Unwind::Error`](crate::Unwind::Error) with status 2 for an option that it does not have.
pub fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut request = Request::default();
    let mut both = false;
    let mut at = 1;
    while let Some(field) = fields.get(at) {
        let [b'-', letters @ ..] = field.as_bytes() else { break };
        at += 1;
        if letters == b"-" {
            break;
        }
        for &letter in letters {
            match letter {
                b's' | b'u' => {
                    let on = letter == b's';
                    both |= request.set == Some(!on);
                    request.set = Some(on);
                }
                b'q' => request.quiet = true,
                b'p' => request.commands = true,
                b'o' => request.of_set = true,
                _ => return bad_option(env, b"shopt", letter),
            }
        }
    }
    if both {
        env.diagnose(BuiltinProblem::call(b"shopt", CallFault::SetAndUnset));
        return Ok(1);
    }
    if at >= fields.len() {
        return list(env, &request);
    }
    let mut out = String::new();
    let mut status = 0;
    for operand in &fields[at..] {
        status |= one(env, &request, operand, &mut out)?;
    }
    let written = env.print("shopt", out.as_bytes())?;
    Ok(if written != 0 { written } else { status })
}

/// What options are sorted by: they are in bash's order.
pub(super) fn place(name: &str) -> &str {
    match name {
        "autocd" => "assoc",
        name => name,
    }
}

/// Lists all options, or those that are on or off.
fn list(env: &mut Environment, request: &Request) -> Flow<i32> {
    let mut all: Vec<(&str, bool)> =
        OURS.iter().map(|(name, option)| (*name, env.options.has(*option))).collect();
    all.extend(others(env));
    if request.of_set {
        all = super::set::options_of(env);
        all.retain(|(name, _)| !matches!(*name, "inprocess" | "parallel"));
    }
    utilities::sorting::sort_by_key(&mut all, |(name, _)| place(name));
    let wanted = all.into_iter().filter(|(_, on)| request.set.is_none_or(|wanted| wanted == *on));
    let out: String = wanted.map(|(name, on)| request.line(name, on)).collect();
    if request.quiet { Ok(0) } else { env.print("shopt", out.as_bytes()) }
}

/// Sets or shows the option that an operand names; the status.
fn one(env: &mut Environment, request: &Request, operand: &[u8], out: &mut String) -> Flow<i32> {
    if request.of_set
        && operand == INTERACTIVE_COMMENTS.as_bytes()
        && env.rules().builtins.set_has_interactive_comments
    {
        // It is one of both.
        match request.set {
            Some(on) => {
                let letter: &[u8] = if on { b"-s" } else { b"-u" };
                let fields = [b"shopt", letter, b"interactive_comments"].map(ByteString::new);
                run(env, &fields)?;
            }
            None => {
                let on = env.has_shopt("interactive_comments");
                out.push_str(&request.line(INTERACTIVE_COMMENTS, on));
            }
        }
        return Ok(0);
    }
    let option = match request.of_set {
        true => Options::by_name(operand)
            .map(|option| env.options.own(option))
            .filter(|option| env.options.lists(*option) && *option != Options::RESTRICTED),
        false => OURS.iter().find(|(name, _)| name.as_bytes() == operand).map(|(_, bit)| *bit),
    };
    let (name, on) = match (option, request.set) {
        (Some(option), Some(on)) => {
            super::set::change(env, option, on)?;
            return Ok(0);
        }
        (Some(option), None) => (String::from_utf8_lossy(operand), env.options.has(option)),
        (None, _) => {
            let mut all = others(env).enumerate();
            let other = all.find(|(_, (name, _))| name.as_bytes() == operand && !request.of_set);
            let Some((at, (name, on))) = other else {
                let fault = match request.of_set {
                    true => OperandFault::NoOptionName,
                    false => OperandFault::NoShellOptionName,
                };
                complain(env, b"shopt", operand, fault);
                return Ok(1);
            };
            if let Some(wanted) = request.set {
                set_other(env, at, name, wanted != on);
                return Ok(0);
            }
            (name.into(), on)
        }
    };
    if !request.quiet {
        out.push_str(&request.line(&name, on));
    }
    Ok(i32::from(!on))
}

/// Changes an option without a bit where it is not as wanted (`changes`); `at`: its place in the
/// table.
fn set_other(env: &mut Environment, at: usize, name: &str, changes: bool) {
    if name == "restricted_shell" {
        // Said when the shell begins, and never again.
        return;
    }
    env.changed_shopts ^= u64::from(changes) << at;
    if let Some(level) = name.strip_prefix("compat") {
        let is_on = others(env).nth(at).is_some_and(|(_, on)| on);
        let level = if is_on { level } else { OWN_LEVEL };
        let _ = env.assign(known_names::BASH_COMPAT, Value::String(ByteString::from(level)));
    }
}

/// Does what follows from a change of BASH_COMPAT: of the options that stand for a version, that of its
/// value is on, and no other.
pub fn follow_compatibility(env: &mut Environment) {
    let text = env.text(known_names::BASH_COMPAT).unwrap_or_default();
    let level = level_of(&text);
    if level.is_none() && !text.is_empty() {
        env.diagnose(VariableProblem::CompatibilityOutOfRange(&text));
    }
    for (at, (name, _)) in OTHERS.iter().enumerate() {
        let Some(own) = name.strip_prefix("compat") else { continue };
        let is_on = level.is_some_and(|level| own.as_bytes() == level);
        env.changed_shopts &= !(1 << at);
        env.changed_shopts |= u64::from(is_on) << at;
    }
}

/// The digits of a version that bash can be told to behave like: `42` or `4.2`.
fn level_of(text: &[u8]) -> Option<[u8; 2]> {
    let level = match *text {
        [major, b'.', minor] | [major, minor] => [major, minor],
        _ => return None,
    };
    let is_known = level.iter().all(u8::is_ascii_digit) && (*b"31"..=*b"52").contains(&level);
    is_known.then_some(level)
}
