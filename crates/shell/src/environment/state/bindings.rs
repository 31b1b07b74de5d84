//! Keys that `bind` and inputrc bind, and readline's variables (readline(3), INITIALIZATION FILE).
//!
//! `builtins::bind` reads and changes the table, and the line editor gets it before each prompt. It
//! is a part of the environment, shared with subshells until one of them changes it.

use std::collections::BTreeMap;
use std::rc::Rc;

/// The bindings of an environment; a subshell's changes stay its own.
pub type Bindings = Rc<Table>;

/// Which keys a binding is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Keymap {
    /// Those of emacs.
    #[default]
    Emacs,
    /// Those of vi while text is inserted.
    ViInsert,
    /// Those of vi's commands.
    ViCommand,
}

impl Keymap {
    /// Returns the keymap of a name (`bind -m`).
    pub fn named(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"emacs" | b"emacs-standard" => Keymap::Emacs,
            b"vi-insert" => Keymap::ViInsert,
            b"vi" | b"vi-move" | b"vi-command" => Keymap::ViCommand,
            _ => return None,
        })
    }

    /// Returns the keymap that a prefix of Meta or ^X is of, whose name `bind -m` takes too, and that prefix.
    pub fn prefixed(name: &[u8]) -> Option<(Self, &'static [u8])> {
        match name {
            b"emacs-meta" => Some((Keymap::Emacs, b"\x1b")),
            b"emacs-ctlx" => Some((Keymap::Emacs, b"\x18")),
            _ => Keymap::named(name).map(|keymap| (keymap, &b""[..])),
        }
    }
}

/// What a key sequence does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// A function of the line editor, by its name.
    Function(Vec<u8>),
    /// Keys that are typed in its place.
    Macro(Vec<u8>),
    /// A command of the shell (`bind -x`).
    Command(Vec<u8>),
}

/// What `bind` and inputrc have said.
#[derive(Clone, Default)]
pub struct Table {
    /// By keymap and the bytes that the terminal sends.
    pub bound: BTreeMap<(Keymap, Vec<u8>), Bound>,
    /// readline's variables that have been set.
    pub variables: BTreeMap<Vec<u8>, Vec<u8>>,
    /// inputrc has been read.
    pub initialized: bool,
}

/// A line of inputrc, or an argument of `bind`.
#[derive(PartialEq, Eq, Debug)]
pub enum Line {
    /// A binding.
    Binding(Vec<u8>, Bound),
    /// `set NAME VALUE`.
    Variable(Vec<u8>, Vec<u8>),
}

impl Line {
    /// Returns what a line says; none where it says nothing that can be understood.
    pub fn parse(line: &[u8]) -> Option<Self> {
        let line = line.trim_ascii();
        if let Some(rest) = line.strip_prefix(b"set").filter(|rest| starts_blank(rest)) {
            let rest = rest.trim_ascii();
            let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            let (name, value) = rest.split_at(end);
            return (!name.is_empty())
                .then(|| Line::Variable(name.to_ascii_lowercase(), value.trim_ascii().to_vec()));
        }
        let (sequence, value) = sequence_and_value(line)?;
        let bound = match value {
            [quote @ (b'"' | b'\''), rest @ ..] => {
                Bound::Macro(bytes_of(&rest[..closing(rest, *quote).unwrap_or(rest.len())]))
            }
            _ => {
                let end = value.iter().position(u8::is_ascii_whitespace).unwrap_or(value.len());
                Bound::Function(value[..end].to_vec())
            }
        };
        (bound != Bound::Function(Vec::new())).then_some(Line::Binding(sequence, bound))
    }
}

fn starts_blank(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_whitespace)
}

/// Returns the sequence and the command of an argument of `bind -x`.
pub fn command_binding(text: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (sequence, value) = sequence_and_value(text.trim_ascii())?;
    let command = match value {
        [quote @ (b'"' | b'\''), rest @ ..] if rest.last() == Some(quote) => {
            &rest[..rest.len() - 1]
        }
        _ => value,
    };
    Some((sequence, command.to_vec()))
}

/// Divides `"SEQUENCE": VALUE` or `KEY: VALUE`.
fn sequence_and_value(line: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    if let [b'"', rest @ ..] = line {
        let end = closing(rest, b'"')?;
        let value = rest[end + 1..].trim_ascii_start().strip_prefix(b":")?;
        let sequence = bytes_of(&rest[..end]);
        return (!sequence.is_empty()).then_some((sequence, value.trim_ascii()));
    }
    let end = line.iter().position(|&byte| byte == b':')?;
    Some((key_named(line[..end].trim_ascii())?, line[end + 1..].trim_ascii()))
}

/// Returns where a quoted text ends that has begun before.
fn closing(text: &[u8], quote: u8) -> Option<usize> {
    let mut escaped = false;
    text.iter().position(|&byte| {
        let ends = byte == quote && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

/// Returns what a key without quotes sends: `Control-u`, `Meta-Rubout`, `RET`.
fn key_named(mut name: &[u8]) -> Option<Vec<u8>> {
    let (mut control, mut meta) = (false, false);
    loop {
        let lower = name.to_ascii_lowercase();
        let cut = |prefix: &[u8]| lower.starts_with(prefix).then_some(prefix.len());
        if let Some(length) = cut(b"control-").or_else(|| cut(b"ctrl-")).or_else(|| cut(b"c-")) {
            control = true;
            name = &name[length..];
        } else if let Some(length) = cut(b"meta-").or_else(|| cut(b"m-")) {
            meta = true;
            name = &name[length..];
        } else {
            break;
        }
    }
    let byte = match &name.to_ascii_lowercase()[..] {
        b"del" | b"rubout" => 0x7f,
        b"esc" | b"escape" => 0x1b,
        b"lfd" | b"newline" => b'\n',
        b"ret" | b"return" => b'\r',
        b"space" | b"spc" => b' ',
        b"tab" => b'\t',
        _ => *name.first()?,
    };
    let byte = if control { control_of(byte) } else { byte };
    Some(if meta { vec![0x1b, byte] } else { vec![byte] })
}

fn control_of(byte: u8) -> u8 {
    if byte == b'?' { 0x7f } else { byte.to_ascii_uppercase() & 0x1f }
}

/// Returns the bytes that a quoted sequence stands for: `\C-x`, `\M-x`, `\e`, and the escapes of C.
pub fn bytes_of(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, after @ ..] = rest {
        if *first != b'\\' || after.is_empty() {
            out.push(*first);
            rest = after;
            continue;
        }
        rest = escape(after, &mut out);
    }
    out
}

/// Adds what an escape stands for, whose backslash is past; returns what follows it.
fn escape<'a>(text: &'a [u8], out: &mut Vec<u8>) -> &'a [u8] {
    let (mut control, mut meta) = (false, false);
    let mut rest = text;
    loop {
        match rest {
            [b'C' | b'c', b'-', after @ ..] => (control, rest) = (true, after),
            [b'M' | b'm', b'-', after @ ..] => (meta, rest) = (true, after),
            _ => break,
        }
        match rest {
            [b'\\', after @ ..] if matches!(after, [b'C' | b'M' | b'c' | b'm', b'-', ..]) => {
                rest = after
            }
            _ => break,
        }
    }
    let prefixed = control || meta;
    let (byte, rest) = match rest {
        [b'\\', after @ ..] if prefixed && !after.is_empty() => escaped_byte(after),
        [byte, after @ ..] if prefixed => (*byte, after),
        [] => return rest,
        _ => escaped_byte(rest),
    };
    out.extend(meta.then_some(0x1b));
    out.push(if control { control_of(byte) } else { byte });
    rest
}

/// Returns the byte of an escape of C's, and what follows it.
fn escaped_byte(text: &[u8]) -> (u8, &[u8]) {
    let digits = |text: &[u8], most: usize, radix: u32| {
        text.iter().take(most).take_while(|byte| char::from(**byte).is_digit(radix)).count()
    };
    let value = |text: &[u8], radix| {
        text.iter().fold(0u32, |sum, byte| {
            sum * radix + char::from(*byte).to_digit(radix).unwrap_or_default()
        }) as u8
    };
    match text {
        [b'0'..=b'7', ..] => {
            let length = digits(text, 3, 8);
            (value(&text[..length], 8), &text[length..])
        }
        [b'x', rest @ ..] if digits(rest, 2, 16) > 0 => {
            let length = digits(rest, 2, 16);
            (value(&rest[..length], 16), &rest[length..])
        }
        [byte, rest @ ..] => {
            let byte = match byte {
                b'a' => 7,
                b'b' => 8,
                b'd' => 0x7f,
                b'e' => 0x1b,
                b'f' => 12,
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'v' => 11,
                other => *other,
            };
            (byte, rest)
        }
        [] => (b'\\', text),
    }
}

/// Returns a sequence as `bind` lists it, without its quotes.
pub fn shown(sequence: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for &byte in sequence {
        match byte {
            0x1b => out.extend_from_slice(b"\\e"),
            0x7f => out.extend_from_slice(b"\\C-?"),
            b'"' | b'\\' => out.extend([b'\\', byte]),
            0..0x20 => {
                out.extend_from_slice(b"\\C-");
                out.extend([byte | 0x40].map(|byte| byte.to_ascii_lowercase()).iter().flat_map(
                    |byte| if *byte == b'\\' { vec![b'\\', b'\\'] } else { vec![*byte] },
                ));
            }
            _ => out.push(byte),
        }
    }
    out
}

impl Table {
    /// Does what a line says.
    pub fn obey(&mut self, keymap: Keymap, line: Line) {
        match line {
            Line::Binding(sequence, bound) => {
                self.bound.insert((keymap, sequence), bound);
            }
            Line::Variable(name, value) => {
                self.variables.insert(name, value);
            }
        }
    }

    /// Returns whether a variable of readline's is on.
    pub fn is_on(&self, name: &[u8]) -> bool {
        self.variables
            .get(name)
            .is_some_and(|value| matches!(&value.to_ascii_lowercase()[..], b"" | b"on" | b"1"))
    }

    /// Returns the keymap of bindings that name none, as `set editing-mode` and `set keymap` have it.
    pub fn keymap(&self) -> Keymap {
        let named = self.variables.get(&b"keymap"[..]).and_then(|name| Keymap::named(name));
        let vi = self.variables.get(&b"editing-mode"[..]).is_some_and(|mode| mode == b"vi");
        named.unwrap_or(if vi { Keymap::ViInsert } else { Keymap::Emacs })
    }

    /// Obeys the lines of inputrc. `holds` answers the test of `$if`, `include` gives the text of a file.
    pub fn read(
        &mut self,
        text: &[u8],
        holds: &dyn Fn(&[u8], &Table) -> bool,
        include: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>,
        depth: usize,
    ) {
        // Whether lines are obeyed, of each `$if` that is open.
        let mut open: Vec<bool> = Vec::new();
        for line in text.split(|&byte| byte == b'\n') {
            let line = line.trim_ascii();
            let obeyed = open.iter().all(|one| *one);
            let Some(directive) = line.strip_prefix(b"$") else {
                if obeyed
                    && !line.is_empty()
                    && line[0] != b'#'
                    && let Some(line) = Line::parse(line)
                {
                    self.obey(self.keymap(), line);
                }
                continue;
            };
            let end = directive.iter().position(u8::is_ascii_whitespace).unwrap_or(directive.len());
            let (word, operand) = directive.split_at(end);
            let operand = operand.trim_ascii();
            match (word, open.last_mut()) {
                (b"if", _) => {
                    let holds = obeyed && holds(operand, self);
                    open.push(holds);
                }
                (b"else", Some(last)) => *last = !*last,
                (b"endif", Some(_)) => drop(open.pop()),
                // A file that includes itself ends somewhere.
                (b"include", _) if obeyed && depth < 10 => {
                    if let Some(text) = include(operand) {
                        self.read(&text, holds, include, depth + 1);
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Keymap, Line, Table, bytes_of, command_binding, shown};

    #[test]
    fn sequences() {
        for (text, bytes) in [
            (r"\C-x\C-r", &b"\x18\x12"[..]),
            (r"\M-x\e[A", b"\x1bx\x1b[A"),
            (r"\C-\M-a", b"\x1b\x01"),
            (r"\M-\C-a", b"\x1b\x01"),
            (r#"\"\\\'\t\101\x41"#, b"\"\\'\tAA"),
            (r"\C-?", b"\x7f"),
        ] {
            assert_eq!(bytes_of(text.as_bytes()), bytes, "{text}");
        }
        assert_eq!(shown(b"\x18\x12\x1b[A\"\x7f\x1c"), br#"\C-x\C-r\e[A\"\C-?\C-\\"#);
    }

    #[test]
    fn lines() {
        let function = |name: &str| Bound::Function(name.into());
        for (line, parsed) in [
            (r#""\C-a": end-of-line"#, Line::Binding(vec![1], function("end-of-line"))),
            ("Control-u: undo", Line::Binding(vec![0x15], function("undo"))),
            ("Meta-Rubout: undo", Line::Binding(vec![0x1b, 0x7f], function("undo"))),
            (
                r#""\C-x(":"a\"b\C-m""#,
                Line::Binding(b"\x18(".to_vec(), Bound::Macro(b"a\"b\r".to_vec())),
            ),
            ("set bell-style none", Line::Variable(b"bell-style".to_vec(), b"none".to_vec())),
        ] {
            assert_eq!(Line::parse(line.as_bytes()), Some(parsed), "{line}");
        }
        assert_eq!(Line::parse(b"\"\\C-a\" end-of-line"), None);
        assert_eq!(command_binding(br#""\C-r": "f 1""#), Some((vec![0x12], b"f 1".to_vec())));
        assert_eq!(command_binding(br#""\C-r": f "1""#), Some((vec![0x12], b"f \"1\"".to_vec())));
    }

    #[test]
    fn a_file() {
        let mut table = Table::default();
        let text = b"# comment\nset editing-mode vi\n$if mode=vi\n\"a\": undo\n$else\n\"b\": undo\n$endif\n\
            $include more\nset keymap emacs\n\"d\": undo\n";
        let holds = |test: &[u8], _: &Table| test == b"mode=vi";
        table.read(text, &holds, &mut |name| (name == b"more").then(|| b"\"c\": undo".to_vec()), 0);
        let keys: Vec<_> = table.bound.keys().map(|(map, key)| (*map, &key[..])).collect();
        let expected =
            [(Keymap::Emacs, &b"d"[..]), (Keymap::ViInsert, b"a"), (Keymap::ViInsert, b"c")];
        assert_eq!(keys, expected);
    }
}
