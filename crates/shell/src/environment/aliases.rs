//! Aliases (POSIX XCU 2.3.1).

use std::collections::BTreeMap;
use std::rc::Rc;

/// The aliases of an environment.
#[derive(Clone, Debug, Default)]
pub struct Aliases(pub BTreeMap<Vec<u8>, Rc<[u8]>>);

impl syntax::Aliases for Aliases {
    fn get(&self, name: &[u8]) -> Option<Rc<[u8]>> {
        self.0.get(name).cloned()
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
