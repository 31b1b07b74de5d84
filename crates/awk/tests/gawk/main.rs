//! awk held against gawk: the programs that it is held against mawk with, and those about what only
//! gawk does.

#[path = "../mawk/generate.rs"]
mod generate;
#[path = "../mawk/harness.rs"]
mod harness;
#[path = "../mawk/programs.rs"]
mod mawks;
mod peer;
mod programs;
