//! Words of commands: those of a program, to be taken as they are, and those of a text, to be expanded alone.

use crate::error::Error;
use syntax::single_quoted;
use syntax::tree::{Command, List, Word};

/// The text of a command with these words, each in single quotes (POSIX XCU 2.2.2).
pub(crate) fn quoted<W: AsRef<[u8]>>(words: &[W]) -> Vec<u8> {
    let words: Vec<Vec<u8>> = words.iter().map(|word| single_quoted(word.as_ref())).collect();
    words.join(&b' ')
}

/// The text of a command whose arguments are the words of this one. Its name is quoted, so that it is no alias.
pub(crate) fn command(words: &[u8]) -> Vec<u8> {
    [br"\: ", words].concat()
}

/// The arguments of such a command.
///
/// # Errors
/// [`Error::Syntax`] where its text was more than words.
pub(crate) fn only(list: &List) -> Result<&[Word], Error> {
    let [item] = &list.items[..] else { return Err(refused()) };
    let pipeline = &item.and_or.first;
    let is_alone = !item.is_asynchronous() && item.and_or.rest.is_empty() && pipeline.is_plain();
    match &pipeline.commands[..] {
        [Command::Simple(simple)] if is_alone && simple.redirections.is_empty() => {
            Ok(&simple.words[1..])
        }
        _ => Err(refused()),
    }
}

fn refused() -> Error {
    Error::Syntax("the text has more than words".to_owned())
}
