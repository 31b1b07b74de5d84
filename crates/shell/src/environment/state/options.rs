//! Options of the shell: `set`, and those of the command line (POSIX XCU `set`).
//!
//! One bit each, so a subshell copies them as a number. The dialect is kept among them: `rules`
//! gives its table, and methods here combine a row with an option of `shopt` that changes it.

use dialect::expansion::ExtendedPatterns;
use dialect::{Dialect, Rules};

/// The options that are on, and the behaviours of the language that they choose.
#[derive(Clone, Copy)]
pub struct Options {
    /// Each option a bit.
    pub(super) bits: u64,
    /// Of [`Self::dialect`], so that asking for a behaviour is two loads.
    rules: &'static Rules,
}

macro_rules! options {
    ($($(#[$meta:meta])* $constant:ident = $bit:literal, $letter:literal, $name:literal;)*) => {
        impl Options {
            $($(#[$meta])* pub const $constant: u64 = 1 << $bit;)*
        }
        /// Every option: its bit, its letter (or a blank), its name (or "").
        pub const OPTIONS: &[(u64, u8, &str)] = &[$((1 << $bit, $letter, $name),)*];
    };
}

options! {
    /// Every variable that is assigned is exported.
    ALLEXPORT = 0, b'a', "allexport";
    /// A job that ends is reported at once.
    NOTIFY = 1, b'b', "notify";
    /// `>` does not overwrite.
    NOCLOBBER = 2, b'C', "noclobber";
    /// A command that fails ends the shell.
    ERREXIT = 3, b'e', "errexit";
    /// No pathname expansion.
    NOGLOB = 4, b'f', "noglob";
    /// Commands are looked up when a function is defined.
    HASHALL = 5, b'h', "hashall";
    /// The shell is interactive.
    INTERACTIVE = 6, b'i', "interactive";
    /// Job control.
    MONITOR = 7, b'm', "monitor";
    /// Commands are read, not run.
    NOEXEC = 8, b'n', "noexec";
    /// Commands come from standard input.
    STDIN = 9, b's', "stdin";
    /// An unset parameter is an error.
    NOUNSET = 10, b'u', "nounset";
    /// Input is shown as it is read.
    VERBOSE = 11, b'v', "verbose";
    /// Commands are shown before they are run.
    XTRACE = 12, b'x', "xtrace";
    /// End of file does not end an interactive shell.
    IGNOREEOF = 13, b' ', "ignoreeof";
    /// Function definitions are not kept in the history.
    NOLOG = 14, b' ', "nolog";
    /// A pipeline fails if any of its commands does.
    PIPEFAIL = 15, b' ', "pipefail";
    /// vi editing mode.
    VI = 16, b' ', "vi";
    /// emacs editing mode.
    EMACS = 17, b' ', "emacs";
    /// Utilities run inside the shell.
    INPROCESS = 18, b' ', "inprocess";
    /// POSIX behaviour where an extension differs.
    POSIX = 19, b' ', "posix";
    /// Given by `-c` (only shown by `$-`).
    COMMAND = 20, b'c', "";
    /// A login shell.
    LOGIN = 21, b'l', "";
    /// A trap on ERR holds in functions and subshells too.
    ERRTRACE = 22, b'E', "errtrace";
    /// Traps on DEBUG and RETURN hold in functions and subshells too.
    FUNCTRACE = 23, b'T', "functrace";
    /// `{a,b}` are two words (`set -B`).
    BRACEEXPAND = 24, b'B', "braceexpand";
    /// `**` matches directories at any depth.
    GLOBSTAR = 25, b'G', "globstar";
    /// A pattern that matches no file is removed.
    NULLGLOB = 26, b' ', "nullglob";
    /// `*` matches names that begin with a period.
    DOTGLOB = 27, b' ', "dotglob";
    /// A pattern that matches no file is an error.
    FAILGLOB = 28, b' ', "failglob";
    /// Files match in any case.
    NOCASEGLOB = 29, b' ', "nocaseglob";
    /// `case`, `[[` and `${x/…}` match in any case.
    NOCASEMATCH = 30, b' ', "nocasematch";
    /// `@(…)` and its kin are patterns in bash's language; elsewhere they always are.
    EXTGLOB = 31, b' ', "extglob";
    /// Aliases are expanded in scripts, as POSIX has it.
    EXPANDALIASES = 32, b' ', "expand_aliases";
    /// A command substitution inherits `set -e`.
    INHERITERREXIT = 33, b' ', "inherit_errexit";
    /// The shell is called `bash`, or its script asks for it.
    BASH = 34, b' ', "";
    /// The last command of a pipeline runs in the shell's own environment.
    LASTPIPE = 35, b' ', "lastpipe";
    /// `echo` interprets escapes.
    XPGECHO = 36, b' ', "xpg_echo";
    /// `declare -F name` says where a function was defined.
    EXTDEBUG = 37, b' ', "extdebug";
    /// `cd` and `pwd` go by the physical structure (`set -P`).
    PHYSICAL = 38, b'P', "physical";
    /// History expansion (`!!`).
    HISTEXPAND = 39, b'H', "histexpand";
    /// Commands that are read go into the history list.
    HISTORY = 40, b' ', "history";
    /// The shell keeps the rights of another user that it was started with (`-p`); `set +p` gives
    /// them up.
    PRIVILEGED = 41, b'p', "privileged";
    /// `&` in what replaces a match stands for the match (where BASH is on).
    PATSUB = 42, b' ', "patsub_replacement";
    /// The shell is called `ksh`, or its script asks for it.
    KSH = 43, b' ', "";
    /// `let` takes a number with a leading zero for octal, as POSIX has it elsewhere.
    LETOCTAL = 44, b' ', "letoctal";
    /// Assignments among a command's arguments are for it too (`set -k`).
    KEYWORD = 45, b'k', "keyword";
    /// One command of a script is run, and no more (`set -t`: ksh93, bash).
    ONECMD = 46, b't', "onecmd";
    /// The restricted shell (`set -r`, `rbash`, `rksh`).
    RESTRICTED = 47, b'r', "restricted";
    /// Utilities use other processors for large inputs.
    PARALLEL = 58, b' ', "parallel";
    /// The host of a session receives events.
    OBSERVED = 62, b' ', "";
    /// bash's language, and what POSIX says where bash's manual (bash(1), "POSIX Mode") has two
    /// answers. `POSIX` is never on with `BASH`: it turns extensions off.
    BASHPOSIX = 63, b' ', "posix";
}

impl Options {
    /// The options that choose the dialect.
    const DIALECTS: u64 = Self::POSIX | Self::BASH | Self::KSH | Self::BASHPOSIX;

    /// These options and no others.
    #[inline]
    pub fn new(bits: u64) -> Self {
        Self { bits, rules: Self::dialect(bits).rules() }
    }

    /// The options, each a bit.
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// The language that these options choose.
    pub(crate) const fn spoken(self) -> Dialect {
        Self::dialect(self.bits)
    }

    /// The language that the options choose.
    const fn dialect(bits: u64) -> Dialect {
        if bits & Self::BASH != 0 {
            if bits & Self::BASHPOSIX != 0 { Dialect::BashPosix } else { Dialect::Bash }
        } else if bits & Self::KSH != 0 {
            if bits & Self::POSIX != 0 { Dialect::KshPosix } else { Dialect::Ksh }
        } else if bits & Self::POSIX != 0 {
            Dialect::Sh
        } else {
            Dialect::Own
        }
    }

    /// The behaviours of the language that the options choose.
    #[inline]
    pub fn rules(self) -> &'static Rules {
        self.rules
    }

    /// Whether an option (or all of several) is on.
    #[inline]
    pub fn has(self, option: u64) -> bool {
        self.bits & option == option
    }

    /// Whether one of several options is on.
    #[inline]
    pub fn any(self, options: u64) -> bool {
        self.bits & options != 0
    }

    /// Whether ksh93's groups `?(p)`, `*(p)`, `+(p)`, `@(p)` and `!(p)` are patterns.
    #[inline]
    pub fn has_extended_patterns(self) -> bool {
        match self.rules.expansion.extended_patterns {
            ExtendedPatterns::Always => true,
            ExtendedPatterns::ByExtglob => self.has(Self::EXTGLOB),
            ExtendedPatterns::Never => false,
        }
    }

    /// Whether the groups of extended patterns are read as such outside of `[[ ]]`.
    pub fn reads_extended_patterns(self) -> bool {
        self.rules.expansion.extended_patterns != ExtendedPatterns::ByExtglob
            || self.has(Self::EXTGLOB)
    }

    /// Whether parentheses in the result of an expansion are ordinary characters, where they could
    /// make groups of a pattern.
    #[inline]
    pub fn result_groups_are_text(self) -> bool {
        let rules = &self.rules.expansion;
        rules.extended_patterns != ExtendedPatterns::Never
            && !(rules.results_have_groups && self.has(Self::EXTGLOB))
    }

    /// Whether `&` in the text of `${x/p/text}` stands for the match.
    #[inline]
    pub fn ampersand_is_match(self) -> bool {
        self.has(Self::PATSUB) && self.rules.expansion.ampersand_is_match
    }

    /// Whether a command substitution inherits `set -e`.
    pub fn substitution_keeps_errexit(self) -> bool {
        self.rules.evaluation.substitution_keeps_errexit || self.has(Self::INHERITERREXIT)
    }

    /// Turns an option on or off.
    pub fn set(&mut self, option: u64, on: bool) {
        if on {
            self.bits |= option;
        } else {
            self.bits &= !option;
        }
        if option & Self::DIALECTS != 0 {
            self.rules = Self::dialect(self.bits).rules();
        }
    }

    /// Whether `set -o` has the option, and not `shopt`.
    pub fn is_of_set(option: u64) -> bool {
        option < Self::NULLGLOB
            || (Self::PHYSICAL..=Self::PRIVILEGED).contains(&option)
            || matches!(option, Self::LETOCTAL | Self::KEYWORD | Self::RESTRICTED)
            || option >= Self::BGNICE
    }

    /// Whether `set -o` has the option in this dialect.
    pub fn lists(self, option: u64) -> bool {
        Self::is_of_set(option) || option == Self::ONECMD && self.rules.builtins.set_o_has_onecmd
    }

    /// The option of this name.
    pub fn by_name(name: &[u8]) -> Option<u64> {
        // As in ksh93 underscores and hyphens between the words do not matter, but those that
        // are part of a name of bash's.
        let plain: Vec<u8>;
        let mut name = name;
        if name.iter().any(|byte| matches!(byte, b'_' | b'-'))
            && !OPTIONS.iter().any(|(_, _, text)| text.as_bytes() == name)
        {
            plain = name.iter().copied().filter(|byte| !matches!(byte, b'_' | b'-')).collect();
            name = &plain;
        }
        OPTIONS
            .iter()
            .find(|(_, _, text)| !text.is_empty() && text.as_bytes() == name)
            .map(|(bit, ..)| *bit)
    }

    /// The option that a name means in this shell's language, and whether the name asks for it
    /// to be on. In ksh93's `no` may stand before every name and be left out where a name has
    /// it (`glob`), and a value may follow (`noglob=0`).
    pub fn find(self, name: &[u8]) -> Option<(u64, bool)> {
        let rules = &self.rules.builtins;
        if !rules.option_names_have_opposites {
            // There the restricted shell is a letter only.
            let known = Self::by_name(name).filter(|option| *option != Self::RESTRICTED);
            return known.map(|option| (self.own(option), true));
        }
        let (name, on) = match byte_search::memchr(b'=', name) {
            Some(at) => (&name[..at], &name[at + 1..] != b"0"),
            None => (name, true),
        };
        if rules.options_of_ksh_are_known
            && let Some((option, sense)) = super::options_of_ksh::find(name)
        {
            return Some((option, sense == on));
        }
        // What ksh93 does not have is shopt's alone.
        let by_name = |name: &[u8]| {
            let known = |option: &u64| !rules.options_of_ksh_are_known || Self::is_of_set(*option);
            Self::by_name(name).filter(known)
        };
        if let Some(option) = by_name(name) {
            return Some((option, on));
        }
        let opposite = match name {
            [b'n', b'o', rest @ ..] => by_name(rest.strip_prefix(b"_").unwrap_or(rest)),
            _ => by_name(&[b"no", name].concat()),
        };
        opposite.map(|option| (option, !on))
    }

    /// The option that one of them is in this language.
    pub fn own(self, option: u64) -> u64 {
        match option {
            Self::POSIX if self.has(Self::BASH) => Self::BASHPOSIX,
            other => other,
        }
    }

    /// `[ -o name ]`: whether the option of this name is on; with `?` before the name (ksh),
    /// whether there is one.
    pub fn has_named(self, name: &[u8]) -> bool {
        if let [b'?', name @ ..] = name {
            return self.find(name).is_some();
        }
        self.find(name).is_some_and(|(option, on)| self.has(option) == on)
    }

    /// The option of this letter.
    pub fn by_letter(letter: u8) -> Option<u64> {
        OPTIONS
            .iter()
            .find(|(_, found, _)| *found == letter && letter != b' ')
            .map(|(bit, ..)| *bit)
    }

    /// The letters of `$-`.
    pub fn letters(self) -> Vec<u8> {
        if self.rules.builtins.flags_are_ordered_by_letter {
            // In its order, and without what it does not show.
            let is_on = |letter: u8| Self::by_letter(letter).is_some_and(|option| self.has(option));
            let letters = b"abefhikmnprtuvxBCEHIPTcs".iter().copied();
            return letters.filter(|letter| is_on(*letter)).collect();
        }
        OPTIONS
            .iter()
            .filter(|(bit, letter, _)| self.has(*bit) && *letter != b' ')
            // Braces mean nothing there.
            .filter(|(bit, ..)| *bit != Self::BRACEEXPAND || self.rules.builtins.flags_show_braces)
            .map(|(_, letter, _)| *letter)
            .chain(self.has(Self::RC).then_some(b'E'))
            .collect()
    }
}
