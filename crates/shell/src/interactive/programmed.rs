//! What `complete` has defined for the words of a command, asked while one is typed (bash(1),
//! Programmable Completion).
//!
//! `completing` calls it with the words before the cursor. Functions (`-F`) run in a virtual
//! subshell with COMP_WORDS and COMP_CWORD set, and their COMPREPLY is read from that.

use crate::builtins::completion::generate;
use crate::builtins::single_quote;
use crate::environment::Environment;
use crate::environment::arrays::Key;
use crate::environment::variables::EXPORT;
use syntax::ByteString;

/// A word that is to be completed.
pub(super) struct Request<'a> {
    /// The line up to the cursor.
    pub(super) line: &'a [u8],
    /// The words of the command before the one at the cursor, as written.
    pub(super) words: &'a [&'a [u8]],
    /// The word at the cursor, without quotes.
    pub(super) word: &'a [u8],
    /// The word at the cursor as COMP_WORDS has it: what divides words is a word there.
    pub(super) shown: &'a [u8],
}

/// What a word can go on as.
pub(super) struct Found {
    /// The whole words.
    pub(super) words: Vec<Vec<u8>>,
    /// A space comes after the only one.
    pub(super) spaced: bool,
    /// They are names of files: they are quoted, and a directory ends in a slash.
    pub(super) files: bool,
}

/// What `complete` has defined for a command; None: nothing, or no more than that names of files
/// may stand there.
pub(super) fn programmed(
    env: &mut Environment,
    command: &[u8],
    request: &Request<'_>,
) -> Option<Found> {
    /// The status of a function that has only now called `complete`: it is asked again.
    const AGAIN: i32 = 124;
    for _ in 0..2 {
        let known = &env.completions;
        let spec = known.get(command).or_else(|| known.get(&b"-D"[..]))?.clone();
        let mut again = false;
        tell(env, request);
        env.shared.completing.replace(Some(Vec::new()));
        if let Some(function) = spec.argument(b'F') {
            again = ask(env, function, command, request) == AGAIN;
        }
        let changes = env.shared.completing.take().unwrap_or_default();
        if again {
            continue;
        }
        let mut spec = (*spec).clone();
        for (option, on) in &changes {
            spec.change(option, *on);
        }
        let previous = request.words.last().copied().unwrap_or_default();
        let asked = [command, request.word, previous];
        let replied = spec.argument(b'F').is_some();
        let found = generate(env, &spec, request.word, asked, replied).unwrap_or_default();
        let gives_files = |action: &Vec<u8>| matches!(&action[..], b"file" | b"directory");
        let missing =
            found.is_empty() && (spec.has_option(b"bashdefault") || spec.argument(b'F').is_none());
        return (!missing).then_some(Found {
            words: found,
            spaced: !spec.has_option(b"nospace"),
            files: spec.has_option(b"filenames")
                || spec.has_option(b"plusdirs")
                || spec.actions.iter().any(gives_files),
        });
    }
    None
}

/// Makes a variable an array of these values.
fn put_list(env: &mut Environment, name: syntax::Name, values: Vec<ByteString>) {
    if env.fresh_array(name).is_ok() {
        for (index, value) in values.into_iter().enumerate() {
            let _ = env.assign_element(name, Key::Index(index as i64), value);
        }
    }
}

/// Sets what tells functions and commands of the line.
fn tell(env: &mut Environment, request: &Request<'_>) {
    let mut words: Vec<ByteString> =
        request.words.iter().map(|word| ByteString::new(word)).collect();
    let index = words.len();
    words.push(ByteString::new(request.shown));
    let point = request.line.len().to_string();
    let texts: [(&[u8], &[u8]); 5] = [
        (b"COMP_LINE", request.line),
        (b"COMP_POINT", point.as_bytes()),
        (b"COMP_CWORD", &index.to_string().into_bytes()),
        (b"COMP_TYPE", b"9"),
        (b"COMP_KEY", b"9"),
    ];
    for (name, text) in texts {
        let name = env.shared.names.intern(name);
        let _ = env.assign_text(name, text);
        env.mark(name, EXPORT);
    }
    let name = env.shared.names.intern(b"COMP_WORDS");
    put_list(env, name, words);
}

/// Calls a function that puts into COMPREPLY what it finds: its status. Its standard error is the
/// shell's, as in bash: fzf draws there.
fn ask(env: &mut Environment, function: &[u8], command: &[u8], request: &Request<'_>) -> i32 {
    let previous = request.words.last().copied().unwrap_or_default();
    let reply = env.shared.names.intern(b"COMPREPLY");
    put_list(env, reply, Vec::new());
    let quoted = [command, request.word, previous].map(single_quote);
    let call = [function, b" ", &quoted.join(&b' ')[..]].concat();
    match env.run_text(&call) {
        Ok(()) => env.status,
        Err(_) => 1,
    }
}
