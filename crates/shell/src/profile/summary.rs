//! Records added up.
//!
//! Records (`record`) name lines by file and number; here they become one line each with its counts
//! of commands that ran inside, were launched or forked, and their reasons.

use super::hooks::STANDARD_INPUT;
use super::record::Record;
use super::recording::{EventKind, File, Origin};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How many processes and utilities there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// Utilities that ran inside.
    pub(crate) inside: u64,
    /// Programs that were launched.
    pub(crate) launched: u64,
    /// Forks.
    pub(crate) forked: u64,
}

impl Numbers {
    /// The number of processes: launched and forked.
    pub(crate) fn processes(self) -> u64 {
        self.launched + self.forked
    }

    fn add(&mut self, kind: EventKind, count: u64) {
        match kind {
            EventKind::Inside => self.inside += count,
            EventKind::Launched | EventKind::Aside => self.launched += count,
            EventKind::Forked => self.forked += count,
        }
    }
}

/// A line of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    /// Functions that it is in, mostly one; none outside of functions.
    pub(crate) functions: Vec<Vec<u8>>,
    /// How many commands began there.
    pub(crate) runs: u64,
    /// How long they took, without commands on other lines that they ran.
    pub(crate) time: Duration,
    /// What happened there.
    pub(crate) numbers: Numbers,
    /// By kind, command and reason: how often and how long.
    pub(crate) events: BTreeMap<Event, (u64, Duration)>,
}

/// What events are counted by: kind, command and reason.
pub(crate) type Event = (Kind, Vec<u8>, Vec<u8>);

/// [`EventKind`] in the order in which a report has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// The shell forked.
    Forked,
    /// A program was launched though there is a utility of its name.
    Aside,
    /// A program was launched.
    Launched,
    /// A utility ran inside.
    Inside,
}

impl From<EventKind> for Kind {
    fn from(kind: EventKind) -> Self {
        match kind {
            EventKind::Inside => Self::Inside,
            EventKind::Launched => Self::Launched,
            EventKind::Aside => Self::Aside,
            EventKind::Forked => Self::Forked,
        }
    }
}

/// A frame of the flame graph: a function or a file, under what has called it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// Its name.
    pub(crate) name: String,
    /// The time of its own lines.
    pub(crate) own: Duration,
    /// The processes of its own lines.
    pub(crate) processes: u64,
    /// What it calls.
    pub(crate) callees: Vec<Frame>,
}

impl Frame {
    /// Its time and its callees'.
    pub(crate) fn total(&self) -> Duration {
        self.own + self.callees.iter().map(Frame::total).sum::<Duration>()
    }

    /// Its processes and its callees'.
    pub(crate) fn all_processes(&self) -> u64 {
        self.processes + self.callees.iter().map(Frame::all_processes).sum::<u64>()
    }

    fn callee(&mut self, name: &str) -> &mut Frame {
        let index = self.callees.iter().position(|callee| callee.name == name);
        let index = index.unwrap_or_else(|| {
            self.callees.push(Frame { name: name.to_owned(), ..Frame::default() });
            self.callees.len() - 1
        });
        &mut self.callees[index]
    }
}

/// A file with its lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    /// The file.
    pub(crate) file: File,
    /// Its lines that ran.
    pub(crate) lines: BTreeMap<u32, Line>,
}

/// What a report is made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    /// Shells that were started.
    pub(crate) shells: u64,
    /// From the begin of the first to the end of the last, where there is one shell; else added up.
    pub(crate) elapsed: Duration,
    /// Processor time of shells, forked ones included.
    pub(crate) own: Duration,
    /// Processor time of other processes.
    pub(crate) children: Duration,
    /// All processes.
    pub(crate) numbers: Numbers,
    /// Commands that began.
    pub(crate) runs: u64,
    /// Files.
    pub(crate) sources: Vec<Source>,
    /// The root of the flame graph.
    pub(crate) flame: Frame,
    /// By command: kind and name; how often, how long.
    pub(crate) commands: BTreeMap<(Kind, Vec<u8>), (u64, Duration)>,
    /// By reason for a process; how often, how long.
    pub(crate) reasons: BTreeMap<Vec<u8>, (u64, Duration)>,
}

impl Summary {
    /// Adds records up.
    pub(crate) fn of(records: &[Record]) -> Self {
        let mut summary = Self::default();
        summary.flame.name = "all".to_owned();
        for record in records {
            summary.add(record);
        }
        let known: BTreeSet<i32> = records.iter().map(|record| record.pid).collect();
        for record in records {
            if let Some(origin) = record.origin.filter(|origin| known.contains(&origin.parent)) {
                summary.take_waiting(record, origin);
            }
        }
        // The children of a shell that was forked, and itself, are its parent's children too.
        let forked: Duration = records.iter().filter(|one| one.forked).map(|one| one.own).sum();
        let shells = records.iter().filter(|one| !one.forked);
        let children: Duration = shells.map(|record| record.children).sum();
        summary.children = children.saturating_sub(forked);
        summary
    }

    fn add(&mut self, record: &Record) {
        self.own += record.own;
        if !record.forked {
            self.shells += 1;
            self.elapsed += record.elapsed;
        }
        let files: Vec<usize> = record.files.iter().map(|file| self.source(file)).collect();
        let paths: Vec<Vec<String>> = paths(record);
        for site in &record.sites {
            let call = &record.calls[site.call as usize];
            let line = self.sources[files[call.file as usize]].lines.entry(site.line).or_default();
            if !call.function.is_empty() && !line.functions.contains(&call.function) {
                line.functions.push(call.function.clone());
            }
            line.runs += site.runs;
            let time = Duration::from_nanos(site.time);
            line.time += time;
            self.runs += site.runs;
            let mut processes = 0;
            for event in &site.events {
                let kind = Kind::from(event.kind);
                line.numbers.add(event.kind, event.count);
                self.numbers.add(event.kind, event.count);
                let key = (kind, event.command.clone(), event.reason.clone());
                add(line.events.entry(key).or_default(), event.count, event.time);
                if kind != Kind::Forked {
                    let key = (kind, event.command.clone());
                    add(self.commands.entry(key).or_default(), event.count, event.time);
                }
                if kind != Kind::Inside {
                    processes += event.count;
                    let entry = self.reasons.entry(event.reason.clone()).or_default();
                    add(entry, event.count, event.time);
                }
            }
            let mut frame = &mut self.flame;
            for name in &paths[site.call as usize] {
                frame = frame.callee(name);
            }
            frame.own += time;
            frame.processes += processes;
        }
    }

    /// Takes the time of a forked process from the line that has waited for it: it is the time of the
    /// process's own lines.
    fn take_waiting(&mut self, record: &Record, origin: Origin) {
        let time = Duration::from_nanos(record.sites.iter().map(|site| site.time).sum());
        let call = &record.calls[origin.call as usize];
        let source = self.source(&record.files[call.file as usize]);
        if let Some(line) = self.sources[source].lines.get_mut(&origin.line) {
            line.time = line.time.saturating_sub(time);
        }
        let mut frame = &mut self.flame;
        for name in &paths(record)[origin.call as usize] {
            frame = frame.callee(name);
        }
        frame.own = frame.own.saturating_sub(time);
    }

    /// The index of a file. A process that was forked knows of standard input what had been read then.
    fn source(&mut self, file: &File) -> usize {
        let is_read = file.name == STANDARD_INPUT;
        let same = |source: &Source| {
            let (one, other) = (&source.file.text, &file.text);
            source.file.name == file.name
                && source.file.path == file.path
                && source.file.first == file.first
                && (one == other || is_read && (one.starts_with(other) || other.starts_with(one)))
        };
        match self.sources.iter().position(same) {
            Some(index) => {
                let known = &mut self.sources[index].file.text;
                if known.len() < file.text.len() {
                    known.clone_from(&file.text);
                }
                index
            }
            None => {
                self.sources.push(Source { file: file.clone(), lines: BTreeMap::new() });
                self.sources.len() - 1
            }
        }
    }
}

fn add(entry: &mut (u64, Duration), count: u64, time: Duration) {
    entry.0 += count;
    entry.1 += time;
}

/// The names of the frames of each call, outermost first.
fn paths(record: &Record) -> Vec<Vec<String>> {
    let mut paths: Vec<Vec<String>> = Vec::with_capacity(record.calls.len());
    for (index, call) in record.calls.iter().enumerate() {
        let mut path = match index {
            0 => Vec::new(),
            _ => paths[call.caller as usize].clone(),
        };
        path.push(match call.function.is_empty() {
            true => String::from_utf8_lossy(&record.files[call.file as usize].name).into_owned(),
            false => format!("{}()", String::from_utf8_lossy(&call.function)),
        });
        paths.push(path);
    }
    paths
}

/// The text of a file, by lines.
pub(crate) struct Text {
    bytes: Vec<u8>,
    /// Where each line but the first begins.
    begins: Vec<usize>,
    /// Lines of the file that are before the text.
    before: usize,
}

impl Text {
    /// How many lines the file has, as far as it is known.
    pub(crate) fn len(&self) -> usize {
        self.before + 1 + self.begins.len()
    }

    /// A line, whose number is from 1 on; empty where it is not known.
    pub(crate) fn line(&self, number: u32) -> &[u8] {
        let Some(index) = (number as usize).checked_sub(self.before + 1) else { return b"" };
        let begin = match index.checked_sub(1) {
            None => 0,
            Some(index) => match self.begins.get(index) {
                Some(&begin) => begin,
                None => return b"",
            },
        };
        let end = self.begins.get(index).map_or(self.bytes.len(), |&next| next - 1);
        &self.bytes[begin..end]
    }
}

impl Source {
    /// The text of its lines; empty where it cannot be read.
    pub(crate) fn text(&self) -> Text {
        const MOST: u64 = 8 << 20;
        let read = |path: &[u8]| {
            use std::os::unix::ffi::OsStrExt;
            let path = std::path::Path::new(std::ffi::OsStr::from_bytes(path));
            let regular =
                std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= MOST);
            regular.then(|| std::fs::read(path).ok()).flatten()
        };
        let bytes = match self.file.path.is_empty() {
            true => self.file.text.clone(),
            false => read(&self.file.path).unwrap_or_default(),
        };
        let mut begins = Vec::new();
        let mut at = 0;
        while let Some(found) = byte_search::memchr(b'\n', &bytes[at..]) {
            at += found + 1;
            begins.push(at);
        }
        Text { bytes, begins, before: self.file.first.saturating_sub(1) as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_by_its_lines() {
        let file = File { text: b"one\n\nthree".to_vec(), first: 3, ..File::default() };
        let text = Source { file, lines: BTreeMap::new() }.text();
        assert_eq!(text.len(), 5);
        let lines: Vec<&[u8]> = (0..=6).map(|number| text.line(number)).collect();
        assert_eq!(lines, [&b""[..], b"", b"", b"one", b"", b"three", b""]);
    }
}
