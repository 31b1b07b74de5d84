//! What expressions become.

use super::*;

const OWN: &Syntax = &dialect::Dialect::Own.rules().syntax;

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
    value(&parse(&[Piece::Text(text.as_bytes())], &Names::new(), OWN).unwrap())
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
        ("0x+1", 1),
    ] {
        assert_eq!(compute(text), wanted, "{text}");
    }
}

#[test]
fn what_is_wrong_is_an_error() {
    for text in ["1+", "(1", "1 2", "08", "1?2", ")", "5=3", "$", "65#1", "2#2"] {
        assert!(parse(&[Piece::Text(text.as_bytes())], &Names::new(), OWN).is_err(), "{text}");
    }
    let deep = "(".repeat(100_000);
    assert!(parse(&[Piece::Text(deep.as_bytes())], &Names::new(), OWN).is_err());
}

#[test]
fn an_expansion_is_an_operand_only_when_it_stands_alone() {
    let names = Names::new();
    let ok = [Piece::Leaf(0), Piece::Text(b"+1")];
    assert!(parse(&ok, &names, OWN).is_ok());
    for bad in [
        [Piece::Leaf(0), Piece::Text(b"1")],
        [Piece::Text(b"x"), Piece::Leaf(0)],
        [Piece::Leaf(0), Piece::Leaf(1)],
    ] {
        assert!(parse(&bad, &names, OWN).is_err());
    }
}
