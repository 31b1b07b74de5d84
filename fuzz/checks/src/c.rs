//! What is asked of the C library: regcomp(3), regexec(3) and snprintf(3), in the C locale.

use std::ffi::CStr;
use std::mem::MaybeUninit;

/// A compiled expression of the C library.
pub struct Expression(libc::regex_t);

impl Expression {
    /// Compiles; the error's number where it is refused.
    pub fn new(pattern: &CStr, flags: i32) -> Result<Expression, i32> {
        let mut compiled = MaybeUninit::<libc::regex_t>::zeroed();
        // SAFETY: both pointers are valid for the call, and the pattern ends in a NUL.
        let error = unsafe { libc::regcomp(compiled.as_mut_ptr(), pattern.as_ptr(), flags) };
        if error != 0 {
            return Err(error);
        }
        // SAFETY: regcomp has succeeded, so it has filled the structure in.
        Ok(Expression(unsafe { compiled.assume_init() }))
    }

    /// The match and so many groups, as (start, end).
    pub fn find(&self, text: &CStr, groups: usize) -> Option<Vec<Option<(usize, usize)>>> {
        let none = libc::regmatch_t { rm_so: -1, rm_eo: -1 };
        let mut groups = vec![none; groups + 1];
        // SAFETY: the expression is compiled, the text ends in a NUL, and the array has as many
        // elements as is said.
        let status = unsafe {
            libc::regexec(&raw const self.0, text.as_ptr(), groups.len(), groups.as_mut_ptr(), 0)
        };
        (status == 0).then(|| {
            let place = |group: &libc::regmatch_t| {
                Some((usize::try_from(group.rm_so).ok()?, usize::try_from(group.rm_eo).ok()?))
            };
            groups.iter().map(place).collect()
        })
    }
}

impl Drop for Expression {
    fn drop(&mut self) {
        // SAFETY: the expression was compiled and is freed once.
        unsafe { libc::regfree(&raw mut self.0) }
    }
}

/// An argument of a conversion.
#[derive(Clone, Copy, Debug)]
pub enum Argument<'a> {
    Integer(i64),
    Real(f64),
    Text(&'a CStr),
}

/// One conversion, whose type is that of the argument (with `l` for an integer).
pub fn format(format: &CStr, argument: Argument<'_>) -> Vec<u8> {
    let mut buffer = vec![0u8; 4096];
    let (start, size) = (buffer.as_mut_ptr().cast::<libc::c_char>(), buffer.len());
    // SAFETY: the buffer has that size, the format ends in a NUL, and its one conversion takes
    // an argument of this type, as the caller has seen to.
    let length = unsafe {
        match argument {
            Argument::Integer(value) => libc::snprintf(start, size, format.as_ptr(), value),
            Argument::Real(value) => libc::snprintf(start, size, format.as_ptr(), value),
            Argument::Text(text) => libc::snprintf(start, size, format.as_ptr(), text.as_ptr()),
        }
    };
    buffer.truncate(usize::try_from(length).expect("the format is valid"));
    buffer
}

/// Has a write that nobody reads fail, as in a program whose `main` is Rust's; the fuzzer's is not. Programs that
/// are started get the default back.
pub fn ignore_broken_pipes() {
    // SAFETY: ignoring a signal installs no handler.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_IGN);
    }
}

/// Gives a process so many seconds of processor time from outside: what a program does between fork and exec costs the
/// fuzzer a fork of all that it has in memory.
pub fn limit_cpu(process: u32, seconds: u64) {
    let limit = libc::rlimit { rlim_cur: seconds, rlim_max: seconds };
    // SAFETY: prlimit(2) reads the limit, and writes nothing.
    unsafe {
        libc::prlimit(
            process.cast_signed(),
            libc::RLIMIT_CPU,
            &raw const limit,
            std::ptr::null_mut(),
        );
    }
}
