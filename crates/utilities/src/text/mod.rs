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
mod lanes;
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

use crate::{Admission, Context, Exit, Utility, locale};

/// The utilities of this group.
pub const TABLE: &[Utility] = &[
    utility("b2sum", digest::admit::<6>, digest::run::<6>, digest::BLAKE2_ADMITTED),
    utility("base32", base::admit, base::run_base32, base::ADMITTED),
    utility("base64", base::admit, base::run_base64, base::ADMITTED),
    utility("cat", cat::admit, cat::run, cat::ADMITTED),
    utility("cksum", sum::admit_cksum, sum::run_cksum, sum::CKSUM_ADMITTED),
    utility("cmp", cmp::admit, cmp::run, cmp::ADMITTED),
    utility("column", column::admit, column::run, column::ADMITTED),
    utility("comm", comm::admit, comm::run, comm::ADMITTED),
    utility("csplit", csplit::admit, csplit::run, csplit::ADMITTED),
    utility("cut", cut::admit, cut::run, cut::ADMITTED),
    utility("diff", diff::admit, diff::run, diff::ADMITTED),
    utility("egrep", grep::admit_extended, grep::run_extended, grep::ADMITTED),
    utility("expand", tabs::admit_expand, tabs::run_expand, tabs::EXPAND_ADMITTED),
    utility("fgrep", grep::admit_fixed, grep::run_fixed, grep::ADMITTED),
    utility("fmt", fmt::admit, fmt::run, fmt::ADMITTED),
    utility("fold", fold::admit, fold::run, fold::ADMITTED),
    utility("grep", grep::admit, grep::run, grep::ADMITTED),
    utility("head", head::admit, head::run, head::ADMITTED),
    utility("hexdump", hexdump::admit, hexdump::run, hexdump::ADMITTED),
    utility("join", join::admit, join::run, join::ADMITTED),
    utility("md5sum", digest::admit::<0>, digest::run::<0>, digest::ADMITTED),
    utility("nl", nl::admit, nl::run, nl::ADMITTED),
    utility("numfmt", numfmt::admit, numfmt::run, numfmt::ADMITTED),
    utility("od", od::admit, od::run, od::ADMITTED),
    utility("paste", paste::admit, paste::run, paste::ADMITTED),
    utility("pr", pr::admit, pr::run, pr::ADMITTED),
    utility("rev", rev::admit, rev::run, rev::ADMITTED),
    utility("sed", sed::admit, sed::run, sed::ADMITTED),
    utility("seq", seq::admit, seq::run, seq::ADMITTED),
    utility("sha1sum", digest::admit::<1>, digest::run::<1>, digest::ADMITTED),
    utility("sha224sum", digest::admit::<2>, digest::run::<2>, digest::ADMITTED),
    utility("sha256sum", digest::admit::<3>, digest::run::<3>, digest::ADMITTED),
    utility("sha384sum", digest::admit::<4>, digest::run::<4>, digest::ADMITTED),
    utility("sha512sum", digest::admit::<5>, digest::run::<5>, digest::ADMITTED),
    utility("shuf", shuf::admit, shuf::run, shuf::ADMITTED),
    utility("sort", sort::admit, sort::run, sort::ADMITTED),
    utility("sum", sum::admit_sum, sum::run_sum, sum::SUM_ADMITTED),
    utility("tac", tac::admit, tac::run, tac::ADMITTED),
    utility("tail", tail::admit, tail::run, tail::ADMITTED),
    utility("tee", tee::admit, tee::run, tee::ADMITTED),
    utility("tr", tr::admit, tr::run, tr::ADMITTED),
    utility("split", split::admit, split::run, split::ADMITTED),
    utility("tsort", tsort::admit, tsort::run, tsort::ADMITTED),
    utility("unexpand", tabs::admit_unexpand, tabs::run_unexpand, tabs::UNEXPAND_ADMITTED),
    utility("uniq", uniq::admit, uniq::run, uniq::ADMITTED),
    utility("wc", wc::admit, wc::run, wc::ADMITTED),
    utility("xxd", xxd::admit, xxd::run, xxd::ADMITTED),
    utility("yes", yes::admit, yes::run, yes::ADMITTED),
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
