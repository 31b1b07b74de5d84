//! Several passes through the experiments, put together.
//!
//! Each pass starts its launchers and shells anew and is seconds away from the next one,
//! so that the passes differ by all that differs between two runs, and the intervals that
//! are drawn from them hold for the next run too.

use std::time::{Duration, Instant};

use crate::cli::Task;
use crate::measure::interrupted;
use crate::model::{Cell, Outcome, Section};
use crate::statistics::TOO_FEW;

/// As many as make a test of two runs sharp; more would measure less in each of them.
const USUAL: u32 = 8;

/// How many passes a run of this length has. What has no time for a few has one.
pub fn count(task: &Task, time: Duration, wanted: Option<u32>) -> usize {
    let least = match task {
        // Hundreds of rows: a pass is long.
        Task::Calls { .. } => Duration::from_secs(150),
        Task::Launch { .. } | Task::Linking | Task::Script { .. } => Duration::from_secs(1),
        _ => Duration::from_secs(4),
    };
    let fit = u32::try_from(time.as_millis() / least.as_millis().max(1)).unwrap_or(USUAL);
    let fit = if fit < 3 { 1 } else { fit.min(USUAL) };
    wanted.unwrap_or(fit).max(1) as usize
}

/// Goes through it `passes` times: `run` receives the number of the pass and its share of
/// the time. Ends early when it is interrupted, or the time is over and there are enough
/// passes to say something.
pub fn go(
    passes: usize,
    time: Duration,
    run: &mut dyn FnMut(usize, Duration) -> Vec<Section>,
) -> Vec<Section> {
    let deadline = Instant::now() + time;
    let mut sections = Vec::new();
    for pass in 0..passes {
        let left = deadline.saturating_duration_since(Instant::now());
        if interrupted() || pass >= TOO_FEW && left.is_zero() {
            break;
        }
        let share = left / u32::try_from(passes - pass).unwrap_or(u32::MAX);
        add(&mut sections, run(pass, share));
    }
    sections
}

/// Puts a pass's tables behind those of the passes before it.
fn add(all: &mut Vec<Section>, pass: Vec<Section>) {
    for mut section in pass {
        section.cells.iter_mut().for_each(count_rounds);
        let Some(known) = all.iter_mut().find(|known| known.id == section.id) else {
            all.push(section);
            continue;
        };
        let columns = known.columns.len();
        if columns == 0 || section.columns.len() != columns {
            continue;
        }
        let Section { rows, cells, .. } = section;
        let mut cells = cells.into_iter();
        for row in rows {
            let new: Vec<Cell> = cells.by_ref().take(columns).collect();
            let Some(number) = known.row(&row.name) else {
                known.push_row(row, new);
                continue;
            };
            for (column, cell) in new.into_iter().enumerate() {
                if let Some(there) = known.cell_mut(number, column) {
                    join(there, cell);
                }
            }
        }
    }
}

fn count_rounds(cell: &mut Cell) {
    if let Outcome::Samples(rounds) = &cell.outcome {
        cell.passes = vec![rounds.len()];
    }
}

/// What failed once keeps no samples; what was skipped in a pass has those of the others.
fn join(there: &mut Cell, new: Cell) {
    let Cell { outcome, passes, processes, seed } = new;
    there.processes = there.processes.or(processes);
    there.seed = there.seed.take().or(seed);
    match (&mut there.outcome, outcome) {
        (Outcome::Failed(_), _) => {}
        (_, failed @ Outcome::Failed(_)) => {
            there.outcome = failed;
            there.passes.clear();
        }
        (Outcome::Samples(all), Outcome::Samples(more)) => {
            all.extend(more);
            there.passes.extend(passes);
        }
        (Outcome::Absent | Outcome::Skipped(_), samples @ Outcome::Samples(_)) => {
            there.outcome = samples;
            there.passes = passes;
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Row;
    use crate::model::tests::section;

    #[test]
    fn passes_follow_one_another() {
        let mut seen = Vec::new();
        let sections = go(3, Duration::from_secs(9), &mut |pass, share| {
            seen.push((pass, share.as_millis() > 2500));
            vec![section()]
        });
        assert_eq!(seen, [(0, true), (1, true), (2, true)]);
        let cell = sections[0].cell(1, 1).unwrap();
        assert_eq!(cell.passes, [8, 8, 8]);
        assert_eq!(cell.rounds().map(Vec::len), Some(24));
        assert_eq!(cell.blocks().map(|blocks| blocks.len()), Some(3));
        let sections = go(9, Duration::ZERO, &mut |_, _| vec![section()]);
        assert_eq!(sections[0].cells[0].passes, [8, 8, 8], "no time for more");
    }

    #[test]
    fn cells_are_joined() {
        let mut all = Vec::new();
        let mut first = section();
        first.cells[0] = Cell::skipped("no time");
        first.cells[1] = Cell::failed("crash");
        add(&mut all, vec![first]);
        let mut second = section();
        second.cells[2] = Cell::failed("crash");
        second.cells[3] = Cell::skipped("no time");
        second.push_row(Row::named("new"), vec![Cell::value(1.0)]);
        add(&mut all, vec![second]);
        let cells = &all[0].cells;
        assert_eq!(cells[0].passes, [8]);
        assert_eq!((cells[1].rounds(), cells[2].rounds()), (None, None));
        assert_eq!(cells[3].passes, [8]);
        assert_eq!(all[0].rows.len(), 3);
    }

    #[test]
    fn as_many_as_there_is_time_for() {
        let all = |seconds| {
            count(&Task::Memory { sizes: Vec::new() }, Duration::from_secs(seconds), None)
        };
        assert_eq!([all(1), all(8), all(12), all(25), all(400)], [1, 1, 3, 6, 8]);
        assert_eq!(count(&Task::Linking, Duration::from_secs(5), None), 5);
        assert_eq!(count(&Task::Linking, Duration::from_secs(5), Some(20)), 20);
    }
}
