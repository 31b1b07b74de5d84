//! Prints `docs/dialects.md`: `make dialects`.

use std::io::Write;

fn main() -> std::io::Result<()> {
    let mut out = std::fs::OpenOptions::new().write(true).open("/dev/stdout")?;
    out.write_all(dialect::document::document().as_bytes())
}
