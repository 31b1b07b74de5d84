//! Whether source and destination are the same file, in a way that would lose data.

use super::table::is_same_name;
use super::{Copier, Dereference, is_same};
use rustix::fd::BorrowedFd;
use rustix::fs::{AtFlags, FileType, Stat};

/// The answer.
pub(super) enum Sameness {
    /// It is safe to go on.
    Fine,
    /// It is safe, and there is nothing left to do.
    Done,
    /// They are the same file.
    Same,
}

fn is_link(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::Symlink
}

impl Copier<'_, '_, '_> {
    /// Compares a source with an existing destination.
    pub(super) fn sameness(
        &self,
        source: &[u8],
        source_stat: &Stat,
        destination: &[u8],
        destination_stat: &Stat,
    ) -> Sameness {
        let (here, target) = (self.here(), self.target());
        let same = is_same(source_stat, destination_stat);
        if same && self.options.hard_link {
            return Sameness::Done;
        }
        let same_entry = || is_same_name(here, source, target, destination);
        let fine_if = |condition| if condition { Sameness::Fine } else { Sameness::Same };
        if self.dereference == Dereference::Never
            && is_link(source_stat)
            && is_link(destination_stat)
        {
            if same_entry() {
                return Sameness::Same;
            }
            // Two symbolic links that are hard links to each other: rename(2) would do nothing.
            return match same {
                true if self.options.moving => Sameness::Same,
                true => Sameness::Done,
                false => Sameness::Fine,
            };
        }
        let Some((source_link, destination_link)) =
            self.entries_to_compare(source, source_stat, destination, destination_stat)
        else {
            return Sameness::Fine;
        };
        let same_link = is_same(&source_link, &destination_link);
        if self.options.moving || self.options.remove_destination {
            // The link is replaced, not what it leads to.
            if is_link(&destination_link) {
                return Sameness::Fine;
            }
            if same_link && destination_link.st_nlink > 1 && !same_entry() {
                return fine_if(!self.options.moving);
            }
        }
        if !is_link(&source_link) && !is_link(&destination_link) {
            if !is_same(&source_link, &destination_link) {
                return Sameness::Fine;
            }
            if self.options.hard_link {
                return Sameness::Done;
            }
        }
        // A symbolic link may be moved onto one of several hard links to what it leads to,
        // as long as it does not lead to just that file.
        if self.options.moving
            && is_link(source_stat)
            && destination_link.st_nlink > 1
            && let Some(resolved) = crate::files::resolve::existing(here, source)
        {
            return fine_if(!is_same_name(here, &resolved, target, destination));
        }
        if self.options.symbolic_link && is_link(&destination_link) {
            return Sameness::Fine;
        }
        if self.dereference == Dereference::Never {
            let (Some(one), Some(two)) = (
                followed(here, source, &source_link),
                followed(target, destination, &destination_link),
            ) else {
                return Sameness::Fine;
            };
            if !is_same(&one, &two) {
                return Sameness::Fine;
            }
            if self.options.hard_link {
                return match is_link(&destination_link) {
                    true => Sameness::Fine,
                    false => Sameness::Done,
                };
            }
        }
        Sameness::Same
    }

    /// The entries of source and destination themselves, which are links where they are; None where
    /// that shows that it is safe to go on.
    fn entries_to_compare(
        &self,
        source: &[u8],
        source_stat: &Stat,
        destination: &[u8],
        destination_stat: &Stat,
    ) -> Option<(Stat, Stat)> {
        if self.dereference == Dereference::Never {
            return Some((*source_stat, *destination_stat));
        }
        if !is_same(source_stat, destination_stat) {
            return None;
        }
        let flags = AtFlags::SYMLINK_NOFOLLOW;
        let destination_link = stage::door::statat(self.target(), destination, flags).ok()?;
        let source_link = stage::door::statat(self.here(), source, flags).ok()?;
        let replaced =
            is_link(&source_link) && is_link(&destination_link) && self.options.remove_destination;
        (!replaced).then_some((source_link, destination_link))
    }
}

/// What an entry leads to, if it is a link; else the entry.
fn followed(at: BorrowedFd<'_>, name: &[u8], entry: &Stat) -> Option<Stat> {
    match is_link(entry) {
        true => stage::door::statat(at, name, AtFlags::empty()).ok(),
        false => Some(*entry),
    }
}
