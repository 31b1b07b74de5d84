//! The findings of the texts that this project grew from, next to what this machine
//! says to the same question.

use crate::experiments::names as at;
use crate::model::{Section, Unit};
use crate::statistics::{Interval, TOO_FEW, ratio};

/// What the figures here say about a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// The whole interval is on the finding's side.
    Yes,
    /// The whole interval is on the other side.
    No,
    /// The interval has both sides in it, or there are too few blocks.
    Undecided,
}

/// One finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The number of the text that it is from, 1 to 5.
    pub seed: u8,
    /// What it says.
    pub text: &'static str,
    /// Its figure.
    pub theirs: &'static str,
    /// The figure here.
    pub here: Interval,
    /// The ratio that it says is exceeded, or with `below` not reached.
    pub bound: f64,
    /// The text says that the ratio is below the bound, not above.
    pub below: bool,
    /// Whether it holds here.
    pub holds: Holds,
}

/// A text whose findings are asked for: who wrote it, its title, where it is, when.
pub struct Source {
    /// Its number, as `Finding::seed` has it.
    pub seed: u8,
    /// Who wrote it.
    pub author: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Where it can be read.
    pub link: &'static str,
    /// The year, with what it was published in.
    pub year: &'static str,
}

const SOURCES: [Source; 5] = [
    Source {
        seed: 1,
        author: "P. Fox, R. Weikusat",
        title: "builtin echo for ash",
        link: "https://lists.busybox.net/pipermail/busybox/2005-August/049461.html",
        year: "BusyBox's mailing list, 2005",
    },
    Source {
        seed: 2,
        author: "C. Siebenmann",
        title: "The dynamic linking tax on fork()",
        link: "https://utcc.utoronto.ca/~cks/space/blog/programming/DynamicLinkingTax",
        year: "2006",
    },
    Source {
        seed: 3,
        author: "I. Zahariev",
        title: "fork() gets slower as parent process uses more memory",
        link: "https://blog.famzah.net/2009/11/20/fork-gets-slower-as-parent-process-use-more-memory/",
        year: "2009",
    },
    Source {
        seed: 4,
        author: "I. Zahariev",
        title: "A much faster popen() and system() implementation for Linux",
        link: "https://blog.famzah.net/2009/11/20/a-much-faster-popen-and-system-implementation-for-linux/",
        year: "2009",
    },
    Source {
        seed: 5,
        author: "JohnoKing",
        title: "Boost subshell performance by avoiding expensive pwd related syscalls",
        link: "https://github.com/ksh93/ksh/pull/805",
        year: "ksh93u+m, 2024",
    },
];

/// The texts that these findings are from, in their order.
pub fn sources(findings: &[Finding]) -> impl Iterator<Item = &'static Source> {
    SOURCES.iter().filter(|source| findings.iter().any(|finding| finding.seed == source.seed))
}

/// Where a finding's two cells are: section, row, column; the figure is the ratio of
/// the first to the second.
struct Question {
    seed: u8,
    text: &'static str,
    theirs: &'static str,
    bound: f64,
    below: bool,
    above: (&'static str, &'static str, &'static str),
    under: (&'static str, &'static str, &'static str),
}

/// Stands for any column: the first that has both cells.
const ANY: &str = "*";

const QUESTIONS: &[Question] = &[
    Question {
        seed: 1,
        text: "A builtin echo is ahead of the program echo",
        theirs: "60x (BusyBox, 400 MHz, 2005)",
        bound: 60.0,
        below: false,
        above: ("shells", at::ECHO_PROGRAM, ANY),
        under: ("shells", at::ECHO, ANY),
    },
    Question {
        seed: 2,
        text: "A dynamically linked program forks slower than a static one",
        theirs: "1.70x to 3.0x (eight systems, 1999-2006)",
        bound: 1.0,
        below: false,
        above: ("linking", at::DYNAMIC, at::FORK_LOOP),
        under: ("linking", at::STATIC, at::FORK_LOOP),
    },
    Question {
        seed: 2,
        text: "It is executed slower as well",
        theirs: "no figure",
        bound: 1.0,
        below: false,
        above: ("linking", at::DYNAMIC, at::EXEC_LOOP),
        under: ("linking", at::STATIC, at::EXEC_LOOP),
    },
    Question {
        seed: 2,
        text: "dietlibc forks faster than static glibc",
        theirs: "0.90x and 0.92x (2006)",
        bound: 1.0,
        below: true,
        above: ("linking", at::DIET, at::FORK_LOOP),
        under: ("linking", at::STATIC, at::FORK_LOOP),
    },
    Question {
        seed: 3,
        text: "fork costs more with 40 MB than with 20 MB in use",
        theirs: "1.76x (Linux 2.6.28)",
        bound: 1.0,
        below: false,
        above: ("memory/seed", "40 MB, all in use", at::FORK),
        under: ("memory/seed", "20 MB, half in use", at::FORK),
    },
    Question {
        seed: 3,
        text: "vfork does not (less than half more)",
        theirs: "1.07x",
        bound: 1.5,
        below: true,
        above: ("memory/seed", "40 MB, all in use", at::VFORK),
        under: ("memory/seed", "20 MB, half in use", at::VFORK),
    },
    Question {
        seed: 3,
        text: "With 40 MB in use fork and exec cost several times vfork and exec",
        theirs: "13.4x",
        bound: 2.0,
        below: false,
        above: ("memory/seed", "40 MB, all in use", at::FORK),
        under: ("memory/seed", "40 MB, all in use", at::VFORK),
    },
    Question {
        seed: 4,
        text: "popen is an order slower than vfork and exec (CPU)",
        theirs: "13.0x (+1204 %, glibc 2.27)",
        bound: 5.0,
        below: false,
        above: ("launch", at::POPEN, "CPU"),
        under: ("launch", at::VFORK_EXEC, "CPU"),
    },
    Question {
        seed: 4,
        text: "fork and exec are slower than vfork and exec with 200 MB (CPU)",
        theirs: "9.4x (+836 %)",
        bound: 2.0,
        below: false,
        above: ("launch", at::FORK_EXEC, "CPU"),
        under: ("launch", at::VFORK_EXEC, "CPU"),
    },
    Question {
        seed: 4,
        text: "posix_spawn is somewhat slower than vfork and exec (CPU)",
        theirs: "1.27x",
        bound: 1.0,
        below: false,
        above: ("launch", at::SPAWN, "CPU"),
        under: ("launch", at::VFORK_EXEC, "CPU"),
    },
    Question {
        seed: 4,
        text: "popen_noshell is near vfork and exec (CPU, less than twice)",
        theirs: "1.09x",
        bound: 2.0,
        below: true,
        above: ("launch", at::NOSHELL, "CPU"),
        under: ("launch", at::VFORK_EXEC, "CPU"),
    },
    Question {
        seed: 5,
        text: "The loop of parens.ksh, a substitution: ksh93 is ahead of dash",
        theirs: "none for dash; ksh93 itself 0.173 to 0.082 s (2025)",
        bound: 10.0,
        below: false,
        above: ("shells", at::COMMAND_SUBSTITUTION, "dash"),
        under: ("shells", at::COMMAND_SUBSTITUTION, "ksh93"),
    },
];

/// The findings that these sections have figures for.
pub fn findings(sections: &[Section]) -> Vec<Finding> {
    QUESTIONS.iter().filter_map(|question| answer(question, sections)).collect()
}

fn answer(question: &Question, sections: &[Section]) -> Option<Finding> {
    let section = |id: &str| sections.iter().find(|section| section.id == id);
    let (above, under) = (section(question.above.0)?, section(question.under.0)?);
    let columns = |named: &str| match named {
        ANY => above
            .columns
            .iter()
            .filter(|column| column.unit == Unit::Nanoseconds)
            .map(|column| (column.name.clone(), column.name.clone()))
            .collect(),
        _ => vec![(question.above.2.to_owned(), question.under.2.to_owned())],
    };
    let (here, blocks) = columns(question.above.2).into_iter().find_map(|(first, second)| {
        let one = above.named(question.above.1, &first)?.blocks()?;
        let other = under.named(question.under.1, &second)?.blocks()?;
        Some((ratio(&one, &other)?, one.len().min(other.len())))
    })?;
    let holds = if blocks < TOO_FEW {
        Holds::Undecided
    } else {
        judge(&here, question.bound, question.below)
    };
    Some(question.answered(here, holds))
}

fn judge(here: &Interval, bound: f64, below: bool) -> Holds {
    let (yes, no) = if below {
        (here.high < bound, here.low >= bound)
    } else {
        (here.low > bound, here.high <= bound)
    };
    match (yes, no) {
        (true, _) => Holds::Yes,
        (_, true) => Holds::No,
        _ => Holds::Undecided,
    }
}

impl Question {
    /// The finding that the question has become.
    fn answered(&self, here: Interval, holds: Holds) -> Finding {
        Finding {
            seed: self.seed,
            text: self.text,
            theirs: self.theirs,
            here,
            bound: self.bound,
            below: self.below,
            holds,
        }
    }
}

impl Finding {
    /// What the figure has to be for the finding to hold.
    pub fn asked(&self) -> String {
        format!("{} {}x", if self.below { "<" } else { ">" }, self.bound)
    }

    /// In a word or two.
    pub fn verdict(&self) -> &'static str {
        match self.holds {
            Holds::Yes => "holds",
            Holds::No => "does not hold",
            Holds::Undecided => "undecided",
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::model::{Cell, Column, Row};

    /// Every finding, with figures as long as they are here.
    pub(crate) fn every_finding() -> Vec<Finding> {
        let here = Interval { estimate: 123.4, low: 100.0, high: 1234.5 };
        QUESTIONS.iter().map(|question| question.answered(here, Holds::No)).collect()
    }

    #[test]
    fn judgements() {
        let at = |low: f64, high: f64| Interval { estimate: f64::midpoint(low, high), low, high };
        assert_eq!(judge(&at(11.0, 12.0), 10.0, false), Holds::Yes);
        assert_eq!(judge(&at(9.0, 12.0), 10.0, false), Holds::Undecided);
        assert_eq!(judge(&at(8.0, 9.0), 10.0, false), Holds::No);
        assert_eq!(judge(&at(0.8, 0.9), 1.0, true), Holds::Yes);
        assert_eq!(judge(&at(1.1, 1.2), 1.0, true), Holds::No);
    }

    #[test]
    fn a_finding_needs_both_of_its_cells() {
        let mut section = Section {
            id: "shells".into(),
            columns: vec![Column::time("busybox"), Column::time("dash"), Column::time("ksh93")],
            ..Section::default()
        };
        let value = |level: f64| Cell::samples(vec![vec![level]; 3]);
        let cells = |level: f64| vec![Cell::skipped("gone"), value(level), value(1.0)];
        section.push_row(Row::named(at::ECHO), cells(1.0));
        assert_eq!(findings(std::slice::from_ref(&section)), []);
        section.push_row(Row::named(at::ECHO_PROGRAM), cells(200.0));
        section.push_row(Row::named(at::COMMAND_SUBSTITUTION), cells(30.0));
        let found = findings(std::slice::from_ref(&section));
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].seed, found[0].here.estimate), (1, 200.0), "by dash");
        assert_eq!((found[1].seed, found[1].holds), (5, Holds::Yes));
        section.cells[2 * 3 + 1] = Cell::value(30.0);
        assert_eq!(findings(&[section])[1].holds, Holds::Undecided, "of one round");
    }
}
