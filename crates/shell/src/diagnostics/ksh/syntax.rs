//! Errors of syntax in ksh93u+m's words.
//!
//! The value is `syntax::SyntaxErrorKind`, with the line it was found on and the line where an
//! unclosed construct begins, which ksh93 both says.

use crate::diagnostics::own;
use crate::diagnostics::syntax::Source;
use crate::script::Origin;
use syntax::{Construct, FoundToken, SyntaxError, SyntaxErrorKind};

/// The message about a syntax error, with its line, as ksh93 words it.
pub(in crate::diagnostics) fn report(error: &SyntaxError, source: &Source<'_>) -> Vec<u8> {
    let mut report = source.shell.to_vec();
    match (source.origin, source.sourced) {
        (Origin::Eval | Origin::Substitution, _) => report.extend_from_slice(b": eval"),
        (Origin::Sourced, Some(path)) => report.extend_from_slice(&[b": .: ", path].concat()),
        _ => {}
    }
    // In `eval` lines are those of its text.
    let before = match source.origin {
        Origin::Eval | Origin::Substitution | Origin::Trap => source.command_line.saturating_sub(1),
        _ => 0,
    };
    let line = match error.kind {
        SyntaxErrorKind::Unclosed {
            construct: Construct::Elements | Construct::ProcessSubstitution,
            end_line,
        } => end_line,
        _ => error.span.line,
    };
    let line = line.saturating_sub(before).max(1);
    let what = what(&error.kind);
    report.extend_from_slice(format!(": syntax error at line {line}: {what}\n").as_bytes());
    report
}

fn what(kind: &SyntaxErrorKind) -> String {
    match kind {
        // It does not look for the parenthesis.
        SyntaxErrorKind::Unclosed {
            construct: Construct::Elements | Construct::ProcessSubstitution,
            ..
        }
        | SyntaxErrorKind::UnexpectedEnd { .. } => "`end of file' unexpected".into(),
        SyntaxErrorKind::Unclosed { construct, .. } => {
            let opener = match construct.closer() {
                ")" | "))" => "(",
                "}" => "{",
                "]" => "[",
                quote => quote,
            };
            format!("`{opener}' unmatched")
        }
        SyntaxErrorKind::Unexpected { token: FoundToken::Newline, .. } => {
            "`newline' unexpected".into()
        }
        SyntaxErrorKind::Unexpected { token: FoundToken::Text(text), .. } => {
            let text = match &text[..] {
                [b'<' | b'>', b'(', ..] => &text[..2],
                text => text,
            };
            // A backslash is shown as it is, what a terminal does not show is not.
            format!("`{}' unexpected", text.escape_ascii().to_string().replace("\\\\", "\\"))
        }
        kind => own::syntax::what(kind),
    }
}
