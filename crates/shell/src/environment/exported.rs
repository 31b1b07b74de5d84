//! Functions that programs get as variables, as bash has it: `BASH_FUNC_name%%=() { … }`.
//!
//! A function is exported as its text and imported by the parser: only a definition and nothing
//! behind it is taken (CVE-2014-6271). A privileged shell imports none. See bash(1), FUNCTIONS.

use super::Environment;
use super::options::Options;
use crate::evaluate::Place;
use syntax::Name;
use syntax::tree::Command;

const PREFIX: &[u8] = b"BASH_FUNC_";
const SUFFIX: &[u8] = b"%%";

impl Environment {
    /// Whether a string of the process's environment that is no variable goes on to programs
    /// as it is; functions do where this shell has not taken them.
    pub fn passes_on(&self, string: &[u8]) -> bool {
        if !string.starts_with(PREFIX) {
            return true;
        }
        let is_exported = |name: &Name| {
            let rest = string[PREFIX.len()..].strip_prefix(&self.name(*name)[..]);
            rest.is_some_and(|rest| rest.starts_with(b"%%="))
        };
        let is_untaken = self.rules().variables.environment_functions_pass
            || self.options.has(Options::PRIVILEGED)
            || split(string).is_none();
        is_untaken && !self.exported_functions().iter().any(is_exported)
    }

    /// The strings that functions are for programs.
    pub fn function_strings(&self) -> Vec<Vec<u8>> {
        let string = |name: &Name| {
            let function = self.function(*name)?;
            let spelled = self.name(*name);
            let body = body(&function.source, &spelled)?;
            let value: &[&[u8]] = match body.first() {
                Some(b'{') => &[b"=() ", body],
                // Another compound command: inside of braces it is the same.
                _ => &[b"=() { ", body, b"\n}"],
            };
            Some([&[PREFIX, &spelled, SUFFIX], value].concat().concat())
        };
        self.exported_functions().iter().filter_map(string).collect()
    }

    /// Has programs that are shells know a function, or not. False where its name is one that
    /// no variable of the environment's kind can carry.
    pub fn export_function(&mut self, name: Name, export: bool) -> bool {
        if self.name(name).iter().any(|byte| matches!(byte, b'=' | b'/')) {
            return false;
        }
        let exported = std::rc::Rc::make_mut(&mut self.seldom_mut().exported_functions);
        exported.retain(|one| *one != name);
        if export {
            exported.push(name);
        }
        self.exports = self.shared.fresh();
        true
    }

    /// Defines the functions that are in strings of an environment. One that is more than one
    /// definition defines nothing, and nothing in it runs.
    pub fn import_functions(&mut self, strings: &[Vec<u8>]) {
        // Messages in them, and BASH_SOURCE, name where they come from.
        let source = self.now.source.replace(syntax::ByteString::from("environment"));
        for string in strings {
            let Some((name, value)) = split(string) else { continue };
            let text = [name, value].concat();
            let mut parser = self.parser(Box::new(syntax::Text(&text)));
            let Ok(Some(list)) = parser.next() else { continue };
            if !matches!(parser.next(), Ok(None)) {
                continue;
            }
            let [item] = &list.items[..] else { continue };
            let alone = item.and_or.rest.is_empty() && !item.is_asynchronous();
            let [Command::Function(_)] = &item.and_or.first.commands[..] else { continue };
            if alone && self.run_list(&list, Place::ANY).is_ok() {
                let name = self.shared.names.intern(name);
                if self.function(name).is_some() {
                    self.export_function(name, true);
                }
            }
        }
        self.now.source = source;
    }
}

/// Whether a string of an environment is a function that bash takes.
pub fn is_function(string: &[u8]) -> bool {
    split(string).is_some()
}

/// The name and the value of `BASH_FUNC_name%%=() {…`.
fn split(string: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = string.strip_prefix(PREFIX)?;
    let at = byte_search::memmem::find(rest, b"%%=() {")?;
    let name = &rest[..at];
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.:+@".contains(byte);
    (!name.is_empty() && name.iter().all(plain)).then(|| (name, &rest[at + SUFFIX.len() + 1..]))
}

/// The body in the text of a definition: after `name ()` or `function name`.
fn body<'s>(source: &'s [u8], name: &[u8]) -> Option<&'s [u8]> {
    let text = source.trim_ascii_start();
    let text = match text.strip_prefix(b"function") {
        Some(rest) if rest.first().is_some_and(|b| b" \t\n".contains(b)) => rest.trim_ascii_start(),
        _ => text,
    };
    let text = text.strip_prefix(name)?.trim_ascii_start();
    let text = match text.strip_prefix(b"(").map(<[u8]>::trim_ascii_start) {
        Some(rest) if rest.first() == Some(&b')') => rest[1..].trim_ascii_start(),
        _ => text,
    };
    Some(text.trim_ascii_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_taken_apart() {
        assert_eq!(body(b"f() { :; }", b"f"), Some(&b"{ :; }"[..]));
        assert_eq!(body(b"function f { :; } >x", b"f"), Some(&b"{ :; } >x"[..]));
        assert_eq!(body(b"f ( )\n( : )", b"f"), Some(&b"( : )"[..]));
        assert_eq!(split(b"BASH_FUNC_f%%=() { :; }"), Some((&b"f"[..], &b"() { :; }"[..])));
        assert_eq!(split(b"BASH_FUNC_f;g%%=() { :; }"), None);
    }
}
