//! dd's operands, `name=value`.

/// The largest block: a buffer of this size is allocated.
const LARGEST: u64 = 16 << 20;
/// The most blocks that are counted, so that positions do not overflow.
const MOST: u64 = 1 << 32;

/// conv=lcase and conv=ucase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Lower,
    Upper,
}

/// What the operands ask for.
#[derive(Debug)]
pub(super) struct Operands<'a> {
    pub(super) input: Option<&'a [u8]>,
    pub(super) output: Option<&'a [u8]>,
    pub(super) input_block: usize,
    pub(super) output_block: usize,
    /// Blocks are collected before they are written.
    pub(super) two_buffers: bool,
    pub(super) count: Option<u64>,
    pub(super) skip: u64,
    pub(super) seek: u64,
    pub(super) case: Option<Case>,
    /// Short blocks are filled with NULs.
    pub(super) pads: bool,
    pub(super) no_truncation: bool,
    pub(super) no_create: bool,
    pub(super) exclusive: bool,
    /// Short blocks are read again until they are full.
    pub(super) full_blocks: bool,
    pub(super) says_records: bool,
    pub(super) says_speed: bool,
}

impl Operands<'_> {
    /// How much is read at most.
    pub(super) fn most_bytes(&self) -> Option<u64> {
        Some((self.count? + self.skip) * self.input_block as u64)
    }
}

/// Reads the operands; None where one is not reproduced.
pub(super) fn read<'a>(arguments: &[&'a [u8]]) -> Option<Operands<'a>> {
    let mut operands = Operands {
        input: None,
        output: None,
        input_block: 512,
        output_block: 512,
        two_buffers: true,
        count: None,
        skip: 0,
        seek: 0,
        case: None,
        pads: false,
        no_truncation: false,
        no_create: false,
        exclusive: false,
        full_blocks: false,
        says_records: true,
        says_speed: true,
    };
    let mut both = None;
    for argument in arguments {
        let at = argument.iter().position(|&byte| byte == b'=')?;
        let (name, value) = (&argument[..at], &argument[at + 1..]);
        match name {
            b"if" => operands.input = Some(value),
            b"of" => operands.output = Some(value),
            b"bs" => both = Some(block(value)?),
            b"ibs" => operands.input_block = block(value)?,
            b"obs" => operands.output_block = block(value)?,
            b"count" => operands.count = Some(blocks(value)?),
            b"skip" => operands.skip = blocks(value)?,
            b"seek" => operands.seek = blocks(value)?,
            b"status" => {
                (operands.says_records, operands.says_speed) = match value {
                    b"none" => (false, false),
                    b"noxfer" => (true, false),
                    _ => return None,
                };
            }
            b"iflag" if value == b"fullblock" => operands.full_blocks = true,
            b"conv" => {
                for word in value.split(|&byte| byte == b',') {
                    operands.convert(word)?;
                }
            }
            _ => return None,
        }
    }
    if operands.exclusive && operands.no_create {
        return None;
    }
    if let Some(size) = both {
        (operands.input_block, operands.output_block) = (size, size);
    }
    operands.two_buffers = both.is_none() || operands.case.is_some();
    Some(operands)
}

impl Operands<'_> {
    fn convert(&mut self, word: &[u8]) -> Option<()> {
        match word {
            b"lcase" | b"ucase" => {
                let case = if word == b"lcase" { Case::Lower } else { Case::Upper };
                if self.case.is_some_and(|other| other != case) {
                    return None;
                }
                self.case = Some(case);
            }
            b"sync" => self.pads = true,
            b"notrunc" => self.no_truncation = true,
            b"nocreat" => self.no_create = true,
            b"excl" => self.exclusive = true,
            _ => return None,
        }
        Some(())
    }
}

fn block(text: &[u8]) -> Option<usize> {
    let size = number(text)?;
    (1..=LARGEST).contains(&size).then_some(size as usize)
}

fn blocks(text: &[u8]) -> Option<u64> {
    number(text).filter(|count| *count <= MOST)
}

/// Digits and one of the usual suffixes.
fn number(text: &[u8]) -> Option<u64> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let unit: u64 = match &text[digits..] {
        b"" | b"c" => 1,
        b"w" => 2,
        b"b" => 512,
        b"k" | b"K" | b"KiB" => 1 << 10,
        b"kB" => 1000,
        b"M" | b"MiB" => 1 << 20,
        b"MB" => 1_000_000,
        b"G" | b"GiB" => 1 << 30,
        b"GB" => 1_000_000_000,
        _ => return None,
    };
    // A zero in front is warned of where `0x` follows, which has no suffix of its own here.
    let number: u64 = std::str::from_utf8(&text[..digits]).ok()?.parse().ok()?;
    number.checked_mul(unit)
}
