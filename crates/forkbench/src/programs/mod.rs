//! The C programs that this one carries as sources, built on the spot with the
//! compilers that are there.
//!
//! What a launch costs depends on the C library and on how a program is linked, so
//! ready-made binaries would measure somebody else's machine. Their sources are in
//! the crate's directory `programs`.

mod build;
mod runtimes;
mod toolchain;

pub use build::{Built, Kit, Linking};
pub use toolchain::{Flavour, Toolchains};

/// A carried source file.
pub struct Source {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! sources {
    ($($name:literal)*) => {
        /// All sources.
        pub const SOURCES: &[Source] = &[
            $(Source { name: $name, text: include_str!(concat!("../../programs/", $name)) },)*
            Source { name: "forkless.h", text: include_str!("../../include/forkless.h") },
        ];
    };
}

sources! {
    "raw.h" "launcher.h" "launcher.c" "ways.c" "noshell.c" "forkless.c" "condition.c"
    "hidden.c" "aspawn.c" "launcher.py" "child.c" "nothing.c" "forkloop.c" "count.c"
    "parallel.c" "unixbench.c" "launcher.js" "launcher.go" "Launcher.java"
}
