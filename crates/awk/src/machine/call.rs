//! Calling functions.

use super::statement::Flow;
use super::{Local, Machine, Result, Stop};
use crate::syntax::{Argument, Expression, Parameter, Statement};
use crate::value::Value;

/// What mawk says where calls of functions nest too deep.
const FULL_STACK: &[u8] = b"program limit exceeded: eval stack size=1024";

impl<'m> Machine<'m, '_> {
    /// Calls a function; its value.
    pub(super) fn call(&mut self, index: usize) -> Result<Value> {
        self.call_in_place(index)?;
        Ok(std::mem::take(&mut self.returned))
    }

    /// Calls a function; its value as a number.
    pub(super) fn call_for_number(&mut self, index: usize) -> Result<f64> {
        self.call_in_place(index)?;
        Ok(match &self.returned {
            Value::Number(number) => *number,
            other => other.number(self.dialect),
        })
    }

    /// Leaves the value of an expression for the caller of the function. Where it is a number only
    /// that moves: to hand on a value through memory takes longer than most arithmetic.
    pub(super) fn leave(&mut self, expression: &'m Expression) -> Result<()> {
        match expression {
            Expression::Condition(three) => {
                let (condition, yes, no) = &**three;
                if self.truth(condition)? { self.leave(yes) } else { self.leave(no) }
            }
            Expression::Call(index) => self.call_in_place(*index),
            _ => {
                match self.plain_number(expression)? {
                    Some(number) => self.returned.set_number(number),
                    None => self.returned = self.value(expression)?,
                }
                Ok(())
            }
        }
    }

    /// The value of an expression that is plainly a number.
    #[inline]
    fn plain_number(&mut self, expression: &'m Expression) -> Result<Option<f64>> {
        match expression {
            Expression::Arithmetic(..) => self.number(expression).map(Some),
            _ => Ok(self.quick_number(expression)),
        }
    }

    /// Calls a function, and leaves its value in the machine.
    pub(super) fn call_in_place(&mut self, index: usize) -> Result<()> {
        let program = self.program;
        let call = &program.calls[index];
        let function = &program.functions[call.function];
        let base = self.locals.len();
        for argument in &call.arguments {
            // Each is pushed where it is known: a value that is built in one place and read in
            // another waits for its own stores.
            match argument {
                Argument::Value(expression) => match self.plain_number(expression)? {
                    Some(number) => self.locals.push(Local::Scalar(Value::Number(number))),
                    None => {
                        let value = self.value(expression)?;
                        self.locals.push(Local::Scalar(value));
                    }
                },
                Argument::Array(place) => {
                    let array = self.array(*place);
                    self.locals.push(Local::Array(array, false));
                }
                Argument::Name(_) => self.locals.push(Local::Scalar(Value::Unset)),
            }
        }
        for parameter in &function.parameters[call.arguments.len()..] {
            match parameter {
                Parameter::Array => {
                    let array = self.new_array();
                    self.locals.push(Local::Array(array, true));
                }
                _ => self.locals.push(Local::Scalar(Value::Unset)),
            }
        }
        let line = self.line;
        let frame = std::mem::replace(&mut self.frame, base);
        let scheduler = self.context.scheduler;
        let body = function.body.as_deref().unwrap_or_default();
        // Noted outside of the result: a byte that is stored there, and read as a word with the rest, waits.
        let mut returns = false;
        let result = match self.tick() {
            Err(stop) => Err(stop),
            Ok(()) if self.levels_left == 0 => Err(Stop::fatal(FULL_STACK.to_vec())),
            Ok(()) => {
                self.levels_left -= 1;
                // Recursion takes stack after stack until there are no more.
                let result = match scheduler.far_deeper(|| self.run_body(body, &mut returns)) {
                    Some(result) => result,
                    None => Err(Stop::fatal(b"function calls nested too deep".to_vec())),
                };
                self.levels_left += 1;
                result
            }
        };
        self.frame = frame;
        while self.locals.len() > base {
            if let Some(Local::Array(array, true)) = self.locals.pop() {
                self.arrays[array] = super::fresh_array(self.program);
                self.unused_arrays.push(array);
            }
        }
        match result {
            Ok(()) if returns => {}
            Ok(()) => self.returned = Value::Unset,
            Err(stop) => return Err(stop),
        }
        self.line = line;
        Ok(())
    }

    /// Executes the body of a function, and notes whether it returns a value. One that does nothing else
    /// needs no look at how statements end.
    #[inline]
    fn run_body(&mut self, body: &'m [Statement], returns: &mut bool) -> Result<()> {
        if let [Statement::Return(Some(value))] = body {
            *returns = true;
            return self.leave(value);
        }
        *returns = self.execute_all(body)? == Flow::Return;
        Ok(())
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
