//! Positional parameters (POSIX XCU 2.5.1).
//!
//! They are shared behind `Rc`: `shift` and function calls move an index or replace the pointer,
//! and a clone costs nothing.

use std::rc::Rc;
use syntax::ByteString;

/// `$1`… of an environment or a function call. `shift` moves a mark.
#[derive(Clone, Debug)]
pub struct Positional {
    all: Rc<[ByteString]>,
    first: usize,
    /// Given by `set`.
    set: bool,
}

impl Positional {
    /// The parameters of a call.
    pub fn new(parameters: Vec<ByteString>) -> Self {
        Self { all: parameters.into(), first: 0, set: false }
    }

    /// The parameters that `set` has assigned.
    pub fn set(parameters: Vec<ByteString>) -> Self {
        Self { set: true, ..Self::new(parameters) }
    }

    /// Whether `set` gave them.
    pub fn is_set(&self) -> bool {
        self.set
    }

    /// All positional parameters, from `$1` on.
    #[inline]
    pub fn all(&self) -> &[ByteString] {
        &self.all[self.first..]
    }

    /// The positional parameter `$number`, from 1 on.
    #[inline]
    pub fn get(&self, number: u32) -> Option<&ByteString> {
        self.all().get((number as usize).wrapping_sub(1))
    }

    /// Those that are gone since, where these are what `shift` has left of `before`.
    pub fn shifted_since(&self, before: &Self) -> Option<&[ByteString]> {
        match Rc::ptr_eq(&self.all, &before.all) {
            true => self.all.get(before.first..self.first),
            false => None,
        }
    }

    /// Drops the first `count`; false if there are fewer.
    pub fn shift(&mut self, count: usize) -> bool {
        let enough = count <= self.all().len();
        if enough {
            self.first += count;
        }
        enough
    }
}

impl Default for Positional {
    fn default() -> Self {
        Self { all: Rc::new([]), first: 0, set: false }
    }
}
