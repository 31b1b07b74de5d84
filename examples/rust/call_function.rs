//! Defines a function of a script and calls it, with its output and without: brush's example of that.
//!
//!     cargo run -p forkless-session --example call_function

#![allow(clippy::disallowed_macros)]

use forkless_session::{Error, Session};

fn main() -> Result<(), Error> {
    let mut session = Session::builder().build()?;
    let defined = session.run(r#"hello() { echo "Hello, world: $@"; return 42; }"#)?;
    println!("[Function definition result: {}]", defined.success());
    let result = session.call(&["hello", "an argument"])?;
    print!("{}", String::from_utf8_lossy(&result.stdout));
    println!("[Function invocation result: {}]", result.status);
    let result = session.run("hello arg >/dev/null")?;
    println!("[And without output: {}, {:?}]", result.status, result.stdout);
    Ok(())
}
