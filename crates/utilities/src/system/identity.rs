//! id, groups, whoami and logname: who the user is (POSIX XCU id, logname; id(1), groups(1),
//! whoami(1), logname(1) of GNU coreutils).

use crate::options::{self, Option_, Parsed, Takes};
use crate::system::accounts::{self, Database};
use crate::system::{printf::Spec, stream};
use crate::text::stream::{self as text_stream, Writer};
use crate::{Context, Decision, Exit, Utility, locale, planned, quoting};
use rustix::process::{getegid, geteuid, getgid, getgroups, getuid};

/// id.
pub const ID: Utility = Utility { name: "id", plan: decide_id, options: "-u -g -G -n -r -z" };
/// whoami.
pub const WHOAMI: Utility = Utility { name: "whoami", plan: decide_whoami, options: "" };
/// logname.
pub const LOGNAME: Utility = Utility { name: "logname", plan: decide_logname, options: "" };

/// groups.
pub const GROUPS: Utility = Utility { name: "groups", plan: decide_groups, options: "[USER...]" };

const ASIDE: &str = "a name that the system's files do not have";

/// The text of a call without arguments.
fn plain<T>(
    context: &Context<'_>,
    arguments: &[&[u8]],
    text: impl FnOnce() -> Option<T>,
) -> Result<T, &'static str> {
    match locale::unusual(context) {
        Some(reason) => Err(reason),
        None if !arguments.is_empty() => Err("an argument"),
        None => text().ok_or(ASIDE),
    }
}

fn write(context: &mut Context<'_>, text: Vec<u8>) -> Exit {
    stream::write_all(context, &text)
}

fn decide_whoami<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plain(context, arguments, whoami), write)
}

fn whoami() -> Option<Vec<u8>> {
    let mut name = Database::users()?.by_id(geteuid().as_raw())?.name;
    name.push(b'\n');
    Some(name)
}

fn decide_groups<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if let Some(reason) = locale::unusual(context) {
        return Decision::StepAside(reason);
    }
    let Some(parsed) = options::parse(arguments, &[], true) else {
        return Decision::StepAside("an option");
    };
    if parsed.operands.is_empty() {
        return planned(groups().ok_or(ASIDE), write);
    }
    planned(groups_of_users(&parsed.operands).ok_or(ASIDE), run_groups)
}

/// Of each user that is named the line of its groups; or none, and the name.
type Lines<'a> = Vec<(&'a [u8], Option<Vec<u8>>)>;

fn groups_of_users<'a>(names: &[&'a [u8]]) -> Option<Lines<'a>> {
    let (users, groups) = (Database::users()?, Database::groups()?);
    // All sources have their say in who is a member, and in who is no user.
    if !users.is_whole() || !groups.is_whole() {
        return None;
    }
    let line = |name: &&'a [u8]| {
        let Some(user) = users.by_name(name) else { return Some((*name, None)) };
        let mut text = [name, &b" : "[..], &groups.by_id(user.group)?.name].concat();
        let mut seen = Vec::new();
        for entry in groups.with_member(name).filter(|entry| entry.id != user.group) {
            // What comes of a number that comes up again is the installed one's affair.
            if seen.contains(&entry.id) || groups.by_id(entry.id)?.name != entry.name {
                return None;
            }
            seen.push(entry.id);
            text.push(b' ');
            text.extend_from_slice(&entry.name);
        }
        text.push(b'\n');
        Some((*name, Some(text)))
    };
    names.iter().map(line).collect()
}

fn run_groups(context: &mut Context<'_>, lines: Lines<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let mut status = 0;
    for (name, line) in lines {
        match line {
            Some(line) => output.buffer.extend_from_slice(&line),
            None => {
                let name = quoting::locale(name, context.utf8);
                let text = [&name[..], b": no such user"].concat();
                text_stream::complain(context, &mut output, &text);
                status = 1;
            }
        }
    }
    text_stream::finish(context, &mut output, status)
}

/// The names of the groups of this process.
fn groups() -> Option<Vec<u8>> {
    let mut names = Vec::with_capacity(64);
    list_groups(true, b' ', &mut names)?;
    names.push(b'\n');
    Some(names)
}

/// The kernel's idea of who logged in: a name, none (`Ok(None)`), or not known here.
fn login() -> Result<Option<Vec<u8>>, ()> {
    let text = accounts::read("/proc/self/loginuid").map_err(|_| ())?;
    let id: u32 = std::str::from_utf8(&text).map_err(|_| ())?.trim().parse().map_err(|_| ())?;
    if id == u32::MAX {
        return Ok(None);
    }
    let mut name = Database::users().and_then(|users| users.by_id(id)).ok_or(())?.name;
    name.push(b'\n');
    Ok(Some(name))
}

fn decide_logname<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plain(context, arguments, || login().ok()), run_logname)
}

fn run_logname(context: &mut Context<'_>, name: Option<Vec<u8>>) -> Exit {
    match name {
        Some(name) => stream::write_all(context, &name),
        None => {
            context.error("no login name");
            Exit::FAILURE
        }
    }
}

const OPTIONS: &[Option_] = &[
    ('a', "", Takes::Nothing),
    ('u', "user", Takes::Nothing),
    ('g', "group", Takes::Nothing),
    ('G', "groups", Takes::Nothing),
    ('n', "name", Takes::Nothing),
    ('r', "real", Takes::Nothing),
    ('z', "zero", Takes::Nothing),
];

fn decide_id<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if let Some(reason) = locale::unusual(context) {
        return Decision::StepAside(reason);
    }
    let text = options::parse(arguments, OPTIONS, true)
        .ok_or("an option")
        .and_then(|parsed| id(&parsed).ok_or(ASIDE));
    planned(text, write)
}

/// What is printed; `None` for what is left to the installed program.
fn id(parsed: &Parsed<'_>) -> Option<Vec<u8>> {
    let kinds = ['u', 'g', 'G'].iter().filter(|kind| parsed.has(**kind)).count();
    let (names, real, zero) = (parsed.has('n'), parsed.has('r'), parsed.has('z'));
    let mut out = Vec::with_capacity(64);
    match (kinds, &parsed.operands[..]) {
        (0, []) if !(names || real || zero) => everything(&mut out)?,
        (1, []) if parsed.has('G') => {
            list_groups(names, if zero { b'\0' } else { b' ' }, &mut out)?;
        }
        (1, []) if parsed.has('u') => {
            let user = if real { getuid() } else { geteuid() };
            one(user.as_raw(), names, Database::users, &mut out)?;
        }
        (1, []) => {
            let group = if real { getgid() } else { getegid() };
            one(group.as_raw(), names, Database::groups, &mut out)?;
        }
        (1, [name]) if !parsed.has('G') => {
            // A number is looked up as a name first, then as a number.
            if name.first().is_none_or(|byte| !byte.is_ascii_alphabetic() && *byte != b'_') {
                return None;
            }
            let user = Database::users()?.by_name(name)?;
            match parsed.has('u') {
                true => one(user.id, names, Database::users, &mut out)?,
                false => one(user.group, names, Database::groups, &mut out)?,
            }
        }
        _ => return None,
    }
    out.push(if zero { b'\0' } else { b'\n' });
    Some(out)
}

fn number(value: u32, out: &mut Vec<u8>) {
    Spec::default().unsigned(u64::from(value), b'u', out);
}

fn one(id: u32, names: bool, database: fn() -> Option<Database>, out: &mut Vec<u8>) -> Option<()> {
    if names {
        out.extend_from_slice(&database()?.by_id(id)?.name);
    } else {
        number(id, out);
    }
    Some(())
}

/// The effective group and the supplementary ones, without what repeats its neighbour or
/// the first.
fn memberships() -> Option<Vec<u32>> {
    let all = getgroups().ok()?;
    let mut groups: Vec<u32> = Vec::with_capacity(all.len() + 1);
    groups.push(getegid().as_raw());
    for group in all {
        let group = group.as_raw();
        if groups[0] != group && groups.last() != Some(&group) {
            groups.push(group);
        }
    }
    Some(groups)
}

fn list_groups(names: bool, delimiter: u8, out: &mut Vec<u8>) -> Option<()> {
    let (real, effective) = (getgid().as_raw(), getegid().as_raw());
    let mut groups = vec![real];
    if effective != real {
        groups.push(effective);
    }
    groups.extend(memberships()?.into_iter().filter(|&g| g != real && g != effective));
    let database = if names { Some(Database::groups()?) } else { None };
    for (index, &group) in groups.iter().enumerate() {
        if index > 0 {
            out.push(delimiter);
        }
        match &database {
            Some(database) => out.extend_from_slice(&database.by_id(group)?.name),
            None => number(group, out),
        }
    }
    Some(())
}

fn everything(out: &mut Vec<u8>) -> Option<()> {
    if getuid() != geteuid() || getgid() != getegid() {
        return None;
    }
    if rustix::fs::access("/sys/fs/selinux", rustix::fs::Access::EXISTS).is_ok()
        || rustix::fs::access("/sys/fs/smackfs", rustix::fs::Access::EXISTS).is_ok()
    {
        return None;
    }
    let (users, groups) = (Database::users()?, Database::groups()?);
    let mut item = |before: &[u8], id: u32, database: &Database| {
        out.extend_from_slice(before);
        number(id, out);
        out.push(b'(');
        out.extend_from_slice(&database.by_id(id)?.name);
        out.push(b')');
        Some(())
    };
    item(b"uid=", getuid().as_raw(), &users)?;
    item(b" gid=", getgid().as_raw(), &groups)?;
    for (index, group) in memberships()?.into_iter().enumerate() {
        item(if index == 0 { b" groups=" } else { b"," }, group, &groups)?;
    }
    Some(())
}
