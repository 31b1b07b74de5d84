//! Gives the shared library the name that programs look for at run time.

fn main() {
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libforkless-shell.so.0");
    println!("cargo:rerun-if-changed=build.rs");
}
