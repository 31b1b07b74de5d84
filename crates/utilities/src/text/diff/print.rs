//! The forms in which differences are shown (POSIX XCU diff, STDOUT).

use super::script::Change;
use crate::text::number;

const NO_NEWLINE: &[u8] = b"\n\\ No newline at end of file\n";

/// Two texts by lines.
pub type Texts<'t> = [&'t [&'t [u8]]; 2];

/// The usual form: `2,3c4`.
pub fn normal(texts: Texts<'_>, changes: &[Change], out: &mut Vec<u8>) {
    for change in changes {
        range(change, 0, out);
        out.push(match change.count {
            [_, 0] => b'd',
            [0, _] => b'a',
            _ => b'c',
        });
        range(change, 1, out);
        out.push(b'\n');
        for line in lines(texts, change, 0) {
            put(b"< ", line, out);
        }
        if change.count[0] > 0 && change.count[1] > 0 {
            out.extend_from_slice(b"---\n");
        }
        for line in lines(texts, change, 1) {
            put(b"> ", line, out);
        }
    }
}

fn lines<'t>(texts: Texts<'t>, change: &Change, side: usize) -> &'t [&'t [u8]] {
    &texts[side][change.start[side]..change.start[side] + change.count[side]]
}

/// `2`, `2,3`, or the line before where there is none.
fn range(change: &Change, side: usize, out: &mut Vec<u8>) {
    let (start, count) = (change.start[side], change.count[side]);
    if count > 1 {
        number::append(out, start as u64 + 1);
        out.push(b',');
    }
    number::append(out, (start + count) as u64);
}

/// A line with its mark; a missing newline is reported.
fn put(mark: &[u8], line: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(mark);
    out.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        out.extend_from_slice(NO_NEWLINE);
    }
}

/// Changes that are shown together, and the lines of either text from the first to beyond the
/// last, context included.
struct Hunk<'c> {
    changes: &'c [Change],
    lines: [(usize, usize); 2],
}

/// Groups changes that are at most twice the context apart.
fn hunks<'c>(
    texts: Texts<'_>,
    changes: &'c [Change],
    context: usize,
) -> impl Iterator<Item = Hunk<'c>> {
    let lengths = texts.map(<[&[u8]]>::len);
    let apart = move |pair: &[Change; 2]| {
        let gap = pair[1].start[0] - (pair[0].start[0] + pair[0].count[0]);
        gap >= context.saturating_mul(2).saturating_add(1)
    };
    changes.chunk_by(move |a, b| !apart(&[*a, *b])).filter_map(move |changes| {
        let (first, last) = (changes.first()?, changes.last()?);
        let lines = [0, 1].map(|side| {
            let end = last.start[side] + last.count[side];
            let start = first.start[side].saturating_sub(context);
            (start, end.saturating_add(context).min(lengths[side]))
        });
        Some(Hunk { changes, lines })
    })
}

/// The unified form (-u).
pub fn unified(texts: Texts<'_>, changes: &[Change], context: usize, out: &mut Vec<u8>) {
    for hunk in hunks(texts, changes, context) {
        out.extend_from_slice(b"@@ -");
        unified_range(hunk.lines[0], out);
        out.extend_from_slice(b" +");
        unified_range(hunk.lines[1], out);
        out.extend_from_slice(b" @@\n");
        let mut at = hunk.lines[0].0;
        for change in hunk.changes {
            for line in &texts[0][at..change.start[0]] {
                put(b" ", line, out);
            }
            for line in lines(texts, change, 0) {
                put(b"-", line, out);
            }
            for line in lines(texts, change, 1) {
                put(b"+", line, out);
            }
            at = change.start[0] + change.count[0];
        }
        for line in &texts[0][at..hunk.lines[0].1] {
            put(b" ", line, out);
        }
    }
}

fn unified_range((start, end): (usize, usize), out: &mut Vec<u8>) {
    match end - start {
        0 => {
            number::append(out, end as u64);
            out.extend_from_slice(b",0");
        }
        1 => number::append(out, end as u64),
        count => {
            number::append(out, start as u64 + 1);
            out.push(b',');
            number::append(out, count as u64);
        }
    }
}

/// The context form (-c).
pub fn context(texts: Texts<'_>, changes: &[Change], context: usize, out: &mut Vec<u8>) {
    for hunk in hunks(texts, changes, context) {
        out.extend_from_slice(b"***************\n");
        for (side, (before, after, mark)) in
            [(b"*** ", b" ****\n" as &[u8], b"- "), (b"--- ", b" ----\n", b"+ ")]
                .into_iter()
                .enumerate()
        {
            out.extend_from_slice(before);
            let (start, end) = hunk.lines[side];
            if end - start > 1 {
                number::append(out, start as u64 + 1);
                out.push(b',');
            }
            number::append(out, end as u64);
            out.extend_from_slice(after);
            if hunk.changes.iter().all(|change| change.count[side] == 0) {
                continue;
            }
            let mut at = start;
            for change in hunk.changes {
                for line in &texts[side][at..change.start[side]] {
                    put(b"  ", line, out);
                }
                let both = change.count[1 - side] > 0;
                for line in lines(texts, change, side) {
                    put(if both { b"! " } else { mark }, line, out);
                }
                at = change.start[side] + change.count[side];
            }
            for line in &texts[side][at..end] {
                put(b"  ", line, out);
            }
        }
    }
}
