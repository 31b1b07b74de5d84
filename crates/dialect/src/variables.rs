//! Variables, their attributes, arrays and references (POSIX XCU 2.5).

use crate::Dialect;

rules! {
    /// Variables, their attributes, arrays and references.
    VariableRules for Dialect {
        /// Whether a change of a variable that the restricted shell protects is told as such.
        restricted_is_reported: bool = false, Ksh | KshPosix => true;
            source "ksh93(1), Rksh Only", case "ksh-shebang-builtins.sh: the restricted shell says what is restricted";
    }
}
