//! Patterns over bytes: the shell's, and POSIX regular expressions.
//!
//! [`Glob`] is the pattern language of pathname expansion, `case` and `${x#p}`
//! (POSIX XCU 2.14, fnmatch(3)); [`Regex`] is basic and extended regular
//! expressions with GNU's extensions (POSIX XBD 9, regex(3)). Both languages work on byte strings that need
//! not be text: a NUL is an ordinary byte, and where characters matter (UTF-8),
//! a byte that belongs to no valid character counts as one character.
//!
//! What it is not: it reads no directory (pathname expansion walks with one
//! [`Glob`] per component), knows no locale beside C and C.UTF-8, and keeps no
//! state between calls but the caches its callers own.

#![forbid(unsafe_code)]

mod characters;
mod collating;
mod glob;
mod regex;
mod search;
mod unicode;

pub use glob::{
    Expression, Finder, Glob, GlobOptions, expression, expression_of_ksh, has_special, unescape,
};
pub use regex::{Cache, Captures, MatchFlags, Regex, RegexCache, RegexError, RegexOptions, Syntax};
pub use unicode::{lower, printable_range, upper, width_range};
