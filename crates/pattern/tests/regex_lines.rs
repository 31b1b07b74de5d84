//! Searching many lines at once against searching each by itself, which takes other ways: random
//! expressions on random texts.

#[path = "../../../tests/src/random.rs"]
mod random;

use pattern::{Cache, MatchFlags, Regex, RegexOptions};
use random::Random;

const CHARACTERS: [&str; 15] = [
    "a",
    "b",
    "c",
    "x",
    "e",
    "\u{e9}",
    ".",
    "[ab]",
    "[^a]",
    "[a-c]",
    "[a-w]",
    "[[:alpha:]]",
    "[^b\u{e9}]",
    "\\w",
    " ",
];
const REPEATS: [&str; 10] = ["", "", "", "", "*", "+", "?", "{2,3}", "{2}", "{3,}"];

fn expression(random: &mut Random) -> String {
    let mut pattern = String::new();
    if random.below(8) == 0 {
        pattern.push_str(random.pick(&["^", "\\<", "\\b", "^a|"]));
    }
    for _ in 0..=random.below(5) {
        let group = random.below(8) == 0;
        if group {
            pattern.push('(');
            pattern.push_str(random.pick(&CHARACTERS));
            pattern.push_str(random.pick(&["", "|", "|b", "c"]));
            pattern.push_str(random.pick(&CHARACTERS));
            pattern.push(')');
        } else {
            pattern.push_str(random.pick(&CHARACTERS));
        }
        pattern.push_str(random.pick(&REPEATS));
    }
    if random.below(5) == 0 {
        pattern.push_str(random.pick(&["$", "\\>", "\\b", "( |$)"]));
    }
    pattern
}

/// One that is a few short sequences, or has such in it.
fn sequences(random: &mut Random) -> String {
    let one = |random: &mut Random| {
        let mut pattern = String::from(random.pick(&["", "", "", "^"]));
        for _ in 0..random.below(4) {
            pattern.push_str(random.pick(&[
                "a",
                "b",
                "c",
                "x",
                "cx",
                "[ac]",
                "[^a]",
                "\u{e9}",
                "[\u{e9}x]",
            ]));
            pattern.push_str(random.pick(&["", "", "", "?", "{2}", "{3,}", ".*"]));
        }
        pattern + random.pick(&["", "", "", "$"])
    };
    let mut pattern = one(random);
    for _ in 0..random.below(3) {
        pattern = match random.below(3) {
            0 => format!("({pattern}|{}){}", one(random), one(random)),
            1 => format!("{}({pattern}|{})", one(random), one(random)),
            _ => format!("{pattern}|{}", one(random)),
        };
    }
    pattern
}

fn lines(random: &mut Random) -> Vec<Vec<u8>> {
    // One letter is rare, so that what is looked for is sometimes far away.
    const COMMON: [&[u8]; 8] = [b"a", b"b", b"b", b" ", b"e", "\u{e9}".as_bytes(), b"\xc3", b"bb"];
    let line = |random: &mut Random| {
        let mut line = Vec::new();
        for _ in 0..random.below(12) {
            match random.below(60) {
                0 => line.extend_from_slice(b"c"),
                1 => line.extend_from_slice(b"x"),
                _ => line.extend_from_slice(COMMON[random.below(COMMON.len())]),
            }
        }
        line
    };
    (0..40 + random.below(120)).map(|_| line(random)).collect()
}

#[test]
fn many_lines_at_once() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut cache = Cache::new();
    for round in 0..4000 {
        let is_sequence = round % 4 == 0;
        let pattern = if is_sequence { sequences(&mut random) } else { expression(&mut random) };
        let utf8 = random.below(2) == 0;
        let nocase = random.below(3) == 0;
        let newline = RegexOptions { newline: true, utf8, nocase, ..RegexOptions::grep(true) };
        let single = RegexOptions { newline: false, ..newline };
        let (Ok(all), Ok(one)) =
            (Regex::new(pattern.as_bytes(), newline), Regex::new(pattern.as_bytes(), single))
        else {
            continue;
        };
        let mut lines = lines(&mut random);
        if is_sequence || round % 16 == 1 {
            // So many that it is worth while to look for what every match has in it.
            while lines.len() < 2500 {
                let more = self::lines(&mut random);
                lines.extend(more);
            }
        }
        let text = lines.join(&b'\n');
        let shown = || {
            format!(
                "round {round}: {pattern:?} utf8 {utf8} nocase {nocase}\n{}",
                text.escape_ascii()
            )
        };
        let flags = MatchFlags::default();
        let held = lines.iter().filter(|line| one.is_match(&mut cache, line)).count() as u64;
        for most in [u64::MAX, held, held / 2] {
            let count = all.count_lines(&mut cache, &text, 0, most);
            assert_eq!(count, held.min(most), "counted {}", shown());
        }
        let mut start = 0;
        let mut at = 0;
        let mut expected = lines.iter().filter_map(|line| {
            let begin = at;
            at += line.len() + 1;
            let found = one.find(&mut Cache::new(), line, 0, flags);
            found.map(|(from, to)| (begin, begin + line.len(), begin + from, begin + to))
        });
        loop {
            let expected = expected.next();
            let span = all.find(&mut cache, &text, start, flags);
            assert_eq!(span, expected.map(|(.., from, to)| (from, to)), "from {start} {}", shown());
            let end = all.first_end(&mut cache, &text, start, flags);
            assert_eq!(end.is_some(), span.is_some(), "from {start} {}", shown());
            let (Some(end), Some((line, line_end, ..))) = (end, expected) else { break };
            assert!((line..=line_end).contains(&end), "{end} from {start} {}", shown());
            start = line_end + 1;
            if start > text.len() {
                break;
            }
        }
    }
}

#[test]
fn one_line_from_each_of_its_places() {
    // What tells where a match begins must do so from any place: against a search that is told
    // where to begin.
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut cache = Cache::new();
    let mut captures = pattern::Captures::new();
    for round in 0..4000 {
        let pattern = expression(&mut random);
        let utf8 = random.below(2) == 0;
        let nocase = random.below(3) == 0;
        let options = RegexOptions { utf8, nocase, ..RegexOptions::regcomp(true) };
        let Ok(regex) = Regex::new(pattern.as_bytes(), options) else { continue };
        let text = lines(&mut random).concat();
        let text = &text[..text.len().min(80)];
        let flags = MatchFlags { not_eol: random.below(4) == 0, ..MatchFlags::default() };
        let is_boundary = |at: usize| {
            let wide = utf8 && text.get(at.wrapping_sub(1)..=at) == Some("\u{e9}".as_bytes());
            at == 0 || !wide
        };
        for start in (0..=text.len()).filter(|at| is_boundary(*at)) {
            let mut places = (start..=text.len()).filter(|at| is_boundary(*at));
            let expected = places.find_map(|at| {
                let found = regex.match_at(&mut cache, text, at, flags, &mut captures);
                if found { captures.get(0) } else { None }
            });
            let found = regex.find(&mut cache, text, start, flags);
            let shown = format!("{pattern:?} utf8 {utf8} nocase {nocase} {}", text.escape_ascii());
            assert_eq!(found, expected, "round {round}: {start} {shown}");
        }
    }
}

#[test]
fn long_lines_among_others() {
    // Against the same expression as one of two alternatives, which is no plain sequence.
    let mut random = Random(0x6A09_E667_F3BC_C909);
    let mut cache = Cache::new();
    for round in 0..400 {
        let pattern = expression(&mut random);
        let utf8 = random.below(2) == 0;
        let options = RegexOptions { newline: true, utf8, ..RegexOptions::grep(true) };
        let (Ok(plain), Ok(other)) = (
            Regex::new(pattern.as_bytes(), options),
            Regex::new(format!("({pattern})|({pattern})").as_bytes(), options),
        ) else {
            continue;
        };
        let mut text = Vec::new();
        for _ in 0..4 {
            let line = lines(&mut random).concat();
            text.extend(line.repeat(random.below(8)));
            text.push(b'\n');
        }
        let (mut at, flags) = (0, MatchFlags::default());
        while at <= text.len() {
            let shown = || format!("round {round}: {pattern:?} utf8 {utf8} from {at}");
            let span = plain.find(&mut cache, &text, at, flags);
            assert_eq!(span, other.find(&mut cache, &text, at, flags), "{}", shown());
            let Some((_, end)) = span else { break };
            let newline = text[end..].iter().position(|byte| *byte == b'\n');
            at = newline.map_or(text.len(), |newline| end + newline) + 1;
        }
        let count = plain.count_lines(&mut cache, &text, 0, u64::MAX);
        assert_eq!(count, other.count_lines(&mut cache, &text, 0, u64::MAX), "{pattern:?}");
    }
}

#[test]
fn words_in_much_text() {
    // So much that the way to look for them changes on the way.
    let words = ["WARN", "ERROR", "fail", "x"];
    let mut random = Random(0xBB67_AE85_84CA_A73B);
    let mut cache = Cache::new();
    for count in 2..=words.len() {
        let options = RegexOptions { newline: true, ..RegexOptions::grep(true) };
        let regex = Regex::new(words[..count].join("|").as_bytes(), options).unwrap();
        for _ in 0..40 {
            let mut text = Vec::new();
            let mut ends = Vec::new();
            while text.len() < 100_000 {
                text.resize(text.len() + random.below(4000), b"ab ERROfai"[random.below(10)]);
                let word = random.pick(&words);
                text.extend_from_slice(word.as_bytes());
                if words[..count].contains(&word) {
                    ends.push(text.len());
                }
                text.push(b'\n');
            }
            let (mut at, flags) = (0, MatchFlags::default());
            for &end in &ends {
                let found = regex.first_end(&mut cache, &text, at, flags);
                assert_eq!(found, Some(end), "{count} words from {at}");
                at = end + 1;
            }
            assert_eq!(regex.first_end(&mut cache, &text, at, flags), None);
            let lines = regex.count_lines(&mut cache, &text, 0, u64::MAX);
            assert_eq!(lines, ends.len() as u64);
        }
    }
}
