//! Errors of arithmetic in bash 5.2's words (bash(1), ARITHMETIC EVALUATION).
//!
//! The expression and the text at which the error is come with the problem; bash shows both.
//! `diagnostics::bash` calls this for `Problem::Arithmetic`.

use crate::diagnostics::{ArithmeticProblem, own};
use crate::expand::arithmetic::ArithmeticFault;
use syntax::arithmetic::ArithmeticError;

/// `[command: ]expression: what (error token is "rest")`.
pub(in crate::diagnostics) fn words(problem: &ArithmeticProblem<'_>) -> Vec<u8> {
    let mut text = problem.value.unwrap_or(problem.expression).trim_ascii_start();
    let of_fault;
    let (what, at) = match problem.fault {
        ArithmeticFault::Syntax(ArithmeticError::InvalidNumber(number)) => {
            // What follows has not been looked at.
            let at = byte_search::memmem::find(text, number);
            text = &text[..at.map_or(text.len(), |at| at + number.len())];
            (of_number(number), at)
        }
        ArithmeticFault::RefersToItself => {
            ("expression recursion level exceeded", Some(problem.noticed))
        }
        ArithmeticFault::DivisionByZero => {
            let operator = text.iter().rposition(|byte| matches!(byte, b'/' | b'%'));
            ("division by 0", operator.map(|at| at + 1))
        }
        ArithmeticFault::NegativeExponent => {
            ("exponent less than 0", byte_search::memmem::rfind(text, b"-").map(|at| at + 1))
        }
        ArithmeticFault::Syntax(error) if let Some(what) = of_syntax(error, text) => {
            (what, Some(problem.noticed))
        }
        fault => {
            of_fault = own::arithmetic::what(fault);
            (&of_fault[..], Some(problem.noticed))
        }
    };
    let rest = at.and_then(|at| text.get(at..)).unwrap_or(text).trim_ascii_start();
    let mut words = Vec::new();
    for part in [problem.command, text] {
        if !part.is_empty() {
            words.extend_from_slice(part);
            words.extend_from_slice(b": ");
        }
    }
    words.extend_from_slice(what.as_bytes());
    words.extend_from_slice(b" (error token is \"");
    words.extend_from_slice(rest);
    words.extend_from_slice(b"\")");
    words
}

/// What is wrong with a text that is no expression; `None` where the words are forkless' own.
fn of_syntax(error: &ArithmeticError, text: &[u8]) -> Option<&'static str> {
    Some(match error {
        ArithmeticError::OperandExpectedBefore(_)
        | ArithmeticError::OperandExpectedAtEnd
        | ArithmeticError::UnexpectedByte(b'$') => "syntax error: operand expected",
        ArithmeticError::UnexpectedOperator(operator) if is_assignment(operator) => {
            "attempted assignment to non-variable"
        }
        ArithmeticError::MissingBracket => "bad array subscript",
        ArithmeticError::MissingOperator => "syntax error in expression",
        ArithmeticError::UnexpectedOperator(_)
        | ArithmeticError::UnexpectedByte(_)
        | ArithmeticError::UnexpectedExpansion => match text.first() {
            Some(b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                "syntax error: invalid arithmetic operator"
            }
            _ => "syntax error: operand expected",
        },
        _ => return None,
    })
}

/// Whether an operator assigns.
fn is_assignment(operator: &[u8]) -> bool {
    operator.ends_with(b"=") && !matches!(operator, b"==" | b"!=" | b"<=" | b">=")
}

/// What is wrong with a constant.
fn of_number(number: &[u8]) -> &'static str {
    let Some(at) = byte_search::memchr(b'#', number) else { return "value too great for base" };
    let (base, digits) = (&number[..at], &number[at + 1..]);
    if base.starts_with(b"0") {
        // The base is itself read as an octal or a hexadecimal constant first.
        let constant = match base {
            [b'0', b'x' | b'X', digits @ ..] => digits.iter().all(u8::is_ascii_hexdigit),
            digits => digits.iter().all(|digit| matches!(digit, b'0'..=b'7')),
        };
        return if constant { "invalid number" } else { "value too great for base" };
    }
    match byte_search::memchr(b'#', digits) {
        Some(0) => return "invalid integer constant",
        Some(_) => return "invalid number",
        None => {}
    }
    match std::str::from_utf8(base).ok().and_then(|base| base.parse::<u32>().ok()) {
        None => "invalid number",
        Some(2..=64) if digits.is_empty() => "invalid integer constant",
        Some(2..=64) => "value too great for base",
        Some(_) => "invalid arithmetic base",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syntax::Names;
    use syntax::arithmetic::{Piece, error_token, parse};

    /// The words for what is wrong with a text.
    fn of(text: &str) -> String {
        let (names, syntax) = (Names::new(), &dialect::Dialect::Bash.rules().syntax);
        let expression = text.as_bytes();
        let fault = match parse(&[Piece::Text(expression)], &names, syntax) {
            Ok(_) => ArithmeticFault::DivisionByZero,
            Err(error) => error.into(),
        };
        let noticed = error_token(expression, &names, syntax);
        let problem =
            ArithmeticProblem { fault: &fault, expression, value: None, command: b"", noticed };
        String::from_utf8_lossy(&words(&problem)).into_owned()
    }

    #[test]
    fn the_token_is_where_the_error_is_noticed() {
        for (text, wanted) in [
            ("1 +", "1 +: syntax error: operand expected (error token is \"+\")"),
            ("1 + * 2", "1 + * 2: syntax error: operand expected (error token is \"* 2\")"),
            ("a b", "a b: syntax error in expression (error token is \"b\")"),
            ("1+09", "1+09: value too great for base (error token is \"09\")"),
            ("02#1", "02#1: invalid number (error token is \"02#1\")"),
            ("0x2#1", "0x2#1: invalid number (error token is \"0x2#1\")"),
            ("09#1", "09#1: value too great for base (error token is \"09#1\")"),
            ("2##1", "2##1: invalid integer constant (error token is \"2##1\")"),
            ("2#1#1", "2#1#1: invalid number (error token is \"2#1#1\")"),
            ("7 / 0", "7 / 0: division by 0 (error token is \"0\")"),
        ] {
            assert_eq!(of(text), wanted);
        }
    }
}
