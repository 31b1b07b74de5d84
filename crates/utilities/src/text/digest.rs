//! b2sum, md5sum, sha1sum, sha224sum, sha256sum, sha384sum, sha512sum: digests of files, and checking
//! them (GNU coreutils manual).

mod blake2;
mod check;

use super::stream::{self, Reader, Writer};
use super::{Plan, decision};
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit};
use rustix::fs::{AtFlags, FileType, Stat};
use std::io;

// No letters: these have long names only.
const TAG: char = '\u{100}';
const QUIET: char = '\u{101}';
const STATUS: char = '\u{102}';
const STRICT: char = '\u{103}';
const IGNORE_MISSING: char = '\u{104}';

const OPTIONS: &[options::Option_] = &[
    ('b', "binary", Takes::Nothing),
    ('c', "check", Takes::Nothing),
    ('t', "text", Takes::Nothing),
    ('w', "warn", Takes::Nothing),
    ('z', "zero", Takes::Nothing),
    (TAG, "tag", Takes::Nothing),
    (QUIET, "quiet", Takes::Nothing),
    (STATUS, "status", Takes::Nothing),
    (STRICT, "strict", Takes::Nothing),
    (IGNORE_MISSING, "ignore-missing", Takes::Nothing),
];

/// The options of b2sum admitted.
pub const BLAKE2_ADMITTED: &str = "-btz, --tag [FILE...]";

/// The options admitted.
pub const ADMITTED: &str = "-bctwz, --tag, --quiet, --status, --strict, --ignore-missing [FILE...]";

/// The installed md5sum and b2sum take a tenth less for a byte: with more bytes than this it makes up for
/// being launched.
const MUCH: u64 = 4 << 20;

/// The sizes of so many files tell whether it is much.
const ASKED: usize = 64;

/// Lines are collected up to so many bytes while files are no longer than this: the installed programs write
/// line by line, so that others see a line before the next file is waited for, and lines of several
/// programs do not mix.
const COLLECTED: usize = 2 << 10;
const SHORT: i64 = 64 << 10;

/// The digests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// md5sum
    Md5,
    /// sha1sum
    Sha1,
    /// sha224sum
    Sha224,
    /// sha256sum
    Sha256,
    /// sha384sum
    Sha384,
    /// sha512sum
    Sha512,
    /// b2sum
    Blake2b,
}

impl Algorithm {
    fn tag(self) -> &'static str {
        match self {
            Algorithm::Md5 => "MD5",
            Algorithm::Sha1 => "SHA1",
            Algorithm::Sha224 => "SHA224",
            Algorithm::Sha256 => "SHA256",
            Algorithm::Sha384 => "SHA384",
            Algorithm::Sha512 => "SHA512",
            Algorithm::Blake2b => "BLAKE2b",
        }
    }

    /// Hexadecimal digits of a digest.
    fn digits(self) -> usize {
        match self {
            Algorithm::Md5 => 32,
            Algorithm::Sha1 => 40,
            Algorithm::Sha224 => 56,
            Algorithm::Sha256 => 64,
            Algorithm::Sha384 => 96,
            Algorithm::Sha512 | Algorithm::Blake2b => 128,
        }
    }

    fn digest(self, reader: &mut Reader) -> io::Result<Vec<u8>> {
        match self {
            Algorithm::Md5 => digest::<md5::Md5>(reader),
            Algorithm::Sha1 => digest::<sha1::Sha1>(reader),
            Algorithm::Sha224 => digest::<sha2::Sha224>(reader),
            Algorithm::Sha256 => digest::<sha2::Sha256>(reader),
            Algorithm::Sha384 => digest::<sha2::Sha384>(reader),
            Algorithm::Sha512 => digest::<sha2::Sha512>(reader),
            Algorithm::Blake2b => {
                let mut digest = blake2::Blake2b::new();
                each_block(reader, |block| digest.update(block))?;
                Ok(hexadecimal(&digest.finalize()))
            }
        }
    }
}

/// The digest of what is left of a file, in hexadecimal digits.
fn digest<D: sha2::Digest>(reader: &mut Reader) -> io::Result<Vec<u8>> {
    let mut digest = D::new();
    each_block(reader, |block| digest.update(block))?;
    Ok(hexadecimal(&digest.finalize()))
}

fn each_block(reader: &mut Reader, mut take: impl FnMut(&[u8])) -> io::Result<()> {
    loop {
        let block = reader.block()?;
        if block.is_empty() {
            return Ok(());
        }
        take(block);
    }
}

fn hexadecimal(digest: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(128);
    for byte in digest {
        for half in [byte >> 4, byte & 15] {
            text.push(b"0123456789abcdef"[usize::from(half)]);
        }
    }
    text
}

struct Sums<'a> {
    operands: Vec<&'a [u8]>,
    check: bool,
    binary: bool,
    tag: bool,
    delimiter: u8,
    quiet: bool,
    status_only: bool,
    warn: bool,
    strict: bool,
    ignore_missing: bool,
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Sums<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let check = parsed.has('c');
    let mut sums = Sums {
        check,
        binary: false,
        tag: parsed.has(TAG),
        delimiter: if parsed.has('z') { 0 } else { b'\n' },
        quiet: false,
        status_only: false,
        warn: false,
        strict: parsed.has(STRICT),
        ignore_missing: parsed.has(IGNORE_MISSING),
        operands: if parsed.operands.is_empty() { vec![b"-"] } else { parsed.operands.clone() },
    };
    let mut modes = 0;
    for (option, _) in &parsed.options {
        match *option {
            'b' | TAG => sums.binary = true,
            't' => sums.binary = false,
            'w' => (sums.warn, sums.quiet, sums.status_only) = (true, false, false),
            QUIET => (sums.warn, sums.quiet, sums.status_only) = (false, true, false),
            STATUS => (sums.warn, sums.quiet, sums.status_only) = (false, false, true),
            _ => {}
        }
        modes += usize::from(matches!(*option, 'b' | 't' | 'z' | TAG));
    }
    let checking = ['w', QUIET, STATUS, STRICT, IGNORE_MISSING];
    if (check && modes > 0)
        || (!check && checking.iter().any(|&option| parsed.has(option)))
        || (sums.tag && !sums.binary)
    {
        return Err("options to complain about");
    }
    Ok(sums)
}

/// Decides on the arguments of the utility of a digest, given by its place among all.
pub fn decide<'a, const PLACE: usize>(
    context: &Context<'_>,
    arguments: &[&'a [u8]],
) -> Decision<'a> {
    let plan = plan(arguments).and_then(|plan| {
        let is_text =
            |option: &&[u8]| matches!(**option, [b'-', b'-', b't', ..] | [b'-', b't', ..]);
        if context.has(Change::CksumOptions) && plan.tag && arguments.iter().any(is_text) {
            return Err("options that a later version complains about");
        }
        if plan.delimiter == 0 && context.has(Change::WriteErrorsAtOnce) && context.writes_in_vain()
        {
            return Err("output that fails");
        }
        let size = |name: &&[u8]| {
            let stat = match *name {
                b"-" => context.stdin.as_ref().and_then(|file| file.stat()),
                _ => stage::door::statat(context.directory, *name, AtFlags::empty()).ok(),
            };
            stat.map_or(0, |stat| u64::try_from(stat.st_size).unwrap_or(0))
        };
        if ALGORITHMS[PLACE] == Algorithm::Blake2b && plan.check {
            return Err("digests of any length");
        }
        let is_slower =
            matches!(ALGORITHMS[PLACE], Algorithm::Md5 | Algorithm::Blake2b) && !plan.check;
        let sizes = plan.operands.iter().take(ASKED).map(size);
        if is_slower && sizes.fold(0, u64::saturating_add) > MUCH {
            return Err("much to digest");
        }
        Ok(plan)
    });
    decision(context, plan, run::<PLACE>)
}

/// All digests.
const ALGORITHMS: [Algorithm; 7] = [
    Algorithm::Md5,
    Algorithm::Sha1,
    Algorithm::Sha224,
    Algorithm::Sha256,
    Algorithm::Sha384,
    Algorithm::Sha512,
    Algorithm::Blake2b,
];

/// Runs the utility of a digest, given by its place among all.
fn run<const PLACE: usize>(context: &mut Context<'_>, plan: Sums<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let algorithm = ALGORITHMS[PLACE];
    let mut status = 0;
    for name in &plan.operands {
        let result = if plan.check {
            plan.check_list(context, algorithm, name, &mut output)
        } else {
            plan.one(context, algorithm, name, &mut output)
        };
        match result {
            Ok(true) => {}
            Ok(false) => status = 1,
            Err(exit) => return exit,
        }
        if let Some(exit) = stream::ended_by_line(context, &output) {
            return exit;
        }
    }
    match plan.delimiter {
        b'\n' => stream::finish_by_lines(context, &mut output, status),
        // Without ends of lines nothing is written before the end.
        _ => stream::finish(context, &mut output, status),
    }
}

impl Sums<'_> {
    /// The line of one file. False if it could not be read.
    fn one(
        &self,
        context: &Context<'_>,
        algorithm: Algorithm,
        name: &[u8],
        output: &mut Writer,
    ) -> Result<bool, Exit> {
        let digest = match self.digest(context, algorithm, name, output) {
            Ok(digest) => digest,
            Err(error) => {
                if let Some(exit) = context.signal_of(&error) {
                    return Err(exit);
                }
                ended_by(context, output.flush())?;
                // What was collected are lines, of which each would have been looked at.
                if self.delimiter == b'\n'
                    && let Some(exit) = stream::ended_by_line(context, output)
                {
                    return Err(exit);
                }
                stream::file_error(context, output, name, &error);
                return Ok(false);
            }
        };
        let out = &mut output.buffer;
        let escaped = self.delimiter == b'\n' && name.iter().any(|b| b"\\\n\r".contains(b));
        if escaped {
            out.push(b'\\');
        }
        if self.tag {
            out.extend_from_slice(algorithm.tag().as_bytes());
            out.extend_from_slice(b" (");
            put_name(name, escaped, out);
            out.extend_from_slice(b") = ");
            out.extend_from_slice(&digest);
        } else {
            out.extend_from_slice(&digest);
            out.push(b' ');
            out.push(if self.binary { b'*' } else { b' ' });
            put_name(name, escaped, out);
        }
        out.push(self.delimiter);
        // Lines are handed on before anybody could wait for them; an error is reported at the end.
        let result = match output.buffer.len() < COLLECTED {
            true => output.check(),
            false => output.flush(),
        };
        ended_by(context, result)?;
        Ok(true)
    }

    fn digest(
        &self,
        context: &Context<'_>,
        algorithm: Algorithm,
        name: &[u8],
        output: &mut Writer,
    ) -> io::Result<Vec<u8>> {
        let file = stream::open(context, name)?;
        let is_short = |stat: &Stat| {
            FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile && stat.st_size <= SHORT
        };
        let short = match output.buffer.is_empty() {
            true => None,
            false => file.stat().filter(is_short),
        };
        if !output.buffer.is_empty()
            && short.is_none()
            && let Err(error) = output.flush()
            && context.signal_of(&error).is_some()
        {
            return Err(error);
        }
        let mut reader = Reader::within(context, file);
        // Of a name that stands for a descriptor it may have been read already: then it ends as ever.
        if let Some(size) = short.and_then(|stat| u64::try_from(stat.st_size).ok()) {
            reader.expect(size);
        }
        algorithm.digest(&mut reader)
    }
}

/// The signal that a write has ended the utility with; an error that is none is reported at the end.
fn ended_by(context: &Context<'_>, result: io::Result<()>) -> Result<(), Exit> {
    match result.err().and_then(|error| context.signal_of(&error)) {
        Some(exit) => Err(exit),
        None => Ok(()),
    }
}

/// Appends a file name, with what would break the line escaped.
fn put_name(name: &[u8], escaped: bool, out: &mut Vec<u8>) {
    for &byte in name {
        match byte {
            b'\n' if escaped => out.extend_from_slice(b"\\n"),
            b'\r' if escaped => out.extend_from_slice(b"\\r"),
            b'\\' if escaped => out.extend_from_slice(b"\\\\"),
            _ => out.push(byte),
        }
    }
}
