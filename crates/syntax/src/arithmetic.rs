//! Arithmetic expressions (POSIX XCU 2.6.4 and XCU 1.1.2.1): text to a tree.
//!
//! All integer operators of C, and those that bash and ksh add alike: `**`, `,`, `++`, `--`
//! and constants in any base (`16#ff`); elements of arrays; from ksh93 constants with a point
//! and the functions of math.h. Integers are 64-bit two's complement.

mod constants;
mod error;
pub(crate) mod keys;
#[cfg(test)]
mod tests;
mod tokens;

use crate::bytes::ByteString;
use crate::names::{Name, Names};
pub use constants::number;
use dialect::syntax::Syntax;
pub use error::ArithmeticError;
use error::Result;
use tokens::{Token, tokenize};

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
    /// Many operators in a row, from left to right: what would be as deep as it is long.
    Chain(Box<Chain>),
    /// What nests so deeply that its value may need more stack than there is.
    Deep(Box<Expression>),
}

/// `a + b - c …`
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// The leftmost operand.
    pub first: Expression,
    /// What is done with the value so far.
    pub rest: Vec<(Link, Expression)>,
}

/// An operator of a [`Chain`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// One that wants both operands.
    Binary(Binary),
    /// `&&`
    And,
    /// `||`
    Or,
    /// `,`
    Comma,
}

/// How many operators in a row are nested as others are.
const SHORT: usize = 16;
/// How deep an expression may be without being [`Expression::Deep`].
const FLAT: u32 = 40;

/// `left op right`, where `count` operators were on the left in a row.
fn join(left: Expression, link: Link, right: Expression, count: &mut usize) -> Expression {
    *count += 1;
    match left {
        Expression::Chain(mut chain) => {
            chain.rest.push((link, right));
            Expression::Chain(chain)
        }
        first if *count > SHORT => {
            Expression::Chain(Box::new(Chain { first, rest: vec![(link, right)] }))
        }
        left => {
            let operands = Box::new((left, right));
            match link {
                Link::Binary(binary) => Expression::Binary(binary, operands),
                Link::And => Expression::And(operands),
                Link::Or => Expression::Or(operands),
                Link::Comma => Expression::Comma(operands),
            }
        }
    }
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

/// Parses an expression; an empty one is 0. `syntax`: what constants and operators mean.
///
/// # Errors
///
/// What the text is no expression for. Where an error of a text without expansions is noticed,
/// [`error_token`] says, which reads it once more: to note it costs nothing where there is none.
pub fn parse(pieces: &[Piece<'_>], names: &Names, syntax: &Syntax) -> Result<Expression> {
    parse_nested(pieces, names, syntax, 0)
}

fn parse_nested(
    pieces: &[Piece<'_>],
    names: &Names,
    syntax: &Syntax,
    depth: u32,
) -> Result<Expression> {
    if depth > 50 {
        return Err(ArithmeticError::NestedTooDeeply);
    }
    let mut elements = Vec::new();
    let tokens = tokenize(pieces, names, syntax, &mut elements, depth, None)?;
    if tokens.len() == 1 {
        return Ok(Expression::Number(0));
    }
    let mut parser =
        Parser { tokens: &tokens, elements: &elements, names, syntax, at: 0, depth: 0, deepest: 0 };
    let mut expression = parser.comma()?;
    if parser.deepest > FLAT {
        expression = Expression::Deep(Box::new(expression));
    }
    let is_member = |token: &Token| match token {
        Token::Name(name) => names.text(*name).iter().skip(1).any(|byte| *byte == b'.'),
        _ => false,
    };
    match parser.peek() {
        Token::End if depth == 0 && tokens.iter().any(is_member) => {
            Ok(Expression::Members(Box::new(expression)))
        }
        Token::End => Ok(expression),
        Token::Operator(operator) => Err(ArithmeticError::UnexpectedOperator(operator)),
        _ => Err(ArithmeticError::MissingOperator),
    }
}

/// Where in a text that is no expression its error is noticed: at the last token that was
/// looked at.
pub fn error_token(text: &[u8], names: &Names, syntax: &Syntax) -> usize {
    let mut elements = Vec::new();
    let mut starts = Vec::new();
    let pieces = [Piece::Text(text)];
    let Ok(tokens) = tokenize(&pieces, names, syntax, &mut elements, 0, Some(&mut starts)) else {
        return starts.last().copied().unwrap_or(0);
    };
    let mut parser =
        Parser { tokens: &tokens, elements: &elements, names, syntax, at: 0, depth: 0, deepest: 0 };
    let failed = parser.comma().is_err();
    let at = match parser.tokens.get(parser.at.saturating_sub(usize::from(failed))) {
        // A token that has no place was stepped over.
        Some(Token::Operator(_)) if failed => parser.at - 1,
        _ => parser.at,
    };
    let at = at.min(starts.len().saturating_sub(1));
    let start = starts.get(at).copied().unwrap_or(0);
    match parser.tokens.get(at) {
        // Without a variable they are two signs.
        Some(Token::Operator(b"++" | b"--")) => start + 1,
        _ => start,
    }
}

struct Parser<'a> {
    tokens: &'a [Token],
    elements: &'a [Element],
    names: &'a Names,
    syntax: &'a Syntax,
    at: usize,
    depth: u32,
    /// The largest depth that there was.
    deepest: u32,
}

/// How deeply parentheses and operators may nest.
const DEPTH: u32 = 400;

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

    fn nested<R>(&mut self, f: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        if self.depth > DEPTH {
            return Err(ArithmeticError::NestedTooDeeply);
        }
        let result = f(self);
        self.depth -= 1;
        result
    }

    fn comma(&mut self) -> Result<Expression> {
        let mut left = self.assignment()?;
        let mut count = 0;
        while self.accept(b",") {
            left = join(left, Link::Comma, self.assignment()?, &mut count);
        }
        Ok(left)
    }

    fn assignment(&mut self) -> Result<Expression> {
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
                return Ok(Expression::AssignElement(parser.element(index), *binary, value));
            }
            parser.conditional()
        })
    }

    fn conditional(&mut self) -> Result<Expression> {
        let condition = self.or()?;
        if !self.accept(b"?") {
            return Ok(condition);
        }
        let missing = |token| matches!(token, Token::End | Token::Operator(b":"));
        if missing(self.peek()) {
            self.at += 1;
            return Err(ArithmeticError::ExpressionExpected);
        }
        let yes = self.nested(Self::comma)?;
        if !self.accept(b":") {
            return Err(ArithmeticError::MissingColon);
        }
        if missing(self.peek()) {
            return Err(ArithmeticError::ExpressionExpected);
        }
        // `a ? b : c = d` assigns to what is no variable, or is `a ? b : (c = d)`.
        let no = match self.syntax.conditional_ends_in_assignment {
            true => self.assignment()?,
            false => self.nested(Self::conditional)?,
        };
        Ok(Expression::Conditional(Box::new((condition, yes, no))))
    }

    fn or(&mut self) -> Result<Expression> {
        let mut left = self.and()?;
        let mut count = 0;
        while self.accept(b"||") {
            left = join(left, Link::Or, self.and()?, &mut count);
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Expression> {
        let mut left = self.binary(0)?;
        let mut count = 0;
        while self.accept(b"&&") {
            left = join(left, Link::And, self.binary(0)?, &mut count);
        }
        Ok(left)
    }

    /// Precedence climbing: one call handles every level of left-associative operators.
    fn binary(&mut self, level: usize) -> Result<Expression> {
        let mut left = self.power()?;
        let mut count = 0;
        while let Token::Operator(operator) = self.peek() {
            let found = LEVELS.iter().enumerate().skip(level).find_map(|(index, operators)| {
                operators.iter().find(|(text, _)| *text == operator).map(|(_, b)| (index, *b))
            });
            let Some((index, binary)) = found else { break };
            self.at += 1;
            let right = self.nested(|parser| parser.binary(index + 1))?;
            left = join(left, Link::Binary(binary), right, &mut count);
        }
        Ok(left)
    }

    fn power(&mut self) -> Result<Expression> {
        let base = self.unary()?;
        if self.accept(b"**") {
            let exponent = self.nested(Self::power)?;
            return Ok(Expression::Binary(Binary::Power, Box::new((base, exponent))));
        }
        Ok(base)
    }

    fn unary(&mut self) -> Result<Expression> {
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
                    let element = self.element(index);
                    return Ok(Expression::StepElement { element, by, postfix: false });
                }
                if self.syntax.step_wants_variable {
                    return Err(ArithmeticError::StepWantsVariable(operator));
                }
                // Without a variable `--5` is `- -5`.
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

    /// The element that a token stands for.
    fn element(&self, index: usize) -> Box<Element> {
        Box::new(self.elements[index].clone())
    }

    /// A function of math.h, or one that the script defines; `(` is next.
    fn call(&mut self, name: Name) -> Result<Expression> {
        let text = self.names.text(name);
        let found = FUNCTIONS.iter().find(|(f, _)| f.as_bytes() == &*text);
        self.at += 1;
        let mut operands = Vec::new();
        while !self.accept(b")") {
            if !operands.is_empty() && !self.accept(b",") {
                return Err(ArithmeticError::MissingParenthesis);
            }
            operands.push(self.nested(Self::assignment)?);
        }
        match found {
            Some((function, wanted)) if operands.len() == *wanted => {
                Ok(Expression::Call(function, operands.into()))
            }
            Some(&(function, wanted)) => Err(ArithmeticError::OperandCount { function, wanted }),
            None => {
                let name = self.names.intern(&[b".sh.math.", &text[..]].concat());
                Ok(Expression::Defined(name, operands.into()))
            }
        }
    }

    fn postfix(&mut self) -> Result<Expression> {
        let token = self.peek();
        self.at += 1;
        match token {
            Token::Number(number) => Ok(Expression::Number(number)),
            Token::Float(number) => Ok(Expression::Float(number)),
            Token::Leaf(index) => Ok(Expression::Leaf(index)),
            Token::Element(index) => {
                let element = self.element(index);
                for (operator, by) in [(&b"++"[..], 1), (b"--", -1)] {
                    if self.accept(operator) {
                        return Ok(Expression::StepElement { element, by, postfix: true });
                    }
                }
                Ok(Expression::Element(element))
            }
            Token::Name(name)
                if self.syntax.has_floating_point && self.peek() == Token::Operator(b"(") =>
            {
                self.call(name)
            }
            Token::Name(name) => {
                for (operator, by) in [(&b"++"[..], 1), (b"--", -1)] {
                    // Where there are no steps `a++b` and `a--5` are `a + +b` and `a - -5`: a step
                    // is followed by no operand.
                    let operand_follows = !self.syntax.steps_belong_to_variables
                        && matches!(
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
                    return Err(ArithmeticError::MissingParenthesis);
                }
                Ok(inner)
            }
            Token::Operator(operator) => Err(ArithmeticError::OperandExpectedBefore(operator)),
            Token::End => Err(ArithmeticError::OperandExpectedAtEnd),
        }
    }
}
