//! The escapes of prompts (bash(1), PROMPTING): `${x@P}`, PS1, PS2 and PS4.
//!
//! A prompt's escapes are replaced first, then in POSIX's way its parameters are expanded (XCU
//! 2.5.3, PS1). Without the row `prompts_have_escapes` only the second is done.

use crate::environment::options::Options;
use crate::environment::{Environment, names};
use crate::unwind::Flow;

impl Environment {
    /// The text of a prompt: its escapes, then its expansions. `next`: `\!` and `\#` are the numbers
    /// of the command that is read next.
    ///
    /// # Errors
    /// Those of [`Self::expand_string`].
    pub fn prompt_text(&mut self, value: &[u8], next: bool) -> Flow<Vec<u8>> {
        let mut text = self.prompt_escapes(value, next);
        if self.expands_prompts() {
            text = self.expand_string(&text)?.unwrap_or(text);
        }
        Ok(text)
    }

    /// Whether the expansions of a prompt are made.
    fn expands_prompts(&self) -> bool {
        !self.rules().expansion.promptvars_counts || self.has_shopt("promptvars")
    }

    /// The text of a prompt with its escapes replaced, before its expansions. An unknown escape
    /// stays.
    fn prompt_escapes(&self, value: &[u8], next: bool) -> Vec<u8> {
        let mut out = Vec::with_capacity(value.len());
        let mut rest = value;
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            if byte != b'\\' {
                out.push(byte);
                continue;
            }
            let Some((&letter, after)) = rest.split_first() else {
                out.push(byte);
                break;
            };
            rest = self.prompt_escape(letter, after, next, &mut out);
        }
        out
    }

    /// Appends what the escape of this letter stands for; what is left of `rest`, which follows the
    /// letter.
    fn prompt_escape<'r>(
        &self,
        letter: u8,
        rest: &'r [u8],
        next: bool,
        out: &mut Vec<u8>,
    ) -> &'r [u8] {
        let rules = &self.rules().expansion;
        match letter {
            b'a' => out.push(7),
            b'e' => out.push(27),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            // They end a name before them.
            b'[' if self.options.has(Options::INTERACTIVE) => out.push(1),
            b']' if self.options.has(Options::INTERACTIVE) => out.push(2),
            b'[' | b']' => {}
            b'"' if rules.prompts_unescape_quotes && self.expands_prompts() => out.push(b'"'),
            b'\\' => out.push(b'\\'),
            b'$' => out.push(if rustix::process::geteuid().is_root() { b'#' } else { b'$' }),
            b'l' => out.extend(terminal_name()),
            b'j' => {
                let running = self.jobs.list.iter().filter(|job| !job.ended()).count();
                out.extend_from_slice(running.to_string().as_bytes());
            }
            b'H' => self.push_literal(rustix::system::uname().nodename().to_bytes(), out),
            b'h' => {
                let system = rustix::system::uname();
                let host = system.nodename().to_bytes();
                self.push_literal(host.split(|byte| *byte == b'.').next().unwrap_or(host), out);
            }
            b's' => match rules.prompt_shell_name {
                "" => {
                    let name = self.arg0.rsplit(|byte| *byte == b'/').next();
                    self.push_literal(name.unwrap_or_default(), out);
                }
                name => out.extend_from_slice(name.as_bytes()),
            },
            b'u' => self.push_literal(&self.user_name().unwrap_or_default(), out),
            b'v' => out.extend_from_slice(b"5.2"),
            b'V' => out.extend_from_slice(b"5.2.0"),
            b'w' | b'W' => self.push_literal(&self.shown_directory(letter == b'W'), out),
            b'd' => out.extend(self.prompt_date(b"%a %b %d")),
            b't' => out.extend(self.prompt_date(b"%H:%M:%S")),
            b'T' => out.extend(self.prompt_date(b"%I:%M:%S")),
            b'@' => out.extend(self.prompt_date(b"%I:%M %p")),
            b'A' => out.extend(self.prompt_date(b"%H:%M")),
            b'D' if rest.first() == Some(&b'{') => {
                let end = rest.iter().position(|byte| *byte == b'}').unwrap_or(rest.len());
                let format = match &rest[1..end] {
                    [] => &b"%X"[..],
                    format => format,
                };
                out.extend(self.prompt_date(format));
                return rest.get(end + 1..).unwrap_or_default();
            }
            b'!' => {
                let number = (self.history_number() + i64::from(next)).max(1);
                out.extend_from_slice(number.to_string().as_bytes());
            }
            b'#' => {
                let number = self.shared.commands.get() + u32::from(next);
                out.extend_from_slice(number.to_string().as_bytes());
            }
            b'0'..=b'7' => {
                let more = rest.iter().take(2).take_while(|b| matches!(b, b'0'..=b'7')).count();
                let digits = rest[..more].iter();
                let value = digits.fold(u32::from(letter - b'0'), |value, digit| {
                    value * 8 + u32::from(digit - b'0')
                });
                out.push(value as u8);
                return &rest[more..];
            }
            _ => out.extend_from_slice(&[b'\\', letter]),
        }
        rest
    }

    /// Appends a text that others may have chosen, such as the name of a directory: the expansions
    /// that follow leave it as it is (CVE-1999-0491, CVE-2016-0634).
    fn push_literal(&self, text: &[u8], out: &mut Vec<u8>) {
        let quotes = self.expands_prompts();
        for &byte in text {
            if quotes && matches!(byte, b'$' | b'`' | b'\\') {
                out.push(b'\\');
            }
            out.push(byte);
        }
    }

    /// The time now, in a format of strftime().
    fn prompt_date(&self, format: &[u8]) -> Vec<u8> {
        let zone = self.shared.names.find(b"TZ").and_then(|name| self.text(name));
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let seconds = now.map_or(0, |now| now.as_secs()) as i64;
        utilities::system::date::strftime(format, seconds, zone.as_deref()).unwrap_or_default()
    }

    /// The working directory, with `~` for the login directory. `last`: only its last component.
    fn shown_directory(&self, last: bool) -> Vec<u8> {
        let here = self.text(names::PWD).unwrap_or_default();
        let home = self.text(names::HOME).unwrap_or_default();
        if !home.is_empty()
            && let Some(rest) = here.strip_prefix(&home[..])
            && (rest.is_empty() || rest.first() == Some(&b'/'))
            && (!last || rest.is_empty())
        {
            return self.trimmed_directory(b"~", rest);
        }
        match here.rsplit(|byte| *byte == b'/').next() {
            Some(name) if last && !name.is_empty() => name.to_vec(),
            _ => self.trimmed_directory(b"", &here),
        }
    }

    /// A directory, or its last components where PROMPT_DIRTRIM says how many.
    fn trimmed_directory(&self, home: &[u8], path: &[u8]) -> Vec<u8> {
        let name = self.shared.names.find(b"PROMPT_DIRTRIM");
        let kept = name.and_then(|name| self.text(name));
        let kept = kept.and_then(|text| crate::builtins::number(&text)?.try_into().ok());
        let at = kept.filter(|kept: &usize| *kept > 0).and_then(|kept| {
            byte_search::memrchr_iter(b'/', path).nth(kept - 1).filter(|at| *at > 0)
        });
        match at {
            Some(at) => {
                [home, if home.is_empty() { b"..." } else { b"/..." }, &path[at..]].concat()
            }
            None => [home, path].concat(),
        }
    }

    /// The expanded text of a prompt variable.
    ///
    /// # Errors
    /// What is no error of an expansion: a move to another process, a signal.
    pub fn prompt(&mut self, name: syntax::Name) -> Flow<Vec<u8>> {
        let text = self.text(name).unwrap_or_default();
        if !text.iter().any(|byte| matches!(byte, b'$' | b'`' | b'\\')) {
            return Ok(text.to_vec());
        }
        let options = self.options;
        self.options.set(Options::XTRACE, false);
        let status = self.status;
        let expanded = match self.rules().expansion.prompts_have_escapes {
            true => self.prompt_text(&text, matches!(name, names::PS1 | names::PS2)),
            false => self.expand_string(&text).map(|found| found.unwrap_or_else(|| text.to_vec())),
        };
        self.options = options;
        self.status = status;
        expanded
    }
}

/// The last part of the name of the terminal that is standard input; `tty` where it is none (bash(1), PROMPTING).
fn terminal_name() -> Vec<u8> {
    let path = rustix::termios::ttyname(rustix::stdio::stdin(), Vec::new());
    match path.as_ref().map(|path| path.to_bytes().rsplit(|byte| *byte == b'/').next()) {
        Ok(Some(name)) => name.to_vec(),
        _ => b"tty".to_vec(),
    }
}
