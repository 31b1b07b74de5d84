//! What a body needs of the kernel, decided before it runs.
//!
//! Only what can be read off the words counts here; what only shows at run time (`eval`, a
//! function) makes the body move when it gets there
//! ([`Environment::become_process`]). Reasons are texts for `--profile`.

use crate::builtins;
use crate::environment::Environment;
use std::rc::Rc;
use syntax::tree::{AndOr, Body, Command, CompoundKind, List, Operation, Part, Simple, Word};

const TRAP: &str = "a trap on a signal";
const LIMIT: &str = "a changed limit";
const MONITOR: &str = "job control";
const PARENT: &str = "a child that looks at its parent's id";

/// By the number that is noted in the tree; 0 is "not looked yet", 1 "nothing".
const REASONS: [&str; 4] = [TRAP, LIMIT, MONITOR, PARENT];

/// Why the body of a subshell needs a process of its own, if it does.
pub fn needs(_env: &Environment, body: &Rc<Body>) -> Option<&'static str> {
    let noted = body.needs.get();
    if noted == 0 {
        let found = of_list(&body.list).or_else(|| {
            // A single command is in the place of its subshell: they have the same parent.
            let several = body.list.items.len() > 1 || !is_single(&body.list);
            (several && mentions(&body.list)).then_some(PARENT)
        });
        body.needs.set(number(found));
        return found;
    }
    reason(noted)
}

/// Why a stage of a pipeline needs a process of its own, if it does.
pub fn command_needs(_env: &Environment, command: &Command) -> Option<&'static str> {
    match command {
        Command::Simple(simple) => of_simple(simple),
        Command::Compound(compound) => {
            let noted = compound.needs.get();
            if noted != 0 {
                return reason(noted);
            }
            let found = of_command(command).or_else(|| command_mentions(command).then_some(PARENT));
            compound.needs.set(number(found));
            found
        }
        Command::Function(_) => None,
    }
}

fn number(found: Option<&'static str>) -> u32 {
    match found {
        None => 1,
        Some(text) => REASONS.iter().position(|r| *r == text).map_or(1, |index| index as u32 + 2),
    }
}

fn reason(number: u32) -> Option<&'static str> {
    REASONS.get((number as usize).checked_sub(2)?).copied()
}

fn is_single(list: &List) -> bool {
    matches!(&list.items[..], [item] if item.and_or.rest.is_empty()
        && matches!(&item.and_or.first.commands[..], [Command::Simple(_)]))
}

fn of_list(list: &List) -> Option<&'static str> {
    // What runs in the background has a process already.
    list.items.iter().filter(|item| !item.asynchronous).find_map(|item| of_and_or(&item.and_or))
}

fn of_and_or(and_or: &AndOr) -> Option<&'static str> {
    std::iter::once(&and_or.first)
        .chain(and_or.rest.iter().map(|(_, pipeline)| pipeline))
        // The stages of a longer pipeline are subshells of their own.
        .filter(|pipeline| pipeline.commands.len() == 1)
        .find_map(|pipeline| of_command(&pipeline.commands[0]))
}

fn of_command(command: &Command) -> Option<&'static str> {
    let compound = match command {
        Command::Simple(simple) => return of_simple(simple),
        Command::Function(_) => return None,
        Command::Compound(compound) => compound,
    };
    match &compound.kind {
        CompoundKind::Brace(list) => of_list(list),
        // It decides for itself.
        CompoundKind::Subshell(_) => None,
        CompoundKind::For { body, .. }
        | CompoundKind::ForArithmetic { body, .. }
        | CompoundKind::Select { body, .. } => of_list(body),
        CompoundKind::Arithmetic(_)
        | CompoundKind::Conditional(_)
        | CompoundKind::Coprocess { .. } => None,
        CompoundKind::Case { branches, .. } => {
            branches.iter().find_map(|branch| of_list(&branch.body))
        }
        CompoundKind::If { arms, otherwise } => arms
            .iter()
            .find_map(|(condition, body)| of_list(condition).or_else(|| of_list(body)))
            .or_else(|| otherwise.as_ref().and_then(of_list)),
        CompoundKind::While { condition, body, .. } => of_list(condition).or_else(|| of_list(body)),
    }
}

fn of_simple(simple: &Simple) -> Option<&'static str> {
    let name = simple.name?;
    let arguments = simple.words.get(1..)?;
    if name == builtins::TRAP {
        return traps_a_signal(arguments).then_some(TRAP);
    }
    if name == builtins::ULIMIT {
        let sets = arguments.iter().any(|word| match &word.literal {
            Some(text) => text.first() != Some(&b'-'),
            None => true,
        });
        return sets.then_some(LIMIT);
    }
    if name == builtins::SET {
        let monitor = arguments.iter().filter_map(|word| word.literal.as_ref()).any(|text| {
            text.as_bytes() == b"monitor"
                || (text.first() == Some(&b'-')
                    && text.get(1) != Some(&b'-')
                    && text.contains(&b'm'))
        });
        return monitor.then_some(MONITOR);
    }
    None
}

/// Whether `trap` with these arguments certainly sets the action of a signal.
fn traps_a_signal(arguments: &[Word]) -> bool {
    let texts: Vec<Option<&[u8]>> =
        arguments.iter().map(|word| word.literal.as_ref().map(|text| text.as_bytes())).collect();
    let texts = match texts.as_slice() {
        [Some(b"--"), rest @ ..] => rest,
        all => all,
    };
    match texts {
        [action, conditions @ ..] if *action != Some(b"-") => conditions
            .iter()
            .flatten()
            .any(|condition| !matches!(*condition, b"EXIT" | b"0" | b"exit")),
        _ => false,
    }
}

/// Whether a text in the list has `PPID`: a child is told to look at its parent.
fn mentions(list: &List) -> bool {
    list.items.iter().any(|item| {
        std::iter::once(&item.and_or.first)
            .chain(item.and_or.rest.iter().map(|(_, pipeline)| pipeline))
            .any(|pipeline| pipeline.commands.iter().any(command_mentions))
    })
}

fn command_mentions(command: &Command) -> bool {
    match command {
        Command::Simple(simple) => {
            simple.words.iter().any(word_mentions)
                || simple.assignments.iter().any(|assignment| word_mentions(&assignment.value))
        }
        Command::Function(_) => false,
        Command::Compound(compound) => match &compound.kind {
            CompoundKind::Brace(list) => mentions(list),
            CompoundKind::Subshell(body) => mentions(&body.list),
            CompoundKind::ForArithmetic { body, .. } => mentions(body),
            CompoundKind::Arithmetic(_)
            | CompoundKind::Conditional(_)
            | CompoundKind::Coprocess { .. } => false,
            CompoundKind::For { body, words, .. } | CompoundKind::Select { body, words, .. } => {
                mentions(body) || words.iter().flatten().any(word_mentions)
            }
            CompoundKind::Case { branches, .. } => {
                branches.iter().any(|branch| mentions(&branch.body))
            }
            CompoundKind::If { arms, otherwise } => {
                arms.iter().any(|(condition, body)| mentions(condition) || mentions(body))
                    || otherwise.as_ref().is_some_and(mentions)
            }
            CompoundKind::While { condition, body, .. } => mentions(condition) || mentions(body),
        },
    }
}

fn word_mentions(word: &Word) -> bool {
    match &word.literal {
        Some(text) => memchr::memmem::find(text, b"PPID").is_some(),
        None => word.parts.iter().any(part_mentions),
    }
}

fn part_mentions(part: &Part) -> bool {
    match part {
        Part::Quoted(text) | Part::Literal(text) => memchr::memmem::find(text, b"PPID").is_some(),
        Part::DoubleQuoted(inner) => inner.iter().any(part_mentions),
        Part::Command(body) | Part::Inline { body, .. } | Part::Process(body, _) => {
            mentions(&body.list)
        }
        Part::Parameter(parameter) => match &parameter.operation {
            Operation::Substitute { word, .. } => word_mentions(word),
            _ => false,
        },
        _ => false,
    }
}
