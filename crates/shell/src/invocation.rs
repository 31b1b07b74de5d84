//! How the shell is called (POSIX XCU sh): arguments, environment, what it reads.
//!
//! `main` is what the binary calls. It decides the dialect by the name and, for a script, by its
//! first line; reads options; imports the environment as variables (nothing in it is evaluated);
//! drops rights of another user unless `-p` keeps them; reads start-up files; and runs `-c`, a file
//! or standard input. Called by the name of a utility it runs that.

use crate::builtins::change_option;
use crate::diagnostics::{OptionFault, Problem, StartupProblem};
use crate::environment::arrays::Indexed;
use crate::environment::options::Options;
use crate::environment::positional::Positional;
use crate::environment::traps::Traps;
use crate::environment::variables::{
    COMPUTED, EXPORT, FIXED, INTEGER, READONLY, SPECIAL, UPPER, Value, Variable,
};
use crate::environment::{Environment, is_function, names};
use crate::evaluate::subshell::Ending;
use crate::own_options;
use crate::profile::{Profile, Store, Wanted};
use crate::script::{FileInput, StandardInput};
use crate::shared::Shared;
use crate::startup::Startup;
use crate::unwind::{Flow, Unwind};
use dialect::Dialect;
use dialect::diagnostics::Voice;
use dialect::variables::ScriptPrompts;
use rustix::fs::OFlags;
use stage::OpenFile;
use std::ffi::CStr;
use std::rc::Rc;
use syntax::names::{is_name, is_name_byte};
use syntax::{ByteString, Text};
use utilities::Utility;

/// What the arguments ask for.
#[derive(Debug, Default)]
struct Arguments {
    options: Vec<(u64, bool)>,
    command: bool,
    stdin: bool,
    interactive: Option<bool>,
    startup: Startup,
    profile: Option<Box<Wanted>>,
    /// What `--confine` names, each time.
    confine: Vec<ByteString>,
    /// What bash's `-O` and `+O` name; None: nothing, for a list.
    shopts: Vec<(Option<ByteString>, bool)>,
    /// `bash --version`
    version: bool,
    /// The functions that a script in this process passes on to one that it calls; None: they are in the process's
    /// environment.
    functions: Option<Vec<Vec<u8>>>,
    operands: Vec<ByteString>,
}

impl Arguments {
    /// Whether `-p` asks to keep the rights that the shell was started with.
    fn is_privileged(&self) -> bool {
        let last = self.options.iter().rev().find(|(option, _)| *option == Options::PRIVILEGED);
        last.is_some_and(|(_, on)| *on)
    }

    /// Whether the script is standard input.
    fn reads_stdin(&self) -> bool {
        !self.command && (self.stdin || self.operands.is_empty())
    }

    /// An option by its name or its letter in ksh93.
    fn option_of_ksh(&mut self, option: u64, on: bool) {
        match option {
            Options::INTERACTIVE => self.interactive = Some(on),
            Options::LOGIN => self.startup.login = on,
            option => {
                if option == Options::RC {
                    self.startup.no_run_commands = !on;
                }
                self.options.push((option, on));
            }
        }
    }

    /// Notes an option with a long name, where one is the first of `rest`; returns how many of these
    /// it is, 0 where it is none. `bash`: the shell has bash's name.
    fn take_long_option<'a>(
        &mut self,
        rest: &[&'a [u8]],
        bash: bool,
    ) -> Result<usize, StartupProblem<'a>> {
        let [b'-', b'-', option @ ..] = rest[0] else { return Ok(0) };
        if own_options::profile(rest[0], rest.get(1), &mut self.profile)? {
            return Ok(if option == b"profile-output" { 2 } else { 1 });
        }
        match option {
            // What an interactive bash would read or not.
            b"noprofile" => self.startup.no_profile = true,
            b"norc" => self.startup.no_run_commands = true,
            b"noediting" => {}
            b"rcfile" | b"init-file" => {
                let Some(file) = rest.get(1) else {
                    return Err(StartupProblem::Option(rest[0], OptionFault::FileMissing));
                };
                self.startup.run_commands = Some(ByteString::new(file));
                return Ok(2);
            }
            b"confine" => {
                let Some(words) = rest.get(1) else {
                    return Err(StartupProblem::Option(rest[0], OptionFault::PolicyMissing));
                };
                self.confine.push(ByteString::new(words));
                return Ok(2);
            }
            [b'c', b'o', b'n', b'f', b'i', b'n', b'e', b'=', words @ ..] => {
                self.confine.push(ByteString::new(words));
            }
            b"version" if bash => self.version = true,
            b"login" => self.startup.login = true,
            b"verbose" => self.options.push((Options::VERBOSE, true)),
            b"posix" => self.options.push((Options::POSIX, true)),
            _ => return Ok(0),
        }
        Ok(1)
    }
}

/// Begins the shell of a process: `arguments` with the name first, `strings` the process's
/// environment. Does not return.
pub fn main(
    arguments: &[&[u8]],
    strings: &[&[u8]],
    more_utilities: &'static [&'static Utility],
) -> ! {
    let name = arguments.first().copied().unwrap_or(b"forkless");
    let parsed = parse(arguments);
    let mut foreign = Vec::new();
    let mut variables = Vec::with_capacity(strings.len());
    let mut configures = false;
    for string in strings {
        // Looking further would cost more than the few that begin so.
        configures |= string.first() == Some(&b'F');
        match split(string) {
            Some(variable) => variables.push(variable),
            None if has_name(string) => foreign.push(string.to_vec()),
            None => {}
        }
    }
    let shared = Shared::new(foreign, more_utilities);
    let mut env = Environment::new(shared);
    env.arg0 = ByteString::new(name);
    env.now.owns_process = true;
    let base = name.rsplit(|&byte| byte == b'/').next().unwrap_or(name);
    env.options.set(Options::POSIX, matches!(base, b"sh" | b"-sh"));
    let keeps_rights = parsed.as_ref().is_ok_and(Arguments::is_privileged);
    let trust = trust(&mut env, keeps_rights);
    import(&mut env, &variables, trust, configures);
    if let Some(utility) = env.shared.utility(base) {
        let fields: Vec<ByteString> = std::iter::once(base)
            .chain(arguments[1..].iter().copied())
            .map(ByteString::new)
            .collect();
        env.options.set(Options::INPROCESS, true);
        // A program has its environment as it came, PWD and IFS too.
        env.replace_exports(strings);
        let result = env.run_applet(utility, &fields);
        finish(&mut env, result);
    }
    if let Some([option @ [b'-', b'-' | b'h' | b'V', ..], operands @ ..]) = arguments.get(1..) {
        own_options::run(&mut env, base, option, operands);
    }
    let mut arguments = match parsed {
        Ok(arguments) => arguments,
        Err(problem) => {
            env.diagnose(&problem);
            env.end_process(Ending::Status(2));
        }
    };
    if arguments.version {
        let status = env.print("bash", own_options::bash_version().as_bytes()).unwrap_or(1);
        env.end_process(Ending::Status(status));
    }
    for words in &arguments.confine {
        own_options::confine(&mut env, words);
    }
    arguments.startup.is_privileged = trust != Trust::Full;
    arguments.startup.is_raised = trust == Trust::Raised;
    begin_profile(&mut env, arguments.profile.take(), trust, configures);
    let result = env.contain(|env| run(env, arguments));
    finish(&mut env, result)
}

/// What is believed of the process's environment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trust {
    /// All that the language takes from it.
    Full,
    /// The shell was started privileged (`-p`): what would change what it does is not believed (bash(1),
    /// INVOCATION; dash(1), -p).
    Privileged,
    /// The shell was started with another user's or group's rights, even if it has given them up: nor
    /// is what would change the programs that it starts (ld.so(8), "Secure-execution mode").
    Raised,
}

/// How far the environment is believed. A shell that was started with another user's or group's
/// rights gives them up, unless `-p` asks to keep them.
fn trust(env: &mut Environment, keeps_rights: bool) -> Trust {
    if !launch::process::has_raised_identity() {
        return if keeps_rights { Trust::Privileged } else { Trust::Full };
    }
    if !keeps_rights && let Err(error) = launch::process::drop_raised_identity() {
        let reason = utilities::message::reason(&error);
        env.diagnose(&StartupProblem::RightsKept(&reason));
        env.end_process(Ending::Status(2));
    }
    Trust::Raised
}

pub(crate) const BASH_VERSION: &str = "5.2.0(1)-forkless";

/// Begins to count what runs, if an option or FORKLESS_PROFILE asks for it.
/// `configures`: there may be such a variable.
fn begin_profile(
    env: &mut Environment,
    wanted: Option<Box<Wanted>>,
    trust: Trust,
    configures: bool,
) {
    let mut path = None;
    if configures && trust == Trust::Full {
        let name = env.shared.names.find(b"FORKLESS_PROFILE");
        path = name.and_then(|name| env.text(name)).filter(|path| !path.is_empty());
    }
    if path.is_some() || wanted.is_some() {
        set_profile(env, wanted.map(|wanted| *wanted).unwrap_or_default(), path.as_deref());
    }
}

#[cold]
fn set_profile(env: &mut Environment, wanted: Wanted, path: Option<&[u8]>) {
    let collected = path.and_then(|path| match Store::open(path) {
        Ok(store) => Some(store),
        Err(unfit) => {
            let reason = &unfit.words();
            env.diagnose(&StartupProblem::ProfileRefused { path, reason });
            None
        }
    });
    if collected.is_none() && !wanted.is_anything() {
        return;
    }
    if wanted.report.is_some() {
        // What has been counted is reported also where a signal ends the shell.
        for number in [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM] {
            if matches!(
                env.shared.signals.disposition(number),
                Ok(launch::signal::Disposition::Default)
            ) {
                let _ = env.shared.catch_fatal(number);
            }
        }
    }
    let _ = env.shared.profile.set(Box::new(Profile::new(wanted, collected)));
}

/// Long options that change nothing but the language, or which files are read first.
const PLAIN: [&[u8]; 7] =
    [b"--", b"--login", b"--noediting", b"--noprofile", b"--norc", b"--posix", b"--verbose"];

/// How the shell is called where a script calls it.
pub(crate) struct Called<'a> {
    name: &'a [u8],
    arguments: Arguments,
}

impl<'a> Called<'a> {
    /// What these arguments (the name first) ask for, if it is no more than to run a script or a
    /// text: nobody to ask, nothing of our own.
    pub(crate) fn plainly(arguments: &[&'a [u8]], shared: &Shared) -> Option<Self> {
        let name = *arguments.first()?;
        let base = name.rsplit(|&byte| byte == b'/').next().unwrap_or(name);
        if shared.utility(base).is_some() || name.first() == Some(&b'-') {
            return None;
        }
        if let Some(first @ [b'-', b'-' | b'h' | b'V', ..]) = arguments.get(1)
            && !PLAIN.contains(first)
        {
            return None;
        }
        let mut parsed = parse(arguments).ok()?;
        let asks = |option: u64| parsed.options.iter().any(|(known, _)| *known == option);
        let is_plain = parsed.interactive.is_none()
            && !(parsed.command && parsed.operands.is_empty())
            && !parsed.version
            && parsed.profile.is_none()
            && parsed.confine.is_empty()
            && !asks(Options::PRIVILEGED)
            && !asks(Options::RESTRICTED)
            && !asks(Options::MONITOR)
            && !matches!(base, b"rbash" | b"rksh");
        if parsed.reads_stdin() {
            // It is no terminal, as whoever runs this sees to.
            parsed.interactive = Some(false);
        }
        is_plain.then_some(Self { name, arguments: parsed })
    }

    /// Whether it takes functions from its environment.
    pub(crate) fn takes_functions(&self) -> bool {
        is_bash(&zero_base_of(self.name))
    }

    /// Whether its script is standard input.
    pub(crate) fn reads_stdin(&self) -> bool {
        self.arguments.reads_stdin()
    }

    /// What a profile calls it.
    pub(crate) fn name(&self) -> &'static str {
        match self.arguments.command {
            true => "a shell's text",
            false if self.reads_stdin() => "a script on standard input",
            false => "a script",
        }
    }
}

/// Runs the shell as it is called, in an environment of nothing but files, directory and mask; `strings` are
/// the environment that it has.
///
/// # Errors
/// The [`Unwind`] that ends it.
pub(crate) fn run_called(env: &mut Environment, called: Called<'_>, strings: &[&[u8]]) -> Flow {
    let Called { name, mut arguments } = called;
    let functions = strings.iter().filter(|string| is_function(string));
    arguments.functions = Some(functions.map(|string| string.to_vec()).collect());
    env.arg0 = ByteString::new(name);
    let base = name.rsplit(|&byte| byte == b'/').next().unwrap_or(name);
    env.options.set(Options::POSIX, matches!(base, b"sh"));
    let mut configures = false;
    let mut variables = Vec::with_capacity(strings.len());
    for string in strings {
        configures |= string.first() == Some(&b'F');
        variables.extend(split(string));
    }
    import(env, &variables, Trust::Full, configures);
    let parent = Value::Integer(i64::from(launch::process::process_id()));
    env.put(names::PPID, Variable { value: parent, flags: 0, attribute_number: 0 });
    run(env, arguments)
}

/// Ends the shell: its EXIT trap, its status.
fn finish(env: &mut Environment, result: Flow) -> ! {
    let ending = env.run_body(|_| result);
    env.end_process(ending)
}

/// `NAME=value` with a name that is one.
pub(crate) fn split(string: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = string.iter().position(|&byte| !is_name_byte(byte))?;
    let (name, rest) = string.split_at(at);
    is_name(&name[..at.min(1)]).then_some((name, rest.strip_prefix(b"=")?))
}

/// Whether a string of the environment is one that programs may have: `name=value`, whatever the name. What is not,
/// only a caller that writes the array itself can have put there; utilities would make a variable of it.
#[cold]
fn has_name(string: &[u8]) -> bool {
    byte_search::memchr(b'=', string).is_some_and(|at| at > 0)
}

/// Variables of the environment that a privileged shell ignores: bash(1), INVOCATION, and those
/// that name files with commands or are expanded (POSIX XCU sh).
const IGNORED_IF_PRIVILEGED: [&[u8]; 11] = [
    b"SHELLOPTS",
    b"BASHOPTS",
    b"CDPATH",
    b"GLOBIGNORE",
    b"PS4",
    b"ENV",
    b"BASH_ENV",
    b"FPATH",
    b"PROMPT_COMMAND",
    b"FORKLESS_INPROCESS",
    b"FORKLESS_PROFILE",
];

/// Whether a variable is one that the C library takes out of the environment of a program with another
/// user's rights (ld.so(8), "Secure-execution mode"). This program is static and has no ld.so, but what
/// it starts may have taken the rights over altogether, where no ld.so would mind the variable.
#[cold]
fn is_removed_if_raised(name: &[u8]) -> bool {
    const REMOVED: [&[u8]; 12] = [
        b"GCONV_PATH",
        b"GETCONF_DIR",
        b"GLIBC_TUNABLES",
        b"HOSTALIASES",
        b"LOCALDOMAIN",
        b"LOCPATH",
        b"NIS_PATH",
        b"NLSPATH",
        b"RESOLV_HOST_CONF",
        b"RES_OPTIONS",
        b"TMPDIR",
        b"TZDIR",
    ];
    name.starts_with(b"LD_") || name.starts_with(b"MALLOC_") || REMOVED.contains(&name)
}

/// The environment becomes variables; nothing in it is ever evaluated.
/// `configures`: there may be variables of the shell's own.
pub(crate) fn import(
    env: &mut Environment,
    variables: &[(&[u8], &[u8])],
    trust: Trust,
    configures: bool,
) {
    for &(name, value) in variables {
        if trust != Trust::Full && IGNORED_IF_PRIVILEGED.contains(&name)
            || trust == Trust::Raised && is_removed_if_raised(name)
        {
            continue;
        }
        let name = env.shared.names.intern(name);
        // IFS is not taken from outside (POSIX XCU 2.5.3).
        if name == names::IFS {
            continue;
        }
        env.put(
            name,
            Variable { value: Value::String(value.into()), flags: EXPORT, attribute_number: 0 },
        );
    }
    let text = |text: &str| Value::String(text.into());
    let shell_variable = |value: Value| Variable { value, flags: 0, attribute_number: 0 };
    env.put(names::IFS, shell_variable(text(" \t\n")));
    env.put(
        names::OPTIND,
        Variable { value: Value::Integer(1), ..env.variables.get(names::OPTIND).clone() },
    );
    env.put(names::PPID, shell_variable(Value::Integer(i64::from(env.shared.parent))));
    env.put(names::PS4, default(env, names::PS4, "+ "));
    set_prompts(env);
    for name in [names::LINENO, names::SECONDS, names::RANDOM] {
        let seed = if name == names::RANDOM { i64::from(env.random) } else { 0 };
        let value = Value::Integer(seed);
        // Not by `put`: nothing follows from what they begin with.
        *env.variables.get_mut(name) = Variable { value, flags: COMPUTED, attribute_number: 0 };
    }
    if !env.variables.get(names::PATH).is_set() {
        let path = ByteString::new(crate::builtins::STANDARD_PATH);
        env.put(names::PATH, shell_variable(Value::String(path)));
    }
    if configures
        && let Some(text) = env.shared.names.find(b"FORKLESS_INPROCESS").and_then(|n| env.text(n))
        && text.as_bytes() == b"0"
    {
        env.options.set(Options::INPROCESS, false);
    }
    // PWD is believed only where it is right.
    let directory = env.existing_directory().or_else(|| env.physical_directory().ok());
    if let Some(directory) = directory {
        let flags = env.variables.get(names::PWD).flags | EXPORT;
        let directory = ByteString::from(directory);
        Rc::make_mut(&mut env.directories).here = Some(directory.clone());
        let value = Value::String(directory);
        env.put(names::PWD, Variable { value, flags, attribute_number: 0 });
    }
}

/// Sets the prompts that a script finds set, and SHELL.
fn set_prompts(env: &mut Environment) {
    if env.rules().variables.shell_has_value {
        let shell = env.shared.names.intern(b"SHELL");
        env.put(shell, default(env, shell, "/bin/sh"));
    }
    match env.rules().variables.script_prompts {
        ScriptPrompts::None => {}
        ScriptPrompts::OfPosix => {
            let ps1 = default(env, names::PS1, default_prompt());
            env.put(names::PS1, ps1);
            env.put(names::PS2, default(env, names::PS2, "> "));
        }
        ScriptPrompts::OfLaterLines => {
            env.put(names::PS2, default(env, names::PS2, "> "));
            let ps3 = env.shared.names.intern(b"PS3");
            env.put(ps3, default(env, ps3, "#? "));
        }
    }
}

/// PS1 where nobody has set it.
fn default_prompt() -> &'static str {
    if rustix::process::geteuid().is_root() { "# " } else { "$ " }
}

fn default(env: &Environment, name: syntax::Name, text: &str) -> Variable {
    let variable = env.variables.get(name).clone();
    if variable.is_set() {
        return variable;
    }
    Variable { value: Value::String(text.into()), flags: variable.flags, attribute_number: 0 }
}

/// What the arguments of the shell ask for.
///
/// # Errors
///
/// An option that there is not, or that lacks its argument.
fn parse<'a>(arguments: &[&'a [u8]]) -> Result<Arguments, StartupProblem<'a>> {
    let mut parsed = Arguments::default();
    let name = arguments.first().copied().unwrap_or_default();
    let base = zero_base_of(name);
    let bash = is_bash(&base);
    let ksh = is_ksh(&base);
    let language = Options::new(if ksh { Options::KSH } else { 0 });
    if name.first() == Some(&b'-') || ksh && base.first() == Some(&b'-') {
        parsed.startup.login = true;
    }
    let mut at = 1;
    while let Some(&argument) = arguments.get(at) {
        if matches!(argument, b"--" | b"-") {
            at += 1;
            break;
        }
        let used = parsed.take_long_option(&arguments[at..], bash)?;
        if used > 0 {
            at += used;
            continue;
        }
        let (on, letters) = match argument {
            [b'-', letters @ ..] => (true, letters),
            [b'+', letters @ ..] if !letters.is_empty() => (false, letters),
            _ => break,
        };
        at += 1;
        if let [b'-', name @ ..] = letters
            && ksh
            && let Some((option, on)) = language.find(name)
        {
            parsed.option_of_ksh(option, on);
            continue;
        }
        if letters.first() == Some(&b'-') {
            return Err(own_options::unknown(argument, ksh));
        }
        for &letter in letters {
            match letter {
                b'c' => parsed.command = true,
                b's' if on => parsed.stdin = true,
                b'i' => parsed.interactive = Some(on),
                b'l' => parsed.startup.login = on,
                b'E' if ksh => parsed.option_of_ksh(Options::RC, on),
                b'O' if bash => {
                    let name = arguments.get(at).map(|name| ByteString::new(name));
                    at += usize::from(name.is_some());
                    parsed.shopts.push((name, on));
                }
                b'o' => {
                    let Some(name) = arguments.get(at) else {
                        return Err(StartupProblem::Option(b"-o", OptionFault::NameMissing));
                    };
                    at += 1;
                    if ksh && let Some((option, sense)) = language.find(name) {
                        parsed.option_of_ksh(option, on == sense);
                        continue;
                    }
                    match Options::by_name(name) {
                        Some(option) => parsed.options.push((option, on)),
                        None => return Err(own_options::unknown_name(name)),
                    }
                }
                letter => match Options::by_letter(letter) {
                    Some(option) => parsed.options.push((option, on)),
                    None => return Err(StartupProblem::UnknownLetter(letter)),
                },
            }
        }
    }
    parsed.operands =
        arguments[at.min(arguments.len())..].iter().map(|a| ByteString::new(a)).collect();
    Ok(parsed)
}

fn run(env: &mut Environment, arguments: Arguments) -> Flow {
    let reads_stdin = arguments.reads_stdin();
    let Arguments { options, command, interactive, mut operands, startup, .. } = arguments;
    let shopts = arguments.shopts;
    for (option, on) in &options {
        if !matches!(*option, Options::MONITOR | Options::NOEXEC | Options::RESTRICTED) {
            env.options.set(*option, *on);
        }
    }
    env.options.set(Options::LOGIN, startup.login);
    let terminal = launch::process::is_terminal;
    let interactive = interactive
        .unwrap_or_else(|| reads_stdin && operands.is_empty() && terminal(0) && terminal(2));
    if interactive {
        env.options.set(Options::INTERACTIVE, true);
        crate::invocation::become_interactive(env);
    } else if let Some((option, _)) = options.iter().find(|(o, on)| *o == Options::NOEXEC && *on) {
        env.options.set(*option, true);
    }
    let monitor = options.iter().rev().find(|(option, _)| *option == Options::MONITOR);
    match monitor {
        Some((_, on)) => change_option(env, Options::MONITOR, *on)?,
        None if interactive => change_option(env, Options::MONITOR, true)?,
        None => {}
    }
    let base = zero_base(env);
    let called = env.arg0.clone();
    let restricted = matches!(&base[..], b"rbash" | b"rksh")
        || options.iter().any(|(option, on)| *option == Options::RESTRICTED && *on);
    let shared = env.shared.clone();
    let functions = match &arguments.functions {
        _ if restricted || startup.is_privileged => &[],
        Some(functions) => &functions[..],
        None => &shared.foreign[..],
    };
    let strict = env.options.has(Options::POSIX) && !is_bash(&base);
    if !strict {
        // As ksh and bash show it.
        env.options.set(Options::HASHALL, true);
    }
    if (command || reads_stdin) && is_bash(&base) {
        begin_bash(env, &called, &shopts, functions)?;
    }
    if is_ksh(&base) {
        speak_ksh(env);
    }
    if command || reads_stdin {
        prepare_history(env, interactive);
    }
    if command {
        env.options.set(Options::COMMAND, true);
        if operands.is_empty() {
            return env
                .fail_with(&StartupProblem::CommandMissing, 2)
                .map_err(|_: Unwind| Unwind::Exit);
        }
        let text = operands.remove(0);
        if !operands.is_empty() {
            env.arg0 = operands.remove(0);
        }
        env.positional = Positional::new(operands);
        env.profile_script(Some(&text));
        end_startup(env, &startup, restricted)?;
        return env.run_script(Box::new(Text(&text)), true);
    }
    if reads_stdin {
        env.positional = Positional::new(operands);
        return run_standard_input(env, &startup, restricted);
    }
    let script = operands.remove(0);
    env.arg0 = script.clone();
    env.positional = Positional::new(operands);
    let file = open_script(env, &script, &called)?;
    if env.now.is_virtual {
        // A process of its own goes on reading there.
        env.now.scripts.push(file.clone());
    }
    env.profile_script(None);
    let posix = env.options.has(Options::POSIX);
    let bash = is_bash(&base) || !posix && is_for(&file, &[b"bash"]);
    if bash {
        begin_bash(env, &called, &shopts, functions)?;
    }
    if !posix && is_for(&file, &[b"ksh", b"ksh93"]) {
        speak_ksh(env);
    }
    prepare_history(env, interactive);
    end_startup(env, &startup, restricted)?;
    env.run_script(Box::new(FileInput::new(file, false)), false)
}

/// Runs what standard input says, which may be somebody.
fn run_standard_input(env: &mut Environment, startup: &Startup, restricted: bool) -> Flow {
    env.options.set(Options::STDIN, true);
    env.profile_script(None);
    end_startup(env, startup, restricted)?;
    // The files of the start-up may have given the shell another one.
    let Some(file) = env.file(0) else { return Ok(()) };
    if env.options.has(Options::INTERACTIVE) {
        env.begin_history();
        let result = crate::interactive::interactive_loop(env, file);
        startup.read_at_end(env)?;
        return result;
    }
    let is_script = env.now.nested == 0;
    if env.now.is_virtual {
        // A process of its own goes on reading there, also where `exec` gives commands another input.
        env.now.scripts.push(file.clone());
    }
    let input = StandardInput::new(file, env.shared.clone()).profiled(is_script);
    env.now.other_input = Some(input.successor());
    env.run_script(Box::new(input), false)
}

/// Prepares the history, if one is kept. A script's file is read at once; an interactive shell reads its own after its startup
/// files, and none for commands of an argument.
fn prepare_history(env: &mut Environment, interactive: bool) {
    if !env.options.has(Options::HISTORY) {
        return;
    }
    env.name_history_file();
    if !interactive {
        env.keep_history(true);
    }
}

/// What comes last before the script, or the first prompt.
fn end_startup(env: &mut Environment, startup: &Startup, restricted: bool) -> Flow {
    if !env.options.has(Options::INTERACTIVE) {
        env.ignore_quit();
    }
    startup.read(env)?;
    if restricted {
        crate::builtins::shopt::begins_restricted(env);
        env.restrict();
    }
    Ok(())
}

/// Makes the language ksh93's: what the last command of a pipeline does to the shell lasts,
/// SECONDS has a fraction.
fn speak_ksh(env: &mut Environment) {
    env.options.set(Options::LASTPIPE | Options::KSH, true);
    env.options.set(Options::MULTILINE | Options::VIRAW, true);
    set_prompts(env);
    if env.options.has(Options::INTERACTIVE) {
        for (name, text) in [("history", "fc -l"), ("r", "fc -s")] {
            let aliases = &mut Rc::make_mut(&mut env.aliases).0;
            if aliases.get(name.as_bytes()).is_none() {
                aliases.insert(name.as_bytes().to_vec(), text.as_bytes().into());
            }
        }
    }
    let seconds = env.variables.get_mut(names::SECONDS);
    seconds.flags |= FIXED;
    seconds.attribute_number = 3;
    for name in [names::LINENO, names::RANDOM, names::PPID] {
        env.variables.get_mut(name).flags |= INTEGER;
    }
    // What the environment has by that name is no bound.
    let flags = COMPUTED | INTEGER | UPPER;
    *env.variables.get_mut(names::SRANDOM) = Variable { flags, ..Variable::default() };
    count_level(env);
}

/// Makes the language of an environment this one, as a shell called by its name has it.
///
/// # Errors
/// Where an option of bash's that the environment names is refused.
pub(crate) fn speak(env: &mut Environment, dialect: Dialect) -> Flow {
    if !matches!(dialect, Dialect::Sh | Dialect::KshPosix) {
        env.options.set(Options::HASHALL, true);
    }
    match dialect {
        Dialect::Own | Dialect::Sh => {}
        Dialect::Bash | Dialect::BashPosix => {
            env.options.set(Options::POSIX, dialect == Dialect::BashPosix);
            let called = env.arg0.clone();
            begin_bash(env, &called, &[], &[])?;
        }
        Dialect::Ksh | Dialect::KshPosix => {
            speak_ksh(env);
            env.options.set(Options::POSIX, dialect == Dialect::KshPosix);
        }
    }
    Ok(())
}

fn zero_base(env: &Environment) -> Vec<u8> {
    zero_base_of(&env.arg0)
}

/// Whether the shell is called ksh.
fn is_ksh(base: &[u8]) -> bool {
    matches!(base.strip_prefix(b"-").unwrap_or(base), b"ksh" | b"ksh93" | b"rksh")
}

/// Whether the shell is called bash.
fn is_bash(base: &[u8]) -> bool {
    matches!(base.strip_prefix(b"-").unwrap_or(base), b"bash" | b"rbash")
}

fn zero_base_of(name: &[u8]) -> Vec<u8> {
    name.rsplit(|&byte| byte == b'/').next().unwrap_or_default().to_vec()
}

/// Whether the first line of a script says that one of these shells runs it.
fn is_for(file: &Rc<OpenFile>, names: &[&[u8]]) -> bool {
    if !matches!(file.fill(stage::Signals::Deferred), Ok(true)) {
        return false;
    }
    file.with_known(|known| {
        let line = known.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let mut words = line.strip_prefix(b"#!").unwrap_or_default().split(|b| b" \t/".contains(b));
        words.any(|word| names.contains(&word))
    })
}

/// Sets a variable without attributes.
fn set(env: &mut Environment, name: &str, text: &str) {
    let name = env.shared.names.intern(name.as_bytes());
    env.put(name, Variable { value: Value::String(text.into()), ..Variable::default() });
}

/// Makes the environment speak bash's language, where the shell is called `bash` or the script's
/// first line asks for it: options, and the variables that scripts ask to know it. `functions` are
/// strings of the environment; those that are functions are defined.
fn begin_bash(
    env: &mut Environment,
    called: &ByteString,
    shopts: &[(Option<ByteString>, bool)],
    functions: &[Vec<u8>],
) -> Flow {
    choose_language(env);
    if !functions.is_empty() {
        env.import_functions(functions);
    }
    if env.variables.get(names::PS4).flags & EXPORT != 0 && rustix::process::geteuid().is_root() {
        // Whoever may set the environment of root's shell could have it run commands.
        let value = Value::String(ByteString::from("+ "));
        env.put(names::PS4, Variable { value, ..Variable::default() });
    }
    inherit_options(env, shopts)?;
    make_variables_fit(env);
    set(env, "BASH_VERSION", BASH_VERSION);
    let path = own_path(env, called);
    let name = env.shared.names.intern(b"BASH");
    let value = Value::String(path.as_slice().into());
    env.put(name, Variable { value, ..Variable::default() });
    count_level(env);
    set(env, "OPTERR", "1");
    if env.rules().variables.optind_is_integer {
        env.mark(names::OPTIND, INTEGER);
    }
    set(env, "COMP_WORDBREAKS", " \t\n\"'@><=;|&(:");
    let terminal = env.shared.names.intern(b"TERM");
    if !env.variables.get(terminal).is_set() {
        set(env, "TERM", "dumb");
    }
    env.last_argument = called.clone();
    let machine = own_options::machine();
    let parts = ["5", "2", "0", "1", "forkless", &machine].map(ByteString::from);
    let array: Indexed = (0..).zip(parts).collect();
    let name = env.shared.names.intern(b"BASH_VERSINFO");
    let value = Value::Indexed(Rc::new(array));
    env.put(name, Variable { value, flags: SPECIAL | READONLY, attribute_number: 0 });
    Ok(())
}

/// Sets the options that bash begins with, as a script or interactive, and its prompt.
fn choose_language(env: &mut Environment) {
    env.options.set(Options::BASH | Options::PATSUB, true);
    env.options.set(Options::EXTGLOB, false);
    let posix = env.options.has(Options::POSIX) || env.is_posixly_correct();
    env.options.set(Options::POSIX, false);
    env.options.set(Options::BASHPOSIX, posix);
    env.options.set(Options::INHERITERREXIT, posix);
    if posix && !env.is_posixly_correct() {
        set(env, "POSIXLY_CORRECT", "y");
    }
    if env.options.has(Options::INTERACTIVE) {
        env.options.set(Options::HISTEXPAND, true);
        let ps1 = env.variables.get_mut(names::PS1);
        if ps1.flags & EXPORT == 0
            && ps1.value.text().is_some_and(|text| matches!(&text[..], b"# " | b"$ "))
        {
            ps1.value = Value::String(ByteString::from("\\s-\\v\\$ "));
        }
        return;
    }
    // Scripts ask by them whether somebody is there, and the environment may have them.
    for name in [names::PS1, names::PS2] {
        env.put(name, Variable::default());
    }
    if !posix {
        // Not before `shopt -s expand_aliases`.
        env.options.set(Options::EXPANDALIASES, false);
    }
}

/// Sets the options that the environment (SHELLOPTS, BASHOPTS) and `-O` ask for.
fn inherit_options(env: &mut Environment, shopts: &[(Option<ByteString>, bool)]) -> Flow {
    if let Some(names) = env.variables.get(names::SHELLOPTS).value.text() {
        crate::builtins::set::inherit(env, &names);
    }
    if let Some(names) = env.variables.get(names::BASHOPTS).value.text() {
        crate::builtins::shopt::inherit(env, &names)?;
    }
    for (name, on) in shopts {
        let option: Option<&[u8]> = match (name, on) {
            (Some(_), true) => Some(b"-s"),
            (Some(_), false) => Some(b"-u"),
            (None, true) => None,
            (None, false) => Some(b"-p"),
        };
        let mut fields = vec![ByteString::from("shopt")];
        fields.extend(option.map(ByteString::new));
        fields.extend(name.clone());
        if crate::builtins::shopt::run(env, &fields)? != 0 {
            env.status = 2;
            return Err(Unwind::Exit);
        }
    }
    Ok(())
}

/// Gives variables that the environment may have the values and attributes that they have in bash.
fn make_variables_fit(env: &mut Environment) {
    // What no directory is was no working directory.
    let old = env.text(names::OLDPWD);
    let exists = |path: &ByteString| {
        stage::door::statat(rustix::fs::CWD, path.as_bytes(), rustix::fs::AtFlags::empty())
            .is_ok_and(|stat| rustix::fs::FileType::from_raw_mode(stat.st_mode).is_dir())
    };
    if !old.as_ref().is_some_and(exists) {
        env.put(
            names::OLDPWD,
            Variable { value: Value::Unset, flags: EXPORT, attribute_number: 0 },
        );
    }
    for name in [names::SHELLOPTS, names::BASHOPTS] {
        env.variables.get_mut(name).flags |= READONLY;
    }
    for name in [names::UID, names::EUID] {
        // One that comes from outside is what it says.
        let variable = env.variables.get_mut(name);
        if !variable.is_set() {
            variable.flags |= READONLY | INTEGER;
        }
    }
    env.variables.get_mut(names::PPID).flags |= READONLY | INTEGER;
}

/// The file that was called, by the name that it was called by: links to it speak other languages (bash(1), BASH).
/// In a session, whose process is another program's, it is the one that the host has named, else a name for PATH to
/// find.
fn own_path(env: &mut Environment, called: &[u8]) -> Vec<u8> {
    let called = called.strip_prefix(b"-").unwrap_or(called);
    if env.shared.is_session() {
        let shell = env.shared.session_shell.borrow();
        let shell = shell.as_deref().map(CStr::to_bytes).filter(|shell| !shell.is_empty());
        return shell.unwrap_or(called).to_vec();
    }
    if called.contains(&b'/') {
        return crate::builtins::type_::absolute(env, called);
    }
    match env.look_up(&ByteString::new(called)) {
        Some(found) => crate::builtins::type_::absolute(env, found.path.to_bytes()),
        None => rustix::fs::readlink("/proc/self/exe", Vec::new())
            .map_or_else(|_| b"/bin/bash".to_vec(), |path| path.into_bytes()),
    }
}

/// SHLVL: how many shells deep.
fn count_level(env: &mut Environment) {
    let name = env.shared.names.intern(b"SHLVL");
    let is_integer = env.rules().interactive.shlvl_is_integer;
    let outer = env.text(name).and_then(|text| {
        // A leading zero does not make the value of an integer variable octal there.
        let zeros = text.iter().take_while(|byte| **byte == b'0' && is_integer).count();
        let zeros = if text.contains(&b'#') { 0 } else { zeros };
        match zeros {
            0 => syntax::arithmetic::number(&text).ok(),
            zeros => syntax::arithmetic::number(&text[zeros..]).ok().or(Some(0)),
        }
    });
    let level = outer.filter(|level| (0..1000).contains(level)).map_or(1, |level| level + 1);
    let flags = if is_integer { EXPORT | INTEGER } else { EXPORT };
    env.put(name, Variable { value: Value::Integer(level), flags, attribute_number: 0 });
}

/// Opens the script: by its path, or where that has no slash and is no file, by PATH.
fn open_script(
    env: &mut Environment,
    script: &ByteString,
    called: &ByteString,
) -> Flow<Rc<OpenFile>> {
    let mut opened = env.open_file(script, OFlags::RDONLY);
    if matches!(opened, Err(rustix::io::Errno::NOENT)) && !script.contains(&b'/') {
        let path = env.text(names::PATH).unwrap_or_default();
        if let Ok(found) = launch::search::find(script, &path, None) {
            opened = env.open_file(found.to_bytes(), OFlags::RDONLY);
        }
    }
    let error = match opened {
        Ok(fd) => {
            let is_directory = rustix::fs::fstat(&fd)
                .is_ok_and(|stat| rustix::fs::FileType::from_raw_mode(stat.st_mode).is_dir());
            if !is_directory {
                return Ok(OpenFile::from_fd(&env.shared.scheduler, fd));
            }
            rustix::io::Errno::ISDIR
        }
        Err(error) => error,
    };
    let reason = utilities::message::reason(&error.into());
    let problem = StartupProblem::NotOpened { path: script, reason: &reason };
    // The script has not begun: it is the shell that says so.
    env.arg0 = called.clone();
    if is_bash(&zero_base_of(called)) {
        env.diagnose_as(Voice::Bash, &Problem::Startup(&problem));
    } else {
        env.diagnose(&problem);
    }
    env.status = if error == rustix::io::Errno::NOENT { 127 } else { 126 };
    Err(Unwind::Exit)
}

/// Runs a start-up file, if it is there.
fn become_interactive(env: &mut Environment) {
    env.become_interactive();
    let prompt = default_prompt();
    env.options.set(Options::HISTORY, true);
    let ps1 = default(env, names::PS1, prompt);
    env.put(names::PS1, ps1);
    let ps2 = default(env, names::PS2, "> ");
    env.put(names::PS2, ps2);
    if env.traps.is_none() {
        env.traps = Some(Rc::new(Traps::default()));
    }
}

#[cfg(test)]
mod tests {
    use super::{has_name, split};

    #[test]
    fn strings_without_a_name_or_a_value_are_nobodys() {
        for string in [&b""[..], b"=", b"=x", b"noeq"] {
            assert!(split(string).is_none() && !has_name(string), "{}", string.escape_ascii());
        }
        for string in [&b"a b=1"[..], b"1=2", b"\xff=", b"A-B==", b"f%%=() { :; }"] {
            assert!(split(string).is_none() && has_name(string), "{}", string.escape_ascii());
        }
        assert_eq!(split(b"a=b=c"), Some((&b"a"[..], &b"b=c"[..])));
    }
}
