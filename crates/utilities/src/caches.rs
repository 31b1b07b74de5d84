//! What utilities keep between calls, owned by whoever calls them: compiled regular
//! expressions and scripts. Bounded, and never of influence on a result.

use pattern::RegexCache;
use std::any::Any;
use std::cell::{Cell, RefCell};

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
    /// Program files of the call that is decided on.
    pub(crate) programs: ProgramFiles,
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

/// Program files (`sed -f`) that the decision on a call has read, for the run that follows: each is
/// read once.
#[derive(Default)]
pub(crate) struct ProgramFiles {
    texts: RefCell<Vec<(Vec<u8>, Vec<u8>)>>,
    phase: Cell<Phase>,
}

/// What becomes of a program file.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    /// It is read, and that is all.
    #[default]
    Passes,
    /// It is read for a decision, and kept.
    Keeps,
    /// It has been read.
    Finds,
}

impl ProgramFiles {
    /// A decision begins.
    pub(crate) fn begin(&self) {
        if self.phase.replace(Phase::Keeps) != Phase::Passes {
            self.texts.borrow_mut().clear();
        }
    }

    /// A decision was made: what follows is the run.
    pub(crate) fn decided(&self) {
        self.phase.set(Phase::Finds);
    }

    /// The text of a file, from the decision or by `read`.
    pub(crate) fn text(
        &self,
        name: &[u8],
        read: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Option<Vec<u8>> {
        if self.phase.get() == Phase::Finds {
            let mut texts = self.texts.borrow_mut();
            if let Some(at) = texts.iter().position(|(known, _)| known == name) {
                return Some(texts.remove(at).1);
            }
        }
        let text = read()?;
        if self.phase.get() == Phase::Keeps {
            self.texts.borrow_mut().push((name.to_vec(), text.clone()));
        }
        Some(text)
    }
}
