//! Whole scripts: parsing ends, does not depend on how the text arrives, and says where it
//! failed.

use crate::bytes::Bytes;
use dialect::Dialect;
use std::io;
use std::rc::Rc;
use syntax::{Aliases, Input, Names, NoAliases, Parser, SyntaxError, Text};

/// Text in pieces.
struct Pieces<'a> {
    text: &'a [u8],
    /// The length of a piece; 0: lines.
    length: usize,
}

impl Input for Pieces<'_> {
    fn more(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        let length = match self.length {
            0 => self.text.iter().position(|&b| b == b'\n').map_or(self.text.len(), |n| n + 1),
            length => length.min(self.text.len()),
        };
        let (piece, rest) = self.text.split_at(length);
        buffer.extend_from_slice(piece);
        self.text = rest;
        Ok(!piece.is_empty())
    }
}

/// Aliases from the input: names of one letter.
struct Table(Vec<(u8, Rc<[u8]>)>);

impl Aliases for Table {
    fn get(&self, name: &[u8]) -> Option<Rc<[u8]>> {
        let [name] = name else { return None };
        self.0.iter().find(|(known, _)| known == name).map(|(_, text)| text.clone())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// An error without what depends on how much of the text was there when it was found.
fn without_hint(mut error: Box<SyntaxError>) -> Box<SyntaxError> {
    error.carriage_returns = false;
    error
}

/// Everything a parser gives, and how it ends. Names have the numbers that they have been given before:
/// bodies of functions are read in whatever order.
fn parse(
    text: &[u8],
    length: usize,
    aliases: Rc<dyn Aliases>,
    names: &Rc<Names>,
) -> (String, Option<Box<SyntaxError>>) {
    parse_with(text, length, aliases, names, |_| {})
}

/// The same with a parser that is set.
fn parse_with(
    text: &[u8],
    length: usize,
    aliases: Rc<dyn Aliases>,
    names: &Rc<Names>,
    set: impl FnOnce(&mut Parser<'_>),
) -> (String, Option<Box<SyntaxError>>) {
    let mut parser = Parser::new(Box::new(Pieces { text, length }), names.clone(), aliases);
    set(&mut parser);
    let mut trees = String::new();
    loop {
        match parser.next() {
            Ok(Some(list)) if list.items.is_empty() => {}
            Ok(Some(list)) => {
                trees.push_str(&format!("{list:?}\n"));
            }
            Ok(None) => return (trees, None),
            Err(error) => return (trees, Some(without_hint(error))),
        }
    }
}

/// A script as bash shows it.
fn shown(text: &[u8], posix: bool) -> Option<Vec<u8>> {
    let input = Box::new(Pieces { text, length: usize::MAX });
    let mut parser = Parser::new(input, Rc::new(Names::new()), Rc::new(NoAliases));
    let dialect = if posix { Dialect::BashPosix } else { Dialect::Bash };
    parser.set_language(syntax::Language::of(dialect.rules()));
    parser.formatted_command()
}

/// What is shown is shown as it is, where it can be read: bash shows names of functions without
/// the word that makes them names, redirections after a command that only they make one, and
/// the name of a coprocess that has none, and ends here-documents that a file's end ended.
fn shows(text: &[u8]) {
    for posix in [false, true] {
        let Some(once) = shown(text, posix) else { continue };
        let has = |part: &[u8]| byte_search::memmem::find(text, part).is_some();
        // Without its dollar sign a quote in `"${x-$"…"}"` means something else to what follows.
        let quotes = has(b"$'") || has(b"$\"");
        // `<file [[ a` is no conditional, and is shown with its redirection last: as one.
        let redirected = has(b"[[") && (has(b"<") || has(b">"));
        if quotes || redirected || has(b"coproc") || has(b"<<") || text.ends_with(b"\\") {
            continue;
        }
        let Some(twice) = shown(&once, posix) else { continue };
        assert_eq!(once.escape_ascii().to_string(), twice.escape_ascii().to_string());
    }
}

/// Bodies of functions that are read when they are asked for are what they are when they are read with
/// their definitions, in every dialect.
fn defers(text: &[u8]) {
    for dialect in Dialect::ALL {
        let names = Rc::new(Names::new());
        let read = |is_eager: bool| {
            parse_with(text, usize::MAX, Rc::new(NoAliases), &names, |parser| {
                parser.set_language(syntax::Language::of(dialect.rules()));
                if is_eager {
                    parser.set_eager();
                }
            })
        };
        // All names are known from here on, in whatever order they are met.
        let eager = read(true);
        assert_eq!(read(false), eager, "{dialect:?}: with bodies that are read later");
    }
}

/// Where commands are passed over that are only to be looked through, what is found wrong is the same.
fn passes_over(text: &[u8]) {
    for dialect in Dialect::ALL {
        let error = |passes: bool| {
            let (input, names) = (Box::new(Text(text)), Rc::new(Names::new()));
            let language = syntax::Language::of(dialect.rules());
            let mut parser = Parser::of(language, input, names, Rc::new(NoAliases));
            loop {
                if passes {
                    parser.pass_over();
                }
                match parser.next() {
                    Ok(Some(_)) => {}
                    Ok(None) => return None,
                    Err(error) => return Some(format!("{:?}", without_hint(error))),
                }
            }
        };
        assert_eq!(error(true), error(false), "{dialect:?}: passed over");
    }
}

/// The rule for every script: see the module.
fn script(text: &[u8]) {
    shows(text);
    defers(text);
    passes_over(text);
    let names = Rc::new(Names::new());
    let (trees, error) = parse(text, usize::MAX, Rc::new(NoAliases), &names);
    let lines = parse(text, 0, Rc::new(NoAliases), &names);
    assert_eq!(lines, (trees.clone(), error.clone()), "by lines");
    // A literal word that was cut has a part more, which means nothing.
    let again = parse(text, 1, Rc::new(NoAliases), &names);
    let lists = |trees: &str| trees.matches("\nList {").count();
    assert!(
        lists(&again.0) == lists(&trees) && again.1 == error,
        "by bytes: {:?}, not {error:?}",
        again.1
    );
    let Some(error) = error else { return };
    let lines = text.iter().filter(|&&byte| byte == b'\n').count() + 1;
    assert!((1..=lines).contains(&(error.span.line as usize)), "{error:?} in {lines} lines");
    let line = error.source_line.as_ref().expect("the line that it is on");
    let characters = String::from_utf8_lossy(line).chars().count();
    assert!((1..=characters + 1).contains(&(error.span.column as usize)), "{error:?}");
    if !error.is_incomplete() {
        let longer = [text, b"\n:\n"].concat();
        let longer = parse(&longer, usize::MAX, Rc::new(NoAliases), &names);
        assert!(longer.1.is_some_and(|error| !error.is_incomplete()), "more text mends {error:?}");
    }
    // An interactive shell goes on after an error: that ends too.
    let input = Box::new(Pieces { text, length: 0 });
    let mut parser = Parser::new(input, Rc::new(Names::new()), Rc::new(NoAliases));
    for _ in 0..=2 * lines {
        match parser.next() {
            Ok(Some(_)) => {}
            Ok(None) => return,
            Err(_) => parser.discard(),
        }
    }
    panic!("discarding does not come to the end");
}

/// The first byte says whether there are aliases, and if so, they come first.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    // A script may begin right away.
    if data.first().is_none_or(|&byte| byte != 1) {
        return script(data);
    }
    bytes.byte();
    let count = bytes.below(4);
    let table = (0..count)
        .map(|_| (bytes.byte(), bytes.until(0)))
        .filter(|(name, _)| name.is_ascii_alphanumeric())
        .map(|(name, text)| (name, Rc::from(text)))
        .collect();
    let table: Rc<dyn Aliases> = Rc::new(Table(table));
    let names = Rc::new(Names::new());
    let whole = parse(bytes.0, usize::MAX, table.clone(), &names);
    assert_eq!(parse(bytes.0, 0, table, &names), whole, "line by line");
}
