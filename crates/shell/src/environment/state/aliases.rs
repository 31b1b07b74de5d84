//! Aliases (POSIX XCU 2.3.1).
//!
//! The parser gets a shared copy for each complete command (`script::run_parser`) and replaces
//! names while it reads. `alias` and `unalias` change the table, and copy what they change of it.

use super::ordered::OrderedMap;
use std::rc::Rc;

/// The aliases of an environment.
#[derive(Clone, Debug, Default)]
pub struct Aliases(pub OrderedMap<Vec<u8>, Rc<[u8]>>);

impl super::State {
    /// The aliases that commands are read with: none where they are off (bash's scripts).
    pub fn active_aliases(&self) -> Rc<Aliases> {
        match self.options.has(super::options::Options::EXPANDALIASES) || self.aliases.0.is_empty()
        {
            true => self.aliases.clone(),
            false => Rc::default(),
        }
    }
}

impl syntax::Aliases for Aliases {
    fn get(&self, name: &[u8]) -> Option<Rc<[u8]>> {
        self.0.get(name).cloned()
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
