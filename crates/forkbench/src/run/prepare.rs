//! What a run needs before it measures: a directory, compilers, libraries, a way to
//! count processes.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::cli::Options;
use crate::environment::Environment;
use crate::experiments::{Bench, Known, Progress};
use crate::measure::{Command, Counter, Pin, find_in_path, processor_to_pin};
use crate::programs::{Flavour, Kit, Linking, Toolchains};

/// With --quick nothing is begun after this time, so that all is over within a minute.
const QUICK: Duration = Duration::from_secs(49);

/// A directory of the run's own, gone when it ends.
pub struct WorkDirectory(PathBuf);

impl WorkDirectory {
    /// Makes it in TMPDIR or /tmp, readable by its owner only.
    ///
    /// # Errors
    /// As mkdir(2).
    pub fn new(environment: &[Vec<u8>]) -> std::io::Result<Self> {
        let base = variable(environment, "TMPDIR").filter(|path| !path.is_empty());
        let base = Path::new(OsStr::from_bytes(base.unwrap_or(b"/tmp")));
        let mut number = u64::from(std::process::id());
        loop {
            let path = base.join(format!("forkbench-{number}"));
            match fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(WorkDirectory(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                    number += 1 << 32;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for WorkDirectory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The value of a variable.
fn variable<'a>(environment: &'a [Vec<u8>], name: &str) -> Option<&'a [u8]> {
    environment.iter().find_map(|one| one.strip_prefix(name.as_bytes())?.strip_prefix(b"="))
}

/// Gathers everything.
///
/// # Errors
/// If the work directory cannot be written to.
pub fn bench<'a>(
    options: &Options,
    environment: &[Vec<u8>],
    own_path: PathBuf,
    work: &Path,
    progress: Progress<'a>,
) -> Result<Bench<'a>, String> {
    let path = variable(environment, "PATH").unwrap_or(b"/usr/local/bin:/usr/bin:/bin").to_vec();
    let chosen = variable(environment, "CC").and_then(|cc| std::str::from_utf8(cc).ok());
    let toolchains = Toolchains::find(&path, chosen);
    let programs = work.join("programs");
    fs::create_dir(&programs)
        .map_err(|error| format!("{}: {}", programs.display(), crate::measure::text_of(&error)))?;
    let kit = Kit::new(&programs, toolchains, environment.to_vec())
        .map_err(|error| format!("{}: {error}", programs.display()))?;
    let linking = linking(options, &own_path);
    let (_, complaint) = kit.launcher(&linking);
    let like = Command {
        words: vec![b"/bin/sh".to_vec(), b"-c".to_vec(), b"/bin/true; :".to_vec()],
        environment: environment.to_vec(),
        directory: work.to_owned(),
        input: None,
        limit: Duration::from_secs(20),
        until: None,
        pin: Pin::Free,
    };
    let helper = kit.program("count.c", Flavour::Dynamic).ok();
    let counter = Counter::choose(helper, find_in_path("strace", &path), work, &like);
    let pin = match processor_to_pin() {
        Some(number) if !options.no_pin => Pin::To(number),
        _ => Pin::Free,
    };
    Ok(Bench {
        kit,
        linking,
        forkless_missing: complaint.unwrap_or_else(|| "no libforkless (--libforkless)".into()),
        pin,
        quick: options.quick,
        reference: options.reference.clone(),
        environment: environment.to_vec(),
        path,
        own_path,
        work: work.to_owned(),
        counter,
        deadline: options.quick.then(|| Instant::now() + QUICK),
        passes: 1,
        pass: 0,
        known: Known::default(),
        progress,
    })
}

/// The libraries that the user names, or that lie where they are built or installed.
fn linking(options: &Options, own_path: &Path) -> Linking {
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let mut places = Vec::new();
    if let Some(directory) = own_path.parent() {
        places.extend([directory.join("../lib"), directory.to_owned()]);
    }
    places.extend(["/usr/local/lib", "/usr/lib"].map(PathBuf::from));
    let library_in = |place: &Path| {
        let names = ["libforkless.a", "libforkless.so"];
        names.iter().map(|name| place.join(name)).find(|path| path.is_file())
    };
    let forkless = match options.libforkless.as_ref().map(absolute) {
        // A directory with the library in it, as with -L.
        Some(named) => Some(library_in(&named).unwrap_or(named)),
        None => places.iter().find_map(|place| library_in(place)),
    };
    Linking {
        noshell: options.popen_noshell.as_ref().map(absolute),
        aspawn: options.aspawn.as_ref().map(absolute),
        forkless,
    }
}

/// Facts of the run that belong to the environment block.
pub fn describe(bench: &Bench<'_>, environment: &mut Environment) {
    environment.set(
        "pinning",
        match bench.pin {
            Pin::To(number) => {
                format!("launchers and loops on processor {number}; shells not pinned")
            }
            Pin::Free => "none".to_owned(),
        },
    );
    if let Some(libc) = libc_version(bench) {
        environment.set("C library", libc);
    }
    environment.set("processes counted", bench.counter.describe());
}

/// What getconf(1) says, or what ldd(1) does.
fn libc_version(bench: &Bench<'_>) -> Option<String> {
    for words in [["getconf", "GNU_LIBC_VERSION"], ["ldd", "--version"]] {
        let program = find_in_path(words[0], &bench.path)?;
        let command = Command {
            words: vec![program.as_os_str().as_encoded_bytes().to_vec(), words[1].into()],
            environment: bench.environment.clone(),
            directory: bench.work.clone(),
            input: None,
            limit: Duration::from_secs(10),
            until: None,
            pin: Pin::Free,
        };
        let Ok(run) = command.capture(1 << 16) else { continue };
        let text = String::from_utf8_lossy(&run.output);
        let line = text.lines().next().unwrap_or_default().trim().to_owned();
        if line.starts_with("glibc") || line.starts_with("musl") || line.contains("ldd") {
            return Some(line);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables() {
        let environment = vec![b"PATHS=1".to_vec(), b"PATH=/bin".to_vec()];
        assert_eq!(variable(&environment, "PATH"), Some(&b"/bin"[..]));
        assert_eq!(variable(&environment, "CC"), None);
    }

    #[test]
    fn a_work_directory_goes_away() {
        let one = WorkDirectory::new(&[]).unwrap();
        let other = WorkDirectory::new(&[]).unwrap();
        assert_ne!(one.path(), other.path());
        let path = one.path().to_owned();
        fs::write(path.join("file"), "text").unwrap();
        drop(one);
        assert!(!path.exists());
    }
}
