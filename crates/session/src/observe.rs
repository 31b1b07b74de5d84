//! Events of a session: what its host receives while a script runs, and how it answers.

use launch::worker::Caller;
use runtime::counted::outside;
use shell::interruption::Ask;
use shell::observer::{Event as ShellEvent, Kind, Observe, Verdict};
use std::cell::RefCell;
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

/// Something that a script is about to do, or does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The file that the line is in; `$0` where it is the script that was given to run.
    pub file: Vec<u8>,
    /// The function that the line is in; empty outside of functions.
    pub function: Vec<u8>,
    /// The line.
    pub line: u32,
    /// What it is.
    pub kind: EventKind,
}

/// The kinds of [`Event`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// A simple command is about to run: its name and its arguments, expanded. Its redirections have not been made.
    Command(Vec<Vec<u8>>),
    /// A utility has run inside.
    Utility(Vec<u8>),
    /// A process is made for an external command.
    Process {
        /// The program.
        program: Vec<u8>,
        /// Why it is no utility of the shell.
        reason: Vec<u8>,
    },
}

fn owned(event: &ShellEvent<'_>) -> Event {
    Event {
        file: event.file.to_vec(),
        function: event.function.to_vec(),
        line: event.line,
        kind: match event.kind {
            Kind::Command(fields) => {
                EventKind::Command(fields.iter().map(|field| field.to_vec()).collect())
            }
            Kind::Utility(name) => EventKind::Utility(name.to_vec()),
            Kind::Process { program, reason } => {
                EventKind::Process { program: program.to_vec(), reason: reason.to_vec() }
            }
        },
    }
}

/// What a host is asked, as the shell asks it: on its thread, or (`caller`) on the one that runs a confined session.
pub(crate) fn question(
    caller: Option<Caller>,
    function: impl FnMut() -> Option<i32> + Send + 'static,
) -> Rc<Ask> {
    match caller {
        None => {
            let function = RefCell::new(function);
            Rc::new(move || outside(|| (function.borrow_mut())()))
        }
        Some(caller) => {
            let function = Arc::new(Mutex::new(function));
            Rc::new(move || {
                outside(|| {
                    let function = function.clone();
                    let answer = caller
                        .run(move || (function.lock().unwrap_or_else(PoisonError::into_inner))());
                    answer.unwrap_or_else(|| resume_unwind(Box::new(())))
                })
            })
        }
    }
}

/// An observer as the shell calls it: on its thread, or (`caller`) on the one that runs a confined session.
pub(crate) fn observer(
    caller: Option<Caller>,
    function: impl FnMut(&Event) -> Verdict + Send + 'static,
) -> Rc<Observe> {
    match caller {
        None => {
            let function = RefCell::new(function);
            Rc::new(move |event: &ShellEvent<'_>| {
                outside(|| (function.borrow_mut())(&owned(event)))
            })
        }
        Some(caller) => {
            let function = Arc::new(Mutex::new(function));
            Rc::new(move |event: &ShellEvent<'_>| {
                outside(|| {
                    let (function, event) = (function.clone(), owned(event));
                    let told = caller.run(move || {
                        (function.lock().unwrap_or_else(PoisonError::into_inner))(&event)
                    });
                    // It has panicked there, which goes on here.
                    told.unwrap_or_else(|| resume_unwind(Box::new(())))
                })
            })
        }
    }
}
