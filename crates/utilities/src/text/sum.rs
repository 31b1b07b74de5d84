//! sum, cksum: checksums and sizes of files (POSIX XCU cksum; GNU coreutils manual).

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit};
use runtime::Remainder;
use std::io;

const SUM_OPTIONS: &[options::Option_] =
    &[('r', "", Takes::Nothing), ('s', "sysv", Takes::Nothing)];

/// The options of sum admitted.
pub const SUM_ADMITTED: &str = "-rs [FILE...]";
/// The options of cksum admitted.
pub const CKSUM_ADMITTED: &str = "[FILE...]";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Algorithm {
    /// Rotating, of 16 bits.
    Bsd,
    /// The plain sum of bytes.
    SystemV,
    /// The CRC of POSIX.
    Crc,
}

fn plan<'a>(arguments: &[&'a [u8]], crc: bool) -> Plan<(Algorithm, Vec<&'a [u8]>)> {
    let known = if crc { &[] } else { SUM_OPTIONS };
    let parsed =
        options::parse(arguments, known, true).ok_or("an option that is not reproduced")?;
    let algorithm = match parsed.options.last() {
        _ if crc => Algorithm::Crc,
        Some(('s', _)) => Algorithm::SystemV,
        _ => Algorithm::Bsd,
    };
    Ok((algorithm, parsed.operands))
}

/// Decides on the arguments of sum.
pub fn decide_sum<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(arguments, false), run)
}

/// Decides on the arguments of cksum.
pub fn decide_cksum<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(arguments, true), run)
}

fn run(context: &mut Context<'_>, (algorithm, operands): (Algorithm, Vec<&[u8]>)) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let unnamed: &[&[u8]] = &[b"-"];
    let names: &[&[u8]] = if operands.is_empty() { unnamed } else { &operands };
    let mut status = 0;
    for name in names {
        let result = stream::open(context, name).and_then(|file| {
            let mut reader = Reader::within(context, file);
            compute(algorithm, &mut reader, !context.has(Change::CksumReadErrors))
        });
        match result {
            Ok((checksum, size)) => {
                let name = (!operands.is_empty()).then_some(*name);
                put(algorithm, checksum, size, name, &mut output.buffer);
                // Line by line; an error is reported at the end.
                let _ = output.flush();
            }
            Err(error) => {
                if let Some(exit) = context.signal_of(&error) {
                    return exit;
                }
                stream::file_error(context, &mut output, name, &error);
                status = 1;
            }
        }
    }
    stream::finish_by_lines(context, &mut output, status)
}

/// The CRC of POSIX.
enum Crc {
    /// By instructions that the processor has.
    Multiplied(Remainder, u32),
    /// By the library's CRC, which takes the bits of each byte in the other order.
    Reversed(crc32fast::Hasher),
}

/// Bytes whose bits are reversed at a time: few enough to stay in the nearest cache.
const PIECE: usize = 4 << 10;

impl Crc {
    fn new() -> Self {
        match Remainder::new() {
            Some(remainder) => Self::Multiplied(remainder, 0),
            None => Self::Reversed(crc32fast::Hasher::new_with_initial(u32::MAX)),
        }
    }

    fn update(&mut self, block: &[u8]) {
        match self {
            Self::Multiplied(remainder, crc) => *crc = remainder.update(*crc, block),
            Self::Reversed(hasher) => {
                let mut reversed = [0; PIECE];
                for piece in block.chunks(PIECE) {
                    let reversed = &mut reversed[..piece.len()];
                    for (to, from) in reversed.iter_mut().zip(piece) {
                        *to = from.reverse_bits();
                    }
                    hasher.update(reversed);
                }
            }
        }
    }

    fn finish(self) -> u32 {
        match self {
            Self::Multiplied(_, crc) => !crc,
            Self::Reversed(hasher) => hasher.finalize().reverse_bits(),
        }
    }
}

/// The checksum and the size. `forgiving`: the CRC takes an error for the end (coreutils 9.1).
fn compute(algorithm: Algorithm, reader: &mut Reader, forgiving: bool) -> io::Result<(u32, u64)> {
    let mut size = 0u64;
    let mut sum = 0u32;
    let mut crc = Crc::new();
    loop {
        let block = match reader.block() {
            Err(error)
                if forgiving
                    && algorithm == Algorithm::Crc
                    && error.kind() != io::ErrorKind::Interrupted =>
            {
                &[]
            }
            other => other?,
        };
        if block.is_empty() {
            break;
        }
        size += block.len() as u64;
        match algorithm {
            Algorithm::Bsd => {
                for &byte in block {
                    sum = ((sum as u16).rotate_right(1)).wrapping_add(u16::from(byte)).into();
                }
            }
            Algorithm::SystemV => {
                sum = block.iter().fold(sum, |sum, &byte| sum.wrapping_add(u32::from(byte)));
            }
            Algorithm::Crc => crc.update(block),
        }
    }
    let checksum = match algorithm {
        Algorithm::Bsd => sum,
        Algorithm::SystemV => {
            let folded = (sum & 0xffff) + (sum >> 16);
            (folded & 0xffff) + (folded >> 16)
        }
        Algorithm::Crc => {
            // The size follows, the lowest byte first, without zeros at its end.
            let mut left = size;
            while left > 0 {
                crc.update(&[left as u8]);
                left >>= 8;
            }
            crc.finish()
        }
    };
    Ok((checksum, size))
}

fn put(algorithm: Algorithm, checksum: u32, size: u64, name: Option<&[u8]>, out: &mut Vec<u8>) {
    match algorithm {
        Algorithm::Bsd => {
            out.extend_from_slice(format!("{checksum:05} {:5}", size.div_ceil(1024)).as_bytes());
        }
        Algorithm::SystemV => {
            out.extend_from_slice(format!("{checksum} {}", size.div_ceil(512)).as_bytes());
        }
        Algorithm::Crc => {
            number::append(out, u64::from(checksum));
            out.push(b' ');
            number::append(out, size);
        }
    }
    if let Some(name) = name {
        out.push(b' ');
        out.extend_from_slice(name);
    }
    out.push(b'\n');
}
