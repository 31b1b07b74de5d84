//! Gives the shared library the name that programs look for at run time.

// cargo reads what a build script prints.
#[allow(clippy::disallowed_macros)]
fn main() {
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libforkless-shell.so.0");
    println!("cargo:rerun-if-changed=build.rs");
}
