//! base64 and base32: bytes as letters and digits, and back (RFC 4648; GNU coreutils manual).

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit, message, quoting};
use std::io;

/// The options admitted.
pub const ADMITTED: &str = "-d -i -w COLUMNS [FILE]";

const OPTIONS: &[options::Option_] = &[
    ('d', "decode", Takes::Nothing),
    ('i', "ignore-garbage", Takes::Nothing),
    ('w', "wrap", Takes::Argument),
];

/// An encoding: `group` bytes are so many digits of `bits` bits each.
struct Encoding {
    digits: &'static [u8],
    bits: usize,
    /// Bytes of a group.
    bytes: usize,
    /// Digits of a group.
    letters: usize,
}

const BASE64: Encoding = Encoding {
    digits: b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    bits: 6,
    bytes: 3,
    letters: 4,
};
const BASE32: Encoding =
    Encoding { digits: b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", bits: 5, bytes: 5, letters: 8 };

/// What the value of a byte is that is no digit.
const NONE: u8 = u8::MAX;

struct Request<'a> {
    decodes: bool,
    ignores_garbage: bool,
    /// Columns of a line; 0 for one line.
    columns: u64,
    name: &'a [u8],
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Request<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    if parsed.is_repeated('w') {
        return Err("several widths");
    }
    let columns = match parsed.value('w') {
        Some(value) => number::plain(value).ok_or("a width to complain about")?,
        None => 76,
    };
    let name = match parsed.operands[..] {
        [] => b"-",
        [name] => name,
        _ => return Err("operands to complain about"),
    };
    let (decodes, ignores_garbage) = (parsed.has('d'), parsed.has('i'));
    Ok(Request { decodes, ignores_garbage, columns, name })
}

/// Decides on the arguments of base64.
pub fn decide_base64<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(arguments), |context, request| run(context, request, &BASE64))
}

/// Decides on the arguments of base32.
pub fn decide_base32<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(arguments), |context, request| run(context, request, &BASE32))
}

/// Why it ends before its input does.
enum Failure {
    Read(io::Error),
    Write(io::Error),
    /// What is to be decoded is no encoding.
    Invalid,
}

fn run(context: &mut Context<'_>, request: Request<'_>, encoding: &Encoding) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let file = match stream::open(context, request.name) {
        Ok(file) => file,
        Err(error) => {
            let mut text = quoting::shell_if_needed(request.name, context.quoting());
            text.extend_from_slice(format!(": {}", message::reason(&error)).as_bytes());
            context.error(text);
            return Exit::FAILURE;
        }
    };
    let reader = Reader::within(context, file);
    let result = match request.decodes {
        true => Decoder::new(encoding, &request, context).decode(reader, &mut output),
        false => encode(encoding, request.columns, reader, &mut output),
    };
    let failure = match result {
        Ok(()) => output.flush().map_err(Failure::Write).err(),
        Err(failure) => Some(failure),
    };
    let (text, exit) = match failure {
        None => return Exit::SUCCESS,
        Some(Failure::Write(error)) => return stream::write_error_twice(context, &output, &error),
        Some(Failure::Read(error)) => {
            let text = format!("read error: {}", message::reason(&error));
            (text, context.signal_of(&error))
        }
        Some(Failure::Invalid) => ("invalid input".into(), None),
    };
    if let Some(exit) = exit {
        return exit;
    }
    stream::complain(context, &mut output, text.as_bytes());
    match output.flush() {
        Ok(()) => Exit::FAILURE,
        // Its reason is lost by now.
        Err(error) => context.signal_of(&error).unwrap_or_else(|| {
            context.error("write error");
            Exit::FAILURE
        }),
    }
}

fn encode(
    encoding: &Encoding,
    columns: u64,
    mut reader: Reader,
    output: &mut Writer,
) -> Result<(), Failure> {
    let mut lines = Lines { columns, column: 0 };
    let mut begun: Vec<u8> = Vec::with_capacity(8);
    let mut letters: Vec<u8> = Vec::new();
    loop {
        let mut block = reader.block().map_err(Failure::Read)?;
        if block.is_empty() {
            break;
        }
        letters.clear();
        if !begun.is_empty() {
            let count = (encoding.bytes - begun.len()).min(block.len());
            begun.extend_from_slice(&block[..count]);
            block = &block[count..];
            if begun.len() < encoding.bytes {
                continue;
            }
            encoding.put(&begun, &mut letters);
            begun.clear();
        }
        let (whole, rest) = block.split_at(block.len() - block.len() % encoding.bytes);
        begun.extend_from_slice(rest);
        encoding.put_whole(whole, &mut letters);
        lines.put(&letters, &mut output.buffer);
        output.check().map_err(Failure::Write)?;
    }
    if !begun.is_empty() {
        letters.clear();
        encoding.put(&begun, &mut letters);
        lines.put(&letters, &mut output.buffer);
    }
    if lines.column > 0 && columns > 0 {
        output.buffer.push(b'\n');
    }
    Ok(())
}

/// Appends the letters of whole groups of `BYTES` bytes: `LETTERS` of `DIGITS` possible ones for each.
fn put_groups<const BYTES: usize, const LETTERS: usize, const DIGITS: usize>(
    digits: &[u8; DIGITS],
    whole: &[u8],
    letters: &mut Vec<u8>,
) {
    let start = letters.len();
    letters.resize(start + whole.len() / BYTES * LETTERS, 0);
    let (groups, _) = whole.as_chunks::<BYTES>();
    let (encoded, _) = letters[start..].as_chunks_mut::<LETTERS>();
    for (group, encoded) in groups.iter().zip(encoded) {
        let mut bits = group.iter().fold(0u64, |bits, &byte| bits << 8 | u64::from(byte));
        for letter in encoded.iter_mut().rev() {
            *letter = digits[bits as usize % DIGITS];
            bits /= DIGITS as u64;
        }
    }
}

/// Appends what groups of `LETTERS` digits stand for, `BYTES` bytes each: up to the first that has
/// something else in it. Returns how many letters were taken.
fn take_groups<const BYTES: usize, const LETTERS: usize, const DIGITS: u64>(
    values: &[u8; 256],
    text: &[u8],
    out: &mut Vec<u8>,
) -> usize {
    let mut taken = 0;
    for group in text.as_chunks::<LETTERS>().0 {
        let mut bits = 0;
        let mut seen = 0;
        for &letter in group {
            let value = values[usize::from(letter)];
            seen |= value;
            bits = bits * DIGITS + u64::from(value);
        }
        if seen == NONE {
            break;
        }
        let bytes = bits.to_be_bytes();
        out.extend_from_slice(&bytes[8 - BYTES..]);
        taken += LETTERS;
    }
    taken
}

impl Encoding {
    /// Appends the letters of bytes that are whole groups.
    fn put_whole(&self, whole: &[u8], letters: &mut Vec<u8>) {
        if let Ok(digits) = self.digits.try_into() {
            put_groups::<3, 4, 64>(digits, whole, letters);
        } else if let Ok(digits) = self.digits.try_into() {
            put_groups::<5, 8, 32>(digits, whole, letters);
        }
    }

    /// Appends what whole groups of digits stand for: how many letters were taken.
    fn take_whole(&self, values: &[u8; 256], text: &[u8], out: &mut Vec<u8>) -> usize {
        match self.bits {
            6 => take_groups::<3, 4, 64>(values, text, out),
            _ => take_groups::<5, 8, 32>(values, text, out),
        }
    }

    /// Appends the letters of a group, which may be the last one and short.
    #[inline]
    fn put(&self, group: &[u8], letters: &mut Vec<u8>) {
        let mut bits = group.iter().fold(0u64, |bits, &byte| bits << 8 | u64::from(byte));
        bits <<= 8 * (self.bytes - group.len());
        let used = (group.len() * 8).div_ceil(self.bits);
        let mask = self.digits.len() as u64 - 1;
        for place in 0..self.letters {
            let value = bits >> (self.bits * (self.letters - 1 - place)) & mask;
            letters.push(if place < used { self.digits[value as usize] } else { b'=' });
        }
    }
}

/// Breaks what is put into it into lines.
struct Lines {
    columns: u64,
    column: u64,
}

impl Lines {
    fn put(&mut self, mut letters: &[u8], out: &mut Vec<u8>) {
        if self.columns == 0 {
            return out.extend_from_slice(letters);
        }
        while !letters.is_empty() {
            if self.column == self.columns {
                out.push(b'\n');
                self.column = 0;
            }
            let count = (self.columns - self.column).min(letters.len() as u64);
            let (line, rest) = letters.split_at(count as usize);
            out.extend_from_slice(line);
            self.column += count;
            letters = rest;
        }
    }
}

/// What decodes.
struct Decoder<'e> {
    encoding: &'e Encoding,
    values: [u8; 256],
    ignores_garbage: bool,
    /// Whether padding may be missing at the end, and is looked at where it is there.
    is_later: bool,
    /// Whether a newline behind a `=` makes up for padding that is missing, too.
    pads_behind_newline: bool,
    /// The letters of a group that has begun.
    begun: Vec<u8>,
}

impl<'e> Decoder<'e> {
    fn new(encoding: &'e Encoding, request: &Request<'_>, context: &Context<'_>) -> Self {
        let mut values = [NONE; 256];
        for (value, &digit) in encoding.digits.iter().enumerate() {
            values[usize::from(digit)] = value as u8;
        }
        Self {
            encoding,
            values,
            ignores_garbage: request.ignores_garbage,
            is_later: context.has(Change::BaseUnpadded),
            pads_behind_newline: !request.ignores_garbage && !context.has(Change::BaseNewlines),
            begun: Vec::with_capacity(8),
        }
    }

    fn decode(&mut self, mut reader: Reader, output: &mut Writer) -> Result<(), Failure> {
        let mut ends_line = false;
        loop {
            let block = reader.block().map_err(Failure::Read)?;
            let Some(last) = block.last() else { break };
            ends_line = *last == b'\n';
            let mut left = block;
            loop {
                if self.begun.is_empty() {
                    let out = &mut output.buffer;
                    left = &left[self.encoding.take_whole(&self.values, left, out)..];
                }
                let Some((&byte, rest)) = left.split_first() else { break };
                left = rest;
                let is_skipped = match self.ignores_garbage {
                    true => self.values[usize::from(byte)] == NONE && byte != b'=',
                    false => byte == b'\n',
                };
                if is_skipped {
                    continue;
                }
                self.begun.push(byte);
                if self.begun.len() == self.encoding.letters {
                    self.put(&mut output.buffer)?;
                    self.begun.clear();
                }
            }
            output.check().map_err(Failure::Write)?;
        }
        if self.begun.is_empty() {
            return Ok(());
        }
        let pads = self.begun.last() != Some(&b'=') || ends_line && self.pads_behind_newline;
        if self.is_later && pads {
            self.begun.resize(self.encoding.letters, b'=');
        }
        self.put(&mut output.buffer)
    }

    /// Appends what the group stands for, up to where it is invalid.
    #[inline]
    fn put(&self, out: &mut Vec<u8>) -> Result<(), Failure> {
        let encoding = self.encoding;
        let group = &self.begun[..];
        if encoding.bits == 5 && group.len() < encoding.letters {
            return Err(Failure::Invalid);
        }
        let mut bits = 0u64;
        let mut taken = 0;
        for byte in 0..encoding.bytes {
            // The letters that hold this byte.
            let needed = ((byte + 1) * 8).div_ceil(encoding.bits);
            let pads = group.get(taken) == Some(&b'=') && byte > 0;
            if pads {
                let is_padded = group.len() == encoding.letters
                    && group[taken..].iter().all(|&letter| letter == b'=');
                let spare = taken * encoding.bits - byte * 8;
                let is_clean = !self.is_later || bits & ((1 << spare) - 1) == 0;
                return if is_padded && is_clean { Ok(()) } else { Err(Failure::Invalid) };
            }
            let Some(letters) = group.get(taken..needed) else { return Err(Failure::Invalid) };
            for &letter in letters {
                let value = self.values[usize::from(letter)];
                if value == NONE {
                    return Err(Failure::Invalid);
                }
                bits = bits << encoding.bits | u64::from(value);
            }
            taken = needed;
            out.push((bits >> (taken * encoding.bits - (byte + 1) * 8)) as u8);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_encoded() {
        let encoded = |encoding: &Encoding, bytes: &[u8]| {
            let mut letters = Vec::new();
            bytes.chunks(encoding.bytes).for_each(|group| encoding.put(group, &mut letters));
            String::from_utf8(letters).unwrap()
        };
        // RFC 4648, section 10.
        assert_eq!(encoded(&BASE64, b"foob"), "Zm9vYg==");
        assert_eq!(encoded(&BASE64, b"fooba"), "Zm9vYmE=");
        assert_eq!(encoded(&BASE64, b"foobar"), "Zm9vYmFy");
        assert_eq!(encoded(&BASE32, b"f"), "MY======");
        assert_eq!(encoded(&BASE32, b"foob"), "MZXW6YQ=");
        assert_eq!(encoded(&BASE32, b"foobar"), "MZXW6YTBOI======");
    }

    #[test]
    fn lines_are_broken_where_they_are_full() {
        let mut lines = Lines { columns: 3, column: 0 };
        let mut out = Vec::new();
        lines.put(b"abcd", &mut out);
        lines.put(b"ef", &mut out);
        assert_eq!((out.as_slice(), lines.column), (&b"abc\ndef"[..], 3));
    }
}
