//! du: space that trees of files take (POSIX XCU du; GNU coreutils manual, du(1)).

use super::human;
use super::report::Report;
use super::walk::{Follow, Settings, StatWhat, Visit, Walk};
use crate::options::{self, Option_, Takes};
use crate::{Change, Context, Decision, Exit, Utility, locale, planned};
use rustix::fs::{FileType, Stat};
use std::collections::BTreeMap;

/// The utility.
pub const UTILITY: Utility = Utility {
    name: "du",
    plan: decide,
    options: "-0 -a -b -c -d N -D -h -H -k -l -m -P -s -S -x --apparent-size --si [FILE...]",
};

const APPARENT: char = '\u{100}';
const SI: char = '\u{101}';

const OPTIONS: &[Option_] = &[
    ('0', "null", Takes::Nothing),
    ('a', "all", Takes::Nothing),
    ('b', "bytes", Takes::Nothing),
    ('c', "total", Takes::Nothing),
    ('d', "max-depth", Takes::Argument),
    ('D', "dereference-args", Takes::Nothing),
    ('h', "human-readable", Takes::Nothing),
    ('H', "", Takes::Nothing),
    ('k', "", Takes::Nothing),
    ('l', "count-links", Takes::Nothing),
    ('m', "", Takes::Nothing),
    ('P', "no-dereference", Takes::Nothing),
    ('s', "summarize", Takes::Nothing),
    ('S', "separate-dirs", Takes::Nothing),
    ('x', "one-file-system", Takes::Nothing),
    (APPARENT, "apparent-size", Takes::Nothing),
    (SI, "si", Takes::Nothing),
];

/// Variables that say in which unit sizes are.
const UNITS: &[&[u8]] = &[b"DU_BLOCK_SIZE", b"BLOCK_SIZE", b"BLOCKSIZE"];

/// In which unit a size is shown.
#[derive(Clone, Copy)]
enum Unit {
    Blocks(u64),
    /// With a letter, in powers of this.
    Readable(u64),
}

struct Plan<'a> {
    all: bool,
    total: bool,
    apparent: bool,
    /// -l: a file with several names counts several times.
    counts_links: bool,
    separate: bool,
    depth: usize,
    follow: Follow,
    one_file_system: bool,
    unit: Unit,
    end: u8,
    files: Vec<&'a [u8]>,
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Plan<'a>, &'static str> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let last_of = |letters: &[char]| {
        let mut given = parsed.options.iter().rev().map(|(letter, _)| *letter);
        given.find(|letter| letters.contains(letter))
    };
    let unit = match last_of(&['b', 'h', 'k', 'm', SI]) {
        Some('b') => Unit::Blocks(1),
        Some('h') => Unit::Readable(1024),
        Some('m') => Unit::Blocks(1 << 20),
        Some(SI) => Unit::Readable(1000),
        _ => Unit::Blocks(1024),
    };
    let apparent = parsed.has('b') || parsed.has(APPARENT);
    if apparent && context.has(Change::ApparentSizes) {
        return Err("apparent sizes");
    }
    if UNITS.iter().any(|name| context.variables.get(name).is_some()) {
        return Err("a unit of its own");
    }
    let summarizes = parsed.has('s');
    if summarizes && (parsed.has('a') || parsed.has('d')) {
        return Err("options to complain about");
    }
    let depth = match parsed.value('d') {
        None if summarizes => 0,
        None => usize::MAX,
        // Others mean octal, or are none.
        Some([digit @ b'0'..=b'9']) => usize::from(digit - b'0'),
        Some(_) => return Err("a depth that is not plain"),
    };
    if parsed.has_repeated_value() {
        return Err("a depth that is not plain");
    }
    Ok(Plan {
        all: parsed.has('a'),
        total: parsed.has('c'),
        apparent,
        counts_links: parsed.has('l'),
        separate: parsed.has('S'),
        depth,
        follow: match last_of(&['D', 'H', 'P']) {
            Some('D' | 'H') => Follow::Roots,
            _ => Follow::Never,
        },
        one_file_system: parsed.has('x'),
        unit,
        end: if parsed.has('0') { 0 } else { b'\n' },
        files: parsed.operands,
    })
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if let Some(reason) = locale::unusual(context) {
        return Decision::StepAside(reason);
    }
    planned(plan(context, arguments), run)
}

fn run(context: &mut Context<'_>, plan: Plan<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut report = Report::new(context);
    let settings = Settings {
        follow: plan.follow,
        stat: StatWhat::Everything,
        one_file_system: plan.one_file_system,
    };
    let mut walk = Walk::new(context.directory, settings);
    // A file with one name may be met again below another operand.
    let watches_all = plan.files.len() > 1;
    let output = context.stdout.as_ref().and_then(|file| file.stat());
    let writes_at_once =
        output.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile);
    let mut count = Count {
        plan: &plan,
        watches_all,
        writes_at_once,
        seen: BTreeMap::new(),
        levels: Vec::new(),
        total: 0,
    };
    let here: &[&[u8]] = &[b"."];
    for file in if plan.files.is_empty() { here } else { &plan.files[..] } {
        if file.is_empty() {
            report.complain(&[b"invalid zero-length file name"]);
            continue;
        }
        count.levels.clear();
        walk.visit_all(file, |walk, visit| {
            count.visit(walk, visit, &mut report);
            !report.ended()
        });
        if report.ended() {
            return report.finish();
        }
    }
    if plan.total {
        count.show(count.total, b"total", &mut report);
    }
    // It writes each line at once; by its end the reason is lost.
    match report.flush_at_end() {
        Err(error) if context.has(Change::WriteErrorsAtOnce) => context.write_error(&error, 1),
        _ => report.finish(),
    }
}

/// What has been counted.
struct Count<'p> {
    plan: &'p Plan<'p>,
    watches_all: bool,
    /// Each line is written when it is known. GNU's does so always; it can be seen where the output is a file that is
    /// counted itself.
    writes_at_once: bool,
    /// Devices and inodes of files that have been counted. (The values say nothing: it is a map
    /// of the type that cp has.)
    seen: BTreeMap<(u64, u64), Vec<u8>>,
    /// For each directory on the way down what is in it, and what is in those below it.
    levels: Vec<(u64, u64)>,
    total: u64,
}

impl Count<'_> {
    fn visit(&mut self, walk: &mut Walk<'_>, visit: Visit, report: &mut Report<'_, '_>) {
        match visit {
            Visit::Directory | Visit::File | Visit::Cycle => {
                let Some(stat) = walk.stat().copied() else { return };
                let is_elsewhere =
                    self.plan.one_file_system && walk.depth() > 0 && stat.st_dev != walk.device();
                let is_cycle = visit == Visit::Directory && walk.is_own_ancestor();
                if is_elsewhere || is_cycle || !self.is_new(&stat) {
                    walk.skip();
                } else if visit == Visit::File {
                    self.add(walk, self.size(&stat), false, report);
                }
                return;
            }
            Visit::Leave => {}
            Visit::Unreadable(error) => {
                report.fail_on("cannot read directory", walk.path(), error);
            }
            Visit::Failed(error) => {
                let quoted = report.quote_if_needed(walk.path());
                report.fail(&[&quoted], error);
            }
            Visit::StatFailed(error) => {
                report.fail_on("cannot access", walk.path(), error);
                return;
            }
            Visit::DanglingLink => {
                // Without a reason: fts(3) has none.
                let quoted = report.quote(walk.path());
                report.complain(&[b"cannot access ", &quoted]);
                return;
            }
            Visit::Lost(error) => {
                let quoted = report.quote_if_needed(walk.path());
                report.fail(&[b"fts_read failed: ", &quoted], error);
                return;
            }
        }
        let size = walk.stat().map_or(0, |stat| self.size(stat));
        self.add(walk, size, !matches!(visit, Visit::Failed(_)), report);
    }

    /// Whether a file has not been counted yet.
    fn is_new(&mut self, stat: &Stat) -> bool {
        let is_directory = FileType::from_raw_mode(stat.st_mode) == FileType::Directory;
        let may_come_again = self.watches_all || !is_directory && stat.st_nlink > 1;
        self.plan.counts_links
            || !may_come_again
            || self.seen.insert((stat.st_dev, stat.st_ino), Vec::new()).is_none()
    }

    fn size(&self, stat: &Stat) -> u64 {
        match self.plan.apparent {
            true => u64::try_from(stat.st_size).unwrap_or(0),
            false => stat.st_blocks as u64 * 512,
        }
    }

    /// Adds the current entry, which for a directory has been left.
    fn add(&mut self, walk: &Walk<'_>, size: u64, is_directory: bool, report: &mut Report<'_, '_>) {
        let depth = walk.depth();
        let mut shown = size;
        // What was below it.
        while self.levels.len() > depth + 1 {
            let (within, below) = self.levels.pop().unwrap_or_default();
            shown += within + if self.plan.separate { 0 } else { below };
            self.levels[depth].1 += within + below;
        }
        self.levels.resize(depth + 1, (0, 0));
        if !(self.plan.separate && is_directory) {
            self.levels[depth].0 += size;
        }
        self.total += size;
        if (is_directory || self.plan.all) && depth <= self.plan.depth || depth == 0 {
            self.show(shown, walk.path(), report);
        }
    }

    fn show(&self, size: u64, name: &[u8], report: &mut Report<'_, '_>) {
        let size = match self.plan.unit {
            Unit::Blocks(unit) => size.div_ceil(unit).to_string(),
            Unit::Readable(base) => human::readable(size, base),
        };
        report.say(&[size.as_bytes(), b"\t", name, &[self.plan.end]]);
        if self.writes_at_once {
            report.flush();
        }
    }
}
