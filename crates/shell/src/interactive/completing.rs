//! How the word at the cursor can go on (bash(1), "Completing" and "Programmable Completion"):
//! names of commands where one is expected, variables after `$`, users after `~`, what `complete`
//! has defined for a command, else names of files.

use super::programmed::{Request, programmed};
use crate::builtins::completion::perform;
use crate::environment::Environment;
use crate::expand::transform::has_special;
use line_editor::{Candidate, Completions};
use std::cell::RefCell;

/// A clone of the environment: what completions do stays among themselves.
pub(super) struct Completing(pub RefCell<Environment>);

impl Completions for Completing {
    fn complete(&self, line: &str) -> (usize, Vec<Candidate>) {
        let mut env = self.0.borrow_mut();
        let typed = Typed::of(line.as_bytes());
        let (start, mut names, kind, files) = candidates(&mut env, &typed);
        utilities::sorting::sort(&mut names);
        names.dedup();
        let alone = names.len() == 1;
        let found = names.into_iter().filter_map(|name| {
            let folder = files && kind != Kind::Variable && is_folder(&env, &name);
            let mut text = match kind {
                Kind::Variable => name.clone(),
                _ if files => quoted(&name, typed.quote)?,
                _ if is_printable(&name) => name.clone(),
                _ => return None,
            };
            match typed.quote {
                _ if folder && !name.ends_with(b"/") => text.push(b'/'),
                _ if kind == Kind::Beginning => {}
                Some(quote) if alone && !folder => text.extend([quote, b' ']),
                None if alone && !folder && !name.ends_with(b" ") => text.push(b' '),
                _ => {}
            }
            let shown = match name.strip_suffix(b"/").unwrap_or(&name) {
                _ if kind == Kind::Variable => &name,
                path => &path[byte_search::memrchr(b'/', path).map_or(0, |at| at + 1)..],
            };
            let shown = String::from_utf8_lossy(shown);
            let slash = folder.then_some('/');
            let shown = shown.chars().map(|one| if one.is_control() { '?' } else { one });
            let shown = shown.chain(slash).collect();
            Some(Candidate { shown, text: String::from_utf8_lossy(&text).into() })
        });
        (start, found.collect())
    }
}

/// What is put in for a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Text that stands for itself, so it has to be quoted.
    Word,
    /// Text that stands for itself, and may be longer than what was found.
    Beginning,
    /// A variable with its dollar sign.
    Variable,
}

/// A command as far as it has been typed.
struct Typed<'a> {
    line: &'a [u8],
    /// The words of the command before the last one, as written.
    words: Vec<&'a [u8]>,
    /// The word at the cursor without its quotes, and where it begins (after its quote).
    word: Vec<u8>,
    start: usize,
    /// The quote that it is in.
    quote: Option<u8>,
}

impl<'a> Typed<'a> {
    fn of(line: &'a [u8]) -> Self {
        let mut typed = Self { line, words: Vec::new(), word: Vec::new(), start: 0, quote: None };
        let mut begin = None;
        let mut at = 0;
        while at < line.len() {
            let byte = line[at];
            at += 1;
            match (typed.quote, byte) {
                (Some(b'"') | None, b'\\') => {
                    begin.get_or_insert(at - 1);
                    if let Some(&next) = line.get(at) {
                        typed.word.push(next);
                        at += 1;
                    }
                }
                (Some(quote), _) if byte == quote => typed.quote = None,
                (Some(_), _) => typed.word.push(byte),
                (None, b'\'' | b'"') => {
                    begin.get_or_insert(at - 1);
                    typed.quote = Some(byte);
                    // An open quote stays: what follows it is replaced.
                    typed.start = at;
                }
                (None, b' ' | b'\t' | b';' | b'|' | b'&' | b'(' | b')' | b'<' | b'>' | b'`') => {
                    if let Some(begin) = begin.take() {
                        typed.words.push(&line[begin..at - 1]);
                    }
                    if !matches!(byte, b' ' | b'\t' | b'<' | b'>') {
                        typed.words.clear();
                    } else if matches!(byte, b'<' | b'>') {
                        typed.words.push(&line[at - 1..at]);
                    }
                    typed.word.clear();
                    typed.start = at;
                }
                (None, _) => {
                    begin.get_or_insert(at - 1);
                    typed.word.push(byte);
                }
            }
        }
        if typed.quote.is_none() {
            typed.start = begin.unwrap_or(line.len());
        }
        typed
    }

    /// The words of the command, and whether the next one names it: after assignments, and after
    /// words that begin another command.
    fn command(&self) -> (&[&'a [u8]], bool) {
        let begins = |word: &[u8]| {
            let opening: [&[u8]; 10] =
                [b"if", b"then", b"elif", b"else", b"while", b"until", b"do", b"{", b"!", b"time"];
            let name = word.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
            opening.contains(&word) || (name > 0 && word.get(name) == Some(&b'='))
        };
        let skipped = self.words.iter().take_while(|word| begins(word)).count();
        let words = &self.words[skipped..];
        (words, words.is_empty())
    }
}

/// Where the candidates go, what they are, and whether they are names of files or such.
fn candidates(env: &mut Environment, typed: &Typed<'_>) -> (usize, Vec<Vec<u8>>, Kind, bool) {
    let word = &typed.word[..];
    if typed.quote != Some(b'\'')
        && let Some(dollar) = byte_search::memrchr(b'$', word)
        && let Some(at) = byte_search::memrchr(b'$', typed.line)
    {
        let (brace, name) = match word[dollar + 1..].strip_prefix(b"{") {
            Some(name) => (true, name),
            None => (false, &word[dollar + 1..]),
        };
        if name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') {
            let names = names(env, b"variable", name);
            let whole = |name: Vec<u8>| match brace {
                true => [b"${", &name[..], b"}"].concat(),
                false => [b"$", &name[..]].concat(),
            };
            return (at, names.into_iter().map(whole).collect(), Kind::Variable, true);
        }
    }
    if typed.quote.is_none() && word.starts_with(b"~") && !word.contains(&b'/') {
        let names = names(env, b"user", &word[1..]).into_iter();
        let names = names.map(|name| [b"~", &name[..], b"/"].concat());
        return (typed.start, names.collect(), Kind::Variable, true);
    }
    let (words, names_command) = typed.command();
    if names_command && !word.contains(&b'/') {
        return (typed.start, names(env, b"command", word), Kind::Word, true);
    }
    if let [command, ..] = words
        && words.last() != Some(&&b"<"[..])
        && words.last() != Some(&&b">"[..])
    {
        // Some signs stand for themselves among the words that functions receive.
        let breaks = env.shared.names.find(b"COMP_WORDBREAKS").and_then(|name| env.text(name));
        let breaks = breaks.unwrap_or_default();
        let divides = |byte: u8| breaks.contains(&byte) && !b" \t\n\"'><;|&(".contains(&byte);
        let mut divided: Vec<&[u8]> = words.iter().flat_map(|word| pieces(word, divides)).collect();
        let plain = typed.quote.is_none() && typed.line[typed.start..] == *word;
        let (mut start, mut word, mut shown) = (typed.start, word, word);
        if plain && let Some((last, before)) = pieces(word, divides).split_last() {
            divided.extend_from_slice(before);
            let ends = last.last().is_some_and(|byte| divides(*byte));
            let own = if ends { 0 } else { last.len() };
            start += word.len() - own;
            word = &word[word.len() - own..];
            shown = last;
        }
        let request = Request { line: typed.line, words: &divided, word, shown };
        let name = &command[byte_search::memrchr(b'/', command).map_or(0, |at| at + 1)..];
        if let Some(found) = programmed(env, name, &request) {
            let kind = if found.spaced { Kind::Word } else { Kind::Beginning };
            return (start, found.words, kind, found.files);
        }
    }
    // After the `=` of an option or of an assignment a path begins.
    let (start, path) = match byte_search::memrchr(b'=', word) {
        Some(at) if typed.quote.is_none() && typed.line[typed.start..] == *word => {
            (typed.start + at + 1, &word[at + 1..])
        }
        _ => (typed.start, word),
    };
    (start, names(env, b"file", path), Kind::Word, true)
}

/// A word as COMP_WORDBREAKS divides it: what divides is a piece of its own.
fn pieces(word: &[u8], divides: impl Fn(u8) -> bool) -> Vec<&[u8]> {
    if word.iter().any(|byte| matches!(byte, b'\'' | b'"' | b'\\')) {
        return vec![word];
    }
    word.chunk_by(|one, other| divides(*one) == divides(*other)).collect()
}

/// The names of one kind that begin with `prefix`.
fn names(env: &mut Environment, kind: &[u8], prefix: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    perform(env, kind, prefix, &mut found);
    found
}

fn is_folder(env: &Environment, name: &[u8]) -> bool {
    let home = env.text(crate::environment::names::HOME).unwrap_or_default();
    let path = match name.strip_prefix(b"~/") {
        Some(rest) => [&home[..], b"/", rest].concat(),
        None => name.to_vec(),
    };
    let flags = rustix::fs::AtFlags::empty();
    stage::door::statat(env.directory(), &path[..], flags)
        .is_ok_and(|stat| rustix::fs::FileType::from_raw_mode(stat.st_mode).is_dir())
}

/// Whether a terminal shows all of a text and obeys none of it.
fn is_printable(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| !text.contains(char::is_control))
}

/// A name as it stands in the line, after the quote that is open there: the shell reads the name
/// itself from it. None where inside of quotes nothing can stand for it that a terminal shows.
fn quoted(name: &[u8], quote: Option<u8>) -> Option<Vec<u8>> {
    match quote {
        None if !is_printable(name) => return Some(dollar_quoted(name)),
        None => return Some(escaped(name)),
        Some(_) if !is_printable(name) => return None,
        Some(_) => {}
    }
    let mut text = Vec::with_capacity(name.len());
    for &byte in name {
        match (quote, byte) {
            (Some(b'"'), b'$' | b'`' | b'"' | b'\\') => text.extend([b'\\', byte]),
            (Some(b'\''), b'\'') => text.extend_from_slice(b"'\\''"),
            _ => text.push(byte),
        }
    }
    Some(text)
}

/// A name as `$'…'` (POSIX XCU 2.2.4), whose control characters and bytes that are no characters
/// are octal numbers.
fn dollar_quoted(name: &[u8]) -> Vec<u8> {
    let mut text = b"$'".to_vec();
    for chunk in name.utf8_chunks() {
        for one in chunk.valid().chars() {
            let mut buffer = [0; 4];
            let bytes = one.encode_utf8(&mut buffer).as_bytes();
            match one {
                '\'' | '\\' => text.extend([b'\\', bytes[0]]),
                one if one.is_control() => text.extend(bytes.iter().copied().flat_map(octal)),
                _ => text.extend_from_slice(bytes),
            }
        }
        text.extend(chunk.invalid().iter().copied().flat_map(octal));
    }
    text.push(b'\'');
    text
}

/// A byte as `\ooo`.
fn octal(byte: u8) -> [u8; 4] {
    [b'\\', b'0' + (byte >> 6), b'0' + (byte >> 3 & 7), b'0' + (byte & 7)]
}

/// With a backslash before what the shell would take for something else, but for a tilde, and for
/// spaces at the end, which a completion wants to have there.
fn escaped(name: &[u8]) -> Vec<u8> {
    let end = name.len() - name.iter().rev().take_while(|byte| **byte == b' ').count();
    let mut text = Vec::with_capacity(name.len());
    for &byte in &name[..end] {
        if byte != b'~' && has_special(&[byte]) {
            text.push(b'\\');
        }
        text.push(byte);
    }
    text.extend_from_slice(&name[end..]);
    text
}

#[cfg(test)]
mod tests {
    use super::{Typed, escaped, quoted};

    #[test]
    fn the_word_at_the_cursor() {
        let typed = Typed::of(b"cat a\\ b");
        assert_eq!((&typed.word[..], typed.start, typed.words.len()), (&b"a b"[..], 4, 1));
        let typed = Typed::of(b"x; cat 'a b");
        assert_eq!((&typed.word[..], typed.start, typed.quote), (&b"a b"[..], 8, Some(b'\'')));
        assert_eq!(typed.words, [b"cat"]);
        assert!(Typed::of(b"a=1 if ec").command().1);
        assert!(Typed::of(b"x=$(ec").command().1);
        assert!(!Typed::of(b"echo ec").command().1);
        let typed = Typed::of(b"ls >");
        assert_eq!((typed.start, &typed.word[..]), (4, &b""[..]));
    }

    #[test]
    fn what_is_put_in_is_read_as_it_is() {
        assert_eq!(escaped(b"a b'$c"), b"a\\ b\\'\\$c");
        assert_eq!(escaped(b"~/x"), b"~/x");
        assert_eq!(escaped(b"x "), b"x ");
        let within =
            |name: &[u8], quote| quoted(name, quote).map(|text| text.escape_ascii().to_string());
        assert_eq!(within(b"a$(b)`\"\\'", Some(b'"')).as_deref(), Some(r#"a\\$(b)\\`\\\"\\\\\'"#));
        assert_eq!(within(b"a'$b", Some(b'\'')).as_deref(), Some(r"a\'\\\'\'$b"));
        assert_eq!(within(b"a\x1b]2;b\x07", Some(b'"')), None);
        assert_eq!(
            quoted(b"a'\x1b\xff\xc2\x9b", None).as_deref(),
            Some(&br"$'a\'\033\377\302\233'"[..])
        );
    }
}
