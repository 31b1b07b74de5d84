//! The options of `typeset`, `declare` and their kin: what the letters ask for.
//!
//! The struct is what `declare`, `declarations` and `references` work with: flags to set and to
//! remove, the kind of array, width or base, and what is to be listed. Which letters there are, and
//! what they mean, are rows of crate dialect.

use super::typeset_letters;
use crate::environment::Environment;
use crate::environment::variables::{
    BINARY, CAPITAL, EXPORT, FIXED, FLOAT, HEXADECIMAL, HOST, INTEGER, LEFT, LOWER, READONLY,
    RIGHT, SHORT, TRACE, UPPER, ZEROS,
};
use crate::unwind::Flow;
use dialect::variables::ArrayLetterOff;
use syntax::ByteString;

/// Whether a letter comes after `-` or after `+`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// `-`
    On,
    /// `+`
    Off,
}

/// What the options of a declaration ask for.
#[derive(Default)]
pub(super) struct TypesetOptions {
    /// The attributes to add.
    pub(super) on: u32,
    /// The attributes to remove.
    pub(super) off: u32,
    /// The base, the digits or the width that follow -i, -E, -F, -X, -L, -R or -Z.
    pub(super) size: Option<u16>,
    /// `-a`
    pub(super) indexed: bool,
    /// `-A`
    pub(super) associative: bool,
    /// `+a`, which is an error for an array ([`ArrayLetterOff::RefusesArrays`]).
    pub(super) no_array: bool,
    /// `-n`
    pub(super) reference: bool,
    /// `+n`
    pub(super) no_reference: bool,
    /// `-g`: the variable outside of functions.
    pub(super) global: bool,
    /// Not the global variable but the one that is seen, as `readonly` and `export` mean it.
    pub(super) visible: bool,
    /// `-p`
    pub(super) print: bool,
    /// `-C`: a compound variable.
    pub(super) compound: bool,
    /// `-S`: the variable keeps its value from call to call of the function.
    pub(super) is_static: bool,
    /// `-I`: a local variable begins as the one that it shadows.
    pub(super) inherits: bool,
    /// `-f`
    pub(super) functions: bool,
    /// `-a [type]`: the subscripts are words of this enumeration.
    pub(super) subscript_type: Option<u16>,
    /// `-T`: types.
    pub(super) types: bool,
    /// `-m name=other`: a variable is moved.
    pub(super) moves: bool,
    /// `-F`, `+f`: names of functions only.
    pub(super) names: bool,
    /// Attributes are listed by name only (`typeset +x`).
    pub(super) brief: bool,
    /// `+a`, which is an error ([`ArrayLetterOff::IsRefused`]).
    pub(super) removes_array: bool,
    /// `-u` came after `-l`.
    pub(super) upper_last: bool,
}

impl TypesetOptions {
    /// Reads the options of a declaration; the index of its first operand.
    ///
    /// # Errors
    ///
    /// For a letter that is no option, and an argument of an option that cannot be.
    pub(super) fn read(&mut self, env: &mut Environment, fields: &[ByteString]) -> Flow<usize> {
        let mut at = 1;
        while let Some(field) = fields.get(at) {
            let (sign, letters) = match field.as_bytes() {
                b"--" => return Ok(at + 1),
                [b'-', letters @ ..] if !letters.is_empty() => (Sign::On, letters),
                [b'+', letters @ ..] if !letters.is_empty() => (Sign::Off, letters),
                b"+" => {
                    self.brief = true;
                    return Ok(at + 1);
                }
                _ => break,
            };
            at += 1;
            let mut letters = LetterReader { letters, fields, at, next: at };
            while let Some(letter) = letters.take() {
                self.take_letter(env, sign, letter, &mut letters)?;
            }
            at = letters.next;
        }
        Ok(at)
    }

    /// Takes one letter of an option, with its argument.
    fn take_letter(
        &mut self,
        env: &mut Environment,
        sign: Sign,
        letter: u8,
        letters: &mut LetterReader<'_>,
    ) -> Flow {
        let rules = &env.rules().variables;
        let fields = letters.fields;
        let command = fields[0].as_bytes();
        let on = sign == Sign::On;
        // Letters that not all shells have.
        let known = || rules.declaration_letters.as_bytes().contains(&letter);
        let flag = match letter {
            b'E' | b'X' | b'L' | b'R' | b'Z' | b'S' | b'C' | b'm' | b'T' | b'h' | b'H' | b's'
            | b'b' | b'M'
                if rules.declaration_letters_are_strict =>
            {
                return super::bad_option(env, command, letter);
            }
            b'i' => INTEGER,
            b'l' => LOWER,
            b'u' => UPPER,
            b'r' => READONLY,
            b'x' => EXPORT,
            b'E' => FLOAT,
            b'X' if command != b"local" => HEXADECIMAL,
            b'L' => LEFT,
            b'R' => RIGHT,
            b'Z' => ZEROS,
            b'F' if command == b"typeset"
                && fields.len() > letters.at
                && rules.typeset_f_is_fixed_point =>
            {
                FIXED
            }
            b'a' | b'A' | b'C' if !on && self.take_array_off(rules.array_letter_off, letter) => {
                return Ok(());
            }
            b'a' => return self.take_indexed(env, command, on, letters),
            b'b' if known() => BINARY,
            b'H' if known() => HOST,
            b't' if known() => TRACE,
            b'c' if known() => CAPITAL,
            b's' if known() => SHORT,
            b'M' if known() => match typeset_letters::mapping(env, command, letters.argument())? {
                Some(flag) => flag,
                None => return Ok(()),
            },
            b'S' | b'C' | b'm' | b'I' | b'T' | b'h' if !known() => match letter {
                // Not exact: an attribute that changes no value here.
                b'I' => return Ok(()),
                _ => return super::bad_option(env, command, letter),
            },
            // Not exact: attributes that change no value here.
            b't' | b'H' | b's' => return Ok(()),
            _ => {
                return match self.take_switch(rules, on, letter, letters) {
                    true => Ok(()),
                    false => super::bad_option(env, command, letter),
                };
            }
        };
        match sign {
            Sign::On if rules.attributes_replace => self.add(flag),
            Sign::On => self.on |= flag,
            Sign::Off => {
                self.off |= flag;
                self.brief = true;
            }
        }
        if on && matches!(letter, b'i' | b'E' | b'F' | b'L' | b'R' | b'Z' | b'X') {
            self.take_size(letter, letters);
        }
        Ok(())
    }

    /// Drops the attributes that exclude each other: of `-l`, `-u` and `-c` at once none counts.
    pub(super) fn exclude(&mut self) {
        let cases = self.on & (LOWER | UPPER | CAPITAL);
        if cases.count_ones() > 1 {
            self.on &= !cases;
            self.off |= LOWER | UPPER | CAPITAL;
        }
    }

    /// `+a`, `+A`, `+C`. False where the letter is what it is after `-`.
    fn take_array_off(&mut self, effect: ArrayLetterOff, letter: u8) -> bool {
        match effect {
            ArrayLetterOff::Declares => false,
            ArrayLetterOff::RefusesArrays => {
                self.no_array |= letter != b'C';
                letter != b'C'
            }
            ArrayLetterOff::IsRefused => {
                self.removes_array = true;
                self.brief = true;
                self.indexed |= letter == b'a';
                self.associative |= letter == b'A';
                self.compound |= letter == b'C';
                true
            }
        }
    }

    /// `-a`, with the type of the subscripts in brackets after it where there can be one.
    fn take_indexed(
        &mut self,
        env: &mut Environment,
        command: &[u8],
        on: bool,
        letters: &mut LetterReader<'_>,
    ) -> Flow {
        self.indexed = true;
        let apart = letters.letters.is_empty();
        let kind = match apart {
            true => letters.fields.get(letters.at).map_or(&b""[..], |field| field.as_bytes()),
            false => letters.letters,
        };
        if !kind.starts_with(b"[") || !on || !env.rules().variables.array_subscripts_have_types {
            return Ok(());
        }
        match env.enumeration_of_keys(command, kind) {
            Some(number) => self.subscript_type = Some(number),
            None => {
                env.status = 1;
                return Err(env.fatal());
            }
        }
        env.composed = true;
        letters.letters = b"";
        if apart {
            letters.next = letters.at + 1;
        }
        Ok(())
    }

    /// Takes a letter that is no attribute; false where there is no such letter.
    fn take_switch(
        &mut self,
        rules: &dialect::variables::VariableRules,
        on: bool,
        letter: u8,
        letters: &mut LetterReader<'_>,
    ) -> bool {
        match letter {
            b'F' => self.names = true,
            b'A' => self.associative = true,
            b'S' => self.is_static = on,
            b'C' => self.compound = on,
            b'n' => {
                self.reference = on;
                self.no_reference = !on;
            }
            b'g' => self.global = true,
            b'p' => {
                self.print = true;
                self.brief |= !on && rules.plus_p_omits_values;
            }
            b'm' => self.moves = on,
            b'f' => {
                self.functions = true;
                self.names |= !on;
            }
            b'I' => self.inherits = on,
            // Some letters may follow, which say nothing.
            b'T' => {
                self.types = true;
                letters.letters = b"";
            }
            // What a member of a type is for: a text that is not kept.
            b'h' => {
                if letters.letters.is_empty() {
                    letters.next = letters.at + 1;
                }
                letters.letters = b"";
            }
            _ => return false,
        }
        true
    }

    /// The number that may follow a letter.
    fn take_size(&mut self, letter: u8, letters: &mut LetterReader<'_>) {
        let digits = letters.letters.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = |text: &[u8]| std::str::from_utf8(text).ok()?.parse::<u16>().ok();
        let before = self.size;
        if digits > 0 {
            self.size = number(&letters.letters[..digits]);
            letters.letters = &letters.letters[digits..];
        } else if letters.letters.is_empty()
            && let Some(size) = letters.fields.get(letters.at).and_then(|field| number(field))
        {
            self.size = Some(size);
            letters.next = letters.at + 1;
        }
        if matches!(letter, b'L' | b'R' | b'Z') && before.is_some_and(|width| width > 0) {
            // The first width counts.
            self.size = before;
        }
    }
}

/// The letters of one argument, and the arguments after it.
struct LetterReader<'a> {
    /// The letters that are left.
    letters: &'a [u8],
    fields: &'a [ByteString],
    /// The argument after the one with the letters.
    at: usize,
    /// The argument where to go on: a letter may have taken one.
    next: usize,
}

impl<'a> LetterReader<'a> {
    fn take(&mut self) -> Option<u8> {
        let (&letter, rest) = self.letters.split_first()?;
        self.letters = rest;
        Some(letter)
    }

    /// The argument of a letter: the rest of the letters, or the next argument.
    fn argument(&mut self) -> &'a [u8] {
        let rest = std::mem::take(&mut self.letters);
        if !rest.is_empty() {
            return rest;
        }
        let argument = self.fields.get(self.next).map(|field| field.as_bytes());
        self.next += 1;
        argument.unwrap_or_default()
    }
}
