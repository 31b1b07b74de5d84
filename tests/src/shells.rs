//! Which shell is judged, and which installed shells are its peers.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// The shells that may be installed beside ours, in the order of reports.
pub const PEERS: [&str; 7] = ["dash", "bash", "ksh93", "mksh", "yash", "zsh", "busybox"];

/// A shell, ready to be started.
#[derive(Clone, Debug)]
pub struct Shell {
    /// The name in reports.
    pub name: String,
    /// A link named `sh`: every shell is asked to be a POSIX shell.
    pub sh: PathBuf,
    /// A link with its own name, under which it has its whole language.
    pub own: PathBuf,
    /// A link named `bash`, under which it has bash's language.
    pub bash: PathBuf,
    /// Whether it is the one that is judged.
    pub ours: bool,
}

/// Makes the links named `sh` and `name` for the program at `path`, in a folder of its own below `room`.
///
/// # Errors
/// Those of making the folder and the links.
pub fn link(room: &Path, name: &str, path: &Path, ours: bool) -> io::Result<Shell> {
    let folder = room.join("shells").join(name);
    fs::create_dir_all(&folder)?;
    let sh = folder.join("sh");
    let own = folder.join(name);
    symlink(path.canonicalize()?, &sh)?;
    symlink(path.canonicalize()?, &own)?;
    let bash = folder.join("bash");
    if bash != own {
        symlink(path.canonicalize()?, &bash)?;
    }
    Ok(Shell { name: name.to_string(), sh, own, bash, ours })
}

/// The path of a shell for scripts that name it where nothing can be quoted: after `#!`, among the words
/// of a policy. Where it has white space, that of a copy in `folder`, which is made.
///
/// # Errors
/// Those of making the folder and the copy.
pub fn without_blanks(shell: PathBuf, folder: &Path) -> io::Result<PathBuf> {
    if !shell.to_string_lossy().contains(char::is_whitespace) {
        return Ok(shell);
    }
    fs::create_dir_all(folder)?;
    let copy = folder.join("forkless");
    fs::copy(shell, &copy)?;
    Ok(copy)
}

/// Where `program` is, in the folders that a case has as its PATH.
#[must_use]
pub fn find_program(program: &str) -> Option<PathBuf> {
    ["/usr/bin", "/bin"].iter().map(|dir| Path::new(dir).join(program)).find(|path| path.exists())
}

/// Finds forkless: `named` (from the command line or the environment), else the
/// release that `make build` leaves in `dist` (`$DIST`), else what cargo built.
/// `package` is the folder of this package; `tests` the folder of the running test binary.
///
/// # Errors
/// The list of places that were tried.
pub fn find_ours(
    named: Option<PathBuf>,
    package: &Path,
    tests: Option<&Path>,
) -> Result<PathBuf, String> {
    let mut tried = Vec::new();
    if let Some(path) = named {
        // A path on the command line means what it means to whoever wrote it, also
        // when cargo has changed to the package's folder: try the top folder too.
        tried.push(path.clone());
        tried.push(package.join("..").join(path));
    } else {
        let dist = std::env::var_os("DIST").unwrap_or("dist".into());
        tried.push(package.join("..").join(dist).join("bin/forkless"));
        // The test binary is in target/PROFILE/deps.
        let profile = tests.and_then(Path::parent);
        tried.extend(profile.map(|profile| profile.join("forkless")));
        for target in ["release", "debug"] {
            tried.push(package.join("../target").join(target).join("forkless"));
        }
    }
    tried.iter().find(|path| path.is_file()).cloned().ok_or_else(|| {
        let places: Vec<String> = tried.iter().map(|path| path.display().to_string()).collect();
        format!("no shell to test; looked for {}", places.join(", "))
    })
}
