//! What utilities keep between calls, owned by whoever calls them: compiled regular
//! expressions and scripts. Bounded, and never of influence on a result.

use pattern::RegexCache;
use std::any::Any;
use std::cell::Cell;

/// The caches of one shell.
#[derive(Default)]
pub struct Caches {
    /// Patterns of grep.
    pub grep: crate::text::grep::GrepCache,
    /// Scripts of sed.
    pub sed: crate::text::sed::SedCache,
    /// Arguments of tr.
    pub tr: crate::text::tr::TrCache,
    /// Memory for reading and writing.
    pub buffers: std::rc::Rc<crate::text::stream::Buffers>,
    /// Compiled regular expressions.
    pub regexes: RegexCache,
    /// Storage that matching needs.
    pub matching: pattern::Cache,
    /// What en_US.UTF-8 is here, once somebody asked.
    pub(crate) american: Cell<Option<crate::locale::Locale>>,
    /// What utilities outside of this crate keep, by type.
    others: Vec<Box<dyn Any>>,
}

impl Caches {
    /// The cache of type `T`, if it has been made.
    pub fn peek<T: Any>(&self) -> Option<&T> {
        self.others.iter().find_map(|other| other.downcast_ref())
    }

    /// The cache of type `T`, made when first asked for.
    pub fn of<T: Any + Default>(&mut self) -> &mut T {
        let place = match self.others.iter().position(|other| other.is::<T>()) {
            Some(place) => place,
            None => {
                self.others.push(Box::<T>::default());
                self.others.len() - 1
            }
        };
        match self.others[place].downcast_mut() {
            Some(cache) => cache,
            None => unreachable!("the place was chosen by its type"),
        }
    }
}
