//! What open files hold: the calls by which shell and utilities read and write them, which [fail on demand](super::Faults) as
//! those do that name files.

use super::{Result, differs, faults};
use rustix::buffer::Buffer;
use rustix::fd::AsFd;
use rustix::io::ReadWriteFlags;
use std::io::{IoSlice, IoSliceMut};

/// Has a call of a thread with faults fail.
///
/// # Errors
/// The plan's.
#[inline]
pub(crate) fn look() -> Result<()> {
    match differs() {
        false => Ok(()),
        true => faults::pass_content(),
    }
}

/// read(2).
///
/// # Errors
/// Those of read(2).
#[inline]
pub fn read<B: Buffer<u8>>(fd: impl AsFd, buffer: B) -> Result<B::Output> {
    look()?;
    rustix::io::read(fd, buffer)
}

/// write(2).
///
/// # Errors
/// Those of write(2).
#[inline]
pub fn write(fd: impl AsFd, data: &[u8]) -> Result<usize> {
    look()?;
    rustix::io::write(fd, data)
}

/// pread(2).
///
/// # Errors
/// Those of pread(2).
#[inline]
pub fn pread<B: Buffer<u8>>(fd: impl AsFd, buffer: B, at: u64) -> Result<B::Output> {
    look()?;
    rustix::io::pread(fd, buffer, at)
}

/// pwrite(2).
///
/// # Errors
/// Those of pwrite(2).
#[inline]
pub fn pwrite(fd: impl AsFd, data: &[u8], at: u64) -> Result<usize> {
    look()?;
    rustix::io::pwrite(fd, data, at)
}

/// copy_file_range(2), from where both files are.
///
/// # Errors
/// Those of copy_file_range(2).
#[inline]
pub fn copy_file_range(from: impl AsFd, to: impl AsFd, count: usize) -> Result<usize> {
    look()?;
    rustix::fs::copy_file_range(from, None, to, None, count)
}

/// read(2) that never waits (preadv2(2), RWF_NOWAIT).
///
/// # Errors
/// Those of preadv2(2).
#[inline]
pub fn read_no_wait(fd: impl AsFd, buffer: &mut [u8]) -> Result<usize> {
    look()?;
    rustix::io::preadv2(fd, &mut [IoSliceMut::new(buffer)], u64::MAX, ReadWriteFlags::NOWAIT)
}

/// write(2) that never waits (pwritev2(2), RWF_NOWAIT).
///
/// # Errors
/// Those of pwritev2(2).
#[inline]
pub fn write_no_wait(fd: impl AsFd, data: &[u8]) -> Result<usize> {
    look()?;
    rustix::io::pwritev2(fd, &[IoSlice::new(data)], u64::MAX, ReadWriteFlags::NOWAIT)
}
