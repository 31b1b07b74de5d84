//! Sort keys: what part of a line they are, and how two of them compare.

use super::numeric;
use crate::text::{number, version};
use std::borrow::Cow;
use std::cmp::Ordering;

/// What kind of comparison a key asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// As texts.
    #[default]
    Text,
    /// -n
    Numeric,
    /// -h
    Human,
    /// -M
    Month,
    /// -V
    Version,
}

/// The bytes of a key that count in a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ignore {
    /// All do.
    #[default]
    Nothing,
    /// -d: blanks, letters and digits.
    NonDictionary,
    /// -i: printable ones.
    NonPrinting,
}

/// How a key compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The kind of comparison.
    pub kind: Kind,
    /// What is ignored.
    pub ignore: Ignore,
    /// -f
    pub fold: bool,
    /// -r
    pub reverse: bool,
    /// -b, at the start of the key.
    pub skip_start: bool,
    /// -b, at its end.
    pub skip_end: bool,
    /// More than one kind was asked for.
    conflict: bool,
}

/// Where an option stands: where its `b` counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OptionPlace {
    /// Behind the start of a key.
    Start,
    /// Behind the end of a key.
    End,
    /// Among the options of the command.
    Command,
}

impl Order {
    /// Adds the option `letter`, which stands at `place`. False if it is none.
    pub fn add(&mut self, letter: u8, place: OptionPlace) -> bool {
        let kind = match letter {
            b'b' => {
                self.skip_start |= place != OptionPlace::End;
                self.skip_end |= place != OptionPlace::Start;
                return true;
            }
            b'd' => {
                self.ignore = Ignore::NonDictionary;
                return true;
            }
            b'i' => {
                if self.ignore == Ignore::Nothing {
                    self.ignore = Ignore::NonPrinting;
                }
                return true;
            }
            b'f' => {
                self.fold = true;
                return true;
            }
            b'r' => {
                self.reverse = true;
                return true;
            }
            b'n' => Kind::Numeric,
            b'h' => Kind::Human,
            b'M' => Kind::Month,
            b'V' => Kind::Version,
            _ => return false,
        };
        self.conflict |= self.kind != Kind::Text && self.kind != kind;
        self.kind = kind;
        true
    }

    /// Whether nothing but perhaps `r` was asked for.
    pub fn is_default(&self) -> bool {
        Order { reverse: false, ..*self } == Order::default()
    }

    /// Whether small letters count as suffixes of numbers: GNU's sort folds the key before it looks for them.
    pub fn folds_suffixes(&self) -> bool {
        self.kind == Kind::Human && self.fold
    }

    /// Whether what was asked for makes no sense together.
    pub fn is_contradictory(&self) -> bool {
        let numeric = matches!(self.kind, Kind::Numeric | Kind::Human | Kind::Month);
        self.conflict || numeric && self.ignore != Ignore::Nothing
    }
}

/// A place in a line: a field and a byte in it, both from 0.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    field: usize,
    byte: usize,
}

/// A sort key.
#[derive(Clone, Debug)]
pub struct Key {
    /// Where it begins; None for the start of the line.
    start: Option<Place>,
    /// Where it ends; None for the end of the line.
    end: Option<Place>,
    /// How it compares.
    pub order: Order,
    /// Suffixes begin behind the first byte of a name (-V).
    pub orders_dots_first: bool,
    /// R and Q are suffixes of numbers (-h).
    pub knows_long_prefixes: bool,
}

impl Key {
    /// The whole line.
    pub fn line(order: Order) -> Self {
        Self::new(None, None, order)
    }

    fn new(start: Option<Place>, end: Option<Place>, order: Order) -> Self {
        Self { start, end, order, orders_dots_first: false, knows_long_prefixes: false }
    }

    /// Reads `F[.C][OPTS][,F[.C][OPTS]]`.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let mut rest = text;
        let mut order = Order::default();
        let field = count(&mut rest)?.checked_sub(1)?;
        let mut start = Place { field, byte: 0 };
        if let Some((b'.', after)) = rest.split_first() {
            rest = after;
            start.byte = count(&mut rest)?.checked_sub(1)?;
        }
        options(&mut rest, &mut order, OptionPlace::Start);
        let mut end = None;
        if let Some((b',', after)) = rest.split_first() {
            rest = after;
            let mut place = Place { field: count(&mut rest)?.checked_sub(1)?, byte: 0 };
            if let Some((b'.', after)) = rest.split_first() {
                rest = after;
                place.byte = count(&mut rest)?;
            }
            options(&mut rest, &mut order, OptionPlace::End);
            end = Some(place);
        }
        let start = Some(start).filter(|start| start.field > 0 || start.byte > 0);
        rest.is_empty().then(|| Self::new(start, end, order))
    }

    /// The part of a line that the key is.
    #[inline]
    pub fn of<'l>(&self, line: &'l [u8], tab: Option<u8>) -> &'l [u8] {
        let start = match self.start {
            Some(place) => self.begin(line, tab, place),
            None if self.order.skip_start => skip(line, 0, is_blank),
            None => 0,
        };
        let end = match self.end {
            Some(place) => self.limit(line, tab, place),
            None => line.len(),
        };
        line.get(start..end).unwrap_or_default()
    }

    fn begin(&self, line: &[u8], tab: Option<u8>, place: Place) -> usize {
        let mut at = 0;
        for _ in 0..place.field {
            if at >= line.len() {
                break;
            }
            at = match tab {
                Some(tab) => (skip(line, at, |b| b != tab) + 1).min(line.len()),
                None => skip(line, skip(line, at, is_blank), |b| !is_blank(b)),
            };
        }
        if self.order.skip_start {
            at = skip(line, at, is_blank);
        }
        at.saturating_add(place.byte).min(line.len())
    }

    fn limit(&self, line: &[u8], tab: Option<u8>, place: Place) -> usize {
        let mut at = 0;
        let fields = if place.byte == 0 { place.field + 1 } else { place.field };
        for left in (0..fields).rev() {
            if at >= line.len() {
                break;
            }
            match tab {
                Some(tab) => {
                    at = skip(line, at, |b| b != tab);
                    if at < line.len() && (left > 0 || place.byte > 0) {
                        at += 1;
                    }
                }
                None => at = skip(line, skip(line, at, is_blank), |b| !is_blank(b)),
            }
        }
        if place.byte > 0 {
            if self.order.skip_end {
                at = skip(line, at, is_blank);
            }
            at = at.saturating_add(place.byte).min(line.len());
        }
        at
    }

    /// A number that never decreases where keys do not: for comparing most of them quickly. And whether
    /// it tells all: keys of this rank of which that is also true are equal to this one.
    pub fn rank(&self, key: &[u8]) -> (u64, bool) {
        let order = &self.order;
        let (rank, tells_all) = match order.kind {
            Kind::Numeric => numeric::rank(key),
            Kind::Human => numeric::rank_human(key, self.knows_long_prefixes),
            Kind::Month => (u64::from(numeric::month(key)), true),
            Kind::Text if order.ignore == Ignore::Nothing => {
                let rank = prefix(key);
                let rank = if order.fold { fold_prefix(rank) } else { rank };
                // A NUL would look like the end.
                (rank, key.len() <= 8 && !key.contains(&0))
            }
            Kind::Text => (self.rank_of_counting(key, 0), false),
            Kind::Version => (0, false),
        };
        (if order.reverse { !rank } else { rank }, tells_all)
    }

    /// Of keys of one rank, none of which its rank tells all of, another number that never
    /// decreases where they do not.
    pub fn rank_of_rest(&self, key: &[u8]) -> u64 {
        let order = &self.order;
        match order.kind {
            Kind::Text if order.ignore == Ignore::Nothing => {
                self.rank(key.get(8..).unwrap_or_default()).0
            }
            Kind::Text if order.reverse => !self.rank_of_counting(key, 8),
            Kind::Text => self.rank_of_counting(key, 8),
            _ => 0,
        }
    }

    /// Eight of the bytes that count as a number, those behind the first `passed` of them. Where some do not
    /// count, NUL is one of them, so that shorter keys are less.
    fn rank_of_counting(&self, key: &[u8], passed: usize) -> u64 {
        let mut bytes = [0; 8];
        bytes.iter_mut().zip(self.counting(key).skip(passed)).for_each(|(to, byte)| *to = byte);
        u64::from_be_bytes(bytes)
    }

    /// Whether keys with the same two ranks, of which this is also true, are equal to this one.
    pub fn ranks_tell_all(&self, key: &[u8]) -> bool {
        let is_text = self.order.kind == Kind::Text && self.order.ignore == Ignore::Nothing;
        is_text && key.len() <= 16 && !key.contains(&0)
    }

    /// Compares two keys.
    pub fn compare(&self, a: &[u8], b: &[u8]) -> Ordering {
        let order = &self.order;
        let result = match order.kind {
            Kind::Text => {
                if order.ignore == Ignore::Nothing && !order.fold {
                    a.cmp(b)
                } else {
                    self.counting(a).cmp(self.counting(b))
                }
            }
            Kind::Numeric => numeric::compare(a, b),
            Kind::Human => numeric::compare_human(a, b, self.knows_long_prefixes),
            Kind::Month => numeric::month(a).cmp(&numeric::month(b)),
            Kind::Version => {
                version::compare(&self.filtered(a), &self.filtered(b), !self.orders_dots_first)
            }
        };
        if order.reverse { result.reverse() } else { result }
    }

    /// The bytes that count, as they count.
    fn counting<'k>(&self, key: &'k [u8]) -> impl Iterator<Item = u8> + use<'k> {
        let Order { ignore, fold, .. } = self.order;
        key.iter()
            .copied()
            .filter(move |&byte| counts(byte, ignore))
            .map(move |byte| if fold { byte.to_ascii_uppercase() } else { byte })
    }

    fn filtered<'k>(&self, key: &'k [u8]) -> Cow<'k, [u8]> {
        if self.order.ignore == Ignore::Nothing && !self.order.fold {
            return Cow::Borrowed(key);
        }
        Cow::Owned(self.counting(key).collect())
    }
}

/// The first eight bytes as a number.
#[inline]
pub fn prefix(text: &[u8]) -> u64 {
    match text.first_chunk::<8>() {
        Some(first) => u64::from_be_bytes(*first),
        None => {
            let mut bytes = [0; 8];
            bytes[..text.len()].copy_from_slice(text);
            u64::from_be_bytes(bytes)
        }
    }
}

fn fold_prefix(prefix: u64) -> u64 {
    let mut bytes = prefix.to_be_bytes();
    bytes.make_ascii_uppercase();
    u64::from_be_bytes(bytes)
}

fn counts(byte: u8, ignore: Ignore) -> bool {
    match ignore {
        Ignore::Nothing => true,
        Ignore::NonDictionary => is_blank(byte) || byte.is_ascii_alphanumeric(),
        Ignore::NonPrinting => matches!(byte, 0x20..=0x7e),
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n')
}

#[inline]
fn skip(line: &[u8], from: usize, skipped: impl Fn(u8) -> bool) -> usize {
    let rest = line.get(from..).unwrap_or_default();
    from + rest.iter().position(|&byte| !skipped(byte)).unwrap_or(rest.len())
}

fn count(rest: &mut &[u8]) -> Option<usize> {
    let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, after) = rest.split_at(length);
    *rest = after;
    usize::try_from(number::plain(digits)?).ok().filter(|&count| count < usize::MAX / 2)
}

fn options(rest: &mut &[u8], order: &mut Order, place: OptionPlace) {
    while let Some((&letter, after)) = rest.split_first() {
        if !order.add(letter, place) {
            break;
        }
        *rest = after;
    }
}
