//! The command lines of the test programs: `--shell PATH`, options of their own, and texts that choose
//! what is tried.

use crate::shells::find_ours;
use std::env;
use std::path::{Path, PathBuf};

type Result<T> = std::result::Result<T, String>;

/// What a command line asks for, besides a program's own options.
#[derive(Debug, Default)]
pub struct Request {
    /// The shell that is judged, if it is named: by `--shell`, or FORKLESS in the environment.
    shell: Option<PathBuf>,
    /// Texts: what contains one of them is wanted.
    pub texts: Vec<String>,
}

impl Request {
    /// Reads the command line. `own` takes an option that is a program's own, with what returns the next
    /// word; false where there is no such option.
    ///
    /// # Errors
    /// An option that is not known, or lacks its argument; those of `own`.
    pub fn read(
        mut own: impl FnMut(&str, &mut dyn Iterator<Item = String>) -> Result<bool>,
    ) -> Result<Self> {
        let shell = env::var_os("FORKLESS").map(PathBuf::from);
        let mut request = Self { shell, texts: Vec::new() };
        let mut words = env::args().skip(1);
        while let Some(word) = words.next() {
            if word == "--shell" {
                request.shell = Some(words.next().ok_or("--shell needs a path")?.into());
            } else if !word.starts_with('-') {
                request.texts.push(word);
            } else if !own(&word, &mut words)? {
                return Err(format!("unknown option {word}"));
            }
        }
        Ok(request)
    }

    /// Whether something with this text is wanted: all, where no text is named.
    #[must_use]
    pub fn wants(&self, text: &str) -> bool {
        self.texts.is_empty() || self.texts.iter().any(|wanted| text.contains(wanted.as_str()))
    }

    /// The shell that is judged, as [`find_ours`] finds it for this package.
    ///
    /// # Errors
    /// The list of places that were tried.
    pub fn find_shell(&self) -> Result<PathBuf> {
        let tests = env::current_exe().ok();
        let tests = tests.as_deref().and_then(Path::parent);
        let ours = find_ours(self.shell.clone(), Path::new(env!("CARGO_MANIFEST_DIR")), tests)?;
        ours.canonicalize().map_err(|error| format!("{}: {error}", ours.display()))
    }
}

/// The number that is the next word, the argument of an option.
///
/// # Errors
/// There is none.
pub fn number<T: std::str::FromStr>(
    option: &str,
    words: &mut dyn Iterator<Item = String>,
) -> Result<T> {
    let number = words.next().and_then(|text| text.parse().ok());
    number.ok_or_else(|| format!("{option} needs a number"))
}
