//! The functions that gawk has otherwise than mawk.

use super::{Machine, Result};
use crate::characters;
use crate::random::Random;
use crate::syntax::{Builtin, Elementary, Expression};
use crate::value::Value;

impl<'m> Machine<'m, '_> {
    /// The value of a builtin function where gawk's is another; `None` where it is not.
    pub(super) fn builtin_of_gawk(
        &mut self,
        builtin: Builtin,
        arguments: &'m [Expression],
    ) -> Result<Option<Value>> {
        Ok(Some(match builtin {
            Builtin::Index if self.dialect.has_utf8() => self.index_of_characters(arguments)?,
            Builtin::Toupper | Builtin::Tolower if self.dialect.has_utf8() => {
                self.change_case(builtin, arguments)?
            }
            Builtin::Rand => Value::Number(self.generator().number()),
            Builtin::Srand => {
                let seed = match arguments.first() {
                    None => super::builtin::clock(),
                    Some(argument) => self.number(argument)?.trunc(),
                };
                let before = std::mem::replace(&mut self.seed, Value::Number(seed));
                self.random = Some(Random::new(seed as i64 as u32, self.dialect));
                match before {
                    // Nobody has set it.
                    Value::Unset => Value::Number(1.0),
                    other => other,
                }
            }
            Builtin::System => {
                let mut command = self.take_buffer();
                self.append(&arguments[0], &mut command)?;
                let status = if command.is_empty() {
                    self.outputs.flush_all(self.context)?;
                    0
                } else {
                    self.system(&command)?
                };
                self.give_buffer(command);
                Value::Number(f64::from(status))
            }
            Builtin::Fflush => {
                let mut name = self.take_buffer();
                if let Some(argument) = arguments.first() {
                    self.append(argument, &mut name)?;
                }
                let only_read = self.newest_is_read(&name);
                let found = only_read.is_none() && self.outputs.flush(self.context, &name)?;
                if let Some(kind) = only_read {
                    let mut text = format!("fflush: cannot flush: {kind} `").into_bytes();
                    text.extend_from_slice(crate::output::c_string(&name));
                    text.extend_from_slice(b"' opened for reading, not writing");
                    self.warn(text);
                } else if !found {
                    let mut text = b"fflush: `".to_vec();
                    text.extend_from_slice(crate::output::c_string(&name));
                    text.extend_from_slice(b"' is not an open file, pipe or co-process");
                    self.warn(text);
                }
                self.give_buffer(name);
                Value::Number(if found { 0.0 } else { -1.0 })
            }
            _ => return Ok(None),
        }))
    }

    /// What it is that was opened last by a name, where that is read.
    fn newest_is_read(&self, name: &[u8]) -> Option<&'static str> {
        let source = self.readers.iter().rfind(|source| source.name == name)?;
        let kind = if source.command.is_some() { "pipe" } else { "file" };
        (self.outputs.newest(name) < Some(source.serial)).then_some(kind)
    }

    /// Warns of a number for which a function has no value.
    #[cold]
    pub(super) fn warn_of_number(&mut self, function: Elementary, number: f64) {
        let text = shortest(number);
        self.warn(match function {
            Elementary::Exp => format!("exp: argument {text} is out of range"),
            Elementary::Log => format!("log: received negative argument {text}"),
            _ => format!("sqrt: received negative argument {text}"),
        });
    }

    fn generator(&mut self) -> &mut Random {
        let dialect = self.dialect;
        self.random.get_or_insert_with(|| Random::new(1, dialect))
    }

    /// length in characters.
    pub(super) fn count_characters(&mut self, argument: Option<&'m Expression>) -> Result<f64> {
        let (count, valid) = match argument {
            None => {
                self.refresh();
                characters::count(self.record.text())
            }
            Some(argument) => self.with_text(argument, |text, _| characters::count(text))?,
        };
        if !valid {
            self.warn_of_odd_bytes();
        }
        Ok(count as f64)
    }

    fn index_of_characters(&mut self, arguments: &'m [Expression]) -> Result<Value> {
        let mut text = self.take_buffer();
        self.append(&arguments[0], &mut text)?;
        let mut word = self.take_buffer();
        self.append(&arguments[1], &mut word)?;
        let place = if word.is_empty() {
            1
        } else if text.is_ascii() && word.is_ascii() {
            byte_search::memmem::find(&text, &word).map_or(0, |at| at + 1)
        } else {
            let valid = [&text, &word].map(|text| std::str::from_utf8(text).is_ok());
            if valid != [true, true] {
                self.warn_of_odd_bytes();
            }
            find_characters(&text, &word)
        };
        self.give_buffer(word);
        self.give_buffer(text);
        Ok(Value::Number(place as f64))
    }

    fn change_case(&mut self, builtin: Builtin, arguments: &'m [Expression]) -> Result<Value> {
        let mut text = self.take_buffer();
        self.append(&arguments[0], &mut text)?;
        let upper = builtin == Builtin::Toupper;
        let value = if text.is_ascii() {
            if upper {
                text.make_ascii_uppercase();
            } else {
                text.make_ascii_lowercase();
            }
            Value::text(&text)
        } else {
            if std::str::from_utf8(&text).is_err() {
                self.warn_of_odd_bytes();
            }
            let change = if upper { pattern::upper } else { pattern::lower };
            let changed: String = characters::all(&text).map(|(c, _)| change(c)).collect();
            Value::text(changed.as_bytes())
        };
        self.give_buffer(text);
        Ok(value)
    }

    /// substr of a text that is not ASCII.
    pub(super) fn part_of_characters(
        &mut self,
        text: &[u8],
        start: i32,
        count: Option<i32>,
    ) -> Value {
        if text.is_empty() || count.is_some_and(|count| count <= 0) {
            return Value::text(b"");
        }
        let (length, valid) = characters::count(text);
        if !valid {
            self.warn_of_odd_bytes();
        }
        let skipped = start as usize - 1;
        let wanted = count.map_or(usize::MAX, |count| count as usize);
        if valid || length == text.len() {
            return Value::text(slice(text, skipped, wanted));
        }
        let part: String =
            characters::all(text).map(|(c, _)| c).skip(skipped).take(wanted).collect();
        Value::text(part.as_bytes())
    }
}

/// Characters of a text, all of which are valid, or bytes.
pub(super) fn slice(text: &[u8], skipped: usize, wanted: usize) -> &[u8] {
    let from = characters::offset(text, skipped);
    let rest = &text[from..];
    &rest[..characters::offset(rest, wanted)]
}

/// Where the characters of a word begin in a text, from 1; 0 where they do not.
fn find_characters(text: &[u8], word: &[u8]) -> usize {
    if text.starts_with(word) {
        return 1;
    }
    let text: Vec<char> = characters::all(text).map(|(c, _)| c).collect();
    let word: Vec<char> = characters::all(word).map(|(c, _)| c).collect();
    text.windows(word.len()).position(|window| window == word).map_or(0, |at| at + 1)
}

/// A number as `%g` shows it.
fn shortest(number: f64) -> String {
    use utilities::system::printf::{Real, Spec};
    let mut text = Vec::new();
    Spec { precision: Some(6), ..Spec::default() }.real(Real::from_f64(number), b'g', &mut text);
    String::from_utf8(text).unwrap_or_default()
}
