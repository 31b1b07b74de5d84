//! Calling functions.

use super::{Local, Machine, Result, Stop};
use crate::syntax::{Argument, Parameter};
use crate::value::Value;

impl Machine<'_, '_> {
    /// Calls a function; its value.
    pub(super) fn call(&mut self, index: usize) -> Result<Value> {
        let program = self.program;
        let call = &program.calls[index];
        let function = &program.functions[call.function];
        let base = self.locals.len();
        for argument in &call.arguments {
            let local = match argument {
                Argument::Value(expression) => Local::Scalar(self.value(expression)?),
                Argument::Array(place) => Local::Array(self.array(*place), false),
                Argument::Name(_) => Local::Scalar(Value::Unset),
            };
            self.locals.push(local);
        }
        for parameter in &function.parameters[call.arguments.len()..] {
            let local = match parameter {
                Parameter::Array => Local::Array(self.new_array(), true),
                _ => Local::Scalar(Value::Unset),
            };
            self.locals.push(local);
        }
        let line = self.line;
        let frame = std::mem::replace(&mut self.frame, base);
        let scheduler = self.context.scheduler;
        let body = function.body.as_deref().unwrap_or_default();
        let result = self.tick().and_then(|()| {
            // Recursion takes stack after stack until there are no more.
            scheduler
                .deeper(|| self.execute_all(body).map(|_| ()))
                .unwrap_or_else(|| Err(Stop::fatal(b"function calls nested too deep".to_vec())))
        });
        self.frame = frame;
        while self.locals.len() > base {
            if let Some(Local::Array(array, true)) = self.locals.pop() {
                self.arrays[array] = super::fresh_array(self.program);
                self.unused_arrays.push(array);
            }
        }
        match result {
            Ok(()) => {
                self.line = line;
                Ok(Value::Unset)
            }
            Err(Stop::Return) => {
                self.line = line;
                Ok(std::mem::take(&mut self.returned))
            }
            Err(stop) => Err(stop),
        }
    }

    fn new_array(&mut self) -> usize {
        match self.unused_arrays.pop() {
            Some(index) => index,
            None => {
                self.arrays.push(super::fresh_array(self.program));
                self.arrays.len() - 1
            }
        }
    }
}
