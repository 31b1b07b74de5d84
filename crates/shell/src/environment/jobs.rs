//! Jobs: processes that run in the background or are stopped (POSIX XBD 3.182).

use launch::process::WaitStatus;

/// One process of a job.
#[derive(Clone, Debug)]
pub struct Process {
    /// Its id.
    pub pid: i32,
    /// How it ended or that it is stopped; None while it runs.
    pub status: Option<WaitStatus>,
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
}

impl Job {
    /// The process that stands for the job: the last.
    pub fn last(&self) -> Option<&Process> {
        self.processes.last()
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
    /// Whether the status was told, after which `wait -n` does not tell it again.
    pub told: bool,
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
    /// Adds a job of these processes.
    pub fn add(&mut self, pids: &[i32], group: Option<i32>, text: Vec<u8>) -> u32 {
        let number = self.list.last().map_or(1, |job| job.number + 1);
        let processes = pids.iter().map(|&pid| Process { pid, status: None }).collect();
        self.list.push(Job { number, group, processes, text, changed: false });
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

    /// Keeps the status of an ended process for a later `wait`, for the last so many.
    pub fn remember(&mut self, pid: i32, status: i32) {
        const KEPT: usize = 1024;
        if self.remembered.len() >= KEPT {
            self.remembered.remove(0);
        }
        self.remembered.push(Ended { pid, status, told: false });
    }
}
