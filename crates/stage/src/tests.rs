//! The behaviour that the crate promises, on real descriptors and rings.

use crate::scheduler::{Kernel, Scheduler, Signals};
use crate::{Capture, Input, OpenFile};
use std::cell::RefCell;
use std::io;
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::time::{Duration, Instant};

struct Plain;

impl Kernel for Plain {
    fn poll(&self, fds: &mut [libc::pollfd], timeout: Option<Duration>) -> io::Result<usize> {
        crate::scheduler::poll_plain(fds, timeout)
    }
    fn interrupted(&self, _: Signals) -> bool {
        false
    }
}

pub(crate) fn scheduler() -> Rc<Scheduler> {
    Scheduler::new(Box::new(Plain), 1 << 20)
}

fn temporary_file(content: &[u8]) -> OwnedFd {
    let fd = rustix::fs::memfd_create("test", rustix::fs::MemfdFlags::CLOEXEC).unwrap();
    rustix::io::write(&fd, content).unwrap();
    rustix::fs::seek(&fd, rustix::fs::SeekFrom::Start(0)).unwrap();
    fd
}

#[test]
fn more_than_a_ring_holds_goes_through() {
    let scheduler = scheduler();
    let (reader, writer) = OpenFile::pipe(&scheduler);
    let total = 10 << 20;
    let producer = scheduler
        .spawn(move || {
            for _ in 0..total / 1000 {
                writer.write_all(&[b'x'; 1000]).unwrap();
            }
        })
        .unwrap();
    let seen = Rc::new(RefCell::new(0));
    let count = seen.clone();
    let consumer = scheduler
        .spawn(move || {
            let mut buffer = vec![0; 777];
            loop {
                match reader.read(&mut buffer, Signals::Terminal).unwrap() {
                    0 => break,
                    n => *count.borrow_mut() += n,
                }
            }
        })
        .unwrap();
    scheduler.join(producer);
    scheduler.join(consumer);
    assert_eq!(*seen.borrow(), total / 1000 * 1000);
}

#[test]
fn a_reader_that_ends_early_stops_its_writer() {
    let scheduler = scheduler();
    let (reader, writer) = OpenFile::pipe(&scheduler);
    let outcome = Rc::new(RefCell::new(None));
    let kept = outcome.clone();
    let producer = scheduler
        .spawn(move || {
            let error = loop {
                if let Err(error) = writer.write_all(b"y\n") {
                    break error;
                }
            };
            *kept.borrow_mut() = Some(error.kind());
        })
        .unwrap();
    let consumer = scheduler
        .spawn(move || {
            let mut line = Vec::new();
            Input::exact(reader).read_until(b'\n', &mut line).unwrap();
            assert_eq!(line, b"y\n");
        })
        .unwrap();
    scheduler.join(producer);
    scheduler.join(consumer);
    assert_eq!(*outcome.borrow(), Some(io::ErrorKind::BrokenPipe));
}

#[test]
fn reading_a_line_leaves_a_file_at_the_next() {
    let scheduler = scheduler();
    let file = OpenFile::from_fd(&scheduler, temporary_file(b"one\ntwo\nthree\n"));
    let mut line = Vec::new();
    Input::exact(file.clone()).read_until(b'\n', &mut line).unwrap();
    assert_eq!(line, b"one\n");
    scheduler.give_back_all();
    assert_eq!(file.on_real(|fd| Ok(rustix::fs::tell(fd)?)).unwrap(), 4);
    line.clear();
    Input::exact(file).read_until(b'\n', &mut line).unwrap();
    assert_eq!(line, b"two\n");
}

#[test]
fn reading_a_line_leaves_a_pipe_at_the_next() {
    let scheduler = scheduler();
    let (reader, writer) = OpenFile::real_pipe(&scheduler).unwrap();
    writer.write_all(b"one\ntwo\nthree\n").unwrap();
    drop(writer);
    let mut line = Vec::new();
    Input::exact(reader.clone()).read_until(b'\n', &mut line).unwrap();
    scheduler.give_back_all();
    let mut rest = [0; 100];
    let count = reader.on_real(|fd| crate::real::read(fd, &mut rest)).unwrap();
    assert_eq!((&line[..], &rest[..count]), (&b"one\n"[..], &b"two\nthree\n"[..]));
}

#[test]
fn a_ring_that_becomes_a_pipe_keeps_what_it_holds() {
    let scheduler = scheduler();
    let (reader, writer) = OpenFile::pipe(&scheduler);
    writer.write_all(&[b'a'; 64 << 10]).unwrap();
    reader.real().unwrap();
    assert!(writer.as_real().is_some());
    drop(writer);
    let mut all = Vec::new();
    io::Read::read_to_end(&mut Input::whole(reader), &mut all).unwrap();
    assert_eq!(all, vec![b'a'; 64 << 10]);
}

#[test]
fn a_capture_that_becomes_real_is_emptied_while_others_wait() {
    let scheduler = scheduler();
    let capture = Capture::new(&scheduler);
    let file = capture.file().clone();
    file.write_all(b"first ").unwrap();
    file.real().unwrap();
    // Far more than a pipe holds, written by this very process.
    file.write_all(&[b'z'; 1 << 20]).unwrap();
    drop(file);
    let bytes = capture.finish(Signals::Terminal).unwrap();
    assert_eq!(bytes.len(), 6 + (1 << 20));
    assert_eq!(&bytes[..7], b"first z");
}

#[test]
fn texts_of_any_size_become_descriptors() {
    for size in [0, 5, 64 << 10, (64 << 10) + 1, 1 << 20] {
        let scheduler = scheduler();
        let file = OpenFile::text(&scheduler, vec![b't'; size].into());
        file.real().unwrap();
        let mut all = Vec::new();
        let read = |all: &mut Vec<u8>| file.on_real(|fd| crate::real::read_into(fd, all, 100_000));
        while read(&mut all).unwrap() > 0 {
            if all.len() == size {
                break;
            }
        }
        assert_eq!(all.len(), size);
    }
}

#[test]
fn whoever_has_been_woken_counts_before_it_runs() {
    let scheduler = scheduler();
    let (reader, writer) = OpenFile::real_pipe(&scheduler).unwrap();
    let (inner_reader, inner_writer) = OpenFile::pipe(&scheduler);
    let mine = scheduler.clone();
    let outer = scheduler
        .spawn(move || {
            // It only waits for another stage, and holds the pipe open meanwhile.
            let inner = mine.spawn(move || drop(inner_writer)).unwrap();
            mine.join(inner);
            writer.write_all(b"x").unwrap();
        })
        .unwrap();
    let consumer = scheduler
        .spawn(move || {
            let mut byte = [0];
            assert_eq!(inner_reader.read(&mut byte, Signals::Terminal).unwrap(), 0);
            // A plain read would stop the writer too, for ever.
            assert_eq!(reader.read(&mut byte, Signals::Terminal).unwrap(), 1);
        })
        .unwrap();
    scheduler.join(outer);
    scheduler.join(consumer);
}

#[test]
fn timers_run_side_by_side() {
    let scheduler = scheduler();
    let begin = Instant::now();
    let stages: Vec<_> = (0..10)
        .map(|_| {
            let mine = scheduler.clone();
            let sleep = move || {
                let until = Instant::now() + Duration::from_millis(50);
                while Instant::now() < until {
                    mine.park(&[], Some(until), Signals::Terminal).unwrap();
                }
            };
            scheduler.spawn(sleep).unwrap()
        })
        .collect();
    for stage in stages {
        scheduler.join(stage);
    }
    // Ten in a row would be half a second.
    assert!(begin.elapsed() >= Duration::from_millis(50));
    assert!(begin.elapsed() < Duration::from_millis(450));
}

#[test]
fn recursion_goes_on_beyond_one_stack_and_ends_with_an_answer() {
    fn down(scheduler: &Rc<Scheduler>, level: u32) -> Option<u32> {
        let pad = std::hint::black_box([level; 100]);
        if level == 0 {
            return Some(pad[0]);
        }
        scheduler.deeper(|| down(scheduler, level - 1))?.map(|n| n + 1)
    }
    let scheduler = scheduler();
    assert_eq!(down(&scheduler, 50_000), Some(50_000));
    assert_eq!(down(&scheduler, 50_000_000), None);
    assert_eq!(down(&scheduler, 50_000), Some(50_000));
}

/// What is cancelled before it has run drops what it owns, and somebody else can have its place.
#[test]
fn a_stage_that_has_not_run_can_be_taken_back() {
    let scheduler = scheduler();
    let (reader, writer) = OpenFile::pipe(&scheduler);
    let waits = scheduler
        .spawn(move || assert_eq!(reader.read(&mut [0; 8], Signals::Terminal).unwrap(), 0))
        .unwrap();
    let never = scheduler.spawn(move || writer.write_all(b"never").unwrap()).unwrap();
    assert!(scheduler.must_poll());
    assert!(scheduler.cancel(never) && scheduler.ended(never) && !scheduler.cancel(never));
    scheduler.join(waits);
    assert!(!scheduler.must_poll());

    let (reader, writer) = OpenFile::pipe(&scheduler);
    let begun = scheduler.spawn(move || writer.write_all(&[0; 1 << 20]).unwrap()).unwrap();
    scheduler.yield_now();
    assert!(!scheduler.cancel(begun) && !scheduler.ended(begun));
    let mut buffer = vec![0; 1 << 20];
    while reader.read(&mut buffer, Signals::Terminal).unwrap() > 0 {}
    assert!(scheduler.ended(begun));
}

/// poll(2) that refuses every list of more than one descriptor, as under a limit of one.
struct Limited;

impl Kernel for Limited {
    fn poll(&self, fds: &mut [libc::pollfd], timeout: Option<Duration>) -> io::Result<usize> {
        match fds.len() > 1 {
            true => Err(rustix::io::Errno::INVAL.into()),
            false => crate::scheduler::poll_plain(fds, timeout),
        }
    }
    fn interrupted(&self, _: Signals) -> bool {
        false
    }
}

#[test]
fn more_descriptors_than_the_limit_are_waited_for() {
    let scheduler = Scheduler::new(Box::new(Limited), 1 << 20);
    let seen = Rc::new(RefCell::new(Vec::new()));
    let mut writers = Vec::new();
    let mut stages = Vec::new();
    for _ in 0..3 {
        let (reader, writer) = OpenFile::real_pipe(&scheduler).unwrap();
        let seen = seen.clone();
        writers.push(writer);
        stages.push(scheduler.spawn(move || {
            let mut byte = [0];
            assert_eq!(reader.read(&mut byte, Signals::Terminal).unwrap(), 1);
            seen.borrow_mut().push(byte[0]);
        }));
    }
    let sleeper = scheduler.clone();
    let later = scheduler.spawn(move || {
        let until = Instant::now() + Duration::from_millis(20);
        while Instant::now() < until {
            sleeper.park(&[], Some(until), Signals::Deferred).unwrap();
        }
        for (number, writer) in writers.iter().enumerate().rev() {
            writer.write_all(&[number as u8]).unwrap();
        }
    });
    for stage in stages.into_iter().chain([later]) {
        scheduler.join(stage.unwrap());
    }
    seen.borrow_mut().sort();
    assert_eq!(*seen.borrow(), [0, 1, 2]);
}

#[test]
fn a_device_without_an_end_is_read_in_blocks() {
    let scheduler = scheduler();
    let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC;
    let open = |path: &str| {
        let fd = rustix::fs::open(path, flags, rustix::fs::Mode::empty()).unwrap();
        OpenFile::from_fd(&scheduler, fd)
    };
    for (path, some) in [("/dev/zero", true), ("/dev/urandom", true), ("/dev/null", false)] {
        let file = open(path);
        assert_eq!(file.fill(Signals::Terminal).unwrap(), some);
        assert_eq!(file.with_known(<[u8]>::len) >= 1024, some, "{path}");
        file.consume(3);
        assert_eq!(file.read(&mut [0; 8], Signals::Terminal).unwrap(), usize::from(some) * 8);
    }
}

/// poll(2) that nothing would end is a fault.
struct Hasty;

impl Kernel for Hasty {
    fn poll(&self, fds: &mut [libc::pollfd], timeout: Option<Duration>) -> io::Result<usize> {
        assert!(timeout.is_some(), "waits for ever");
        crate::scheduler::poll_plain(fds, timeout)
    }
    fn interrupted(&self, _: Signals) -> bool {
        false
    }
    fn catches_signals(&self) -> bool {
        true
    }
}

#[test]
fn what_can_be_neither_read_nor_written_is_not_waited_for() {
    let scheduler = Scheduler::new(Box::new(Hasty), 1 << 20);
    let epoll = rustix::event::epoll::create(rustix::event::epoll::CreateFlags::CLOEXEC).unwrap();
    let this = rustix::process::getpid();
    let process = rustix::process::pidfd_open(this, rustix::process::PidfdFlags::empty()).unwrap();
    for fd in [epoll, process] {
        let file = OpenFile::from_fd(&scheduler, fd);
        for signals in [Signals::Any, Signals::Terminal] {
            for error in [
                file.read(&mut [0], signals).unwrap_err(),
                file.write_all_until(b"x", signals).unwrap_err().0,
            ] {
                assert_eq!(error.raw_os_error(), Some(libc::EINVAL));
            }
        }
    }
}

/// Does nothing: the signal is to interrupt system calls.
extern "C" fn ignore(_: libc::c_int) {}

/// Sends this thread a signal every 20 µs as long as `body` runs.
fn interrupted<T>(body: impl FnOnce() -> T) -> T {
    let every = libc::timespec { tv_sec: 0, tv_nsec: 20_000 };
    let often = libc::itimerspec { it_interval: every, it_value: every };
    // SAFETY: every structure is zeroed or whole, and lives through its call; the handler touches nothing.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = ignore as *const () as usize;
        libc::sigaction(libc::SIGURG, &action, std::ptr::null_mut());
        let mut event: libc::sigevent = std::mem::zeroed();
        event.sigev_notify = libc::SIGEV_THREAD_ID;
        event.sigev_signo = libc::SIGURG;
        event.sigev_notify_thread_id = libc::gettid();
        let mut timer: libc::timer_t = std::mem::zeroed();
        assert_eq!(libc::timer_create(libc::CLOCK_MONOTONIC, &mut event, &mut timer), 0);
        assert_eq!(libc::timer_settime(timer, 0, &often, std::ptr::null_mut()), 0);
        let result = body();
        libc::timer_delete(timer);
        result
    }
}

#[test]
fn a_signal_does_not_make_a_descriptor_ready() {
    let (reader, _writer) = rustix::pipe::pipe().unwrap();
    let fd = std::os::fd::AsRawFd::as_raw_fd(&reader);
    let ready = |_: &u32| {
        let mut fds = [crate::pollfd(fd, libc::POLLIN)];
        !matches!(crate::scheduler::poll_plain(&mut fds, Some(Duration::ZERO)), Ok(0))
    };
    assert_eq!(interrupted(|| (0..50_000).filter(ready).count()), 0);
}
