//! Lines that take a shell, without its process: in a session of libforkless-shell, where that library is.
//!
//! It is there if the program is linked with it, or if dlopen(3) finds it; it is looked for when the
//! first line needs it, once. A line runs on a thread of its own: so the calling thread can be cancelled while it waits,
//! and no handler of the program's runs in the middle of the shell. What takes a process of its own is left
//! to a shell, and so is everything where the process has more rights than its caller, or FORKLESS_INPROCESS is 0.

use core::cell::UnsafeCell;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::OnceLock;

use launch::signal::SignalSet;

use crate::environment::Environment;
use crate::error::{errno, set_errno};

/// `fl_line` (forkless_shell.h).
pub(crate) enum Line {}

type New = unsafe extern "C" fn(
    *const c_char,
    *const *const c_char,
    *const libc::sigset_t,
    *const c_int,
) -> *mut Line;
type Run = unsafe extern "C" fn(*mut Line) -> c_int;
type Signal = unsafe extern "C" fn(*mut Line, c_int);
type Free = unsafe extern "C" fn(*mut Line);

/// What of libforkless-shell runs lines.
struct Library {
    new: New,
    run: Run,
    signal: Signal,
    free: Free,
}

static LIBRARY: OnceLock<Option<Library>> = OnceLock::new();

impl Library {
    /// The library of this process, if it is there.
    fn find() -> Option<&'static Library> {
        LIBRARY.get_or_init(Self::look).as_ref()
    }

    fn look() -> Option<Library> {
        Self::of(libc::RTLD_DEFAULT).or_else(|| {
            type Open = unsafe extern "C" fn(*const c_char, c_int) -> *mut c_void;
            // A program without a dynamic linker has no dlopen(3) either, which its linker would warn of.
            let open = symbol(libc::RTLD_DEFAULT, c"dlopen")?;
            // SAFETY: dlopen(3), which has this type; the name is a string.
            let handle = unsafe {
                let open = core::mem::transmute::<*mut c_void, Open>(open);
                open(c"libforkless-shell.so.0".as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL)
            };
            (!handle.is_null()).then(|| Self::of(handle)).flatten()
        })
    }

    /// What a handle of dlopen(3) has of it: all, or it is not there.
    fn of(handle: *mut c_void) -> Option<Library> {
        let [new, run, signal, free] =
            [c"fl_line_new", c"fl_line_run", c"fl_line_signal", c"fl_line_free"]
                .map(|name| symbol(handle, name));
        // SAFETY: the functions that forkless_shell.h declares by these names, with these types.
        unsafe {
            Some(Library {
                new: core::mem::transmute::<*mut c_void, New>(new?),
                run: core::mem::transmute::<*mut c_void, Run>(run?),
                signal: core::mem::transmute::<*mut c_void, Signal>(signal?),
                free: core::mem::transmute::<*mut c_void, Free>(free?),
            })
        }
    }
}

fn symbol(handle: *mut c_void, name: &CStr) -> Option<*mut c_void> {
    // SAFETY: a handle of dlopen(3) or RTLD_DEFAULT, and a string.
    let found = unsafe { libc::dlsym(handle, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

/// Whether a shell would do without the rights that this process has beyond its caller's.
fn is_privileged() -> bool {
    // SAFETY: these read numbers of this process.
    unsafe {
        libc::geteuid() != libc::getuid()
            || libc::getegid() != libc::getgid()
            || libc::getauxval(libc::AT_SECURE) != 0
    }
}

/// Whether the kernel keeps the statuses of children that have ended. A shell process looks after that for its
/// own children; a session cannot for the host's.
fn keeps_statuses() -> bool {
    // SAFETY: actions are numbers only, for which zero is valid; the call writes one.
    let action = unsafe {
        let mut action: libc::sigaction = core::mem::zeroed();
        libc::sigaction(libc::SIGCHLD, ptr::null(), &mut action);
        action
    };
    action.sa_sigaction != libc::SIG_IGN && action.sa_flags & libc::SA_NOCLDWAIT == 0
}

/// Whether threads can wait for each other: futex(2), which a filter may refuse. The C library aborts without.
fn has_futex() -> bool {
    let word = 0u32;
    // SAFETY: wakes nobody who waits for a word of this frame.
    unsafe { libc::syscall(libc::SYS_futex, &raw const word, libc::FUTEX_WAKE, 1) == 0 }
}

/// The lines that run, for the handler of signals; null: free.
static RUNNING: [AtomicPtr<Line>; 64] = [const { AtomicPtr::new(ptr::null_mut()) }; 64];

/// How many threads are in the handler: whoever takes a line out of [`RUNNING`] waits until there is none, and
/// may then free it.
static HANDLERS: AtomicUsize = AtomicUsize::new(0);

/// The handler of INT and QUIT while lines run: they get the signal, as shells would from the terminal.
pub(crate) extern "C" fn interrupt(number: c_int) {
    let before = errno();
    HANDLERS.fetch_add(1, Ordering::SeqCst);
    if let Some(Some(library)) = LIBRARY.get() {
        for place in &RUNNING {
            let line = place.load(Ordering::SeqCst);
            if !line.is_null() {
                // SAFETY: a line that is in its place is freed after no handler is left.
                unsafe { (library.signal)(line, number) };
            }
        }
    }
    HANDLERS.fetch_sub(1, Ordering::SeqCst);
    set_errno(before);
}

/// What a thread works on.
struct Job {
    library: &'static Library,
    line: *mut Line,
    /// Posted when the line has ended: a wait for it may be cancelled, and the thread be joined after that.
    ended: UnsafeCell<libc::sem_t>,
}

/// A line that runs on a thread of its own.
#[derive(Clone, Copy)]
pub(crate) struct Running {
    job: *mut Job,
    place: &'static AtomicPtr<Line>,
    thread: libc::pthread_t,
}

unsafe extern "C" {
    fn pthread_create(
        thread: *mut libc::pthread_t,
        attributes: *const libc::pthread_attr_t,
        start: extern "C" fn(*mut c_void) -> *mut c_void,
        argument: *mut c_void,
    ) -> c_int;
}

unsafe extern "C-unwind" {
    /// sem_wait(3), in which a thread may be cancelled: the C library then unwinds.
    fn sem_wait(semaphore: *mut libc::sem_t) -> c_int;
}

/// What the thread does: its result is the status.
extern "C" fn run(job: *mut c_void) -> *mut c_void {
    // SAFETY: the job that the thread was made for, which is freed after the thread has ended.
    let status = unsafe {
        let job = &*job.cast::<Job>();
        let status = (job.library.run)(job.line);
        libc::sem_post(job.ended.get());
        status
    };
    ptr::without_provenance_mut(status as usize)
}

impl Running {
    /// Makes a line ready; None where it takes a process. `mask`: what its programs have blocked; `files`: its
    /// standard input, output and error, which stay the caller's.
    pub(crate) fn prepare(
        command: &CStr,
        environment: &Environment,
        mask: SignalSet,
        files: [c_int; 3],
    ) -> Option<Prepared> {
        let off = environment.variable(c"FORKLESS_INPROCESS".to_bytes());
        if is_privileged() || off.is_some_and(|value| value == c"0") {
            return None;
        }
        let library = Library::find().filter(|_| has_futex() && keeps_statuses())?;
        // SAFETY: sets are numbers only, and the functions write to the place they receive.
        let blocked = unsafe {
            let mut set: libc::sigset_t = core::mem::zeroed();
            for number in (1..=64).filter(|&number| mask.contains(number)) {
                libc::sigaddset(&mut set, number);
            }
            set
        };
        // SAFETY: a string, an array of execve(2)'s form, a set and three numbers, all valid through the call.
        let line = unsafe {
            (library.new)(command.as_ptr(), environment.as_ptr(), &blocked, files.as_ptr())
        };
        (!line.is_null()).then_some(Prepared { library, line })
    }

    /// Waits until the line has ended: a cancellation point, after which the line still runs.
    ///
    /// # Safety
    /// The frames of all callers may be left by unwinding. It is waited for once.
    pub(crate) unsafe fn wait(self) -> c_int {
        // SAFETY: the job is freed by `free`, which is called later.
        while unsafe { sem_wait((*self.job).ended.get()) } < 0 && errno() == libc::EINTR {}
        self.join()
    }

    /// Ends the line and waits for that: nobody wants it any more.
    ///
    /// # Safety
    /// It has not been waited for, or the wait was cancelled.
    pub(crate) unsafe fn kill(self) {
        // SAFETY: the line is freed by `free`, which is called later.
        unsafe { ((*self.job).library.signal)((*self.job).line, libc::SIGKILL) };
        self.join();
    }

    /// The status that the thread ends with.
    fn join(self) -> c_int {
        let mut status = ptr::null_mut();
        // SAFETY: its callers do this once, and there is a place for the result.
        unsafe { libc::pthread_join(self.thread, &mut status) };
        status.addr() as c_int
    }

    /// Frees the line.
    ///
    /// # Safety
    /// Its thread has ended, and this is called once.
    pub(crate) unsafe fn free(self) {
        self.place.store(ptr::null_mut(), Ordering::SeqCst);
        while HANDLERS.load(Ordering::SeqCst) > 0 {
            // SAFETY: gives the processor to another thread, no more.
            unsafe { libc::sched_yield() };
        }
        // SAFETY: nobody else has it: its thread has ended, and no handler can find it. The job is from
        // `Prepared::start`.
        unsafe {
            let job = Box::from_raw(self.job);
            libc::sem_destroy(job.ended.get());
            (job.library.free)(job.line);
        }
    }
}

// SAFETY: what it points to is used by any thread: the library takes signals from all, and a line is waited for and
// freed by whoever has this.
unsafe impl Send for Running {}

/// A line that does not run yet.
pub(crate) struct Prepared {
    library: &'static Library,
    line: *mut Line,
}

impl Prepared {
    /// Starts the line on a thread of its own, which has all signals blocked that others send; None where there is no thread to
    /// be had, or no place for one more: then nothing has run.
    pub(crate) fn start(self) -> Option<Running> {
        let null = ptr::null_mut();
        let (exchanged, failed) = (Ordering::SeqCst, Ordering::Relaxed);
        let place = RUNNING
            .iter()
            .find(|place| place.compare_exchange(null, self.line, exchanged, failed).is_ok())?;
        // The new thread begins with its creator's mask.
        let old = launch::signal::set_mask(launch::worker::mask());
        // SAFETY: a semaphore is numbers only, and is made before it is used; a place for the thread; the job is
        // freed after the thread has ended.
        let (created, job, thread) = unsafe {
            // A number with glibc, a pointer with musl.
            let mut thread: libc::pthread_t = core::mem::zeroed();
            let ended = UnsafeCell::new(core::mem::zeroed());
            let job =
                Box::into_raw(Box::new(Job { library: self.library, line: self.line, ended }));
            libc::sem_init((*job).ended.get(), 0, 0);
            (pthread_create(&mut thread, ptr::null(), run, job.cast()), job, thread)
        };
        launch::signal::set_mask(old);
        let running = Running { job, place, thread };
        core::mem::forget(self);
        if created != 0 {
            // SAFETY: there is no thread.
            unsafe { running.free() };
            return None;
        }
        Some(running)
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        // SAFETY: nobody else has it, and it is freed once: `start` forgets it.
        unsafe { (self.library.free)(self.line) };
    }
}
