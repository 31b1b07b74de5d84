//! Cutting an arithmetic expression (POSIX XCU 2.6.4) into tokens.

use super::constants::{character, float, number};
use super::error::{ArithmeticError, Result};
use super::{Element, Inside, Piece, parse_nested};
use crate::bytes::ByteString;
use crate::names::{Name, Names, is_name_byte};
use dialect::syntax::{LeadingZero, Syntax};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token {
    Number(i64),
    Float(f64),
    Name(Name),
    /// The array element with this index in the list of them.
    Element(usize),
    Leaf(u16),
    Operator(&'static [u8]),
    End,
}

/// Operators, longest first.
const OPERATORS: &[&[u8]] = &[
    b"<<=", b">>=", b"**", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"++", b"--",
    b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"^=", b"|=", b"+", b"-", b"*", b"/", b"%", b"<",
    b">", b"=", b"!", b"~", b"&", b"^", b"|", b"?", b":", b"(", b")", b",",
];

/// `starts` is told where each token of a single piece begins, and a byte that begins none.
pub(super) fn tokenize(
    pieces: &[Piece<'_>],
    names: &Names,
    syntax: &Syntax,
    elements: &mut Vec<Element>,
    depth: u32,
    mut starts: Option<&mut Vec<usize>>,
) -> Result<Vec<Token>> {
    let mut tokens = Vec::new();
    // Whether the text so far ends in something that would grow into a following operand.
    let mut open = false;
    let mut number_of_piece = 0;
    let mut skip = 0;
    while let Some(piece) = pieces.get(number_of_piece) {
        number_of_piece += 1;
        let text = match *piece {
            Piece::Leaf(index) => {
                if open {
                    return Err(ArithmeticError::SplitOperand);
                }
                tokens.push(Token::Leaf(index));
                open = true;
                continue;
            }
            Piece::Key(_) => return Err(ArithmeticError::UnexpectedExpansion),
            Piece::Text(text) => text,
        };
        let mut at = std::mem::take(&mut skip);
        let goes_on = matches!(tokens.last(), Some(Token::Element(_)))
            && matches!(text.get(at), Some(b'[' | b'.'));
        if open
            && !goes_on
            && text
                .get(at)
                .is_some_and(|&byte| is_name_byte(byte) || matches!(byte, b'#' | b'.' | b'['))
        {
            return Err(ArithmeticError::SplitOperand);
        }
        while at < text.len() {
            let byte = text[at];
            if let Some(starts) = &mut starts
                && !byte.is_ascii_whitespace()
            {
                starts.truncate(tokens.len());
                starts.push(at);
            }
            let goes_inside = if open && byte == b'[' {
                matches!(tokens.last(), Some(Token::Element(_)))
            } else {
                false
            };
            if open
                && byte == b'.'
                && let Some(Token::Element(index)) = tokens.last()
                && text.get(at + 1).is_some_and(|&byte| is_name_byte(byte))
            {
                let rest = &text[at + 1..];
                let end = rest.iter().position(|&b| !is_name_byte(b)).unwrap_or(rest.len());
                elements[*index].rest.push(Inside::Member(ByteString::new(&rest[..end])));
                at += 1 + end;
                continue;
            }
            open = false;
            if byte.is_ascii_whitespace() {
                at += 1;
            } else if let Some((value, length)) = float(&text[at..]) {
                tokens.push(Token::Float(value));
                at += length;
                open = true;
            } else if (byte == b'\'' || byte == b'L' && text.get(at + 1) == Some(&b'\''))
                && let Some((value, length)) = character(&text[at + usize::from(byte == b'L')..])
            {
                // `L'c'` is the same.
                tokens.push(Token::Number(value));
                at += length + usize::from(byte == b'L');
                open = true;
            } else if byte.is_ascii_digit() {
                let end = text[at..]
                    .iter()
                    .position(|&b| !(is_name_byte(b) || b == b'#' || b == b'@'))
                    .map_or(text.len(), |n| at + n);
                tokens.push(constant(&text[at..end], syntax)?);
                at = end;
                open = true;
            } else if goes_inside || is_name_byte(byte) || is_member(&text[at..]) {
                if !goes_inside {
                    let begin = at;
                    while at < text.len() && (is_name_byte(text[at]) || is_member(&text[at..])) {
                        at += 1;
                    }
                    let spelled = &text[begin..at];
                    let name = names.intern(spelled);
                    open = true;
                    if text.get(at) != Some(&b'[') {
                        tokens.push(Token::Name(name));
                        continue;
                    }
                    tokens.push(Token::Element(elements.len()));
                    elements.push(Element {
                        name,
                        key: None,
                        index: None,
                        expanded: false,
                        rest: Vec::new(),
                    });
                }
                open = true;
                let mut rest: Vec<Piece<'_>> = vec![Piece::Text(&text[at + 1..])];
                rest.extend_from_slice(&pieces[number_of_piece..]);
                let Some((inside, whole, after)) = subscript(&rest) else {
                    return Err(ArithmeticError::MissingBracket);
                };
                let key = match &inside[..] {
                    [Piece::Text(text)] => Some(ByteString::new(text)),
                    pieces => text_of(pieces),
                };
                let index = parse_nested(&inside, names, syntax, depth + 1).ok();
                if inside.is_empty() {
                    return Err(ArithmeticError::EmptySubscript);
                }
                if key.is_none() && index.is_none() {
                    // The text will tell.
                    return Err(ArithmeticError::SplitOperand);
                }
                let expanded = inside.iter().any(|piece| matches!(piece, Piece::Key(_)));
                if let Some(Token::Element(last)) = tokens.last() {
                    let element = &mut elements[*last];
                    if goes_inside {
                        element.rest.push(Inside::Element(key, index));
                    } else {
                        (element.key, element.index) = (key, index);
                        element.expanded = expanded;
                    }
                }
                if whole == 0 {
                    at += 1 + after;
                } else {
                    // It ended in a later piece.
                    number_of_piece += whole - 1;
                    skip = after;
                    break;
                }
            } else {
                let rest = &text[at..];
                match OPERATORS.iter().copied().find(|operator| rest.starts_with(operator)) {
                    // After an operand that is no variable, `--` is two operators.
                    Some(b"++" | b"--")
                        if matches!(
                            tokens.last(),
                            Some(
                                Token::Number(_)
                                    | Token::Float(_)
                                    | Token::Leaf(_)
                                    | Token::Operator(b")")
                            )
                        ) =>
                    {
                        let one: &'static [u8] = if rest[0] == b'+' { b"+" } else { b"-" };
                        tokens.push(Token::Operator(one));
                        at += 1;
                    }
                    Some(operator) => {
                        tokens.push(Token::Operator(operator));
                        at += operator.len();
                    }
                    None => {
                        return Err(ArithmeticError::UnexpectedByte(rest[0]));
                    }
                }
            }
        }
    }
    tokens.push(Token::End);
    Ok(tokens)
}

/// An integer constant.
fn constant(text: &[u8], syntax: &Syntax) -> Result<Token> {
    let digits = match std::str::from_utf8(text) {
        Ok(digits) if text.iter().all(u8::is_ascii_digit) => digits,
        _ => return Ok(Token::Number(number(text)?)),
    };
    match digits.parse() {
        Err(_) if syntax.large_constant_is_float && !is_octal(text, syntax) => Ok(Token::Float(
            digits.parse().map_err(|_| ArithmeticError::InvalidNumber(text.into()))?,
        )),
        Ok(number) if !is_octal(text, syntax) => Ok(Token::Number(number)),
        _ => Ok(Token::Number(number(text)?)),
    }
}

/// Whether digits are those of an octal constant.
fn is_octal(digits: &[u8], syntax: &Syntax) -> bool {
    syntax.leading_zero == LeadingZero::Octal && digits.first() == Some(&b'0')
}

/// Whether a member's name follows here, after its period.
fn is_member(text: &[u8]) -> bool {
    matches!(text, [b'.', byte, ..] if is_name_byte(*byte) && !byte.is_ascii_digit())
}

/// After the `[` of a subscript: what is inside, how many whole pieces it took, and how many
/// bytes of the piece it ends in, with the `]`.
fn subscript<'p>(pieces: &[Piece<'p>]) -> Option<(Vec<Piece<'p>>, usize, usize)> {
    let mut inside = Vec::new();
    let mut open = 0usize;
    for (index, piece) in pieces.iter().enumerate() {
        let Piece::Text(text) = *piece else {
            inside.push(*piece);
            continue;
        };
        for (at, &byte) in text.iter().enumerate() {
            match byte {
                b'[' => open += 1,
                b']' if open > 0 => open -= 1,
                b']' => {
                    if at > 0 {
                        inside.push(Piece::Text(&text[..at]));
                    }
                    return Some((inside, index, at + 1));
                }
                _ => {}
            }
        }
        if !text.is_empty() {
            inside.push(*piece);
        }
    }
    None
}

/// The text of a subscript all of which is known; None where it is empty.
fn text_of(pieces: &[Piece<'_>]) -> Option<ByteString> {
    let mut text = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(more) | Piece::Key(more) => text.extend_from_slice(more),
            Piece::Leaf(_) => return None,
        }
    }
    (!pieces.is_empty()).then(|| ByteString::from(text))
}
