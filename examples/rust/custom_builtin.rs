//! A builtin with an option and an error of its own: brush's example of that.
//!
//!     cargo run -p forkless-session --example custom_builtin

use forkless_session::{Error, HostCall, Output, Session};

/// `greet [-n COUNT]`: greets `$USER`; the exit status.
fn greet(call: &mut HostCall<'_>) -> i32 {
    let arguments: Vec<&[u8]> = call.arguments().skip(1).collect();
    let count = match arguments[..] {
        [] => Some(1),
        [b"-n", count] => std::str::from_utf8(count).ok().and_then(|count| count.parse().ok()),
        _ => None,
    };
    let Some(count @ 1..=10) = count else {
        let _ = call.write(2, b"greet: usage: greet [-n COUNT], from 1 to 10\n");
        return 2;
    };
    let user = call.variable(b"USER").unwrap_or_default();
    let line = [&b"Hello, "[..], &user, b"!\n"].concat();
    i32::from(call.write(1, &line.repeat(count)).is_err())
}

fn main() -> Result<(), Error> {
    let mut session = Session::builder().stdout(Output::Inherit).stderr(Output::Inherit).build()?;
    session.define("greet", greet)?;
    session.run("USER=world; greet; greet -n 2; greet -n 11; echo status $?")?;
    Ok(())
}
