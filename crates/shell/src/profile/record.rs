//! A profile of one process as text: how processes hand it on.
//!
//! Lines of fields between tabs; a record begins with `process` and ends with `end`. A line belongs
//! to the last one of the kind above it: events to a site.

use super::recording::{Call, Counts, Event, EventKind, File, MOST_TEXT, Origin, Site};
use std::time::Duration;

/// What the text of every record begins with: by it a file of records is known.
pub(crate) const RECORD_START: &[u8; 9] = b"\nprocess\t";

/// What a process has counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    /// The process.
    pub(crate) pid: i32,
    /// It was forked by a shell that has a record of its own.
    pub(crate) forked: bool,
    /// Where it was forked, if its parent waited for it.
    pub(crate) origin: Option<Origin>,
    /// From its begin to its end.
    pub(crate) elapsed: Duration,
    /// Processor time of the process.
    pub(crate) own: Duration,
    /// Processor time of the children that it has waited for.
    pub(crate) children: Duration,
    /// Files; the first is the script.
    pub(crate) files: Vec<File>,
    /// Calls; the first is the script.
    pub(crate) calls: Vec<Call>,
    /// Lines.
    pub(crate) sites: Vec<Site>,
}

impl Record {
    /// A record of what this process has counted.
    pub(crate) fn new(counts: &Counts, forked: bool) -> Self {
        let times = launch::process::times();
        Self {
            pid: launch::process::process_id(),
            forked,
            origin: counts.origin,
            elapsed: counts.begun.elapsed(),
            own: times.user + times.system,
            children: times.children_user + times.children_system,
            files: counts.files.clone(),
            calls: counts.calls.clone(),
            sites: counts.sites.clone(),
        }
    }

    /// The record as text.
    pub(crate) fn to_text(&self) -> Vec<u8> {
        // Whatever an earlier writer has left unfinished ends here.
        let mut text = RECORD_START[..1].to_vec();
        let number = |duration: Duration| duration.as_nanos().to_string().into_bytes();
        let forked = if self.forked { &b"forked"[..] } else { b"shell" };
        let times = [self.elapsed, self.own, self.children].map(number);
        let pid = self.pid.to_string();
        add(
            &mut text,
            &[b"process", b"1", pid.as_bytes(), forked, &times[0], &times[1], &times[2]],
        );
        for file in &self.files {
            let kept = &file.text[..file.text.len().min(MOST_TEXT)];
            let first = file.first.to_string();
            add(&mut text, &[b"file", &file.name, &file.path, kept, first.as_bytes()]);
        }
        for call in &self.calls {
            let numbers = [call.caller, call.line, call.file].map(|number| number.to_string());
            let [caller, line, file] = numbers.each_ref().map(|text| text.as_bytes());
            add(&mut text, &[b"call", caller, line, file, &call.function]);
        }
        if let Some(Origin { parent, call, line }) = self.origin {
            let [parent, call, line] = [parent.to_string(), call.to_string(), line.to_string()];
            add(&mut text, &[b"origin", parent.as_bytes(), call.as_bytes(), line.as_bytes()]);
        }
        let happened = |site: &&Site| site.runs > 0 || site.time > 0 || !site.events.is_empty();
        // Most lines of a record are these.
        for site in self.sites.iter().filter(happened) {
            text.extend_from_slice(b"site");
            for number in [u64::from(site.call), u64::from(site.line), site.runs, site.time] {
                text.push(b'\t');
                add_number(&mut text, number);
            }
            text.push(b'\n');
            for event in &site.events {
                let (kind, count) = (event.kind.letter(), event.count.to_string());
                let (count, time) = (count.as_bytes(), number(event.time));
                add(&mut text, &[b"event", kind, count, &time, &event.command, &event.reason]);
            }
        }
        add(&mut text, &[b"end"]);
        text
    }

    /// The records in a text. What is no record, or has not been written to its end, is left out.
    pub(crate) fn parse(text: &[u8]) -> Vec<Self> {
        let mut records = Vec::new();
        let mut open: Option<Self> = None;
        for line in text.split(|&byte| byte == b'\n') {
            let fields: Vec<Vec<u8>> = line.split(|&byte| byte == b'\t').map(unescape).collect();
            let Some((kind, fields)) = fields.split_first() else { continue };
            match &kind[..] {
                b"process" => open = Self::begin(fields),
                b"end" => records.extend(open.take().filter(Self::is_sound)),
                _ => {
                    if let Some(record) = &mut open
                        && record.line(kind, fields).is_none()
                    {
                        open = None;
                    }
                }
            }
        }
        records
    }

    fn begin(fields: &[Vec<u8>]) -> Option<Self> {
        let [version, pid, kind, elapsed, own, children] = fields else { return None };
        if version != b"1" {
            return None;
        }
        Some(Self {
            pid: number(pid)?,
            forked: kind == b"forked",
            elapsed: duration(elapsed)?,
            own: duration(own)?,
            children: duration(children)?,
            ..Self::default()
        })
    }

    fn line(&mut self, kind: &[u8], fields: &[Vec<u8>]) -> Option<()> {
        match (kind, fields) {
            (b"file", [name, path, text, first]) => {
                let (name, path, text) = (name.clone(), path.clone(), text.clone());
                self.files.push(File { name, path, text, first: number(first)? });
            }
            (b"call", [caller, line, file, function]) => self.calls.push(Call {
                caller: number(caller)?,
                line: number(line)?,
                file: number(file)?,
                function: function.clone(),
                ..Call::default()
            }),
            (b"origin", [parent, call, line]) => {
                let (parent, call, line) = (number(parent)?, number(call)?, number(line)?);
                self.origin = Some(Origin { parent, call, line });
            }
            (b"site", [call, line, runs, time]) => self.sites.push(Site {
                call: number(call)?,
                line: number(line)?,
                runs: number(runs)?,
                time: number(time)?,
                ..Site::default()
            }),
            (b"event", [kind, count, time, command, reason]) => {
                let event = Event {
                    kind: EventKind::of(kind)?,
                    command: command.clone(),
                    reason: reason.clone(),
                    count: number(count)?,
                    time: duration(time)?,
                };
                self.sites.last_mut()?.events.push(event);
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether all its indices lead somewhere, callers come first, and it has a script.
    fn is_sound(&self) -> bool {
        let calls = self.calls.iter().enumerate().all(|(index, call)| {
            (call.caller as usize) < index.max(1) && (call.file as usize) < self.files.len()
        });
        let sites = self.sites.iter().all(|site| (site.call as usize) < self.calls.len());
        let origin = self.origin.is_none_or(|origin| (origin.call as usize) < self.calls.len());
        calls && sites && origin && !self.calls.is_empty()
    }
}

impl EventKind {
    fn letter(self) -> &'static [u8] {
        match self {
            Self::Inside => b"inside",
            Self::Launched => b"launched",
            Self::Aside => b"aside",
            Self::Forked => b"forked",
        }
    }

    fn of(word: &[u8]) -> Option<Self> {
        let all = [Self::Inside, Self::Launched, Self::Aside, Self::Forked];
        all.into_iter().find(|kind| kind.letter() == word)
    }
}

fn number<T: std::str::FromStr>(text: &[u8]) -> Option<T> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

fn duration(text: &[u8]) -> Option<Duration> {
    number(text).map(Duration::from_nanos)
}

/// Adds a line: the fields with tabs between them, escaped.
fn add(text: &mut Vec<u8>, fields: &[&[u8]]) {
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            text.push(b'\t');
        }
        let mut rest = *field;
        let is_special = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\\');
        while let Some(at) = rest.iter().position(is_special) {
            text.extend_from_slice(&rest[..at]);
            text.extend_from_slice(match rest[at] {
                b'\t' => b"\\t",
                b'\n' => b"\\n",
                _ => b"\\\\",
            });
            rest = &rest[at + 1..];
        }
        text.extend_from_slice(rest);
    }
    text.push(b'\n');
}

/// Adds a number's decimal digits.
fn add_number(text: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[at..]);
}

fn unescape(field: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(field.len());
    let mut bytes = field.iter();
    while let Some(&byte) = bytes.next() {
        text.push(match byte {
            b'\\' => match bytes.next() {
                Some(b't') => b'\t',
                Some(b'n') => b'\n',
                Some(&other) => other,
                None => b'\\',
            },
            byte => byte,
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        let event = Event {
            kind: EventKind::Aside,
            command: b"sort -z".to_vec(),
            reason: b"an option\tthat is \\ not\nreproduced".to_vec(),
            count: 3,
            time: Duration::from_micros(7),
        };
        let file =
            File { name: b"s".to_vec(), path: b"/s".to_vec(), text: b"a\nb".to_vec(), first: 3 };
        let site = Site { line: 2, runs: 4, events: vec![event], ..Site::default() };
        Record {
            pid: 5,
            origin: Some(Origin { parent: 4, call: 0, line: 2 }),
            files: vec![file],
            calls: vec![Call::default()],
            sites: vec![site],
            ..Record::default()
        }
    }

    #[test]
    fn a_record_reads_as_it_was_written() {
        assert!(record().to_text().starts_with(super::RECORD_START));
        let text = [record().to_text(), record().to_text()].concat();
        let records = Record::parse(&text);
        assert_eq!(records.len(), 2);
        assert_eq!(records[1].files[0].text, b"a\nb");
        assert_eq!(records[1].sites[0].events, record().sites[0].events);
        assert_eq!(records[1].origin, record().origin);
        assert_eq!(records[1].to_text(), record().to_text());
    }

    #[test]
    fn what_is_torn_or_unsound_is_left_out() {
        let whole = record().to_text();
        let torn = &whole[..whole.len() - 6];
        let mut unsound = record();
        unsound.sites[0].call = 9;
        let text = [torn, &whole, &unsound.to_text(), b"noise\n"].concat();
        assert_eq!(Record::parse(&text).len(), 1);
        let mut circular = record();
        circular.calls.push(Call { caller: 1, ..Call::default() });
        assert!(Record::parse(&circular.to_text()).is_empty());
    }
}
