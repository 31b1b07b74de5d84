//! Reading find's arguments: options, starting points, and the expression.

use super::execute::Batch;
use super::expression::{Compare, Expression, Moment, Permissions, Primary, Time, Types};
use super::{format, regex};
use crate::files::date;
use crate::files::fnmatch::Fnmatch;
use crate::files::mode::Changes;
use crate::files::walk::Follow;
use crate::locale::Locale;
use crate::system::accounts::Database;
use crate::{Change, Context};
use pattern::{GlobOptions, RegexOptions};
use rustix::fs::{AtFlags, Stat};

/// What the arguments ask for.
pub(super) struct Request<'a> {
    pub(super) follow: Follow,
    pub(super) roots: Vec<&'a [u8]>,
    pub(super) expression: Expression,
    pub(super) batches: Vec<Batch>,
    pub(super) least_depth: usize,
    pub(super) most_depth: usize,
    /// Directories come after what is in them.
    pub(super) depth_first: bool,
    pub(super) one_file_system: bool,
    /// Something is written or run before all has been seen.
    pub(super) changes: bool,
    /// The installed find would warn, if somebody were there to read it.
    pub(super) odd: bool,
    /// Names of users or groups are needed.
    pub(super) accounts: bool,
}

/// Parentheses and negations inside each other.
const DEEPEST: usize = 64;

const ASIDE: &str = "an expression that is not reproduced";
const USAGE: &str = "usage";

/// Reads the arguments.
pub(super) fn parse<'a>(
    context: &Context<'_>,
    arguments: &[&'a [u8]],
) -> Result<Request<'a>, &'static str> {
    let mut follow = Follow::Never;
    let mut at = 0;
    while let Some(&argument) = arguments.get(at) {
        match argument {
            b"-H" => follow = Follow::Roots,
            b"-L" => follow = Follow::Always,
            b"-P" => follow = Follow::Never,
            b"-D" => return Err(ASIDE),
            b"--" => {
                at += 1;
                break;
            }
            _ if argument.starts_with(b"-O") => return Err(ASIDE),
            _ => break,
        }
        at += 1;
    }
    let first = at;
    while arguments.get(at).is_some_and(|argument| !begins_expression(argument)) {
        at += 1;
    }
    let mut roots = arguments[first..at].to_vec();
    if roots.is_empty() {
        roots.push(b".");
    }
    let mut parser = Parser {
        context,
        rest: &arguments[at..],
        follow,
        batches: Vec::new(),
        least_depth: 0,
        most_depth: usize::MAX,
        depth_first: false,
        explicit_depth: false,
        one_file_system: false,
        odd: false,
        accounts: false,
        tested: false,
        regex_type: regex::Type::Emacs,
        now: None,
        depth: 0,
    };
    let mut expression = match parser.rest {
        [] => Expression::Primary(Primary::True),
        _ => parser.list()?,
    };
    if !parser.rest.is_empty() {
        return Err(USAGE);
    }
    let has = |what: fn(&Primary) -> bool| expression.any(&what);
    if has(|primary| matches!(primary, Primary::Delete))
        && has(|primary| matches!(primary, Primary::Prune))
        && !parser.explicit_depth
    {
        return Err(USAGE);
    }
    // For findutils 4.9 a file may be of the other type afterwards.
    if has(|primary| matches!(primary, Primary::OtherType(_)))
        && has(|primary| matches!(primary, Primary::Type(_)))
    {
        return Err(ASIDE);
    }
    let changes = has(Primary::changes);
    if !has(Primary::replaces_print) {
        let print = Expression::Primary(Primary::Print);
        expression = Expression::And(vec![expression, print]);
    }
    expression.order();
    Ok(Request {
        follow,
        roots,
        expression,
        batches: parser.batches,
        least_depth: parser.least_depth,
        most_depth: parser.most_depth,
        depth_first: parser.depth_first,
        one_file_system: parser.one_file_system,
        changes,
        odd: parser.odd,
        accounts: parser.accounts,
    })
}

/// Whether the expression begins with this argument.
fn begins_expression(argument: &[u8]) -> bool {
    match argument {
        [b'-', _, ..] => true,
        _ => matches!(argument, b"(" | b"!"),
    }
}

struct Parser<'p, 'a, 'c> {
    context: &'p Context<'c>,
    rest: &'p [&'a [u8]],
    follow: Follow,
    batches: Vec<Batch>,
    least_depth: usize,
    most_depth: usize,
    depth_first: bool,
    explicit_depth: bool,
    one_file_system: bool,
    odd: bool,
    accounts: bool,
    /// A test or action has been read: a global option after it is odd.
    tested: bool,
    regex_type: regex::Type,
    now: Option<Moment>,
    depth: usize,
}

impl<'a> Parser<'_, 'a, '_> {
    /// Parses `a , b`.
    fn list(&mut self) -> Result<Expression, &'static str> {
        let mut all = vec![self.or()?];
        while self.rest.first() == Some(&&b","[..]) {
            self.rest = &self.rest[1..];
            all.push(self.or()?);
        }
        // findutils puts a test that costs less before another one even here, where the last
        // one counts.
        if all.len() > 1 && all.iter().any(Expression::is_test) {
            return Err(ASIDE);
        }
        Ok(one_or(all, Expression::List))
    }

    /// Parses `a -o b`.
    fn or(&mut self) -> Result<Expression, &'static str> {
        let mut all = vec![self.and()?];
        while matches!(self.rest.first(), Some(&(b"-o" | b"-or"))) {
            self.rest = &self.rest[1..];
            all.push(self.and()?);
        }
        Ok(one_or(all, Expression::Or))
    }

    /// `a b`, `a -a b`
    fn and(&mut self) -> Result<Expression, &'static str> {
        let mut all = vec![self.not()?];
        loop {
            match self.rest.first() {
                None | Some(&(b"-o" | b"-or" | b"," | b")")) => break,
                Some(&(b"-a" | b"-and")) => self.rest = &self.rest[1..],
                Some(_) => {}
            }
            all.push(self.not()?);
        }
        Ok(one_or(all, Expression::And))
    }

    /// `! a`, `( a )` or a primary.
    fn not(&mut self) -> Result<Expression, &'static str> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(ASIDE);
        }
        let result = match self.rest.first() {
            Some(&(b"!" | b"-not")) => {
                self.rest = &self.rest[1..];
                self.not().map(|one| Expression::Not(Box::new(one)))
            }
            Some(&first) if first == b"(" => {
                self.rest = &self.rest[1..];
                let inner = self.list()?;
                match self.rest.split_first() {
                    Some((&last, rest)) if last == b")" => {
                        self.rest = rest;
                        Ok(inner)
                    }
                    _ => Err(USAGE),
                }
            }
            _ => self.primary().map(Expression::Primary),
        };
        self.depth -= 1;
        result
    }

    fn argument(&mut self) -> Result<&'a [u8], &'static str> {
        let (first, rest) = self.rest.split_first().ok_or(USAGE)?;
        self.rest = rest;
        Ok(first)
    }

    /// Reads a primary: an option, a test or an action.
    fn primary(&mut self) -> Result<Primary, &'static str> {
        let name = self.argument()?;
        if self.is_option(name)? {
            return Ok(Primary::True);
        }
        if let Some(primary) = self.name_test(name)? {
            return Ok(primary);
        }
        if let Some(primary) = self.time_test(name)? {
            return Ok(primary);
        }
        if let Some(primary) = self.action(name)? {
            return Ok(primary);
        }
        self.file_test(name)
    }

    /// Reads an option, which is always true; returns whether it is one.
    fn is_option(&mut self, name: &[u8]) -> Result<bool, &'static str> {
        let is_global = matches!(
            name,
            b"-maxdepth" | b"-mindepth" | b"-depth" | b"-d" | b"-xdev" | b"-mount" | b"-noleaf"
        );
        if is_global {
            // It holds for what is before it, too.
            self.odd |= self.tested;
        } else if !matches!(name, b"-regextype" | b"-warn" | b"-nowarn") {
            self.tested = true;
        }
        match name {
            b"-noleaf" | b"-warn" | b"-nowarn" => {}
            b"-maxdepth" => self.most_depth = plain_number(self.argument()?)?,
            b"-mindepth" => self.least_depth = plain_number(self.argument()?)?,
            b"-depth" | b"-d" => {
                self.depth_first = true;
                self.explicit_depth = true;
            }
            b"-xdev" | b"-mount" => {
                if name == b"-mount" && self.context.has(Change::FindMount) {
                    return Err("-mount, which versions take in different ways");
                }
                self.one_file_system = true;
            }
            b"-regextype" => {
                self.regex_type = regex::Type::named(self.argument()?).ok_or(ASIDE)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads a test of a file's name, path or the target of a link, if it is one.
    fn name_test(&mut self, name: &[u8]) -> Result<Option<Primary>, &'static str> {
        Ok(Some(match name {
            b"-name" | b"-iname" => {
                let text = self.argument()?;
                self.odd |= text.contains(&b'/');
                Primary::Name(self.glob(text, name == b"-iname")?)
            }
            b"-path" | b"-wholename" | b"-ipath" | b"-iwholename" => {
                let text = self.argument()?;
                // It matches nothing, and find says so.
                if text.last() == Some(&b'/') {
                    return Err("a warning");
                }
                Primary::Path(self.glob(text, name.starts_with(b"-i"))?)
            }
            b"-lname" | b"-ilname" => {
                let text = self.argument()?;
                Primary::LinkName(self.glob(text, name == b"-ilname")?)
            }
            b"-regex" | b"-iregex" => {
                self.by_byte()?;
                let text = self.argument()?;
                if self.regex_type == regex::Type::Emacs
                    && text.contains(&b'[')
                    && self.context.has(Change::FindRegex)
                {
                    return Err("a set, which versions take in different ways");
                }
                let nocase = name == b"-iregex";
                let utf8 = self.context.utf8;
                let options = RegexOptions { nocase, utf8, ..RegexOptions::default() };
                let regex = regex::compile(text, self.regex_type, options).ok_or(ASIDE)?;
                Primary::Regex(regex)
            }
            _ => return Ok(None),
        }))
    }

    /// Reads a test of a file's times, if it is one.
    fn time_test(&mut self, name: &[u8]) -> Result<Option<Primary>, &'static str> {
        Ok(Some(match name {
            b"-mtime" => self.age(Time::Modification, 86_400)?,
            b"-atime" => self.age(Time::Access, 86_400)?,
            b"-ctime" => self.age(Time::Change, 86_400)?,
            b"-mmin" => self.age(Time::Modification, 60)?,
            b"-amin" => self.age(Time::Access, 60)?,
            b"-cmin" => self.age(Time::Change, 60)?,
            b"-newer" => self.newer(Time::Modification, Time::Modification)?,
            b"-anewer" => self.newer(Time::Access, Time::Modification)?,
            b"-cnewer" => self.newer(Time::Change, Time::Modification)?,
            [b'-', b'n', b'e', b'w', b'e', b'r', own, other] => {
                let time = |letter| match letter {
                    b'a' => Some(Time::Access),
                    b'c' => Some(Time::Change),
                    b'm' => Some(Time::Modification),
                    _ => None,
                };
                let own = time(*own).ok_or(ASIDE)?;
                match time(*other) {
                    Some(other) => self.newer(own, other)?,
                    None if *other == b't' => self.newer_than_date(own)?,
                    None => return Err(ASIDE),
                }
            }
            _ => return Ok(None),
        }))
    }

    /// Reads an action, if it is one.
    fn action(&mut self, name: &[u8]) -> Result<Option<Primary>, &'static str> {
        Ok(Some(match name {
            b"-prune" => Primary::Prune,
            b"-quit" => Primary::Quit,
            b"-delete" => {
                self.depth_first = true;
                Primary::Delete
            }
            b"-print" => Primary::Print,
            b"-print0" => Primary::Print0,
            b"-printf" => {
                let text = self.argument()?;
                let pieces = format::parse(self.context, text).ok_or(ASIDE)?;
                if !Locale::of(self.context, b"LC_NUMERIC").has_plain_numbers()
                    && pieces.iter().any(|piece| matches!(piece, format::Piece::Date(..)))
                {
                    return Err("the dates of another locale");
                }
                self.accounts |= pieces.iter().any(format::Piece::needs_accounts);
                Primary::Format(pieces)
            }
            b"-exec" => self.command()?,
            _ => return Ok(None),
        }))
    }

    /// Reads a test of what else is known of a file.
    fn file_test(&mut self, name: &[u8]) -> Result<Primary, &'static str> {
        Ok(match name {
            b"-true" => Primary::True,
            b"-false" => Primary::False,
            b"-type" => Primary::Type(types(self.argument()?)?),
            b"-xtype" => Primary::OtherType(types(self.argument()?)?),
            b"-size" => size(self.argument()?)?,
            b"-links" => number(self.argument()?).map(|(how, count)| Primary::Links(how, count))?,
            b"-inum" => number(self.argument()?).map(|(how, count)| Primary::Inode(how, count))?,
            b"-uid" => number(self.argument()?).map(|(how, count)| Primary::User(how, count))?,
            b"-gid" => number(self.argument()?).map(|(how, count)| Primary::Group(how, count))?,
            b"-user" | b"-group" => self.account(name == b"-user")?,
            b"-nouser" => {
                self.accounts = true;
                Primary::NoUser
            }
            b"-nogroup" => {
                self.accounts = true;
                Primary::NoGroup
            }
            b"-perm" => permissions(self.argument()?)?,
            b"-samefile" => {
                let file = self.argument()?;
                let stat = self.reference(file)?;
                Primary::SameFile { device: stat.st_dev, inode: stat.st_ino }
            }
            b"-empty" => Primary::Empty,
            b"-readable" => Primary::Readable,
            b"-writable" => Primary::Writable,
            b"-executable" => Primary::Executable,
            _ => return Err(ASIDE),
        })
    }

    fn glob(&self, text: &[u8], nocase: bool) -> Result<Fnmatch, &'static str> {
        // A backslash at the end makes a pattern that matches nothing.
        if text.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1 {
            return Err(ASIDE);
        }
        if text.contains(&b'[') {
            self.by_byte()?;
        }
        let utf8 = self.context.utf8;
        Ok(Fnmatch::new(text, GlobOptions { utf8, nocase, ..GlobOptions::default() }))
    }

    /// Ranges and the like are reproduced where the order is that of bytes.
    fn by_byte(&self) -> Result<(), &'static str> {
        match Locale::of(self.context, b"LC_COLLATE").orders_by_byte() {
            true => Ok(()),
            false => Err("the order of another locale"),
        }
    }

    fn account(&mut self, user: bool) -> Result<Primary, &'static str> {
        let name = self.argument()?;
        let database = if user { Database::users() } else { Database::groups() };
        let entry = database.ok_or("accounts that are not in files")?.by_name(name);
        let id = match entry {
            Some(entry) => u64::from(entry.id),
            None => plain_number(name).map(|id| id as u64)?,
        };
        Ok(match user {
            true => Primary::User(Compare::Equal, id),
            false => Primary::Group(Compare::Equal, id),
        })
    }

    fn now(&mut self) -> Moment {
        *self.now.get_or_insert_with(|| {
            let now = date::now();
            (now.tv_sec, now.tv_nsec)
        })
    }

    /// `-mtime n` and its kin.
    fn age(&mut self, time: Time, unit: i64) -> Result<Primary, &'static str> {
        let (how, count) = number(self.argument()?)?;
        let (seconds, nanoseconds) = self.now();
        let ago =
            i64::try_from(count).ok().and_then(|count| count.checked_mul(unit)).ok_or(ASIDE)?;
        let origin = match (unit, how) {
            (60, _) => seconds,
            // Less than n days: counted from a second before the end of this day.
            (_, Compare::Less) => seconds - 1,
            _ => seconds - 86_400,
        };
        let moment = (origin.checked_sub(ago).ok_or(ASIDE)?, nanoseconds);
        // More days ago is less on the clock.
        let compare = match how {
            Compare::More => Compare::Less,
            Compare::Less => Compare::More,
            Compare::Equal => Compare::Equal,
        };
        Ok(Primary::Age { time, compare, moment, window: unit })
    }

    /// stat(2) of a file that others are compared with.
    fn reference(&self, file: &[u8]) -> Result<Stat, &'static str> {
        let here = self.context.directory;
        let itself = AtFlags::SYMLINK_NOFOLLOW;
        let flags = if self.follow == Follow::Never { itself } else { AtFlags::empty() };
        stage::door::statat(here, file, flags).map_err(|_| "a file that cannot be looked at")
    }

    fn newer(&mut self, time: Time, other: Time) -> Result<Primary, &'static str> {
        let file = self.argument()?;
        let stat = self.reference(file)?;
        Ok(Primary::Newer { time, than: moment_of(&stat, other) })
    }

    fn newer_than_date(&mut self, time: Time) -> Result<Primary, &'static str> {
        let text = self.argument()?;
        let (tv_sec, tv_nsec) = self.now();
        let now = rustix::fs::Timespec { tv_sec, tv_nsec };
        let than = date::any(self.context, text, now).ok_or("a date that is not reproduced")?;
        Ok(Primary::Newer { time, than: (than.tv_sec, than.tv_nsec) })
    }

    /// `-exec command ;` or `-exec command {} +`
    fn command(&mut self) -> Result<Primary, &'static str> {
        let mut words: Vec<Vec<u8>> = Vec::new();
        let has_braces = |word: &[u8]| word.windows(2).any(|pair| pair == b"{}");
        loop {
            let word = self.argument()?;
            if word == b";" {
                break;
            }
            if word == b"+" && words.last().is_some_and(|last| has_braces(last)) {
                if words.last().is_none_or(|last| last != b"{}")
                    || words.iter().filter(|word| has_braces(word)).count() != 1
                {
                    return Err(USAGE);
                }
                words.pop();
                if words.is_empty() {
                    return Err(USAGE);
                }
                self.batches.push(Batch::new(words));
                return Ok(Primary::Collect(self.batches.len() - 1));
            }
            words.push(word.to_vec());
        }
        if words.is_empty() {
            return Err(USAGE);
        }
        Ok(Primary::Execute(words))
    }
}

/// The only one, or all together.
fn one_or(mut all: Vec<Expression>, together: fn(Vec<Expression>) -> Expression) -> Expression {
    match (all.len(), all.pop()) {
        (1, Some(one)) => one,
        (_, Some(last)) => {
            all.push(last);
            together(all)
        }
        _ => together(all),
    }
}

/// One of the times of a file.
pub(super) fn moment_of(stat: &Stat, time: Time) -> Moment {
    match time {
        Time::Access => (stat.st_atime, stat.st_atime_nsec as i64),
        Time::Change => (stat.st_ctime, stat.st_ctime_nsec as i64),
        Time::Modification => (stat.st_mtime, stat.st_mtime_nsec as i64),
    }
}

fn plain_number(text: &[u8]) -> Result<usize, &'static str> {
    match text.iter().all(u8::is_ascii_digit) && text.len() < 10 {
        true => std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).ok_or(USAGE),
        false => Err(USAGE),
    }
}

/// `n`, `+n` or `-n`.
fn number(text: &[u8]) -> Result<(Compare, u64), &'static str> {
    let (compare, digits) = match text {
        [b'+', rest @ ..] => (Compare::More, rest),
        [b'-', rest @ ..] => (Compare::Less, rest),
        _ => (Compare::Equal, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(ASIDE);
    }
    let number = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
    number.map(|number| (compare, number)).ok_or(ASIDE)
}

fn size(text: &[u8]) -> Result<Primary, &'static str> {
    let (last, rest) = text.split_last().ok_or(USAGE)?;
    let (unit, digits) = match last {
        b'0'..=b'9' => (512, text),
        b'b' => (512, rest),
        b'c' => (1, rest),
        b'w' => (2, rest),
        b'k' => (1 << 10, rest),
        b'M' => (1 << 20, rest),
        b'G' => (1 << 30, rest),
        _ => return Err(USAGE),
    };
    let (compare, count) = number(digits)?;
    Ok(Primary::Size { compare, count, unit })
}

/// Parses a list of types: `f`, `f,d`.
fn types(text: &[u8]) -> Result<Types, &'static str> {
    let mut types = Types::default();
    for letter in text.split(|&byte| byte == b',') {
        let bit = match letter {
            b"f" => 8,
            b"d" => 4,
            b"l" => 10,
            b"b" => 6,
            b"c" => 2,
            b"p" => 1,
            b"s" => 12,
            _ => return Err(USAGE),
        };
        if types.0 & (1 << bit) != 0 {
            return Err(USAGE);
        }
        types.0 |= 1 << bit;
    }
    Ok(types)
}

fn permissions(text: &[u8]) -> Result<Primary, &'static str> {
    let (kind, mode) = match text {
        [b'-', rest @ ..] => (Permissions::AtLeast, rest),
        [b'/', rest @ ..] => (Permissions::Any, rest),
        [b'+', b'0'..=b'7', ..] => return Err(USAGE),
        _ => (Permissions::Exactly, text),
    };
    let changes = Changes::parse(mode).ok_or(USAGE)?;
    let (file, _) = changes.apply(0, false, 0);
    let (directory, _) = changes.apply(0, true, 0);
    // It matches all files, and find says that this was different once.
    if kind == Permissions::Any && file == 0 && directory == 0 {
        return Err("a warning");
    }
    Ok(Primary::Permissions { kind, file, directory })
}
