//! The files that a shell reads before anything else (POSIX XCU sh, ENV; bash(1),
//! "INVOCATION"; ksh93's sh(1), "Invocation").
//!
//! Which files depends on the dialect (rows in crate dialect, interactive), on being a login or an
//! interactive shell, and on `--rcfile`, `--norc`, `--noprofile`. A privileged shell skips those of
//! the user. Each is run like a dot script.

use crate::environment::options::Options;
use crate::environment::{Environment, names};
use crate::unwind::{Flow, Unwind};
use dialect::interactive::RunCommands;
use rustix::fs::OFlags;
use stage::OpenFile;
use syntax::ByteString;

/// What a login shell of the machine reads first.
const PROFILE: &[u8] = b"/etc/profile";
/// What an interactive bash of the machine reads first, as Debian's and others' are built.
const SYSTEM_RUN_COMMANDS: &[u8] = b"/etc/bash.bashrc";

/// Which files are read, as the arguments ask.
#[derive(Debug, Default)]
pub(crate) struct Startup {
    /// It is a login shell.
    pub login: bool,
    /// It was started with another user's or group's rights, or with `-p`.
    pub is_privileged: bool,
    /// It was started with another user's or group's rights, even if it has given them up.
    pub is_raised: bool,
    /// `--noprofile`
    pub no_profile: bool,
    /// `--norc`
    pub no_run_commands: bool,
    /// `--rcfile FILE`: instead of `~/.bashrc`.
    pub run_commands: Option<ByteString>,
}

impl Startup {
    /// Reads the start-up files of the shell's dialect.
    ///
    /// # Errors
    ///
    /// Unwinds where a file ends the shell.
    pub fn read(&self, env: &mut Environment) -> Flow {
        let rules = &env.rules().interactive;
        let is_privileged = self.is_privileged;
        if self.is_raised && rules.raised_shell_reads_nothing {
            return Ok(());
        }
        // HOME is whose that started it.
        let skips = self.is_raised || is_privileged && rules.privileged_shell_skips_files;
        if self.login && !self.no_profile {
            read_file(env, PROFILE)?;
            if !skips {
                read_first(env, rules.login_files)?;
            }
        }
        let interactive = env.options.has(Options::INTERACTIVE);
        match rules.run_commands {
            RunCommands::Env if interactive && !skips => read_named(env, b"ENV").map(drop),
            RunCommands::EnvOrKshrc
                if (interactive || env.options.has(Options::RC))
                    && !self.no_run_commands
                    && !skips =>
            {
                match read_named(env, b"ENV")? {
                    true => Ok(()),
                    false => read_first(env, &[".kshrc"]),
                }
            }
            RunCommands::Bashrc if interactive && !self.login && !self.no_run_commands => {
                read_file(env, SYSTEM_RUN_COMMANDS)?;
                match &self.run_commands {
                    Some(file) => read_file(env, file),
                    None => read_first(env, &[".bashrc"]),
                }
            }
            RunCommands::Bashrc if !interactive && !is_privileged => {
                read_named(env, b"BASH_ENV").map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Reads the file that a login shell reads at its end.
    ///
    /// # Errors
    ///
    /// Unwinds where a file ends the shell.
    pub fn read_at_end(&self, env: &mut Environment) -> Flow {
        match self.login && !self.is_raised {
            true => read_first(env, env.rules().interactive.logout_files),
            false => Ok(()),
        }
    }
}

/// Reads the first of these files in the login directory that can be read.
fn read_first(env: &mut Environment, files: &[&str]) -> Flow {
    let Some(home) = env.text(names::HOME) else { return Ok(()) };
    for file in files {
        let path = [home.as_bytes(), b"/", file.as_bytes()].concat();
        if let Ok(fd) = env.open_file(&path, OFlags::RDONLY) {
            return read(env, fd, &path);
        }
    }
    Ok(())
}

/// The file that a variable names; false where it names none.
fn read_named(env: &mut Environment, variable: &[u8]) -> Flow<bool> {
    let name = env.shared.names.find(variable);
    let Some(file) = name.and_then(|name| env.text(name)).filter(|text| !text.is_empty()) else {
        return Ok(false);
    };
    let path = env.expand_string(&file)?.unwrap_or_else(|| file.to_vec());
    read_file(env, &path).map(|()| true)
}

fn read_file(env: &mut Environment, path: &[u8]) -> Flow {
    match env.open_file(path, OFlags::RDONLY) {
        Ok(fd) => read(env, fd, path),
        Err(_) => Ok(()),
    }
}

fn read(env: &mut Environment, fd: std::os::fd::OwnedFd, path: &[u8]) -> Flow {
    let file = OpenFile::from_fd(&env.shared.scheduler, fd);
    // `return` ends it, as it ends what `.` reads.
    env.now.dots += 1;
    let place = env.now.place;
    env.profile_source(path);
    let result = env.run_file(file);
    env.now.place = place;
    env.now.dots -= 1;
    match result {
        Err(unwind @ (Unwind::Exit | Unwind::Moved(_) | Unwind::Signal(_))) => Err(unwind),
        _ => Ok(()),
    }
}
