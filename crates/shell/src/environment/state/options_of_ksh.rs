//! The options of ksh93's `set -o` (ksh(1), `set`): each by one name, before which `no` may stand,
//! and which may be cut short where that leaves one. Those for people at a terminal, and those about
//! background jobs and the case of files' names, change nothing here.

use super::options::Options;

impl Options {
    /// Background jobs run with a lower priority.
    pub const BGNICE: u64 = 1 << 48;
    /// A directory that a pattern matches has a slash at its end.
    pub const MARKDIRS: u64 = 1 << 49;
    /// emacs editing mode, with another transposition.
    pub const GMACS: u64 = 1 << 50;
    /// Long lines are edited on several lines of the terminal.
    pub const MULTILINE: u64 = 1 << 51;
    /// Characters are read one by one in vi mode.
    pub const VIRAW: u64 = 1 << 52;
    /// The file that ENV names, or ~/.kshrc, is read (`-E`).
    pub const RC: u64 = 1 << 53;
    /// A backslash does not quote a control character while a line is edited.
    pub const NOBACKSLASHCTRL: u64 = 1 << 54;
    /// Names match in any case where the file system has them so.
    pub const GLOBCASEDETECT: u64 = 1 << 55;
    /// A history expansion that fails is edited again.
    pub const HISTREEDIT: u64 = 1 << 56;
    /// The result of a history expansion is shown first.
    pub const HISTVERIFY: u64 = 1 << 57;
}

/// A name, its bit, and whether the bit is set where the option is on.
type Named = (&'static str, u64, bool);

/// Every option, in the order of the names.
const ALL: &[Named] = &[
    ("allexport", Options::ALLEXPORT, true),
    ("backslashctrl", Options::NOBACKSLASHCTRL, false),
    ("bgnice", Options::BGNICE, true),
    ("braceexpand", Options::BRACEEXPAND, true),
    ("clobber", Options::NOCLOBBER, false),
    ("emacs", Options::EMACS, true),
    ("errexit", Options::ERREXIT, true),
    ("exec", Options::NOEXEC, false),
    ("functrace", Options::FUNCTRACE, true),
    ("glob", Options::NOGLOB, false),
    ("globcasedetect", Options::GLOBCASEDETECT, true),
    ("globstar", Options::GLOBSTAR, true),
    ("gmacs", Options::GMACS, true),
    ("histexpand", Options::HISTEXPAND, true),
    ("histreedit", Options::HISTREEDIT, true),
    ("histverify", Options::HISTVERIFY, true),
    ("ignoreeof", Options::IGNOREEOF, true),
    ("inprocess", Options::INPROCESS, true),
    ("interactive", Options::INTERACTIVE, true),
    ("keyword", Options::KEYWORD, true),
    ("letoctal", Options::LETOCTAL, true),
    ("log", Options::NOLOG, false),
    ("login_shell", Options::LOGIN, true),
    ("markdirs", Options::MARKDIRS, true),
    ("monitor", Options::MONITOR, true),
    ("multiline", Options::MULTILINE, true),
    ("notify", Options::NOTIFY, true),
    ("parallel", Options::PARALLEL, true),
    ("pipefail", Options::PIPEFAIL, true),
    ("posix", Options::POSIX, true),
    ("privileged", Options::PRIVILEGED, true),
    ("rc", Options::RC, true),
    ("restricted", Options::RESTRICTED, true),
    ("trackall", Options::HASHALL, true),
    ("unset", Options::NOUNSET, false),
    ("verbose", Options::VERBOSE, true),
    ("vi", Options::VI, true),
    ("viraw", Options::VIRAW, true),
    ("xtrace", Options::XTRACE, true),
];

/// What is said when the shell is called, and stays.
const OF_COMMAND_LINE: u64 = Options::INTERACTIVE
    | Options::LOGIN
    | Options::RC
    | Options::RESTRICTED
    | Options::INPROCESS
    | Options::PARALLEL;

/// The editing modes, of which one is on at most.
const MODES: u64 = Options::EMACS | Options::GMACS | Options::VI;

/// The option that a name means, and whether the name asks for its bit to be set.
pub(super) fn find(name: &[u8]) -> Option<(u64, bool)> {
    let plain: Vec<u8> = name.iter().copied().filter(|byte| !matches!(byte, b'_' | b'-')).collect();
    let spelled = |text: &str| text.bytes().filter(|byte| *byte != b'_').collect::<Vec<u8>>();
    let exact = |name: &[u8]| ALL.iter().find(|(text, ..)| spelled(text) == name);
    let begun = |name: &[u8]| {
        let mut found = ALL.iter().filter(|(text, ..)| spelled(text).starts_with(name));
        let first = found.next().filter(|_| name.len() > 1)?;
        found.next().is_none().then_some(first)
    };
    let without = plain.strip_prefix(b"no");
    let on = exact(&plain).map(|(_, bit, on)| (*bit, *on));
    on.or_else(|| without.and_then(exact).map(|(_, bit, on)| (*bit, !*on)))
        .or_else(|| begun(&plain).map(|(_, bit, on)| (*bit, *on)))
        .or_else(|| without.and_then(begun).map(|(_, bit, on)| (*bit, !*on)))
}

impl Options {
    /// The options of ksh93 by name, and whether they are on.
    pub fn of_ksh(self) -> impl Iterator<Item = (&'static str, bool)> {
        ALL.iter().map(move |(name, bit, on)| (*name, self.has(*bit) == *on))
    }

    /// The arguments of `set` that make the options what they are (`set --state`, ksh93).
    pub fn state_in_ksh(self) -> String {
        let mut text = String::from("set --default");
        for (name, bit, on) in ALL {
            if OF_COMMAND_LINE & bit == 0 && self.has(*bit) {
                text.push_str(if *on { " --" } else { " --no" });
                text.push_str(name);
            }
        }
        text
    }

    /// The bits that `set --default` clears (ksh93).
    pub fn cleared_in_ksh() -> u64 {
        ALL.iter().fold(0, |bits, (_, bit, _)| bits | bit) & !OF_COMMAND_LINE
    }

    /// Turns the other editing modes off.
    pub fn leave_modes_but(&mut self, mode: u64) {
        if mode & MODES != 0 {
            self.bits &= !(MODES & !mode);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(find(b"glob"), Some((Options::NOGLOB, false)));
        assert_eq!(find(b"no_glob"), Some((Options::NOGLOB, true)));
        assert_eq!(find(b"glob-star"), Some((Options::GLOBSTAR, true)));
        assert_eq!(find(b"notify"), Some((Options::NOTIFY, true)));
        assert_eq!(find(b"no-notify"), Some((Options::NOTIFY, false)));
        assert_eq!(find(b"logi"), Some((Options::LOGIN, true)));
        assert_eq!(find(b"foo"), None);
        assert_eq!(find(b"nofoo"), None);
    }
}
