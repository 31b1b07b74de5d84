//! Brace expansion: the words that a word with braces stands for, one at a time.
//!
//! The parser has found the braces (`syntax::brace`), so only unquoted ones come here, and
//! expansions in them are made later. It is the first expansion (bash(1), EXPANSION).

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
            Brace::Integers { from, to, step, width, .. } => {
                let mut number = *from;
                loop {
                    let text = format!("{number:0width$}", width = *width);
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
            Brace::Computed(parts) => {
                for text in self.computed_range(parts)? {
                    prefix.push(Piece::Text(text));
                    self.alternatives(&next, prefix, out)?;
                    prefix.truncate(before);
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

    /// The words of a range with expansions; one with the braces, where it is no range.
    #[cold]
    fn computed_range(&mut self, parts: &[Part]) -> Flow<Vec<ByteString>> {
        let mut inner = super::Builder::new(super::Wanted::Text, None, Vec::new());
        self.expand_parts(parts, false, &mut inner)?;
        let mut text = inner.text.to_vec();
        if text.ends_with(b"..") {
            // A limit that is empty.
            text.push(b'0');
        }
        let words = match syntax::brace::read_range(&text, false) {
            Some(Brace::Integers { from, to, step, .. }) => {
                if from.abs_diff(to) / step.max(1) >= MOST {
                    self.expansion_problem(&Problem::TooManyBraceWords)?;
                }
                let count = from.abs_diff(to) / step.max(1);
                let number = |index: u64| match from <= to {
                    true => from.wrapping_add_unsigned(index * step),
                    false => from.wrapping_sub_unsigned(index * step),
                };
                (0..=count).map(|index| ByteString::from_integer(number(index))).collect()
            }
            Some(Brace::Letters { from, to, step, .. }) => {
                let count = u64::from(from.abs_diff(to)) / step.max(1);
                let letter = |index: u64| {
                    let offset = (index * step) as u8;
                    if from <= to { from + offset } else { from - offset }
                };
                (0..=count).map(|index| ByteString::new(&[letter(index)])).collect()
            }
            _ => vec![ByteString::from([b"{", &inner.text[..], b"}"].concat())],
        };
        Ok(words)
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
        let mut builder = super::Builder::new(super::Wanted::Fields, Some(out), Vec::new());
        let longer = match self.rules().expansion.braces_continue_names {
            true => self.with_longer_names(pieces),
            false => None,
        };
        let mut pieces = longer.as_deref().unwrap_or(pieces);
        if let Some(Piece::Part(Part::Literal(text))) = pieces.first()
            && text.first() == Some(&b'~')
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
        builder.end_field(self);
        Ok(())
    }
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
            Brace::Computed(parts) => {
                pieces.push(text("{"));
                pieces.extend(parts.iter().map(Piece::Part));
                pieces.push(text("}"));
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
            Brace::Part(_) | Brace::Computed(_) => 1,
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
