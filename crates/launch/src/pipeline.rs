//! Several programs, each reading what the one before writes.

use std::os::fd::{AsRawFd, OwnedFd};

use crate::capture::{self, Capture, Output};
use crate::error::LaunchError;
use crate::handle::Child;
use crate::launch::Launch;
use crate::report;
use crate::tree;

/// A pipeline. The first program's standard input and the last one's standard
/// output are as their launches have them.
#[derive(Clone, Default)]
pub struct Pipeline<'a> {
    stages: Vec<Launch<'a>>,
    group: bool,
}

impl<'a> Pipeline<'a> {
    /// A pipeline without programs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a program at the end.
    pub fn stage(&mut self, launch: Launch<'a>) -> &mut Self {
        self.stages.push(launch);
        self
    }

    /// Puts all programs into one process group, that of the first.
    pub fn process_group(&mut self, own: bool) -> &mut Self {
        self.group = own;
        self
    }

    /// Starts all programs, in order.
    ///
    /// # Errors
    /// What the first launch that failed says. Programs that were started before
    /// are killed and waited for.
    pub fn start(&self) -> Result<Vec<Child>, LaunchError> {
        self.check_sources(0)?;
        self.start_between(None, None, None)
    }

    /// Looks whether what the stages name is open, before there are pipes. `ends` has
    /// a bit for each standard stream of the pipeline that gets one: the first stage's
    /// input, the last one's output, the error of all.
    fn check_sources(&self, ends: u8) -> Result<(), LaunchError> {
        let last = self.stages.len().saturating_sub(1);
        for (number, stage) in self.stages.iter().enumerate() {
            let input = u8::from(number > 0);
            let output = u8::from(number < last) << 1;
            let outer = u8::from(number == 0) | u8::from(number == last) << 1 | 4;
            stage.check_sources(input | output | ends & outer)?;
        }
        Ok(())
    }

    /// Runs the pipeline to its end: the first program reads the input, the last
    /// one's standard output is captured, and the standard error of all of them
    /// together. `merge` is about the last one. The status is the last one's.
    ///
    /// # Errors
    /// Those of [`start`](Self::start) and of [`Launch::capture`].
    pub fn capture(&self, how: &Capture<'_>) -> Result<Output, LaunchError> {
        let mut stages = self.clone();
        if how.merge
            && let Some(stage) = stages.stages.last_mut()
        {
            stage.copy(2, 1);
        }
        let errors = u8::from(!how.output_only) << 2;
        stages.check_sources(u8::from(how.input.is_some()) | 2 | errors)?;
        let pipe =
            |wanted: bool| wanted.then(report::pipe).transpose().map_err(LaunchError::prepare);
        let input = pipe(how.input.is_some())?;
        let output = pipe(true)?;
        let error = pipe(!how.output_only)?;
        let (first, input) = input.map_or((None, None), |(read, write)| (Some(read), Some(write)));
        let (output, last) = output.unzip();
        let (error, errors) = error.unzip();
        let mut children = stages.start_between(first, last, errors)?;
        capture::finish(
            how,
            &mut children,
            input.map(Into::into),
            output.map(Into::into),
            error.map(Into::into),
        )
    }

    /// Starts all, with these as the first one's input, the last one's output, and
    /// the standard error of all.
    fn start_between(
        &self,
        first: Option<OwnedFd>,
        last: Option<OwnedFd>,
        errors: Option<OwnedFd>,
    ) -> Result<Vec<Child>, LaunchError> {
        let mut children: Vec<Child> = Vec::with_capacity(self.stages.len());
        let mut input = first;
        for (number, stage) in self.stages.iter().enumerate() {
            let mut launch = stage.clone();
            if let Some(errors) = &errors {
                launch.pipe_end(2, errors.as_raw_fd());
            }
            if let Some(input) = &input {
                launch.pipe_end(0, input.as_raw_fd());
            }
            let result = if number + 1 == self.stages.len() {
                if let Some(last) = &last {
                    launch.pipe_end(1, last.as_raw_fd());
                }
                self.start_stage(launch, &children)
            } else {
                report::pipe().map_err(LaunchError::prepare).and_then(|(read, write)| {
                    launch.pipe_end(1, write.as_raw_fd());
                    let child = self.start_stage(launch, &children)?;
                    // Only now: this program reads from what was there before.
                    input = Some(read);
                    Ok(child)
                })
            };
            match result {
                Ok(child) => children.push(child),
                Err(error) => {
                    // What cannot be killed goes on without those that are missing.
                    let _ = tree::end_all(&mut children, || drop(input));
                    return Err(error);
                }
            }
        }
        Ok(children)
    }

    fn start_stage(&self, mut launch: Launch<'a>, before: &[Child]) -> Result<Child, LaunchError> {
        launch.want_pidfd(true);
        if self.group {
            launch.process_group(before.first().map_or(0, |child| child.pid));
        }
        launch.start()
    }
}
