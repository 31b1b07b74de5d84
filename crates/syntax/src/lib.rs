//! The shell command language: bytes to a syntax tree (POSIX XCU 2.2, 2.3, 2.9, 2.10).
//!
//! Pure: no input or output but through [`Input`], no state but the parser's own. The tree is
//! what evaluation walks, so it holds what can be decided once: names are interned to slots,
//! words that are literal carry their text, arithmetic without surprises is parsed already.
//!
//! [`Parser::next`] gives one complete command (all that a line begins) at a time, so that a
//! script runs as far as it is right, and aliases defined on one line work on the next.

#![forbid(unsafe_code)]

pub mod arithmetic;
pub mod bytes;
pub mod error;
pub mod input;
pub mod names;
pub mod print;
pub mod tree;

mod array;
mod body;
pub mod brace;
mod collector;
mod compound;
mod conditional;
mod context;
mod dollar;
mod filled;
mod function;
mod heredoc;
mod lexer;
mod lines;
mod list;
mod parameter;
mod parser;
mod parts;
mod places;
mod preparser;
mod quoting;
mod record;
mod redirection;
mod reserved;
mod simple;
mod spare;
mod word;

pub use body::FunctionBody;
pub use bytes::ByteString;
pub use error::{
    ConditionalFault, Construct, Expected, FoundToken, Span, SyntaxError, SyntaxErrorKind,
};
pub use heredoc::Unended;
pub use input::{Input, Text};
pub use names::{Known, Name, NameText, Names};
pub use parser::{Aliases, Language, NoAliases, Parser};
pub use print::clauses;
pub use quoting::{single_quoted, unescaped};

#[cfg(test)]
mod tests;
