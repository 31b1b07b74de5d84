//! Shell patterns as extended regular expressions and the other way round, as ksh93's
//! `printf '%R %P'` writes them.
//!
//! `%R` makes an expression of a pattern, `%P` a pattern of an expression; `builtins::printf` calls
//! both. It is a translation of texts: neither is compiled. See ksh93(1), Built-in Commands,
//! printf.

/// A pattern as an expression; None where that would be no valid one.
pub(super) fn expression_of(pattern: &[u8]) -> Option<Vec<u8>> {
    if let Some(expression) = pattern.strip_prefix(b"~(E)") {
        return Some([b"^", expression, b"$"].concat());
    }
    let mut inner = pattern;
    let mut out = Vec::new();
    match inner.strip_prefix(b"*") {
        Some(rest) if rest.first() != Some(&b'(') => inner = rest,
        _ => out.push(b'^'),
    }
    let open = inner.strip_suffix(b"*").filter(|rest| rest.last() != Some(&b'\\'));
    inner = open.unwrap_or(inner);
    // What follows the parentheses that are open.
    let mut closes: Vec<Vec<u8>> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = inner.get(at) {
        at += 1;
        match byte {
            b'\\' => {
                out.push(byte);
                out.extend(inner.get(at));
                at += 1;
            }
            b'*' | b'+' | b'?' | b'@' | b'!' if inner.get(at) == Some(&b'(') => {
                at += 1;
                out.push(b'(');
                closes.push(if byte == b'@' { b")".to_vec() } else { vec![b')', byte] });
            }
            b'{' => {
                let end = inner[at..].iter().position(|byte| *byte == b'}').map(|end| at + end);
                match end.filter(|end| inner.get(end + 1) == Some(&b'(')) {
                    Some(end) => {
                        out.push(b'(');
                        closes.push([b"){", &inner[at..end], b"}"].concat());
                        at = end + 2;
                    }
                    None => out.extend_from_slice(b"\\{"),
                }
            }
            b')' => match closes.pop() {
                Some(close) => out.extend_from_slice(&close),
                None => out.extend_from_slice(b"\\)"),
            },
            b'*' => out.extend_from_slice(b".*"),
            b'?' => out.push(b'.'),
            b'[' => {
                let end = bracket_end(inner, at);
                if inner[..end].last() != Some(&b']') || end == at {
                    return None;
                }
                out.push(b'[');
                if inner.get(at) == Some(&b'!') {
                    out.push(b'^');
                    at += 1;
                }
                out.extend_from_slice(&inner[at..end]);
                at = end;
            }
            b'.' | b'^' | b'$' | b'+' | b'(' => out.extend_from_slice(&[b'\\', byte]),
            b'|' if closes.is_empty() => out.extend_from_slice(b"\\|"),
            _ => out.push(byte),
        }
    }
    if open.is_none() {
        out.push(b'$');
    }
    closes.is_empty().then_some(out)
}

/// An expression as a pattern.
pub(super) fn pattern_of(expression: &[u8]) -> Vec<u8> {
    let mut inner = expression;
    let begins = inner.strip_prefix(b"^");
    inner = begins.unwrap_or(inner);
    let ends = inner.strip_suffix(b"$").filter(|rest| rest.last() != Some(&b'\\'));
    inner = ends.unwrap_or(inner);
    let mut out = Vec::new();
    if begins.is_none() {
        out.push(b'*');
    }
    // Where the parentheses that are open begin in what has been written.
    let mut opened: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = inner.get(at) {
        let begin = out.len();
        at += 1;
        let mut group = None;
        match byte {
            b'\\' => {
                let next = inner.get(at).copied();
                at += 1;
                out.push(b'\\');
                out.extend(next);
            }
            b'(' => {
                opened.push(begin);
                out.extend_from_slice(b"@(");
                continue;
            }
            b')' => {
                out.push(b')');
                group = opened.pop();
            }
            b'.' => out.push(b'?'),
            b'[' => {
                let end = bracket_end(inner, at);
                out.push(b'[');
                if inner.get(at) == Some(&b'^') {
                    out.push(b'!');
                    at += 1;
                }
                out.extend_from_slice(&inner[at..end]);
                at = end;
            }
            _ => out.push(byte),
        }
        let times = match inner.get(at) {
            Some(sign @ (b'*' | b'+' | b'?')) => {
                at += 1;
                vec![*sign]
            }
            Some(b'{') => {
                let end = inner[at..].iter().position(|byte| *byte == b'}');
                let end = end.map_or(inner.len(), |end| at + end + 1);
                let times = inner[at..end].to_vec();
                at = end;
                times
            }
            _ => continue,
        };
        match group {
            // `@(` becomes what says how often.
            Some(begin) => {
                out.splice(begin..begin + 1, times);
            }
            None if out[begin..] == *b"?" && times == b"*" => {
                out.truncate(begin);
                out.push(b'*');
            }
            None => {
                let one = out.split_off(begin);
                out.extend([&times[..], b"(", &one, b")"].concat());
            }
        }
    }
    if ends.is_none() && out.last() != Some(&b'*') {
        out.push(b'*');
    }
    if out.starts_with(b"**") {
        out.remove(0);
    }
    out
}

/// Where a bracket expression ends, after its `]`; `at`: after its `[`.
fn bracket_end(text: &[u8], at: usize) -> usize {
    let mut end = at;
    if matches!(text.get(end), Some(b'!' | b'^')) {
        end += 1;
    }
    if text.get(end) == Some(&b']') {
        end += 1;
    }
    match text.get(end..).and_then(|rest| rest.iter().position(|byte| *byte == b']')) {
        Some(close) => end + close + 1,
        None => text.len(),
    }
}
