//! The sets of tr: `a-z`, `\012`, `[:alpha:]`, `[=c=]`, `[c*n]`.

/// A set as written, expanded in order.
#[derive(Debug, Default)]
pub struct Set {
    /// Its bytes, without those of `[c*]`.
    pub bytes: Vec<u8>,
    /// Where `[c*]` stands in `bytes`, and its byte: as many as are needed.
    pub fill: Option<(usize, u8)>,
    /// Whether there is a `[c*n]`.
    pub repeats: bool,
    /// Whether there is any class.
    has_class: bool,
    /// Whether there is a class but `[:lower:]` and `[:upper:]`, or `[=c=]`.
    restricted: bool,
    /// Where `[:lower:]` and `[:upper:]` begin in `bytes`.
    cases: Vec<usize>,
    /// Whether a class comes last.
    ends_in_class: bool,
}

/// One byte of a set's text, and whether it was written with a backslash.
type Unit = (u8, bool);

/// What a second set does that is shorter than the first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shorter {
    /// Its last byte stands for those that are missing.
    IsExtended,
    /// Bytes of the first that it has nothing for stay as they are (`-t`).
    TruncatesFirst,
}

impl Set {
    /// Reads a set. `None` for what GNU refuses or warns of.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let units = unescape(text)?;
        let mut set = Self::default();
        let is = |at: usize, byte: u8| units.get(at) == Some(&(byte, false));
        let mut at = 0;
        while at + 2 < units.len() {
            if is(at, b'[') {
                if (is(at + 1, b':') || is(at + 1, b'='))
                    && let Some(close) = closing(&units, at + 2, units[at + 1].0)
                {
                    if close == at + 2 {
                        return None;
                    }
                    let name: Vec<u8> = units[at + 2..close].iter().map(|unit| unit.0).collect();
                    set.add_class(units[at + 1].0, &name)?;
                    at = close + 2;
                    continue;
                }
                if is(at + 2, b'*')
                    && let Some(close) = (at + 3..units.len())
                        .take_while(|&i| !units[i].1)
                        .find(|&i| units[i].0 == b']')
                {
                    let digits: Vec<u8> = units[at + 3..close].iter().map(|unit| unit.0).collect();
                    set.add_repeat(units[at + 1].0, &digits)?;
                    at = close + 1;
                    continue;
                }
            }
            if is(at + 1, b'-') {
                let (low, high) = (units[at].0, units[at + 2].0);
                if low > high {
                    return None;
                }
                set.bytes.extend(low..=high);
                at += 3;
            } else {
                set.bytes.push(units[at].0);
                at += 1;
            }
            set.ends_in_class = false;
        }
        for unit in &units[at..] {
            set.bytes.push(unit.0);
            set.ends_in_class = false;
        }
        Some(set)
    }

    fn add_class(&mut self, kind: u8, name: &[u8]) -> Option<()> {
        if kind == b'=' {
            let [byte] = name else { return None };
            self.bytes.push(*byte);
            self.restricted = true;
            self.ends_in_class = false;
            return Some(());
        }
        let member: fn(u8) -> bool = match name {
            b"alnum" => |b| b.is_ascii_alphanumeric(),
            b"alpha" => |b| b.is_ascii_alphabetic(),
            b"blank" => |b| matches!(b, b' ' | b'\t'),
            b"cntrl" => |b| b.is_ascii_control(),
            b"digit" => |b| b.is_ascii_digit(),
            b"graph" => |b| b.is_ascii_graphic(),
            b"lower" => |b| b.is_ascii_lowercase(),
            b"print" => |b| b.is_ascii_graphic() || b == b' ',
            b"punct" => |b| b.is_ascii_punctuation(),
            b"space" => |b| matches!(b, b' ' | 9..=13),
            b"upper" => |b| b.is_ascii_uppercase(),
            b"xdigit" => |b| b.is_ascii_hexdigit(),
            _ => return None,
        };
        match name {
            b"lower" | b"upper" => self.cases.push(self.bytes.len()),
            _ => self.restricted = true,
        }
        self.has_class = true;
        self.ends_in_class = true;
        self.bytes.extend((0..=255).filter(|&byte| member(byte)));
        Some(())
    }

    fn add_repeat(&mut self, byte: u8, digits: &[u8]) -> Option<()> {
        self.ends_in_class = false;
        let base = if digits.first() == Some(&b'0') { 8 } else { 10 };
        let mut count = 0u32;
        for digit in digits {
            let digit = char::from(*digit).to_digit(base)?;
            count = count.checked_mul(base)?.checked_add(digit)?;
        }
        // No set is longer than that; what is beyond would never be looked at.
        let most = 1 << 16;
        match count {
            0 if self.fill.is_some() => return None,
            0 => self.fill = Some((self.bytes.len(), byte)),
            count => self.bytes.extend(std::iter::repeat_n(byte, (count as usize).min(most))),
        }
        self.repeats |= count > 0;
        if self.bytes.len() > most { None } else { Some(()) }
    }

    /// The bytes that are in the set, or that are not.
    pub fn members(&self, complement: bool) -> Box<[bool; 256]> {
        let mut members = Box::new([complement; 256]);
        self.bytes.iter().for_each(|&byte| members[usize::from(byte)] = !complement);
        members
    }

    /// What the `count` bytes of `first` are translated to when `self` is the second set.
    /// `None` for what GNU refuses.
    pub fn target(
        &self,
        first: &Set,
        count: usize,
        complement: bool,
        shorter: Shorter,
    ) -> Option<Vec<u8>> {
        if self.restricted {
            return None;
        }
        let mut to = self.bytes.clone();
        let mut cases = self.cases.clone();
        if let Some((at, byte)) = self.fill {
            let missing = count.saturating_sub(to.len());
            to.splice(at..at, std::iter::repeat_n(byte, missing));
            cases.iter_mut().filter(|case| **case >= at).for_each(|case| *case += missing);
        }
        // [:lower:] and [:upper:] are for changing case: the first set has one there, too.
        if complement && !cases.is_empty()
            || cases.iter().any(|case| *case <= count && !first.cases.contains(case))
        {
            return None;
        }
        if count > to.len() && shorter == Shorter::IsExtended {
            if self.ends_in_class {
                return None;
            }
            let last = *to.last()?;
            to.resize(count, last);
        }
        let one = to.len() == count && to.windows(2).all(|pair| pair[0] == pair[1]);
        if complement && first.has_class && !one {
            return None;
        }
        Some(to)
    }
}

/// Where `:]` or `=]` is.
fn closing(units: &[Unit], from: usize, delimiter: u8) -> Option<usize> {
    (from..units.len().saturating_sub(1))
        .find(|&at| units[at] == (delimiter, false) && units[at + 1] == (b']', false))
}

/// Replaces backslash sequences.
fn unescape(text: &[u8]) -> Option<Vec<Unit>> {
    let mut units = Vec::with_capacity(text.len());
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            units.push((byte, false));
            continue;
        }
        let byte = match bytes.next()? {
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'n' => 10,
            b'r' => 13,
            b't' => 9,
            b'v' => 11,
            first @ b'0'..=b'7' => {
                let mut value = u32::from(first - b'0');
                for _ in 0..2 {
                    let Some(digit) = bytes.next_if(|b| (b'0'..=b'7').contains(b)) else { break };
                    value = value * 8 + u32::from(digit - b'0');
                }
                // More than a byte holds: GNU warns.
                u8::try_from(value).ok()?
            }
            other => other,
        };
        units.push((byte, true));
    }
    Some(units)
}
