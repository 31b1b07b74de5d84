//! The files that results go to.

use crate::measure::text_of;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use crate::analysis::Analysed;
use crate::cli::Options;
use crate::output::{charts, csv, html, markdown, write_json};

/// Where to write, known to be writable.
#[derive(Debug)]
pub struct Results {
    json: Option<PathBuf>,
    csv: Option<PathBuf>,
    markdown: Option<PathBuf>,
    svg: Option<PathBuf>,
    html: Option<PathBuf>,
}

/// What has been written.
#[derive(Debug, Default)]
pub struct Written {
    /// Files.
    pub files: Vec<PathBuf>,
    /// What went wrong.
    pub problems: Vec<String>,
}

impl Results {
    /// Tries every place; what is there stays as it is until there are results.
    ///
    /// # Errors
    /// The first that cannot be written, in words.
    pub fn open(options: &Options) -> Result<Results, String> {
        let Options { json, csv, markdown, svg, html, .. } = options.clone();
        for path in [&json, &csv, &markdown, &html].into_iter().flatten() {
            let existed = path.exists();
            OpenOptions::new()
                .append(true)
                .create(true)
                .open(path)
                .map_err(|error| format!("cannot write {}: {}", path.display(), text_of(&error)))?;
            if !existed {
                let _ = fs::remove_file(path);
            }
        }
        if let Some(directory) = &svg {
            let cannot = |error: std::io::Error| {
                format!("cannot write to {}: {}", directory.display(), text_of(&error))
            };
            fs::create_dir_all(directory).map_err(cannot)?;
            let probe = directory.join(".forkbench");
            fs::write(&probe, "").map_err(cannot)?;
            let _ = fs::remove_file(probe);
        }
        Ok(Results { json, csv, markdown, svg, html })
    }

    /// Writes them all; one that fails does not keep the others from being written.
    pub fn write(&self, analysed: &Analysed<'_>) -> Written {
        let mut written = Written::default();
        let mut put = |path: &Path, text: String| match fs::write(path, text) {
            Ok(()) => written.files.push(path.to_owned()),
            Err(error) => {
                written.problems.push(format!(
                    "cannot write {}: {}",
                    path.display(),
                    text_of(&error)
                ));
            }
        };
        if let Some(path) = &self.csv {
            put(path, csv(analysed));
        }
        if let Some(path) = &self.markdown {
            put(path, markdown(analysed));
        }
        if let Some(path) = &self.html {
            put(path, html(analysed));
        }
        if let Some(directory) = &self.svg {
            for (name, text) in charts(analysed) {
                put(&directory.join(name), text);
            }
        }
        if let Some(path) = &self.json {
            match write_json(analysed) {
                Ok(text) => put(path, text),
                Err(error) => written.problems.push(format!("{}: {error}", path.display())),
            }
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unwritable_place_is_named() {
        let bad = PathBuf::from("/nonexistent/directory/file");
        let options = Options { csv: Some(bad.clone()), ..Options::default() };
        let error = Results::open(&options).unwrap_err();
        assert!(error.starts_with("cannot write /nonexistent/directory/file: "), "{error}");
        let options = Options { svg: Some("/dev/null/x".into()), ..Options::default() };
        assert!(Results::open(&options).unwrap_err().contains("/dev/null/x"));
    }
}
