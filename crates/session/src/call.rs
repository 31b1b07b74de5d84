//! Calls of functions of the host: where they run, and what they may do in the session.
//!
//! A session under a policy runs on a thread of its own. Functions of the host are not confined: they run on the thread
//! that runs the session, and reach it by messages, which its thread answers while it waits.

use crate::builder::Callback;
use crate::error::{Error, check_name};
use launch::worker::Caller;
use runtime::counted::{hand_over, inside, outside};
use shell::host::{HostCall as ShellCall, HostFunction};
use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// A call of a function of the host: its arguments, and what it may do where it is called.
pub struct HostCall<'a>(Place<'a>);

/// Where the session is.
enum Place<'a> {
    /// On this thread.
    Here(&'a mut dyn Operations),
    /// On a thread of its own.
    There { arguments: Vec<Vec<u8>>, session: Sender<Request> },
}

impl std::fmt::Debug for HostCall<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HostCall").finish_non_exhaustive()
    }
}

/// What a function may do in the session, whatever the lifetimes of that are.
trait Operations {
    fn argument(&self, index: usize) -> Option<&[u8]>;
    fn count(&self) -> usize;
    fn write(&mut self, number: u32, text: &[u8]) -> io::Result<()>;
    fn read_to_end(&mut self) -> io::Result<Vec<u8>>;
    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>>;
    fn set_variable(&mut self, name: &[u8], value: &[u8]) -> bool;
}

impl Operations for ShellCall<'_> {
    fn argument(&self, index: usize) -> Option<&[u8]> {
        self.arguments().nth(index)
    }

    fn count(&self) -> usize {
        self.arguments().len()
    }

    fn write(&mut self, number: u32, text: &[u8]) -> io::Result<()> {
        inside(|| self.write(number, text))
    }

    fn read_to_end(&mut self) -> io::Result<Vec<u8>> {
        inside(|| {
            let text = self.read_to_end();
            hand_over(text.as_ref().map_or(0, Vec::capacity));
            text
        })
    }

    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        inside(|| {
            let value = self.variable(name);
            hand_over(value.as_ref().map_or(0, Vec::capacity));
            value
        })
    }

    fn set_variable(&mut self, name: &[u8], value: &[u8]) -> bool {
        inside(|| self.set_variable(name, value).is_ok())
    }
}

/// What a function asks of a session on another thread.
enum Request {
    Write(u32, Vec<u8>, Sender<io::Result<()>>),
    Read(Sender<io::Result<Vec<u8>>>),
    Variable(Vec<u8>, Sender<Option<Vec<u8>>>),
    Set(Vec<u8>, Vec<u8>, Sender<bool>),
    /// It has ended: its status, or a panic.
    Ended(Result<i32, Box<dyn Any + Send>>),
}

/// The error of a session that has gone.
fn gone() -> io::Error {
    io::ErrorKind::BrokenPipe.into()
}

/// Sends a request and waits for its answer.
fn ask<R>(session: &Sender<Request>, request: impl FnOnce(Sender<R>) -> Request) -> Option<R> {
    let (answer, answered) = channel();
    session.send(request(answer)).ok()?;
    answered.recv().ok()
}

impl<'a> HostCall<'a> {
    /// A call on the session's thread.
    pub(crate) fn of(call: &'a mut ShellCall<'_>) -> Self {
        Self(Place::Here(call))
    }

    /// The name it was called by, and its arguments.
    pub fn arguments(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        let count = match &self.0 {
            Place::Here(call) => call.count(),
            Place::There { arguments, .. } => arguments.len(),
        };
        (0..count).map(|index| self.argument(index).unwrap_or_default())
    }

    fn argument(&self, index: usize) -> Option<&[u8]> {
        match &self.0 {
            Place::Here(call) => call.argument(index),
            Place::There { arguments, .. } => arguments.get(index).map(Vec::as_slice),
        }
    }

    /// Writes to an open file of the command: 1 is standard output, 2 standard error.
    ///
    /// # Errors
    /// EBADF where the number is closed; else those of write(2).
    pub fn write(&mut self, number: u32, text: &[u8]) -> io::Result<()> {
        match &mut self.0 {
            Place::Here(call) => call.write(number, text),
            Place::There { session, .. } => {
                ask(session, |answer| Request::Write(number, text.to_vec(), answer))
                    .unwrap_or_else(|| Err(gone()))
            }
        }
    }

    /// Reads all of the command's standard input.
    ///
    /// # Errors
    /// EBADF where it is closed; else those of read(2).
    pub fn read_to_end(&mut self) -> io::Result<Vec<u8>> {
        match &mut self.0 {
            Place::Here(call) => call.read_to_end(),
            Place::There { session, .. } => {
                ask(session, Request::Read).unwrap_or_else(|| Err(gone()))
            }
        }
    }

    /// The value of a variable; None where it is not set.
    pub fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        match &mut self.0 {
            Place::Here(call) => call.variable(name),
            Place::There { session, .. } => {
                ask(session, |answer| Request::Variable(name.to_vec(), answer)).flatten()
            }
        }
    }

    /// Assigns to a variable of the environment that calls.
    ///
    /// # Errors
    /// [`Error::InvalidName`], [`Error::Nul`]; [`Error::Refused`] where the variable is read-only, or its
    /// attributes take no such value.
    pub fn set_variable(&mut self, name: &[u8], value: &[u8]) -> Result<(), Error> {
        check_name(name)?;
        if value.contains(&0) {
            return Err(Error::Nul);
        }
        let done = match &mut self.0 {
            Place::Here(call) => call.set_variable(name, value),
            Place::There { session, .. } => {
                let (name, value) = (name.to_vec(), value.to_vec());
                ask(session, |answer| Request::Set(name, value, answer)).unwrap_or(false)
            }
        };
        if done { Ok(()) } else { Err(Error::Refused(name.to_vec())) }
    }
}

/// A function of the host as the shell calls it on a thread of its own: it runs on the thread that waits.
pub(crate) fn call_elsewhere(
    caller: Caller,
    function: impl Fn(&mut HostCall<'_>) -> i32 + Send + 'static,
) -> Rc<HostFunction> {
    let function = Arc::new(Mutex::new(function));
    let answer = move |call: &mut dyn Operations| {
        let (session, requests) = channel();
        let arguments = (0..call.count())
            .map(|index| call.argument(index).unwrap_or_default().to_vec())
            .collect();
        let function = function.clone();
        caller.post(move || {
            let mut call = HostCall(Place::There { arguments, session: session.clone() });
            let ended = catch_unwind(AssertUnwindSafe(|| {
                // Sessions of a family run one after the other, so nobody else has it.
                function.lock().unwrap_or_else(PoisonError::into_inner)(&mut call)
            }));
            let _ = session.send(Request::Ended(ended));
        });
        // An answer that nobody waits for any more is dropped.
        loop {
            match requests.recv() {
                Ok(Request::Write(number, text, answer)) => {
                    let _ = answer.send(call.write(number, &text));
                }
                Ok(Request::Read(answer)) => {
                    let _ = answer.send(call.read_to_end());
                }
                Ok(Request::Variable(name, answer)) => {
                    let _ = answer.send(call.variable(&name));
                }
                Ok(Request::Set(name, value, answer)) => {
                    let _ = answer.send(call.set_variable(&name, &value));
                }
                Ok(Request::Ended(Ok(status))) => return status,
                Ok(Request::Ended(Err(payload))) => resume_unwind(payload),
                Err(_) => return 1,
            }
        }
    };
    // What passes between the threads is not the session's.
    Rc::new(move |call: &mut ShellCall<'_>| outside(|| answer(call)))
}

/// What gets output as it is written, called on the thread that waits for the session's own.
pub(crate) fn write_elsewhere(caller: Caller, callback: Callback) -> Callback {
    let callback = Arc::new(Mutex::new(callback));
    Box::new(move |bytes| {
        let (callback, bytes) = (callback.clone(), bytes.to_vec());
        caller.run(move || callback.lock().unwrap_or_else(PoisonError::into_inner)(&bytes));
    })
}
