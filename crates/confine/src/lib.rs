/*!
What a script or a program may reach, held by the kernel.

A [`Policy`] names paths, ports and what else is allowed; everything else is denied. It is built by its
methods or read from words (`ro=/usr,/etc rw=./out net=none`: [`Policy::parse`]). [`Ruleset::prepare`] makes of it what
the kernel takes: a ruleset of Landlock, which holds files, TCP ports, abstract sockets and signals, and a seccomp
filter, which takes away the system calls that no script needs or that Landlock does not hold. A ruleset can be applied to
the calling thread ([`Ruleset::apply_to_thread`]) or given to launches ([`Ruleset::confine`]), any number of times.

Where the kernel's Landlock is too old for what the policy denies, preparing fails and says what is missing, unless the
policy [allows a weaker hold](Policy::allow_weaker).

A policy may also say where programs are that a confined thread launches: in namespaces, in which they find what it
names and nothing else, and in a control group. That is [`Surroundings`], made before the thread is confined.

Inside, `words` reads the words, `rights` says which ABI holds what, `programs` finds what a program needs to be
executed, `processes` what no thread is given, `tree` makes mounts of a policy's paths,  `calls` is the table of system calls, and `filter` makes a program for the kernel of it.

What it is not: a virtual machine. docs/confinement.md says what holds and what does not.
*/

#![forbid(unsafe_code)]

mod calls;
mod error;
mod filter;
mod policy;
mod processes;
mod programs;
mod rights;
mod ruleset;
mod surroundings;
mod tree;
mod words;

pub use error::Error;
pub use launch::Namespaces;
pub use policy::{Network, Policy};
pub use ruleset::{Missing, Ruleset};
pub use surroundings::Surroundings;

/// The number of the kernel's Landlock interface; 0 where it has none. Asks once.
pub fn abi() -> u32 {
    launch::landlock::abi()
}
