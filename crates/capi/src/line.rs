//! Which command lines need no shell.
//!
//! A line that is one simple command whose words stand for themselves is the same
//! whether a shell starts it or this library does. The grammar of such lines is
//! small, so that they are recognised here rather than by the shell's own parser,
//! which would be half of the library. That the two agree is tested, on any line made
//! of what means something to a shell: whatever is taken here, the parser finds to be
//! that simple command. Whatever is not goes to the shell.
//!
//! POSIX XCU 2.9.1; system(3), popen(3).

use std::os::unix::ffi::OsStrExt;

use launch::Launch;

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
        let mut found = Line { words: Vec::new(), variables: Vec::new(), redirections: Vec::new() };
        let mut scanner = Scanner { rest: line };
        while let Some(token) = scanner.token()? {
            match token {
                Token::Word(word) => found.add(word)?,
                Token::Redirection(redirection) => found.redirections.push(redirection),
            }
        }
        if found.words.first().is_some_and(|word| word == b"exec")
            && found.words.get(1).is_some_and(|word| word.first() != Some(&b'-'))
        {
            // The program in the place of a shell that is not there.
            found.words.remove(0);
        }
        let name = found.words.first()?;
        if name.is_empty() || !name.contains(&b'/') && BUILTINS.binary_search(&&name[..]).is_ok() {
            return None;
        }
        Some(found)
    }

    /// Adds a word, which before the command's name may be an assignment.
    fn add(&mut self, word: Scanned) -> Option<()> {
        let Some(sign) = word.sign.filter(|_| self.words.is_empty()) else {
            self.words.push(word.text);
            return Some(());
        };
        let name = word.text.get(..sign)?;
        let is_name = name.first().is_some_and(|byte| !byte.is_ascii_digit())
            && name.iter().all(|&byte| byte == b'_' || byte.is_ascii_alphanumeric());
        // Other signs before it, or quotes, are not for us; nor are the variables that
        // the shell itself goes by.
        if !is_name
            || word.quoted.is_some_and(|quoted| quoted <= sign)
            || matches!(
                name,
                b"PATH" | b"IFS" | b"ENV" | b"BASH_ENV" | b"FPATH" | b"OPTIND" | b"POSIXLY_CORRECT"
            )
        {
            return None;
        }
        self.variables.push(word.text);
        Some(())
    }

    /// Whether starting it may wait for somebody else: a file that is opened may be a FIFO, whose
    /// other end the caller itself may be about to open, or a device. While a launch waits for
    /// that, no signal ends it and no thread can be cancelled.
    pub fn may_wait(&self) -> bool {
        self.redirections.iter().any(|one| match one {
            Redirection::Open { path, .. } if path != b"/dev/null" => {
                std::fs::metadata(std::ffi::OsStr::from_bytes(path))
                    .is_ok_and(|found| !found.is_file() && !found.is_dir())
            }
            _ => false,
        })
    }

    /// Adds the line's redirections to a launch.
    ///
    /// # Errors
    /// A path with a NUL, which no line that was parsed has.
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

/// A word with its quotes removed.
#[derive(Default)]
struct Scanned {
    text: Vec<u8>,
    /// Where in the text the first quotes were.
    quoted: Option<usize>,
    /// Where in the text the first `=` is that was not quoted.
    sign: Option<usize>,
}

enum Token {
    Word(Scanned),
    Redirection(Redirection),
}

/// Takes a line apart. Every method gives `None` for what takes a shell.
struct Scanner<'a> {
    rest: &'a [u8],
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t') = self.rest.first() {
            self.next();
        }
    }

    /// The next token, or `Some(None)` at the end of the command.
    fn token(&mut self) -> Option<Option<Token>> {
        self.skip_blanks();
        match *self.rest {
            [] => Some(None),
            [b'#', ref comment @ ..] => {
                let end = comment.iter().position(|&byte| byte == b'\n').unwrap_or(comment.len());
                self.rest = comment.get(end..)?;
                self.end()
            }
            [b'\n' | b';', ..] => {
                self.next();
                self.end()
            }
            [b'<' | b'>', ..] => self.redirection(None),
            [digit @ b'0'..=b'9', b'<' | b'>', ..] => {
                self.next();
                self.redirection(Some(i32::from(digit - b'0')))
            }
            _ => Some(Some(Token::Word(self.word()?))),
        }
    }

    /// The end of the line, behind which is nothing.
    fn end(&mut self) -> Option<Option<Token>> {
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n');
        self.rest.iter().all(blank).then_some(None)
    }

    fn redirection(&mut self, target: Option<i32>) -> Option<Option<Token>> {
        const CREATE: i32 = libc::O_WRONLY | libc::O_CREAT;
        let (length, flags, target) = match self.rest {
            [b'<', b'<', ..] | [b'>', b'|', ..] => return None,
            [b'<', b'>', ..] => (2, Some(libc::O_RDWR | libc::O_CREAT), target.unwrap_or(0)),
            [b'<', b'&', ..] => (2, None, target.unwrap_or(0)),
            [b'<', ..] => (1, Some(libc::O_RDONLY), target.unwrap_or(0)),
            [b'>', b'>', ..] => (2, Some(CREATE | libc::O_APPEND), target.unwrap_or(1)),
            [b'>', b'&', ..] => (2, None, target.unwrap_or(1)),
            _ => (1, Some(CREATE | libc::O_TRUNC), target.unwrap_or(1)),
        };
        self.rest = self.rest.get(length..)?;
        self.skip_blanks();
        if self.rest.first() == Some(&b'#') {
            return None;
        }
        let word = self.word()?;
        let redirection = match flags {
            Some(flags) if !word.text.is_empty() => {
                Redirection::Open { target, path: word.text, flags }
            }
            None if word.quoted.is_none() => match word.text[..] {
                [digit @ b'0'..=b'9'] => {
                    Redirection::Copy { target, source: i32::from(digit - b'0') }
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(Some(Token::Redirection(redirection)))
    }

    /// A word, of which there is at least a byte or quotes.
    fn word(&mut self) -> Option<Scanned> {
        let mut word = Scanned::default();
        let mut digits = true;
        while let Some(&byte) = self.rest.first() {
            match byte {
                b' ' | b'\t' | b'\n' | b';' => break,
                // Several digits before it would be a descriptor too.
                b'<' | b'>' if digits && !word.text.is_empty() => return None,
                b'<' | b'>' => break,
                // What a shell would expand, match, group or run otherwise, or may one
                // day.
                b'$' | b'`' | b'*' | b'?' | b'[' | b'~' | b'{' | b'}' | b'(' | b')' | b'|'
                | b'&' | 0 => return None,
                _ => {}
            }
            self.next();
            match byte {
                b'\'' | b'"' | b'\\' => {
                    word.quoted = word.quoted.or(Some(word.text.len()));
                    digits = false;
                    self.quoted(byte, &mut word.text)?;
                }
                _ => {
                    if byte == b'=' {
                        word.sign = word.sign.or(Some(word.text.len()));
                    }
                    digits &= byte.is_ascii_digit();
                    word.text.push(byte);
                }
            }
        }
        (word.quoted.is_some() || !word.text.is_empty()).then_some(word)
    }

    /// What is quoted, behind the byte that begins it.
    fn quoted(&mut self, by: u8, text: &mut Vec<u8>) -> Option<()> {
        loop {
            match (by, self.next()?) {
                (b'\\', b'\n') => return None,
                (b'\\', byte) => {
                    text.push(byte);
                    return Some(());
                }
                (quote, byte) if quote == byte => return Some(()),
                (b'"', b'$' | b'`') => return None,
                (b'"', b'\\') => match self.next()? {
                    b'\n' => return None,
                    byte @ (b'$' | b'`' | b'"' | b'\\') => text.push(byte),
                    byte => text.extend([b'\\', byte]),
                },
                (_, byte) => text.push(byte),
            }
        }
    }
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
        assert!(!line.may_wait());
        assert!(!Line::parse(b"cat </dev/null 2>&1").unwrap().may_wait());
        assert!(Line::parse(b"cat </dev/tty").unwrap().may_wait());
    }

    #[test]
    fn builtins_are_sorted() {
        assert!(BUILTINS.is_sorted());
    }
}
