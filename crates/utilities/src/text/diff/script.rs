//! From two texts to the list of their differences.
//!
//! Before the comparison proper, lines that have no match are set aside, and so are lines with
//! very many matches in the middle of those; after it, changes are moved to where they read
//! best. GNU diff does both, and what it does decides about which of several equally short lists
//! comes out.

use super::lines::{self, Ignore};
use super::sequence;

/// Lines of the first text that give place to lines of the second one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Before which line of either text, counted from 0.
    pub start: [usize; 2],
    /// How many lines of either.
    pub count: [usize; 2],
}

/// Lists the differences of two texts. `horizon`: lines around the differing parts that are
/// compared, too.
pub fn changes(
    a: &[&[u8]],
    b: &[&[u8]],
    ignore: Ignore,
    horizon: usize,
    minimal: bool,
) -> Vec<Change> {
    let (prefix, suffix) = lines::middle(a, b, horizon);
    let (a, b) = (&a[prefix..a.len() - suffix], &b[prefix..b.len() - suffix]);
    let (classes, count) = lines::classify(a, b, ignore);
    let discarded = if minimal {
        [vec![false; a.len()], vec![false; b.len()]]
    } else {
        discard(&classes, count)
    };
    let mut kept = [a.len(), b.len()].map(Vec::<u32>::with_capacity);
    let mut changed = [Flags::new(a.len()), Flags::new(b.len())];
    for side in 0..2 {
        for (index, discarded) in discarded[side].iter().enumerate() {
            if *discarded {
                changed[side].set(index as isize, true);
            } else {
                kept[side].push(index as u32);
            }
        }
    }
    let sequence = |side: usize| -> Vec<u32> {
        kept[side].iter().map(|&index| classes[side][index as usize]).collect()
    };
    let (first, second) = sequence::compare(&sequence(0), &sequence(1), minimal);
    for (side, flags) in [first, second].iter().enumerate() {
        for (&index, _) in kept[side].iter().zip(flags).filter(|(_, changed)| **changed) {
            changed[side].set(index as isize, true);
        }
    }
    shift(&classes, &mut changed, 0);
    shift(&classes, &mut changed, 1);
    list(&changed, a.len(), b.len(), prefix)
}

/// Flags of lines; there are none before the first and after the last.
struct Flags(Vec<bool>);

impl Flags {
    fn new(count: usize) -> Self {
        Self(vec![false; count + 2])
    }

    fn get(&self, index: isize) -> bool {
        usize::try_from(index + 1).is_ok_and(|index| self.0.get(index) == Some(&true))
    }

    fn set(&mut self, index: isize, changed: bool) {
        self.0[(index + 1) as usize] = changed;
    }
}

/// What is thought of a line before the comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Keep,
    Discard,
    /// It matches so many lines that it is of little use.
    Perhaps,
}

/// Which lines are left out of the comparison: they count as changed.
fn discard(classes: &[Vec<u32>; 2], count: usize) -> [Vec<bool>; 2] {
    let mut counts = [vec![0u32; count], vec![0u32; count]];
    for side in 0..2 {
        for &class in &classes[side] {
            counts[side][class as usize] += 1;
        }
    }
    let mut result = [Vec::new(), Vec::new()];
    for side in 0..2 {
        // Many is more than five times the square root of the number of lines, about.
        let mut many = 5;
        let mut left = (classes[side].len() / 64) >> 2;
        while left > 0 {
            many *= 2;
            left >>= 2;
        }
        let mut marks: Vec<Mark> = classes[side]
            .iter()
            .map(|&class| match counts[1 - side][class as usize] {
                0 => Mark::Discard,
                matches if matches > many => Mark::Perhaps,
                _ => Mark::Keep,
            })
            .collect();
        settle(&mut marks);
        result[side] = marks.iter().map(|mark| *mark != Mark::Keep).collect();
    }
    result
}

/// Decides about the lines that are perhaps to be discarded: only those go that are inside a run
/// of lines to be discarded, and not too many together.
fn settle(marks: &mut [Mark]) {
    let mut at = 0;
    while at < marks.len() {
        match marks[at] {
            Mark::Keep => {}
            Mark::Perhaps => marks[at] = Mark::Keep,
            Mark::Discard => {
                let run = marks[at..].iter().take_while(|mark| **mark != Mark::Keep).count();
                let mut end = at + run;
                while marks[end - 1] == Mark::Perhaps {
                    end -= 1;
                    marks[end] = Mark::Keep;
                }
                at = settle_run(marks, at, end);
            }
        }
        at += 1;
    }
}

/// Decides about a run that begins and ends with lines surely to be discarded. Returns where to
/// go on after.
fn settle_run(marks: &mut [Mark], start: usize, end: usize) -> usize {
    let run = &mut marks[start..end];
    let length = run.len();
    let doubtful = run.iter().filter(|mark| **mark == Mark::Perhaps).count();
    if doubtful * 4 > length {
        for mark in run.iter_mut().filter(|mark| **mark == Mark::Perhaps) {
            *mark = Mark::Keep;
        }
        return start;
    }
    // As many doubtful lines in a row as that are kept: about the square root of a quarter.
    let mut least = 1;
    let mut left = length >> 2 >> 2;
    while left > 0 {
        least <<= 1;
        left >>= 2;
    }
    least += 1;
    let mut from = 0;
    while from < length {
        let row = run[from..].iter().take_while(|mark| **mark == Mark::Perhaps).count();
        if row >= least {
            run[from..from + row].fill(Mark::Keep);
        }
        from += row.max(1);
    }
    // Nor do doubtful lines go near the ends of the run.
    keep_near_end(run.iter_mut());
    keep_near_end(run.iter_mut().rev());
    end - 1
}

fn keep_near_end<'m>(marks: impl Iterator<Item = &'m mut Mark>) {
    let mut surely = 0;
    for (distance, mark) in marks.enumerate() {
        if distance >= 8 && *mark == Mark::Discard {
            break;
        }
        match *mark {
            Mark::Perhaps => {
                *mark = Mark::Keep;
                surely = 0;
            }
            Mark::Keep => surely = 0,
            Mark::Discard => surely += 1,
        }
        if surely == 3 {
            break;
        }
    }
}

/// Moves the changes of one text to where they join others, or else as far down as they go; but
/// back to where the other text has a change, too.
fn shift(classes: &[Vec<u32>; 2], changed: &mut [Flags; 2], side: usize) {
    let classes = &classes[side];
    let end = classes.len() as isize;
    let [first, second] = changed;
    let (own, other) = if side == 0 { (first, &*second) } else { (second, &*first) };
    let same = |a: isize, b: isize| classes[a as usize] == classes[b as usize];
    // Lines that correspond in both texts.
    let (mut at, mut place) = (0isize, 0isize);
    loop {
        while at < end && !own.get(at) {
            while other.get(place) {
                place += 1;
            }
            place += 1;
            at += 1;
        }
        if at == end {
            return;
        }
        let mut start = at;
        at += 1;
        while own.get(at) {
            at += 1;
        }
        while other.get(place) {
            place += 1;
        }
        let mut corresponding;
        loop {
            let length = at - start;
            while start > 0 && same(start - 1, at - 1) {
                start -= 1;
                own.set(start, true);
                at -= 1;
                own.set(at, false);
                while own.get(start - 1) {
                    start -= 1;
                }
                place -= 1;
                while other.get(place) {
                    place -= 1;
                }
            }
            corresponding = if other.get(place - 1) { at } else { end };
            while at != end && same(start, at) {
                own.set(start, false);
                start += 1;
                own.set(at, true);
                at += 1;
                while own.get(at) {
                    at += 1;
                }
                place += 1;
                while other.get(place) {
                    corresponding = at;
                    place += 1;
                }
            }
            if length == at - start {
                break;
            }
        }
        while corresponding < at {
            start -= 1;
            own.set(start, true);
            at -= 1;
            own.set(at, false);
            place -= 1;
            while other.get(place) {
                place -= 1;
            }
        }
    }
}

fn list(changed: &[Flags; 2], first: usize, second: usize, prefix: usize) -> Vec<Change> {
    let mut changes = Vec::new();
    let (mut a, mut b) = (0usize, 0usize);
    while a < first || b < second {
        let start = [a, b];
        while changed[0].get(a as isize) {
            a += 1;
        }
        while changed[1].get(b as isize) {
            b += 1;
        }
        if start != [a, b] {
            changes.push(Change {
                start: start.map(|line| line + prefix),
                count: [a - start[0], b - start[1]],
            });
        }
        a += 1;
        b += 1;
    }
    changes
}
