//! ls (POSIX XCU ls; GNU coreutils ls(1)): what scripts use of it.
//!
//! To a terminal ls writes columns, colours and quotes: there it steps aside. Elsewhere it
//! writes a name a line, as they are.

mod list;
mod long;

use super::date;
use super::fnmatch::Fnmatch;
use super::report::{Report, is_terminal};
use super::{names, owners};
use crate::locale::Locale;
use crate::options::{Option_, Takes, parse};
use crate::system::date::zone::Zone;
use crate::{Change, Context, Decision, Exit, Program, Utility, locale, planned};
use pattern::GlobOptions;

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "ls",
    plan: decide,
    options: "-1 -a -A -B -c -d -f -F -g -G -h -H -i -I PATTERN -k -l -L -n -N -o -p -r -R -s -S \
              -t -u -U -X --color=auto|never --file-type --full-time --si --sort= --time= \
              --time-style=full-iso|long-iso|locale --zero [FILE...] (not to a terminal)",
};

const OPTIONS: &[Option_] = &[
    ('1', "", Takes::Nothing),
    ('a', "all", Takes::Nothing),
    ('A', "almost-all", Takes::Nothing),
    ('B', "ignore-backups", Takes::Nothing),
    ('c', "", Takes::Nothing),
    ('d', "directory", Takes::Nothing),
    ('f', "", Takes::Nothing),
    ('F', "", Takes::Nothing),
    ('F', "classify", Takes::Optional),
    ('g', "", Takes::Nothing),
    ('G', "no-group", Takes::Nothing),
    ('h', "human-readable", Takes::Nothing),
    ('H', "dereference-command-line", Takes::Nothing),
    ('i', "inode", Takes::Nothing),
    ('I', "ignore", Takes::Argument),
    ('k', "kibibytes", Takes::Nothing),
    ('l', "", Takes::Nothing),
    ('L', "dereference", Takes::Nothing),
    ('n', "numeric-uid-gid", Takes::Nothing),
    ('N', "literal", Takes::Nothing),
    ('o', "", Takes::Nothing),
    ('p', "", Takes::Nothing),
    ('r', "reverse", Takes::Nothing),
    ('R', "recursive", Takes::Nothing),
    ('s', "size", Takes::Nothing),
    ('S', "", Takes::Nothing),
    ('t', "", Takes::Nothing),
    ('u', "", Takes::Nothing),
    ('U', "", Takes::Nothing),
    ('X', "", Takes::Nothing),
    ('\u{1}', "color", Takes::Optional),
    ('\u{2}', "file-type", Takes::Nothing),
    ('\u{3}', "full-time", Takes::Nothing),
    ('\u{4}', "si", Takes::Nothing),
    ('\u{5}', "sort", Takes::Argument),
    ('\u{6}', "time", Takes::Argument),
    ('\u{e}', "time-style", Takes::Argument),
    ('\u{f}', "zero", Takes::Nothing),
    ('\u{10}', "hide", Takes::Argument),
    ('\u{11}', "dereference-command-line-symlink-to-dir", Takes::Nothing),
    ('\u{12}', "show-control-chars", Takes::Nothing),
    ('\u{13}', "indicator-style", Takes::Argument),
];

/// What decides about the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Name,
    Time,
    Size,
    Extension,
    None,
}

/// Which of a file's times counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Time {
    Modification,
    Access,
    Change,
}

/// Which symbolic links are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dereference {
    Never,
    /// Operands that lead to directories.
    OperandsToDirectories,
    Operands,
    Always,
}

/// What is put behind names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Indicator {
    None,
    Slash,
    Type,
    Classify,
}

/// Which names are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hidden {
    /// Those that begin with a dot.
    Dots,
    /// `.` and `..` alone.
    OwnAndParent,
    None,
}

/// How dates are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Locale,
    LongIso,
    FullIso,
}

/// What the arguments ask for.
struct Request<'a> {
    long: bool,
    hidden: Hidden,
    backups: bool,
    /// Patterns of names that are left out, and of those that -a shows nevertheless.
    ignored: Vec<&'a [u8]>,
    hide: Vec<&'a [u8]>,
    directories: bool,
    dereference: Dereference,
    indicator: Indicator,
    inode: bool,
    blocks: bool,
    owner: bool,
    group: bool,
    numeric: bool,
    /// The base of readable sizes.
    human: Option<u64>,
    recursive: bool,
    reverse: bool,
    sort: Sort,
    time: Time,
    style: Style,
    /// What ends a line.
    end: u8,
    operands: Vec<&'a [u8]>,
}

impl<'a> Request<'a> {
    /// What is asked for without options.
    fn new(operands: Vec<&'a [u8]>) -> Self {
        Self {
            long: false,
            hidden: Hidden::Dots,
            backups: true,
            ignored: Vec::new(),
            hide: Vec::new(),
            directories: false,
            dereference: Dereference::Never,
            indicator: Indicator::None,
            inode: false,
            blocks: false,
            owner: true,
            group: true,
            numeric: false,
            human: None,
            recursive: false,
            reverse: false,
            sort: Sort::Name,
            time: Time::Modification,
            style: Style::Locale,
            end: b'\n',
            operands,
        }
    }
}

/// What options have chosen where the default depends on the other ones.
#[derive(Default)]
struct Chosen {
    sort: Option<Sort>,
    has_time: bool,
    dereference: Option<Dereference>,
}

/// What the arguments ask for; None: something that is not reproduced.
fn read<'a>(program: Program, arguments: &[&'a [u8]]) -> Option<Request<'a>> {
    let parsed = parse(arguments, OPTIONS, true)?;
    let mut request = Request::new(parsed.operands);
    let mut chosen = Chosen::default();
    for (letter, value) in parsed.options {
        match letter {
            '\u{1}'..='\u{1f}' => {
                note_long_option(program, &mut request, &mut chosen, letter, value)?
            }
            _ => note_letter(program, &mut request, &mut chosen, letter, value)?,
        }
    }
    request.dereference = chosen.dereference.unwrap_or({
        let itself =
            request.directories || request.indicator == Indicator::Classify || request.long;
        if itself { Dereference::Never } else { Dereference::OperandsToDirectories }
    });
    request.sort = chosen.sort.unwrap_or(match !request.long && chosen.has_time {
        true => Sort::Time,
        false => Sort::Name,
    });
    Some(request)
}

/// Notes an option that has a letter.
fn note_letter<'a>(
    program: Program,
    request: &mut Request<'a>,
    chosen: &mut Chosen,
    letter: char,
    value: Option<&'a [u8]>,
) -> Option<()> {
    match letter {
        'a' => request.hidden = Hidden::None,
        'A' => request.hidden = Hidden::OwnAndParent,
        'B' => request.backups = false,
        'c' => (request.time, chosen.has_time) = (Time::Change, true),
        'd' => request.directories = true,
        'f' => {
            request.hidden = Hidden::None;
            chosen.sort = Some(Sort::None);
            if !program.has(Change::LsUnsorted) {
                request.long = false;
                request.blocks = false;
            }
        }
        'F' => match value {
            None | Some(b"always" | b"yes" | b"force") => {
                request.indicator = Indicator::Classify;
            }
            Some(b"never" | b"no" | b"none" | b"auto" | b"tty" | b"if-tty") => {}
            Some(_) => return None,
        },
        'g' => {
            request.long = true;
            request.owner = false;
        }
        'G' => request.group = false,
        'h' => request.human = Some(1024),
        'H' => chosen.dereference = Some(Dereference::Operands),
        'i' => request.inode = true,
        'I' => request.ignored.push(value?),
        'l' => request.long = true,
        'L' => chosen.dereference = Some(Dereference::Always),
        'n' => {
            request.long = true;
            request.numeric = true;
        }
        'o' => {
            request.long = true;
            request.group = false;
        }
        'p' => request.indicator = Indicator::Slash,
        'r' => request.reverse = true,
        'R' => request.recursive = true,
        's' => request.blocks = true,
        'S' => chosen.sort = Some(Sort::Size),
        't' => chosen.sort = Some(Sort::Time),
        'u' => (request.time, chosen.has_time) = (Time::Access, true),
        'U' => chosen.sort = Some(Sort::None),
        'X' => chosen.sort = Some(Sort::Extension),
        // `-1`, `-N`, `-k`: as it is anyway.
        _ => {}
    }
    Some(())
}

/// Notes an option that has only a long name.
fn note_long_option<'a>(
    program: Program,
    request: &mut Request<'a>,
    chosen: &mut Chosen,
    letter: char,
    value: Option<&'a [u8]>,
) -> Option<()> {
    match letter {
        '\u{1}' => {
            if !matches!(value, Some(b"never" | b"no" | b"none" | b"auto" | b"tty" | b"if-tty")) {
                return None;
            }
        }
        '\u{2}' => request.indicator = Indicator::Type,
        '\u{3}' => {
            request.long = true;
            request.style = Style::FullIso;
        }
        '\u{4}' => request.human = Some(1000),
        '\u{5}' => {
            chosen.sort = Some(match value? {
                b"none" => Sort::None,
                b"time" => Sort::Time,
                b"size" => Sort::Size,
                b"extension" => Sort::Extension,
                b"name" if program.has(Change::LsSortName) => Sort::Name,
                _ => return None,
            });
        }
        '\u{6}' => {
            chosen.has_time = true;
            request.time = match value? {
                b"atime" | b"access" | b"use" => Time::Access,
                b"ctime" | b"status" => Time::Change,
                b"mtime" | b"modification" if program.has(Change::LsTimeModification) => {
                    Time::Modification
                }
                _ => return None,
            };
        }
        '\u{e}' => {
            request.style = match value? {
                b"full-iso" => Style::FullIso,
                b"long-iso" => Style::LongIso,
                b"locale" => Style::Locale,
                _ => return None,
            };
        }
        '\u{f}' => request.end = 0,
        '\u{10}' => request.hide.push(value?),
        '\u{11}' => chosen.dereference = Some(Dereference::OperandsToDirectories),
        // `--show-control-chars`: as it is anyway.
        '\u{12}' => {}
        _ => {
            request.indicator = match value? {
                b"none" => Indicator::None,
                b"slash" => Indicator::Slash,
                b"file-type" => Indicator::Type,
                b"classify" => Indicator::Classify,
                _ => return None,
            };
        }
    }
    Some(())
}

/// Variables that change what ls writes.
const VARIABLES: &[&[u8]] =
    &[b"QUOTING_STYLE", b"TIME_STYLE", b"LS_BLOCK_SIZE", b"BLOCK_SIZE", b"BLOCKSIZE"];

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let Some(request) = read(context.program, arguments) else {
        return Err("an option that is not reproduced");
    };
    if !Locale::of(context, b"LC_COLLATE").orders_by_byte()
        || !Locale::of(context, b"LC_TIME").orders_by_byte()
    {
        return Err("the order or the dates of another locale");
    }
    if VARIABLES.iter().any(|name| context.variables.get(name).is_some()) {
        return Err("a variable that changes the output");
    }
    if is_terminal(&context.stdout) {
        return Err("columns on a terminal");
    }
    if request.operands.iter().any(|name| names::is_of_process(name)) {
        return Err("files of the process");
    }
    if request.long {
        if Zone::of(context).is_none() {
            return Err("a time zone that is not reproduced");
        }
        if !request.numeric && !owners::are_in_files() {
            return Err("accounts that are not in files");
        }
    }
    Ok(request)
}

fn run(context: &mut Context<'_>, request: Request<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut report = Report::with_large_blocks(context);
    report.set_failure(2);
    // A zone that could be read a moment ago, and cannot be now, is UTC to the C library.
    let zone = request.long.then(|| Zone::of(report.context).unwrap_or_else(Zone::utc));
    let options = GlobOptions { utf8: context.utf8, period: true, ..GlobOptions::default() };
    let glob = |pattern: &&[u8]| Fnmatch::new(pattern, options);
    let mut lister = list::Lister {
        report,
        request: &request,
        ignored: request.ignored.iter().map(glob).collect(),
        hide: request.hide.iter().map(glob).collect(),
        files: Vec::new(),
        removed: Vec::new(),
        pending: Vec::new(),
        above: Vec::new(),
        named: true,
        first: true,
        status: 0,
        long: zone.map(|zone| long::Long::new(zone, date::now())),
        buffer: Vec::new(),
        is_apart: false,
    };
    lister.list();
    let status = lister.status;
    lister.report.finish_with(status)
}
