//! The table of open files: descriptor numbers, and what they stand for.
//!
//! A redirection edits this table and nothing else; numbers become real descriptors only in a
//! launched child.

use stage::OpenFile;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a number stands for.
#[derive(Clone, Default)]
pub enum Slot {
    /// Not looked at yet: the process may have inherited it.
    #[default]
    Unknown,
    /// Closed.
    Closed,
    /// Open.
    Open(Rc<OpenFile>),
}

const LOW: usize = 10;

/// The table of an environment.
#[derive(Clone, Default)]
pub struct Files {
    low: [Slot; LOW],
    /// Numbers from 10 on, which scripts use rarely.
    high: Option<Rc<BTreeMap<u32, Slot>>>,
}

impl Files {
    /// What a number stands for.
    #[inline]
    pub fn get(&self, number: u32) -> &Slot {
        const UNKNOWN: &Slot = &Slot::Unknown;
        match self.low.get(number as usize) {
            Some(slot) => slot,
            None => self.high.as_ref().and_then(|high| high.get(&number)).unwrap_or(UNKNOWN),
        }
    }

    /// Lets a number stand for something else; gives back what it was.
    pub fn set(&mut self, number: u32, slot: Slot) -> Slot {
        match self.low.get_mut(number as usize) {
            Some(old) => std::mem::replace(old, slot),
            None => {
                let high = Rc::make_mut(self.high.get_or_insert_default());
                match slot {
                    Slot::Unknown => high.remove(&number).unwrap_or_default(),
                    slot => high.insert(number, slot).unwrap_or_default(),
                }
            }
        }
    }

    /// Every number that is known.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Slot)> {
        let low = self.low.iter().enumerate().map(|(number, slot)| (number as u32, slot));
        let high = self.high.iter().flat_map(|high| high.iter());
        low.chain(high.map(|(number, slot)| (*number, slot)))
    }
}
