//! Time zones: TZ (POSIX XBD 8.3) where it names a file of the system's database (tzfile(5)),
//! or UTC. Rules written out in TZ, and years after the last transition of a zone with
//! daylight saving, are left to the installed program.

use crate::Context;
use crate::system::accounts::read;
use rustix::fs::Access;

/// One zone.
pub(crate) struct Zone {
    /// When an entry of `types` begins to hold.
    transitions: Vec<(i64, usize)>,
    types: Vec<Kind>,
    /// After the last transition the last type goes on for ever.
    settled: bool,
}

/// An offset and its name.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// Seconds east of Greenwich.
    pub(crate) offset: i64,
    pub(crate) name: Vec<u8>,
    /// Daylight saving.
    pub(crate) dst: bool,
}

impl Zone {
    /// Coordinated Universal Time.
    pub(crate) fn utc() -> Self {
        let kind = Kind { offset: 0, name: b"UTC".to_vec(), dst: false };
        Self { transitions: Vec::new(), types: vec![kind], settled: true }
    }

    /// The zone that TZ says, or the system's.
    pub(crate) fn of(context: &Context<'_>) -> Option<Self> {
        if context.variables.get(b"TZDIR").is_some() {
            return None;
        }
        Self::named(context.variables.get(b"TZ").as_deref())
    }

    /// The zone of a value of TZ; None: the system's.
    pub(crate) fn named(name: Option<&[u8]>) -> Option<Self> {
        let Some(name) = name else {
            return match read("/etc/localtime") {
                Ok(file) => Self::parse(&file),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Some(Self::utc()),
                Err(_) => None,
            };
        };
        let name = name.strip_prefix(b":").unwrap_or(name);
        if matches!(name, b"UTC" | b"UTC0") {
            return Some(Self::utc());
        }
        if name.is_empty() {
            // To the C library that is the file Universal, and where there is none a zone of
            // that name.
            let file = rustix::fs::access("/usr/share/zoneinfo/Universal", Access::READ_OK);
            return file.is_ok().then(Self::utc);
        }
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/_+-".contains(byte);
        if name.first() == Some(&b'/') || !name.iter().all(plain) {
            return None;
        }
        let name = std::str::from_utf8(name).ok()?;
        Self::parse(&read(&format!("/usr/share/zoneinfo/{name}")).ok()?)
    }

    /// Reads the 64-bit part of a zone file.
    fn parse(file: &[u8]) -> Option<Self> {
        let counts = |header: &[u8]| -> Option<[usize; 6]> {
            if header.get(..4)? != b"TZif" || !matches!(header.get(4)?, b'2'..=b'4') {
                return None;
            }
            let mut counts = [0; 6];
            for (index, count) in counts.iter_mut().enumerate() {
                let at = 20 + index * 4;
                let bytes: [u8; 4] = header.get(at..at + 4)?.try_into().ok()?;
                *count = usize::try_from(u32::from_be_bytes(bytes)).ok()?;
            }
            Some(counts)
        };
        let [utc, standard, leaps, times, types, letters] = counts(file)?;
        let skip = 44 + times * 5 + types * 6 + letters + leaps * 8 + standard + utc;
        let file = file.get(skip..)?;
        let [utc, standard, leaps, times, types, letters] = counts(file)?;
        if leaps > 0 || types == 0 {
            return None;
        }
        let mut rest = file.get(44..)?;
        let mut take = |count: usize| {
            let (first, after) = rest.split_at_checked(count)?;
            rest = after;
            Some(first)
        };
        let moments = take(times * 8)?;
        let indexes = take(times)?;
        let kinds = take(types * 6)?;
        let names = take(letters)?;
        take(standard + utc)?;
        let transitions = moments
            .chunks_exact(8)
            .zip(indexes)
            .map(|(moment, &index)| {
                let moment = moment.try_into().map(i64::from_be_bytes).unwrap_or_default();
                (moment, usize::from(index))
            })
            .collect();
        let types: Vec<Kind> = kinds
            .chunks_exact(6)
            .map(|kind| {
                let offset = i32::from_be_bytes([kind[0], kind[1], kind[2], kind[3]]);
                let name = names.get(usize::from(kind[5])..).unwrap_or_default();
                let length = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
                Kind { offset: offset.into(), name: name[..length].to_vec(), dst: kind[4] != 0 }
            })
            .collect();
        // The rule behind the tables: with a comma it has daylight saving.
        let settled = !rest.contains(&b',');
        Some(Self { transitions, types, settled })
    }

    /// What holds at a moment; `None` where the tables do not tell.
    pub(crate) fn at(&self, moment: i64) -> Option<&Kind> {
        let next = self.transitions.partition_point(|(from, _)| *from <= moment);
        if next == self.transitions.len() && !self.settled {
            return None;
        }
        match next.checked_sub(1) {
            Some(last) => self.types.get(self.transitions[last].1),
            // Before the first transition: the first type that is not daylight saving.
            None => self.types.iter().find(|kind| !kind.dst).or(self.types.first()),
        }
    }

    /// The one moment at which clocks show `wall` (seconds since 1970 on that clock); `None`
    /// where there is none, where there are two, or where the tables do not tell.
    pub(crate) fn moment(&self, wall: i64) -> Option<i64> {
        let mut found = None;
        for kind in &self.types {
            let moment = wall - kind.offset;
            if self.at(moment)?.offset == kind.offset {
                if found.is_some_and(|other| other != moment) {
                    return None;
                }
                found = Some(moment);
            }
        }
        found
    }
}
