//! Where the shell's signals come from (POSIX XCU 2.12): the kernel, or a session's host.
//!
//! A shell that has a process of its own has its signals noted by the handlers of crate launch. A
//! session of the library owns nothing of the process that it is in: dispositions, handlers and masks stay
//! the host's. Its signals are those that the host sends to the session, or the session to itself, and
//! they are noted in a value that both hold. `Signals` are asked for alike.

use crate::interruption::Interruption;
use crate::limits::{Limit, Limits, Memory, Meter};
use launch::signal::{self, Disposition, SignalSet};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Signals of a session, which any thread may send.
#[derive(Debug, Default)]
pub struct SessionSignals {
    /// Those that were sent and not yet taken, in the kernel's form (bit number - 1).
    pending: AtomicU64,
    /// Those that the session ignores.
    ignored: AtomicU64,
    /// Those that a trap of the session catches.
    caught: AtomicU64,
    /// What a wait of the session polls beside its own descriptors (eventfd(2)).
    wake: OnceLock<OwnedFd>,
    /// Something has been written to it since it was emptied.
    written: AtomicBool,
    /// Scripts name the process's own descriptors, above which those of the session have to be.
    keeps_numbers: bool,
}

impl SessionSignals {
    /// Those of a session that is in the place of a shell process, or of another.
    pub fn new(in_place_of_shell: bool) -> Self {
        Self { keeps_numbers: in_place_of_shell, ..Self::default() }
    }

    /// Sends a signal to the session: it is noted, and ends a wait. What is ignored is dropped.
    pub fn send(&self, number: i32) {
        if SignalSet::from_bits(self.ignored.load(Ordering::Acquire)).contains(number) {
            return;
        }
        self.pending.fetch_or(SignalSet::of(&[number]).bits(), Ordering::Release);
        if let Some(wake) = self.wake.get() {
            let _ = rustix::io::write(wake, &1u64.to_ne_bytes());
            // Not before it is: who empties it in between would find nothing, and not look again.
            self.written.store(true, Ordering::Release);
        }
    }

    /// Makes waits of the session end where a signal is sent from another thread.
    ///
    /// # Errors
    /// Those of eventfd(2): EMFILE, ENFILE, ENOMEM.
    pub fn watch(&self) -> io::Result<()> {
        if self.wake.get().is_none() {
            use rustix::event::EventfdFlags;
            let fd = rustix::event::eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
            let fd = if self.keeps_numbers { stage::private(fd)? } else { fd };
            let _ = self.wake.set(fd);
        }
        Ok(())
    }

    /// What is readable where a signal was sent, if somebody watches.
    pub(crate) fn wake(&self) -> Option<BorrowedFd<'_>> {
        self.wake.get().map(AsFd::as_fd)
    }

    /// Those that the session ignores.
    pub(crate) fn ignored(&self) -> SignalSet {
        SignalSet::from_bits(self.ignored.load(Ordering::Acquire))
    }

    /// Forgets what was sent and not taken.
    pub fn clear(&self) {
        self.pending.store(0, Ordering::Release);
        self.silence();
    }

    /// Empties the descriptor that waits poll.
    pub(crate) fn silence(&self) {
        if let Some(wake) = self.wake.get()
            && self.written.swap(false, Ordering::AcqRel)
        {
            let _ = rustix::io::read(wake, &mut [0u8; 8]);
        }
    }

    fn set(&self, number: i32, disposition: Disposition) {
        let bit = SignalSet::of(&[number]).bits();
        for (set, wanted) in [
            (&self.ignored, disposition == Disposition::Ignore),
            (&self.caught, disposition == Disposition::Catch),
        ] {
            match wanted {
                true => set.fetch_or(bit, Ordering::Release),
                false => set.fetch_and(!bit, Ordering::Release),
            };
        }
        if disposition != Disposition::Catch {
            self.pending.fetch_and(!bit, Ordering::Release);
        }
    }
}

/// The signals that a session's host sends it, and what it may use.
#[derive(Debug)]
pub struct SessionState {
    signals: Arc<SessionSignals>,
    pub(crate) meter: Meter,
    /// What the host is asked.
    pub(crate) interruption: Interruption,
}

impl SessionState {
    /// Counts a step, and returns whether there is a signal to take or a limit was reached. Apart from
    /// what a shell without a session runs for each command.
    fn step(&self) -> bool {
        if self.meter.step() {
            self.look();
        }
        self.meter.reached().is_some() || self.pending() != 0
    }

    /// A run begins, with these limits.
    pub(crate) fn begin_run(&self, limits: Limits, memory: Option<Memory>) {
        self.meter.begin(limits, memory);
        self.interruption.begin();
    }

    /// A run has ended: what the host does with the session now has no limits.
    pub(crate) fn end_run(&self) {
        self.meter.begin(Limits::default(), None);
        self.interruption.end();
        self.signals.clear();
    }

    /// Looks at the clocks, and asks the host where that is due.
    fn look(&self) {
        self.meter.look();
        self.send(self.interruption.ask_when_due());
    }

    fn send(&self, answer: Option<i32>) {
        if let Some(number) = answer {
            self.signals.send(number);
        }
    }

    fn pending(&self) -> u64 {
        self.signals.pending.load(Ordering::Relaxed)
    }

    /// Waits by `poll`, which gets how long, until there is something, the time is over, a limit is reached or
    /// a signal was sent; the host is asked meanwhile.
    ///
    /// # Errors
    /// Interrupted for a limit and for a signal that was not pending before; those of `poll`.
    pub(crate) fn wait(
        &self,
        timeout: Option<Duration>,
        mut poll: impl FnMut(Option<Duration>) -> io::Result<usize>,
    ) -> io::Result<usize> {
        let until = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let before = self.pending();
        loop {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            let slice = [self.meter.wait_at_most(left), self.interruption.left()];
            let result = poll(slice.into_iter().flatten().min());
            if result.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::Interrupted) {
                self.send(self.interruption.ask_now());
            }
            self.look();
            if self.meter.reached().is_some() || self.pending() & !before != 0 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            if !matches!(result, Ok(0)) || until.is_some_and(|until| Instant::now() >= until) {
                return result;
            }
        }
    }
}

/// Where signals come from.
#[derive(Clone, Debug, Default)]
pub struct SignalSource {
    /// None: the kernel; the process is the shell's own.
    session: Option<Rc<SessionState>>,
}

impl SignalSource {
    /// Signals of a session.
    pub fn of_session(signals: Arc<SessionSignals>) -> Self {
        signal::always_look();
        let (meter, interruption) = Default::default();
        Self { session: Some(Rc::new(SessionState { signals, meter, interruption })) }
    }

    /// The session's, where they are not the process's.
    pub fn session(&self) -> Option<&SessionSignals> {
        self.session.as_ref().map(|session| &*session.signals)
    }

    /// What a session has that a process has from the kernel.
    pub(crate) fn session_state(&self) -> Option<&SessionState> {
        self.session.as_deref()
    }

    /// What is left of the limits of a session's run.
    pub(crate) fn meter(&self) -> Option<&Meter> {
        self.session.as_ref().map(|session| &session.meter)
    }

    /// The limit of a session's run that was reached.
    pub fn reached(&self) -> Option<Limit> {
        self.meter()?.reached()
    }

    /// Whether a caught signal waits to be taken: one load. In a session a step is counted.
    #[inline(always)]
    pub fn pending(&self) -> bool {
        signal::must_look() && self.look()
    }

    #[cold]
    #[inline(never)]
    fn look(&self) -> bool {
        match &self.session {
            None => signal::pending(),
            Some(session) => session.step(),
        }
    }

    /// The signals that wait to be taken.
    pub fn pending_set(&self) -> SignalSet {
        match &self.session {
            None => signal::pending_set(),
            Some(session) => {
                let mut set = SignalSet::from_bits(session.signals.pending.load(Ordering::Acquire));
                if session.meter.reached().is_some() {
                    set.insert(libc::SIGXCPU);
                }
                set
            }
        }
    }

    /// The signals that are caught, and may end a wait.
    pub fn caught_set(&self) -> SignalSet {
        match &self.session {
            None => signal::caught_set(),
            // Any may be sent.
            Some(_) => SignalSet::ALL,
        }
    }

    /// Takes one signal: whether it was caught since it was last taken.
    pub fn take(&self, number: i32) -> bool {
        self.take_count(number) != 0
    }

    /// Takes one signal: how often it was caught since it was last taken.
    pub fn take_count(&self, number: i32) -> u32 {
        match &self.session {
            None => signal::take_count(number),
            Some(session) => {
                let bit = SignalSet::of(&[number]).bits();
                u32::from(session.signals.pending.fetch_and(!bit, Ordering::AcqRel) & bit != 0)
            }
        }
    }

    /// Sends a signal to the shell itself.
    pub fn raise(&self, number: i32) {
        match &self.session {
            None => {
                let _ = launch::process::kill(launch::process::process_id(), number);
            }
            Some(session) => session.signals.send(number),
        }
    }

    /// What happens now when the signal arrives.
    ///
    /// # Errors
    /// InvalidInput for what is no signal.
    pub fn disposition(&self, number: i32) -> io::Result<Disposition> {
        let Some(session) = &self.session else { return signal::disposition(number) };
        let contains =
            |set: &AtomicU64| SignalSet::from_bits(set.load(Ordering::Acquire)).contains(number);
        Ok(match () {
            () if contains(&session.signals.ignored) => Disposition::Ignore,
            () if contains(&session.signals.caught) => Disposition::Catch,
            () => Disposition::Default,
        })
    }

    /// Has the signal noted when it arrives (`restart`: [`signal::catch`]).
    ///
    /// # Errors
    /// InvalidInput for what is no signal or cannot be caught.
    pub fn catch(&self, number: i32, restart: bool) -> io::Result<()> {
        self.set(number, Disposition::Catch, |number| signal::catch(number, restart))
    }

    /// Ignores the signal; what was noted of it and not taken is dropped.
    ///
    /// # Errors
    /// InvalidInput for what is no signal or cannot be ignored.
    pub fn ignore(&self, number: i32) -> io::Result<()> {
        self.set(number, Disposition::Ignore, signal::ignore)
    }

    /// Gives the signal its default action; what was noted of it and not taken is dropped.
    ///
    /// # Errors
    /// InvalidInput for what is no signal.
    pub fn reset(&self, number: i32) -> io::Result<()> {
        self.set(number, Disposition::Default, signal::default)
    }

    fn set(
        &self,
        number: i32,
        disposition: Disposition,
        of_process: impl FnOnce(i32) -> io::Result<()>,
    ) -> io::Result<()> {
        let Some(session) = &self.session else { return of_process(number) };
        if SignalSet::of(&[number]).is_empty() || matches!(number, libc::SIGKILL | libc::SIGSTOP) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        session.signals.set(number, disposition);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{SessionSignals, SignalSource};
    use launch::signal::Disposition;
    use std::sync::Arc;

    #[test]
    fn a_session_has_signals_of_its_own() {
        let signals = Arc::new(SessionSignals::default());
        let source = SignalSource::of_session(signals.clone());
        let before = launch::signal::disposition(libc::SIGUSR1).ok();
        source.catch(libc::SIGUSR1, true).unwrap();
        assert_eq!(source.disposition(libc::SIGUSR1).ok(), Some(Disposition::Catch));
        assert_eq!(launch::signal::disposition(libc::SIGUSR1).ok(), before);
        assert!(!source.pending());
        signals.send(libc::SIGUSR1);
        assert!(source.pending() && source.pending_set().contains(libc::SIGUSR1));
        assert!(source.take(libc::SIGUSR1) && !source.take(libc::SIGUSR1));
        source.ignore(libc::SIGUSR1).unwrap();
        signals.send(libc::SIGUSR1);
        assert!(!source.pending());
        assert!(source.catch(libc::SIGKILL, true).is_err());
    }
}
