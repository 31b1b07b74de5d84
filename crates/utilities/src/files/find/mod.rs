//! find (POSIX XCU find; GNU findutils find(1)).
//!
//! The expression is read into a tree ([`parse`]) before anything happens; what is not
//! reproduced in it makes find step aside. The walk ([`super::walk`]) shows files in the order
//! in which the GNU library's fts does.

mod execute;
mod expression;
mod format;
mod parse;
mod regex;
mod search;

use super::report::{Report, is_terminal};
use super::{names, owners};
use crate::{Context, Decision, Exit, NoHost, Utility, locale, planned};
use expression::Primary;

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "find",
    plan: decide,
    options: "-H -L -P [PATH...] -amin -and -anewer -atime -cmin -cnewer -ctime -d -delete -depth \
              -empty -exec -executable -false -gid -group -ilname -iname -inum -ipath -iregex \
              -links -lname -maxdepth -mindepth -mmin -mount -mtime -name -newer -newerXY -nogroup \
              -noleaf -not -nouser -or -path -perm -print -print0 -printf -prune -quit -readable \
              -regex -regextype -samefile -size -true -type -uid -user -wholename -writable -xdev \
              -xtype ( ) ! ,",
};

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(
    context: &Context<'_>,
    arguments: &[&'a [u8]],
) -> Result<parse::Request<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    if is_terminal(&context.stdout) {
        return Err("output to a terminal");
    }
    // Where standard input is a terminal find warns of odd expressions.
    let warns = is_terminal(&context.stdin);
    match parse::parse(context, arguments) {
        Err(reason) => Err(reason),
        Ok(request) if warns && request.odd => Err("a warning"),
        Ok(request) if request.roots.iter().any(|name| names::is_of_process(name)) => {
            Err("files of the process")
        }
        Ok(request)
            if request.expression.any(&|one| matches!(one, Primary::OtherType(_)))
                && request.expression.any(&Primary::may_precede_other_type) =>
        {
            Err("-xtype beside tests that may go first")
        }
        Ok(request) if request.accounts && !owners::are_in_files() => {
            Err("accounts that are not in files")
        }
        Ok(request) => Ok(request),
    }
}

fn run(context: &mut Context<'_>, request: parse::Request<'_>) -> Exit {
    // One that takes the host's place while find has it. Nothing is allocated for a value without a size.
    let host = std::mem::replace(&mut context.host, Box::leak(Box::new(NoHost)));
    let exit = {
        let context: &Context<'_> = context;
        let report = match request.changes {
            true => Report::new(context),
            false => Report::with_large_blocks(context),
        };
        search::Search::new(report, host, &request).run()
    };
    context.host = host;
    exit
}
