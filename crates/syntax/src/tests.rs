//! What parses, what does not, and where lines are.

use crate::tree::{Command, CompoundKind, Item, Part};
use crate::{Construct, Expected, FoundToken, SyntaxErrorKind};
use crate::{Names, NoAliases, Parser, SyntaxError, Text};
use std::rc::Rc;

fn parse(text: &str) -> Result<Vec<Item>, Box<SyntaxError>> {
    let mut parser =
        Parser::new(Box::new(Text(text.as_bytes())), Rc::new(Names::new()), Rc::new(NoAliases));
    let mut items = Vec::new();
    while let Some(list) = parser.next()? {
        items.extend(list.items.into_vec());
    }
    Ok(items)
}

fn command(item: &Item) -> &Command {
    &item.and_or.first.commands[0]
}

#[test]
fn accepts() {
    for text in [
        "",
        "\n\n# comment",
        "echo a b; echo c & echo d",
        "a && b || c | d\n",
        "if a; then b; elif c; then d; else e; fi >x",
        "for i in a b; do echo $i; done",
        "for i; do :; done",
        "for i\ndo :; done",
        "for i\nin a; do :; done",
        "while a; do b; done; until a; do b; done",
        "case $x in a|b) c;; (d) ;& e) f;;& *) g; esac",
        "case x in esac",
        "f() { echo; } 2>&1",
        "f()\n\n(echo)",
        "(a; b)",
        "{ a; }",
        "! a | b",
        "x=1 y=$(a) z",
        "a 2>x 3<&4 5>&- >>y <>z >|w",
        "cat <<E; cat <<-'F'\na $x\nE\n\tb\n\tF\necho",
        "x=$(case a in a) b;; esac)",
        "x=$((1+2)) y=$(((1)+2)) z=$((a)\n)",
        "echo \"a $(echo \"b\") ${x:-\"y\"} `c \\`d\\``\"",
        "echo ${x#a} ${x##\"}\"} ${x%'}'} ${#x} ${#} ${##} ${#-} ${#:-a} ${10}",
        "echo $'a\\'b' 'c' \\d \\\n e",
        "echo ${x!y}",
        "if\na\nthen\nb\nfi",
        "echo if then else } {",
        "$(\n# it's\necho)",
        "a |\n b &&\n c",
        "cat <<E",
        "echo $(cat <<E\nx\nE\n)",
    ] {
        if let Err(error) = parse(text) {
            panic!("{text:?}: {error:?}");
        }
    }
}

#[test]
fn refuses_and_says_where() {
    for (text, line) in [
        ("if a; then b", 1),
        ("a\n\n)", 3),
        ("a && ;", 1),
        ("( )", 1),
        ("{ }", 1),
        ("done", 1),
        ("case x in a b) c; esac", 1),
        ("for 1 in a; do b; done", 1),
        ("echo 'a\nb", 1),
        ("echo \"a\n\nb", 1),
        ("echo $(a", 1),
        ("echo `a", 1),
        ("echo ${a", 1),
        ("a\nb ;;", 2),
        ("a |", 1),
        ("a >", 1),
        ("f( ) g)", 1),
        ("while a; do; done", 1),
    ] {
        match parse(text) {
            Ok(_) => panic!("{text:?} parses"),
            Err(error) => assert_eq!(error.span.line, line, "{text:?}: {error:?}"),
        }
    }
}

#[test]
fn commands_and_words_know_where_they_are() {
    let text = "a=1 b{c,d}e x$y >f 'z'; { (g \\\n \"h\"); }\nf() if i; then j; fi\n";
    let mut places = Vec::new();
    let mut inside = Vec::new();
    let items = parse(text).unwrap();
    let mut commands: Vec<&Command> = items.iter().map(command).collect();
    while let Some(next) = commands.pop() {
        match next {
            Command::Simple(simple) => {
                places.push(simple.offset);
                places.extend(simple.words.iter().map(|word| word.offset));
            }
            Command::Compound(compound) => {
                places.push(compound.offset);
                match &compound.kind {
                    CompoundKind::Brace(list) => inside.push(list),
                    CompoundKind::Subshell(body) => inside.push(&body.list),
                    CompoundKind::If { arms, .. } => inside.extend([&arms[0].0, &arms[0].1]),
                    _ => {}
                }
            }
            Command::Function(function) => {
                places.push(function.offset);
                commands.push(function.body.command());
            }
        }
        commands.extend(inside.drain(..).flat_map(|list| list.items.iter().map(command)));
    }
    places.sort_unstable();
    let found: Vec<&str> = places
        .iter()
        .map(|place| text[*place as usize..].split([' ', ';', ')', '(']).next().unwrap())
        .collect();
    let wanted =
        ["a=1", "b{c,d}e", "x$y", "'z'", "{", "", "g", "g", "\"h\"", "f", "if", "i", "i", "j", "j"];
    assert_eq!(found, wanted);
}

#[test]
fn places_cost_words_no_memory() {
    // A flag had room beside it.
    assert_eq!(size_of::<crate::tree::Word>(), 56);
}

#[test]
fn errors_say_what_was_found_and_what_was_expected() {
    for (text, found, expected, place) in [
        ("if a; then b; done", "done", Some(Expected::Token("fi")), (1, 15, 4)),
        ("a\n  for 1 in a", "1", Some(Expected::Name), (2, 7, 1)),
        ("ä x > && b", "&&", Some(Expected::Word), (1, 7, 2)),
        ("a \\\n \"x\ny\" )", ")", None, (3, 4, 1)),
        ("case x in a) b $c ;; d e", "e", Some(Expected::Token(")")), (1, 24, 1)),
        ("( a $(b\n); }", "}", Some(Expected::Token(")")), (2, 4, 1)),
    ] {
        let error = parse(text).unwrap_err();
        let token = FoundToken::Text(found.into());
        assert_eq!(error.kind, SyntaxErrorKind::Unexpected { token, expected }, "{text}");
        let span = error.span;
        assert_eq!((span.line, span.column, span.length), place, "{text}");
        let offset = span.offset as usize;
        assert_eq!(&text[offset..offset + found.len()], found);
        let line = text.lines().nth(span.line as usize - 1).unwrap();
        assert_eq!(error.source_line.unwrap().as_bytes(), line.as_bytes());
    }
}

#[test]
fn what_has_no_end_is_where_it_begins() {
    for (text, construct, place) in [
        ("a\nb 'c\nd", Construct::SingleQuotes, (2, 3)),
        ("b \"c $(d)\n\n", Construct::DoubleQuotes, (1, 3)),
        ("b $(c 'd'; e", Construct::CommandSubstitution, (1, 3)),
        ("b `c", Construct::Backquotes, (1, 3)),
        ("b $((1 + (2)", Construct::Arithmetic, (1, 4)),
        ("b x${y-${z}", Construct::ParameterExpansion, (1, 4)),
        ("b <(c", Construct::ProcessSubstitution, (1, 3)),
        ("b=(c\nd", Construct::Elements, (1, 3)),
        ("b @(c|d", Construct::Group, (1, 4)),
        ("b ${ c; ", Construct::InlineSubstitution, (1, 3)),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.is_incomplete());
        match error.kind {
            SyntaxErrorKind::Unclosed { construct: found, .. } => assert_eq!(found, construct),
            kind => panic!("{text:?}: {kind:?}"),
        }
        assert_eq!((error.span.line, error.span.column), place, "{text}");
    }
}

#[test]
fn lines_are_counted_through_everything_that_may_hold_them() {
    let text = "a \\\n 'b\nc' \"d\n$(\necho)\" <<E `\n`\nx\n\\\ny\nE\nlast\n";
    let items = parse(text).unwrap();
    let Command::Simple(last) = command(items.last().unwrap()) else { panic!() };
    assert_eq!(last.line, 11);
}

#[test]
fn words_without_expansion_know_their_text() {
    let items = parse("echo plain 'a b'\\ c\"d\" * '*' ~ a=~/x \"\"").unwrap();
    let Command::Simple(simple) = command(&items[0]) else { panic!() };
    let texts: Vec<_> =
        simple.words.iter().map(|word| word.literal.as_ref().map(|t| t.to_vec())).collect();
    let some = |text: &[u8]| Some(text.to_vec());
    assert_eq!(
        texts,
        [
            some(b"echo"),
            some(b"plain"),
            some(b"a b cd"),
            None,
            some(b"*"),
            None,
            some(b"a=~/x"),
            some(b"")
        ]
    );
}

#[test]
fn tildes_in_assignments() {
    let items = parse("x=~/a:~b:c~:\"~\" y").unwrap();
    let Command::Simple(simple) = command(&items[0]) else { panic!() };
    let parts = &simple.assignments[0].value.parts;
    let tildes = parts.iter().filter(|part| matches!(part, Part::Tilde(_))).count();
    assert_eq!(tildes, 2, "{parts:?}");
}

#[test]
fn arithmetic_or_a_subshell_in_a_substitution() {
    let items = parse("echo $(( (a) + (b) )) $((a); (b))").unwrap();
    let Command::Simple(simple) = command(&items[0]) else { panic!() };
    assert!(matches!(simple.words[1].parts[0], Part::Arithmetic(_)));
    assert!(matches!(simple.words[2].parts[0], Part::Command(_)));
}

#[test]
fn deep_nesting_is_an_error() {
    for (open, close) in [("( ", ")"), ("$(", ")"), ("{ ", ";}"), ("${x-", "}"), ("\"$(", ")\"")] {
        let text = format!("{}a{}", open.repeat(100_000), close.repeat(100_000));
        assert!(parse(&text).is_err(), "{open}");
    }
}

#[test]
fn a_brace_group_is_a_compound_command() {
    let items = parse("{ a; } >b").unwrap();
    let Command::Compound(compound) = command(&items[0]) else { panic!() };
    assert!(matches!(compound.kind, CompoundKind::Brace(_)));
    assert_eq!(compound.redirections.len(), 1);
}

#[test]
fn here_documents_in_what_looked_like_arithmetic_are_read_once() {
    // Each level is tried as arithmetic first: 2^40 readings, were they not remembered.
    let nested = (0..40).fold(String::from("x"), |text, level| {
        format!("$((: $(cat <<E{level}\n{text}\nE{level}\n) ) )")
    });
    let items = parse(&format!("cat <<E\n{nested}\nE\n")).unwrap();
    assert_eq!(items.len(), 1);
}

#[test]
fn what_is_no_expansion_is_tried_once() {
    // Groups without an end in expansions that are none: each would be read twice by each.
    let nested = |open: &str| format!("echo {}{}\n", open.repeat(40), "}".repeat(40));
    assert_eq!(parse(&nested("${x//@(a")).unwrap().len(), 1);
    assert_eq!(parse(&nested("${x^O")).unwrap().len(), 1);
    assert!(parse(&format!("echo {}\n", "${x^O+(".repeat(40))).is_err());
}

/// The tree of a text, without places and lines. Names that one text interns before another are the same in
/// each.
fn shape(text: &str) -> String {
    let names = Rc::new(Names::new());
    for name in ["x", "a", "name", "_", "x1", "echo", "local"] {
        names.intern(name.as_bytes());
    }
    let mut parser = Parser::new(Box::new(Text(text.as_bytes())), names, Rc::new(NoAliases));
    let tree = format!("{:?}", parser.whole().unwrap()).replace("line: ", "offset: ");
    let mut places = tree.split("offset: ");
    let first = places.next().unwrap_or_default().to_owned();
    places
        .fold(first, |shape, piece| shape + piece.trim_start_matches(|c: char| c.is_ascii_digit()))
}

#[test]
fn single_expansions_are_read_as_others_are() {
    for before in ["", "a", "x=", "a/b.c-", "-o", "x=a:", "}", "10", "a,b", "%!"] {
        for expansion in ["$name", "$_", "$x1", "$1", "$9", "$12", "$0", "$1a", "$a[1]", "$@"] {
            for after in ["\n", " b\n", ";b\n", "\tb\n", "b\n", "/c\n", "|b\n", ">b\n"] {
                for [quote, continued] in [["", ""], ["\"", "\""]] {
                    for command in ["echo ", "", "local ", "case "] {
                        // A line that is continued in the middle of a word is read at length.
                        let ordinary = format!("{command}{before}{quote}{expansion}{quote}{after}");
                        let at_length =
                            format!("{command}{before}{continued}\\\n{expansion}{quote}{after}");
                        let [one, other] = [&ordinary, &at_length].map(|text| match command {
                            "case " => format!("case x in {}) ;; esac\n", &text[5..text.len() - 1]),
                            _ => text.clone(),
                        });
                        if parse(&one).is_ok() {
                            assert_eq!(shape(&one), shape(&other), "{one:?}");
                        }
                    }
                }
            }
        }
    }
}
