//! chown and chgrp (POSIX XCU chown, chgrp; GNU coreutils chown(1), chgrp(1)).

use super::owners::{self, Owners};
use super::report::Report;
use super::walk::{Follow, Settings, StatWhat, Visit, Walk};
use crate::options::{self, Option_, Takes};
use crate::system::accounts::Database;
use crate::{Context, Decision, Exit, Utility, locale, planned};
use rustix::fs::{AtFlags, FileType, Gid, Uid};

const SHOWN: &str = "-c -f -v -R -H -P -h --reference=FILE OWNER FILE...";

/// chown.
pub const CHOWN: Utility = Utility { name: "chown", plan: decide::<false>, options: SHOWN };
/// chgrp.
pub const CHGRP: Utility = Utility { name: "chgrp", plan: decide::<true>, options: SHOWN };

const DEREFERENCE: char = '\u{100}';
const REFERENCE: char = '\u{101}';
const NO_PRESERVE_ROOT: char = '\u{102}';

const OPTIONS: &[Option_] = &[
    ('c', "changes", Takes::Nothing),
    ('f', "silent", Takes::Nothing),
    ('f', "quiet", Takes::Nothing),
    ('v', "verbose", Takes::Nothing),
    ('R', "recursive", Takes::Nothing),
    ('H', "", Takes::Nothing),
    ('P', "", Takes::Nothing),
    ('h', "no-dereference", Takes::Nothing),
    (DEREFERENCE, "dereference", Takes::Nothing),
    (REFERENCE, "reference", Takes::Argument),
    (NO_PRESERVE_ROOT, "no-preserve-root", Takes::Nothing),
];

/// An owner to set, and the words for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Owner {
    user: Option<u32>,
    group: Option<u32>,
    user_name: Option<Vec<u8>>,
    group_name: Option<Vec<u8>>,
}

/// Which changes are described on standard output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Describe {
    None,
    /// -c
    Changes,
    /// -v
    All,
}

/// What the arguments ask for.
struct Plan<'a> {
    recursive: bool,
    /// -f: no message about a file.
    silent: bool,
    describe: Describe,
    /// Whether a symbolic link's referent is changed, not the link.
    dereferences: bool,
    follow: Follow,
    reference: Option<&'a [u8]>,
    owner: Owner,
    files: Vec<&'a [u8]>,
}

fn plan<'a>(arguments: &[&'a [u8]], is_group: bool) -> Result<Plan<'a>, &'static str> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let recursive = parsed.has('R');
    let last_of = |letters: &[char]| {
        let mut given = parsed.options.iter().rev().map(|(letter, _)| *letter);
        given.find(|letter| letters.contains(letter))
    };
    let mut follow = match last_of(&['H', 'P']) {
        Some('H') => Follow::Roots,
        _ => Follow::Never,
    };
    let mut dereferences = last_of(&['h', DEREFERENCE]) != Some('h');
    if !recursive {
        follow = Follow::Never;
    } else if follow == Follow::Never {
        if last_of(&['h', DEREFERENCE]) == Some(DEREFERENCE) {
            return Err("usage");
        }
        dereferences = false;
    }
    let describe = match last_of(&['c', 'v']) {
        Some('v') => Describe::All,
        Some(_) => Describe::Changes,
        None => Describe::None,
    };
    if parsed.is_repeated(REFERENCE) {
        return Err("an option given twice");
    }
    let reference = parsed.value(REFERENCE);
    let mut files = parsed.operands;
    let mut owner = Owner::default();
    if reference.is_none() {
        if files.is_empty() {
            return Err("usage");
        }
        let text = files.remove(0);
        owner = if is_group { group_named(text) } else { owner_named(text) }?;
    }
    if files.is_empty() {
        return Err("usage");
    }
    if describe != Describe::None && !owners::are_in_files() {
        return Err("names that are not in files");
    }
    let silent = parsed.options.iter().any(|(letter, _)| *letter == 'f');
    Ok(Plan { recursive, silent, describe, dereferences, follow, reference, owner, files })
}

/// Reads the operand of chgrp.
fn group_named(text: &[u8]) -> Result<Owner, &'static str> {
    if text.is_empty() {
        return Ok(Owner::default());
    }
    let (group, _) = group_of(text)?;
    // Up to 9.1 it says the number as it was written.
    if text.starts_with(b"0") && text.len() > 1 {
        return Err("a number with zeros before it");
    }
    Ok(Owner { group: Some(group), group_name: Some(text.to_vec()), ..Owner::default() })
}

/// Reads the operand of chown: `USER`, `USER:`, `USER:GROUP` or `:GROUP`.
fn owner_named(text: &[u8]) -> Result<Owner, &'static str> {
    let (user, group) = match byte_search::memchr(b':', text) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let mut owner = Owner::default();
    if !user.is_empty() {
        let database = Database::users().ok_or("users that are not in files")?;
        match database.by_name(user) {
            Some(entry) => {
                owner.user = Some(entry.id);
                owner.user_name = Some(user.to_vec());
                if group == Some(b"") {
                    owner.group = Some(entry.group);
                    owner.group_name = Some(Owners::default().group_or_number(entry.group));
                }
            }
            None if group == Some(b"") => return Err("an owner to complain about"),
            None => owner.user = Some(number(user)?),
        }
        if owner.group.is_some() && !owners::are_in_files() {
            return Err("groups that are not in files");
        }
    }
    if let Some(group) = group.filter(|group| !group.is_empty()) {
        let (number, is_name) = group_of(group)?;
        owner.group = Some(number);
        owner.group_name = is_name.then(|| group.to_vec());
    }
    // What belongs to a number is described as if there were none, where there is a group's name.
    if owner.user_name.is_none() && owner.group_name.is_some() {
        owner.user_name = Some(Vec::new());
    }
    Ok(owner)
}

/// The number of a group, and whether it was named.
fn group_of(name: &[u8]) -> Result<(u32, bool), &'static str> {
    let database = Database::groups().ok_or("groups that are not in files")?;
    match database.by_name(name) {
        Some(entry) => Ok((entry.id, true)),
        None => number(name).map(|id| (id, false)),
    }
}

/// A number that is nobody's name.
fn number(text: &[u8]) -> Result<u32, &'static str> {
    let digits = std::str::from_utf8(text).ok().filter(|text| !text.starts_with('+'));
    let number = digits.and_then(|digits| digits.parse().ok()).filter(|&id| id != u32::MAX);
    number.filter(|_| owners::are_in_files()).ok_or("an owner to complain about, or not in files")
}

fn decide<'a, const IS_GROUP: bool>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    match (locale::unusual(context), plan(arguments, IS_GROUP)) {
        (Some(reason), _) => Decision::StepAside(reason),
        (None, Ok(plan)) if may_describe_dangling(context, &plan) => {
            Decision::StepAside("a dangling link")
        }
        (None, plan) => planned(plan, run::<IS_GROUP>),
    }
}

/// Whether the installed one would say of a dangling link whose it was, which it does not know: it
/// says what its memory holds.
fn may_describe_dangling(context: &Context<'_>, plan: &Plan<'_>) -> bool {
    let is_dangling = |name: &&[u8]| {
        stage::door::statat(context.directory, *name, AtFlags::empty()).is_err()
            && stage::door::statat(context.directory, *name, AtFlags::SYMLINK_NOFOLLOW).is_ok()
    };
    plan.describe != Describe::None
        && plan.dereferences
        && (plan.recursive || plan.files.iter().any(is_dangling))
}

fn run<const IS_GROUP: bool>(context: &mut Context<'_>, mut plan: Plan<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut report = Report::new(context);
    let mut names = Owners::default();
    if let Some(file) = plan.reference {
        match stage::door::statat(context.directory, file, AtFlags::empty()) {
            Ok(stat) => {
                let user = (!IS_GROUP).then_some(stat.st_uid);
                plan.owner = Owner {
                    user,
                    group: Some(stat.st_gid),
                    user_name: user.map(|id| names.user_or_number(id)),
                    group_name: Some(names.group_or_number(stat.st_gid)),
                };
            }
            Err(error) => {
                report.fail_on("failed to get attributes of", file, error);
                return report.finish();
            }
        }
    }
    let mut changer = Changer { report, names, plan: &plan };
    for file in &plan.files {
        if changer.report.ended() || !changer.change(file) {
            break;
        }
    }
    changer.report.finish()
}

struct Changer<'p, 'r, 'c> {
    report: Report<'r, 'c>,
    names: Owners,
    plan: &'p Plan<'p>,
}

/// What a file belonged to (None where that is not known), and what became of it.
struct Outcome {
    old: Option<(u32, u32)>,
    is_done: bool,
    /// The file system has no owners for symbolic links.
    is_unsupported: bool,
}

impl Changer<'_, '_, '_> {
    /// Changes one operand. False where the walk lost its way and all has to end.
    fn change(&mut self, name: &[u8]) -> bool {
        // What a file belonged to matters where that is described, what it is where links are followed.
        let stat = match self.plan.describe == Describe::None && !self.plan.dereferences {
            true => StatWhat::Directories,
            false => StatWhat::Everything,
        };
        let settings = Settings { follow: self.plan.follow, stat, one_file_system: false };
        let mut walk = Walk::new(self.report.context.directory, settings);
        walk.visit_all(name, |walk, visit| {
            self.visit(walk, visit);
            !self.report.ended()
        })
    }

    fn visit(&mut self, walk: &mut Walk<'_>, visit: Visit) {
        // What a directory holds is changed before it.
        if matches!(visit, Visit::Directory) && self.plan.recursive {
            return;
        }
        let outcome = match visit {
            Visit::Directory | Visit::Leave | Visit::File | Visit::DanglingLink => self.apply(walk),
            _ => {
                self.report.raise(1);
                self.explain(walk, visit);
                Outcome { old: None, is_done: false, is_unsupported: false }
            }
        };
        if self.plan.describe != Describe::None && !matches!(visit, Visit::Lost(_)) {
            self.describe(walk.path(), &outcome);
        }
        if !self.plan.recursive {
            walk.skip();
        }
    }

    /// Why the file could not be reached.
    fn explain(&mut self, walk: &Walk<'_>, visit: Visit) {
        match visit {
            Visit::Lost(error) => self.report.fail(&[b"fts_read failed"], error),
            _ if self.plan.silent => {}
            Visit::StatFailed(error) => self.report.fail_on("cannot access", walk.path(), error),
            Visit::Unreadable(error) => {
                self.report.fail_on("cannot read directory", walk.path(), error);
            }
            Visit::Failed(error) => {
                let quoted = self.report.quote_if_needed(walk.path());
                self.report.fail(&[&quoted], error);
            }
            _ => {}
        }
    }

    /// Changes the owner of the current file.
    fn apply(&mut self, walk: &Walk<'_>) -> Outcome {
        let plan = self.plan;
        let mut stat = walk.stat().copied();
        if plan.dereferences && walk.kind() == FileType::Symlink {
            match stage::door::statat(walk.directory(), walk.name(), AtFlags::empty()) {
                Ok(referent) => stat = Some(referent),
                Err(error) => {
                    self.report.raise(1);
                    if !plan.silent {
                        self.report.fail_on("cannot dereference", walk.path(), error);
                    }
                    return Outcome { old: None, is_done: false, is_unsupported: false };
                }
            }
        }
        let flags = if plan.dereferences { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
        let (user, group) =
            (plan.owner.user.map(Uid::from_raw), plan.owner.group.map(Gid::from_raw));
        let result = stage::door::chownat(walk.directory(), walk.name(), user, group, flags);
        let old = stat.map(|stat| (stat.st_uid, stat.st_gid));
        match result {
            Ok(()) => Outcome { old, is_done: true, is_unsupported: false },
            Err(rustix::io::Errno::OPNOTSUPP) if !plan.dereferences => {
                Outcome { old, is_done: true, is_unsupported: true }
            }
            Err(error) => {
                self.report.raise(1);
                if !plan.silent {
                    let text = match plan.owner.user {
                        Some(_) => "changing ownership of",
                        None => "changing group of",
                    };
                    self.report.fail_on(text, walk.path(), error);
                }
                Outcome { old, is_done: false, is_unsupported: false }
            }
        }
    }

    /// Writes the line of -c or -v about a file.
    fn describe(&mut self, path: &[u8], outcome: &Outcome) {
        let owner = &self.plan.owner;
        let differs = |new: Option<u32>, old: u32| new.is_some_and(|new| new != old);
        let has_changed = outcome.is_done
            && !outcome.is_unsupported
            && outcome.old.is_some_and(|(user, group)| {
                differs(owner.user, user) || differs(owner.group, group)
            });
        if !has_changed && self.plan.describe != Describe::All {
            return;
        }
        let file = self.report.quote(path);
        if outcome.is_unsupported {
            let end: &[u8] = b" nor referent has been changed\n";
            return self.report.say(&[b"neither symbolic link ", &file, end]);
        }
        let shown = |name: &Option<Vec<u8>>, id: Option<u32>| {
            name.clone().or_else(|| id.map(|id| id.to_string().into_bytes()))
        };
        let user = shown(&owner.user_name, owner.user);
        let group = shown(&owner.group_name, owner.group);
        let what: &[u8] = match (&user, &group) {
            (None, Some(_)) => b"group of ",
            _ => b"ownership of ",
        };
        let (user, group) = (user.as_deref(), group.as_deref());
        let new = together(user, group);
        let old = outcome.old.and_then(|(old_user, old_group)| {
            let old_user = user.map(|_| self.names.user_or_number(old_user));
            let old_group = group.map(|_| self.names.group_or_number(old_group));
            together(old_user.as_deref(), old_group.as_deref())
        });
        let (before, from, to): (&[u8], &[u8], &[u8]) = match (outcome.is_done, has_changed) {
            (_, true) => (b"changed ", b" from ", b" to "),
            (false, _) => (b"failed to change ", b" from ", b" to "),
            (true, false) => (b"", b" retained as ", b""),
        };
        let mut text = [before, what, &file].concat();
        match old {
            Some(old) => text.extend_from_slice(&[from, &old].concat()),
            None if outcome.is_done => text.extend_from_slice(b" retained"),
            None => {}
        }
        if let Some(new) = new.filter(|_| !to.is_empty()) {
            text.extend_from_slice(&[to, &new].concat());
        }
        text.push(b'\n');
        self.report.say(&[&text]);
    }
}

/// A user and a group as chown's operand has them.
fn together(user: Option<&[u8]>, group: Option<&[u8]>) -> Option<Vec<u8>> {
    match (user, group) {
        (Some(user), Some(group)) => Some([user, b":", group].concat()),
        (one, None) | (None, one) => one.map(<[u8]>::to_vec),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_are_read_from_operands() {
        let owner = owner_named(b"0").unwrap();
        assert_eq!((owner.user, owner.group), (Some(0), None));
        let owner = owner_named(b"12:34").unwrap();
        assert_eq!((owner.user, owner.group), (Some(12), Some(34)));
        let owner = owner_named(b":34").unwrap();
        assert_eq!((owner.user, owner.user_name), (None, None));
        assert_eq!(owner_named(b"12:root").unwrap().user_name, Some(Vec::new()));
        assert_eq!(owner_named(b""), Ok(Owner::default()));
        assert_eq!(owner_named(b":"), Ok(Owner::default()));
        for text in [&b"12:"[..], b"+1", b"no such user", b"4294967295", b"1:no such group"] {
            assert!(owner_named(text).is_err());
        }
    }

    #[test]
    fn options_that_do_not_go_together_step_aside() {
        assert!(plan(&[b"-R", b"--dereference", b"0", b"f"], false).is_err());
        assert!(plan(&[b"-R", b"-H", b"--dereference", b"0", b"f"], false).is_ok());
        assert!(plan(&[b"0"], false).is_err());
        assert!(plan(&[b"--reference=a", b"f"], true).is_ok());
    }
}
