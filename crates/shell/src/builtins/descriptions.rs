//! What each builtin does, in a paragraph: `help NAME` shows it, and forkless(1) has the same text.
//!
//! `help` asks for a paragraph by name. A test here holds that the manual page has the same ones, and
//! writes them there with the option for it. How a builtin is called is in `usages` and `synopsis`.

/// The paragraph of a builtin.
pub(super) fn of(name: &[u8]) -> Option<&'static str> {
    DESCRIPTIONS.iter().find(|(one, _)| one.as_bytes() == name).map(|(_, text)| *text)
}

const DESCRIPTIONS: &[(&str, &str)] = &[
    (
        ".",
        "Runs the commands of file in this shell environment. Arguments become its positional \
     parameters while it runs. A name without a slash is looked for in PATH.",
    ),
    (":", "Does nothing; its arguments are expanded. The status is 0."),
    ("[", "Evaluates a conditional expression, as test does; its last argument is ]."),
    (
        "alias",
        "Defines aliases, or shows them. An alias is replaced in the place of a command name \
     when a command is read.",
    ),
    (
        "autoload",
        "Marks names as functions that are read from a file in FPATH when they are first \
     called (ksh93).",
    ),
    ("bg", "Lets stopped jobs go on in the background; without an operand the current job."),
    (
        "bind",
        "Shows the keys of line editing, or binds them to functions and commands, as inputrc does (bash).",
    ),
    ("break", "Leaves the innermost loop, or the n innermost ones."),
    ("builtin", "Runs a builtin, though a function has its name."),
    ("caller", "Tells from where the running function was called: line, function and file (bash)."),
    (
        "cd",
        "Changes the working directory, to HOME without an operand, to OLDPWD for -. -L keeps \
     symbolic links in PWD, -P resolves them. In a subshell only that changes its \
     directory.",
    ),
    ("chdir", "Changes the working directory as cd does."),
    (
        "command",
        "Runs a command without looking for a function; -p uses the standard PATH. -v and -V \
     tell what a name is.",
    ),
    ("compgen", "Writes the completions of a word (bash)."),
    ("complete", "Says how the arguments of a command are completed (bash)."),
    ("compopt", "Changes how a completion goes on while it is made (bash)."),
    ("compound", "Declares compound variables: variables with members (ksh93)."),
    ("continue", "Begins the next iteration of the innermost loop, or of the nth."),
    (
        "declare",
        "Declares variables with attributes, or shows them; in a function they are local. -a \
     is an indexed array, -A an associative one, -i an integer, -r read-only, -x \
     exported, -n a name reference.",
    ),
    ("dirs", "Shows the stack of directories that pushd and popd keep (bash)."),
    ("disown", "Removes jobs from the list of jobs, or with -h keeps SIGHUP from them."),
    (
        "echo",
        "Writes its arguments, separated by spaces, and a newline; -n leaves out the newline, \
     -e interprets escapes.",
    ),
    (
        "enable",
        "Turns builtins on, or with -n off, so that the external program of the name is \
     found.",
    ),
    ("enum", "Declares a type whose values are words of a list (ksh93)."),
    ("eval", "Joins its arguments by spaces and runs the result as commands."),
    (
        "exec",
        "Replaces the shell by a program. Without one, its redirections stay in effect. In a \
     virtual subshell the program is launched and the subshell ends.",
    ),
    (
        "exit",
        "Ends the shell with status n, or that of the last command, after the EXIT trap has \
     run.",
    ),
    (
        "export",
        "Marks variables for export to programs; with -p shows them, with -n takes the mark \
     away, with -f means functions.",
    ),
    ("false", "Does nothing. The status is 1."),
    ("fc", "Lists commands of the history (-l), runs them again (-s), or has them edited first."),
    ("fg", "Brings a job to the foreground."),
    ("float", "Declares floating-point variables (ksh93)."),
    ("functions", "Shows functions, as typeset -f does (ksh93)."),
    (
        "getopts",
        "Takes the next option of the arguments, by a string of option letters; OPTARG is its \
     argument, OPTIND the next index.",
    ),
    (
        "hash",
        "Shows where the programs were found that the shell remembers, or looks for names; -r \
     forgets all.",
    ),
    ("help", "Shows how builtins are called and what they do (bash)."),
    ("hist", "Lists, edits or runs again what is in the history list, as fc does (ksh93)."),
    ("history", "Shows, reads, writes or changes the history list (bash)."),
    ("integer", "Declares integer variables (ksh93)."),
    (
        "jobs",
        "Shows the jobs of the shell; -l with process ids, -p those alone, -r running and -s \
     stopped ones.",
    ),
    (
        "kill",
        "Sends a signal to processes or jobs; -l lists the names of signals. A subshell that \
     signals the shell becomes a process before.",
    ),
    ("let", "Evaluates arithmetic expressions. The status is 0 if the last one is not 0."),
    ("local", "Declares variables that are local to the function."),
    ("logout", "Ends a login shell (bash)."),
    ("mapfile", "Reads lines into the elements of an array, MAPFILE without a name."),
    ("nameref", "Declares references to variables by name (ksh93)."),
    ("popd", "Goes to the directory below the top of the stack and removes the top (bash)."),
    (
        "print",
        "Writes its arguments; -r without escapes, -n without a newline, -u to another \
     descriptor, -f by a format (ksh93).",
    ),
    (
        "printf",
        "Writes its arguments by a format, repeated as long as there are arguments. -v \
     assigns the text to a variable.",
    ),
    ("pushd", "Goes to a directory and puts it on the stack, or rotates the stack (bash)."),
    ("pwd", "Writes the working directory; -P without symbolic links."),
    (
        "read",
        "Reads a line and splits it by IFS into variables; the last one gets the rest. -r \
     takes backslashes as they are, -d another delimiter, -n at most, -N exactly so many \
     characters, -t with a time limit, -u from another descriptor, -a or -A into an \
     array.",
    ),
    ("readarray", "Reads lines into the elements of an array: another name of mapfile."),
    ("readonly", "Makes variables read-only; with -p shows them, with -f means functions."),
    ("redirect", "Makes redirections that stay in effect, and takes no command (ksh93)."),
    ("return", "Ends a function or a sourced file with status n."),
    (
        "set",
        "Changes options and positional parameters; without arguments shows variables. -o \
     inprocess lets utilities run inside, +o inprocess makes them external programs.",
    ),
    ("shift", "Drops the first n positional parameters, or the first."),
    ("shopt", "Shows or changes the options of bash that set does not have."),
    ("source", "Runs the commands of file in this shell environment: another name of ."),
    ("suspend", "Stops the shell until SIGCONT (bash)."),
    ("test", "Evaluates a conditional expression about files, texts and numbers."),
    ("times", "Writes the processor time of the shell and of its children."),
    (
        "trap",
        "Sets what is run when a signal arrives, or on EXIT, ERR, DEBUG and RETURN; - resets. \
     In a subshell a trap on a signal needs a process, one on EXIT does not.",
    ),
    ("true", "Does nothing. The status is 0."),
    (
        "type",
        "Tells what a name is: alias, keyword, function, builtin, built-in utility or \
     program.",
    ),
    (
        "typeset",
        "Declares variables with attributes, or shows them, as declare does; -f means \
     functions.",
    ),
    (
        "ulimit",
        "Shows or changes a limit of the process; -H the hard, -S the soft one. In a subshell \
     a changed limit needs a process, and no utility runs inside it.",
    ),
    ("umask", "Shows or changes the file mode creation mask; -S shows it by letters."),
    ("unalias", "Removes aliases; -a all."),
    ("unset", "Removes variables, or with -f functions; -n removes a reference itself."),
    (
        "wait",
        "Waits for background processes and returns the status of the last one; -n waits for \
     the next that ends.",
    ),
    ("whence", "Tells what a name is; -v in words, -p by path alone (ksh93)."),
];

/// The sections of forkless(1) that are made of texts in the program.
#[cfg(test)]
pub(super) mod manual {
    use std::fmt::Write;

    /// A text in which nothing is an instruction of roff.
    pub fn roff(text: &str) -> String {
        let text = text
            .replace('\\', "\\e")
            .replace('-', "\\-")
            .replace('^', "\\(ha")
            .replace('~', "\\(ti");
        match text.starts_with(['.', '\'']) {
            true => format!("\\&{text}"),
            false => text,
        }
    }

    /// A name, as the page shows it.
    pub fn bold(name: &str) -> String {
        format!("\\fB{}\\fP", roff(name))
    }

    /// Paragraphs with their heads, which are roff already.
    fn section(entries: &[(String, &str)]) -> String {
        let mut section = String::new();
        for (head, text) in entries {
            let _ = writeln!(section, ".TP\n{}", head.trim_end());
            for sentence in text.split_inclusive(". ") {
                let mut line = String::new();
                for word in sentence.split_whitespace() {
                    if line.len() + word.len() > 70 {
                        let _ = writeln!(section, "{}", roff(line.trim_end()));
                        line.clear();
                    }
                    line.push_str(word);
                    line.push(' ');
                }
                let _ = writeln!(section, "{}", roff(line.trim_end()));
            }
        }
        section
    }

    /// Asserts that the page has these paragraphs between two headings. With UPDATE_DOCUMENTS in the
    /// environment it writes them there.
    #[allow(clippy::disallowed_methods, reason = "a test's own setting, not the shell's")]
    pub fn compare(begin: &str, end: &str, entries: &[(String, &str)]) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/man/forkless.1");
        let page = std::fs::read_to_string(path).expect("the manual page");
        let from = page.find(begin).expect("the heading") + begin.len();
        let to = page.find(end).expect("the next heading");
        let wanted = section(entries);
        if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
            let new = [&page[..from], &wanted, &page[to..]].concat();
            std::fs::write(path, new).expect("the manual page");
            return;
        }
        assert!(
            page[from..to] == wanted,
            "UPDATE_DOCUMENTS=1 cargo test -p forkless-shell manual_page -- --test-threads=1"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{DESCRIPTIONS, manual};
    use crate::builtins::{BUILTINS, synopsis, usages};

    #[test]
    fn every_builtin_has_a_paragraph() {
        assert!(DESCRIPTIONS.is_sorted());
        let mut names: Vec<&str> = BUILTINS.iter().map(|builtin| builtin.name).collect();
        utilities::sorting::sort(&mut names);
        assert_eq!(names, DESCRIPTIONS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    }

    #[test]
    fn the_manual_page_has_the_same_paragraphs() {
        let entry = |(name, text): &(&str, &'static str)| {
            let synopsis = synopsis::of(name).or_else(|| usages::of(name.as_bytes())).unwrap_or("");
            let first = synopsis.lines().next().unwrap_or_default();
            (format!("{} {}", manual::bold(name), manual::roff(first)), *text)
        };
        let entries: Vec<_> = DESCRIPTIONS.iter().map(entry).collect();
        manual::compare(".SH BUILTINS\n", ".SH OPTIONS OF SET\n", &entries);
    }
}
