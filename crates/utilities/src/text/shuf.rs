//! shuf: lines in random order (GNU coreutils manual, shuf(1)).
//!
//! With --random-source its bytes are used as GNU's uses them; else those of getrandom(2): every order is as
//! likely as another.

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::{Context, Decision, Exit, message, quoting};
use rustix::fs::{AtFlags, FileType};
use rustix::rand::{GetRandomFlags, getrandom};
use std::collections::BTreeMap;
use std::io;

/// The options admitted.
pub const ADMITTED: &str = "-n N, --random-source=FILE, -z, -e [TEXT...] | -i FIRST-LAST | [FILE]";

const SOURCE: char = '\u{100}';

const OPTIONS: &[options::Option_] = &[
    ('e', "echo", Takes::Nothing),
    ('i', "input-range", Takes::Argument),
    ('n', "head-count", Takes::Argument),
    ('z', "zero-terminated", Takes::Nothing),
    (SOURCE, "random-source", Takes::Argument),
];

/// The most numbers of a range.
const MOST: u64 = 1 << 24;
/// From a larger input with -n GNU's chooses while it reads.
const LARGE: i64 = 8 << 20;

enum Lines<'a> {
    Texts(Vec<&'a [u8]>),
    /// The first number, and how many.
    Range(u64, u64),
    File(&'a [u8]),
}

struct Request<'a> {
    lines: Lines<'a>,
    most: u64,
    /// Lines are chosen while they are read, so that no more is kept.
    gathers: bool,
    source: Option<&'a [u8]>,
    end: u8,
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Plan<Request<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    if parsed.has_repeated_value() {
        return Err("an option given twice");
    }
    let most = parsed.value('n').map_or(Some(u64::MAX), number::plain);
    let most = most.ok_or("a number to complain about")?;
    let source = parsed.value(SOURCE);
    let lines = match (parsed.has('e'), parsed.value('i'), &parsed.operands[..]) {
        (true, None, texts) => Lines::Texts(texts.to_vec()),
        (false, Some(range), []) => {
            let at = byte_search::memchr(b'-', range).ok_or("a range to complain about")?;
            let (first, last) = (number::plain(&range[..at]), number::plain(&range[at + 1..]));
            let (Some(first), Some(last)) = (first, last) else {
                return Err("a range to complain about");
            };
            let count = last.checked_sub(first).filter(|count| *count < MOST);
            Lines::Range(first, count.ok_or("a range that is large or empty")? + 1)
        }
        (false, None, []) => Lines::File(b"-"),
        (false, None, [name]) => Lines::File(name),
        _ => return Err("operands to complain about"),
    };
    let mut gathers = false;
    if let Lines::File(name) = &lines
        && (0 < most && most < u64::MAX)
    {
        let found = stage::door::statat(context.directory, *name, AtFlags::empty());
        let is_small = found.is_ok_and(|stat| {
            FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile && stat.st_size <= LARGE
        });
        gathers = !is_small || *name == b"-";
        if gathers && source.is_some() {
            return Err("an input of which lines are chosen while it is read");
        }
    }
    Ok(Request { lines, most, gathers, source, end: if parsed.has('z') { 0 } else { b'\n' } })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments), run)
}

/// Carries out a plan of shuf: its exit status.
fn run(context: &mut Context<'_>, plan: Request<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let fail = |text: &[u8]| {
        context.error(text);
        Exit::FAILURE
    };
    let named = |name: &[u8], error: &io::Error| {
        let name = quoting::shell_if_needed(name, context.quoting());
        [&name[..], b": ", message::reason(error).as_bytes()].concat()
    };
    if plan.most == 0 {
        return Exit::SUCCESS;
    }
    let mut text = Vec::new();
    let mut lines = Records::Listed(Vec::new());
    if let Lines::File(name) = plan.lines {
        let file = match stream::open(context, name) {
            Ok(file) => file,
            Err(error) => return fail(&named(name, &error)),
        };
        let mut reader = Reader::within(context, file);
        let read = match plan.gathers {
            true => gather(&mut reader, &plan, &mut text),
            false => reader.read_rest(&mut text),
        };
        if let Err(error) = read {
            return context.signal_of(&error).unwrap_or_else(|| {
                fail(format!("read error: {}", message::reason(&error)).as_bytes())
            });
        }
        if !text.is_empty() {
            let whole = text.strip_suffix(&[plan.end]).unwrap_or(&text);
            lines = Records::of(whole, plan.end, plan.most);
        }
    } else if let Lines::Texts(texts) = &plan.lines {
        lines = Records::Listed(texts.clone());
    }
    let count = match plan.lines {
        Lines::Range(_, count) => count,
        _ => lines.count(),
    };
    let head = plan.most.min(count);
    let source = plan.source.filter(|_| head > 0);
    let mut chance = Chance { source: Source::System(Vec::new()), number: 0, most: 0 };
    if let Some(name) = source {
        match context.open(name) {
            Ok(file) => chance.source = Source::File(Reader::new(file)),
            Err(error) => return fail(&named(name, &error)),
        }
    }
    let mut order = Order::new(count, head);
    for place in 0..head {
        match chance.choose(count - place) {
            Ok(other) => order.swap(place, place + other),
            Err(error) => {
                let name = quoting::locale(source.unwrap_or_default(), context.utf8);
                let text: Vec<u8> = match error {
                    None => b": end of file".to_vec(),
                    Some(error) => format!(": read error: {}", message::reason(&error)).into(),
                };
                return fail(&[name, text].concat());
            }
        }
    }
    for place in (0..head).map(|place| order.at(place)) {
        match plan.lines {
            Lines::Range(first, _) => number::append(&mut output.buffer, first + place),
            _ => output.buffer.extend_from_slice(lines.at(place as usize)),
        }
        if let Err(error) = output.put(&[plan.end]) {
            return stream::write_error_twice(context, &output, &error);
        }
    }
    match output.flush() {
        Ok(()) => Exit::SUCCESS,
        Err(error) => stream::write_error_twice(context, &output, &error),
    }
}

/// Chooses lines while they are read: of so many as there have been, each is as likely to be kept. They are
/// appended to `text`.
fn gather(reader: &mut Reader, plan: &Request<'_>, text: &mut Vec<u8>) -> io::Result<()> {
    let mut chance = Chance { source: Source::System(Vec::new()), number: 0, most: 0 };
    let (mut kept, mut seen): (Vec<Vec<u8>>, u64) = (Vec::new(), 0);
    while let Some(line) = reader.line(plan.end)? {
        let line = line.strip_suffix(&[plan.end]).unwrap_or(line);
        seen += 1;
        if (kept.len() as u64) < plan.most {
            kept.push(line.to_vec());
            continue;
        }
        let place =
            chance.choose(seen).map_err(|error| error.unwrap_or(io::ErrorKind::Other.into()))?;
        if let Some(kept) = usize::try_from(place).ok().and_then(|place| kept.get_mut(place)) {
            kept.clear();
            kept.extend_from_slice(line);
        }
    }
    for line in kept {
        text.extend_from_slice(&line);
        text.push(plan.end);
    }
    Ok(())
}

/// Fewer than one of so many is few: memory for all of them would take longer than looking for the few.
const FEW: u64 = 64;

/// The lines that are chosen from.
enum Records<'t> {
    Listed(Vec<&'t [u8]>),
    /// The text, what ends a line, and how many end in front of each block.
    Counted(&'t [u8], u8, Vec<usize>),
}

impl<'t> Records<'t> {
    const BLOCK: usize = 4 << 10;

    /// The lines of a text without its last end, of which `most` are wanted.
    fn of(text: &'t [u8], end: u8, most: u64) -> Self {
        let mut count = 0;
        let before = |block| {
            let before = count;
            count += byte_search::memchr_iter(end, block).count();
            before
        };
        let before: Vec<usize> = text.chunks(Self::BLOCK).map(before).collect();
        match most < count as u64 / FEW {
            true => Self::Counted(text, end, [before, vec![count]].concat()),
            false => Self::Listed(text.split(|byte| *byte == end).collect()),
        }
    }

    fn count(&self) -> u64 {
        match self {
            Self::Listed(lines) => lines.len() as u64,
            Self::Counted(.., before) => before.last().map_or(0, |ends| *ends as u64 + 1),
        }
    }

    /// A line, counted from 0.
    fn at(&self, number: usize) -> &'t [u8] {
        let (text, end, before) = match self {
            Self::Listed(lines) => return lines[number],
            Self::Counted(text, end, before) => (*text, *end, before),
        };
        let start = match number.checked_sub(1) {
            None => 0,
            Some(ended) => {
                // The last block in front of which no more lines end.
                let block = before.partition_point(|ends| *ends <= ended) - 1;
                let from = block * Self::BLOCK;
                let mut ends = byte_search::memchr_iter(end, &text[from..]);
                ends.nth(ended - before[block]).map_or(text.len(), |at| from + at + 1)
            }
        };
        let rest = &text[start..];
        &rest[..byte_search::memchr(end, rest).unwrap_or(rest.len())]
    }
}

/// The numbers below a count, of which some change their places.
enum Order {
    All(Vec<u64>),
    /// Those that are not in their own places.
    Moved(BTreeMap<u64, u64>),
}

impl Order {
    /// Of `count` numbers, of which `head` are wanted.
    fn new(count: u64, head: u64) -> Self {
        match head < count / FEW {
            true => Self::Moved(BTreeMap::new()),
            false => Self::All((0..count).collect()),
        }
    }

    fn at(&self, place: u64) -> u64 {
        match self {
            Self::All(all) => all[place as usize],
            Self::Moved(moved) => moved.get(&place).copied().unwrap_or(place),
        }
    }

    fn swap(&mut self, one: u64, other: u64) {
        let numbers = (self.at(one), self.at(other));
        match self {
            Self::All(all) => all.swap(one as usize, other as usize),
            Self::Moved(moved) => {
                moved.insert(one, numbers.1);
                moved.insert(other, numbers.0);
            }
        }
    }
}

/// Where chance comes from.
enum Source {
    File(Reader),
    /// getrandom(2): bytes that have been had and not been used.
    System(Vec<u8>),
}

/// Numbers by chance, from bytes. What is left of a byte is used for the next number.
struct Chance {
    source: Source,
    /// A number by chance, at most [`Self::most`].
    number: u64,
    most: u64,
}

impl Chance {
    /// A number below `count`.
    ///
    /// # Errors
    /// The end of the file (None), or those of read(2).
    fn choose(&mut self, count: u64) -> Result<u64, Option<io::Error>> {
        let wanted = count - 1;
        let (mut number, mut most) = (self.number, self.most);
        loop {
            while most < wanted {
                number = number << 8 | u64::from(self.byte()?);
                most = most << 8 | 255;
            }
            if most == wanted {
                (self.number, self.most) = (0, 0);
                return Ok(number);
            }
            // All of what is left over is used: numbers up to the last whole multiple.
            let excess = most - wanted;
            let unusable = excess % count;
            if number <= most - unusable {
                (self.number, self.most) = (number / count, excess / count);
                return Ok(number % count);
            }
            (number, most) = (number % count, unusable - 1);
        }
    }

    fn byte(&mut self) -> Result<u8, Option<io::Error>> {
        match &mut self.source {
            Source::File(file) => match file.at_most(1) {
                Ok([byte]) => Ok(*byte),
                Ok(_) => Err(None),
                Err(error) => Err(Some(error)),
            },
            Source::System(bytes) => {
                if bytes.is_empty() {
                    bytes.resize(256, 0);
                    let filled = getrandom(&mut bytes[..], GetRandomFlags::empty());
                    bytes.truncate(filled.map_err(|error| Some(error.into()))?);
                }
                bytes.pop().ok_or(None)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_by_their_numbers() {
        let text: Vec<u8> = (0..20_000u32).map(|at| b"ab\n"[(at * at % 7 % 3) as usize]).collect();
        let listed: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
        let lines = Records::of(&text, b'\n', 10);
        assert!(matches!(lines, Records::Counted(..)));
        assert_eq!(lines.count(), listed.len() as u64);
        for (number, line) in listed.iter().enumerate() {
            assert_eq!(lines.at(number), *line);
        }
        assert!(matches!(Records::of(&text, b'\n', 10_000), Records::Listed(all) if all == listed));
    }

    #[test]
    fn few_numbers_change_places_as_all_do() {
        let (mut few, mut all) = (Order::new(1000, 3), Order::new(1000, 1000));
        for (one, other) in [(0, 999), (1, 1), (2, 999), (0, 2)] {
            few.swap(one, other);
            all.swap(one, other);
        }
        assert!((0..1000).all(|place| few.at(place) == all.at(place)));
    }

    #[test]
    fn one_choice_needs_no_chance() {
        let mut chance = Chance { source: Source::System(Vec::new()), number: 0, most: 0 };
        assert_eq!(chance.choose(1).ok(), Some(0));
        assert!(matches!(&chance.source, Source::System(bytes) if bytes.is_empty()));
    }

    /// Of 60,000 orders of three lines each comes 10,000 times, give or take six deviations.
    #[test]
    fn all_orders_are_as_likely() {
        let mut chance = Chance { source: Source::System(Vec::new()), number: 0, most: 0 };
        let mut seen: BTreeMap<[u64; 3], u32> = BTreeMap::new();
        for _ in 0..60_000 {
            let mut order = Order::new(3, 3);
            for place in 0..3 {
                order.swap(place, place + chance.choose(3 - place).ok().unwrap());
            }
            *seen.entry([0, 1, 2].map(|place| order.at(place))).or_default() += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|count| (9452..=10_548).contains(count)), "{seen:?}");
    }
}
