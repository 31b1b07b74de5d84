//! What the worker is like when it launches, as programs/condition.c has it.

use std::hint;
use std::os::fd::OwnedFd;
use std::thread;

use memmap2::{Advice, Mmap, MmapMut, MmapOptions};
use rustix::fs::{Mode, OFlags};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::disable_transparent_huge_pages;

const PAGE: usize = 4096;
const HUGE: usize = 2 << 20;

/// Memory, mappings and descriptors that are held.
#[derive(Default)]
pub(super) struct Condition {
    memory: Option<MmapMut>,
    start: usize,
    in_use: usize,
    writable: Vec<MmapMut>,
    read_only: Vec<Mmap>,
    descriptors: Vec<OwnedFd>,
}

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

impl Condition {
    /// Takes so many bytes and writes to this share of them.
    pub(super) fn take_memory(
        &mut self,
        bytes: usize,
        percent: usize,
        huge: bool,
    ) -> Result<(), String> {
        if bytes == 0 {
            return Ok(());
        }
        if !huge {
            // Where the kernel does not know this there are no huge pages either.
            let _ = disable_transparent_huge_pages(true);
        }
        let length = bytes.checked_add(HUGE).ok_or("too much memory")?;
        let memory = MmapOptions::new().len(length).no_reserve_swap().map_anon().map_err(said)?;
        if huge {
            memory.advise(Advice::HugePage).map_err(said)?;
        }
        self.start = memory.as_ptr().align_offset(HUGE).min(HUGE);
        self.in_use = (bytes / 100).saturating_mul(percent.min(100));
        self.memory = Some(memory);
        self.write_all_pages();
        Ok(())
    }

    /// Writes to each page that is in use: one after the other, as the launcher in C does.
    pub(super) fn write_all_pages(&mut self) {
        let Some(memory) = &mut self.memory else { return };
        let Some(part) = memory.get_mut(self.start..self.start + self.in_use) else { return };
        for byte in part.iter_mut().step_by(PAGE) {
            let byte = hint::black_box(byte);
            *byte = byte.wrapping_add(1);
        }
    }

    /// Takes so many mappings of a page. Neighbours differ in what is allowed, so that
    /// the kernel does not merge them.
    pub(super) fn take_mappings(&mut self, count: usize) -> Result<(), String> {
        for number in 0..count {
            let mut map = MmapMut::map_anon(PAGE).map_err(said)?;
            if number % 2 == 1 {
                self.read_only.push(map.make_read_only().map_err(said)?);
            } else {
                map[0] = 1;
                self.writable.push(map);
            }
        }
        Ok(())
    }

    /// Opens so many descriptors, close-on-exec.
    pub(super) fn take_descriptors(&mut self, count: usize) -> Result<(), String> {
        let limit = getrlimit(Resource::Nofile);
        let all = Rlimit { current: limit.maximum, maximum: limit.maximum };
        setrlimit(Resource::Nofile, all).map_err(said)?;
        for _ in 0..count {
            let null =
                rustix::fs::open("/dev/null", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty());
            self.descriptors.push(null.map_err(said)?);
        }
        Ok(())
    }
}

/// Starts so many threads, which wait for ever.
pub(super) fn take_threads(count: usize) -> Result<(), String> {
    for _ in 0..count {
        let idle = || {
            loop {
                thread::park();
            }
        };
        thread::Builder::new().stack_size(65536).spawn(idle).map_err(said)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_in_use_is_written_to() {
        let mut condition = Condition::default();
        condition.take_memory(8 << 20, 50, false).unwrap();
        condition.write_all_pages();
        let memory = condition.memory.as_ref().unwrap();
        assert_eq!(memory[condition.start], 2);
        assert_eq!(memory[condition.start + (4 << 20)], 0);
    }

    #[test]
    fn mappings_are_not_merged() {
        let lines = || std::fs::read_to_string("/proc/self/maps").unwrap().lines().count();
        let before = lines();
        let mut condition = Condition::default();
        condition.take_mappings(200).unwrap();
        assert!(lines() >= before + 150);
    }
}
