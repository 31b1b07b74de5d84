//! Subscripts that are keys of associative arrays or expressions: which, is known when the array is.

use crate::Names;
use crate::names::{Name, is_name_byte};
use crate::tree::Part;

/// The arrays in whose subscripts an expansion is not all that there is, as in `m[$x,$y]`. Should
/// one of them be associative, such a subscript is a key, which no value of an expression is.
pub(crate) fn composed(parts: &[Part], names: &Names) -> Box<[Name]> {
    if !parts.iter().any(|part| text(part).is_some_and(|text| text.contains(&b'['))) {
        return Box::default();
    }
    let mut found = Vec::new();
    let mut open: Vec<Vec<u8>> = Vec::new();
    let mut name = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let Some(own) = text(part) else {
            let before = at.checked_sub(1).and_then(|at| text(parts.get(at)?));
            let after = parts.get(at + 1).and_then(text);
            let alone = before.is_some_and(|text| text.ends_with(b"["))
                && after.is_some_and(|text| text.starts_with(b"]"));
            let around = open.len().saturating_sub(usize::from(alone));
            found.extend(open[..around].iter().filter(|name| !name.is_empty()).cloned());
            name.clear();
            continue;
        };
        for &byte in own {
            match byte {
                b'[' => open.push(std::mem::take(&mut name)),
                b']' => {
                    open.pop();
                    name.clear();
                }
                byte if is_name_byte(byte) => name.push(byte),
                _ => name.clear(),
            }
        }
    }
    found.sort();
    found.dedup();
    found.iter().map(|name| names.intern(name)).collect()
}

/// The text of a part that is no expansion.
fn text(part: &Part) -> Option<&[u8]> {
    match part {
        Part::Quoted(text) | Part::Literal(text) => Some(text),
        _ => None,
    }
}
