//! `read` (POSIX XCU read; options of ksh93 and bash): takes a line and not a byte more.
//!
//! A pipe or a terminal shared with other processes is read byte by byte, a file in blocks and
//! positioned back (`stage::file`), so nothing beyond the delimiter is consumed. The line is split
//! at IFS as in field splitting (POSIX XCU 2.6.5), the last name receiving the rest.

use super::letters::Letters;
use super::{bad_option, invalid_name, number};
use crate::diagnostics::{BuiltinProblem, CallFault, NumericOption};
use crate::environment::arrays::Key;
use crate::environment::binary;
use crate::environment::separators::Separator;
use crate::environment::variables::Value;
use crate::environment::{Environment, names};
use crate::unwind::{Flow, Unwind};
use dialect::builtins::ReadP;
use stage::OpenFile;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};
use syntax::{ByteString, Name};

/// What the options ask for.
pub(super) struct ReadOptions {
    pub(super) raw: bool,
    pub(super) delimiter: u8,
    prompt: Option<ByteString>,
    /// The array that gets all fields.
    pub(super) array: Option<ByteString>,
    /// The first operand is that array (ksh93).
    into_array: bool,
    /// At most so many characters; true: exactly, whatever they are.
    most: Option<(usize, bool)>,
    /// How long to wait.
    timeout: Option<Duration>,
    pub(super) descriptor: u32,
    silent: bool,
    /// A compound variable is read (ksh93).
    compound: bool,
    /// Fields may be in double quotes, in which separators and newlines are text (ksh93).
    quoted_fields: bool,
    /// A NUL is a byte as others: for a variable that holds bytes (ksh93).
    bytes: bool,
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut options = ReadOptions {
        raw: false,
        delimiter: b'\n',
        prompt: None,
        array: None,
        into_array: false,
        most: None,
        timeout: None,
        descriptor: 0,
        silent: false,
        compound: false,
        quoted_fields: false,
        bytes: false,
    };
    let mut operands = read_options(env, fields, &mut options)?;
    if options.into_array
        && let [name, others @ ..] = operands
    {
        options.array = Some(name.clone());
        operands = others;
    }
    let asked;
    if let Some(first) = operands.first()
        && let Some(mark) = byte_search::memchr(b'?', first)
        && env.rules().builtins.read_takes_prompt_with_name
    {
        // `name?prompt` (ksh)
        options.prompt = Some(ByteString::new(&first[mark + 1..]));
        let name = ByteString::new(&first[..mark]);
        asked = std::iter::once(name).chain(operands[1..].iter().cloned()).collect::<Vec<_>>();
        operands = &asked;
    }
    for operand in operands.iter().chain(&options.array) {
        let element = operand.last() == Some(&b']')
            && operand.first() != Some(&b'[')
            && !(env.rules().builtins.read_array_is_indexed
                && options.array.as_ref().is_some_and(|array| std::ptr::eq(array, operand)));
        let is_used = options.timeout != Some(Duration::ZERO)
            || env.rules().builtins.read_checks_names_it_leaves;
        if is_used && !env.is_variable_name(operand) && !element && !options.compound {
            return invalid_name(env, b"read", operand);
        }
    }
    let Some(file) = env.file(options.descriptor) else {
        if options.descriptor == 0 {
            env.diagnose(BuiltinProblem::call(b"read", CallFault::InputClosed));
            return Ok(env.failed());
        }
        env.diagnose(BuiltinProblem::ReadFromClosed(options.descriptor));
        return Ok(1);
    };
    env.leave_before_reading(&file)?;
    if options.timeout.is_none() && env.rules().builtins.read_heeds_tmout {
        options.timeout = usual_timeout(env, &file);
    }
    if options.compound {
        let name = operands.first().cloned().unwrap_or_else(|| ByteString::from("REPLY"));
        return super::read_compound::read(env, &file, &name);
    }
    if options.timeout == Some(Duration::ZERO) {
        // Only whether something is there.
        return Ok(i32::from(!is_ready(env, &file, Some(Instant::now()))?));
    }
    if options.most.is_some() {
        let holds_bytes = |operand: &ByteString| {
            env.shared.names.find(operand).is_some_and(|name| env.holds_bytes(name))
        };
        options.bytes = operands.iter().any(holds_bytes);
    }
    if options.quoted_fields && options.most.is_none() && options.timeout.is_none() {
        return super::read_fields::read(env, &file, operands, &options);
    }
    let mut line = env.shared.take_line();
    let result = read_input(env, &file, &options, &mut line);
    let outcome = store_result(env, operands, &options, &line, result);
    env.shared.give_line(line);
    outcome
}

/// Reads what the options ask for, with the terminal's modes as they ask for them; false where the
/// input ended before that.
fn read_input(
    env: &mut Environment,
    file: &Rc<OpenFile>,
    options: &ReadOptions,
    line: &mut Line,
) -> Result<bool, Trouble> {
    // Asking costs a system call: only where the answer matters.
    let special = options.prompt.is_some() || options.silent || options.most.is_some();
    let terminal = special && file.is_terminal();
    if let Some(prompt) = &options.prompt
        && terminal
    {
        env.write_error(prompt);
    }
    let changes = terminal && (options.silent || options.most.is_some());
    let before = file.as_real().filter(|_| changes).and_then(|fd| {
        let typing = launch::process::TypingModes {
            is_silent: options.silent,
            is_unbuffered: options.most.is_some(),
        };
        launch::process::change_modes(fd, typing).map(|modes| (fd, modes))
    });
    let result = match (options.most, options.timeout) {
        (None, None) => read_line(env, file, options.delimiter, options.raw, line),
        _ => read_some(env, file, options, line),
    };
    if let Some((fd, modes)) = before {
        launch::process::restore_modes(fd, &modes);
    }
    result
}

/// Assigns what was read; the status of the builtin.
fn store_result(
    env: &mut Environment,
    operands: &[ByteString],
    options: &ReadOptions,
    line: &Line,
    result: Result<bool, Trouble>,
) -> Flow<i32> {
    match result {
        Ok(complete) => {
            let stored = match (&options.array, options.most) {
                (Some(array), Some((_, true)))
                    if env.rules().builtins.read_array_exactly_is_unsplit =>
                {
                    store_array(env, array, line, true)
                }
                (Some(array), _) => {
                    store_array(env, array, line, false).and_then(|()| empty(env, operands))
                }
                (None, Some((_, exactly)))
                    if exactly || env.rules().builtins.read_count_is_unsplit =>
                {
                    store_whole(env, operands, line)
                }
                (None, _) => store(env, operands, line),
            };
            stored.map(|()| i32::from(!complete))
        }
        Err(Trouble::Unwind(unwind)) => Err(unwind),
        Err(Trouble::Late) => {
            let stored = match &options.array {
                Some(array) => store_array(env, array, line, false),
                None => store(env, operands, line),
            };
            stored.map(|()| 142)
        }
        Err(Trouble::Io(error)) => Ok(unreadable(env, options.descriptor, &error)),
    }
}

/// Reports that the input cannot be read; the status.
pub(super) fn unreadable(env: &mut Environment, descriptor: u32, error: &io::Error) -> i32 {
    let reason = utilities::message::reason(error);
    env.diagnose(BuiltinProblem::InputUnreadable { descriptor, reason: &reason });
    env.failed()
}

/// Empties the variables that nothing is left for (`read -A array name`, ksh93).
fn empty(env: &mut Environment, operands: &[ByteString]) -> Flow<()> {
    match operands {
        [] => Ok(()),
        operands => store(env, operands, &Line::default()),
    }
}

/// How long a terminal or a pipe is waited for where `-t` does not say: TMOUT.
fn usual_timeout(env: &Environment, file: &OpenFile) -> Option<Duration> {
    if !env.variables.get(names::TMOUT).is_set() || file.is_immediate() {
        return None;
    }
    let seconds = number(&env.text(names::TMOUT)?)?;
    u64::try_from(seconds).ok().filter(|seconds| *seconds > 0).map(Duration::from_secs)
}

/// Reads the options; the operands.
fn read_options<'f>(
    env: &mut Environment,
    fields: &'f [ByteString],
    options: &mut ReadOptions,
) -> Flow<&'f [ByteString]> {
    let rules = &env.rules().builtins;
    let mut letters = Letters::of(fields);
    while let Some(letter) = letters.next() {
        match letter {
            b'r' => options.raw = true,
            b's' => options.silent = true,
            b'C' if rules.read_reads_compounds => options.compound = true,
            b'S' if rules.read_reads_quoted_fields => options.quoted_fields = true,
            b'e' => {}
            // The value that editing would begin with.
            b'v' if rules.read_array_is_operand => {}
            b'a' | b'A' if rules.read_array_is_operand => options.into_array = true,
            b'p' if rules.read_p == ReadP::Coprocess
                || rules.read_p == ReadP::CoprocessIfAny && env.coprocess.is_some() =>
            {
                // From the coprocess (ksh93, mksh).
                match env.coprocess.and_then(|coprocess| coprocess.files[0]) {
                    Some(output) => options.descriptor = output,
                    None if rules.read_p == ReadP::Coprocess => {
                        return env
                            .fail_with(BuiltinProblem::call(b"read", CallFault::NoCoprocess), 1);
                    }
                    None => {}
                }
            }
            b'd' | b'p' | b'a' | b'A' | b'n' | b'N' | b't' | b'u' | b'i' => {
                let Some(argument) = letters.argument() else {
                    return super::argument_missing(env, b"read", letter);
                };
                value(env, letter, argument, options)?;
            }
            _ => return bad_option(env, b"read", letter),
        }
    }
    Ok(letters.operands())
}

/// What an option's argument says.
fn value(
    env: &mut Environment,
    letter: u8,
    argument: ByteString,
    options: &mut ReadOptions,
) -> Flow<()> {
    let wrong = argument.clone();
    let invalid = |env: &mut Environment, option: NumericOption, status: i32| {
        let argument = wrong.escape_ascii().to_string();
        env.diagnose(BuiltinProblem::ReadInvalid { argument: argument.as_bytes(), option });
        env.status = status;
        Err(Unwind::Error)
    };
    let status = env.rules().builtins.read_bad_number_status;
    match letter {
        b'd' => options.delimiter = argument.first().copied().unwrap_or(0),
        b'p' => options.prompt = Some(argument),
        b'a' | b'A' => options.array = Some(argument),
        b'n' | b'N' => match number(&argument).filter(|most| i32::try_from(*most).is_ok()) {
            Some(most) => options.most = Some((most.max(0) as usize, letter == b'N')),
            None => return invalid(env, NumericOption::Count, status),
        },
        b't' => {
            let text = std::str::from_utf8(&argument).unwrap_or_default();
            let seconds = text.parse::<f64>().ok().filter(|s| *s >= 0.0);
            match seconds {
                Some(seconds) => {
                    // What is longer than can be counted has no end.
                    let timeout = Duration::try_from_secs_f64(seconds);
                    options.timeout = Some(timeout.unwrap_or(Duration::MAX));
                }
                None => return invalid(env, NumericOption::Timeout, status),
            }
        }
        b'u' => match number(&argument).and_then(|n| u32::try_from(n).ok()) {
            Some(descriptor) => options.descriptor = descriptor,
            None => return invalid(env, NumericOption::Descriptor, 1),
        },
        _ => {}
    }
    Ok(())
}

pub(super) enum Trouble {
    Io(io::Error),
    Unwind(Unwind),
    /// The time was up.
    Late,
}

/// Whether there is something to read, or the end, before `until`.
fn is_ready(env: &mut Environment, file: &Rc<OpenFile>, until: Option<Instant>) -> Flow<bool> {
    if file.with_known(|known| !known.is_empty()) {
        return Ok(true);
    }
    if file.is_immediate() {
        return Ok(true);
    }
    let Ok(fd) = file.real() else { return Ok(true) };
    let Some(until) = until else { return Ok(true) };
    // What has been looked at and taken would still be seen in a pipe.
    file.give_back();
    let mut wanted = [stage::pollfd(fd, libc::POLLIN)];
    loop {
        if !matches!(stage::poll_plain(&mut wanted, Some(Duration::ZERO)), Ok(0)) {
            return Ok(true);
        }
        if Instant::now() >= until {
            return Ok(false);
        }
        let scheduler = env.shared.scheduler.clone();
        if scheduler.park(&wanted, Some(until), env.awaited()).is_err() {
            env.handle_signals()?;
        }
    }
}

/// Reads with a limit of characters or of time; false where the input ended before that.
fn read_some(
    env: &mut Environment,
    file: &Rc<OpenFile>,
    options: &ReadOptions,
    line: &mut Line,
) -> Result<bool, Trouble> {
    // No clock reaches what is too long to be added.
    let until = options.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let exact = matches!(options.most, Some((_, true)));
    let most = options.most.map_or(usize::MAX, |(most, _)| most);
    let mut escaped = false;
    let mut characters = 0;
    while characters < most {
        if until.is_some() && !is_ready(env, file, until).map_err(Trouble::Unwind)? {
            return Err(Trouble::Late);
        }
        match file.fill(env.awaited()) {
            Ok(true) => {}
            Ok(false) => {
                if exact && env.rules().builtins.read_exactly_or_nothing {
                    // Less than was asked for is nothing.
                    line.text.clear();
                }
                return Ok(false);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                env.handle_signals().map_err(Trouble::Unwind)?;
                continue;
            }
            Err(error) => return Err(Trouble::Io(error)),
        }
        let mut complete = false;
        let utf8 = env.utf8;
        let known = file.with_known(<[u8]>::len);
        let count = file.with_known(|known| {
            let Some(&byte) = known.first() else { return 0 };
            if !exact && !escaped && byte == options.delimiter {
                complete = true;
                return 1;
            }
            if !options.raw && !escaped && byte == b'\\' {
                escaped = true;
                return 1;
            }
            if escaped {
                escaped = false;
                if byte == b'\n' {
                    return 1;
                }
                line.quoted.push(line.text.len());
            }
            if byte != 0 || options.bytes {
                line.text.push(byte);
            }
            1
        });
        file.consume(count);
        if complete {
            return Ok(true);
        }
        characters = match utf8 {
            // A character counts when it is whole.
            true => whole_characters(&line.text),
            false => line.text.len(),
        };
        // What is there is enough for ksh93.
        let some = options.most.is_some() && !exact && known == 1 && characters > 0;
        if some && env.rules().builtins.read_n_takes_what_is_there && !file.is_immediate() {
            return Ok(true);
        }
    }
    Ok(true)
}

fn whole_characters(text: &[u8]) -> usize {
    let mut count = 0;
    let mut chunks = text.utf8_chunks().peekable();
    while let Some(chunk) = chunks.next() {
        count += chunk.valid().chars().count();
        let unfinished = chunks.peek().is_none()
            && matches!(chunk.invalid().first(), Some(0xc2..=0xf4))
            && chunk.invalid().len() < 4;
        if !unfinished {
            count += chunk.invalid().len();
        }
    }
    count
}

/// All of the text in the first variable (`-N`).
fn store_whole(env: &mut Environment, operands: &[ByteString], line: &Line) -> Flow {
    let Some((first, others)) = operands.split_first() else {
        return assign(env, names::REPLY, &line.text);
    };
    assign_operand(env, first, &line.text)?;
    for other in others {
        assign_operand(env, other, b"")?;
    }
    Ok(())
}

/// The slot of an array that fields are stored in, which is emptied first.
pub(super) fn emptied_array(env: &mut Environment, array: &[u8]) -> Flow<Name> {
    let name = env.shared.names.intern(array);
    let name = env.resolved(name);
    if env.rules().builtins.read_array_is_indexed && env.is_associative(name) {
        env.diagnose(BuiltinProblem::NotIndexed { command: b"read", name: array });
        env.status = env.failed();
        return Err(Unwind::Error);
    }
    if let Err(error) = env.fresh_array(name) {
        env.report_refused_to(b"read", error)?;
        env.status = env.failed();
        return Err(Unwind::Error);
    }
    Ok(name)
}

/// Every field becomes an element.
fn store_array(env: &mut Environment, array: &[u8], line: &Line, whole: bool) -> Flow {
    let name = emptied_array(env, array)?;
    let text = &line.text[..];
    let separators = env.separators();
    let unsplit = whole || separators.none;
    let kind = |at: usize| match unsplit || line.quoted.binary_search(&at).is_ok() {
        true => Separator::None,
        false => separators.at(text, at).0,
    };
    let skip_space = |mut at: usize| {
        while at < text.len() && kind(at) == Separator::Space {
            at += 1;
        }
        at
    };
    let mut at = skip_space(0);
    let mut index = 0;
    while at < text.len() {
        let begin = at;
        while at < text.len() && kind(at) == Separator::None {
            at += 1;
        }
        let field = ByteString::new(&text[begin..at]);
        env.assign_element_or_fail(name, Key::Index(index), field)?;
        index += 1;
        at = skip_space(at);
        if at < text.len() && kind(at) == Separator::Other {
            at = skip_space(at + separators.at(text, at).1);
        }
    }
    Ok(())
}

pub(super) fn assign_operand(env: &mut Environment, operand: &ByteString, text: &[u8]) -> Flow {
    if operand.last() != Some(&b']') {
        let name = env.shared.names.intern(operand);
        return match env.holds_bytes(name) {
            true => assign(env, name, &binary::encoded(text)),
            false => assign(env, name, text),
        };
    }
    match env.spelled(operand)? {
        Some((name, key)) if env.holds_bytes(name) => {
            env.assign_spelled(b"read", (name, key), &binary::encoded(text))
        }
        Some(place) => env.assign_spelled(b"read", place, text),
        None => {
            env.status = invalid_name(env, b"read", operand)?;
            Err(Unwind::Error)
        }
    }
}

/// A line as it was read, and which of its bytes a backslash quoted.
#[derive(Default)]
pub struct Line {
    pub(super) text: Vec<u8>,
    /// Positions of quoted bytes, ascending.
    quoted: Vec<usize>,
}

impl Line {
    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.quoted.clear();
    }

    /// No variable can hold NUL.
    fn drop_nul(&mut self) {
        if byte_search::memchr(0, &self.text).is_some() {
            self.text.retain(|&byte| byte != 0);
            self.quoted.clear();
        }
    }
}

/// Reads up to the delimiter; false where the input ended before it.
pub(super) fn read_line(
    env: &mut Environment,
    file: &Rc<OpenFile>,
    delimiter: u8,
    raw: bool,
    line: &mut Line,
) -> Result<bool, Trouble> {
    let mut escaped = false;
    loop {
        if env.shared.signals.pending() {
            // A line that does not end is no reason to be deaf.
            env.handle_signals().map_err(Trouble::Unwind)?;
        }
        let more = loop {
            match file.fill(env.awaited()) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    env.handle_signals().map_err(Trouble::Unwind)?;
                }
                other => break other,
            }
        };
        if !more.map_err(Trouble::Io)? {
            line.drop_nul();
            return Ok(false);
        }
        if raw {
            let (count, complete) =
                file.with_known(|known| match byte_search::memchr(delimiter, known) {
                    Some(at) => {
                        line.text.extend_from_slice(&known[..at]);
                        (at + 1, true)
                    }
                    None => {
                        line.text.extend_from_slice(known);
                        (known.len(), false)
                    }
                });
            file.consume(count);
            if complete {
                break;
            }
            continue;
        }
        let mut joined = false;
        let (count, complete) = file.with_known(|known| {
            for (index, &byte) in known.iter().enumerate() {
                if escaped {
                    escaped = false;
                    if byte == b'\n' {
                        joined = true;
                        // The line goes on; a person is asked for more.
                        return (index + 1, false);
                    }
                    line.quoted.push(line.text.len());
                    line.text.push(byte);
                } else if byte == b'\\' {
                    escaped = true;
                } else if byte == delimiter {
                    return (index + 1, true);
                } else {
                    line.text.push(byte);
                }
            }
            (known.len(), false)
        });
        file.consume(count);
        if complete {
            break;
        }
        if joined && file.is_terminal() {
            let prompt = env.prompt(names::PS2).map_err(Trouble::Unwind)?;
            env.write_error(&prompt);
        }
    }
    line.drop_nul();
    Ok(true)
}

fn store(env: &mut Environment, operands: &[ByteString], line: &Line) -> Flow {
    let text = &line.text[..];
    if operands.is_empty() && env.rules().builtins.read_trims_reply {
        return store(env, &[ByteString::from("REPLY")], line);
    }
    let Some((last, first)) = operands.split_last() else {
        return assign(env, names::REPLY, text);
    };
    let separators = env.separators();
    if separators.none && first.is_empty() {
        return assign_operand(env, last, text);
    }
    let kind = |at: usize| {
        if line.quoted.binary_search(&at).is_ok() {
            Separator::None
        } else {
            separators.at(text, at).0
        }
    };
    let after_one = |at: usize| at + separators.at(text, at).1;
    let skip_space = |mut at: usize| {
        while at < text.len() && kind(at) == Separator::Space {
            at += 1;
        }
        at
    };
    let mut at = skip_space(0);
    for operand in first {
        let begin = at;
        while at < text.len() && kind(at) == Separator::None {
            at += 1;
        }
        let field = &text[begin..at];
        at = skip_space(at);
        if at < text.len() && kind(at) == Separator::Other {
            at = skip_space(after_one(at));
        }
        assign_operand(env, operand, field)?;
    }
    // The last variable gets the rest. One separator at the end belongs to a single field.
    let begin = at;
    let mut end = text.len();
    while end > begin && kind(end - 1) == Separator::Space {
        end -= 1;
    }
    let size = separators.at_end(&text[begin..end]);
    if size > 0 && line.quoted.binary_search(&(end - size)).is_err() {
        let mut field = begin;
        while field < end && kind(field) == Separator::None {
            field += 1;
        }
        let after = skip_space(field);
        // Only this field and its terminator are left.
        if after + size == end || field + size == end {
            end = field;
        }
    }
    assign_operand(env, last, &text[begin..end])
}

fn assign(env: &mut Environment, name: Name, text: &[u8]) -> Flow {
    env.assign(name, Value::String(text.into())).or_else(|error| {
        env.report_refused_to(b"read", error)?;
        env.status = env.failed();
        Err(Unwind::Error)
    })
}
