//! Launchers in languages that are compiled by a tool of their own: Go and Java.

use std::path::PathBuf;
use std::time::Duration;

use crate::measure::{Command, Ended, Pin, find_in_path};
use crate::programs::Built;
use crate::programs::build::Kit;

/// So long a compiler may take: Go's builds its library the first time.
const LIMIT: Duration = Duration::from_secs(90);

impl Kit {
    /// The path of the launcher in Go, which is built once.
    ///
    /// # Errors
    /// Why it cannot be built, as text.
    pub fn go_launcher(&self, path: &[u8]) -> Built {
        let target = self.directory().join("launcher-go");
        let words = |go: PathBuf| {
            let mut words = vec![go.into_os_string().into_encoded_bytes()];
            words.extend([b"build".to_vec(), b"-o".to_vec()]);
            words.extend([target.as_os_str().as_encoded_bytes().to_vec(), b"launcher.go".to_vec()]);
            words
        };
        self.once("launcher-go", || {
            let go = find_in_path("go", path).ok_or("no go")?;
            self.tool(words(go), &["GOTOOLCHAIN=local", "GO111MODULE=off"]).map(|()| target.clone())
        })
    }

    /// The directory of the launcher's classes in Java, which are built once.
    ///
    /// # Errors
    /// Why they cannot be built, as text.
    pub fn java_launcher(&self, path: &[u8]) -> Built {
        self.once("launcher-java", || {
            let javac = find_in_path("javac", path).ok_or("no javac")?;
            let words =
                vec![javac.into_os_string().into_encoded_bytes(), b"Launcher.java".to_vec()];
            self.tool(words, &[]).map(|()| self.directory().to_owned())
        })
    }

    /// Runs a compiler where the sources are.
    fn tool(&self, words: Vec<Vec<u8>>, variables: &[&str]) -> Result<(), String> {
        let name = String::from_utf8_lossy(words.first().map_or(b"", |word| word)).into_owned();
        let mut environment = self.environment().to_vec();
        environment.extend(variables.iter().map(|variable| variable.as_bytes().to_vec()));
        let command = Command {
            words,
            environment,
            directory: self.directory().to_owned(),
            input: None,
            limit: LIMIT,
            until: None,
            pin: Pin::Free,
        };
        let run = command.capture(1 << 20).map_err(|failure| format!("{name}: {failure}"))?;
        if run.ended == Ended::Exited(0) {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&run.output);
        Err(format!("{name}: {}", text.lines().next().unwrap_or("no reason given")))
    }
}
