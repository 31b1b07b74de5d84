//! How the static binary is laid out: what runs at every start lies together (start.ld), and
//! the program is two segments instead of four. docs/performance.md has the figures.
//!
//! Only for the linkers that take such a script, and only where optimised code is linked: the
//! order means nothing for other builds, and nothing depends on it.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)] // this is how cargo is talked to

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=start.ld");
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let flags = variable("CARGO_ENCODED_RUSTFLAGS");
    // What `cargo install` makes without a word otherwise.
    if variable("CARGO_CFG_TARGET_ENV") != "musl" && variable("PROFILE") == "release" {
        println!(
            "cargo::warning=this forkless is linked dynamically: each start takes several times as long as that \
             of the static one, which the option --target {}-unknown-linux-musl builds",
            variable("CARGO_CFG_TARGET_ARCH")
        );
    }
    let other_linker = ["fuse-ld=mold", "fuse-ld=gold", "fuse-ld=wild"];
    if variable("CARGO_CFG_TARGET_ENV") != "musl"
        || variable("CARGO_CFG_TARGET_ARCH") != "x86_64"
        || variable("OPT_LEVEL") != "3"
        || other_linker.iter().any(|linker| flags.contains(linker))
    {
        return;
    }
    let script = format!("{}/start.ld", variable("CARGO_MANIFEST_DIR"));
    // Not -Wl,-T,… which a comma in the path would divide.
    println!("cargo::rustc-link-arg-bins=-T");
    println!("cargo::rustc-link-arg-bins={script}");
    println!("cargo::rustc-link-arg-bins=-Wl,-z,noseparate-code");
}
