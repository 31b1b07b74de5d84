//! Checking digests against a list (`-c`).

use super::{Algorithm, Sums, put_name};
use crate::text::stream::{self, Reader, Writer};
use crate::{Change, Context, Exit, quoting};
use std::io;

/// A line of a list.
struct Entry {
    digest: Vec<u8>,
    name: Vec<u8>,
}

#[derive(Default)]
struct Tally {
    /// Lines that are none.
    malformed: u64,
    unreadable: u64,
    mismatched: u64,
    any: bool,
    matched: bool,
    /// The style of lines: with a space or `*` before the name, or reversed without.
    reversed: Option<bool>,
}

impl Sums<'_> {
    /// Checks the files of a list. False if something is wrong.
    pub fn check_list(
        &self,
        context: &Context<'_>,
        algorithm: Algorithm,
        list: &[u8],
        output: &mut Writer,
    ) -> Result<bool, Exit> {
        let shown: &[u8] = if list == b"-" { b"standard input" } else { list };
        let shown = quoting::shell_if_needed(shown, context.quoting());
        let mut reader = match stream::open(context, list) {
            Ok(file) => Reader::new(file),
            Err(error) => {
                stream::file_error(context, output, list, &error);
                return Ok(false);
            }
        };
        let mut tally = Tally::default();
        let mut number = 0u64;
        loop {
            number += 1;
            let line = match reader.line(b'\n') {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    if let Some(exit) = context.signal_of(&error) {
                        return Err(exit);
                    }
                    let text = [&shown[..], b": read error"].concat();
                    stream::complain(context, output, &text);
                    return Ok(false);
                }
            };
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() || line.starts_with(b"#") {
                continue;
            }
            let entry = parse(line, algorithm, &mut tally.reversed)
                .filter(|entry| !(list == b"-" && entry.name == b"-"));
            let Some(entry) = entry else {
                tally.malformed += 1;
                if self.warn {
                    let mut text = shown.clone();
                    let tag = algorithm.tag();
                    let rest = format!(": {number}: improperly formatted {tag} checksum line");
                    text.extend_from_slice(rest.as_bytes());
                    stream::complain(context, output, &text);
                }
                continue;
            };
            tally.any = true;
            self.check_file(context, algorithm, &entry, &mut tally, output)?;
            // Line by line; an error is reported at the end.
            let _ = output.flush();
        }
        self.summarise(context, &shown, &tally, output);
        Ok(tally.any
            && tally.matched
            && tally.mismatched == 0
            && tally.unreadable == 0
            && (!self.strict || tally.malformed == 0))
    }

    fn check_file(
        &self,
        context: &Context<'_>,
        algorithm: Algorithm,
        entry: &Entry,
        tally: &mut Tally,
        output: &mut Writer,
    ) -> Result<(), Exit> {
        let result = match self.digest(context, algorithm, &entry.name, output) {
            Ok(digest) if digest.eq_ignore_ascii_case(&entry.digest) => {
                tally.matched = true;
                if self.quiet {
                    return Ok(());
                }
                "OK"
            }
            Ok(_) => {
                tally.mismatched += 1;
                "FAILED"
            }
            Err(error) if self.ignore_missing && error.kind() == io::ErrorKind::NotFound => {
                return Ok(());
            }
            Err(error) => {
                if let Some(exit) = context.signal_of(&error) {
                    return Err(exit);
                }
                stream::file_error(context, output, &entry.name, &error);
                tally.unreadable += 1;
                "FAILED open or read"
            }
        };
        if !self.status_only {
            let special: &[u8] = match context.has(Change::DigestEscapes) {
                true => b"\\\n\r",
                false => b"\n",
            };
            let escaped = entry.name.iter().any(|byte| special.contains(byte));
            if escaped {
                output.buffer.push(b'\\');
            }
            put_name(&entry.name, escaped, &mut output.buffer);
            output.buffer.extend_from_slice(b": ");
            output.buffer.extend_from_slice(result.as_bytes());
            output.buffer.push(b'\n');
        }
        Ok(())
    }

    fn summarise(&self, context: &Context<'_>, shown: &[u8], tally: &Tally, output: &mut Writer) {
        if !tally.any {
            let text = [shown, b": no properly formatted checksum lines found"].concat();
            stream::complain(context, output, &text);
            return;
        }
        if self.status_only {
            return;
        }
        for (count, one, many) in [
            (tally.malformed, "line is improperly formatted", "lines are improperly formatted"),
            (tally.unreadable, "listed file could not be read", "listed files could not be read"),
            (
                tally.mismatched,
                "computed checksum did NOT match",
                "computed checksums did NOT match",
            ),
        ] {
            if count > 0 {
                let what = if count == 1 { one } else { many };
                let text = format!("WARNING: {count} {what}");
                stream::complain(context, output, text.as_bytes());
            }
        }
        if self.ignore_missing && !tally.matched {
            let text = [shown, b": no file was verified"].concat();
            stream::complain(context, output, &text);
        }
    }
}

/// Reads a line of a list: `DIGEST  NAME`, `DIGEST *NAME`, `DIGEST NAME`, `TAG (NAME) = DIGEST`.
fn parse(line: &[u8], algorithm: Algorithm, reversed: &mut Option<bool>) -> Option<Entry> {
    // What follows a NUL is no part of the line to GNU's.
    let line = byte_search::memchr(0, line).map_or(line, |end| &line[..end]);
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let mut rest = skip_blanks(line);
    let escaped = rest.first() == Some(&b'\\');
    if escaped {
        rest = &rest[1..];
    }
    if let Some(after) = rest.strip_prefix(algorithm.tag().as_bytes()) {
        let after = after.strip_prefix(b" ").unwrap_or(after).strip_prefix(b"(")?;
        let close = byte_search::memrchr(b')', after)?;
        let digest = skip_blanks(skip_blanks(&after[close + 1..]).strip_prefix(b"=")?);
        is_digest(digest, algorithm).then_some(())?;
        return Some(Entry { digest: digest.to_vec(), name: unescape(&after[..close], escaped)? });
    }
    let digits = algorithm.digits();
    if rest.len() < digits + 2 + usize::from(rest.first() == Some(&b'\\')) {
        return None;
    }
    let (digest, after) = rest.split_at(digits);
    let (blank, mut name) = after.split_first()?;
    if !is_blank(blank) || !is_digest(digest, algorithm) {
        return None;
    }
    if name.len() == 1 || !matches!(name.first(), Some(b' ' | b'*')) {
        if *reversed == Some(false) {
            return None;
        }
        *reversed = Some(true);
    } else if *reversed != Some(true) {
        *reversed = Some(false);
        name = &name[1..];
    }
    Some(Entry { digest: digest.to_vec(), name: unescape(name, escaped)? })
}

fn is_digest(text: &[u8], algorithm: Algorithm) -> bool {
    text.len() == algorithm.digits() && text.iter().all(u8::is_ascii_hexdigit)
}

fn unescape(name: &[u8], escaped: bool) -> Option<Vec<u8>> {
    if !escaped {
        return Some(name.to_vec());
    }
    let mut plain = Vec::with_capacity(name.len());
    let mut bytes = name.iter();
    while let Some(&byte) = bytes.next() {
        plain.push(match byte {
            b'\\' => match bytes.next()? {
                b'n' => b'\n',
                b'r' => b'\r',
                b'\\' => b'\\',
                _ => return None,
            },
            _ => byte,
        });
    }
    Some(plain)
}

fn skip_blanks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &text[blanks..]
}
