//! `help` (bash(1), SHELL BUILTIN COMMANDS): how builtins and compound commands are written.
//! `-s` shows the synopsis alone, else a builtin's paragraph follows. Where the dialect has it so, names of options
//! of `set -o` and `shopt` and of variables are topics too, each with its paragraph.
//!
//! Topics are matched as patterns. The synopses are those of `usages`; `compgen -A helptopic` lists
//! the same names.

use super::{descriptions, topics, usages};
use crate::diagnostics::BuiltinProblem;
use crate::environment::Environment;
use crate::unwind::Flow;
use pattern::{Glob, GlobOptions};
use syntax::ByteString;

/// What there is help about beside builtins.
pub(super) const TOPICS: &[&str] = &[
    "%",
    "(( ... ))",
    "[[ ... ]]",
    "case",
    "coproc",
    "for",
    "for ((",
    "function",
    "if",
    "select",
    "time",
    "until",
    "variables",
    "while",
    "{ ... }",
];

/// The synopsis of those.
const FORMS: &[(&str, &str)] = &[
    ("%", "job_spec [&]"),
    ("(( ... ))", "(( expression ))"),
    ("[[ ... ]]", "[[ expression ]]"),
    ("case", "case WORD in [PATTERN [| PATTERN]...) COMMANDS ;;]... esac"),
    ("coproc", "coproc [NAME] command [redirections]"),
    ("for", "for NAME [in WORDS ... ] ; do COMMANDS; done"),
    ("for ((", "for (( exp1; exp2; exp3 )); do COMMANDS; done"),
    ("function", "function name { COMMANDS ; } or name () { COMMANDS ; }"),
    (
        "if",
        "if COMMANDS; then COMMANDS; [ elif COMMANDS; then COMMANDS; ]... [ else COMMANDS; ] fi",
    ),
    ("select", "select NAME [in WORDS ... ;] do COMMANDS; done"),
    ("time", "time [-p] pipeline"),
    ("until", "until COMMANDS; do COMMANDS-2; done"),
    ("variables", "variables - Names and meanings of some shell variables"),
    ("while", "while COMMANDS; do COMMANDS-2; done"),
    ("{ ... }", "{ COMMANDS ; }"),
];

fn form(name: &str) -> String {
    if let Some((_, form)) = FORMS.iter().find(|(one, _)| *one == name) {
        return (*form).to_string();
    }
    match usages::of(name.as_bytes()) {
        Some(usage) if !usage.is_empty() => format!("{name} {usage}"),
        _ => name.to_string(),
    }
}

/// The text in lines of at most 76 bytes, indented.
fn indented(text: &str) -> String {
    const WIDTH: usize = 76;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        if lines.last().is_some_and(|line| line.len() + word.len() >= WIDTH) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() { "    " } else { " " });
            line.push_str(word);
        }
    }
    lines.join("\n") + "\n"
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (options, operands) = super::letters(env, fields, b"dms")?;
    let mut topics: Vec<&str> = TOPICS.to_vec();
    let disabled = env.builtin_names(false);
    topics.extend(env.builtin_names(true).iter().chain(&disabled).map(|(name, _)| *name));
    utilities::sorting::sort(&mut topics);
    let mut out = String::new();
    if operands.is_empty() {
        for topic in topics {
            let off = disabled.iter().any(|(name, _)| *name == topic);
            out.push_str(&format!("{}{}\n", if off { '*' } else { ' ' }, form(topic)));
        }
        return env.print("help", out.as_bytes());
    }
    let glob = GlobOptions { utf8: env.utf8, extended: true, ..GlobOptions::default() };
    let mut found = false;
    for operand in operands {
        let pattern = Glob::new(operand, glob);
        let exact: Vec<&str> =
            topics.iter().copied().filter(|topic| topic.as_bytes() == operand.as_bytes()).collect();
        let matches = |topic: &&str| {
            pattern.is_match(topic.as_bytes()) || topic.as_bytes().starts_with(operand)
        };
        let chosen: Vec<&str> = match exact.is_empty() {
            true => topics.iter().copied().filter(matches).collect(),
            false => exact,
        };
        if chosen.is_empty()
            && env.rules().builtins.help_has_options_and_variables
            && let Some(text) = topics::of(operand.as_bytes())
        {
            found = true;
            out.push_str(&format!("{}:\n{}", operand.as_bytes().escape_ascii(), indented(text)));
        }
        for topic in chosen {
            found = true;
            out.push_str(&match options.last() {
                Some(b'd') => format!("{topic} - {}\n", form(topic)),
                Some(_) => format!("{topic}: {}\n", form(topic)),
                None => {
                    let text = descriptions::of(topic.as_bytes()).map(indented).unwrap_or_default();
                    format!("{topic}: {}\n{text}", form(topic))
                }
            });
        }
    }
    let written = env.print("help", out.as_bytes())?;
    if !found && let Some(last) = operands.last() {
        env.diagnose(BuiltinProblem::NoTopic(last));
        return Ok(1);
    }
    Ok(written)
}
