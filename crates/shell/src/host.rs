//! Functions of a host: builtins that the program has that a session of the library is in.
//!
//! The session registers them by name; a command of such a name calls the function with its arguments
//! and with what it may do in the session.

use crate::diagnostics::Problem;
use crate::environment::variables::Value;
use crate::environment::{AssignError, Environment};
use crate::unwind::Flow;
use stage::Scheduler;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use syntax::{ByteString, Name};

/// A builtin that the host has: called with what it may do, returns the exit status.
pub type HostFunction = dyn Fn(&mut HostCall<'_>) -> i32;

/// Bytes of stack that a function of the host has at least.
const ROOM: usize = 512 << 10;
/// The status of a function of the host that panics: that of a process that abort(3) has ended.
pub(crate) const ABORTED: i32 = 134;

/// Calls a function of the host where it has stack enough, and ends its panics here. None: there is no
/// room for it.
pub(crate) fn guarded<R>(
    scheduler: &Scheduler,
    function: impl FnOnce() -> R,
) -> Option<std::thread::Result<R>> {
    scheduler.with_room(ROOM, || catch_unwind(AssertUnwindSafe(function)))
}

/// The functions of a host, by the slot of their names.
#[derive(Default)]
pub struct HostFunctions {
    /// There is one: the test that every external command pays.
    any: Cell<bool>,
    functions: RefCell<BTreeMap<Name, Rc<HostFunction>>>,
}

impl HostFunctions {
    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        !self.any.get()
    }

    /// The function of a name.
    pub fn get(&self, name: Name) -> Option<Rc<HostFunction>> {
        self.functions.borrow().get(&name).cloned()
    }

    /// Defines a function, or with None takes it away.
    pub fn set(&self, name: Name, function: Option<Rc<HostFunction>>) {
        let mut functions = self.functions.borrow_mut();
        match function {
            Some(function) => functions.insert(name, function),
            None => functions.remove(&name),
        };
        self.any.set(!functions.is_empty());
    }
}

/// A call of a function of the host: its arguments, and the environment it is called in.
pub struct HostCall<'a> {
    env: &'a mut Environment,
    fields: &'a [ByteString],
}

impl HostCall<'_> {
    /// The name it was called by, and its arguments.
    pub fn arguments(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.fields.iter().map(|field| field.as_bytes())
    }

    /// Writes to an open file of the command: 1 is standard output, 2 standard error.
    ///
    /// # Errors
    /// EBADF where the number is closed; else those of write(2).
    pub fn write(&mut self, number: u32, text: &[u8]) -> io::Result<()> {
        match self.env.file(number) {
            Some(file) => file.write_all(text),
            None => Err(rustix::io::Errno::BADF.into()),
        }
    }

    /// Reads all of the command's standard input.
    ///
    /// # Errors
    /// EBADF where it is closed; else those of read(2).
    pub fn read_to_end(&mut self) -> io::Result<Vec<u8>> {
        let Some(file) = self.env.file(0) else { return Err(rustix::io::Errno::BADF.into()) };
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut stage::Input::whole(file), &mut bytes)?;
        Ok(bytes)
    }

    /// The value of a variable; None where it is not set.
    pub fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let name = self.env.shared.names.find(name)?;
        self.env.value(name).map(|text| text.to_vec())
    }

    /// Assigns to a variable of the environment that calls.
    ///
    /// # Errors
    /// Where the variable is read-only, or its attributes take no such value.
    pub fn set_variable(&mut self, name: &[u8], value: &[u8]) -> Result<(), AssignError> {
        let name = self.env.shared.names.intern(name);
        self.env.assign(name, Value::String(ByteString::new(value)))
    }
}

impl Environment {
    /// Calls a function of the host. One that panics ends with status 134, after a message.
    ///
    /// # Errors
    /// Unwinds where a signal arrived meanwhile.
    #[cold]
    pub(crate) fn call_host(&mut self, function: &HostFunction, fields: &[ByteString]) -> Flow {
        let scheduler = self.shared.scheduler.clone();
        let called = guarded(&scheduler, || function(&mut HostCall { env: self, fields }));
        self.status = match called {
            Some(Ok(status)) => status & 0xff,
            Some(Err(_)) => {
                self.diagnose(Problem::HostPanicked(&fields[0]));
                ABORTED
            }
            None => return self.too_deep(),
        };
        match self.shared.signals.pending() {
            true => self.handle_signals(),
            false => Ok(()),
        }
    }
}
