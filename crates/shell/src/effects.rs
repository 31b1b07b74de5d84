//! What a body needs of the kernel, decided before it runs.
//!
//! Only what can be read off the words counts here; what only shows at run time (`eval`, a
//! function that asks for its process) makes the body move when it gets there
//! ([`become_process`](crate::Environment::become_process)). Reasons are texts for `--profile`.

use crate::builtins;
use crate::environment::names;
use std::rc::Rc;
use syntax::tree::{AndOr, Body, Command, CompoundKind, List, Part, Reference, Simple, Test, Word};

const TRAP: &str = "a trap on a signal";
const LIMIT: &str = "a changed limit";
const MONITOR: &str = "job control";
/// It asks for its process id.
pub const OWN: &str = "its own process id";
/// A program that it starts asks for its parent.
pub const PARENT: &str = "a child that looks at its parent's id";

/// By the number that is noted in the tree; 0 is "not looked yet", 1 "nothing".
pub(crate) const REASONS: [&str; 5] = [TRAP, LIMIT, MONITOR, PARENT, OWN];

/// Why the body of a subshell needs a process of its own, if it does.
pub fn needs(body: &Rc<Body>) -> Option<&'static str> {
    let noted = body.needs.get();
    if noted == 0 {
        let found = of_list(&body.list).or_else(|| {
            // A single command is in the place of its subshell: they have the same parent. What
            // is substituted in its words has not.
            let several = body.list.items.len() > 1 || !is_single(&body.list);
            let id = if several { Id::Parent } else { Id::ParentOfSubstituted };
            mentions(&body.list, id).then_some(PARENT)
        });
        let found = found.or_else(|| mentions(&body.list, Id::Own).then_some(OWN));
        body.needs.set(number(found));
        return found;
    }
    reason(noted)
}

/// Why a stage of a pipeline needs a process of its own, if it does.
pub fn command_needs(command: &Command) -> Option<&'static str> {
    match command {
        Command::Simple(simple) => of_simple(simple),
        Command::Compound(compound) => {
            let noted = compound.needs.get();
            if noted != 0 {
                return reason(noted);
            }
            let found = of_command(command)
                .or_else(|| command_mentions(command, Id::Parent).then_some(PARENT))
                .or_else(|| command_mentions(command, Id::Own).then_some(OWN));
            compound.needs.set(number(found));
            found
        }
        Command::Function(_) => None,
    }
}

/// Whether a function has a program look at the id of its parent: a subshell that calls it becomes a process.
pub fn identifies(body: &Command) -> bool {
    command_mentions(body, Id::Parent)
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
    list.items
        .iter()
        .filter(|item| !item.is_asynchronous())
        .find_map(|item| of_and_or(&item.and_or))
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

/// What a body looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Id {
    /// A text has `PPID`: a child will look at its parent.
    Parent,
    /// The same in a command that is substituted in a word.
    ParentOfSubstituted,
    /// `$BASHPID`
    Own,
}

fn mentions(list: &List, id: Id) -> bool {
    list.items.iter().any(|item| {
        std::iter::once(&item.and_or.first)
            .chain(item.and_or.rest.iter().map(|(_, pipeline)| pipeline))
            .any(|pipeline| pipeline.commands.iter().any(|command| command_mentions(command, id)))
    })
}

fn command_mentions(command: &Command, id: Id) -> bool {
    let word = |word: &Word| word_mentions(word, id);
    let list = |list: &List| mentions(list, id);
    match command {
        Command::Simple(simple) => {
            simple.words.iter().any(word)
                || simple.assignments.iter().any(|assignment| word(&assignment.value))
        }
        Command::Function(_) => false,
        Command::Compound(compound) => match &compound.kind {
            CompoundKind::Brace(body) => list(body),
            // As to its own id it decides for itself.
            CompoundKind::Subshell(body) => id == Id::Parent && list(&body.list),
            CompoundKind::ForArithmetic { body, .. } => list(body),
            CompoundKind::Arithmetic(arithmetic) => {
                arithmetic.parts.iter().any(|part| part_mentions(part, id))
            }
            CompoundKind::Conditional(test) => test_mentions(test, id),
            CompoundKind::Coprocess { .. } => false,
            CompoundKind::For { body, words, .. } | CompoundKind::Select { body, words, .. } => {
                list(body) || words.iter().flatten().any(word)
            }
            CompoundKind::Case { branches, subject } => {
                word(subject) || branches.iter().any(|branch| list(&branch.body))
            }
            CompoundKind::If { arms, otherwise } => {
                arms.iter().any(|(condition, body)| list(condition) || list(body))
                    || otherwise.as_ref().is_some_and(list)
            }
            CompoundKind::While { condition, body, .. } => list(condition) || list(body),
        },
    }
}

fn test_mentions(test: &Test, id: Id) -> bool {
    match test {
        Test::Unary(_, word) => word_mentions(word, id),
        Test::Matches { text, pattern, .. } => {
            word_mentions(text, id) || word_mentions(pattern, id)
        }
        Test::Regex(left, right) | Test::Binary(_, left, right) => {
            word_mentions(left, id) || word_mentions(right, id)
        }
        Test::Not(test) => test_mentions(test, id),
        Test::And(tests) | Test::Or(tests) => tests.iter().any(|test| test_mentions(test, id)),
    }
}

fn word_mentions(word: &Word, id: Id) -> bool {
    match &word.literal {
        Some(text) => id == Id::Parent && byte_search::memmem::find(text, b"PPID").is_some(),
        None => word.parts.iter().any(|part| part_mentions(part, id)),
    }
}

fn part_mentions(part: &Part, id: Id) -> bool {
    match part {
        Part::Quoted(text) | Part::Literal(text) => {
            id == Id::Parent && byte_search::memmem::find(text, b"PPID").is_some()
        }
        Part::DoubleQuoted(inner) => inner.iter().any(|part| part_mentions(part, id)),
        Part::Filled(filled) => match id {
            Id::Parent => byte_search::memmem::find(&filled.text, b"PPID").is_some(),
            Id::Own => {
                let own = Reference::Variable(names::BASHPID);
                filled.slots.iter().any(|slot| slot.reference == own)
            }
            Id::ParentOfSubstituted => false,
        },
        Part::Command(body) | Part::Process(body, _) => {
            id != Id::Own && mentions(&body.list, Id::Parent)
        }
        Part::Inline { body, .. } => match id {
            Id::ParentOfSubstituted => mentions(&body.list, Id::Parent),
            id => mentions(&body.list, id),
        },
        Part::Arithmetic(arithmetic) => arithmetic.parts.iter().any(|part| part_mentions(part, id)),
        Part::Parameter(parameter) => {
            id == Id::Own && parameter.reference == Reference::Variable(names::BASHPID)
                || parameter.operation.words().any(|word| word_mentions(word, id))
        }
        _ => false,
    }
}
