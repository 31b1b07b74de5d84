//! Words, quoting and expansions without the grammar around them: the text of a
//! here-document, a text as a whole, and text in double quotes, which means the same.

use std::rc::Rc;
use syntax::tree::Word;
use syntax::{Names, NoAliases, Parser, SyntaxError, Text};

fn parser(text: &[u8]) -> Parser<'_> {
    Parser::new(Box::new(Text(text)), Rc::new(Names::new()), Rc::new(NoAliases))
}

fn document(text: &[u8]) -> Result<Word, Box<SyntaxError>> {
    parser(text).text()
}

/// See the module.
pub fn check(data: &[u8]) {
    let word = document(data);
    let lines = data.iter().filter(|&&byte| byte == b'\n').count() + 1;
    if let Err(error) = &word {
        assert!((1..=lines).contains(&(error.span.line as usize)), "{error:?} in {lines} lines");
    }
    if let Err(error) = parser(data).whole() {
        assert!((1..=lines).contains(&(error.span.line as usize)), "{error:?} in {lines} lines");
    }
    // Nothing is special in a text without any of these; and a literal text is what it was.
    if !data.iter().any(|byte| b"$`\\".contains(byte)) {
        let literal = word.as_ref().ok().and_then(|word| word.literal.clone());
        assert_eq!(literal.as_deref(), Some(data));
        // Nor in single quotes.
        if !data.contains(&b'\'') {
            let quoted = [b": '", data, b"'"].concat();
            let Ok(Some(list)) = parser(&quoted).next() else { panic!("not one command") };
            let debug = format!("{:?}", list.items[0]);
            let literal = format!("{:?}", syntax::ByteString::new(data));
            assert!(debug.contains(&literal), "{literal} is not in {debug}");
        }
    }
}
