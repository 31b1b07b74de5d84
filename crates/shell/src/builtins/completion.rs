//! `compgen`, `complete`, `compopt`, `suspend`, `logout` (bash(1), Programmable
//! Completion, SHELL BUILTIN COMMANDS).
//!
//! `compgen` gives the names that there are, as scripts ask for them. What `complete` defines is for
//! the line that is being typed (`interactive::completing`).

use super::letters::Letters;
use super::{RESERVED, bad_option, complain, declarations, quote, usage};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault};
use crate::environment::completions::{Changes, Specification};
use crate::environment::options::Options;
use crate::environment::variables::EXPORT;
use crate::environment::{Environment, names};
use crate::expand::transform::{literally, pattern_about};
use crate::unwind::{Flow, Unwind};
use pattern::{Glob, GlobOptions};
use std::collections::BTreeSet;
use std::io::Read;
use std::rc::Rc;
use syntax::ByteString;

/// What `compgen` and `complete` are called with.
#[derive(Default)]
struct CompletionOptions {
    specification: Specification,
    print: bool,
    remove: bool,
    /// `-D`, `-E`, `-I`: for commands without one, for empty lines, for the first word.
    general: Vec<u8>,
}

/// The actions that are letters too.
const LETTERS: &[(u8, &[u8])] = &[
    (b'a', b"alias"),
    (b'b', b"builtin"),
    (b'c', b"command"),
    (b'd', b"directory"),
    (b'e', b"export"),
    (b'f', b"file"),
    (b'g', b"group"),
    (b'j', b"job"),
    (b'k', b"keyword"),
    (b's', b"service"),
    (b'u', b"user"),
    (b'v', b"variable"),
];

/// Those that are only names.
const NAMES: &[&[u8]] = &[
    b"arrayvar",
    b"binding",
    b"disabled",
    b"enabled",
    b"function",
    b"helptopic",
    b"hostname",
    b"running",
    b"setopt",
    b"shopt",
    b"signal",
    b"stopped",
];

fn read<'f>(
    env: &mut Environment,
    fields: &'f [ByteString],
) -> Flow<(CompletionOptions, &'f [ByteString])> {
    let complete = fields[0].as_bytes() == b"complete";
    let mut options = CompletionOptions::default();
    let spec = &mut options.specification;
    let mut letters = Letters::of(fields);
    while let Some(letter) = letters.next() {
        if let Some((_, action)) = LETTERS.iter().find(|(one, _)| *one == letter) {
            spec.actions.push(action.to_vec());
            continue;
        }
        match letter {
            b'p' if complete => options.print = true,
            b'r' if complete => options.remove = true,
            b'D' | b'E' | b'I' if complete => options.general.push(letter),
            b'A' | b'G' | b'W' | b'F' | b'C' | b'X' | b'P' | b'S' | b'o' => {
                let Some(argument) = letters.argument() else {
                    return super::argument_missing(env, &fields[0], letter);
                };
                if letter == b'o' && !OF_COMPOPT.contains(&&argument[..]) {
                    let fault = OperandFault::NoOptionName;
                    return usage(env, BuiltinProblem::operand(&fields[0], &argument, fault));
                }
                if letter == b'F' && argument.iter().any(|byte| b"()<>;&| \t\n".contains(byte)) {
                    super::invalid_name(env, &fields[0], &argument)?;
                    env.status = 2;
                    return Err(Unwind::Error);
                }
                if letter != b'A' {
                    spec.arguments.push((letter, argument));
                } else if LETTERS.iter().any(|(_, name)| *name == &argument[..])
                    || NAMES.contains(&&argument[..])
                {
                    spec.actions.push(argument.to_vec());
                } else {
                    return usage(
                        env,
                        BuiltinProblem::operand(&fields[0], &argument, OperandFault::InvalidAction),
                    );
                }
            }
            _ => return bad_option(env, &fields[0], letter),
        }
    }
    Ok((options, letters.operands()))
}

pub(super) fn compgen(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (options, operands) = read(env, fields)?;
    let word = operands.first().cloned().unwrap_or(ByteString::EMPTY);
    let function = options.specification.argument(b'F');
    let mut replied = false;
    if let Some(name) = function {
        if env.rules().builtins.compgen_warns_of_functions {
            env.diagnose(BuiltinProblem::call(b"compgen", CallFault::CompletingOutside));
            for variable in [&b"COMP_KEY"[..], b"COMP_TYPE"] {
                let variable = env.shared.names.intern(variable);
                let _ = env.assign_text(variable, b"0");
            }
        }
        let is_function =
            env.shared.names.find(name).is_some_and(|name| env.function(name).is_some());
        if is_function {
            let call = [name, &b" compgen "[..], &super::single_quote(&word), b" ''"].concat();
            env.run_text(&call)?;
            replied = true;
        } else {
            env.diagnose(BuiltinProblem::NoCompletionFunction(name));
        }
    }
    if options.specification.argument(b'C').is_some()
        && env.rules().builtins.compgen_warns_of_functions
    {
        env.diagnose(BuiltinProblem::call(b"compgen", CallFault::CompletingByCommand));
    }
    let asked = [b"compgen", &word[..], b""];
    let found = generate(env, &options.specification, &word, asked, replied)?;
    if replied {
        let reply = env.shared.names.intern(b"COMPREPLY");
        let _ = env.unset(reply);
    }
    if found.is_empty() {
        let spec = &options.specification;
        return Ok(i32::from(!spec.actions.is_empty() || !spec.arguments.is_empty()));
    }
    let lines: Vec<u8> = found.iter().flat_map(|word| [&word[..], b"\n"].concat()).collect();
    env.print("compgen", &lines)
}

/// What a specification has for a word. `replied`: COMPREPLY is what a function has found.
///
/// # Errors
/// What is no error of an expansion: a move to another process, a signal.
pub fn generate(
    env: &mut Environment,
    spec: &Specification,
    prefix: &[u8],
    asked: [&[u8]; 3],
    replied: bool,
) -> Flow<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    for action in &spec.actions {
        perform(env, action, prefix, &mut found);
    }
    if let Some(pattern) = spec.argument(b'G') {
        let mut names = Vec::new();
        if crate::expand::pathname::expand(env, pattern, &mut names) {
            found.extend(names.iter().map(|name| name.to_vec()));
        }
    }
    if let Some(words) = spec.argument(b'W') {
        let words = env.words_of_list(words)?;
        found
            .extend(words.iter().filter(|word| word.starts_with(prefix)).map(|word| word.to_vec()));
    }
    if let Some(command) = spec.argument(b'C') {
        // What it writes, line by line.
        let quoted = asked.map(super::single_quote);
        // A comment in it may hide the words.
        let text = [b"$( ", &command[..], b" ", &quoted.join(&b' ')[..], b"\n)"];
        let output = env.expand_string(&text.concat())?.unwrap_or_default();
        let lines = output.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        found.extend(lines.map(<[u8]>::to_vec));
    }
    if replied {
        let reply = env.shared.names.intern(b"COMPREPLY");
        found.extend(env.elements(reply).into_iter().map(|text| text.to_vec()));
    }
    if let Some(filter) = spec.argument(b'X') {
        let (negated, filter) = match filter.strip_prefix(b"!") {
            // A pattern, and no negation of one.
            Some([b'(', ..]) => (false, &filter[..]),
            Some(rest) => (true, rest),
            None => (false, &filter[..]),
        };
        let filter = pattern_about(filter, prefix);
        let options = GlobOptions { utf8: env.utf8, extended: true, ..GlobOptions::default() };
        let glob = Glob::new(&filter, options);
        found.retain(|word| glob.is_match(word) == negated);
    }
    // What stands there where there is nothing else.
    let mut alone = false;
    if found.is_empty() && (spec.has_option(b"dirnames") || spec.has_option(b"plusdirs")) {
        perform(env, b"directory", prefix, &mut found);
        alone = true;
    }
    if found.is_empty() && spec.has_option(b"default") {
        perform(env, b"file", prefix, &mut found);
        alone = true;
    }
    if !alone {
        let around = |letter| spec.argument(letter).cloned().unwrap_or(ByteString::EMPTY);
        let (before, after) = (around(b'P'), around(b'S'));
        if !before.is_empty() || !after.is_empty() {
            for word in &mut found {
                *word = [&before[..], word, &after].concat();
            }
        }
        if spec.has_option(b"plusdirs") {
            perform(env, b"directory", prefix, &mut found);
        }
    }
    Ok(found)
}

/// Adds the names of one kind that begin with `prefix`: sorted, but reserved words, signals and files.
pub fn perform(env: &mut Environment, action: &[u8], prefix: &[u8], out: &mut Vec<Vec<u8>>) {
    let mut names: BTreeSet<Vec<u8>> = BTreeSet::new();
    let mut add = |name: &[u8]| {
        if name.starts_with(prefix) {
            names.insert(name.to_vec());
        }
    };
    match action {
        b"alias" => env.aliases.0.keys().for_each(|name| add(name)),
        b"builtin" => {
            add_builtins(env, true, &mut add);
            add_builtins(env, false, &mut add);
        }
        b"enabled" | b"disabled" => add_builtins(env, action == b"enabled", &mut add),
        b"helptopic" => {
            add_builtins(env, true, &mut add);
            if env.rules().builtins.help_has_compound_commands {
                super::help::TOPICS.iter().for_each(|name| add(name.as_bytes()));
            }
        }
        b"command" => add_commands(env, &mut add),
        b"function" => env.function_names().iter().for_each(|(name, _)| add(name)),
        b"keyword" => {
            let words = RESERVED.iter().map(|(word, _)| *word);
            return out.extend(words.filter(|word| word.starts_with(prefix)).map(<[u8]>::to_vec));
        }
        b"file" => return out.extend(files(env, prefix, |_, _| true)),
        b"directory" => return out.extend(files(env, prefix, is_directory)),
        b"variable" | b"export" | b"arrayvar" => add_variables(env, action, &mut add),
        b"setopt" => super::set::options_of(env).iter().for_each(|(name, _)| add(name.as_bytes())),
        b"shopt" => {
            let mut all: Vec<&str> = super::shopt::names().collect();
            utilities::sorting::sort_by_key(&mut all, |name| super::shopt::place(name));
            let wanted = all.iter().map(|name| name.as_bytes());
            return out.extend(wanted.filter(|n| n.starts_with(prefix)).map(<[u8]>::to_vec));
        }
        b"binding" => super::bind::function_names().iter().for_each(|name| add(name.as_bytes())),
        b"signal" => {
            // In the order of their numbers, with those that are traps alone around them.
            let name = |number: i32| match launch::signal::name(number) {
                Some(name) => format!("SIG{name}"),
                None => format!("SIGJUNK({number})"),
            };
            let traps = ["DEBUG", "ERR", "RETURN"].map(String::from);
            let names = std::iter::once(String::from("EXIT")).chain((1..=64).map(name));
            let names = names.chain(traps).map(String::into_bytes);
            return out.extend(names.filter(|name| name.starts_with(prefix)));
        }
        b"hostname" => host_names(env).iter().for_each(|name| add(name)),
        b"service" => add_services(&mut add),
        b"user" => add_accounts("/etc/passwd", &mut add),
        b"group" => add_accounts("/etc/group", &mut add),
        _ => {}
    }
    out.extend(names);
}

/// Adds the builtins that are turned on, or off.
fn add_builtins(env: &Environment, enabled: bool, add: &mut dyn FnMut(&[u8])) {
    env.builtin_names(enabled).iter().for_each(|(name, _)| add(name.as_bytes()));
}

/// Adds all that a command name can be.
fn add_commands(env: &mut Environment, add: &mut dyn FnMut(&[u8])) {
    env.aliases.0.keys().for_each(|name| add(name));
    add_builtins(env, true, add);
    RESERVED.iter().for_each(|(word, _)| add(word));
    env.function_names().iter().for_each(|(name, _)| add(name));
    let path = env.search_path().unwrap_or_default();
    for folder in path.split(|&byte| byte == b':') {
        let pattern = [&literally(folder)[..], b"/*"].concat();
        let mut found = Vec::new();
        crate::expand::pathname::expand(env, &pattern, &mut found);
        for program in found.iter().filter(|program| env.is_program(program)) {
            let name = byte_search::memrchr(b'/', program).map_or(0, |at| at + 1);
            add(&program[name..]);
        }
    }
}

/// Adds variables: all that are set, those that are exported, or the arrays.
fn add_variables(env: &Environment, action: &[u8], add: &mut dyn FnMut(&[u8])) {
    for (name, variable) in env.variables.iter() {
        let wanted = match action {
            b"export" => variable.flags & EXPORT != 0,
            b"arrayvar" => variable.value.is_array(),
            _ => variable.is_set() || env.is_computed(name),
        };
        let text = env.name(name);
        if wanted && !text.contains(&0) {
            add(&text);
        }
    }
    // Those that are computed need no place until they are named.
    match action {
        b"variable" => {
            for name in names::OF_BASH.iter().copied().filter(|name| env.is_computed(*name)) {
                add(&env.name(name));
            }
        }
        b"arrayvar" => {
            let arrays = [true, false].map(|indexed| declarations::computed_arrays(env, indexed));
            for (text, name) in arrays.iter().flatten() {
                if *name != names::FUNCNAME || env.now.calls > 0 {
                    add(text);
                }
            }
        }
        _ => return,
    }
    if action == b"variable" && env.rules().variables.computed_arrays_are_listed {
        crate::environment::arguments::NAMES.iter().for_each(|name| add(name));
    }
}

/// Adds the first field of each line of a file like passwd(5).
fn add_accounts(file: &str, add: &mut dyn FnMut(&[u8])) {
    let text = std::fs::read(file).unwrap_or_default();
    for line in text.split(|&byte| byte == b'\n') {
        let name = line.split(|&byte| byte == b':').next().unwrap_or_default();
        if !name.is_empty() {
            add(name);
        }
    }
}

/// Adds the names in services(5).
fn add_services(add: &mut dyn FnMut(&[u8])) {
    let text = std::fs::read("/etc/services").unwrap_or_default();
    for line in text.split(|&byte| byte == b'\n') {
        let line = line.split(|&byte| byte == b'#').next().unwrap_or_default();
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        // The second is the port.
        words.enumerate().filter(|(at, _)| *at != 1).for_each(|(_, name)| add(name));
    }
}

fn is_directory(env: &Environment, path: &[u8]) -> bool {
    stage::door::statat(env.directory(), path, rustix::fs::AtFlags::empty())
        .is_ok_and(|stat| rustix::fs::FileType::from_raw_mode(stat.st_mode).is_dir())
}

/// The files whose names begin with `prefix` and that are wanted, also those with a period first.
fn files(
    env: &mut Environment,
    prefix: &[u8],
    is_wanted: fn(&Environment, &[u8]) -> bool,
) -> Vec<Vec<u8>> {
    // A tilde that was quoted stands for the directory all the same.
    let home = env.text(crate::environment::names::HOME).unwrap_or_default();
    let tilde = prefix.starts_with(b"~/") && !home.is_empty();
    let real = match tilde {
        true => [&home[..], &prefix[1..]].concat(),
        false => prefix.to_vec(),
    };
    let pattern = match env.bindings.is_on(b"completion-ignore-case") {
        true => either_case(&real),
        false => [&literally(&real)[..], b"*"].concat(),
    };
    let mut found = Vec::new();
    let options = env.options;
    env.options.set(Options::DOTGLOB, true);
    crate::expand::pathname::expand(env, &pattern, &mut found);
    env.options = options;
    let wanted = found.iter().filter(|path| is_wanted(env, path));
    wanted
        .map(|name| match tilde {
            true => [b"~", &name[home.len()..]].concat(),
            false => name.to_vec(),
        })
        .collect()
}

/// Returns the pattern of the paths that begin with this one, but for the case of letters behind the last slash.
fn either_case(path: &[u8]) -> Vec<u8> {
    let name = byte_search::memrchr(b'/', path).map_or(0, |at| at + 1);
    let mut pattern = literally(&path[..name]);
    for byte in &path[name..] {
        match byte.is_ascii_alphabetic() {
            true => {
                pattern.extend([b'[', byte.to_ascii_lowercase(), byte.to_ascii_uppercase(), b']'])
            }
            false => pattern.extend([b'\\', *byte]),
        }
    }
    pattern.push(b'*');
    pattern
}

/// The names in the file that HOSTFILE is, or in /etc/hosts (hosts(5)), in their order.
fn host_names(env: &mut Environment) -> Vec<Vec<u8>> {
    let file = env.shared.names.find(b"HOSTFILE").and_then(|name| env.text(name));
    let mut read = |path: &[u8]| -> Option<Vec<u8>> {
        let mut text = Vec::new();
        let file = env.open_file(path, rustix::fs::OFlags::RDONLY).ok()?;
        std::fs::File::from(file).read_to_end(&mut text).ok()?;
        Some(text)
    };
    let text = file.and_then(|path| read(&path)).or_else(|| read(b"/etc/hosts"));
    let mut names = Vec::new();
    for line in text.unwrap_or_default().split(|&byte| byte == b'\n') {
        let line = line.split(|&byte| byte == b'#').next().unwrap_or_default();
        if line.starts_with(b"$include") {
            continue;
        }
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        names.extend(words.skip(1).map(<[u8]>::to_vec));
    }
    names
}

pub(super) fn complete(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (options, operands) = read(env, fields)?;
    let general = options.general.iter().map(|letter| vec![b'-', *letter]);
    let names: Vec<Vec<u8>> =
        general.chain(operands.iter().map(|operand| operand.to_vec())).collect();
    if options.print || fields.len() == 1 {
        let mut out = Vec::new();
        let mut status = 0;
        let mut known: Vec<_> = env.completions.iter().collect();
        // As bash's hash table has them.
        known.sort_by_cached_key(|(name, _)| crate::environment::arrays::fnv(name) & 511);
        for (name, spec) in known {
            if names.is_empty() || names.contains(name) {
                let shown: &[u8] = if name.is_empty() { b"''" } else { name };
                out.extend_from_slice(&[&written(spec)[..], shown, b"\n"].concat());
            }
        }
        let missing: Vec<Vec<u8>> =
            names.into_iter().filter(|name| !env.completions.contains_key(name)).collect();
        for name in missing {
            complain(env, b"complete", shown_name(&name), OperandFault::NoCompletion);
            status = 1;
        }
        let written = env.print("complete", &out)?;
        return Ok(if written != 0 { written } else { status });
    }
    if names.is_empty() && !options.remove && env.rules().builtins.shows_usage {
        super::show_usage(env, b"complete");
        return Ok(2);
    }
    let completions = Rc::make_mut(&mut env.completions);
    if options.remove {
        if names.is_empty() {
            completions.clear();
        }
        let mut names = names;
        names.retain(|name| completions.remove(name).is_none());
        for name in &names {
            complain(env, b"complete", shown_name(name), OperandFault::NoCompletion);
        }
        return Ok(i32::from(!names.is_empty()));
    }
    let spec = Rc::new(options.specification);
    for name in names {
        completions.insert(name, spec.clone());
    }
    Ok(0)
}

/// The command that says the same, as far as the name that it is for.
fn written(spec: &Specification) -> Vec<u8> {
    let mut text = b"complete ".to_vec();
    let of_options = |(letter, argument): &(u8, ByteString)| {
        (*letter == b'o').then(|| [b"-o ", &argument[..], b" "].concat())
    };
    let options: BTreeSet<Vec<u8>> = spec.arguments.iter().filter_map(of_options).collect();
    text.extend(options.into_iter().flatten());
    // Those that are letters, then the others.
    let place = |action: &Vec<u8>| {
        let letter = LETTERS.iter().position(|(_, name)| name == action);
        letter.unwrap_or(LETTERS.len())
    };
    let mut actions = spec.actions.clone();
    utilities::sorting::sort_by_key(&mut actions, |action| (place(action), action.clone()));
    actions.dedup();
    for action in &actions {
        match LETTERS.iter().find(|(_, name)| name == action) {
            Some((letter, _)) => text.extend_from_slice(&[b'-', *letter, b' ']),
            None => text.extend_from_slice(&[b"-A ", &action[..], b" "].concat()),
        }
    }
    for letter in *b"GWPSXCF" {
        if let Some(argument) = spec.argument(letter) {
            let argument = match letter {
                b'F' => argument.to_vec(),
                b'W' | b'G' | b'X' | b'P' | b'S' | b'C' => super::single_quote(argument),
                _ => quote(argument),
            };
            text.extend_from_slice(&[b"-", &[letter][..], b" ", &argument, b" "].concat());
        }
    }
    text
}

/// A name in messages: those that `-D`, `-E` and `-I` stand for are bash's own.
fn shown_name(name: &[u8]) -> &[u8] {
    match name {
        b"-D" => b"_DefaultCmD_",
        b"-E" => b"_EmptycmD_",
        b"-I" => b"_InitialWorD_",
        name => name,
    }
}

/// The options of `-o`.
const OF_COMPOPT: [&[u8]; 8] = [
    b"bashdefault",
    b"default",
    b"dirnames",
    b"filenames",
    b"noquote",
    b"nosort",
    b"nospace",
    b"plusdirs",
];

/// `compopt [-o option] [+o option] [-DEI] [name ...]`: of what `complete` has defined, or without a
/// name of the completion that is being made.
pub(super) fn compopt(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut changes: Changes = Vec::new();
    let mut names: Vec<ByteString> = Vec::new();
    let mut rest = &fields[1..];
    while let [field, after @ ..] = rest {
        match field.as_bytes() {
            b"--" => {
                rest = after;
                break;
            }
            [sign @ (b'-' | b'+'), b'o', attached @ ..] => {
                let (name, after) = match (attached, after) {
                    ([], [name, after @ ..]) => (name.clone(), after),
                    ([], []) => {
                        return super::argument_missing(env, &fields[0], b'o');
                    }
                    (attached, after) => (ByteString::new(attached), after),
                };
                if !OF_COMPOPT.contains(&name.as_bytes()) {
                    complain(env, b"compopt", &name, OperandFault::NoOptionName);
                    return Ok(2);
                }
                changes.push((name, *sign == b'-'));
                rest = after;
            }
            b"-D" | b"-E" | b"-I" => {
                names.push(field.clone());
                rest = after;
            }
            [b'-', letter, ..] => return bad_option(env, &fields[0], *letter),
            _ => break,
        }
    }
    names.extend_from_slice(rest);
    if names.is_empty() {
        if let Some(current) = &mut *env.shared.completing.borrow_mut() {
            current.extend(changes);
            return Ok(0);
        }
        env.diagnose(BuiltinProblem::call(b"compopt", CallFault::NotCompleting));
        return Ok(1);
    }
    let mut status = 0;
    let mut out = Vec::new();
    for name in names {
        let Some(known) = env.completions.get(name.as_bytes()) else {
            complain(env, b"compopt", shown_name(&name), OperandFault::NoCompletion);
            status = 1;
            continue;
        };
        if changes.is_empty() {
            out.extend_from_slice(b"compopt ");
            for option in OF_COMPOPT {
                let sign: &[u8] = if known.has_option(option) { b"-o " } else { b"+o " };
                out.extend_from_slice(&[sign, option, b" "].concat());
            }
            out.extend_from_slice(&[&name[..], b"\n"].concat());
            continue;
        }
        let mut changed = (**known).clone();
        for (option, on) in &changes {
            changed.change(option, *on);
        }
        Rc::make_mut(&mut env.completions).insert(name.to_vec(), Rc::new(changed));
    }
    if !out.is_empty() {
        env.print("compopt", &out)?;
    }
    Ok(status)
}

pub(super) fn suspend(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (_, operands) = super::letters(env, fields, b"f")?;
    if !operands.is_empty() {
        return super::too_many(env, b"suspend");
    }
    env.diagnose(BuiltinProblem::call(b"suspend", CallFault::NoJobControlToSuspend));
    Ok(1)
}

pub(super) fn logout(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if env.options.has(Options::LOGIN) {
        return super::exit::run(env, fields);
    }
    env.diagnose(BuiltinProblem::call(b"logout", CallFault::NotALoginShell));
    Ok(1)
}
