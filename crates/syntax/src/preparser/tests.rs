//! What is left for later and what is not.

use crate::tree::Command;
use crate::{Input, Names, NoAliases, Parser, Text};
use std::io;
use std::rc::Rc;

/// Whether the body of the function that a text begins with is left for later; all of the text is right.
fn is_deferred(text: &str) -> bool {
    let (input, names) = (Box::new(Text(text.as_bytes())), Rc::new(Names::new()));
    let mut parser = Parser::new(input, names, Rc::new(NoAliases));
    let list = parser.next().unwrap_or_else(|error| panic!("{text}: {error:?}")).unwrap();
    let Command::Function(function) = &list.items[0].and_or.first.commands[0] else {
        panic!("{text}: no function")
    };
    let is_deferred = function.body.get().is_none();
    // What follows is read as it is after any other function.
    let rest = parser.next().unwrap_or_else(|error| panic!("{text}: {error:?}"));
    assert!(rest.is_none_or(|list| list.items.len() == 1), "{text}");
    assert!(matches!(function.body.command(), Command::Compound(_)));
    is_deferred
}

#[test]
fn what_posix_has_is_left_for_later() {
    for body in [
        "a; b & c && d || ! e | f",
        "if a; then b; elif c; then d; else e; fi >f 2>&1",
        "while a; do b; done <f; until a; do b; done | c",
        "for x in a b $c; do d; done; for x; do e; done; for x do f; done",
        "case $x in a | 'b') c ;; (*) d ;; e) esac; case x in esac",
        "x=1 y=\"$2\" z >f <g 2>>h 3<&0 4>&- 5<>i >|j",
        "(a; b); { c; }",
        "echo 'it''s' \"a \\\" $b ${c} ${#d} ${h%%[0-9]*} $1 $@ $#\" ${e:-f \"g\"}",
        "x=$(a | b \"$(c)\") y=$((1 + (2 * $z) % w)) z=$#",
        "a \\\n b # ' comment\n# another }\n c",
        "a[1]=2; [ -n \"$x\" ]; set -- {} {a,b} ~/x *.[ch]",
        "echo done fi } esac; return 1",
        "x=/tmp/$$; trap \"rm $x.$$\" EXIT",
        "g() { a; }; h () # b\n{ c; } >d",
        "x=`a \\`b \\$c\\` 'd\\\\'`; y=\"`e | sed \"s%\\$%% ; s%$f\\(g\\)%%\"`\"",
    ] {
        for text in [
            format!("f() {{ {body}; }}\necho after"),
            format!("f ()\n\n{{\n{body}\n}} ; echo after"),
            format!("function f {{\t{body}\n}} # {{\necho after"),
        ] {
            // Where `{body};` is no list, a newline ends it.
            let text = text.replace("esac; }", "esac\n}").replace("return 1;", "return 1\n");
            assert!(is_deferred(&text), "{text}");
        }
    }
    assert!(is_deferred("f() { a; }"));
}

#[test]
fn more_than_posix_is_left_for_later() {
    for body in [
        "cat <<E; cat <<-'F' >g\na $b ${c} \\$d }\nE\n\te `\n\tF\n",
        "x=`a | b 'c;' \"$d\"` y=\"`e f`\"; `g`",
        "read x <<<$y",
        "[[ a ]] && [[ -n $x && ! ( $y == [a-z]* || 1 -lt 2 ) ]]",
        "if [[ $x =~ ^[0-9]+$\n]]; then a; fi",
        "(( x = 1 + (2 * y) )) && ((z))",
        "echo ${x/a/b} ${y//[0-9]/c} ${z[@]} ${#a[*]} ${b[$i]} ${!c} ${d:1:$n} ${e^^} ${f@Q} ${@:2}",
        "echo ${!x[@]} \"${y[@]:-z}\"",
    ] {
        assert!(is_deferred(&format!("f() {{ {body}\n}}\necho after")), "{body}");
    }
}

#[test]
fn arrays_are_left_for_later_where_there_are_no_compound_variables() {
    for (body, is_left) in [
        ("x=(a 'b c' $d\n e # f\n) y+=(g) h", true),
        ("local -a x=(a) y=(b); declare z=()", true),
        ("x=([1]=a)", false),
        ("x=(a (b))", false),
    ] {
        let text = format!("f() {{ {body}\n}}\n");
        let (input, names) = (Box::new(Text(text.as_bytes())), Rc::new(Names::new()));
        let mut parser = Parser::new(input, names, Rc::new(NoAliases));
        parser.set_language(crate::Language::of(dialect::Dialect::Bash.rules()));
        let list = parser.next();
        let Ok(Some(list)) = list else {
            assert!(!is_left, "{body}");
            continue;
        };
        let Command::Function(function) = &list.items[0].and_or.first.commands[0] else {
            panic!("{text}: no function")
        };
        assert_eq!(function.body.get().is_none(), is_left, "{body}");
        function.body.command();
    }
}

#[test]
fn what_it_does_not_know_is_left_to_the_parser() {
    for body in [
        "cat <<E\n$(a)\nE\n",
        "cat <<$x\n$x\n",
        "cat <<E\na\\\nE\nE\n",
        "echo \"`a \\\"b\\\"`\"",
        "echo `a \\\nb`",
        "[[ a < b ]]",
        "[[ $x =~ a|b ]]",
        "(( a[1] ))",
        "echo ${x[a b]} ${y:-`z`} \"${z:-\"a\"}\"",
        "a[b c]=d",
        "g() (a)",
        "function g { a; }",
        "set() { a; }",
        "time a",
        "echo $'a' $\"b\"",
        "echo @(a|b)",
        "diff <(a) >(b)",
        "a &>b",
        "a |& b",
        "case x in a) b ;& c) d ;; esac",
        "select x in a; do b; done",
        "coproc a",
        "{fd}>a",
        "ec\\\nho a",
    ] {
        assert!(!is_deferred(&format!("f() {{ {body}\n}}\necho after")), "{body}");
    }
    for text in ["f() (a)", "f() { a; } >b", "f() { a; } && b", "f() if a; then b; fi"] {
        assert!(!is_deferred(text), "{text}");
    }
}

#[test]
fn what_is_wrong_is_wrong_where_it_is_defined() {
    for body in [
        "",
        "a | }",
        "a && }",
        "if a; b; fi",
        "if a; then fi",
        "fi",
        "a ; ; b",
        "a & && b",
        "( )",
        "for 1 in a; do b; done",
        "for x in a; b; done",
        "case x in a b) c;; esac",
        "a )",
        "a >",
        "! }",
        "while a; do b; fi",
        "a;; b",
        "echo \"",
        "echo '",
        "echo ${",
        "echo $(a",
        "b (c)",
    ] {
        let text = format!("f() {{ {body}\n}}\n");
        let (input, names) = (Box::new(Text(text.as_bytes())), Rc::new(Names::new()));
        let mut parser = Parser::new(input, names, Rc::new(NoAliases));
        assert!(parser.next().is_err(), "{text}");
    }
}

/// A text that comes in lines, which are counted.
struct Lines<'t>(std::str::SplitInclusive<'t, char>, Rc<std::cell::Cell<usize>>);

impl Input for Lines<'_> {
    fn more(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        let line = self.0.next();
        buffer.extend_from_slice(line.unwrap_or_default().as_bytes());
        self.1.set(self.1.get() + usize::from(line.is_some()));
        Ok(line.is_some())
    }
}

/// A text that comes in lines, of which all that follow are known.
struct Block<'t>(&'t str);

impl Input for Block<'_> {
    fn more(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        let end = self.0.find('\n').map_or(self.0.len(), |at| at + 1);
        let (line, rest) = self.0.split_at(end);
        buffer.extend_from_slice(line.as_bytes());
        self.0 = rest;
        Ok(!line.is_empty())
    }

    fn upcoming(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

#[test]
fn bodies_of_many_lines_are_left_for_later_where_what_follows_is_known() {
    let body = "echo 'a line' of a body\n".repeat(500);
    let text = format!("f() {{\n{body}}}\ng()\n{{\n{body}}}\nread x\nline\n");
    let mut parser = Parser::new(Box::new(Block(&text)), Rc::new(Names::new()), Rc::new(NoAliases));
    for line in [503, 1006] {
        let list = parser.next().unwrap().unwrap();
        let Command::Function(function) = &list.items[0].and_or.first.commands[0] else {
            panic!("no function")
        };
        assert!(function.body.get().is_none());
        assert_eq!(parser.line(), line);
        assert!(matches!(function.body.command(), Command::Compound(_)));
    }
}

#[test]
fn no_line_is_read_that_the_parser_would_not_have_read() {
    let (text, count) = ("f()\n{\n a 'b\n'\n}\nread x\nline\n", Rc::default());
    let input = Box::new(Lines(text.split_inclusive('\n'), Rc::clone(&count)));
    let mut parser = Parser::new(input, Rc::new(Names::new()), Rc::new(NoAliases));
    parser.next().unwrap();
    assert_eq!((count.get(), parser.line()), (5, 6));
    parser.next().unwrap();
    assert_eq!(count.get(), 6);
}

/// How many lists the parser still has to read of a text whose commands are only looked through.
fn lists_left(text: &str) -> usize {
    let (input, names) = (Box::new(Text(text.as_bytes())), Rc::new(Names::new()));
    let mut parser = Parser::new(input, names, Rc::new(NoAliases));
    // What has been read of the input is looked through: here all of it is, with the first command.
    assert!(parser.next().unwrap().is_some());
    let mut count = 0;
    loop {
        parser.pass_over();
        match parser.next().unwrap_or_else(|error| panic!("{text}: {error:?}")) {
            Some(_) => count += 1,
            None => return count,
        }
    }
}

#[test]
fn commands_that_are_only_looked_through_are_passed_over() {
    for (text, left) in [
        ("a\nb; c & d\n\n# e\nif f; then g; fi >h\ncase i in j) k;; esac\n", 0),
        ("a\nb <<E\n$c\nE\nd \\\n e\n", 0),
        // The end of the text is left to the parser.
        ("a\nb", 1),
        ("a\nf() { b; }\ng ()\n{\n\tc\n} >d\ne\n", 0),
        ("a\nb\nselect x in y; do z; done\nc\n", 1),
    ] {
        assert_eq!(lists_left(text), left, "{text}");
    }
    for text in ["a\nb\n)\n", "a\nif b; then\nc\n", "a\nb\n;; c\n", "a\nb\nfi\n", "a\nb;;\n"] {
        let mut parser =
            Parser::new(Box::new(Text(text.as_bytes())), Rc::new(Names::new()), Rc::new(NoAliases));
        assert!(parser.next().unwrap().is_some());
        let error = loop {
            parser.pass_over();
            match parser.next() {
                Ok(Some(_)) => {}
                other => break other.is_err(),
            }
        };
        assert!(error, "{text}");
    }
}
