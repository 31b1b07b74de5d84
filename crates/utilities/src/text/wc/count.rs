//! Counting, block by block.
//!
//! A word is a run of characters that are not white space, at least one of them printable.
//! Bytes that are no characters neither begin nor end a word.

use crate::text::occurrences;
use crate::text::utf8::{Decoded, decode};
use pattern::{printable_range, width_range};
use std::ops::Range;

/// What has been counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Newlines.
    pub lines: u64,
    /// Words.
    pub words: u64,
    /// Characters, in UTF-8.
    pub characters: u64,
    /// Bytes.
    pub bytes: u64,
    /// The display width of the longest line.
    pub longest: u64,
}

impl Counts {
    /// Adds those of another file.
    pub fn add(&mut self, other: &Counts) {
        self.lines += other.lines;
        self.words += other.words;
        self.characters += other.characters;
        self.bytes += other.bytes;
        self.longest = self.longest.max(other.longest);
    }
}

/// What a word is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Printable characters; others that are no white space belong to it (coreutils 9.1).
    Printable,
    /// All that is no white space, bytes that are no characters too (coreutils 9.5).
    NoSpace,
}

/// Counts one file, or blocks of one that begin and end with lines.
#[derive(Clone)]
pub struct Counter {
    counts: Counts,
    word: Word,
    utf8: bool,
    wanted: Wanted,
    in_word: bool,
    column: u64,
    /// Where the last character that was looked up is, in the table of printable ones.
    printable: Range<u32>,
    /// Where the last character is that was measured, and how wide those around it are.
    width: (Range<u32>, u8),
    /// The beginning of a character at the end of the last block.
    partial: Vec<u8>,
}

/// Bytes looked at in one go: sums of flags fit a byte.
const CHUNK: usize = 128;

/// What is counted besides bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Words.
    pub words: bool,
    /// Characters, beside something else: without it they may be counted or not.
    pub characters: bool,
    /// The length of the longest line.
    pub longest: bool,
    /// Lines.
    pub lines: bool,
}

impl Counter {
    /// Says what is to be counted; bytes always are.
    pub fn new(word: Word, utf8: bool, wanted: Wanted) -> Self {
        Self {
            counts: Counts::default(),
            word,
            utf8,
            wanted,
            in_word: false,
            column: 0,
            printable: 0..0,
            width: (0..0, 0),
            partial: Vec::new(),
        }
    }

    /// Counts a block, and forgets the counts of those before it, but not in what they end.
    pub fn add_anew(&mut self, block: &[u8]) {
        self.counts = Counts::default();
        self.add(block);
    }

    /// What has been counted so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Counts a block.
    pub fn add(&mut self, block: &[u8]) {
        self.counts.bytes += block.len() as u64;
        if self.wanted.lines {
            self.counts.lines += occurrences::count(b'\n', block);
        }
        if !self.utf8 {
            if self.wanted.longest {
                self.measure(block);
            }
            if self.wanted.words {
                for chunk in block.chunks(CHUNK) {
                    self.words_of_bytes(chunk);
                }
            }
            return;
        }
        let mut rest = block;
        while !self.partial.is_empty() && !rest.is_empty() {
            // A character that two blocks share: decided byte by byte.
            self.partial.push(rest[0]);
            rest = &rest[1..];
            self.characters_of_partial();
        }
        while !rest.is_empty() {
            let chunk = &rest[..rest.len().min(CHUNK)];
            if chunk.is_ascii() {
                self.counts.characters += chunk.len() as u64;
                if self.wanted.longest {
                    self.measure(chunk);
                }
                if self.wanted.words {
                    self.words_of_bytes(chunk);
                }
                rest = &rest[chunk.len()..];
                continue;
            }
            let end = chunk.len();
            if self.wanted.longest && !self.wanted.words && !self.wanted.characters {
                let at = self.measure_characters(rest, end);
                if at < end {
                    self.partial = rest[at..].to_vec();
                    return;
                }
                rest = &rest[at..];
                continue;
            }
            let mut at = 0;
            while at < end {
                if let ascii @ 0..0x80 = rest[at] {
                    self.counts.characters += 1;
                    self.ascii(ascii);
                    at += 1;
                    continue;
                }
                match decode(&rest[at..]) {
                    Decoded::Character(code, length) => {
                        self.character(code);
                        at += length;
                    }
                    Decoded::Invalid => {
                        self.no_character();
                        at += 1;
                    }
                    Decoded::Incomplete => {
                        self.partial = rest[at..].to_vec();
                        break;
                    }
                }
            }
            if self.wanted.longest {
                self.measure_characters(rest, at);
            }
            if !self.partial.is_empty() {
                return;
            }
            rest = &rest[at..];
        }
    }

    /// The counts, at the end of the file.
    pub fn finish(mut self) -> Counts {
        if !self.partial.is_empty() {
            self.no_character();
        }
        self.counts.words += u64::from(self.in_word);
        self.counts.longest = self.counts.longest.max(self.column);
        self.counts
    }

    fn characters_of_partial(&mut self) {
        while !self.partial.is_empty() {
            match decode(&self.partial) {
                Decoded::Character(code, length) => {
                    if self.wanted.longest {
                        self.measure_character(code);
                    }
                    self.character(code);
                    self.partial.drain(..length);
                }
                Decoded::Invalid => {
                    self.no_character();
                    self.partial.remove(0);
                }
                Decoded::Incomplete => return,
            }
        }
    }

    #[inline]
    fn ascii(&mut self, byte: u8) {
        match byte {
            0x21..=0x7e => self.in_word = true,
            9..=13 | b' ' => {
                self.counts.words += u64::from(self.in_word);
                self.in_word = false;
            }
            _ => self.no_character(),
        }
    }

    /// A byte that is neither printable nor white space, or is no character.
    #[inline]
    fn no_character(&mut self) {
        self.in_word |= self.word == Word::NoSpace;
    }

    fn character(&mut self, code: u32) {
        self.counts.characters += 1;
        if let Ok(byte @ 0..0x80) = u8::try_from(code) {
            return self.ascii(byte);
        }
        if self.word == Word::NoSpace && matches!(code, 0x2028 | 0x2029) {
            // White space that is not printable.
            self.counts.words += u64::from(self.in_word);
            self.in_word = false;
            return;
        }
        // Neighbours are mostly of one script.
        if !self.printable.contains(&code) {
            match printable_range(code) {
                Some(range) => self.printable = range,
                None => return self.no_character(),
            }
        }
        let space =
            matches!(code, 0xA0 | 0x1680 | 0x2000..=0x200A | 0x202F | 0x205F | 0x2060 | 0x3000);
        if space {
            self.counts.words += u64::from(self.in_word);
        }
        self.in_word = !space;
    }

    /// Words are counted where they end.
    fn words_of_bytes(&mut self, chunk: &[u8]) {
        // Text consists of printable bytes and white space, and then a word ends before each
        // white space that follows no white space.
        let mut odd = 0u8;
        let mut ends = 0u8;
        let mut last = u8::from(self.in_word);
        let word = |byte: u8| u8::from(byte.wrapping_sub(0x21) < 0x5E);
        let space = |byte: u8| u8::from(byte == b' ') | u8::from(byte.wrapping_sub(9) < 5);
        for &byte in chunk {
            odd |= 1 ^ (word(byte) | space(byte));
        }
        if odd == 0 {
            ends += last & space(chunk.first().copied().unwrap_or(b'x'));
            for (before, after) in chunk.iter().zip(chunk.get(1..).unwrap_or_default()) {
                ends += word(*before) & space(*after);
            }
            last = word(chunk.last().copied().unwrap_or(b'x'));
            self.counts.words += u64::from(ends);
            self.in_word = last != 0;
            return;
        }
        // Of coreutils 9.5 and later 0xA0 is a no-break space in the C locale too.
        let is_no_break = |byte: u8| byte == 0xa0 && self.word == Word::NoSpace;
        for &byte in chunk {
            if space(byte) != 0 || is_no_break(byte) {
                self.counts.words += u64::from(self.in_word);
                self.in_word = false;
            } else if word(byte) != 0 || self.word == Word::NoSpace {
                self.in_word = true;
            }
        }
    }

    fn measure(&mut self, block: &[u8]) {
        for &byte in block {
            match byte {
                b'\n' | b'\r' | 0x0c => {
                    self.counts.longest = self.counts.longest.max(self.column);
                    self.column = 0;
                }
                b'\t' => self.column += 8 - self.column % 8,
                0x20..=0x7e => self.column += 1,
                _ => {}
            }
        }
    }

    /// Measures the characters that begin before `end`; where the first one is that it has not, because it is not
    /// complete.
    fn measure_characters(&mut self, text: &[u8], end: usize) -> usize {
        let mut at = 0;
        while at < end {
            match decode(&text[at..]) {
                Decoded::Character(code, length) => {
                    self.measure_character(code);
                    at += length;
                }
                Decoded::Invalid => at += 1,
                Decoded::Incomplete => break,
            }
        }
        at
    }

    #[inline]
    fn measure_character(&mut self, code: u32) {
        if let Ok(byte @ 0..0x80) = u8::try_from(code) {
            return self.measure(&[byte]);
        }
        // Neighbours are mostly of one script.
        if !self.width.0.contains(&code) {
            self.width = width_range(code);
        }
        self.column += u64::from(self.width.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text whose blocks of whole lines are counted by themselves.
    #[test]
    fn lines_are_counted_alone() {
        let text =
            b"one two\xc3\n\xb6 \xe2\x80\n\xa8\tx\r\n\n\xf0\x9f\x98\x80 \xc2\xa0z\x01\n\xff end";
        for (utf8, word) in
            [(false, Word::Printable), (true, Word::Printable), (true, Word::NoSpace)]
        {
            let wanted = Wanted { words: true, longest: true, lines: true, characters: true };
            let mut whole = Counter::new(word, utf8, wanted);
            whole.add(text);
            let whole = whole.finish();
            for cut in
                text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1)
            {
                let mut all = Counts::default();
                for part in [&text[..cut], &text[cut..]] {
                    let mut counter = Counter::new(word, utf8, wanted);
                    counter.add_anew(part);
                    all.add(&counter.finish());
                }
                assert_eq!(all, whole, "{cut}");
            }
            for cut in 0..text.len() {
                let mut counter = Counter::new(word, utf8, wanted);
                let mut all = Counts::default();
                for part in [&text[..cut], &text[cut..], &[]] {
                    counter.add_anew(part);
                    all.add(counter.counts());
                }
                all.add(&counter.finish());
                assert_eq!(all, whole, "{cut}");
            }
        }
    }

    fn words(word: Word, utf8: bool, text: &[u8]) -> u64 {
        let mut counter = Counter::new(word, utf8, Wanted { words: true, ..Wanted::default() });
        counter.add(text);
        counter.finish().words
    }

    #[test]
    fn what_a_word_is() {
        for (text, printable, no_space) in [
            (&b"\x01 \x02\n a\x01\n"[..], 1, 3),
            (b"\xff a\n \xff\xfe b\n", 2, 4),
            (b"a\xffb \x80\n", 1, 2),
            (b"one two\tthree", 3, 3),
        ] {
            assert_eq!(words(Word::Printable, false, text), printable);
            assert_eq!(words(Word::NoSpace, false, text), no_space);
            assert_eq!(words(Word::Printable, true, text), printable);
            assert_eq!(words(Word::NoSpace, true, text), no_space);
        }
        // A no-break space, in the C locale too.
        assert_eq!(words(Word::NoSpace, false, b"a\xc2\xa0b"), 2);
        assert_eq!(words(Word::NoSpace, true, "a\u{a0}b".as_bytes()), 2);
        assert_eq!(words(Word::Printable, false, b"a\xc2\xa0b"), 1);
        // The separators of lines and of paragraphs.
        assert_eq!(words(Word::NoSpace, true, "a\u{2028}b\u{2029}".as_bytes()), 2);
        assert_eq!(words(Word::Printable, true, "a\u{2028}b\u{2029}".as_bytes()), 1);
    }

    #[test]
    fn the_longest_line_is_measured_in_columns() {
        // A combining character, a wide one, one that is none, a tab, and what no block has as a whole.
        let text = b"e\xcc\x81\xc3\xe6\x97\xa5\xcd\xb8\tx\xe6\x97\n\xf0\x9f\x98\x80ab\n";
        for cut in 0..text.len() {
            for words in [false, true] {
                let wanted = Wanted { longest: true, words, ..Wanted::default() };
                let mut counter = Counter::new(Word::Printable, true, wanted);
                counter.add(&text[..cut]);
                counter.add(&text[cut..]);
                assert_eq!(counter.finish().longest, 9, "{cut}");
            }
        }
    }
}
