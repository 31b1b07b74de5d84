//! `bg`, `fg` (POSIX XCU bg, fg).
//!
//! Both resume a job by SIGCONT to its process group; `fg` makes that the foreground group of the
//! terminal first and waits as for a command that was started there. `disown` is here too, since it
//! finds jobs in the same way. The list of jobs is `environment::jobs`.

use super::{complain, jobs};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault};
use crate::environment::Environment;
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::ByteString;

fn no_control(env: &mut Environment, command: &[u8]) -> Flow<i32> {
    let status = env.rules().builtins.no_job_control_status;
    env.fail_with(BuiltinProblem::call(command, CallFault::NoJobControl), status)
}

pub(super) fn bg(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if !env.controls_jobs() {
        return no_control(env, b"bg");
    }
    let mut wanted = super::without_options(env, fields)?.to_vec();
    if wanted.is_empty() {
        wanted.push(ByteString::from("%%"));
    }
    let mut status = 0;
    for operand in wanted {
        match jobs::find(env, &operand) {
            Ok(number)
                if env.rules().builtins.bg_reports_running_job
                    && env
                        .jobs
                        .list
                        .iter()
                        .any(|job| job.number == number && !job.stopped() && !job.ended()) =>
            {
                env.diagnose(BuiltinProblem::JobRunning(number));
            }
            Ok(number) => {
                let line = resume(env, number);
                let (mark, end) = match env.rules().builtins.bg_marks_current_job {
                    true => ("+", " &"),
                    false => ("", ""),
                };
                let begin = format!("[{number}]{mark} ");
                let text = [begin.as_bytes(), &line, end.as_bytes(), b"\n"].concat();
                status |= env.print("bg", &text)?;
            }
            Err(fault) => {
                complain(env, b"bg", &operand, fault);
                status = 1;
            }
        }
    }
    Ok(status)
}

/// Lets a job go on; its text.
fn resume(env: &mut Environment, number: u32) -> Vec<u8> {
    let mut text = Vec::new();
    let jobs = Rc::make_mut(&mut env.jobs);
    jobs.make_current(number);
    if let Some(job) = jobs.by_number(number) {
        text = job.text.clone();
        for process in &mut job.processes {
            if !process.status.is_some_and(launch::process::WaitStatus::is_ended) {
                process.status = None;
            }
        }
        job.changed = false;
        if let Some(group) = job.group {
            let _ = launch::process::kill(-group, libc::SIGCONT);
        }
    }
    text
}

pub(super) fn fg(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if !env.controls_jobs() {
        return no_control(env, b"fg");
    }
    let operand =
        super::without_options(env, fields)?.first().cloned().unwrap_or(ByteString::from("%%"));
    let number = match jobs::find(env, &operand) {
        Ok(number) => number,
        Err(fault) => {
            complain(env, b"fg", &operand, fault);
            return Ok(1);
        }
    };
    let Some(job) = env.jobs.list.iter().find(|job| job.number == number).cloned() else {
        return Ok(1);
    };
    let mut line = job.text.clone();
    line.push(b'\n');
    env.print("fg", &line)?;
    if let (Some(tty), Some(group)) = (env.shared.terminal.get(), job.group) {
        let _ = launch::process::set_foreground_group(tty, group);
    }
    resume(env, number);
    env.forget_job(number);
    Ok(env.wait_foreground(job))
}

/// `disown` (bash, ksh): jobs are forgotten, and not waited for.
pub(super) fn disown(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (options, named) = super::letters(env, fields, b"ahr")?;
    if options.contains(&b'h') {
        return Ok(0);
    }
    let mut numbers: Vec<u32> = Vec::new();
    let mut status = 0;
    if options.contains(&b'a') || options.contains(&b'r') {
        let all = options.contains(&b'a');
        let chosen = env.jobs.list.iter().filter(|job| all || !job.stopped());
        numbers.extend(chosen.map(|job| job.number));
    } else if named.is_empty() {
        match jobs::find(env, &ByteString::from("%%")) {
            Ok(number) => numbers.push(number),
            Err(_) => {
                complain(env, b"disown", b"current", OperandFault::NoJob);
                status = 1;
            }
        }
    }
    for operand in named {
        let pid = super::number(operand).and_then(|pid| i32::try_from(pid).ok());
        let found = match pid {
            Some(pid) => Rc::make_mut(&mut env.jobs).by_pid(pid).map(|job| job.number),
            None => jobs::find(env, operand).ok(),
        };
        match found {
            Some(number) => numbers.push(number),
            None => {
                complain(env, b"disown", operand, OperandFault::NoJob);
                status = 1;
            }
        }
    }
    if env.rules().builtins.disown_keeps_jobs {
        // They stay jobs. Only the end of a login shell would tell them from others.
        return Ok(status);
    }
    if options.contains(&b'a') {
        // `wait -n` tells of none of those that have ended, either.
        let remembered = &mut Rc::make_mut(&mut env.jobs).remembered;
        remembered.iter_mut().for_each(|ended| ended.reported = true);
    }
    for number in numbers {
        let jobs = Rc::make_mut(&mut env.state.jobs);
        if let Some(job) = jobs.by_number(number) {
            // Their ends are still taken note of, so that none stays a zombie.
            let pids: Vec<i32> = job.processes.iter().map(|process| process.pid).collect();
            env.shared.substituted.borrow_mut().extend(pids);
        }
        jobs.remove(number);
    }
    Ok(status)
}
