//! Brace expansion: the words that a word with braces stands for, one at a time.
//!
//! The parser has found the braces (`syntax::brace`), so only unquoted ones come here, and
//! expansions in them are made later. It is the first expansion (bash(1), EXPANSION), but in
//! ksh93, which looks for braces in the fields that the others have made.

use crate::diagnostics::Problem;
use crate::environment::Environment;
use crate::unwind::Flow;
use syntax::names::is_name_byte;
use syntax::tree::{Brace, Operation, Parameter, Part, Reference};
use syntax::{ByteString, Name};

/// The most words that one word with braces may expand to.
const MOST: u64 = 1 << 24;

/// A part of an alternative.
#[derive(Clone)]
enum Piece<'a> {
    Part(&'a Part),
    Text(ByteString),
    /// `$name`, of which a part came from braces.
    Named(Name),
}

impl Piece<'_> {
    /// The text of a piece that is one.
    fn text(&self) -> Option<&[u8]> {
        match self {
            Piece::Part(Part::Literal(text)) | Piece::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The name of a parameter without braces of its own.
    fn name(&self) -> Option<Name> {
        match self {
            Piece::Part(Part::Parameter(parameter)) if !parameter.braced => {
                match parameter.reference {
                    Reference::Variable(name) if parameter.subscript.is_none() => Some(name),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

impl Environment {
    /// Expands a word with braces to fields.
    pub(super) fn expand_braces(&mut self, braces: &[Brace], out: &mut Vec<ByteString>) -> Flow {
        if count(braces) > MOST {
            return self.expansion_problem(&Problem::TooManyBraceWords);
        }
        self.alternatives(&[braces], &mut Vec::new(), out)
    }

    /// Expands a word with braces that mean nothing (`set +B`) to fields.
    #[cold]
    pub(super) fn expand_unbraced(&mut self, braces: &[Brace], out: &mut Vec<ByteString>) -> Flow {
        let mut pieces = Vec::new();
        flatten(braces, &mut pieces);
        self.expand_pieces(&pieces, out)
    }

    /// Appends the fields of all combinations. `rest`: the sequences that are still to be expanded,
    /// the innermost last; `prefix`: the pieces so far.
    fn alternatives<'a>(
        &mut self,
        rest: &[&'a [Brace]],
        prefix: &mut Vec<Piece<'a>>,
        out: &mut Vec<ByteString>,
    ) -> Flow {
        let Some((sequence, outer)) = rest.split_last() else {
            return self.expand_pieces(prefix, out);
        };
        let Some((first, after)) = sequence.split_first() else {
            return self.alternatives(outer, prefix, out);
        };
        let mut next: Vec<&'a [Brace]> = outer.to_vec();
        next.push(after);
        let before = prefix.len();
        match first {
            Brace::Part(part) => {
                prefix.push(Piece::Part(part));
                self.alternatives(&next, prefix, out)?;
            }
            Brace::List(list) => {
                for alternative in list {
                    next.push(alternative);
                    self.alternatives(&next, prefix, out)?;
                    next.pop();
                }
            }
            Brace::Integers { from, to, step, width, format, .. } => {
                let mut number = *from;
                loop {
                    let text = match format {
                        None => format!("{number:0width$}", width = *width),
                        Some(directive) => formatted(number, directive),
                    };
                    prefix.push(Piece::Text(ByteString::from(text.as_str())));
                    self.alternatives(&next, prefix, out)?;
                    prefix.truncate(before);
                    let step = i64::try_from(*step).unwrap_or(i64::MAX);
                    let following = if from <= to {
                        number.checked_add(step)
                    } else {
                        number.checked_sub(step)
                    };
                    match following {
                        Some(following) if from <= to && following <= *to => number = following,
                        Some(following) if from > to && following >= *to => number = following,
                        _ => break,
                    }
                }
            }
            Brace::Letters { from, to, step, .. } => {
                let distance = u64::from(from.abs_diff(*to));
                let mut offset = 0;
                while offset <= distance {
                    let offset_byte = offset as u8;
                    let letter = if from <= to { from + offset_byte } else { from - offset_byte };
                    prefix.push(Piece::Text(ByteString::new(&[letter])));
                    self.alternatives(&next, prefix, out)?;
                    prefix.truncate(before);
                    offset = offset.saturating_add(*step);
                }
            }
        }
        prefix.truncate(before);
        Ok(())
    }

    /// The pieces with the names that texts behind them continue; None where there are none.
    fn with_longer_names<'a>(&self, pieces: &[Piece<'a>]) -> Option<Vec<Piece<'a>>> {
        let continues = |piece: &Piece<'_>| {
            piece.text().and_then(<[u8]>::first).is_some_and(|&byte| is_name_byte(byte))
        };
        if !pieces.windows(2).any(|two| two[0].name().is_some() && continues(&two[1])) {
            return None;
        }
        let mut longer = Vec::new();
        let mut rest = pieces.iter();
        while let Some(piece) = rest.next() {
            let Some(name) = piece.name() else {
                longer.push(piece.clone());
                continue;
            };
            let mut name = self.name(name).to_vec();
            let mut behind = None;
            while behind.is_none()
                && let Some(text) = rest.as_slice().first().and_then(Piece::text)
            {
                rest.next();
                let end = text.iter().position(|&byte| !is_name_byte(byte));
                name.extend_from_slice(&text[..end.unwrap_or(text.len())]);
                behind = end.map(|end| Piece::Text(ByteString::new(&text[end..])));
            }
            longer.push(Piece::Named(self.shared.names.intern(&name)));
            longer.extend(behind);
        }
        Some(longer)
    }

    fn expand_pieces(&mut self, pieces: &[Piece<'_>], out: &mut Vec<ByteString>) -> Flow {
        let before = out.len();
        let in_fields = self.rules().syntax.braces_in_fields;
        let mut builder = super::Builder::new(super::Wanted::Fields, Some(out), Vec::new());
        let longer = match self.rules().expansion.braces_continue_names {
            true => self.with_longer_names(pieces),
            false => None,
        };
        let mut pieces = longer.as_deref().unwrap_or(pieces);
        if let Some(Piece::Part(Part::Literal(text))) = pieces.first()
            && text.first() == Some(&b'~')
            && !in_fields
        {
            // A login name ends with a slash or the word, whatever braces it came from.
            let literal = |piece: &Piece<'_>| match piece {
                Piece::Part(Part::Literal(text)) | Piece::Text(text) => Some(text.to_vec()),
                Piece::Part(_) | Piece::Named(_) => None,
            };
            let text: Vec<_> = pieces.iter().map_while(literal).collect();
            let (known, text) = (text.len(), text.concat());
            let end = text.iter().position(|&byte| byte == b'/');
            if end.is_some() || known == pieces.len() {
                let end = end.unwrap_or(text.len());
                self.append_tilde(&text[1..end], false, &mut builder);
                builder.literal(&text[end..], self);
                pieces = &pieces[known..];
            }
        }
        for piece in pieces {
            match piece {
                Piece::Part(part) => {
                    self.expand_parts(std::slice::from_ref(*part), false, &mut builder)?;
                }
                Piece::Text(text) => builder.literal(text, self),
                Piece::Named(name) => {
                    let parameter = Parameter {
                        reference: Reference::Variable(*name),
                        subscript: None,
                        indirect: false,
                        braced: false,
                        operation: Operation::Value,
                    };
                    let part = Part::Parameter(Box::new(parameter));
                    self.expand_parts(std::slice::from_ref(&part), false, &mut builder)?;
                }
            }
        }
        // Of nothing, too, an alternative makes a field there.
        builder.exists |= in_fields && builder.out.as_ref().is_some_and(|out| out.len() == before);
        builder.end_field(self);
        Ok(())
    }

    /// Expands the braces of a field that the other expansions have made; false where it has none.
    #[cold]
    pub(super) fn expand_field(
        &mut self,
        text: &[u8],
        unquoted: &[(u32, u32)],
        out: &mut Vec<ByteString>,
    ) -> bool {
        let of_c = self.rules().syntax.ranges_are_of_c;
        match syntax::brace::in_field(text, unquoted, of_c) {
            // There is nothing left that could fail.
            Some(braces) if count(&braces) <= MOST => {
                self.alternatives(&[&braces], &mut Vec::new(), out).is_ok()
            }
            _ => false,
        }
    }
}

/// A number of a range, as a directive of printf(3) for integers has it.
#[cold]
fn formatted(number: i64, directive: &[u8]) -> String {
    let (conversion, options) = directive[1..].split_last().unwrap_or((&b'd', &[]));
    let end = options.iter().position(|byte| !b"-+ 0#".contains(byte)).unwrap_or(options.len());
    let (flags, sizes) = options.split_at(end);
    let has = |flag| flags.contains(&flag);
    let sizes = String::from_utf8_lossy(sizes);
    let (width, precision) = sizes.split_once('.').map_or((&*sizes, None), |(a, b)| (a, Some(b)));
    let width = width.parse().unwrap_or(0);
    let precision = precision.map(|text| text.parse::<usize>().unwrap_or(0).min(4096));
    let (sign, digits) = match conversion {
        b'o' => (if has(b'#') { "0" } else { "" }, format!("{number:o}")),
        b'x' => (if has(b'#') { "0x" } else { "" }, format!("{number:x}")),
        b'X' => (if has(b'#') { "0X" } else { "" }, format!("{number:X}")),
        b'u' => ("", (number as u64).to_string()),
        b'c' => ("", char::from(number as u8).to_string()),
        _ if number < 0 => ("-", number.unsigned_abs().to_string()),
        _ if has(b'+') => ("+", number.to_string()),
        _ if has(b' ') => (" ", number.to_string()),
        _ => ("", number.to_string()),
    };
    let zeros = match precision {
        Some(precision) => precision,
        None if has(b'0') && !has(b'-') => width - width.min(sign.len()),
        None => 0,
    };
    let text = format!("{sign}{digits:0>zeros$}");
    if has(b'-') { format!("{text:<width$}") } else { format!("{text:>width$}") }
}

/// Appends what braces are as they are written.
fn flatten<'a>(braces: &'a [Brace], pieces: &mut Vec<Piece<'a>>) {
    let text = |text: &str| Piece::Text(ByteString::from(text));
    for brace in braces {
        match brace {
            Brace::Part(part) => pieces.push(Piece::Part(part)),
            Brace::List(list) => {
                for (at, alternative) in list.iter().enumerate() {
                    pieces.push(text(if at == 0 { "{" } else { "," }));
                    flatten(alternative, pieces);
                }
                pieces.push(text("}"));
            }
            Brace::Integers { text: range, .. } | Brace::Letters { text: range, .. } => {
                pieces.extend([text("{"), Piece::Text(range.clone()), text("}")]);
            }
        }
    }
}

/// The text of a word with braces as it is written, where that is known.
pub fn text_of_braces(braces: &[Brace]) -> Option<Vec<u8>> {
    let mut pieces = Vec::new();
    flatten(braces, &mut pieces);
    let texts: Option<Vec<&[u8]>> = pieces.iter().map(Piece::text).collect();
    Some(texts?.concat())
}

/// The number of words that braces expand to.
fn count(braces: &[Brace]) -> u64 {
    braces.iter().fold(1, |product: u64, brace| {
        product.saturating_mul(match brace {
            Brace::Part(_) => 1,
            Brace::List(list) => {
                list.iter().fold(0u64, |sum, alternative| sum.saturating_add(count(alternative)))
            }
            Brace::Integers { from, to, step, .. } => from.abs_diff(*to) / (*step).max(1) + 1,
            Brace::Letters { from, to, step, .. } => {
                u64::from(from.abs_diff(*to)) / (*step).max(1) + 1
            }
        })
    })
}
