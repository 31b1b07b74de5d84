//! The launch engine seen from outside: what a started program finds.
// Tests look at the process that they are: its directory, files, messages.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

// As the crates of this workspace name it.
extern crate forkless_launch as launch;

mod allocations;
mod basics;
mod capture;
mod command;
mod confine;
mod descriptors;
mod examples;
mod fallbacks;
mod flags;
mod handle;
mod hazards;
mod namespaces;
mod options;
mod process;
mod run;
mod shared;
mod signals;
mod stress;
mod system_calls;
mod unwaited;
mod util;
