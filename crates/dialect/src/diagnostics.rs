//! How errors are said (POSIX XCU 2.8.1 leaves their texts open).

use crate::Dialect;

/// Whose words a message is in: room `diagnostics` of crate shell has a file for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// forkless' own: `name: line N: what`.
    Own,
    /// bash 5.2's.
    Bash,
    /// ksh93u+m's.
    Ksh,
}

rules! {
    /// How errors are said.
    Diagnostics for Dialect {
        /// Whose words messages are in.
        voice: Voice = Voice::Own, Bash | BashPosix => Voice::Bash, Ksh | KshPosix => Voice::Ksh;
            source "POSIX.1-2024 XCU 2.8.1", case "bash-messages.sh: what a signal has killed is reported with its process and the command";

        /// Whether an error of syntax shows the line of the script with a mark under the place.
        syntax_error_shows_source: bool = false, Own => true;
            source "POSIX.1-2024 XCU 2.8.1", case "ksh-errors.sh: a syntax error shows the line with a mark under the place", others "dash: no";

        /// Whether an error in an arithmetic expansion shows the expression with its expansions, which
        /// are made once more for it.
        arithmetic_error_shows_expansions: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)", case "bash-messages.sh: expressions that are none";

        /// Whether a message from a function names the file that the function was read from; else the
        /// script.
        names_file_of_function: bool = false, Bash | BashPosix => true;
            source "bash 5.2 (its behaviour)",
            case "bash-messages.sh: a message of a function names the file of the function",
            others "dash: no";

        /// Whether messages of an interactive shell say the line.
        interactive_shell_tells_line: bool = true, Bash | BashPosix => false;
            source "bash 5.2 (its behaviour)",
            case "bash-messages.sh: messages of an interactive shell do not say which line",
            others "dash: yes";

        /// Whether a message from the first line of a script says so.
        tells_first_line: bool = true, Ksh | KshPosix => false;
            source "ksh93u+m 1.0.4 (its behaviour)", case "ksh-shebang.sh: a message of the first line does not say which line";
    }
}
