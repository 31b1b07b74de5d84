//! Start-up, history, prompts and job control (POSIX XCU sh).

use crate::Dialect;

/// The file that is read after those of a login shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunCommands {
    /// By an interactive shell the file that ENV names.
    Env,
    /// By an interactive shell the file that ENV names, else `~/.kshrc`.
    EnvOrKshrc,
    /// By an interactive shell `~/.bashrc`, by others the file that BASH_ENV names.
    Bashrc,
}

rules! {
    /// Start-up, history, prompts and job control.
    Interactive for Dialect {
        // -- The terminal

        /// Whether LINES and COLUMNS get the terminal's size after each command, where
        /// `shopt -s checkwinsize` asks for it.
        sets_window_size: bool = false, Bash | BashPosix => true;
            source "bash(1), The Shopt Builtin, checkwinsize",
            case "bash-language.sh: checkwinsize: LINES and COLUMNS after a command at a terminal";

        // -- Start-up

        /// The files in the login directory of which a login shell reads the first.
        login_files: &'static [&'static str] = &[".profile"],
            Bash | BashPosix => &[".bash_profile", ".bash_login", ".profile"];
            source "POSIX.1-2024 XCU sh; bash(1), INVOCATION",
            case "bash-invocation.sh: the files of a login shell, an interactive one and one that is neither";

        /// The file that an interactive login shell reads when it ends.
        logout_files: &'static [&'static str] = &[], Bash | BashPosix => &[".bash_logout"];
            source "bash(1), INVOCATION",
            case "bash-invocation.sh: the files of a login shell, an interactive one and one that is neither";

        /// The file that is read after those of a login shell.
        run_commands: RunCommands = RunCommands::Env,
            Bash | BashPosix => RunCommands::Bashrc, Ksh | KshPosix => RunCommands::EnvOrKshrc;
            source "POSIX.1-2024 XCU sh; bash(1), INVOCATION; ksh93(1), Invocation",
            case "bash-invocation.sh: BASH_ENV names a file that is read before the script";

        /// Whether a shell that was started with another user's rights reads no start-up files; else it
        /// reads those of the machine.
        raised_shell_reads_nothing: bool = false, Bash | BashPosix => true;
            source "bash(1), INVOCATION",
            case "privileged-y.sh: a shell with another user's rights, called bash, reads no file of the machine either",
            others "dash: reads the user's too";

        /// Whether `set -p` keeps the shell from reading the user's own start-up files.
        privileged_shell_skips_files: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Invocation",
            case "ksh-shebang.sh: a privileged shell does not read the user's profile";

        /// Whether SHLVL is an integer variable, whose value from the environment is decimal.
        shlvl_is_integer: bool = false, Ksh | KshPosix => true;
            source "ksh93u+m 1.0.4 (its behaviour)",
            case "ksh-shebang-variables.sh: SHLVL counts, and takes no expressions from outside";

        // -- History

        /// How many commands are kept where HISTSIZE is unset; `None`: all.
        unset_history_size: Option<usize> = Some(500), Bash | BashPosix => None;
            source "POSIX.1-2024 XCU sh; bash(1), HISTORY",
            case "bash-interactive.sh: without HISTSIZE all commands are kept";

        /// The history file in the home directory where HISTFILE is unset.
        default_history_file: Option<&'static str> = None,
            Bash | BashPosix => Some(".bash_history");
            source "bash(1), HISTORY",
            case "bash-interactive.sh: PROMPT_COMMAND, where the history is kept, and what the end of the input says";

        /// Whether HISTSIZE and HISTFILESIZE have values by default, and the file is cut to that.
        history_file_is_limited: bool = false, Bash | BashPosix => true;
            source "bash(1), HISTORY",
            case "bash-interactive.sh: PROMPT_COMMAND, where the history is kept, and what the end of the input says";

        /// Whether a command of several lines is kept as one, where `shopt -s lithist` does not ask
        /// for its lines.
        history_joins_lines: bool = false, Bash | BashPosix => true;
            source "bash(1), The Shopt Builtin, cmdhist",
            case "bash-history.sh: commands of several lines are on one";

        /// Whether a command is added to the history file when it is read, instead of when the
        /// shell ends.
        history_is_saved_at_once: bool = true, Bash | BashPosix => false;
            source "bash(1), HISTORY; ksh93(1), Command Re-entry",
            case "bash-history.sh: the file";

        // -- Prompts and typed lines

        /// Whether VISUAL or EDITOR chooses between the keys of vi and of emacs.
        editor_chooses_keys: bool = true, Sh | Bash | BashPosix | KshPosix => false;
            source "ksh93(1), Variables, VISUAL",
            case "bash-interactive.sh: EDITOR does not choose the keys";

        /// Whether PS0 is shown before a command runs.
        has_ps0: bool = false, Bash | BashPosix => true;
            source "bash(1), PROMPTING",
            case "bash-language.sh: prompts: PS0 before a command, PROMPT_DIRTRIM, autocd";

        /// Whether PROMPT_COMMAND runs before each prompt.
        has_prompt_command: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables, PROMPT_COMMAND",
            case "bash-interactive.sh: PROMPT_COMMAND, where the history is kept, and what the end of the input says";

        /// Whether IGNOREEOF says how often the end of the input is ignored.
        has_ignoreeof_variable: bool = false, Bash | BashPosix => true;
            source "bash(1), Shell Variables, IGNOREEOF",
            case "bash-interactive.sh: IGNOREEOF says how often the end of the input is ignored";

        /// How often `set -o ignoreeof` ignores the end of the input.
        ends_ignored: i64 = 9, Bash | BashPosix => 10;
            source "bash(1), Shell Variables, IGNOREEOF",
            case "bash-interactive.sh: set -o ignoreeof ignores it ten times";

        /// Whether the shell says `exit` where its input ends.
        end_of_input_says_exit: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-interactive.sh: PROMPT_COMMAND, where the history is kept, and what the end of the input says";

        // -- Job control

        /// Whether the report of a job that has stopped begins on a new line.
        stopped_job_begins_line: bool = true, Sh | KshPosix => false;
            source "bash 5.2, ksh93u+m 1.0.4 (their behaviour)",
            case "commands-y.sh: the report of a stopped job begins where the output ends";
    }
}
