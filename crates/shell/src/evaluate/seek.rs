//! Places in files: `<#((offset))`, `>#((offset))`, `<#pattern` (ksh93).
//!
//! `redirect` calls it for these operators: they open nothing but move the offset of a descriptor
//! that is there. A pattern reads on to the next line that it matches, writing the lines before it
//! (`<##`) or not. See ksh93(1), Input/Output.

use super::redirect::Refused;
use crate::diagnostics::Problem;
use crate::environment::Environment;
use pattern::Glob;
use rustix::fs::SeekFrom;
use stage::{OpenFile, Signals};
use std::rc::Rc;
use syntax::tree::{Redirection, RedirectionKind};

impl Environment {
    /// Makes one of them.
    pub(super) fn seek(&mut self, redirection: &Redirection, target: u32) -> Result<(), Refused> {
        let Some(file) = self.file(target) else {
            self.diagnose(Problem::SoughtClosed(target));
            return Err(Refused::Reported);
        };
        let result = match &redirection.kind {
            RedirectionKind::Seek(_, None) => return Ok(()),
            RedirectionKind::Seek(_, Some(offset)) => {
                let here = file.seek(SeekFrom::Current(0)).unwrap_or(0);
                let end = file.stat().map_or(0, |stat| stat.st_size);
                self.with_places(here as i64, end, |env| env.evaluate_arithmetic(offset))?
                    .try_into()
                    .map_err(|_| std::io::Error::from(rustix::io::Errno::INVAL))
                    .and_then(|place| file.seek(SeekFrom::Start(place)))
            }
            RedirectionKind::SeekLine(copied, word) => {
                let pattern = self.expand_pattern(word)?;
                let glob = Glob::new(&pattern, self.glob_options());
                return self.seek_line(&file, &glob, *copied);
            }
            _ => return Ok(()),
        };
        match result {
            Ok(_) => Ok(()),
            Err(error) => {
                let (descriptor, reason) = (Some(target), utilities::message::reason(&error));
                self.diagnose(Problem::NotSought { descriptor, reason: &reason });
                Err(Refused::Reported)
            }
        }
    }

    /// Where a file is read or written next, as `$(<#)` tells.
    pub(super) fn place_of(&mut self, number: u32) -> Option<u64> {
        self.file(number)?.seek(SeekFrom::Current(0)).ok()
    }

    /// Evaluates with CUR and EOF as what they mean in such an offset.
    fn with_places<T>(&mut self, here: i64, end: i64, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let names = [b"CUR", b"EOF"].map(|name| self.shared.names.intern(name));
        let before = names.map(|name| self.variables.get(name).clone());
        for (name, value) in names.into_iter().zip([here, end]) {
            let value = crate::environment::variables::Value::Integer(value);
            let variable = crate::environment::variables::Variable { value, ..Default::default() };
            self.put(name, variable);
        }
        let result = evaluate(self);
        for (name, variable) in names.into_iter().zip(before) {
            self.put(name, variable);
        }
        result
    }

    /// Reads up to the next line that matches; lines before it are written, or not.
    fn seek_line(&mut self, file: &Rc<OpenFile>, glob: &Glob, copied: bool) -> Result<(), Refused> {
        let mut skipped = Vec::new();
        loop {
            match file.fill(Signals::Deferred) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    let reason = utilities::message::reason(&error);
                    self.diagnose(Problem::NotSought { descriptor: None, reason: &reason });
                    return Err(Refused::Reported);
                }
            }
            // A line that is longer than what is known at a time is looked at in pieces.
            let (matched, length) = file.with_known(|known| {
                let end = byte_search::memchr(b'\n', known).map_or(known.len(), |at| at + 1);
                let line = known[..end].strip_suffix(b"\n").unwrap_or(&known[..end]);
                if !glob.is_match(line) && copied {
                    skipped.extend_from_slice(&known[..end]);
                }
                (glob.is_match(line), end)
            });
            if matched {
                break;
            }
            file.consume(length);
        }
        if copied && let Some(output) = self.file(1) {
            let _ = output.write_all(&skipped);
        }
        Ok(())
    }
}
