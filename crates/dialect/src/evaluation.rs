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

rules! {
    /// How commands are found and run, and how they end.
    Evaluation for Dialect {
        /// The exit status of a command that the shell itself could not carry out (a redirection, an
        /// expansion).
        failure_status: i32 = 1, Sh => 2;
            source "POSIX.1-2024 XCU 2.8.1", case "redirection-y.sh: a failed redirection of a compound command has status 2",
            others "dash: 2";

        /// What is added to the number of a signal for the exit status of a command that it ended.
        signal_status_base: i32 = 128, Ksh | KshPosix => 256;
            source "POSIX.1-2024 XCU 2.8.2; ksh93(1), Exit Status",
            case "ksh-shebang-builtins.sh: what a signal has killed has a status of nine bits",
            others "dash: 128";

        // -- Subshells and command substitutions

        /// Whether `break` and `continue` in a subshell count the loops that the subshell is in, and so
        /// end it.
        break_crosses_subshell: bool = true, Bash | BashPosix => false;
            source "POSIX.1-2024 XCU break; bash 5.2 (its behaviour)",
            case "bash-details.sh: `break` in a subshell sees the loops of the subshell only, in a substitution those around it";

        /// Whether a command substitution inherits `set -e`, whatever `shopt -s inherit_errexit` says.
        substitution_keeps_errexit: bool = true, Bash | BashPosix => false;
            source "bash(1), The Shopt Builtin, inherit_errexit",
            case "bash-details.sh: a command substitution inherits set -e only under inherit_errexit";

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
            case "ksh-shebang-variables.sh: the action for EXIT has its own status, a killed program is told where its messages go";

        /// Whether a script reports a signal that ended a command of a command substitution, or a stage
        /// of a pipeline other than the last.
        inner_death_is_reported: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)",
            case "bash-messages.sh: what a signal has killed is told with its process and the command";

        /// Whether the report of a signal that ended a command of a script says where: the script, the
        /// line and the process.
        death_report_is_located: bool = false, Bash | BashPosix | Ksh | KshPosix => true;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "bash-messages.sh: what has killed the program that is all of a subshell";

        /// Whether that report says no place after SIGTERM and after signals that the script traps.
        expected_death_report_is_brief: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-messages.sh: what a signal has killed is told with its process and the command";

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

        /// Whether `n>&m-` moves a descriptor.
        descriptors_can_be_moved: bool = true, Sh => false;
            source "bash(1), Moving File Descriptors; ksh93(1), Input/Output",
            case "redirection-y.sh: no descriptor is moved, no path is a connection";

        /// Whether `/dev/tcp/host/port` and `/dev/udp/host/port` in redirections are connections.
        has_network_paths: bool = true, Sh => false;
            source "bash(1), REDIRECTION; ksh93(1), Input/Output",
            case "redirection-y.sh: no descriptor is moved, no path is a connection";

        /// Whether the descriptor of `{name}>word` is closed when its command, other than `exec`, ends.
        named_descriptor_ends_with_command: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Input/Output",
            case "ksh-shebang.sh: the file of {name}> is closed after a command, and not after exec";

        /// Whether `{name}>word` adds a message of its own where the variable cannot be assigned.
        unassigned_descriptor_is_reported: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-details.sh: an element is told which descriptor was free";

        // -- Asynchronous lists and coprocesses

        /// Whether a background command without job control reads the redirected input of what it is
        /// in, instead of /dev/null.
        background_keeps_redirected_input: bool = true, Sh => false;
            source "POSIX.1-2024 XCU 2.9.3.1",
            case "jobs-p.sh: the standard input of a background pipeline";
    }
}
