//! What is asked of the program itself, and not of the language: `--help`, `--version`, `--list`,
//! `--install`, `--confine`; and which option somebody may have meant who named none.
//!
//! `invocation` comes here before the language's own options are read, so these work under every
//! name. `--list` is made from the tables of crate utilities, so it cannot differ from what runs.

use crate::diagnostics::{OptionFault, StartupProblem};
use crate::environment::Environment;
use crate::environment::options::OPTIONS;
use crate::evaluate::subshell::Ending;
use crate::profile::{Format, Wanted, show_file};
use std::sync::Arc;
use syntax::ByteString;

/// Every long option that is not one of ksh93's names.
const LONG: &[&str] = &[
    "confine",
    "help",
    "init-file",
    "install",
    "list",
    "login",
    "noediting",
    "noprofile",
    "norc",
    "posix",
    "profile",
    "profile-output",
    "profile-report",
    "rcfile",
    "trace-processes",
    "verbose",
    "version",
];

/// What `--help` says.
const HELP: &str = "\
usage: forkless [options] [script [argument ...]]
       forkless [options] -c commands [name [argument ...]]
       forkless [options] -s [argument ...]
       forkless --profile[=json|html] script ... tells what ran where, and why, line by line
       forkless --trace-processes script ...     tells of each process as it happens
       forkless --profile-report file            shows what FORKLESS_PROFILE=file has collected
       forkless --confine 'ro=/usr rw=./out net=none' script ... lets the kernel refuse all else
       forkless --list                           lists the utilities that are inside
       forkless --install directory              makes links for them
       forkless --version | --help               also -V and -h
Options are those of set. forkless(1) has all.
";

/// What `--version` says. A program that is linked dynamically says so: cargo hides a build script's warning where
/// `cargo install` builds from a registry or from git.
const VERSION: &str = if cfg!(target_feature = "crt-static") {
    concat!("forkless ", env!("CARGO_PKG_VERSION"), "\n")
} else {
    concat!(
        "forkless ",
        env!("CARGO_PKG_VERSION"),
        " (linked dynamically: build it with --target and a musl target for a start that is several times as fast)\n"
    )
};

/// Does what the first argument asks of the program and ends the process; returns where that is
/// an option of the language. `base` is the name of the file that was called, without folders.
///
/// Alone `-h` and `-V` ask for help and version. Under the names of other shells `-h` is theirs
/// (POSIX XCU `set`), and `--version` under the name bash says what bash's says.
#[cold]
pub(crate) fn run(env: &mut Environment, base: &[u8], option: &[u8], operands: &[&[u8]]) {
    let shell = matches!(
        base.strip_prefix(b"-").unwrap_or(base),
        b"sh" | b"bash" | b"rbash" | b"ksh" | b"ksh93" | b"rksh" | b"dash"
    );
    let bash = matches!(base, b"bash" | b"-bash" | b"rbash");
    let option: &[u8] = match option {
        b"-h" if operands.is_empty() && !shell => b"--help",
        b"-V" if operands.is_empty() => b"--version",
        option => option,
    };
    let status = match (option, operands) {
        (b"--help", _) => print(env, HELP),
        (b"--version", []) if bash => print(env, &bash_version()),
        // Bash's parser has it between others.
        (b"--version", _) if bash => return,
        (b"--version", []) => print(env, VERSION),
        (b"--list", []) => list(env),
        (b"--profile-report", [file]) => show_file(env, file, Format::Table),
        (b"--profile-report=table", [file]) => show_file(env, file, Format::Table),
        (b"--profile-report=json", [file]) => show_file(env, file, Format::Json),
        (b"--profile-report=html", [file]) => show_file(env, file, Format::Html),
        (b"--profile-report", []) => wrong(env, b"--profile-report", OptionFault::FileMissing),
        (b"--profile-report", _) => wrong(env, b"--profile-report", OptionFault::OneFile),
        (b"--install", [directory]) => install(env, directory),
        (b"--install", []) => wrong(env, b"--install", OptionFault::DirectoryMissing),
        (b"--install", _) => wrong(env, b"--install", OptionFault::OneDirectory),
        (b"--list", _) => wrong(env, b"--list", OptionFault::NoOperand),
        (b"--version", _) => wrong(env, b"--version", OptionFault::NoOperand),
        _ => return,
    };
    env.end_process(Ending::Status(status));
}

/// Notes an option that asks for a profile; false where it is another. `next`: the
/// argument after it.
pub(crate) fn profile<'a>(
    argument: &'a [u8],
    next: Option<&&[u8]>,
    profile: &mut Option<Box<Wanted>>,
) -> Result<bool, StartupProblem<'a>> {
    let Some(option) = argument.strip_prefix(b"--") else { return Ok(false) };
    if !option.starts_with(b"profile") && option != b"trace-processes" {
        return Ok(false);
    }
    let wanted = profile.get_or_insert_default();
    match option {
        b"profile" | b"profile=table" => wanted.report = Some(Format::Table),
        b"profile=json" => wanted.report = Some(Format::Json),
        b"profile=html" => wanted.report = Some(Format::Html),
        b"trace-processes" => wanted.traces = true,
        b"profile-output" => match next {
            Some(file) => wanted.output = Some(ByteString::new(file)),
            None => {
                return Err(StartupProblem::Option(b"--profile-output", OptionFault::FileMissing));
            }
        },
        option if option.starts_with(b"profile=") => {
            return Err(StartupProblem::Option(argument, OptionFault::NoFormat));
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// What a policy is to the kernel, and where it has programs be.
fn prepare(
    words: &[u8],
) -> Result<(confine::Ruleset, Option<confine::Surroundings>), confine::Error> {
    let policy = confine::Policy::parse(words)?;
    let ruleset = confine::Ruleset::prepare(&policy, rustix::fs::CWD)?;
    let surroundings = confine::Surroundings::make(&policy, rustix::fs::CWD, &ruleset)?;
    Ok((ruleset, surroundings))
}

/// Confines the process to what words allow, before anything of the script is read; ends it with
/// status 2 where that cannot be. What the process starts is confined too.
#[cold]
pub(crate) fn confine(env: &mut Environment, words: &[u8]) {
    let refused = match prepare(words) {
        Ok((ruleset, surroundings)) => {
            // Those of earlier words would be entered from where launches of these are not.
            let again = surroundings.is_some() && env.shared.surroundings.get().is_some();
            if let Some(surroundings) = surroundings {
                let _ = env.shared.surroundings.set(Arc::new(surroundings));
            }
            match ruleset.apply_to_thread() {
                _ if again => Some("namespaces and control groups are asked for twice".to_owned()),
                applied => applied.err().map(|error| error.to_string()),
            }
        }
        Err(error) => Some(error.to_string()),
    };
    if let Some(reason) = refused {
        env.diagnose(&StartupProblem::NotConfined(&reason));
        env.end_process(Ending::Status(2));
    }
    env.shared.confined.set(true);
}

/// The kind of machine, as MACHTYPE has it: `x86_64-pc-linux-gnu`.
pub(crate) fn machine() -> String {
    [std::env::consts::ARCH, "-pc-linux-gnu"].concat()
}

/// What `bash --version` says.
pub(crate) fn bash_version() -> String {
    format!(
        "GNU bash, version {} ({})\nforkless {}, a shell that reads bash's language\n",
        crate::invocation::BASH_VERSION,
        machine(),
        env!("CARGO_PKG_VERSION"),
    )
}

/// Writes a text; the status.
fn print(env: &mut Environment, text: &str) -> i32 {
    env.print("forkless", text.as_bytes()).unwrap_or(1)
}

/// Reports an option that is used wrongly; the status.
fn wrong(env: &mut Environment, option: &[u8], fault: OptionFault) -> i32 {
    env.diagnose(&StartupProblem::Option(option, fault));
    2
}

/// `--list`: every utility and the options that it takes here.
fn list(env: &mut Environment) -> i32 {
    let mut lines: Vec<String> = utilities::GROUPS
        .iter()
        .flat_map(|group| group.iter())
        .chain(env.shared.more_utilities.iter().copied())
        .map(|utility| format!("{:<12} {}\n", utility.name, utility.options))
        .collect();
    utilities::sorting::sort(&mut lines);
    print(env, &lines.concat())
}

/// What links in a directory say to lead to this program: its name alone where it lies there itself, so that they
/// hold in a root of its own too.
fn link_target<'p>(program: &'p [u8], directory: &[u8]) -> &'p [u8] {
    let Some(at) = byte_search::memrchr(b'/', program) else { return program };
    let (folder, name) = (&program[..=at], &program[at + 1..]);
    let status =
        |path: &[u8]| stage::door::statat(rustix::fs::CWD, path, rustix::fs::AtFlags::empty());
    match (status(folder), status(directory)) {
        (Ok(one), Ok(other)) if (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino) => name,
        _ => program,
    }
}

/// The path of this program: where no /proc is mounted, as in a root that is being made, the one that it was called by.
fn own_program(env: &mut Environment) -> Option<Vec<u8>> {
    if let Ok(path) = rustix::fs::readlink("/proc/self/exe", Vec::new()) {
        return Some(path.into_bytes());
    }
    let called = env.arg0.clone();
    called.contains(&b'/').then(|| crate::builtins::type_::absolute(env, &called))
}

/// `--install DIR`: a link to this program by the name of every utility.
fn install(env: &mut Environment, directory: &[u8]) -> i32 {
    let Some(program) = own_program(env) else {
        env.diagnose(&StartupProblem::OwnPathUnknown);
        return 1;
    };
    let names: Vec<&str> = utilities::GROUPS
        .iter()
        .flat_map(|group| group.iter())
        .chain(env.shared.more_utilities.iter().copied())
        .map(|utility| utility.name)
        .collect();
    let target = link_target(&program, directory);
    for name in names {
        let link = [directory, b"/", name.as_bytes()].concat();
        match rustix::fs::symlink(target, &link[..]) {
            Ok(()) | Err(rustix::io::Errno::EXIST) => {}
            Err(error) => {
                // Which of the links is refused says nothing: it is the directory that has none.
                let reason = utilities::message::reason(&error.into());
                env.diagnose(&StartupProblem::LinkRefused { directory, reason: &reason });
                return 1;
            }
        }
    }
    0
}

/// The problem with a long option that there is not, with the nearest that there is. `ksh` says
/// whether ksh93's names of options are long options too.
#[cold]
pub(crate) fn unknown(option: &[u8], ksh: bool) -> StartupProblem<'_> {
    let Some(name) = option.strip_prefix(b"--").filter(|name| name.len() > 2) else {
        return StartupProblem::UnknownOption { option, near: None };
    };
    let of_ksh = OPTIONS.iter().map(|(_, _, name)| *name).filter(|name| ksh && !name.is_empty());
    let near = nearest(name, LONG.iter().copied().chain(of_ksh));
    StartupProblem::UnknownOption { option, near }
}

/// The problem with `-o` of a name that no option has, with the nearest that one has.
#[cold]
pub(crate) fn unknown_name(name: &[u8]) -> StartupProblem<'_> {
    let known = OPTIONS.iter().map(|(_, _, known)| *known).filter(|known| !known.is_empty());
    let near = if name.len() > 2 { nearest(name, known) } else { None };
    StartupProblem::UnknownName { name, near }
}

/// The candidate that a name may have been meant for: by at most two slips, or its only completion.
fn nearest<'c>(name: &[u8], candidates: impl Iterator<Item = &'c str> + Clone) -> Option<&'c str> {
    let distance = |candidate: &'c str| (edits(name, candidate.as_bytes()), candidate);
    let near = candidates.clone().map(distance).min_by_key(|(edits, _)| *edits);
    // More would be a guess.
    let near = near.filter(|(edits, _)| (1..=2).contains(edits)).map(|(_, candidate)| candidate);
    near.or_else(|| {
        let mut completions = candidates.filter(|candidate| candidate.as_bytes().starts_with(name));
        let only = completions.next();
        only.filter(|_| completions.next().is_none())
    })
}

/// How many letters have to be changed, added, taken away or swapped with the next to make one
/// word of the other (optimal string alignment distance).
fn edits(left: &[u8], right: &[u8]) -> usize {
    let mut before = vec![0; right.len() + 1];
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (row, a) in left.iter().enumerate() {
        let mut this = vec![row + 1];
        for (column, b) in right.iter().enumerate() {
            let changed = last[column] + usize::from(a != b);
            let mut least = changed.min(last[column + 1] + 1).min(this[column] + 1);
            if row > 0 && column > 0 && *a == right[column - 1] && left[row - 1] == *b {
                least = least.min(before[column - 1] + 1);
            }
            this.push(least);
        }
        before = std::mem::replace(&mut last, this);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::{LONG, VERSION, edits, unknown};
    use dialect::diagnostics::Voice;

    #[test]
    fn a_dynamic_program_says_so() {
        assert_eq!(VERSION.contains("linked dynamically"), !cfg!(target_feature = "crt-static"));
        assert!(VERSION.starts_with("forkless ") && VERSION.ends_with('\n'));
    }

    #[test]
    fn edits_between_words() {
        for (left, right, number) in
            [("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("hlep", "help", 1)]
                .into_iter()
                .chain([("nroc", "norc", 1), ("kitten", "sitting", 3), ("ab", "ba", 1)])
        {
            assert_eq!(edits(left.as_bytes(), right.as_bytes()), number, "{left} {right}");
            assert_eq!(edits(right.as_bytes(), left.as_bytes()), number, "{right} {left}");
        }
    }

    #[test]
    fn suggestions() {
        let words = |option, ksh| {
            let said = crate::diagnostics::words(Voice::Own, &(&unknown(option, ksh)).into());
            String::from_utf8(said).unwrap()
        };
        assert_eq!(words(b"--posx", false), "illegal option --posx (did you mean --posix?)");
        assert_eq!(words(b"--xtrac", false), "illegal option --xtrac");
        assert_eq!(words(b"--xtrac", true), "illegal option --xtrac (did you mean --xtrace?)");
        assert_eq!(words(b"--rc\xff", false), "illegal option --rc\\xff");
        assert_eq!(
            words(b"--tra", false),
            "illegal option --tra (did you mean --trace-processes?)"
        );
        assert_eq!(words(b"--pro", false), "illegal option --pro");
    }

    #[test]
    fn completions_name_every_long_option() {
        for file in [
            include_str!("../../../completions/forkless.bash"),
            include_str!("../../../completions/forkless.zsh"),
            include_str!("../../../completions/forkless.fish"),
        ] {
            for option in LONG {
                let mut words = file.split(|c: char| !c.is_alphanumeric() && c != '-');
                assert!(words.any(|word| word.trim_start_matches('-') == *option), "{option}");
            }
        }
    }
}
