//! The report for programs (RFC 8259).
//!
//! One object with the files, their lines and what each cost, and the advice. `report` writes it to
//! a file; `quoted` makes a JSON string of any bytes.

use super::advice::advice;
use super::summary::{Frame, Kind, Line, Summary};
use std::fmt::Write;
use std::time::Duration;

/// A text between quotes. Bytes that are no UTF-8 become U+FFFD.
pub(crate) fn quoted(text: &[u8]) -> String {
    let mut out = String::from('"');
    for character in String::from_utf8_lossy(text).chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            // Also safe between the tags of a page.
            '<' => out.push_str("\\u003c"),
            character if (character as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", character as u32);
            }
            character => out.push(character),
        }
    }
    out.push('"');
    out
}

fn microseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1e6)
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Forked => "forked",
        Kind::Aside => "stepped aside",
        Kind::Launched => "launched",
        Kind::Inside => "in-process",
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

fn line(number: u32, line: &Line, source: &[u8]) -> String {
    let events = list(line.events.iter().map(|((kind, command, reason), (count, time))| {
        format!(
            r#"{{"kind":"{}","command":{},"reason":{},"count":{count},"waited_us":{}}}"#,
            kind_name(*kind),
            quoted(command),
            quoted(reason),
            microseconds(*time)
        )
    }));
    format!(
        r#"{{"line":{number},"source":{},"functions":{},"runs":{},"time_us":{},"inprocess":{},"launched":{},"forked":{},"events":{events}}}"#,
        quoted(source),
        list(line.functions.iter().map(|name| quoted(name))),
        line.runs,
        microseconds(line.time),
        line.numbers.inside,
        line.numbers.launched,
        line.numbers.forked
    )
}

fn frame(one: &Frame) -> String {
    format!(
        r#"{{"name":{},"own_us":{},"total_us":{},"processes":{},"callees":{}}}"#,
        quoted(one.name.as_bytes()),
        microseconds(one.own),
        microseconds(one.total()),
        one.all_processes(),
        list(one.callees.iter().map(frame))
    )
}

/// The report as one object.
pub(crate) fn json(summary: &Summary) -> String {
    let files = list(summary.sources.iter().map(|source| {
        let text = source.text();
        let lines = source
            .lines
            .iter()
            .filter(|(number, _)| **number > 0)
            .map(|(&number, one)| line(number, one, text.line(number)));
        format!(r#"{{"name":{},"lines":{}}}"#, quoted(&source.file.name), list(lines))
    }));
    let changes = list(advice(summary).iter().map(|advice| {
        format!(
            r#"{{"file":{},"line":{},"processes":{},"advice":{}}}"#,
            quoted(&summary.sources[advice.source].file.name),
            advice.line,
            advice.saves,
            quoted(advice.text.as_bytes())
        )
    }));
    format!(
        "{{\"version\":1,\"shells\":{},\"elapsed_us\":{},\"shell_cpu_us\":{},\"children_cpu_us\":{},\
         \"commands\":{},\"inprocess\":{},\"launched\":{},\"forked\":{},\"files\":{files},\
         \"calls\":{},\"advice\":{changes}}}\n",
        summary.shells,
        microseconds(summary.elapsed),
        microseconds(summary.own),
        microseconds(summary.children),
        summary.runs,
        summary.numbers.inside,
        summary.numbers.launched,
        summary.numbers.forked,
        frame(&summary.flame),
    )
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn texts_are_quoted() {
        assert_eq!(
            quoted(b"a\"b\\c\n\xff</script>"),
            "\"a\\\"b\\\\c\\u000a\u{fffd}\\u003c/script>\""
        );
    }
}
