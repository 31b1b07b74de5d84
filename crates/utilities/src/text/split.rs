//! split: pieces of a file (POSIX XCU split; GNU coreutils manual, split(1)).
//!
//! By lines (-l) or bytes (-b). The other ways to divide, a command as output and a beginning of the
//! numbers are the installed one's.

use super::occurrences;
use super::stream::{self, Reader};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::{Context, Decision, Exit, message, quoting};
use rustix::fs::{FileType, OFlags, Stat};
use stage::OpenFile;
use std::io;
use std::rc::Rc;

const OPTIONS: &[options::Option_] = &[
    ('a', "suffix-length", Takes::Argument),
    ('b', "bytes", Takes::Argument),
    ('d', "", Takes::Nothing),
    ('l', "lines", Takes::Argument),
    ('x', "", Takes::Nothing),
    (ADDITIONAL, "additional-suffix", Takes::Argument),
];

// No letter: it has a long name only.
const ADDITIONAL: char = '\u{100}';

/// The options admitted.
pub const ADMITTED: &str = "-d -x, -a N, -b N, -l N, --additional-suffix TEXT [FILE [PREFIX]]";

/// What a piece holds.
#[derive(Clone, Copy)]
enum Size {
    Bytes(u64),
    Lines(u64),
}

struct Split<'a> {
    input: &'a [u8],
    size: Size,
    names: Names,
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Split<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let (mut size, mut length, mut additional) = (None, None, &b""[..]);
    let mut alphabet = LETTERS;
    for &(option, value) in &parsed.options {
        let value = value.unwrap_or_default();
        let positive = |number: Option<u64>| number.filter(|number| (1..1 << 62).contains(number));
        let is_first = match option {
            'a' => length.replace(positive(number::plain(value))).is_none(),
            'b' => size.replace(positive(number::with_suffix(value)).map(Size::Bytes)).is_none(),
            'l' => size.replace(positive(number::plain(value)).map(Size::Lines)).is_none(),
            ADDITIONAL => {
                additional = value;
                !value.contains(&b'/')
            }
            letter => {
                alphabet = if letter == 'd' { &DIGITS[..10] } else { DIGITS };
                true
            }
        };
        if !is_first {
            return Err("an option to complain about");
        }
    }
    let size = size.unwrap_or(Some(Size::Lines(1000))).ok_or("a number to complain about")?;
    let length = match length {
        None => None,
        Some(length) => Some(length.filter(|length| *length < 100).ok_or("a length of its own")?),
    };
    let (input, prefix) = match parsed.operands[..] {
        [] => (&b"-"[..], &b"x"[..]),
        [input] => (input, &b"x"[..]),
        [input, prefix] => (input, prefix),
        _ => return Err("an operand to complain about"),
    };
    Ok(Split { input, size, names: Names::new(prefix, additional, alphabet, length) })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(arguments), run)
}

/// Carries out a plan of split: its exit status.
fn run(context: &mut Context<'_>, mut plan: Split<'_>) -> Exit {
    match plan.carry_out(context) {
        Ok(()) => Exit::SUCCESS,
        Err(Stop::Said(text)) => {
            context.error(text);
            Exit::FAILURE
        }
        Err(Stop::Failed(name, error)) => {
            if let Some(exit) = context.signal_of(&error) {
                return exit;
            }
            let name = quoting::shell_if_needed(&name, context.quoting());
            context.error([&name[..], b": ", message::reason(&error).as_bytes()].concat());
            Exit::FAILURE
        }
    }
}

/// Why a run ends early.
enum Stop {
    /// With this message.
    Said(Vec<u8>),
    /// Something could not be done with the file.
    Failed(Vec<u8>, io::Error),
}

const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
const DIGITS: &[u8] = b"0123456789abcdef";

/// The names of pieces, one after the other.
struct Names {
    prefix: Vec<u8>,
    additional: Vec<u8>,
    alphabet: &'static [u8],
    /// Where in the alphabet each letter of the last name's suffix is; none before the first.
    places: Vec<usize>,
    length: usize,
    /// The suffix grows when its first letter would be the last of the alphabet.
    grows: bool,
}

impl Names {
    fn new(prefix: &[u8], additional: &[u8], alphabet: &'static [u8], length: Option<u64>) -> Self {
        Self {
            prefix: prefix.to_vec(),
            additional: additional.to_vec(),
            alphabet,
            places: Vec::new(),
            length: length.unwrap_or(2) as usize,
            grows: length.is_none(),
        }
    }

    /// The next name; None where there is none left.
    fn next(&mut self) -> Option<Vec<u8>> {
        self.advance()?;
        let suffix = self.places.iter().map(|place| self.alphabet[*place]);
        Some(
            self.prefix
                .iter()
                .copied()
                .chain(suffix)
                .chain(self.additional.iter().copied())
                .collect(),
        )
    }

    fn advance(&mut self) -> Option<()> {
        let last = self.alphabet.len() - 1;
        if self.places.is_empty() {
            self.places = vec![0; self.length];
            return Some(());
        }
        for at in (0..self.places.len()).rev() {
            if at == 0 && self.grows && self.places[0] + 1 == last {
                // The last letter becomes a part of what comes before.
                self.prefix.push(self.alphabet[last]);
                self.length += 1;
                self.places = vec![0; self.length];
                return Some(());
            }
            if self.places[at] < last {
                self.places[at] += 1;
                return Some(());
            }
            self.places[at] = 0;
        }
        None
    }
}

/// A piece that is being written.
struct Piece {
    name: Vec<u8>,
    file: Rc<OpenFile>,
    /// What it still takes: bytes or lines.
    left: u64,
}

impl Split<'_> {
    fn carry_out(&mut self, context: &Context<'_>) -> Result<(), Stop> {
        let file = stream::open(context, self.input).map_err(|error| {
            let name = quoting::shell(self.input, context.quoting());
            let reason = message::reason(&error);
            Stop::Said([b"cannot open ", &name[..], b" for reading: ", reason.as_bytes()].concat())
        })?;
        let stat = file.stat();
        let mut reader = Reader::within(context, file);
        let mut piece: Option<Piece> = None;
        loop {
            let block = reader.block().map_err(|error| Stop::Failed(self.input.to_vec(), error))?;
            if block.is_empty() {
                return Ok(());
            }
            let mut rest = block;
            while !rest.is_empty() {
                let mut open = match piece.take() {
                    Some(piece) => piece,
                    None => self.begin(context, stat.as_ref())?,
                };
                let (length, is_full) = self.part(rest, &mut open.left);
                let written = open.file.write_all(&rest[..length]);
                written.map_err(|error| Stop::Failed(open.name.clone(), error))?;
                rest = &rest[length..];
                piece = (!is_full).then_some(open);
            }
        }
    }

    /// How much of a text goes to a piece that takes `left` more, and whether it is full then.
    fn part(&self, text: &[u8], left: &mut u64) -> (usize, bool) {
        match self.size {
            Size::Bytes(_) => {
                let length = text.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
                *left -= length as u64;
                (length, *left == 0)
            }
            Size::Lines(_) => {
                let end = occurrences::after(b'\n', text, left);
                (end.unwrap_or(text.len()), end.is_some())
            }
        }
    }

    /// Makes the next file. The input is never written to.
    fn begin(&mut self, context: &Context<'_>, input: Option<&Stat>) -> Result<Piece, Stop> {
        let name = self.names.next();
        let name = name.ok_or_else(|| Stop::Said(b"output file suffixes exhausted".to_vec()))?;
        let failed = |error: rustix::io::Errno| Stop::Failed(name.clone(), error.into());
        let fd = context.open_fd(&name, OFlags::WRONLY | OFlags::CREATE).map_err(failed)?;
        let stat = rustix::fs::fstat(&fd).map_err(failed)?;
        if input.is_some_and(|input| (input.st_dev, input.st_ino) == (stat.st_dev, stat.st_ino)) {
            let name = quoting::shell(&name, context.quoting());
            return Err(Stop::Said([&name[..], b" would overwrite input; aborting"].concat()));
        }
        let is_regular = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
        if let Err(error) = rustix::fs::ftruncate(&fd, 0)
            && is_regular
        {
            let shown = quoting::shell_if_needed(&name, context.quoting());
            let reason = message::reason(&error.into());
            let text = [&shown[..], b": error truncating: ", reason.as_bytes()].concat();
            return Err(Stop::Said(text));
        }
        let (Size::Bytes(left) | Size::Lines(left)) = self.size;
        Ok(Piece { file: OpenFile::from_fd(context.scheduler, fd), name, left })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_grow() {
        let mut names = Names::new(b"x", b"", &DIGITS[..10], None);
        let all: Vec<_> = (0..1000).map_while(|_| names.next()).collect();
        assert_eq!(all[0], b"x00");
        assert_eq!(all[89], b"x89");
        assert_eq!(all[90], b"x9000");
        assert_eq!(all[989], b"x9899");
        assert_eq!(all[990], b"x990000");
    }

    #[test]
    fn suffixes_end() {
        let mut names = Names::new(b"p", b".t", LETTERS, Some(1));
        let all: Vec<_> = std::iter::from_fn(|| names.next()).collect();
        assert_eq!(all.len(), 26);
        assert_eq!(all[25], b"pz.t");
    }
}
