//! What texts and words expand to, and nothing is run: mvdan/sh's examples of that.
//!
//!     cargo run -p forkless-session --example fields

#![allow(clippy::disallowed_macros)]

use forkless_session::{Error, Session};

fn main() -> Result<(), Error> {
    let builder = Session::builder().variable("HOME", "/home/user").variable("foo", "bar baz");
    let mut session = builder.build()?;
    for words in [
        r#""No place like $HOME""#,
        r#""Some vars are ${missing:-awesome}""#,
        r#""Math is fun! $((12 * 34))""#,
        r#""many quoted" ' strings '"#,
        "unquoted $foo",
        r#"quoted "$foo""#,
    ] {
        let fields = session.fields(words)?;
        println!(
            "{:?}",
            fields.iter().map(|field| String::from_utf8_lossy(field)).collect::<Vec<_>>()
        );
    }
    Ok(())
}
