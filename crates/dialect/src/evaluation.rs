//! How commands are found and run, and how they end (POSIX XCU 2.8, 2.9, 2.11 to 2.14).

use crate::Dialect;

/// Which traps `trap` without operands lists in a subshell of a subshell, where neither has set one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedTraps {
    /// Those that it lists in the enclosing subshell.
    Listed,
    /// Those that are in force in the enclosing subshell.
    InForce,
}

/// What an expansion error in a redirection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedirectionError {
    /// The shell.
    Shell,
    /// The command, where that is an external command, a subshell or has no name; else the shell.
    Process,
    /// The command.
    Command,
}

/// What the name of a function may be, as it is checked where the function is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionNames {
    /// Whatever the grammar allows.
    Any,
    /// A word without quotes and expansions.
    Unquoted,
    /// A name that is no special builtin's.
    Names,
    /// Whatever the grammar allows, but no special builtin's name.
    NotSpecial,
}

/// How `set -x` quotes words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceQuotes {
    /// So that they can be read again, also what is not printable.
    AsInput,
    /// In single quotes, where a character means something to a shell.
    Single,
    /// In single quotes, where a character means something to a shell; else what is not printable
    /// in `$'…'`.
    Special,
}

/// Which loops `break` and `continue` in a subshell leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakInSubshell {
    /// Those that the subshell is in too, so that it ends.
    All,
    /// Its own. Where it has none, the subshell ends if it is in a loop.
    OwnFirst,
    /// Its own; in a command substitution those that it is in too.
    Own,
}

/// What an error of syntax ends in a shell that is not interactive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyntaxErrorEnds {
    /// The shell.
    Shell,
    /// The action of a trap that has it, else the shell.
    ShellOrTrap,
    /// The text of `eval`, of a sourced file or of a trap that has it, else the shell.
    ShellOrText,
}

rules! {
    /// How commands are found and run, and how they end.
    Evaluation for Dialect {
        /// The exit status of a command that the shell itself could not carry out (a redirection, an
        /// expansion).
        failure_status: i32 = 1, Sh => 2;
            source "POSIX.1-2024 XCU 2.8.1", case "redirection-y.sh: a failed redirection of a compound command has status 2",
            others "dash: 2";

        /// Whether a shell that is not interactive says which jobs in the background a signal has ended.
        killed_jobs_are_reported: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-jobs.sh: a job in the background that a signal ends is reported after the next command";

        /// Whether it is said that a NUL in the output of a command substitution is left out.
        nul_in_substitution_is_reported: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-messages.sh: what is wrong with TIMEFORMAT and with slices, zero bytes";

        /// Whether a letter in TIMEFORMAT that is none is an error, and a last `%` is shown.
        timeformat_is_checked: bool = false, Bash | BashPosix | Ksh | KshPosix => true;
            source "bash 5.2; ksh93u+m 1.0.4 (their behaviour)",
            case "bash-messages.sh: what is wrong with TIMEFORMAT and with slices, zero bytes";

        /// Whether `time` shows seconds with two digits before the point, and where TIMEFORMAT is not
        /// set two behind it.
        time_shows_hundredths: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-builtins.sh: what time shows";

        /// Whether `time` shows nothing where its command ends the shell.
        time_ends_silently: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-builtins.sh: what time shows";

        /// Whether a token without a place in a command substitution ends the shell also in the texts of
        /// `eval`, `.` and traps, with status 127 in the text of `-c` and what it runs, else 1.
        error_in_substitution_ends_shell: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-messages.sh: an error of syntax in a substitution ends the shell";

        /// The exit status of an error of syntax.
        syntax_error_status: i32 = 2, Ksh | KshPosix => 3;
            source "POSIX.1-2024 XCU 2.8.1; ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang.sh: a syntax error has status 3, and ends the text that has it",
            others "dash: 2";

        /// What an error of syntax ends in a shell that is not interactive.
        syntax_error_ends: SyntaxErrorEnds = SyntaxErrorEnds::Shell,
            Bash | BashPosix => SyntaxErrorEnds::ShellOrTrap,
            Ksh | KshPosix => SyntaxErrorEnds::ShellOrText;
            source "POSIX.1-2024 XCU 2.8.1",
            case "ksh-shebang.sh: a syntax error has status 3, and ends the text that has it",
            others "dash: Shell";

        /// Whether an error of syntax in a list of elements, `a=( … )`, is one of expansion.
        list_error_is_of_expansion: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-language.sh: the line of a syntax error in a list of elements is skipped";

        /// Whether `eval` and sourced files go on with their next line after an error that abandons
        /// a line.
        texts_go_on_after_error: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "ksh-errors.sh: in bash's language eval goes on with its next line";

        /// What is added to the number of a signal for the exit status of a command that it ended.
        signal_status_base: i32 = 128, Ksh | KshPosix => 256;
            source "POSIX.1-2024 XCU 2.8.2; ksh93(1), Exit Status",
            case "ksh-shebang-builtins.sh: what a signal has killed has a status of nine bits",
            others "dash: 128";

        // -- Subshells and command substitutions

        /// Which loops `break` and `continue` in a subshell leave.
        break_in_subshell: BreakInSubshell = BreakInSubshell::OwnFirst,
            Bash | BashPosix => BreakInSubshell::Own, Ksh | KshPosix => BreakInSubshell::All;
            source "POSIX.1-2024 XCU break; bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "break-p.sh: more levels than a subshell has loops are its own loops",
            others "dash: BreakInSubshell::All; mksh: BreakInSubshell::Own";

        /// Whether a command substitution inherits `set -e`, whatever `shopt -s inherit_errexit` says.
        substitution_keeps_errexit: bool = true, Bash | BashPosix => false;
            source "bash(1), The Shopt Builtin, inherit_errexit",
            case "bash-details.sh: a command substitution inherits set -e only under inherit_errexit";

        /// Whether `$?` is the status of a command substitution already for what follows in the same
        /// command; else that of the last command.
        substitution_status_is_at_once: bool = false, Bash | BashPosix | Ksh | KshPosix => true;
            source "POSIX.1-2024 XCU 2.5.2",
            case "status-p.sh: a substitution in a command's words leaves $? as it is",
            others "dash: false; mksh: false; busybox: false; yash: false";

        /// Whether `$(<&n)` stands for what can be read from a descriptor, as `$(<file)` does for a
        /// file.
        substitution_copies_descriptor: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Command Substitution",
            case "ksh-shebang-builtins.sh: <<# takes the indentation off, $(<&3) is what a descriptor has";

        /// The bits that are kept of the exit status of a subshell whose last command was ended by a
        /// signal.
        subshell_status_mask: i32 = 0xff, Ksh | KshPosix => 0x1ff;
            source "ksh93(1), Exit Status",
            case "ksh-shebang-builtins.sh: what a signal has killed has a status of nine bits";

        /// Which traps `trap` without operands lists in a subshell of a subshell, where neither has set
        /// one.
        subshell_traps_listed: ListedTraps = ListedTraps::Listed,
            Ksh | KshPosix => ListedTraps::InForce;
            source "POSIX.1-2024 XCU trap; ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-builtins.sh: traps of the parent are shown in a subshell, not in one of that";

        // -- Traps and signals

        /// Whether `$?` in an EXIT trap that runs because of a signal is the status that the signal
        /// gives, instead of that of the last command.
        exit_trap_sees_signal_status: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)",
            case "bash-traps.sh: the EXIT trap after a signal has the status of the last command";

        /// Whether an `exit` in the EXIT trap that a signal has started gives the shell's exit status,
        /// instead of the signal ending the process.
        exit_in_trap_replaces_signal: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-variables.sh: the EXIT trap has its own status, a killed program is reported where its messages go";

        /// Whether a script reports a signal that ended a command of a command substitution, or a stage
        /// of a pipeline other than the last.
        inner_death_is_reported: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)",
            case "bash-messages.sh: what a signal has killed is reported with its process and the command";

        /// Whether the report of a signal that ended a command of a script says where: the script, the
        /// line and the process.
        death_report_is_located: bool = false, Bash | BashPosix | Ksh | KshPosix => true;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "bash-messages.sh: what has killed the program that is all of a subshell";

        /// Whether the report that a signal has ended a program leads where the redirections of its
        /// simple command lead.
        program_death_report_is_redirected: bool = false, Sh | Ksh | KshPosix => true;
            source "dash 0.5.12, ksh93u+m 1.0.4 (their behaviour)",
            case "status-p.sh: the report of a killed program is where its errors are",
            others "dash, mksh: yes";

        /// Whether that report says no place after SIGTERM and after signals that the script traps.
        expected_death_report_is_brief: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-messages.sh: what a signal has killed is reported with its process and the command";

        /// Whether the redirections of `trap`, the last command of a process, end before the trap
        /// runs.
        redirections_of_last_trap_end: bool = true, Bash | BashPosix | Ksh | KshPosix => false;
            source "POSIX.1-2024 XCU 2.7",
            case "bash-commands.sh: the trap of a background command writes where the command was redirected",
            others "dash: ends them";

        /// Whether the EXIT trap runs where a signal ends the shell.
        exit_trap_runs_for_signals: bool = true, Sh | KshPosix => false;
            source "bash(1), The Trap Builtin; ksh93(1), trap",
            case "commands-y.sh: a signal ends the shell without its EXIT trap",
            others "dash: does not run it";

        /// Whether the EXIT trap runs within the function, the file or the redirections in which the shell
        /// ends.
        exit_trap_runs_in_function: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-traps.sh: the EXIT trap sees the function that ended the shell";

        /// Whether the pipe of a process substitution in an assignment stays open, so that the value is the
        /// name of something.
        assigned_process_substitution_stays: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4, bash 5.2 (their behaviour)",
            case "bash-commands.sh: what process substitutions opened is closed behind the command";

        /// Whether LINENO counts from 1 in a trap.
        trap_begins_at_line_one: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-traps.sh: DEBUG before the commands of other actions";

        /// Whether the ERR, DEBUG and RETURN traps run from within each other.
        watching_traps_nest: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-traps.sh: DEBUG before the commands of other actions";

        /// Whether the redirections of the innermost function or builtin are undone before the EXIT trap runs
        /// where a simple command fails under `set -e`.
        errexit_undoes_redirections: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-traps.sh: where set -e ends the shell, the EXIT trap runs without a function's redirections";

        /// Whether an ERR trap runs for what fails in a negated command, where `set -e` is off.
        err_trap_runs_in_negations: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-traps.sh: ERR for what fails in a negated command, unless set -e is on";

        /// Whether an ERR trap runs for the failure of the command that has set it.
        err_trap_covers_its_command: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: details that programs found";

        /// Whether the DEBUG trap runs in the shell before each stage of a pipeline, instead of in
        /// the stage.
        debug_trap_precedes_stages: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-traps.sh: BASH_COMMAND is a command as bash writes it";

        /// Whether the DEBUG trap runs when a command's words have been expanded, so that `.sh.command` shows
        /// them, and before each of several assignments.
        debug_trap_follows_expansion: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands, trap", case "ksh-shebang-builtins.sh: .sh.command is what the DEBUG trap comes before";

        /// Whether the DEBUG trap runs before each iteration of a loop over words.
        debug_trap_precedes_iterations: bool = false, Bash | BashPosix => true;
            source "bash(1), The Trap Builtin",
            case "bash-traps.sh: DEBUG before iterations of a loop, case and the stages of a pipeline";

        /// Whether the DEBUG trap runs before the first command of a function.
        debug_trap_precedes_function: bool = false, Bash | BashPosix => true;
            source "bash(1), The Trap Builtin",
            case "bash-traps.sh: DEBUG where a function begins, under functrace";

        /// Whether LINENO in the RETURN trap at the end of a function is the line on which that
        /// begins.
        return_trap_has_definition_line: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-traps.sh: RETURN sees the line on which the function begins, or that of return";

        /// Whether the signal that ended a compound command is reported where the redirections of
        /// that lead.
        death_report_is_redirected: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-variables.sh: a killed subshell is reported where its redirections lead";

        /// Whether an interrupt during an external command ends the script only if it has ended the
        /// command.
        interrupted_program_decides: bool = false, Bash | BashPosix => true;
            source "bash(1), SIGNALS",
            case "bash-interrupt.sh: a program that takes the interrupt does not end the script";

        /// Whether a utility that ends by the signal that ends the shell, too, sets `$?`.
        fatal_signal_sets_status: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)",
            case "bash-commands.sh: a signal that ends the shell does not set the status for the EXIT trap";

        /// Whether a builtin whose output nobody reads says so, where SIGPIPE is ignored.
        broken_pipe_is_reported: bool = true, Ksh | KshPosix => false;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang.sh: a builtin whose output nobody reads says nothing";

        // -- Redirections

        /// Whether the word of a redirection undergoes field splitting and pathname expansion, and must
        /// give one field.
        redirection_word_is_split: bool = false, Bash => true;
            source "bash(1), REDIRECTION; bash(1), POSIX Mode",
            case "bash-posix.sh: expansions";

        /// Whether `>&word` with a word that is no number opens the file for both outputs.
        output_duplication_opens_files: bool = true, Sh | KshPosix => false;
            source "bash(1), Redirecting Standard Output and Standard Error",
            case "redirection-y.sh: the operand of >& must be a number or -";

        /// Whether `1>&word` is `>&word`.
        numbered_duplication_opens_files: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-commands.sh: both outputs of >& with a number or with blanks";

        /// Whether `n>&m-` moves a descriptor.
        descriptors_can_be_moved: bool = true, Sh => false;
            source "bash(1), Moving File Descriptors; ksh93(1), Input/Output",
            case "redirection-y.sh: no descriptor is moved, no path is a connection";

        /// Whether `/dev/tcp/host/port` and `/dev/udp/host/port` in redirections are connections.
        has_network_paths: bool = true, Sh => false;
            source "bash(1), REDIRECTION; ksh93(1), Input/Output",
            case "redirection-y.sh: no descriptor is moved, no path is a connection";

        /// Whether assignments before `exec` without a command are for its time only.
        bare_exec_drops_assignments: bool = false, Bash => true;
            source "bash 5.2 (its behaviour)", case "bash-commands.sh: assignments before exec without a command are for its time only";

        /// Whether the descriptor of `{name}>word` is closed when its command, other than `exec`, ends.
        named_descriptor_ends_with_command: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Input/Output",
            case "ksh-shebang.sh: the file of {name}> is closed after a command, and not after exec";

        /// Whether `{name}>word` adds a message of its own where the variable cannot be assigned.
        unassigned_descriptor_is_reported: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: an element receives the descriptor that was free";

        /// What an expansion error in a redirection ends.
        redirection_error: RedirectionError = RedirectionError::Shell,
            Bash | BashPosix => RedirectionError::Process, Ksh | KshPosix => RedirectionError::Command;
            source "POSIX.1-2024 XCU 2.8.1; bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "bash-commands.sh: an expansion error in a redirection ends the line, unless the command is a process or has no name";

        /// Whether the shell, but no subshell in a process of its own and no program, ignores SIGQUIT.
        shell_ignores_quit: bool = false, Bash | BashPosix => true;
            source "bash(1), SIGNALS", case "bash-traps.sh: the shell ignores SIGQUIT, programs and processes of subshells do not",
            others "dash: false";

        /// Whether `3>&3` is an error where the descriptor is closed.
        own_duplicate_must_be_open: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "redirection-p.sh: a closed descriptor that is duplicated to itself stays closed",
            others "dash, busybox: false";

        /// Whether the lines of a substitution are counted from the line of the command in which it stands:
        /// its first command is on that one.
        substitution_counts_lines_from_command: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: lines of substitutions in commands of several lines",
            others "dash: false; ksh: false";

        /// Whether a redirection goes on to wait for the other end of a FIFO after a trap has run; else
        /// the signal makes the redirection fail before the trap runs.
        interrupted_open_is_repeated: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-traps.sh: a trap runs while a FIFO is opened, which goes on then",
            others "dash: false";

        /// Whether the redirections of `( )` are a part of the subshell: what their words assign is not seen
        /// outside. Else they are made before it begins.
        subshell_makes_its_redirections: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-commands.sh: the redirections of a subshell are made in it",
            others "dash, ksh, mksh, yash, busybox: no";

        /// Whether the assignments of a command without a name are made before its redirections; else
        /// the redirections are made before, and are there for substitutions in the values.
        assignments_precede_redirections: bool = false,
            Bash | BashPosix | Ksh | KshPosix => true;
            source "POSIX.1-2024 XCU 2.9.1.1; bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "bash-commands.sh: assignments alone are made where their redirections fail",
            others "dash, mksh, busybox: no; yash: yes";

        /// Whether an expansion error in the here-document of a function call or a compound command
        /// ends the shell, as one in another redirection does.
        here_document_error_is_fatal: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-commands.sh: an error in the here-document of a function call ends the line, one in a program's does not";

        // -- Asynchronous lists and coprocesses

        /// Whether a background command without job control reads the redirected input of what it is
        /// in, instead of /dev/null.
        background_keeps_redirected_input: bool = true, Sh => false;
            source "POSIX.1-2024 XCU 2.9.3.1",
            case "jobs-p.sh: the standard input of a background pipeline";

        /// Whether it is known only when a coprocess starts that its name is invalid.
        coprocess_name_is_checked: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-jobs.sh: the variables of a coprocess are there while it is";

        /// Whether a second coprocess writes to the pipe of the first one, as long as the script
        /// reads that as `p`.
        coprocesses_share_output: bool = true, Bash | BashPosix => false;
            source "ksh93(1), Commands",
            case "bash-commands.sh: there is one coprocess at a time",
            others "mksh: as ksh93";

        /// Whether the read-only variables of a coprocess stay as they are.
        coprocess_respects_read_only: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-jobs.sh: the variables of a coprocess are there while it is";

        /// Whether the output of a coprocess can be read after its end, instead of its variables
        /// being removed.
        coprocess_output_outlives_it: bool = true, Bash | BashPosix => false;
            source "bash(1), Coprocesses; ksh93(1), Commands",
            case "bash-jobs.sh: the variables of a coprocess are there while it is";

        /// Whether it is an error that ends the shell to begin a coprocess while another one runs
        /// whose input the script still has as `p`.
        second_coprocess_is_error: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-builtins.sh: a coprocess while another one runs";

        /// Whether two free descriptors lie between the two of a coprocess.
        coprocess_descriptors_are_apart: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-jobs.sh: the variables of a coprocess are there while it is";

        /// Whether the array of a coprocess has -1 for a descriptor that `exec` has closed.
        closed_coprocess_ends_are_shown: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-jobs.sh: the variables of a coprocess are there while it is";

        // -- Commands and how they are found

        /// Whether a special builtin is found before a function of its name.
        special_builtins_precede_functions: bool = true, Bash => false;
            source "POSIX.1-2024 XCU 2.9.1.4; bash(1), POSIX Mode",
            case "bash-builtins.sh: functions come before special builtins";

        /// Whether an error of `typeset` ends a script, as one of a special builtin.
        typeset_errors_are_fatal: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Built-in Commands", case "ksh-shebang-builtins.sh: an error of typeset is the end";

        /// Whether an error of a special builtin, or of one of its redirections, ends a script.
        special_builtin_errors_are_fatal: bool = true, Bash => false;
            source "POSIX.1-2024 XCU 2.8.1; bash(1), POSIX Mode",
            case "bash-messages.sh: options and operands that are none";

        /// Whether variables that are assigned before a special builtin keep their values.
        special_builtins_keep_assignments: bool = true, Bash => false;
            source "POSIX.1-2024 XCU 2.15; bash(1), POSIX Mode",
            case "bash-language.sh: assignments before special builtins are for their time only";

        /// Whether variables that keep the values assigned before a special builtin are exported.
        kept_assignments_are_exported: bool = false, BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-posix.sh: variables assigned before a special builtin are exported";

        /// Whether the operands of a declaration builtin after `command` or `builtin` are ordinary
        /// words.
        command_hides_declarations: bool = false, Bash => true;
            source "POSIX.1-2024 XCU command; bash(1), POSIX Mode",
            case "bash-builtins.sh: command and builtin before a declaration";

        /// Whether a function by the name of a declaration builtin receives its operands as
        /// ordinary words.
        functions_shadow_declarations: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-commands.sh: a function by the name of a declaration builtin gets assignments as words";

        /// Whether `typeset a[1].b=(…)` declares the member, instead of the variable that it is in.
        members_are_declared: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-attributes.sh: lists of members in elements of associative arrays can be declared";

        /// Whether variables that are assigned before a declaration builtin are exported while it
        /// runs, and are what it declares.
        declarations_take_assignments: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-declarations.sh: what is assigned before a declaration stays in the local variable";

        /// Whether a command of assignments alone makes `$_` empty.
        assignments_empty_last_argument: bool = false, Bash | BashPosix => true;
            source "bash(1), Special Parameters",
            case "bash-scripts.sh: the last argument of nothing";

        /// Whether builtins answer `--help`, `--man` and the like.
        builtins_describe_themselves: bool = true, Sh | KshPosix => false;
            source "bash(1), SHELL BUILTIN COMMANDS; ksh93(1), Built-in Commands",
            case "commands-y.sh: builtins do not describe themselves";

        /// Whether `set -h` locates the commands that a function names where it is defined.
        hashall_locates_at_definition: bool = false, Sh => true;
            source "POSIX.1-2024 XCU set",
            case "bash-commands.sh: set -h locates nothing where a function is defined";

        /// Whether tildes at the beginning of the entries of PATH are expanded when a command is
        /// looked for.
        path_has_tildes: bool = false, Bash => true;
            source "bash(1), Tilde Expansion; POSIX Mode",
            case "bash-commands.sh: tildes in PATH are expanded when a command is looked for",
            others "zsh, mksh: no";

        /// Whether the standard PATH is searched where PATH is unset.
        unset_path_is_standard: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-variables.sh: programs in directories of FPATH are functions";

        /// Whether files in the directories of FPATH define functions where they are called.
        fpath_has_functions: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Functions",
            case "ksh-shebang-builtins.sh: a command that PATH does not have may be a function that FPATH has";

        /// Whether the function `command_not_found_handle` is called for a command that is not
        /// found.
        has_command_not_found_handle: bool = false, Bash | BashPosix => true;
            source "bash(1), COMMAND EXECUTION",
            case "bash-language.sh: command_not_found_handle is called for a command that there is not, in a subshell";

        /// Whether the name of a job (`%1`) is a command that brings it to the foreground.
        job_names_are_commands: bool = false, Bash | BashPosix => true;
            source "bash(1), JOB CONTROL",
            case "bash-jobs.sh: a job's name is a command, and a job that runs is in the background already";

        /// The name under which this shell runs a script that names no interpreter.
        shell_of_plain_scripts: &'static str = "sh",
            Bash | BashPosix => "bash", Ksh | KshPosix => "ksh";
            source "bash(1), COMMAND EXECUTION; ksh93(1), Execution",
            case "ksh-shebang.sh: a script that names no interpreter is of the same language";

        /// Whether programs get an exported variable that a local variable without a value shadows.
        shadowed_exports_are_passed: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: programs get what a local variable without a value shadows";

        /// Whether programs get the options that are on, where SHELLOPTS or BASHOPTS is exported.
        shellopts_is_passed_on: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables, SHELLOPTS",
            case "bash-commands.sh: an exported SHELLOPTS says which options are on, an exported array is not passed on";

        /// Whether programs get the first element of an exported array.
        first_elements_are_passed: bool = true, Bash | BashPosix => false;
            source "bash(1), Arrays; ksh93(1), Variables",
            case "bash-commands.sh: an exported SHELLOPTS says which options are on, an exported array is not passed on";

        /// The variables beside PATH, ENV and SHELL that cannot be changed in a restricted shell.
        restricted_variables: &'static [&'static str] = &["FPATH"],
            Bash | BashPosix => &["BASH_ENV", "HISTFILE"];
            source "bash(1), RESTRICTED SHELL; ksh93(1), Rksh Only",
            case "bash-restricted.sh: and some variables are read only";

        // -- Functions

        /// What the name of a function may be, as it is checked where the function is defined.
        function_names: FunctionNames = FunctionNames::Any,
            Bash => FunctionNames::Unquoted, BashPosix => FunctionNames::Names,
            Ksh | KshPosix => FunctionNames::NotSpecial;
            source "POSIX.1-2024 XCU 2.9.5; bash(1), POSIX Mode",
            case "bash-posix.sh: functions have names",
            others "dash: no special builtin's";

        /// Whether a function, or the variable of a loop, whose name is none ends a script.
        invalid_name_is_fatal: bool = true, Bash => false;
            source "bash(1), POSIX Mode",
            case "bash-language.sh: for looks at its name when it runs";

        /// Whether a function `r.f` is defined for what the name reference `r` refers to.
        function_names_follow_references: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-types.sh: functions of what a reference is to";

        /// Whether a function of the name `variable.get` and the like is a discipline of the
        /// variable.
        functions_can_be_disciplines: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Discipline Functions",
            case "bash-functions.sh: names of functions may have what words have";

        /// Whether a function of `-c` or of standard input has a file `environment` or `main` in
        /// BASH_SOURCE.
        functions_have_pseudo_files: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-commands.sh: where functions that no file has are said to be from";

        /// Whether functions that are defined under `set -a` are exported.
        allexport_exports_functions: bool = false, Bash | BashPosix => true;
            source "bash(1), The Set Builtin",
            case "bash-functions.sh: set -a exports the functions that are defined";

        /// Whether a function of the `function` keyword differs from one of `f()`: it has its name
        /// in `$0`, and options of its own.
        keyword_functions_differ: bool = true, Sh | Bash | BashPosix => false;
            source "ksh93(1), Functions",
            case "bash-commands.sh: a function of the `function` keyword is one like any other";

        /// Whether a function of the `function` keyword does not see its caller's local variables.
        keyword_functions_are_statically_scoped: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Functions",
            case "ksh-shebang-scope.sh: a function does not see its caller's variables";

        /// Whether a function of the `function` keyword begins with the script's options, without
        /// `-e` and `-x`.
        keyword_functions_begin_with_script_options: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Functions",
            case "ksh-shebang-builtins.sh: options and traps of functions";

        /// Whether a function of the `function` keyword has an OPTIND of its own, which is 1 at first.
        keyword_functions_have_optind: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Functions",
            case "ksh-shebang-builtins.sh: functions of the function keyword have their own OPTIND";

        /// Whether the traps that a function of the `function` keyword sets end with it, its EXIT
        /// trap being run then.
        keyword_functions_have_traps: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Functions",
            case "ksh-shebang.sh: traps end with a function of the word function",
            others "mksh: as bash";

        /// Whether a function `f()` does not have its caller's ERR, DEBUG and RETURN traps.
        plain_functions_hide_traps: bool = true, Ksh | KshPosix => false;
            source "bash(1), FUNCTIONS; ksh93(1), Functions",
            case "ksh-shebang-builtins.sh: options and traps of functions";

        /// Whether variables that are declared in a function `f()` are local to it, where something
        /// else encloses its caller.
        plain_functions_have_scope: bool = true, Ksh | KshPosix => false;
            source "ksh93(1), Functions",
            case "ksh-shebang-arrays.sh: what a function of the form name() declares is its caller's";

        /// Whether variables that are declared in `${ list; }` are local to it.
        inline_substitution_has_scope: bool = true, Ksh | KshPosix => false;
            source "ksh93(1), Command Substitution",
            case "ksh-shebang.sh: what ${ list; } declares is declared where it is";

        /// Whether `exit`, or an error that ends a shell, in `${ list; }` ends that substitution only.
        exit_ends_inline_substitution: bool = true, Bash | BashPosix => false;
            source "ksh93u+m 1.0.4, mksh R59 (their behaviour)",
            case "ksh-substitution.sh: exit in ${ } ends the substitution";

        /// Whether FUNCNEST limits how deep functions nest.
        has_funcnest: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables, FUNCNEST",
            case "bash-details.sh: FUNCNEST bounds calls of functions";

        // -- Compound commands

        /// Whether `while <file; do` runs its body for each line of the file.
        while_scans_files: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Compound Commands",
            case "bash-commands.sh: `while <file` reads no lines";

        /// Whether a loop whose variable is read-only ends a script.
        read_only_loop_variable_is_fatal: bool = true, Bash => false;
            source "POSIX.1-2024 XCU 2.8.1; bash(1), POSIX Mode",
            case "bash-messages.sh: what cannot be changed";

        /// Whether an error in `(( ))` ends a script, instead of making the command fail.
        arithmetic_command_error_is_fatal: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang.sh: an error of (( )) ends the script";

        /// Whether an error in `for (( ))` ends a script, instead of ending the loop.
        arithmetic_for_error_is_fatal: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)",
            case "bash-messages.sh: an expression that says which part of a value, and one of for ((";

        /// Whether `select` writes a newline at the end of its input.
        select_ends_line: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-scripts.sh: select shows its menu in columns";

        /// Whether the menu of `select` has as many columns as fit in COLUMNS, whatever it has
        /// items.
        select_menu_has_columns: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-scripts.sh: select shows its menu in columns";

        /// Whether `[[ text == pattern ]]` and `[[ text =~ expression ]]` leave what matched in
        /// `.sh.match`.
        conditional_sets_match: bool = true, Bash | BashPosix => false;
            source "ksh93(1), Variables",
            case "ksh-shebang.sh: what repeated groups have taken";

        /// Whether `[[ -v name[$key] ]]` does not expand once more what the key expanded to.
        set_test_takes_key_literally: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-arithmetic.sh: in [[ ]] what is expanded in a key is not expanded once more";

        /// Whether `-v name[@]` asks an associative array for the key `@`.
        set_test_takes_star_for_key: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-arithmetic.sh: in [[ ]] what is expanded in a key is not expanded once more";

        /// Whether `-v a.b[key].c` is false where `a.b` is no array.
        set_test_checks_path: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang.sh: -v of a path through what is no array";

        /// Whether `-v` finds an element that is an array.
        set_test_knows_nested_arrays: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-match.sh: each replacement has its matches";

        /// Whether what a key in an arithmetic operand of `[[ ]]` expands to is no part of the
        /// expression.
        operands_keep_keys: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-arithmetic.sh: in [[ ]] what is expanded in a key is not expanded once more";

        /// Whether BASH_COMPAT makes quoted characters of the expression of `=~` mean what they
        /// mean unquoted.
        heeds_bash_compat: bool = false, Bash | BashPosix => true;
            source "bash(1), SHELL COMPATIBILITY MODE",
            case "bash-details.sh: compat31: quotes make no difference in expressions";

        /// Whether the expression of `=~` has ksh93's own escapes and classes.
        regex_is_translated: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Conditional Expressions",
            case "ksh-shebang-match.sh: classes and groups of expressions";

        /// Whether an invalid expression of `=~` is reported.
        bad_regex_is_reported: bool = true, Bash | BashPosix => false;
            source "bash(1), Compound Commands",
            case "bash-commands.sh: an invalid expression of =~ has a status, and no message";

        // -- Tracing (set -x)

        /// Whether BASH_XTRACEFD says where traced commands are written to.
        has_trace_descriptor: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables, BASH_XTRACEFD",
            case "bash-declarations.sh: commands are shown elsewhere";

        /// Whether each of several assignments is shown on a line of its own, once it is made.
        traces_each_assignment: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-trace.sh: how assignments and words are shown";

        /// Whether an assigned empty value is shown as `''`.
        traces_empty_values: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)",
            case "bash-commands.sh: an empty value that is assigned for the time of a command is shown as nothing";

        /// Whether the words of compound commands are shown.
        traces_compound_commands: bool = false, Bash | BashPosix => true;
            source "bash(1), The Set Builtin",
            case "bash-trace.sh: each iteration of a loop is shown with the line of the loop";

        /// Whether the first character of PS4 is repeated for each level of indirection.
        trace_prompt_shows_nesting: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables, PS4",
            case "bash-trace.sh: set -x repeats the first character of PS4 by depth";

        /// How words are quoted.
        trace_quotes: TraceQuotes = TraceQuotes::AsInput,
            Sh | KshPosix => TraceQuotes::Single, Bash | BashPosix => TraceQuotes::Special;
            source "POSIX.1-2024 XCU set",
            case "bash-trace.sh: how assignments and words are shown";
    }
}
