//! `typeset`, `declare`, `integer`, `float`, `nameref` (ksh93, bash), and `local` with
//! options: attributes of variables, local to a function where one is running.

use super::references::{moved, refer};
use super::{declarations, invalid_name, typeset_letters, usage};
use crate::environment::arrays::Key;
use crate::environment::options::Options;
use crate::environment::variables::{
    BINARY, CAPITAL, COMPOUNDS, CONVERTS, DATA, DECLARED, EXPORT, FIXED, FLOAT, FRACTIONS,
    HEXADECIMAL, HOST, INNER, INTEGER, KEYED, LEFT, LOWER, NAMED, READONLY, RIGHT, SHORT, SPECIAL,
    TRACE, UPPER, Value, Variable, ZEROS,
};
use crate::environment::{Environment, ReadOnly, Refusal};
use crate::unwind::{Flow, Unwind};
use std::rc::Rc;
use syntax::names::is_name;
use syntax::{ByteString, Name};

/// What the options ask for.
#[derive(Default)]
pub(super) struct Wish {
    pub(super) on: u32,
    pub(super) off: u32,
    pub(super) figure: Option<u16>,
    pub(super) indexed: bool,
    pub(super) associative: bool,
    /// `declare +a`, which bash refuses where there is an array.
    pub(super) no_array: bool,
    pub(super) reference: bool,
    pub(super) no_reference: bool,
    pub(super) global: bool,
    pub(super) print: bool,
    pub(super) compound: bool,
    /// Keeps its value from call to call of the function (`typeset -S`).
    pub(super) constant: bool,
    /// `-I`: a local variable begins as the one that it hides (bash).
    pub(super) inherits: bool,
    pub(super) functions: bool,
    /// `typeset -a [type]`: the subscripts are words of an enumeration (ksh93).
    pub(super) keyed: Option<u16>,
    /// `typeset -T`: types (ksh93).
    pub(super) types: bool,
    /// `typeset -m name=other`: moves a variable.
    pub(super) moves: bool,
    pub(super) names: bool,
    /// Attributes are listed by name only (`typeset +x`).
    pub(super) brief: bool,
    /// `typeset +a`, which ksh93 refuses.
    pub(super) removes_shape: bool,
    /// `-u` came after `-l`.
    pub(super) upper_last: bool,
}

pub(super) fn typeset(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    run(env, fields, Wish::default())
}

pub(super) fn integer(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let on = INTEGER | if env.speaks_ksh() { LOWER } else { 0 };
    run(env, fields, Wish { on, ..Wish::default() })
}

pub(super) fn float(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let on = FLOAT | if env.speaks_ksh() { LOWER } else { 0 };
    run(env, fields, Wish { on, ..Wish::default() })
}

pub(super) fn nameref(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    run(env, fields, Wish { reference: true, ..Wish::default() })
}

pub(super) fn compound(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    run(env, fields, Wish { compound: true, ..Wish::default() })
}

/// `enum` without a list in parentheses.
pub(super) fn no_type(env: &mut Environment, _: &[ByteString]) -> Flow<i32> {
    usage(env, b"enum", "usage: enum name=(value...)")
}

/// The variables with an attribute, as declarations; `indexed`: the arrays among them.
pub(super) fn list_with(env: &mut Environment, flag: u32, indexed: bool) -> Flow<i32> {
    let wish = Wish { on: flag, indexed, print: true, ..Wish::default() };
    declarations::list(env, b"declare", &wish)
}

/// `readonly -a`, `export -a`: arrays with an attribute, of whichever scope.
pub(super) fn array_with(env: &mut Environment, fields: &[ByteString], flag: u32) -> Flow<i32> {
    run(env, fields, Wish { on: flag, global: true, ..Wish::default() })
}

fn run(env: &mut Environment, fields: &[ByteString], mut wish: Wish) -> Flow<i32> {
    let command = fields[0].clone();
    let mut at = 1;
    while let Some(field) = fields.get(at) {
        let (on, letters) = match field.as_bytes() {
            b"--" => {
                at += 1;
                break;
            }
            [b'-', letters @ ..] if !letters.is_empty() => (true, letters),
            [b'+', letters @ ..] if !letters.is_empty() => (false, letters),
            b"+" => {
                wish.brief = true;
                at += 1;
                break;
            }
            _ => break,
        };
        at += 1;
        if let Some(next) = options(env, &command, &mut wish, on, letters, fields, at)? {
            at = next;
        }
    }
    let operands = &fields[at..];
    if env.speaks_ksh() {
        if let Some(status) = wish.settle(env, &command)? {
            return Ok(status);
        }
        if wish.removes_shape && !operands.is_empty() {
            let text = "attributes -A, -a and -C cannot be unset";
            return env.fail([&command[..], b": ", text.as_bytes()].concat(), 1);
        }
    }
    if wish.functions && wish.on & UPPER != 0 && !env.options.any(Options::BASH | Options::POSIX) {
        return super::autoload::declare(env, operands);
    }
    if wish.functions && wish.on & READONLY != 0 && env.speaks_bash() {
        return declarations::fix_functions(env, &command, operands);
    }
    if wish.functions && env.speaks_bash() && (wish.indexed || wish.on & INTEGER != 0) {
        let letter = if wish.indexed { b'a' } else { b'i' };
        env.report([&command[..], b": -", &[letter], b": invalid option"].concat());
        return Ok(1);
    }
    // `name=` alone may be a function's name, as long as it is not what a variable gets.
    let assigns = |text: &ByteString| {
        let mut parts = text.splitn(2, |&byte| byte == b'=');
        let name = parts.next().unwrap_or_default();
        parts.next().is_some() && syntax::names::is_name(name.strip_suffix(b"+").unwrap_or(name))
    };
    if wish.functions && env.speaks_bash() && operands.iter().any(assigns) {
        env.report([&command[..], b": cannot use `-f' to make functions"].concat());
        return Ok(1);
    }
    if wish.functions && wish.off & READONLY != 0 && env.speaks_bash() {
        return declarations::loosen_functions(env, &command, operands);
    }
    if wish.functions && (wish.on | wish.off) & TRACE != 0 && env.speaks_bash() {
        return declarations::trace_functions(env, &command, operands, wish.on & TRACE != 0);
    }
    if wish.functions && wish.on & EXPORT != 0 && env.speaks_bash() {
        return super::export::functions(env, b"", operands);
    }
    if wish.functions || wish.names {
        let as_declarations = wish.print && env.speaks_bash();
        let listed = match wish.on & (EXPORT | READONLY) {
            EXPORT => Some(env.exported_functions.clone()),
            READONLY => Some(env.fixed_functions.clone()),
            _ => None,
        };
        let listed = listed.filter(|_| env.speaks_bash());
        return declarations::functions(
            env,
            &command,
            operands,
            wish.names,
            as_declarations,
            listed,
        );
    }
    if wish.types {
        return match operands.is_empty() {
            true => super::types::list_types(env),
            false => super::types::define_nothing(env, operands),
        };
    }
    if operands.is_empty() && wish.no_reference && env.speaks_ksh() {
        return declarations::list_references(env);
    }
    if operands.is_empty() {
        return declarations::list(env, &command, &wish);
    }
    if wish.print {
        return declarations::print(env, &command, operands, wish.brief);
    }
    let mut status = 0;
    for operand in operands {
        let hidden = if wish.global { env.hidden_global(operand) } else { None };
        if let Some((name, at)) = hidden {
            env.swap_local(name, at);
        }
        let result = declare(env, &command, &wish, operand);
        if let Some((name, at)) = hidden {
            // Not the local one that hides it has been made read only.
            env.variables.get_mut(name).flags &= !INNER;
            env.swap_local(name, at);
        }
        status = status.max(result?);
    }
    Ok(status)
}

/// The letters of one argument; where an option's number was an argument of its own, where
/// to go on.
fn options(
    env: &mut Environment,
    command: &[u8],
    wish: &mut Wish,
    on: bool,
    letters: &[u8],
    fields: &[ByteString],
    at: usize,
) -> Flow<Option<usize>> {
    let mut letters = letters;
    let mut next = None;
    while let Some((&letter, rest)) = letters.split_first() {
        letters = rest;
        let flag = match letter {
            b'i' => INTEGER,
            b'l' => LOWER,
            b'u' => UPPER,
            b'r' => READONLY,
            b'x' => EXPORT,
            b'E' => FLOAT,
            b'X' if command != b"local" => HEXADECIMAL,
            b'L' => LEFT,
            b'R' => RIGHT,
            b'Z' => ZEROS,
            b'F' if command == b"typeset" && fields.len() > at && !env.speaks_bash() => FIXED,
            b'F' => {
                wish.names = true;
                continue;
            }
            b'a' | b'A' if !on && env.speaks_bash() => {
                wish.no_array = true;
                continue;
            }
            b'b' if env.speaks_ksh() => BINARY,
            b'H' if env.speaks_ksh() => HOST,
            b'M' if env.speaks_ksh() => {
                let named = match letters.is_empty() {
                    true => fields.get(next.unwrap_or(at)).map(|field| field.as_bytes()),
                    false => Some(letters),
                };
                if letters.is_empty() {
                    next = Some(next.unwrap_or(at) + 1);
                }
                letters = &[];
                match typeset_letters::mapping(env, command, named.unwrap_or_default())? {
                    Some(flag) => flag,
                    None => continue,
                }
            }
            b'a' | b'A' | b'C' if !on && env.speaks_ksh() => {
                wish.removes_shape = true;
                wish.brief = true;
                wish.indexed |= letter == b'a';
                wish.associative |= letter == b'A';
                wish.compound |= letter == b'C';
                continue;
            }
            b'a' => {
                wish.indexed = true;
                let apart = letters.is_empty();
                let kind = match apart {
                    true => fields.get(at).map_or(&b""[..], |field| field.as_bytes()),
                    false => letters,
                };
                if kind.starts_with(b"[") && on && env.speaks_ksh() {
                    match env.enumeration_of_keys(command, kind) {
                        Some(number) => wish.keyed = Some(number),
                        None => {
                            env.status = 1;
                            return Err(env.fatal());
                        }
                    }
                    env.composed = true;
                    return Ok(if apart { Some(at + 1) } else { next });
                }
                continue;
            }
            b'A' => {
                wish.associative = true;
                continue;
            }
            b't' if env.speaks_bash() || env.speaks_ksh() => TRACE,
            b'c' if env.speaks_bash() => CAPITAL,
            b'S' if !env.options.has(Options::POSIX) => {
                wish.constant = on;
                continue;
            }
            b'C' if !env.options.has(Options::POSIX) => {
                wish.compound = on;
                continue;
            }
            b'n' => {
                wish.reference = on;
                wish.no_reference = !on;
                continue;
            }
            b'g' => {
                wish.global = true;
                continue;
            }
            b'p' => {
                wish.print = true;
                wish.brief |= !on && env.speaks_ksh();
                continue;
            }
            b'm' if env.speaks_ksh() => {
                wish.moves = on;
                continue;
            }
            b'f' => {
                wish.functions = true;
                wish.names |= !on;
                continue;
            }
            b'I' if env.speaks_bash() => {
                wish.inherits = on;
                continue;
            }
            // Some letters may follow, which say nothing.
            b'T' if env.speaks_ksh() => {
                wish.types = true;
                break;
            }
            // What a member of a type is for.
            b'h' if env.speaks_ksh() => {
                let apart = letters.is_empty();
                return Ok(if apart { Some(at + 1) } else { next });
            }
            b's' if env.speaks_ksh() => SHORT,
            // Not exact: attributes that change no value here.
            b't' | b'I' | b'H' | b's' => continue,
            _ => {
                return super::bad_option(env, command, letter);
            }
        };
        if on && env.speaks_ksh() {
            wish.add(flag);
        } else if on {
            wish.on |= flag;
        } else {
            wish.off |= flag;
            wish.brief = true;
        }
        if matches!(letter, b'i' | b'E' | b'F' | b'L' | b'R' | b'Z' | b'X') && on {
            let digits = letters.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let number = |text: &[u8]| std::str::from_utf8(text).ok()?.parse::<u16>().ok();
            let before = wish.figure;
            if digits > 0 {
                wish.figure = number(&letters[..digits]);
                letters = &letters[digits..];
            } else if letters.is_empty()
                && let Some(figure) = fields.get(at).and_then(|field| number(field))
            {
                wish.figure = Some(figure);
                next = Some(at + 1);
            }
            if matches!(letter, b'L' | b'R' | b'Z') && before.is_some_and(|width| width > 0) {
                // The first width counts.
                wish.figure = before;
            }
        }
    }
    Ok(next)
}

/// Declares one variable, in the form `name`, `name=value`, `name+=value`.
fn declare(env: &mut Environment, command: &[u8], wish: &Wish, operand: &ByteString) -> Flow<i32> {
    let (mut spelled, value) = match memchr::memchr(b'=', operand) {
        Some(at) => (&operand[..at], Some(&operand[at + 1..])),
        None => (operand.as_bytes(), None),
    };
    let append = value.is_some() && spelled.last() == Some(&b'+');
    if append {
        spelled = &spelled[..spelled.len() - 1];
    }
    if command == b"local" && spelled == b"-" {
        return Ok(0);
    }
    let path;
    // A member: what it is in may be hidden, and have no name that can be spelled.
    let mut member = None;
    if let Some(prefix) = env.prefix {
        member = match spelled {
            b"." => Some(env.member(prefix, crate::environment::types::OWN)),
            _ => is_name(spelled).then(|| env.member(prefix, spelled)),
        };
        path = [&env.name(prefix)[..], b".", spelled].concat();
        spelled = &path;
    }
    if (wish.indexed || wish.associative)
        && env.speaks_bash()
        && let Some([b'(', .., b')']) = value
        && let Some(name) = spelled.strip_suffix(b"[@]").or(spelled.strip_suffix(b"[*]"))
    {
        // All of it is given.
        spelled = name;
    }
    let plain = spelled.iter().take_while(|byte| !matches!(byte, b'[' | b'.')).count();
    if member.is_none() && !is_name(&spelled[..plain]) && spelled.first() != Some(&b'.') {
        return invalid_name(env, command, operand);
    }
    let local = env.calls > 0
        && !wish.global
        && env.prefix.is_none()
        && !spelled.contains(&b'.')
        && (command == b"local" || env.has_scope());
    if local {
        let name = env.shared.names.intern(&spelled[..plain]);
        make_local(env, name, wish.inherits)?;
        if env.has_references && !wish.reference && !wish.no_reference && env.speaks_bash() {
            // What is declared by a reference of the function is local to it, too.
            let target = env.resolved(name);
            if target != name && !env.name(target).iter().any(|byte| matches!(byte, 0 | b'[')) {
                make_local(env, target, wish.inherits)?;
            }
        }
    }
    if env.speaks_bash() && plain < spelled.len() {
        if spelled[plain..] == *b"[]" {
            return invalid_name(env, command, operand);
        }
        // What its subscript means depends on what it is.
        let name = env.shared.names.intern(&spelled[..plain]);
        let name = env.resolved(name);
        let is_array = env.variables.get(name).value.is_array();
        if (!is_array || wish.indexed || wish.associative) && !shape(env, command, name, wish)? {
            return Ok(1);
        }
    }
    if wish.constant
        && member.is_none()
        && let Some(slot) = env.static_slot(env.shared.names.intern(&spelled[..plain]))
    {
        // A reference to a variable that no script can name. Only the first call gives it
        // its value.
        let name = env.shared.names.intern(&spelled[..plain]);
        make_local(env, name, false)?;
        let new = !env.variables.get(slot).is_set();
        env.refer(name, slot);
        if !new {
            return Ok(0);
        }
    }
    let found = match member {
        Some(member) => Some((member, None)),
        None => env.spelled(spelled)?,
    };
    let Some((name, key)) = found else {
        return invalid_name(env, command, operand);
    };
    // `declare -a x[100]`: how large it may be does not matter (bash).
    let key = key.filter(|_| match (value, env.speaks_bash()) {
        // `declare -a x[100]='(a b)'` neither.
        (Some(value), true) => !wish.indexed || !matches!(value, [b'(', .., b')']),
        (value, bash) => value.is_some() || !bash,
    });
    if wish.moves {
        return moved(env, (name, key), value.unwrap_or_default());
    }
    let (name, key) = match key {
        // An element that has attributes is a variable itself.
        Some(key) if value.is_none() && (wish.compound || wish.indexed || wish.associative) => {
            let name = env.resolved(name);
            let slot = match env.nested(name, &key) {
                Some(slot) => slot,
                None => env.make_nested(name, &key).map_err(|error| refused(env, error))?,
            };
            (slot, None)
        }
        key => (name, key),
    };
    if wish.reference && !(env.speaks_bash() && (wish.indexed || wish.associative)) {
        if plain < spelled.len() && env.speaks_bash() {
            return super::references::no_array(env, command, spelled);
        }
        if let (Some(more), true, Value::Reference(target)) =
            (value, append, &env.variables.get(name).value)
            && *target != name
        {
            // `declare -n name+=more`: of the name that it refers to.
            let value = [&env.name(*target)[..], more].concat();
            return declare_reference(env, command, wish, name, Some(&value));
        }
        return declare_reference(env, command, wish, name, value);
    }
    if wish.no_reference {
        let variable = env.variables.get(name).clone();
        if let Value::Reference(target) = variable.value {
            if variable.flags & READONLY != 0 && target != name && env.speaks_bash() {
                env.report_read_only_to(command, ReadOnly(name));
                return Ok(1);
            }
            if let Some(value) = value {
                let target = env.resolved(target);
                set_attributes(env, target, wish);
                assign(env, target, None, value, append)?;
            }
            // What it named is its value now (bash).
            let value = match target == name {
                true => Value::Unset,
                false => Value::String(ByteString::new(&env.name(target))),
            };
            let flags = if env.speaks_bash() { variable.flags & !SPECIAL } else { 0 };
            env.put(name, Variable { value, flags, figure: variable.figure });
            return Ok(0);
        }
        if value.is_none() {
            return Ok(0);
        }
    }
    let name = env.resolved(name);
    if let (Value::Reference(_), Some(value), true) =
        (&env.variables.get(name).value, value, env.speaks_bash())
        && !is_name(value)
        && env.target_by_text(value).is_none()
    {
        if local {
            return super::references::no_target(env, command, value);
        }
        env.put(name, Variable::default());
        return invalid_name(env, command, value);
    }
    // `typeset -a name=text` makes no array in ksh93.
    let plain = env.speaks_ksh() && value.is_some() && !wish.associative && !wish.compound;
    if (wish.indexed || wish.associative) && !plain && !shape(env, command, name, wish)? {
        return Ok(1);
    }
    if let Some(number) = wish.keyed {
        let variable = env.variables.get_mut(name);
        variable.flags |= KEYED;
        variable.figure = number;
    }
    if wish.no_array && env.variables.get(name).value.is_array() {
        super::complain(
            env,
            command,
            &env.name(name),
            "cannot destroy array variables in this way",
        );
        return Ok(1);
    }
    if (env.composed || wish.compound || spelled.contains(&b'.'))
        && let Err(error) = env.enter_parent(name)
        && env.is_no_element(name).is_some()
    {
        // Without a parent another one stands alone.
        env.report_read_only(error);
        env.status = 1;
        return Err(env.fatal());
    }
    if wish.compound {
        compose(env, name, wish, value)?;
        let on = wish.on & (READONLY | EXPORT);
        if on & EXPORT != 0 && env.speaks_ksh() {
            let name = env.name(name);
            let what = b": only simple variables can be exported";
            return env.fail([command, b": ", &name[..], &what[..]].concat(), 1);
        }
        if on != 0 && env.speaks_ksh() {
            env.mark(name, on);
        }
        return Ok(0);
    }
    let before = env.variables.get(name).flags;
    let changes = wish.off != 0 || wish.on & !(READONLY | EXPORT) != 0;
    if before & READONLY != 0 && changes && env.speaks_ksh() {
        env.report_read_only(ReadOnly(name));
        env.status = 1;
        return Err(Unwind::Error);
    }
    // What a reference to nothing refers to may be changed.
    let loses = wish.off & READONLY != 0 && !(env.speaks_bash() && env.refers_to_nothing(name));
    if before & READONLY != 0 && (value.is_some() || loses) {
        if env.speaks_bash() {
            env.report_read_only_to(command, ReadOnly(name));
            return Ok(1);
        }
        env.report_read_only(ReadOnly(name));
        env.status = 1;
        return Err(Unwind::Error);
    }
    let replaces = if env.speaks_ksh() { DATA } else { INTEGER | FRACTIONS };
    if value.is_some() && key.is_none() && !append && wish.on & replaces != 0 {
        // What it held does not matter any more, and might be no number.
        let variable = env.variables.get_mut(name);
        let number = matches!(variable.value, Value::Integer(_) | Value::Float(..));
        if matches!(variable.value, Value::String(_)) || number && replaces == DATA {
            variable.value = Value::Unset;
        }
    }
    set_attributes(env, name, wish);
    if let Some([b'(', .., b')']) = value
        && (wish.indexed
            || wish.associative
            || env.speaks_bash() && env.variables.get(name).value.is_array())
        && key.is_none()
        && !wish.no_array
        && env.assign_list_text(name, value.unwrap_or_default(), append)?
    {
        // `declare -a x='(a b)'`, as bash takes it.
    } else if let Some(value) = value {
        assign(env, name, key, value, append)?;
    }
    if value.is_none() && !local && env.speaks_bash() && !env.variables.get(name).is_set() {
        env.variables.get_mut(name).flags |= NAMED;
    }
    let on = wish.on & (READONLY | EXPORT);
    if on != 0 {
        env.mark(name, on);
        if env.speaks_bash() {
            env.keep_temporary(name);
        }
    }
    Ok(0)
}

/// `declare -n name=target`, with what other attributes the reference itself has (bash).
fn declare_reference(
    env: &mut Environment,
    command: &[u8],
    wish: &Wish,
    name: Name,
    value: Option<&[u8]>,
) -> Flow<i32> {
    let bash = env.speaks_bash();
    let was = matches!(env.variables.get(name).value, Value::Reference(_));
    let changes = value.is_some() || wish.off & READONLY != 0 || !was;
    if bash && env.variables.get(name).flags & READONLY != 0 && changes {
        env.report_read_only_to(command, ReadOnly(name));
        return Ok(1);
    }
    let status = refer(env, command, name, value)?;
    if value.is_none() && env.speaks_ksh() {
        // A reference is not exported.
        env.variables.get_mut(name).flags &= !EXPORT;
    }
    if bash && status == 0 {
        if !was {
            // What was assigned to the variable before does not matter to what it refers to.
            env.variables.get_mut(name).flags &= !(CONVERTS & !SPECIAL);
        }
        env.mark(name, wish.on & (READONLY | EXPORT | INTEGER));
    }
    Ok(status)
}

/// What an assignment that cannot be is told as. Where the value is no number it is as bad as it is
/// without the builtin.
pub(super) fn refused(env: &mut Environment, error: ReadOnly) -> Unwind {
    let read_only = env.variables.get(error.0).flags & READONLY != 0;
    let no_number = !read_only && matches!(env.refusal, Some(Refusal::Reported));
    env.report_read_only(error);
    env.status = 1;
    if no_number { env.leaves_line() } else { Unwind::Error }
}

/// `typeset -C name`, `typeset -C name=other`, and arrays of compound variables.
fn compose(env: &mut Environment, name: Name, wish: &Wish, value: Option<&[u8]>) -> Flow {
    env.composed = true;
    if let Some(value) = value {
        let Some((from, None)) = env.spelled(value)? else {
            return usage(env, b"typeset", &format!("{}: bad variable name", value.escape_ascii()));
        };
        let from = env.resolved(from);
        return env.copy_inside(from, name).map_err(|error| refused(env, error));
    }
    let kind = &env.variables.get(name).value;
    if wish.indexed || wish.associative || matches!(kind, Value::Indexed(_) | Value::Associative(_))
    {
        env.mark(name, COMPOUNDS);
        return Ok(());
    }
    if !matches!(kind, Value::Compound(_)) {
        env.make_compound(name).map_err(|error| refused(env, error))?;
    }
    Ok(())
}

/// What was there is put back when the function ends.
fn make_local(env: &mut Environment, name: Name, inherits: bool) -> Flow {
    if env.is_own_local(name) {
        return Ok(());
    }
    let before = env.variables.get(name).clone();
    if before.flags & (READONLY | INNER) == READONLY {
        env.report_read_only(ReadOnly(name));
        env.status = 1;
        return Err(Unwind::Error);
    }
    let kept = inherits.then(|| before.clone());
    hide(env, name, before);
    if let Some(kept) = kept {
        env.put(name, kept);
    }
    Ok(())
}

/// Hides a variable that becomes local. One that the function was called with, as in
/// `x=1 function` or `x=1 local x`, keeps its value (bash).
pub(super) fn hide(env: &mut Environment, name: Name, before: Variable) {
    if let Some(hidden) = env.declared_with(name) {
        env.hide(name, hidden);
        env.put(name, before);
        return;
    }
    // Its name is looked for only where some option is not as it was.
    let inherits =
        env.changed_shopts != 0 && env.speaks_bash() && env.has_shopt("localvar_inherit");
    let passed = env.speaks_bash() && env.is_passed(name) && !before.value.is_array();
    let kept = before.clone();
    env.hide(name, before);
    if (passed || inherits) && !matches!(kept.value, Value::Reference(_)) {
        env.put(name, kept);
    }
}

/// Makes an array of the variable; what it held is its first element.
fn shape(env: &mut Environment, command: &[u8], name: Name, wish: &Wish) -> Flow<bool> {
    if env.has_references && env.speaks_bash() && env.name(name).contains(&b'[') {
        // What a reference is to is an element: its assignments will say so.
        return Ok(true);
    }
    let first = match &env.variables.get(name).value {
        Value::Indexed(_) if !wish.associative => return Ok(true),
        Value::Associative(_) if wish.associative => return Ok(true),
        Value::Indexed(array) if array.is_empty() && !env.speaks_bash() => None,
        Value::Compound(_) if env.speaks_ksh() => {
            env.drop_inside(name);
            None
        }
        Value::Indexed(array) if env.speaks_ksh() => {
            // The numbers become keys.
            let keyed = array.iter().map(|(at, text)| (at.to_string().into_bytes(), text.clone()));
            let keyed = Value::Associative(Rc::new(keyed.collect()));
            env.variables.get_mut(name).value = keyed;
            return Ok(true);
        }
        kind @ (Value::Indexed(_) | Value::Associative(_)) => {
            let how = match (env.speaks_bash(), kind) {
                (true, Value::Indexed(_)) => "cannot convert indexed to associative array",
                (true, _) => "cannot convert associative to indexed array",
                (false, _) => "cannot convert the array",
            };
            let text = format!("{}: {how}", env.name(name).escape_ascii());
            usage::<()>(env, command, &text).ok();
            env.status = 1;
            return Ok(false);
        }
        other => other.text(),
    };
    let declared =
        env.speaks_bash() && (!env.variables.get(name).is_set() || env.refers_to_nothing(name));
    let variable = env.variables.get_mut(name);
    variable.flags |= if declared { SPECIAL | DECLARED } else { SPECIAL };
    variable.value = if wish.associative {
        let first = first.map(|text| (b"0".to_vec(), text));
        Value::Associative(Rc::new(first.into_iter().collect()))
    } else {
        Value::Indexed(Rc::new(first.map(|text| (0, text)).into_iter().collect()))
    };
    Ok(true)
}

/// Adds and removes attributes; a value that is there is made to fit.
fn set_attributes(env: &mut Environment, name: Name, wish: &Wish) {
    const CASES: u32 = LOWER | UPPER | CAPITAL;
    const NUMBERS: u32 = INTEGER | FRACTIONS;
    const WIDTHS: u32 = LEFT | RIGHT | ZEROS;
    let on = wish.on & !READONLY;
    if env.speaks_ksh() {
        return typeset_letters::set_attributes(env, name, on, wish.off & !READONLY, wish);
    }
    let mut variable = env.variables.get(name).clone();
    let was_exported = variable.flags & EXPORT != 0;
    for group in [CASES, NUMBERS] {
        if on & group != 0 {
            variable.flags &= !group;
        }
    }
    variable.flags = (variable.flags | on) & !(wish.off & !READONLY);
    if on & (NUMBERS | WIDTHS) != 0 {
        variable.figure = match wish.figure {
            Some(figure) => figure,
            None if on & (FIXED | FLOAT) != 0 => 10,
            None if on & HEXADECIMAL != 0 => 32,
            // The width of the first value.
            None if on & WIDTHS != 0 => {
                variable.value.text().map_or(0, |text| text.len().min(u16::MAX.into()) as u16)
            }
            None => 0,
        };
    }
    let value = variable.value.clone();
    let converts = variable.flags & CONVERTS & !SPECIAL != 0;
    let exported = variable.flags & EXPORT != 0;
    *env.variables.get_mut(name) = variable;
    if was_exported != exported {
        env.exports = env.shared.fresh();
    }
    // bash converts what is assigned from now on.
    let plain = matches!(value, Value::String(_) | Value::Integer(_) | Value::Float(..));
    if converts && plain && !env.speaks_bash() {
        let value = env.converted(name, value);
        env.variables.get_mut(name).value = value;
    }
}

fn assign(env: &mut Environment, name: Name, key: Option<Key>, value: &[u8], append: bool) -> Flow {
    let mut text = value.to_vec();
    if append {
        let before = match &key {
            Some(key) => env.element(name, key),
            None => env.value(name),
        };
        let before = before.unwrap_or_default();
        let number = env.takes_numbers(name);
        text = match number {
            true => [before.as_bytes(), b"+(", value, b")"].concat(),
            false => [before.as_bytes(), value].concat(),
        };
    }
    let text = ByteString::from(text);
    let width = LEFT | RIGHT | ZEROS;
    let ksh = env.speaks_ksh();
    let variable = env.variables.get_mut(name);
    if variable.flags & width != 0 && variable.figure == 0 && !ksh {
        variable.figure = text.len().min(u16::MAX.into()) as u16;
    }
    match key {
        Some(key) => env.assign_element(name, key, text).map_err(|e| refused(env, e)),
        None => env.assign(name, Value::String(text)).map_err(|e| refused(env, e)),
    }
}
