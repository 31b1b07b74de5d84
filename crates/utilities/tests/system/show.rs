//! What shows the system: pwd and its like against the installed ones.

use crate::harness::Case;

#[test]
fn working_directory() {
    Case::new("pwd").same();
    Case::new("pwd").arg("-P").same();
    Case::new("pwd").args(["-L", "-P"]).same();
    Case::new("pwd").arg("-L").same();
    Case::new("pwd").arg("-L").variable("PWD", "/").same();
    Case::new("pwd").arg("-L").variable("PWD", "/tmp/../tmp").same();
    Case::new("pwd").arg("x").aside();
    Case::new("pwd").arg("-x").aside();
}

#[test]
fn sleeping() {
    for words in [&["0"][..], &["0.001", "0.002s"], &["--", "0x0p3"], &["0m", "0h", "0d"]] {
        Case::new("sleep").args(words).same();
    }
    for words in [&[][..], &["x"], &["-1"], &["1y"], &["--help"], &["nan"]] {
        Case::new("sleep").args(words).aside();
    }
}
