//! The shell itself, as far as it can be let loose on anything: scripts that hold nothing but
//! builtins without effects outside, so that whatever runs is virtual.
//!
//! A script must end, and give the same in a subshell as outside, and the same by `eval`.

use shell::environment::files::Slot;
use shell::environment::options::Options;
use shell::environment::positional::Positional;
use shell::environment::variables::Value;
use shell::{Environment, Shared};
use stage::OpenFile;
use stage::file::Capture;
use std::rc::Rc;
use syntax::tree::{
    Assignment, Brace, Command, Composite, CompoundKind, Extended, List, Operation, Part,
    Redirection, RedirectionKind, Reference, Simple, Subscript, Substitute, Word,
};
use syntax::{ByteString, NoAliases, Parser, Text};

/// A shell that can reach nothing: no input, output that is kept, no PATH, no pathname
/// expansion.
pub struct World {
    env: Environment,
    output: Capture,
}

impl World {
    /// A fresh one.
    #[allow(clippy::new_without_default, reason = "making one is work")]
    pub fn new() -> World {
        World::of(Shared::new(Vec::new(), &[]))
    }

    fn of(shared: Rc<Shared>) -> World {
        let output = Capture::new(&shared.scheduler);
        let errors = Capture::new(&shared.scheduler);
        let nothing = OpenFile::text(&shared.scheduler, Rc::from(&b""[..]));
        let mut env = Environment::new(shared);
        env.files.set(0, Slot::Open(nothing));
        env.files.set(1, Slot::Open(output.file().clone()));
        env.files.set(2, Slot::Open(errors.file().clone()));
        for number in 3..10 {
            env.files.set(number, Slot::Closed);
        }
        env.options.set(Options::NOGLOB, true);
        env.arg0 = ByteString::new(b"sh");
        // What arithmetic runs out of a value is not seen before: it writes to no file.
        env.restrict();
        World { env, output }
    }

    /// Sets a variable.
    pub fn set(&mut self, name: &str, value: &str) {
        let name = self.env.shared.names.intern(name.as_bytes());
        let value = Value::String(ByteString::new(value.as_bytes()));
        self.env.assign(name, value).expect("no variable is read only");
    }

    /// The value of a variable.
    pub fn get(&mut self, name: &str) -> String {
        let name = self.env.shared.names.intern(name.as_bytes());
        String::from_utf8_lossy(&self.env.value(name).unwrap_or_default()).into_owned()
    }

    /// Evaluates an expression; None where it is refused.
    pub fn arithmetic(&mut self, text: &[u8]) -> Option<i64> {
        self.env.evaluate_expression(text).ok()
    }

    /// What a word without blanks expands to; None where that fails.
    pub fn expand(&mut self, word: &str) -> Option<String> {
        let text = format!("{word}\n");
        let names = self.env.shared.names.clone();
        let mut parser = Parser::new(Box::new(Text(text.as_bytes())), names, Rc::new(NoAliases));
        let list = parser.next().expect("a word")?;
        let Command::Simple(simple) = list.items.first()?.and_or.first.commands.first()? else {
            panic!("{word} is no word");
        };
        let text = self.env.expand_text(simple.words.first()?).ok()?;
        Some(String::from_utf8_lossy(&text).into_owned())
    }

    /// What a script writes, and its status.
    fn run(mut self, script: &[u8]) -> (Vec<u8>, i32) {
        let result = self.env.run_text(script);
        let status = self.env.status;
        if result.is_ok() {
            // Nothing may be left over that a later command would trip on.
            let _ = self.env.run_text(b":");
        }
        drop(self.env);
        (self.output.finish(stage::Signals::Terminal).expect("the output is in memory"), status)
    }
}

/// Builtins that change nothing outside, wait for nothing and write what is given alone.
const HARMLESS: &[&[u8]] = &[
    b":",
    b"[",
    b"break",
    b"continue",
    b"echo",
    b"exit",
    b"export",
    b"false",
    b"getopts",
    b"read",
    b"readonly",
    b"shift",
    b"test",
    b"true",
    b"unset",
];

/// Whether a script can be run, and how much it may grow.
struct Judge<'a> {
    names: &'a syntax::Names,
    /// Assignments that are left: each can make a value several times longer.
    assignments: u32,
    /// Expansions in one word that are left.
    expansions: u32,
    /// Loops around what is looked at.
    loops: u32,
}

impl Judge<'_> {
    fn list(&mut self, list: &List) -> bool {
        list.items.iter().all(|item| {
            let pipelines = std::iter::once(&item.and_or.first)
                .chain(item.and_or.rest.iter().map(|(_, pipeline)| pipeline));
            !item.is_asynchronous()
                && pipelines.flat_map(|p| p.commands.iter()).all(|command| self.command(command))
        })
    }

    fn command(&mut self, command: &Command) -> bool {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound) => {
                self.redirections(&compound.redirections) && self.compound(&compound.kind)
            }
            _ => false,
        }
    }

    fn compound(&mut self, kind: &CompoundKind) -> bool {
        match kind {
            CompoundKind::Brace(list) => self.list(list),
            CompoundKind::Subshell(body) => self.list(&body.list),
            CompoundKind::For { words, body, .. } => {
                if self.loops == 2 {
                    return false;
                }
                self.loops += 1;
                let fine =
                    words.as_deref().is_none_or(|words| self.words(words)) && self.list(body);
                self.loops -= 1;
                fine
            }
            CompoundKind::Case { subject, branches } => {
                self.word(subject)
                    && branches.iter().all(|b| self.words(&b.patterns) && self.list(&b.body))
            }
            CompoundKind::If { arms, otherwise } => {
                arms.iter().all(|(one, other)| self.list(one) && self.list(other))
                    && otherwise.as_ref().is_none_or(|list| self.list(list))
            }
            _ => false,
        }
    }

    fn simple(&mut self, simple: &Simple) -> bool {
        let known = match simple.words.first() {
            None => true,
            Some(word) => word.literal.as_ref().is_some_and(|l| HARMLESS.contains(&l.as_bytes())),
        };
        known
            && simple.assignments.iter().all(|one| self.assigns(one))
            && self.words(&simple.words)
            && simple.words.iter().all(|word| !word.assignment || self.assignment())
            && self.redirections(&simple.redirections)
    }

    fn assigns(&mut self, one: &Assignment) -> bool {
        self.assignment()
            && self.subscript(one.subscript.as_deref())
            && self.word(&one.value)
            && match &one.composite {
                None => true,
                Some(Composite::Elements(elements)) => elements.iter().all(|element| {
                    element.composite.is_none()
                        && self.subscript(element.subscript.as_deref())
                        && self.word(&element.value)
                }),
                Some(Composite::Members(_)) => false,
            }
    }

    fn subscript(&mut self, subscript: Option<&Subscript>) -> bool {
        match subscript {
            None | Some(Subscript::At | Subscript::Star) => true,
            Some(Subscript::Key { word, .. }) => self.word(word),
            Some(Subscript::Path(_)) => false,
        }
    }

    fn assignment(&mut self) -> bool {
        self.assignments = self.assignments.saturating_sub(1);
        self.assignments > 0 && self.loops == 0
    }

    fn redirections(&mut self, redirections: &[Redirection]) -> bool {
        redirections.iter().all(|redirection| match &redirection.kind {
            RedirectionKind::HereDocument(document) => {
                document.text.get().is_some_and(|word| self.word(word))
            }
            RedirectionKind::DuplicateOutput(word) => word
                .literal
                .as_ref()
                .is_some_and(|text| matches!(text.as_bytes(), b"1" | b"2" | b"-")),
            _ => false,
        })
    }

    fn words(&mut self, words: &[Word]) -> bool {
        words.iter().all(|word| self.word(word))
    }

    fn word(&mut self, word: &Word) -> bool {
        self.expansions = 4;
        self.parts(&word.parts)
            && match word.extended.as_deref() {
                Some(Extended::Braces(braces)) => count(braces) <= 1000 && self.braces(braces),
                Some(_) => false,
                None => true,
            }
    }

    fn braces(&mut self, braces: &[Brace]) -> bool {
        braces.iter().all(|brace| match brace {
            Brace::Part(part) => self.parts(std::slice::from_ref(part)),
            Brace::List(alternatives) => alternatives.iter().all(|one| self.braces(one)),
            _ => true,
        })
    }

    fn parts(&mut self, parts: &[Part]) -> bool {
        parts.iter().all(|part| match part {
            Part::Literal(_) | Part::Quoted(_) => true,
            Part::DoubleQuoted(parts) => self.parts(parts),
            Part::Parameter(parameter) => {
                self.expansions = self.expansions.saturating_sub(1);
                self.expansions > 0
                    && self.reference(parameter.reference)
                    && self.subscript(parameter.subscript.as_deref())
                    && match &parameter.operation {
                        Operation::Value | Operation::Length => true,
                        Operation::Substitute { kind: Substitute::Assign, word, .. } => {
                            self.assignment() && self.parts(&word.parts)
                        }
                        Operation::Substitute { word, .. } => self.parts(&word.parts),
                        Operation::Trim { pattern, .. } => self.parts(&pattern.parts),
                        _ => false,
                    }
            }
            Part::Command(body) => {
                self.expansions = self.expansions.saturating_sub(1);
                let left = self.expansions;
                let fine = left > 0 && self.list(&body.list);
                self.expansions = left;
                fine
            }
            Part::Arithmetic(arithmetic) => self.parts(&arithmetic.parts),
            _ => false,
        })
    }

    /// Not what differs from one run to the next.
    fn reference(&self, reference: Reference) -> bool {
        match reference {
            Reference::Variable(name) => !matches!(
                &*self.names.text(name),
                b"RANDOM" | b"SECONDS" | b"LINENO" | b"PPID" | b"_"
            ),
            Reference::Positional(_) => true,
            Reference::Special(byte) => !matches!(byte, b'$' | b'!'),
        }
    }
}

/// Whether a text is a script that can be run here.
fn is_harmless(shared: &Shared, script: &[u8]) -> bool {
    let input = Box::new(Text(script));
    let mut parser = Parser::new(input, shared.names.clone(), Rc::new(NoAliases));
    let mut judge = Judge { names: &shared.names, assignments: 7, expansions: 0, loops: 0 };
    let computed = [
        &b"RANDOM"[..],
        b"SECONDS",
        b"LINENO",
        b"PPID",
        b"EPOCH",
        b"BASH",
        b"FUNCNAME",
        b".sh.",
        b"caller",
        b"time",
        b"HISTCMD",
    ];
    let mut any = false;
    loop {
        match parser.next() {
            // In arithmetic a variable can be named without being seen here.
            Ok(None) => break,
            Ok(Some(list)) => any |= !list.items.is_empty(),
            Err(_) => return false,
        }
    }
    if !any || computed.iter().any(|name| script.windows(name.len()).any(|part| part == *name)) {
        return false;
    }
    let input = Box::new(Text(script));
    let mut parser = Parser::new(input, shared.names.clone(), Rc::new(NoAliases));
    while let Ok(Some(list)) = parser.next() {
        if !judge.list(&list) {
            return false;
        }
    }
    true
}

/// How many words braces make, about: lists beside each other multiply.
fn count(braces: &[Brace]) -> usize {
    let one = |brace: &Brace| match brace {
        Brace::Part(_) => 1,
        Brace::List(alternatives) => {
            alternatives.iter().fold(0, |sum: usize, one| sum.saturating_add(count(one)))
        }
        _ => 100,
    };
    braces.iter().fold(1, |product: usize, brace| product.saturating_mul(one(brace)))
}

/// See the module.
pub fn check(data: &[u8]) {
    let shared = Shared::new(Vec::new(), &[]);
    // Braces from one number to another can be millions of words.
    let digits = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    let long = data.windows(2).any(|two| two == b"..") && data.windows(6).any(digits);
    if data.len() > 2000 || data.contains(&0) || long || !is_harmless(&shared, data) {
        return;
    }
    let plain = World::of(shared.clone()).run(data);
    // A here-document without an end or a last backslash takes what follows.
    // On the same line, which messages name.
    let enclosed = [b"( ", data, b"\n)"].concat();
    // And one that ends at an empty line may in ksh93's way end before the parenthesis.
    let empty = data.windows(4).any(|four| four == b"<<''" || four == b"<<\"\"");
    if !data.ends_with(b"\\") && !empty && is_harmless(&shared, &enclosed) {
        assert_eq!(
            show(&World::new().run(&enclosed)),
            show(&plain),
            "in a subshell: {}",
            data.escape_ascii()
        );
    }
    let mut world = World::new();
    world.env.positional = Positional::new(vec![ByteString::new(data)]);
    let evaluated = world.run(b"eval \"shift; $1\"");
    assert_eq!(show(&evaluated), show(&plain), "by eval: {}", data.escape_ascii());
}

fn show(result: &(Vec<u8>, i32)) -> (String, i32) {
    (result.0.escape_ascii().to_string(), result.1)
}
