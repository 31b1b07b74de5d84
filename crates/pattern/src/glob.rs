//! Shell patterns, compiled (POSIX XCU 2.14, fnmatch(3), ksh's extended groups).
//!
//! Most patterns of a script are compiled for one use, so compiling must cost no
//! more than matching: the pattern is classified in one pass, and the usual
//! shapes (`text`, `text*`, `*text`, `*text*`, `*`) keep nothing but their text.
//! Every other plain pattern is a list of *segments* between stars. A segment has
//! a fixed number of characters, so it may be placed leftmost (or rightmost)
//! without ever looking back, and no pattern takes exponential time. Patterns
//! with extended groups go to [`extended`].
//!
//! A pattern is never invalid: what is no complete bracket expression or group
//! stands for itself.

mod bracket;
mod expression;
mod expression_of_ksh;
mod extended;
mod finder;
mod ksh;
mod parse;
mod segments;
#[cfg(test)]
mod tests;

use crate::characters::CharSet;
use crate::search;
pub use expression::{Expression, expression};
pub use expression_of_ksh::expression_of_ksh;
pub use finder::Finder;
use parse::{Piece, Pieces};
use segments::Segments;
use smallvec::SmallVec;

/// How a shell pattern is to be understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GlobOptions {
    /// `?` and brackets match a UTF-8 character instead of a byte.
    pub utf8: bool,
    /// ksh's groups `?(p|q)`, `*(p)`, `+(p)`, `@(p)` and `!(p)` are special (bash's `extglob`).
    pub extended: bool,
    /// Letters match in either case (bash's `nocasematch`, `nocaseglob`).
    pub nocase: bool,
    /// `\d`, `\s` and `\w` in a group are classes of characters, their capitals what is not
    /// in them (ksh93).
    pub classes: bool,
    /// A `.` at the start of the text is matched by a literal `.` alone (FNM_PERIOD), which
    /// may stand in a group; [`Glob::is_match`] alone looks at this.
    pub period: bool,
}

/// A compiled shell pattern.
#[derive(Clone, Debug)]
pub struct Glob {
    plan: Plan,
    /// Literal text: the whole of it for the simple plans, the pool the tokens
    /// of the others point into.
    literal: Literal,
    options: GlobOptions,
    /// What a whole text is matched against, where that is more than this (`~(E)`).
    loose: Option<Box<Glob>>,
}

type Literal = SmallVec<[u8; 40]>;
type Sets = SmallVec<[CharSet; 1]>;

#[derive(Clone, Debug)]
enum Plan {
    /// `text`
    Literal,
    /// `*`
    Any,
    /// `text*`
    Prefix,
    /// `*text`
    Suffix,
    /// `*text*`
    Contains,
    /// Any other plain pattern.
    Segments(Box<Segments>),
    /// A pattern with extended groups.
    Extended(Box<extended::Program>),
}

/// What one element of a pattern matches; literals are ranges of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Literal { start: u32, end: u32 },
    AnyChar,
    Set(u32),
    Star,
}

impl Glob {
    /// Compiles a pattern. `\x` stands for a literal `x`, a backslash at the end for itself.
    pub fn new(pattern: &[u8], options: GlobOptions) -> Glob {
        if let Some((plan, literal)) = simple(pattern, options) {
            return Glob { plan, literal, options, loose: None };
        }
        if options.extended
            && let Some(plain) = ksh::rewritten(pattern)
        {
            let mut glob = Glob::new(
                &plain.pattern,
                GlobOptions { nocase: plain.nocase.unwrap_or(options.nocase), ..options },
            );
            if let Plan::Extended(program) = &mut glob.plan {
                program.renumber(plain.groups, plain.lazy);
            }
            if plain.loose != (false, false) {
                let star = |wanted| if wanted { &b"*"[..] } else { b"" };
                let around =
                    [star(plain.loose.0), &plain.pattern[..], star(plain.loose.1)].concat();
                glob.loose = Some(Box::new(Glob::new(&around, glob.options)));
            }
            return glob;
        }
        let mut literal = Literal::new();
        let plan = match extended::Program::new(pattern, options) {
            Some(program) => Plan::Extended(Box::new(program)),
            None => {
                let segments = Segments::new(pattern, options, &mut literal);
                match segments.literal_only() {
                    true => Plan::Literal,
                    false => Plan::Segments(Box::new(segments)),
                }
            }
        };
        Glob { plan, literal, options, loose: None }
    }

    /// Whether a pattern that is used once matches the whole of `text`: [`new`](Self::new) and
    /// [`is_match`](Self::is_match) in one, without compiling what the beginning of `text` rules out, or what has
    /// but one star.
    #[inline]
    pub fn is_match_of(pattern: &[u8], options: GlobOptions, text: &[u8]) -> bool {
        without_compiling(pattern, options, text)
            .unwrap_or_else(|| Glob::new(pattern, options).is_match(text))
    }

    /// Whether the pattern matches the whole of `text`.
    pub fn is_match(&self, text: &[u8]) -> bool {
        if let Some(loose) = &self.loose {
            return loose.is_match(text);
        }
        let literal = &self.literal[..];
        if self.options.period && text.first() == Some(&b'.') && !self.may_match_period() {
            return false;
        }
        match &self.plan {
            Plan::Literal => text == literal,
            Plan::Any => true,
            Plan::Prefix => text.starts_with(literal),
            Plan::Suffix => text.ends_with(literal),
            Plan::Contains => search::find(text, literal).is_some(),
            Plan::Segments(segments) => segments.matcher(literal, text).is_match(),
            Plan::Extended(program) => program.is_match(text),
        }
    }

    /// Whether a text that begins with a period may match where `period` is set. In pathname
    /// expansion: whether hidden names need looking at.
    pub fn may_match_period(&self) -> bool {
        match &self.plan {
            Plan::Literal | Plan::Prefix => self.literal.first() == Some(&b'.'),
            Plan::Any | Plan::Suffix | Plan::Contains => false,
            Plan::Segments(segments) => segments.starts_with_period(&self.literal),
            // A group can hold the literal `.`: the matcher finds out.
            Plan::Extended(program) => program.has_period(),
        }
    }

    /// Length of the shortest prefix of `text` that matches: `${x#p}`.
    pub fn shortest_prefix(&self, text: &[u8]) -> Option<usize> {
        let literal = &self.literal[..];
        match &self.plan {
            Plan::Literal | Plan::Prefix => text.starts_with(literal).then_some(literal.len()),
            Plan::Any => Some(0),
            Plan::Suffix | Plan::Contains => {
                search::find(text, literal).map(|at| at + literal.len())
            }
            Plan::Segments(segments) => segments.matcher(literal, text).shortest_prefix(),
            Plan::Extended(program) => program.shortest_prefix(text),
        }
    }

    /// Length of the longest prefix of `text` that matches: `${x##p}`.
    pub fn longest_prefix(&self, text: &[u8]) -> Option<usize> {
        let literal = &self.literal[..];
        match &self.plan {
            Plan::Literal => text.starts_with(literal).then_some(literal.len()),
            Plan::Any => Some(text.len()),
            Plan::Prefix => text.starts_with(literal).then_some(text.len()),
            Plan::Suffix => search::rfind(text, literal).map(|at| at + literal.len()),
            Plan::Contains => search::find(text, literal).map(|_| text.len()),
            Plan::Segments(segments) => segments.matcher(literal, text).longest_prefix(),
            Plan::Extended(program) => program.longest_prefix(text),
        }
    }

    /// Start of the shortest suffix of `text` that matches: `${x%p}`.
    pub fn shortest_suffix(&self, text: &[u8]) -> Option<usize> {
        let literal = &self.literal[..];
        match &self.plan {
            Plan::Literal | Plan::Suffix => {
                text.ends_with(literal).then(|| text.len() - literal.len())
            }
            Plan::Any => Some(text.len()),
            Plan::Prefix | Plan::Contains => search::rfind(text, literal),
            Plan::Segments(segments) => segments.matcher(literal, text).shortest_suffix(),
            Plan::Extended(program) => program.shortest_suffix(text),
        }
    }

    /// Start of the longest suffix of `text` that matches: `${x%%p}`.
    pub fn longest_suffix(&self, text: &[u8]) -> Option<usize> {
        let literal = &self.literal[..];
        match &self.plan {
            Plan::Literal => text.ends_with(literal).then(|| text.len() - literal.len()),
            Plan::Any => Some(0),
            Plan::Prefix => search::find(text, literal),
            Plan::Suffix => text.ends_with(literal).then_some(0),
            Plan::Contains => search::find(text, literal).map(|_| 0),
            Plan::Segments(segments) => segments.matcher(literal, text).longest_suffix(),
            Plan::Extended(program) => program.longest_suffix(text),
        }
    }

    /// The leftmost part of `text` that begins at `from` or later and matches, and of those
    /// the longest, as (start, end): `${x/p/r}`. It may be empty. (At the start or the end
    /// alone, `${x/#p/r}` and `${x/%p/r}`: [`longest_prefix`](Self::longest_prefix) and
    /// [`longest_suffix`](Self::longest_suffix).)
    pub fn find(&self, text: &[u8], from: usize) -> Option<(usize, usize)> {
        let literal = &self.literal[..];
        let rest = text.get(from..)?;
        match &self.plan {
            Plan::Literal => {
                search::find(rest, literal).map(|at| (from + at, from + at + literal.len()))
            }
            Plan::Any => Some((from, text.len())),
            Plan::Prefix => search::find(rest, literal).map(|at| (from + at, text.len())),
            Plan::Suffix => {
                search::rfind(rest, literal).map(|at| (from, from + at + literal.len()))
            }
            Plan::Contains => search::find(rest, literal).map(|_| (from, text.len())),
            Plan::Segments(segments) => segments.matcher(literal, text).find(from),
            Plan::Extended(program) => {
                let start = from + program.first_start(rest)?;
                Some((start, program.end_from(text, start)?))
            }
        }
    }

    /// Finds one match after the other: `${x//p/r}`.
    pub fn finder<'a>(&'a self, text: &'a [u8]) -> Finder<'a> {
        Finder::new(self, text)
    }

    /// What the groups of the pattern have taken of a match, by number from 1 on, where that
    /// cannot be asked of a regular expression ([`expression()`]); None where there are none.
    pub fn captures(
        &self,
        text: &[u8],
        span: (usize, usize),
    ) -> Option<Vec<Option<(usize, usize)>>> {
        match &self.plan {
            Plan::Extended(program) => program.captures(text, span),
            _ => None,
        }
    }

    /// The text a pattern without any special character stands for, with the quoting
    /// backslashes removed. None when case is ignored: then it stands for several.
    pub fn as_literal(&self) -> Option<&[u8]> {
        matches!(self.plan, Plan::Literal).then_some(&self.literal[..])
    }
}

/// Whether a pattern matches the whole of `text`, if its literal beginning tells, or that and what follows a single
/// star.
fn without_compiling(pattern: &[u8], options: GlobOptions, text: &[u8]) -> Option<bool> {
    if options.nocase || options.period || options.extended && pattern.contains(&b'(') {
        return None;
    }
    let is_special = |byte: &u8| matches!(byte, b'*' | b'?' | b'[' | b'\\');
    let mut rest = text.iter();
    for (at, byte) in pattern.iter().enumerate() {
        if is_special(byte) {
            let end = pattern[at..].strip_prefix(b"*")?;
            let is_literal = !end.iter().any(is_special) && (!options.utf8 || pattern.is_ascii());
            return is_literal.then(|| rest.as_slice().ends_with(end));
        }
        if rest.next() != Some(byte) {
            return Some(false);
        }
    }
    Some(rest.as_slice().is_empty())
}

/// The plan for the shapes that need no tokens, recognised in one pass.
#[inline]
fn simple(pattern: &[u8], options: GlobOptions) -> Option<(Plan, Literal)> {
    if options.nocase {
        return None;
    }
    let stars = pattern.iter().take_while(|&&byte| byte == b'*').count();
    let body = &pattern[stars..];
    if stars != 0 && options.extended && body.first() == Some(&b'(') {
        return None;
    }
    let mut length = body.len();
    for (at, &byte) in body.iter().enumerate() {
        match byte {
            b'?' | b'[' | b'\\' => return None,
            b'*' => {
                length = at;
                break;
            }
            b'(' if options.extended && at != 0 && is_group_sign(body[at - 1]) => return None,
            _ => {}
        }
    }
    let open_end = length != body.len();
    if open_end && body[length..].iter().any(|&byte| byte != b'*') {
        return None;
    }
    let plan = match (stars != 0, open_end) {
        (false, false) => Plan::Literal,
        (false, true) => Plan::Prefix,
        (true, false) if length == 0 => Plan::Any,
        (true, false) => Plan::Suffix,
        (true, true) => Plan::Contains,
    };
    Some((plan, Literal::from_slice(&body[..length])))
}

fn is_group_sign(byte: u8) -> bool {
    matches!(byte, b'?' | b'*' | b'+' | b'@' | b'!' | b'}' | b'~' | b'%')
}

/// Whether the pattern has an unquoted `*`, `?` or complete bracket expression, or with
/// `extended` a group.
pub fn has_special(pattern: &[u8], extended: bool) -> bool {
    // The first test is what nearly every word of a script needs.
    if !pattern.iter().any(|byte| matches!(byte, b'*' | b'?' | b'[' | b'(')) {
        return false;
    }
    let options = GlobOptions { extended, ..GlobOptions::default() };
    Pieces::new(pattern, options).any(|piece| !matches!(piece, Piece::Literal(_)))
        || extended && (extended::has_group(pattern) || ksh::rewritten(pattern).is_some())
}

/// The pattern without its quoting backslashes; one at the end stays.
pub fn unescape(pattern: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(pattern.len());
    let mut rest = pattern.iter();
    while let Some(&byte) = rest.next() {
        match (byte, rest.as_slice().first()) {
            (b'\\', Some(&quoted)) => {
                text.push(quoted);
                rest.next();
            }
            _ => text.push(byte),
        }
    }
    text
}

/// Collects the tokens of a pattern: literals into the pool, sets into a list.
struct Collector<'a> {
    literal: &'a mut Literal,
    sets: Sets,
}

impl Collector<'_> {
    /// The token for a piece that is no group, merged into `previous` where both are literal.
    fn token(&mut self, piece: Piece, previous: Option<&mut Token>) -> Option<Token> {
        match piece {
            Piece::Literal(byte) => {
                let start = self.literal.len() as u32;
                self.literal.push(byte);
                if let Some(Token::Literal { end, .. }) = previous
                    && *end == start
                {
                    *end += 1;
                    return None;
                }
                Some(Token::Literal { start, end: start + 1 })
            }
            Piece::AnyChar => Some(Token::AnyChar),
            // Neighbouring stars are one star.
            Piece::Star => (previous != Some(&mut Token::Star)).then_some(Token::Star),
            Piece::Set(set) => {
                self.sets.push(set);
                Some(Token::Set(self.sets.len() as u32 - 1))
            }
        }
    }
}
