//! The current record: `$0`, its fields and NF, each made from the others only when asked for.
//!
//! Fields are places in the text of the record until one is assigned; then they are values,
//! and the text is put together from them again when somebody looks at it.

use crate::characters;
use crate::copying;
use crate::dialect::Dialect;
use crate::number::{self, NumberFormat};
use crate::regex_text::Compiled;
use crate::value::{Kind, Side, Value};
use pattern::{Cache, MatchFlags};
use std::ops::Range;
use std::rc::Rc;

/// How text is split into fields (FS, or the third argument of `split`).
#[derive(Clone)]
pub(crate) enum Separator {
    /// Runs of blanks, tabs and newlines; those at both ends do not count.
    Blanks,
    /// Every byte is a field.
    Nothing,
    /// Every character of UTF-8 is a field.
    Characters,
    /// A single byte.
    Byte(u8),
    /// Whatever matches, at least a byte long.
    Regex(Rc<Compiled>),
    /// Likewise, but what is left behind the last one begins where the search for another did.
    Searched(Rc<Compiled>),
}

/// A piece of text: start and end.
pub(crate) type Span = (u32, u32);

/// Where splitting stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// Nothing before this byte is left to be split.
    At(usize),
    Done,
}

/// In the place of a span's start: the field is not in the text. The end says which of the
/// changed fields it is, or [`MADE`].
const ELSEWHERE: u32 = u32::MAX;
/// An empty field that was made by assigning a later one, or NF.
const MADE: u32 = u32::MAX;

/// The record.
pub(crate) struct Record {
    /// `$0`, or while it is stale what it was.
    text: Vec<u8>,
    kind: Kind,
    /// `$0` was assigned this number.
    number: Option<f64>,
    /// Fields found so far, as places in `text` or [`ELSEWHERE`].
    spans: Vec<Span>,
    progress: Progress,
    /// Fields that have been assigned.
    changed: Vec<Value>,
    /// Fields have changed since `text` was put together.
    stale: bool,
    /// Where the next text is put together.
    spare: Vec<u8>,
    /// Splitting finds all fields, and how many there were is remembered.
    counts_splits: bool,
    /// How many fields the last record had that was split, before this one.
    last_count: usize,
    /// What NF is where it is not just the number of fields: what was assigned to it.
    odd_count: Option<Box<Value>>,
}

impl Default for Record {
    fn default() -> Self {
        Self {
            text: Vec::new(),
            kind: Kind::Text,
            number: None,
            spans: Vec::new(),
            progress: Progress::Done,
            changed: Vec::new(),
            stale: false,
            spare: Vec::new(),
            counts_splits: false,
            last_count: 0,
            odd_count: None,
        }
    }
}

impl Record {
    /// Sets `$0` to a part of a text from outside.
    #[inline]
    pub(crate) fn set_input(&mut self, text: &[u8], part: Range<usize>) {
        self.text.clear();
        copying::append(&mut self.text, text, part.start, part.end);
        self.begin(if part.is_empty() { Kind::Text } else { Kind::Input }, None);
    }

    /// Sets `$0` to a value.
    pub(crate) fn set(&mut self, value: &Value, format: &NumberFormat) {
        self.text.clear();
        value.append(format, &mut self.text);
        match value {
            Value::Number(number) => self.begin(Kind::Text, Some(*number)),
            _ => self.begin(value.as_text().map_or(Kind::Text, |(kind, _)| kind), None),
        }
    }

    /// Sets `$0` to a string; `text` is something else afterwards.
    pub(crate) fn swap_text(&mut self, text: &mut Vec<u8>) {
        std::mem::swap(&mut self.text, text);
        self.begin(Kind::Text, None);
    }

    #[inline]
    fn begin(&mut self, kind: Kind, number: Option<f64>) {
        if self.counts_splits && !self.is_whole() {
            self.last_count = self.spans.len();
        }
        self.kind = kind;
        self.number = number;
        self.spans.clear();
        self.progress = Progress::At(0);
        if !self.changed.is_empty() {
            self.forget_changes();
        }
        self.stale = false;
    }

    #[cold]
    fn forget_changes(&mut self) {
        self.changed.clear();
        self.odd_count = None;
    }

    /// Whether `$0` has to be put together before it is looked at.
    #[inline]
    pub(crate) fn is_stale(&self) -> bool {
        self.stale
    }

    /// The text of `$0`, which is not stale.
    #[inline]
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// `$0` for a comparison.
    #[inline]
    pub(crate) fn side(&self) -> Side<'_> {
        match self.number {
            Some(number) => Side::Number(number),
            None => Side::Text(self.kind, &self.text),
        }
    }

    /// `$0` as a value.
    pub(crate) fn value(&self) -> Value {
        match self.number {
            Some(number) => Value::Number(number),
            None => Value::new(self.kind, &self.text),
        }
    }

    /// Puts `$0` together from the fields.
    pub(crate) fn rebuild(&mut self, separator: &[u8], format: &NumberFormat) {
        self.stale = false;
        self.number = None;
        self.kind = Kind::Text;
        if self.spans.len() == 1 && format.dialect.rules().single_field_gives_kind {
            // A record of one field is that field, of whatever kind.
            match self.field(1) {
                Some((kind, _)) => self.kind = kind,
                None => self.number = Some(self.field_value(1).number(format.dialect)),
            }
        }
        let mut text = std::mem::take(&mut self.spare);
        text.clear();
        // Fields that stand in the old text as they will in the new one are copied together:
        // from `start` of the old text, which has `length` bytes of it, to `place` in the new.
        let (mut start, mut length, mut place) = (0, 0, 0);
        for (index, span) in self.spans.iter_mut().enumerate() {
            if span.0 != ELSEWHERE {
                let (from, to) = (span.0 as usize, span.1 as usize);
                let follows = index > 0
                    && start + length + separator.len() == from
                    && length > 0
                    && self.text[start + length..from] == *separator;
                if !follows {
                    text.extend_from_slice(&self.text[start..start + length]);
                    if index > 0 {
                        text.extend_from_slice(separator);
                    }
                    (start, place) = (from, text.len());
                }
                length = to - start;
                let moved = place + (from - start);
                *span = (moved as u32, (moved + to - from) as u32);
                continue;
            }
            text.extend_from_slice(&self.text[start..start + length]);
            length = 0;
            if index > 0 {
                text.extend_from_slice(separator);
            }
            if span.1 != MADE {
                self.changed[span.1 as usize].append(format, &mut text);
            }
        }
        text.extend_from_slice(&self.text[start..start + length]);
        self.spare = std::mem::replace(&mut self.text, text);
    }

    /// Whether somebody will ask how many fields the last record had.
    pub(crate) fn count_splits(&mut self, counts: bool) {
        self.counts_splits = counts;
        self.last_count = 0;
    }

    /// How many fields the last record had that was split, before this one.
    pub(crate) fn last_count(&self) -> usize {
        self.last_count
    }

    /// Whether nobody has asked for a field yet.
    pub(crate) fn is_whole(&self) -> bool {
        self.progress == Progress::At(0) && self.spans.is_empty()
    }

    /// Finds fields until there are `wanted` of them or no more.
    #[inline]
    pub(crate) fn split(&mut self, wanted: usize, separator: &Separator, cache: &mut Cache) {
        if let Progress::At(from) = self.progress
            && self.spans.len() < wanted
        {
            let wanted = if self.counts_splits { usize::MAX } else { wanted };
            let more = wanted - self.spans.len();
            self.progress =
                match split_from(&self.text, from, more, separator, cache, &mut self.spans) {
                    Some(next) => Progress::At(next),
                    None => Progress::Done,
                };
        }
    }

    /// NF, once all has been split.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.spans.len()
    }

    /// The bytes of a field that is a string, from 1, as far as it has been split; and its
    /// kind. `None` for a number. A field that is not there is empty.
    #[inline]
    pub(crate) fn field(&self, index: usize) -> Option<(Kind, &[u8])> {
        match self.spans.get(index - 1) {
            None | Some((ELSEWHERE, MADE)) => Some((Kind::Text, b"")),
            Some(&(ELSEWHERE, place)) => match &self.changed[place as usize] {
                Value::Unset => Some((Kind::Text, b"")),
                value => value.as_text(),
            },
            Some(&(start, end)) => Some((Kind::Input, &self.text[start as usize..end as usize])),
        }
    }

    /// A field, from 1, for a comparison.
    #[inline]
    pub(crate) fn field_side(&self, index: usize) -> Side<'_> {
        match self.spans.get(index - 1) {
            Some(&(ELSEWHERE, place)) if place != MADE => (&self.changed[place as usize]).into(),
            _ => match self.field(index) {
                Some((kind, text)) => Side::Text(kind, text),
                None => Side::Unset,
            },
        }
    }

    /// A field as a value.
    pub(crate) fn field_value(&self, index: usize) -> Value {
        match (self.spans.get(index - 1), self.field(index)) {
            (Some(&(ELSEWHERE, place)), _) if place != MADE => self.changed[place as usize].clone(),
            (_, Some((kind, text))) => Value::new(kind, text),
            (_, None) => Value::Unset,
        }
    }

    /// Assigns a field, from 1; all has been split.
    pub(crate) fn set_field(&mut self, index: usize, value: Value) {
        if index > self.spans.len() {
            self.spans.resize(index, (ELSEWHERE, MADE));
            self.odd_count = None;
        }
        self.stale = true;
        let span = &mut self.spans[index - 1];
        if let (ELSEWHERE, place) = *span
            && place != MADE
        {
            self.changed[place as usize] = value;
            return;
        }
        *span = (ELSEWHERE, self.changed.len() as u32);
        self.changed.push(value);
    }

    /// Sees to it that there are so many fields, for gawk, which leaves `$0` as it is: somebody means
    /// to assign the last one. All has been split.
    pub(crate) fn extend(&mut self, count: usize) {
        if count > self.spans.len() {
            self.spans.resize(count, (ELSEWHERE, MADE));
        }
    }

    /// Assigns NF; all has been split.
    pub(crate) fn set_count(&mut self, count: usize) {
        self.spans.resize(count, (ELSEWHERE, MADE));
        self.stale = true;
        self.odd_count = None;
    }

    /// What NF is until the fields are others, where that is not just how many there are.
    pub(crate) fn set_odd_count(&mut self, value: Value) {
        self.odd_count = Some(Box::new(value));
        // The next record has one thing to look at.
        self.changed.push(Value::Unset);
    }

    /// Whether NF is just how many fields there are.
    #[inline]
    pub(crate) fn has_usual_count(&self) -> bool {
        self.odd_count.is_none()
    }

    /// The value of NF, once all has been split.
    pub(crate) fn count_value(&self) -> Value {
        match &self.odd_count {
            Some(value) => Value::clone(value),
            None => Value::Number(self.count() as f64),
        }
    }

    /// [`Self::count_value`], to be looked at.
    #[inline]
    pub(crate) fn count_side(&self) -> Side<'_> {
        match &self.odd_count {
            Some(value) => (&**value).into(),
            None => Side::Number(self.count() as f64),
        }
    }

    /// NF as a number, once all has been split.
    #[inline]
    pub(crate) fn count_number(&self, dialect: Dialect) -> f64 {
        match &self.odd_count {
            Some(value) => value.number(dialect),
            None => self.count() as f64,
        }
    }
}

/// Appends up to `wanted` fields of `text` from byte `from` on. Returns where to go on, or
/// `None` where nothing is left.
fn split_from(
    text: &[u8],
    from: usize,
    wanted: usize,
    separator: &Separator,
    cache: &mut Cache,
    spans: &mut Vec<Span>,
) -> Option<usize> {
    if text.is_empty() {
        return None;
    }
    let mut at = from;
    let end_of_text = text.len() as u32;
    match separator {
        Separator::Blanks => {
            for _ in 0..wanted {
                while at < text.len() && is_blank(text[at]) {
                    at += 1;
                }
                if at == text.len() {
                    return None;
                }
                let start = at;
                while at < text.len() && !is_blank(text[at]) {
                    at += 1;
                }
                spans.push((start as u32, at as u32));
            }
            Some(at)
        }
        Separator::Nothing => {
            let count = wanted.min(text.len() - from);
            spans.extend((at as u32..).take(count).map(|start| (start, start + 1)));
            at += count;
            (at < text.len()).then_some(at)
        }
        Separator::Characters => {
            for (_, length) in characters::all(&text[from..]).take(wanted) {
                spans.push((at as u32, (at + length) as u32));
                at += length;
            }
            (at < text.len()).then_some(at)
        }
        Separator::Byte(byte) => {
            for _ in 0..wanted {
                match byte_search::memchr(*byte, &text[at..]) {
                    Some(length) => {
                        spans.push((at as u32, (at + length) as u32));
                        at += length + 1;
                    }
                    None => {
                        spans.push((at as u32, end_of_text));
                        return None;
                    }
                }
            }
            Some(at)
        }
        Separator::Regex(regex) => {
            for _ in 0..wanted {
                match next_match(regex, cache, text, at) {
                    Some((start, end)) => {
                        spans.push((at as u32, start as u32));
                        at = end;
                    }
                    None => {
                        spans.push((at as u32, end_of_text));
                        return None;
                    }
                }
            }
            Some(at)
        }
        Separator::Searched(regex) => {
            for _ in 0..wanted {
                match search(regex, cache, text, at) {
                    Ok((start, end)) => {
                        spans.push((at as u32, start as u32));
                        at = end;
                    }
                    Err(start) => {
                        spans.push((start as u32, end_of_text));
                        return None;
                    }
                }
            }
            Some(at)
        }
    }
}

#[inline]
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n')
}

/// The next match that is not empty. `^` matches at the start of `text` only.
pub(crate) fn next_match(
    regex: &Compiled,
    cache: &mut Cache,
    text: &[u8],
    from: usize,
) -> Option<(usize, usize)> {
    let mut at = from;
    while at < text.len() {
        let flags = MatchFlags { not_bol: at > 0, not_eol: false };
        let (start, end) = regex.find(cache, text, at, flags)?;
        if end > start {
            return Some((start, end));
        }
        at = regex.step(text, start);
    }
    None
}

/// The next match that is not empty, each looked for as if the text began there, as gawk does. Where there is none, the
/// place from which on nothing matches: behind an empty match that is no longer `from`. At the end of the text nothing
/// is looked for, and it is `from`.
fn search(
    regex: &Compiled,
    cache: &mut Cache,
    text: &[u8],
    from: usize,
) -> Result<(usize, usize), usize> {
    let mut at = from;
    while at < text.len() {
        let flags = MatchFlags { not_bol: at > 0, not_eol: false };
        let (start, end) = regex.find(cache, &text[at..], 0, flags).ok_or(at)?;
        if end > start {
            return Ok((at + start, at + end));
        }
        at = regex.step(text, at);
    }
    Err(from)
}

/// Splits a whole text.
pub(crate) fn split_all(
    text: &[u8],
    separator: &Separator,
    cache: &mut Cache,
    spans: &mut Vec<Span>,
) {
    spans.clear();
    split_from(text, 0, usize::MAX, separator, cache, spans);
}

/// The separator that a string stands for.
pub(crate) fn separator(
    text: &[u8],
    dialect: Dialect,
    compile: impl FnOnce(&[u8]) -> Result<Rc<Compiled>, crate::machine::Stop>,
) -> Result<Separator, crate::machine::Stop> {
    Ok(match text {
        b" " => Separator::Blanks,
        b"" if dialect.has_utf8() => Separator::Characters,
        b"" => Separator::Nothing,
        [byte] if *byte != b'\\' || dialect.rules().backslash_separates => Separator::Byte(*byte),
        _ => Separator::of(compile(text)?, dialect),
    })
}

impl Separator {
    /// An expression as this awk has it.
    pub(crate) fn of(regex: Rc<Compiled>, dialect: Dialect) -> Self {
        match dialect.rules().rest_begins_behind_empty_match {
            true => Self::Searched(regex),
            false => Self::Regex(regex),
        }
    }
}

/// More fields are not made.
pub(crate) const MOST_FIELDS: usize = 50_000_000;

/// The number that a field index is; `None` where it is negative.
pub(crate) fn index(value: f64) -> Option<usize> {
    if value >= f64::from(number::MOST) {
        return Some(number::MOST as usize);
    }
    (value >= 0.0).then_some(value as usize)
}
