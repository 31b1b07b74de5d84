//! `umask` (POSIX XCU umask): a value of the environment; the process follows when it has to.
//!
//! The mask is part of the execution environment, but the kernel's is one per process:
//! `synchronise_umask` sets it before a file is created or a program launched. Modes may be
//! symbolic, as for chmod.

use super::{letters, reject};
use crate::diagnostics::{BuiltinProblem, ModeError, Problem};
use crate::environment::Environment;
use crate::shared::Shared;
use crate::unwind::Flow;
use syntax::ByteString;

impl Shared {
    /// The mask that the process began with.
    pub fn initial_umask(&self) -> u32 {
        if let Some(mask) = self.initial_umask.get() {
            return mask;
        }
        if self.is_session() {
            let mask = launch::process::umask_of_process().unwrap_or(0o022);
            self.initial_umask.set(Some(mask));
            return mask;
        }
        // It can only be read by setting it.
        let mask = launch::process::umask(0o077);
        launch::process::umask(mask);
        if self.umask.get().is_none() {
            self.initial_umask.set(Some(mask));
        }
        mask
    }
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let known: &[u8] = if env.rules().builtins.umask_has_p { b"Sp" } else { b"S" };
    let (options, operands) = letters(env, fields, known)?;
    let mask = match env.umask {
        Some(mask) => mask,
        None => env.shared.initial_umask(),
    };
    let Some(operand) = operands.first() else {
        let text = if options.contains(&b'S') { symbolic(mask) } else { format!("{mask:04o}\n") };
        let text = match (options.contains(&b'p'), options.contains(&b'S')) {
            (true, true) => format!("umask -S {text}"),
            (true, false) => format!("umask {text}"),
            _ => text,
        };
        return env.print("umask", text.as_bytes());
    };
    let new = if operand.first().is_some_and(u8::is_ascii_digit) {
        octal(operand, env.rules().builtins.umask_takes_large_numbers).ok_or(ModeError::Octal)
    } else {
        change(operand, mask, env.rules().builtins.umask_takes_modes_of_chmod)
    };
    match new {
        Ok(new) => {
            env.shared.initial_umask();
            env.umask = Some(new);
            if options.contains(&b'S') && env.rules().builtins.umask_s_shows_new {
                return env.print("umask", symbolic(new).as_bytes());
            }
            Ok(0)
        }
        Err(error) => reject(env, &Problem::Builtin(BuiltinProblem::BadMode { operand, error })),
    }
}

/// The last nine bits of an octal number; None where it has other digits, or is above 0o7777 and may not.
fn octal(text: &[u8], may_be_large: bool) -> Option<u32> {
    text.iter()
        .try_fold(0u32, |value, &byte| {
            let fits = may_be_large || value <= 0o777;
            (fits && matches!(byte, b'0'..=b'7'))
                .then(|| (value << 3 & 0o7777) + u32::from(byte - b'0'))
        })
        .map(|value| value & 0o777)
}

fn symbolic(mask: u32) -> String {
    let class = |shift: u32| {
        let allowed = !mask >> shift & 7;
        let mut text = String::new();
        for (bit, letter) in [(4, 'r'), (2, 'w'), (1, 'x')] {
            if allowed & bit != 0 {
                text.push(letter);
            }
        }
        text
    };
    format!("u={},g={},o={}\n", class(6), class(3), class(0))
}

/// A symbolic mode (POSIX XCU chmod) applied to what the mask allows. Permissions that are copied are
/// those before the whole mode, as in dash and mksh. `takes_modes_of_chmod`: whatever chmod takes is a mode; else
/// a clause has one operator and `r`, `w` and `x`, as in bash.
fn change(text: &[u8], mask: u32, takes_modes_of_chmod: bool) -> Result<u32, ModeError> {
    let before = !mask & 0o777;
    let mut allowed = before;
    for clause in text.split(|&byte| byte == b',') {
        let mut who = 0u32;
        let mut rest = clause;
        while let Some((&byte, after)) = rest.split_first() {
            who |= match byte {
                b'u' => 0o700,
                b'g' => 0o070,
                b'o' => 0o007,
                b'a' => 0o777,
                _ => break,
            };
            rest = after;
        }
        if who == 0 {
            who = 0o777;
        }
        if rest.is_empty() {
            return Err(ModeError::Operator(None));
        }
        let mut is_first = true;
        while let Some((&operator, after)) = rest.split_first() {
            if !matches!(operator, b'+' | b'-' | b'=') {
                return Err(match is_first {
                    true => ModeError::Operator(Some(operator)),
                    false => ModeError::Character(operator),
                });
            }
            is_first = false;
            rest = after;
            let mut bits = 0u32;
            while let Some((&byte, after)) = rest.split_first() {
                bits |= match byte {
                    b'r' => 0o444,
                    b'w' => 0o222,
                    b'x' => 0o111,
                    _ if !takes_modes_of_chmod => return Err(ModeError::Character(byte)),
                    b'X' => {
                        if allowed & 0o111 != 0 {
                            0o111
                        } else {
                            0
                        }
                    }
                    b's' | b't' => 0,
                    b'u' => (before >> 6 & 7) * 0o111,
                    b'g' => (before >> 3 & 7) * 0o111,
                    b'o' => (before & 7) * 0o111,
                    _ => break,
                };
                rest = after;
            }
            match operator {
                b'+' => allowed |= bits & who,
                b'-' => allowed &= !(bits & who),
                _ => allowed = (allowed & !who) | (bits & who),
            }
        }
    }
    Ok(!allowed & 0o777)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbolic_masks() {
        for (text, before, after) in [
            ("u=rwx,g=rx,o=", 0, 0o027),
            ("g-w", 0o002, 0o022),
            ("+w", 0o222, 0),
            ("a=r", 0, 0o333),
            ("g=u", 0o077, 0o007),
            ("u+r-w", 0o777, 0o377),
            ("a=,a=u", 0o124, 0o111),
        ] {
            assert_eq!(change(text.as_bytes(), before, true), Ok(after), "{text}");
        }
        assert_eq!(change(b"u", 0, true), Err(ModeError::Operator(None)));
        assert_eq!(change(b"x+", 0, true), Err(ModeError::Operator(Some(b'x'))));
        assert_eq!(octal(b"8", true), None);
        assert_eq!(octal(b"10000", false), None);
    }
}
