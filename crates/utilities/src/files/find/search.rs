//! The search: every file of the walk, and the expression for each.

use super::execute::{self, Collected};
use super::expression::{Compare, Expression, Permissions, Primary, Types};
use super::parse::{Request, moment_of};
use crate::context::KILLED;
use crate::files::names;
use crate::files::owners::Owners;
use crate::files::report::Report;
use crate::files::walk::{self, Follow, Settings, StatWhat, Visit, Walk};
use crate::system::date::zone::Zone;
use crate::{Change, Exit, Host};
use pattern::{Cache, Captures, MatchFlags};
use rustix::fs::{Access, AtFlags, FileType, Mode, OFlags, RawDir, Stat};
use rustix::io::Errno;

/// The file that is being looked at.
pub(super) struct Seen<'w, 'd> {
    pub(super) walk: &'w Walk<'d>,
    /// stat(2), once it has been asked.
    stat: Option<Stat>,
    /// The walk could not look at the file.
    failed: bool,
    /// The length of the starting point in the path.
    pub(super) root_length: usize,
    /// The directory is not to be entered.
    prune: bool,
}

/// A search in progress.
pub(super) struct Search<'q, 'r, 'c> {
    pub(super) report: Report<'r, 'c>,
    host: &'q mut dyn Host,
    request: &'q Request<'q>,
    collected: Vec<Collected>,
    pub(super) owners: Owners,
    pub(super) zone: Option<Zone>,
    matching: Cache,
    captures: Captures,
    quit: bool,
    /// It has been reported that the current file cannot be looked at: once is enough.
    reported: bool,
    buffer: Vec<u8>,
}

impl<'q, 'r, 'c> Search<'q, 'r, 'c> {
    pub(super) fn new(
        report: Report<'r, 'c>,
        host: &'q mut dyn Host,
        request: &'q Request<'q>,
    ) -> Self {
        Self {
            report,
            host,
            request,
            collected: request.batches.iter().map(|_| Collected::default()).collect(),
            owners: Owners::default(),
            zone: None,
            matching: Cache::new(),
            captures: Captures::new(),
            quit: false,
            reported: false,
            buffer: Vec::new(),
        }
    }

    /// Searches below all starting points.
    pub(super) fn run(mut self) -> Exit {
        let request = self.request;
        let mut lost = false;
        for root in &request.roots {
            lost = !self.search(root);
            if lost || self.quit || self.report.ended() {
                break;
            }
        }
        if !lost {
            for index in 0..self.collected.len() {
                self.run_batch(index);
            }
            if let Err(error) = self.report.flush_at_end() {
                let marked = self.report.mark(b"standard output");
                let reason = crate::message::reason(&error);
                self.report.complain(&[&marked, b": ", reason.as_bytes()]);
            }
        }
        self.report.finish()
    }

    /// Searches below one starting point; false where the walk lost its way.
    fn search(&mut self, root: &[u8]) -> bool {
        let request = self.request;
        let settings = Settings {
            follow: request.follow,
            stat: StatWhat::Directories,
            one_file_system: request.one_file_system,
        };
        let mut walk = Walk::new(self.report.context.directory, settings);
        let mut visit = walk.start(root);
        loop {
            if !self.consider(&mut walk, visit, root.len()) {
                return false;
            }
            if self.quit || self.report.ended() {
                return true;
            }
            match walk.next() {
                Some(next) => visit = next,
                None => return true,
            }
        }
    }

    /// Deals with what the walk has come to; false where it is over.
    fn consider(&mut self, walk: &mut Walk<'_>, visit: Visit, root_length: usize) -> bool {
        let request = self.request;
        let depth = walk.depth();
        self.reported = false;
        match visit {
            Visit::Lost(error) => {
                let marked = self.report.mark(&walk.path()[..root_length.min(walk.path().len())]);
                let text = b"failed to read file names from file system at or below ";
                self.report.fail(&[text, &marked], error);
                return false;
            }
            Visit::Unreadable(error) => {
                self.tell(walk.path(), error);
                // With -depth it has not been looked at yet.
                if !request.depth_first {
                    return true;
                }
            }
            Visit::Failed(error) => {
                self.tell(walk.path(), error);
                return true;
            }
            Visit::Cycle => {
                let marked = self.report.mark(walk.path());
                let other = self.report.mark(walk.cycle_path());
                if self.report.context.has(Change::FindCycles) {
                    let text = b"File system loop detected; the following directory is part of \
                                 the cycle: ";
                    self.report.complain(&[text, &marked]);
                    return true;
                }
                self.report.complain(&[
                    b"File system loop detected; ",
                    &marked,
                    b" is part of the same file system loop as ",
                    &other,
                    b".",
                ]);
                return true;
            }
            Visit::DanglingLink => {
                let result = stage::door::statat(walk.directory(), walk.name(), AtFlags::empty());
                if result.err() == Some(Errno::LOOP) {
                    self.tell(walk.path(), Errno::LOOP);
                    return true;
                }
            }
            Visit::StatFailed(error) => {
                self.tell(walk.path(), error);
                if depth == 0 || error == Errno::LOOP {
                    return true;
                }
            }
            Visit::Directory => {
                if depth >= request.most_depth {
                    walk.skip();
                }
                if request.depth_first {
                    // What is not entered is not left.
                    if !walk.enters() && depth >= request.least_depth {
                        self.evaluate_at(walk, root_length, false);
                    }
                    return true;
                }
            }
            Visit::Leave => {
                if request.depth_first && depth >= request.least_depth {
                    self.evaluate_at(walk, root_length, false);
                }
                return true;
            }
            Visit::File => {}
        }
        if depth >= request.least_depth {
            let failed = matches!(visit, Visit::StatFailed(_));
            if self.evaluate_at(walk, root_length, failed) {
                walk.skip();
            }
        }
        true
    }

    /// Evaluates the expression for the current file; whether it is to be pruned.
    fn evaluate_at(&mut self, walk: &Walk<'_>, root_length: usize, failed: bool) -> bool {
        let stat = walk.stat().copied();
        let mut seen = Seen { walk, stat, failed, root_length, prune: false };
        self.evaluate(&self.request.expression, &mut seen);
        seen.prune
    }

    /// A diagnostic about a file.
    fn fail(&mut self, path: &[u8], error: Errno) {
        let marked = self.report.mark(path);
        self.report.fail(&[&marked], error);
    }

    /// A diagnostic about the file that is being looked at, unless there has been one about it.
    fn tell(&mut self, path: &[u8], error: Errno) {
        if !self.reported {
            self.fail(path, error);
            self.reported = true;
        }
    }

    /// A diagnostic about the file that `seen` is of, unless there has been one about it.
    pub(super) fn complain(&mut self, seen: &Seen<'_, '_>, error: Errno) {
        self.tell(seen.walk.path(), error);
    }

    /// Whether a symbolic link here is followed.
    pub(super) fn follows(&self, seen: &Seen<'_, '_>) -> bool {
        match self.request.follow {
            Follow::Never => false,
            Follow::Roots => seen.walk.depth() == 0,
            Follow::Always => true,
        }
    }

    /// stat(2) of the file; None where that fails.
    pub(super) fn stat(&mut self, seen: &mut Seen<'_, '_>) -> Option<Stat> {
        if seen.stat.is_some() {
            return seen.stat;
        }
        let (at, name) = (seen.walk.directory(), seen.walk.name());
        let itself = AtFlags::SYMLINK_NOFOLLOW;
        let flags = if self.follows(seen) { AtFlags::empty() } else { itself };
        let mut result = stage::door::statat(at, name, flags);
        if matches!(result, Err(Errno::NOENT | Errno::NOTDIR)) && self.follows(seen) {
            result = stage::door::statat(at, name, itself);
        }
        match result {
            Ok(stat) => {
                seen.stat = Some(stat);
                seen.failed = false;
            }
            Err(error) => self.complain(seen, error),
        }
        seen.stat
    }

    /// The type, from the directory if need be.
    pub(super) fn kind(&mut self, seen: &mut Seen<'_, '_>) -> Option<FileType> {
        match &seen.stat {
            Some(stat) => Some(FileType::from_raw_mode(stat.st_mode)),
            None if !seen.failed && seen.walk.kind() != FileType::Unknown => Some(seen.walk.kind()),
            None => self.stat(seen).map(|stat| FileType::from_raw_mode(stat.st_mode)),
        }
    }

    /// The inode number, from the directory if need be.
    pub(super) fn inode(&mut self, seen: &mut Seen<'_, '_>) -> Option<u64> {
        match (&seen.stat, seen.walk.inode()) {
            (Some(stat), _) => Some(stat.st_ino),
            (None, Some(inode)) if !seen.failed => Some(inode),
            _ => self.stat(seen).map(|stat| stat.st_ino),
        }
    }

    fn evaluate(&mut self, expression: &Expression, seen: &mut Seen<'_, '_>) -> bool {
        match expression {
            Expression::And(all) => {
                for one in all {
                    if !self.evaluate(one, seen) {
                        return false;
                    }
                    if self.quit {
                        break;
                    }
                }
                true
            }
            Expression::Or(all) => {
                for one in all {
                    if self.evaluate(one, seen) {
                        return true;
                    }
                    if self.quit {
                        break;
                    }
                }
                false
            }
            Expression::List(all) => {
                let mut result = false;
                for one in all {
                    result = self.evaluate(one, seen);
                    if self.quit {
                        break;
                    }
                }
                result
            }
            Expression::Not(one) => !self.evaluate(one, seen),
            Expression::Primary(primary) => self.primary(primary, seen),
        }
    }

    fn primary(&mut self, primary: &Primary, seen: &mut Seen<'_, '_>) -> bool {
        match primary {
            Primary::True => true,
            Primary::False => false,
            Primary::Name(glob) => glob.is_match(names::base(seen.walk.path())),
            Primary::Path(glob) => glob.is_match(seen.walk.path()),
            Primary::Regex(regex) => {
                let path = seen.walk.path();
                let flags = MatchFlags::default();
                regex.match_at(&mut self.matching, path, 0, flags, &mut self.captures)
                    && self.captures.get(0) == Some((0, path.len()))
            }
            Primary::Type(types) => self.kind(seen).is_some_and(|kind| has_type(*types, kind)),
            Primary::Inode(compare, number) => {
                self.inode(seen).is_some_and(|inode| compare.holds(inode, *number))
            }
            Primary::SameFile { device, inode } => {
                self.inode(seen) == Some(*inode)
                    && self.stat(seen).is_some_and(|stat| stat.st_dev == *device)
            }
            Primary::Print => {
                let output = self.report.output();
                output.extend_from_slice(seen.walk.path());
                output.push(b'\n');
                self.report.spill();
                true
            }
            Primary::Print0 => {
                let output = self.report.output();
                output.extend_from_slice(seen.walk.path());
                output.push(0);
                self.report.spill();
                true
            }
            Primary::Format(pieces) => self.print_format(pieces, seen),
            Primary::Prune if self.request.depth_first => true,
            Primary::Prune => match self.stat(seen) {
                Some(stat) => {
                    seen.prune = is_directory(&stat);
                    true
                }
                None => false,
            },
            Primary::Quit => {
                self.quit = true;
                true
            }
            Primary::Delete => self.delete(seen),
            Primary::Execute(words) => self.execute(words, seen),
            Primary::Collect(index) => {
                let path = seen.walk.path();
                if self.collected[*index].is_full(&self.request.batches[*index], path) {
                    self.run_batch(*index);
                }
                self.collected[*index].push(path);
                true
            }
            Primary::Readable => self.may(seen, Access::READ_OK),
            Primary::Writable => self.may(seen, Access::WRITE_OK),
            Primary::Executable => self.may(seen, Access::EXEC_OK),
            _ => match self.stat(seen) {
                Some(stat) => self.test(primary, seen, &stat),
                None => false,
            },
        }
    }

    fn may(&self, seen: &Seen<'_, '_>, access: Access) -> bool {
        let (at, name) = (seen.walk.directory(), seen.walk.name());
        stage::door::accessat(at, name, access, AtFlags::empty()).is_ok()
    }

    /// Tests that look at stat(2).
    fn test(&mut self, primary: &Primary, seen: &mut Seen<'_, '_>, stat: &Stat) -> bool {
        match primary {
            Primary::LinkName(glob) => {
                if FileType::from_raw_mode(stat.st_mode) != FileType::Symlink {
                    return false;
                }
                let (at, name) = (seen.walk.directory(), seen.walk.name());
                match stage::door::readlinkat(at, name, Vec::new()) {
                    Ok(text) => glob.is_match(text.as_bytes()),
                    Err(error) => {
                        self.complain(seen, error);
                        false
                    }
                }
            }
            Primary::OtherType(types) => self.has_other_type(*types, seen, stat),
            Primary::Size { compare, count, unit } => {
                compare.holds((stat.st_size as u64).div_ceil(*unit), *count)
            }
            #[allow(clippy::unnecessary_cast)]
            Primary::Links(compare, count) => compare.holds(stat.st_nlink as u64, *count),
            Primary::User(compare, id) => compare.holds(u64::from(stat.st_uid), *id),
            Primary::Group(compare, id) => compare.holds(u64::from(stat.st_gid), *id),
            Primary::NoUser => self.owners.user(stat.st_uid).is_none(),
            Primary::NoGroup => self.owners.group(stat.st_gid).is_none(),
            Primary::Age { time, compare, moment, window } => {
                let at = moment_of(stat, *time);
                match compare {
                    Compare::More => at > *moment,
                    Compare::Less => at < *moment,
                    Compare::Equal => {
                        at > *moment && at <= (moment.0.saturating_add(*window), moment.1)
                    }
                }
            }
            Primary::Newer { time, than } => moment_of(stat, *time) > *than,
            Primary::Permissions { kind, file, directory } => {
                let wanted = if is_directory(stat) { *directory } else { *file };
                match kind {
                    Permissions::Exactly => stat.st_mode & 0o7777 == wanted,
                    Permissions::AtLeast => stat.st_mode & wanted == wanted,
                    Permissions::Any => wanted == 0 || stat.st_mode & wanted != 0,
                }
            }
            Primary::Empty => match FileType::from_raw_mode(stat.st_mode) {
                FileType::RegularFile => stat.st_size == 0,
                FileType::Directory => match self.is_empty(seen) {
                    Ok(empty) => empty,
                    Err(error) => {
                        self.fail(seen.walk.path(), error);
                        false
                    }
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a link that leads to itself is a link that leads nowhere.
    fn shows_loops(&self) -> bool {
        self.report.context.has(Change::FindLoops)
    }

    /// -xtype: links are followed where they are not otherwise, and the reverse.
    fn has_other_type(&mut self, types: Types, seen: &Seen<'_, '_>, stat: &Stat) -> bool {
        let (at, name) = (seen.walk.directory(), seen.walk.name());
        let follows = self.follows(seen);
        let itself = AtFlags::SYMLINK_NOFOLLOW;
        let flags = if follows { itself } else { AtFlags::empty() };
        let mode = match stage::door::statat(at, name, flags) {
            Ok(other) => other.st_mode,
            // A link that leads nowhere is still a link.
            Err(Errno::NOENT | Errno::NOTDIR) if !follows => stat.st_mode,
            Err(Errno::LOOP) if !follows && self.shows_loops() => stat.st_mode,
            Err(error) => {
                self.fail(seen.walk.path(), error);
                return false;
            }
        };
        has_type(types, FileType::from_raw_mode(mode))
    }

    fn is_empty(&mut self, seen: &Seen<'_, '_>) -> Result<bool, Errno> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let (at, name) = (seen.walk.directory(), seen.walk.name());
        let fd = stage::door::openat(at, name, flags, Mode::empty())?;
        self.buffer.reserve(4096);
        let mut reader = RawDir::new(&fd, self.buffer.spare_capacity_mut());
        while let Some(entry) = walk::next_entry(&mut reader) {
            if !matches!(entry?.file_name().to_bytes(), b"." | b"..") {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn delete(&mut self, seen: &mut Seen<'_, '_>) -> bool {
        let (at, name) = (seen.walk.directory(), seen.walk.name());
        if name == b"." {
            return true;
        }
        let directory = seen.stat.as_ref().is_some_and(is_directory);
        let remove = |directory| {
            let flags = if directory { AtFlags::REMOVEDIR } else { AtFlags::empty() };
            stage::door::unlinkat(at, name, flags)
        };
        let mut result = remove(directory);
        if result == Err(Errno::ISDIR) && !directory {
            result = remove(true);
        }
        match result {
            Ok(()) => true,
            Err(error) => {
                let marked = self.report.mark(seen.walk.path());
                self.report.fail(&[b"cannot delete ", &marked], error);
                false
            }
        }
    }

    /// Runs the command of `-exec command ;`: whether its status is 0.
    fn execute(&mut self, words: &[Vec<u8>], seen: &Seen<'_, '_>) -> bool {
        let path = seen.walk.path();
        let words: Vec<Vec<u8>> = words.iter().map(|word| execute::replace(word, path)).collect();
        self.run_command(&words) == Some(0)
    }

    fn run_batch(&mut self, index: usize) {
        let files = self.collected[index].take();
        if files.is_empty() {
            return;
        }
        let mut words = self.request.batches[index].command.clone();
        words.extend(files);
        if self.run_command(&words) != Some(0) {
            self.report.raise(1);
        }
    }

    /// Runs a command; its status, None where it was killed or could not be started.
    fn run_command(&mut self, words: &[Vec<u8>]) -> Option<i32> {
        self.report.flush();
        if self.report.ended() {
            return None;
        }
        let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
        let result = self.host.run_command(&words, None, None);
        self.report.look_for_interrupt();
        let marked = self.report.mark(words.first().copied().unwrap_or_default());
        match result {
            Ok(status) if status >= KILLED => {
                let text = format!(" terminated by signal {}", status - KILLED);
                self.report.remark(&[&marked, text.as_bytes()]);
                None
            }
            Ok(status) => Some(status),
            Err(error) => {
                let reason = crate::message::reason(&error);
                self.report.remark_of_child(&[&marked[..], b": ", reason.as_bytes()].concat());
                None
            }
        }
    }
}

fn is_directory(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::Directory
}

fn has_type(types: Types, kind: FileType) -> bool {
    let bit = kind.as_raw_mode() >> 12;
    bit != 0 && types.0 & (1 << bit) != 0
}
