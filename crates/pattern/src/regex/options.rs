//! How a regular expression is to be understood: the dialects of the utilities.

/// The family of syntax.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// Basic regular expressions (POSIX XBD 9.3).
    #[default]
    Basic,
    /// Extended regular expressions (POSIX XBD 9.4).
    Extended,
    /// Extended, with awk's escapes (`\n`, `\"`, `\/`, `\101`), which count in brackets too, and
    /// without back-references.
    Awk,
}

/// How a regular expression is to be understood. Start from one of the dialects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RegexOptions {
    /// The family of syntax.
    pub syntax: Syntax,
    /// Letters match in either case (REG_ICASE).
    pub nocase: bool,
    /// `^` and `$` match at line breaks too, `.` and `[^...]` match no newline (REG_NEWLINE, and
    /// sed's M).
    pub newline: bool,
    /// `^` and `$` match at line breaks too, and nothing else changes.
    pub multiline_anchors: bool,
    /// Text is UTF-8: `.` and brackets match one character, never a byte that is none.
    pub utf8: bool,
    /// GNU's `\<` `\>` `\b` `\B` `\w` `\W` `\s` `\S` `` \` `` `\'` (awk: `\y` for `\b`) are on.
    pub gnu: bool,
    /// A newline in the pattern separates alternatives (grep).
    pub newline_alternates: bool,
    /// Extended: a repetition without anything to repeat is ignored, and what is no interval is
    /// literal; basic: repetitions may follow each other (grep).
    pub lenient: bool,
    /// A range the wrong way round has no members, instead of being an error (expr).
    pub empty_ranges: bool,
    /// Extended: `{` and `}` are literal, there are no intervals (mawk).
    pub literal_braces: bool,
    /// Extended: a `)` without its start is an error (sed -E) instead of a literal.
    pub close_is_error: bool,
}

impl RegexOptions {
    /// The options of regcomp(3) with or without REG_EXTENDED: bash's and ksh's `=~`, find.
    pub fn regcomp(extended: bool) -> RegexOptions {
        let syntax = if extended { Syntax::Extended } else { Syntax::Basic };
        RegexOptions { syntax, gnu: true, ..RegexOptions::default() }
    }

    /// The options of GNU sed.
    pub fn sed(extended: bool) -> RegexOptions {
        RegexOptions { close_is_error: true, ..RegexOptions::regcomp(extended) }
    }

    /// The options of GNU grep: for one line, or with `newline` for whole buffers.
    pub fn grep(extended: bool) -> RegexOptions {
        RegexOptions { newline_alternates: true, lenient: true, ..RegexOptions::regcomp(extended) }
    }

    /// The options of GNU expr's `:`, which is [`Regex::match_at`](super::Regex::match_at).
    pub fn expr() -> RegexOptions {
        RegexOptions { lenient: true, empty_ranges: true, ..RegexOptions::regcomp(false) }
    }

    /// The options of awk, with POSIX's escapes alone unless `gnu`.
    pub fn awk(gnu: bool) -> RegexOptions {
        RegexOptions { syntax: Syntax::Awk, gnu, lenient: true, ..RegexOptions::default() }
    }
}
