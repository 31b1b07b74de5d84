//! Arithmetic: any text is parsed or refused, and an expression made up together with its
//! value has that value, however it is put to the shell.

use crate::bytes::Bytes;
use crate::shell::World;
use dialect::Dialect;
use syntax::Names;
use syntax::arithmetic::{Piece, parse};

/// Operators by how loosely they bind, from the loosest; each with its own level.
const BINARY: &[(&str, u8)] = &[
    (",", 0),
    ("||", 3),
    ("&&", 4),
    ("|", 5),
    ("^", 6),
    ("&", 7),
    ("==", 8),
    ("!=", 8),
    ("<", 9),
    ("<=", 9),
    (">", 9),
    (">=", 9),
    ("<<", 10),
    (">>", 10),
    ("+", 11),
    ("-", 11),
    ("*", 12),
    ("/", 12),
    ("%", 12),
];
const ASSIGN: u8 = 1;
const CONDITIONAL: u8 = 2;
const POWER: u8 = 13;
const UNARY: u8 = 14;
const OPERAND: u8 = 15;

/// What an expression does that is no value.
struct Refused;

/// The model: an expression's text is written while its value is computed, by the rules of
/// the standard, straight from the input bytes.
struct Model<'a> {
    bytes: Bytes<'a>,
    variables: [i64; 3],
    /// Its parts may refer to variables as `$a` too.
    expansions: bool,
    steps: u32,
}

/// An expression's text and how tightly it binds.
struct Text {
    text: String,
    level: u8,
}

impl Text {
    /// For a place where something at least that tight must stand.
    fn at(self, level: u8) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text }
    }
}

/// An expression to be evaluated: made first, since what is not evaluated must be made too.
enum Tree {
    Number(i64),
    Variable(usize),
    /// `$a`, whose value is that of the time before the expression.
    Expansion(i64),
    Unary(char, Box<Tree>),
    Binary(&'static str, Box<(Tree, Tree)>),
    Power(Box<(Tree, Tree)>),
    Conditional(Box<(Tree, Tree, Tree)>),
    Assign(usize, &'static str, Box<Tree>),
    Step {
        variable: usize,
        by: i64,
        postfix: bool,
    },
}

const NAMES: [&str; 3] = ["a", "b", "c"];

impl Model<'_> {
    fn blank(&mut self) -> &'static str {
        ["", " "][self.bytes.below(2)]
    }

    fn tree(&mut self) -> (Tree, Text) {
        self.steps += 1;
        let choice = self.bytes.byte();
        if self.steps > 40 || self.bytes.0.is_empty() {
            return self.operand(0);
        }
        match choice % 16 {
            0..=3 => self.operand(choice / 16),
            4..=9 => {
                let &(operator, level) = self.bytes.pick(BINARY);
                let ((left, left_text), (right, right_text)) = (self.tree(), self.tree());
                let text =
                    format!("{} {operator} {}", left_text.at(level), right_text.at(level + 1));
                (Tree::Binary(operator, Box::new((left, right))), Text { text, level })
            }
            10 => {
                let ((left, left_text), (right, right_text)) = (self.tree(), self.tree());
                let (one, other) = (self.blank(), self.blank());
                let text = format!("{}{one}**{other}{}", left_text.at(UNARY), right_text.at(POWER));
                (Tree::Power(Box::new((left, right))), Text { text, level: POWER })
            }
            11 => {
                let (one, yes, no) = (self.tree(), self.tree(), self.tree());
                let text = format!(
                    "{} ? {} : {}",
                    one.1.at(CONDITIONAL + 1),
                    yes.1.at(0),
                    no.1.at(CONDITIONAL),
                );
                let text = Text { text, level: CONDITIONAL };
                (Tree::Conditional(Box::new((one.0, yes.0, no.0))), text)
            }
            12 | 13 => {
                let operator = *self.bytes.pick(&['-', '+', '!', '~']);
                let (operand, text) = self.tree();
                let text = format!("{operator} {}", text.at(UNARY));
                (Tree::Unary(operator, Box::new(operand)), Text { text, level: UNARY })
            }
            14 => {
                let operators = ["", "+", "-", "*", "/", "%", "<<", ">>", "&", "^", "|"];
                let operator = *self.bytes.pick(&operators);
                let variable = self.bytes.below(3);
                let (value, text) = self.tree();
                let blank = self.blank();
                let text = format!("{}{blank}{operator}={}", NAMES[variable], text.at(ASSIGN));
                (Tree::Assign(variable, operator, Box::new(value)), Text { text, level: ASSIGN })
            }
            _ => {
                let variable = self.bytes.below(3);
                let (by, sign) = *self.bytes.pick(&[(1, "++"), (-1, "--")]);
                let postfix = self.bytes.below(2) == 0;
                let name = NAMES[variable];
                let text = if postfix { format!("{name}{sign}") } else { format!("{sign}{name}") };
                let level = if postfix { OPERAND } else { UNARY };
                (Tree::Step { variable, by, postfix }, Text { text, level })
            }
        }
    }

    fn operand(&mut self, choice: u8) -> (Tree, Text) {
        let operand = |tree, text| (tree, Text { text, level: OPERAND });
        match choice % 8 {
            0 | 1 => {
                let value = i64::from(self.bytes.byte());
                operand(Tree::Number(value), value.to_string())
            }
            2 => {
                let value = i64::from(self.bytes.byte()) << self.bytes.below(56);
                operand(Tree::Number(value), format!("0x{value:x}"))
            }
            3 => {
                let value = i64::from(self.bytes.byte());
                operand(Tree::Number(value), format!("0{value:o}"))
            }
            4 => {
                let value = i64::from(self.bytes.byte());
                operand(Tree::Number(value), format!("2#{value:b}"))
            }
            5 if self.expansions => {
                let variable = self.bytes.below(3);
                operand(Tree::Expansion(self.variables[variable]), format!("${}", NAMES[variable]))
            }
            _ => {
                let variable = self.bytes.below(3);
                operand(Tree::Variable(variable), NAMES[variable].to_string())
            }
        }
    }

    fn value(&mut self, tree: &Tree) -> Result<i64, Refused> {
        Ok(match tree {
            Tree::Number(value) | Tree::Expansion(value) => *value,
            Tree::Variable(index) => self.variables[*index],
            Tree::Unary(operator, operand) => {
                let value = self.value(operand)?;
                match operator {
                    '-' => value.wrapping_neg(),
                    '!' => (value == 0).into(),
                    '~' => !value,
                    _ => value,
                }
            }
            Tree::Binary("||", both) => {
                (self.value(&both.0)? != 0 || self.value(&both.1)? != 0).into()
            }
            Tree::Binary("&&", both) => {
                (self.value(&both.0)? != 0 && self.value(&both.1)? != 0).into()
            }
            Tree::Binary(operator, both) => {
                let left = self.value(&both.0)?;
                let right = self.value(&both.1)?;
                apply(operator, left, right)?
            }
            Tree::Power(both) => {
                let base = self.value(&both.0)?;
                let mut exponent = self.value(&both.1)?;
                if exponent < 0 {
                    return Err(Refused);
                }
                // Far beyond 64 factors of an even number there is only 0.
                if base % 2 == 0 && exponent > 64 {
                    exponent = 64;
                }
                let (mut value, mut factor) = (1i64, base);
                while exponent > 0 {
                    if exponent % 2 == 1 {
                        value = value.wrapping_mul(factor);
                    }
                    factor = factor.wrapping_mul(factor);
                    exponent /= 2;
                }
                value
            }
            Tree::Conditional(three) => {
                if self.value(&three.0)? != 0 {
                    self.value(&three.1)?
                } else {
                    self.value(&three.2)?
                }
            }
            Tree::Assign(index, operator, value) => {
                let before = self.variables[*index];
                let value = self.value(value)?;
                let value =
                    if operator.is_empty() { value } else { apply(operator, before, value)? };
                self.variables[*index] = value;
                value
            }
            Tree::Step { variable, by, postfix } => {
                let before = self.variables[*variable];
                self.variables[*variable] = before.wrapping_add(*by);
                if *postfix { before } else { self.variables[*variable] }
            }
        })
    }
}

fn apply(operator: &str, left: i64, right: i64) -> Result<i64, Refused> {
    Ok(match operator {
        "," => right,
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => (left == right).into(),
        "!=" => (left != right).into(),
        "<" => (left < right).into(),
        "<=" => (left <= right).into(),
        ">" => (left > right).into(),
        ">=" => (left >= right).into(),
        "<<" => ((left as u64) << (right & 63)) as i64,
        ">>" => left >> (right & 63),
        "+" => (i128::from(left) + i128::from(right)) as i64,
        "-" => (i128::from(left) - i128::from(right)) as i64,
        "*" => (i128::from(left) * i128::from(right)) as i64,
        _ if right == 0 => return Err(Refused),
        "/" => (i128::from(left) / i128::from(right)) as i64,
        _ => (i128::from(left) % i128::from(right)) as i64,
    })
}

/// The first byte chooses between a text as it is and an expression that is made up.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    if bytes.byte().is_ascii_graphic() {
        let names = Names::new();
        let dialect = if data.len() % 2 == 1 { Dialect::Ksh } else { Dialect::Own };
        let syntax = &dialect.rules().syntax;
        let whole = parse(&[Piece::Text(data)], &names, syntax);
        // Cut at a blank, the text has the same tokens.
        if let Some(at) = data.iter().position(u8::is_ascii_whitespace) {
            let pieces = [Piece::Text(&data[..at]), Piece::Text(&data[at..])];
            // But a subscript in several parts is left for when it is expanded.
            if !data.contains(&b'[') && !data.contains(&b'\'') {
                assert_eq!(parse(&pieces, &names, syntax), whole);
            }
        }
        // What is refused is refused where it stands too, and what is not has a value.
        let mut world = World::new();
        if data.len() < 200 {
            // The shell of this world does not speak ksh.
            let plain = parse(&[Piece::Text(data)], &names, &Dialect::Own.rules().syntax);
            assert!(plain.is_ok() || world.arithmetic(data).is_none());
        }
        return;
    }
    let variables = [0; 3].map(|_| i64::from(bytes.byte() as i8) << bytes.below(60));
    let expansions = bytes.below(2) == 0;
    let mut model = Model { bytes, variables, expansions, steps: 0 };
    let (tree, text) = model.tree();
    let before = model.variables;
    let expected = model.value(&tree).ok().map(|value| (value, model.variables));
    let mut ways = vec![format!("$(({}))", text.text), format!("\"$(( {} ))\"", text.text)];
    if !expansions {
        // By an expansion the whole text becomes known at run time alone.
        ways.push("$(($text))".to_string());
    }
    for way in ways {
        let mut world = World::new();
        for (name, value) in NAMES.iter().zip(before) {
            world.set(name, &value.to_string());
        }
        world.set("text", &text.text);
        let found = world.expand(&way).map(|value| {
            let variables = NAMES.map(|name| world.get(name).parse().expect("a number"));
            (value.parse().expect("a number"), variables)
        });
        assert_eq!(found, expected, "{way} with {before:?}, {}", text.text);
    }
}
