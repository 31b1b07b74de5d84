//! Errors of syntax in bash 5.2's words.
//!
//! The value is `syntax::SyntaxErrorKind` with its operands, and the line of the script that bash
//! repeats. `diagnostics::syntax` decides which voice is asked.

use crate::diagnostics::own;
use crate::diagnostics::syntax::Source;
use crate::script::Origin;
use syntax::{ConditionalFault, Construct, FoundToken, SyntaxError, SyntaxErrorKind};

/// The message, and below it the line of the script with a token that has no place.
pub(in crate::diagnostics) fn report(error: &SyntaxError, source: &Source<'_>) -> Vec<u8> {
    let text = match source.origin {
        Origin::Script | Origin::Sourced => "",
        Origin::Argument => "-c: ",
        Origin::Eval => "eval: ",
        Origin::Substitution => "command substitution: ",
        Origin::Trap => "trap: ",
    };
    let place = match source.interactive && source.origin != Origin::Argument {
        true => format!(": {text}"),
        false => format!(": {text}line {}: ", line(error)),
    };
    let file = source.file;
    if let SyntaxErrorKind::Conditional(fault) = &error.kind {
        let lines = of_conditional(fault);
        let lines = lines.iter().map(|line| [file, place.as_bytes(), &line[..], b"\n"].concat());
        return lines.collect::<Vec<_>>().concat();
    }
    let mut report = [file, place.as_bytes(), what(error).as_bytes(), b"\n"].concat();
    if let Some(shown) = shown(error).filter(|_| !source.interactive) {
        report.extend_from_slice(&[file, place.as_bytes(), &shown, b"\n"].concat());
    }
    report
}

/// What is said of something wrong in `[[ ]]`, a line each.
fn of_conditional(fault: &ConditionalFault) -> Vec<Vec<u8>> {
    let spelled = |token: &FoundToken| match token {
        FoundToken::Newline | FoundToken::End => b"newline".to_vec(),
        FoundToken::Text(text) => text.to_vec(),
    };
    let around = |before: &str, token: &FoundToken, after: &str| {
        vec![[before.as_bytes(), &spelled(token), after.as_bytes()].concat()]
    };
    match fault {
        ConditionalFault::OperandMissing => Vec::new(),
        ConditionalFault::NoOperand(FoundToken::End) => {
            vec![b"unexpected token `EOF' in conditional command".to_vec()]
        }
        ConditionalFault::NoOperand(found) => {
            around("unexpected token `", found, "' in conditional command")
        }
        ConditionalFault::NoOperator(None) => {
            vec![b"conditional binary operator expected".to_vec()]
        }
        ConditionalFault::NoOperator(Some(found)) => {
            around("unexpected token `", found, "', conditional binary operator expected")
        }
        ConditionalFault::NoArgument { found, is_binary } => {
            let kind = if *is_binary { "binary" } else { "unary" };
            let after = format!("' to conditional {kind} operator");
            around("unexpected argument `", found, &after)
        }
        ConditionalFault::Unclosed { is_empty: true, .. } => {
            vec![b"unexpected token `)' in conditional command".to_vec(), b"expected `)'".to_vec()]
        }
        ConditionalFault::Unclosed { found, is_empty: false } => {
            around("unexpected token `", found, "', expected `)'")
        }
        ConditionalFault::Followed(None) => {
            vec![b"syntax error in conditional expression".to_vec()]
        }
        ConditionalFault::Followed(Some(found)) => {
            around("syntax error in conditional expression: unexpected token `", found, "'")
        }
        ConditionalFault::End(_) => vec![b"unexpected EOF while looking for `]]'".to_vec()],
    }
}

/// The line that is named.
fn line(error: &SyntaxError) -> u32 {
    match error.kind {
        // The end is on the line after the last, whether that is a whole one or not.
        SyntaxErrorKind::Conditional(ConditionalFault::End(line)) => line,
        SyntaxErrorKind::UnexpectedEnd { .. }
        | SyntaxErrorKind::Conditional(ConditionalFault::NoOperand(FoundToken::End)) => {
            error.span.line + u32::from(error.span.column > 1)
        }
        SyntaxErrorKind::Unclosed {
            construct: Construct::ArithmeticInBrackets | Construct::CommandSubstitution,
            end_line,
        } => end_line,
        _ => error.span.line,
    }
}

fn what(error: &SyntaxError) -> String {
    match &error.kind {
        SyntaxErrorKind::Unclosed { construct, .. } => {
            let closer = &construct.closer()[..1];
            format!("unexpected EOF while looking for matching `{closer}'")
        }
        SyntaxErrorKind::Unexpected { token: FoundToken::Newline, .. } => {
            "syntax error near unexpected token `newline'".into()
        }
        SyntaxErrorKind::Unexpected { token: FoundToken::Text(text), .. } => {
            format!("syntax error near unexpected token `{}'", text.escape_ascii())
        }
        SyntaxErrorKind::UnexpectedEnd { .. } => "syntax error: unexpected end of file".into(),
        SyntaxErrorKind::ForClauses { too_many: true, .. } => "syntax error: `;' unexpected".into(),
        SyntaxErrorKind::ForClauses { too_many: false, .. } => {
            "syntax error: arithmetic expression required".into()
        }
        kind => format!("syntax error: {}", own::syntax::what(kind)),
    }
}

/// What is shown of the script.
fn shown(error: &SyntaxError) -> Option<Vec<u8>> {
    match &error.kind {
        SyntaxErrorKind::Unexpected { .. } => {
            let line = error.source_line.as_ref().filter(|line| !line.is_empty())?;
            Some([b"`", &line[..], b"'"].concat())
        }
        SyntaxErrorKind::ForClauses { text: Some(text), .. } => {
            Some([b"syntax error: `", &text[..], b"'"].concat())
        }
        _ => None,
    }
}
