//! Programs that treat each record by itself: what comes of it depends on no other record. Of a large input,
//! other processors work on blocks of records then.
//!
//! It is decided by the tree alone, and every doubt is one. A variable may be assigned where each look at it is
//! behind an assignment for the same record, whatever the way there; so may be RSTART and RLENGTH by `match`, and an
//! array by `split`. What nobody assigns is as BEGIN has left it.

use crate::dialect::Dialect;
use crate::syntax::{
    ArrayPlace, Builtin, Expression, Item, Matcher, Pattern, Place, Print, Program, Special, Split,
    SplitBy, Statement, Substitute,
};

/// How long a program is at most: each block compiles it anew.
const LONGEST: usize = 2048;
/// How deep its brackets and its tree may be: a worker's stack is smaller than a stage's.
const DEEPEST: usize = 24;

/// Whether what comes of a record does not depend on any other.
pub(crate) fn is_local(program: &Program, text: &[u8]) -> bool {
    if text.len() > LONGEST || depth_of_brackets(text) > DEEPEST || program.items.is_empty() {
        return false;
    }
    let variables = program.variables.len();
    let mut walk = Walk {
        dialect: program.dialect,
        variables,
        known: vec![false; variables + 1 + program.arrays.len()],
        assigned: vec![false; variables + 1],
        exposed: vec![false; variables + 1],
        depth: 0,
    };
    let is_local = program.items.iter().all(|item| walk.item(item));
    let is_assigned = walk.assigned.contains(&true);
    let is_exposed =
        walk.assigned.iter().zip(&walk.exposed).any(|(assigned, exposed)| *assigned && *exposed);
    // END could look at what the last record has left of which it is not known that the last one did.
    is_local && !is_exposed && !(is_assigned && program.has_end)
}

/// How deep brackets nest, those in texts and expressions included.
fn depth_of_brackets(text: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    for byte in text {
        match byte {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// What is known on the way through the tree. Names are global variables by slot, then RSTART and RLENGTH
/// together, then global arrays.
struct Walk {
    dialect: Dialect,
    variables: usize,
    /// Assigned for this record by now, whatever the way.
    known: Vec<bool>,
    /// Assigned somewhere.
    assigned: Vec<bool>,
    /// Looked at where it is not known to be assigned.
    exposed: Vec<bool>,
    depth: usize,
}

/// The arrays that are always there.
const GIVEN_ARRAYS: usize = 2;

impl Walk {
    fn item(&mut self, item: &Item) -> bool {
        let is_local = match &item.pattern {
            Pattern::Always => true,
            Pattern::When(condition) => self.expression(condition),
            Pattern::Range(..) => false,
        };
        is_local
            && item
                .action
                .as_deref()
                .is_none_or(|action| self.perhaps(|walk| walk.statements(action)))
    }

    /// Goes through what may be left out: it makes nothing known.
    fn perhaps(&mut self, go: impl FnOnce(&mut Self) -> bool) -> bool {
        let known = self.known.clone();
        let is_local = go(self);
        self.known = known;
        is_local
    }

    /// Goes through two things of which both happen, in an order that may be either.
    fn both(
        &mut self,
        one: impl FnOnce(&mut Self) -> bool,
        other: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        let before = self.known.clone();
        let is_local = one(self);
        let after = std::mem::replace(&mut self.known, before);
        let is_local = is_local && other(self);
        self.known.iter_mut().zip(after).for_each(|(known, other)| *known |= other);
        is_local
    }

    fn statements(&mut self, statements: &[Statement]) -> bool {
        self.deeper(|walk| statements.iter().all(|statement| walk.statement(statement)))
    }

    fn deeper(&mut self, go: impl FnOnce(&mut Self) -> bool) -> bool {
        self.depth += 1;
        let is_local = self.depth <= 2 * DEEPEST && go(self);
        self.depth -= 1;
        is_local
    }

    fn statement(&mut self, statement: &Statement) -> bool {
        match statement {
            Statement::Expression(expression) => self.expression(expression),
            Statement::Print(print) | Statement::Printf(print) => self.print(print),
            Statement::If(arms, otherwise) => self.choice(arms, otherwise),
            Statement::While(condition, body) => {
                self.expression(condition) && self.perhaps(|walk| walk.statements(body))
            }
            Statement::Do(body, condition) => self.perhaps(|walk| {
                // The body may go on to the condition from anywhere.
                walk.perhaps(|walk| walk.statements(body)) && walk.expression(condition)
            }),
            Statement::For(parts) => {
                parts.start.as_ref().is_none_or(|start| self.expression(start))
                    && parts.condition.as_ref().is_none_or(|condition| self.expression(condition))
                    && self.perhaps(|walk| walk.statements(&parts.body))
                    && self.perhaps(|walk| {
                        parts.step.as_ref().is_none_or(|step| walk.expression(step))
                    })
            }
            Statement::Block(list) => self.statements(list),
            Statement::Next | Statement::Break | Statement::Continue | Statement::Line(_) => true,
            Statement::Delete(array, subscripts) => {
                self.is_known_array(*array) && self.expressions(subscripts)
            }
            Statement::DeleteAll(array) => self.is_known_array(*array),
            Statement::ForIn(_)
            | Statement::NextFile
            | Statement::Exit(_)
            | Statement::Return(_) => false,
        }
    }

    fn print(&mut self, print: &Print) -> bool {
        print.target.is_none() && self.expressions(&print.arguments)
    }

    /// `if` and its kin: known is what every way makes known.
    fn choice(&mut self, arms: &[(Expression, Vec<Statement>)], otherwise: &[Statement]) -> bool {
        let mut common: Option<Vec<bool>> = None;
        let mut meet = |known: Vec<bool>| match &mut common {
            None => common = Some(known),
            Some(common) => common.iter_mut().zip(known).for_each(|(one, other)| *one &= other),
        };
        for (condition, body) in arms {
            if !self.expression(condition) {
                return false;
            }
            let before = self.known.clone();
            if !self.statements(body) {
                return false;
            }
            meet(std::mem::replace(&mut self.known, before));
        }
        let is_local = self.statements(otherwise);
        meet(std::mem::take(&mut self.known));
        self.known = common.unwrap_or_default();
        is_local
    }

    /// Goes through operands, whose order may be any.
    fn expressions(&mut self, expressions: &[Expression]) -> bool {
        match expressions {
            [] => true,
            [only] => self.expression(only),
            [first, rest @ ..] => {
                self.both(|walk| walk.expression(first), |walk| walk.expressions(rest))
            }
        }
    }

    fn expression(&mut self, expression: &Expression) -> bool {
        self.deeper(|walk| walk.expression_at(expression))
    }

    fn expression_at(&mut self, expression: &Expression) -> bool {
        match expression {
            Expression::Number(_)
            | Expression::Text(_)
            | Expression::Regex(_)
            | Expression::FieldAt(_) => true,
            Expression::Variable(slot) => self.look(*slot),
            Expression::Special(special) => self.look_at_special(*special),
            Expression::Field(index)
            | Expression::Not(index)
            | Expression::Negate(index)
            | Expression::Plus(index) => self.expression(index),
            Expression::OnLine(pair) => self.expression(&pair.1),
            Expression::Element(array, subscripts) | Expression::In(array, subscripts) => {
                self.is_known_array(*array) && self.expressions(subscripts)
            }
            Expression::Length(array) => self.is_known_array(*array),
            Expression::Assign(pair) => {
                let (place, value) = &**pair;
                self.both(|walk| walk.subscripts(place), |walk| walk.expression(value))
                    && self.assign(place)
            }
            Expression::Update(_, pair) | Expression::Divide(_, pair) => {
                let (place, value) = &**pair;
                self.both(|walk| walk.look_at(place), |walk| walk.expression(value))
                    && self.assign(place)
            }
            Expression::Step(place, ..) => self.look_at(place) && self.assign(place),
            Expression::Arithmetic(_, pair)
            | Expression::Quotient(_, pair)
            | Expression::Compare(_, pair) => {
                self.both(|walk| walk.expression(&pair.0), |walk| walk.expression(&pair.1))
            }
            Expression::And(pair) | Expression::Or(pair) => {
                self.expression(&pair.0) && self.perhaps(|walk| walk.expression(&pair.1))
            }
            Expression::Concatenate(parts) => self.expressions(parts),
            Expression::Condition(three) => {
                let (condition, yes, no) = &**three;
                self.expression(condition)
                    && self.perhaps(|walk| walk.expression(yes))
                    && self.perhaps(|walk| walk.expression(no))
            }
            Expression::Match(_, pair) => {
                self.both(|walk| walk.expression(&pair.0), |walk| walk.matcher(&pair.1))
            }
            Expression::Position(pair) => {
                let is_local =
                    self.both(|walk| walk.expression(&pair.0), |walk| walk.matcher(&pair.1));
                self.note_assigned(self.variables);
                is_local
            }
            Expression::Builtin(builtin, arguments) => {
                is_plain(*builtin) && self.expressions(arguments)
            }
            Expression::Split(split) => self.split(split),
            Expression::Substitute(substitute) => self.substitute(substitute),
            Expression::Local(_) | Expression::Getline(_) | Expression::Call(_) => false,
        }
    }

    fn matcher(&mut self, matcher: &Matcher) -> bool {
        match matcher {
            Matcher::Static(_) => true,
            Matcher::Dynamic(expression) => self.regex(expression),
        }
    }

    /// An expression that is a regular one: what it was for another record may count.
    fn regex(&mut self, expression: &Expression) -> bool {
        let is_text = matches!(expression, Expression::Text(_) | Expression::Concatenate(_));
        (is_text || !self.dialect.rules().equal_numbers_keep_regex) && self.expression(expression)
    }

    fn split(&mut self, split: &Split) -> bool {
        let is_local = self.both(
            |walk| walk.expression(&split.text),
            |walk| match &split.separator {
                SplitBy::Computed(separator) => walk.regex(separator),
                SplitBy::FieldSeparator | SplitBy::Regex(_) | SplitBy::Byte(_) => true,
            },
        );
        match split.array {
            ArrayPlace::Global(array) if array >= GIVEN_ARRAYS => {
                self.known[self.variables + 1 + array] = true;
                // END may look at it.
                self.note_assigned(self.variables);
                is_local
            }
            _ => false,
        }
    }

    fn substitute(&mut self, substitute: &Substitute) -> bool {
        let is_local = self.both(
            |walk| walk.matcher(&substitute.pattern),
            |walk| {
                walk.both(
                    |walk| walk.expression(&substitute.replacement),
                    |walk| substitute.target.as_ref().is_none_or(|target| walk.look_at(target)),
                )
            },
        );
        is_local && substitute.target.as_ref().is_none_or(|target| self.note_change(target))
    }

    /// What is computed to find a place.
    fn subscripts(&mut self, place: &Place) -> bool {
        match place {
            Place::Variable(_) | Place::Special(_) | Place::FieldAt(_) => true,
            Place::Field(index) => self.expression(index),
            Place::Element(array, subscripts) => {
                self.is_known_array(*array) && self.expressions(subscripts)
            }
            Place::Local(_) => false,
        }
    }

    /// Looks at what is at a place.
    fn look_at(&mut self, place: &Place) -> bool {
        self.subscripts(place)
            && match place {
                Place::Variable(slot) => self.look(*slot),
                Place::Special(special) => self.look_at_special(*special),
                _ => true,
            }
    }

    /// A place has been assigned.
    fn assign(&mut self, place: &Place) -> bool {
        if let Place::Variable(slot) = place {
            self.known[*slot] = true;
        }
        self.note_change(place)
    }

    /// A place may have been assigned.
    fn note_change(&mut self, place: &Place) -> bool {
        match place {
            Place::Variable(slot) => self.assigned[*slot] = true,
            Place::Special(special) => return *special == Special::Nf,
            Place::FieldAt(_) | Place::Field(_) | Place::Element(..) => {}
            Place::Local(_) => return false,
        }
        true
    }

    fn note_assigned(&mut self, name: usize) {
        self.known[name] = true;
        self.assigned[name] = true;
    }

    fn look(&mut self, name: usize) -> bool {
        if !self.known[name] {
            self.exposed[name] = true;
        }
        true
    }

    fn look_at_special(&mut self, special: Special) -> bool {
        match special {
            Special::Rstart | Special::Rlength => self.look(self.variables),
            // Of the record, or as BEGIN has left them.
            Special::Nf
            | Special::Fs
            | Special::Ofs
            | Special::Ors
            | Special::Rs
            | Special::Filename
            | Special::Subsep
            | Special::Convfmt
            | Special::Ofmt => true,
            _ => false,
        }
    }

    fn is_known_array(&self, array: ArrayPlace) -> bool {
        match array {
            ArrayPlace::Global(array) => self.known[self.variables + 1 + array],
            ArrayPlace::Local(_) => false,
        }
    }
}

/// Whether a function neither leaves anything behind nor depends on what happened before.
fn is_plain(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Length
            | Builtin::Index
            | Builtin::Substr
            | Builtin::Sprintf
            | Builtin::OfNumber(_)
            | Builtin::Atan2
            | Builtin::Toupper
            | Builtin::Tolower
    )
}

#[cfg(test)]
mod tests {
    use super::is_local;
    use crate::dialect::Dialect;

    #[track_caller]
    fn check(expected: bool, programs: &[&str]) {
        for dialect in [Dialect::Mawk, Dialect::Gawk, Dialect::GawkUtf8] {
            for program in programs {
                let Ok(parsed) = crate::parser::parse(program.as_bytes(), dialect) else {
                    continue;
                };
                assert_eq!(
                    is_local(&parsed, program.as_bytes()),
                    expected,
                    "{dialect:?}: {program}"
                );
            }
        }
    }

    #[test]
    fn what_depends_on_its_record_alone() {
        check(
            true,
            &[
                "{ print $2, $1 }",
                "/x/",
                "length > 16",
                "BEGIN { FS = \":\"; OFS = \"-\" } $3 >= low { $1 = $1; print; next } { print NF, FILENAME }",
                "{ for (i = NF; i > 0; i--) printf \"%s \", $i; print \"\" }",
                "{ n = split($0, a, \"b\"); s = \"\"; for (i = 1; i <= n; i++) s = s a[i]; print s }",
                "{ if ($1 > 2) x = 1; else if ($2) x = 2; else x = 3; print x }",
                "match($0, /b+/) { print substr($0, RSTART, RLENGTH) }",
                "{ gsub(/a/, \"b\"); t = toupper($1); sub(/B/, \"c\", t); print t }",
                "{ $3 = \"\"; NF = 2; print } END { print NR, $0 }",
                "{ do { i = 1; print i } while (0) }",
                "$1 ~ \"^\" prefix",
            ],
        );
    }

    #[test]
    fn what_depends_on_others() {
        check(
            false,
            &[
                "NR > 1",
                "{ print FNR }",
                "{ n++ } END { print n }",
                "{ print last; last = $0 }",
                "{ if ($1) x = 1; print x }",
                "$1 && (x = $2) { } { print x }",
                "{ while (i < 3) i++; i = 0 }",
                "/a/, /b/",
                "!seen[$0]++",
                "{ a[1] = $0; print a[1] }",
                "{ if ($1) split($0, a); print a[1] }",
                "{ print RSTART; match($0, /x/) }",
                "{ print > \"file\" }",
                "{ print | \"cat\" }",
                "{ getline; print }",
                "{ getline x < \"file\"; print x }",
                "{ print; exit }",
                "{ print rand() }",
                "{ system(\"true\") }",
                "{ nextfile }",
                "{ OFS = $1; print $1, $2 }",
                "{ RS = $1 }",
                "{ x = $1 } END { print x }",
                "{ split($0, a) } END { print a[1] }",
                "{ split($0, ENVIRON); print ENVIRON[1] }",
                "function f(x) { y = x } { f($1); print }",
                "{ sub(/a/, \"b\", x); print x }",
                "{ do { if ($1) continue; x = 1 } while (0); print x }",
                "{ print ENVIRON[\"HOME\"] }",
                "{ print ARGC }",
                "{ print i = 1, i }",
                "BEGIN { print 1 }",
            ],
        );
    }
}
