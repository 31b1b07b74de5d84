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

/// Cuts an expression into tokens; the last one is [`Token::End`]. `elements` receives the elements
/// of arrays that tokens stand for. `starts` receives where each token of a single piece begins,
/// and where a byte that begins none.
pub(super) fn tokenize(
    pieces: &[Piece<'_>],
    names: &Names,
    syntax: &Syntax,
    elements: &mut Vec<Element>,
    depth: u32,
    starts: Option<&mut Vec<usize>>,
) -> Result<Vec<Token>> {
    let mut tokenizer = Tokenizer {
        pieces,
        names,
        syntax,
        elements,
        depth,
        starts,
        tokens: Vec::new(),
        open: false,
        next: 0,
        skip: 0,
    };
    while let Some(piece) = pieces.get(tokenizer.next) {
        tokenizer.next += 1;
        match *piece {
            Piece::Text(text) => tokenizer.text(text)?,
            Piece::Leaf(_) if tokenizer.open => return Err(ArithmeticError::SplitOperand),
            Piece::Leaf(index) => {
                tokenizer.tokens.push(Token::Leaf(index));
                tokenizer.open = true;
            }
            Piece::Key(_) => return Err(ArithmeticError::UnexpectedExpansion),
        }
    }
    tokenizer.tokens.push(Token::End);
    Ok(tokenizer.tokens)
}

struct Tokenizer<'p, 't> {
    pieces: &'p [Piece<'t>],
    names: &'p Names,
    syntax: &'p Syntax,
    elements: &'p mut Vec<Element>,
    /// How many subscripts enclose the expression.
    depth: u32,
    starts: Option<&'p mut Vec<usize>>,
    tokens: Vec<Token>,
    /// The text so far ends in something that would grow into an operand that follows.
    open: bool,
    /// The piece that is cut next.
    next: usize,
    /// How many of its bytes have been taken.
    skip: usize,
}

impl<'t> Tokenizer<'_, 't> {
    /// Whether the last token is an element, which a subscript or a member may follow.
    fn ends_in_element(&self) -> bool {
        matches!(self.tokens.last(), Some(Token::Element(_)))
    }

    /// Whether the name of a member follows here, after its period.
    fn is_member(&self, text: &[u8]) -> bool {
        matches!(text, [b'.', byte, ..] if is_name_byte(*byte) && !byte.is_ascii_digit())
            && self.syntax.compound_variables
    }

    /// The tokens of a piece of text.
    fn text(&mut self, text: &'t [u8]) -> Result<()> {
        let mut at = std::mem::take(&mut self.skip);
        if self.open
            && let Some(&byte) = text.get(at)
            && (is_name_byte(byte) || matches!(byte, b'#' | b'.' | b'['))
            && !(self.ends_in_element() && matches!(byte, b'[' | b'.'))
        {
            return Err(ArithmeticError::SplitOperand);
        }
        while let Some(byte) = text.get(at) {
            if byte.is_ascii_whitespace() {
                self.open = false;
                at += 1;
                continue;
            }
            match self.token(text, at)? {
                Some(end) => at = end,
                // What began here has ended in a later piece.
                None => break,
            }
        }
        Ok(())
    }

    /// The token at a place of a text that is no blank: where it ends; `None`: in a later piece.
    #[inline]
    fn token(&mut self, text: &'t [u8], at: usize) -> Result<Option<usize>> {
        let (byte, rest) = (text[at], &text[at..]);
        if let Some(starts) = &mut self.starts {
            starts.truncate(self.tokens.len());
            starts.push(at);
        }
        let follows = self.open && self.syntax.subscripts_may_follow;
        let goes_inside = follows && byte == b'[' && self.ends_in_element();
        if follows
            && byte == b'.'
            && let Some(Token::Element(index)) = self.tokens.last()
            && rest.get(1).is_some_and(|&byte| is_name_byte(byte))
        {
            let length = rest[1..].iter().take_while(|byte| is_name_byte(**byte)).count();
            let member = ByteString::new(&rest[1..=length]);
            self.elements[*index].rest.push(Inside::Member(member));
            return Ok(Some(at + 1 + length));
        }
        self.open = false;
        if self.syntax.has_floating_point
            && let Some((value, length)) = float(rest)
        {
            self.tokens.push(Token::Float(value));
            self.open = true;
            return Ok(Some(at + length));
        }
        // `L'c'` is `'c'`.
        let long = usize::from(byte == b'L' && rest.get(1) == Some(&b'\''));
        if (byte == b'\'' || long > 0)
            && self.syntax.characters_are_constants
            && let Some((value, length)) = character(&rest[long..])
        {
            self.tokens.push(Token::Number(value));
            self.open = true;
            return Ok(Some(at + long + length));
        }
        if byte.is_ascii_digit() {
            let is_part = |byte: &u8| is_name_byte(*byte) || matches!(byte, b'#' | b'@');
            let length = rest.iter().take_while(|byte| is_part(byte)).count();
            self.tokens.push(constant(&rest[..length], self.syntax)?);
            self.open = true;
            return Ok(Some(at + length));
        }
        if goes_inside {
            return self.subscript(text, at, true);
        }
        if is_name_byte(byte) || self.is_member(rest) {
            let mut end = at;
            while end < text.len() && (is_name_byte(text[end]) || self.is_member(&text[end..])) {
                end += 1;
            }
            let name = self.names.intern(&text[at..end]);
            self.open = true;
            if text.get(end) != Some(&b'[') {
                self.tokens.push(Token::Name(name));
                return Ok(Some(end));
            }
            self.tokens.push(Token::Element(self.elements.len()));
            let (key, index, expanded, rest) = (None, None, false, Vec::new());
            self.elements.push(Element { name, key, index, expanded, rest });
            return self.subscript(text, end, false);
        }
        Ok(Some(at + self.operator(rest)?))
    }

    /// At the `[` of a subscript of the last token: where it ends, as for [`Self::token`].
    /// `inside`: it follows another one.
    fn subscript(&mut self, text: &'t [u8], at: usize, inside: bool) -> Result<Option<usize>> {
        self.open = true;
        let mut rest: Vec<Piece<'t>> = vec![Piece::Text(&text[at + 1..])];
        rest.extend_from_slice(&self.pieces[self.next..]);
        let Some((pieces, whole, after)) = subscript(&rest) else {
            return Err(ArithmeticError::MissingBracket);
        };
        let key = match &pieces[..] {
            [Piece::Text(text)] => Some(ByteString::new(text)),
            pieces => text_of(pieces),
        };
        let index = parse_nested(&pieces, self.names, self.syntax, self.depth + 1).ok();
        if pieces.is_empty() {
            return Err(ArithmeticError::EmptySubscript);
        }
        if key.is_none() && index.is_none() {
            // The text will tell.
            return Err(ArithmeticError::SplitOperand);
        }
        if let Some(Token::Element(last)) = self.tokens.last() {
            let element = &mut self.elements[*last];
            if inside {
                element.rest.push(Inside::Element(key, index));
            } else {
                (element.key, element.index) = (key, index);
                element.expanded = pieces.iter().any(|piece| matches!(piece, Piece::Key(_)));
            }
        }
        if whole == 0 {
            return Ok(Some(at + 1 + after));
        }
        self.next += whole - 1;
        self.skip = after;
        Ok(None)
    }

    /// The operator that a text begins with: its length.
    #[inline]
    fn operator(&mut self, rest: &[u8]) -> Result<usize> {
        let is_next =
            |operator: &&[u8]| operator.first() == rest.first() && rest.starts_with(operator);
        let operator = OPERATORS.iter().copied().find(is_next);
        let operator = match operator {
            // After an operand that is no variable, and before what is none, `--` is two operators.
            Some(b"++" | b"--")
                if self.ends_in_value() && !self.steps_what_follows(rest)
                    || self.begins_two_signs(rest) =>
            {
                match rest[0] {
                    b'+' => b"+",
                    _ => b"-",
                }
            }
            Some(operator) => operator,
            None => return Err(ArithmeticError::UnexpectedByte(rest[0])),
        };
        self.tokens.push(Token::Operator(operator));
        Ok(operator.len())
    }

    /// Whether `++` or `--`, which `rest` begins with, are two signs: they follow no variable, and
    /// none follows them.
    fn begins_two_signs(&self, rest: &[u8]) -> bool {
        if !self.syntax.signs_before_step_stand_alone
            || matches!(self.tokens.last(), Some(Token::Name(_) | Token::Element(_)))
        {
            return false;
        }
        self.byte_behind(&rest[2..]).is_some_and(|byte| matches!(byte, b'+' | b'-'))
    }

    /// Whether `++` or `--`, which `rest` begins with, is a step of the variable behind it, also
    /// where an operand is before it.
    fn steps_what_follows(&self, rest: &[u8]) -> bool {
        self.syntax.steps_belong_to_variables
            && self
                .byte_behind(&rest[2..])
                .is_some_and(|byte| is_name_byte(byte) && !byte.is_ascii_digit())
    }

    /// The first byte that is no blank of `rest`, or of the text in the next pieces.
    fn byte_behind(&self, rest: &[u8]) -> Option<u8> {
        let later = self.pieces[self.next..].iter().map_while(|piece| match piece {
            Piece::Text(text) => Some(*text),
            _ => None,
        });
        let mut bytes = rest.iter().chain(later.flatten());
        bytes.find(|byte| !byte.is_ascii_whitespace()).copied()
    }

    /// Whether the last token ends an operand that no step can follow: that is no variable, or has
    /// one already.
    fn ends_in_value(&self) -> bool {
        match &self.tokens[..] {
            [.., Token::Name(_) | Token::Element(_), Token::Operator(b"++" | b"--")] => {
                self.syntax.steps_belong_to_variables
            }
            [.., last] => matches!(
                last,
                Token::Number(_) | Token::Float(_) | Token::Leaf(_) | Token::Operator(b")")
            ),
            [] => false,
        }
    }
}

/// An integer constant.
fn constant(text: &[u8], syntax: &Syntax) -> Result<Token> {
    let digits = match std::str::from_utf8(text) {
        Ok(digits) if text.iter().all(u8::is_ascii_digit) => digits,
        _ if text.first() == Some(&b'0')
            && text.contains(&b'#')
            && !syntax.base_may_begin_with_zero =>
        {
            return Err(ArithmeticError::InvalidNumber(text.into()));
        }
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
