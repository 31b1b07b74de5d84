//! Looking for a sequence of sets of bytes, perhaps at the start or the end of a line.
//!
//! Two places of the sequence, those where something rare stands, are looked at for many starts at
//! once, in a form that compilers turn into vector instructions; the rest where both fit.

use super::bytes::ByteSet;

/// As many sequences can be looked for at once.
pub(super) const MOST: usize = 6;
/// Starts that are looked at together.
const WIDTH: usize = 64;

/// What a range takes to be looked for: it is one byte; one once bits are left out; several.
const PLAIN: u8 = 0;
const MASKED: u8 = 1;
const WIDE: u8 = 2;

/// How far each of the starts is from fitting, a byte each: 0 where it does.
type Marks = [u8; WIDTH];

/// A set, and a range that has all of its members when some bits are left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    bits: ByteSet,
    range: Range,
}

#[derive(Clone, Copy, Debug)]
struct Range {
    mask: u8,
    low: u8,
    more: u8,
    /// How much of a common text it has, from 0 to 1.
    frequency: f32,
}

/// What may stand at a place, which is counted from the byte before the sequence.
#[derive(Clone, Copy, Debug)]
struct Probe {
    place: usize,
    range: Range,
}

/// Which ends of a sequence are bound to those of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineEnds {
    /// It stands at the start of a line.
    pub(super) head: bool,
    /// It stands at the end of a line.
    pub(super) tail: bool,
}

/// What to look for.
#[derive(Debug)]
pub(super) struct Sequence {
    ends: LineEnds,
    sets: Vec<ByteSet>,
    probes: [Probe; 2],
}

impl Sequence {
    /// The sequence of these members.
    pub(super) fn new(ends: LineEnds, members: &[Member]) -> Sequence {
        let sets = members.iter().map(|member| member.bits).collect();
        Sequence { ends, sets, probes: probes(ends, members) }
    }

    /// Whether it is bound to the start of a line.
    pub(super) fn is_at_line_start(&self) -> bool {
        self.ends.head
    }

    /// The text that it is, if it is one.
    pub(super) fn text(&self) -> Option<Vec<u8>> {
        let byte = |set: &ByteSet| {
            let mut members = set.members();
            members.next().filter(|_| members.next().is_none())
        };
        if self.ends.head || self.ends.tail { None } else { self.sets.iter().map(byte).collect() }
    }

    /// Its end, if it stands at `at`.
    pub(super) fn end(&self, text: &[u8], at: usize) -> Option<usize> {
        let end = at + self.sets.len();
        let stands = text.get(at..end)?.iter().zip(&self.sets).all(|(byte, set)| set.has(*byte))
            && (!self.ends.head || at == 0 || text[at - 1] == b'\n')
            && (!self.ends.tail || text.get(end).is_none_or(|byte| *byte == b'\n'));
        stands.then_some(end)
    }

    /// The first answer that `check` gives for a place from `from` on, which is not 0, leaving out
    /// places where none of the sequences is; or a place near the end from which nothing was looked
    /// at.
    pub(super) fn search(
        all: &[Sequence],
        text: &[u8],
        from: usize,
        check: &mut dyn FnMut(usize) -> Option<usize>,
    ) -> Result<usize, usize> {
        let kind = all.iter().flat_map(|sequence| sequence.probes).map(|probe| probe.range.kind());
        let search = match kind.max() {
            Some(PLAIN) => search_of::<PLAIN>,
            Some(MASKED) => search_of::<MASKED>,
            _ => search_of::<WIDE>,
        };
        search(all, text, from, check)
    }
}

/// What [`Sequence::search`] returns, where no range is of a kind above `KIND`.
fn search_of<const KIND: u8>(
    all: &[Sequence],
    text: &[u8],
    from: usize,
    check: &mut dyn FnMut(usize) -> Option<usize>,
) -> Result<usize, usize> {
    let search = match all.len() {
        1 => search_some::<1, KIND>,
        2 => search_some::<2, KIND>,
        3 => search_some::<3, KIND>,
        4 => search_some::<4, KIND>,
        5 => search_some::<5, KIND>,
        _ => search_some::<MOST, KIND>,
    };
    search(all, text, from, check)
}

/// What [`Sequence::search`] returns, for `COUNT` sequences without a range of a kind above `KIND`.
fn search_some<const COUNT: usize, const KIND: u8>(
    all: &[Sequence],
    text: &[u8],
    from: usize,
    check: &mut dyn FnMut(usize) -> Option<usize>,
) -> Result<usize, usize> {
    let Some(all) = all.first_chunk::<COUNT>() else { return Err(from) };
    let probes = all.each_ref().map(|sequence| sequence.probes);
    let reach = probes.iter().flatten().map(|probe| probe.place).max().unwrap_or(0);
    let window = reach + WIDTH;
    let base = from - 1;
    let rounds = text.len().saturating_sub(base + reach) / WIDTH;
    for round in 0..rounds {
        let start = base + round * WIDTH;
        let part = &text[start..start + window];
        let mut marks = [u8::MAX; WIDTH];
        for [one, two] in probes {
            let chunk = |probe: Probe| part.get(probe.place..)?.first_chunk::<WIDTH>();
            if let (Some(ones), Some(twos)) = (chunk(one), chunk(two)) {
                mark::<KIND>(&mut marks, (one.range, ones), (two.range, twos));
            }
        }
        if let Some(found) = each(&marks, from + round * WIDTH, check) {
            return Ok(found);
        }
    }
    Err(from + rounds * WIDTH)
}

/// Marks the starts where both probes fit.
#[inline(always)]
fn mark<const KIND: u8>(
    marks: &mut Marks,
    (one, ones): (Range, &Marks),
    (two, twos): (Range, &Marks),
) {
    *marks = std::array::from_fn(|at| {
        let (x, y) = (ones[at], twos[at]);
        let (first, second) = match KIND {
            PLAIN => (x ^ one.low, y ^ two.low),
            MASKED => ((x & one.mask) ^ one.low, (y & two.mask) ^ two.low),
            _ => (one.distance(x), two.distance(y)),
        };
        marks[at].min(first | second)
    });
}

/// Checks what is marked; `first` is the place of the first mark.
#[inline(always)]
fn each(
    marks: &Marks,
    first: usize,
    check: &mut dyn FnMut(usize) -> Option<usize>,
) -> Option<usize> {
    if !marks.iter().fold(false, |any, mark| any | (*mark == 0)) {
        return None;
    }
    let fits = marks.map(|mark| u8::from(mark == 0));
    let words: [u64; WIDTH / 8] =
        std::array::from_fn(|n| u64::from_le_bytes(std::array::from_fn(|m| fits[n * 8 + m])));
    for (index, word) in words.into_iter().enumerate() {
        let mut word = word;
        while word != 0 {
            let place = first + index * 8 + word.trailing_zeros() as usize / 8;
            if let Some(found) = check(place) {
                return Some(found);
            }
            word &= word - 1;
        }
    }
    None
}

/// The two places to look at first: those where the rarest bytes stand.
fn probes(ends: LineEnds, members: &[Member]) -> [Probe; 2] {
    let newline = Range::of_byte(b'\n');
    let head = ends.head.then_some(Probe { place: 0, range: newline });
    let tail = ends.tail.then_some(Probe { place: members.len() + 1, range: newline });
    let inner = (1..).zip(members).map(|(place, member)| Probe { place, range: member.range });
    let any = Range { mask: 0, low: 0, more: 0, frequency: 1.0 };
    let mut rarest = [Probe { place: 0, range: any }; 2];
    for probe in head.into_iter().chain(inner).chain(tail) {
        let [one, two] = rarest.map(|probe| probe.range.frequency);
        if probe.range.frequency < one {
            rarest = [probe, rarest[0]];
        } else if probe.range.frequency <= two {
            // Of equals the farthest from the other: neighbours are alike.
            rarest[1] = probe;
        }
    }
    rarest
}

/// How much of the places of a common text look right at first, from 0 to 1.
pub(super) fn frequency(ends: LineEnds, members: &[Member]) -> f32 {
    probes(ends, members).iter().map(|probe| probe.range.frequency).product()
}

impl Member {
    /// The members of a set.
    pub(super) fn new(bits: ByteSet) -> Member {
        let [first, last] = bits.ends();
        let within = |mask: u8| {
            let masked = || bits.members().map(|byte| byte & mask);
            let low = masked().min().unwrap_or(0);
            Range::new(mask, low, masked().max().unwrap_or(0) - low)
        };
        // As they are; letters in either case; two that differ in one bit.
        let masks = [u8::MAX, !0x20, !(first ^ last)].into_iter();
        let rarest = masks.map(within).min_by(|x, y| x.frequency.total_cmp(&y.frequency));
        Member { bits, range: rarest.unwrap_or_else(|| within(0)) }
    }

    /// One byte.
    pub(super) fn of_byte(byte: u8) -> Member {
        Member { bits: ByteSet::of_byte(byte), range: Range::of_byte(byte) }
    }

    /// Whether there is one member.
    pub(super) fn is_byte(&self) -> bool {
        self.bits.count() == 1
    }
}

impl Range {
    fn of_byte(byte: u8) -> Range {
        let frequency = f32::from(FREQUENCIES[usize::from(byte)]) / 1000.0;
        Range { mask: u8::MAX, low: byte, more: 0, frequency }
    }

    fn new(mask: u8, low: u8, more: u8) -> Range {
        let range = Range { mask, low, more, frequency: 0.0 };
        let fitting = (0..=u8::MAX).filter(|byte| range.fits(*byte));
        let parts: u32 = fitting.map(|byte| u32::from(FREQUENCIES[usize::from(byte)])).sum();
        Range { frequency: (parts as f32 / 1000.0).min(1.0), ..range }
    }

    fn kind(self) -> u8 {
        match (self.mask, self.more) {
            (u8::MAX, 0) => PLAIN,
            (_, 0) => MASKED,
            _ => WIDE,
        }
    }

    #[inline(always)]
    fn fits(self, byte: u8) -> bool {
        self.distance(byte) == 0
    }

    /// 0 for what is in it.
    #[inline(always)]
    fn distance(self, byte: u8) -> u8 {
        (byte & self.mask).wrapping_sub(self.low).saturating_sub(self.more)
    }
}

/// How often bytes are in texts that scripts search, roughly, in a thousand.
const FREQUENCIES: [u8; 256] = frequencies();

const fn frequencies() -> [u8; 256] {
    const LETTERS: &[u8; 26] = &[
        65, 14, 30, 33, 80, 17, 18, 28, 55, 2, 8, 36, 24, 52, 55, 22, 2, 50, 48, 60, 26, 9, 12, 4,
        14, 3,
    ];
    let mut all = [1; 256];
    let mut byte = 0;
    while byte < 256 {
        all[byte] = match byte as u8 {
            b' ' => 140,
            b'\n' => 20,
            b'0'..=b'3' => 22,
            b'4'..=b'9' => 14,
            b'A'..=b'Z' => 4,
            letter @ b'a'..=b'z' => LETTERS[(letter - b'a') as usize],
            b'-' | b'.' | b',' | b':' | b'/' | b'_' => 12,
            b'!'..=b'~' => 5,
            0x80.. => 4,
            _ => 1,
        };
        byte += 1;
    }
    all
}
