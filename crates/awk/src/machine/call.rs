//! Calling functions.

use super::statement::Flow;
use super::{Local, Machine, Result, Stop};
use crate::syntax::{Argument, Call, Expression, Function, Parameter, Statement};
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

    /// Calls a function, and leaves its value in the machine.
    pub(super) fn call_in_place(&mut self, index: usize) -> Result<()> {
        let program = self.program;
        let call = &program.calls[index];
        let function = &program.functions[call.function];
        let base = self.top;
        let mut result = self.enter(call, function);
        let line = self.line;
        // Noted outside of the result: a byte that is stored there, and read as a word with the rest, waits.
        let mut returns = false;
        if result.is_ok() {
            let frame = std::mem::replace(&mut self.frame, base);
            result = self.run_function(function, &mut returns);
            self.frame = frame;
        }
        self.leave_frame(base);
        match result {
            Ok(()) if returns => {}
            Ok(()) => self.returned = Value::Unset,
            Err(stop) => return Err(stop),
        }
        self.line = line;
        Ok(())
    }

    /// Runs a function whose locals are there, and notes whether it returns a value.
    #[inline]
    fn run_function(&mut self, function: &'m Function, returns: &mut bool) -> Result<()> {
        self.tick()?;
        if self.levels_left == 0 {
            return Err(Stop::fatal(FULL_STACK.to_vec()));
        }
        self.levels_left -= 1;
        let scheduler = self.context.scheduler;
        let body = function.body.as_deref().unwrap_or_default();
        // Recursion takes stack after stack until there are no more.
        let result = match scheduler.far_deeper(|| self.run_body(body, returns)) {
            Some(result) => result,
            None => Err(Stop::fatal(b"function calls nested too deep".to_vec())),
        };
        self.levels_left += 1;
        result
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

    /// Computes the arguments of a call, where they become the function's first parameters, and makes the others. Each is
    /// assigned in its place: a value that is built elsewhere and copied waits for its own stores.
    #[inline]
    fn enter(&mut self, call: &'m Call, function: &Function) -> Result<()> {
        let end = self.top + function.parameters.len();
        if self.locals.len() < end {
            self.locals.resize_with(end, || Local::Scalar(Value::Unset));
        }
        for argument in &call.arguments {
            match argument {
                Argument::Value(expression) => match self.plain_number(expression)? {
                    Some(number) => match &mut self.locals[self.top] {
                        Local::Scalar(value) => value.set_number(number),
                        array => *array = Local::Scalar(Value::Number(number)),
                    },
                    None => self.enter_value(expression)?,
                },
                Argument::Array(place) => {
                    self.locals[self.top] = Local::Array(self.array(*place), false);
                }
                Argument::Name(_) => self.locals[self.top] = Local::Scalar(Value::Unset),
            }
            // What the next argument calls has its locals above this one.
            self.top += 1;
        }
        for parameter in &function.parameters[call.arguments.len()..] {
            self.locals[self.top] = match parameter {
                Parameter::Array => Local::Array(self.new_array(), true),
                _ => Local::Scalar(Value::Unset),
            };
            self.top += 1;
        }
        Ok(())
    }

    /// Makes the value of an expression the next local variable.
    fn enter_value(&mut self, expression: &'m Expression) -> Result<()> {
        if let Expression::Text(text) = expression {
            match &mut self.locals[self.top] {
                Local::Scalar(value) => value.copy_from(text),
                array => *array = Local::Scalar(text.clone()),
            }
            return Ok(());
        }
        let value = self.value(expression)?;
        self.locals[self.top] = Local::Scalar(value);
        Ok(())
    }

    /// Gives up what the locals of a call hold. Their places stay.
    #[inline]
    fn leave_frame(&mut self, base: usize) {
        for local in &mut self.locals[base..self.top] {
            match local {
                Local::Scalar(value) => value.release(),
                Local::Array(array, true) => {
                    self.arrays[*array] = super::fresh_array(self.program);
                    self.unused_arrays.push(*array);
                }
                Local::Array(_, false) => {}
            }
        }
        self.top = base;
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
