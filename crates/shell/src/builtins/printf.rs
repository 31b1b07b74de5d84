//! `printf` (POSIX XCU printf): the utility's own function.

use super::{directives, usage};
use crate::environment::Environment;
use crate::environment::options::Options as ShellOptions;
use crate::unwind::Flow;
use smallvec::SmallVec;
use syntax::ByteString;
use utilities::system::printf::{Counts, Options, counting};

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    // In ksh93's posix mode numbers are no expressions, but for `print -f`.
    let expressions = env.speaks_ksh() && !env.options.has(ShellOptions::POSIX);
    run_with(env, fields, expressions)
}

/// The same; `expressions`: a number may be one.
pub(super) fn run_with(
    env: &mut Environment,
    fields: &[ByteString],
    expressions: bool,
) -> Flow<i32> {
    let made;
    let mut words: SmallVec<[&[u8]; 8]> = fields[1..].iter().map(ByteString::as_bytes).collect();
    let mut variable = None;
    let bash = env.speaks_bash();
    while let Some(&word) = words.first() {
        let attached = match word {
            b"-v" => None,
            [b'-', b'v', rest @ ..] if bash => Some(rest),
            b"--" => {
                words.remove(0);
                break;
            }
            [b'-', letter, ..] => return super::bad_option(env, b"printf", *letter),
            _ => break,
        };
        if attached.is_none() && words.len() < 2 && bash {
            env.report("printf: -v: option requires an argument");
            super::show_usage(env, b"printf");
            return Ok(2);
        }
        let name = attached.or_else(|| words.get(1).copied()).unwrap_or_default();
        variable = env.spelled(name)?;
        if variable.is_none() {
            if env.speaks_bash() {
                super::invalid_name(env, b"printf", name)?;
                return Ok(2);
            }
            return usage(env, b"printf", "-v: a variable is missing");
        }
        words.drain(..1 + usize::from(attached.is_none()));
    }
    if words.is_empty() {
        return super::misused(env, b"printf", "usage: printf format [argument...]");
    }
    let options = Options {
        utf8: env.utf8,
        lenient: true,
        posixly_correct: true,
        numbered: true,
        bash: env.speaks_bash(),
        escapes: !env.options.has(ShellOptions::POSIX),
        ..Options::default()
    };
    let mut wrong = 0;
    let ksh = env.speaks_ksh();
    if (ksh || !env.options.has(ShellOptions::POSIX))
        && directives::are_in(words[0], ksh, expressions)
    {
        let (words_made, status) = directives::made(env, &words, expressions);
        (made, wrong) = (words_made, status);
        words = made.iter().map(|word| &word[..]).collect();
    }
    let mut out = Vec::with_capacity(64);
    // Messages come after what was printed before them.
    let mut pieces: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    let mut counts = Counts::new();
    let counts_wanted = bash || ksh;
    let status = counting(
        &mut out,
        &mut |out, message| pieces.push((std::mem::take(out), message.to_vec())),
        counts_wanted.then_some(&mut counts),
        &words,
        options,
    );
    for (name, count) in counts {
        if name.is_empty() {
            continue;
        }
        match env.spelled(name)? {
            Some(place) => env.assign_spelled(b"printf", place, count.to_string().as_bytes())?,
            None => {
                super::invalid_name(env, b"printf", name)?;
                wrong = 1;
            }
        }
    }
    let mut whole = Vec::new();
    for (before, message) in pieces {
        // bash writes all at the end.
        if bash || variable.is_some() {
            whole.extend_from_slice(&before);
        } else {
            let written = env.print("printf", &before)?;
            if written != 0 {
                return Ok(written);
            }
        }
        // No shell says so.
        if message.starts_with(b"warning: ignoring excess arguments") {
            continue;
        }
        let mut text = b"printf: ".to_vec();
        text.extend_from_slice(&match env.speaks_bash() {
            true => in_bash(message),
            false => message,
        });
        env.report(text);
    }
    if !whole.is_empty() {
        whole.append(&mut out);
        out = whole;
    }
    if let Some(variable) = variable {
        out.retain(|&byte| byte != 0);
        env.assign_spelled(b"printf", variable, &out)?;
        return Ok(wrong.max(i32::from(status)));
    }
    let written = env.print("printf", &out)?;
    Ok(if written != 0 { written } else { wrong.max(i32::from(status)) })
}

/// bash's words for an operand that is no number, and for a format that is none.
fn in_bash(message: Vec<u8>) -> Vec<u8> {
    let message = super::plain_quotes(&message);
    let operand = |suffix: &[u8]| {
        let text = message.strip_prefix(b"'")?.strip_suffix(suffix)?;
        let kind: &[u8] = match text {
            [b'0', b'x' | b'X', ..] => b": invalid hex number",
            [b'0', ..] => b": invalid octal number",
            _ => b": invalid number",
        };
        Some([text, kind].concat())
    };
    if let Some(format) = message.strip_suffix(b": invalid conversion specification") {
        return match format.last() {
            Some(letter) if !b"%0123456789.-+ #'*hlLjzt".contains(letter) => {
                [b"`", &[*letter][..], b"': invalid format character"].concat()
            }
            _ => [b"`", format, b"': missing format character"].concat(),
        };
    }
    operand(b"': expected a numeric value")
        .or_else(|| operand(b"': value not completely converted"))
        .unwrap_or(message)
}
