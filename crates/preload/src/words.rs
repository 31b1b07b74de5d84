//! wordexp(3)'s command substitution, where the command needs no shell.
//!
//! What a substitution gives is split into fields as the value of a variable is. So
//! each command is run here, its output becomes a variable for the time of the
//! call, and the C library's wordexp expands that. Where anything in the words is
//! less plain than that, it gets them as they are. As wordexp itself, this may not
//! run beside a change of the environment.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::mem::transmute;
use std::ffi::CString;

use forkless::line::Line;
use forkless::output_of_line;

use crate::next::Next;

type WordExp = unsafe extern "C" fn(*const c_char, *mut c_void, c_int) -> c_int;

static WORDEXP: Next = Next::new(c"wordexp");

/// `WRDE_NOCMD`: substitution is an error.
const NO_COMMANDS: c_int = 1 << 2;
/// `WRDE_SHOWERR`: commands may write to standard error.
const SHOW_ERRORS: c_int = 1 << 4;

/// The words taken apart: text, and commands between.
#[derive(Debug, PartialEq, Eq)]
struct Words<'a> {
    text: Vec<&'a [u8]>,
    commands: Vec<&'a [u8]>,
}

/// Takes words apart. `None` if there is no command, or one that is not plain.
fn take_apart(words: &[u8]) -> Option<Words<'_>> {
    let mut found = Words { text: Vec::new(), commands: Vec::new() };
    let (mut at, mut start, mut double) = (0, 0, false);
    while let Some(&byte) = words.get(at) {
        let rest = words.get(at + 1..).unwrap_or_default();
        match byte {
            b'\\' => at += 2,
            b'\'' if !double => at += 2 + rest.iter().position(|&byte| byte == b'\'')?,
            b'"' => {
                double = !double;
                at += 1;
            }
            b'$' if rest.starts_with(b"((") => return None,
            b'$' if rest.starts_with(b"(") => {
                let body = rest.get(1..)?;
                let end = body.iter().position(|&byte| byte == b')')?;
                let command = body.get(..end)?;
                // Quotes or more parentheses: where it ends takes a parser.
                if command.iter().any(|byte| b"'\"\\`($#".contains(byte)) {
                    return None;
                }
                found.text.push(words.get(start..at)?);
                found.commands.push(command);
                at += 2 + end + 1;
                start = at;
            }
            b'`' | b'{' | b'}' => return None,
            _ => at += 1,
        }
    }
    if double || found.commands.is_empty() {
        return None;
    }
    found.text.push(words.get(start..)?);
    Some(found)
}

/// A variable that nobody has.
fn variable(number: usize) -> String {
    format!("_FORKLESS_WORDEXP_{number}")
}

/// The words with variables in the place of commands, and their values.
fn substitute(words: &[u8], errors: bool) -> Option<(CString, Vec<CString>)> {
    let parts = take_apart(words)?;
    // All of them or none: what one does must not happen twice.
    let lines: Option<Vec<Line>> =
        parts.commands.iter().map(|command| Line::parse(command)).collect();
    let mut values = Vec::new();
    for line in lines? {
        let mut output = match output_of_line(&line, errors) {
            Ok(output) => output,
            Err(_) if values.is_empty() => return None,
            // Not there: the shell would say so and give nothing.
            Err(_) => Vec::new(),
        };
        while output.last() == Some(&b'\n') {
            output.pop();
        }
        output.retain(|&byte| byte != 0);
        values.push(CString::new(output).ok()?);
    }
    let mut text = Vec::new();
    for (number, part) in parts.text.iter().enumerate() {
        text.extend_from_slice(part);
        if number < values.len() {
            text.extend_from_slice(format!("${{{}}}", variable(number)).as_bytes());
        }
    }
    Some((CString::new(text).ok()?, values))
}

/// wordexp(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wordexp(
    words: *const c_char,
    expansion: *mut c_void,
    flags: c_int,
) -> c_int {
    let address = WORDEXP.address();
    if address.is_null() {
        return 1;
    }
    // SAFETY: the C library's function of this type.
    let next = unsafe { transmute::<*mut c_void, WordExp>(address) };
    let replaced = if words.is_null() || flags & NO_COMMANDS != 0 {
        None
    } else {
        // SAFETY: NUL-terminated, as wordexp(3) takes it.
        let words = unsafe { CStr::from_ptr(words) };
        let errors = flags & SHOW_ERRORS != 0;
        std::panic::catch_unwind(|| substitute(words.to_bytes(), errors)).ok().flatten()
    };
    let Some((text, values)) = replaced else {
        // SAFETY: as wordexp(3).
        return unsafe { next(words, expansion, flags) };
    };
    let name = |number| CString::new(variable(number)).unwrap_or_default();
    // SAFETY: strings are NUL-terminated; as wordexp(3) otherwise.
    unsafe {
        for (number, value) in values.iter().enumerate() {
            libc::setenv(name(number).as_ptr(), value.as_ptr(), 1);
        }
        let result = next(text.as_ptr(), expansion, flags);
        for number in 0..values.len() {
            libc::unsetenv(name(number).as_ptr());
        }
        result
    }
}
