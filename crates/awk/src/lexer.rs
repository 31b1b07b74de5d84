//! Tokens of a program (POSIX XCU awk, "Lexical Conventions"), told apart as mawk does: what
//! `/`, `<`, `>` and `|` mean depends on what came before.

use crate::dialect::Dialect;
use crate::syntax::{BUILTINS, Builtin, Target};

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    End,
    Newline,
    Semicolon,
    /// The end of a statement before a `}`.
    Implied,
    Number(f64),
    Text(Vec<u8>),
    Regex(Vec<u8>),
    /// A name; whether a `(` follows at once.
    Name(Vec<u8>, bool),
    Keyword(Keyword),
    Builtin(Builtin),
    /// `length` without arguments.
    Length,
    /// Output of `print`: `>`, `>>` or `|`.
    Output(Target),
    /// `<` behind `getline`.
    InputFrom,
    /// Anything that is spelled with punctuation, `&&` and `+=` included.
    Sign(&'static str),
}

/// Reserved words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyword {
    Print,
    Printf,
    Do,
    While,
    For,
    Break,
    Continue,
    If,
    Else,
    In,
    Delete,
    Split,
    Match,
    Begin,
    End,
    Exit,
    Next,
    NextFile,
    Return,
    Getline,
    Sub,
    Gsub,
    Function,
}

const KEYWORDS: [(&str, Keyword); 23] = [
    ("print", Keyword::Print),
    ("printf", Keyword::Printf),
    ("do", Keyword::Do),
    ("while", Keyword::While),
    ("for", Keyword::For),
    ("break", Keyword::Break),
    ("continue", Keyword::Continue),
    ("if", Keyword::If),
    ("else", Keyword::Else),
    ("in", Keyword::In),
    ("delete", Keyword::Delete),
    ("split", Keyword::Split),
    ("match", Keyword::Match),
    ("BEGIN", Keyword::Begin),
    ("END", Keyword::End),
    ("exit", Keyword::Exit),
    ("next", Keyword::Next),
    ("nextfile", Keyword::NextFile),
    ("return", Keyword::Return),
    ("getline", Keyword::Getline),
    ("sub", Keyword::Sub),
    ("gsub", Keyword::Gsub),
    ("function", Keyword::Function),
];

/// Signs, the longer before their beginnings.
const SIGNS: [&str; 37] = [
    "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "==", "!=", "<=", ">=", "!~", "{",
    "}", "(", ")", "[", "]", ",", "+", "-", "*", "/", "%", "^", "!", "<", ">", "|", "?", ":", "~",
    "$", "=",
];

/// Names that mean something to gawk and nothing here.
const GAWKS_NAMES: [&str; 46] = [
    "ARGIND",
    "BEGINFILE",
    "BINMODE",
    "ENDFILE",
    "ERRNO",
    "FIELDWIDTHS",
    "FPAT",
    "FUNCTAB",
    "IGNORECASE",
    "LINENO",
    "LINT",
    "PREC",
    "PROCINFO",
    "ROUNDMODE",
    "RT",
    "SYMTAB",
    "TEXTDOMAIN",
    "adump",
    "and",
    "asort",
    "asorti",
    "bindtextdomain",
    "case",
    "compl",
    "dcgettext",
    "dcngettext",
    "default",
    "eval",
    "func",
    "gensub",
    "include",
    "intdiv",
    "intdiv0",
    "isarray",
    "load",
    "lshift",
    "mkbool",
    "namespace",
    "or",
    "patsplit",
    "rshift",
    "stopme",
    "strtonum",
    "switch",
    "typeof",
    "xor",
];

/// Whether a word is one of gawk's own names.
pub(crate) fn is_own_name(word: &[u8]) -> bool {
    GAWKS_NAMES.iter().any(|name| name.as_bytes() == word)
}

/// Whether a word is reserved.
pub(crate) fn is_keyword(word: &[u8]) -> bool {
    KEYWORDS.iter().any(|(keyword, _)| keyword.as_bytes() == word)
}

/// What is wrong with a program, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// Reads tokens.
#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    pub(crate) line: usize,
    /// Where the last token began.
    pub(crate) token_line: usize,
    dialect: Dialect,
    /// The last token, by which `/` is understood.
    previous: Previous,
    /// Open parentheses.
    pub(crate) parentheses: usize,
    braces: usize,
    /// Inside `print`: the next `>` or `|` outside of parentheses is where output goes.
    pub(crate) printing: bool,
    /// Behind `getline`: the next `<` is where input comes from.
    pub(crate) getline: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Previous {
    /// A `/` divides.
    Operand,
    /// `;`, a newline or `}`: a `}` needs no further end of a statement.
    EndOfStatement,
    Other,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a [u8], dialect: Dialect) -> Self {
        let mut lexer = Self {
            text,
            at: 0,
            line: 1,
            token_line: 1,
            dialect,
            previous: Previous::EndOfStatement,
            parentheses: 0,
            braces: 0,
            printing: false,
            getline: false,
        };
        let _ = lexer.skip_lines();
        lexer
    }

    fn error<T>(&self, text: impl Into<String>) -> Result<T, SyntaxError> {
        Err(SyntaxError { line: self.line, text: text.into() })
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c) = self.peek() {
            self.at += 1;
        }
    }

    fn skip_comment(&mut self) {
        while self.peek().is_some_and(|byte| byte != b'\n') {
            self.at += 1;
        }
    }

    /// A backslash at the end of a line; false where it is anything else.
    fn continuation(&mut self) -> bool {
        let before = self.at;
        self.at += 1;
        if self.dialect.rules().continuation_allows_blanks {
            self.skip_blanks();
        }
        if self.peek() == Some(b'\n') {
            self.at += 1;
            self.line += 1;
            return true;
        }
        if self.peek().is_none() {
            return true;
        }
        self.at = before;
        false
    }

    /// Skips blanks, comments and newlines.
    pub(crate) fn skip_lines(&mut self) -> Result<(), SyntaxError> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c) => self.at += 1,
                Some(b'\n') => {
                    self.line += 1;
                    self.at += 1;
                }
                Some(b'#') => self.skip_comment(),
                Some(b'\\') if self.continuation() => {}
                Some(b'\\') => return self.error("unexpected character '\\'"),
                _ => return Ok(()),
            }
        }
    }

    /// Reads the next token.
    pub(crate) fn next(&mut self) -> Result<Token, SyntaxError> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c) => self.at += 1,
                Some(b'#') => self.skip_comment(),
                Some(b'\\') if self.continuation() => {}
                _ => break,
            }
        }
        self.token_line = self.line;
        let Some(byte) = self.peek() else { return Ok(Token::End) };
        match byte {
            b'\n' => {
                self.skip_lines()?;
                self.previous = Previous::EndOfStatement;
                Ok(Token::Newline)
            }
            b';' => {
                self.at += 1;
                self.skip_lines()?;
                self.previous = Previous::EndOfStatement;
                Ok(Token::Semicolon)
            }
            b'0'..=b'9' => self.number(),
            b'.' if self.text.get(self.at + 1).is_some_and(u8::is_ascii_digit) => self.number(),
            b'"' => self.string(),
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => self.word(),
            b'}' => self.close_brace(),
            b'/' => self.slash(),
            _ => self.sign(),
        }
    }

    fn slash(&mut self) -> Result<Token, SyntaxError> {
        // Behind `++` and `--`, too, mawk expects an expression.
        if self.previous == Previous::Operand { self.sign() } else { self.regex() }
    }

    fn close_brace(&mut self) -> Result<Token, SyntaxError> {
        if self.previous != Previous::EndOfStatement {
            self.previous = Previous::EndOfStatement;
            return Ok(Token::Implied);
        }
        self.at += 1;
        let Some(braces) = self.braces.checked_sub(1) else { return self.error("extra '}'") };
        self.braces = braces;
        if braces == 0 {
            self.skip_blanks();
            if self.peek() == Some(b';') {
                self.at += 1;
            }
        }
        self.skip_lines()?;
        self.previous = Previous::EndOfStatement;
        Ok(Token::Sign("}"))
    }

    fn sign(&mut self) -> Result<Token, SyntaxError> {
        let rest = &self.text[self.at..];
        // A single & is none.
        let Some(&sign) = SIGNS.iter().find(|sign| rest.starts_with(sign.as_bytes())) else {
            return self.error(format!("unexpected character '{}'", char::from(rest[0])));
        };
        self.at += sign.len();
        if self.printing && self.parentheses == 0 && matches!(sign, ">" | ">=" | "|") {
            self.printing = false;
            self.previous = Previous::Other;
            self.at += 1 - sign.len();
            let append = sign.starts_with('>') && self.peek() == Some(b'>');
            self.at += usize::from(append);
            return Ok(Token::Output(match (sign, append) {
                ("|", _) => Target::Pipe,
                (_, true) => Target::Append,
                (_, false) => Target::File,
            }));
        }
        if sign == "<" && self.getline {
            self.getline = false;
            self.previous = Previous::Other;
            return Ok(Token::InputFrom);
        }
        self.previous = match sign {
            ")" | "]" => Previous::Operand,
            "++" | "--" if self.dialect.rules().step_keeps_operand => self.previous,
            _ => Previous::Other,
        };
        match sign {
            "(" => self.parentheses += 1,
            ")" => {
                let Some(parentheses) = self.parentheses.checked_sub(1) else {
                    return self.error("extra ')'");
                };
                self.parentheses = parentheses;
            }
            "{" => {
                self.braces += 1;
                self.skip_lines()?;
                self.previous = Previous::EndOfStatement;
            }
            "," | "&&" | "||" => self.skip_lines()?,
            _ => {}
        }
        Ok(Token::Sign(sign))
    }

    fn number(&mut self) -> Result<Token, SyntaxError> {
        let start = self.at;
        let digits = |lexer: &mut Self| {
            while lexer.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                lexer.at += 1;
            }
        };
        digits(self);
        if self.peek() == Some(b'.') {
            self.at += 1;
            digits(self);
        }
        if let Some(b'e' | b'E') = self.peek() {
            let sign = usize::from(matches!(self.text.get(self.at + 1), Some(b'+' | b'-')));
            if self.text.get(self.at + 1 + sign).is_some_and(u8::is_ascii_digit) {
                self.at += 1 + sign;
                digits(self);
            }
        }
        self.previous = Previous::Operand;
        if self.dialect.rules().leaves_doubtful_programs {
            self.check_number(start)?;
        }
        let text = std::str::from_utf8(&self.text[start..self.at]).unwrap_or("0");
        let value: f64 = text.parse().unwrap_or(0.0);
        let is_zero = !text.bytes().take_while(|b| *b != b'e' && *b != b'E').any(|b| b > b'0');
        if value.is_infinite() || value.is_subnormal() || (value == 0.0 && !is_zero) {
            return self.error(format!("{text} : decimal overflow"));
        }
        Ok(Token::Number(value))
    }

    /// Octal and hexadecimal numbers, and what looks like more than one number, are left to gawk.
    fn check_number(&self, start: usize) -> Result<(), SyntaxError> {
        let number = &self.text[start..self.at];
        let octal = number.len() > 1 && number[0] == b'0' && number[1].is_ascii_digit();
        let goes_on = self
            .peek()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'));
        if octal || goes_on { self.error("an odd number") } else { Ok(()) }
    }

    fn word(&mut self) -> Result<Token, SyntaxError> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        self.previous = Previous::Other;
        if let Some((_, keyword)) = KEYWORDS.iter().find(|(name, _)| name.as_bytes() == word) {
            if *keyword == Keyword::Getline {
                self.previous = Previous::Operand;
            }
            return Ok(Token::Keyword(*keyword));
        }
        if word == b"length" {
            let before = self.at;
            self.skip_blanks();
            if self.peek() == Some(b'(') {
                return Ok(Token::Builtin(Builtin::Length));
            }
            self.at = before;
            if self.dialect.rules().length_is_operand {
                self.previous = Previous::Operand;
            }
            return Ok(Token::Length);
        }
        if let Some(builtin) = BUILTINS.iter().find(|builtin| builtin.0.as_bytes() == word) {
            return Ok(Token::Builtin(builtin.1));
        }
        self.previous = Previous::Operand;
        let is_doubtful = self.dialect.rules().leaves_doubtful_programs
            && (is_own_name(word) || word == b"_" && self.peek() == Some(b'"'));
        if is_doubtful {
            return self.error("a name that means something to gawk");
        }
        Ok(Token::Name(word.to_vec(), self.peek() == Some(b'(')))
    }

    fn string(&mut self) -> Result<Token, SyntaxError> {
        self.at += 1;
        let start = self.at;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    if self.text.get(self.at + 1) == Some(&b'\n') {
                        self.line += 1;
                    }
                    self.at += 2;
                }
                Some(b'\n') | None => return self.error("runaway string constant"),
                Some(_) => self.at += 1,
            }
        }
        let text = &self.text[start..self.at.min(self.text.len())];
        let text = match self.dialect.rules().warns_of_unknown_escapes {
            true => unescape_of_gawk(text),
            false => Some(unescape(text)),
        };
        let Some(text) = text else { return self.error("an escape that gawk warns of") };
        self.at += 1;
        self.previous = Previous::Operand;
        Ok(Token::Text(text))
    }

    /// An expression between slashes; brackets keep slashes to themselves.
    fn regex(&mut self) -> Result<Token, SyntaxError> {
        self.at += 1;
        let mut text = Vec::new();
        let mut depth = 0;
        let mut closed = false;
        // Where a `]` would be the first of a bracket expression.
        let mut first = usize::MAX;
        loop {
            let Some(byte) = self.peek() else { return self.error("runaway regular expression") };
            self.at += 1;
            match byte {
                b'/' if depth == 0 => break,
                b'\n' => return self.error("runaway regular expression"),
                b'\\' => {
                    match self.peek() {
                        Some(b'/') => text.push(b'/'),
                        Some(b'\n') => {}
                        Some(other) => text.extend_from_slice(&[b'\\', other]),
                        None => return self.error("runaway regular expression"),
                    }
                    self.at += 1;
                    continue;
                }
                b'^' if text.len() == first => first += 1,
                b'[' if depth == 0 => {
                    if closed && self.dialect.rules().leaves_doubtful_programs {
                        return self.error("brackets that gawk counts otherwise");
                    }
                    depth = 1;
                    first = text.len() + 1;
                }
                b'[' if self.peek() == Some(b':') => depth += 1,
                b']' if depth > 0 && text.len() != first => depth -= 1,
                b']' if depth == 0 => closed = true,
                _ => {}
            }
            text.push(byte);
        }
        self.previous = Previous::Operand;
        Ok(Token::Regex(text))
    }
}

/// A string without its escapes; a backslash before anything else stays, and a backslash
/// before a newline goes with it.
pub(crate) fn unescape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let Some((&letter, after)) = rest.split_first() else {
            out.push(b'\\');
            break;
        };
        rest = after;
        match letter {
            b'\n' => {}
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'f' => out.push(0x0c),
            b'b' => out.push(0x08),
            b'r' => out.push(b'\r'),
            b'a' => out.push(0x07),
            b'v' => out.push(0x0b),
            b'\\' | b'"' => out.push(letter),
            b'0'..=b'7' => {
                let mut value = u32::from(letter - b'0');
                let mut count = 1;
                while let (Some(digit @ b'0'..=b'7'), true) = (rest.first(), count < 3) {
                    value = value * 8 + u32::from(digit - b'0');
                    rest = &rest[1..];
                    count += 1;
                }
                out.push(value as u8);
            }
            b'x' if rest.first().is_some_and(u8::is_ascii_hexdigit) => {
                let mut value = 0;
                let mut count = 0;
                while let (Some(&digit), true) = (rest.first(), count < 2) {
                    let Some(digit) = char::from(digit).to_digit(16) else { break };
                    value = value * 16 + digit;
                    rest = &rest[1..];
                    count += 1;
                }
                out.push(value as u8);
            }
            _ => out.extend_from_slice(&[b'\\', letter]),
        }
    }
    out
}

/// What one of C's escapes stands for, the letter of which the text begins with, and its length;
/// `x` without digits is itself.
pub(crate) fn escape(text: &[u8]) -> (u8, usize) {
    let value = match text[0] {
        b'n' => b'\n',
        b't' => b'\t',
        b'f' => 0x0c,
        b'b' => 0x08,
        b'r' => b'\r',
        b'a' => 0x07,
        b'v' => 0x0b,
        b'0'..=b'7' => return number_of_digits(text, 0, 3, 8),
        b'x' if text.get(1).is_some_and(u8::is_ascii_hexdigit) => {
            return number_of_digits(text, 1, 2, 16);
        }
        other => other,
    };
    (value, 1)
}

fn number_of_digits(text: &[u8], start: usize, most: usize, base: u32) -> (u8, usize) {
    let digits = text[start..].iter().take(most).map_while(|&byte| char::from(byte).to_digit(base));
    let (value, count) =
        digits.fold((0, 0), |(value, count), digit| (value * base + digit, count + 1));
    (value as u8, start + count)
}

/// A string without its escapes, as gawk reads it; `None` where gawk has a warning for one.
pub(crate) fn unescape_of_gawk(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let used = match rest.first() {
            None => {
                out.push(b'\\');
                continue;
            }
            Some(b'\n') => 1,
            Some(b'\\' | b'"' | b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'0'..=b'7') => {
                let (value, used) = escape(rest);
                out.push(value);
                used
            }
            Some(b'x') if rest.get(1).is_some_and(u8::is_ascii_hexdigit) => {
                let (value, used) = escape(rest);
                out.push(value);
                used
            }
            Some(_) => return None,
        };
        rest = &rest[used..];
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let mut lexer = Lexer::new(text.as_bytes(), Dialect::Mawk);
        let mut tokens = Vec::new();
        loop {
            match lexer.next().unwrap() {
                Token::End => return tokens,
                token => tokens.push(token),
            }
        }
    }

    #[test]
    fn a_slash_divides_behind_an_operand() {
        assert_eq!(tokens("a/b/c").len(), 5);
        assert_eq!(tokens("~/b/")[1], Token::Regex(b"b".to_vec()));
        assert_eq!(tokens("/[/]\\//")[0], Token::Regex(b"[/]/".to_vec()));
    }

    #[test]
    fn a_brace_ends_the_statement_before_it() {
        let list = tokens("{ a }\n\n;b");
        assert_eq!(list[2], Token::Implied);
        assert_eq!(list[3], Token::Sign("}"));
        assert_eq!(tokens("{ a; }").len(), 4);
    }

    #[test]
    fn strings() {
        assert_eq!(unescape(b"a\\tb\\/\\\\\\\"\\101\\x41\\q"), b"a\tb\\/\\\"AA\\q");
    }
}
