//! link and unlink: link(2) and unlink(2) as they are (POSIX XCU link, unlink; GNU coreutils).

use super::report::Report;
use crate::{Admission, Context, Exit, Utility, locale};
use rustix::fs::AtFlags;

/// link.
pub const LINK: Utility = Utility { name: "link", plan: plain!(admit::<2>, link), options: "" };
/// unlink.
pub const UNLINK: Utility =
    Utility { name: "unlink", plan: plain!(admit::<1>, unlink), options: "" };

/// Admits so many operands and no option.
fn admit<const COUNT: usize>(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    if let Some(reason) = locale::unusual(context) {
        return Admission::StepAside(reason);
    }
    let is_operand = |argument: &&[u8]| argument.first() != Some(&b'-');
    match arguments.len() == COUNT && arguments.iter().all(is_operand) {
        true => Admission::Run,
        false => Admission::StepAside("an option, or operands to complain about"),
    }
}

fn link(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let context: &Context<'_> = context;
    let [old, new] = *arguments else { return Exit::FAILURE };
    let at = context.directory;
    let Err(error) = stage::door::linkat(at, old, at, new, AtFlags::empty()) else {
        return Exit::SUCCESS;
    };
    let mut report = Report::new(context);
    let (new, old) = (report.quote(new), report.quote(old));
    report.fail(&[b"cannot create link ", &new, b" to ", &old], error);
    Exit::FAILURE
}

fn unlink(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let context: &Context<'_> = context;
    let [name] = *arguments else { return Exit::FAILURE };
    let Err(error) = stage::door::unlinkat(context.directory, name, AtFlags::empty()) else {
        return Exit::SUCCESS;
    };
    let mut report = Report::new(context);
    report.fail_on("cannot unlink", name, error);
    Exit::FAILURE
}
