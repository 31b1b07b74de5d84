//! Builtin commands (POSIX XCU 2.15, 1.6).

use crate::Dialect;

/// What `read -p` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadP {
    /// The argument is a prompt.
    Prompt,
    /// It reads from the coprocess; the argument is a prompt where there is no coprocess.
    CoprocessIfAny,
    /// It reads from the coprocess, and fails where there is none.
    Coprocess,
}

/// What `break` and `continue` do with a count that is no positive number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadLoopCount {
    /// It is an error of a special builtin.
    Error,
    /// A number leaves all loops with status 1; anything else ends a non-interactive shell with 128.
    LeaveLoops,
}

/// What `.` and `source` do with the name of a function that the `function` keyword has defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DottedFunctions {
    /// They look for a file.
    Never,
    /// Both run the function's body as a file's.
    Run,
    /// `source` does, `.` looks for a file.
    BySource,
}

/// What `.` does with a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DottedDirectory {
    /// It is a file without commands.
    Empty,
    /// It is an operand that is refused, with status 1.
    Refused,
    /// It is a file that cannot be opened.
    NotOpened,
}

/// The conditions that `trap -p` without operands lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrapPList {
    /// Those that have a trap.
    Set,
    /// All that can have one.
    Trappable,
    /// All, also KILL and STOP.
    All,
}

/// How `jobs` writes a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobLine {
    /// `[1] + Running                    sleep 1`.
    Plain,
    /// `[1]+  Running                 sleep 1 &`: the command as the shell would write it.
    Formatted,
    /// `[1] +  Running                 sleep 1`, with `-l` the process and a tab.
    Tabbed,
}

/// How `kill -l` lists all signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalList {
    /// A name to a line.
    Lines,
    /// All names on one line.
    OneLine,
    /// Number and name with SIG, five to a line.
    Table,
}

/// How `set -o` shows the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionList {
    /// The name in 16 columns, then `on` or `off`.
    Columns,
    /// The name in 15 columns, a tab, then `on` or `off`.
    Tabbed,
    /// A heading, then the name in 24 columns; `set +o` writes one command.
    Headed,
}

/// How `set` quotes the values of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedValue {
    /// Where it has to be, with `$'…'` for control characters.
    WhereNeeded,
    /// Always in single quotes.
    SingleQuoted,
    /// Where it has to be, with `$'…'` for what is not printable, a lone quote with a backslash.
    Printable,
    /// Where it has to be, with single quotes around control characters.
    WithoutDollarQuotes,
    /// As ksh93's `printf %q` quotes it.
    Reusable,
}

/// The resources that `ulimit` knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UlimitResources {
    /// Those of dash, ksh93 and mksh: `-p` and `-u` are processes.
    ProcessesTwice,
    /// `-p` is the size of a pipe's buffer, which cannot be set.
    PipeSize,
}

rules! {
    /// Builtin commands.
    Builtins for Dialect {
        // -- set -o: the names of options ----------------------------------------------------

        /// Whether `no` may stand before the name of an option, or be left out where the name has
        /// it, and a value may follow (`noglob=0`).
        option_names_have_opposites: bool = true, Sh | Bash | BashPosix => false;
            source "ksh93(1), Built-in Commands, set",
            case "ksh-shebang-rules.sh: whence, type, command -x, builtin -d and names of options";

        /// Whether ksh93's options have names, and those that bash's `shopt` has do not.
        options_of_ksh_are_known: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, set",
            case "ksh-shebang-compound.sh: only options of ksh93 have names";

        /// Whether `$-` shows the letters in bash's order, and only those that bash shows.
        flags_are_ordered_by_letter: bool = false, Bash | BashPosix => true;
            source "bash(1), Special Parameters",
            case "extensions-y.sh: what POSIX does not have is not there";

        /// Whether `$-` shows the B of brace expansion.
        flags_show_braces: bool = true, Sh | KshPosix => false;
            source "bash(1), Special Parameters",
            case "extensions-y.sh: what POSIX does not have is not there";


        // -- alias, echo ---------------------------------------------------------------------

        /// Whether the name of an alias that quotes, expands or ends a word, or has a slash, is
        /// refused.
        alias_names_are_checked: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: names of aliases, alias -p, builtins with operands too many";

        /// Whether `echo` has its options also where `xpg_echo` makes it interpret escapes.
        xpg_echo_has_options: bool = false, Bash => true;
            source "bash(1), Shell Builtin Commands, echo",
            case "bash-details.sh: echo under xpg_echo has its options";


        // -- let -----------------------------------------------------------------------------

        /// Whether `let` without operands is an error of usage, with status 2; else it fails with
        /// status 1.
        let_without_operands_is_usage: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)", case "ksh-arithmetic.sh: let without operands";

        /// Whether in `let` the option `letoctal`, and not `posix`, says that a number with a
        /// leading zero is octal.
        letoctal_decides: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, set",
            case "ksh-shebang-options.sh: let in posix mode sees computed variables";


        // -- getopts -------------------------------------------------------------------------

        /// Whether `getopts -a name` gives the name of the command for messages.
        getopts_takes_name: bool = true, Bash | BashPosix => false;
            source "ksh93(1), Built-in Commands, getopts",
            case "ksh-shebang.sh: getopts: numbers and a name";

        /// Whether the option string of `getopts` may be a usage string.
        getopts_takes_usage_strings: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Built-in Commands, getopts",
            case "ksh-shebang.sh: getopts: usage strings";

        /// Whether `--help` and other long options show the usage where the option string has
        /// letters only.
        getopts_explains_letters: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang.sh: getopts: help ends the script";

        /// Whether `x#` in an option string says that the argument of -x is a number.
        getopts_takes_numbers: bool = true, Sh | KshPosix => false;
            source "ksh93(1), Built-in Commands, getopts",
            case "extensions-y.sh: what POSIX does not have is not there";

        /// Whether `getopts` parses the option before it finds that its operand is no name.
        getopts_parses_before_bad_name: bool = false, Sh | Bash | BashPosix => true;
            source "bash 5.2, dash (their behaviour)",
            case "bash-builtins.sh: getopts: the option is found though there is no variable to tell it";

        /// Whether a negative OPTIND is an error.
        getopts_refuses_negative_optind: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: what cannot be exported, or be a list";

        /// Whether the messages of `getopts` begin with `$0` alone, and OPTERR=0 silences them.
        getopts_messages_name_arg0: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, getopts",
            case "bash-language.sh: getopts: OPTERR, and a function with its own OPTIND";

        /// Whether `getopts` goes on where OPTARG is read-only, or of another type.
        getopts_survives_readonly_optarg: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-builtins.sh: getopts goes on where OPTARG may not be assigned, and unsets it all the same";

        /// Whether an option without an argument removes OPTARG with its attributes, even where it
        /// is read-only.
        getopts_always_removes_optarg: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-builtins.sh: getopts goes on where OPTARG may not be assigned, and unsets it all the same";

        /// Whether OPTIND is at most the number of arguments and one at the end.
        optind_stays_within: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-variables.sh: KSH_VERSION, $-, OPTIND and numbers";


        // -- read ----------------------------------------------------------------------------

        /// Whether `read name?prompt` prompts.
        read_takes_prompt_with_name: bool = true, Sh | KshPosix => false;
            source "ksh93(1), Built-in Commands, read",
            case "extensions-y.sh: what POSIX does not have is not there";

        /// Whether TMOUT is how long `read` waits where -t does not say.
        read_heeds_tmout: bool = true, Sh | KshPosix => false;
            source "bash(1), Shell Variables",
            case "ksh-read.sh: TMOUT is how long read waits for a pipe";

        /// Whether `read -n` assigns what it reads to the first variable as it is.
        read_count_is_unsplit: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-builtins.sh: read -n keeps blanks and splits nothing";

        /// Whether `read -N` into an array makes one element of the text.
        read_array_exactly_is_unsplit: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: arrays that are read whole, texts that become elements";

        /// Whether the array of `read -a` is an indexed one, or none yet, and no element.
        read_array_is_indexed: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: arrays that read cannot have, wait -p without a name";

        /// Whether a mode for `umask` may copy permissions (`g=u`), have `X`, `s` and `t`, and more than one
        /// operator to a clause.
        umask_takes_modes_of_chmod: bool = true, Bash | BashPosix => false;
            source "POSIX.1-2024 XCU umask, chmod; bash 5.2 (its behaviour)",
            case "bash-details.sh: modes that umask does not take";

        /// Whether `mapfile` takes an input that cannot be read, or that is closed, for an empty one.
        mapfile_takes_errors_for_end: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: what cannot be read is named by its descriptor, and is empty for mapfile";

        /// Whether `read -C` reads a compound variable.
        read_reads_compounds: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Built-in Commands, read",
            case "ksh-shebang-compound.sh: read -C takes a value of several lines and nothing after it";

        /// Whether `read -S` reads a record of comma-separated values.
        read_reads_quoted_fields: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Built-in Commands, read",
            case "ksh-shebang-builtins.sh: read -S takes fields in double quotes";

        /// What `read -p` does.
        read_p: ReadP = ReadP::CoprocessIfAny,
            Bash | BashPosix => ReadP::Prompt, Ksh | KshPosix => ReadP::Coprocess;
            source "bash(1), Shell Builtin Commands, read; ksh93(1), Built-in Commands, read",
            case "ksh-compound.sh: a coprocess by |&";

        /// The status of `read` where the argument of -n, -N or -t is no number.
        read_bad_number_status: i32 = 2, Bash | BashPosix => 1;
            source "bash 5.2 (its behaviour)",
            case "bash-variables.sh: KSH_VERSION, $-, OPTIND and numbers";

        /// Whether `read -N` gives nothing where there is less than it asks for.
        read_exactly_or_nothing: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang.sh: read -n takes what is there, read -N all or nothing";

        /// Whether `read -n` from a pipe or terminal takes what is there, and does not wait for
        /// more.
        read_n_takes_what_is_there: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, read",
            case "ksh-shebang.sh: read -n takes what is there, read -N all or nothing";

        /// Whether `read` without names removes white space of IFS around the line.
        read_trims_reply: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)", case "ksh-shebang.sh: read without names";


        // -- hash ----------------------------------------------------------------------------

        /// The letters of `hash`.
        hash_letters: &'static str = "rvdlpt", Sh | KshPosix => "rv", Bash | BashPosix => "rdlpt";
            source "POSIX.1-2024 XCU hash; bash(1), Shell Builtin Commands, hash",
            case "extensions-y.sh: what POSIX does not have is not there",
            others "dash: rv";

        /// Whether `hash` fails where the option `hashall` is off.
        hash_needs_hashall: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-variables.sh: hash, command -v and the standard path";

        /// Whether `hash -p path` without names shows the table.
        hash_path_alone_shows: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-builtins.sh: hash";

        /// Whether `hash -d` and `hash -t` without names are errors.
        hash_needs_operand: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-variables.sh: hash, command -v and the standard path";

        /// Whether `hash` is `alias -t --`: it lists tracked aliases, notes where commands are, and
        /// takes names after -r.
        hash_is_tracked_aliases: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Aliasing", case "builtins-p.sh: hash";

        /// Whether `hash` lists how often each command was used; else it lists paths.
        hash_shows_hits: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, hash", case "bash-builtins.sh: hash";

        /// Whether the list with uses says so where the table is empty.
        hash_reports_empty_table: bool = true, BashPosix => false;
            source "bash(1), POSIX Mode",
            case "bash-variables.sh: hash, command -v and the standard path";

        /// Whether `hash -lt name` shows entries as commands.
        hash_lists_named_entries: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, hash", case "bash-builtins.sh: hash";


        // -- type, whence, command -v --------------------------------------------------------

        /// The status of `type`, `command -v` and `command -V` for a name that stands for nothing.
        undescribed_name_status: i32 = 1, Sh | KshPosix => 127;
            source "dash 0.5.12 (its behaviour)",
            case "bash-builtins.sh: command and builtin before a declaration",
            others "dash: 127";

        /// Whether `type` shows a relative path as it was found; else it is made absolute.
        type_shows_relative_paths: bool = false, Sh | Bash => true;
            source "dash 0.5.12, bash 5.2 (their behaviour)",
            case "builtins-p.sh: type shows a relative path as it was found", others "dash: yes; mksh, yash: no";

        /// Whether `command -v` shows a relative path as it was found, and `command -V` one with a
        /// slash in the name.
        command_v_shows_relative_paths: bool = false, Bash => true;
            source "POSIX.1-2024 XCU command; bash 5.2 (its behaviour)",
            case "bash-builtins.sh: command -v shows a relative path as it was found", others "dash: yes";

        /// Whether `whence` notes where a command is.
        whence_tracks: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: whence, type, command -x, builtin -d and names of options";

        /// Whether `type` and `command -v` know aliases that are not expanded, since
        /// `expand_aliases` is off.
        unexpanded_aliases_are_described: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)",
            case "bash-builtins.sh: aliases that are not expanded are not told of";

        /// Whether `type -a` has a reserved word before an alias of its name.
        reserved_words_precede_aliases: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-builtins.sh: moving variables, builtin -d, whence and others";

        /// Whether `type` says that a command has been hashed.
        type_knows_hashed: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, type", case "bash-builtins.sh: hash";

        /// Whether `type` shows the body of a function.
        type_shows_functions: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, type",
            case "bash-language.sh: type tells of a function by its text";

        /// Whether `type -t -p` looks for external commands only.
        whence_tp_finds_programs: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-rules.sh: whence, type, command -x, builtin -d and names of options";

        /// Whether `type` and `command -v` know the reserved words that POSIX does not have.
        type_knows_extended_words: bool = true, Sh | KshPosix => false;
            source "POSIX.1-2024 XCU 2.4",
            case "extensions-y.sh: what POSIX does not have is not there",
            others "dash: no";

        /// Whether `type` says "aliased to" with the alias in quotes; else "an alias for".
        aliases_are_quoted: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-declarations.sh: what type says of each";

        /// Whether `type -a` shows what an alias stands for.
        type_a_shows_aliases: bool = false, Bash | BashPosix | Ksh | KshPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-declarations.sh: what type says of each";

        /// Whether `command -v` and `whence` show the value of an alias, and `type` quotes it.
        command_v_shows_alias_value: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-builtins.sh: functions lists functions, typeset +f their names";

        /// Whether `type` calls a reserved word a shell keyword and a function a shell function; else
        /// a keyword and a function.
        type_says_shell: bool = true, Ksh | KshPosix => false;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-builtins.sh: moving variables, builtin -d, whence and others";

        /// Whether `type` calls a special builtin so.
        type_says_special: bool = true, Bash => false;
            source "bash(1), POSIX Mode",
            case "bash-builtins.sh: functions come before special builtins",
            others "dash: yes";

        /// Whether a path that `command -v` and `whence` show has no `.`, `..` and repeated
        /// slashes.
        paths_are_simplified: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang-variables.sh: programs in directories of FPATH are functions";

        /// Whether `type` and `command -v` find a file in PATH that may not be executed.
        unexecutable_files_are_found: bool = false, Bash => true;
            source "bash(1), POSIX Mode",
            case "bash-builtins.sh: a file in PATH that may not be executed is found where there is no program";


        // -- command, builtin, caller --------------------------------------------------------

        /// Whether `command -x` runs external commands only.
        command_runs_programs_only: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, command",
            case "ksh-shebang-rules.sh: whence, type, command -x, builtin -d and names of options";

        /// Whether `command -v` without a name has status 2.
        command_v_needs_name: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0 (its behaviour)",
            case "ksh-shebang.sh: command -v without a name";

        /// Whether `command -v` succeeds where one of several names is known.
        command_v_needs_one: bool = false, Sh | Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-variables.sh: hash, command -v and the standard path";

        /// Where `command -p` looks for commands.
        standard_path: &'static str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            Bash | BashPosix | Ksh | KshPosix => "/bin:/usr/bin";
            source "POSIX.1-2024 XCU command",
            case "bash-variables.sh: hash, command -v and the standard path",
            others "dash: as forkless";

        /// Whether `builtin` without operands lists the builtins.
        builtin_lists: bool = true, Bash | BashPosix => false;
            source "ksh93(1), Built-in Commands, builtin",
            case "ksh-builtins.sh: builtin without operands lists them";

        /// Whether `builtin -d` deletes builtins.
        builtin_deletes: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, builtin",
            case "ksh-shebang-rules.sh: whence, type, command -x, builtin -d and names of options";

        /// Whether `caller` shows its usage after an operand that is no number.
        caller_shows_usage: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-variables.sh: caller shows its usage";

        /// Whether `caller` knows of a script that is a file as a caller, and of NULL where there
        /// is none.
        scripts_are_callers: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Builtin Commands, caller", case "bash-scripts.sh: who called";

        // -- All builtins: which there are, their options and operands

        /// Whether there are builtins beyond POSIX whose names a POSIX script may have for external
        /// commands (`print`, `enable`, `compgen` …).
        has_extension_builtins: bool = true, Sh => false;
            source "POSIX.1-2024 XCU 1.6, 1.7", case "bash-builtins.sh: enable -n turns builtins off";

        /// Whether there are `compgen`, `complete`, `compopt`, `bind`, `help`, `history`, `suspend`
        /// and `logout`.
        has_completion_builtins: bool = true, Sh | Ksh | KshPosix => false;
            source "bash(1), SHELL BUILTIN COMMANDS", case "bash-builtins.sh: complete -p lists in the order of bash's table";

        /// Whether there are `print`, `whence`, `integer`, `float`, `nameref`, `compound`, `enum`,
        /// `redirect` and `autoload`. Scripts look for `print` to tell one shell from another.
        has_print_builtins: bool = true, Bash | BashPosix => false;
            source "ksh93(1), Built-in Commands", case "bash-details.sh: what libtool asks: no builtins of ksh93's under the name bash";

        /// Whether `read -t 0`, which assigns nothing, wants valid names.
        read_checks_names_it_leaves: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)", case "bash-builtins.sh: read -t 0 looks at no name";

        /// Whether `chdir` is another name of `cd`.
        has_chdir: bool = true, Bash | BashPosix | Ksh | KshPosix => false;
            source "dash 0.5.12, mksh, busybox 1.35 (their behaviour)",
            case "cd-p.sh: chdir is cd",
            others "yash: no";

        /// Whether lists of builtins count `source` among the special ones.
        source_is_special: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-builtins.sh: lists of builtins";

        /// Whether an operand that begins with `-` is an unknown option of a builtin without
        /// options.
        optionless_builtins_reject_options: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS", case "bash-builtins.sh: getopts: -- ends its own options, so that the letters may begin with a hyphen";

        /// Whether a builtin that is called wrongly writes how it is called.
        shows_usage: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-builtins.sh: hash";

        /// Whether an operand that a builtin cannot use (no name, no number, no mode) is an error of
        /// the builtin; else it is a failure.
        bad_operand_is_error: bool = true, Bash | BashPosix => false;
            source "POSIX.1-2024 XCU 2.8.1", case "bash-messages.sh: a builtin goes on after a name that is none";

        /// The status of a builtin with an operand that it cannot use.
        bad_operand_status: i32 = 2, Bash | BashPosix | Ksh | KshPosix => 1;
            source "dash 0.5.12, bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "ksh-shebang-builtins.sh: operands that are none have status 1", others "dash: 2; mksh: 1";

        /// Whether `--version` and unknown words behind `--` are answered by every builtin.
        builtins_have_long_options: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands", case "ksh-shebang.sh: options of builtins that are none";

        /// Whether `--help` of a builtin writes to standard error.
        help_goes_to_standard_error: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-shebang-builtins.sh: --help writes to standard error";

        // -- exit, return, break, shift, exec, times

        /// Whether operands that `exit`, `return` and `shift` do not take abandon the rest of the
        /// line; else they are ignored.
        extra_operand_abandons_line: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-details.sh: errors of arithmetic and `set -e`: the line is left, and no more";

        /// Whether the operand of `exit` and `return` may be negative.
        exit_status_may_be_negative: bool = true, Sh | KshPosix => false;
            source "POSIX.1-2024 XCU exit", case "ksh-errors.sh: exit and return take negative numbers";

        /// Whether `exit` and `return` leave although their operand is no number.
        leaves_despite_bad_status: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-language.sh: return outside of functions, and exit without a number";

        /// Whether an interactive shell says `exit` or `logout` when it ends.
        exit_is_announced: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, exit", case "bash-builtins.sh: an interactive shell says that it ends";

        /// Whether `return` in a function of the `function` keyword gives a status of more than eight
        /// bits.
        function_status_is_unbounded: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Functions", case "ksh-shebang.sh: statuses of functions are any number";

        /// Whether `return` without an operand, in a function or a file that a trap runs, returns the
        /// status of the last command there; else that of the command before the trap.
        return_in_trap_is_last_status: bool = true, Bash | BashPosix => false;
            source "POSIX.1-2024 XCU return", case "trap-p.sh: return that does not end the trap has the status of the last command",
            others "dash: true; mksh: false";

        /// Whether `return` outside of functions and sourced files is an error.
        return_needs_function: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, return", case "bash-language.sh: return outside of functions, and exit without a number";

        /// What `break` and `continue` do with a count that is no positive number.
        bad_loop_count: BadLoopCount = BadLoopCount::Error,
            Bash | BashPosix => BadLoopCount::LeaveLoops;
            source "POSIX.1-2024 XCU break", case "bash-details.sh: a level that is no number ends the script";

        /// Whether `break` and `continue` outside of loops are reported.
        reports_break_outside_loop: bool = false, Bash => true;
            source "bash 5.2 (its behaviour)", case "bash-details.sh: `break` in a subshell sees the loops of the subshell only, in a substitution those around it";

        /// Whether the operand of `shift` is an arithmetic expression.
        shift_operand_is_expression: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Built-in Commands, shift", case "bash-messages.sh: numbers that are none";

        /// Whether to shift more parameters than there are is an error of `shift`; else it is a
        /// failure.
        shift_beyond_is_error: bool = true, Bash | BashPosix => false;
            source "POSIX.1-2024 XCU shift", case "bash-posix.sh: and errors that do not";

        /// Whether such a failure is reported without `shopt -s shift_verbose`.
        reports_shift_beyond: bool = true, Bash => false;
            source "bash(1), SHELL BUILTIN COMMANDS, shopt; bash(1), POSIX Mode", case "bash-language.sh: shift beyond the end says nothing";

        /// Whether `exec` has the options `-a`, `-c` and `-l`.
        exec_has_options: bool = true, Sh | KshPosix => false;
            source "POSIX.1-2024 XCU exec", case "ksh-builtins.sh: exec -a, -c and -l";

        /// Whether SHLVL is one less for a command that `exec` runs.
        exec_lowers_shlvl: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-shebang-variables.sh: SHLVL counts, and takes no expressions from outside";

        /// Whether `shopt -s execfail` keeps a shell whose `exec` has failed.
        execfail_keeps_shell: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, shopt", case "bash-scripts.sh: exec of nothing ends the script, but under execfail";

        /// Whether a failed `exec` ends the shell where other errors abandon a line.
        failed_exec_ends_shell: bool = false, Bash | BashPosix => true;
            source "POSIX.1-2024 XCU 2.8.1", case "bash-scripts.sh: exec of nothing ends the script, but under execfail";

        /// Whether operands of `times` are an error.
        times_rejects_operands: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-shebang-builtins.sh: times has no operands";

        /// How many decimals of a second `times` shows.
        times_decimals: usize = 6, Bash | BashPosix => 3;
            source "POSIX.1-2024 XCU times", case "bash-builtins.sh: times has milliseconds";

        // -- `.` and source

        /// Whether a file that is not found, or not named, ends a non-interactive shell also under
        /// the name `source`.
        missing_sourced_file_is_fatal: bool = false, BashPosix => true;
            source "bash(1), POSIX Mode", case "bash-posix.sh: errors that end the shell";

        /// What `.` does with a directory.
        dotted_directory: DottedDirectory = DottedDirectory::Empty,
            Bash | BashPosix => DottedDirectory::Refused, Ksh | KshPosix => DottedDirectory::NotOpened;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)", case "errors-y.sh: a directory that is sourced is an empty file",
            others "dash, busybox: Empty";

        /// Whether a file that is not found in PATH is looked for in the working directory.
        dot_searches_working_directory: bool = true, Sh | BashPosix | KshPosix => false;
            source "POSIX.1-2024 XCU dot; bash(1), POSIX Mode", case "bash-posix.sh: `.` does not look in the working directory, and type finds no files that cannot be executed";

        /// Whether the operands `.` and `..` are paths, and not looked for in PATH.
        dot_names_are_paths: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-posix.sh: the operands `.` and `..` of `.` are directories, and not looked for";

        /// Whether positional parameters that a file with arguments sets outside of functions stay.
        sourced_parameters_stay: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, source", case "bash-details.sh: what a script that is read sets stays, also where it had arguments";

        /// Whether a sourced file is a call: FUNCNAME names it, and DEBUG and RETURN traps are as in
        /// functions.
        sourced_file_is_call: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables, FUNCNAME", case "bash-traps.sh: source is among the calls";

        /// Whether a sourced FIFO or device is read to its end before its first command runs; traps
        /// run meanwhile.
        sourced_stream_is_read_whole: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-traps.sh: a trap runs while a FIFO is read that is sourced";

        /// What `.` and `source` do with the name of a function.
        dotted_functions: DottedFunctions = DottedFunctions::Never, Ksh => DottedFunctions::Run,
            KshPosix => DottedFunctions::BySource;
            source "ksh93(1), Built-in Commands, .", case "ksh-shebang-builtins.sh: `.` runs functions of the `function` keyword, in posix mode `source` alone does";

        // -- cd, pushd, popd, dirs

        /// Whether `cd old new` replaces a part of the working directory's name.
        cd_replaces: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Built-in Commands, cd", case "bash-messages.sh: operands that are not there";

        /// The status of `cd` with too many operands.
        cd_extra_operand_status: i32 = 2, Bash | BashPosix => 1;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: operands that are not there";

        /// Whether `cd ''` is an error.
        cd_rejects_empty_name: bool = true, Bash | BashPosix => false;
            source "POSIX.1-2024 XCU cd", case "bash-builtins.sh: cd to an empty name is nothing to do";

        /// Whether `cd` exports OLDPWD.
        cd_exports_oldpwd: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)", case "bash-details.sh: single ones";

        /// Whether an operand of `pushd`, `popd` and `dirs` that is neither `+n` nor `-n` is a usage
        /// error with status 2.
        stack_operands_are_numbers: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, dirs", case "bash-builtins.sh: the directory stack: messages, pushd -n, assignments";

        /// Whether `pushd -n` alone exchanges the two topmost directories.
        pushd_n_exchanges: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)", case "bash-builtins.sh: shopt -q without names says nothing";

        /// Whether `pushd -n +n` shows the stack.
        pushd_n_shows_stack: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)", case "bash-builtins.sh: the directory stack: messages, pushd -n, assignments";

        // -- alias, umask, ulimit, trap

        /// Whether `alias` has `-t` for tracked aliases, quotes values only where it has to, and
        /// counts the names that are not there in its status.
        alias_tracks_commands: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, alias", case "bash-declarations.sh: what type says of each";

        /// Whether `alias` lists aliases as commands that define them.
        alias_lists_commands: bool = false, Bash => true;
            source "bash(1), SHELL BUILTIN COMMANDS, alias; bash(1), POSIX Mode", case "bash-declarations.sh: what type says of each";

        /// Whether `umask` takes an octal number of any size, of which the last nine bits count.
        umask_takes_large_numbers: bool = false, Sh | Ksh | KshPosix => true;
            source "dash 0.5.12, ksh93u+m 1.0.4 (their behaviour)",
            case "umask-ulimit-p.sh: of a large octal mask the last digits count", others "dash, mksh, yash: true";

        /// Whether `umask` has `-p`.
        umask_has_p: bool = true, Sh | KshPosix => false;
            source "POSIX.1-2024 XCU umask", case "bash-language.sh: kill -l and umask -p";

        /// Whether `umask -S mode` shows the new mask.
        umask_s_shows_new: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, umask",
            case "bash-builtins.sh: umask -S with a mode shows the new mask";

        /// The resources that `ulimit` knows, and how it describes them.
        ulimit_resources: UlimitResources = UlimitResources::ProcessesTwice,
            Bash | BashPosix => UlimitResources::PipeSize;
            source "bash(1), SHELL BUILTIN COMMANDS, ulimit", case "bash-details.sh: ulimit -a, its other resources, and several at once";

        /// Whether each option of `ulimit` may have a limit of its own.
        ulimit_sets_several: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, ulimit", case "bash-details.sh: ulimit -a, its other resources, and several at once";

        /// The status of `ulimit` where the system refuses a limit.
        ulimit_refusal_status: i32 = 2, Bash | BashPosix | Ksh | KshPosix => 1;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)", case "bash-builtins.sh: limits that are too large", others "dash: 2";

        /// Whether a limit of more than 64 bits in the kernel's unit is refused; else it is the largest there is.
        ulimit_refuses_overflow: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-builtins.sh: limits that are too large", others "dash: false";

        /// The block in bytes that `ulimit -f` and `-c` count in.
        ulimit_block: u64 = 512, Bash => 1024;
            source "POSIX.1-2024 XCU ulimit; bash(1), POSIX Mode", case "bash-details.sh: ulimit counts files in blocks of 1024 bytes";

        /// Whether `trap` lists signals that were ignored when the shell began.
        trap_lists_ignored_on_entry: bool = false, Bash | BashPosix => true;
            source "bash(1), POSIX Mode", case "bash-traps.sh: trap shows what was ignored when the shell began";

        /// Whether `trap -p condition` shows a condition whose action is the default.
        trap_p_shows_defaults: bool = true, Bash => false;
            source "POSIX.1-2024 XCU trap", case "bash-builtins.sh: trap -p of a condition that has no trap shows nothing";

        /// Whether `cd` fails where PWD or OLDPWD is read only: it has changed the directory, then.
        cd_fails_for_readonly_pwd: bool = true, Ksh | KshPosix => false;
            source "POSIX.1-2024 XBD 8.1", case "cd-p.sh: PWD and OLDPWD that are read only";

        /// The conditions that `trap -p` without operands lists.
        trap_p_lists: TrapPList = TrapPList::Trappable,
            Bash | Ksh | KshPosix => TrapPList::Set,
            BashPosix => TrapPList::All;
            source "POSIX.1-2024 XCU trap; bash(1), POSIX Mode",
            case "trap-p.sh: trap -p lists what is at its default, too",
            others "dash: no -p";

        /// Whether `trap` takes the condition KEYBD, which never comes.
        trap_knows_keybd: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Key Bindings", case "ksh-shebang-builtins.sh: a trap on KEYBD is kept";

        /// Whether `trap` lists names of signals with SIG.
        trap_lists_sig_prefix: bool = false, Bash => true;
            source "bash(1), POSIX Mode", case "bash-language.sh: traps in order, by names in any case";

        /// Whether `trap -p condition` shows the action alone.
        trap_p_shows_action_alone: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, trap", case "ksh-shebang.sh: trap -p with a condition";

        /// Whether `trap` quotes actions in its list only where it has to.
        trap_quotes_where_needed: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-shebang-builtins.sh: traps of the parent are shown in a subshell, not in one of that";

        // -- set, shopt

        /// Whether `set` has `--state` and `--default`.
        set_has_state_options: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, set", case "ksh-shebang-options.sh: the state can be kept and put back";

        /// Whether `set -o posix` turns `braceexpand` off and `letoctal` on.
        posix_option_changes_others: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, set", case "ksh-shebang-options.sh: posix changes two others, unless told not to";

        /// Whether `set -o` and `shopt -o` have `interactive-comments`.
        set_has_interactive_comments: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, set", case "bash-builtins.sh: set -o and shopt -o have interactive-comments";

        /// Whether `set -s` sorts the positional parameters.
        set_s_sorts: bool = true, Sh | KshPosix => false;
            source "ksh93(1), Built-in Commands, set", case "ksh-compound.sh: options by their names";

        /// Whether `set` has `-B`, `-H`, `-k` and `-t`.
        set_has_extension_letters: bool = true, Sh | KshPosix => false;
            source "POSIX.1-2024 XCU set", case "bash-declare-lists.sh: set -k: assignments after the command are for it too";

        /// Whether `set` has `-A` and `+A`, which assign arrays.
        set_has_arrays: bool = true, Sh | Bash | BashPosix => false;
            source "POSIX.1-2024 XCU set; ksh93(1), Built-in Commands, set",
            case "builtins-p.sh: set has no option for arrays", others "dash: no; mksh: yes";

        /// Whether `set -r` restricts the shell.
        set_r_restricts: bool = true, Sh | KshPosix => false;
            source "POSIX.1-2024 XCU set", case "bash-restricted.sh: it opens files to read only";

        /// Whether `set +r` in a restricted shell is an unknown option; else it is refused.
        plus_r_is_bad_option: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-restricted.sh: what a restricted shell does not do";

        /// Whether `extdebug` turns `functrace` and `errtrace` on and keeps the arguments of calls.
        extdebug_traces_functions: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, shopt", case "bash-functions.sh: what was called with what, under extdebug";

        /// Whether `set -o` lists options that bash does not have (`globstar`, `inprocess`,
        /// `letoctal` …).
        set_o_lists_foreign_options: bool = true, Bash | BashPosix => false;
            source "bash(1), SHELL BUILTIN COMMANDS, set", case "own-y.sh: the switch for utilities: an option and a variable";

        /// Whether `set -o` lists `restricted`.
        set_o_lists_restricted: bool = true, Sh | Bash | BashPosix => false;
            source "ksh93(1), Built-in Commands, set", case "options-p.sh: -o without a name prints the options, +o commands that restore them";

        /// Whether `wait` knows a child no more whose status it has returned.
        wait_forgets_status: bool = false, BashPosix => true;
            source "POSIX.1-2024 XCU wait; bash(1), POSIX Mode",
            case "bash-posix.sh: wait returns the status of a child once in POSIX mode";

        /// Whether `onecmd` is an option of `set -o`.
        set_o_has_onecmd: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, set", case "bash-builtins.sh: hash without a table, functions that are none, modes that are none";

        /// How `set -o` shows the options.
        option_list: OptionList = OptionList::Columns, Bash | BashPosix => OptionList::Tabbed,
            Ksh | KshPosix => OptionList::Headed;
            source "POSIX.1-2024 XCU set", case "bash-declare-lists.sh: set -k: assignments after the command are for it too";

        /// Whether `set` lists functions after the variables.
        set_lists_functions: bool = false, Bash => true;
            source "bash(1), POSIX Mode", case "bash-posix.sh: what is listed";

        /// How `set` quotes the values that it lists.
        listed_value: ListedValue = ListedValue::WhereNeeded, Sh | KshPosix => ListedValue::SingleQuoted,
            Bash => ListedValue::Printable, BashPosix => ListedValue::WithoutDollarQuotes,
            Ksh => ListedValue::Reusable;
            source "POSIX.1-2024 XCU set; bash(1), POSIX Mode", case "bash-declare-lists.sh: what declare and set list is input";

        // -- Jobs: jobs, bg, fg, disown, wait, kill

        /// The status of `bg` and `fg` without job control.
        no_job_control_status: i32 = 2, Bash | BashPosix => 1;
            source "POSIX.1-2024 XCU bg", case "bash-messages.sh: operands that are not there";

        /// Whether `bg` reports a job that runs already instead of resuming it.
        bg_reports_running_job: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-jobs.sh: a job's name is a command, and a job that runs is in the background already";

        /// Whether `bg` marks the job as the current one and as a command in the background.
        bg_marks_current_job: bool = false, Bash | BashPosix => true;
            source "POSIX.1-2024 XCU bg", case "bash-jobs.sh: bg shows the job that it resumes as the current one";

        /// Whether a job that is disowned stays in the list of jobs.
        disown_keeps_jobs: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, disown", case "ksh-control.sh: disown";

        /// Whether `jobs` has `-r`, `-s` and `-n` for jobs in one state.
        jobs_selects_states: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, jobs", case "bash-jobs.sh: jobs -r counts those that run";

        /// Whether `jobs -x` runs a command with process groups in the place of jobs.
        jobs_x_runs_command: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, jobs", case "bash-jobs.sh: jobs -x gives a command the ids of jobs";

        /// Whether `jobs` lists the newest job first.
        jobs_newest_first: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)", case "bash-jobs.sh: jobs shows what runs, the command as bash writes it";

        /// How `jobs` writes a job.
        job_line: JobLine = JobLine::Plain, Bash | BashPosix => JobLine::Formatted,
            Ksh | KshPosix => JobLine::Tabbed;
            source "POSIX.1-2024 XCU jobs", case "bash-jobs.sh: jobs shows what runs, the command as bash writes it";

        /// Whether the states of jobs are written as POSIX has them: `Done(1)`, `Stopped (SIGTSTP)`.
        job_states_are_standard: bool = true, Bash => false;
            source "POSIX.1-2024 XCU jobs; bash(1), POSIX Mode", case "bash-jobs.sh: the states of jobs are POSIX's in its mode";

        /// Whether `wait` reports an operand that is no child or job of the shell.
        wait_reports_unknown_child: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-jobs.sh: wait for what is no job or no child";

        /// Whether the CHLD trap runs each time that a child ends for which `wait` waits.
        chld_trap_runs_per_child: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, trap", case "bash-traps.sh: wait runs the CHLD trap as each child ends";

        /// The status of `kill` with an operand that is no process, and of `kill -l` with one that is no signal.
        bad_process_id_status: i32 = 2, Bash | BashPosix | Ksh | KshPosix => 1;
            source "POSIX.1-2024 XCU kill; ksh93u+m 1.0.4 (its behaviour)",
            case "bash-messages.sh: numbers that are none", others "dash: 2; mksh, yash: 1";

        /// Whether `kill -s` without a signal is reported as an option without its argument.
        kill_reports_missing_signal: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: options and operands that are none";

        /// How `kill -l` lists all signals.
        signal_list: SignalList = SignalList::Lines, Bash => SignalList::Table,
            BashPosix => SignalList::OneLine;
            source "POSIX.1-2024 XCU kill; bash(1), POSIX Mode", case "bash-language.sh: kill -l and umask -p";

        /// Whether EXIT is the name of the number 0 for `kill -l`.
        kill_l_knows_exit: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-builtins.sh: printf and kill";

        // -- test, print, printf

        /// Whether `test -a file` is `test -e file`.
        test_a_is_e: bool = true, Sh | KshPosix => false;
            source "ksh93(1), Conditional Expressions; bash(1), CONDITIONAL EXPRESSIONS", case "ksh-builtins.sh: [ -a file ]";

        /// Whether `ulimit -a` with an operand is an error.
        ulimit_a_takes_no_operand: bool = true, Bash | BashPosix => false;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "umask-ulimit-p.sh: ulimit -a takes no operand", others "dash: true";

        /// Whether `test -R name` asks for a name reference.
        test_has_references: bool = true, Sh | KshPosix => false;
            source "ksh93(1), Conditional Expressions; bash(1), CONDITIONAL EXPRESSIONS", case "bash-builtins.sh: test -R";

        /// Whether `test text =~ expression` matches a regular expression.
        test_matches_expressions: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, test", case "ksh-shebang-match.sh: classes and groups of expressions";

        /// Whether the numbers that `test` compares may be arithmetic expressions.
        test_compares_expressions: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Conditional Expressions", case "bash-messages.sh: numbers that are none";

        /// Whether `test -t word` is false of a word that is no number; else it is an error.
        test_t_forgives_words: bool = false, Bash | BashPosix | Ksh | KshPosix => true;
            source "POSIX.1-2024 XCU test", case "bash-builtins.sh: -t of a word that is no number is false";

        /// Whether `test` refuses numbers that have no room in 64 bits.
        test_numbers_have_limits: bool = false, Sh | Bash | BashPosix => true;
            source "bash 5.2, dash 0.5.12 (their behaviour)", case "bash-builtins.sh: numbers that are too large", others "mksh: false";

        /// Whether `print -v` and `printf %B` write an array without elements.
        print_shows_empty_array: bool = true, Ksh | KshPosix => false;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-shebang-builtins.sh: print -v of an array without elements is an empty line";

        /// Whether the numbers of `print -f` may be arithmetic expressions.
        print_f_numbers_are_expressions: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, print", case "ksh-shebang-builtins.sh: numbers of printf are expressions, in posix mode those of print -f only";

        /// Whether the numbers of `printf` may be arithmetic expressions.
        printf_numbers_are_expressions: bool = false, Ksh => true;
            source "ksh93(1), Built-in Commands, printf", case "bash-builtins.sh: printf -v keeps what comes before an error";

        /// Whether the array of `read -A` is its first operand, and no argument of the option; `read -v` is
        /// known then.
        read_array_is_operand: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, read", case "ksh-shebang-builtins.sh: read -A takes no argument";

        /// Whether `printf` has `%(format)T`, `%B`, `%H` and `%..s`.
        printf_has_dates: bool = true, Sh => false;
            source "ksh93(1), Built-in Commands, printf; bash(1), SHELL BUILTIN COMMANDS, printf", case "bash-builtins.sh: printf's dates may have parentheses";

        /// Whether `printf` has `%P`, `%R`, `%Z`, `%U`, `%D`, `%O`, sizes of numbers, and `%.3c`.
        printf_has_pattern_directives: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, printf", case "bash-language.sh: printf %q, %Q and escapes";

        /// Whether the argument of `%(format)T` may be a date in words.
        printf_date_is_phrase: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, printf", case "ksh-shebang-builtins.sh: printf %T takes dates in words";

        /// Whether the format in `%(format)T` has the directives of ksh93's library beside
        /// strftime(3)'s.
        printf_date_format_is_extended: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, printf", case "ksh-shebang-builtins.sh: printf %T takes dates in words";

        /// Whether `%n` assigns to a variable how many bytes were printed.
        printf_counts_output: bool = false, Bash | BashPosix | Ksh | KshPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, printf; ksh93(1), Built-in Commands, printf", case "bash-details.sh: %n of printf: how much was printed before it";

        /// Whether `\E` in a format is an escape character.
        printf_has_upper_escape: bool = true, Sh | KshPosix => false;
            source "bash(1), SHELL BUILTIN COMMANDS, echo", case "ksh-shebang.sh: \\E is an escape";

        /// Whether `%q` quotes with backslashes, `\c` in a format is no escape, and `\'` and `\?` are.
        printf_quotes_with_backslashes: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, printf", case "bash-details.sh: printf: formats that are none";

        /// Whether a number that is too large is a warning and no failure.
        printf_overflow_is_warning: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-builtins.sh: a number that is too large for printf is a warning";

        /// Whether `%a` has 1 before the point, and where no precision is given 28 digits behind it.
        printf_hexadecimal_begins_with_one: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-builtins.sh: hexadecimal numbers of printf begin with 1";

        /// Whether `printf` reads and shows numbers with a fraction as C's double, not as its long
        /// double.
        printf_reals_are_doubles: bool = false, Sh | BashPosix => true;
            source "POSIX.1-2024 XCU printf, EXTENDED DESCRIPTION; bash 5.2 (its behaviour)",
            case "printf-p.sh: numbers with a fraction are doubles", others "dash: yes";

        /// Whether `printf` writes its output after all messages.
        printf_writes_at_the_end: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-builtins.sh: what is no number is shown as it is, before all output";

        /// Whether `printf -vname` is `printf -v name`.
        printf_v_may_be_attached: bool = false, Bash | BashPosix => true;
            source "POSIX.1-2024 XBD 12.2", case "bash-builtins.sh: printf and kill";

        // -- fc, completion

        /// Whether `fc -g` replaces every occurrence, and `fc -s old=new` the first one; else
        /// every one is.
        fc_replaces_first: bool = true, Bash | BashPosix => false;
            source "POSIX.1-2024 XCU fc", case "bash-history.sh: fc -s";

        /// Whether `fc` with an empty history is an error.
        fc_needs_history: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)", case "ksh-history.sh: none in a script that does not ask for it";

        /// Whether `fc -r` with a range from new to old shows it from old to new.
        fc_r_reverses_range: bool = true, Bash | BashPosix => false;
            source "POSIX.1-2024 XCU fc", case "ksh-history.sh: ranges, backwards too";

        /// Whether a number beyond the newest command stands for the oldest where `fc -l` begins.
        fc_l_wraps_to_oldest: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-history.sh: fc -l";

        /// Whether `fc -l` may list itself.
        fc_l_lists_itself: bool = true, Bash | BashPosix => false;
            source "ksh93u+m 1.0.4 (its behaviour)", case "bash-history.sh: a number that is too large";

        /// Whether `?text` names a command by what is anywhere in it.
        fc_finds_text_anywhere: bool = true, Bash | BashPosix => false;
            source "mksh(1), fc", case "ksh-history.sh: a command by what is anywhere in it";

        /// Whether `fc -l` has a column for commands that were modified.
        fc_l_marks_modified: bool = false, Bash => true;
            source "bash(1), POSIX Mode", case "bash-history.sh: so many at most";

        /// Whether `fc -l` indents the further lines of a command.
        fc_l_indents_lines: bool = true, Bash | BashPosix => false;
            source "POSIX.1-2024 XCU fc", case "ksh-history.sh: what was typed is listed as it was written";

        /// Whether what an editor leaves goes into the history line by line; else it takes the place
        /// of the `fc`.
        fc_keeps_edited_lines: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, fc", case "bash-history.sh: fc and an editor";

        /// Whether EDITOR names the editor where FCEDIT does not.
        fc_uses_editor_variable: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, fc", case "bash-history.sh: EDITOR edits where FCEDIT is not set";

        /// Whether `compgen -F` warns and sets COMP_KEY and COMP_TYPE.
        compgen_warns_of_functions: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-details.sh: compgen -f, -X and -o";

        /// Whether `compgen -A helptopic` gives the compound commands too.
        help_has_compound_commands: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL BUILTIN COMMANDS, help", case "bash-builtins.sh: compound commands are topics of help";

        /// Whether `help` has the options of `set -o` and the variables as topics.
        help_has_options_and_variables: bool = true, Bash | BashPosix => false;
            source "bash(1), SHELL BUILTIN COMMANDS, help", case "own-y.sh: help has options and variables";
    }
}
