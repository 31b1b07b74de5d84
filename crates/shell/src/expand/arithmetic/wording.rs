//! What bash says of an expression that is none (bash(1) ARITHMETIC EVALUATION).

use syntax::Names;
use syntax::arithmetic::error_token;

/// `[command: ]expression: what (error token is "rest")`.
pub(super) fn in_bash(message: &str, text: &[u8], command: &[u8], names: &Names) -> Vec<u8> {
    let text = text.trim_ascii_start();
    let number = message.strip_prefix("invalid number `").and_then(|rest| rest.strip_suffix('\''));
    let mut text = text;
    let (what, at) = if let Some(number) = number {
        // What follows has not been looked at.
        let at = memchr::memmem::find(text, number.as_bytes());
        text = &text[..at.map_or(text.len(), |at| at + number.len())];
        (of_number(number), at)
    } else if message == "division by zero" {
        let operator = text.iter().rposition(|byte| matches!(byte, b'/' | b'%'));
        ("division by 0", operator.map(|at| at + 1))
    } else if message.starts_with("exponent less than 0") {
        (message, memchr::memmem::rfind(text, b"-").map(|at| at + 1))
    } else {
        let what =
            if message.starts_with("operand expected") || message.starts_with("unexpected `$") {
                "syntax error: operand expected"
            } else if is_assignment(message) {
                "attempted assignment to non-variable"
            } else if message == "missing operator" {
                "syntax error in expression"
            } else if message.starts_with("unexpected") {
                match text.first() {
                    Some(b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                        "syntax error: invalid arithmetic operator"
                    }
                    _ => "syntax error: operand expected",
                }
            } else {
                message
            };
        (what, Some(error_token(text, names, &dialect::Dialect::Bash.rules().syntax)))
    };
    let rest = at.and_then(|at| text.get(at..)).unwrap_or(text).trim_ascii_start();
    let mut report = Vec::new();
    for part in [command, text] {
        if !part.is_empty() {
            report.extend_from_slice(part);
            report.extend_from_slice(b": ");
        }
    }
    report.extend_from_slice(what.as_bytes());
    report.extend_from_slice(b" (error token is \"");
    report.extend_from_slice(rest);
    report.extend_from_slice(b"\")");
    report
}

/// Whether a text is no expression, as ksh93 says of most that is wrong.
pub(super) fn is_of_syntax(message: &str) -> bool {
    ["unexpected", "invalid number", "missing", "operand expected"]
        .iter()
        .any(|begin| message.starts_with(begin))
}

/// Whether what is left over begins with an operator that assigns.
fn is_assignment(message: &str) -> bool {
    let operator = message.strip_prefix("unexpected `").and_then(|rest| rest.strip_suffix('\''));
    operator.is_some_and(|operator| {
        operator.ends_with('=') && !matches!(operator, "==" | "!=" | "<=" | ">=")
    })
}

/// What is wrong with a constant.
fn of_number(number: &str) -> &'static str {
    match number.split_once('#') {
        None => "value too great for base",
        Some((base, digits)) if base == "0" || digits.contains('#') => "invalid number",
        Some((base, digits)) => match base.parse::<u32>() {
            Ok(2..=64) if digits.is_empty() => "invalid integer constant",
            Ok(2..=64) => "value too great for base",
            Ok(_) => "invalid arithmetic base",
            Err(_) => "invalid number",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(message: &str, text: &str) -> String {
        let report = in_bash(message, text.as_bytes(), b"", &Names::default());
        String::from_utf8_lossy(&report).into_owned()
    }

    #[test]
    fn the_token_is_where_the_error_is_noticed() {
        let at_end = "operand expected at the end";
        assert_eq!(of(at_end, "1 +"), "1 +: syntax error: operand expected (error token is \"+\")");
        assert_eq!(
            of("operand expected before `*'", "1 + * 2"),
            "1 + * 2: syntax error: operand expected (error token is \"* 2\")"
        );
        assert_eq!(
            of("missing operator", "a b"),
            "a b: syntax error in expression (error token is \"b\")"
        );
        assert_eq!(
            of("invalid number `09'", "1+09"),
            "1+09: value too great for base (error token is \"09\")"
        );
        assert_eq!(of("division by zero", "7 / 0"), "7 / 0: division by 0 (error token is \"0\")");
    }
}
