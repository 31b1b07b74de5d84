//! Which command lines need no shell.
//!
//! A line that is one simple command whose words stand for themselves is the same
//! whether a shell starts it or this library does. What is one, the shell's own
//! parser says, so nothing is guessed: whatever it finds to expand, split, match
//! or run otherwise goes to the shell.
//!
//! POSIX XCU 2.9.1; system(3), popen(3).

use std::rc::Rc;

use launch::Launch;
use syntax::tree::{Command, OutputMode, RedirectionKind, Simple, Word};
use syntax::{Names, NoAliases, Parser, Text};

/// A command line that needs no shell.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    /// The program and its arguments.
    pub words: Vec<Vec<u8>>,
    /// Variables for it alone, as `NAME=value`.
    pub variables: Vec<Vec<u8>>,
    /// What it does with its descriptors, in order.
    pub redirections: Vec<Redirection>,
}

/// One redirection.
#[derive(Debug, PartialEq, Eq)]
pub enum Redirection {
    /// Open a file as `target`.
    Open {
        /// The descriptor.
        target: i32,
        /// The file.
        path: Vec<u8>,
        /// Flags of open(2).
        flags: i32,
    },
    /// `target` becomes what `source` is.
    Copy {
        /// The descriptor.
        target: i32,
        /// What it becomes.
        source: i32,
    },
}

impl Line {
    /// The line without a shell, or `None` if it needs one.
    pub fn parse(line: &[u8]) -> Option<Line> {
        // Most lines that need a shell show it at once.
        let quoted = line.iter().any(|byte| matches!(byte, b'\'' | b'"' | b'\\'));
        if !quoted && line.iter().any(|byte| b"`$|;(){}*?[~".contains(byte)) {
            return None;
        }
        let names = Rc::new(Names::new());
        let text = Box::new(Text(line));
        let mut parser = Parser::new(text, names.clone(), Rc::new(NoAliases));
        // As /bin/sh would: what only other shells have is left to it.
        parser.set_posix(true);
        let list = parser.whole().ok()?;
        let [item] = &*list.items else { return None };
        let pipeline = &item.and_or.first;
        if item.asynchronous || !item.and_or.rest.is_empty() {
            return None;
        }
        if pipeline.negated || pipeline.timed.is_some() {
            return None;
        }
        let [Command::Simple(simple)] = &*pipeline.commands else { return None };
        Self::of(simple, &names)
    }

    fn of(simple: &Simple, names: &Names) -> Option<Line> {
        let mut words = Vec::with_capacity(simple.words.len());
        for word in &simple.words {
            words.push(literal(word)?.to_vec());
        }
        if words.first().is_some_and(|word| word == b"exec")
            && words.get(1).is_some_and(|word| word.first() != Some(&b'-'))
        {
            // The program in the place of a shell that is not there.
            words.remove(0);
        }
        let name = words.first()?;
        if name.is_empty() || !name.contains(&b'/') && BUILTINS.binary_search(&&name[..]).is_ok() {
            return None;
        }
        let mut variables = Vec::new();
        for assignment in &simple.assignments {
            let name = names.text(assignment.name);
            // Those that the shell itself goes by.
            if assignment.append
                || assignment.subscript.is_some()
                || assignment.elements.is_some()
                || matches!(&*name, b"PATH" | b"IFS" | b"ENV" | b"BASH_ENV")
            {
                return None;
            }
            let mut text = name.to_vec();
            text.push(b'=');
            text.extend_from_slice(literal(&assignment.value)?);
            variables.push(text);
        }
        let mut redirections = Vec::new();
        for redirection in &simple.redirections {
            if redirection.variable.is_some() {
                return None;
            }
            let target = i32::try_from(redirection.target()).ok().filter(|fd| *fd < 10)?;
            let (word, flags) = match &redirection.kind {
                RedirectionKind::Input(word) => (word, libc::O_RDONLY),
                RedirectionKind::InputOutput(word) => (word, libc::O_RDWR | libc::O_CREAT),
                RedirectionKind::Output(mode, word) => {
                    let mode = match mode {
                        OutputMode::Append => libc::O_APPEND,
                        OutputMode::Truncate | OutputMode::Clobber => libc::O_TRUNC,
                    };
                    (word, libc::O_WRONLY | libc::O_CREAT | mode)
                }
                RedirectionKind::DuplicateInput(word) | RedirectionKind::DuplicateOutput(word) => {
                    let &[digit @ b'0'..=b'9'] = literal(word)? else { return None };
                    let source = i32::from(digit - b'0');
                    redirections.push(Redirection::Copy { target, source });
                    continue;
                }
                RedirectionKind::HereDocument(_)
                | RedirectionKind::HereString(_)
                | RedirectionKind::OutputAndError(..) => return None,
            };
            let path = literal(word)?.to_vec();
            redirections.push(Redirection::Open { target, path, flags });
        }
        Some(Line { words, variables, redirections })
    }

    /// Whether starting it may wait for somebody else: a file that is opened may
    /// be a FIFO, whose other end the caller itself may be about to open.
    pub fn may_wait(&self) -> bool {
        self.redirections
            .iter()
            .any(|one| matches!(one, Redirection::Open { path, .. } if path != b"/dev/null"))
    }

    /// Has a launch redirect as the line says.
    pub fn redirect(&self, launch: &mut Launch<'_>) -> Result<(), launch::NulError> {
        for redirection in &self.redirections {
            match redirection {
                Redirection::Copy { target, source } => launch.copy(*target, *source),
                Redirection::Open { target, path, flags } => {
                    let path = std::ffi::CString::new(&path[..])
                        .map_err(|error| launch::NulError { position: error.nul_position() })?;
                    launch.open(*target, &path, *flags, 0o666)
                }
            };
        }
        Ok(())
    }
}

/// A word's text if it stands for itself.
fn literal(word: &Word) -> Option<&[u8]> {
    word.literal.as_ref().map(|text| text.as_bytes())
}

/// Names that a shell may not look up in PATH: special builtins, those of the usual
/// shells, their reserved words. Sorted.
static BUILTINS: &[&[u8]] = &[
    b"!",
    b".",
    b":",
    b"[",
    b"[[",
    b"alias",
    b"autoload",
    b"bg",
    b"bind",
    b"bindkey",
    b"break",
    b"builtin",
    b"caller",
    b"case",
    b"cd",
    b"chdir",
    b"command",
    b"compgen",
    b"complete",
    b"compopt",
    b"continue",
    b"coproc",
    b"declare",
    b"dirs",
    b"disown",
    b"do",
    b"done",
    b"echo",
    b"elif",
    b"else",
    b"enable",
    b"esac",
    b"eval",
    b"exec",
    b"exit",
    b"export",
    b"false",
    b"fc",
    b"fg",
    b"fi",
    b"for",
    b"function",
    b"getopts",
    b"hash",
    b"help",
    b"history",
    b"if",
    b"in",
    b"jobs",
    b"kill",
    b"let",
    b"local",
    b"logout",
    b"mapfile",
    b"newgrp",
    b"nocorrect",
    b"noglob",
    b"popd",
    b"print",
    b"printf",
    b"pushd",
    b"pwd",
    b"read",
    b"readarray",
    b"readonly",
    b"repeat",
    b"return",
    b"select",
    b"set",
    b"setopt",
    b"shift",
    b"shopt",
    b"source",
    b"suspend",
    b"test",
    b"then",
    b"time",
    b"times",
    b"trap",
    b"true",
    b"type",
    b"typeset",
    b"ulimit",
    b"umask",
    b"unalias",
    b"unset",
    b"unsetopt",
    b"until",
    b"wait",
    b"whence",
    b"where",
    b"which",
    b"while",
    b"{",
    b"}",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Option<Vec<String>> {
        let line = Line::parse(line.as_bytes())?;
        Some(line.words.into_iter().map(|word| String::from_utf8(word).unwrap()).collect())
    }

    #[test]
    fn simple_commands() {
        let cases: &[(&str, &[&str])] = &[
            ("ls", &["ls"]),
            ("ls -l  /tmp", &["ls", "-l", "/tmp"]),
            ("grep 'a b' \"c d\" e\\ f", &["grep", "a b", "c d", "e f"]),
            ("  sort\t-u # all of them", &["sort", "-u"]),
            ("/bin/echo '*' \"?\" \\[x]", &["/bin/echo", "*", "?", "[x]"]),
            ("exec cat file", &["cat", "file"]),
            ("cat ''", &["cat", ""]),
            ("cat a=b", &["cat", "a=b"]),
            ("'ls';", &["ls"]),
            ("cat '$x' \\`", &["cat", "$x", "`"]),
            ("ls\n", &["ls"]),
            ("/bin/kill -l", &["/bin/kill", "-l"]),
            ("cat '{a'", &["cat", "{a"]),
        ];
        for (line, expected) in cases {
            assert_eq!(words(line).as_deref(), Some(&expected.map_to_strings()[..]), "{line}");
        }
    }

    trait Strings {
        fn map_to_strings(&self) -> Vec<String>;
    }

    impl Strings for &[&str] {
        fn map_to_strings(&self) -> Vec<String> {
            self.iter().map(|word| word.to_string()).collect()
        }
    }

    #[test]
    fn lines_for_a_shell() {
        for line in [
            "",
            " ",
            "# nothing",
            "a=b",
            "ls *",
            "ls ?x",
            "ls [ab]",
            "echo x",
            "cd /",
            "exit 3",
            "ls $HOME",
            "ls `pwd`",
            "ls \"$x\"",
            "ls ~",
            "ls ~root/x",
            "a | b",
            "a && b",
            "a || b",
            "a & ",
            "a; b",
            "a\nb",
            "! a",
            "(a)",
            "{ a; }",
            "if a; then b; fi",
            "f() { a; }",
            "a <<x\nx\n",
            "ls 'open",
            "ls \"open",
            "ls )",
            "PATH=/x ls",
            "exec",
            "exec -a x y",
            "'' x",
            "time ls",
            "[ -f x ]",
            "test -f x",
            "a >&-",
            "a 2>&x",
            "a 12>x",
            "a >$x",
            "while",
            "ls \\\n$x",
        ] {
            assert_eq!(words(line), None, "{line}");
        }
    }

    #[test]
    fn variables_and_redirections() {
        let line = Line::parse(b"A=1 B='x y' cat <in >out 2>&1 3>>log 4<>both").unwrap();
        assert_eq!(line.variables, [&b"A=1"[..], b"B=x y"]);
        let open = |target, path: &str, flags| Redirection::Open {
            target,
            path: path.as_bytes().to_vec(),
            flags,
        };
        let write = libc::O_WRONLY | libc::O_CREAT;
        assert_eq!(
            line.redirections,
            [
                open(0, "in", libc::O_RDONLY),
                open(1, "out", write | libc::O_TRUNC),
                Redirection::Copy { target: 2, source: 1 },
                open(3, "log", write | libc::O_APPEND),
                open(4, "both", libc::O_RDWR | libc::O_CREAT),
            ]
        );
        assert!(line.may_wait());
        assert!(!Line::parse(b"cat </dev/null 2>&1").unwrap().may_wait());
    }

    #[test]
    fn builtins_are_sorted() {
        assert!(BUILTINS.is_sorted());
    }
}
