//! Copying or moving one entry: what is decided from what source and destination are.

use super::attributes::chmod_no_follow;
use super::directory::{Frame, Made};
use super::replace::{self, Force};
use super::same::Sameness;
use super::table::is_same_name;
use super::{Copier, Dereference, Destination, Existing, Outcome, Presence, Renamed};
use crate::Change;
use rustix::fs::{AtFlags, FileType, Mode, RenameFlags, Stat};
use rustix::io::Errno;

/// How an entry was dealt with.
pub(super) enum Step {
    /// Whether all went well.
    Done(bool),
    /// A directory, of which the contents come next.
    Enter(Box<Frame>),
}

/// What is known about the entry while it is being decided about.
struct Entry<'e> {
    source: &'e [u8],
    destination: Destination,
    stat: Stat,
    kind: FileType,
    /// What the destination is, where it exists.
    existing: Option<Stat>,
    /// The destination does not exist (any more).
    new: bool,
    operand: bool,
    last: bool,
    /// The source is a symbolic link that is followed.
    follow: bool,
}

/// renameat2(2) with RENAME_NOREPLACE, or what comes next to it where the file system has none.
pub(crate) fn rename_new(
    from_at: rustix::fd::BorrowedFd<'_>,
    from: &[u8],
    to_at: rustix::fd::BorrowedFd<'_>,
    to: &[u8],
) -> Renamed {
    match stage::door::renameat_with(from_at, from, to_at, to, RenameFlags::NOREPLACE) {
        Ok(()) => return Renamed::Done,
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
        Err(error) => return Renamed::Failed(error),
    }
    match stage::door::statat(to_at, to, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(_) => Renamed::Failed(Errno::EXIST),
        Err(Errno::NOENT) => match stage::door::renameat(from_at, from, to_at, to) {
            Ok(()) => Renamed::Done,
            Err(error) => Renamed::Failed(error),
        },
        Err(error) => Renamed::Failed(error),
    }
}

/// What is known of an entry's destination before it is copied.
pub(super) struct Known {
    pub(super) presence: Presence,
    pub(super) renamed: Renamed,
    /// The entry is the last operand.
    pub(super) last: bool,
}

impl Copier<'_, '_, '_> {
    /// Copies or moves an entry. `first`: a directory has been made for this operand.
    pub(super) fn copy_entry(
        &mut self,
        source: &[u8],
        destination: Destination,
        known: Known,
        above: &[Frame],
        first: &mut bool,
        outcome: &mut Outcome,
    ) -> Step {
        let Known { mut presence, mut renamed, last } = known;
        let operand = above.is_empty();
        let options = self.options;
        // -H follows operands alone.
        let dereference = match options.dereference {
            Dereference::Operands if !operand => Dereference::Never,
            other => other,
        };
        self.dereference = dereference;
        if options.moving {
            if renamed == Renamed::NotTried {
                renamed = rename_new(self.here(), source, self.target(), destination.relative());
            }
            outcome.renamed = renamed == Renamed::Done;
            presence = if outcome.renamed { Presence::Missing } else { Presence::Unknown };
        }
        let keeps = renamed == Renamed::Failed(Errno::EXIST) && options.existing == Existing::Keep;
        let stat = match renamed {
            Renamed::Done if last => None,
            _ if keeps => None,
            _ => match self.stat_source(source, &destination, renamed, dereference) {
                Some(stat) => Some(stat),
                None => return Step::Done(false),
            },
        };
        let Some(stat) = stat else {
            if renamed == Renamed::Done {
                self.tell_renamed(source, &destination.name);
            }
            outcome.renamed = true;
            return Step::Done(true);
        };
        let mut entry = Entry {
            source,
            destination,
            stat,
            kind: FileType::from_raw_mode(stat.st_mode),
            existing: None,
            new: presence == Presence::Missing,
            operand,
            last,
            follow: dereference != Dereference::Never,
        };
        if entry.kind == FileType::Directory && !options.recursive {
            let quoted = self.report.quote(source);
            let text: &[u8] = match options.mode {
                None => b"-r not specified; omitting directory ",
                Some(_) => b"omitting directory ",
            };
            self.report.complain(&[text, &quoted]);
            return Step::Done(false);
        }
        if operand && self.was_named_before(&entry) {
            return Step::Done(true);
        }
        if presence != Presence::Missing
            && let Some(ok) = self.look_at_destination(&mut entry, presence, &mut renamed, outcome)
        {
            return Step::Done(ok);
        }
        if operand && self.leads_through_created(&entry) {
            return Step::Done(false);
        }
        if options.verbose && !options.moving && entry.kind != FileType::Directory {
            self.tell(b"", source, &entry.destination.name);
        }
        if renamed != Renamed::Done
            && let Some(ok) = self.was_copied_before(&entry, dereference, outcome)
        {
            return Step::Done(ok);
        }
        if options.moving
            && let Some(ok) = self.rename(&mut entry, renamed, outcome)
        {
            return Step::Done(ok);
        }
        self.make(entry, above, first)
    }

    fn stat_source(
        &mut self,
        source: &[u8],
        destination: &Destination,
        renamed: Renamed,
        dereference: Dereference,
    ) -> Option<Stat> {
        let flags = match dereference {
            Dereference::Never => AtFlags::SYMLINK_NOFOLLOW,
            _ => AtFlags::empty(),
        };
        let (result, name) = match renamed {
            Renamed::Done => {
                let result = stage::door::statat(self.target(), destination.relative(), flags);
                (result, &destination.name[..])
            }
            _ => (stage::door::statat(self.here(), source, flags), source),
        };
        match result {
            Ok(stat) => Some(stat),
            Err(error) => {
                self.report.fail_on("cannot stat", name, error);
                None
            }
        }
    }

    /// Warns of a file that is an operand twice.
    fn was_named_before(&mut self, entry: &Entry<'_>) -> bool {
        let here = self.here();
        let Some(sources) = &mut self.sources else { return false };
        if entry.kind != FileType::Directory && sources.has(here, entry.source, &entry.stat) {
            let quoted = self.report.quote(entry.source);
            self.report.remark(&[b"warning: source file ", &quoted, b" specified more than once"]);
            return true;
        }
        sources.add(entry.source, &entry.stat);
        false
    }

    /// Looks at what is there already. Some where nothing is left to do.
    fn look_at_destination(
        &mut self,
        entry: &mut Entry<'_>,
        presence: Presence,
        renamed: &mut Renamed,
        outcome: &mut Outcome,
    ) -> Option<bool> {
        let options = self.options;
        let special = entry.kind != FileType::RegularFile
            && (!options.as_regular
                || matches!(entry.kind, FileType::Directory | FileType::Symlink));
        let itself = special
            || options.moving
            || options.symbolic_link
            || options.hard_link
            || options.remove_destination;
        if !itself && presence == Presence::MissingOrDangling {
            entry.new = true;
            return None;
        }
        let flags = if itself { AtFlags::SYMLINK_NOFOLLOW } else { AtFlags::empty() };
        match stage::door::statat(self.target(), entry.destination.relative(), flags) {
            Ok(existing) => {
                entry.existing = Some(existing);
                *renamed = Renamed::Failed(Errno::EXIST);
                self.may_replace(entry, existing, outcome)
            }
            // The destination will be removed.
            Err(Errno::LOOP) if options.force => None,
            Err(Errno::NOENT) => {
                entry.new = true;
                None
            }
            Err(error) => {
                self.report.fail_on("cannot stat", &entry.destination.name, error);
                Some(false)
            }
        }
    }

    /// Whether an existing destination may be replaced, and what has to be done to it first.
    /// Some where nothing is left to do.
    fn may_replace(
        &mut self,
        entry: &mut Entry<'_>,
        existing: Stat,
        outcome: &mut Outcome,
    ) -> Option<bool> {
        let options = self.options;
        let relative = entry.destination.relative();
        let name = &entry.destination.name;
        let mut done = false;
        if options.existing != Existing::Keep {
            match self.sameness(entry.source, &entry.stat, relative, &existing) {
                Sameness::Fine => {}
                Sameness::Done => done = true,
                Sameness::Same => {
                    let source = self.report.quote(entry.source);
                    let name = self.report.quote(name);
                    self.report.complain(&[&source, b" and ", &name, b" are the same file"]);
                    return Some(false);
                }
            }
        }
        let directory = entry.kind == FileType::Directory;
        let onto_directory = FileType::from_raw_mode(existing.st_mode) == FileType::Directory;
        if options.update && !directory && !self.is_older(&existing, &entry.stat) {
            outcome.renamed = true;
            let key = (entry.stat.st_dev, entry.stat.st_ino);
            if let Some(earlier) = self.copied.get(&key).cloned() {
                return Some(self.link_to_earlier(entry, &earlier));
            }
            self.copied.insert(key, relative.to_vec());
            return Some(true);
        }
        if options.existing == Existing::Keep && (options.moving || !directory) {
            outcome.renamed = true;
            return Some(true);
        }
        if done {
            return Some(true);
        }
        if !onto_directory {
            if directory {
                let source = entry.source;
                self.complain_about(
                    "cannot overwrite non-directory ",
                    name,
                    " with directory ",
                    source,
                );
                return Some(false);
            }
            let here = self.here();
            if entry.operand
                && self.created.as_ref().is_some_and(|all| all.has(here, relative, &existing))
            {
                let source = entry.source;
                self.complain_about("will not overwrite just-created ", name, " with ", source);
                return Some(false);
            }
        } else if !directory {
            let quoted = self.report.quote(name);
            let source = match self.report.context.has(Change::OverwriteNamesBoth) {
                true => [&b" "[..], &self.report.quote(entry.source)].concat(),
                false => Vec::new(),
            };
            self.report.complain(&[
                b"cannot overwrite directory ",
                &quoted,
                b" with non-directory",
                &source,
            ]);
            return Some(false);
        }
        let in_the_way = options.remove_destination
            || (options.data
                && ((options.preserve_links && existing.st_nlink > 1)
                    || (!entry.follow && entry.kind != FileType::RegularFile)));
        if !onto_directory && !options.moving && in_the_way {
            match stage::door::unlinkat(self.target(), relative, AtFlags::empty()) {
                Ok(()) | Err(Errno::NOENT) => {}
                Err(error) => {
                    self.report.fail_on("cannot remove", name, error);
                    return Some(false);
                }
            }
            entry.new = true;
            self.tell_removed(name);
        }
        None
    }

    /// Whether the destination is older than the source (-u).
    fn is_older(&self, destination: &Stat, source: &Stat) -> bool {
        let mut source_time = (source.st_mtime, source.st_mtime_nsec);
        let truncating = self.options.preserve_times
            && !(self.options.moving && destination.st_dev == source.st_dev);
        // A file system that keeps whole seconds cut the time off when it was preserved.
        if truncating
            && destination.st_mtime_nsec == 0
            && destination.st_atime_nsec == 0
            && destination.st_ctime_nsec == 0
        {
            source_time.1 = 0;
        }
        (destination.st_mtime, destination.st_mtime_nsec) < source_time
    }

    /// Refuses to copy through a symbolic link that an operand has just made.
    fn leads_through_created(&mut self, entry: &Entry<'_>) -> bool {
        if self.created.is_none() || self.options.moving {
            return false;
        }
        let relative = entry.destination.relative();
        let flags = AtFlags::SYMLINK_NOFOLLOW;
        let Ok(stat) = stage::door::statat(self.target(), relative, flags) else { return false };
        let here = self.here();
        if FileType::from_raw_mode(stat.st_mode) == FileType::Symlink
            && self.created.as_ref().is_some_and(|all| all.has(here, relative, &stat))
        {
            self.complain_about(
                "will not copy ",
                entry.source,
                " through just-created symlink ",
                &entry.destination.name,
            );
            return true;
        }
        false
    }

    /// Whether this file was copied before under another name: then there is a hard link to
    /// make, or a directory that would be copied into itself.
    fn was_copied_before(
        &mut self,
        entry: &Entry<'_>,
        dereference: Dereference,
        outcome: &mut Outcome,
    ) -> Option<bool> {
        let options = self.options;
        let key = (entry.stat.st_dev, entry.stat.st_ino);
        let relative = entry.destination.relative();
        let directory = entry.kind == FileType::Directory;
        let remember = if options.recursive && directory {
            entry.operand
        } else if options.moving && entry.stat.st_nlink == 1 {
            false
        } else if options.preserve_links
            && !options.hard_link
            && (entry.stat.st_nlink > 1
                || (entry.operand && dereference == Dereference::Operands)
                || dereference == Dereference::Always)
        {
            true
        } else {
            return None;
        };
        let Some(earlier) = self.copied.get(&key).cloned() else {
            if remember {
                self.copied.insert(key, relative.to_vec());
            }
            return None;
        };
        if !directory {
            return Some(self.link_to_earlier(entry, &earlier));
        }
        let top = self.top.clone();
        if is_same_name(self.here(), entry.source, self.target(), &earlier) {
            self.complain_about("cannot copy a directory, ", &top.0, ", into itself, ", &top.1);
            outcome.into_self = true;
            return Some(false);
        }
        if is_same_name(self.target(), relative, self.target(), &earlier) {
            let quoted = self.report.quote(&top.0);
            self.report.remark(&[
                b"warning: source directory ",
                &quoted,
                b" specified more than once",
            ]);
            if options.moving {
                outcome.renamed = true;
            }
            return Some(true);
        }
        // Met again through a symbolic link that is followed: copied again.
        if dereference == Dereference::Always
            || (entry.operand && dereference == Dereference::Operands)
        {
            return None;
        }
        let mut name = entry.destination.name[..entry.destination.at].to_vec();
        name.extend_from_slice(&earlier);
        self.complain_about(
            "will not create hard link ",
            &entry.destination.name,
            " to directory ",
            &name,
        );
        Some(false)
    }

    /// Makes a hard link to what the same file was copied to before.
    fn link_to_earlier(&mut self, entry: &Entry<'_>, earlier: &[u8]) -> bool {
        let target = self.target();
        let flags = if entry.follow { AtFlags::SYMLINK_FOLLOW } else { AtFlags::empty() };
        let to = entry.destination.relative();
        match replace::link(target, earlier, target, to, flags, Force::Replace, None) {
            Ok(replaced) => {
                if replaced {
                    self.tell_removed(&entry.destination.name);
                }
                true
            }
            Err(error) => {
                let mut name = entry.destination.name[..entry.destination.at].to_vec();
                name.extend_from_slice(earlier);
                let text = "cannot create hard link ";
                self.fail_about(text, &entry.destination.name, " to ", &name, error);
                false
            }
        }
    }

    fn tell_renamed(&mut self, source: &[u8], destination: &[u8]) {
        if self.options.verbose {
            self.tell(b"renamed ", source, destination);
        }
    }

    /// Moves by rename(2). None where the file has to be copied.
    fn rename(
        &mut self,
        entry: &mut Entry<'_>,
        mut renamed: Renamed,
        outcome: &mut Outcome,
    ) -> Option<bool> {
        if renamed == Renamed::Failed(Errno::EXIST) {
            let to = entry.destination.relative();
            let result = stage::door::renameat(self.here(), entry.source, self.target(), to);
            renamed = result.map_or_else(Renamed::Failed, |()| Renamed::Done);
        }
        let error = match renamed {
            Renamed::Failed(error) => error,
            _ => {
                self.tell_renamed(entry.source, &entry.destination.name);
                outcome.renamed = true;
                if entry.operand
                    && !entry.last
                    && let Some(created) = &mut self.created
                {
                    created.add(entry.destination.relative(), &entry.stat);
                }
                return Some(true);
            }
        };
        let key = (entry.stat.st_dev, entry.stat.st_ino);
        if error == Errno::INVAL {
            let top = self.top.clone();
            let text = "cannot move ";
            self.complain_about(text, &top.0, " to a subdirectory of itself, ", &top.1);
            outcome.into_self = true;
            return Some(true);
        }
        if error != Errno::XDEV {
            let name = &entry.destination.name;
            let is_of_destination = matches!(
                error,
                Errno::DQUOT | Errno::EXIST | Errno::ISDIR | Errno::NOSPC | Errno::NOTEMPTY
            );
            match is_of_destination && self.report.context.has(Change::MoveBlames) {
                true => self.report.fail_on("cannot overwrite", name, error),
                false => self.fail_about("cannot move ", entry.source, " to ", name, error),
            }
            self.copied.remove(&key);
            return Some(false);
        }
        let flags = match entry.kind {
            FileType::Directory => AtFlags::REMOVEDIR,
            _ => AtFlags::empty(),
        };
        match stage::door::unlinkat(self.target(), entry.destination.relative(), flags) {
            Ok(()) | Err(Errno::NOENT) => {}
            Err(error) => {
                let source = self.report.quote(entry.source);
                let name = self.report.quote(&entry.destination.name);
                let text = b"inter-device move failed: ";
                let end = b"; unable to remove target";
                self.report.fail(&[text, &source, b" to ", &name, end], error);
                self.copied.remove(&key);
                return Some(false);
            }
        }
        if self.options.verbose && entry.kind != FileType::Directory {
            self.tell(b"copied ", entry.source, &entry.destination.name);
        }
        entry.new = true;
        None
    }

    /// Makes the copy.
    fn make(&mut self, entry: Entry<'_>, above: &[Frame], first: &mut bool) -> Step {
        let options = self.options;
        let bits = options.mode.unwrap_or(entry.stat.st_mode) & 0o7777;
        let omitted = bits
            & match (options.preserve_ownership, entry.kind) {
                (true, _) => 0o077,
                (false, FileType::Directory) => 0o022,
                _ => 0,
            };
        let key = (entry.stat.st_dev, entry.stat.st_ino);
        if entry.kind == FileType::Directory {
            let step = self.make_directory(entry, bits, omitted, above, first);
            if matches!(step, Step::Done(false)) {
                self.copied.remove(&key);
            }
            return step;
        }
        let mut made = Made {
            new: entry.new,
            before: entry.existing,
            is_link: false,
            omitted,
            restore: None,
            operand: entry.operand,
        };
        let regular = entry.kind == FileType::RegularFile
            || (options.as_regular && entry.kind != FileType::Symlink);
        let ok = if options.symbolic_link {
            made.is_link = true;
            self.make_reference(&entry)
        } else if options.hard_link {
            self.make_hard_link(&entry)
        } else if regular {
            let mut new = entry.new;
            let ok = self.copy_content(
                entry.source,
                &entry.stat,
                &entry.destination,
                bits & 0o777,
                omitted,
                &mut new,
            );
            if ok {
                if entry.operand {
                    self.record_created(entry.destination.relative());
                }
                return Step::Done(true);
            }
            false
        } else {
            made.is_link = entry.kind == FileType::Symlink;
            match entry.kind {
                FileType::Symlink => self.copy_link(&entry),
                _ => self.make_special(&entry, omitted),
            }
        };
        if !ok {
            self.copied.remove(&key);
            return Step::Done(false);
        }
        Step::Done(self.finish(entry.source, &entry.destination, &entry.stat, &made, true))
    }

    fn make_directory(
        &mut self,
        entry: Entry<'_>,
        bits: u32,
        omitted: u32,
        above: &[Frame],
        first: &mut bool,
    ) -> Step {
        let name = &entry.destination.name;
        let relative = entry.destination.relative();
        if above.iter().any(|frame| super::is_same(&frame.source_stat, &entry.stat)) {
            let quoted = self.report.quote(entry.source);
            self.report.complain(&[b"cannot copy cyclic symbolic link ", &quoted]);
            return Step::Done(false);
        }
        let exists = !entry.new
            && entry.existing.is_some_and(|existing| {
                FileType::from_raw_mode(existing.st_mode) == FileType::Directory
            });
        let mut made = Made {
            new: entry.new,
            before: entry.existing,
            is_link: false,
            omitted: if exists { 0 } else { omitted },
            restore: None,
            operand: entry.operand,
        };
        if !exists {
            let mode = Mode::from_raw_mode(bits & !omitted);
            if let Err(error) = stage::door::mkdirat(self.target(), relative, mode) {
                self.report.fail_on("cannot create directory", name, error);
                return Step::Done(false);
            }
            let flags = AtFlags::SYMLINK_NOFOLLOW;
            let now = match stage::door::statat(self.target(), relative, flags) {
                Ok(now) => now,
                Err(error) => {
                    self.report.fail_on("cannot stat", name, error);
                    return Step::Done(false);
                }
            };
            made.before = Some(now);
            if now.st_mode & 0o700 != 0o700 {
                made.restore = Some(now.st_mode);
                if let Err(error) = chmod_no_follow(self.target(), relative, now.st_mode | 0o700) {
                    self.report.fail_on("setting permissions for", name, error);
                    return Step::Done(false);
                }
            }
            if !*first {
                self.copied.entry((now.st_dev, now.st_ino)).or_insert_with(|| relative.to_vec());
                *first = true;
            }
            if self.options.verbose {
                if self.options.moving {
                    let quoted = self.report.quote(name);
                    self.report.say(&[b"created directory ", &quoted, b"\n"]);
                } else {
                    self.tell(b"", entry.source, name);
                }
            }
        }
        let source = entry.source.to_vec();
        let frame = Frame::new(source, entry.destination, entry.stat, made, *first);
        Step::Enter(Box::new(frame))
    }

    /// Makes a symbolic link instead of a copy (cp -s); false if that failed.
    fn make_reference(&mut self, entry: &Entry<'_>) -> bool {
        let relative = entry.destination.relative();
        if entry.source.first() != Some(&b'/') && !self.is_in_working_directory(relative) {
            let quoted = self.report.quote_if_needed(&entry.destination.name);
            let text = b": can make relative symbolic links only in current directory";
            self.report.complain(&[&quoted, text]);
            return false;
        }
        let force = if self.options.force { Force::Replace } else { Force::No };
        match replace::symlink(entry.source, self.target(), relative, force, None) {
            Ok(_) => true,
            Err(error) => {
                let name = &entry.destination.name;
                let text = "cannot create symbolic link ";
                self.fail_about(text, name, " to ", entry.source, error);
                false
            }
        }
    }

    fn is_in_working_directory(&self, relative: &[u8]) -> bool {
        let parent = match crate::files::names::directory(relative) {
            b"" => b".",
            parent => parent,
        };
        if self.target.is_none() && parent == b"." {
            return true;
        }
        let flags = AtFlags::empty();
        let Ok(dot) = stage::door::statat(self.here(), c".", flags) else { return true };
        let Ok(parent) = stage::door::statat(self.target(), parent, flags) else { return true };
        super::is_same(&dot, &parent)
    }

    /// Makes a hard link instead of a copy (cp -l); false if that failed.
    fn make_hard_link(&mut self, entry: &Entry<'_>) -> bool {
        let force = if self.options.force { Force::Replace } else { Force::No };
        let flags = if entry.follow { AtFlags::SYMLINK_FOLLOW } else { AtFlags::empty() };
        let to = entry.destination.relative();
        let (here, target) = (self.here(), self.target());
        match replace::link(here, entry.source, target, to, flags, force, None) {
            Ok(_) => true,
            Err(error) => {
                let name = &entry.destination.name;
                let text = "cannot create hard link ";
                self.fail_about(text, name, " to ", entry.source, error);
                false
            }
        }
    }

    /// A FIFO, socket or device.
    fn make_special(&mut self, entry: &Entry<'_>, omitted: u32) -> bool {
        let text = match entry.kind {
            FileType::Fifo => "cannot create fifo",
            FileType::BlockDevice | FileType::CharacterDevice | FileType::Socket => {
                "cannot create special file"
            }
            _ => {
                let quoted = self.report.quote(entry.source);
                self.report.complain(&[&quoted, b" has unknown file type"]);
                return false;
            }
        };
        let device = if entry.kind == FileType::Fifo { 0 } else { entry.stat.st_rdev };
        let mode = Mode::from_raw_mode(entry.stat.st_mode & 0o7777 & !omitted);
        let relative = entry.destination.relative();
        match stage::door::mknodat(self.target(), relative, entry.kind, mode, device) {
            Ok(()) => true,
            Err(error) => {
                self.report.fail_on(text, &entry.destination.name, error);
                false
            }
        }
    }

    /// A symbolic link, copied as such.
    fn copy_link(&mut self, entry: &Entry<'_>) -> bool {
        let text = match stage::door::readlinkat(self.here(), entry.source, Vec::new()) {
            Ok(text) => text.into_bytes(),
            Err(error) => {
                self.report.fail_on("cannot read symbolic link", entry.source, error);
                return false;
            }
        };
        let relative = entry.destination.relative();
        let force = if self.options.force { Force::Replace } else { Force::No };
        if let Err(error) = replace::symlink(&text, self.target(), relative, force, None) {
            // With -u a link that says the same already will do.
            let equal = self.options.update
                && !entry.new
                && stage::door::readlinkat(self.target(), relative, Vec::new())
                    .is_ok_and(|other| other.as_bytes() == text);
            if !equal {
                let name = &entry.destination.name;
                self.report.fail_on("cannot create symbolic link", name, error);
                return false;
            }
        }
        if self.options.preserve_ownership {
            let user = rustix::fs::Uid::from_raw(entry.stat.st_uid);
            let group = rustix::fs::Gid::from_raw(entry.stat.st_gid);
            let flags = AtFlags::SYMLINK_NOFOLLOW;
            let result =
                stage::door::chownat(self.target(), relative, Some(user), Some(group), flags);
            if let Err(error) = result
                && !self.may_fail_to_chown(error)
            {
                let name = &entry.destination.name;
                self.report.fail(&[b"failed to preserve ownership for ", name], error);
                if self.options.require_preserve {
                    return false;
                }
            }
        }
        true
    }
}
