//! The special variables: what reading and assigning them does besides.

use super::{Machine, Result, Stop};
use crate::array::Key;
use crate::dialect::Dialect;
use crate::input::RecordSeparator;
use crate::number::{self, NumberFormat};
use crate::output::c_string;
use crate::record::{self, Separator};
use crate::syntax::{ARGV, BUILTINS, ENVIRON, SPECIALS, Special};
use crate::value::Value;
use ::dialect::awk::Voice;

/// The values of the special variables that are plain, and the texts of those that are often
/// needed as texts.
pub(super) struct Specials {
    pub(super) filename: Value,
    fs: Value,
    rs: Value,
    rstart: Value,
    rlength: Value,
    argc: Value,
    pub(super) ofs: Vec<u8>,
    pub(super) ors: Vec<u8>,
    pub(super) subsep: Vec<u8>,
    /// How often SUBSEP has been assigned.
    pub(super) subsep_changes: u32,
    pub(super) convfmt: NumberFormat,
    pub(super) ofmt: NumberFormat,
}

impl Specials {
    pub(super) fn new(operands: usize, dialect: Dialect) -> Self {
        let initial = match dialect.rules().match_variables_begin_as_numbers {
            true => Value::Number(0.0),
            false => Value::Unset,
        };
        Self {
            filename: Value::text(b""),
            fs: Value::text(b" "),
            rs: Value::text(b"\n"),
            rstart: initial.clone(),
            rlength: initial,
            argc: Value::Number(operands as f64 + 1.0),
            ofs: b" ".to_vec(),
            ors: b"\n".to_vec(),
            subsep: b"\x1c".to_vec(),
            subsep_changes: 0,
            convfmt: NumberFormat::new(dialect),
            ofmt: NumberFormat { is_output: true, ..NumberFormat::new(dialect) },
        }
    }
}

impl Specials {
    /// Whether FS is a space.
    pub(super) fn has_usual_fs(&self) -> bool {
        self.fs.as_text().is_some_and(|(_, text)| text == b" ")
    }
}

impl Machine<'_, '_> {
    /// Fills ENVIRON and ARGV, where the program looks at them.
    pub(super) fn fill_arrays(&mut self) {
        if self.program.uses.environment {
            let array = &mut self.arrays[ENVIRON];
            self.context.variables.for_each(&mut |name, value| {
                *array.get(Key::Text(name)) = Value::new(crate::value::Kind::Input, value);
            });
        }
        if self.program.uses.arguments {
            let array = &mut self.arrays[ARGV];
            let name = self.context.name;
            *array.get(Key::Integer(0)) = Value::text(name);
            for (index, operand) in self.main.operands.iter().enumerate() {
                *array.get(Key::Integer(index as i64 + 1)) =
                    Value::new(crate::value::Kind::Input, operand);
            }
        }
    }

    /// ARGC as a number.
    pub(super) fn argc(&self) -> f64 {
        self.specials.argc.number(self.dialect)
    }

    /// Splits the whole record; NF.
    #[inline]
    pub(super) fn nf(&mut self) -> usize {
        self.record.split(usize::MAX, &self.separator, &mut self.cache);
        self.record.count()
    }

    /// NF as it was when a record was split last.
    fn old_nf(&mut self) -> usize {
        if self.record.is_whole() { self.record.last_count() } else { self.nf() }
    }

    /// The value of a special variable.
    pub(super) fn special(&mut self, special: Special) -> Value {
        match special {
            Special::Nf => {
                self.nf();
                self.record.count_value()
            }
            Special::OldNf => Value::Number(self.old_nf() as f64),
            Special::Nr => match &self.odd_counts {
                Some(counts) => counts.0.clone(),
                None => Value::Number(self.nr),
            },
            Special::Fnr => match &self.odd_counts {
                Some(counts) => counts.1.clone(),
                None => Value::Number(self.fnr),
            },
            Special::Fs => self.specials.fs.clone(),
            Special::Rs => self.specials.rs.clone(),
            Special::Filename => self.specials.filename.clone(),
            Special::Rstart => self.specials.rstart.clone(),
            Special::Rlength => self.specials.rlength.clone(),
            Special::Argc => self.specials.argc.clone(),
            Special::Ofs => Value::text(&self.specials.ofs),
            Special::Ors => Value::text(&self.specials.ors),
            Special::Subsep => Value::text(&self.specials.subsep),
            Special::Convfmt => Value::text(&self.specials.convfmt.text),
            Special::Ofmt => Value::text(&self.specials.ofmt.text),
        }
    }

    /// Sets RSTART and RLENGTH.
    pub(super) fn set_position(&mut self, start: f64, length: f64) {
        self.specials.rstart = Value::Number(start);
        self.specials.rlength = Value::Number(length);
    }

    /// Assigns a special variable.
    pub(super) fn assign_special(&mut self, special: Special, value: Value) -> Result<()> {
        let mut text = Vec::new();
        value.append(&self.specials.convfmt, &mut text);
        match special {
            Special::Nf | Special::OldNf => self.assign_nf(value)?,
            Special::Nr | Special::Fnr => self.assign_count(special, value),
            Special::Fs => {
                // The current record keeps the separator it was read with.
                self.nf();
                self.separator = self.field_separator(&text)?;
                self.specials.fs = value;
            }
            Special::Rs => {
                self.record_separator = self.record_separator_of(&text)?;
                self.specials.rs = value;
                if self.dialect.rules().paragraph_fields_end_at_newline {
                    self.nf();
                    text.clear();
                    self.specials.fs.append(&self.specials.convfmt, &mut text);
                    self.separator = self.field_separator(&text)?;
                }
            }
            Special::Filename => self.specials.filename = value,
            Special::Rstart => self.specials.rstart = value,
            Special::Rlength => self.specials.rlength = value,
            Special::Argc => self.specials.argc = value,
            Special::Ofs => {
                self.refresh();
                self.specials.ofs = text;
            }
            Special::Ors => self.specials.ors = text,
            Special::Subsep => {
                self.specials.subsep = text;
                self.specials.subsep_changes = self.specials.subsep_changes.wrapping_add(1);
            }
            Special::Convfmt | Special::Ofmt => {
                self.assign_number_format(special, &value, text)?;
            }
        }
        Ok(())
    }

    fn assign_nf(&mut self, value: Value) -> Result<()> {
        self.nf();
        let number = value.number(self.dialect);
        let rules = self.dialect.rules();
        // mawk looks at what an int has of it, which for what is no number is the least one.
        let is_negative = match rules.record_counts_are_integers {
            true => number < 0.0,
            false => number.is_nan() || number <= -1.0,
        };
        if is_negative {
            let text: &[u8] = match rules.voice {
                Voice::Mawk => b"negative value assigned to NF",
                Voice::Gawk => b"NF set to negative value",
            };
            return Err(Stop::error(text.to_vec()));
        }
        let count = record::index(number).unwrap_or(0);
        if count > record::MOST_FIELDS {
            return Err(Stop::fatal(b"program limit exceeded: maximum number of fields".into()));
        }
        self.record.set_count(count);
        let is_count = matches!(value, Value::Number(number) if number == count as f64);
        if !rules.record_counts_are_integers && !is_count {
            self.record.set_odd_count(value);
        }
        Ok(())
    }

    /// NR and FNR, which may be anything until the next record.
    fn assign_count(&mut self, special: Special, mut value: Value) {
        let mut number = value.number(self.dialect);
        if self.dialect.rules().record_counts_are_integers && number::to_long(number) != number {
            // In C's long.
            number = number::to_long(number);
            value = Value::Number(number);
        }
        if !matches!(value, Value::Number(_)) || self.odd_counts.is_some() {
            let plain = (Value::Number(self.nr), Value::Number(self.fnr));
            let counts = self.odd_counts.get_or_insert_with(|| Box::new(plain));
            match special {
                Special::Nr => counts.0 = value,
                _ => counts.1 = value,
            }
        }
        match special {
            Special::Nr => self.nr = number,
            _ => self.fnr = number,
        }
    }

    /// CONVFMT and OFMT; `text`: the value's.
    fn assign_number_format(
        &mut self,
        special: Special,
        value: &Value,
        mut text: Vec<u8>,
    ) -> Result<()> {
        self.refresh();
        let is_convfmt = special == Special::Convfmt;
        if !self.dialect.rules().number_format_is_any_text {
            if value.as_text().is_none() {
                text = b"%.6g".to_vec();
            } else if !crate::format::is_number_format(&text) {
                let name = if is_convfmt { "CONVFMT" } else { "OFMT" };
                let mut error = format!("illegal format assigned to {name}: ").into_bytes();
                error.extend_from_slice(c_string(&text));
                return Err(Stop::error(error));
            }
        }
        match is_convfmt {
            true => self.specials.convfmt.text = text,
            false => self.specials.ofmt.text = text,
        }
        Ok(())
    }

    /// What a text means as FS.
    pub(super) fn separator_of(&mut self, text: &[u8]) -> Result<Separator> {
        record::separator(text, self.dialect, |text| self.compile(text))
    }

    /// What FS means to split.
    pub(super) fn separator_of_fs(&mut self) -> Result<Separator> {
        if !matches!(self.record_separator, RecordSeparator::Paragraph { .. }) {
            return Ok(self.separator.clone());
        }
        let mut text = Vec::new();
        self.specials.fs.append(&self.specials.convfmt, &mut text);
        self.separator_of(&text)
    }

    /// What separates fields; newlines do too where RS is empty.
    fn field_separator(&mut self, text: &[u8]) -> Result<Separator> {
        let paragraphs = matches!(self.record_separator, RecordSeparator::Paragraph { .. });
        match text {
            [byte]
                if self.dialect.rules().paragraph_fields_end_at_newline
                    && paragraphs
                    && !matches!(byte, b' ' | b'\n') =>
            {
                let escaped: &[u8] = if *byte == b'\\' { b"\\\\" } else { &[*byte] };
                let regex = self.compile(&[b"[", escaped, b"\n]"].concat())?;
                Ok(Separator::of(regex, self.dialect))
            }
            _ => self.separator_of(text),
        }
    }

    fn record_separator_of(&mut self, text: &[u8]) -> Result<RecordSeparator> {
        let rules = self.dialect.rules();
        Ok(match text {
            b"" => RecordSeparator::Paragraph { anywhere: rules.paragraphs_skip_newlines },
            [byte] if *byte != b'\\' || rules.backslash_separates => RecordSeparator::Byte(*byte),
            _ => RecordSeparator::regex(self.compile(text)?, text),
        })
    }

    /// Puts `$0` together if fields have changed.
    #[inline]
    pub(super) fn refresh(&mut self) {
        if self.record.is_stale() {
            self.record.rebuild(&self.specials.ofs, &self.specials.convfmt);
        }
    }

    /// `name=value` of `-v` or among the operands.
    pub(super) fn command_line_assignment(&mut self, text: &[u8]) -> Result<bool> {
        let Some((name, value)) = crate::arguments::assignment(text) else { return Ok(false) };
        // What follows is said by nobody's line.
        self.line = 0;
        let backslashes = value.iter().rev().take_while(|byte| **byte == b'\\').count();
        let loses_one =
            self.dialect.rules().assignment_loses_last_backslash && backslashes % 2 == 1;
        let value = &value[..value.len() - usize::from(loses_one)];
        let value = match self.dialect.rules().warns_of_unknown_escapes {
            true => crate::lexer::unescape_of_gawk(value),
            false => None,
        }
        .unwrap_or_else(|| crate::lexer::unescape(value));
        let mut value = Value::new(crate::value::Kind::Input, &value);
        value.settle(self.dialect);
        if let Some((_, special)) = SPECIALS.iter().find(|(other, _)| other.as_bytes() == name) {
            self.assign_special(*special, value)?;
        } else if let Some(slot) = self.program.variables.iter().position(|other| **other == *name)
        {
            self.globals[slot] = value;
        } else if self.program.arrays.iter().any(|other| **other == *name)
            || self.program.functions.iter().any(|function| *function.name == *name)
            || BUILTINS.iter().any(|builtin| builtin.0.as_bytes() == name)
            || crate::lexer::is_keyword(name)
        {
            if self.dialect.rules().voice == Voice::Gawk {
                let is_function =
                    self.program.functions.iter().any(|function| *function.name == *name);
                let (start, end): (&[u8], &[u8]) = match is_function {
                    true => (b"cannot use function `", b"' as variable name"),
                    false => (b"cannot use gawk builtin `", b"' as variable name"),
                };
                return Err(Stop::error([start, name, end].concat()));
            }
            let mut error = b"cannot command line assign to ".to_vec();
            error.extend_from_slice(name);
            error.extend_from_slice(b"\n\ttype clash or keyword");
            return Err(Stop::error(error));
        }
        Ok(true)
    }
}
