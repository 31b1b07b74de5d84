//! Reads a script. Whatever is wrong with it, and whatever the installed sed may do
//! differently, is an error here: the utility steps aside and the other one has the word.

use super::escapes::{self, Use};
use super::replacement;
use super::script::{Action, Address, Command, End, Output, Pattern, Script};
use super::script::{Substitution, Translation};
use crate::text::escapes::{after_bracket, has_inner_dollar, has_lone_class, has_lost_letter};
use pattern::{Regex, RegexOptions};

/// What decides about a script beside its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// -E
    pub extended: bool,
    /// -z
    pub null_data: bool,
    /// Characters are UTF-8.
    pub utf8: bool,
    /// `.` is any character but NUL (toybox).
    pub dot_lacks_nul: bool,
}

/// Why the script is left to the installed sed.
pub type Refusal = &'static str;

const WRONG: Refusal = "a script to complain about";

/// Reads a script.
pub fn parse(text: &[u8], dialect: Dialect) -> Result<Script, Refusal> {
    let mut parser = Parser {
        text,
        at: 0,
        dialect,
        script: Script::default(),
        labels: Vec::new(),
        jumps: Vec::new(),
        blocks: Vec::new(),
        met_pattern: false,
    };
    if text.starts_with(b"#n") {
        match text.get(2) {
            None | Some(b'\n') => parser.script.quiet = true,
            Some(_) => return Err("a comment that begins with n"),
        }
    }
    while parser.command()? {}
    parser.finish()
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    dialect: Dialect,
    script: Script,
    labels: Vec<(&'a [u8], usize)>,
    /// Labels that are jumped to, and where from.
    jumps: Vec<(&'a [u8], usize)>,
    /// Indices of blocks that are open.
    blocks: Vec<usize>,
    /// A regular expression that is not empty has been read.
    met_pattern: bool,
}

/// The flags behind a regular expression.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct MatchFlags {
    /// `I`: letters match in either case.
    nocase: bool,
    /// `M`: `^` and `$` match within the pattern space.
    multiline: bool,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn skip(&mut self, skipped: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&skipped) {
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) {
        self.skip(is_blank);
    }

    /// The rest of the line, without its newline, which is passed over.
    fn rest_of_line(&mut self) -> &'a [u8] {
        let rest = &self.text[self.at..];
        let line = byte_search::memchr(b'\n', rest).map_or(rest, |end| &rest[..end]);
        self.at += line.len();
        line
    }

    fn number(&mut self) -> Result<u64, Refusal> {
        let start = self.at;
        self.skip(|byte| byte.is_ascii_digit());
        super::super::number::plain(&self.text[start..self.at])
            .filter(|&number| number < i64::MAX as u64)
            .ok_or(WRONG)
    }

    /// Reads a command; false at the end of the script.
    fn command(&mut self) -> Result<bool, Refusal> {
        self.skip(|byte| byte == b';' || byte.is_ascii_whitespace() || byte == 0x0b);
        if self.peek().is_none() {
            return Ok(false);
        }
        let first = self.address()?;
        let mut last = None;
        let mut end_of_line_zero = false;
        if let Some(first) = &first {
            self.skip_blanks();
            if self.peek() == Some(b',') {
                self.at += 1;
                self.skip_blanks();
                last = Some(self.end()?);
            }
            if matches!(first, Address::Line(0)) {
                end_of_line_zero = true;
            }
        }
        if end_of_line_zero && !matches!(last, Some(End::Match(_))) {
            return Err(WRONG);
        }
        self.skip_blanks();
        let negated = self.peek() == Some(b'!');
        if negated {
            self.at += 1;
            self.skip_blanks();
        }
        let letter = self.next().ok_or(WRONG)?;
        if letter == b'#' {
            if first.is_some() || negated {
                return Err(WRONG);
            }
            self.rest_of_line();
            return Ok(true);
        }
        let addresses = usize::from(first.is_some()) + usize::from(last.is_some());
        let action = self.action(letter, addresses)?;
        self.script.commands.push(Command { first, last, negated, action });
        Ok(true)
    }

    fn address(&mut self) -> Result<Option<Address>, Refusal> {
        Ok(Some(match self.peek() {
            Some(b'/' | b'\\') => Address::Match(self.address_pattern()?),
            Some(b'0'..=b'9') => {
                let first = self.number()?;
                match self.step()? {
                    Some(step) => Address::Step(first, step),
                    None => Address::Line(first),
                }
            }
            Some(b'$') => {
                self.at += 1;
                Address::Last
            }
            _ => return Ok(None),
        }))
    }

    /// The `~step` after a number; a step of 0 is none.
    fn step(&mut self) -> Result<Option<u64>, Refusal> {
        self.skip_blanks();
        if self.peek() != Some(b'~') {
            return Ok(None);
        }
        self.at += 1;
        self.skip_blanks();
        Ok(Some(self.number()?).filter(|&step| step > 0))
    }

    fn end(&mut self) -> Result<End, Refusal> {
        if let Some(sign @ (b'+' | b'~')) = self.peek() {
            self.at += 1;
            self.skip_blanks();
            return Ok(match (self.number()?, sign) {
                (0, _) => End::Here,
                (number, b'+') => End::After(number),
                (number, _) => End::Multiple(number),
            });
        }
        match self.address()? {
            Some(Address::Line(number)) => Ok(End::Line(number)),
            Some(Address::Step(first, step)) => Ok(End::Step(first, step)),
            Some(Address::Last) => Ok(End::Last),
            Some(Address::Match(pattern)) => Ok(End::Match(pattern)),
            None => Err(WRONG),
        }
    }

    fn address_pattern(&mut self) -> Result<Pattern, Refusal> {
        let mut delimiter = self.next().ok_or(WRONG)?;
        if delimiter == b'\\' {
            delimiter = self.next().ok_or(WRONG)?;
        }
        let text = self.delimited(delimiter, true)?;
        let mut flags = MatchFlags::default();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'I') => flags.nocase = true,
                Some(b'M') => flags.multiline = true,
                _ => break,
            }
            self.at += 1;
        }
        self.pattern(&text, flags, 0)
    }

    /// Reads up to the delimiter, as the installed sed does: an escaped delimiter loses its
    /// backslash, and in a bracket expression it is no delimiter.
    fn delimited(&mut self, delimiter: u8, is_pattern: bool) -> Result<Vec<u8>, Refusal> {
        if delimiter == b'\n' || delimiter == b'\\' || delimiter >= 0x80 {
            return Err(WRONG);
        }
        if delimiter.is_ascii_alphanumeric() {
            return Err("a letter as the delimiter");
        }
        let mut out = Vec::new();
        loop {
            let byte = self.next().ok_or(WRONG)?;
            match byte {
                b'\n' => return Err(WRONG),
                _ if byte == delimiter => return Ok(out),
                b'\\' => {
                    let escaped = self.next().ok_or(WRONG)?;
                    let keeps_backslash = escaped != delimiter || (!is_pattern && escaped == b'&');
                    if escaped != b'\n' && keeps_backslash {
                        out.push(b'\\');
                    }
                    out.push(escaped);
                }
                b'[' if is_pattern => {
                    out.push(byte);
                    self.bracket(&mut out)?;
                }
                _ => out.push(byte),
            }
        }
    }

    /// Copies a bracket expression to its end.
    fn bracket(&mut self, out: &mut Vec<u8>) -> Result<(), Refusal> {
        let mut take = |parser: &mut Self| {
            let byte = parser.next().filter(|&byte| byte != b'\n').ok_or(WRONG)?;
            out.push(byte);
            Ok(byte)
        };
        let mut byte = take(self)?;
        if byte == b'^' {
            byte = take(self)?;
        }
        if byte == b']' {
            byte = take(self)?;
        }
        loop {
            match (byte, self.peek()) {
                (b']', _) => return Ok(()),
                (b'[', Some(kind @ (b'.' | b':' | b'='))) => {
                    take(self)?;
                    // Up to `:]`.
                    let mut before = take(self)?;
                    loop {
                        let next = take(self)?;
                        if before == kind && next == b']' {
                            break;
                        }
                        before = next;
                    }
                }
                _ => {}
            }
            byte = take(self)?;
        }
    }

    fn pattern(
        &mut self,
        text: &[u8],
        flags: MatchFlags,
        references: usize,
    ) -> Result<Pattern, Refusal> {
        if text.is_empty() {
            return match flags == MatchFlags::default() && self.met_pattern {
                true => Ok(None),
                false => Err(WRONG),
            };
        }
        self.met_pattern = true;
        if flags.multiline && self.dialect.null_data {
            return Err("lines within records that NUL ends");
        }
        let text =
            escapes::replace(text, Use::Pattern).ok_or("an escape that versions differ on")?;
        if flags.nocase && has_lost_letter(&text) {
            return Err("a letter behind a backslash in either case");
        }
        if !self.dialect.extended && has_inner_dollar(&text) {
            return Err("a dollar before a parenthesis or a bar");
        }
        if has_lone_class(&text) {
            return Err("a class without its bracket");
        }
        let text = match self.dialect.dot_lacks_nul {
            true => without_nul(&text),
            false => text,
        };
        let options = RegexOptions {
            nocase: flags.nocase,
            newline: flags.multiline,
            utf8: self.dialect.utf8,
            ..RegexOptions::sed(self.dialect.extended)
        };
        let regex = Regex::new(&text, options).map_err(|_| WRONG)?;
        if regex.group_count() < references {
            return Err(WRONG);
        }
        if regex.repeats_anchor() {
            return Err("an anchor that is repeated");
        }
        Ok(Some(Box::new(regex)))
    }

    /// After a command: only blanks and a comment, or what begins or ends the next.
    fn end_of_command(&mut self) -> Result<(), Refusal> {
        self.skip_blanks();
        match self.peek() {
            None | Some(b'}' | b'#') => Ok(()),
            Some(b'\n' | b';') => {
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(WRONG),
        }
    }

    fn simple(&mut self, action: Action) -> Result<Action, Refusal> {
        self.end_of_command()?;
        Ok(action)
    }

    /// `r`, or `R`, which takes the next line. What cannot be read ends the script.
    fn reading(&mut self, takes_line: bool) -> Result<Action, Refusal> {
        self.script.quits = true;
        let name = self.file_name()?;
        if !takes_line {
            return Ok(Action::ReadFile(name));
        }
        if name.starts_with(b"/dev/") {
            return Err("lines of a special file");
        }
        Ok(Action::ReadLine(index_of(&mut self.script.inputs, name)))
    }

    fn action(&mut self, letter: u8, addresses: usize) -> Result<Action, Refusal> {
        let here = self.script.commands.len();
        match letter {
            b'{' => {
                self.blocks.push(here);
                Ok(Action::Block(0))
            }
            b'}' => {
                let block = self.blocks.pop().ok_or(WRONG)?;
                if addresses > 0 {
                    return Err(WRONG);
                }
                self.script.commands[block].action = Action::Block(here);
                self.simple(Action::Nothing)
            }
            b'=' => self.simple(Action::LineNumber),
            // Without any text, what is left of it is that the last line gets a newline.
            b'a' if self.text[self.at..] == *b"\\" => {
                self.at += 1;
                Ok(Action::Append(Vec::new()))
            }
            b'a' => Ok(Action::Append(self.text()?)),
            b'i' | b'c' => {
                let mut text = self.text()?;
                text.pop();
                Ok(if letter == b'i' { Action::Insert(text) } else { Action::Change(text) })
            }
            b':' => {
                if addresses > 0 {
                    return Err(WRONG);
                }
                let label = self.label();
                if label.is_empty() || self.labels.iter().any(|(other, _)| *other == label) {
                    return Err(WRONG);
                }
                self.labels.push((label, here));
                Ok(Action::Nothing)
            }
            b'b' | b't' | b'T' => {
                let label = self.label();
                self.jumps.push((label, here));
                Ok(match letter {
                    b'b' => Action::Branch(0),
                    b't' => Action::BranchIfReplaced(0),
                    _ => Action::BranchUnlessReplaced(0),
                })
            }
            b'd' => self.simple(Action::Delete),
            b'D' => self.simple(Action::DeleteFirst),
            b'F' => self.simple(Action::FileName),
            b'g' => self.simple(Action::Get),
            b'G' => self.simple(Action::GetAppend),
            b'h' => self.simple(Action::Hold),
            b'H' => self.simple(Action::HoldAppend),
            b'n' => self.simple(Action::Next),
            b'N' => self.simple(Action::NextAppend),
            b'p' => self.simple(Action::Print),
            b'P' => self.simple(Action::PrintFirst),
            b'x' => self.simple(Action::Exchange),
            b'z' => self.simple(Action::Zap),
            b'q' | b'Q' | b'l' => {
                if letter != b'l' && addresses == 2 {
                    return Err(WRONG);
                }
                self.skip_blanks();
                let number = match self.peek() {
                    Some(b'0'..=b'9') => Some(self.number()?),
                    _ => None,
                };
                self.script.quits |= letter != b'l';
                self.script.lists |= letter == b'l' && number.is_none();
                let status = (number.unwrap_or(0) & 0xff) as u8;
                self.simple(match letter {
                    b'q' => Action::Quit(status),
                    b'Q' => Action::QuitSilently(status),
                    _ => Action::List(number),
                })
            }
            b'r' | b'R' => self.reading(letter == b'R'),
            b'w' | b'W' => {
                let output = self.output()?;
                Ok(if letter == b'w' { Action::Write(output) } else { Action::WriteFirst(output) })
            }
            b'v' => match self.label() {
                b"" | b"4" | b"4.0" | b"4.1" | b"4.2" | b"4.2.1" | b"4.2.2" => Ok(Action::Nothing),
                _ => Err("a version to compare"),
            },
            b's' => self.substitution(),
            b'y' => self.translation(),
            _ => Err("a command that is not reproduced"),
        }
    }

    fn label(&mut self) -> &'a [u8] {
        self.skip_blanks();
        let start = self.at;
        self.skip(|byte| !is_blank(byte) && !matches!(byte, b'\n' | b';' | b'}' | b'#'));
        &self.text[start..self.at]
    }

    fn file_name(&mut self) -> Result<Vec<u8>, Refusal> {
        self.skip_blanks();
        let name = self.rest_of_line();
        if name.is_empty() || name.contains(&0) { Err(WRONG) } else { Ok(name.to_vec()) }
    }

    fn output(&mut self) -> Result<Output, Refusal> {
        let name = self.file_name()?;
        Ok(match &name[..] {
            b"/dev/stdout" => Output::Standard,
            b"/dev/stderr" => Output::Error,
            b"/dev/stdin" => return Err(WRONG),
            _ => Output::File(index_of(&mut self.script.outputs, name)),
        })
    }

    /// The text of `a`, `i` and `c`, with a newline at its end.
    fn text(&mut self) -> Result<Vec<u8>, Refusal> {
        self.skip_blanks();
        let mut raw = Vec::new();
        match self.peek().ok_or(WRONG)? {
            b'\n' => return Err(WRONG),
            b'\\' => {
                self.at += 1;
                // A newline here begins the text, anything else is its first byte.
                let first = self.next().ok_or(WRONG)?;
                if first != b'\n' {
                    raw.push(first);
                    if first == b'\\' {
                        return Err("a text that versions differ on");
                    }
                }
            }
            _ => {}
        }
        while let Some(byte) = self.next() {
            match byte {
                b'\n' => break,
                b'\\' => {
                    raw.push(byte);
                    raw.push(self.next().ok_or("a text that ends in a backslash")?);
                }
                _ => raw.push(byte),
            }
        }
        raw.push(b'\n');
        escapes::replace(&raw, Use::Text).ok_or("an escape that versions differ on")
    }

    fn substitution(&mut self) -> Result<Action, Refusal> {
        let delimiter = self.next().ok_or(WRONG)?;
        let pattern = self.delimited(delimiter, true)?;
        let right = self.delimited(delimiter, false)?;
        let right = escapes::replace(&right, Use::Replacement)
            .ok_or("an escape that versions differ on")?;
        let replacement = replacement::parse(&right);
        let mut flags = MatchFlags::default();
        let mut substitution = Substitution {
            pattern: None,
            plain: replacement.iter().all(|part| part.case == Default::default()),
            groups: replacement.iter().any(|part| part.group.is_some_and(|group| group > 0)),
            replacement,
            number: 0,
            global: false,
            print: false,
            output: None,
        };
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'i' | b'I') => flags.nocase = true,
                Some(b'm' | b'M') => flags.multiline = true,
                Some(b'g') if !substitution.global => substitution.global = true,
                Some(b'p') if !substitution.print => substitution.print = true,
                Some(b'0'..=b'9') if substitution.number == 0 => {
                    substitution.number = self.number()?;
                    if substitution.number == 0 {
                        return Err(WRONG);
                    }
                    continue;
                }
                Some(b'w') => {
                    self.at += 1;
                    substitution.output = Some(self.output()?);
                    break;
                }
                None | Some(b'}' | b'#') => break,
                Some(b'\n' | b';') => {
                    self.at += 1;
                    break;
                }
                Some(_) => return Err("an option of s that is not reproduced"),
            }
            self.at += 1;
        }
        let references = substitution.replacement.iter().filter_map(|part| part.group).max();
        substitution.pattern = self.pattern(&pattern, flags, references.unwrap_or(0))?;
        Ok(Action::Substitute(Box::new(substitution)))
    }

    fn translation(&mut self) -> Result<Action, Refusal> {
        let delimiter = self.next().ok_or(WRONG)?;
        let mut sides = [Vec::new(), Vec::new()];
        for side in &mut sides {
            let text = self.delimited(delimiter, false)?;
            let odd = |pair: &[u8]| pair[0] == b'\\' && !b"\\ntrfav".contains(&pair[1]);
            // Backslashes come in pairs; looking at all of them errs on the safe side.
            if text.windows(2).any(odd) || text.ends_with(b"\\") && !text.ends_with(b"\\\\") {
                return Err("an escape that versions differ on");
            }
            *side = escapes::replace(&text, Use::Text).ok_or(WRONG)?;
        }
        self.end_of_command()?;
        let [from, to] = sides;
        if !self.dialect.utf8 || (from.is_ascii() && to.is_ascii()) {
            if from.len() != to.len() {
                return Err(WRONG);
            }
            let mut table = Box::new([0; 256]);
            (0..=255).zip(table.iter_mut()).for_each(|(byte, to)| *to = byte);
            let pairs = from.iter().zip(&to);
            if self.dialect.utf8 {
                pairs.rev().for_each(|(&from, &to)| table[usize::from(from)] = to);
            } else {
                pairs.for_each(|(&from, &to)| table[usize::from(from)] = to);
            }
            return Ok(Action::Translate(Box::new(Translation::Bytes(table))));
        }
        let (from, to) = (characters(&from), characters(&to));
        if from.len() != to.len() {
            return Err(WRONG);
        }
        let pairs = from.into_iter().zip(to).collect();
        Ok(Action::Translate(Box::new(Translation::Characters(pairs))))
    }

    fn finish(mut self) -> Result<Script, Refusal> {
        if !self.blocks.is_empty() {
            return Err(WRONG);
        }
        let end = self.script.commands.len();
        for (label, from) in self.jumps {
            let to = match self.labels.iter().find(|(other, _)| *other == label) {
                Some((_, to)) => *to,
                None if label.is_empty() => end,
                None => return Err(WRONG),
            };
            match &mut self.script.commands[from].action {
                Action::Branch(target)
                | Action::BranchIfReplaced(target)
                | Action::BranchUnlessReplaced(target) => *target = to,
                _ => {}
            }
        }
        Ok(self.script)
    }
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

fn index_of(names: &mut Vec<Vec<u8>>, name: Vec<u8>) -> usize {
    names.iter().position(|other| *other == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    })
}

fn characters(mut text: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    while !text.is_empty() {
        let (_, length) = replacement::first(text, true);
        all.push(text[..length].to_vec());
        text = &text[length..];
    }
    all
}

/// An expression with `[^NUL]` for each `.` that is any character.
fn without_nul(pattern: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut rest = pattern;
    while let Some(&first) = rest.first() {
        let length = match first {
            // A class without its bracket has been refused.
            b'[' => after_bracket(rest, 1).unwrap_or(rest.len()),
            b'\\' => rest.len().min(2),
            _ => 1,
        };
        match first {
            b'.' => text.extend_from_slice(b"[^\0]"),
            _ => text.extend_from_slice(&rest[..length]),
        }
        rest = &rest[length..];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::without_nul;

    #[test]
    fn dots_outside_of_brackets() {
        for (pattern, text) in [
            (&b"a.*b"[..], &b"a[^\0]*b"[..]),
            (b"\\.[.]x", b"\\.[.]x"),
            (b"[].].", b"[].][^\0]"),
            (b"[^].][[:space:].].", b"[^].][[:space:].][^\0]"),
            (b"[.", b"[."),
            (b"a\\", b"a\\"),
        ] {
            assert_eq!(without_nul(pattern), text, "{}", pattern.escape_ascii());
        }
    }
}
