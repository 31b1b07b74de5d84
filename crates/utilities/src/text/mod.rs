//! Utilities on text: filters and comparisons.

pub mod cat;
pub mod cut;
pub mod grep;
pub mod head;
mod number;
pub mod sed;
pub mod sort;
mod stream;
pub mod tail;
pub mod tr;
mod utf8;
mod version;
pub mod wc;

use crate::{Admission, Context, Exit, Utility, locale};

/// The utilities of this group.
pub const TABLE: &[Utility] = &[
    utility("cat", cat::admit, cat::run, cat::ADMITTED),
    utility("cut", cut::admit, cut::run, cut::ADMITTED),
    utility("egrep", grep::admit_extended, grep::run_extended, grep::ADMITTED),
    utility("fgrep", grep::admit_fixed, grep::run_fixed, grep::ADMITTED),
    utility("grep", grep::admit, grep::run, grep::ADMITTED),
    utility("head", head::admit, head::run, head::ADMITTED),
    utility("sed", sed::admit, sed::run, sed::ADMITTED),
    utility("sort", sort::admit, sort::run, sort::ADMITTED),
    utility("tail", tail::admit, tail::run, tail::ADMITTED),
    utility("tr", tr::admit, tr::run, tr::ADMITTED),
    utility("wc", wc::admit, wc::run, wc::ADMITTED),
];

const fn utility(
    name: &'static str,
    admit: fn(&Context<'_>, &[&[u8]]) -> Admission,
    run: fn(&mut Context<'_>, &[&[u8]]) -> Exit,
    options: &'static str,
) -> Utility {
    Utility { name, admit, run, options }
}

/// What a utility made of its arguments, or why it steps aside.
type Plan<T> = Result<T, &'static str>;

/// Makes the decision of a plan, where nothing else speaks against running here.
fn admission<T>(context: &Context<'_>, plan: Plan<T>) -> Admission {
    match (locale::unusual(context), plan) {
        (Some(reason), _) | (None, Err(reason)) => Admission::StepAside(reason),
        (None, Ok(_)) => Admission::Run,
    }
}
