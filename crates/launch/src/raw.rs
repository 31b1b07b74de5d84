//! System calls without a C library.
//!
//! Between the clone and the `execve` the child shares every byte of memory with
//! its parent, the thread-local block of the C library included. A wrapper of the
//! C library writes `errno` there, may take a lock, and for calls such as
//! `setuid` signals the other threads, which are the parent's. So the child uses
//! the instructions in this file and nothing else. The parent uses them too where
//! a wrapper hides what is needed: glibc's signal masks leave out signals 32 and
//! 33, and none has a `clone` that runs on a stack of ours with `clone3`'s flags.
//!
//! See syscall(2), clone(2).

use core::ffi::c_void;

pub(crate) use libc::{
    SYS_clone, SYS_clone3, SYS_close, SYS_close_range, SYS_dup3, SYS_execve, SYS_exit_group,
    SYS_fchdir, SYS_fcntl, SYS_ioctl, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_setpgid, SYS_umask,
};

/// Makes a system call with six arguments; the result is the kernel's own, a
/// negated errno between -4095 and -1 on failure.
///
/// # Safety
/// As the call itself demands.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) unsafe fn call6(
    number: i64,
    a: usize,
    b: usize,
    c: usize,
    d: usize,
    e: usize,
    f: usize,
) -> isize {
    let result: isize;
    // SAFETY: the x86_64 Linux calling sequence; the kernel overwrites rcx and r11.
    unsafe {
        core::arch::asm!(
            "syscall",
            inlateout("rax") number as isize => result,
            in("rdi") a, in("rsi") b, in("rdx") c, in("r10") d, in("r8") e, in("r9") f,
            lateout("rcx") _, lateout("r11") _,
            options(nostack),
        );
    }
    result
}

/// Makes a system call with six arguments; the result is the kernel's own, a
/// negated errno between -4095 and -1 on failure.
///
/// # Safety
/// As the call itself demands.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) unsafe fn call6(
    number: i64,
    a: usize,
    b: usize,
    c: usize,
    d: usize,
    e: usize,
    f: usize,
) -> isize {
    let result: isize;
    // SAFETY: the aarch64 Linux calling sequence.
    unsafe {
        core::arch::asm!(
            "svc 0",
            in("x8") number,
            inlateout("x0") a as isize => result,
            in("x1") b, in("x2") c, in("x3") d, in("x4") e, in("x5") f,
            options(nostack),
        );
    }
    result
}

/// What fits a register of a system call.
pub(crate) trait Word {
    fn word(self) -> usize;
}

macro_rules! words {
    ($($number:ty),*) => {
        $(impl Word for $number {
            // Negative numbers are extended with their sign.
            #[inline(always)]
            fn word(self) -> usize { self as usize }
        })*
    };
}
words!(i32, u32, i64, u64, usize);

impl<T: ?Sized> Word for *const T {
    #[inline(always)]
    fn word(self) -> usize {
        self.cast::<u8>().expose_provenance()
    }
}

impl<T: ?Sized> Word for *mut T {
    #[inline(always)]
    fn word(self) -> usize {
        self.cast::<u8>().expose_provenance()
    }
}

impl<T: ?Sized> Word for &T {
    #[inline(always)]
    fn word(self) -> usize {
        (self as *const T).word()
    }
}

impl<T: ?Sized> Word for &mut T {
    #[inline(always)]
    fn word(self) -> usize {
        (self as *mut T).word()
    }
}

/// A system call with up to five arguments, each a [`Word`].
macro_rules! call {
    ($number:expr $(, $argument:expr)*) => {
        $crate::raw::call!(@ $number; $(($crate::raw::Word::word($argument)))*)
    };
    (@ $n:expr;) => { $crate::raw::call6($n, 0, 0, 0, 0, 0, 0) };
    (@ $n:expr; $a:tt) => { $crate::raw::call6($n, $a, 0, 0, 0, 0, 0) };
    (@ $n:expr; $a:tt $b:tt) => { $crate::raw::call6($n, $a, $b, 0, 0, 0, 0) };
    (@ $n:expr; $a:tt $b:tt $c:tt) => { $crate::raw::call6($n, $a, $b, $c, 0, 0, 0) };
    (@ $n:expr; $a:tt $b:tt $c:tt $d:tt) => { $crate::raw::call6($n, $a, $b, $c, $d, 0, 0) };
    (@ $n:expr; $a:tt $b:tt $c:tt $d:tt $e:tt) => {
        $crate::raw::call6($n, $a, $b, $c, $d, $e, 0)
    };
}
pub(crate) use call;

/// The errno in a kernel result, or `None` if the call succeeded.
#[inline(always)]
pub(crate) fn failed(result: isize) -> Option<i32> {
    if (-4095..0).contains(&result) { Some(-result as i32) } else { None }
}

/// `struct clone_args` of clone3(2), up to and including the `cgroup` field
/// (size 88, Linux 5.7).
#[repr(C)]
#[derive(Default)]
pub(crate) struct CloneArguments {
    pub flags: u64,
    pub pidfd: u64,
    pub child_tid: u64,
    pub parent_tid: u64,
    pub exit_signal: u64,
    pub stack: u64,
    pub stack_size: u64,
    pub tls: u64,
    pub set_tid: u64,
    pub set_tid_size: u64,
    pub cgroup: u64,
}

/// Handlers become default in the child (clone3 only, Linux 5.5). libc's constant
/// is too narrow.
pub(crate) const CLONE_CLEAR_SIGHAND: u64 = 0x1_0000_0000;

/// The child starts in a control group of v2 (clone3 only, Linux 5.7).
pub(crate) const CLONE_INTO_CGROUP: u64 = 0x2_0000_0000;

/// What the child runs. It may not return.
pub(crate) type ChildMain = unsafe extern "C" fn(*mut c_void) -> !;

/// clone3(2) with a stack of its own: the child calls `main(argument)` on it.
/// Returns, in the parent only, the kernel's result.
///
/// # Safety
/// `arguments.stack` must be unused memory whose end is aligned to 16 bytes and
/// which `main` does not outgrow; with `CLONE_VM` without `CLONE_VFORK` it must
/// stay unused until the child has executed a program or ended. `main` must be
/// fit to run beside the parent's threads in their memory.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) unsafe fn clone3(
    arguments: &mut CloneArguments,
    main: ChildMain,
    argument: *mut c_void,
) -> isize {
    let result: isize;
    // SAFETY: in the parent this is an ordinary system call. The child starts
    // behind `syscall` with an empty stack and never leaves `main`; what it finds
    // in r12 and r13 is a copy of the parent's registers.
    unsafe {
        core::arch::asm!(
            "syscall",
            "test rax, rax",
            "jnz 2f",
            "xor ebp, ebp",
            "mov rdi, r13",
            "call r12",
            "ud2",
            "2:",
            inlateout("rax") SYS_clone3 as isize => result,
            in("rdi") arguments, in("rsi") size_of::<CloneArguments>(),
            in("r12") main, in("r13") argument,
            lateout("rcx") _, lateout("r11") _,
        );
    }
    result
}

/// clone(2), for kernels and filters that refuse clone3. Its result is that of [`clone3`].
///
/// # Safety
/// Stack and `main` are what [`clone3`] demands; `stack_end` is the end of the stack, aligned to 16 bytes;
/// `pidfd` is written only with `CLONE_PIDFD`, `child_tid` with
/// `CLONE_CHILD_CLEARTID`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) unsafe fn clone(
    flags: u64,
    stack_end: *mut c_void,
    pidfd: *mut i32,
    child_tid: *mut u32,
    main: ChildMain,
    argument: *mut c_void,
) -> isize {
    let result: isize;
    // SAFETY: the child leaves by `main` on a stack of its own, which the caller guarantees; the
    // parent's registers and memory are as after any system call.
    unsafe {
        core::arch::asm!(
            "syscall",
            "test rax, rax",
            "jnz 2f",
            "xor ebp, ebp",
            "mov rdi, r13",
            "call r12",
            "ud2",
            "2:",
            inlateout("rax") SYS_clone as isize => result,
            in("rdi") flags, in("rsi") stack_end, in("rdx") pidfd,
            in("r10") child_tid, in("r8") 0,
            in("r12") main, in("r13") argument,
            lateout("rcx") _, lateout("r11") _,
        );
    }
    result
}

/// clone3(2) with a stack of its own: the child calls `main(argument)` on it.
/// Returns, in the parent only, the kernel's result.
///
/// # Safety
/// `arguments.stack` must be unused memory whose end is aligned to 16 bytes and
/// which `main` does not outgrow; with `CLONE_VM` without `CLONE_VFORK` it must
/// stay unused until the child has executed a program or ended. `main` must be
/// fit to run beside the parent's threads in their memory.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) unsafe fn clone3(
    arguments: &mut CloneArguments,
    main: ChildMain,
    argument: *mut c_void,
) -> isize {
    let result: isize;
    // SAFETY: in the parent this is an ordinary system call. The child starts
    // behind `svc` with an empty stack and never leaves `main`; what it finds in
    // x20 and x21 is a copy of the parent's registers.
    unsafe {
        core::arch::asm!(
            "svc 0",
            "cbnz x0, 2f",
            "mov x29, xzr",
            "mov x30, xzr",
            "mov x0, x21",
            "blr x20",
            "brk 1",
            "2:",
            in("x8") SYS_clone3,
            inlateout("x0") arguments as *mut CloneArguments as isize => result,
            in("x1") size_of::<CloneArguments>(),
            in("x20") main, in("x21") argument,
        );
    }
    result
}

/// clone(2), for kernels and filters that refuse clone3. Its result is that of [`clone3`].
///
/// # Safety
/// Stack and `main` are what [`clone3`] demands; `stack_end` is the end of the stack, aligned to 16 bytes;
/// `pidfd` is written only with `CLONE_PIDFD`, `child_tid` with
/// `CLONE_CHILD_CLEARTID`.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) unsafe fn clone(
    flags: u64,
    stack_end: *mut c_void,
    pidfd: *mut i32,
    child_tid: *mut u32,
    main: ChildMain,
    argument: *mut c_void,
) -> isize {
    let result: isize;
    // SAFETY: the child leaves by `main` on a stack of its own, which the caller guarantees; the
    // parent's registers and memory are as after any system call.
    unsafe {
        core::arch::asm!(
            "svc 0",
            "cbnz x0, 2f",
            "mov x29, xzr",
            "mov x30, xzr",
            "mov x0, x21",
            "blr x20",
            "brk 1",
            "2:",
            in("x8") SYS_clone,
            inlateout("x0") flags as isize => result,
            in("x1") stack_end, in("x2") pidfd, in("x3") 0, in("x4") child_tid,
            in("x20") main, in("x21") argument,
        );
    }
    result
}

/// Whether Valgrind runs this program. It recognises these instructions, which do
/// nothing otherwise, and asks for a request and its arguments (valgrind.h).
pub(crate) fn under_valgrind() -> bool {
    /// VG_USERREQ__RUNNING_ON_VALGRIND.
    const RUNNING: usize = 0x1001;
    let request = [RUNNING, 0, 0, 0, 0, 0];
    let mut level = 0usize;
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the rotations add up to 128 bits, the exchange is with itself.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
            in("rax") &request, inout("rdx") level, inout("rdi") 0 => _,
        );
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: the rotations add up to 128 bits, the disjunction is with itself.
    unsafe {
        core::arch::asm!(
            "ror x12, x12, #3", "ror x12, x12, #13", "ror x12, x12, #51", "ror x12, x12, #61",
            "orr x10, x10, x10",
            in("x4") &request, inout("x3") level, inout("x12") 0 => _,
        );
    }
    level != 0
}

/// `struct sigaction` as the kernel has it on x86_64 and aarch64.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct KernelAction {
    pub handler: usize,
    pub flags: u64,
    pub restorer: usize,
    pub mask: u64,
}

/// rt_sigprocmask(2) with SIG_SETMASK on all 64 signals, those that a C library
/// keeps for itself included. Returns the mask that was in force.
#[inline(always)]
pub(crate) fn set_mask(mask: u64) -> u64 {
    let mut old = 0u64;
    // SAFETY: both pointers are to 8 bytes, the size given; the call cannot fail
    // with these arguments.
    unsafe { call!(SYS_rt_sigprocmask, libc::SIG_SETMASK, &mask, &mut old, 8) };
    old
}
