//! Functions as bash writes them (`declare -f`, bash(1) "typeset"): one command to a line,
//! four blanks for each level.
//!
//! The tree does not know how its words were written, so the text of the function is read once
//! more with a `Record` of where its tokens stand. The tree then says what each token is.

use crate::parser::Parser;
use crate::record::Record;
use crate::tree::{
    AndOr, Branch, BranchEnd, Command, Compound, CompoundKind, Connector, FunctionDefinition, Item,
    List, Pipeline, Redirection, RedirectionKind, Simple,
};
use std::ops::Range;

impl Record {
    /// A printer of what stands at `place`.
    fn printer<'a>(&'a self, source: &'a [u8], place: Range<usize>) -> Printer<'a> {
        let first = self.tokens.partition_point(|token| token.start < place.start);
        let after = self.tokens.partition_point(|token| token.start < place.end);
        let tokens = &self.tokens[first..after.max(first)];
        let documents = self.documents.iter().filter(|(at, _)| {
            let before = tokens.partition_point(|token| token.start <= at.start);
            let inside_of_word = before > 0 && tokens[before - 1].end > at.start;
            place.contains(&at.start) && !inside_of_word
        });
        Printer {
            source,
            record: self,
            tokens,
            at: 0,
            documents: documents.map(|(_, text)| text.clone()).collect(),
            printed: 0,
            waiting: 0,
            separated: false,
            level: 0,
            inline: false,
            keeps_lines: false,
            out: Vec::new(),
        }
    }
}

impl Parser<'_> {
    /// Notes how the commands of a substitution are shown that stand at `place`.
    pub(crate) fn rewrite_substitution(&mut self, place: Range<usize>, list: &List) {
        let Some(mut record) = self.record.take() else { return };
        let mut printer = record.printer(&self.source, place.clone());
        printer.inline = true;
        printer.keeps_lines = true;
        let printed = printer.list(list);
        printer.documents();
        let mut text = printer.out;
        if printed.is_some() {
            if text.first() == Some(&b'(') {
                text.insert(0, b' ');
            }
            record.rewrite(place, text);
        }
        self.record = Some(record);
    }

    /// The first command of the text, a function, in bash's way of writing: `name ()` on a
    /// line of its own, then the body. None where it is no function or cannot be read.
    pub fn formatted_function(self) -> Option<Vec<u8>> {
        self.formatted(|printer, list| {
            let [Item { and_or: AndOr { first, .. }, .. }] = &list.items[..] else { return None };
            let [Command::Function(function)] = &first.commands[..] else { return None };
            printer.function(function)
        })
    }

    /// The command that is the text, as bash shows it (`jobs`): lists are on one line.
    pub fn formatted_command(self) -> Option<Vec<u8>> {
        self.formatted(|printer, list| {
            printer.inline = true;
            printer.list(list)
        })
    }

    fn formatted(
        mut self,
        print: impl FnOnce(&mut Printer<'_>, &List) -> Option<()>,
    ) -> Option<Vec<u8>> {
        self.record = Some(Box::new(Record {
            names_only: self.rules.syntax.functions_shown_without_keyword,
            ..Record::default()
        }));
        let list = self.whole().ok()?;
        let record = self.record.take()?;
        let mut printer = record.printer(&self.source, 0..self.source.len());
        print(&mut printer, &list)?;
        printer.documents();
        Some(printer.out)
    }
}

struct Printer<'a> {
    source: &'a [u8],
    record: &'a Record,
    tokens: &'a [Range<usize>],
    at: usize,
    documents: Vec<Vec<u8>>,
    /// How many here-documents have been written.
    printed: usize,
    /// How many are to be written when the line ends.
    waiting: usize,
    /// The text of a here-document stands where the next `;` would.
    separated: bool,
    level: usize,
    /// Outside of functions, where the commands of a list share a line.
    inline: bool,
    /// Where commands of a list stood on lines of their own they do so here, as in `$( )`.
    keeps_lines: bool,
    out: Vec<u8>,
}

impl<'a> Printer<'a> {
    /// The next token that is no newline, which is left to be taken.
    fn peek(&mut self) -> &'a [u8] {
        loop {
            let Some(token) = self.tokens.get(self.at) else { return b"" };
            let text = self.source.get(token.clone()).unwrap_or_default();
            if text != b"\n" {
                return text;
            }
            self.at += 1;
        }
    }

    /// The next token that is no newline.
    fn take(&mut self) -> &'a [u8] {
        let text = self.peek();
        self.at += 1;
        text
    }

    /// Takes the next token, which has to be this one. None: the tree and the text differ,
    /// and nothing is written rather than something wrong.
    fn expect(&mut self, text: &[u8]) -> Option<()> {
        (self.take() == text).then_some(())
    }

    fn accept(&mut self, text: &[u8]) -> bool {
        let found = self.peek() == text;
        self.at += usize::from(found);
        found
    }

    fn put(&mut self, text: impl AsRef<[u8]>) {
        self.out.extend_from_slice(text.as_ref());
    }

    fn new_line(&mut self) {
        self.put("\n");
        self.put(b" ".repeat(4 * self.level));
    }

    fn word(&mut self) {
        self.peek();
        if let Some(place) = self.tokens.get(self.at) {
            let text = self.record.shown(self.source, place.clone());
            self.put(text);
        }
        self.at += 1;
    }

    /// The here-documents of the line; whether there were any.
    fn documents(&mut self) -> bool {
        if self.waiting == 0 {
            return false;
        }
        self.put("\n");
        for _ in 0..std::mem::take(&mut self.waiting) {
            if let Some(text) = self.documents.get(self.printed) {
                self.out.extend_from_slice(text);
            }
            self.printed += 1;
        }
        self.separated = true;
        true
    }

    /// Ends a command inside a compound command, before a reserved word.
    fn semicolon(&mut self) {
        if !matches!(self.out.last(), Some(b'&' | b'\n')) {
            self.put(";");
        }
    }

    fn function(&mut self, function: &FunctionDefinition) -> Option<()> {
        let inline = std::mem::replace(&mut self.inline, false);
        let printed = self.definition(function);
        self.inline = inline;
        printed
    }

    fn definition(&mut self, function: &FunctionDefinition) -> Option<()> {
        self.accept(b"function");
        self.word();
        if self.accept(b"(") {
            self.expect(b")")?;
        }
        self.put(" () ");
        self.new_line();
        if let Command::Compound(compound) = function.body.command()
            && let CompoundKind::Brace(list) = &compound.kind
        {
            return self.braces(list, &compound.redirections);
        }
        self.put("{ ");
        self.level += 1;
        self.new_line();
        self.command(function.body.command())?;
        self.documents();
        self.level -= 1;
        self.new_line();
        self.put("}");
        Some(())
    }

    /// Prints `{ list; }`.
    fn braces(&mut self, list: &List, redirections: &[Redirection]) -> Option<()> {
        self.expect(b"{")?;
        self.put("{ ");
        if self.inline {
            self.list(list)?;
            self.documents();
            self.semicolon();
            self.expect(b"}")?;
            self.put(" }");
            return self.redirections(redirections);
        }
        self.level += 1;
        self.new_line();
        self.list(list)?;
        self.documents();
        self.level -= 1;
        self.new_line();
        self.expect(b"}")?;
        self.put("}");
        self.redirections(redirections)
    }

    fn list(&mut self, list: &List) -> Option<()> {
        for (index, item) in list.items.iter().enumerate() {
            let last = index + 1 == list.items.len();
            self.and_or(&item.and_or)?;
            if item.is_asynchronous() {
                self.expect(b"&")?;
                self.put(" &");
                if self.documents() {
                    self.put(" ");
                }
                if !last {
                    self.put(" ");
                }
            } else {
                let ends_line = self.keeps_lines
                    && self
                        .tokens
                        .get(self.at)
                        .is_some_and(|token| self.source.get(token.clone()) == Some(b"\n"));
                self.accept(b";");
                if last {
                    continue;
                }
                if self.inline {
                    // The text of a here-document ends its line.
                    if !self.documents() {
                        self.put(if ends_line { "\n" } else { "; " });
                    }
                    self.separated = false;
                    continue;
                }
                if !self.documents() && !std::mem::take(&mut self.separated) {
                    self.put(";");
                }
                self.new_line();
            }
        }
        Some(())
    }

    fn and_or(&mut self, and_or: &AndOr) -> Option<()> {
        self.pipeline(&and_or.first)?;
        for (connector, pipeline) in &and_or.rest {
            let text: &[u8] = match connector {
                Connector::And => b"&&",
                Connector::Or => b"||",
            };
            self.expect(text)?;
            self.put(" ");
            self.put(text);
            self.put(" ");
            if self.documents() {
                self.put(" ");
            }
            self.pipeline(pipeline)?;
        }
        Some(())
    }

    fn pipeline(&mut self, pipeline: &Pipeline) -> Option<()> {
        let mut negated = false;
        loop {
            if self.accept(b"!") {
                negated = !negated;
            } else if pipeline.timed.is_some() && self.accept(b"time") {
                if pipeline.timed == Some(true) {
                    self.expect(b"-p")?;
                    self.accept(b"--");
                }
            } else {
                break;
            }
        }
        if let Some(posix) = pipeline.timed {
            self.put(if posix { "time -p " } else { "time " });
        }
        if negated {
            self.put("! ");
        } else if pipeline.commands.is_empty() && pipeline.timed.is_none() {
            self.put("! ! ");
        }
        for (index, command) in pipeline.commands.iter().enumerate() {
            if index > 0 {
                if self.accept(b"|&") {
                    self.put(" 2>&1 |");
                } else {
                    self.expect(b"|")?;
                    self.put(" |");
                }
                if self.documents() {
                    self.put(" ");
                }
                self.put(" ");
            }
            self.command(command)?;
        }
        Some(())
    }

    fn command(&mut self, command: &Command) -> Option<()> {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound) => self.compound(compound),
            Command::Function(function) => {
                if !self.record.names_only {
                    self.put("function ");
                }
                self.function(function)
            }
        }
    }

    /// Assignments and words in their order, then the redirections.
    fn simple(&mut self, simple: &Simple) -> Option<()> {
        let mut words = simple.assignments.len() + simple.words.len();
        let mut redirections = simple.redirections.iter().filter(|one| one.line > 0).peekable();
        let outer = std::mem::take(&mut self.out);
        let mut redirected = Vec::new();
        while words > 0 || redirections.peek().is_some() {
            if self.at_redirection(redirections.peek().copied()) {
                let before = std::mem::take(&mut self.out);
                self.redirection(redirections.next()?)?;
                redirected.extend(std::mem::replace(&mut self.out, before));
            } else if words > 0 {
                if !self.out.is_empty() {
                    self.put(" ");
                }
                self.word();
                words -= 1;
            } else {
                return None;
            }
        }
        let own = std::mem::replace(&mut self.out, outer);
        let skip = usize::from(own.is_empty() && !redirected.is_empty());
        self.put(own);
        self.put(&redirected[skip..]);
        Some(())
    }

    /// Whether the next token begins a redirection.
    fn at_redirection(&mut self, next: Option<&Redirection>) -> bool {
        let Some(next) = next else { return false };
        let text = self.peek();
        if next.descriptor.is_some() || next.variable.is_some() {
            // A number or a name directly before the operator.
            let Some(token) = self.tokens.get(self.at) else { return false };
            return matches!(self.source.get(token.end), Some(b'<' | b'>'))
                && !matches!(self.source.get(token.end + 1), Some(b'('));
        }
        matches!(text, [b'<' | b'>'] | [b'<' | b'>', b'<' | b'>' | b'&' | b'|', ..])
            || text.starts_with(b"&>")
    }

    fn redirections(&mut self, redirections: &[Redirection]) -> Option<()> {
        for redirection in redirections.iter().filter(|one| one.line > 0) {
            self.redirection(redirection)?;
            self.separated = false;
        }
        Some(())
    }

    /// Prints a redirection, with a blank before it: ` 2> word`.
    fn redirection(&mut self, redirection: &Redirection) -> Option<()> {
        self.put(" ");
        let mut descriptor: Vec<u8> = Vec::new();
        if redirection.descriptor.is_some() || redirection.variable.is_some() {
            descriptor.extend_from_slice(self.take());
        }
        let operator = self.take();
        let duplicates = matches!(
            redirection.kind,
            RedirectionKind::DuplicateInput(_) | RedirectionKind::DuplicateOutput(_)
        );
        let usual: &[u8] = if operator.first() == Some(&b'<') { b"0" } else { b"1" };
        if duplicates {
            // With a word that is no number it may mean both outputs.
            let word = self.peek();
            let number = word.strip_suffix(b"-").unwrap_or(word).iter().all(u8::is_ascii_digit);
            if descriptor.is_empty() && number {
                descriptor.extend_from_slice(usual);
            }
        } else if descriptor == usual {
            descriptor.clear();
        }
        self.put(&descriptor);
        match redirection.kind {
            RedirectionKind::HereDocument(_) => {
                self.put(operator);
                let delimiter = self.take();
                if delimiter.contains(&b'\\') && !delimiter.contains(&b'\'') {
                    // Quoted in one way.
                    self.put("'");
                    self.put(
                        delimiter.iter().copied().filter(|b| *b != b'\\').collect::<Vec<u8>>(),
                    );
                    self.put("'");
                } else {
                    self.put(delimiter);
                }
                self.waiting += 1;
            }
            _ if duplicates => {
                // `<&-` is shown as `>&-`.
                let closes = self.peek() == b"-";
                self.put(if closes { b">&" } else { operator });
                self.word();
            }
            RedirectionKind::Seek(..) | RedirectionKind::SeekLine(..) => return None,
            _ => {
                self.put(operator);
                self.put(" ");
                self.word();
            }
        }
        Some(())
    }

    fn compound(&mut self, compound: &Compound) -> Option<()> {
        match &compound.kind {
            CompoundKind::Brace(list) => {
                if self.accept(b"!") {
                    // `a | ! b` is one to the tree.
                    self.put("! ");
                    return self.command(list.items.first()?.and_or.first.commands.first()?);
                }
                return self.braces(list, &compound.redirections);
            }
            CompoundKind::Subshell(body) => {
                self.expect(b"(")?;
                self.put("( ");
                self.list(&body.list)?;
                self.documents();
                self.expect(b")")?;
                self.put(" )");
            }
            CompoundKind::If { arms, otherwise } => {
                self.conditional(arms, otherwise.as_ref(), b"if")?
            }
            CompoundKind::While { until, condition, body } => {
                let word: &[u8] = if *until { b"until" } else { b"while" };
                self.expect(word)?;
                self.put(word);
                self.put(" ");
                self.list(condition)?;
                if !self.documents() {
                    self.semicolon();
                }
                self.put(" do");
                self.expect(b"do")?;
                self.body(body)?;
                self.expect(b"done")?;
                self.put("done");
            }
            CompoundKind::For { words, body, .. } => {
                self.expect(b"for")?;
                self.put("for ");
                self.loop_over(words.as_ref().map(|words| words.len()), body)?;
            }
            CompoundKind::Select { words, body, .. } => {
                self.expect(b"select")?;
                self.put("select ");
                self.loop_over(words.as_ref().map(|words| words.len()), body)?;
            }
            CompoundKind::ForArithmetic { body, .. } => self.for_arithmetic(body)?,
            CompoundKind::Case { branches, .. } => self.case(branches)?,
            CompoundKind::Arithmetic(_) => {
                self.expect(b"(")?;
                self.put("(");
                self.word();
            }
            CompoundKind::Conditional(_) => self.tests()?,
            CompoundKind::Coprocess { body, .. } => self.coprocess(body)?,
        }
        self.redirections(&compound.redirections)
    }

    /// `for ((init; condition; step))`
    fn for_arithmetic(&mut self, body: &List) -> Option<()> {
        self.expect(b"for")?;
        self.expect(b"(")?;
        let text = self.take();
        let text = text.get(1..text.len().checked_sub(2)?)?;
        let clauses: Vec<Vec<u8>> = clauses(text);
        self.put("for ((");
        for (index, clause) in clauses.iter().enumerate() {
            self.put(if index > 0 { "; " } else { "" });
            self.put(if clause.is_empty() { b"1" } else { &clause[..] });
        }
        self.put("))");
        self.accept(b";");
        self.new_line();
        self.do_group(body)?;
        Some(())
    }

    /// `case word in … esac`, each branch on lines of its own.
    fn case(&mut self, branches: &[Branch]) -> Option<()> {
        self.expect(b"case")?;
        self.put("case ");
        self.word();
        self.expect(b"in")?;
        self.put(" in ");
        self.level += 1;
        for branch in branches {
            self.new_line();
            if self.accept(b"(") && self.peek() == b"esac" {
                // Without it that ends the command; bash forgets it.
                self.put("(");
            }
            for index in 0..branch.patterns.len() {
                if index > 0 {
                    self.expect(b"|")?;
                    self.put(" | ");
                }
                self.word();
            }
            self.expect(b")")?;
            self.put(")");
            self.level += 1;
            if branch.body.items.is_empty() {
                self.put("\n");
            } else {
                self.new_line();
                self.list(&branch.body)?;
                self.documents();
            }
            self.level -= 1;
            self.new_line();
            let end = match branch.end {
                BranchEnd::Break => ";;",
                BranchEnd::FallThrough => ";&",
                BranchEnd::Continue => ";;&",
            };
            // The last one may have none.
            self.accept(end.as_bytes());
            self.put(end);
        }
        self.level -= 1;
        self.new_line();
        self.expect(b"esac")?;
        self.put("esac");
        Some(())
    }

    /// `[[ … ]]`, with `-n` before a word that is all of a test.
    fn tests(&mut self) -> Option<()> {
        self.expect(b"[[")?;
        self.put("[[");
        // Whether a test begins here.
        let mut begins = true;
        while !self.accept(b"]]") {
            let token = self.peek();
            if token.is_empty() {
                return None;
            }
            self.put(" ");
            match token {
                b"(" | b"!" if begins => self.word(),
                b"&&" | b"||" => {
                    begins = true;
                    self.word();
                }
                _ => {
                    let start = self.out.len();
                    self.word();
                    let alone = matches!(self.peek(), b"]]" | b"&&" | b"||" | b")");
                    if std::mem::take(&mut begins) && alone {
                        self.out.splice(start..start, *b"-n ");
                    }
                }
            }
        }
        self.put(" ]]");
        Some(())
    }

    /// Prints `coproc name command`.
    fn coprocess(&mut self, body: &[Command]) -> Option<()> {
        self.expect(b"coproc")?;
        self.put("coproc ");
        let [command] = body else { return None };
        let named = !matches!(command, Command::Simple(_))
            && !matches!(
                self.peek(),
                b"{" | b"("
                    | b"if"
                    | b"while"
                    | b"until"
                    | b"for"
                    | b"case"
                    | b"[["
                    | b"select"
                    | b"function"
            );
        if named {
            self.word();
            self.put(" ");
        } else {
            self.put("COPROC ");
        }
        self.command(command)?;
        Some(())
    }

    /// `elif` is written as an `if` in the `else`.
    fn conditional(
        &mut self,
        arms: &[(List, List)],
        otherwise: Option<&List>,
        word: &[u8],
    ) -> Option<()> {
        let (condition, body) = arms.first()?;
        self.expect(word)?;
        self.put("if ");
        self.list(condition)?;
        if !self.documents() {
            self.semicolon();
        }
        self.expect(b"then")?;
        self.put(" then");
        self.body(body)?;
        if arms.len() > 1 {
            self.put("else");
            self.level += 1;
            self.new_line();
            self.conditional(&arms[1..], otherwise, b"elif")?;
            self.semicolon();
            self.level -= 1;
            self.new_line();
        } else if let Some(list) = otherwise {
            self.expect(b"else")?;
            self.put("else");
            self.body(list)?;
        }
        if word == b"if" {
            self.expect(b"fi")?;
        }
        self.put("fi");
        Some(())
    }

    /// What stands between two reserved words, on lines of its own.
    fn body(&mut self, list: &List) -> Option<()> {
        self.level += 1;
        self.new_line();
        self.list(list)?;
        if !self.documents() {
            self.semicolon();
        }
        self.level -= 1;
        self.new_line();
        Some(())
    }

    /// `name in words; do list; done`
    fn loop_over(&mut self, words: Option<usize>, body: &List) -> Option<()> {
        self.word();
        self.accept(b";");
        self.put(" in ");
        match words {
            None => self.put("\"$@\""),
            Some(count) => {
                self.expect(b"in")?;
                for index in 0..count {
                    self.put(if index > 0 { " " } else { "" });
                    self.word();
                }
            }
        }
        self.accept(b";");
        self.put(";");
        self.new_line();
        self.do_group(body)
    }

    fn do_group(&mut self, body: &List) -> Option<()> {
        let braces = self.accept(b"{");
        if !braces {
            self.expect(b"do")?;
        }
        self.put("do");
        self.body(body)?;
        self.expect(if braces { b"}" } else { b"done" })?;
        self.put("done");
        Some(())
    }
}

/// The three parts of `for ((…;…;…))`, of which this is what is in the parentheses.
pub fn clauses(text: &[u8]) -> Vec<Vec<u8>> {
    let mut clauses = vec![Vec::new()];
    let mut depth = 0;
    for &byte in text {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        match clauses.last_mut() {
            Some(last) if byte != b';' || depth > 0 => last.push(byte),
            _ => clauses.push(Vec::new()),
        }
    }
    clauses.iter().map(|clause| clause.trim_ascii_start().to_vec()).collect()
}
