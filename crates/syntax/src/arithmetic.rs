//! Arithmetic expressions (POSIX XCU 2.6.4 and XCU 1.1.2.1): text to a tree.
//!
//! All integer operators of C, and those that bash and ksh add alike: `**`, `,`, `++`, `--`
//! and constants in any base (`16#ff`); elements of arrays; from ksh93 constants with a point
//! and the functions of math.h. Integers are 64-bit two's complement.

use crate::bytes::ByteString;
use crate::names::{Name, Names, is_name_byte};

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A constant.
    Number(i64),
    /// The value of a variable.
    Variable(Name),
    /// The value of the expansion with this index in the enclosing [`crate::tree::Arithmetic`].
    Leaf(u16),
    /// An operator with one operand.
    Unary(Unary, Box<Expression>),
    /// An operator with two operands, both evaluated.
    Binary(Binary, Box<(Expression, Expression)>),
    /// `&&`
    And(Box<(Expression, Expression)>),
    /// `||`
    Or(Box<(Expression, Expression)>),
    /// `a ? b : c`
    Conditional(Box<(Expression, Expression, Expression)>),
    /// `name = value`, `name op= value`
    Assign(Name, Option<Binary>, Box<Expression>),
    /// `++name`, `name++`, `--name`, `name--`
    Step {
        /// The variable.
        name: Name,
        /// What is added.
        by: i64,
        /// The value is the one before.
        postfix: bool,
    },
    /// `a , b`
    Comma(Box<(Expression, Expression)>),
    /// A constant with a point or an exponent.
    Float(f64),
    /// `name[subscript]`
    Element(Box<Element>),
    /// `name[subscript] = value`, `name[subscript] op= value`
    AssignElement(Box<Element>, Option<Binary>, Box<Expression>),
    /// `++name[subscript]` and its kin.
    StepElement {
        /// The element.
        element: Box<Element>,
        /// What is added.
        by: i64,
        /// The value is the one before.
        postfix: bool,
    },
    /// A function of math.h.
    Call(&'static str, Box<[Expression]>),
    /// An expression in which members of compound variables are named: `a.b` (ksh93).
    Members(Box<Expression>),
    /// A function that the script defines: `.sh.math.name` (ksh93).
    Defined(Name, Box<[Expression]>),
}

/// An element of an array.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The array.
    pub name: Name,
    /// The subscript as a key; None where only its value will be known.
    pub key: Option<ByteString>,
    /// The subscript as an expression, where it is one.
    pub index: Option<Expression>,
    /// The key is what expansions gave, and is not to be expanded again.
    pub expanded: bool,
    /// What follows: `[subscript]` or `.member` (ksh93).
    pub rest: Vec<Inside>,
}

/// A step into an element that is a variable itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Inside {
    /// `.member`
    Member(ByteString),
    /// `[subscript]`, as a key and as an expression, as in [`Element`].
    Element(Option<ByteString>, Option<Expression>),
}

/// The functions of math.h that an expression may call, and how many operands each has.
pub const FUNCTIONS: &[(&str, usize)] = &[
    ("abs", 1),
    ("acos", 1),
    ("acosh", 1),
    ("asin", 1),
    ("asinh", 1),
    ("atan", 1),
    ("atan2", 2),
    ("atanh", 1),
    ("cbrt", 1),
    ("ceil", 1),
    ("copysign", 2),
    ("cos", 1),
    ("cosh", 1),
    ("erf", 1),
    ("erfc", 1),
    ("exp", 1),
    ("exp10", 1),
    ("exp2", 1),
    ("expm1", 1),
    ("fabs", 1),
    ("fdim", 2),
    ("float", 1),
    ("floor", 1),
    ("fma", 3),
    ("fmax", 2),
    ("fmin", 2),
    ("fmod", 2),
    ("fpclassify", 1),
    ("hypot", 2),
    ("ilogb", 1),
    ("int", 1),
    ("isfinite", 1),
    ("isgreater", 2),
    ("isgreaterequal", 2),
    ("isinf", 1),
    ("isinfinite", 1),
    ("isless", 2),
    ("islessequal", 2),
    ("islessgreater", 2),
    ("isnan", 1),
    ("isnormal", 1),
    ("issubnormal", 1),
    ("isunordered", 2),
    ("iszero", 1),
    ("j0", 1),
    ("j1", 1),
    ("jn", 2),
    ("ldexp", 2),
    ("lgamma", 1),
    ("log", 1),
    ("log10", 1),
    ("log1p", 1),
    ("log2", 1),
    ("logb", 1),
    ("nearbyint", 1),
    ("nextafter", 2),
    ("nexttoward", 2),
    ("pow", 2),
    ("remainder", 2),
    ("rint", 1),
    ("round", 1),
    ("scalb", 2),
    ("scalbn", 2),
    ("signbit", 1),
    ("sin", 1),
    ("sinh", 1),
    ("sqrt", 1),
    ("tan", 1),
    ("tanh", 1),
    ("tgamma", 1),
    ("trunc", 1),
    ("y0", 1),
    ("y1", 1),
    ("yn", 2),
];

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-`
    Minus,
    /// `+`
    Plus,
    /// `!`
    Not,
    /// `~`
    Complement,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Xor,
    Or,
}

/// A piece of the text to parse: literal text, or an expansion whose value comes later.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    /// Text.
    Text(&'a [u8]),
    /// The expansion with this index.
    Leaf(u16),
    /// What an expansion in the subscript of an associative array gave: it is part of the key,
    /// whatever it looks like.
    Key(&'a [u8]),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
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

/// Parses an expression. An empty one is 0. The error says what is wrong, without the name
/// of the construct. `ksh`: a leading zero does not make a number octal, a constant that no
/// integer holds is one with a fraction, and `++` wants a variable.
pub fn parse(pieces: &[Piece<'_>], names: &Names, ksh: bool) -> Result<Expression, String> {
    parse_nested(pieces, names, ksh, 0)
}

fn parse_nested(
    pieces: &[Piece<'_>],
    names: &Names,
    ksh: bool,
    depth: u32,
) -> Result<Expression, String> {
    if depth > 50 {
        return Err("nested too deeply".into());
    }
    let mut elements = Vec::new();
    let tokens = tokenize(pieces, names, ksh, &mut elements, depth)?;
    if tokens.len() == 1 {
        return Ok(Expression::Number(0));
    }
    let mut parser = Parser { tokens: &tokens, elements: &elements, names, ksh, at: 0, depth: 0 };
    let expression = parser.comma()?;
    let is_member = |token: &Token| match token {
        Token::Name(name) => names.text(*name).iter().skip(1).any(|byte| *byte == b'.'),
        _ => false,
    };
    match parser.peek() {
        Token::End if depth == 0 && tokens.iter().any(is_member) => {
            Ok(Expression::Members(Box::new(expression)))
        }
        Token::End => Ok(expression),
        Token::Operator(operator) => Err(format!("unexpected `{}'", operator.escape_ascii())),
        _ => Err("missing operator".into()),
    }
}

fn tokenize(
    pieces: &[Piece<'_>],
    names: &Names,
    ksh: bool,
    elements: &mut Vec<Element>,
    depth: u32,
) -> Result<Vec<Token>, String> {
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
                    return Err("operand made of several parts".into());
                }
                tokens.push(Token::Leaf(index));
                open = true;
                continue;
            }
            Piece::Key(_) => return Err("unexpected expansion".into()),
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
            return Err("operand made of several parts".into());
        }
        while at < text.len() {
            let byte = text[at];
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
                tokens.push(constant(&text[at..end], ksh)?);
                at = end;
                open = true;
            } else if goes_inside || is_name_byte(byte) || is_member(&text[at..]) {
                if !goes_inside {
                    let begin = at;
                    while at < text.len() && (is_name_byte(text[at]) || is_member(&text[at..])) {
                        at += 1;
                    }
                    let spelled = &text[begin..at];
                    let spelled = crate::parameter::bash_name(spelled).unwrap_or(spelled);
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
                    return Err("missing `]'".into());
                };
                let key = match &inside[..] {
                    [Piece::Text(text)] => Some(ByteString::new(text)),
                    pieces => text_of(pieces),
                };
                let index = parse_nested(&inside, names, ksh, depth + 1).ok();
                if inside.is_empty() {
                    return Err("empty subscript".into());
                }
                if key.is_none() && index.is_none() {
                    // The text will tell.
                    return Err("operand made of several parts".into());
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
                        return Err(format!("unexpected `{}'", rest[..1].escape_ascii()));
                    }
                }
            }
        }
    }
    tokens.push(Token::End);
    Ok(tokens)
}

/// `'c'` (ksh93): the number of a character, and the length of this.
fn character(text: &[u8]) -> Option<(i64, usize)> {
    let inside = text.get(1..)?;
    let (value, length) = match inside {
        [b'\\', letter, rest @ ..] => {
            let digits = |base: u32, most: usize, text: &[u8]| {
                let digit = |byte: &&u8| char::from(**byte).is_digit(base);
                let count = text.iter().take(most).take_while(digit).count();
                let value = text[..count].iter().fold(0i64, |value, &byte| {
                    let digit = char::from(byte).to_digit(base).unwrap_or(0);
                    value * i64::from(base) + i64::from(digit)
                });
                (value, count)
            };
            match letter {
                b'0'..=b'7' => {
                    let (value, count) = digits(8, 4, &inside[1..]);
                    (value & 0xff, 1 + count)
                }
                b'x' => {
                    let (value, count) = digits(16, 2, rest);
                    (value, 2 + count)
                }
                b'u' => {
                    let (value, count) = digits(16, 4, rest);
                    (value, 2 + count)
                }
                letter => {
                    let value = match letter {
                        b'a' => 7,
                        b'b' => 8,
                        b'e' | b'E' => 27,
                        b'f' => 12,
                        b'n' => 10,
                        b'r' => 13,
                        b't' => 9,
                        b'v' => 11,
                        other => i64::from(*other),
                    };
                    (value, 2)
                }
            }
        }
        _ => {
            let chunk = inside.utf8_chunks().next()?;
            match chunk.valid().chars().next() {
                Some(c) => (i64::from(u32::from(c)), c.len_utf8()),
                None => (i64::from(*inside.first()?), 1),
            }
        }
    };
    (inside.get(length) == Some(&b'\'')).then_some((value, length + 2))
}

/// An integer constant.
fn constant(text: &[u8], ksh: bool) -> Result<Token, String> {
    if !ksh || !text.iter().all(u8::is_ascii_digit) {
        return Ok(Token::Number(number(text)?));
    }
    let text = std::str::from_utf8(text).unwrap_or_default();
    match text.parse() {
        Ok(number) => Ok(Token::Number(number)),
        Err(_) => Ok(Token::Float(text.parse().map_err(|_| format!("invalid number `{text}'"))?)),
    }
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

/// A constant with a point or an exponent at the beginning of a text, and its length.
fn float(text: &[u8]) -> Option<(f64, usize)> {
    if let [b'0', b'x' | b'X', ..] = text {
        return hexadecimal_float(text);
    }
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits(0);
    let mut end = whole;
    let point = text.get(end) == Some(&b'.');
    if point {
        let fraction = digits(end + 1);
        if whole == 0 && fraction == 0 {
            return None;
        }
        end += 1 + fraction;
    }
    if whole + usize::from(point) == 0 {
        return None;
    }
    let mut exponent = false;
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let count = digits((end + 1 + sign).min(text.len()));
        if count > 0 {
            exponent = true;
            end += 1 + sign + count;
        }
    }
    if !point && !exponent || text.get(end).is_some_and(|&b| is_name_byte(b) || b == b'#') {
        return None;
    }
    let value = std::str::from_utf8(&text[..end]).ok()?.parse().ok()?;
    Some((value, end))
}

/// `0x1.8p+3`: hexadecimal digits with a point or an exponent of two, and the length.
fn hexadecimal_float(text: &[u8]) -> Option<(f64, usize)> {
    let mut value = 0.0;
    let mut scale = 1.0;
    let (mut at, mut digits, mut point) = (2, 0, false);
    while let Some(&byte) = text.get(at) {
        match char::from(byte).to_digit(16) {
            Some(digit) => {
                value = value * 16.0 + f64::from(digit);
                digits += 1;
                if point {
                    scale /= 16.0;
                }
            }
            None if byte == b'.' && !point => point = true,
            None => break,
        }
        at += 1;
    }
    let mut power = 0i32;
    let raised = matches!(text.get(at), Some(b'p' | b'P'));
    if raised {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let begin = at + 1 + sign;
        let rest = text.get(begin..).unwrap_or_default();
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number: i32 = std::str::from_utf8(&rest[..count]).ok()?.parse().ok()?;
        power = if text[at + 1] == b'-' { -number } else { number };
        at = begin + count;
    }
    let ends = !text.get(at).is_some_and(|&byte| is_name_byte(byte) || byte == b'#');
    (digits > 0 && (point || raised) && ends).then(|| (value * scale * 2f64.powi(power), at))
}

/// An integer constant: decimal, octal after 0, hexadecimal after 0x, or `base#digits`.
/// What is too large wraps around.
pub fn number(text: &[u8]) -> Result<i64, String> {
    let invalid = || format!("invalid number `{}'", text.escape_ascii());
    let (base, digits) = if let Some(at) = text.iter().position(|&b| b == b'#') {
        let base = text[..at]
            .iter()
            .try_fold(0i64, |n, &b| {
                b.is_ascii_digit().then(|| n.saturating_mul(10).saturating_add(i64::from(b - b'0')))
            })
            .filter(|base| (2..=64).contains(base))
            .ok_or_else(invalid)?;
        (base, &text[at + 1..])
    } else if let [b'0', b'x' | b'X', digits @ ..] = text {
        (16, digits)
    } else if let [b'0', digits @ ..] = text
        && !digits.is_empty()
    {
        (8, digits)
    } else {
        (10, text)
    };
    if digits.is_empty() {
        return Err(invalid());
    }
    let mut value = 0i64;
    for &byte in digits {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'z' => byte - b'a' + 10,
            b'A'..=b'Z' if base <= 36 => byte - b'A' + 10,
            b'A'..=b'Z' => byte - b'A' + 36,
            b'@' if base > 36 => 62,
            b'_' if base > 36 => 63,
            _ => return Err(invalid()),
        };
        if i64::from(digit) >= base {
            return Err(invalid());
        }
        value = value.wrapping_mul(base).wrapping_add(i64::from(digit));
    }
    Ok(value)
}

struct Parser<'a> {
    tokens: &'a [Token],
    elements: &'a [Element],
    names: &'a Names,
    ksh: bool,
    at: usize,
    depth: u32,
}

/// How deeply parentheses and operators may nest.
const DEPTH: u32 = 1000;

/// Left-associative operators, from the loosest binding.
const LEVELS: &[&[(&[u8], Binary)]] = &[
    &[(b"|", Binary::Or)],
    &[(b"^", Binary::Xor)],
    &[(b"&", Binary::And)],
    &[(b"==", Binary::Equal), (b"!=", Binary::NotEqual)],
    &[
        (b"<", Binary::Less),
        (b"<=", Binary::LessEqual),
        (b">", Binary::Greater),
        (b">=", Binary::GreaterEqual),
    ],
    &[(b"<<", Binary::ShiftLeft), (b">>", Binary::ShiftRight)],
    &[(b"+", Binary::Add), (b"-", Binary::Subtract)],
    &[(b"*", Binary::Multiply), (b"/", Binary::Divide), (b"%", Binary::Remainder)],
];

const ASSIGNMENTS: &[(&[u8], Option<Binary>)] = &[
    (b"=", None),
    (b"+=", Some(Binary::Add)),
    (b"-=", Some(Binary::Subtract)),
    (b"*=", Some(Binary::Multiply)),
    (b"/=", Some(Binary::Divide)),
    (b"%=", Some(Binary::Remainder)),
    (b"<<=", Some(Binary::ShiftLeft)),
    (b">>=", Some(Binary::ShiftRight)),
    (b"&=", Some(Binary::And)),
    (b"^=", Some(Binary::Xor)),
    (b"|=", Some(Binary::Or)),
];

impl Parser<'_> {
    fn peek(&self) -> Token {
        self.tokens.get(self.at).copied().unwrap_or(Token::End)
    }

    fn accept(&mut self, operator: &[u8]) -> bool {
        let found = matches!(self.peek(), Token::Operator(found) if found == operator);
        if found {
            self.at += 1;
        }
        found
    }

    fn nested<R>(&mut self, f: impl FnOnce(&mut Self) -> Result<R, String>) -> Result<R, String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err("nested too deeply".into());
        }
        let result = f(self);
        self.depth -= 1;
        result
    }

    fn comma(&mut self) -> Result<Expression, String> {
        let mut left = self.assignment()?;
        while self.accept(b",") {
            left = Expression::Comma(Box::new((left, self.assignment()?)));
        }
        Ok(left)
    }

    fn assignment(&mut self) -> Result<Expression, String> {
        self.nested(|parser| {
            if let (Token::Name(name), Some(Token::Operator(operator))) =
                (parser.peek(), parser.tokens.get(parser.at + 1))
                && let Some((_, binary)) = ASSIGNMENTS.iter().find(|(text, _)| text == operator)
            {
                parser.at += 2;
                return Ok(Expression::Assign(name, *binary, Box::new(parser.assignment()?)));
            }
            if let (Token::Element(index), Some(Token::Operator(operator))) =
                (parser.peek(), parser.tokens.get(parser.at + 1))
                && let Some((_, binary)) = ASSIGNMENTS.iter().find(|(text, _)| text == operator)
            {
                parser.at += 2;
                let value = Box::new(parser.assignment()?);
                return Ok(Expression::AssignElement(parser.element(index)?, *binary, value));
            }
            parser.conditional()
        })
    }

    fn conditional(&mut self) -> Result<Expression, String> {
        let condition = self.or()?;
        if !self.accept(b"?") {
            return Ok(condition);
        }
        let yes = self.nested(Self::comma)?;
        if !self.accept(b":") {
            return Err("missing `:'".into());
        }
        let no = self.assignment()?;
        Ok(Expression::Conditional(Box::new((condition, yes, no))))
    }

    fn or(&mut self) -> Result<Expression, String> {
        let mut left = self.and()?;
        while self.accept(b"||") {
            left = Expression::Or(Box::new((left, self.and()?)));
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Expression, String> {
        let mut left = self.binary(0)?;
        while self.accept(b"&&") {
            left = Expression::And(Box::new((left, self.binary(0)?)));
        }
        Ok(left)
    }

    /// Precedence climbing: one call handles every level of left-associative operators.
    fn binary(&mut self, level: usize) -> Result<Expression, String> {
        let mut left = self.power()?;
        while let Token::Operator(operator) = self.peek() {
            let found = LEVELS.iter().enumerate().skip(level).find_map(|(index, operators)| {
                operators.iter().find(|(text, _)| *text == operator).map(|(_, b)| (index, *b))
            });
            let Some((index, binary)) = found else { break };
            self.at += 1;
            let right = self.nested(|parser| parser.binary(index + 1))?;
            left = Expression::Binary(binary, Box::new((left, right)));
        }
        Ok(left)
    }

    fn power(&mut self) -> Result<Expression, String> {
        let base = self.unary()?;
        if self.accept(b"**") {
            let exponent = self.nested(Self::power)?;
            return Ok(Expression::Binary(Binary::Power, Box::new((base, exponent))));
        }
        Ok(base)
    }

    fn unary(&mut self) -> Result<Expression, String> {
        let Token::Operator(operator) = self.peek() else { return self.postfix() };
        let unary = match operator {
            b"-" => Unary::Minus,
            b"+" => Unary::Plus,
            b"!" => Unary::Not,
            b"~" => Unary::Complement,
            b"++" | b"--" => {
                self.at += 1;
                let by = if operator == b"++" { 1 } else { -1 };
                if let Token::Name(name) = self.peek() {
                    self.at += 1;
                    return Ok(Expression::Step { name, by, postfix: false });
                }
                if let Token::Element(index) = self.peek() {
                    self.at += 1;
                    let element = self.element(index)?;
                    return Ok(Expression::StepElement { element, by, postfix: false });
                }
                if self.ksh {
                    return Err(format!("`{}' wants a variable", operator.escape_ascii()));
                }
                // `--5` and `- -5` are the same where there is no variable.
                let operand = self.nested(Self::unary)?;
                return Ok(if by > 0 {
                    Expression::Unary(Unary::Plus, Box::new(operand))
                } else {
                    let inner = Expression::Unary(Unary::Minus, Box::new(operand));
                    Expression::Unary(Unary::Minus, Box::new(inner))
                });
            }
            _ => return self.postfix(),
        };
        self.at += 1;
        let operand = self.nested(Self::unary)?;
        Ok(Expression::Unary(unary, Box::new(operand)))
    }

    fn element(&self, index: usize) -> Result<Box<Element>, String> {
        self.elements.get(index).cloned().map(Box::new).ok_or_else(|| "no element".to_string())
    }

    /// A function of math.h, or one that the script defines; `(` is next.
    fn call(&mut self, name: Name) -> Result<Expression, String> {
        let text = self.names.text(name);
        let found = FUNCTIONS.iter().find(|(f, _)| f.as_bytes() == &*text);
        self.at += 1;
        let mut operands = Vec::new();
        while !self.accept(b")") {
            if !operands.is_empty() && !self.accept(b",") {
                return Err("missing `)'".into());
            }
            operands.push(self.nested(Self::assignment)?);
        }
        match found {
            Some((function, wanted)) if operands.len() == *wanted => {
                Ok(Expression::Call(function, operands.into()))
            }
            Some((function, wanted)) => Err(format!("{function}: {wanted} operands expected")),
            None => {
                let name = self.names.intern(&[b".sh.math.", &text[..]].concat());
                Ok(Expression::Defined(name, operands.into()))
            }
        }
    }

    fn postfix(&mut self) -> Result<Expression, String> {
        let token = self.peek();
        self.at += 1;
        match token {
            Token::Number(number) => Ok(Expression::Number(number)),
            Token::Float(number) => Ok(Expression::Float(number)),
            Token::Leaf(index) => Ok(Expression::Leaf(index)),
            Token::Element(index) => {
                let element = self.element(index)?;
                for (operator, by) in [(&b"++"[..], 1), (b"--", -1)] {
                    if self.accept(operator) {
                        return Ok(Expression::StepElement { element, by, postfix: true });
                    }
                }
                Ok(Expression::Element(element))
            }
            Token::Name(name) if self.peek() == Token::Operator(b"(") => self.call(name),
            Token::Name(name) => {
                for (operator, by) in [(&b"++"[..], 1), (b"--", -1)] {
                    // `a++b` and `a--5` are `a + +b` and `a - -5`: a step is followed by no
                    // operand.
                    let operand_follows = matches!(
                        self.tokens.get(self.at + 1),
                        Some(
                            Token::Number(_)
                                | Token::Float(_)
                                | Token::Name(_)
                                | Token::Leaf(_)
                                | Token::Element(_)
                        ) | Some(Token::Operator(b"("))
                    );
                    if !operand_follows && self.accept(operator) {
                        return Ok(Expression::Step { name, by, postfix: true });
                    }
                }
                if let Token::Operator(operator @ (b"++" | b"--")) = self.peek() {
                    self.at += 1;
                    let right = self.nested(Self::unary)?;
                    let (binary, unary) = if operator == b"++" {
                        (Binary::Add, Unary::Plus)
                    } else {
                        (Binary::Subtract, Unary::Minus)
                    };
                    let right = Expression::Unary(unary, Box::new(right));
                    let left = Expression::Variable(name);
                    return Ok(Expression::Binary(binary, Box::new((left, right))));
                }
                Ok(Expression::Variable(name))
            }
            Token::Operator(b"(") => {
                let inner = self.nested(Self::comma)?;
                if !self.accept(b")") {
                    return Err("missing `)'".into());
                }
                Ok(inner)
            }
            Token::Operator(operator) => {
                Err(format!("operand expected before `{}'", operator.escape_ascii()))
            }
            Token::End => Err("operand expected at the end".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(expression: &Expression) -> i64 {
        use Expression as E;
        match expression {
            E::Number(n) => *n,
            E::Unary(Unary::Minus, e) => -value(e),
            E::Unary(Unary::Plus, e) => value(e),
            E::Unary(Unary::Not, e) => (value(e) == 0).into(),
            E::Unary(Unary::Complement, e) => !value(e),
            E::Binary(op, p) => {
                let (a, b) = (value(&p.0), value(&p.1));
                match op {
                    Binary::Add => a + b,
                    Binary::Subtract => a - b,
                    Binary::Multiply => a * b,
                    Binary::Divide => a / b,
                    Binary::Less => (a < b).into(),
                    Binary::ShiftLeft => a << b,
                    Binary::Or => a | b,
                    Binary::Power => a.pow(b as u32),
                    _ => unreachable!(),
                }
            }
            E::Conditional(p) => {
                if value(&p.0) != 0 {
                    value(&p.1)
                } else {
                    value(&p.2)
                }
            }
            E::Comma(p) => value(&p.1),
            other => panic!("{other:?}"),
        }
    }

    fn compute(text: &str) -> i64 {
        value(&parse(&[Piece::Text(text.as_bytes())], &Names::new(), false).unwrap())
    }

    #[test]
    fn precedence_and_association() {
        for (text, wanted) in [
            ("", 0),
            ("1+2*3", 7),
            ("(1+2)*3", 9),
            ("10-3-2", 5),
            ("1<<2+1", 8),
            ("1|2<<1", 5),
            ("2**3**2", 512),
            ("-2*3", -6),
            ("--5", 5),
            ("3--5", 8),
            ("!0+1", 2),
            ("1?2:3?4:5", 2),
            ("0?2:0?4:5", 5),
            ("1,2", 2),
            ("0x1F+010+2#101", 44),
        ] {
            assert_eq!(compute(text), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_an_error() {
        for text in ["1+", "(1", "1 2", "08", "0x", "1?2", ")", "5=3", "$", "65#1", "2#2"] {
            assert!(
                parse(&[Piece::Text(text.as_bytes())], &Names::new(), false).is_err(),
                "{text}"
            );
        }
        let deep = "(".repeat(100_000);
        assert!(parse(&[Piece::Text(deep.as_bytes())], &Names::new(), false).is_err());
    }

    #[test]
    fn an_expansion_is_an_operand_only_when_it_stands_alone() {
        let names = Names::new();
        let ok = [Piece::Leaf(0), Piece::Text(b"+1")];
        assert!(parse(&ok, &names, false).is_ok());
        for bad in [
            [Piece::Leaf(0), Piece::Text(b"1")],
            [Piece::Text(b"x"), Piece::Leaf(0)],
            [Piece::Leaf(0), Piece::Leaf(1)],
        ] {
            assert!(parse(&bad, &names, false).is_err());
        }
    }
}
