//! Bytes between two stages of one process: what pipe(2) is between two processes.
//!
//! A ring never holds more than a fresh pipe does ([`LIMIT`]), so its contents always fit when
//! it has to become a real pipe, and a writer that is ahead waits as it would at a pipe.

use crate::{OpenFile, StageId};
use std::rc::Weak;

/// Most bytes a ring holds, as a pipe does by default (pipe(7)).
pub const LIMIT: usize = 64 << 10;

/// Beyond so many bytes a ring has memory for all that it may hold, which is touched where something is written.
const SHORT: usize = 4 << 10;

/// The state of one ring; the two ends are [`crate::OpenFile`]s that share it.
#[derive(Default)]
pub(crate) struct Ring {
    bytes: Vec<u8>,
    /// Where the unread part of `bytes` begins.
    start: usize,
    pub(crate) reader_open: bool,
    pub(crate) writer_open: bool,
    /// Stages that wait for bytes or end of file.
    pub(crate) readers: Vec<StageId>,
    /// Stages that wait for room or for the reader to go away.
    pub(crate) writers: Vec<StageId>,
    /// (To read, to write), for when the ring becomes a pipe.
    pub(crate) ends: (Weak<OpenFile>, Weak<OpenFile>),
}

impl Ring {
    pub(crate) fn new() -> Self {
        Self { reader_open: true, writer_open: true, ..Self::default() }
    }

    /// What can be read now.
    pub(crate) fn unread(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// Marks `count` bytes as read.
    pub(crate) fn consume(&mut self, count: usize) {
        self.start = (self.start + count).min(self.bytes.len());
        if self.start == self.bytes.len() {
            self.bytes.clear();
            self.start = 0;
        }
    }

    /// Hands out the memory with all that is unread and goes on with `memory`, where that is so much and nothing before it
    /// has been read: it need not be copied then.
    pub(crate) fn swap(&mut self, memory: &mut Vec<u8>) -> bool {
        let swaps = self.start == 0 && self.bytes.len() >= SHORT;
        if swaps {
            std::mem::swap(&mut self.bytes, memory);
            self.bytes.clear();
        }
        swaps
    }

    /// Takes as much of `data` as there is room for; says how much.
    pub(crate) fn push(&mut self, data: &[u8]) -> usize {
        let room = LIMIT - (self.bytes.len() - self.start);
        let count = room.min(data.len());
        if count == 0 {
            return 0;
        }
        if self.start > 0 && self.bytes.len() + count > self.bytes.capacity() {
            self.bytes.drain(..self.start);
            self.start = 0;
        }
        let length = self.bytes.len() + count;
        if length > self.bytes.capacity().max(SHORT) {
            // Where there is not so much, less may do.
            let _ = self.bytes.try_reserve_exact(LIMIT - self.bytes.len());
        }
        self.bytes.extend_from_slice(&data[..count]);
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_a_pipe_holds() {
        let mut ring = Ring::new();
        assert_eq!(ring.push(&vec![b'x'; LIMIT + 1]), LIMIT);
        assert_eq!(ring.push(b"y"), 0);
        ring.consume(10);
        assert_eq!(ring.push(&[b'y'; 20]), 10);
        assert_eq!(ring.unread().len(), LIMIT);
        assert_eq!(&ring.unread()[LIMIT - 10..], b"yyyyyyyyyy");
    }

    #[test]
    fn hands_out_its_memory() {
        let mut ring = Ring::new();
        let mut memory = b"used".to_vec();
        ring.push(b"short");
        assert!(!ring.swap(&mut memory));
        ring.push(&[b'x'; SHORT]);
        assert!(ring.swap(&mut memory));
        assert_eq!((&memory[..6], memory.len()), (&b"shortx"[..], SHORT + 5));
        assert!(ring.unread().is_empty());
        ring.push(&[b'y'; SHORT + 1]);
        ring.consume(1);
        assert!(!ring.swap(&mut memory));
        assert_eq!(ring.unread(), [b'y'; SHORT]);
    }

    #[test]
    fn keeps_the_order() {
        let mut ring = Ring::new();
        ring.push(b"abc");
        ring.consume(2);
        ring.push(b"def");
        assert_eq!(ring.unread(), b"cdef");
        ring.consume(4);
        assert!(ring.unread().is_empty());
    }
}
