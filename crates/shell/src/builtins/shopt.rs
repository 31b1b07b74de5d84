//! `shopt` (bash): options that `set` does not have.
//!
//! `extglob` is for bash's language: elsewhere extended patterns are always on. Options about
//! what an interactive shell or a version of bash does are known and change nothing; setting
//! one that would change how a script runs and is not there is an error.

use super::{bad_option, usage};
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::environment::variables::Value;
use crate::unwind::Flow;
use syntax::ByteString;

/// Those that mean something here.
const OURS: &[(&str, u64)] = &[
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
    names.sort_unstable();
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

/// Turns on what BASHOPTS names in the environment that the shell began with.
pub fn inherit(env: &mut Environment, list: &[u8]) -> Flow {
    for name in list.split(|byte| *byte == b':') {
        if names().any(|known| known.as_bytes() == name) {
            let fields = [&b"shopt"[..], b"-s", name].map(ByteString::new);
            run(env, &fields)?;
        }
    }
    Ok(())
}

/// The builtin.
pub fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (mut set, mut quiet, mut print, mut named) = (None, false, false, false);
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
                    both |= set == Some(!on);
                    set = Some(on);
                }
                b'q' => quiet = true,
                b'p' => print = true,
                b'o' => named = true,
                _ => return bad_option(env, b"shopt", letter),
            }
        }
    }
    if both {
        env.report("shopt: cannot set and unset shell options simultaneously");
        return Ok(1);
    }
    let operands = &fields[at..];
    let mut out = Vec::new();
    let mut status = 0;
    let mut show = |name: &str, on: bool| {
        let line = match print {
            true if named => format!("set {}o {name}\n", if on { '-' } else { '+' }),
            true => format!("shopt -{} {name}\n", if on { 's' } else { 'u' }),
            false => format!("{name:<15}\t{}\n", if on { "on" } else { "off" }),
        };
        out.extend_from_slice(line.as_bytes());
    };
    if operands.is_empty() {
        let mut all: Vec<(&str, bool)> =
            OURS.iter().map(|(name, option)| (*name, env.options.has(*option))).collect();
        all.extend(others(env));
        if named {
            all = super::set::options_of(env);
            all.retain(|(name, _)| *name != "inprocess");
        }
        // In bash's order.
        all.sort_unstable_by_key(|(name, _)| match *name {
            "autocd" => "assoc",
            name => name,
        });
        for (name, on) in all {
            if set.is_none_or(|wanted| wanted == on) {
                show(name, on);
            }
        }
        return if quiet { Ok(0) } else { env.print("shopt", &out) };
    }
    for operand in operands {
        let text = operand.as_bytes();
        let ours = OURS.iter().find(|(name, _)| name.as_bytes() == text);
        if named && text == b"interactive-comments" && env.speaks_bash() {
            // It is one of both.
            let letter: &[u8] = if set == Some(false) { b"-u" } else { b"-s" };
            let fields = [b"shopt", letter, b"interactive_comments"].map(ByteString::new);
            match set {
                Some(_) => drop(run(env, &fields)?),
                None => show("interactive-comments", env.has_shopt("interactive_comments")),
            }
            continue;
        }
        let option = match named {
            true => Options::by_name(text)
                .map(|option| env.options.own(option))
                .filter(|option| {
                    Options::is_of_set(*option) && *option != Options::RESTRICTED
                        || *option == Options::ONECMD && env.speaks_bash()
                })
                .map(|option| ("", option)),
            false => ours.copied(),
        };
        match (option, set) {
            (Some((_, option)), Some(on)) => {
                super::set::change(env, option, on)?;
            }
            (Some((_, option)), None) => {
                let on = env.options.has(option);
                if !quiet {
                    show(&String::from_utf8_lossy(text), on);
                }
                status |= i32::from(!on);
            }
            (None, _) => {
                let mut all = others(env).enumerate();
                let other = all.find(|(_, (name, _))| name.as_bytes() == text && !named);
                let Some((at, (name, on))) = other else {
                    let which = if named { "" } else { "shell " };
                    let text = format!("{}: invalid {which}option name", operand.escape_ascii());
                    usage::<()>(env, b"shopt", &text).ok();
                    status = 1;
                    continue;
                };
                match set {
                    // Said when the shell begins, and never again.
                    Some(_) if name == "restricted_shell" => {}
                    Some(wanted) => {
                        env.changed_shopts ^= u64::from(wanted != on) << at;
                        if let Some(level) = name.strip_prefix("compat") {
                            let variable = env.shared.names.intern(b"BASH_COMPAT");
                            let value = match wanted {
                                true => Value::String(ByteString::from(level)),
                                false => Value::Unset,
                            };
                            let _ = env.assign(variable, value);
                        }
                    }
                    None => {
                        if !quiet {
                            show(name, on);
                        }
                        status |= i32::from(!on);
                    }
                }
            }
        }
    }
    let written = env.print("shopt", &out)?;
    Ok(if written != 0 { written } else { status })
}
