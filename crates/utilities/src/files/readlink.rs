//! readlink (GNU coreutils readlink(1)).

use super::canonicalize;
use super::report::Report;
use super::resolve::{self, Must};
use crate::options::{Option_, Parsed, Takes};
use crate::{Context, Exit, Utility, planned};

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "readlink",
    plan: |context, arguments| planned(canonicalize::plan(context, arguments, OPTIONS), run),
    options: "-e -f -m -n -q -s -v -z FILE...",
};

const OPTIONS: &[Option_] = &[
    canonicalize::EXISTING,
    ('f', "canonicalize", Takes::Nothing),
    canonicalize::MISSING,
    ('n', "no-newline", Takes::Nothing),
    ('q', "quiet", Takes::Nothing),
    ('s', "silent", Takes::Nothing),
    ('v', "verbose", Takes::Nothing),
    canonicalize::ZERO,
];

fn run(context: &mut Context<'_>, parsed: Parsed<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut must = None;
    let mut verbose = false;
    for (letter, _) in &parsed.options {
        match letter {
            'e' => must = Some(Must::Exist),
            'f' => must = Some(Must::ExistButLast),
            'm' => must = Some(Must::Nothing),
            'q' | 's' => verbose = false,
            'v' => verbose = true,
            _ => {}
        }
    }
    let mut report = Report::with_large_blocks(context);
    let end: &[u8] = match (parsed.has('n'), parsed.has('z')) {
        (true, _) if parsed.operands.len() == 1 => b"",
        (_, true) => b"\0",
        _ => b"\n",
    };
    if parsed.has('n') && parsed.operands.len() > 1 {
        report.remark(&[b"ignoring --no-newline with multiple arguments"]);
    }
    for name in &parsed.operands {
        if report.ended() {
            break;
        }
        let result = match must {
            Some(must) => resolve::canonical(context.directory, name, must, true),
            None => stage::door::readlinkat(context.directory, *name, Vec::new())
                .map(|text| text.into_bytes()),
        };
        match result {
            Ok(text) => report.say(&[&text, end]),
            Err(error) => {
                report.raise(1);
                if verbose {
                    let quoted = report.quote_if_needed(name);
                    report.fail(&[&quoted], error);
                }
            }
        }
    }
    report.finish()
}
