//! Keeping a launcher and its children on one processor, so that neither migration nor
//! a second processor's cold caches are measured.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Where measured processes run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pin {
    /// Anywhere.
    #[default]
    Free,
    /// On the processor of this number.
    To(usize),
}

impl Pin {
    /// The processors to give a launch; `None` to leave it alone.
    pub fn processors(self) -> Option<[usize; 1]> {
        match self {
            Pin::Free => None,
            Pin::To(number) => Some([number]),
        }
    }
}

/// The processor to pin to: the last one allowed, as the first one serves most
/// interrupts. `None` where pinning is refused.
pub fn processor_to_pin() -> Option<usize> {
    let allowed = sched_getaffinity(None).ok()?;
    let last = (0..CpuSet::MAX_CPU).rev().find(|&number| allowed.is_set(number))?;
    let mut only = CpuSet::new();
    only.set(last);
    sched_setaffinity(None, &only).ok()?;
    sched_setaffinity(None, &allowed).ok()?;
    Some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pinning_leaves_this_process_alone() {
        let before = sched_getaffinity(None).unwrap();
        let _ = processor_to_pin();
        let after = sched_getaffinity(None).unwrap();
        assert!((0..CpuSet::MAX_CPU).all(|n| before.is_set(n) == after.is_set(n)));
    }
}
