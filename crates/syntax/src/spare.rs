//! Vectors that are filled again and again while a text is read: what is collected in one is moved to
//! an allocation of its own size when it is complete, which neither grows nor shrinks.

/// More than this is not moved, but cut off where it is.
const LONG: usize = 256;

/// Empty vectors with room, while nobody fills them: as many as were filled at once, one inside of
/// another.
pub(crate) struct Spare<T> {
    first: Vec<T>,
    others: Vec<Vec<T>>,
}

impl<T> Spare<T> {
    pub(crate) const fn new() -> Self {
        Spare { first: Vec::new(), others: Vec::new() }
    }

    /// One to be filled: a spare one, or a fresh one.
    pub(crate) fn take(&mut self) -> Vec<T> {
        match self.first.capacity() {
            0 => self.others.pop().unwrap_or_default(),
            _ => std::mem::take(&mut self.first),
        }
    }

    /// Takes back one that nothing was put into.
    pub(crate) fn give_back(&mut self, empty: Vec<T>) {
        debug_assert!(empty.is_empty());
        match (empty.capacity(), self.first.capacity()) {
            (0, _) => {}
            (_, 0) => self.first = empty,
            _ => self.others.push(empty),
        }
    }

    /// What has been filled, without room for more.
    pub(crate) fn exact(&mut self, mut filled: Vec<T>) -> Vec<T> {
        if filled.len() > LONG {
            filled.shrink_to_fit();
            return filled;
        }
        let mut exact = Vec::with_capacity(filled.len());
        exact.append(&mut filled);
        self.give_back(filled);
        exact
    }
}

/// A vector as a slice of its own; most are empty.
#[inline]
pub(crate) fn boxed<T>(filled: Vec<T>) -> Box<[T]> {
    match filled.capacity() {
        0 => Box::default(),
        _ => filled.into_boxed_slice(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_empty_and_what_is_given_is_exact() {
        let mut spare = Spare::new();
        for length in [3, 0, LONG, LONG + 1, 2] {
            let (mut outer, mut inner) = (spare.take(), spare.take());
            assert!(outer.is_empty() && inner.is_empty());
            outer.extend(0..length);
            inner.extend(0..7);
            let inner = spare.exact(inner);
            let outer = spare.exact(outer);
            assert_eq!((inner.len(), outer.len()), (7, length));
            assert!(outer.iter().copied().eq(0..length) && outer.capacity() == length);
        }
    }
}
