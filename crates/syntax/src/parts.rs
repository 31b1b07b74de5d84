//! The parts of a text (POSIX XCU 2.2, 2.6): what is special in it depends on what it is in.

use crate::bytes::set_with;
use crate::collector::Collector;
use crate::context::Quoting;
use crate::error::{Construct, Result, SyntaxErrorKind};
use crate::parser::{DEPTH, Parser};
use crate::tree::Part;
use crate::word::{SPECIAL, length_without};

/// Bytes that end a run of ordinary characters, and in a subscript or a pattern what ends the text.
const WORD_ENDS: [bool; 256] = set_with(SPECIAL, b"}");
const SUBSCRIPT_ENDS: [bool; 256] = set_with(WORD_ENDS, b"]");
const PATTERN_ENDS: [bool; 256] = set_with(WORD_ENDS, b"/");

/// What has been opened in a text and is still to be closed.
#[derive(Default)]
struct Open {
    /// Parentheses; in a subscript brackets, in an offset also `?` without its `:`.
    parentheses: usize,
    /// Braces in the pattern and the replacement of `${x/p/r}`.
    braces: usize,
    /// In `"${x-word}"`: a single quote, which hides the end of the word and means nothing else.
    single: bool,
}

/// What became of a byte.
enum Step {
    /// It is part of the text, and has been read.
    Taken,
    /// It ends the text.
    End,
    /// It means what it means in any text.
    Ordinary,
}

impl Parser<'_> {
    /// Reads the parts of a text up to its end, which is left to be read.
    ///
    /// # Errors
    ///
    /// The text has no end, or an expansion in it is none.
    pub(crate) fn parts(&mut self, quoting: Quoting) -> Result<Vec<Part>> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error(SyntaxErrorKind::NestedTooDeeply));
        }
        let mut collector = self.collectors.pop().unwrap_or_default();
        let begun = self.place(self.at);
        let mut open = Open::default();
        while let Some(byte) = self.next_of_text(quoting, begun, open.single)? {
            let step = match quoting {
                Quoting::Word => match byte {
                    b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')' => {
                        match self.goes_on(byte, &mut collector, &mut open.parentheses)? {
                            true => Step::Taken,
                            false => Step::End,
                        }
                    }
                    _ => Step::Ordinary,
                },
                Quoting::Double | Quoting::Toggled if byte == b'"' => Step::End,
                Quoting::HereDocument if self.fills => match self.filled()? {
                    Some(part) => {
                        collector.part(part);
                        Step::Taken
                    }
                    None => Step::Ordinary,
                },
                Quoting::Double | Quoting::Toggled | Quoting::HereDocument => Step::Ordinary,
                Quoting::BracedDouble if self.rules.syntax.single_quotes_hide_brace => {
                    self.single_quoted_in_braces(byte, &mut collector, &mut open)?
                }
                Quoting::BracedDouble | Quoting::BracedHere => match byte {
                    b'}' => Step::End,
                    _ => Step::Ordinary,
                },
                Quoting::Braced | Quoting::Pattern => {
                    self.pattern_in_braces(byte, quoting, &mut collector, &mut open)?
                }
                Quoting::Group => self.pattern_in_group(byte, &mut collector)?,
                Quoting::Subscript => self.in_subscript(byte, &mut collector, &mut open)?,
                Quoting::Arithmetic | Quoting::Clause | Quoting::Offset => {
                    self.in_expression(byte, quoting, &mut collector, &mut open)?
                }
            };
            match step {
                Step::Taken => {}
                Step::End => break,
                Step::Ordinary => self.part_at(byte, quoting, &mut collector)?,
            }
        }
        self.depth -= 1;
        let parts = collector.finish();
        if collector.is_small() {
            self.collectors.push(collector);
        }
        Ok(parts)
    }

    /// The next byte of a text that began at a place; `None` at the end of one that may end with
    /// the script.
    #[inline]
    fn next_of_text(
        &mut self,
        quoting: Quoting,
        begun: (usize, u32),
        single: bool,
    ) -> Result<Option<u8>> {
        match self.peek_byte()? {
            None => self.end_of_text(quoting, begun, single),
            byte => Ok(byte),
        }
    }

    /// At the end of the script: whether the text may end there.
    #[cold]
    fn end_of_text(
        &self,
        quoting: Quoting,
        (begin, line): (usize, u32),
        single: bool,
    ) -> Result<Option<u8>> {
        let (construct, before) = match quoting {
            Quoting::Word | Quoting::HereDocument | Quoting::Subscript => return Ok(None),
            Quoting::Double | Quoting::Toggled => (Construct::DoubleQuotes, 1),
            Quoting::Arithmetic | Quoting::Clause => (Construct::Arithmetic, 2),
            Quoting::Group => (Construct::Group, 1),
            _ if single => (Construct::SingleQuotes, 0),
            _ => (Construct::ParameterExpansion, 0),
        };
        Err(self.unclosed(construct, (begin.saturating_sub(before), line)))
    }

    /// In `"${x-word}"` where single quotes hide a brace.
    fn single_quoted_in_braces(
        &mut self,
        byte: u8,
        collector: &mut Collector,
        open: &mut Open,
    ) -> Result<Step> {
        match byte {
            b'\'' => {
                open.single = !open.single;
                collector.quoted().push(byte);
                self.at += 1;
            }
            b'\\' if !open.single && self.byte_at(1)? == Some(b'\'') => {
                // No quote.
                collector.quoted().extend_from_slice(b"\\'");
                self.at += 2;
            }
            b'}' if open.single => {
                collector.quoted().push(byte);
                self.at += 1;
            }
            b'}' => return Ok(Step::End),
            b'"' if open.single => self.at += 1,
            b'$' if open.single && matches!(self.byte_at(1)?, Some(b'\'' | b'"')) => {
                // The quote ends what is in single ones, or is left out.
                collector.quoted().push(byte);
                self.at += 1;
            }
            _ => return Ok(Step::Ordinary),
        }
        Ok(Step::Taken)
    }

    /// In `${x-word}` and the pattern of `${x/p/r}`, outside of double quotes.
    fn pattern_in_braces(
        &mut self,
        byte: u8,
        quoting: Quoting,
        collector: &mut Collector,
        open: &mut Open,
    ) -> Result<Step> {
        let syntax = &self.rules.syntax;
        let pairs = syntax.braces_pair_in_replacement;
        match byte {
            b'}' if open.braces > 0 => {
                open.braces -= 1;
                collector.literal(byte);
                self.at += 1;
            }
            b'}' => return Ok(Step::End),
            b'/' if quoting == Quoting::Pattern => return Ok(Step::End),
            b'{' if pairs && self.back_references && quoting == Quoting::Braced => {
                open.braces += 1;
                collector.literal(byte);
                self.at += 1;
            }
            b'{' if syntax.ksh_groups && self.is_counted_group()? => {
                while let Some(byte) = self.byte_at(0)? {
                    self.at += 1;
                    collector.literal(byte);
                    if byte == b'(' {
                        break;
                    }
                }
                self.group(collector)?;
            }
            b'{' if syntax.ksh_groups
                && collector.begins_expression()
                && let Some(length) = self.count()? =>
            {
                for _ in 0..length {
                    collector.literal(self.source[self.at]);
                    self.at += 1;
                }
            }
            b'{' if pairs && quoting == Quoting::Pattern => {
                open.braces += 1;
                collector.literal(byte);
                self.at += 1;
            }
            b'(' if syntax.ksh_groups && collector.ends_in_ksh_group() => {
                self.at += 1;
                collector.literal(byte);
                self.group(collector)?;
            }
            b'(' if syntax.groups_in_braces && collector.ends_in_group() => {
                self.at += 1;
                collector.literal(byte);
                // Without an end it is an ordinary character: `${x##*([}`.
                let (at, line, depth) = (self.at, self.line, self.depth);
                if !self.refuted.contains(&at) && self.group(collector).is_err() {
                    self.refuted.insert(at);
                    (self.at, self.line, self.depth) = (at, line, depth);
                }
            }
            b'<' | b'>'
                if quoting == Quoting::Braced
                    && syntax.process_substitution_in_braces
                    && self.byte_at(1)? == Some(b'(') =>
            {
                self.process_substitution(collector)?;
            }
            _ => return Ok(Step::Ordinary),
        }
        Ok(Step::Taken)
    }

    /// In the parentheses of `@(…)`.
    fn pattern_in_group(&mut self, byte: u8, collector: &mut Collector) -> Result<Step> {
        match byte {
            b')' => Ok(Step::End),
            b'(' => {
                collector.literal(byte);
                self.at += 1;
                self.group(collector)?;
                Ok(Step::Taken)
            }
            _ => Ok(Step::Ordinary),
        }
    }

    /// In the brackets of `name[…]`.
    fn in_subscript(
        &mut self,
        byte: u8,
        collector: &mut Collector,
        open: &mut Open,
    ) -> Result<Step> {
        match byte {
            b']' if open.parentheses == 0 => return Ok(Step::End),
            b'\n' if open.parentheses == 0 && !self.context.lines => return Ok(Step::End),
            b'}' if self.context.lines && open.parentheses == 0 && !self.bracket_follows()? => {
                return Ok(Step::End);
            }
            b'\n' if self.context.lines => {
                collector.literal(byte);
                self.advance();
                return Ok(Step::Taken);
            }
            b'[' => open.parentheses += 1,
            b']' => open.parentheses -= 1,
            _ => return Ok(Step::Ordinary),
        }
        collector.literal(byte);
        self.at += 1;
        Ok(Step::Taken)
    }

    /// Whether a `]` follows on the line before a double quote: else `}` ends `${name[`.
    fn bracket_follows(&mut self) -> Result<bool> {
        let mut offset = 0;
        loop {
            match self.byte_at(offset)? {
                Some(b'"' | b'\n') | None => return Ok(false),
                Some(b']') => return Ok(true),
                Some(_) => offset += 1,
            }
        }
    }

    /// In an arithmetic expression, or a part of one.
    fn in_expression(
        &mut self,
        byte: u8,
        quoting: Quoting,
        collector: &mut Collector,
        open: &mut Open,
    ) -> Result<Step> {
        let (clause, offset) = (quoting == Quoting::Clause, quoting == Quoting::Offset);
        match byte {
            b'}' | b':' if offset && open.parentheses == 0 => return Ok(Step::End),
            b';' if clause && open.parentheses == 0 => return Ok(Step::End),
            b'\'' if self.rules.syntax.character_constants && self.is_character()? => {
                self.character_constant(collector)?;
                return Ok(Step::Taken);
            }
            b')' if open.parentheses == 0 => return Ok(Step::End),
            // The `:` that follows `?` is its own.
            b'?' if offset => open.parentheses += 1,
            b':' if offset => open.parentheses -= 1,
            b'(' => open.parentheses += 1,
            b')' => open.parentheses -= 1,
            b'"' => {
                self.at += 1;
                return Ok(Step::Taken);
            }
            b'\'' if offset => {
                self.at += 1;
                return Ok(Step::Taken);
            }
            _ => return Ok(Step::Ordinary),
        }
        collector.quoted().push(byte);
        self.at += 1;
        Ok(Step::Taken)
    }

    /// At the first quote of `'c'`.
    fn character_constant(&mut self, collector: &mut Collector) -> Result<()> {
        while let Some(byte) = self.byte_at(0)? {
            collector.literal(byte);
            self.at += 1;
            if byte == b'\\'
                && let Some(byte) = self.byte_at(0)?
            {
                collector.literal(byte);
                self.at += 1;
            }
            if self.byte_at(0)? == Some(b'\'') {
                collector.literal(b'\'');
                self.at += 1;
                break;
            }
        }
        Ok(())
    }

    /// At a byte that means nothing to what the text is in: a quote, an expansion, or text up to
    /// the next byte that may be special.
    #[inline]
    fn part_at(&mut self, byte: u8, quoting: Quoting, collector: &mut Collector) -> Result<()> {
        match byte {
            b'\\' => self.backslash(quoting, collector)?,
            b'\'' if !quoting.is_quoted() => {
                self.at += 1;
                self.single_quotes(collector.quoted())?;
            }
            b'"' if !quoting.is_quoted() || quoting.is_braced() => {
                self.at += 1;
                self.double_quotes(quoting, collector)?;
            }
            b'$' => self.dollar(quoting, collector)?,
            b'`' => {
                self.at += 1;
                let body = self.backquotes(quoting)?;
                collector.part(Part::Command(body));
            }
            _ if quoting.is_quoted() => self.run(quoting, collector.quoted()),
            _ => {
                collector.literal(byte);
                self.advance();
                let ends = match quoting {
                    Quoting::Subscript => &SUBSCRIPT_ENDS,
                    Quoting::Pattern => &PATTERN_ENDS,
                    _ => &WORD_ENDS,
                };
                let rest = &self.source[self.at..];
                let count = length_without(rest, ends);
                collector.literal.extend_from_slice(&rest[..count]);
                self.at += count;
            }
        }
        Ok(())
    }
}
