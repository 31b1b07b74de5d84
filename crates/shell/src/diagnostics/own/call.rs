//! The words for what is wrong with a call of a builtin.
//!
//! They are those of bash and ksh93 too: no voice has others. The builtin stands before them.

use super::super::CallFault;

/// The words for a fault.
pub(super) fn words(fault: CallFault) -> &'static str {
    match fault {
        CallFault::NoJobControl => "no job control",
        CallFault::NoJobControlToSuspend => "cannot suspend: no job control",
        CallFault::NotALoginShell => "not login shell: use `exit'",
        CallFault::NoLineEditing => "warning: line editing not enabled",
        CallFault::HomeNotSet => "HOME not set",
        CallFault::OldDirectoryNotSet => "OLDPWD not set",
        CallFault::EmptyDirectory => "the directory name is empty",
        CallFault::NothingToReplace => "bad substitution",
        CallFault::TooManyArguments => "too many arguments",
        CallFault::TooManyOperands => "too many operands",
        CallFault::CompletingOutside => "warning: -F option may not work as you expect",
        CallFault::CompletingByCommand => "warning: -C option may not work as you expect",
        CallFault::ArrayNameEmpty => "empty array variable name",
        CallFault::NotCompleting => "not currently executing completion function",
        CallFault::OutsideLoop => "only meaningful in a `for', `while', or `until' loop",
        CallFault::OutsideFunction => "can only `return' from a function or sourced script",
        CallFault::InvalidNumber => "invalid number",
        CallFault::InvalidDate => "warning: invalid argument of type T",
        CallFault::NegativeIndex => "OPTIND is negative",
        CallFault::HashingDisabled => "hashing disabled",
        CallFault::SeveralFileOptions => "cannot use more than one of -anrw",
        CallFault::HistoryEmpty => "the history is empty",
        CallFault::NoCoprocess => "no coprocess",
        CallFault::BadDescriptor => "bad file descriptor",
        CallFault::ArgumentMissing => "an option's argument is missing",
        CallFault::NameMissing => "a name is missing",
        CallFault::InputClosed => "standard input is closed",
        CallFault::ValueFollowed => "the value is followed by something else",
        CallFault::SetAndUnset => "cannot set and unset shell options simultaneously",
        CallFault::FunctionAndVariable => "cannot simultaneously unset a function and a variable",
        CallFault::MakesNoFunctions => "cannot use `-f' to make functions",
        CallFault::NumberWithWidth => "-i/-F/-E/-X cannot be used with -L/-R/-Z",
        CallFault::BytesWithWidth => "-b cannot be used with -L/-u/-l",
        CallFault::NoOtherDirectory => "no other directory",
        CallFault::StackEmpty => "directory stack empty",
        CallFault::LimitNotChangeable => "cannot modify limit: Invalid argument",
        CallFault::EnumUsage => "usage: enum name=(value...)",
        CallFault::GetoptsUsage => "usage: getopts optstring name [arg...]",
        CallFault::KillUsage => "usage: kill [-s signal] pid...",
        CallFault::PrintfUsage => "usage: printf format [argument...]",
    }
}
