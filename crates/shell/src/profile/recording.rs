//! What is counted while the shell runs.
//!
//! Time is charged to whatever is current: a command becomes it when it begins and gives it back
//! when it ends. So the times of all lines add up to the time of the shell, whichever stage of a
//! pipeline has run meanwhile. A line that has turned out to be cheap does not read the clock each
//! time: that would cost more than the line.

use super::store::Store;
use crate::environment::Environment;
use launch::process::monotonic_nanoseconds;
use std::cell::{Cell, RefCell};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};
use syntax::{ByteString, Name};

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// For a terminal.
    Table,
    /// For programs.
    Json,
    /// A page that stands alone.
    Html,
}

/// What the arguments ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// A report at the end.
    pub(crate) report: Option<Format>,
    /// The file of the report (`--profile-output`).
    pub(crate) output: Option<ByteString>,
    /// A line per process, as it happens.
    pub(crate) traces: bool,
}

impl Wanted {
    /// Whether there is anything to count.
    pub(crate) fn is_anything(&self) -> bool {
        self.report.is_some() || self.traces
    }
}

/// A command that has begun: what was current before it, where the clock was read.
pub(crate) struct Begun(Option<u32>);

/// What happened on a line that is no plain command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// What.
    pub(crate) kind: EventKind,
    /// The utility or the program; nothing for shell code.
    pub(crate) command: Vec<u8>,
    /// Why it is a process; for a utility that stepped aside, why it did.
    pub(crate) reason: Vec<u8>,
    /// How often.
    pub(crate) count: u64,
    /// How long processes of it ran that the shell waited for.
    pub(crate) time: Duration,
}

/// The kinds of [`Event`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventKind {
    /// A utility ran inside the shell.
    Inside,
    /// A program was launched.
    Launched,
    /// A program was launched though there is a utility of its name inside.
    Aside,
    /// The shell forked.
    Forked,
}

/// How the shell goes on after a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Launching {
    /// It waits for the program.
    Waited,
    /// It runs beside the program: `&`, a pipeline of job control, a process substitution.
    Beside,
    /// The program takes the place of the shell.
    Replaces,
}

/// A line of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Site {
    /// The call ([`Call`]), by index.
    pub(crate) call: u32,
    /// The line of its file.
    pub(crate) line: u32,
    /// How many commands began there.
    pub(crate) runs: u64,
    /// The run at which the clock is read next.
    pub(super) next: u64,
    /// The function that was called from there last, one more than its name's number, and its call.
    pub(super) called: (u32, u32),
    /// How long they took in nanoseconds, without commands on other lines that they ran.
    pub(crate) time: u64,
    /// What else happened.
    pub(crate) events: Vec<Event>,
}

/// A function or a file that is read, called from a line of another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call {
    /// Who called it, by index; the script calls itself.
    pub(crate) caller: u32,
    /// The line of the call.
    pub(crate) line: u32,
    /// The file that its lines are of, by index.
    pub(crate) file: u32,
    /// The function; empty where it is a file.
    pub(crate) function: Vec<u8>,
    /// Sites by line, one more than their index, from [`Self::first`] on.
    pub(super) sites: Vec<u32>,
    pub(super) first: u32,
    /// Calls that it makes: line, function (0 for a file), file, index.
    pub(super) callees: Vec<(u32, u32, u32, u32)>,
}

/// A file with commands.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    /// As the script names it.
    pub(crate) name: Vec<u8>,
    /// Where it can be read again; empty where it cannot.
    pub(crate) path: Vec<u8>,
    /// Its text, where it is no file (`-c`, standard input as far as it has been read).
    pub(crate) text: Vec<u8>,
    /// The number of the text's first line, where it is not 1.
    pub(crate) first: u32,
}

/// The line that a process was forked for, while its parent waits for the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The parent.
    pub(crate) parent: i32,
    /// The call ([`Call`]), by index.
    pub(crate) call: u32,
    /// The line of its file.
    pub(crate) line: u32,
}

/// What has been counted.
pub(crate) struct Counts {
    pub(crate) files: Vec<File>,
    pub(crate) calls: Vec<Call>,
    pub(crate) sites: Vec<Site>,
    current: u32,
    /// When the clock was read last. It is read twice a command, which std's types would double the price of.
    last: u64,
    pub(crate) begun: Instant,
    /// Where the process was forked, if its parent waits for it.
    pub(crate) origin: Option<Origin>,
    running: Vec<(i32, u32, usize, Instant)>,
    aside: Option<(Vec<u8>, &'static str)>,
}

/// A profile of this process.
pub(crate) struct Profile {
    pub(crate) wanted: Wanted,
    pub(crate) counts: RefCell<Counts>,
    /// What FORKLESS_PROFILE names.
    pub(crate) collected: Option<Store>,
    /// Where forked children leave their records for a report of this process.
    pub(crate) children: Option<Store>,
    /// Standard error as it was when the shell began.
    pub(crate) stderr: Option<OwnedFd>,
    /// The line that the next fork is for, where that is not the line of the last command.
    at: Cell<Option<u32>>,
    /// The line that the next nested script is called from.
    pub(super) calling: Cell<u32>,
}

/// Calls at most; deeper ones count for their callers.
const MOST_CALLS: usize = 20_000;
/// Files at most, before texts that are no file lose their text.
const MOST_FILES: usize = 200;
/// Text of commands that are no file (`-c`, standard input) that is kept, in bytes.
pub(super) const MOST_TEXT: usize = 64 * 1024;
/// How often a line is measured before it may be taken for cheap.
const ALWAYS: u64 = 16;
/// A cheap line is measured each time its runs are a multiple of this.
const SOMETIMES: u64 = 64;
/// What a command may take on average, in nanoseconds, to be cheap.
const CHEAP: u64 = 20_000;

impl Counts {
    fn new() -> Self {
        let script = Call::default();
        Self {
            files: vec![File::default()],
            calls: vec![script],
            sites: vec![Site::default()],
            current: 0,
            last: monotonic_nanoseconds(),
            begun: Instant::now(),
            origin: None,
            running: Vec::new(),
            aside: None,
        }
    }

    /// The site of a line, by index.
    #[inline]
    fn site(&mut self, call: u32, line: u32) -> u32 {
        let owner = &self.calls[call as usize];
        // A line before the first one is a number beyond all.
        let index = line.wrapping_sub(owner.first) as usize;
        match owner.sites.get(index) {
            Some(&known) if known != 0 => known - 1,
            _ => self.new_site(call, line),
        }
    }

    /// Makes the site of a line.
    #[cold]
    fn new_site(&mut self, call: u32, line: u32) -> u32 {
        let owner = &mut self.calls[call as usize];
        if owner.sites.is_empty() {
            owner.first = line.saturating_sub(64);
        }
        if line < owner.first {
            let more = (owner.first - line) as usize;
            owner.sites.splice(0..0, std::iter::repeat_n(0, more));
            owner.first = line;
        }
        let index = (line - owner.first) as usize;
        if index >= owner.sites.len() {
            owner.sites.resize(index + 1, 0);
        }
        self.sites.push(Site { call, line, ..Site::default() });
        owner.sites[index] = self.sites.len() as u32;
        self.sites.len() as u32 - 1
    }

    /// Reads the clock for a command that begins on this site, and says when it is read next.
    #[inline(never)]
    fn measure(&mut self, index: u32) {
        self.charge();
        let site = &mut self.sites[index as usize];
        let is_cheap = site.time <= site.runs * CHEAP;
        site.next = match site.runs >= ALWAYS && is_cheap {
            true => (site.runs / SOMETIMES + 1) * SOMETIMES,
            false => site.runs + 1,
        };
    }

    /// Charges the time since this was last done to what is current.
    fn charge(&mut self) {
        let now = monotonic_nanoseconds();
        self.sites[self.current as usize].time += now - self.last;
        self.last = now;
    }

    fn event(&mut self, site: u32, kind: EventKind, command: &[u8], reason: &[u8]) -> usize {
        let events = &mut self.sites[site as usize].events;
        let known = events.iter().position(|event| {
            event.kind == kind && event.command == command && event.reason == reason
        });
        let index = known.unwrap_or_else(|| {
            let (command, reason) = (command.to_vec(), reason.to_vec());
            events.push(Event { kind, command, reason, count: 0, time: Duration::ZERO });
            events.len() - 1
        });
        events[index].count += 1;
        index
    }
}

impl Profile {
    /// Whether what is counted goes into a file that FORKLESS_PROFILE names.
    pub(crate) fn is_collected(&self) -> bool {
        self.collected.is_some()
    }

    /// A profile that has counted nothing yet.
    pub(crate) fn new(wanted: Wanted, collected: Option<Store>) -> Self {
        let stderr = wanted.is_anything().then(store_of_stderr).flatten();
        let children = wanted.report.and_then(|_| Store::between_processes().ok());
        let counts = RefCell::new(Counts::new());
        Self {
            wanted,
            counts,
            collected,
            children,
            stderr,
            at: Cell::new(None),
            calling: Cell::new(0),
        }
    }

    /// Whether the last program must not replace the shell: something is reported after it.
    pub(crate) fn stays(&self) -> bool {
        self.wanted.report.is_some()
    }

    /// Forgets what has been counted.
    pub(crate) fn forget(&self) {
        *self.counts.borrow_mut() = Counts::new();
    }

    /// Says how the script is called, which is no file.
    pub(crate) fn set_script_name(&self, name: &[u8]) {
        self.counts.borrow_mut().files[0].name = name.to_vec();
    }

    /// Adds text of the script that has been read from standard input.
    #[cold]
    pub(crate) fn add_script_text(&self, text: &[u8]) {
        let script = &mut self.counts.borrow_mut().files[0].text;
        let room = MOST_TEXT.saturating_sub(script.len());
        script.extend_from_slice(&text[..text.len().min(room)]);
    }

    /// The names of the file and the function of a call.
    pub(crate) fn names_of(&self, call: u32) -> (Vec<u8>, Vec<u8>) {
        let counts = self.counts.borrow();
        let call = &counts.calls[call as usize];
        (counts.files[call.file as usize].name.clone(), call.function.clone())
    }

    /// Says what the script is.
    pub(crate) fn set_script(&self, file: File) {
        self.counts.borrow_mut().files[0] = file;
    }

    /// Notes that a command begins.
    #[inline]
    pub(crate) fn begin(&self, call: u32, line: u32) -> Begun {
        let counts = &mut *self.counts.borrow_mut();
        let index = counts.site(call, line);
        let site = &mut counts.sites[index as usize];
        site.runs += 1;
        let measured = site.runs >= site.next;
        if measured {
            counts.measure(index);
        }
        let before = std::mem::replace(&mut counts.current, index);
        Begun(measured.then_some(before))
    }

    /// Notes that the shell waits for what this line has started.
    #[cold]
    fn wait_on(&self, call: u32, line: u32) -> Begun {
        let counts = &mut *self.counts.borrow_mut();
        counts.charge();
        let index = counts.site(call, line);
        Begun(Some(std::mem::replace(&mut counts.current, index)))
    }

    /// Notes that a command has ended.
    #[inline]
    pub(crate) fn end(&self, begun: Begun) {
        if let Begun(Some(before)) = begun {
            let counts = &mut *self.counts.borrow_mut();
            counts.charge();
            counts.current = before;
        }
        // Else it stays current, for what goes by until the clock is read again is its time and
        // that of its neighbours, which are as cheap.
    }

    /// The call of a function that has been called from this line before, by index.
    #[inline]
    pub(crate) fn known_call(&self, caller: u32, line: u32, function: Name) -> Option<u32> {
        let counts = &mut *self.counts.borrow_mut();
        let number = function.0 + 1;
        let index = counts.site(caller, line) as usize;
        let called = counts.sites[index].called;
        if called.0 == number {
            return Some(called.1);
        }
        let callees = &counts.calls[caller as usize].callees;
        let known = callees.iter().find(|(at, name, ..)| (*at, *name) == (line, number));
        let call = known.map(|(.., index)| *index)?;
        counts.sites[index].called = (number, call);
        Some(call)
    }

    /// The index of a file.
    pub(crate) fn file(&self, file: File) -> u32 {
        self.counts.borrow_mut().file(file)
    }

    /// The index of the file that was last known by this name.
    pub(crate) fn file_named(&self, name: &[u8]) -> Option<u32> {
        let counts = self.counts.borrow();
        counts.files.iter().rposition(|file| file.name == name).map(|index| index as u32)
    }

    /// The call of a function or a file; its index. A function that is running already is the same
    /// call, however deep. `file`: where its lines are.
    pub(crate) fn call(
        &self,
        caller: u32,
        line: u32,
        function: Option<(Name, &[u8])>,
        file: u32,
    ) -> u32 {
        let counts = &mut *self.counts.borrow_mut();
        let number = function.map_or(0, |(name, _)| name.0 + 1);
        let callees = &counts.calls[caller as usize].callees;
        let known =
            callees.iter().find(|(at, name, of, _)| (*at, *name, *of) == (line, number, file));
        if let Some((.., index)) = known {
            return *index;
        }
        let name = function.map_or(&b""[..], |(_, name)| name);
        let mut outer = caller;
        let running = loop {
            let call = &counts.calls[outer as usize];
            if !name.is_empty() && call.function == name && call.file == file {
                break Some(outer);
            }
            if outer == call.caller {
                break None;
            }
            outer = call.caller;
        };
        let index = match running {
            Some(index) => index,
            None if counts.calls.len() >= MOST_CALLS => return caller,
            None => {
                let function = name.to_vec();
                counts.calls.push(Call { caller, line, file, function, ..Call::default() });
                counts.calls.len() as u32 - 1
            }
        };
        counts.calls[caller as usize].callees.push((line, number, file, index));
        index
    }

    /// Begins to count for a process that the shell has forked. `parent`: who waits for it, if
    /// somebody does.
    pub(crate) fn begin_process(&self, parent: Option<i32>) {
        self.begin_anew();
        let counts = &mut *self.counts.borrow_mut();
        let site = &counts.sites[counts.current as usize];
        counts.origin = parent.map(|parent| Origin { parent, call: site.call, line: site.line });
    }

    /// Forgets what has been counted, but for files and calls.
    pub(crate) fn begin_anew(&self) {
        let counts = &mut *self.counts.borrow_mut();
        for site in &mut counts.sites {
            (site.runs, site.next, site.time) = (0, 0, 0);
            site.events.clear();
        }
        counts.running.clear();
        counts.origin = None;
        counts.begun = Instant::now();
        counts.last = monotonic_nanoseconds();
    }

    /// The descriptors that forked children need.
    pub(crate) fn descriptors(&self) -> impl Iterator<Item = i32> {
        use std::os::fd::AsRawFd;
        let stores = [&self.collected, &self.children].into_iter().flatten().map(Store::descriptor);
        stores.chain(self.stderr.iter().map(AsRawFd::as_raw_fd))
    }
}

impl Counts {
    /// The index of a file. Texts that are no file are many: those that are too many are one without
    /// a text.
    fn file(&mut self, mut file: File) -> u32 {
        if self.files.len() >= MOST_FILES {
            file.text.clear();
        }
        let same = |known: &File| {
            known.name == file.name
                && known.path == file.path
                && known.text == file.text
                && known.first == file.first
        };
        let index = self.files.iter().position(same).unwrap_or_else(|| {
            self.files.push(file);
            self.files.len() - 1
        });
        index as u32
    }
}

fn store_of_stderr() -> Option<OwnedFd> {
    rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stderr(), super::store::PRIVATE).ok()
}

impl Environment {
    fn profile(&self) -> Option<&Profile> {
        self.shared.profile.get().map(|profile| &**profile)
    }

    #[inline] // Without a profile no page of the code for one is touched.
    fn profile_event(
        &self,
        kind: EventKind,
        command: &[u8],
        reason: &[u8],
    ) -> Option<(u32, usize)> {
        self.profile().map(|profile| self.note_event(profile, kind, command, reason))
    }

    #[cold]
    fn note_event(
        &self,
        profile: &Profile,
        kind: EventKind,
        command: &[u8],
        reason: &[u8],
    ) -> (u32, usize) {
        let line = match kind {
            EventKind::Forked => profile.at.take().unwrap_or(self.now.line),
            _ => self.now.line,
        };
        self.observe_process(kind, line, command, reason);
        let counts = &mut *profile.counts.borrow_mut();
        let site = counts.site(self.now.place, line);
        if kind != EventKind::Inside && profile.wanted.traces {
            let call = &counts.calls[self.now.place as usize];
            let what = trace_line(
                &counts.files[call.file as usize].name,
                line,
                call,
                kind,
                command,
                reason,
            );
            if let Some(stderr) = &profile.stderr {
                let _ = rustix::io::write(stderr, &what);
            }
        }
        if kind != EventKind::Inside {
            // A subshell is no command with a time of its own: what its process takes is its line's.
            counts.charge();
            counts.current = site;
            let site = &mut counts.sites[site as usize];
            site.next = site.runs + 1;
        }
        (site, counts.event(site, kind, command, reason))
    }

    /// The next fork is for what is on this line.
    pub(crate) fn profile_at(&self, line: u32) {
        if let Some(profile) = self.profile() {
            profile.at.set(Some(line));
        }
    }

    /// The shell waits for programs of a pipeline that were started on this line.
    pub(crate) fn profile_waiting(&self, line: u32) -> Option<Begun> {
        self.profile().map(|profile| profile.wait_on(self.now.place, line))
    }

    /// The wait of [`Self::profile_waiting`] is over.
    pub(crate) fn profile_waited(&self, waiting: Option<Begun>) {
        if let (Some(profile), Some(waiting)) = (self.profile(), waiting) {
            profile.end(waiting);
        }
    }

    /// A script is called from this line, and runs in this process.
    pub(crate) fn profile_nested(&self, name: &'static str) {
        self.profile_inprocess(name);
        if let Some(profile) = self.profile() {
            profile.calling.set(self.now.line);
        }
    }

    /// A program is launched: notes it and why it is no utility of the shell.
    pub(crate) fn profile_launch(
        &self,
        path: &[u8],
        name: &[u8],
        how: Launching,
    ) -> Option<Started> {
        let profile = self.profile()?;
        let aside = profile.counts.borrow_mut().aside.take();
        let program = path.rsplit(|&byte| byte == b'/').next().unwrap_or(path);
        let (kind, command, reason) = match aside {
            Some((command, reason)) => (EventKind::Aside, command, reason),
            None if path == b"/proc/self/exe" => {
                (EventKind::Launched, name.to_vec(), "a script without #!")
            }
            None if self.shared.utility(program).is_some() => {
                let off = !self.options.has(crate::environment::options::Options::INPROCESS);
                let reason = match (off, how) {
                    (true, _) => "`set +o inprocess`",
                    (_, Launching::Beside) => "it runs in the background",
                    _ => "the installed program is not one that is reproduced",
                };
                (EventKind::Aside, program.to_vec(), reason)
            }
            None if how == Launching::Replaces => {
                (EventKind::Launched, program.to_vec(), "it replaces the shell")
            }
            None => (EventKind::Launched, program.to_vec(), "an external program"),
        };
        let (site, event) = self.profile_event(kind, &command, reason.as_bytes())?;
        Some(Started { site, event, at: Instant::now() })
    }

    /// A utility launches a program in its own place.
    pub(crate) fn profile_launch_by_utility(&self, path: &[u8]) -> Option<Started> {
        let program = path.rsplit(|&byte| byte == b'/').next().unwrap_or(path);
        let reason = b"a utility launches it";
        let (site, event) = self.profile_event(EventKind::Launched, program, reason)?;
        Some(Started { site, event, at: Instant::now() })
    }

    /// The launched program runs as this process.
    pub(crate) fn profile_started(&self, started: Option<Started>, pid: i32) {
        if let (Some(profile), Some(Started { site, event, at })) = (self.profile(), started) {
            profile.counts.borrow_mut().running.push((pid, site, event, at));
        }
    }

    /// A child that was waited for has ended.
    pub(crate) fn profile_ended(&self, pid: i32) {
        let Some(profile) = self.profile() else { return };
        let counts = &mut *profile.counts.borrow_mut();
        if let Some(index) = counts.running.iter().position(|(running, ..)| *running == pid) {
            let (_, site, event, at) = counts.running.swap_remove(index);
            if let Some(event) = counts.sites[site as usize].events.get_mut(event) {
                event.time += at.elapsed();
            }
        }
    }

    /// Notes that the shell forks, and why.
    pub(crate) fn profile_fork(&self, reason: &'static str) -> Option<Started> {
        let (site, event) = self.profile_event(EventKind::Forked, b"", reason.as_bytes())?;
        Some(Started { site, event, at: Instant::now() })
    }

    /// A utility ran inside the shell.
    #[inline]
    pub(crate) fn profile_inprocess(&self, name: &'static str) {
        let _ = self.profile_event(EventKind::Inside, name.as_bytes(), b"");
    }

    /// A utility of the shell leaves its place to the program, which is launched next. `options`:
    /// what it was called with that it does not reproduce.
    pub(crate) fn profile_aside(&self, name: &'static str, options: &[u8], reason: &'static str) {
        if let Some(profile) = self.profile() {
            let mut command = name.as_bytes().to_vec();
            if !options.is_empty() {
                command.extend_from_slice(&[b" ", options].concat());
            }
            profile.counts.borrow_mut().aside = Some((command, reason));
        }
    }
}

/// A process that has been noted.
#[derive(Clone, Copy)]
pub(crate) struct Started {
    site: u32,
    event: usize,
    at: Instant,
}

/// The line of `--trace-processes`.
fn trace_line(
    file: &[u8],
    line: u32,
    call: &Call,
    kind: EventKind,
    command: &[u8],
    reason: &[u8],
) -> Vec<u8> {
    let mut text = [b"forkless: ", file, format!(":{line}: ").as_bytes()].concat();
    if !call.function.is_empty() {
        text.extend_from_slice(&[b"in ", &call.function[..], b": "].concat());
    }
    match kind {
        EventKind::Forked => text.extend_from_slice(b"forked"),
        _ => text.extend_from_slice(&[b"launched ", command].concat()),
    }
    text.extend_from_slice(&[b": ", reason, b"\n"].concat());
    text
}
