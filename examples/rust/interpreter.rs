//! Runs a script in bash's language with one variable of its own: what mvdan/sh's first example does.
//!
//!     cargo run -p forkless-session --example interpreter

use forkless_session::{Dialect, Error, Output, Session};

fn main() -> Result<(), Error> {
    let mut session = Session::builder()
        .dialect(Dialect::Bash)
        .variable("GLOBAL", "global_value")
        .stdout(Output::Inherit)
        .build()?;
    session.run(
        "foo=abc
        for i in 1 2 3; do
            foo+=$i
        done
        let bar=(2 + 3)
        echo $foo $bar
        echo $GLOBAL",
    )?;
    Ok(())
}
