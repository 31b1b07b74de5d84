//! This process's environment, read while other threads may change it.

use core::ffi::{CStr, c_char};
use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use launch::{CStringArray, ForkPolicy, Snapshot};

use crate::error::Errno;
use crate::lock::Lock;

/// Where execvp(3) looks without PATH.
const DEFAULT_PATH: &CStr = c"/bin:/usr/bin";

unsafe extern "C" {
    /// This process's environment: environ(7).
    static mut environ: *const *const c_char;
}

/// No strings, for an unset `environ`.
struct Nothing([*const c_char; 1]);

// SAFETY: a null pointer leads nowhere.
unsafe impl Sync for Nothing {}

static NOTHING: Nothing = Nothing([core::ptr::null()]);

/// An empty array of execve(2)'s form.
pub(crate) fn nothing() -> *const *const c_char {
    NOTHING.0.as_ptr()
}

/// The environment of one launch: this process's own where it has no other thread. If it
/// has, there is no telling whether that calls setenv(3), which moves the array: then it is
/// a copy of the array, or of the strings, too, if they have not been seen before.
pub(crate) enum Environment {
    Own(*const *const c_char),
    Pointers(Vec<*const c_char>),
    Copy(CStringArray),
}

/// The strings that were in the environment when it was copied last. Such strings stay where
/// they are: glibc never frees one, since a program may have its address from getenv(3).
/// musl frees one that setenv(3) has replaced, of which the array then has another.
static KNOWN: Lock<Vec<usize>> = Lock::new(Vec::new());

impl Environment {
    /// This process's environment as it is now.
    ///
    /// # Errors
    /// Those of [`launch::Snapshot::of_changing`].
    pub(crate) fn now() -> Result<Self, Errno> {
        if is_single_threaded() {
            // SAFETY: reads the pointer that the C library keeps, which nobody changes.
            let strings = unsafe { environ };
            return Ok(Environment::Own(if strings.is_null() { nothing() } else { strings }));
        }
        // Somebody else's turn, perhaps that of who is interrupted by this thread's signal
        // handler: then it is a copy.
        let is_known = |pointers: &[*const c_char]| {
            let is_same = |known: &mut Vec<usize>| {
                known.iter().copied().eq(pointers.iter().map(|pointer| pointer.addr()))
            };
            KNOWN.try_with(is_same) == Some(true)
        };
        // SAFETY: the C library's variable, an array of that form.
        let Snapshot { mut pointers, copy } =
            unsafe { Snapshot::take(&raw const environ, is_known)? };
        let Some(copy) = copy else { return Ok(Environment::Pointers(pointers)) };
        pointers.pop();
        KNOWN.try_with(|known| {
            known.clear();
            known.extend(pointers.iter().map(|pointer| pointer.addr()));
        });
        Ok(Environment::Copy(copy))
    }

    /// The array for execve(2). It is valid until the value is dropped, and until this
    /// process has a second thread, or changes its environment.
    pub(crate) fn as_ptr(&self) -> *const *const c_char {
        match self {
            Environment::Own(strings) => *strings,
            Environment::Pointers(strings) => strings.as_ptr(),
            Environment::Copy(strings) => strings.as_ptr(),
        }
    }

    /// The strings as an array of their own.
    pub(crate) fn into_array(self) -> CStringArray {
        match self {
            Environment::Copy(strings) => strings,
            // SAFETY: of execve(2)'s form, and valid as long as the value.
            other => unsafe { CStringArray::from_raw(other.as_ptr()) },
        }
    }

    /// The first string that `find` has something for.
    fn find<'a, T>(&'a self, find: impl Fn(&'a CStr) -> Option<T>) -> Option<T> {
        // SAFETY: of execve(2)'s form, and valid as long as the value.
        unsafe { find_in(self.as_ptr(), find) }
    }

    /// The value of a variable.
    pub(crate) fn variable(&self, name: &[u8]) -> Option<&CStr> {
        self.find(|string| value_of(string, name))
    }

    /// Whether functions that bash received in the environment may stand for programs:
    /// then only a shell knows what a name means.
    pub(crate) fn has_functions(&self) -> bool {
        self.find(|string| string.to_bytes().starts_with(b"BASH_FUNC_").then_some(())).is_some()
    }

    /// Where programs are searched for.
    pub(crate) fn search_path(&self) -> &CStr {
        self.variable(b"PATH").unwrap_or(DEFAULT_PATH)
    }
}

/// The first string of an array that `find` has something for.
///
/// # Safety
/// `strings` is of execve(2)'s form and valid for `'a`.
unsafe fn find_in<'a, T>(
    mut strings: *const *const c_char,
    find: impl Fn(&'a CStr) -> Option<T>,
) -> Option<T> {
    // SAFETY: the caller guarantees an array of strings that a null pointer ends; no more is read.
    unsafe {
        while let Some(string) = (*strings).as_ref() {
            let found = find(CStr::from_ptr(string));
            if found.is_some() {
                return found;
            }
            strings = strings.add(1);
        }
    }
    None
}

/// The value in `name=value`.
fn value_of<'a>(string: &'a CStr, name: &[u8]) -> Option<&'a CStr> {
    match string.to_bytes_with_nul().strip_prefix(name) {
        Some([b'=', value @ ..]) => CStr::from_bytes_with_nul(value).ok(),
        _ => None,
    }
}

/// PATH of an environment that the caller has described, or where execvp(3) looks.
pub(crate) fn search_path_of(environment: &CStringArray) -> &CStr {
    environment.iter().find_map(|string| value_of(string, b"PATH")).unwrap_or(DEFAULT_PATH)
}

/// Whether this process has certainly one thread: the C library says so (glibc 2.32).
fn is_single_threaded() -> bool {
    /// The address of its variable; 0: not known yet, 1: there is none.
    static PLACE: AtomicUsize = AtomicUsize::new(0);
    let mut place = PLACE.load(Ordering::Relaxed);
    if place == 0 {
        // SAFETY: the name is NUL-terminated.
        let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"__libc_single_threaded".as_ptr()) };
        place = found.expose_provenance().max(1);
        PLACE.store(place, Ordering::Relaxed);
    }
    // SAFETY: a char of the C library's, for the life of the process.
    place != 1
        && unsafe { core::ptr::with_exposed_provenance::<c_char>(place).read_volatile() } != 0
}

/// The fork policy that the environment asked for when this process first described a
/// launch: FORKLESS_FORK is `always`, `allowed` or anything else, which is never. For
/// emulators and tools that cannot follow shared memory.
pub(crate) fn fork_policy() -> ForkPolicy {
    static KNOWN: AtomicU8 = AtomicU8::new(u8::MAX);
    const POLICIES: [ForkPolicy; 3] =
        [ForkPolicy::Never, ForkPolicy::IfRefused, ForkPolicy::Always];
    if let Some(known) = POLICIES.get(usize::from(KNOWN.load(Ordering::Relaxed))) {
        return *known;
    }
    let Ok(environment) = Environment::now() else { return ForkPolicy::Never };
    let policy = match environment.variable(b"FORKLESS_FORK").map(CStr::to_bytes) {
        Some(b"always") => 2,
        Some(b"allowed") => 1,
        _ => 0,
    };
    KNOWN.store(policy, Ordering::Relaxed);
    POLICIES[usize::from(policy)]
}
