//! The utilities on text, each against the installed program.

#[path = "../harness/mod.rs"]
mod harness;

mod base;
mod busybox;
mod cat;
mod column;
mod csplit;
mod cut;
mod diff;
mod fmt;
mod grep;
mod head_tail;
mod hexdump;
mod identify;
mod numfmt;
mod pr;
mod sed;
mod shuf;
mod small;
mod sort;
mod split;
mod sums;
mod tr;
mod tsort;
mod wc;
mod xxd;
