//! Whether a list ends by itself and before long, whatever is done with its output: as far as its text tells.
//!
//! Such a list can run as a stage of this process where other shells have a process that nobody waits for: popen(3)
//! of an awk (`beside`) and process substitution (`process_substitution`). Its commands are builtins and utilities that read
//! files or the input which the list has itself; none of them waits, runs a text, or changes a file.

use crate::environment::Function;
use smallvec::SmallVec;
use std::rc::Rc;
use syntax::tree::{
    Assignment, Brace, Command, Compound, CompoundKind, Extended, List, Operation, Part, Pipeline,
    Redirection, RedirectionOperand, Simple, Subscript, Test, Word,
};

/// Utilities and builtins that read nothing but their operands, and end.
const WITHOUT_INPUT: [&[u8]; 41] = [
    b"[",
    b":",
    b"basename",
    b"break",
    b"cd",
    b"comm",
    b"continue",
    b"date",
    b"declare",
    b"diff",
    b"dirname",
    b"echo",
    b"exit",
    b"export",
    b"expr",
    b"false",
    b"getconf",
    b"getopts",
    b"hostname",
    b"id",
    b"join",
    b"let",
    b"local",
    b"ls",
    b"nproc",
    b"printenv",
    b"printf",
    b"pwd",
    b"readlink",
    b"realpath",
    b"return",
    b"seq",
    b"set",
    b"shift",
    b"stat",
    b"test",
    b"true",
    b"typeset",
    b"uname",
    b"unset",
    b"whoami",
];
/// Those that end with their input, and how many operands name none yet.
const FILTERS: [(&[u8], usize); 32] = [
    (b"awk", 1),
    (b"base32", 0),
    (b"base64", 0),
    (b"cat", 0),
    (b"cksum", 0),
    (b"cmp", 1),
    (b"column", 0),
    (b"cut", 0),
    (b"egrep", 1),
    (b"expand", 0),
    (b"fgrep", 1),
    (b"fmt", 0),
    (b"fold", 0),
    (b"grep", 1),
    (b"head", 0),
    (b"md5sum", 0),
    (b"nl", 0),
    (b"numfmt", 9),
    (b"od", 0),
    (b"paste", 0),
    (b"read", 9),
    (b"rev", 0),
    (b"sed", 1),
    (b"sha1sum", 0),
    (b"sha256sum", 0),
    (b"sort", 0),
    (b"tac", 0),
    (b"tr", 9),
    (b"unexpand", 0),
    (b"uniq", 0),
    (b"wc", 0),
    (b"xxd", 0),
];
/// How deep functions may call each other.
const MOST_CALLS: u32 = 8;

/// What the name of a command stands for.
pub(super) enum Meaning {
    /// The builtin or the utility of that name.
    Usual,
    /// A function.
    Function(Rc<Function>),
    /// Something else.
    Other,
}

/// What is known of the place where a list would run.
pub(super) trait Surroundings {
    /// What the name of a command stands for; the body of a function has been read.
    fn meaning(&mut self, simple: &Simple, name: &[u8]) -> Meaning;

    /// Whether a word names a file that need not end: a FIFO, a terminal, `/dev/zero`.
    fn is_endless(&mut self, word: &Word) -> bool;
}

/// Asks of every command what its name stands for, and of the files that are read.
pub(super) struct Ends<'a> {
    pub(super) surroundings: &'a mut dyn Surroundings,
    /// How many functions are around what is looked at.
    pub(super) calls: u32,
}

impl Ends<'_> {
    /// Whether a list ends. `has_input`: its standard input ends by itself.
    pub(super) fn list(&mut self, list: &List, has_input: bool) -> bool {
        list.items.iter().all(|item| {
            let rest = item.and_or.rest.iter().map(|(_, pipeline)| pipeline);
            !item.is_asynchronous()
                && std::iter::once(&item.and_or.first)
                    .chain(rest)
                    .all(|pipeline| self.pipeline(pipeline, has_input))
        })
    }

    fn pipeline(&mut self, pipeline: &Pipeline, has_input: bool) -> bool {
        (pipeline.commands.iter().enumerate())
            .all(|(index, command)| self.command(command, has_input || index > 0))
    }

    fn command(&mut self, command: &Command, has_input: bool) -> bool {
        match command {
            Command::Simple(simple) => self.simple(simple, has_input),
            Command::Compound(compound) => self.compound(compound, has_input),
            Command::Function(_) => false,
        }
    }

    fn compound(&mut self, compound: &Compound, has_input: bool) -> bool {
        let Some(has_input) = self.redirections(&compound.redirections, has_input) else {
            return false;
        };
        match &compound.kind {
            CompoundKind::Brace(list) => self.list(list, has_input),
            CompoundKind::Subshell(body) => self.list(&body.list, has_input),
            CompoundKind::For { words, body, .. } => {
                words.iter().flatten().all(|word| self.word(word)) && self.list(body, has_input)
            }
            CompoundKind::Case { subject, branches } => {
                self.word(subject)
                    && branches.iter().all(|branch| {
                        branch.patterns.iter().all(|word| self.word(word))
                            && self.list(&branch.body, has_input)
                    })
            }
            CompoundKind::If { arms, otherwise } => {
                arms.iter().all(|(condition, body)| {
                    self.list(condition, has_input) && self.list(body, has_input)
                }) && otherwise.iter().all(|list| self.list(list, has_input))
            }
            CompoundKind::While { until: false, condition, body } => {
                has_input
                    && ends_with_read(condition)
                    && self.list(condition, has_input)
                    && self.list(body, has_input)
            }
            CompoundKind::Arithmetic(arithmetic) => self.parts(&arithmetic.parts),
            CompoundKind::Conditional(test) => self.test(test),
            _ => false,
        }
    }

    fn simple(&mut self, simple: &Simple, has_input: bool) -> bool {
        let Some(has_input) = self.redirections(&simple.redirections, has_input) else {
            return false;
        };
        if !simple.assignments.iter().all(|assignment| self.assignment(assignment))
            || !simple.words.iter().all(|word| self.word(word))
        {
            return false;
        }
        let Some((name, operands)) = simple.words.split_first() else { return true };
        let name = match (&name.literal, &name.parts[..]) {
            (Some(literal), _) => literal,
            // It could be a pattern.
            (None, [Part::Literal(bracket)]) if bracket.as_bytes() == b"[" => bracket,
            _ => return false,
        };
        match self.surroundings.meaning(simple, name) {
            Meaning::Usual => {
                usual_ends(name, operands, has_input)
                    && !(reads_operands(name)
                        && operands.iter().any(|word| self.surroundings.is_endless(word)))
            }
            // What it does with its arguments is not looked at.
            Meaning::Function(function) => {
                !operands.iter().any(|word| self.surroundings.is_endless(word))
                    && self.function(&function, has_input)
            }
            Meaning::Other => false,
        }
    }

    fn function(&mut self, function: &Function, has_input: bool) -> bool {
        if self.calls >= MOST_CALLS {
            return false;
        }
        self.calls += 1;
        let ends = function.body.get().is_some_and(|body| self.command(body, has_input));
        self.calls -= 1;
        ends
    }

    /// Whether standard input ends by itself behind redirections; None: one of them is not for this.
    fn redirections(&mut self, redirections: &[Redirection], has_input: bool) -> Option<bool> {
        let mut has_input = has_input;
        for redirection in redirections {
            match redirection.kind.operand() {
                RedirectionOperand::File { name, reads, .. }
                    if self.word(name) && !self.surroundings.is_endless(name) =>
                {
                    has_input |= reads && redirection.target() == 0;
                }
                RedirectionOperand::Descriptor(word) if word.literal.is_some() => {}
                RedirectionOperand::Text(word) if self.word(word) => {
                    has_input |= redirection.target() == 0;
                }
                _ => return None,
            }
        }
        Some(has_input)
    }

    fn assignment(&mut self, assignment: &Assignment) -> bool {
        assignment.subscript.is_none()
            && assignment.composite.is_none()
            && self.word(&assignment.value)
    }

    fn test(&mut self, test: &Test) -> bool {
        match test {
            Test::Unary(_, word) => self.word(word),
            Test::Matches { text: first, pattern: second, .. }
            | Test::Regex(first, second)
            | Test::Binary(_, first, second) => self.word(first) && self.word(second),
            Test::Not(test) => self.test(test),
            Test::And(tests) | Test::Or(tests) => tests.iter().all(|test| self.test(test)),
        }
    }

    fn word(&mut self, word: &Word) -> bool {
        let extended = match word.extended.as_deref() {
            None => true,
            Some(Extended::Assignment(assignment)) => self.assignment(assignment),
            Some(Extended::Braces(braces)) => braces.iter().all(|brace| self.brace(brace)),
        };
        extended && self.parts(&word.parts)
    }

    fn brace(&mut self, brace: &Brace) -> bool {
        match brace {
            Brace::Part(part) => self.part(part),
            Brace::List(lists) => lists.iter().flatten().all(|brace| self.brace(brace)),
            Brace::Integers { .. } | Brace::Letters { .. } => true,
        }
    }

    fn parts(&mut self, parts: &[Part]) -> bool {
        parts.iter().all(|part| self.part(part))
    }

    fn part(&mut self, part: &Part) -> bool {
        match part {
            Part::Literal(_) | Part::Quoted(_) | Part::Tilde(_) | Part::Filled(_) => true,
            Part::DoubleQuoted(parts) => self.parts(parts),
            Part::Parameter(parameter) => {
                let subscript = match parameter.subscript.as_deref() {
                    None | Some(Subscript::At | Subscript::Star) => true,
                    Some(Subscript::Key { word, .. }) => self.word(word),
                    Some(Subscript::Path(_)) => false,
                };
                // A prompt runs what is substituted in it.
                let operation = match &parameter.operation {
                    Operation::Transform(letter) => *letter != b'P',
                    Operation::Substring { offset, length } => {
                        self.parts(&offset.parts)
                            && length.iter().all(|length| self.parts(&length.parts))
                    }
                    operation => operation.words().all(|word| self.word(word)),
                };
                subscript && operation
            }
            // What has no list may be a text that is no list without the aliases of its time.
            Part::Command(body) => !body.list.items.is_empty() && self.list(&body.list, false),
            Part::Arithmetic(arithmetic) => self.parts(&arithmetic.parts),
            // It is asked the same again when it runs.
            Part::Process(body, true) => self.list(&body.list, false),
            Part::Inline { .. } | Part::Process(_, false) => false,
        }
    }
}

/// Whether the last command of a condition is `read`, which fails at the end of its input.
fn ends_with_read(condition: &List) -> bool {
    let Some(item) = condition.items.last() else { return false };
    match &item.and_or.first.commands[..] {
        [Command::Simple(simple)]
            if item.and_or.rest.is_empty() && item.and_or.first.is_plain() =>
        {
            let name = simple.words.first().and_then(|word| word.literal.as_ref());
            name.is_some_and(|name| name.as_bytes() == b"read")
        }
        _ => false,
    }
}

/// Whether the builtin or the utility of a name ends.
fn usual_ends(name: &[u8], operands: &[Word], has_input: bool) -> bool {
    if WITHOUT_INPUT.contains(&name) {
        return has_input || operands.iter().all(|word| word.literal.as_deref() != Some(b"-"));
    }
    let option =
        |word: &&Word| word.literal.as_ref().is_some_and(|text| text.first() == Some(&b'-'));
    if name == b"find" {
        // `-exec`, `-execdir`, `-ok`, `-okdir`
        let runs = |text: &[u8]| text.starts_with(b"-exec") || text.starts_with(b"-ok");
        return operands.iter().all(|word| word.literal.as_ref().is_none_or(|text| !runs(text)));
    }
    if name == b"tail" {
        // `-f`, `-F`, `--follow`, `--retry`
        let follows =
            |text: &[u8]| text.contains(&b'f') || text.contains(&b'F') || text.starts_with(b"--");
        let options = || operands.iter().filter(option);
        return options().all(|word| word.literal.as_ref().is_none_or(|text| !follows(text)))
            && operands.iter().all(|word| word.literal.is_some() || is_quoted(word))
            && (has_input || operands.len() > options().count());
    }
    let given: SmallVec<[&Word; 4]> = operands.iter().filter(|word| !option(word)).collect();
    let filter = FILTERS.iter().find(|(filter, _)| *filter == name);
    filter.is_some_and(|(_, others)| has_input || given.len() > *others)
}

/// Whether the operands of a builtin or utility can be files that it reads to their end.
fn reads_operands(name: &[u8]) -> bool {
    matches!(name, b"comm" | b"diff" | b"join" | b"tail")
        || FILTERS.iter().any(|(filter, _)| *filter == name)
}

/// Whether a word is one field, though it is not known beforehand.
fn is_quoted(word: &Word) -> bool {
    matches!(&word.parts[..], [Part::DoubleQuoted(_)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use syntax::{Names, NoAliases, Parser, Text};

    /// Whether a text ends, in which `mine` is something else than a builtin or a utility.
    fn ends(text: &str) -> bool {
        let names = Rc::new(Names::new());
        let mut parser = Parser::new(Box::new(Text(text.as_bytes())), names, Rc::new(NoAliases));
        let list = parser.whole().unwrap();
        Ends { surroundings: &mut Fixed, calls: 0 }.list(&list, false)
    }

    /// Where `mine` is no utility and `fifo` never ends.
    struct Fixed;

    impl Surroundings for Fixed {
        fn meaning(&mut self, _: &Simple, name: &[u8]) -> Meaning {
            match name {
                b"mine" => Meaning::Other,
                _ => Meaning::Usual,
            }
        }

        fn is_endless(&mut self, word: &Word) -> bool {
            word.literal.as_deref() == Some(b"fifo")
        }
    }

    #[test]
    fn lists_that_end() {
        for text in [
            "echo a; printf '%s\n' \"$x\"",
            "seq 5 | grep -v 3 | sort -r",
            "sort \"$f\" | uniq -c || false",
            "for i in a b; do echo $i; done",
            "for i in {1..3}; do echo $i; done | cat",
            "if [ -e f ]; then cat f; else echo none; fi",
            "while read -r l; do echo \"$l\"; done <f",
            "echo a | while read x; do echo $x; done",
            "case $x in a) echo b;; esac; (cd /; pwd); { ls; }",
            "cat <<<text; grep x <f; tail -n 2 f; tail -n +2 \"$f\"",
            "echo $(cat f) ${x:-$(date)} $((1 + 2)) ${a[@]} ${x:1:2}",
            "x=1; [[ $x = a* ]] && (( x > 1 ))",
            "cat <(echo a); find . -name '*.c' | sort",
            "echo fifo; [ -p fifo ]",
        ] {
            assert!(ends(text), "{text}");
        }
    }

    #[test]
    fn lists_that_may_wait_or_run_something() {
        for text in [
            "sleep 1",
            "cat",
            "grep x fifo",
            "cat file fifo | sort",
            "diff file fifo",
            "sort <fifo",
            "echo a >fifo",
            "sort -r",
            "tail -f log",
            "tail -n 1 $f",
            "mine",
            "echo a; mine",
            "echo $(mine)",
            "echo ${x:-$(mine)}",
            "while true; do echo y; done",
            "until false; do echo y; done <f",
            "while read -r l; do echo; done",
            "for ((;;)); do echo; done",
            "eval echo a",
            "$x a",
            "find . -exec mine {} +",
            "echo a & echo b",
            "f() { echo a; }",
            "echo a > >(cat)",
            "coproc cat",
            "echo ${x@P}",
        ] {
            assert!(!ends(text), "{text}");
        }
    }
}
