//! Start-up, history, prompts and job control (POSIX XCU sh).

use crate::Dialect;

rules! {
    /// Start-up, history, prompts and job control.
    Interactive for Dialect {
        // -- The terminal

        /// Whether LINES and COLUMNS get the terminal's size after each command, where
        /// `shopt -s checkwinsize` asks for it.
        sets_window_size: bool = false, Bash | BashPosix => true;
            source "bash(1), The Shopt Builtin, checkwinsize",
            case "bash-language.sh: checkwinsize: LINES and COLUMNS after a command at a terminal";
    }
}
