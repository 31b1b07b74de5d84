//! Running a program, or a pipeline of them, to the end with all they say.

use core::ffi::{c_char, c_int, c_uint};
use std::time::{Duration, Instant};

use launch::{Capture, End, LaunchError, Output, Pipeline};

use crate::child::{UsageNumbers, note, word};
use crate::describe::Description;
use crate::error::{Errno, Error, checked, status, tell};

/// `struct fl_capture`: how to run it.
#[repr(C)]
pub struct CaptureOptions {
    /// What it reads, or null for what it has anyway.
    pub input: *const c_char,
    /// How much that is.
    pub input_size: libc::size_t,
    /// Most bytes to take of each output; 0 for no limit.
    pub limit: libc::size_t,
    /// Most milliseconds; 0 for no limit.
    pub milliseconds: c_uint,
    /// 1: standard error with standard output; 2: left alone.
    pub errors: c_uint,
}

/// `struct fl_output`: what came of it.
#[repr(C)]
pub struct OutputBuffers {
    /// As waitpid(2) gives it.
    pub status: c_int,
    /// 0: finished; 1: time over; 2: output over its limit.
    pub end: c_int,
    /// Standard output, with a NUL behind it.
    pub output: *mut c_char,
    /// Its size.
    pub output_size: libc::size_t,
    /// Standard error, with a NUL behind it.
    pub error: *mut c_char,
    /// Its size.
    pub error_size: libc::size_t,
    /// What was used.
    pub usage: UsageNumbers,
}

/// Bytes in memory that free(3) frees.
fn buffer(bytes: &[u8]) -> Result<*mut c_char, Errno> {
    // SAFETY: one more than the bytes, for a NUL.
    unsafe {
        let place = libc::malloc(bytes.len() + 1).cast::<u8>();
        if place.is_null() {
            return Err(libc::ENOMEM);
        }
        core::ptr::copy_nonoverlapping(bytes.as_ptr(), place, bytes.len());
        *place.add(bytes.len()) = 0;
        Ok(place.cast())
    }
}

unsafe fn run(
    options: *const CaptureOptions,
    place: *mut OutputBuffers,
    error: *mut Error,
    body: impl FnOnce(&Capture<'_>) -> Result<Output, LaunchError>,
) -> Result<(), Errno> {
    // SAFETY: null, or as the header asks.
    let (options, place) =
        unsafe { (options.as_ref(), checked(error, || place.as_mut().ok_or(libc::EINVAL))?) };
    let mut capture = Capture::default();
    if let Some(options) = options {
        if !options.input.is_null() {
            // SAFETY: the header asks that `input` has `input_size` bytes.
            capture.input = Some(unsafe {
                core::slice::from_raw_parts(options.input.cast(), options.input_size)
            });
        }
        capture.limit = (options.limit != 0).then_some(options.limit);
        capture.deadline = (options.milliseconds != 0)
            .then(|| Instant::now() + Duration::from_millis(options.milliseconds.into()));
        if options.errors > 2 {
            // SAFETY: `error` is null or valid for writing (forkless.h).
            return unsafe { checked(error, || Err(libc::EINVAL)) };
        }
        capture.merge = options.errors == 1;
        capture.output_only = options.errors == 2;
    }
    // SAFETY: `error` is null or valid for writing (forkless.h).
    let out = body(&capture).map_err(|failed| unsafe { tell(error, failed) })?;
    note(out.path);
    let output = buffer(&out.output)?;
    let errors = buffer(&out.error).inspect_err(|_| {
        // SAFETY: just allocated.
        unsafe { libc::free(output.cast()) };
    })?;
    *place = OutputBuffers {
        status: word(out.status),
        end: match out.end {
            End::Finished => 0,
            End::Deadline => 1,
            End::Limit => 2,
        },
        output,
        output_size: out.output.len(),
        error: errors,
        error_size: out.error.len(),
        usage: UsageNumbers::of(out.usage),
    };
    Ok(())
}

/// Runs the program to its end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_capture(
    launch: *const Description,
    options: *const CaptureOptions,
    output: *mut OutputBuffers,
    error: *mut Error,
) -> c_int {
    status(|| {
        // SAFETY: `launch` is null or a description that nobody has freed, `error` is null or valid for
        // writing (forkless.h).
        unsafe {
            let launch = checked(error, || launch.as_ref().ok_or(libc::EINVAL))?;
            run(options, output, error, |capture| launch.with(|launch| launch.capture(capture)))
        }
    })
}

/// Runs several programs, each reading what the one before writes, to their end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_pipeline(
    launches: *const *const Description,
    count: libc::size_t,
    options: *const CaptureOptions,
    output: *mut OutputBuffers,
    error: *mut Error,
) -> c_int {
    status(|| {
        let none = launches.is_null() || count == 0;
        // SAFETY: `error` is null or valid for writing (forkless.h).
        unsafe { checked(error, || if none { Err(libc::EINVAL) } else { Ok(()) })? };
        // SAFETY: the header asks that `launches` has `count` pointers.
        let launches = unsafe { core::slice::from_raw_parts(launches, count) };
        let mut pipeline = Pipeline::new();
        let mut stages = Vec::with_capacity(count);
        // SAFETY: `launch` is null or a description that nobody has freed, `error` is null or valid for
        // writing (forkless.h).
        unsafe {
            for &launch in launches {
                let launch = checked(error, || launch.as_ref().ok_or(libc::EINVAL))?;
                let now = launch.environment_now().map_err(|failed| tell(error, failed))?;
                stages.push((launch, now));
            }
            for (launch, now) in &stages {
                pipeline.stage(launch.launch(now));
            }
            run(options, output, error, |capture| pipeline.capture(capture))
        }
    })
}

/// Frees the buffers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_output_free(output: *mut OutputBuffers) {
    // SAFETY: null, or filled by a capture; free(3) takes null.
    unsafe {
        if let Some(output) = output.as_mut() {
            libc::free(output.output.cast());
            libc::free(output.error.cast());
            output.output = core::ptr::null_mut();
            output.error = core::ptr::null_mut();
        }
    }
}
