//! Asynchronous lists of a session that are shell code: another shell gets the state, and runs them.
//!
//! The library never forks its host. Where it knows of a program that is this shell, that is launched
//! with the state as a script on a descriptor (`crate::image`) and the list as its operand; it has the
//! number, the messages and the end that a forked subshell would have. POSIX XCU 2.9.3.1.

use crate::environment::Environment;
use crate::environment::files::Slot;
use crate::environment::options::Options;
use crate::image::DESCRIPTOR;
use crate::profile::Launching;
use crate::signals::JobSignals;
use stage::OpenFile;
use std::ffi::{CStr, CString};
use syntax::ByteString;
use syntax::tree::AndOr;

/// What a list may have in bytes: one argument of a program has 128 KiB.
const MOST: usize = 100 << 10;
/// Where this shell is looked for, unless the session's settings name it.
const SHELLS: [&CStr; 2] = [c"/usr/local/bin/forkless", c"/usr/bin/forkless"];

impl Environment {
    /// Whether an asynchronous list needs shell code beside this shell, and may have it.
    pub(super) fn must_hand_over(&mut self, list: &AndOr) -> bool {
        if !self.shared.is_session() || self.options.any(Options::OBSERVED | Options::MONITOR) {
            return false;
        }
        let is_pipeline = list.rest.is_empty() && list.first.is_plain();
        !(is_pipeline
            && list.first.commands.iter().all(|command| self.startable(command, true).is_some()))
    }

    /// Launches a shell that runs a list in the state of this environment, a clone; its process id. None: the
    /// list or the state cannot be handed over, or there is no such shell.
    pub(super) fn hand_over(&mut self, list: &[u8]) -> Option<i32> {
        // The text of a here-document stands after the list, what the host defines is the host's, and the
        // number that `$$` has in a subshell is the session's.
        let has = |text: &[u8], what: &[u8]| byte_search::memmem::find(text, what).is_some();
        let is_foreign = has(list, b"<<")
            || list.len() > MOST
            || !self.shared.host.is_empty()
            || [b"$$".as_slice(), b"${$"].into_iter().any(|number| {
                has(list, number)
                    || self.functions.iter().flatten().any(|known| has(&known.source, number))
            });
        // So is the parent's number.
        let is_foreign = is_foreign || has(list, b"PPID");
        let shell = self.shell_of_session()?;
        if is_foreign {
            return None;
        }
        let image = self.image()?;
        if image.begin.len() + list.len() > MOST {
            return None;
        }
        let scheduler = self.shared.scheduler.clone();
        let state = OpenFile::text(&scheduler, image.script.into());
        self.files.set(DESCRIPTOR, Slot::Open(state));
        let mut fields = image.called;
        fields.push("-c".into());
        fields.push(ByteString::new(&[&image.begin[..], list].concat()));
        fields.push(self.arg0.clone());
        fields.extend(self.positional.all().iter().cloned());
        let noted = self.profile_launch(shell.to_bytes(), &fields[0], Launching::Beside);
        let started = self.with_launch(&shell, &fields, |env, mut launch| {
            let treatment = JobSignals { can_be_stopped: false, is_not_interrupted: true };
            env.signals_of_programs(&mut launch, treatment);
            launch.start()
        });
        let child = started.ok()?.ok()?;
        self.shared.unwaited.started(child.pid);
        self.profile_started(noted, child.pid);
        Some(child.pid)
    }

    /// The program that is this shell.
    fn shell_of_session(&self) -> Option<CString> {
        if self.shared.mounts.borrow().is_some() {
            // What is in memory is not there for it.
            return None;
        }
        if let Some(shell) = &*self.shared.session_shell.borrow() {
            return (!shell.is_empty()).then(|| shell.clone());
        }
        let is_there =
            |path: &&&CStr| rustix::fs::access(**path, rustix::fs::Access::EXEC_OK).is_ok();
        SHELLS.iter().find(is_there).map(|path| (*path).to_owned())
    }
}
