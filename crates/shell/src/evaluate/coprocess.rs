//! Coprocesses (`coproc`, bash): a command that runs beside the script, both of its ends in
//! the script's hands.

use crate::environment::Environment;
use crate::environment::arrays::Indexed;
use crate::environment::files::Slot;
use crate::environment::jobs::Job;
use crate::environment::variables::{SPECIAL, Value, Variable};
use crate::unwind::Flow;
use stage::OpenFile;
use std::rc::Rc;
use syntax::tree::Command;
use syntax::{ByteString, Name};

impl Environment {
    /// `coproc name command`
    pub(super) fn run_coprocess(&mut self, name: Name, body: &Rc<[Command]>) -> Flow {
        let scheduler = self.shared.scheduler.clone();
        let (first, second) =
            match (OpenFile::real_pipe(&scheduler), OpenFile::real_pipe(&scheduler)) {
                (Ok(first), Ok(second)) => (first, second),
                (Err(error), _) | (_, Err(error)) => {
                    let reason = utilities::message::reason(&error);
                    return self.fail(format!("cannot make a pipe: {reason}"), 2);
                }
            };
        let (output, theirs) = first;
        let (input, ours) = second;
        let mut inner = self.subshell();
        inner.files.set(0, Slot::Open(input));
        inner.files.set(1, Slot::Open(theirs));
        let commands = body.clone();
        let pid = self.fork_off(inner, "a coprocess", true, move |env| match &commands[..] {
            [command] => env.run_command(command),
            _ => env.run_stages(&commands),
        })?;
        let numbers = [output, ours].map(|file| self.put_high(file));
        let array: Indexed = numbers
            .iter()
            .enumerate()
            .map(|(index, number)| (index as i64, ByteString::from_integer((*number).into())))
            .collect();
        let value = Value::Indexed(Rc::new(array));
        self.put(name, Variable { value, flags: SPECIAL, figure: 0 });
        let spelled = [&self.name(name)[..], b"_PID"].concat();
        let variable = self.shared.names.intern(&spelled);
        self.assign_or_fail(variable, Value::Integer(pid.into()))?;
        self.coprocess = Some((numbers[0], numbers[1]));
        self.background = Some(pid);
        Rc::make_mut(&mut self.jobs).add(Job::new(&[pid], None, b"coproc".to_vec(), false));
        self.status = 0;
        Ok(())
    }

    /// The descriptor of the coprocess's input.
    pub fn coprocess_output(&self) -> Option<u32> {
        self.coprocess.map(|(_, input)| input)
    }
}
