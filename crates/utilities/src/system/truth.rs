//! true and false: an exit status and nothing else (POSIX XCU true, false).

use crate::{Admission, Context, Exit, Utility, locale};

/// true.
pub const TRUE: Utility =
    Utility { name: "true", plan: plain!(admit, |_, _| Exit::SUCCESS), options: "" };
/// false.
pub const FALSE: Utility =
    Utility { name: "false", plan: plain!(admit, |_, _| Exit::FAILURE), options: "" };

fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    if let Some(reason) = locale::unusual(context) {
        return Admission::StepAside(reason);
    }
    match arguments {
        [b"--help" | b"--version"] => Admission::StepAside("--help or --version"),
        _ => Admission::Run,
    }
}
