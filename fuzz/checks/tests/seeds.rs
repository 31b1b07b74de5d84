//! Every check over its seeds, and over cuts and changes of them that are always the same.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "a program of its own, not part of the shell"
)]

mod run;

use run::run;

#[test]
fn arithmetic() {
    run("arithmetic");
}

#[test]
fn glob() {
    run("glob");
}

#[test]
fn lexer() {
    run("lexer");
}

#[test]
fn parser() {
    run("parser");
}

#[test]
fn printf() {
    run("printf");
}

#[test]
fn regex() {
    run("regex");
}

#[test]
fn shell() {
    run("shell");
}

#[test]
fn awk() {
    run("awk");
}

#[test]
fn sed() {
    run("sed");
}

#[test]
fn utility() {
    run("utility");
}
