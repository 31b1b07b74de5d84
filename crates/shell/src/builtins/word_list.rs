//! The list of words of `compgen -W` (bash): split at the characters of IFS that are not quoted,
//! then expanded as words of a command are, but for files.
//!
//! `builtins::completion` and `interactive::programmed` call it. It parses and expands the list at
//! each completion, in the current environment.

use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::{Flow, tolerated};
use syntax::tree::Command;
use syntax::{ByteString, Text};

impl Environment {
    /// The words of a list.
    ///
    /// # Errors
    /// What is no error of an expansion: a move to another process, a signal.
    pub(super) fn words_of_list(&mut self, list: &[u8]) -> Flow<Vec<ByteString>> {
        let separators = self.text(crate::environment::names::IFS);
        let separators = separators.unwrap_or(ByteString::from(" \t\n"));
        let source = as_command(list, &separators);
        let mut parser = self.parser(Box::new(Text(&source)));
        let Ok(Some(parsed)) = parser.next() else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for item in &parsed.items {
            for command in item.and_or.first.commands.iter() {
                if let Command::Simple(simple) = command {
                    let options = self.options;
                    self.options.set(Options::NOGLOB, true);
                    // What is wrong in it has been said.
                    let result = self.expand_words(&simple.words[1..], &mut found);
                    self.options = options;
                    tolerated(result)?;
                }
            }
        }
        Ok(found)
    }
}

/// A command with the words of a list as its arguments: what would be no part of a word is quoted.
fn as_command(list: &[u8], separators: &[u8]) -> Vec<u8> {
    let mut out = b"compgen ".to_vec();
    let mut at = 0;
    while let Some(&byte) = list.get(at) {
        if let Some(length) = quoted_length(&list[at..]) {
            let end = list.len().min(at + length);
            out.extend_from_slice(&list[at..end]);
            if end < at + length {
                // The end of the list closes it.
                out.push(byte);
            }
            at = end;
            continue;
        }
        match byte {
            _ if separators.contains(&byte) => out.push(b' '),
            b'\n' => out.extend_from_slice(b"'\n'"),
            b';' | b'|' | b'&' | b'<' | b'>' | b'(' | b')' | b'#' | b' ' | b'\t' => {
                out.extend_from_slice(&[b'\\', byte]);
            }
            _ => out.push(byte),
        }
        at += 1;
    }
    out.push(b'\n');
    out
}

/// How long something quoted or an expansion in brackets is that a text begins with, with its
/// end; one more than there is where the end is missing.
fn quoted_length(text: &[u8]) -> Option<usize> {
    let missing = text.len() + 1;
    match text {
        [b'\\', _, ..] => Some(2),
        [quote @ (b'\'' | b'"' | b'`'), rest @ ..] => {
            let mut at = 0;
            while let Some(&byte) = rest.get(at) {
                if byte == *quote {
                    return Some(at + 2);
                }
                at += if byte == b'\\' && *quote != b'\'' { 2 } else { 1 };
            }
            Some(missing)
        }
        [b'$', open @ (b'(' | b'{'), rest @ ..] => {
            let close = if *open == b'(' { b')' } else { b'}' };
            let (mut depth, mut at) = (1, 0);
            while let Some(&byte) = rest.get(at) {
                if let Some(length) = quoted_length(&rest[at..]) {
                    at += length;
                    continue;
                }
                at += 1;
                if byte == close {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at + 2);
                    }
                } else if byte == *open {
                    depth += 1;
                }
            }
            None
        }
        _ => None,
    }
}
