//! What `complete` has defined, by the names of commands (bash(1), Programmable Completion).
//!
//! `builtins::completion` changes it, `interactive::programmed` asks it when Tab is typed. It is
//! part of the environment, so a subshell's changes end with it.

use std::collections::BTreeMap;
use std::rc::Rc;
use syntax::ByteString;

/// The commands and what completes their words; `-D`, `-E` and `-I` for other words.
pub type Completions = Rc<BTreeMap<Vec<u8>, Rc<Specification>>>;

/// What `compopt` has said of the completion that is being made: options, turned on or off.
pub type Changes = Vec<(ByteString, bool)>;

/// What the options of `compgen` and `complete` say.
#[derive(Clone, Default)]
pub struct Specification {
    /// `-A`, or its letter.
    pub actions: Vec<Vec<u8>>,
    /// `-G`, `-W`, `-F`, `-C`, `-X`, `-P`, `-S`, `-o`, each with its argument.
    pub arguments: Vec<(u8, ByteString)>,
}

impl Specification {
    /// The last argument of an option.
    pub fn argument(&self, letter: u8) -> Option<&ByteString> {
        self.arguments.iter().rev().find(|(one, _)| *one == letter).map(|(_, argument)| argument)
    }

    /// Turns an `-o` option on or off.
    pub fn change(&mut self, name: &ByteString, on: bool) {
        self.arguments.retain(|(letter, one)| *letter != b'o' || one != name);
        if on {
            self.arguments.push((b'o', name.clone()));
        }
    }

    /// Whether `-o name` was given.
    pub fn has_option(&self, name: &[u8]) -> bool {
        self.arguments.iter().any(|(letter, one)| *letter == b'o' && &one[..] == name)
    }
}
