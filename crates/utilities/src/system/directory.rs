//! pwd: the name of the working directory (POSIX XCU pwd; pwd(1) of GNU coreutils, which
//! resolves symbolic links unless `-L`).

use crate::files::resolve::directory_name;
use crate::options::{self, Option_, Takes};
use crate::system::stream;
use crate::{Context, Exit, Utility, locale, planned};
use rustix::fs::{AtFlags, Stat};

/// The utility.
pub const UTILITY: Utility = Utility {
    name: "pwd",
    plan: |context, arguments| planned(plan(context, arguments), run),
    options: "-L -P",
};

const OPTIONS: &[Option_] = &[('L', "logical", Takes::Nothing), ('P', "physical", Takes::Nothing)];

/// The name of the working directory, as the last option asks for it.
fn plan(context: &Context<'_>, arguments: &[&[u8]]) -> Result<Vec<u8>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    match options::parse(arguments, OPTIONS, true) {
        Some(parsed) if parsed.operands.is_empty() => {
            let last = parsed.options.last().map(|option| option.0);
            name(context, last).ok_or("a directory without a name")
        }
        _ => Err("an option or an operand"),
    }
}

fn run(context: &mut Context<'_>, mut name: Vec<u8>) -> Exit {
    name.push(b'\n');
    stream::write_all(context, &name)
}

fn name(context: &Context<'_>, last: Option<char>) -> Option<Vec<u8>> {
    if last == Some('L')
        && let Some(name) = context.variables.get(b"PWD")
        && is_logical(&name)
        && same(context, &name)
    {
        return Some(name.into_owned());
    }
    physical(context)
}

/// Whether a name is absolute and without `.` and `..`.
fn is_logical(name: &[u8]) -> bool {
    name.first() == Some(&b'/')
        && !name.split(|&byte| byte == b'/').any(|part| matches!(part, b"." | b".."))
}

/// Whether `name` is the working directory.
fn same(context: &Context<'_>, name: &[u8]) -> bool {
    let identity = |stat: Stat| (stat.st_dev, stat.st_ino);
    let here = stage::door::statat(context.directory, ".", AtFlags::empty()).map(identity);
    let there = stage::door::statat(context.directory, name, AtFlags::empty()).map(identity);
    matches!((here, there), (Ok(here), Ok(there)) if here == there)
}

/// The name that the kernel gives the working directory, where it leads back there.
fn physical(context: &Context<'_>) -> Option<Vec<u8>> {
    directory_name(context.directory).ok()
}
