//! File modes: the operand of chmod (POSIX XCU chmod, "Extended Description"), and how ls
//! writes them.

/// The bits that chmod(2) changes.
pub(crate) const ALL: u32 = 0o7777;
const SET_ID: u32 = 0o6000;

/// A compiled mode operand: octal, or a list of symbolic changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Changes(Vec<Change>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    operation: u8,
    kind: Kind,
    /// The bits of the classes named before the operator; 0 where none was.
    affected: u32,
    value: u32,
    /// Bits that were spelled out, and so hold for directories too.
    mentioned: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ordinary,
    /// `X`: execute where anybody can execute, or a directory.
    ConditionalExecute,
    /// `u`, `g` or `o` on the right: the bits that the class has.
    Copy,
}

impl Changes {
    /// Compiles a mode operand; None where it is invalid.
    pub(crate) fn parse(text: &[u8]) -> Option<Changes> {
        if matches!(text.first(), Some(b'0'..=b'7')) {
            let (value, rest) = octal(text)?;
            if !rest.is_empty() {
                return None;
            }
            // An octal mode of fewer than five digits leaves set-id bits of directories alone.
            let mentioned = match text.len() {
                ..5 => (value & SET_ID) | 0o1777,
                _ => ALL,
            };
            return Some(Changes(vec![Change {
                operation: b'=',
                kind: Kind::Ordinary,
                affected: ALL,
                value,
                mentioned,
            }]));
        }
        let mut changes = Vec::new();
        let mut rest = text;
        loop {
            rest = clause(rest, &mut changes)?;
            match rest.split_first() {
                None => return Some(Changes(changes)),
                Some((b',', after)) => rest = after,
                Some(_) => return None,
            }
        }
    }

    /// The mode of another file, whole.
    pub(crate) fn exactly(mode: u32) -> Changes {
        Changes(vec![Change {
            operation: b'=',
            kind: Kind::Ordinary,
            affected: ALL,
            value: mode & ALL,
            mentioned: ALL,
        }])
    }

    /// Applies the changes to `mode`: (the new bits, the bits that the changes care about).
    pub(crate) fn apply(&self, mode: u32, directory: bool, umask: u32) -> (u32, u32) {
        let mut new = mode & ALL;
        let mut cared = 0;
        for change in &self.0 {
            let omitted = if directory { SET_ID & !change.mentioned } else { 0 };
            let mut value = change.value;
            match change.kind {
                Kind::Ordinary => {}
                Kind::Copy => {
                    value &= new;
                    for class in [0o444, 0o222, 0o111] {
                        if value & class != 0 {
                            value |= class;
                        }
                    }
                }
                Kind::ConditionalExecute => {
                    if directory || new & 0o111 != 0 {
                        value |= 0o111;
                    }
                }
            }
            value &= if change.affected != 0 { change.affected } else { !umask };
            value &= !omitted;
            match change.operation {
                b'=' => {
                    let kept = omitted | if change.affected != 0 { !change.affected } else { 0 };
                    cared |= ALL & !kept;
                    new = (new & kept) | value;
                }
                b'+' => {
                    cared |= value;
                    new |= value;
                }
                _ => {
                    cared |= value;
                    new &= !value;
                }
            }
        }
        (new, cared)
    }
}

/// Octal digits and what follows them; None beyond 7777.
fn octal(text: &[u8]) -> Option<(u32, &[u8])> {
    let mut value = 0;
    let mut rest = text;
    while let Some((&digit @ b'0'..=b'7', after)) = rest.split_first() {
        value = 8 * value + u32::from(digit - b'0');
        if value > ALL {
            return None;
        }
        rest = after;
    }
    Some((value, rest))
}

/// One clause, `[ugoa]*([-+=][perms])+`; returns what follows it.
fn clause<'t>(text: &'t [u8], changes: &mut Vec<Change>) -> Option<&'t [u8]> {
    let mut affected = 0;
    let mut rest = text;
    loop {
        let (&letter, after) = rest.split_first()?;
        affected |= match letter {
            b'u' => 0o4700,
            b'g' => 0o2070,
            b'o' => 0o1007,
            b'a' => ALL,
            b'=' | b'+' | b'-' => break,
            _ => return None,
        };
        rest = after;
    }
    while let Some((&operation @ (b'=' | b'+' | b'-'), after)) = rest.split_first() {
        rest = after;
        let mut change =
            Change { operation, kind: Kind::Ordinary, affected, value: 0, mentioned: 0 };
        let mut spelled = 0;
        match rest.first() {
            Some(b'0'..=b'7') => {
                let (value, after) = octal(rest)?;
                if affected != 0 || !matches!(after.first(), None | Some(b',')) {
                    return None;
                }
                rest = after;
                affected = ALL;
                change.affected = ALL;
                change.value = value;
                spelled = ALL;
            }
            Some(&class @ (b'u' | b'g' | b'o')) => {
                change.kind = Kind::Copy;
                change.value = match class {
                    b'u' => 0o700,
                    b'g' => 0o070,
                    _ => 0o007,
                };
                rest = &rest[1..];
            }
            _ => {
                while let Some((&letter, after)) = rest.split_first() {
                    match letter {
                        b'r' => change.value |= 0o444,
                        b'w' => change.value |= 0o222,
                        b'x' => change.value |= 0o111,
                        b'X' => change.kind = Kind::ConditionalExecute,
                        b's' => change.value |= SET_ID,
                        b't' => change.value |= 0o1000,
                        _ => break,
                    }
                    rest = after;
                }
            }
        }
        change.mentioned = match (spelled, change.affected) {
            (0, 0) => change.value,
            (0, affected) => affected & change.value,
            (spelled, _) => spelled,
        };
        changes.push(change);
    }
    Some(rest)
}

/// The type letter and nine permission letters, as `ls -l` writes a mode.
pub(crate) fn letters(mode: u32) -> [u8; 10] {
    let mut text = *b"?rwxrwxrwx";
    text[0] = match mode & 0o170000 {
        0o100000 => b'-',
        0o040000 => b'd',
        0o060000 => b'b',
        0o020000 => b'c',
        0o120000 => b'l',
        0o010000 => b'p',
        0o140000 => b's',
        _ => b'?',
    };
    for bit in 0..9 {
        if mode & (0o400 >> bit) == 0 {
            text[bit + 1] = b'-';
        }
    }
    for (bit, at, set) in [(0o4000, 3, b's'), (0o2000, 6, b's'), (0o1000, 9, b't')] {
        if mode & bit != 0 {
            text[at] = if text[at] == b'x' { set } else { set.to_ascii_uppercase() };
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(text: &str, mode: u32, directory: bool, umask: u32) -> u32 {
        Changes::parse(text.as_bytes()).map_or(0xffff, |c| c.apply(mode, directory, umask).0)
    }

    #[test]
    fn octal_modes() {
        assert_eq!(new("755", 0o600, false, 0o22), 0o755);
        assert_eq!(new("755", 0o2700, true, 0o22), 0o2755);
        assert_eq!(new("00755", 0o2700, true, 0o22), 0o755);
        assert_eq!(new("10000", 0, false, 0), 0xffff);
        assert_eq!(new("78", 0, false, 0), 0xffff);
        assert_eq!(new("", 0, false, 0), 0xffff);
    }

    #[test]
    fn symbolic_modes() {
        assert_eq!(new("u+x", 0o644, false, 0o22), 0o744);
        assert_eq!(new("+x", 0o644, false, 0o22), 0o755);
        assert_eq!(new("+w", 0o444, false, 0o22), 0o644);
        assert_eq!(new("a+X", 0o644, false, 0), 0o644);
        assert_eq!(new("a+X", 0o644, true, 0), 0o755);
        assert_eq!(new("g=u,o=", 0o751, false, 0), 0o770);
        assert_eq!(new("u=rwx,go=rX", 0o600, true, 0), 0o755);
        assert_eq!(new("u+s,+t", 0o755, false, 0o22), 0o5755);
        assert_eq!(new("=0700", 0o2755, true, 0o22), 0o700);
        assert_eq!(new("u+x-w", 0o644, false, 0), 0o544);
        assert_eq!(new("u+", 0o644, false, 0), 0o644);
        assert_eq!(new("u", 0o644, false, 0), 0xffff);
        assert_eq!(new("u+x,", 0o644, false, 0), 0xffff);
        assert_eq!(new("u=7", 0o644, false, 0), 0xffff);
        assert_eq!(new("z+x", 0o644, false, 0), 0xffff);
    }

    #[test]
    fn letters_of_modes() {
        assert_eq!(&letters(0o100644), b"-rw-r--r--");
        assert_eq!(&letters(0o041777), b"drwxrwxrwt");
        assert_eq!(&letters(0o106751), b"-rwsr-s--x");
        assert_eq!(&letters(0o107640), b"-rwSr-S--T");
    }
}
