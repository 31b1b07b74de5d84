//! Errors of syntax in forkless' own words.
//!
//! A sentence about what was found and what was expected; the line of the script with a mark under
//! the place is added by `diagnostics::syntax`, which knows the text.

use std::io;
use syntax::{Construct, Expected, FoundToken, SyntaxError, SyntaxErrorKind};

/// What is wrong, where in the line, and what was expected.
pub(in crate::diagnostics) fn report(error: &SyntaxError) -> Vec<u8> {
    let mut report = what(&error.kind);
    if !matches!(error.kind, SyntaxErrorKind::Unreadable { .. }) {
        report.insert_str(0, "syntax error: ");
    }
    let (placed, expected) = match error.kind {
        SyntaxErrorKind::Unexpected { expected, .. } => (true, expected),
        SyntaxErrorKind::UnexpectedEnd { expected, .. } => (false, expected),
        SyntaxErrorKind::Unreadable { .. } => (false, None),
        _ => (true, None),
    };
    if placed && error.span.column > 0 {
        report.push_str(&format!(" at column {}", error.span.column));
    }
    if let Some(expected) = expected {
        report.push_str(&format!(", expecting {}", described(expected)));
    }
    if error.carriage_returns {
        report.push_str("; lines end with carriage returns");
    }
    report.into_bytes()
}

/// The sentence about an error of this kind, without place and name.
pub(in crate::diagnostics) fn what(kind: &SyntaxErrorKind) -> String {
    match kind {
        SyntaxErrorKind::Unexpected { token: FoundToken::Newline, .. } => {
            "unexpected newline".into()
        }
        SyntaxErrorKind::Unexpected { token: FoundToken::End, .. } => {
            "unexpected end of file".into()
        }
        SyntaxErrorKind::Conditional(_) => "a test in `[[ ]]` is none".into(),
        SyntaxErrorKind::Unexpected { token: FoundToken::Text(text), .. } => {
            format!("unexpected `{}'", text.escape_ascii())
        }
        SyntaxErrorKind::UnexpectedEnd { begun: None, .. } => "unexpected end of file".into(),
        SyntaxErrorKind::UnexpectedEnd { begun: Some(line), .. } => {
            format!("unexpected end of file in the command begun on line {line}")
        }
        SyntaxErrorKind::Unclosed { construct, .. } => match construct {
            Construct::SingleQuotes | Construct::DoubleQuotes => {
                "unterminated quoted string".into()
            }
            Construct::Backquotes => "unterminated backquote substitution".into(),
            _ => format!("missing `{}'", construct.closer()),
        },
        SyntaxErrorKind::UnclosedFor => "missing `))'".into(),
        SyntaxErrorKind::ForClauses { .. } => "`for ((' needs three expressions".into(),
        SyntaxErrorKind::InvalidFunctionName(None) => "invalid function name".into(),
        SyntaxErrorKind::InvalidFunctionName(Some(name)) => {
            format!("invalid function name `{}'", name.escape_ascii())
        }
        SyntaxErrorKind::Namespace => "there are no namespaces here".into(),
        SyntaxErrorKind::NestedTooDeeply => "nested too deeply".into(),
        SyntaxErrorKind::Unreadable { errno, message } => {
            let reason = |errno| utilities::message::reason(&io::Error::from_raw_os_error(errno));
            match errno {
                Some(errno) => format!("cannot read: {}", reason(*errno)),
                None => message.clone(),
            }
        }
    }
}

/// What was expected, as people say it.
fn described(expected: Expected) -> String {
    match expected {
        Expected::Token(text) => format!("`{text}'"),
        Expected::Command => "a command".into(),
        Expected::CompoundCommand => "a compound command".into(),
        Expected::Name => "a name".into(),
        Expected::Word => "a word".into(),
    }
}

/// How many characters of a line are shown on either side of the mark.
const AROUND: usize = 60;

/// The line of the script with a mark under the place; `None` where there is nothing to show.
pub(in crate::diagnostics) fn excerpt(error: &SyntaxError) -> Option<Vec<u8>> {
    let span = error.span;
    let line = error.source_line.as_ref().filter(|line| !line.trim_ascii().is_empty())?;
    let line = String::from_utf8_lossy(line);
    let at = usize::try_from(span.column.checked_sub(1)?).ok()?;
    let begin = at.saturating_sub(AROUND);
    let mut shown = String::from("    ");
    let mut mark = shown.clone();
    if begin > 0 {
        shown.push_str("...");
        mark.push_str("   ");
    }
    let mut characters = line.chars().skip(begin);
    for c in characters.by_ref().take(at - begin) {
        // What a terminal would not show as one character moves the mark.
        shown.push(if c.is_control() && c != '\t' { '?' } else { c });
        mark.push(if c == '\t' { '\t' } else { ' ' });
    }
    let mut left = span.length.max(1);
    for (index, c) in characters.by_ref().take(AROUND).enumerate() {
        shown.push(if c.is_control() && c != '\t' { '?' } else { c });
        if index == 0 || left > 0 && c != '\t' {
            mark.push('^');
        }
        left = left.saturating_sub(c.len_utf8() as u32);
    }
    if mark.ends_with([' ', '\t']) {
        // The end of the line.
        mark.push('^');
    }
    if characters.next().is_some() {
        shown.push_str("...");
    }
    Some(format!("{shown}\n{mark}\n").into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;
    use syntax::{Names, NoAliases, Parser, Text};

    fn excerpt_of(text: &str) -> String {
        let input = Box::new(Text(text.as_bytes()));
        let mut parser = Parser::new(input, Rc::new(Names::new()), Rc::new(NoAliases));
        let error = parser.whole().unwrap_err();
        String::from_utf8(excerpt(&error).unwrap_or_default()).unwrap()
    }

    #[test]
    fn the_mark_is_under_the_token() {
        assert_eq!(excerpt_of("if :; done\n"), "    if :; done\n          ^^^^\n");
        assert_eq!(excerpt_of("\tif x\r; done\n"), "    \tif x?; done\n    \t       ^^^^\n");
    }

    #[test]
    fn of_a_long_line_only_the_surroundings_are_shown() {
        let long = format!("{} ) {}", "x".repeat(100), "y".repeat(100));
        let shown = excerpt_of(&long);
        let mut lines = shown.lines();
        let (line, mark) = (lines.next().unwrap(), lines.next().unwrap());
        assert_eq!(mark.find('^'), line.find(')'));
        assert_eq!(line.len(), 4 + 3 + 60 + 60 + 3);
    }

    #[test]
    fn what_is_not_closed_is_marked_where_it_was_opened() {
        assert_eq!(excerpt_of("echo ä \"b\n\n"), "    echo ä \"b\n           ^\n");
        assert_eq!(excerpt_of("echo $(a"), "    echo $(a\n         ^^\n");
        assert_eq!(excerpt_of("echo ${a"), "    echo ${a\n         ^^\n");
        assert_eq!(excerpt_of("a=(b c\n\n"), "    a=(b c\n      ^\n");
    }
}
