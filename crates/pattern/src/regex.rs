//! POSIX regular expressions with GNU's extensions, leftmost-longest (POSIX XBD 9,
//! regex(3)).
//!
//! What is matched, what groups report and which errors there are follow the C
//! library, which sed, grep and expr are built on. Internally three ways lead
//! there:
//!
//! * [`flat`]: expressions that are one sequence of single characters, perhaps
//!   repeated. Nearly all of a script's are. They are matched directly.
//! * [`dfa`]: everything else has its longest match found by an automaton that is
//!   built while it runs, and its groups, when they are asked for, by
//!   [`backtrack`] inside the match that is then known.
//! * Expressions with back-references are left to [`backtrack`] alone.
//!
//! Before any of them a search for the literal text or the first bytes that a
//! match must have passes over what cannot match; in large texts of many lines,
//! for a few sequences of bytes, one of which it must have ([`needles`]).
//!
//! A [`Regex`] is compiled in well under a microsecond where it is flat; the
//! program and the automata of the others are made when first needed.

mod backtrack;
mod bracket;
mod bytes;
mod cache;
mod classes;
mod dfa;
mod error;
mod flat;
mod hash;
mod lead;
mod lex;
mod lines;
mod needles;
mod options;
mod parse;
mod prefilter;
mod program;
mod search;
mod sequence;
mod subject;
#[cfg(test)]
mod tests;
mod tree;
mod word;

pub use cache::RegexCache;
pub use error::RegexError;
pub use options::{RegexOptions, Syntax};
pub use search::{Cache, Captures, MatchFlags};

use crate::characters::{self, Character};
use dfa::Dfa;
use flat::Flat;
use needles::Needles;
use prefilter::Prefilter;
use program::Program;
use std::cell::{OnceCell, RefCell};
#[cfg(test)]
use subject::Subject;
use tree::Tree;

/// A compiled regular expression.
pub struct Regex {
    options: RegexOptions,
    tree: Tree,
    flat: Option<Flat>,
    prefilter: Prefilter,
    /// A match has no newline in it, and anchors hold at line breaks.
    is_line_bound: bool,
    /// The pattern has bytes that are no characters, in UTF-8: an automaton, which goes by bytes,
    /// would find them inside of characters.
    has_odd_bytes: bool,
    /// The rest is made when first needed.
    needles: OnceCell<Option<Box<Needles>>>,
    program: OnceCell<Box<Program>>,
    anchored: RefCell<Option<Box<Dfa>>>,
    floating: RefCell<Option<Box<Dfa>>>,
    backwards: RefCell<Option<Box<(Program, Dfa)>>>,
}

impl Regex {
    /// Compiles a pattern; NUL is an ordinary byte in it.
    ///
    /// # Errors
    /// What is wrong with the pattern (XBD 9.3, 9.4), with regcomp(3)'s codes.
    pub fn new(pattern: &[u8], options: RegexOptions) -> Result<Regex, RegexError> {
        let tree = parse::parse(pattern, options)?;
        let flat = Flat::new(&tree, &options);
        let prefilter = match &flat {
            Some(flat) => Prefilter::of_flat(flat, &tree, &options),
            None => Prefilter::of_tree(&tree, &options),
        };
        let is_line_bound = options.newline && !tree.may_match_newline();
        let mut rest = pattern;
        let mut has_odd_bytes = false;
        while let Some((character, length)) = characters::first(rest, options.utf8) {
            has_odd_bytes |= options.utf8 && matches!(character, Character::Byte(0x80..));
            rest = &rest[length..];
        }
        Ok(Regex {
            options,
            has_odd_bytes,
            is_line_bound,
            tree,
            flat,
            prefilter,
            needles: OnceCell::new(),
            program: OnceCell::new(),
            anchored: RefCell::new(None),
            floating: RefCell::new(None),
            backwards: RefCell::new(None),
        })
    }

    /// Whether the C library looks for matches at the beginnings of characters only. It does not where
    /// an expression in UTF-8 can do with bytes: then an empty one can be inside of a character.
    pub fn goes_by_characters(&self) -> bool {
        self.options.utf8
            && (self.options.nocase || self.tree.has_classes || self.tree.has_word_edges())
    }

    /// Whether regexec(3) of glibc may miss a match or find a longer one: to it `+` and intervals are copies of what they
    /// repeat, and an anchor in a copy is not asked for as it is in the first, as in `(a|^b)+` and `(a|\bb)+`.
    pub fn repeats_anchor(&self) -> bool {
        self.tree.repeats_look()
    }

    /// Number of groups in the pattern.
    pub fn group_count(&self) -> usize {
        self.tree.groups as usize
    }

    /// Whether it matches one plain text and nothing else.
    pub fn is_text(&self) -> bool {
        self.prefilter.is_literal
    }

    /// The options it was compiled with.
    pub fn options(&self) -> RegexOptions {
        self.options
    }
}

impl std::fmt::Debug for Regex {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Regex").field("options", &self.options).finish_non_exhaustive()
    }
}
