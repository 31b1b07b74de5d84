//! `test` and `[` (POSIX XCU test): the utility's own function, asking the environment.
//!
//! `utilities::system::test` parses and evaluates; this answers what only the shell knows: `-t`,
//! `-o option`, `-v name`, `-R name`, and paths relative to the environment's directory. `[[ ]]` is
//! `evaluate::conditional`.

use crate::diagnostics::{BuiltinProblem, OperandFault};
use crate::environment::Environment;
use crate::environment::files::Slot;
use crate::evaluate::preloaded;
use crate::evaluate::redirect::own_descriptor;
use crate::unwind::{Flow, Unwind};
use rustix::fs::{Access, AtFlags, Stat};
use smallvec::SmallVec;
use stage::OpenFile;
use syntax::ByteString;
use utilities::system::test::{Dialect, Queries, evaluate};

impl Environment {
    /// Where the script's descriptor of this number is found in the process; None where it has
    /// none.
    fn real_path(&self, number: u32) -> Option<String> {
        let fd = match self.files.get(number) {
            Slot::Open(file) => file.real().ok()?,
            Slot::Closed => return None,
            Slot::Unknown => {
                let fd = i32::try_from(number).ok()?;
                OpenFile::is_inheritable(fd).then_some(fd)?
            }
        };
        Some(format!("/proc/self/fd/{fd}"))
    }
}

impl Queries for Environment {
    fn stat(&self, path: &[u8], follow: bool) -> Option<Stat> {
        if follow && let Some(number) = own_descriptor(path) {
            let path = self.real_path(number)?;
            return stage::door::statat(rustix::fs::CWD, path, AtFlags::empty()).ok();
        }
        let flags = if follow { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
        stage::door::statat(self.directory(), path, flags).ok()
    }

    fn access(&self, path: &[u8], access: Access) -> bool {
        if let Some(number) = own_descriptor(path) {
            let path = self.real_path(number);
            let flags = AtFlags::EACCESS;
            return path.is_some_and(|path| {
                stage::door::accessat(rustix::fs::CWD, path, access, flags).is_ok()
            });
        }
        stage::door::accessat(self.directory(), path, access, AtFlags::EACCESS).is_ok()
    }

    fn is_terminal(&self, descriptor: i32) -> bool {
        match u32::try_from(descriptor).map(|number| self.files.get(number)) {
            Ok(Slot::Open(file)) => file.is_terminal(),
            Ok(Slot::Unknown) => launch::process::is_terminal(descriptor),
            _ => false,
        }
    }

    fn forgives_words(&self) -> bool {
        self.rules().builtins.test_t_forgives_words
    }

    fn limits_numbers(&self) -> bool {
        self.rules().builtins.test_numbers_have_limits
    }

    fn is_set(&self, name: &[u8]) -> bool {
        self.shared.names.find(name).is_some_and(|name| {
            let name = self.resolved(name);
            self.is_computed(name) || self.variables.get(name).value.text().is_some()
        })
    }

    fn option(&self, name: &[u8]) -> bool {
        self.options.has_named(name)
    }
}

fn run(env: &mut Environment, name: &str, arguments: &[&[u8]]) -> Flow<i32> {
    let rules = &env.rules().builtins;
    // Primaries that the utility does not have become others that are as true.
    let exists;
    let arguments = match arguments {
        [b"-a", file] if rules.test_a_is_e => {
            exists = [&b"-e"[..], file];
            &exists[..]
        }
        [b"-R", name] if rules.test_has_references => {
            exists = [&b"-n"[..], if env.is_reference(name) { name } else { b"" }];
            &exists[..]
        }
        arguments => arguments,
    };
    // Whether an element is set takes an expression, which only the shell can compute.
    let answered: SmallVec<[&[u8]; 8]>;
    let element = |words: &[&[u8]]| words[0] == b"-v" && words[1].last() == Some(&b']');
    let arguments = match arguments.windows(2).any(element) {
        false => arguments,
        true => {
            answered = answer_elements(env, arguments)?;
            &answered[..]
        }
    };
    let by_program: SmallVec<[&[u8]; 8]>;
    let may_differ = |words: &[&[u8]]| preloaded::may_differ(words[0]);
    let arguments = match env.preloads() && arguments.windows(2).any(may_differ) {
        false => arguments,
        true => {
            by_program = answer_by_program(env, arguments)?;
            &by_program[..]
        }
    };
    if let [text, b"=~", expression] = arguments
        && rules.test_matches_expressions
    {
        return matches_expression(env, name, text, expression);
    }
    let computed: SmallVec<[&[u8]; 8]>;
    let compares = |words: &[&[u8]]| {
        comparison(words[1]).is_some() && !(is_integer(words[0]) && is_integer(words[2]))
    };
    let arguments = match rules.test_compares_expressions && arguments.windows(3).any(compares) {
        false => arguments,
        true => {
            let before = env.now.soft_command.replace("[");
            let result = compare_expressions(env, arguments);
            env.now.soft_command = before;
            computed = match result {
                // It has been reported.
                Err(Unwind::Soft) => return Ok(2),
                result => result?,
            };
            &computed[..]
        }
    };
    match evaluate(arguments, env, Dialect::Shell) {
        Ok(value) => Ok(i32::from(!value)),
        Err(error) => {
            let (command, utf8) = (name.as_bytes(), env.utf8);
            env.diagnose(BuiltinProblem::TestExpression { command, error: &error, utf8 });
            Ok(2)
        }
    }
}

/// `test text =~ expression` (ksh93)
fn matches_expression(
    env: &mut Environment,
    name: &str,
    text: &[u8],
    expression: &[u8],
) -> Flow<i32> {
    let mut options = pattern::RegexOptions::regcomp(true);
    options.utf8 = env.utf8;
    let (posix, _) = pattern::expression_of_ksh(expression, false);
    let Ok(regex) = pattern::Regex::new(&posix, options) else {
        let command = name.as_bytes();
        env.diagnose(BuiltinProblem::operand(command, expression, OperandFault::InvalidExpression));
        return Ok(2);
    };
    let mut captures = pattern::Captures::default();
    let mut cache = pattern::Cache::default();
    let found = regex.find_at(&mut cache, text, 0, Default::default(), &mut captures);
    Ok(i32::from(!found))
}

/// Whether two numbers are in the relation that an operator asks for.
type Comparison = fn(f64, f64) -> bool;

fn comparison(operator: &[u8]) -> Option<Comparison> {
    Some(match operator {
        b"-eq" => |left, right| left == right,
        b"-ne" => |left, right| left != right,
        b"-lt" => |left, right| left < right,
        b"-le" => |left, right| left <= right,
        b"-gt" => |left, right| left > right,
        b"-ge" => |left, right| left >= right,
        _ => return None,
    })
}

fn is_integer(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Arguments without the arithmetic expressions, which may have a fraction, that they compare:
/// `1.5 -lt x+1` becomes a comparison of numbers with the same result.
fn compare_expressions<'a>(
    env: &mut Environment,
    arguments: &[&'a [u8]],
) -> Flow<SmallVec<[&'a [u8]; 8]>> {
    let mut computed: SmallVec<[&[u8]; 8]> = arguments.into();
    for at in 1..computed.len() - 1 {
        let (left, right) = (computed[at - 1], computed[at + 1]);
        let Some(holds) = comparison(computed[at]) else { continue };
        if is_integer(left) && is_integer(right) {
            continue;
        }
        let (left, right) = (env.evaluate_text(left)?, env.evaluate_text(right)?);
        computed[at - 1] = if holds(left.float(), right.float()) { b"1" } else { b"0" };
        (computed[at], computed[at + 1]) = (b"-eq", b"1");
    }
    Ok(computed)
}

/// `-v name[subscript]` becomes `-n` of a text that is empty where the element is not set.
fn answer_elements<'a>(
    env: &mut Environment,
    arguments: &[&'a [u8]],
) -> Flow<SmallVec<[&'a [u8]; 8]>> {
    let mut answered: SmallVec<[&[u8]; 8]> = arguments.into();
    for at in 1..answered.len() {
        if answered[at - 1] == b"-v" && answered[at].last() == Some(&b']') {
            let set = env.is_set_by_name(answered[at])?;
            answered[at - 1] = b"-n";
            answered[at] = if set { b"set" } else { b"" };
        }
    }
    Ok(answered)
}

/// The expression with what a program has to be asked replaced by what is as true.
fn answer_by_program<'a>(
    env: &mut Environment,
    arguments: &[&'a [u8]],
) -> Flow<SmallVec<[&'a [u8]; 8]>> {
    let mut answered: SmallVec<[&[u8]; 8]> = arguments.into();
    for at in 1..answered.len() {
        // With a word on either side it may be an operand: `-c = -c`.
        let is_operand = at + 1 < answered.len() && matches!(answered[at], b"=" | b"!=" | b"==")
            || at > 1 && matches!(answered[at - 2], b"=" | b"!=" | b"==");
        if !is_operand && let Some(answer) = env.test_by_program(answered[at - 1], answered[at])? {
            answered[at - 1] = b"-n";
            answered[at] = if answer { b"true" } else { b"" };
        }
    }
    Ok(answered)
}

pub(super) fn test(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let arguments: SmallVec<[&[u8]; 8]> = fields[1..].iter().map(ByteString::as_bytes).collect();
    run(env, "test", &arguments)
}

pub(super) fn bracket(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut arguments: SmallVec<[&[u8]; 8]> =
        fields[1..].iter().map(ByteString::as_bytes).collect();
    if arguments.pop() != Some(b"]") {
        env.diagnose(BuiltinProblem::MissingBracket);
        return Ok(2);
    }
    run(env, "[", &arguments)
}
