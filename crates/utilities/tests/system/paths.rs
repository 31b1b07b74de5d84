//! basename and dirname against the installed ones.

use crate::harness::{Case, Random};

#[test]
fn options() {
    Case::new("basename").args(["-a", "/x/a.c", "b.c"]).same();
    Case::new("basename").args(["-s", ".c", "/x/a.c", "b.c", ".c"]).same();
    Case::new("basename").args(["-az", "--suffix=.c", "/x/a.c", "b"]).same();
    Case::new("basename").args(["--", "-a", "x"]).same();
    Case::new("basename").args(["a", "-a"]).same();
    Case::new("basename").aside();
    Case::new("basename").args(["a", "b", "c"]).aside();
    Case::new("basename").args(["-x", "b"]).aside();
    Case::new("dirname").args(["-z", "a/b", "/c"]).same();
    Case::new("dirname").args(["a/b", "-z", "/c"]).same();
    Case::new("dirname").args(["a/b", "--", "-z"]).same();
    Case::new("dirname").aside();
}

#[test]
fn generated() {
    let mut random = Random::new(12);
    for _ in 0..700 {
        let path = random.text(&["/", "a", ".", "..", "b.c", " ", "\\", "\n", "//"], 6);
        if path.first() == Some(&b'-') {
            continue;
        }
        let suffix = random.text(&["c", ".", "b.c", "/", "a"], 2);
        Case::new("basename").arg("--").arg(&path).arg(suffix).same();
        Case::new("dirname").arg(&path).arg(path.repeat(2)).same();
    }
}
