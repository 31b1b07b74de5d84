//! Where the shell tells its profile what happens: calls, the end of a process.
//!
//! `evaluate::function`, `builtins::dot`, `startup` and `invocation` call these where a call or a
//! script begins; `evaluate::subshell` and `evaluate::program` call `profile_end` where the process
//! ends or becomes a program. Without a profile each is the test of one option.

use super::record::Record;
use super::recording::File;
use super::report;
use crate::environment::{Environment, Function, names};

/// The name of what is no file: the operand of `-c`.
const TEXT: &[u8] = b"-c";
/// The name of the action of a trap.
const TRAP: &[u8] = b"(trap)";
/// The name of a script that is read from standard input.
pub(super) const STANDARD_INPUT: &[u8] = b"(standard input)";

impl Environment {
    /// A function is called: its lines are its own from now on.
    #[cold]
    pub(crate) fn profile_call(&mut self, function: &Function) {
        let Some(profile) = self.shared.profile.get() else { return };
        if let Some(known) = profile.known_call(self.now.place, self.now.line, function.name) {
            self.now.place = known;
            return;
        }
        let name = self.name(function.name);
        let of_script = function.file == *self.script_name();
        // What `-c` or standard input defines has no file.
        let of_text = !self.runs_file()
            && (of_script || matches!(&function.file[..], b"environment" | b"main"));
        let file = match of_script || of_text {
            true if self.now.nested == 0 => 0,
            true if of_text => profile.file_named(TEXT).unwrap_or(0),
            // As it was found, whatever the working directory is now.
            _ => profile
                .file_named(&function.file)
                .unwrap_or_else(|| profile.file(self.profile_file(&function.file))),
        };
        self.now.place =
            profile.call(self.now.place, self.now.line, Some((function.name, &name)), file);
    }

    /// A file is read that has commands.
    #[cold]
    pub(crate) fn profile_source(&mut self, path: &[u8]) {
        let Some(profile) = self.shared.profile.get() else { return };
        let file = profile.file(self.profile_file(path));
        self.now.place = profile.call(self.now.place, self.now.line, None, file);
    }

    /// The action of a trap begins, which is no part of the file that its line counts in; `caller`: the
    /// line that the trap comes after.
    #[cold]
    pub(crate) fn profile_action(&mut self, text: &[u8], caller: u32) {
        let Some(profile) = self.shared.profile.get() else { return };
        let file = profile.file(File {
            name: TRAP.to_vec(),
            path: Vec::new(),
            text: text.to_vec(),
            first: self.now.line,
        });
        self.now.place = profile.call(self.now.place, caller, None, file);
    }

    /// A file as it is named and where it can be read again.
    fn profile_file(&self, name: &[u8]) -> File {
        let path = match (name.first(), self.text(names::PWD)) {
            (Some(b'/'), _) | (_, None) => name.to_vec(),
            (_, Some(directory)) => [&directory, &b"/"[..], name].concat(),
        };
        File { name: name.to_vec(), path, ..File::default() }
    }

    /// Says what the script is; `text`: it is the operand of `-c`, and no file. A script that another
    /// script calls in this process counts as a call that the other makes.
    #[cold]
    pub(crate) fn profile_script(&mut self, text: Option<&[u8]>) {
        let Some(profile) = self.shared.profile.get() else { return };
        let file = match text {
            Some(text) => File { name: TEXT.to_vec(), text: text.to_vec(), ..File::default() },
            None if self.runs_file() => self.profile_file(&self.script_name().clone()),
            None => File { name: STANDARD_INPUT.to_vec(), ..File::default() },
        };
        match self.now.nested {
            0 => profile.set_script(file),
            _ => {
                let file = profile.file(file);
                self.now.place = profile.call(self.now.place, profile.calling.get(), None, file);
            }
        }
    }

    /// The process ends, or becomes another program: what was counted is reported or handed on.
    #[cold]
    pub(crate) fn profile_end(&mut self) {
        let Some(profile) = self.shared.profile.get() else { return };
        let forked = self.shared.forked.get();
        let record = Record::new(&profile.counts.borrow(), forked);
        profile.begin_anew();
        if let Some(store) = &profile.collected {
            store.append(&record.to_text());
        }
        let Some(format) = profile.wanted.report else { return };
        match (&profile.children, forked) {
            (Some(store), true) => store.append(&record.to_text()),
            (None, true) => {}
            (store, false) => {
                let mut records = vec![record];
                if let Some(store) = store {
                    records.extend(Record::parse(&store.contents()));
                }
                let output = profile.wanted.output.as_deref();
                report::write(profile, format, output, records);
            }
        }
    }
}
