//! Whether shells do the same: what the first one did is expected of the others.

use crate::experiments::shell::difference;
use crate::measure::{Command, Ended, Run};
use crate::model::Cell;

/// What is asked of every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// It succeeds, and its output is the first one's.
    Success,
    /// It ends as the first one did, and its output is the first one's.
    SameEnd,
    /// It ends as the first one did.
    SameEndOnly,
}

/// The run that the others are compared with, as soon as there is one.
#[derive(Debug, Default)]
pub struct Agreement(Option<Run>);

impl Agreement {
    /// Runs a command once, with at most `most` bytes of output. The first that does what is asked sets
    /// what is expected.
    ///
    /// # Errors
    /// The cell of a shell that does something else, or nothing.
    pub fn check(&mut self, command: &Command, most: usize, asked: Asked) -> Result<(), Cell> {
        let run = command.capture(most).map_err(|failure| failure.cell())?;
        if asked == Asked::Success && run.ended != Ended::Exited(0) {
            return Err(Cell::failed(run.ended.describe()));
        }
        let Some(first) = &self.0 else {
            self.0 = Some(run);
            return Ok(());
        };
        if run.ended != first.ended {
            let (mine, theirs) = (run.ended.describe(), first.ended.describe());
            return Err(Cell::failed(format!("{mine}, while the first shell {theirs}")));
        }
        if asked != Asked::SameEndOnly && run.output != first.output {
            let how = difference(&run.output, &first.output);
            return Err(Cell::failed(format!("other output than the first shell's: {how}")));
        }
        Ok(())
    }

    /// How the first one ended.
    pub fn ended(&self) -> Option<&Ended> {
        self.0.as_ref().map(|run| &run.ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Pin;
    use crate::model::Outcome;
    use std::time::Duration;

    fn check(agreement: &mut Agreement, script: &str, asked: Asked) -> Result<(), String> {
        let command = Command {
            words: vec![b"/bin/sh".to_vec(), b"-c".to_vec(), script.as_bytes().to_vec()],
            environment: Vec::new(),
            directory: "/".into(),
            input: None,
            limit: Duration::from_secs(20),
            until: None,
            pin: Pin::Free,
        };
        agreement.check(&command, 100, asked).map_err(|cell| match cell.outcome {
            Outcome::Failed(why) => why,
            other => format!("{other:?}"),
        })
    }

    #[test]
    fn what_fails_is_not_expected_of_others() {
        let mut agreement = Agreement::default();
        let failed = check(&mut agreement, "echo a; exit 3", Asked::Success);
        assert_eq!(failed, Err("ended with status 3".into()));
        assert_eq!(agreement.ended(), None);
        assert_eq!(check(&mut agreement, "echo a", Asked::Success), Ok(()));
        let other = check(&mut agreement, "echo b", Asked::Success);
        assert_eq!(
            other,
            Err("other output than the first shell's: line 1: \"b\", not \"a\"".into())
        );
    }

    #[test]
    fn a_status_may_be_expected() {
        let mut agreement = Agreement::default();
        assert_eq!(check(&mut agreement, "echo a; exit 3", Asked::SameEnd), Ok(()));
        assert_eq!(agreement.ended(), Some(&Ended::Exited(3)));
        assert!(check(&mut agreement, "echo b; exit 3", Asked::SameEnd).is_err());
        assert_eq!(check(&mut agreement, "echo b; exit 3", Asked::SameEndOnly), Ok(()));
        let other = check(&mut agreement, "echo a", Asked::SameEndOnly).unwrap_err();
        assert_eq!(other, "ended with status 0, while the first shell ended with status 3");
    }
}
