//! Redirections (POSIX XCU 2.7): edits of the table of open files.
//!
//! `redirect` opens files and puts them into the table (`environment::files`); what they replace
//! goes onto `saved_files`, and `restore_files` puts it back when the command ends, or `keep_files`
//! drops it (`exec`). No dup2(2) happens: numbers become real in a launched child only.

use super::simple::is_of_expansion;
use super::utility::{is_fed_by_others, is_read_by_others};
use crate::diagnostics::{FileAction, Problem, VariableProblem};
use crate::environment::Environment;
use crate::environment::Replacement;
use crate::environment::arrays::Key;
use crate::environment::files::Slot;
use crate::environment::options::Options;
use crate::environment::variables::Value;
use crate::unwind::Flow;
use rustix::fs::{FileType, Mode, OFlags};
use rustix::io::Errno;
use stage::OpenFile;
use std::cell::Cell;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use syntax::ByteString;
use syntax::tree::{
    Extended, Operation, OutputMode, Parameter, Part, Redirection, RedirectionKind, Reference, Word,
};

/// Why a redirection failed: it was reported, or expansion unwinds.
pub enum Refused {
    /// Reported; the command is not run.
    Reported,
    /// A trap that ran while the file was opened ended something.
    Trap(crate::Unwind),
    /// An expansion in it ended something.
    Unwind(crate::Unwind),
    /// An expansion in a here-document ended something. Other shells expand those in the process of
    /// the command.
    Document(crate::Unwind),
}

impl From<crate::Unwind> for Refused {
    fn from(unwind: crate::Unwind) -> Self {
        Refused::Unwind(unwind)
    }
}

impl Refused {
    /// What it is to a subshell that consists of the command whose redirections these were: it fails.
    ///
    /// # Errors
    /// What is no error ends the subshell: it goes on in another process, a signal ends it, a trap's `exit`.
    fn in_whole_subshell(self) -> Flow {
        match self {
            Self::Trap(unwind) => Err(unwind),
            Self::Unwind(unwind) | Self::Document(unwind) if !is_of_expansion(unwind) => {
                Err(unwind)
            }
            _ => Ok(()),
        }
    }
}

impl Environment {
    /// Makes the redirections of a compound command that the whole of this subshell is: nobody needs what they
    /// replace. False where one was refused, `$?` being set.
    ///
    /// # Errors
    /// What ends the subshell, or has it go on elsewhere.
    pub(super) fn redirect_whole(&mut self, redirections: &[Redirection]) -> Flow<bool> {
        match self.redirect(redirections) {
            Ok(()) => Ok(true),
            Err(refused) => {
                refused.in_whole_subshell()?;
                self.status = self.failed();
                Ok(false)
            }
        }
    }

    /// Makes redirections (POSIX XCU 2.7), noting in `saved_files` what they replace.
    ///
    /// # Errors
    /// Why one failed. Those before it stay made, for the caller to undo.
    pub fn redirect(&mut self, redirections: &[Redirection]) -> Result<(), Refused> {
        let mark = self.now.saved_files.len();
        for redirection in redirections {
            if let Some(name) = redirection.variable {
                self.redirect_free(redirection, name)?;
                continue;
            }
            let target = redirection.target();
            if target > 255 && u64::from(target) >= most_files() {
                self.diagnose(Problem::DescriptorTooLarge(target));
                return Err(Refused::Reported);
            }
            // Somebody may have inherited the number: it is put back as it was.
            self.file(target);
            if let RedirectionKind::Seek(..) | RedirectionKind::SeekLine(..) = &redirection.kind {
                self.seek(redirection, target)?;
                continue;
            }
            let slot = self.opened(redirection, target)?;
            let both = match (&redirection.kind, &slot) {
                (RedirectionKind::OutputAndError(..), Slot::Open(file)) => Some(file.clone()),
                (RedirectionKind::DuplicateOutput(word), Slot::Open(file))
                    if self.may_open_both(redirection) && self.is_file_name(word)? =>
                {
                    Some(file.clone())
                }
                _ => None,
            };
            let old = self.files.set(target, slot);
            let known = self.now.saved_files.get(mark..).unwrap_or_default();
            if redirection.kind.is_for_the_end()
                || known.iter().all(|(number, _)| *number != target)
            {
                self.now.saved_files.push((target, old));
            }
            if let Some(file) = both {
                self.file(2);
                let old = self.files.set(2, Slot::Open(file));
                self.now.saved_files.push((2, old));
            }
        }
        Ok(())
    }

    /// `{name}>word`: a free descriptor, kept until the script closes it by `{name}>&-`.
    fn redirect_free(
        &mut self,
        redirection: &Redirection,
        name: syntax::Name,
    ) -> Result<(), Refused> {
        const FIRST: u32 = 10;
        if let RedirectionKind::DuplicateInput(word) | RedirectionKind::DuplicateOutput(word) =
            &redirection.kind
            && self.expand_text(word)?.as_bytes() == b"-"
        {
            let number = self.number_of(name)?;
            self.files.set(number, Slot::Closed);
            if self.coprocess.is_some() {
                self.note_closed_ends();
            }
            return Ok(());
        }
        if let RedirectionKind::Seek(..) | RedirectionKind::SeekLine(..) = &redirection.kind {
            let number = self.number_of(name)?;
            return self.seek(redirection, number);
        }
        let mut number = FIRST;
        while self.file(number).is_some() {
            number += 1;
        }
        if u64::from(number) >= most_files() {
            self.diagnose(Problem::TooManyFiles);
            return Err(Refused::Reported);
        }
        let variable = self.fd_variable(name)?;
        let slot = self.opened(redirection, number)?;
        let assigned = match variable {
            (name, None) => self.assign(name, Value::Integer(i64::from(number))),
            (name, Some(key)) => {
                self.assign_element(name, key, ByteString::from_integer(number.into()))
            }
        };
        if let Err(error) = assigned {
            self.report_assign_error(error)?;
            if self.rules().evaluation.unassigned_descriptor_is_reported {
                let name = self.name(name);
                self.diagnose(VariableProblem::DescriptorNotAssigned(&name));
            }
            return Err(Refused::Reported);
        }
        let old = self.files.set(number, slot);
        if self.rules().evaluation.named_descriptor_ends_with_command
            || self.has_shopt("varredir_close")
        {
            self.now.saved_files.push((number, old));
        }
        Ok(())
    }

    /// The variable, or the element of one, in the braces before a redirection.
    fn fd_variable(&mut self, name: syntax::Name) -> Result<(syntax::Name, Option<Key>), Refused> {
        let text = self.name(name);
        if !text.contains(&b'[') {
            return Ok((name, None));
        }
        let element = self.spelled(&text).map_err(Refused::Unwind)?;
        element.ok_or_else(|| {
            self.diagnose(VariableProblem::BadSubscript(&text));
            Refused::Reported
        })
    }

    /// The number of a descriptor that a variable holds.
    pub(super) fn number_of(&mut self, name: syntax::Name) -> Result<u32, Refused> {
        let text = match self.fd_variable(name)? {
            (name, None) => self.value(name),
            (name, Some(key)) => self.element(name, &key),
        };
        let text = text.unwrap_or_default();
        let number = std::str::from_utf8(&text).ok().and_then(|text| text.parse::<u32>().ok());
        number.ok_or_else(|| {
            let name = self.name(name);
            self.diagnose(Problem::NoDescriptor { text: &text, source: Some(&name) });
            Refused::Reported
        })
    }

    /// Whether `>&word` of this number may be for both outputs.
    fn may_open_both(&self, redirection: &Redirection) -> bool {
        match redirection.descriptor {
            None => true,
            Some(number) => number == 1 && self.rules().evaluation.numbered_duplication_opens_files,
        }
    }

    /// Whether the word of `>&word` names a file, not a descriptor (ksh, bash): both outputs
    /// go there.
    fn is_file_name(&mut self, word: &Word) -> Flow<bool> {
        if !self.rules().evaluation.output_duplication_opens_files {
            return Ok(false);
        }
        match &word.literal {
            Some(text) => Ok(is_name_of_file(text)),
            None => {
                // Where it has expansions they were made a moment ago; only plain ones are
                // looked at again.
                Ok(is_plain(word) && is_name_of_file(&self.expand_text(word)?))
            }
        }
    }

    /// Puts back what redirections replaced since `mark`.
    pub fn restore_files(&mut self, mark: usize) {
        while let Some((at, ..)) = self.now.replacements.last()
            && *at >= mark
        {
            self.replace_file();
        }
        while self.now.saved_files.len() > mark {
            if let Some((number, slot)) = self.now.saved_files.pop() {
                self.files.set(number, slot);
            }
        }
    }

    /// Keeps what redirections made since `mark` (`exec`).
    pub fn keep_files(&mut self, mark: usize) {
        while self.now.saved_files.len() > mark {
            if let Some((_, slot)) = self.now.saved_files.pop() {
                self.forget(slot);
            }
        }
        if self.coprocess.is_some() {
            self.note_closed_ends();
        }
    }

    fn opened(&mut self, redirection: &Redirection, target: u32) -> Result<Slot, Refused> {
        if self.is_restricted() {
            self.allow_redirection(redirection)?;
        }
        let (word, flags) = match &redirection.kind {
            RedirectionKind::HereDocument(document) => {
                let text =
                    match document.text.get() {
                        Some(word) => self.expand_document(word).map_err(|unwind| {
                            match is_of_expansion(unwind) {
                                true => Refused::Document(unwind),
                                false => Refused::Unwind(unwind),
                            }
                        })?,
                        None => syntax::ByteString::EMPTY,
                    };
                let file = OpenFile::text(&self.shared.scheduler, text.as_bytes().into());
                return Ok(Slot::Open(file));
            }
            RedirectionKind::HereString(word) => {
                let mut text = self.expand_text(word)?.to_vec();
                text.push(b'\n');
                let file = OpenFile::text(&self.shared.scheduler, text.into());
                return Ok(Slot::Open(file));
            }
            RedirectionKind::DuplicateInput(word) | RedirectionKind::DuplicateOutput(word) => {
                return self.duplicated(word, redirection, target);
            }
            RedirectionKind::Seek(..) | RedirectionKind::SeekLine(..) => {
                return Ok(self.files.get(target).clone());
            }
            RedirectionKind::Input(word) => (word, OFlags::RDONLY),
            RedirectionKind::InputOutput(word, cut) => {
                let flags = OFlags::RDWR | OFlags::CREATE;
                if !cut {
                    (word, flags)
                } else {
                    let path = self.file_name(word)?;
                    let slot = self.open(&path, flags)?;
                    if let Slot::Open(file) = &slot {
                        let at = self.now.saved_files.len();
                        self.now.replacements.push((at, Replacement::Cut(file.clone())));
                    }
                    return Ok(slot);
                }
            }
            RedirectionKind::Output(mode, word) | RedirectionKind::OutputAndError(mode, word) => {
                let flags = OFlags::WRONLY | OFlags::CREATE;
                match mode {
                    OutputMode::Append => (word, flags | OFlags::APPEND),
                    OutputMode::Replace => {
                        let path = self.file_name(word)?;
                        return self.open_replacement(&path);
                    }
                    OutputMode::Truncate if self.options.has(Options::NOCLOBBER) => {
                        let path = self.file_name(word)?;
                        return self.create_new(&path);
                    }
                    _ => (word, flags | OFlags::TRUNC),
                }
            }
        };
        let path = self.file_name(word)?;
        self.open(&path, flags)
    }

    /// The restricted shell opens files to read only.
    #[cold]
    fn allow_redirection(&mut self, redirection: &Redirection) -> Result<(), Refused> {
        let word = match &redirection.kind {
            RedirectionKind::InputOutput(word, _)
            | RedirectionKind::Output(_, word)
            | RedirectionKind::OutputAndError(_, word) => word,
            RedirectionKind::DuplicateOutput(word)
                if self.may_open_both(redirection) && self.is_file_name(word)? =>
            {
                word
            }
            _ => return Ok(()),
        };
        let path = self.file_name(word)?;
        self.refuse_output(&path);
        Err(Refused::Reported)
    }

    /// The word of a redirection: one string, in which a pattern stands for itself, or the one field
    /// that the word must give.
    fn file_name(&mut self, word: &Word) -> Result<syntax::ByteString, Refused> {
        let braced = word.extended.is_some();
        if !braced && (word.literal.is_some() || !self.rules().evaluation.redirection_word_is_split)
        {
            return Ok(self.expand_text(word)?);
        }
        let mut fields = Vec::new();
        self.expand_word(word, &mut fields)?;
        match <[_; 1]>::try_from(fields) {
            Ok([one]) => Ok(one),
            Err(_) => {
                let source = self.source_of(word);
                self.diagnose(Problem::AmbiguousRedirection(source.as_deref()));
                Err(Refused::Reported)
            }
        }
    }

    /// A word as it is written, for messages, where it is made of expansions without operators, of
    /// substitutions and of text without quotes.
    fn source_of(&self, word: &Word) -> Option<Vec<u8>> {
        if let Some(Extended::Braces(braces)) = word.extended.as_deref() {
            return crate::expand::braces::text_of_braces(braces);
        }
        if word.parts.is_empty() {
            return None;
        }
        self.source_of_parts(&word.parts)
    }

    fn source_of_parts(&self, parts: &[Part]) -> Option<Vec<u8>> {
        let mut source = Vec::new();
        for part in parts {
            match part {
                Part::Literal(text) => source.extend_from_slice(text),
                Part::Parameter(parameter) => source.extend(self.source_of_parameter(parameter)?),
                Part::Command(body) if !body.source.is_empty() => {
                    source.extend([b"$(", &body.source[..], b")"].concat());
                }
                Part::DoubleQuoted(parts) => {
                    let quoted = self.source_of_parts(parts)?;
                    source.extend([b"\"", &quoted[..], b"\""].concat());
                }
                _ => return None,
            }
        }
        Some(source)
    }

    /// A parameter expansion without an operator as it is written.
    fn source_of_parameter(&self, parameter: &Parameter) -> Option<Vec<u8>> {
        let Parameter { subscript: None, indirect: false, operation: Operation::Value, .. } =
            parameter
        else {
            return None;
        };
        let name = match parameter.reference {
            Reference::Variable(name) => self.name(name).to_vec(),
            Reference::Positional(number) => number.to_string().into_bytes(),
            Reference::Special(letter) => vec![letter],
        };
        Some(match parameter.braced {
            true => [b"${", &name[..], b"}"].concat(),
            false => [b"$", &name[..]].concat(),
        })
    }

    fn open(&mut self, path: &[u8], flags: OFlags) -> Result<Slot, Refused> {
        if let Some(number) = own_descriptor(path) {
            // The environment's descriptor of that number, not the process's.
            if let Some(file) = self.file(number)
                && file.as_real().is_none()
            {
                return Ok(Slot::Open(file));
            }
        }
        if path.starts_with(b"/proc/self/") && !self.shared.is_session() {
            // It is that of the subshell, which has asked for its process by that.
            self.become_process(crate::effects::OWN).map_err(Refused::Unwind)?;
        }
        if self.rules().evaluation.has_network_paths
            && let Some(connected) = super::network::connect(path)
        {
            let connected = connected.and_then(stage::private);
            return match connected {
                Ok(fd) => Ok(Slot::Open(OpenFile::from_fd(&self.shared.scheduler, fd))),
                Err(error) => {
                    let error = Errno::from_io_error(&error).unwrap_or(Errno::INVAL);
                    Err(self.refuse(FileAction::Open, path, error))
                }
            };
        }
        if flags.contains(OFlags::CREATE) {
            self.synchronise_umask();
            self.shared.scheduler.give_back_all();
            if path != b"/dev/null" {
                self.shared.lookups.changed();
            }
        }
        match self.open_or_be_interrupted(path, flags).map_err(Refused::Trap)? {
            Ok(fd) => Ok(Slot::Open(OpenFile::from_fd(&self.shared.scheduler, fd))),
            Err(error) => {
                let action = match flags.contains(OFlags::CREATE) {
                    true => FileAction::Create,
                    false => FileAction::Open,
                };
                Err(self.refuse(action, path, error))
            }
        }
    }

    /// Reports that a file of a redirection cannot be had.
    fn refuse(&mut self, action: FileAction, path: &[u8], error: Errno) -> Refused {
        let reason = utilities::message::reason(&error.into());
        self.diagnose(Problem::FileRefused { action, path, reason: &reason });
        Refused::Reported
    }

    /// [`Self::open_file`] for a redirection. Where the other end of a FIFO is waited for, a signal
    /// that has a trap ends the wait with EINTR, or the trap runs and the wait goes on.
    fn open_or_be_interrupted(
        &mut self,
        path: &[u8],
        flags: OFlags,
    ) -> Flow<Result<OwnedFd, Errno>> {
        if !self.now.opens_for_shell {
            self.leave_before_fifo(path)?;
        }
        loop {
            let result = self.open_file(path, flags);
            if !matches!(result, Err(Errno::INTR)) || self.gives_up_open() {
                return Ok(result);
            }
            self.handle_signals()?;
        }
    }

    /// Whether a file that a signal kept from being opened is not opened any more.
    #[cold]
    fn gives_up_open(&self) -> bool {
        match self.now.opens_for_shell {
            true => self.shared.trap_is_due(),
            false => !self.rules().evaluation.interrupted_open_is_repeated && self.trap_is_due(),
        }
    }

    /// Gives a subshell that is about to open a FIFO a process of its own, where a trap catches what
    /// somebody may send to the whole group: the signal ends the wait then, and the shell's trap runs.
    ///
    /// # Errors
    /// Those of [`Self::become_process`].
    pub fn leave_before_fifo(&mut self, path: &[u8]) -> Flow {
        if self.must_leave_to_wait() && stage::open::is_fifo(self.directory(), path) {
            self.become_process("a FIFO, while a signal is trapped")?;
        }
        Ok(())
    }

    /// Moves to a process of its own before it reads a file that another process writes to, where a
    /// trapped signal must end the wait.
    ///
    /// # Errors
    /// Those of [`Self::become_process`].
    pub fn leave_before_reading(&mut self, file: &OpenFile) -> Flow {
        if self.must_leave_to_wait() && is_fed_by_others(file) {
            self.become_process("a read, while a signal is trapped")?;
        }
        Ok(())
    }

    /// Moves to a process of its own before it writes to a file that another process reads, where a
    /// trapped signal must end the wait.
    ///
    /// # Errors
    /// Those of [`Self::become_process`].
    #[cold]
    pub fn leave_before_writing(&mut self, file: &OpenFile) -> Flow {
        if self.must_leave_to_wait() && is_read_by_others(file) {
            self.become_process("a write, while a signal is trapped")?;
        }
        Ok(())
    }

    /// Whether a wait of this environment is not to be ended by a signal that the shell's trap catches.
    fn must_leave_to_wait(&self) -> bool {
        self.now.is_virtual && self.shared.traps_from_elsewhere() && !self.shared.is_session()
    }

    /// Opens a file (open(2)) relative to the environment's directory, with a descriptor above
    /// those of scripts. While it waits for the other end of a FIFO other stages go on.
    ///
    /// # Errors
    /// Those of open(2); EINTR where a signal ended the wait; ENOENT for `/dev/fd/N` that is closed.
    pub fn open_file(&mut self, path: &[u8], flags: OFlags) -> Result<OwnedFd, Errno> {
        let own = own_descriptor(path);
        let path = match own {
            Some(number) => match self.file(number).map(|file| file.real()) {
                Some(Ok(fd)) => format!("/proc/self/fd/{fd}").into_bytes(),
                _ => return Err(Errno::NOENT),
            },
            None => path.to_vec(),
        };
        let mask = if self.shared.is_session() { self.umask.unwrap_or(0) } else { 0 };
        let mode = Mode::from_raw_mode(0o666 & !mask);
        let scheduler = &self.shared.scheduler;
        let signals = self.awaited();
        if own.is_some() && self.shared.is_session() {
            // It is the session's own: no matter whether its thread follows such links.
            let flags = flags | OFlags::CLOEXEC | OFlags::NOCTTY;
            return private(stage::door::openat(self.directory(), &path[..], flags, mode)?);
        }
        let linked = Cell::new(None);
        let note = |number| {
            linked.set(Some(number));
            Err(Errno::LOOP)
        };
        if flags.contains(OFlags::CREATE)
            && let Some(fd) = self.make_by_own_mask(&path, flags, mode)
        {
            return private(fd);
        }
        let asked: Option<stage::open::Own<'_>> = if own.is_none() { Some(&note) } else { None };
        let opened =
            stage::open::open(scheduler, self.directory(), &path, flags, mode, signals, asked);
        match linked.get() {
            None => private(opened?),
            // A link to /dev/stdin or its kin.
            Some(number) => self.open_file(format!("/dev/fd/{number}").as_bytes(), flags),
        }
    }

    /// Makes a file in a session whose mask is its own: the kernel takes the process's mask off the mode as well,
    /// so that is set again. None where the file is there already, or cannot be made like this.
    fn make_by_own_mask(&self, path: &[u8], flags: OFlags, mode: Mode) -> Option<OwnedFd> {
        if !self.shared.is_session() || self.umask.is_none() {
            return None;
        }
        let flags = flags | OFlags::EXCL | OFlags::CLOEXEC | OFlags::NOCTTY;
        let fd = stage::door::openat(self.directory(), path, flags, mode).ok()?;
        // A policy may deny it; then both masks count.
        let _ = rustix::fs::fchmod(&fd, mode);
        Some(fd)
    }

    /// `>` under noclobber: only a new file, or one that is not regular.
    fn create_new(&mut self, path: &[u8]) -> Result<Slot, Refused> {
        let regular = stage::door::statat(self.directory(), path, rustix::fs::AtFlags::empty())
            .map(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile);
        match regular {
            Ok(true) => {
                self.diagnose(Problem::FileExists(path));
                Err(Refused::Reported)
            }
            Ok(false) => self.open(path, OFlags::WRONLY),
            Err(_) => self.open(path, OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL),
        }
    }

    /// `>;path`: a new file beside it, which takes its place if the command succeeds.
    fn open_replacement(&mut self, path: &[u8]) -> Result<Slot, Refused> {
        let stat = stage::door::statat(self.directory(), path, rustix::fs::AtFlags::empty());
        if stat.is_ok_and(|stat| !FileType::from_raw_mode(stat.st_mode).is_file()) {
            // A device, a pipe: there is nothing to be replaced.
            return self.open(path, OFlags::WRONLY);
        }
        // What a symbolic link points to is replaced, not the link.
        let link = std::fs::canonicalize(std::ffi::OsStr::from_bytes(path)).ok();
        let path = match &link {
            Some(target) if self.directory.is_none() => target.as_os_str().as_bytes(),
            _ => path,
        };
        let mode = stat.map_or(0o666, |stat| stat.st_mode & 0o7777);
        for _ in 0..100 {
            let number = self.shared.fresh();
            let suffix = format!(".{}.{number}", self.shared.pid.get());
            let beside = [path, suffix.as_bytes()].concat();
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
            match stage::door::openat(self.directory(), &beside[..], flags, mode.into()) {
                Ok(fd) => {
                    let new = Replacement::File { beside, path: path.to_vec() };
                    self.now.replacements.push((self.now.saved_files.len(), new));
                    return Ok(Slot::Open(OpenFile::from_fd(&self.shared.scheduler, fd)));
                }
                Err(Errno::EXIST) => {}
                Err(error) => return Err(self.refuse(FileAction::Create, path, error)),
            }
        }
        Err(self.refuse(FileAction::Create, path, Errno::EXIST))
    }

    /// After the command of `>;path`.
    #[cold]
    fn replace_file(&mut self) {
        let (beside, path) = match self.now.replacements.pop() {
            Some((_, Replacement::File { beside, path })) => (beside, path),
            Some((_, Replacement::Cut(file))) => {
                if self.status == 0 {
                    file.cut_off();
                }
                return;
            }
            None => return,
        };
        let directory = self.directory();
        let result = match self.status {
            0 => stage::door::renameat(directory, &beside[..], directory, &path[..]),
            _ => stage::door::unlinkat(directory, &beside[..], rustix::fs::AtFlags::empty()),
        };
        if let Err(error) = result {
            let _ = self.refuse(FileAction::Replace, &path, error);
            self.status = 1;
        }
    }

    /// Duplicates a descriptor (`<&word`, `>&word`).
    fn duplicated(
        &mut self,
        word: &Word,
        redirection: &Redirection,
        target: u32,
    ) -> Result<Slot, Refused> {
        let text = self.expand_text(word)?;
        if text.as_bytes() == b"-" {
            return Ok(Slot::Closed);
        }
        if let (b"p", Some(coprocess)) = (text.as_bytes(), self.coprocess) {
            // `<&p`, `>&p`: the coprocess (ksh93, mksh).
            let reads = matches!(redirection.kind, RedirectionKind::DuplicateInput(_));
            if let Some(number) = coprocess.files[usize::from(!reads)]
                && let Some(file) = self.file(number)
            {
                // Moved, so that the coprocess meets the end of its input when it is closed.
                let old = self.files.set(number, Slot::Closed);
                self.now.saved_files.push((number, old));
                return Ok(Slot::Open(file));
            }
        }
        let number = (!text.is_empty() && text.iter().all(u8::is_ascii_digit))
            .then(|| std::str::from_utf8(&text).ok()?.parse::<u32>().ok())
            .flatten();
        if number.is_none()
            && let [digits @ .., b'-'] = text.as_bytes()
            && let Some(number) = crate::builtins::number(digits)
            && let Ok(number) = u32::try_from(number)
            && self.rules().evaluation.descriptors_can_be_moved
        {
            // `n>&m-`: moved.
            if let Some(file) = self.file(number) {
                let old = self.files.set(number, Slot::Closed);
                self.now.saved_files.push((number, old));
                return Ok(Slot::Open(file));
            }
        }
        if number.is_none()
            && self.may_open_both(redirection)
            && matches!(redirection.kind, RedirectionKind::DuplicateOutput(_))
            && self.rules().evaluation.output_duplication_opens_files
            && is_name_of_file(&text)
        {
            let text = if is_plain(word) { self.file_name(word)? } else { text };
            let flags = OFlags::WRONLY | OFlags::CREATE;
            if self.options.has(Options::NOCLOBBER) {
                return self.create_new(&text);
            }
            return self.open(&text, flags | OFlags::TRUNC);
        }
        let Some(number) = number else {
            let source = self.source_of(word);
            self.now.line = redirection.line;
            self.diagnose(Problem::NoDescriptor { text: &text, source: source.as_deref() });
            return Err(Refused::Reported);
        };
        match self.file(number) {
            Some(file) => Ok(Slot::Open(file)),
            None if number == target && !self.rules().evaluation.own_duplicate_must_be_open => {
                Ok(Slot::Closed)
            }
            None => {
                let source = self.source_of(word);
                let source = source.as_deref();
                self.diagnose(Problem::ClosedDescriptor { text: &text, source });
                Err(Refused::Reported)
            }
        }
    }
}

/// Moves a descriptor to a number that scripts do not see.
fn private(fd: OwnedFd) -> Result<OwnedFd, Errno> {
    stage::private(fd).map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::MFILE))
}

/// Whether a word has only expansions that can be made twice.
fn is_plain(word: &Word) -> bool {
    use syntax::tree::Part;
    word.parts.iter().all(|part| {
        !matches!(
            part,
            Part::Command(_) | Part::Inline { .. } | Part::Process(..) | Part::Arithmetic(_)
        )
    })
}

/// Whether the word of `>&word` is neither a number nor `-`.
fn is_name_of_file(text: &[u8]) -> bool {
    let digits = text.strip_suffix(b"-").unwrap_or(text);
    !text.is_empty() && !digits.iter().all(u8::is_ascii_digit)
}

/// One more than the highest number that a descriptor can have.
fn most_files() -> u64 {
    launch::process::limit(launch::process::Resource::OpenFiles)
        .ok()
        .and_then(|limit| limit.soft)
        .unwrap_or(u64::MAX)
}

/// The number in `/dev/fd/N`, `/proc/self/fd/N`, the same with the shell's process id, and
/// `/dev/stdin` and its kin.
pub fn own_descriptor(path: &[u8]) -> Option<u32> {
    let number = match path {
        b"/dev/stdin" => return Some(0),
        b"/dev/stdout" => return Some(1),
        b"/dev/stderr" => return Some(2),
        _ => match path.strip_prefix(b"/dev/fd/") {
            Some(number) => number,
            None => {
                let rest = path.strip_prefix(b"/proc/")?;
                let at = byte_search::memchr(b'/', rest)?;
                let own = &rest[..at] == b"self" || {
                    let id = std::str::from_utf8(&rest[..at]).ok()?.parse().ok();
                    id == Some(launch::process::process_id())
                };
                rest[at..].strip_prefix(b"/fd/").filter(|_| own)?
            }
        },
    };
    std::str::from_utf8(number).ok()?.parse().ok()
}
