//! getopt: takes the arguments of a script apart (getopt(1) of util-linux, getopt_long(3)).
//!
//! All is known at admission: what getopt complains of steps aside.

use crate::options::{self, Option_, Takes};
use crate::system::stream;
use crate::{Context, Decision, Exit, Utility, locale, planned};

/// getopt.
pub const UTILITY: Utility = Utility {
    name: "getopt",
    plan: decide,
    options: "-o OPTSTRING -l LONGOPTS -n NAME -s sh|bash -q -Q -T -u [--] OPTSTRING PARAMETERS",
};

const OPTIONS: &[Option_] = &[
    ('o', "options", Takes::Argument),
    ('o', "option", Takes::Argument),
    ('l', "longoptions", Takes::Argument),
    ('l', "longopts", Takes::Argument),
    ('l', "longoption", Takes::Argument),
    ('l', "long", Takes::Argument),
    ('n', "name", Takes::Argument),
    ('s', "shell", Takes::Argument),
    ('q', "quiet", Takes::Nothing),
    ('Q', "quiet-output", Takes::Nothing),
    ('T', "test", Takes::Nothing),
    ('u', "unquoted", Takes::Nothing),
];

/// The status that says that this is a getopt which quotes.
const IS_ENHANCED: u8 = 4;

/// What the parameters may be.
struct Grammar<'a> {
    short: &'a [u8],
    long: Vec<(&'a [u8], Takes)>,
    quotes: bool,
}

/// Computes the output; or the status where there is none to be.
fn plan(arguments: &[&[u8]]) -> Result<(Vec<u8>, u8), &'static str> {
    const COMPLAINTS: &str = "something to complain about";
    let Some(first) = arguments.first() else { return Err(COMPLAINTS) };
    if first.first() != Some(&b'-') {
        // The form of old: OPTSTRING PARAMETERS.
        let start = first.iter().take_while(|byte| b"+-".contains(byte)).count();
        let grammar = Grammar { short: &first[start..], long: Vec::new(), quotes: false };
        return Ok((grammar.take_apart(&arguments[1..])?, 0));
    }
    let parsed = options::parse(arguments, OPTIONS, false).ok_or("an option")?;
    if parsed.has('T') {
        return Ok((Vec::new(), IS_ENHANCED));
    }
    let shells = parsed.options.iter().filter(|(letter, _)| *letter == 's');
    if shells.into_iter().any(|(_, shell)| !matches!(shell, Some(b"sh" | b"bash"))) {
        return Err("another shell");
    }
    let mut grammar = Grammar { short: b"", long: Vec::new(), quotes: !parsed.has('u') };
    for (_, list) in parsed.options.iter().filter(|(letter, _)| *letter == 'l') {
        let is_separator = |byte: &u8| b", \t\n".contains(byte);
        let names = list.unwrap_or_default().split(is_separator);
        for name in names.filter(|name| !name.is_empty()) {
            let (name, takes) = match name.strip_suffix(b":") {
                Some(name) => match name.strip_suffix(b":") {
                    Some(name) => (name, Takes::Optional),
                    None => (name, Takes::Argument),
                },
                None => (name, Takes::Nothing),
            };
            if name.is_empty() {
                return Err(COMPLAINTS);
            }
            grammar.long.push((name, takes));
        }
    }
    let mut parameters = &parsed.operands[..];
    match parsed.value('o') {
        Some(short) => grammar.short = short,
        None => match parameters {
            [short, rest @ ..] => (grammar.short, parameters) = (short, rest),
            [] => return Err(COMPLAINTS),
        },
    }
    let output = grammar.take_apart(parameters)?;
    Ok((if parsed.has('Q') { Vec::new() } else { output }, 0))
}

impl Grammar<'_> {
    fn take_apart(&self, parameters: &[&[u8]]) -> Result<Vec<u8>, &'static str> {
        const COMPLAINTS: &str = "parameters to complain about";
        let is_in_order = self.short.starts_with(b"-");
        let stops = self.short.starts_with(b"+");
        let letters = match is_in_order || stops {
            true => &self.short[1..],
            false => self.short,
        };
        if letters.contains(&b';') {
            return Err("an option -W");
        }
        // getopt(3) gives it as a char: -1, the end.
        if letters.contains(&b'\xff') {
            return Err("an option that looks like the end");
        }
        let mut output = Vec::with_capacity(128);
        let mut operands: Vec<&[u8]> = Vec::new();
        let mut rest = parameters.iter();
        while let Some(&parameter) = rest.next() {
            if parameter == b"--" {
                break;
            }
            if parameter.len() < 2 || parameter[0] != b'-' {
                if stops {
                    operands.push(parameter);
                    break;
                }
                match is_in_order {
                    true => self.put(parameter, &mut output),
                    false => operands.push(parameter),
                }
                continue;
            }
            if let Some(text) = parameter.strip_prefix(b"--") {
                let (name, attached) = match byte_search::memchr(b'=', text) {
                    Some(at) => (&text[..at], Some(&text[at + 1..])),
                    None => (text, None),
                };
                let (name, takes) = self.long_named(name)?;
                let value = match (takes, attached) {
                    (Takes::Nothing, Some(_)) => return Err(COMPLAINTS),
                    (Takes::Argument, None) => Some(*rest.next().ok_or(COMPLAINTS)?),
                    (_, attached) => attached,
                };
                output.extend_from_slice(b" --");
                output.extend_from_slice(name);
                if takes != Takes::Nothing {
                    self.put(value.unwrap_or_default(), &mut output);
                }
                continue;
            }
            let mut cluster = &parameter[1..];
            while let Some((&letter, after)) = cluster.split_first() {
                let place = letters.iter().position(|&other| other == letter);
                let place = place.filter(|_| letter != b':').ok_or(COMPLAINTS)?;
                output.extend_from_slice(&[b' ', b'-', letter]);
                cluster = after;
                let value = match &letters[place + 1..] {
                    [b':', b':', ..] => std::mem::take(&mut cluster),
                    [b':', ..] if after.is_empty() => *rest.next().ok_or(COMPLAINTS)?,
                    [b':', ..] => std::mem::take(&mut cluster),
                    _ => continue,
                };
                self.put(value, &mut output);
            }
        }
        output.extend_from_slice(b" --");
        for operand in operands.into_iter().chain(rest.copied()) {
            self.put(operand, &mut output);
        }
        output.push(b'\n');
        Ok(output)
    }

    /// The long option of this name, or the only one that begins with it.
    fn long_named(&self, name: &[u8]) -> Result<(&[u8], Takes), &'static str> {
        let found = self.long.iter().find(|(whole, _)| *whole == name);
        if let Some(&found) = found {
            return Ok(found);
        }
        let mut candidates = self.long.iter().filter(|(whole, _)| whole.starts_with(name));
        match (candidates.next(), candidates.next()) {
            (Some(&found), None) => Ok(found),
            _ => Err("parameters to complain about, or with several meanings"),
        }
    }

    /// Appends an argument as a shell reads it.
    fn put(&self, text: &[u8], output: &mut Vec<u8>) {
        output.push(b' ');
        if !self.quotes {
            return output.extend_from_slice(text);
        }
        output.push(b'\'');
        for &byte in text {
            match byte {
                b'\'' => output.extend_from_slice(b"'\\''"),
                _ => output.push(byte),
            }
        }
        output.push(b'\'');
    }
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if context.variables.get(b"GETOPT_COMPATIBLE").is_some() {
        return Decision::StepAside("GETOPT_COMPATIBLE is set");
    }
    match (locale::unusual(context), plan(arguments)) {
        (Some(reason), _) => Decision::StepAside(reason),
        // Where output is longer than a buffer, the reason of an error is lost.
        (None, Ok((output, _))) if output.len() > 4096 => Decision::StepAside("much output"),
        (None, plan) => planned(plan, run),
    }
}

fn run(context: &mut Context<'_>, (output, status): (Vec<u8>, u8)) -> Exit {
    match stream::write_all_or(context, &output, 3) {
        Exit::SUCCESS => Exit::Status(status),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(words: &[&str]) -> Option<(String, u8)> {
        let arguments: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).collect();
        plan(&arguments).ok().map(|(output, status)| (String::from_utf8(output).unwrap(), status))
    }

    #[test]
    fn parameters_are_taken_apart() {
        let output = |words: &[&str]| planned(words).unwrap().0;
        assert_eq!(output(&["-o", "ab:", "--", "x", "-ab", "it's"]), " -a -b 'it'\\''s' -- 'x'\n");
        assert_eq!(output(&["-o", "", "-l", "long:,other", "--", "--lo=v"]), " --long 'v' --\n");
        assert_eq!(output(&["ab:", "-ab", "c d", "e"]), " -a -b c d -- e\n");
        assert_eq!(output(&["-o", "a::", "--", "-a", "-ab"]), " -a '' -a 'b' --\n");
        assert_eq!(planned(&["-T"]), Some((String::new(), 4)));
    }

    #[test]
    fn what_is_wrong_steps_aside() {
        for words in [
            &["-o", "a", "--", "-b"][..],
            &["-o", "a:", "--", "-a"],
            &["-o", "", "-l", "one,oneness", "--", "--on"],
            &["-o", "", "-l", "one", "--", "--one=1"],
            &[],
            &["--"],
            &["-s", "tcsh", "-o", "a"],
        ] {
            assert_eq!(planned(words), None, "{words:?}");
        }
        assert!(plan(&[b"a\xff", b"-a"]).is_err());
    }
}
