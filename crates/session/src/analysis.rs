//! What a script would do, as far as it can be read off without running it.

use std::rc::Rc;
use syntax::tree::{
    AndOr, Arithmetic, Assignment, Body, Brace, Command, Composite, CompoundKind, Extended, Item,
    List, Parameter, Part, Redirection, RedirectionOperand, Reference, Simple, Step, Subscript,
    Test, Word,
};
use syntax::{Name, Names};

/// What a script would run, read and write, as far as that stands in its text.
///
/// It says nothing about what its programs do. Names and paths are as they are written, without repetitions and in
/// the order of the text, whether or not the script would get there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// The names of its commands (builtins, utilities and programs), but for functions that it defines.
    pub commands: Vec<Vec<u8>>,
    /// Files that redirections read.
    pub reads: Vec<Vec<u8>>,
    /// Files that redirections write or make.
    pub writes: Vec<Vec<u8>>,
    /// Not all of it stands in the text: a name or a path is made by an expansion, or text is run that is made or read
    /// (`eval`, `.`, `trap`).
    pub is_open: bool,
    /// Of this, that commands are run which do not stand in the text.
    pub has_unknown_commands: bool,
    /// Something in it needs a process that no session makes: why.
    pub process: Option<&'static str>,
    /// It looks at ids or descriptors that a shell would have and a session has not: `$$`, PPID, `>&5`.
    pub is_personal: bool,
    /// Something in it goes on when the script has ended, as a child of the process that the session is in:
    /// `program &`.
    pub is_asynchronous: bool,
}

/// What a parsed script would do. `is_stage`: whether the list of a process substitution runs without a process.
pub(crate) fn analyze(
    list: &List,
    names: &Names,
    is_stage: &mut dyn FnMut(&Rc<Body>) -> bool,
) -> Analysis {
    let found = Analysis::default();
    let mut walk = Walk { names, found, functions: Vec::new(), depth: 0, is_stage };
    walk.list(list);
    let Walk { mut found, functions, .. } = walk;
    found.commands.retain(|name| !functions.contains(name));
    found
}

struct Walk<'a> {
    names: &'a Names,
    found: Analysis,
    functions: Vec<Vec<u8>>,
    /// In how many subshells.
    depth: usize,
    is_stage: &'a mut dyn FnMut(&Rc<Body>) -> bool,
}

/// Builtins that run text, or what they are given, by a name of its own.
const RUN_TEXT: [&[u8]; 5] = [b"eval", b".", b"source", b"trap", b"alias"];
/// Builtins whose first operand is a command.
const RUN_A_COMMAND: [&[u8]; 3] = [b"command", b"builtin", b"exec"];

fn note(list: &mut Vec<Vec<u8>>, text: &[u8]) {
    if !list.iter().any(|known| known == text) {
        list.push(text.to_vec());
    }
}

impl Walk<'_> {
    fn needs(&mut self, reason: &'static str) {
        self.found.process.get_or_insert(reason);
    }

    fn runs_unknown_commands(&mut self) {
        self.found.is_open = true;
        self.found.has_unknown_commands = true;
    }

    fn list(&mut self, list: &List) {
        list.items.iter().for_each(|item| self.item(item));
    }

    fn body(&mut self, body: &Rc<Body>) {
        if body.list.items.is_empty() && !body.source.is_empty() {
            // Its text may be no list.
            self.runs_unknown_commands();
        }
        self.depth += 1;
        self.list(&body.list);
        self.depth -= 1;
    }

    fn item(&mut self, item: &Item) {
        let AndOr { first, rest } = &item.and_or;
        self.found.is_asynchronous |= item.is_asynchronous();
        if item.is_asynchronous()
            && !(rest.is_empty() && first.is_plain() && is_program(&first.commands))
        {
            self.needs("an asynchronous list");
        }
        for pipeline in std::iter::once(first).chain(rest.iter().map(|(_, pipeline)| pipeline)) {
            let several = usize::from(pipeline.commands.len() > 1);
            self.depth += several;
            pipeline.commands.iter().for_each(|command| self.command(command));
            self.depth -= several;
        }
    }

    fn command(&mut self, command: &Command) {
        let compound = match command {
            Command::Simple(simple) => return self.simple(simple),
            Command::Function(function) => {
                self.functions.push(self.names.text(function.name).to_vec());
                return self.command(function.body.command());
            }
            Command::Compound(compound) => compound,
        };
        self.redirections(&compound.redirections);
        match &compound.kind {
            CompoundKind::Brace(list) => self.list(list),
            CompoundKind::Subshell(body) => self.body(body),
            CompoundKind::For { words, body, .. } | CompoundKind::Select { words, body, .. } => {
                words.iter().flatten().for_each(|word| self.word(word));
                self.list(body);
            }
            CompoundKind::Case { subject, branches } => {
                self.word(subject);
                for branch in branches {
                    branch.patterns.iter().for_each(|word| self.word(word));
                    self.list(&branch.body);
                }
            }
            CompoundKind::If { arms, otherwise } => {
                for (condition, body) in arms {
                    self.list(condition);
                    self.list(body);
                }
                otherwise.iter().for_each(|list| self.list(list));
            }
            CompoundKind::ForArithmetic { init, condition, step, body } => {
                [init, condition, step].into_iter().flatten().for_each(|it| self.arithmetic(it));
                self.list(body);
            }
            CompoundKind::Arithmetic(arithmetic) => self.arithmetic(arithmetic),
            CompoundKind::Conditional(test) => self.test(test),
            CompoundKind::Coprocess { body, .. } => {
                self.needs("a coprocess");
                body.iter().for_each(|command| self.command(command));
            }
            CompoundKind::While { condition, body, .. } => {
                self.list(condition);
                self.list(body);
            }
        }
    }

    fn simple(&mut self, simple: &Simple) {
        self.name(&simple.words);
        simple.assignments.iter().for_each(|assignment| self.assignment(assignment));
        simple.words.iter().for_each(|word| self.word(word));
        self.redirections(&simple.redirections);
    }

    /// The name of a command and what it makes of its operands.
    fn name(&mut self, words: &[Word]) {
        let Some((word, operands)) = words.split_first() else { return };
        // A bracket alone is no pattern.
        let text = match &word.parts[..] {
            [Part::Literal(text)] if text.as_bytes() == b"[" => Some(text),
            _ => word.literal.as_ref(),
        };
        let Some(name) = text else {
            self.runs_unknown_commands();
            return;
        };
        let name = name.as_bytes();
        note(&mut self.found.commands, name);
        if RUN_TEXT.contains(&name) {
            self.runs_unknown_commands();
        }
        let is = |text: &[u8], word: &Word| word.literal.as_ref().is_some_and(|it| **it == *text);
        match name {
            b"trap" if self.depth > 0 && operands.len() > 1 => self.needs("a trap in a subshell"),
            b"ulimit" => self.needs("limits of a process"),
            b"set" if operands.iter().any(|word| is(b"-m", word) || is(b"monitor", word)) => {
                self.needs("job control");
            }
            b"fg" | b"bg" | b"suspend" => self.needs("job control"),
            _ if RUN_A_COMMAND.contains(&name) => {
                let options = operands.iter().take_while(|word| {
                    word.literal.as_ref().is_some_and(|text| text.first() == Some(&b'-'))
                });
                self.name(&operands[options.count()..]);
            }
            _ => {}
        }
    }

    fn redirections(&mut self, redirections: &[Redirection]) {
        for redirection in redirections {
            if redirection.target() > 2 && redirection.variable.is_none() {
                self.found.is_personal = true;
            }
            let (name, reads, writes) = match redirection.kind.operand() {
                RedirectionOperand::File { name, reads, writes } => (name, reads, writes),
                RedirectionOperand::Descriptor(word) => {
                    let is_standard = |text: &[u8]| matches!(text, b"0" | b"1" | b"2" | b"-");
                    self.found.is_personal |=
                        !word.literal.as_ref().is_some_and(|text| is_standard(text));
                    self.word(word);
                    continue;
                }
                RedirectionOperand::Document(document) => {
                    document.text.get().iter().for_each(|word| self.word(word));
                    continue;
                }
                RedirectionOperand::Text(word) | RedirectionOperand::Line(word) => {
                    self.word(word);
                    continue;
                }
                RedirectionOperand::Offset(offset) => {
                    offset.iter().for_each(|it| self.arithmetic(it));
                    continue;
                }
            };
            self.word(name);
            match &name.literal {
                None => self.found.is_open = true,
                Some(path) => {
                    if reads {
                        note(&mut self.found.reads, path);
                    }
                    if writes {
                        note(&mut self.found.writes, path);
                    }
                }
            }
        }
    }

    fn assignment(&mut self, assignment: &Assignment) {
        assignment.subscript.iter().for_each(|subscript| self.subscript(subscript));
        self.word(&assignment.value);
        assignment.composite.iter().for_each(|composite| self.composite(composite));
    }

    fn composite(&mut self, composite: &Composite) {
        match composite {
            Composite::Members(list) => self.list(list),
            Composite::Elements(elements) => {
                for element in elements {
                    element.subscript.iter().for_each(|subscript| self.subscript(subscript));
                    self.word(&element.value);
                    element.composite.iter().for_each(|composite| self.composite(composite));
                }
            }
        }
    }

    fn subscript(&mut self, subscript: &Subscript) {
        match subscript {
            Subscript::At | Subscript::Star => {}
            Subscript::Key { word, .. } => self.word(word),
            Subscript::Path(steps) => {
                for step in steps {
                    if let Step::Element(subscript) = step {
                        self.subscript(subscript);
                    }
                }
            }
        }
    }

    fn test(&mut self, test: &Test) {
        match test {
            Test::Unary(_, word) => self.word(word),
            Test::Matches { text: left, pattern: right, .. }
            | Test::Regex(left, right)
            | Test::Binary(_, left, right) => {
                self.word(left);
                self.word(right);
            }
            Test::Not(test) => self.test(test),
            Test::And(tests) | Test::Or(tests) => tests.iter().for_each(|test| self.test(test)),
        }
    }

    fn word(&mut self, word: &Word) {
        self.parts(&word.parts);
        match word.extended.as_deref() {
            None => {}
            Some(Extended::Assignment(assignment)) => self.assignment(assignment),
            Some(Extended::Braces(braces)) => self.braces(braces),
        }
        // A program that it starts, or text that is run, may ask for it.
        if word.literal.as_ref().is_some_and(|text| names_an_id(text)) {
            self.found.is_personal = true;
        }
    }

    fn braces(&mut self, braces: &[Brace]) {
        for brace in braces {
            match brace {
                Brace::Part(part) => self.part(part),
                Brace::List(lists) => lists.iter().for_each(|list| self.braces(list)),
                Brace::Integers { .. } | Brace::Letters { .. } => {}
            }
        }
    }

    fn parts(&mut self, parts: &[Part]) {
        parts.iter().for_each(|part| self.part(part));
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Literal(text) | Part::Quoted(text) => {
                self.found.is_personal |= names_an_id(text);
            }
            Part::Tilde(_) => {}
            Part::DoubleQuoted(parts) => self.parts(parts),
            Part::Parameter(parameter) => self.parameter(parameter),
            Part::Filled(filled) => {
                self.found.is_personal |= names_an_id(&filled.text);
                filled.slots.iter().for_each(|slot| self.parameter(&slot.parameter()));
            }
            Part::Command(body) => self.body(body),
            Part::Arithmetic(arithmetic) => self.arithmetic(arithmetic),
            Part::Inline { body, .. } => self.list(&body.list),
            Part::Process(body, reads) => {
                // A function of the script could have the name of any utility.
                if !*reads || !self.functions.is_empty() || !(self.is_stage)(body) {
                    self.needs("a process substitution");
                }
                self.body(body);
            }
        }
    }

    fn arithmetic(&mut self, arithmetic: &Arithmetic) {
        self.parts(&arithmetic.parts);
    }

    fn parameter(&mut self, parameter: &Parameter) {
        match parameter.reference {
            Reference::Special(b'$') => self.found.is_personal = true,
            Reference::Variable(name) if self.is_id(name) => self.found.is_personal = true,
            _ => {}
        }
        parameter.subscript.iter().for_each(|subscript| self.subscript(subscript));
        parameter.operation.words().for_each(|word| self.word(word));
    }

    fn is_id(&self, name: Name) -> bool {
        matches!(&*self.names.text(name), b"PPID" | b"BASHPID")
    }
}

/// Whether a text that is run elsewhere would look at a process id.
fn names_an_id(text: &[u8]) -> bool {
    text.windows(2).any(|pair| pair == b"$$") || text.windows(4).any(|word| word == b"PPID")
}

/// Whether an asynchronous list of these commands is a program that is launched: it has a path.
fn is_program(commands: &[Command]) -> bool {
    match commands {
        [Command::Simple(simple)] => simple
            .words
            .first()
            .and_then(|word| word.literal.as_ref())
            .is_some_and(|name| name.contains(&b'/')),
        _ => false,
    }
}
