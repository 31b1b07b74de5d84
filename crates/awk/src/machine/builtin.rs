//! Functions on plain values.

use super::{Machine, Result, Stop};
use crate::format::{self, Caller, Formats};
use crate::number;
use crate::output::{ERRORS, known_name};
use crate::random::Random;
use crate::syntax::{Builtin, Elementary, Expression};
use crate::value::{Side, Value};
use std::time::SystemTime;
use utilities::Exit;

impl Elementary {
    /// Whether gawk warns of a number for which it has this value.
    #[inline]
    fn warns_of(self, number: f64, value: f64) -> bool {
        match self {
            Elementary::Log | Elementary::Sqrt => number < 0.0,
            Elementary::Exp => {
                number.is_finite() && (value.is_infinite() || value < f64::MIN_POSITIVE)
            }
            Elementary::Sin | Elementary::Cos | Elementary::Int => false,
        }
    }

    /// Its value for a number.
    fn of(self, x: f64) -> f64 {
        match self {
            Elementary::Sin => x.sin(),
            Elementary::Cos => x.cos(),
            Elementary::Exp => x.exp(),
            // The C library's NaN of an invalid operation is negative on x86.
            Elementary::Log | Elementary::Sqrt if x < 0.0 => -f64::NAN.abs(),
            Elementary::Log => x.ln(),
            // The processor's conversion where it is exact; it loses the sign of a zero.
            Elementary::Int if x.abs() < (1_u64 << 53) as f64 => (x as i64 as f64).copysign(x),
            Elementary::Int => x.trunc(),
            Elementary::Sqrt => x.sqrt(),
        }
    }
}

impl<'m> Machine<'m, '_> {
    /// Formats arguments; what was formatted before an error is in `out`.
    pub(super) fn format(
        &mut self,
        arguments: &'m [Expression],
        caller: Caller,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let Some((first, rest)) = arguments.split_first() else { return Ok(()) };
        let mut buffer = self.take_buffer();
        let text = match first {
            Expression::Text(text) => text.as_text().map_or(&b""[..], |(_, text)| text),
            _ => {
                self.append(first, &mut buffer)?;
                &buffer
            }
        };
        // Another call among the arguments makes a list of its own.
        let mut values = std::mem::take(&mut self.formatted);
        for argument in rest {
            values.push(self.value(argument)?);
        }
        let formats = Formats { convfmt: &self.specials.convfmt, ofmt: &self.specials.ofmt };
        let result = match self.dialect.rules().printf_has_large_integers {
            true => crate::format_of_gawk::format(text, &values, formats.convfmt, out),
            false => format::format(text, &values, formats, caller, out),
        };
        values.clear();
        self.formatted = values;
        self.give_buffer(buffer);
        result
    }

    /// The value of a function of one number.
    pub(super) fn function_of_number(
        &mut self,
        function: Elementary,
        arguments: &'m [Expression],
    ) -> Result<f64> {
        let number = match arguments.first() {
            Some(argument) => self.number(argument)?,
            None => 0.0,
        };
        let value = function.of(number);
        if function.warns_of(number, value) && self.dialect.rules().functions_warn {
            self.warn_of_number(function, number);
        }
        Ok(value)
    }

    /// `atan2(y, x)`.
    pub(super) fn atan2(&mut self, y: &'m Expression, x: &'m Expression) -> Result<f64> {
        let y = self.number(y)?;
        Ok(y.atan2(self.number(x)?))
    }

    /// `index(text, word)`, in bytes.
    pub(super) fn index(&mut self, text: &'m Expression, word: &'m Expression) -> Result<f64> {
        let find =
            |text: &[u8], word: &[u8]| byte_search::memmem::find(text, word).map_or(0, |at| at + 1);
        // Mostly both are there to be looked at.
        if Self::is_viewable(text) && Self::is_viewable(word) {
            self.prepare_view(text);
            self.prepare_view(word);
            if let (Some(Side::Text(_, text)), Some(Side::Text(_, word))) =
                (self.view(text), self.view(word))
            {
                return Ok(find(text, word) as f64);
            }
        }
        if let Expression::Text(word) = word
            && let Some((_, word)) = word.as_text()
        {
            return self.with_text(text, |text, _| find(text, word) as f64);
        }
        let mut buffer = self.take_buffer();
        // The text is the longer one: it is looked at where it is, unless it changes the word.
        let place = if Self::is_pure(word) && Self::is_pure(text) {
            self.append(word, &mut buffer)?;
            self.with_text(text, |text, _| find(text, &buffer))?
        } else {
            self.append(text, &mut buffer)?;
            self.with_text(word, |word, _| find(&buffer, word))?
        };
        self.give_buffer(buffer);
        Ok(place as f64)
    }

    /// The value of a builtin function. The parser has counted the arguments.
    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        arguments: &'m [Expression],
    ) -> Result<Value> {
        if self.dialect.rules().functions_warn
            && let Some(value) = self.builtin_of_gawk(builtin, arguments)?
        {
            return Ok(value);
        }
        Ok(Value::Number(match builtin {
            Builtin::OfNumber(function) => self.function_of_number(function, arguments)?,
            Builtin::Atan2 => self.atan2(&arguments[0], &arguments[1])?,
            Builtin::Length => self.length(arguments)?,
            Builtin::Index => self.index(&arguments[0], &arguments[1])?,
            Builtin::Substr => return self.substr(arguments),
            Builtin::Sprintf => {
                let mut out = self.take_buffer();
                self.format(arguments, Caller::Sprintf, &mut out)?;
                let value = Value::text(&out);
                self.give_buffer(out);
                return Ok(value);
            }
            Builtin::Toupper | Builtin::Tolower => {
                let mut text = self.take_buffer();
                self.append(&arguments[0], &mut text)?;
                match builtin {
                    Builtin::Toupper => text.make_ascii_uppercase(),
                    _ => text.make_ascii_lowercase(),
                }
                let value = Value::text(&text);
                self.give_buffer(text);
                return Ok(value);
            }
            Builtin::Rand => {
                if self.random.is_none() {
                    self.seed(Value::Number(self.clock_seed()));
                }
                self.random.as_mut().map_or(0.0, Random::number)
            }
            Builtin::Srand => return self.reseed(arguments),
            Builtin::Systime => clock(),
            Builtin::Close => {
                let mut name = self.take_buffer();
                self.append(&arguments[0], &mut name)?;
                let status = self.close(&name)?;
                self.give_buffer(name);
                f64::from(status)
            }
            Builtin::Fflush => self.fflush(arguments)?,
            Builtin::System => {
                let mut command = self.take_buffer();
                self.append(&arguments[0], &mut command)?;
                let status = self.system(&command)?;
                self.give_buffer(command);
                f64::from(status)
            }
            Builtin::Mktime | Builtin::Strftime => {
                return Err(Stop::error(b"mktime and strftime are not built in".to_vec()));
            }
        }))
    }

    /// srand: the seed before, as it was given.
    fn reseed(&mut self, arguments: &'m [Expression]) -> Result<Value> {
        if self.random.is_none() {
            self.seed(Value::Number(self.clock_seed()));
        }
        let seed = match arguments.first() {
            None => Value::Number(self.clock_seed()),
            Some(argument) => self.value(argument)?,
        };
        let before = std::mem::take(&mut self.seed);
        self.seed(seed);
        Ok(before)
    }

    /// fflush: 0, or -1 where there is no such output.
    fn fflush(&mut self, arguments: &'m [Expression]) -> Result<f64> {
        let mut name = self.take_buffer();
        let flushed = match arguments.first() {
            None => {
                self.outputs.flush_quietly(self.context)?;
                true
            }
            Some(argument) => {
                self.append(argument, &mut name)?;
                self.outputs.flush(self.context, &name)?
            }
        };
        self.give_buffer(name);
        Ok(if flushed { 0.0 } else { -1.0 })
    }

    /// length of a string, by default of the record.
    pub(super) fn length(&mut self, arguments: &'m [Expression]) -> Result<f64> {
        if self.dialect.has_utf8() {
            return self.count_characters(arguments.first());
        }
        match arguments.first() {
            None => {
                self.refresh();
                Ok(self.record.text().len() as f64)
            }
            Some(argument) => self.with_text(argument, |text, _| text.len() as f64),
        }
    }

    /// The seed that the clock gives.
    fn clock_seed(&self) -> f64 {
        if !self.dialect.rules().seed_has_nanoseconds {
            return clock();
        }
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        since.as_secs() as f64 * 1e9 + f64::from(since.subsec_nanos())
    }

    fn seed(&mut self, seed: Value) {
        let rules = self.dialect.rules();
        let number = seed.number(self.dialect);
        let start = match rules.seed_divisor {
            0.0 => number::to_int(number) as u32,
            divisor => number::to_long(number % divisor) as i64 as u32,
        };
        self.random = Some(Random::new(start, self.dialect));
        self.seed = if rules.seed_is_number { Value::Number(number) } else { seed };
    }

    /// substr: positions are cut off to integers, a start before the string shortens it.
    pub(super) fn substr(&mut self, arguments: &'m [Expression]) -> Result<Value> {
        if let Some(bounds) = self.prepare_part(arguments)?
            && let Some(text) = self.view_part(arguments, bounds)
        {
            return Ok(Value::text(text));
        }
        let mut text = self.take_buffer();
        self.append(&arguments[0], &mut text)?;
        let (start, count) = self.substr_numbers(arguments)?;
        let value = match self.dialect.has_utf8() && !text.is_ascii() {
            true => self.part_of_characters(&text, start, count),
            false => Value::text(part(&text, start, count)),
        };
        self.give_buffer(text);
        Ok(value)
    }

    /// The numbers of a substr, the text of which can be looked at where it is.
    #[inline]
    pub(super) fn prepare_part(
        &mut self,
        arguments: &'m [Expression],
    ) -> Result<Option<(i32, Option<i32>)>> {
        if !Self::is_viewable(&arguments[0]) {
            return Ok(None);
        }
        let Some(start) = self.pure_number(&arguments[1])? else { return Ok(None) };
        let count = match arguments.get(2) {
            None => None,
            Some(count) => match self.pure_number(count)? {
                None => return Ok(None),
                number => number,
            },
        };
        self.prepare_view(&arguments[0]);
        Ok(Some(self.bounds(start, count)))
    }

    /// The number of an expression that changes nothing: nobody can tell when it is computed, nor how often.
    #[inline]
    fn pure_number(&mut self, expression: &'m Expression) -> Result<Option<f64>> {
        match self.quick_number(expression) {
            None if Self::is_pure(expression) => self.number(expression).map(Some),
            number => Ok(number),
        }
    }

    /// What substr takes of a text, after [`Machine::prepare_part`]. None where it is a number.
    #[inline]
    pub(super) fn view_part(
        &self,
        arguments: &'m [Expression],
        (start, count): (i32, Option<i32>),
    ) -> Option<&[u8]> {
        match self.view(&arguments[0]) {
            Some(Side::Text(_, text)) if self.dialect.has_utf8() && !text.is_ascii() => {
                // Odd bytes are replaced, and said.
                std::str::from_utf8(text).ok()?;
                let count = count.map_or(usize::MAX, |count| count.max(0) as usize);
                Some(super::builtin_of_gawk::slice(text, start as usize - 1, count))
            }
            Some(Side::Text(_, text)) => Some(part(text, start, count)),
            _ => None,
        }
    }

    fn substr_numbers(&mut self, arguments: &'m [Expression]) -> Result<(i32, Option<i32>)> {
        let start = self.number(&arguments[1])?;
        let count = match arguments.get(2) {
            None => None,
            Some(count) => Some(self.number(count)?),
        };
        Ok(self.bounds(start, count))
    }

    /// The numbers of a substr as it takes them.
    #[inline]
    fn bounds(&self, start: f64, count: Option<f64>) -> (i32, Option<i32>) {
        if self.dialect.rules().substr_clips_start {
            // What lies before the text does not count, nor what is no number.
            return (start.max(1.0) as i32, count.map(|count| count.max(0.0) as i32));
        }
        let integer = |number| number::to_short_int(number, self.dialect);
        (integer(start), count.map(integer))
    }

    /// Runs a command as system(3) does.
    pub(super) fn system(&mut self, command: &[u8]) -> Result<i32> {
        self.outputs.flush_all(self.context)?;
        match self.context.host.run_shell(command) {
            Ok(status) => Ok(status),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {
                Err(Stop::signal(Exit::Signal(utilities::context::SIGINT)))
            }
            Err(_) => Ok(127),
        }
    }

    /// Closes what is open by this name: the status of a command, 0 for a file, -1 where
    /// nothing is.
    fn close(&mut self, name: &[u8]) -> Result<i32> {
        let wanted = known_name(name, self.dialect);
        if self.dialect.rules().closes_newest_alone {
            return self.close_newest(wanted);
        }
        let mut status = None;
        while let Some(place) = self.readers.iter().position(|source| source.name == wanted) {
            status = Some(self.close_reader(place));
        }
        let mut closed = self.outputs.close(self.context, name)?;
        if wanted == ERRORS && !self.outputs.errors_are_closed {
            // From now on nobody sees what it says.
            self.outputs.errors_are_closed = true;
            self.context.stderr = None;
            closed = Some(0);
        }
        Ok(closed.or(status).unwrap_or(-1))
    }

    /// Closes what was opened last by a name: the status of a command, 0 for a file, -1 where nothing is open.
    fn close_newest(&mut self, name: &[u8]) -> Result<i32> {
        if self.outputs.close_standard(self.context, name)? {
            return Ok(0);
        }
        let reader = self.readers.iter().rposition(|source| source.name == name);
        let read = reader.map(|place| self.readers[place].serial);
        match (self.outputs.newest(name), reader) {
            (Some(written), _) if Some(written) > read => {
                self.outputs.close_one(self.context, written)
            }
            (_, Some(place)) => Ok(self.close_reader(place)),
            (_, None) => Ok(-1),
        }
    }

    /// Closes what is read: the status of a command, 0 for a file.
    fn close_reader(&mut self, place: usize) -> i32 {
        let mut source = self.readers.remove(place);
        drop(source.reader);
        source.command.as_mut().map_or(0, |command| command.wait())
    }
}

/// What substr takes of a text.
fn part(text: &[u8], start: i32, count: Option<i32>) -> &[u8] {
    // In C's int, which may wrap around.
    let length = i32::try_from(text.len()).unwrap_or(i32::MAX);
    let mut start = start.wrapping_sub(1);
    let mut count = count.unwrap_or(length);
    if start > length {
        count = 0;
    }
    if start < 0 {
        count = count.wrapping_sub(start + 1);
        start = 0;
    }
    count = count.min(length - start);
    match count {
        1.. => {
            let start = start as usize;
            &text[start..start + count as usize]
        }
        _ => b"",
    }
}

/// The time in whole seconds since 1970, as systime() has it.
pub(super) fn clock() -> f64 {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0.0, |time| time.as_secs() as f64)
}
