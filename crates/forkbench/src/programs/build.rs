//! Building them, in a directory of the run's own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::measure::{Command, Ended, Pin};
use crate::programs::SOURCES;
use crate::programs::toolchain::{Flavour, Toolchains};

/// The path of a built program, or why there is none.
pub type Built = Result<PathBuf, String>;

/// Libraries that the launcher is linked with, where they are.
#[derive(Clone, Debug, Default)]
pub struct Linking {
    /// One with the interface of popen_noshell: a library, an object or its C source.
    pub noshell: Option<PathBuf>,
    /// aspawn: a library, or a directory of its sources.
    pub aspawn: Option<PathBuf>,
    /// libforkless.a or libforkless.so.
    pub forkless: Option<PathBuf>,
}

/// The compilers, the directory, and what has been built there.
pub struct Kit {
    directory: PathBuf,
    toolchains: Toolchains,
    environment: Vec<Vec<u8>>,
    built: RefCell<HashMap<String, Built>>,
}

impl Kit {
    /// Writes the sources into `directory`, which is there and empty.
    ///
    /// # Errors
    /// As write(2).
    pub fn new(
        directory: &Path,
        toolchains: Toolchains,
        environment: Vec<Vec<u8>>,
    ) -> std::io::Result<Self> {
        for source in SOURCES {
            fs::write(directory.join(source.name), source.text)?;
        }
        let directory = directory.to_owned();
        Ok(Kit { directory, toolchains, environment, built: RefCell::new(HashMap::new()) })
    }

    /// Where it builds.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The path of a source file's program in this flavour, which is built once.
    ///
    /// # Errors
    /// Why it cannot be built, as text.
    pub fn program(&self, source: &str, flavour: Flavour) -> Built {
        let stem = source.strip_suffix(".c").unwrap_or(source);
        self.build(&format!("{stem}-{}", flavour.key()), flavour, &[source], &[])
    }

    /// The launcher with the system's own ways and, where it can be linked,
    /// libforkless's; a library that cannot costs its own ways only, and the second of
    /// the pair says why.
    pub fn launcher(&self, linking: &Linking) -> (Built, Option<String>) {
        let plain = self.launcher_of("launcher", &[], &["-pthread"]);
        let (Ok(_), Some(library)) = (&plain, &linking.forkless) else { return (plain, None) };
        let tried = self.launcher_with("launcher-forkless", "forkless.c", "FORKLESS", library);
        match tried {
            Ok(_) => (tried, None),
            Err(why) => (plain, Some(why)),
        }
    }

    /// The launcher with the ways of a library of popen_noshell: one of its own,
    /// because other libraries have functions of the same names.
    ///
    /// # Errors
    /// Why it cannot be built, as text: no such library was named, or the compiler's message.
    pub fn noshell_launcher(&self, linking: &Linking) -> Built {
        let library =
            linking.noshell.as_ref().ok_or("no popen_noshell library (--popen-noshell)")?;
        self.launcher_with("launcher-noshell", "noshell.c", "NOSHELL", library)
    }

    /// The launcher with aspawn.
    ///
    /// # Errors
    /// Why it cannot be built, as text: no aspawn was named, or the compiler's message.
    pub fn aspawn_launcher(&self, linking: &Linking) -> Built {
        let library = linking.aspawn.as_ref().ok_or("no aspawn (--aspawn)")?;
        self.launcher_with("launcher-aspawn", "aspawn.c", "ASPAWN", library)
    }

    fn launcher_with(&self, name: &str, source: &str, macro_name: &str, library: &Path) -> Built {
        let define = format!("-DWITH_{macro_name}");
        let mut sources = vec![source.to_owned()];
        sources.extend(library_words(library));
        let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
        // aspawn's functions are inlined across its files.
        let together = if library.is_dir() { "-flto" } else { "-O2" };
        self.launcher_of(name, &sources, &["-pthread", &define, together, "-ldl"])
            .map_err(|why| format!("{}: {why}", library.display()))
    }

    fn launcher_of(&self, name: &str, more: &[&str], options: &[&str]) -> Built {
        let plain = ["launcher.c", "ways.c", "condition.c", "hidden.c", "parallel.c"];
        let sources: Vec<&str> = plain.iter().chain(more).copied().collect();
        self.build(name, Flavour::Dynamic, &sources, options)
    }

    fn build(&self, name: &str, flavour: Flavour, sources: &[&str], options: &[&str]) -> Built {
        self.once(name, || self.compile(name, flavour, sources, options))
    }

    /// What `build` gives, asked for once.
    pub(super) fn once(&self, name: &str, build: impl FnOnce() -> Built) -> Built {
        if let Some(known) = self.built.borrow().get(name) {
            return known.clone();
        }
        let result = build();
        self.built.borrow_mut().insert(name.to_owned(), result.clone());
        result
    }

    /// The environment that compilers have.
    pub(super) fn environment(&self) -> &[Vec<u8>] {
        &self.environment
    }

    fn compile(&self, name: &str, flavour: Flavour, sources: &[&str], options: &[&str]) -> Built {
        let compiler = self.toolchains.compiler(flavour)?;
        let target = self.directory.join(name);
        let mut words: Vec<Vec<u8>> =
            compiler.iter().map(|path| path.as_os_str().as_bytes().to_vec()).collect();
        words.extend([b"-O2".to_vec(), b"-w".to_vec(), b"-s".to_vec()]);
        words.extend(flavour.options().iter().map(|option| option.as_bytes().to_vec()));
        words.extend([b"-o".to_vec(), target.as_os_str().as_bytes().to_vec()]);
        // Libraries come after what needs them.
        let late = |option: &&&str| option.starts_with("-l");
        words.extend(options.iter().filter(|o| !late(o)).map(|option| option.as_bytes().to_vec()));
        words.extend(sources.iter().map(|source| source.as_bytes().to_vec()));
        words.extend(options.iter().filter(late).map(|option| option.as_bytes().to_vec()));
        let command = Command {
            words,
            environment: self.environment.clone(),
            directory: self.directory.clone(),
            input: None,
            limit: Duration::from_secs(120),
            until: None,
            pin: Pin::Free,
        };
        let compiler = compiler.first().map(|path| path.display().to_string()).unwrap_or_default();
        let run = command.capture(1 << 20).map_err(|failure| format!("{compiler}: {failure}"))?;
        if run.ended == Ended::Exited(0) && target.exists() {
            return Ok(target);
        }
        let text = String::from_utf8_lossy(&run.output);
        let says =
            |words: &[&str]| text.lines().find(|line| words.iter().any(|word| line.contains(word)));
        let line = says(&["multiple definition", "undefined reference", "error:"])
            .or_else(|| says(&["error", "cannot"]));
        let line = line.or(text.lines().next()).unwrap_or("no reason given");
        Err(format!("{compiler} cannot build {name}: {line}"))
    }
}

/// The C sources of a library in a directory, without what is not the library.
fn sources_below(directory: &Path) -> Vec<String> {
    let mut words = Vec::new();
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let other = ["test", "tests", "example", "examples", "benchmark"];
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if !other.iter().any(|other| name == *other) && !name.as_bytes().starts_with(b".") {
                words.extend(sources_below(&path));
            }
        } else if path.extension().is_some_and(|extension| extension == "c") {
            words.push(path.display().to_string());
        }
    }
    words.sort();
    words
}

/// What a library's path becomes on the command line: itself, and for a shared one
/// where it is found again at run time.
fn library_words(path: &Path) -> Vec<String> {
    if path.is_dir() {
        return sources_below(path);
    }
    let mut words = vec![path.display().to_string()];
    if path.extension().is_some_and(|extension| extension == "so")
        && let Some(directory) = path.parent()
    {
        words.push(format!("-Wl,-rpath,{}", directory.display()));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_library_is_found_again() {
        assert_eq!(library_words(Path::new("/l/x.a")), ["/l/x.a"]);
        assert_eq!(library_words(Path::new("/l/x.so")), ["/l/x.so", "-Wl,-rpath,/l"]);
    }

    #[test]
    fn sources_of_a_library_without_its_tests() {
        let base = std::env::temp_dir().join(format!("forkbench-sources-{}", std::process::id()));
        for directory in ["part", "test", ".hidden"] {
            fs::create_dir_all(base.join(directory)).unwrap();
            fs::write(base.join(directory).join("one.c"), "").unwrap();
        }
        fs::write(base.join("top.c"), "").unwrap();
        fs::write(base.join("top.h"), "").unwrap();
        let found = library_words(&base);
        fs::remove_dir_all(&base).unwrap();
        let names = ["part/one.c", "top.c"].map(|name| base.join(name).display().to_string());
        assert_eq!(found, names);
    }

    #[test]
    fn every_source_has_a_text() {
        assert!(SOURCES.iter().all(|source| source.text.len() > 100));
    }
}
