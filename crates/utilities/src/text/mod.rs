//! Utilities on text: filters and comparisons.

pub mod base;
pub mod cat;
pub mod cmp;
pub mod column;
pub mod comm;
pub mod csplit;
pub mod cut;
pub mod diff;
pub mod digest;
pub(crate) mod escapes;
pub mod fmt;
pub mod fold;
pub mod grep;
pub mod head;
pub mod hexdump;
pub mod join;
pub mod lanes;
pub mod nl;
mod number;
pub mod numfmt;
mod occurrences;
pub mod od;
mod part;
pub mod paste;
pub mod pr;
pub mod rev;
pub mod sed;
pub mod seq;
pub mod shuf;
pub mod sort;
pub mod split;
mod spool;
pub mod stream;
pub mod sum;
pub mod tabs;
pub mod tac;
pub mod tail;
pub mod tee;
pub mod tr;
pub mod tsort;
pub mod uniq;
mod utf8;
mod version;
pub mod wc;
pub mod xxd;
pub mod yes;

use crate::{Admission, Context, Decision, Exit, Planner, Utility, locale, planned};

/// The utilities of this group.
pub const TABLE: &[Utility] = &[
    utility("b2sum", digest::decide::<6>, digest::BLAKE2_ADMITTED),
    utility("base32", base::decide_base32, base::ADMITTED),
    utility("base64", base::decide_base64, base::ADMITTED),
    utility("cat", cat::decide, cat::ADMITTED),
    utility("cksum", sum::decide_cksum, sum::CKSUM_ADMITTED),
    utility("cmp", cmp::decide, cmp::ADMITTED),
    utility("column", column::decide, column::ADMITTED),
    utility("comm", comm::decide, comm::ADMITTED),
    utility("csplit", csplit::decide, csplit::ADMITTED),
    utility("cut", cut::decide, cut::ADMITTED),
    utility("diff", diff::decide, diff::ADMITTED),
    utility("egrep", grep::decide_extended, grep::ADMITTED),
    utility("expand", tabs::decide_expand, tabs::EXPAND_ADMITTED),
    utility("fgrep", grep::decide_fixed, grep::ADMITTED),
    utility("fmt", fmt::decide, fmt::ADMITTED),
    utility("fold", fold::decide, fold::ADMITTED),
    utility("grep", grep::decide, grep::ADMITTED),
    utility("head", head::decide, head::ADMITTED),
    utility("hd", hexdump::decide_hd, hexdump::HD_ADMITTED),
    utility("hexdump", hexdump::decide, hexdump::ADMITTED),
    utility("join", join::decide, join::ADMITTED),
    utility("md5sum", digest::decide::<0>, digest::ADMITTED),
    utility("nl", nl::decide, nl::ADMITTED),
    utility("numfmt", numfmt::decide, numfmt::ADMITTED),
    utility("od", od::decide, od::ADMITTED),
    utility("paste", paste::decide, paste::ADMITTED),
    utility("pr", pr::decide, pr::ADMITTED),
    utility("rev", plain!(rev::admit, rev::run), rev::ADMITTED),
    utility("sed", sed::decide, sed::ADMITTED),
    utility("seq", seq::decide, seq::ADMITTED),
    utility("sha1sum", digest::decide::<1>, digest::ADMITTED),
    utility("sha224sum", digest::decide::<2>, digest::ADMITTED),
    utility("sha256sum", digest::decide::<3>, digest::ADMITTED),
    utility("sha384sum", digest::decide::<4>, digest::ADMITTED),
    utility("sha512sum", digest::decide::<5>, digest::ADMITTED),
    utility("shuf", shuf::decide, shuf::ADMITTED),
    utility("sort", sort::decide, sort::ADMITTED),
    utility("sum", sum::decide_sum, sum::SUM_ADMITTED),
    utility("tac", tac::decide, tac::ADMITTED),
    utility("tail", tail::decide, tail::ADMITTED),
    utility("tee", tee::decide, tee::ADMITTED),
    utility("tr", tr::decide, tr::ADMITTED),
    utility("split", split::decide, split::ADMITTED),
    utility("tsort", tsort::decide, tsort::ADMITTED),
    utility("unexpand", tabs::decide_unexpand, tabs::UNEXPAND_ADMITTED),
    utility("uniq", uniq::decide, uniq::ADMITTED),
    utility("wc", wc::decide, wc::ADMITTED),
    utility("xxd", xxd::decide, xxd::ADMITTED),
    utility("yes", plain!(yes::admit, yes::run), yes::ADMITTED),
];

const fn utility(name: &'static str, plan: Planner, options: &'static str) -> Utility {
    Utility { name, plan, options }
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

/// The decision that a plan leads to, where nothing else speaks against running here: `run`
/// carries it out.
fn decision<'a, T: 'a>(
    context: &Context<'_>,
    plan: Plan<T>,
    run: fn(&mut Context<'_>, T) -> Exit,
) -> Decision<'a> {
    match locale::unusual(context) {
        Some(reason) => Decision::StepAside(reason),
        None => planned(plan, run),
    }
}
