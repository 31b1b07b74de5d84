//! What a child that nobody waits for uses of its parent's memory.
//!
//! It is one value, made before the clone and let go of by the child when it executes
//! its program or ends. Allocators that give memory back at once (musl's maps and unmaps
//! a page for an environment of usual size) would take a fourth of the time for which
//! such a launch keeps its caller, so values are used again: like the stacks, in a few
//! slots that are emptied and filled by one atomic exchange each.
//!
//! Each value carries a semaphore, which is posted by the thread that gives it on and taken
//! by the one that gets it, and never waited for. The exchange would do; but
//! ThreadSanitizer does not see it in a library that is not built for it, and would report
//! what the allocator and memcpy(3) do with the value in two threads. The semaphores of the C
//! library it knows. A lock would not do where a signal handler launches.
//!
//! The slots are process-wide because a value belongs to nobody longer than one launch:
//! they hold memory, no state.

use core::cell::UnsafeCell;
use core::ffi::{CStr, c_char};
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use std::ptr;

use crate::child::Order;
use crate::options::Options;
use crate::plan::Moves;
use crate::stack::Stack;

/// The child uses this memory, and perhaps the descriptor table.
pub(crate) const RUNNING: u32 = 1;
/// The child has let go of both.
pub(crate) const LET_GO: u32 = 0;

/// Everything that the child uses of this memory.
pub(crate) struct Held {
    /// [`RUNNING`], perhaps [`UNSHARED`](crate::child::UNSHARED), until the kernel
    /// clears it: the child has executed or ended.
    pub running: AtomicU32,
    pub order: Option<Order>,
    pub moves: Moves,
    pub options: Options,
    pub strings: Strings,
    /// While it is in use: others who launch may have it otherwise.
    pub stack: Option<Stack>,
    /// In the list of those that were given up too early.
    next: *mut Held,
    /// Where ThreadSanitizer sees that a value goes from one thread to another.
    handed: UnsafeCell<libc::sem_t>,
}

const SLOTS: usize = 8;
/// Values that no child uses.
static SPARE: [AtomicPtr<Held>; SLOTS] = [const { AtomicPtr::new(ptr::null_mut()) }; SLOTS];
/// Held values whose owners have gone before their children let go of them.
static LEFT: AtomicPtr<Held> = AtomicPtr::new(ptr::null_mut());

/// A value that no child uses yet; given back when dropped.
pub(crate) struct Taken(*mut Held);

impl Taken {
    /// Where it is, from now on the caller's.
    pub(crate) fn into_raw(self) -> *mut Held {
        core::mem::ManuallyDrop::new(self).0
    }

    pub(crate) fn as_ptr(&self) -> *mut Held {
        self.0
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        // SAFETY: from `take`, and no child uses it.
        unsafe { Held::give_back(self.0) };
    }
}

impl Held {
    /// A value for one launch, with these options; the strings are empty.
    ///
    /// # Errors
    /// The errno of mmap(2): ENOMEM.
    pub(crate) fn take(options: &Options) -> Result<Taken, i32> {
        let stack = Stack::take()?;
        for slot in &SPARE {
            // As in the cache of stacks: a plain load first.
            if slot.load(Ordering::Relaxed).is_null() {
                continue;
            }
            let held = slot.swap(ptr::null_mut(), Ordering::Acquire);
            if !held.is_null() {
                // SAFETY: made by Box, and nobody else's since the exchange.
                let place = unsafe {
                    Self::received(held);
                    &mut *held
                };
                *place.running.get_mut() = RUNNING;
                place.moves.clone_from(&options.moves);
                place.options.clone_from(options);
                place.stack = Some(stack);
                return Ok(Taken(held));
            }
        }
        let held = Box::into_raw(Box::new(Held {
            running: AtomicU32::new(RUNNING),
            order: None,
            moves: options.moves.clone(),
            options: options.clone(),
            strings: Strings::default(),
            stack: Some(stack),
            next: ptr::null_mut(),
            // SAFETY: numbers only, for which zero is valid.
            handed: UnsafeCell::new(unsafe { core::mem::zeroed() }),
        }));
        // SAFETY: just made, and it stays where it is. It cannot fail: zero is a valid count.
        unsafe { libc::sem_init((*held).handed.get(), 0, 0) };
        Ok(Taken(held))
    }

    /// To be called before a value is given on.
    ///
    /// # Safety
    /// The value is the caller's.
    unsafe fn handing(held: *mut Held) {
        // SAFETY: initialised, and valid as the caller says.
        unsafe { libc::sem_post((*held).handed.get()) };
    }

    /// To be called when a value has been got.
    ///
    /// # Safety
    /// The value is the caller's.
    unsafe fn received(held: *mut Held) {
        // SAFETY: initialised, and the value is the caller's. It has been posted, so that this
        // succeeds.
        unsafe { libc::sem_trywait((*held).handed.get()) };
    }

    /// Takes a value back, for another launch.
    ///
    /// # Safety
    /// From [`take`](Self::take); its child has let go of it, or there is none.
    pub(crate) unsafe fn give_back(held: *mut Held) {
        // SAFETY: nobody else uses it, as the caller knows.
        let place = unsafe { &mut *held };
        place.order = None;
        place.stack = None;
        // Rare, and of any size.
        place.options.extra = None;
        if place.strings.clear() {
            // SAFETY: ours until the exchange succeeds.
            unsafe { Self::handing(held) };
            for slot in &SPARE {
                let empty = ptr::null_mut();
                if slot.load(Ordering::Relaxed).is_null()
                    && slot
                        .compare_exchange(empty, held, Ordering::Release, Ordering::Relaxed)
                        .is_ok()
                {
                    return;
                }
            }
        }
        // SAFETY: made by Box, and in no slot.
        drop(unsafe { Box::from_raw(held) });
    }

    /// Leaves a value to whoever launches next, as its child may still use it.
    ///
    /// # Safety
    /// From [`take`](Self::take), and not used by its owner any more.
    pub(crate) unsafe fn leave(held: *mut Held) {
        // SAFETY: ours until the exchange succeeds.
        unsafe { Self::handing(held) };
        let mut head = LEFT.load(Ordering::Relaxed);
        loop {
            // SAFETY: ours until the exchange succeeds.
            unsafe { (*held).next = head };
            match LEFT.compare_exchange_weak(head, held, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return,
                Err(other) => head = other,
            }
        }
    }

    /// Takes back those that were left and whose children have let go.
    pub(crate) fn collect() {
        if LEFT.load(Ordering::Relaxed).is_null() {
            return;
        }
        // The whole list at once, so that nobody else walks it.
        let mut at = LEFT.swap(ptr::null_mut(), Ordering::AcqRel);
        while !at.is_null() {
            // SAFETY: taken from the list, ours now.
            let (next, state) = unsafe {
                Self::received(at);
                ((*at).next, (*at).running.load(Ordering::Acquire))
            };
            // SAFETY: from `take`, as all that is in the list; the state says whether the
            // child has let go.
            unsafe { if state == LET_GO { Self::give_back(at) } else { Self::leave(at) } }
            at = next;
        }
    }
}

/// Text that is kept for another launch, at most.
const KEPT: usize = 64 * 1024;

/// Copies of a program's name, its arguments and its environment, in two buffers.
#[derive(Default)]
pub(crate) struct Strings {
    bytes: Vec<u8>,
    /// The program; the arguments and a null pointer; the environment and a null pointer.
    pointers: Vec<*const c_char>,
    /// Where the environment begins in `pointers`.
    environment: usize,
}

/// In `pointers` while they are counted from the beginning of `bytes`.
const NULL: usize = usize::MAX;

impl Strings {
    /// Copies these strings.
    ///
    /// # Safety
    /// `program` is NUL-terminated; the others are arrays of pointers to such strings,
    /// ended by a null pointer.
    pub(crate) unsafe fn copy(
        &mut self,
        program: *const c_char,
        argv: *const *const c_char,
        envp: *const *const c_char,
    ) {
        self.clear();
        // SAFETY: the caller guarantees that the strings are NUL-terminated and the arrays
        // null-terminated.
        unsafe {
            self.add(program);
            self.add_all(argv);
            self.environment = self.pointers.len();
            self.add_all(envp);
        }
        // Only now does the buffer stay where it is.
        let base: *const c_char = self.bytes.as_ptr().cast();
        for pointer in &mut self.pointers {
            let at = pointer.addr();
            *pointer = if at == NULL { ptr::null() } else { base.wrapping_add(at) };
        }
    }

    unsafe fn add(&mut self, string: *const c_char) {
        self.pointers.push(ptr::without_provenance(self.bytes.len()));
        // SAFETY: reads up to the NUL.
        self.bytes.extend_from_slice(unsafe { CStr::from_ptr(string) }.to_bytes_with_nul());
    }

    unsafe fn add_all(&mut self, mut array: *const *const c_char) {
        // SAFETY: reads up to the null pointer.
        unsafe {
            while !(*array).is_null() {
                self.add(*array);
                array = array.add(1);
            }
        }
        self.pointers.push(ptr::without_provenance(NULL));
    }

    /// Forgets the strings. Whether their memory is worth keeping.
    fn clear(&mut self) -> bool {
        self.bytes.clear();
        self.pointers.clear();
        self.bytes.capacity() + self.pointers.capacity() * size_of::<usize>() <= KEPT
    }

    /// The program.
    pub(crate) fn program(&self) -> &CStr {
        CStr::from_bytes_until_nul(&self.bytes).unwrap_or_default()
    }

    /// The arguments as execve(2) takes them.
    pub(crate) fn argv(&self) -> *const *const c_char {
        self.pointers.as_ptr().wrapping_add(1)
    }

    /// The environment as execve(2) takes it.
    pub(crate) fn envp(&self) -> *const *const c_char {
        self.pointers.as_ptr().wrapping_add(self.environment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CStringArray;

    fn list(array: *const *const c_char) -> Vec<Vec<u8>> {
        // SAFETY: of execve's form; that is what is tested.
        unsafe { CStringArray::from_raw(array) }.iter().map(|one| one.to_bytes().to_vec()).collect()
    }

    #[test]
    fn copies() {
        let mut strings = Strings::default();
        for count in [0, 3, 1000, 2] {
            let argv: Vec<String> = (0..count).map(|number| "x".repeat(number % 40)).collect();
            let envp: Vec<String> = (0..count / 2).map(|number| format!("V{number}=")).collect();
            let of = |list: &[String]| CStringArray::from_strings(list).unwrap();
            let (given_argv, given_envp) = (of(&argv), of(&envp));
            // SAFETY: both end as they should.
            unsafe {
                strings.copy(c"/the/program".as_ptr(), given_argv.as_ptr(), given_envp.as_ptr())
            };
            drop((given_argv, given_envp));
            assert_eq!(strings.program(), c"/the/program");
            let bytes = |list: &[String]| -> Vec<Vec<u8>> {
                list.iter().map(|text| text.clone().into_bytes()).collect()
            };
            assert_eq!(list(strings.argv()), bytes(&argv));
            assert_eq!(list(strings.envp()), bytes(&envp));
        }
        assert!(strings.clear());
        strings.bytes.reserve(KEPT + 1);
        assert!(!strings.clear());
    }

    /// Those in use at once are different ones.
    #[test]
    fn nobody_shares() {
        let options = Options::new();
        let all: Vec<_> = (0..SLOTS + 3).map(|_| Held::take(&options).unwrap()).collect();
        for (number, one) in all.iter().enumerate() {
            assert!(all[..number].iter().all(|other| other.0 != one.0));
        }
    }
}
