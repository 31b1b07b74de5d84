//! A script that finds another file at a path than the machine has there: mvdan/sh's example of that.
//!
//!     cargo run -p forkless-session --example open_file

use forkless_session::{Dialect, Error, Output, Session};

fn main() -> Result<(), Error> {
    let builder = Session::builder().dialect(Dialect::Bash).stdout(Output::Inherit);
    let mut session = builder.memory("/etc", None).build()?;
    session.run("echo mymachine >/etc/hostname")?;
    session.run("echo $(</etc/hostname); echo bar >/dev/null")?;
    Ok(())
}
