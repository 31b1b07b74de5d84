//! A unified diff of two short texts, for the report of a failed case.

/// Above this many lines (of both texts together) only the first difference is shown.
const MANY: usize = 2000;
/// Equal lines shown around a difference.
const CONTEXT: usize = 2;
/// More lines than this are not shown.
const MOST_LINES: usize = 40;
/// Nor more bytes than this of one line.
const MOST_BYTES: usize = 160;

/// The difference between what was `wanted` and what `came`, a line each, with
/// `-` for lines that are missing and `+` for lines that are too many. Bytes that
/// cannot be printed are escaped. Empty when the texts are equal.
#[must_use]
pub fn unified(wanted: &[u8], came: &[u8]) -> String {
    if wanted == came {
        return String::new();
    }
    let old = lines(wanted);
    let new = lines(came);
    if old.len() + new.len() > MANY {
        return first_difference(&old, &new);
    }
    let marks = compare(&old, &new);
    let mut out = String::new();
    let mut shown = 0;
    for (index, (mark, line)) in marks.iter().enumerate() {
        let low = index.saturating_sub(CONTEXT);
        let high = (index + CONTEXT + 1).min(marks.len());
        if marks[low..high].iter().any(|(mark, _)| *mark != ' ') {
            shown += 1;
            if shown > MOST_LINES {
                return out + "...\n";
            }
            out.push(*mark);
            out.push_str(&printable(line));
            out.push('\n');
        }
    }
    out
}

/// Splits into lines that keep their newline, so that a missing one is seen.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&b| b == b'\n').collect()
}

/// The line as it is shown: printable, and marked where it has no newline.
fn printable(line: &[u8]) -> String {
    let (body, end) = match line.strip_suffix(b"\n") {
        Some(body) => (body, ""),
        None => (line, "\\ (no newline)"),
    };
    let shown = &body[..body.len().min(MOST_BYTES)];
    let mut out = String::new();
    for chunk in shown.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c == '\t' || !c.is_control() {
                out.push(c);
            } else {
                out.push_str(&format!("\\x{:02x}", u32::from(c)));
            }
        }
        for byte in chunk.invalid() {
            out.push_str(&format!("\\x{byte:02x}"));
        }
    }
    if shown.len() < body.len() {
        out.push_str(&format!("... ({} bytes)", body.len()));
    }
    out + end
}

/// For long texts: the number of the first line that differs, and both versions.
fn first_difference(old: &[&[u8]], new: &[&[u8]]) -> String {
    let at = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let show = |texts: &[&[u8]]| texts.get(at).map_or("(end)".into(), |line| printable(line));
    format!(
        "line {} of {} wanted, {} came:\n-{}\n+{}\n",
        at + 1,
        old.len(),
        new.len(),
        show(old),
        show(new)
    )
}

/// Marks every line of both texts by a longest common subsequence.
fn compare<'a>(old: &[&'a [u8]], new: &[&'a [u8]]) -> Vec<(char, &'a [u8])> {
    let width = new.len() + 1;
    let mut longest = vec![0u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            longest[i * width + j] = if old[i] == new[j] {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut marks = Vec::new();
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            marks.push((' ', old[i]));
            i += 1;
            j += 1;
        } else if j == new.len()
            || (i < old.len() && longest[(i + 1) * width + j] >= longest[i * width + j + 1])
        {
            marks.push(('-', old[i]));
            i += 1;
        } else {
            marks.push(('+', new[j]));
            j += 1;
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(unified(b"a\n", b"a\n"), "");
    }

    #[test]
    fn lines_are_marked() {
        assert_eq!(unified(b"a\nb\nc\n", b"a\nx\nc\n"), " a\n-b\n+x\n c\n");
        assert_eq!(unified(b"", b"a"), "+a\\ (no newline)\n");
        assert_eq!(unified(b"\xff\x01\n", b""), "-\\xff\\x01\n");
    }

    #[test]
    fn long_texts_show_the_first_difference() {
        let old = b"a\n".repeat(3000);
        let mut new = old.clone();
        new[2] = b'b';
        assert!(unified(&old, &new).starts_with("line 2 of 3000"));
    }
}
