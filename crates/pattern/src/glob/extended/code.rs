//! The instructions a pattern with groups is matched by, for either direction.

use super::bits::Table;
use super::elements::{Element, Kind};
use crate::characters::Character;

/// The target of a branch that leads nowhere.
pub(super) const NOWHERE: u32 = u32::MAX;

/// One instruction; where no target is named, the next one follows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Instruction {
    /// Takes this character.
    Character(Character),
    /// Takes any character.
    Any,
    /// Takes any number of characters.
    Star,
    /// Takes a member of the set.
    Set(u32),
    /// Goes on at both.
    Split(u32, u32),
    /// Goes on there.
    Jump(u32),
    /// Takes whatever the body does not, and goes on at the target. The body follows; an
    /// `Accept` just before the target ends it.
    Not(u32),
    /// Takes what stands between nested pairs.
    Nested(u32),
    /// The end of the pattern, or of the body of a `Not`.
    Accept,
}

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) instructions: Vec<Instruction>,
    /// The text is walked from its end.
    pub(super) backward: bool,
    /// For short code.
    pub(super) table: Option<Table>,
}

/// A group whose end has not been reached.
struct Frame {
    kind: Kind,
    /// The first instruction of the group.
    head: u32,
    /// The branch to the next member.
    branch: u32,
    /// How many jumps to ends of groups were waiting when it began.
    jumps: usize,
}

impl Code {
    /// Code for the elements, or with `backward` for their mirror image.
    pub(super) fn new(elements: &[Element], backward: bool) -> Code {
        let mut compiler = Compiler {
            code: Vec::with_capacity(elements.len() + 8),
            frames: Vec::new(),
            jumps: Vec::new(),
            target: NOWHERE,
        };
        match backward {
            false => elements.iter().for_each(|element| compiler.element(*element)),
            true => elements.iter().rev().for_each(|element| {
                compiler.element(match *element {
                    Element::Open(kind) => Element::Close(kind),
                    Element::Close(kind) => Element::Open(kind),
                    other => other,
                });
            }),
        }
        compiler.code.push(Instruction::Accept);
        let table = Table::new(&compiler.code);
        Code { instructions: compiler.code, backward, table }
    }
}

struct Compiler {
    code: Vec<Instruction>,
    frames: Vec<Frame>,
    /// Jumps to the ends of the groups that are open, innermost last.
    jumps: Vec<u32>,
    /// The end of the group that was closed last.
    target: u32,
}

impl Compiler {
    fn here(&self) -> u32 {
        self.code.len() as u32
    }

    fn set(&mut self, at: u32, instruction: Instruction) {
        self.code[at as usize] = instruction;
    }

    fn element(&mut self, element: Element) {
        match element {
            Element::Nothing => {}
            Element::Character(character) => self.code.push(Instruction::Character(character)),
            Element::Byte(byte) => {
                self.code.push(Instruction::Character(Character::Byte(byte)));
            }
            Element::Any => self.code.push(Instruction::Any),
            Element::Star => {
                // Neighbouring stars are one star, unless something leads to the second alone.
                let after_star = matches!(self.code.last(), Some(Instruction::Star));
                if !after_star || self.target == self.here() {
                    self.code.push(Instruction::Star);
                }
            }
            Element::Set(set) => self.code.push(Instruction::Set(set)),
            Element::Nested(nested) => self.code.push(Instruction::Nested(nested)),
            Element::Open(kind) => self.open(kind),
            Element::Bar => self.bar(),
            Element::Close(_) => self.close(),
        }
    }

    /// Begins a member: a branch to the next one, of which nothing is known yet.
    fn branch(&mut self) -> u32 {
        let at = self.here();
        self.code.push(Instruction::Split(at + 1, NOWHERE));
        at
    }

    fn open(&mut self, kind: Kind) {
        let head = self.here();
        match kind {
            Kind::Optional | Kind::Star => self.code.push(Instruction::Split(head + 1, NOWHERE)),
            Kind::Not => self.code.push(Instruction::Not(NOWHERE)),
            Kind::Plus | Kind::One => {}
        }
        let branch = self.branch();
        self.frames.push(Frame { kind, head, branch, jumps: self.jumps.len() });
    }

    fn bar(&mut self) {
        self.jumps.push(self.here());
        self.code.push(Instruction::Jump(NOWHERE));
        let next = self.branch();
        if let Some(frame) = self.frames.last_mut() {
            let branch = std::mem::replace(&mut frame.branch, next);
            self.set(branch, Instruction::Split(branch + 1, next));
        }
    }

    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let Frame { head, .. } = frame;
        let mut end = self.here();
        match frame.kind {
            Kind::One => {}
            Kind::Optional => self.set(head, Instruction::Split(head + 1, end)),
            Kind::Star => {
                self.code.push(Instruction::Jump(head));
                self.set(head, Instruction::Split(head + 1, end + 1));
                end = head;
            }
            Kind::Plus => self.code.push(Instruction::Split(head, end + 1)),
            Kind::Not => {
                self.code.push(Instruction::Accept);
                self.set(head, Instruction::Not(end + 1));
            }
        }
        self.target = self.here();
        for at in self.jumps.split_off(frame.jumps) {
            self.set(at, Instruction::Jump(end));
        }
    }
}
