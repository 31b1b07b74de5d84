//! printf: writes formatted output (POSIX XCU printf; printf(1) of GNU coreutils).
//!
//! [`format()`] is the whole utility without its streams, so that a shell's builtin is the same
//! function; awk shares [`Spec`] and [`Real`].

mod bash;
mod decimal;
mod error;
pub mod numeric;
mod real;
mod spec;

pub use error::Error;
pub use real::{Class, Real};
pub use spec::{Spec, WIDEST};

use crate::quoting::{self, Edges, Quoting};
use crate::system::echo::{number, universal_character};
use crate::system::stream;
use crate::{Change, Context, Decision, Exit, Job, Utility, locale, planned};

/// The utility.
pub const UTILITY: Utility =
    Utility { name: "printf", plan: decide, options: "FORMAT [ARGUMENT...]" };

/// Padding beyond this is left to the installed program, which needs no memory for it.
const MOST_PADDING: usize = 1 << 20;

/// A directive as it is written.
#[derive(Default)]
struct Directive {
    spec: Spec,
    /// The conversion letter; 0 where there is none.
    letter: u8,
    /// The flag `'` or `I`.
    grouped: bool,
    /// It has a precision.
    precise: bool,
}

/// What looking at the arguments has printed, where no error had to be told.
struct Printed {
    text: Vec<u8>,
    status: u8,
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    match plan(context, arguments) {
        Ok(None) => Decision::Run(Job::Plain(run)),
        Ok(Some(printed)) => {
            planned(Ok(printed), |context, printed| write(context, &printed.text, printed.status))
        }
        Err(reason) => Decision::StepAside(reason),
    }
}

fn plan(context: &Context<'_>, arguments: &[&[u8]]) -> Result<Option<Printed>, &'static str> {
    let words = match arguments {
        [b"--help" | b"--version"] => return Err("--help or --version"),
        [b"--", rest @ ..] | rest => rest,
    };
    let Some(&format) = words.first() else {
        return Err("no format");
    };
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let is_index = |pair: &[u8]| pair[0].is_ascii_digit() && pair[1] == b'$';
    if context.has(Change::PrintfIndexed) && format.windows(2).any(is_index) {
        return Err("arguments by number");
    }
    let has_digits_of_locale = format.split(|byte| *byte == b'%').skip(1).any(|directive| {
        let flags = directive.iter().take_while(|byte| b" #+-0'I".contains(byte)).count();
        directive[..flags].contains(&b'I')
    });
    if has_digits_of_locale && context.has(Change::PrintfAnyCharacter) {
        return Err("digits of the locale, in which C libraries differ");
    }
    let long_number =
        |text: &[u8]| text.split(|byte| !byte.is_ascii_digit()).any(|run| run.len() > 6);
    let star = byte_search::memchr(b'*', format).is_some();
    if format.contains(&b'#') && format.iter().any(|byte| matches!(byte, b'g' | b'G')) {
        // glibc up to 2.36 drops the zeros of `%#g` where rounding adds a digit.
        return Err("%#g");
    }
    if long_number(format) || (star && words[1..].iter().any(|word| long_number(word))) {
        return Err("a very wide field");
    }
    if !context.utf8 || words.iter().all(|word| word.is_ascii()) {
        return Ok(None);
    }
    // What is printable among all of Unicode only matters where something is quoted.
    let mut is_quoted = byte_search::memmem::find(format, b"q").is_some();
    let mut text = Vec::new();
    let status = match is_quoted {
        true => 0,
        false => self::format(&mut text, &mut |_, _| is_quoted = true, words, options_of(context)),
    };
    match is_quoted {
        true => Err("quoting of characters that are not ASCII"),
        false => Ok(Some(Printed { text, status })),
    }
}

/// Those of the installed program.
fn options_of(context: &Context<'_>) -> Options {
    Options {
        utf8: context.utf8,
        any_character: context.has(Change::PrintfAnyCharacter),
        plain_edges: context.has(Change::QuoteEdges),
        needs_digits: context.has(Change::PrintfEmptyNumber),
        ..Options::default()
    }
}

fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let mut out = Vec::with_capacity(128);
    let words = match arguments {
        [b"--", rest @ ..] | rest => rest,
    };
    let options = options_of(context);
    let mut failed = None;
    let utf8 = context.utf8;
    let mut report = |out: &mut Vec<u8>, error: &Error<'_>| {
        // As error(3) does, so that output and messages keep their order.
        if failed.is_none() && !out.is_empty() {
            failed = context.stdout.as_ref().and_then(|file| file.write_all(out).err());
        }
        out.clear();
        context.error(error.message(utf8));
    };
    let status = format(&mut out, &mut report, words, options);
    match failed {
        // What is written behind the last message fails again.
        Some(error) if out.is_empty() => stream::write_error_without_reason(context, &error),
        Some(error) => context.write_error(&error, 1),
        None => write(context, &out, status),
    }
}

fn write(context: &Context<'_>, out: &[u8], status: u8) -> Exit {
    match stream::write_all(context, out) {
        Exit::SUCCESS => Exit::Status(status),
        other => other,
    }
}

/// What differs between callers of [`format()`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Characters are UTF-8: in quotes, `\u` and `'c`.
    pub utf8: bool,
    /// What dash, bash and ksh93 take and GNU's program refuses: flags that mean nothing, a width
    /// for `%b`, a quote without a character.
    pub lenient: bool,
    /// No warning about what follows a character constant.
    pub posixly_correct: bool,
    /// `%n$` takes the n-th argument, as POSIX has it and GNU's older ones have not.
    pub numbered: bool,
    /// `%q` quotes with backslashes, `%Q` too; in a format `\c` is no escape, `\'` and `\?` are (bash).
    pub backslashes: bool,
    /// `\E` is what `\e` is (bash, ksh93).
    pub upper_escape: bool,
    /// A number that is too large is a warning, and no failure (bash).
    pub overflow_is_warning: bool,
    /// `%a` has 1 before the point, and 28 digits where no precision is given (ksh93).
    pub hexadecimal_begins_with_one: bool,
    /// Numbers with a fraction are doubles, not long doubles (dash, bash's POSIX mode).
    pub doubles: bool,
    /// `\u` means any character (coreutils 9.2).
    pub any_character: bool,
    /// `%q` quotes a text whose ends are escaped as others (coreutils 9.6).
    pub plain_edges: bool,
    /// What has no digits is no number, and is reported (coreutils 9.6).
    pub needs_digits: bool,
}

/// The exit status of a printf that appends what it prints for `words` to `out`: the format, then
/// its arguments. Every error goes to `error`, with what is to be written before it.
pub fn format(
    out: &mut Vec<u8>,
    error: &mut dyn FnMut(&mut Vec<u8>, &Error<'_>),
    words: &[&[u8]],
    options: Options,
) -> u8 {
    counting(out, error, None, words, options)
}

/// What `%n` asks for: the names that are its arguments, each with how many bytes were printed
/// before it.
pub type Counts<'a> = Vec<(&'a [u8], usize)>;

/// The exit status of a printf that appends what it prints for `words` to `out`. `%n` (bash, ksh93) is a
/// conversion if there is a place for its `counts`.
pub fn counting<'a>(
    out: &mut Vec<u8>,
    error: &mut dyn FnMut(&mut Vec<u8>, &Error<'_>),
    counts: Option<&mut Counts<'a>>,
    words: &[&'a [u8]],
    options: Options,
) -> u8 {
    let Some((&format, arguments)) = words.split_first() else {
        error(out, &Error::MissingOperand);
        return 1;
    };
    let mut printer = Printer {
        out,
        error,
        options,
        arguments,
        round: arguments,
        highest: 0,
        chosen: None,
        is_missing: false,
        counts,
        written: 0,
        status: 0,
    };
    loop {
        let before = printer.arguments.len();
        printer.round = printer.arguments;
        printer.highest = 0;
        match printer.once(format) {
            Ok(()) => {}
            Err(End::Cancelled) => return 0,
            Err(End::Failed) => return 1,
        }
        if printer.highest > 0 {
            // Numbers go on where the highest of them ended.
            printer.arguments = printer.round.get(printer.highest..).unwrap_or_default();
        }
        if printer.arguments.is_empty() || printer.arguments.len() == before {
            break;
        }
    }
    if let Some(first) = printer.arguments.first() {
        printer.say(&Error::ExcessArguments(first));
    }
    printer.status
}

/// Why output ends before the format does.
enum End {
    /// `\c`: nothing more, and all is well.
    Cancelled,
    /// A format that is not valid, after its message.
    Failed,
}

struct Printer<'p, 'a> {
    out: &'p mut Vec<u8>,
    error: &'p mut dyn FnMut(&mut Vec<u8>, &Error<'_>),
    options: Options,
    /// Those not used yet.
    arguments: &'p [&'a [u8]],
    /// Those that were not used when the format was begun: what `%n$` counts from.
    round: &'p [&'a [u8]],
    /// The highest number of a `%n$` this time.
    highest: usize,
    /// There was no argument for the directive that is being printed.
    is_missing: bool,
    /// What the directive that is being printed has chosen by number.
    chosen: Option<Option<&'a [u8]>>,
    /// What `%n` asks for.
    counts: Option<&'p mut Counts<'a>>,
    /// How much was printed before a message.
    written: usize,
    status: u8,
}

impl<'a> Printer<'_, 'a> {
    fn say(&mut self, error: &Error<'_>) {
        self.written += self.out.len();
        (self.error)(self.out, error);
    }

    fn fail(&mut self, error: &Error<'_>) -> End {
        self.say(error);
        End::Failed
    }

    fn next(&mut self) -> Option<&'a [u8]> {
        if let Some(chosen) = self.chosen.take() {
            return chosen;
        }
        self.is_missing = self.arguments.is_empty();
        let (&first, rest) = self.arguments.split_first()?;
        self.arguments = rest;
        Some(first)
    }

    /// Goes through the format once.
    fn once(&mut self, format: &[u8]) -> Result<(), End> {
        let mut rest = format;
        while let Some(at) = byte_search::memchr2(b'%', b'\\', rest) {
            self.out.extend_from_slice(&rest[..at]);
            let used = if rest[at] == b'%' {
                self.directive(&rest[at..])?
            } else {
                self.escape(&rest[at..], false)?
            };
            rest = &rest[at + used..];
        }
        self.out.extend_from_slice(rest);
        Ok(())
    }

    /// `%n$…` (POSIX.1-2024): the directive with the n-th argument; None where it is none.
    fn numbered(&mut self, text: &[u8]) -> Result<Option<usize>, End> {
        let digits = text[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 || text.get(1 + digits) != Some(&b'$') {
            return Ok(None);
        }
        let mut at = 1;
        let number = self::digits(text, &mut at);
        let Some(index) = number.checked_sub(1) else { return Ok(None) };
        self.highest = self.highest.max(number);
        self.chosen = Some(self.round.get(index).copied());
        let spelled = [b"%", &text[digits + 2..]].concat();
        let used = self.directive(&spelled)?;
        self.chosen = None;
        Ok(Some(used + digits + 1))
    }

    /// Prints one directive, at the start of `text`; returns its length.
    fn directive(&mut self, text: &[u8]) -> Result<usize, End> {
        if self.options.numbered
            && let Some(used) = self.numbered(text)?
        {
            return Ok(used);
        }
        if self.is_done_without_spec(text.get(1).copied())? {
            return Ok(2);
        }
        let mut at = 1;
        let mut directive = Directive::default();
        self.read_spec(text, &mut at, &mut directive)?;
        directive.letter = text.get(at).copied().unwrap_or(0);
        if !self.accepts(&mut directive) {
            let shown = &text[..(at + 1).min(text.len())];
            return Err(self.fail(&Error::BadConversion(shown)));
        }
        let Directive { spec, letter, .. } = directive;
        if spec.width > WIDEST || spec.precision.is_some_and(|precision| precision > WIDEST) {
            return Err(self.fail(&Error::TooWide));
        }
        let least = spec.width.max(spec.precision.unwrap_or(0));
        if least > MOST_PADDING && self.out.try_reserve(least.saturating_add(1 << 16)).is_err() {
            return Err(self.fail(&Error::NoMemory));
        }
        self.convert(letter, spec)?;
        Ok(at + 1)
    }

    /// Prints a directive that has nothing between `%` and its letter, where that is simpler than
    /// with a [`Spec`]; returns whether it has.
    #[inline(always)]
    fn is_done_without_spec(&mut self, letter: Option<u8>) -> Result<bool, End> {
        match letter {
            Some(b'%') => self.out.push(b'%'),
            Some(b'b') => {
                if let Some(argument) = self.next() {
                    self.unescape(argument)?;
                }
            }
            Some(b'q') if !self.options.backslashes => {
                if let Some(argument) = self.next() {
                    let edges = match self.options.plain_edges {
                        true => Edges::Plain,
                        false => Edges::Confused,
                    };
                    let quoting = Quoting { utf8: self.options.utf8, edges };
                    shell_word(argument, quoting, self.out);
                }
            }
            Some(b's') => {
                if let Some(argument) = self.next() {
                    self.out.extend_from_slice(argument);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads what stands between `%` and the conversion letter, from `at` on, which is moved behind
    /// it; the letter is not read. Takes the arguments of `*`.
    #[inline(always)]
    fn read_spec(
        &mut self,
        text: &[u8],
        at: &mut usize,
        directive: &mut Directive,
    ) -> Result<(), End> {
        let spec = &mut directive.spec;
        loop {
            match text.get(*at) {
                Some(b'I' | b'\'') => directive.grouped = true,
                Some(b'-') => spec.left = true,
                Some(b'+') => spec.plus = true,
                Some(b' ') => spec.space = true,
                Some(b'#') => spec.alternate = true,
                Some(b'0') => spec.zero = true,
                _ => break,
            }
            *at += 1;
        }
        if text.get(*at) == Some(&b'*') {
            *at += 1;
            if let Some(argument) = self.next() {
                let width = self.signed(argument);
                if i32::try_from(width).is_err() {
                    return Err(self.fail(&Error::BadWidth(argument)));
                }
                spec.set_width(width);
            }
        } else {
            spec.width = digits(text, at);
        }
        if text.get(*at) == Some(&b'.') {
            *at += 1;
            directive.precise = true;
            if text.get(*at) == Some(&b'*') {
                *at += 1;
                spec.precision = Some(0);
                if let Some(argument) = self.next() {
                    let precision = self.signed(argument);
                    if precision > i64::from(i32::MAX) {
                        return Err(self.fail(&Error::BadPrecision(argument)));
                    }
                    spec.precision = usize::try_from(precision).ok();
                }
            } else {
                spec.precision = Some(digits(text, at));
            }
        }
        while let Some(b'l' | b'L' | b'h' | b'j' | b't' | b'z') = text.get(*at) {
            *at += 1;
        }
        Ok(())
    }

    /// Whether the letter is a conversion that may have these flags. Flags that are ignored are
    /// taken away.
    #[inline(always)]
    fn accepts(&self, directive: &mut Directive) -> bool {
        let Directive { spec, letter, grouped, precise } = directive;
        let letter = *letter;
        let valid = match letter {
            b'd' | b'i' | b'u' => !spec.alternate,
            b'f' | b'F' | b'g' | b'G' => true,
            b'a' | b'A' | b'e' | b'E' | b'o' | b'x' | b'X' => !*grouped,
            b's' => !(*grouped || spec.alternate || spec.zero),
            b'c' => !(*grouped || spec.alternate || spec.zero || *precise),
            b'b' => self.options.lenient,
            b'q' | b'Q' => self.options.backslashes,
            b'n' => self.counts.is_some(),
            _ => false,
        };
        // Flags that mean nothing there: GNU's program refuses them, dash, bash and ksh93 do not.
        let ignored = self.options.lenient && matches!(letter, b'd' | b'i' | b'u' | b's' | b'c');
        if ignored && matches!(letter, b's' | b'c') {
            spec.zero = false;
        }
        valid || ignored
    }

    /// Prints the next argument by a conversion that [`Self::accepts`] it.
    #[inline(always)]
    fn convert(&mut self, letter: u8, spec: Spec) -> Result<(), End> {
        let argument = self.next().unwrap_or_default();
        match letter {
            b'n' => {
                let count = self.written + self.out.len();
                if let Some(counts) = &mut self.counts {
                    counts.push((argument, count));
                }
            }
            b'd' | b'i' => {
                let value = self.signed(argument);
                spec.signed(value, self.out);
            }
            b'o' | b'u' | b'x' | b'X' => {
                let value = self.unsigned(argument);
                spec.unsigned(value, letter, self.out);
            }
            b'c' => {
                spec.string(&[argument.first().copied().unwrap_or(0)], self.out);
            }
            b's' => spec.string(argument, self.out),
            b'q' => spec.string(&bash::quoted(argument, self.options.utf8), self.out),
            b'Q' => {
                let cut = &argument[..spec.precision.unwrap_or(argument.len()).min(argument.len())];
                let spec = Spec { precision: None, ..spec };
                spec.string(&bash::quoted(cut, self.options.utf8), self.out);
            }
            b'b' => {
                let before = self.out.len();
                let end = self.unescape(argument);
                // A complaint has written what was there until then.
                let expanded = self.out.split_off(before.min(self.out.len()));
                spec.string(&expanded, self.out);
                end?;
            }
            _ => {
                let value = self.real(argument);
                let begins_with_one = self.options.hexadecimal_begins_with_one;
                Spec { begins_with_one, ..spec }.real(value, letter, self.out);
            }
        }
        Ok(())
    }

    /// Prints one escape, at the start of `text`; returns its length. `zero`: octal digits
    /// may follow a `\0`, as in the argument of `%b`.
    fn escape(&mut self, text: &[u8], zero: bool) -> Result<usize, End> {
        let Some(&letter) = text.get(1) else {
            self.out.push(b'\\');
            return Ok(1);
        };
        let byte = match letter {
            b'a' => 0x07,
            b'b' => 0x08,
            // In bash that is for `%b` only, and these are not.
            b'c' if self.options.backslashes && !zero => {
                self.out.extend_from_slice(b"\\c");
                return Ok(2);
            }
            // Neither dash nor bash nor ksh93 takes that for an escape in the argument of `%b`.
            b'"' if self.options.lenient && zero => {
                self.out.extend_from_slice(b"\\\"");
                return Ok(2);
            }
            b'"' | b'\\' => letter,
            b'?' | b'\'' if self.options.backslashes && !zero => letter,
            b'c' => return Err(End::Cancelled),
            b'e' => 0x1b,
            b'E' if self.options.upper_escape => 0x1b,
            b'f' => 0x0c,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 0x0b,
            b'x' => {
                let (value, used) = number(&text[2..], 2, 16);
                match used {
                    // As dash and bash have it; bash says so as well.
                    0 if self.options.lenient => {
                        if self.options.backslashes {
                            self.say(&Error::NoHexDigits);
                        }
                        self.out.extend_from_slice(b"\\x");
                    }
                    0 => return Err(self.fail(&Error::NoHexNumber)),
                    _ => self.out.push(value),
                }
                return Ok(2 + used);
            }
            b'0'..=b'7' => {
                let start = if zero && letter == b'0' { 2 } else { 1 };
                let (value, used) = number(&text[start..], 3, 8);
                self.out.push(value);
                return Ok(start + used);
            }
            b'u' | b'U' if self.options.lenient => {
                return Ok(2 + universal_character(
                    &text[2..],
                    letter,
                    self.options.utf8,
                    self.out,
                ));
            }
            b'u' | b'U' => return self.universal(text),
            // No escape, in dash and bash: the directive behind it is one.
            b'%' if self.options.lenient && !zero => {
                self.out.push(b'\\');
                return Ok(1);
            }
            _ => {
                self.out.extend_from_slice(&[b'\\', letter]);
                return Ok(2);
            }
        };
        self.out.push(byte);
        Ok(2)
    }

    /// Parses the digits of `\uHHHH` or `\UHHHHHHHH`.
    fn universal(&mut self, text: &[u8]) -> Result<usize, End> {
        let letter = text[1];
        let length = if letter == b'u' { 4 } else { 8 };
        let digits = &text[2..text.len().min(2 + length)];
        if digits.len() < length || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(self.fail(&Error::NoHexNumber));
        }
        let value = digits
            .iter()
            .fold(0u32, |value, &digit| value << 4 | char::from(digit).to_digit(16).unwrap_or(0));
        let basic = value <= 0x9f && !matches!(value, 0x24 | 0x40 | 0x60);
        let basic = basic && !self.options.any_character;
        if basic || (0xd800..0xe000).contains(&value) {
            let name = format!("\\{}{value:0length$x}", char::from(letter));
            return Err(self.fail(&Error::BadUniversalName(name.as_bytes())));
        }
        match char::from_u32(value) {
            Some(c) if self.options.utf8 || value < 0x80 => {
                self.out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            _ if value < 0x10000 => {
                self.out.extend_from_slice(format!("\\u{value:04X}").as_bytes());
            }
            _ => self.out.extend_from_slice(format!("\\U{value:08X}").as_bytes()),
        }
        Ok(2 + length)
    }

    /// Prints the argument of `%b`.
    fn unescape(&mut self, argument: &[u8]) -> Result<(), End> {
        let mut rest = argument;
        while let Some(at) = byte_search::memchr(b'\\', rest) {
            self.out.extend_from_slice(&rest[..at]);
            let used = self.escape(&rest[at..], true)?;
            rest = &rest[at + used..];
        }
        self.out.extend_from_slice(rest);
        Ok(())
    }

    fn signed(&mut self, text: &[u8]) -> i64 {
        if let Some(code) = self.constant(text) {
            return i64::from(code);
        }
        let number = numeric::signed(text);
        self.verify(text, number.used, number.overflow);
        number.value
    }

    fn unsigned(&mut self, text: &[u8]) -> u64 {
        if let Some(code) = self.constant(text) {
            return u64::from(code);
        }
        let number = numeric::unsigned(text);
        self.verify(text, number.used, number.overflow);
        number.value
    }

    fn real(&mut self, text: &[u8]) -> Real {
        if let Some(code) = self.constant(text) {
            let class = Class::Finite(u64::from(code), 0);
            return Real { negative: false, class, long: !self.options.doubles };
        }
        let number = match self.options.doubles {
            true => numeric::double(text),
            false => numeric::long_double(text),
        };
        self.verify(text, number.used, number.overflow);
        number.value
    }

    /// The code of the character in `'c` or `"c`.
    fn constant(&mut self, text: &[u8]) -> Option<u32> {
        let [b'\'' | b'"', word @ ..] = text else { return None };
        let (code, length) = match character(word) {
            Some((c, length)) if self.options.utf8 => (u32::from(c), length),
            // A quote alone is 0 there, as in dash and bash.
            _ if word.is_empty() && self.options.lenient => (0, 0),
            _ => (u32::from(*word.first()?), 1),
        };
        let rest = &word[length..];
        if !rest.is_empty() && !self.options.posixly_correct {
            self.say(&Error::AfterConstant(rest));
        }
        Some(code)
    }

    /// Complains about an argument that is no number, not only a number, or too large.
    fn verify(&mut self, text: &[u8], used: usize, overflow: bool) {
        let error = if overflow {
            Error::OutOfRange(text)
        } else if used == text.len()
            && !(text.is_empty() && self.options.needs_digits && !self.is_missing)
        {
            return;
        } else if used == 0 {
            Error::NotNumeric(text)
        } else {
            Error::NotConverted(text)
        };
        self.say(&error);
        if !(overflow && self.options.overflow_is_warning) {
            self.status = 1;
        }
    }
}

/// The UTF-8 character at the start of `text` and its length.
fn character(text: &[u8]) -> Option<(char, usize)> {
    let length = match text.first()? {
        0..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let c = std::str::from_utf8(text.get(..length)?).ok()?.chars().next()?;
    Some((c, length))
}

/// Appends `text` so that a shell reads it back as one word.
pub(crate) fn shell_word(text: &[u8], quoting: Quoting, out: &mut Vec<u8>) {
    // A colon is special in messages only.
    let plain: Vec<u8> = text.iter().map(|&b| if b == b':' { b'.' } else { b }).collect();
    if quoting::shell_if_needed(&plain, quoting) == plain {
        out.extend_from_slice(text);
    } else {
        out.extend_from_slice(&quoting::shell(text, quoting));
    }
}

/// A decimal number at `at`, which is moved behind it.
fn digits(text: &[u8], at: &mut usize) -> usize {
    let mut value = 0usize;
    while let Some(digit @ b'0'..=b'9') = text.get(*at) {
        value = value.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
        *at += 1;
    }
    value
}
