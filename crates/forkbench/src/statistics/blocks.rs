//! Blocks: the parts of a run that count as independent of one another.
//!
//! What disturbs a machine lasts: a neighbour's build for a minute, a clock frequency for
//! seconds, where a process's pages came to lie for as long as that process lives. Samples,
//! and rounds that follow one another, share it, and say less than their number suggests.
//! A pass is all that was measured of one thing when the whole run went through all of its
//! experiments once: passes are seconds apart, and each starts new processes. Where there
//! are no passes, rounds in a row make up the blocks (batch means, as simulations use them).

use super::bootstrap::{Rounds, TOO_FEW};

/// So many blocks are made of rounds at most.
const MOST: usize = 8;

/// The samples by block. `passes` are the numbers of rounds of each pass, in order.
pub fn blocks(rounds: &Rounds, passes: &[usize]) -> Rounds {
    let mut blocks: Rounds = Vec::new();
    if passes.iter().sum::<usize>() == rounds.len() {
        let mut rest = rounds.as_slice();
        for &count in passes {
            let (pass, others) = rest.split_at(count.min(rest.len()));
            rest = others;
            blocks.push(pass.concat());
        }
        blocks.retain(|block| !block.is_empty());
    }
    if blocks.len() >= TOO_FEW {
        return blocks;
    }
    let filled: Vec<&Vec<f64>> = rounds.iter().filter(|round| !round.is_empty()).collect();
    let count = filled.len().min(MOST);
    (0..count)
        .map(|number| {
            let (begin, end) = (number * filled.len() / count, (number + 1) * filled.len() / count);
            filled.get(begin..end).unwrap_or_default().iter().copied().flatten().copied().collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(count: usize) -> Rounds {
        (0..count).map(|number| vec![number as f64]).collect()
    }

    #[test]
    fn passes_are_blocks() {
        let made = blocks(&rounds(6), &[3, 1, 2]);
        assert_eq!(made, [vec![0.0, 1.0, 2.0], vec![3.0], vec![4.0, 5.0]]);
        let mut hollow = rounds(6);
        hollow[3].clear();
        assert_eq!(blocks(&hollow, &[2, 1, 1, 2]).len(), 3, "a pass without samples is none");
    }

    #[test]
    fn rounds_in_a_row_are_blocks_where_there_are_no_passes() {
        let made = blocks(&rounds(20), &[]);
        assert_eq!(made.len(), 8);
        assert_eq!(made[0], [0.0, 1.0]);
        assert_eq!(made.concat(), (0..20).map(f64::from).collect::<Vec<_>>());
        assert_eq!(blocks(&rounds(20), &[10, 10]).len(), 8, "two passes say nothing");
        assert_eq!(blocks(&rounds(20), &[3]).len(), 8, "of another number of rounds");
        assert_eq!(blocks(&rounds(2), &[]).len(), 2);
        assert_eq!(blocks(&rounds(0), &[]).len(), 0);
    }
}
