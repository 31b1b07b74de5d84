//! The shortest way from one sequence to another: E. W. Myers, "An O(ND) Difference Algorithm
//! and its Variations", Algorithmica 1 (1986), searched from both ends at once in linear space.
//!
//! Where several ways are equally short, and where a search takes too long, the choices are
//! those of GNU diff, so that the results are the same.

/// Compares two sequences. The answer says of each element whether it is in the other one, too.
pub fn compare(a: &[u32], b: &[u32], minimal: bool) -> (Vec<bool>, Vec<bool>) {
    let diagonals = a.len() + b.len() + 3;
    let mut search = Search {
        a,
        b,
        forward: vec![0; diagonals],
        backward: vec![0; diagonals],
        zero: b.len() as isize + 1,
        too_expensive: cost_limit(diagonals),
        changed: (vec![false; a.len()], vec![false; b.len()]),
    };
    search.all(minimal);
    search.changed
}

/// Edit steps after which a search gives up: about the square root of the size.
fn cost_limit(diagonals: usize) -> isize {
    let mut left = diagonals;
    let mut limit: isize = 1;
    while left != 0 {
        left >>= 2;
        limit <<= 1;
    }
    limit.max(4096)
}

struct Search<'s> {
    a: &'s [u32],
    b: &'s [u32],
    /// By diagonal: how far from the beginning, or from the end, one gets.
    forward: Vec<i32>,
    backward: Vec<i32>,
    /// Where diagonal 0 is in these.
    zero: isize,
    too_expensive: isize,
    changed: (Vec<bool>, Vec<bool>),
}

/// A part of both sequences.
#[derive(Clone, Copy)]
struct Part {
    a: (isize, isize),
    b: (isize, isize),
    minimal: bool,
}

/// Where a part is divided, and whether the halves are known to be shortest.
struct Middle {
    a: isize,
    b: isize,
    minimal: (bool, bool),
}

/// What a search may meet: the places of the other one, by diagonal from `low` on.
struct Met<'s> {
    places: &'s [i32],
    low: isize,
}

impl Met<'_> {
    /// The place of the other search on a diagonal.
    #[inline]
    fn place(&self, diagonal: isize) -> Option<i32> {
        self.places.get((diagonal - self.low) as usize).copied()
    }
}

/// Goes on from the beginning on every second diagonal, from `high` down. `places` are those of the
/// diagonals and of one more at either end. Returns where the other search is met.
#[inline(never)]
fn forth<const MAY_MEET: bool>(
    (a, b): (&[u32], &[u32]),
    places: &mut [i32],
    high: isize,
    met: &Met<'_>,
) -> Option<(isize, isize)> {
    let (mut above, mut diagonal) = (*places.last()?, high);
    // Each diagonal with the place below it.
    for [below, place] in places.as_chunks_mut::<2>().0.iter_mut().rev() {
        let mut x = above.max(*below + 1) as usize;
        let mut y = x.wrapping_sub(diagonal as usize);
        while x < a.len() && y < b.len() && a[x] == b[y] {
            x += 1;
            y += 1;
        }
        *place = x as i32;
        if MAY_MEET && met.place(diagonal).is_some_and(|other| other <= x as i32) {
            return Some((x as isize, y as isize));
        }
        above = *below;
        diagonal -= 2;
    }
    None
}

/// The same from the end. `first_a`, `first_b`: where the parts of the sequences begin.
#[inline(never)]
fn back<const MAY_MEET: bool>(
    (a, b): (&[u32], &[u32]),
    (first_a, first_b): (isize, isize),
    places: &mut [i32],
    high: isize,
    met: &Met<'_>,
) -> Option<(isize, isize)> {
    let (mut above, mut diagonal) = (*places.last()?, high);
    for [below, place] in places.as_chunks_mut::<2>().0.iter_mut().rev() {
        let mut x = (*below).min(above - 1) as isize;
        let mut y = x - diagonal;
        while first_a < x && first_b < y && a[x as usize - 1] == b[y as usize - 1] {
            x -= 1;
            y -= 1;
        }
        *place = x as i32;
        if MAY_MEET && met.place(diagonal).is_some_and(|other| x as i32 <= other) {
            return Some((x, y));
        }
        above = *below;
        diagonal -= 2;
    }
    None
}

impl Search<'_> {
    fn equal(&self, a: isize, b: isize) -> bool {
        self.a[a as usize] == self.b[b as usize]
    }

    fn all(&mut self, minimal: bool) {
        let whole = Part { a: (0, self.a.len() as isize), b: (0, self.b.len() as isize), minimal };
        let mut left = vec![whole];
        while let Some(mut part) = left.pop() {
            let within = |part: &Part| part.a.0 < part.a.1 && part.b.0 < part.b.1;
            while within(&part) && self.equal(part.a.0, part.b.0) {
                part.a.0 += 1;
                part.b.0 += 1;
            }
            while within(&part) && self.equal(part.a.1 - 1, part.b.1 - 1) {
                part.a.1 -= 1;
                part.b.1 -= 1;
            }
            if !within(&part) {
                self.changed.0[part.a.0 as usize..part.a.1 as usize].fill(true);
                self.changed.1[part.b.0 as usize..part.b.1 as usize].fill(true);
                continue;
            }
            let middle = self.middle(&part);
            left.push(Part {
                a: (middle.a, part.a.1),
                b: (middle.b, part.b.1),
                minimal: middle.minimal.1,
            });
            left.push(Part {
                a: (part.a.0, middle.a),
                b: (part.b.0, middle.b),
                minimal: middle.minimal.0,
            });
        }
    }

    /// Finds a point on a shortest way through a part whose first elements differ, and whose
    /// last do.
    fn middle(&mut self, part: &Part) -> Middle {
        let zero = self.zero;
        let at = |diagonal: isize| (zero + diagonal) as usize;
        let (a0, a1) = part.a;
        let (b0, b1) = part.b;
        let (least, most) = (a0 - b1, a1 - b0);
        let (first, last) = (a0 - b0, a1 - b1);
        let (mut forward_low, mut forward_high) = (first, first);
        let (mut backward_low, mut backward_high) = (last, last);
        let odd = (first - last) & 1 != 0;
        self.forward[at(first)] = a0 as i32;
        self.backward[at(last)] = a1 as i32;
        let mut cost = 1;
        loop {
            if forward_low > least {
                forward_low -= 1;
                self.forward[at(forward_low - 1)] = -1;
            } else {
                forward_low += 1;
            }
            if forward_high < most {
                forward_high += 1;
                self.forward[at(forward_high + 1)] = -1;
            } else {
                forward_high -= 1;
            }
            let upper = (&self.a[..a1 as usize], &self.b[..b1 as usize]);
            let places = self.forward.get_mut(at(forward_low - 1)..at(forward_high + 2));
            let places = places.unwrap_or_default();
            let others = self.backward.get(at(backward_low)..at(backward_high + 1));
            let met = Met { places: others.unwrap_or_default(), low: backward_low };
            let end = match odd {
                true => forth::<true>(upper, places, forward_high, &met),
                false => forth::<false>(upper, places, forward_high, &met),
            };
            if let Some((a, b)) = end {
                return Middle { a, b, minimal: (true, true) };
            }
            if backward_low > least {
                backward_low -= 1;
                self.backward[at(backward_low - 1)] = i32::MAX;
            } else {
                backward_low += 1;
            }
            if backward_high < most {
                backward_high += 1;
                self.backward[at(backward_high + 1)] = i32::MAX;
            } else {
                backward_high -= 1;
            }
            let (all, first) = ((self.a, self.b), (a0, b0));
            let places = self.backward.get_mut(at(backward_low - 1)..at(backward_high + 2));
            let places = places.unwrap_or_default();
            let others = self.forward.get(at(forward_low)..at(forward_high + 1));
            let met = Met { places: others.unwrap_or_default(), low: forward_low };
            let end = match odd {
                true => back::<false>(all, first, places, backward_high, &met),
                false => back::<true>(all, first, places, backward_high, &met),
            };
            if let Some((a, b)) = end {
                return Middle { a, b, minimal: (true, true) };
            }
            if !part.minimal && cost >= self.too_expensive {
                let forward = (forward_low, forward_high);
                return self.give_up(part, forward, (backward_low, backward_high));
            }
            cost += 1;
        }
    }

    /// Divides a part where either search has got farthest.
    fn give_up(&self, part: &Part, forward: (isize, isize), backward: (isize, isize)) -> Middle {
        let at = |diagonal: isize| (self.zero + diagonal) as usize;
        let (a0, a1) = part.a;
        let (b0, b1) = part.b;
        let (mut far, mut far_a) = (-1, a0);
        let mut diagonal = forward.1;
        while diagonal >= forward.0 {
            let mut a = (self.forward[at(diagonal)] as isize).min(a1);
            let mut b = a - diagonal;
            if b1 < b {
                a = b1 + diagonal;
                b = b1;
            }
            if far < a + b {
                far = a + b;
                far_a = a;
            }
            diagonal -= 2;
        }
        let (mut near, mut near_a) = (isize::MAX, a1);
        let mut diagonal = backward.1;
        while diagonal >= backward.0 {
            let mut a = (self.backward[at(diagonal)] as isize).max(a0);
            let mut b = a - diagonal;
            if b < b0 {
                a = b0 + diagonal;
                b = b0;
            }
            if a + b < near {
                near = a + b;
                near_a = a;
            }
            diagonal -= 2;
        }
        if (a1 + b1) - near < far - (a0 + b0) {
            Middle { a: far_a, b: far - far_a, minimal: (true, false) }
        } else {
            Middle { a: near_a, b: near - near_a, minimal: (false, true) }
        }
    }
}
