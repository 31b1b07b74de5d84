//! `[[ … ]]` (ksh, bash): tests whose words are neither split nor matched against files.
//!
//! The tree comes from the parser (`syntax::conditional`), so operators are never data. The right
//! side of `==` is a pattern, of `=~` a regular expression, quoted parts being literal. See bash(1)
//! and ksh93(1), Conditional Expressions.

use crate::diagnostics::{BuiltinProblem, Problem};
use crate::environment::Environment;
use crate::environment::arrays::{Indexed, Key};
use crate::environment::options::Options;
use crate::environment::variables::{SPECIAL, Value, Variable};
use crate::expand::Wanted;
use crate::expand::arithmetic::Number;
use crate::unwind::{Flow, Unwind, tolerated};
use pattern::{Glob, Regex, RegexOptions};
use std::rc::Rc;
use syntax::ByteString;
use syntax::tree::{Test, Word};
use utilities::system::test::{Dialect, evaluate};

fn compare_numbers(operator: &str, left: Number, right: Number) -> bool {
    match (left, right) {
        (Number::Integer(left), Number::Integer(right)) => compare(operator, &left, &right),
        (left, right) => compare(operator, &left.float(), &right.float()),
    }
}

/// What `[[ ]]` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Holds,
    Fails,
    /// It fails since an expression of `=~` is none: where that decides, the status is 2.
    BadExpression,
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }
}

impl Environment {
    /// The value of a test.
    pub(super) fn conditional(&mut self, test: &Test) -> Flow<Verdict> {
        match test {
            Test::Not(test) => {
                // bash shows it before a single test, not before a group.
                let single = !matches!(**test, Test::And(_) | Test::Or(_) | Test::Not(_));
                self.shared.traced_negation.set(single && self.traces_compounds());
                Ok((self.conditional(test)? != Verdict::Holds).into())
            }
            Test::And(tests) => {
                for test in tests {
                    let verdict = self.conditional(test)?;
                    if verdict != Verdict::Holds {
                        return Ok(verdict);
                    }
                }
                Ok(Verdict::Holds)
            }
            Test::Or(tests) => {
                let mut verdict = Verdict::Fails;
                for test in tests {
                    verdict = self.conditional(test)?;
                    if verdict == Verdict::Holds {
                        break;
                    }
                }
                Ok(verdict)
            }
            Test::Regex(text, expression) => self.regex_test(text, expression),
            simple => self.simple_test(simple).map(Verdict::from),
        }
    }

    /// The value of a test that is one operator with its operands.
    #[inline]
    fn simple_test(&mut self, test: &Test) -> Flow<bool> {
        match test {
            Test::Unary(letter, word) => {
                let text = self.expand_text(word)?;
                if self.traces_compounds() {
                    self.trace_test(&[&[b'-', *letter], &text])?;
                }
                if *letter == b'v'
                    && word.is_element()
                    && self.rules().evaluation.set_test_takes_key_literally
                    && let Some((name, key)) = self.element_literally(&text)?
                {
                    // What its expansions gave is not expanded once more.
                    return Ok(key.is_some_and(|key| self.element(name, &key).is_some()));
                }
                self.unary_test(*letter, &text)
            }
            Test::Matches { text, pattern, operator } => {
                let text = self.expand_text(text)?;
                let pattern = match self.traces_compounds() {
                    // What bash shows has a backslash before all that was quoted.
                    true => self.expand_as(pattern, Wanted::ShownPattern)?,
                    false => self.expand_pattern(pattern)?,
                };
                if self.traces_compounds() {
                    self.trace_test(&[&text, operator.as_bytes(), &pattern])?;
                }
                let mut options = self.glob_options();
                options.extended = true;
                let matches = Glob::is_match_of(&pattern, options, &text);
                if matches
                    && pattern.contains(&b'(')
                    && self.rules().evaluation.conditional_sets_match
                {
                    self.note_match(&text, &pattern, true);
                }
                Ok(matches != (*operator == "!="))
            }
            Test::Binary(operator, left, right)
                if (self.has_key(left) || self.has_key(right)) && operator.starts_with('-') =>
            {
                let (left, right) = (self.word_operand(left)?, self.word_operand(right)?);
                Ok(compare_numbers(operator, left, right))
            }
            Test::Binary(operator, left, right) => {
                let (left, right) = (self.expand_text(left)?, self.expand_text(right)?);
                if self.traces_compounds() {
                    self.trace_test(&[&left, operator.as_bytes(), &right])?;
                }
                self.binary_test(operator, &left, &right)
            }
            Test::Not(_) | Test::And(_) | Test::Or(_) | Test::Regex(..) => Ok(false),
        }
    }

    fn unary_test(&mut self, letter: u8, text: &ByteString) -> Flow<bool> {
        match letter {
            b'n' => Ok(!text.is_empty()),
            b'z' => Ok(text.is_empty()),
            b'o' => Ok(self.options.has_named(text)),
            b'v' => self.is_set_by_name(text),
            b'R' => Ok(self.is_reference(text)),
            b'a' => self.file_test(&[b"-e", text]),
            _ => {
                let operator = [b'-', letter];
                self.file_test(&[&operator, text])
            }
        }
    }

    /// Whether a variable of this name is a reference (`-R`).
    pub fn is_reference(&self, name: &[u8]) -> bool {
        self.shared.names.find(name).is_some_and(|name| {
            matches!(self.variables.get(name).value, Value::Reference(target) if target != name)
        })
    }

    fn file_test(&mut self, arguments: &[&[u8]]) -> Flow<bool> {
        if let [operator, path] = arguments
            && let Some(answer) = self.test_by_program(operator, path)?
        {
            return Ok(answer);
        }
        match evaluate(arguments, self, Dialect::Shell) {
            Ok(value) => Ok(value),
            Err(error) => {
                let (command, utf8) = (&b"[["[..], self.utf8);
                self.expansion_problem(&Problem::Builtin(BuiltinProblem::TestExpression {
                    command,
                    error: &error,
                    utf8,
                }))
            }
        }
    }

    /// Whether a variable, or an element spelled `name[subscript]`, is set.
    pub(crate) fn is_set_by_name(&mut self, text: &[u8]) -> Flow<bool> {
        if let Some(number) = crate::builtins::number(text) {
            return Ok(u32::try_from(number).is_ok_and(|n| self.positional.get(n).is_some()));
        }
        if let Some(spelled) = text.strip_suffix(b"[@]").or_else(|| text.strip_suffix(b"[*]"))
            && let Some((name, None)) = self.spelled(spelled)?
        {
            if self.rules().evaluation.set_test_takes_star_for_key && self.is_associative(name) {
                let key = Key::Text(text[spelled.len() + 1..text.len() - 1].to_vec());
                return Ok(self.element(name, &key).is_some());
            }
            return Ok(!self.elements(name).is_empty());
        }
        if self.rules().evaluation.set_test_checks_path && self.is_path_from_nothing(text)? {
            return Ok(false);
        }
        let Some(spelled) = tolerated(self.spelled(text))? else {
            // No such place from the end; reported.
            return Ok(false);
        };
        Ok(match spelled {
            Some((name, Some(key))) => {
                self.element(name, &key).is_some()
                    || self.composed
                        && self.rules().evaluation.set_test_knows_nested_arrays
                        && self.nested(name, &key).is_some()
            }
            Some((name, None)) => self.value(name).is_some(),
            None => false,
        })
    }

    /// Whether in `a.b[key].c` something that has a subscript is no array: its keys mean nothing
    /// then.
    fn is_path_from_nothing(&mut self, text: &[u8]) -> Flow<bool> {
        for end in byte_search::memmem::find_iter(text, b"].") {
            let Some(open) = byte_search::memrchr(b'[', &text[..end]) else { return Ok(false) };
            match self.spelled(&text[..open])? {
                Some((name, None)) if self.variables.get(name).value.is_array() => {}
                _ => return Ok(true),
            }
        }
        Ok(false)
    }

    fn binary_test(&mut self, operator: &str, left: &ByteString, right: &ByteString) -> Flow<bool> {
        match operator {
            "<" => return Ok(left.as_bytes() < right.as_bytes()),
            ">" => return Ok(left.as_bytes() > right.as_bytes()),
            "-nt" | "-ot" | "-ef" => {
                return self.file_test(&[left, operator.as_bytes(), right]);
            }
            _ => {}
        }
        let left = self.operand(left)?;
        let right = self.operand(right)?;
        Ok(compare_numbers(operator, left, right))
    }

    /// Whether expansions of an operand may be part of a key, and so not of the expression.
    fn has_key(&mut self, word: &Word) -> bool {
        word.parts.len() > 1
            && self.rules().evaluation.operands_keep_keys
            && !self.traces_compounds()
            && self.has_associative_subscript(&word.parts)
    }

    fn word_operand(&mut self, word: &Word) -> Flow<Number> {
        if self.has_key(word) {
            return self.evaluate_with_keys(&word.parts);
        }
        let text = self.expand_text(word)?;
        self.operand(&text)
    }

    /// An operand of `-eq` and its kin: an expression; nothing is 0.
    fn operand(&mut self, text: &ByteString) -> Flow<Number> {
        if text.is_empty() {
            return Ok(Number::Integer(0));
        }
        self.evaluate_text(text)
    }

    /// `shopt -s compat31`, or BASH_COMPAT.
    fn is_like_bash_31(&self) -> bool {
        let level = self.shared.names.find(b"BASH_COMPAT").and_then(|name| self.text(name));
        level.is_some_and(|level| matches!(&level[..], b"31" | b"3.1"))
    }

    /// `=~`: what matched is in BASH_REMATCH.
    fn regex_test(&mut self, text: &Word, expression: &Word) -> Flow<Verdict> {
        let text = self.expand_text(text)?;
        let compatible = self.rules().evaluation.heeds_bash_compat && self.is_like_bash_31();
        // Before bash 3.2 quotes made no difference.
        let wanted = match compatible {
            true => Wanted::Text,
            false => Wanted::Regex,
        };
        let expression = self.expand_as(expression, wanted)?;
        if self.traces_compounds() {
            self.trace_test(&[&text, b"=~", &expression])?;
        }
        let mut options = RegexOptions::regcomp(true);
        options.utf8 = self.utf8;
        options.nocase = self.options.has(Options::NOCASEMATCH);
        let translates = self.rules().evaluation.regex_is_translated;
        let own = translates.then(|| pattern::expression_of_ksh(&expression, false).0);
        let regex = match Regex::new(own.as_ref().unwrap_or(&expression), options) {
            Ok(regex) => regex,
            // False, and so its negation is true; if it decides, the status is 2.
            Err(_) if !self.rules().evaluation.bad_regex_is_reported => {
                return Ok(Verdict::BadExpression);
            }
            Err(error) => {
                let reason = error.to_string();
                let (command, operand) = (b"[[", Some(&expression[..]));
                let problem = BuiltinProblem::Refused { command, operand, reason: &reason };
                self.diagnose(problem);
                self.status = 2;
                return Err(Unwind::Soft);
            }
        };
        let mut cache = pattern::Cache::default();
        let mut captures = pattern::Captures::default();
        let matched = regex.find_at(&mut cache, &text, 0, Default::default(), &mut captures);
        if matched && self.rules().evaluation.conditional_sets_match {
            let pattern = [b"~(E)", &expression[..]].concat();
            self.note_match(&text, &pattern, false);
        }
        let mut array = Indexed::new();
        if matched {
            for group in 0..=regex.group_count() {
                let value = captures.get(group).map(|(from, to)| &text[from..to]);
                array.insert(group as i64, ByteString::new(value.unwrap_or_default()));
            }
        }
        let name = self.shared.names.intern(b"BASH_REMATCH");
        let value = Value::Indexed(Rc::new(array));
        self.put(name, Variable { value, flags: SPECIAL, attribute_number: 0 });
        Ok(matched.into())
    }
}

fn compare<T: PartialOrd>(operator: &str, left: &T, right: &T) -> bool {
    match operator {
        "-eq" => left == right,
        "-ne" => left != right,
        "-lt" => left < right,
        "-le" => left <= right,
        "-gt" => left > right,
        _ => left >= right,
    }
}
