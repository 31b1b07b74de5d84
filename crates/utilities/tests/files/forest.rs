//! Generated file trees, the same for the same seed.

use crate::harness::Random;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// Names that need care somewhere.
pub const NAMES: &[&str] = &[
    "a", "b", "c", "d", "e f", "-x", "it's", "n\nl", "\u{e9}", "z.c", ".h", "A", "#1", "g:h", "*",
];

/// Makes some files, directories and links in `directory`; returns their names. No link leads
/// out of the directory: what is tried here must not reach anything else.
pub fn plant(directory: &Path, seed: u64, most: usize) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut directories = vec![PathBuf::new()];
    let mut names = Vec::new();
    for _ in 0..1 + random.below(most) {
        let parent = directories[random.below(directories.len())].clone();
        let name = parent.join(random.pick(NAMES));
        let path = directory.join(&name);
        if path.symlink_metadata().is_ok() {
            continue;
        }
        match random.below(8) {
            0..3 => {
                fs::create_dir(&path).unwrap();
                directories.push(name.clone());
            }
            3..6 => {
                let length = random.pick_copy(&[0, 1, 5, 20]);
                fs::write(&path, vec![b'x'; length]).unwrap();
                let mode = random.pick_copy(&[0o644, 0o600, 0o755, 0o444, 0o4755, 0o2711, 0o000]);
                fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            }
            6 => symlink(random.pick(NAMES), &path).unwrap(),
            _ => {
                let old = names.get(random.below(names.len().max(1)));
                let linked = old.is_some_and(|old: &String| {
                    directory.join(old).symlink_metadata().is_ok_and(|s| s.is_file())
                        && fs::hard_link(directory.join(old), &path).is_ok()
                });
                if !linked {
                    symlink(random.pick(&[".", "nowhere", "a/b"]), &path).unwrap();
                }
            }
        }
        names.push(name.to_str().unwrap().to_string());
    }
    names
}

/// A name that is, or is not, in the tree, possibly spelled in an unusual way. Never one that
/// begins with a slash: what is tried here must not reach anything else.
pub fn operand(random: &mut Random, names: &[String]) -> String {
    let name = match random.below(6) {
        0 => random.pick(NAMES).to_string(),
        1 => random.pick(&[".", "..", "", "missing", "missing/x", "./.", "a/.", "a/.."]).into(),
        _ if names.is_empty() => "a".into(),
        _ => names[random.below(names.len())].clone(),
    };
    match random.below(10) {
        _ if name.is_empty() => name,
        0 => format!("{name}/"),
        1 => format!("./{name}"),
        2 => format!("{name}//"),
        3 => name.replace('/', "//"),
        _ => name,
    }
}
