//! -exec: one command for each file, or as few as possible for all.

/// The bytes that the words of a command may have together, each with its NUL.
const ROOM: usize = 128 << 10;

/// A command that collects files (`-exec command {} +`).
pub(super) struct Batch {
    /// The words before the files.
    pub(super) command: Vec<Vec<u8>>,
    size: usize,
}

impl Batch {
    pub(super) fn new(command: Vec<Vec<u8>>) -> Self {
        let size = command.iter().map(|word| word.len() + 1).sum();
        Self { command, size }
    }
}

/// The files that a batch has collected.
#[derive(Default)]
pub(super) struct Collected {
    pub(super) files: Vec<Vec<u8>>,
    size: usize,
}

impl Collected {
    /// Whether one file more would be too much.
    pub(super) fn is_full(&self, batch: &Batch, file: &[u8]) -> bool {
        !self.files.is_empty() && batch.size + self.size + file.len() + 1 > ROOM
    }

    pub(super) fn push(&mut self, file: &[u8]) {
        self.size += file.len() + 1;
        self.files.push(file.to_vec());
    }

    /// Takes what has been collected.
    pub(super) fn take(&mut self) -> Vec<Vec<u8>> {
        self.size = 0;
        std::mem::take(&mut self.files)
    }
}

/// A word with every `{}` replaced.
pub(super) fn replace(word: &[u8], file: &[u8]) -> Vec<u8> {
    let mut replaced = Vec::with_capacity(word.len() + file.len());
    let mut rest = word;
    while let Some(at) = rest.windows(2).position(|pair| pair == b"{}") {
        replaced.extend_from_slice(&rest[..at]);
        replaced.extend_from_slice(file);
        rest = &rest[at + 2..];
    }
    replaced.extend_from_slice(rest);
    replaced
}
