//! Asks whether this compiler lets crate runtime say what happens when an allocation fails.
//!
//! `std::alloc::set_alloc_error_hook` is not stable. `.cargo/config.toml` allows it for this crate alone
//! (RUSTC_BOOTSTRAP); with a compiler or a build that has it not, the standard library ends the process.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods)]

use std::process::{Command, Stdio};
use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RUSTC_BOOTSTRAP");
    println!("cargo::rustc-check-cfg=cfg(alloc_error_hook)");
    if has_hook().unwrap_or(false) {
        println!("cargo::rustc-cfg=alloc_error_hook");
    }
}

/// Compiles a program of two lines that uses it, under the name that is allowed to.
fn has_hook() -> Option<bool> {
    let folder = env::var_os("OUT_DIR")?;
    let source = Path::new(&folder).join("hook.rs");
    let text = "#![feature(alloc_error_hook)]\npub fn set() { std::alloc::set_alloc_error_hook(|_| ()) }\n";
    fs::write(&source, text).ok()?;
    let status = Command::new(env::var_os("RUSTC")?)
        .args([
            "--crate-name",
            "runtime",
            "--crate-type",
            "lib",
            "--edition",
            "2024",
            "--emit",
            "metadata",
        ])
        .args(["--target".as_ref(), env::var_os("TARGET")?.as_os_str()])
        .arg("--out-dir")
        .arg(&folder)
        .arg(&source)
        .stderr(Stdio::null())
        .status();
    Some(status.ok()?.success())
}
