//! Jobs: processes that run in the background or are stopped (POSIX XBD 3.182).
//!
//! The list is a value of the environment. Who waits for a child notes its status here; `jobs`,
//! `fg`, `bg`, `wait` and `kill` find jobs by number or text. A subshell can show its parent's jobs
//! (`outer_jobs`) but not wait for them.

use launch::process::WaitStatus;

/// One process of a job.
#[derive(Clone, Debug)]
pub struct Process {
    /// Its id.
    pub pid: i32,
    /// How it ended or that it is stopped; None while it runs.
    pub status: Option<WaitStatus>,
    /// Whether this environment waits for it as its parent. Else it is the job of an enclosing
    /// environment, or was started before a subshell moved to a process of its own.
    pub is_child: bool,
}

/// A job.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its number, from 1.
    pub number: u32,
    /// Its process group, where it has one of its own.
    pub group: Option<i32>,
    /// Its processes in the order of the pipeline.
    pub processes: Vec<Process>,
    /// The command, for people.
    pub text: Vec<u8>,
    /// A change of state has not been reported yet.
    pub changed: bool,
    /// `pipefail` was on when it began.
    pub pipefail: bool,
}

/// The status of a pipeline whose commands have these: that of the last one, under `pipefail` of
/// the last that failed.
pub fn status_of_pipeline(statuses: &[i32], pipefail: bool) -> i32 {
    let failed = statuses.iter().rev().copied().find(|&status| status != 0);
    match pipefail {
        true => failed.unwrap_or(0),
        false => statuses.last().copied().unwrap_or(0),
    }
}

impl Job {
    /// A job of these processes, which run. It has no number yet.
    pub fn new(pids: &[i32], group: Option<i32>, text: Vec<u8>, pipefail: bool) -> Self {
        let processes =
            pids.iter().map(|&pid| Process { pid, status: None, is_child: true }).collect();
        Job { number: 0, group, processes, text, changed: false, pipefail }
    }

    /// The process that stands for the job: the last.
    pub fn last(&self) -> Option<&Process> {
        self.processes.last()
    }

    /// A process of it of which neither end nor stop is known.
    pub fn running(&self) -> Option<i32> {
        self.processes.iter().find(|process| process.status.is_none()).map(|process| process.pid)
    }

    /// Whether every process has ended.
    pub fn ended(&self) -> bool {
        self.processes.iter().all(|process| process.status.is_some_and(WaitStatus::is_ended))
    }

    /// Whether it is stopped: none runs, and one is stopped.
    pub fn stopped(&self) -> bool {
        !self.ended() && self.processes.iter().all(|process| process.status.is_some())
    }
}

/// A process that ended.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// Its number.
    pub pid: i32,
    /// Its exit status.
    pub status: i32,
    /// Whether the status was reported, after which `wait -n` does not report it again.
    pub reported: bool,
}

/// The jobs of an environment.
#[derive(Clone, Debug, Default)]
pub struct Jobs {
    /// In the order of their numbers.
    pub list: Vec<Job>,
    /// Numbers, the one most recently stopped or started in the background last.
    pub order: Vec<u32>,
    /// Processes that ended and were dropped from the list, for `wait`.
    pub remembered: Vec<Ended>,
}

impl Jobs {
    /// Adds a job, and gives it a number.
    pub fn add(&mut self, job: Job) -> u32 {
        let number = self.list.last().map_or(1, |job| job.number + 1);
        self.list.push(Job { number, ..job });
        self.order.push(number);
        number
    }

    /// The job with this process.
    pub fn by_pid(&mut self, pid: i32) -> Option<&mut Job> {
        self.list.iter_mut().find(|job| job.processes.iter().any(|process| process.pid == pid))
    }

    /// The job of this number.
    pub fn by_number(&mut self, number: u32) -> Option<&mut Job> {
        self.list.iter_mut().find(|job| job.number == number)
    }

    /// Whether a process is waited for as a child: not where it is known to be none.
    pub fn is_child(&self, pid: i32) -> bool {
        let mut all = self.list.iter().flat_map(|job| &job.processes);
        all.find(|process| process.pid == pid).is_none_or(|process| process.is_child)
    }

    /// From now on its processes are another environment's children.
    pub fn disown(&mut self) {
        for process in self.list.iter_mut().flat_map(|job| &mut job.processes) {
            process.is_child = false;
        }
    }

    /// Makes a job the current one (`%+`).
    pub fn make_current(&mut self, number: u32) {
        self.order.retain(|&other| other != number);
        self.order.push(number);
    }

    /// The current job.
    pub fn current(&self) -> Option<u32> {
        self.order.last().copied()
    }

    /// The previous job.
    pub fn previous(&self) -> Option<u32> {
        self.order.len().checked_sub(2).map(|index| self.order[index])
    }

    /// Notes how a process changed.
    pub fn note(&mut self, pid: i32, status: WaitStatus) {
        let mut stopped = None;
        if let Some(job) = self.by_pid(pid) {
            for process in &mut job.processes {
                if process.pid == pid {
                    process.status = match status {
                        WaitStatus::Continued => None,
                        status => Some(status),
                    };
                }
            }
            job.changed = job.ended() || job.stopped();
            if job.stopped() {
                stopped = Some(job.number);
            }
        }
        if let Some(number) = stopped {
            self.make_current(number);
        }
    }

    /// Drops a job.
    pub fn remove(&mut self, number: u32) {
        self.list.retain(|job| job.number != number);
        self.order.retain(|&other| other != number);
    }

    /// Where a process was the last of a job under `pipefail` to end: the id that stands for the
    /// job, and the statuses of its processes.
    pub fn failing_pipeline(&mut self, pid: i32) -> Option<(i32, Vec<WaitStatus>)> {
        let job = self.by_pid(pid).filter(|job| job.pipefail && job.ended())?;
        let statuses = job.processes.iter().filter_map(|process| process.status).collect();
        Some((job.last()?.pid, statuses))
    }

    /// Keeps the status of an ended process for a later `wait`, for the last so many.
    pub fn remember(&mut self, ended: Ended) {
        const KEPT: usize = 1024;
        if self.remembered.len() >= KEPT {
            self.remembered.remove(0);
        }
        self.remembered.push(ended);
    }
}
