//! A lock that tools can see.
//!
//! std's own lock is a word and futex(2), which ThreadSanitizer does not know of in
//! a library that is not built for it: it would report what the lock protects. The
//! C library's lock is known to all such tools.

use core::cell::UnsafeCell;

/// A value that one thread at a time can use.
pub(crate) struct Lock<T> {
    mutex: UnsafeCell<libc::pthread_mutex_t>,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reached by one thread at a time.
unsafe impl<T: Send> Sync for Lock<T> {}

impl<T> Lock<T> {
    /// A lock on this value. It may not be moved once it is used, so it has to be
    /// a static.
    pub(crate) const fn new(value: T) -> Self {
        Lock {
            mutex: UnsafeCell::new(libc::PTHREAD_MUTEX_INITIALIZER),
            value: UnsafeCell::new(value),
        }
    }

    /// Calls `use_` with the value, unless somebody else has it.
    pub(crate) fn try_with<R>(&'static self, use_: impl FnOnce(&mut T) -> R) -> Option<R> {
        // SAFETY: a static's mutex, which stays where it is.
        if unsafe { libc::pthread_mutex_trylock(self.mutex.get()) } != 0 {
            return None;
        }
        Some(self.with_locked(use_))
    }

    /// Calls `use_` with the value. What `use_` does must not come back here.
    pub(crate) fn with<R>(&'static self, use_: impl FnOnce(&mut T) -> R) -> R {
        // SAFETY: a static's mutex, which stays where it is.
        unsafe { libc::pthread_mutex_lock(self.mutex.get()) };
        self.with_locked(use_)
    }

    /// Calls `use_` with the value, which this thread has locked, and unlocks it.
    fn with_locked<R>(&'static self, use_: impl FnOnce(&mut T) -> R) -> R {
        /// Unlocks also when `use_` panics.
        struct Unlock(*mut libc::pthread_mutex_t);
        impl Drop for Unlock {
            fn drop(&mut self) {
                // SAFETY: locked by this thread.
                unsafe { libc::pthread_mutex_unlock(self.0) };
            }
        }
        let _unlock = Unlock(self.mutex.get());
        // SAFETY: nobody else has it while the mutex is locked.
        use_(unsafe { &mut *self.value.get() })
    }
}
