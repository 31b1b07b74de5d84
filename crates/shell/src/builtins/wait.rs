//! `wait` (POSIX XCU wait).
//!
//! Waiting lets traps run: a signal with a trap ends the wait with status over 128, and its trap
//! runs then. Other stages go on meanwhile, since the wait is by the scheduler's poll() on pidfds.
//! Statuses of children that have ended are kept until asked for.

use super::{bad_option, complain, jobs, number, reject};
use crate::diagnostics::{BuiltinProblem, OperandFault, Problem};
use crate::environment::Environment;
use crate::environment::jobs::{Ended, Job};
use crate::environment::variables::Value;
use crate::evaluate::exit_status;
use crate::unwind::Flow;
use launch::process::{self, WaitStatus};
use launch::signal;
use std::os::fd::AsRawFd;
use syntax::ByteString;
use syntax::names::is_name;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let status = wait(env, fields)?;
    if !env.jobs.list.is_empty() {
        env.report_killed_jobs();
    }
    Ok(status)
}

fn wait(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if fields
        .get(1)
        .is_some_and(|option| option.as_bytes() != b"--" && option.first() == Some(&b'-'))
    {
        return with_options(env, fields);
    }
    let operands = match fields {
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        [_, first, ..] if first.len() > 1 && first[0] == b'-' => {
            return bad_option(env, b"wait", first[1]);
        }
        [_, rest @ ..] => rest,
        [] => &[],
    };
    if operands.is_empty() {
        loop {
            let next = env
                .jobs
                .list
                .iter()
                .filter(|job| !job.stopped())
                .flat_map(|job| &job.processes)
                .find(|process| process.status.is_none())
                .map(|process| process.pid);
            let Some(pid) = next else { break };
            if let Some(status) = wait_one(env, pid)? {
                return Ok(status);
            }
        }
        if let Some(pid) = env.background
            && let Some(status) = wait_substituted(env, pid)?
        {
            return Ok(status);
        }
        env.report_killed_jobs();
        let ended: Vec<u32> =
            env.jobs.list.iter().filter(|job| job.ended()).map(|job| job.number).collect();
        for number in ended {
            env.forget_job(number);
        }
        std::rc::Rc::make_mut(&mut env.jobs).remembered.clear();
        if !env.now.is_virtual {
            env.shared.lookups.background(false);
        }
        return Ok(0);
    }
    let mut status = 0;
    for operand in operands {
        let pid = if operand.first() == Some(&b'%') {
            let found = jobs::find(env, operand);
            if let Err(fault) = found
                && env.rules().builtins.wait_reports_unknown_child
            {
                complain(env, b"wait", operand, fault);
            }
            found.ok().and_then(|number| {
                env.jobs
                    .list
                    .iter()
                    .find(|job| job.number == number)
                    .and_then(|job| job.last())
                    .map(|process| process.pid)
            })
        } else {
            match number(operand) {
                Some(pid) => i32::try_from(pid).ok(),
                None => return reject(env, &Problem::Builtin(BuiltinProblem::BadChildId(operand))),
            }
        };
        status = match pid {
            Some(pid) => match wait_for(env, pid)? {
                Ok(status) => status,
                // A trapped signal ends the whole wait.
                Err(interrupted) => return Ok(interrupted),
            },
            None => 127,
        };
    }
    Ok(status)
}

/// `wait -n -p name` (bash); `-f` changes nothing without job control.
fn with_options(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (mut any, mut variable) = (false, None);
    let mut at = 1;
    while let Some([b'-', letters @ ..]) = fields.get(at).map(|field| field.as_bytes()) {
        at += 1;
        match letters {
            b"-" => break,
            b"n" => any = true,
            b"f" => {}
            b"p" if at == fields.len() => return super::argument_missing(env, b"wait", b'p'),
            b"p" => {
                variable = fields.get(at).cloned();
                at += 1;
            }
            [letter, ..] => return bad_option(env, b"wait", *letter),
            [] => break,
        }
    }
    let operands = fields.get(at..).unwrap_or_default();
    let mut who = None;
    let reports = env.rules().builtins.wait_reports_unknown_child;
    if let Some(name) = variable.as_ref().filter(|name| reports && !is_variable(name)) {
        return super::invalid_name(env, b"wait", name);
    }
    let status = if any {
        wait_any(env, operands, &mut who)?
    } else {
        who = operands.last().and_then(|operand| number(operand)).and_then(|n| n.try_into().ok());
        let fields: Vec<ByteString> =
            std::iter::once(ByteString::from("wait")).chain(operands.iter().cloned()).collect();
        wait(env, &fields)?
    };
    match variable {
        Some(variable) if is_variable(&variable) => tell_who(env, &variable, who, status),
        _ => Ok(status),
    }
}

/// Notes in the variable or the element that `-p` names which process has ended; the status of `wait`.
fn tell_who(
    env: &mut Environment,
    variable: &ByteString,
    who: Option<i32>,
    status: i32,
) -> Flow<i32> {
    let Some((name, key)) = env.spelled(variable)? else { return Ok(status) };
    let result = match (key, who) {
        (None, Some(pid)) => env.assign(name, Value::Integer(i64::from(pid))),
        (None, None) => env.unset(name),
        (Some(key), Some(pid)) => {
            env.assign_element(name, key, ByteString::from(pid.to_string().as_str()))
        }
        // bash unsets variables only.
        (Some(_), None) => Ok(()),
    };
    match result {
        Ok(()) => Ok(status),
        Err(error) => {
            env.report_assign_error(error)?;
            Ok(1)
        }
    }
}

/// Whether a text names a variable, or an element.
fn is_variable(text: &[u8]) -> bool {
    let open = byte_search::memchr(b'[', text).unwrap_or(text.len());
    is_name(&text[..open]) && (open == text.len() || text.ends_with(b"]"))
}

/// `wait -n` (bash): the next job that ends, of those that are named.
fn wait_any(env: &mut Environment, operands: &[ByteString], who: &mut Option<i32>) -> Flow<i32> {
    let mut wanted: Vec<i32> = Vec::new();
    for operand in operands {
        let pid = match number(operand) {
            Some(pid) => i32::try_from(pid).ok(),
            None => jobs::find(env, operand).ok().and_then(|number| {
                let job = env.jobs.list.iter().find(|job| job.number == number);
                job.and_then(|job| job.last()).map(|process| process.pid)
            }),
        };
        let known = pid.is_some_and(|pid| {
            let waits = env.jobs.remembered.iter().any(|one| !one.reported && one.pid == pid);
            waits || env.jobs.list.iter().any(|job| job.last().is_some_and(|one| one.pid == pid))
        });
        if !known && env.rules().builtins.wait_reports_unknown_child {
            complain(env, b"wait", operand, OperandFault::NoJob);
        }
        wanted.extend(pid);
    }
    let concerns = |pid: i32| operands.is_empty() || wanted.contains(&pid);
    loop {
        // One that has ended and that nobody has asked about.
        let jobs = std::rc::Rc::make_mut(&mut env.jobs);
        let ended = jobs.remembered.iter_mut().find(|one| !one.reported && concerns(one.pid));
        if let Some(ended) = ended {
            ended.reported = true;
            let Ended { pid, status, .. } = *ended;
            *who = Some(pid);
            if let Some(number) = jobs.by_pid(pid).filter(|job| job.ended()).map(|job| job.number) {
                jobs.remove(number);
            }
            return Ok(status);
        }
        let running: Vec<i32> = jobs
            .list
            .iter()
            .filter_map(|job| job.last())
            .filter(|process| process.status.is_none() && concerns(process.pid))
            .map(|process| process.pid)
            .collect();
        if running.is_empty() {
            return Ok(127);
        }
        let fds: Vec<_> = running.iter().filter_map(|&pid| process::open_pidfd(pid).ok()).collect();
        let polled: Vec<_> =
            fds.iter().map(|fd| stage::pollfd(fd.as_raw_fd(), libc::POLLIN)).collect();
        let until = (fds.len() < running.len())
            .then(|| std::time::Instant::now() + std::time::Duration::from_millis(10));
        if let Some(interrupted) = park(env, &polled, until)? {
            return Ok(interrupted);
        }
        env.reap_background();
    }
}

/// Waits for a process that may be a child; its status, or that of the interruption. Where it
/// stands for a pipeline under `pipefail`, the others count too.
fn wait_for(env: &mut Environment, pid: i32) -> Flow<Result<i32, i32>> {
    let stands_for = |job: &&Job| job.pipefail && job.last().is_some_and(|last| last.pid == pid);
    // The wait for one may take note of the end of others.
    while let Some(other) = env.jobs.list.iter().find(stands_for).and_then(Job::running) {
        if let Some(interrupted) = wait_one(env, other)? {
            return Ok(Err(interrupted));
        }
    }
    if let Some(interrupted) = wait_substituted(env, pid)? {
        return Ok(Err(interrupted));
    }
    let known = env
        .jobs
        .list
        .iter()
        .flat_map(|job| &job.processes)
        .find(|process| process.pid == pid)
        .map(|process| process.status);
    if let Some(None) = known
        && let Some(interrupted) = wait_one(env, pid)?
    {
        return Ok(Err(interrupted));
    }
    if !env.jobs.list.is_empty() {
        env.report_killed_jobs();
    }
    let forgets = env.rules().builtins.wait_forgets_status;
    let jobs = std::rc::Rc::make_mut(&mut env.jobs);
    if let Some(ended) = jobs.remembered.iter_mut().find(|one| one.pid == pid) {
        ended.reported = true;
        let status = ended.status;
        if forgets {
            jobs.remembered.retain(|one| one.pid != pid);
        }
        if let Some(number) = jobs.by_pid(pid).filter(|job| job.ended()).map(|job| job.number) {
            jobs.remove(number);
        }
        return Ok(Ok(status));
    }
    let stopped = jobs
        .list
        .iter()
        .flat_map(|job| &job.processes)
        .find(|process| process.pid == pid)
        .and_then(|process| process.status);
    if stopped.is_none() && env.rules().builtins.wait_reports_unknown_child {
        env.diagnose(BuiltinProblem::NotAChild(pid));
    }
    Ok(Ok(stopped.map_or(127, exit_status)))
}

/// Waits for a process if it is that of a process substitution.
fn wait_substituted(env: &mut Environment, pid: i32) -> Flow<Option<i32>> {
    env.wait_for_substituted(pid);
    if !env.shared.substituted.borrow().contains(&pid) {
        return Ok(None);
    }
    let interrupted = wait_one(env, pid)?;
    if interrupted.is_none() {
        env.shared.substituted.borrow_mut().retain(|&other| other != pid);
    }
    Ok(interrupted)
}

/// Waits until one of the descriptors is ready or the time is up; the status where a trapped
/// signal came first.
fn park(
    env: &mut Environment,
    wanted: &[libc::pollfd],
    until: Option<std::time::Instant>,
) -> Flow<Option<i32>> {
    let scheduler = env.shared.scheduler.clone();
    if scheduler.park(wanted, until, env.awaited()).is_ok() {
        return Ok(None);
    }
    let pending = env.shared.signals.pending_set();
    let number = (1..signal::COUNT as i32)
        .find(|&number| pending.contains(number) && env.trap(number).is_some());
    let status = number.map(|number| env.status_by(number));
    env.status = status.unwrap_or(130);
    env.handle_signals()?;
    Ok(status)
}

/// Waits until a child has ended; `Some(status)` where a trapped signal came first.
fn wait_one(env: &mut Environment, pid: i32) -> Flow<Option<i32>> {
    let fd = process::open_pidfd(pid).ok();
    let mut watched = match tells_of_children(env) {
        true => env.background_descriptors(),
        false => env.watch_background(),
    };
    watched.retain(|(other, _)| *other != pid);
    loop {
        match env.poll_process(pid) {
            Ok(Some(status)) => {
                env.note_status(pid, status);
                if !matches!(status, WaitStatus::Continued) {
                    tell_of_child(env)?;
                    return Ok(None);
                }
                continue;
            }
            Ok(None) => {}
            Err(_) => {
                env.note_status(pid, WaitStatus::Exited(127));
                return Ok(None);
            }
        }
        let others = watched.iter().map(|(_, fd)| fd);
        let wanted: Vec<_> =
            fd.iter().chain(others).map(|fd| stage::pollfd(fd.as_raw_fd(), libc::POLLIN)).collect();
        // Without a descriptor, look again now and then.
        let until =
            fd.is_none().then(|| std::time::Instant::now() + std::time::Duration::from_millis(10));
        if let Some(interrupted) = park(env, &wanted, until)? {
            return Ok(Some(interrupted));
        }
        env.reap_watched(&mut watched);
        tell_of_child(env)?;
    }
}

/// Whether there is a CHLD trap that runs each time that a child ends for which `wait` waits.
fn tells_of_children(env: &Environment) -> bool {
    env.rules().builtins.chld_trap_runs_per_child && env.trap(libc::SIGCHLD).is_some()
}

/// Runs the CHLD trap, where it runs each time that a child ends for which `wait` waits.
fn tell_of_child(env: &mut Environment) -> Flow {
    if env.traps.is_some()
        && env.rules().builtins.chld_trap_runs_per_child
        && env.shared.signals.pending()
    {
        env.handle_signals()?;
    }
    Ok(())
}
