//! Classes of bytes that a program cannot tell apart, to keep the tables of its
//! automaton small.

use super::bytes::ByteSet;
use super::program::{Instruction, Program};
use super::subject::is_word;
use super::tree::look;
use crate::characters::{CharSet, Character};

/// The classes of a program's bytes, and what else an automaton must know of it.
pub(super) struct Classes {
    /// The class of each byte. Class 0 is that of bytes that need a closer look.
    pub(super) classes: [u8; 256],
    /// Number of classes, class 0 included.
    pub(super) count: usize,
    /// Anchors are in the program.
    pub(super) has_look: bool,
    /// Their conditions.
    pub(super) looks: u8,
    /// Characters outside ASCII must be decoded.
    pub(super) decodes: bool,
}

/// The bytes at which a new class begins.
#[derive(Default)]
struct Boundaries(ByteSet);

impl Boundaries {
    fn cut(&mut self, byte: usize) {
        if let Ok(byte) = u8::try_from(byte) {
            self.0.add(byte);
        }
    }

    /// Puts one byte into a class of its own.
    fn single_out(&mut self, byte: u8) {
        self.cut(usize::from(byte));
        self.cut(usize::from(byte) + 1);
    }

    /// Cuts wherever members and others meet.
    fn separate(&mut self, member: impl Fn(u8) -> bool) {
        for byte in 1..=255u8 {
            if member(byte) != member(byte - 1) {
                self.cut(usize::from(byte));
            }
        }
    }
}

impl Classes {
    pub(super) fn new(program: &Program, sets: &[CharSet], utf8: bool) -> Classes {
        let mut boundaries = Boundaries::default();
        let (mut looks, mut decodes) = (0, false);
        for instruction in &program.code {
            match *instruction {
                Instruction::Byte { byte, .. } => boundaries.single_out(byte),
                Instruction::Look { condition, .. } => looks |= condition,
                _ => {}
            }
        }
        for set in sets {
            decodes |= utf8 && set.may_have_wide();
            boundaries.separate(|byte| set.has_byte(byte));
        }
        if program.has_look {
            boundaries.single_out(b'\n');
        }
        if looks & look::WORD != 0 {
            decodes |= utf8;
            boundaries.separate(|byte| is_word(Character::Byte(byte), utf8));
        }
        let mut classes = [0; 256];
        let mut class = 1u8;
        for (byte, place) in (0..=u8::MAX).zip(&mut classes) {
            if byte != 0 && boundaries.0.has(byte) {
                class = class.saturating_add(1);
            }
            // The 255th class and those after it, all of high bytes, are looked at one by one.
            let special = byte >= 0x80 && (decodes || class == u8::MAX);
            *place = if special { 0 } else { class };
        }
        let count = usize::from(class) + 1;
        Classes { classes, count, has_look: program.has_look, looks, decodes }
    }
}
