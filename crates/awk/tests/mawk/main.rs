//! awk held against the installed mawk: programs written by hand, and generated ones.

mod generate;
mod harness;
mod peer;
mod programs;
