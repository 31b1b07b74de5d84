//! The utilities on text, each against the installed program.

#[path = "../harness/mod.rs"]
mod harness;

mod base;
mod busybox;
mod cat;
mod column;
mod cut;
mod diff;
mod grep;
mod head_tail;
mod identify;
mod numfmt;
mod sed;
mod small;
mod sort;
mod split;
mod sums;
mod tr;
mod tsort;
mod wc;
mod xxd;
