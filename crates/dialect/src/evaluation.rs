//! How commands are found and run, and how they end (POSIX XCU 2.8, 2.9, 2.11 to 2.14).

use crate::Dialect;

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
    }
}
