//! What `!(p)` must not take: where `p` ends, from one place on.

use smallvec::SmallVec;

/// Places by their distance from one of them, in the direction of the walk.
#[derive(Clone, Debug, Default)]
pub(super) struct Excluded {
    from: usize,
    /// A bit for each distance, up to the greatest that is in.
    bits: SmallVec<[u64; 2]>,
    /// The distance from which all are in.
    rest: Option<usize>,
}

impl Excluded {
    pub(super) fn new(from: usize) -> Excluded {
        Excluded { from, ..Excluded::default() }
    }

    /// Adds a place, and with `rest` all that come after it.
    pub(super) fn add(&mut self, place: usize, rest: bool) {
        let distance = self.from.abs_diff(place);
        if rest {
            self.rest = Some(distance);
            return;
        }
        let word = distance >> 6;
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (distance & 63);
    }
}

/// A negation that goes on at all places but some.
pub(super) struct Waiting {
    /// The instruction to go on at.
    pub(super) target: u32,
    excluded: Excluded,
    distance: usize,
    /// The one distance at which it goes on, where there is only one.
    only: Option<usize>,
}

impl Waiting {
    pub(super) fn new(target: u32, excluded: Excluded) -> Waiting {
        Waiting { target, excluded, distance: 0, only: None }
    }

    /// What goes on at one place.
    pub(super) fn until(target: u32, from: usize, place: usize) -> Waiting {
        let only = Some(from.abs_diff(place));
        Waiting { only, ..Waiting::new(target, Excluded::new(from)) }
    }

    /// Comes to a place.
    pub(super) fn come_to(&mut self, at: usize) {
        self.distance = self.excluded.from.abs_diff(at);
    }

    /// Whether it must not go on here.
    pub(super) fn is_excluded(&self) -> bool {
        if let Some(only) = self.only {
            return self.distance != only;
        }
        let Excluded { bits, rest, .. } = &self.excluded;
        let row = bits.get(self.distance >> 6).copied().unwrap_or(0);
        row >> (self.distance & 63) & 1 != 0 || rest.is_some_and(|rest| self.distance >= rest)
    }

    /// Whether it goes on here and at every later place.
    pub(super) fn is_open(&self) -> bool {
        if self.only.is_some() {
            return false;
        }
        let Excluded { bits, rest, .. } = &self.excluded;
        let word = self.distance >> 6;
        rest.is_none()
            && word + 1 >= bits.len()
            && bits.get(word).copied().unwrap_or(0) >> (self.distance & 63) == 0
    }

    /// Whether it goes on nowhere any more.
    pub(super) fn is_over(&self) -> bool {
        if let Some(only) = self.only {
            return self.distance >= only;
        }
        self.excluded.rest.is_some_and(|rest| self.distance >= rest)
    }
}
