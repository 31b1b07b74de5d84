//! A builtin of the program's, and what is said of programs that are missing: mvdan/sh's example of handlers.
//!
//!     cargo run -p forkless-session --example handlers

use forkless_session::{Dialect, Error, Output, Session};

fn main() -> Result<(), Error> {
    let mut session = Session::builder().dialect(Dialect::Bash).stdout(Output::Inherit).build()?;
    session.define("join", |call| {
        let words: Vec<&[u8]> = call.arguments().skip(1).collect();
        let Some((between, words)) = words.split_first() else { return 2 };
        let line = [&words.join(*between)[..], b"\n"].concat();
        i32::from(call.write(1, &line).is_err())
    })?;
    session.run("command_not_found_handle() { echo \"$1 is not installed\"; return 1; }")?;
    session.run("echo foo; join ! foo bar baz; missing-program bar")?;
    Ok(())
}
