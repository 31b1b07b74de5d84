//! What a script's author can change to save processes.
//!
//! Each reason for a process (`effects`, utilities that step aside) has a sentence about what would
//! avoid it, with the number of processes that it would save.

use super::summary::{Kind, Line, Summary};
use std::time::Duration;

/// A change that saves processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Advice {
    /// The index of the file.
    pub(crate) source: usize,
    /// The line.
    pub(crate) line: u32,
    /// Processes that it may save.
    pub(crate) saves: u64,
    /// The sentence.
    pub(crate) text: String,
}

/// How often a program must have run on a line for a loop around it to be guessed.
const LOOP: u64 = 10;

/// The changes, those that save most first.
pub(crate) fn advice(summary: &Summary) -> Vec<Advice> {
    let mut all = Vec::new();
    for (source, file) in summary.sources.iter().enumerate() {
        for (&number, line) in &file.lines {
            for ((kind, command, reason), &(count, time)) in &line.events {
                let command = String::from_utf8_lossy(command);
                let reason = String::from_utf8_lossy(reason);
                if let Some(text) = sentence(*kind, &command, &reason, count, time, line) {
                    all.push(Advice { source, line: number, saves: count, text });
                }
            }
        }
    }
    utilities::sorting::sort_by(&mut all, |a, b| {
        b.saves.cmp(&a.saves).then(a.source.cmp(&b.source)).then(a.line.cmp(&b.line))
    });
    all
}

fn sentence(
    kind: Kind,
    command: &str,
    reason: &str,
    count: u64,
    time: Duration,
    line: &Line,
) -> Option<String> {
    match kind {
        Kind::Inside => None,
        Kind::Forked => of_fork(reason),
        Kind::Launched => (count >= LOOP && line.runs >= LOOP && reason == "an external program")
            .then(|| {
                let time = time.as_secs_f64() * 1e3;
                format!(
                    "{command} is launched {count} times ({time:.1} ms): one call with all \
                     arguments, or one that reads a list, is one process"
                )
            }),
        Kind::Aside => Some(of_aside(command, reason)),
    }
}

/// What to do where a utility steps aside.
fn of_aside(command: &str, reason: &str) -> String {
    let name = command.split(' ').next().unwrap_or(command);
    match reason {
        "`set +o inprocess`" => format!("{name} would run inside without `set +o inprocess`"),
        "the installed program is not one that is reproduced" => format!(
            "{name} is of a version that forkless does not know: with the system's own first in \
             PATH it runs inside"
        ),
        "it runs in the background" => {
            format!("{name} runs inside without `&`, where it need not run beside the shell")
        }
        "job control" => format!("{name} runs inside where job control is off (`set +m`)"),
        "a limit was changed" => {
            format!(
                "{name} runs inside where no limit was changed: leave ulimit out, or use prlimit(1)"
            )
        }
        "a descriptor named by a path" => {
            format!("{name} runs inside with `-`, or no operand, in the place of /dev/stdin")
        }
        "a signal is trapped" => format!("{name} runs inside where no trap waits for a signal"),
        _ if command != name => {
            format!("`{command}` is launched ({reason}): without that option {name} runs inside")
        }
        reason => format!("{name} is launched: {reason}"),
    }
}

/// What to do about a reason for a fork.
fn of_fork(reason: &str) -> Option<String> {
    let text = match reason {
        "a trap on a signal" => {
            "a trap on a signal inside a subshell: set it outside, or write { …; } for ( … )"
        }
        "a changed limit" => {
            "a changed limit needs a process, and no utility runs inside that: leave it out, or \
             limit one program by prlimit(1)"
        }
        "job control" => {
            "job control gives every pipeline a process: `set +m` where it is not needed"
        }
        "a child that looks at its parent's id" => {
            "a child looks at $PPID: pass $$ as an argument or a variable"
        }
        "its own process id" => "$BASHPID needs a process: $$ or a counter do not",
        "asynchronous shell code" => {
            "shell code in the background: a single program before & is launched without a fork"
        }
        "process substitution" => {
            "a process substitution of shell code: a pipe, or a single program in it, needs no fork"
        }
        "lastpipe" => "the last command of a pipeline inside a subshell: read from a here-document",
        "a coprocess" => "a coprocess of shell code: a pipe needs no fork",
        "the script's process id" => {
            "a script that this one calls reads $$: mktemp, or a number as an argument, needs no process"
        }
        "too many stages" => "more stages at once than run inside: divide the pipeline by a file",
        "a signal to the shell" => "a signal to the shell inside a subshell: use exit",
        _ => return None,
    };
    Some(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{of_aside, of_fork};
    use crate::effects;

    #[test]
    fn every_reason_that_bodies_have_has_advice() {
        for reason in effects::REASONS {
            assert!(of_fork(reason).is_some(), "{reason}");
        }
        let others = [
            "asynchronous shell code",
            "process substitution",
            "lastpipe",
            "a coprocess",
            "the script's process id",
            "too many stages",
            "a signal to the shell",
        ];
        assert!(others.iter().all(|reason| of_fork(reason).is_some()));
        assert!(of_fork("the rights of another user").is_none());
    }

    #[test]
    fn an_option_is_named() {
        let text = of_aside("sort -z", "an option that is not reproduced");
        assert!(
            text.contains("`sort -z`") && text.ends_with("without that option sort runs inside")
        );
    }
}
