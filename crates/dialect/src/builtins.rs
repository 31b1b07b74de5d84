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
        getopts_parses_before_bad_name: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
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

        /// Whether `read -N` into an array makes one element of the text.
        read_array_exactly_is_unsplit: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: arrays that are read whole, texts that become elements";

        /// Whether `read -C` reads a compound variable.
        read_reads_compounds: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Built-in Commands, read",
            case "ksh-shebang-compound.sh: read -C takes a value of several lines and nothing after it";

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

        /// Whether `type -a` calls a reserved word a shell keyword; else a keyword.
        type_a_says_shell_keyword: bool = true, Ksh | KshPosix => false;
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
        command_v_needs_one: bool = false, Bash | BashPosix => true;
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
    }
}
