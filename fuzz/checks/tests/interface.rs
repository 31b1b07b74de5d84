//! The C interface over its seeds. It counts descriptors and waits for any child, and so has a process for itself.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "a program of its own, not part of the shell"
)]

mod run;

#[test]
fn interface() {
    run::run("interface");
}
