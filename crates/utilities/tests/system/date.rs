//! date against the installed one.

use crate::harness::{Case, Random, Sink, Verdict};

const FORMATS: &[&str] = &[
    "%a %A %b %B %h",
    "%c",
    "%C %y %Y",
    "%d %e %D %F",
    "%g %G %V %U %W",
    "%H %I %k %l %M %S",
    "%j",
    "%m %n %t %%",
    "%N %3N %6N %12N",
    "%p %P %r %R %T",
    "%s %u %w %q",
    "%x %X",
    "%z %:z %::z %:::z %Z",
    "%-d %-m %-H %_d %_m %0e %-j",
    "%^a %^B %#p %#Z %#a %#B %^Z",
    "%5d %_5d %-5d %10Y %010Y %3S %5a %05a %-5a",
    "%-s %3N",
    "text",
    "",
    "%Y%m%d%H%M%S",
];

#[test]
fn formats_generated() {
    let mut random = Random::new(18);
    for round in 0..1200 {
        let range = random.pick_copy(&[2_000_000_000, 4_000_000_000, 100_000]);
        let seconds = random.below(range) as i64 - if random.one_in(4) { 1_000_000_000 } else { 0 };
        let zone =
            random.pick(&["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "", "UTC0"]);
        let format = FORMATS[round % FORMATS.len()];
        let case = Case::new("date").variable("TZ", zone);
        let fraction = random.pick(&["", ".5", ".123456789"]);
        if seconds > 2_100_000_000 {
            // Beyond the tables of zones with daylight saving.
            case.arg(format!("-d@{seconds}")).arg(format!("+{format}")).same_or_aside();
        } else if seconds >= 0 {
            case.arg(format!("-d@{seconds}{fraction}")).arg(format!("+{format}")).same();
        } else {
            case.arg("-d").arg(format!("@{seconds}")).arg(format!("+{format}")).same();
        }
    }
}

#[test]
fn options() {
    for words in [
        &["-R"][..],
        &["-I"],
        &["-Ihours"],
        &["-Iminutes"],
        &["-Iseconds"],
        &["--iso-8601=ns"],
        &["--rfc-3339=date"],
        &["--rfc-3339=seconds"],
        &["--rfc-3339=ns"],
        &["-u"],
        &["--utc", "+%Z"],
        &["+%c"],
        &[],
    ] {
        Case::new("date").args(["-d", "@1700000000.25"]).args(words).same();
        Case::new("date").args(words).args(["-d", "@1"]).variable("TZ", "America/Lima").same();
    }
    Case::new("date")
        .args(["-r", "f", "-u"])
        .file("f", "")
        .setup(|directory| {
            let time = std::time::UNIX_EPOCH + std::time::Duration::from_millis(1_234_567_890_125);
            let file = std::fs::File::options().write(true).open(directory.join("f")).unwrap();
            file.set_modified(time).unwrap();
        })
        .same();
    for words in [
        &["-r", "missing"][..],
        &["-s", "now"],
        &["01010000"],
        &["+%a", "+%b"],
        &["-d", "next tuesday"],
        &["-d", ""],
        &["-Ix"],
        &["+%E"],
        &["-R", "+%a"],
        &["--help"],
    ] {
        Case::new("date").args(words).aside();
    }
    Case::new("date").variable("TZ", "EST5EDT,M3.2.0,M11.1.0").aside();
    Case::new("date").variable("LC_ALL", "").variable("LC_TIME", "de_DE.UTF-8").aside();
    Case::new("date").arg("-d@0").stdout_to(Sink::Full).same();
}

/// Compares what depends on the date of the moment: once more, where midnight may have come
/// between the two.
#[track_caller]
fn same_day(case: &Case<'_>) -> Verdict {
    let mut equal = false;
    let verdict = case.compare(|expected, actual| equal = expected == actual);
    if equal { verdict } else { case.same_or_aside() }
}

#[test]
fn dates_generated() {
    let mut random = Random::new(19);
    for _ in 0..1500 {
        let mut text = String::new();
        let year = 1950 + random.below(87);
        let (month, day) = (1 + random.below(12), 1 + random.below(31));
        let date = format!("{year}-{month:02}-{day:02}");
        let time = format!("{:02}:{:02}", random.below(25), random.below(60));
        let zone = random.pick(&["Z", "+01:00", "-0530", " UTC", "+02", " Z", ""]);
        let kind = random.below(6);
        match kind {
            0 => text += &date,
            1 => text += &format!("{date} {time}"),
            2 => text += &format!("{date}T{time}:07{zone}"),
            3 => text += &format!("{date} {time}:59.25{zone}"),
            4 => text += &format!("{time} {date}"),
            _ => text += random.pick(&["now", "today", "yesterday", "tomorrow", ""]),
        }
        if random.one_in(3) {
            let unit =
                random.pick(&["day", "days", "weeks", "month", "years", "year", "fortnight"]);
            let count = random.below(40) as i64 - 10;
            text += &format!(" {count} {unit}{}", random.pick(&["", " ago"]));
        }
        if random.one_in(8) {
            text += random.pick(&[" +3 hours", " -90 min", " 5 seconds ago", " +1 sec"]);
        }
        let name = random.pick(&["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"]);
        let format = match text.starts_with(|c: char| c.is_ascii_digit()) && text.contains('-') {
            true => "+%F %T.%N %z %s",
            false => "+%F %z",
        };
        let case = Case::new("date").variable("TZ", name).arg("-d").arg(text).arg(format);
        if kind < 5 {
            case.same_or_aside();
        } else {
            same_day(&case);
        }
    }
    // One of them is on the other side of a change of the clock, at any time of the year.
    for weeks in ["10 weeks", "25 weeks", "40 weeks"] {
        same_day(&Case::new("date").variable("TZ", "America/New_York").args([
            "-d",
            weeks,
            "+%F %H %z",
        ]));
    }
    for text in [
        "now",
        "2024-02-29 12:00",
        "2024-01-31 1 month",
        "@0",
        "2024-03-01 2 days ago",
        "Yesterday",
        "2024-01-01T00:00:00+01:00",
        "2024-06-01 00:00 UTC",
    ] {
        let case = Case::new("date").args(["-u", "-d", text, "+%F %z"]);
        let verdict = same_day(&case);
        assert!(verdict == Verdict::Same || case.is_of_many(), "{text}: {verdict:?}");
    }
}
