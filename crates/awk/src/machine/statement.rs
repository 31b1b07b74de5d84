//! Executing statements.

use super::{Machine, Result, Stop};
use crate::format::Caller;
use crate::number;
use crate::syntax::{Expression, For, ForIn, Place, Print, Statement};
use crate::value::Value;

/// How a statement ends where nothing is wrong. As large as what a [`Stop`] holds: a byte that is stored in the
/// place of a word, and read with it, would wait for the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(super) enum Flow {
    On,
    Break,
    Continue,
    /// `return`: the value is in the machine.
    Return,
}

impl Flow {
    /// What an iteration that ends so has a loop do: None for going on, else how the loop ends.
    #[inline]
    fn of_loop(self) -> Option<Flow> {
        match self {
            Flow::On | Flow::Continue => None,
            Flow::Break => Some(Flow::On),
            Flow::Return => Some(Flow::Return),
        }
    }
}

impl<'m> Machine<'m, '_> {
    /// Executes statements until one of them ends a loop.
    pub(super) fn execute_all(&mut self, statements: &'m [Statement]) -> Result<Flow> {
        for statement in statements {
            let flow = self.execute(statement)?;
            if flow != Flow::On {
                return Ok(flow);
            }
        }
        Ok(Flow::On)
    }

    #[inline]
    fn execute(&mut self, statement: &'m Statement) -> Result<Flow> {
        match statement {
            Statement::Expression(expression) => self.effect(expression)?,
            Statement::Print(print) => self.print(print)?,
            Statement::Printf(print) => self.printf(print)?,
            Statement::If(arms, otherwise) => {
                for (condition, body) in arms {
                    if self.truth(condition)? {
                        return self.execute_all(body);
                    }
                }
                return self.execute_all(otherwise);
            }
            Statement::While(condition, body) => {
                while self.truth(condition)? {
                    self.tick()?;
                    if let Some(flow) = self.execute_all(body)?.of_loop() {
                        return Ok(flow);
                    }
                }
            }
            Statement::Do(body, condition) => loop {
                self.tick()?;
                if let Some(flow) = self.execute_all(body)?.of_loop() {
                    return Ok(flow);
                }
                if !self.truth(condition)? {
                    break;
                }
            },
            Statement::For(parts) => return self.execute_for(parts),
            Statement::ForIn(parts) => return self.execute_for_in(parts),
            Statement::Block(list) => return self.execute_all(list),
            Statement::Next => return Err(Stop::Next),
            Statement::NextFile => return Err(Stop::NextFile),
            Statement::Exit(status) => {
                if let Some(status) = status {
                    let status = self.number(status)?;
                    self.status = number::to_short_int(status, self.dialect);
                }
                return Err(Stop::Exit);
            }
            Statement::Return(value) => {
                match value {
                    Some(value) => self.leave(value)?,
                    None => self.returned = Value::Unset,
                }
                return Ok(Flow::Return);
            }
            Statement::Break => return Ok(Flow::Break),
            Statement::Continue => return Ok(Flow::Continue),
            Statement::Delete(array, subscripts) => {
                let subscript = self.subscript(subscripts)?;
                let array = self.array(*array);
                self.arrays[array].remove(subscript.key());
                self.give_subscript(subscript);
            }
            Statement::Line(line) => self.line = *line,
            Statement::DeleteAll(array) => {
                let array = self.array(*array);
                self.arrays[array].clear();
            }
        }
        Ok(Flow::On)
    }

    /// Evaluates an expression whose value nobody wants.
    #[inline]
    fn effect(&mut self, expression: &'m Expression) -> Result<()> {
        match expression {
            Expression::Assign(pair) => self.assign_only(&pair.0, &pair.1),
            Expression::Update(operator, pair) => {
                self.update(*operator, &pair.0, &pair.1).map(|_| ())
            }
            Expression::Step(place, step, _) => self.step(place, *step).map(|_| ()),
            Expression::OnLine(pair) => {
                self.line = pair.0;
                self.effect(&pair.1)
            }
            Expression::Call(index) => {
                self.call_in_place(*index)?;
                self.returned.release();
                Ok(())
            }
            Expression::Builtin(..) | Expression::Condition(_) => {
                self.value(expression).map(|_| ())
            }
            _ => self.number(expression).map(|_| ()),
        }
    }

    fn execute_for(&mut self, parts: &'m For) -> Result<Flow> {
        if let Some(start) = &parts.start {
            self.effect(start)?;
        }
        loop {
            if let Some(condition) = &parts.condition
                && !self.truth(condition)?
            {
                return Ok(Flow::On);
            }
            self.tick()?;
            if let Some(flow) = self.execute_all(&parts.body)?.of_loop() {
                return Ok(flow);
            }
            if let Some(step) = &parts.step {
                self.effect(step)?;
            }
        }
    }

    #[inline(never)]
    fn execute_for_in(&mut self, parts: &'m ForIn) -> Result<Flow> {
        let array = self.array(parts.array);
        let flow = self.walk(parts, array);
        self.arrays[array].expect(None);
        flow
    }

    fn walk(&mut self, parts: &'m ForIn, array: usize) -> Result<Flow> {
        let is_input = self.dialect.rules().walk_gives_input;
        let (keys, places) = self.arrays[array].keys();
        let mut places = places.into_iter();
        for mut key in keys {
            self.tick()?;
            self.arrays[array].expect(places.next());
            if is_input {
                key = key.as_text().map_or(Value::Unset, |(_, text)| Value::input(text));
            }
            match &parts.variable {
                Place::Variable(slot) => self.globals[*slot] = key,
                Place::Local(slot) => self.set_local(*slot, key),
                other => {
                    let spot = self.spot(other)?;
                    self.store(spot, key)?;
                }
            }
            if let Some(flow) = self.execute_all(&parts.body)?.of_loop() {
                return Ok(flow);
            }
        }
        Ok(Flow::On)
    }

    /// Runs `print` without arguments.
    pub(super) fn print_record(&mut self) -> Result<()> {
        self.refresh();
        let out = self.outputs.standard();
        match self.record.side() {
            crate::value::Side::Number(number)
                if self.dialect.rules().print_formats_number_record =>
            {
                number::append(number, &self.specials.ofmt, out);
            }
            _ => out.extend_from_slice(self.record.text()),
        }
        out.extend_from_slice(&self.specials.ors);
        self.outputs.check_standard(self.context)
    }

    fn print(&mut self, print: &'m Print) -> Result<()> {
        if print.arguments.is_empty() && print.target.is_none() {
            return self.print_record();
        }
        let mut text = self.take_buffer();
        if print.arguments.is_empty() {
            self.refresh();
            self.record.value().append(&self.specials.ofmt, &mut text);
        }
        for (index, argument) in print.arguments.iter().enumerate() {
            if index > 0 {
                text.extend_from_slice(&self.specials.ofs);
            }
            self.append_output(argument, &mut text)?;
        }
        text.extend_from_slice(&self.specials.ors);
        self.write(print, text)
    }

    fn printf(&mut self, print: &'m Print) -> Result<()> {
        let mut text = self.take_buffer();
        match self.format(&print.arguments, Caller::Printf, &mut text) {
            Ok(()) => self.write(print, text).map_err(Stop::of_printf),
            Err(stop) if !self.dialect.rules().failed_printf_writes_beginning => Err(stop),
            Err(stop) => {
                // What was formatted before the error has been printed.
                self.write(print, text)?;
                Err(stop)
            }
        }
    }

    /// Writes text where a statement says.
    fn write(&mut self, print: &'m Print, text: Vec<u8>) -> Result<()> {
        let result = match &print.target {
            None => {
                self.outputs.standard().extend_from_slice(&text);
                self.outputs.check_standard(self.context)
            }
            Some((target, name)) => {
                let mut buffer = self.take_buffer();
                self.append(name, &mut buffer)?;
                let result = self.outputs.write(self.context, *target, &buffer, &text);
                self.give_buffer(buffer);
                result
            }
        };
        self.give_buffer(text);
        result
    }
}
