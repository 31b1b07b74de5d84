//! Sorting of what is short, or waits for a person: one sort for all types, where the standard library
//! makes kilobytes of code for each.

use std::cmp::Ordering;

/// Sorts items; those that compare equal keep their order.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut order: Vec<usize> = (0..items.len()).collect();
    sort_numbers(&mut order, &mut |a, b| compare(&items[a], &items[b]));
    let mut place_of = vec![0; order.len()];
    for (place, &number) in order.iter().enumerate() {
        place_of[number] = place;
    }
    for number in 0..items.len() {
        while place_of[number] != number {
            let place = place_of[number];
            items.swap(number, place);
            place_of.swap(number, place);
        }
    }
}

/// Sorts items by their own order.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts items by a key, which is asked for at each comparison.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

#[inline(never)]
fn sort_numbers(numbers: &mut [usize], compare: &mut dyn FnMut(usize, usize) -> Ordering) {
    numbers.sort_by(|&a, &b| compare(a, b));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_standard_library_sorts() {
        let mut state = 1u32;
        for length in [0, 1, 2, 3, 10, 200] {
            for _ in 0..50 {
                let mut next = || {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    state >> 24
                };
                let items: Vec<(u32, u32)> = (0..length).map(|_| (next() % 7, next())).collect();
                let mut expected = items.clone();
                expected.sort_by_key(|(key, _)| *key);
                let mut sorted = items.clone();
                sort_by_key(&mut sorted, |(key, _)| *key);
                assert_eq!(sorted, expected);
                expected.sort();
                sort(&mut sorted);
                assert_eq!(sorted, expected);
            }
        }
    }
}
