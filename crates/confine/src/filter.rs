//! A filter of system calls as a program for the kernel's packet filter (seccomp(2)).
//!
//! The kernel runs a new filter once for each number, to know which calls always pass; so the time that it takes
//! to apply one is that of all searches. A binary search over ranges of numbers keeps that short. Calls
//! that always pass cost nothing afterwards.

use launch::landlock::Instruction;

/// What happens to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Allow,
    /// It fails with this errno.
    Fail(i32),
}

/// Something that can be asked of a call's arguments, which are counted from 0. Of a pointer only
/// whether it is null: what it leads to may change after the filter has looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// The lower 32 bits, masked, are this.
    Is { argument: u32, mask: u32, value: u32 },
    /// All 64 bits are 0.
    IsNull(u32),
}

/// The first row whose conditions all hold decides.
pub(crate) type Rows = Vec<(Vec<Condition>, Verdict)>;

/// What is decided for a call: rows, and what is true where none fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub rows: Rows,
    pub otherwise: Verdict,
}

/// A range of numbers and its code.
struct Range {
    start: u32,
    code: Vec<Instruction>,
}

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;

// bpf_common.h, filter.h, seccomp.h
const LOAD: u16 = 0x20; // BPF_LD | BPF_W | BPF_ABS
const AND: u16 = 0x54; // BPF_ALU | BPF_AND | BPF_K
const JUMP: u16 = 0x05; // BPF_JMP | BPF_JA
const JUMP_EQUAL: u16 = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const JUMP_FROM: u16 = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const RETURN: u16 = 0x06; // BPF_RET | BPF_K
const RETURN_ALLOW: u32 = 0x7fff_0000;
const RETURN_ERRNO: u32 = 0x0005_0000;
const RETURN_KILL: u32 = 0x8000_0000;

/// Where `struct seccomp_data` has what.
const NUMBER_AT: u32 = 0;
const ARCHITECTURE_AT: u32 = 4;
const ARGUMENTS_AT: u32 = 16;

fn instruction(code: u16, k: u32) -> Instruction {
    Instruction { code, jt: 0, jf: 0, k }
}

impl Verdict {
    fn code(self) -> Instruction {
        match self {
            Verdict::Allow => instruction(RETURN, RETURN_ALLOW),
            Verdict::Fail(errno) => instruction(RETURN, RETURN_ERRNO | errno as u32),
        }
    }
}

impl Condition {
    /// The code that goes on where the condition holds and skips `rest` instructions where not.
    fn code(self, rest: usize) -> Vec<Instruction> {
        let load =
            |argument: u32, half: u32| instruction(LOAD, ARGUMENTS_AT + 8 * argument + 4 * half);
        let skip = u8::try_from(rest).unwrap_or(u8::MAX);
        let equal = |value, jt, jf| Instruction { code: JUMP_EQUAL, jt, jf, k: value };
        match self {
            Condition::Is { argument, mask, value } => {
                vec![load(argument, 0), instruction(AND, mask), equal(value, 0, skip)]
            }
            Condition::IsNull(argument) => vec![
                load(argument, 0),
                equal(0, 0, skip.saturating_add(2)),
                load(argument, 1),
                equal(0, 0, skip),
            ],
        }
    }
}

impl Rule {
    fn code(&self) -> Vec<Instruction> {
        let mut code = Vec::new();
        for (conditions, verdict) in &self.rows {
            let mut row = vec![verdict.code()];
            for condition in conditions.iter().rev() {
                let mut whole = condition.code(row.len());
                whole.append(&mut row);
                row = whole;
            }
            code.append(&mut row);
        }
        code.push(self.otherwise.code());
        code
    }
}

/// A program that decides by `rules`, pairs of a number and its rule in any order. Calls without a rule
/// pass, up to the number `last`; what is above is newer than this and fails as if the kernel had no
/// such call. A call by another architecture's interface ends the process.
pub(crate) fn program(mut rules: Vec<(u32, Rule)>, last: u32) -> Vec<Instruction> {
    rules.sort_by_key(|(number, _)| *number);
    rules.dedup_by_key(|(number, _)| *number);
    let allow = || vec![Verdict::Allow.code()];
    let mut ranges = vec![Range { start: 0, code: allow() }];
    let mut add = |start, code: Vec<Instruction>| match ranges.last_mut() {
        Some(before) if before.code == code => {}
        Some(before) if before.start == start => before.code = code,
        _ => ranges.push(Range { start, code }),
    };
    for (number, rule) in &rules {
        add(*number, rule.code());
        if !rules.iter().any(|(other, _)| *other == number + 1) {
            add(number + 1, allow());
        }
    }
    add(last + 1, vec![Verdict::Fail(libc::ENOSYS).code()]);
    let mut program = vec![
        instruction(LOAD, ARCHITECTURE_AT),
        Instruction { code: JUMP_EQUAL, jt: 1, jf: 0, k: ARCHITECTURE },
        instruction(RETURN, RETURN_KILL),
        instruction(LOAD, NUMBER_AT),
    ];
    program.append(&mut search(&ranges));
    program
}

/// A binary search for the range that the number loaded is in.
fn search(ranges: &[Range]) -> Vec<Instruction> {
    let (left, right) = match ranges {
        [] => return Vec::new(),
        [one] => return one.code.clone(),
        more => more.split_at(more.len() / 2),
    };
    let middle = right.first().map_or(0, |range| range.start);
    let (mut low, mut high) = (search(left), search(right));
    let mut code = match u8::try_from(low.len()) {
        Ok(skip) => vec![Instruction { code: JUMP_FROM, jt: skip, jf: 0, k: middle }],
        Err(_) => vec![
            Instruction { code: JUMP_FROM, jt: 0, jf: 1, k: middle },
            instruction(JUMP, low.len() as u32),
        ],
    };
    code.append(&mut low);
    code.append(&mut high);
    code
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Runs a program as the kernel does; its result.
    pub(crate) fn run(program: &[Instruction], number: u32, arch: u32, arguments: [u64; 6]) -> u32 {
        let word = |at: u32| match at {
            NUMBER_AT => number,
            ARCHITECTURE_AT => arch,
            at => {
                let argument = arguments[((at - ARGUMENTS_AT) / 8) as usize];
                if at % 8 == 0 { argument as u32 } else { (argument >> 32) as u32 }
            }
        };
        let (mut at, mut accumulator) = (0usize, 0u32);
        loop {
            let Instruction { code, jt, jf, k } = program[at];
            at += 1;
            let mut branch = |holds: bool| at += usize::from(if holds { jt } else { jf });
            match code {
                LOAD => accumulator = word(k),
                AND => accumulator &= k,
                JUMP => at += k as usize,
                JUMP_EQUAL => branch(accumulator == k),
                JUMP_FROM => branch(accumulator >= k),
                RETURN => return k,
                code => panic!("{code:#x}"),
            }
        }
    }

    /// What a program says of a call of this machine's.
    pub(crate) fn verdict(program: &[Instruction], number: u32, arguments: [u64; 6]) -> Verdict {
        match run(program, number, ARCHITECTURE, arguments) {
            RETURN_ALLOW => Verdict::Allow,
            other if other & 0xffff_0000 == RETURN_ERRNO => Verdict::Fail((other & 0xffff) as i32),
            other => panic!("{other:#x}"),
        }
    }

    #[test]
    fn every_number_gets_its_verdict() {
        for step in [1, 2, 3, 7] {
            let fail = |errno| Rule { rows: vec![], otherwise: Verdict::Fail(errno) };
            let rules: Vec<_> = (0..400)
                .step_by(step)
                .map(|number| (number, fail(number as i32 % 3 + 1)))
                .collect();
            let program = program(rules.clone(), 450);
            assert!(program.len() < 4096);
            for number in 0..600 {
                let expected = match rules.iter().find(|(one, _)| *one == number) {
                    Some((_, rule)) => rule.otherwise,
                    None if number > 450 => Verdict::Fail(libc::ENOSYS),
                    None => Verdict::Allow,
                };
                assert_eq!(verdict(&program, number, [0; 6]), expected, "{step} {number}");
            }
        }
    }

    #[test]
    fn other_interfaces_are_refused() {
        let program = program(vec![], 450);
        assert_eq!(run(&program, 1, 0x4000_0003, [0; 6]), RETURN_KILL);
        // x32's on x86_64.
        assert_eq!(verdict(&program, 0x4000_0001, [0; 6]), Verdict::Fail(libc::ENOSYS));
    }

    #[test]
    fn rows_are_tried_in_order() {
        let is = |argument, mask, value| Condition::Is { argument, mask, value };
        let rule = Rule {
            rows: vec![
                (vec![is(0, u32::MAX, 2), is(1, 0xf, 2)], Verdict::Fail(1)),
                (vec![Condition::IsNull(2), is(1, 0x10, 0x10)], Verdict::Fail(2)),
                (vec![Condition::IsNull(3)], Verdict::Fail(3)),
            ],
            otherwise: Verdict::Fail(4),
        };
        let program = program(vec![(5, rule)], 10);
        for (arguments, expected) in [
            ([2, 2, 0, 0, 0, 0], 1),
            ([2 | 1 << 32, 2, 0, 0, 0, 0], 1),
            ([2, 0x11, 0, 0, 0, 0], 2),
            ([2, 0x11, 1 << 32, 0, 0, 0], 3),
            ([2, 0x11, 1, 1, 0, 0], 4),
            ([1, 0, 0, 1 << 40, 0, 0], 4),
            ([1, 0, 0, 0, 0, 0], 3),
        ] {
            assert_eq!(verdict(&program, 5, arguments), Verdict::Fail(expected), "{arguments:?}");
        }
        assert_eq!(verdict(&program, 4, [0; 6]), Verdict::Allow);
        assert_eq!(verdict(&program, 6, [0; 6]), Verdict::Allow);
    }
}
