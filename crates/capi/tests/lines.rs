//! The lines that need no shell against the shell's parser: whatever the library takes
//! is, to the parser, that one simple command of words that stand for themselves.

use std::rc::Rc;

use dialect::Dialect;
use forkless::line::{Line, Redirection};
use syntax::tree::{Command, OutputMode, RedirectionKind, Simple, Word};
use syntax::{Names, NoAliases, Parser, Text};

/// A word's text if it stands for itself.
fn literal(word: &Word) -> Option<Vec<u8>> {
    word.literal.as_ref().map(|text| text.as_bytes().to_vec())
}

/// What the parser makes of a line.
fn parse(line: &[u8], posix: bool) -> Option<Line> {
    let names = Rc::new(Names::new());
    let text = Box::new(Text(line));
    let mut parser = Parser::new(text, names.clone(), Rc::new(NoAliases));
    let dialect = if posix { Dialect::Sh } else { Dialect::Own };
    parser.set_language(syntax::Language::of(dialect.rules()));
    let list = parser.whole().ok()?;
    let [item] = &*list.items else { return None };
    let pipeline = &item.and_or.first;
    if item.is_asynchronous()
        || !item.and_or.rest.is_empty()
        || pipeline.negated
        || pipeline.timed.is_some()
    {
        return None;
    }
    let [Command::Simple(simple)] = &*pipeline.commands else { return None };
    of(simple, &names)
}

fn of(simple: &Simple, names: &Names) -> Option<Line> {
    let mut words: Vec<Vec<u8>> = simple.words.iter().map(literal).collect::<Option<_>>()?;
    if words.first().is_some_and(|word| word == b"exec") && words.len() > 1 {
        words.remove(0);
    }
    let mut variables = Vec::new();
    for assignment in &simple.assignments {
        if assignment.append || assignment.subscript.is_some() || assignment.composite.is_some() {
            return None;
        }
        let mut text = names.text(assignment.name).to_vec();
        text.push(b'=');
        text.extend(literal(&assignment.value)?);
        variables.push(text);
    }
    let mut redirections = Vec::new();
    for redirection in &simple.redirections {
        if redirection.variable.is_some() {
            return None;
        }
        let target = i32::try_from(redirection.target()).ok()?;
        let (word, flags) = match &redirection.kind {
            RedirectionKind::Input(word) => (word, libc::O_RDONLY),
            RedirectionKind::InputOutput(word, false) => (word, libc::O_RDWR | libc::O_CREAT),
            RedirectionKind::Output(OutputMode::Append, word) => {
                (word, libc::O_WRONLY | libc::O_CREAT | libc::O_APPEND)
            }
            RedirectionKind::Output(_, word) => {
                (word, libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC)
            }
            RedirectionKind::DuplicateInput(word) | RedirectionKind::DuplicateOutput(word) => {
                let [digit @ b'0'..=b'9'] = literal(word)?[..] else { return None };
                redirections.push(Redirection::Copy { target, source: i32::from(digit - b'0') });
                continue;
            }
            _ => return None,
        };
        redirections.push(Redirection::Open { target, path: literal(word)?, flags });
    }
    Some(Line { words, variables, redirections })
}

fn agrees(line: &[u8]) -> bool {
    let Some(ours) = Line::parse(line) else { return false };
    for posix in [true, false] {
        let theirs = parse(line, posix);
        assert_eq!(Some(&ours), theirs.as_ref(), "{:?}", String::from_utf8_lossy(line));
    }
    true
}

#[test]
fn usual_lines() {
    let taken: &[&str] = &[
        "ls -l /tmp",
        "A=1 B='x y' cat <in >out 2>&1 3>>log 4<>both <&0",
        "grep -c 'a b' \"c d\" e\\ f # comment",
        "/usr/bin/sort -t: -k2,2n file;",
        "sed 's/a*$/b/' \"x\\\"y\\$z\\\\\"",
        "cat a=b \\a \\# x#y 'it'\"'\"'s' %1 ^x @y + , a]b",
        ">out cmd 2>/dev/null\n\n",
        "cat '2'>x a2>x ]",
    ];
    for line in taken {
        assert!(agrees(line.as_bytes()), "{line}");
    }
}

/// Lines of what means something to a shell, without end and always the same.
#[test]
fn any_line() {
    const PIECES: &[&[u8]] = &[
        b" ",
        b" ",
        b" ",
        b"\t",
        b"\n",
        b"ls",
        b"a",
        b"b1",
        b"2",
        b"10",
        b"_x",
        b"=",
        b"+=",
        b"A=",
        b"'",
        b"'",
        b"\"",
        b"\"",
        b"\\",
        b"#",
        b"<",
        b">",
        b">>",
        b"<>",
        b">&",
        b"<&",
        b"2>&1",
        b"&",
        b"|",
        b";",
        b"$",
        b"`",
        b"*",
        b"~",
        b"!",
        b"{",
        b"}",
        b"(",
        b")",
        b"[",
        b"]",
        b"[[",
        b"if",
        b"time",
        b"exec",
        b"-",
        b"/",
        b"%",
        b"^",
        b"@",
        b":",
        b",",
        b"\xff",
        b"\r",
        b"coproc",
        b"function",
        b"select",
        b"namespace",
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut draw = move |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % end
    };
    let mut taken = 0;
    for _ in 0..150_000 {
        let mut line = Vec::new();
        for _ in 0..=draw(9) {
            // The plain ones more often, so that some lines are whole.
            let end = if draw(2) == 0 { 28 } else { PIECES.len() };
            line.extend_from_slice(PIECES[draw(end)]);
        }
        taken += usize::from(agrees(&line));
    }
    assert!(taken > 10_000, "{taken}");
}
