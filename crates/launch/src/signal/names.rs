//! Signal names as `kill -l` and `trap` use them (POSIX XBD <signal.h>), without
//! the prefix SIG.
//!
//! The real-time signals are counted from 34, as glibc and the utilities of the
//! system count them, whichever C library this crate is linked with.

/// First real-time signal that programs may use.
const RTMIN: i32 = 34;
/// Last real-time signal.
const RTMAX: i32 = 64;

static NAMES: [&str; 31] = [
    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
    "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
    "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS",
];

static REAL_TIME: [&str; 31] = [
    "RTMIN", "RTMIN+1", "RTMIN+2", "RTMIN+3", "RTMIN+4", "RTMIN+5", "RTMIN+6", "RTMIN+7",
    "RTMIN+8", "RTMIN+9", "RTMIN+10", "RTMIN+11", "RTMIN+12", "RTMIN+13", "RTMIN+14", "RTMIN+15",
    "RTMAX-14", "RTMAX-13", "RTMAX-12", "RTMAX-11", "RTMAX-10", "RTMAX-9", "RTMAX-8", "RTMAX-7",
    "RTMAX-6", "RTMAX-5", "RTMAX-4", "RTMAX-3", "RTMAX-2", "RTMAX-1", "RTMAX",
];

/// The signal's name without SIG: `INT`, `RTMIN+1`. None for a number that is no
/// signal or that the C library keeps for itself (32, 33).
pub fn name(signal: i32) -> Option<&'static str> {
    let at = |first: i32| usize::try_from(signal - first).ok();
    match signal {
        1..=31 => NAMES.get(at(1)?).copied(),
        RTMIN..=RTMAX => REAL_TIME.get(at(RTMIN)?).copied(),
        _ => None,
    }
}

/// What the C library's strsignal(3) says of a signal, in English.
pub fn description(signal: i32) -> std::borrow::Cow<'static, str> {
    const TEXTS: [&str; 31] = [
        "Hangup",
        "Interrupt",
        "Quit",
        "Illegal instruction",
        "Trace/breakpoint trap",
        "Aborted",
        "Bus error",
        "Floating point exception",
        "Killed",
        "User defined signal 1",
        "Segmentation fault",
        "User defined signal 2",
        "Broken pipe",
        "Alarm clock",
        "Terminated",
        "Stack fault",
        "Child exited",
        "Continued",
        "Stopped (signal)",
        "Stopped",
        "Stopped (tty input)",
        "Stopped (tty output)",
        "Urgent I/O condition",
        "CPU time limit exceeded",
        "File size limit exceeded",
        "Virtual timer expired",
        "Profiling timer expired",
        "Window changed",
        "I/O possible",
        "Power failure",
        "Bad system call",
    ];
    let at = |first: i32| usize::try_from(signal - first).ok();
    match (at(1).and_then(|index| TEXTS.get(index)), signal) {
        (Some(text), _) => (*text).into(),
        (None, RTMIN..=RTMAX) => format!("Real-time signal {}", signal - RTMIN).into(),
        _ => format!("Unknown signal {signal}").into(),
    }
}

/// The number of a signal name, which is without SIG, in upper or lower case.
/// `RTMIN+n` and `RTMAX-n` with any n in range, and the synonyms `IOT`, `CLD`,
/// `POLL` are known too.
pub fn number(name: &[u8]) -> Option<i32> {
    let is = |known: &&str| known.as_bytes().eq_ignore_ascii_case(name);
    if let Some(at) = NAMES.iter().position(is) {
        return Some(at as i32 + 1);
    }
    for (synonym, signal) in [("IOT", libc::SIGABRT), ("CLD", libc::SIGCHLD), ("POLL", libc::SIGIO)]
    {
        if is(&synonym) {
            return Some(signal);
        }
    }
    let (base, rest) = name.split_at_checked(5)?;
    let (first, sign, direction) = if base.eq_ignore_ascii_case(b"RTMIN") {
        (RTMIN, b'+', 1)
    } else if base.eq_ignore_ascii_case(b"RTMAX") {
        (RTMAX, b'-', -1)
    } else {
        return None;
    };
    let offset = match rest {
        [] => 0,
        [found, digits @ ..] if *found == sign => match digits {
            [one @ b'0'..=b'9'] => i32::from(one - b'0'),
            [ten @ b'1'..=b'9', one @ b'0'..=b'9'] => {
                i32::from(ten - b'0') * 10 + i32::from(one - b'0')
            }
            _ => return None,
        },
        _ => return None,
    };
    let signal = first + direction * offset;
    (RTMIN..=RTMAX).contains(&signal).then_some(signal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for signal in -2..70 {
            match name(signal) {
                Some(text) => {
                    assert_eq!(number(text.as_bytes()), Some(signal), "{text}");
                    assert_eq!(number(text.to_lowercase().as_bytes()), Some(signal), "{text}");
                }
                None => assert!(!(1..=31).contains(&signal) && !(34..=64).contains(&signal)),
            }
        }
        assert_eq!(name(libc::SIGINT), Some("INT"));
        assert_eq!(name(35), Some("RTMIN+1"));
        assert_eq!(name(50), Some("RTMAX-14"));
        assert_eq!(name(32), None);
    }

    #[test]
    fn other_spellings() {
        assert_eq!(number(b"cld"), Some(libc::SIGCHLD));
        assert_eq!(number(b"POLL"), Some(libc::SIGIO));
        assert_eq!(number(b"rtmin+30"), Some(64));
        assert_eq!(number(b"RTMAX-30"), Some(34));
        assert_eq!(number(b"RTMAX-31"), None);
        for wrong in ["", "SIGINT", "RTMIN-1", "RTMIN+", "RTMIN+001", "RTMAX+1", "RTMIN+x", "EXIT"]
        {
            assert_eq!(number(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_those_of_the_system() {
        // The system's own list, from a shell's kill -l.
        let Ok(output) = std::process::Command::new("/bin/bash").args(["-c", "kill -l"]).output()
        else {
            return;
        };
        let text = String::from_utf8(output.stdout).unwrap();
        let mut words = text.split_whitespace();
        let mut seen = 0;
        while let (Some(digits), Some(word)) = (words.next(), words.next()) {
            let signal: i32 = digits.trim_end_matches(')').parse().unwrap();
            assert_eq!(name(signal), word.strip_prefix("SIG"), "{signal}");
            seen += 1;
        }
        assert!(seen > 31);
    }
}
