//! forkless: a shell in which subshells, pipelines and the common utilities are no processes.
//!
//! The binary chooses the allocator and the entry point, and calls the shell with what its
//! process received. Called by the name of a utility it is that utility.

#![no_main]

use runtime::Strings;

runtime::allocator!();
runtime::program!(start);

fn start(strings: Strings) -> i32 {
    runtime::begin(&ALLOCATOR);
    shell::invocation::main(
        &strings.arguments,
        &strings.environment,
        &[&awk::AWK, &awk::MAWK, &awk::GAWK],
    )
}
