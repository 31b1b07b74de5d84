//! The coprocess of an environment, as data: its process and the two descriptors that lead to it.
//! `evaluate::coprocess` starts it and makes them. See bash(1), Coprocesses; ksh93(1), `|&`, `print -p`,
//! `read -p`.

use syntax::Name;

/// The coprocess that was started last.
#[derive(Clone, Copy)]
pub struct Coprocess {
    /// The array of its descriptors.
    pub name: Name,
    /// Its process.
    pub pid: i32,
    /// The descriptors of its output and of its input; None: the script has closed it.
    pub files: [Option<u32>; 2],
    /// The real descriptors of these two.
    pub ends: [i32; 2],
    /// An enclosing environment has started it.
    pub outer: bool,
}
