//! The format of the case files.
//!
//! ```text
//! # Lines before the first case are comments.
//! #### name of the case
//! script, as long as it likes
//! #: stdout
//! expected lines
//! #: status 2
//! ```
//!
//! A case begins with `####` and its name. Its script ends at the first line that
//! begins with `#:`; from there on the case consists of directives. Empty lines
//! before the next `####` belong to nobody.
//!
//! What must come out:
//!
//! | directive | meaning |
//! | --- | --- |
//! | `#: stdout` | the lines that follow are exactly the standard output; without it, there is none |
//! | `#: stdout any` | the output does not matter |
//! | `#: stderr` | the lines that follow are exactly the standard error; without it, there is none |
//! | `#: stderr any`, `some` | anything; anything but nothing |
//! | `#: stderr-has TEXT` | forkless's standard error contains TEXT (from peers: `some` is enough) |
//! | `#: no-newline` | the last line of the block above has no newline at its end |
//! | `#: end` | ends a block, so that empty lines at its end count |
//! | `#: status N` | exit status (default 0); `N-M` a range, `nonzero` any but 0 |
//! | `#: killed TERM` | ended by this signal (name or number) |
//!
//! How the shell is started (default: `$SH ../case`, standard input /dev/null):
//!
//! | directive | meaning |
//! | --- | --- |
//! | `#: run -c` | the script is the operand of `-c` |
//! | `#: run stdin` | the script is the standard input, a regular file |
//! | `#: run pipe` | the script is the standard input, a pipe |
//! | `#: options ...` | words before the script |
//! | `#: args ...` | words after the script |
//! | `#: stdin` | the lines that follow are the standard input, a regular file |
//! | `#: env NAME=VALUE` | one more variable in the environment |
//!
//! Who must agree, and where it can run:
//!
//! | directive | meaning |
//! | --- | --- |
//! | `#: not PEER ...: reason` | these of dash, bash, ksh93 are known to do otherwise |
//! | `#: also PEER ...` | these shells must agree too |
//! | `#: todo REASON` | not right yet, for this reason: reported as skipped |
//! | `#: needs PROGRAM` | skipped where PROGRAM is missing (`root`: for another user; `inside:NAME`: where it is launched) |
//!
//! A file `<topic>-p.sh` says what POSIX asks and what dash, bash and ksh93 agree
//! on; `<topic>-y.sh` says what is forkless's own, in texts of messages above all.
//! `ksh-<topic>.sh` is about the KornShell language, which a shell named `sh` has not in
//! full: its cases run under the shell's own name, and its peers are bash and ksh93.
//! `bash-<topic>.sh` is about what a shell named `bash` does, and its peer is bash.

use std::ops::RangeInclusive;
use std::path::Path;

/// The shells that must agree on every case of a `-p` file that does not say otherwise.
pub const DEFAULT_PEERS: [&str; 3] = ["dash", "bash", "ksh93"];

/// Those that must agree on the KornShell language.
pub const KSH_PEERS: [&str; 2] = ["bash", "ksh93"];

/// What a file of cases is about, as its name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// `*-p.sh`: what POSIX asks of every shell.
    Posix,
    /// `*-y.sh`: what is our own.
    Own,
    /// `ksh-*.sh`: the KornShell language.
    Ksh,
    /// `bash-*.sh`: what a shell named `bash` does.
    Bash,
}

/// What is asked of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stream {
    /// These bytes and no others.
    Exactly(Vec<u8>),
    /// Whatever it is.
    Any,
    /// Anything but nothing.
    Some,
}

/// How the shell gets its script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feed {
    /// As a file operand.
    File,
    /// As the operand of `-c`.
    Command,
    /// As standard input from a regular file.
    Stdin,
    /// As standard input from a pipe.
    Pipe,
}

/// How the shell must end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With an exit status in this range.
    Status(RangeInclusive<i32>),
    /// By this signal.
    Killed(i32),
}

/// One case: a script, how to run it, what must come out.
#[derive(Clone, Debug)]
pub struct Case {
    /// `topic-p:line name`, unique in the whole collection.
    pub name: String,
    /// What its file is about.
    pub subject: Subject,
    /// The script.
    pub script: Vec<u8>,
    /// How the shell gets the script.
    pub feed: Feed,
    /// Words between the shell's name and the script.
    pub options: Vec<String>,
    /// Words after the script.
    pub args: Vec<String>,
    /// Standard input; without it, /dev/null.
    pub stdin: Option<Vec<u8>>,
    /// Variables added to the environment.
    pub env: Vec<(String, String)>,
    /// Expected standard output.
    pub stdout: Stream,
    /// Expected standard error.
    pub stderr: Stream,
    /// Texts that forkless's standard error contains.
    pub stderr_has: Vec<String>,
    /// Expected end.
    pub end: End,
    /// Shells that agree with the expectation.
    pub peers: Vec<String>,
    /// Programs without which the case cannot run.
    pub needs: Vec<String>,
    /// Why it is known to fail.
    pub todo: Option<String>,
}

/// A mistake in a case file, with its place.
pub type Mistake = String;

/// Which block the lines being read belong to.
enum Block {
    Script,
    Stdout,
    Stderr,
    Stdin,
    None,
}

/// Reads all cases of one file. `path` gives the names and says by its ending
/// whether they are POSIX's or ours.
///
/// # Errors
/// The first line that does not fit the format.
pub fn parse(path: &Path, text: &[u8]) -> Result<Vec<Case>, Mistake> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let subject = match stem.rsplit('-').next() {
        _ if stem.starts_with("ksh-") => Subject::Ksh,
        _ if stem.starts_with("bash-") => Subject::Bash,
        Some("p") => Subject::Posix,
        Some("y") => Subject::Own,
        _ => {
            return Err(format!(
                "{}: not named *-p.sh, *-y.sh, ksh-*.sh or bash-*.sh",
                path.display()
            ));
        }
    };
    let mut cases: Vec<Case> = Vec::new();
    let mut block = Block::None;
    for (index, line) in text.split_inclusive(|&b| b == b'\n').enumerate() {
        let place = || format!("{}:{}", path.display(), index + 1);
        if let Some(name) = line.strip_prefix(b"#### ") {
            if let Some(case) = cases.last_mut() {
                trim(case, &block);
            }
            let name = String::from_utf8_lossy(name).trim().to_string();
            cases.push(Case::new(format!("{stem}:{} {name}", index + 1), subject));
            block = Block::Script;
            continue;
        }
        let Some(case) = cases.last_mut() else {
            if line.starts_with(b"#") || line == b"\n" {
                continue;
            }
            return Err(format!("{}: text before the first case", place()));
        };
        if let Some(directive) = line.strip_prefix(b"#: ") {
            let directive = String::from_utf8_lossy(directive).trim().to_string();
            block = case
                .direct(&directive, block)
                .ok_or_else(|| format!("{}: not understood: {directive}", place()))?;
            continue;
        }
        match block {
            Block::Script => case.script.extend_from_slice(line),
            Block::Stdout => grow(&mut case.stdout, line),
            Block::Stderr => grow(&mut case.stderr, line),
            Block::Stdin => case.stdin.get_or_insert_default().extend_from_slice(line),
            Block::None if line == b"\n" => {}
            Block::None => return Err(format!("{}: text that belongs to no block", place())),
        }
    }
    if let Some(case) = cases.last_mut() {
        trim(case, &block);
    }
    Ok(cases)
}

/// Adds a line to a stream that is compared exactly.
fn grow(stream: &mut Stream, line: &[u8]) {
    if let Stream::Exactly(bytes) = stream {
        bytes.extend_from_slice(line);
    }
}

/// Takes the empty lines from the end of the block that ends a case.
fn trim(case: &mut Case, block: &Block) {
    let bytes = match (block, &mut case.stdout, &mut case.stderr) {
        (Block::Script, ..) => &mut case.script,
        (Block::Stdout, Stream::Exactly(bytes), _) => bytes,
        (Block::Stderr, _, Stream::Exactly(bytes)) => bytes,
        (Block::Stdin, ..) => case.stdin.get_or_insert_default(),
        _ => return,
    };
    while bytes.ends_with(b"\n\n") || bytes == b"\n" {
        bytes.pop();
    }
}

/// The number of a signal: `TERM`, `SIGTERM` or `15`.
fn signal_number(name: &str) -> Option<i32> {
    let name = name.strip_prefix("SIG").unwrap_or(name);
    Some(match name {
        "HUP" => 1,
        "INT" => 2,
        "QUIT" => 3,
        "ABRT" => 6,
        "KILL" => 9,
        "USR1" => 10,
        "USR2" => 12,
        "PIPE" => 13,
        "ALRM" => 14,
        "TERM" => 15,
        "XCPU" => 24,
        "XFSZ" => 25,
        _ => return name.parse().ok(),
    })
}

impl Case {
    /// An empty case with all defaults.
    fn new(name: String, subject: Subject) -> Case {
        let peers: &[&str] = match subject {
            Subject::Posix => &DEFAULT_PEERS,
            Subject::Own => &[],
            Subject::Ksh => &KSH_PEERS,
            Subject::Bash => &["bash"],
        };
        Case {
            name,
            subject,
            script: Vec::new(),
            feed: Feed::File,
            options: Vec::new(),
            args: Vec::new(),
            stdin: None,
            env: Vec::new(),
            stdout: Stream::Exactly(Vec::new()),
            stderr: Stream::Exactly(Vec::new()),
            stderr_has: Vec::new(),
            end: End::Status(0..=0),
            peers: peers.iter().map(|&peer| peer.into()).collect(),
            needs: Vec::new(),
            todo: None,
        }
    }

    /// Takes in one directive; returns the block that it opens.
    fn direct(&mut self, directive: &str, above: Block) -> Option<Block> {
        let (word, rest) = directive.split_once(' ').unwrap_or((directive, ""));
        let rest = rest.trim();
        let words = || rest.split_whitespace().map(str::to_string);
        match (word, rest) {
            ("stdout", "") => return Some(Block::Stdout),
            ("stderr", "") => return Some(Block::Stderr),
            ("stdin", "") => {
                self.stdin = Some(Vec::new());
                return Some(Block::Stdin);
            }
            ("stdout", "any") => self.stdout = Stream::Any,
            ("stderr", "any") => self.stderr = Stream::Any,
            ("stderr", "some") => self.stderr = Stream::Some,
            ("stderr-has", text) => {
                self.stderr = Stream::Some;
                self.stderr_has.push(text.to_string());
            }
            ("no-newline", "") => {
                let bytes = match (above, &mut self.stdout, &mut self.stderr) {
                    (Block::Stdout, Stream::Exactly(bytes), _) => bytes,
                    (Block::Stderr, _, Stream::Exactly(bytes)) => bytes,
                    (Block::Stdin, ..) => self.stdin.as_mut()?,
                    (Block::Script, ..) => &mut self.script,
                    _ => return None,
                };
                bytes.pop();
            }
            ("end", "") => {}
            ("status", "nonzero") => self.end = End::Status(1..=255),
            ("status", range) => {
                let (low, high) = range.split_once('-').unwrap_or((range, range));
                self.end = End::Status(low.parse().ok()?..=high.parse().ok()?);
            }
            ("killed", signal) => self.end = End::Killed(signal_number(signal)?),
            ("run", "-c") => self.feed = Feed::Command,
            ("run", "stdin") => self.feed = Feed::Stdin,
            ("run", "pipe") => self.feed = Feed::Pipe,
            ("options", _) => self.options = words().collect(),
            ("args", _) => self.args = words().collect(),
            ("env", _) => {
                let (name, value) = rest.split_once('=')?;
                self.env.push((name.to_string(), value.to_string()));
            }
            ("not", _) => {
                let (names, reason) = rest.split_once(':')?;
                if reason.is_empty() {
                    return None;
                }
                for name in names.split_whitespace() {
                    let known = self.peers.iter().position(|peer| peer == name)?;
                    self.peers.remove(known);
                }
            }
            ("also", _) => self.peers.extend(words()),
            ("todo", reason) if !reason.is_empty() => self.todo = Some(reason.to_string()),
            ("needs", _) => self.needs.extend(words()),
            _ => return None,
        }
        Some(Block::None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Case {
        parse(Path::new("x-p.sh"), text.as_bytes()).unwrap().remove(0)
    }

    #[test]
    fn a_case_has_script_output_and_status() {
        let case = one("# about\n\n#### a name\necho a\n#: stdout\na\n#: status 3\n\n#### next\n");
        assert_eq!(case.name, "x-p:3 a name");
        assert_eq!(case.script, b"echo a\n");
        assert_eq!(case.stdout, Stream::Exactly(b"a\n".to_vec()));
        assert_eq!(case.end, End::Status(3..=3));
        assert_eq!(case.peers, DEFAULT_PEERS);
    }

    #[test]
    fn empty_lines_at_the_end_count_only_before_end() {
        assert_eq!(one("#### a\n#: stdout\na\n\n\n").stdout, Stream::Exactly(b"a\n".to_vec()));
        assert_eq!(
            one("#### a\n#: stdout\na\n\n#: end\n\n").stdout,
            Stream::Exactly(b"a\n\n".to_vec())
        );
        assert_eq!(
            one("#### a\n#: stdout\na\n#: no-newline\n").stdout,
            Stream::Exactly(b"a".to_vec())
        );
    }

    #[test]
    fn a_peer_that_disagrees_needs_a_reason() {
        assert_eq!(one("#### a\n#: not ksh93: why\n").peers, ["dash", "bash"]);
        assert!(parse(Path::new("x-p.sh"), b"#### a\n#: not ksh93\n").is_err());
        assert!(parse(Path::new("x-p.sh"), b"#### a\n#: not fish: why\n").is_err());
    }

    #[test]
    fn the_name_of_the_file_says_who_must_agree() {
        let of = |name: &str| parse(Path::new(name), b"#### a\n:\n").unwrap().remove(0);
        assert_eq!(of("x-y.sh").peers, [""; 0]);
        assert_eq!(of("ksh-x.sh").peers, KSH_PEERS);
        assert_eq!(of("ksh-x.sh").subject, Subject::Ksh);
    }

    #[test]
    fn mistakes_name_their_line() {
        let mistake = parse(Path::new("x-y.sh"), b"#### a\n:\n#: statsu 1\n").unwrap_err();
        assert_eq!(mistake, "x-y.sh:3: not understood: statsu 1");
        assert!(parse(Path::new("x.sh"), b"").is_err());
        assert!(parse(Path::new("x-y.sh"), b"echo\n").is_err());
    }

    #[test]
    fn ends_are_ranges_or_signals() {
        assert_eq!(one("#### a\n#: status 1-125\n").end, End::Status(1..=125));
        assert_eq!(one("#### a\n#: status nonzero\n").end, End::Status(1..=255));
        assert_eq!(one("#### a\n#: killed SIGTERM\n").end, End::Killed(15));
    }
}
