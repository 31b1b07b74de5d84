//! What utilities keep between calls, owned by whoever calls them: compiled regular
//! expressions and scripts. Bounded, and never of influence on a result.

/// The caches of one shell.
#[derive(Default)]
pub struct Caches {}
