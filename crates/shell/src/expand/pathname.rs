//! Pathname expansion (POSIX XCU 2.6.6, 2.14.3).
//!
//! Component by component: literal components are only looked up, the others matched against
//! the entries of their directory. Directories that cannot be read match nothing.

use crate::environment::Environment;
use crate::environment::options::Options;
use dialect::expansion::DotEntries;
use pattern::{Glob, GlobOptions, has_special, unescape};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir};
use std::mem::MaybeUninit;
use syntax::ByteString;

/// Appends the pathnames that match a pattern, sorted; false if there is none. Quoted characters of
/// the pattern are escaped.
pub fn expand(env: &Environment, pattern: &[u8], out: &mut Vec<ByteString>) -> bool {
    let extended = env.has_extended_patterns();
    if !has_special(pattern, extended) {
        return false;
    }
    let mut found = Vec::new();
    let rules = &env.rules().expansion;
    let ignored = match rules.globignore {
        true => ignored(env),
        false => Vec::new(),
    };
    let left_out = match rules.fignore {
        true => left_out(env),
        false => None,
    };
    let dotted = env.options.has(Options::DOTGLOB) || !ignored.is_empty() || left_out.is_some();
    let skips_dots = match rules.dot_entries {
        DotEntries::Skipped => true,
        DotEntries::ByGlobskipdots => env.has_shopt("globskipdots") || !ignored.is_empty(),
        DotEntries::Matched => left_out.is_some(),
    };
    let left_out = left_out.as_ref();
    let mut search = Search { env, extended, dotted, skips_dots, left_out, found: &mut found };
    let mut begin = 0;
    while pattern.get(begin) == Some(&b'/') {
        begin += 1;
    }
    search.components(&pattern[..begin], &pattern[begin..], true);
    if !ignored.is_empty() {
        found.retain(|name| !ignored.iter().any(|one| one.matches(name)));
    }
    if found.is_empty() {
        return false;
    }
    if env.options.has(Options::MARKDIRS) {
        mark_directories(env, &mut found);
    }
    found.sort_unstable();
    out.extend(found.into_iter().map(|name| ByteString::new(&name)));
    true
}

/// Appends a slash to the paths of directories (`set -o markdirs` of ksh93).
#[cold]
fn mark_directories(env: &Environment, found: &mut [Vec<u8>]) {
    for path in found {
        let stat = stage::door::statat(env.directory(), &path[..], AtFlags::empty());
        if stat.is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_dir())
            && path.last() != Some(&b'/')
        {
            path.push(b'/');
        }
    }
}

/// A pattern of GLOBIGNORE (bash), component by component: pathnames that match are left out.
struct Ignored(Vec<Glob>);

impl Ignored {
    /// Whether a pathname matches.
    fn matches(&self, path: &[u8]) -> bool {
        let components = path.split(|&byte| byte == b'/');
        components.clone().count() == self.0.len()
            && components.zip(&self.0).all(|(name, glob)| glob.is_match(name))
    }
}

/// The patterns of GLOBIGNORE, between colons outside of brackets and not escaped.
fn ignored(env: &Environment) -> Vec<Ignored> {
    let name = env.shared.names.find(b"GLOBIGNORE");
    let Some(text) = name.and_then(|name| env.text(name)) else { return Vec::new() };
    let mut patterns: Vec<Vec<u8>> = vec![Vec::new()];
    let (mut at, mut depth) = (0, 0);
    while let Some(&byte) = text.get(at) {
        let escaped = byte == b'\\' && at + 1 < text.len();
        match byte {
            b'[' => depth += 1,
            b']' if depth > 0 => depth -= 1,
            _ => {}
        }
        at += 1;
        if byte == b':' && depth == 0 {
            patterns.push(Vec::new());
            continue;
        }
        let last = patterns.len() - 1;
        patterns[last].push(byte);
        if escaped {
            patterns[last].push(text[at]);
            at += 1;
        }
    }
    let options = GlobOptions { utf8: env.utf8, extended: true, ..GlobOptions::default() };
    let components = |pattern: &Vec<u8>| {
        Ignored(pattern.split(|&b| b == b'/').map(|part| Glob::new(part, options)).collect())
    };
    patterns.iter().filter(|pattern| !pattern.is_empty()).map(components).collect()
}

/// The pattern of names that FIGNORE leaves out (ksh93), if it is set.
#[cold]
fn left_out(env: &Environment) -> Option<Glob> {
    let text = env.text(env.shared.names.find(b"FIGNORE")?)?;
    Some(Glob::new(&text, env.glob_options()))
}

/// Appends the pathnames that match what follows `~(N)` (ksh93), sorted; `~(N)` may have other options
/// too. None where a pattern begins with something else; else whether any was found.
#[cold]
pub fn expand_or_nothing(
    env: &Environment,
    pattern: &[u8],
    out: &mut Vec<ByteString>,
) -> Option<bool> {
    let inner = pattern.strip_prefix(b"~(")?;
    let (letters, rest) = inner.split_at(byte_search::memchr(b')', inner)?);
    let rest = &rest[1..];
    if !letters.iter().all(|byte| b"+-EAXGBPKFSVNMilrgLRsxd".contains(byte)) {
        return None;
    }
    let place = letters.iter().rposition(|byte| *byte == b'N')?;
    if letters[..place].iter().rev().find(|byte| b"+-".contains(byte)) == Some(&b'-') {
        return None;
    }
    let others: Vec<u8> = letters.iter().copied().filter(|byte| *byte != b'N').collect();
    let pattern = match others.iter().all(|byte| b"+-".contains(byte)) {
        true => rest.to_vec(),
        false => [b"~(", &others[..], b")", rest].concat(),
    };
    if has_special(&pattern, env.has_extended_patterns()) {
        return Some(expand(env, &pattern, out));
    }
    let path = unescape(&pattern);
    let exists = !path.is_empty()
        && stage::door::statat(env.directory(), &path[..], AtFlags::empty()).is_ok();
    if exists {
        out.push(ByteString::new(&path));
    }
    Some(exists)
}

/// A search for pathnames that match a pattern.
struct Search<'a> {
    env: &'a Environment,
    extended: bool,
    /// No pattern matches `.` and `..`.
    skips_dots: bool,
    /// Names that begin with a period match like others.
    dotted: bool,
    /// Names that match are left out (FIGNORE of ksh93).
    left_out: Option<&'a Glob>,
    found: &'a mut Vec<Vec<u8>>,
}

/// Which entries of a directory are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entries {
    /// All of them.
    Any,
    /// Those that may be directories: something follows in the pattern.
    Directories,
}

impl Search<'_> {
    /// Matches the components of `rest` below `base` (which ends in a slash or is empty).
    /// `literal`: no pattern has led there.
    fn components(&mut self, base: &[u8], rest: &[u8], literal: bool) {
        let Some((base, rest)) = self.literal_components(base, rest) else { return };
        let (component, after) = rest.split_at(component_length(rest));
        let component = without_last_escape(component, after);
        let slashes = leading_slashes(after);
        if component == b"**" && self.env.options.has(Options::GLOBSTAR) {
            return self.globstar(&base, after, literal);
        }
        let options = GlobOptions {
            utf8: self.env.utf8,
            period: !self.dotted,
            nocase: self.env.options.has(Options::NOCASEGLOB),
            extended: self.extended,
            classes: self.env.rules().expansion.class_escapes,
        };
        let glob = Glob::new(component, options);
        let hidden = self.dotted
            || component.first() == Some(&b'.')
            || component.starts_with(b"\\.")
            || glob.may_match_period();
        let kind = if after.is_empty() { Entries::Any } else { Entries::Directories };
        let Some(names) = self.entries(&base, &glob, component, hidden, kind) else { return };
        for name in names {
            let mut path = base.clone();
            path.extend_from_slice(&name);
            if after.is_empty() {
                self.found.push(path);
                continue;
            }
            path.extend_from_slice(&after[..slashes]);
            if after.len() == slashes {
                self.push_existing(path);
            } else {
                self.components(&path, &after[slashes..], false);
            }
        }
    }

    /// Appends the literal components that `rest` begins with to `base`, which needs no reading of
    /// directories: what they come to, and what is left of `rest`. None where nothing is left; the
    /// path is then found, if it exists.
    fn literal_components<'r>(
        &mut self,
        base: &[u8],
        rest: &'r [u8],
    ) -> Option<(Vec<u8>, &'r [u8])> {
        let mut base = base.to_vec();
        let mut rest = rest;
        loop {
            let (component, after) = rest.split_at(component_length(rest));
            if has_special(component, self.extended) {
                return Some((base, rest));
            }
            base.extend_from_slice(&unescape(without_last_escape(component, after)));
            let slashes = leading_slashes(after);
            base.extend_from_slice(&after[..slashes]);
            rest = &after[slashes..];
            if rest.is_empty() {
                self.push_existing(base);
                return None;
            }
        }
    }

    /// `**` as a component: what is in `base` and below. `after`: what follows `**`.
    fn globstar(&mut self, base: &[u8], after: &[u8], literal: bool) {
        // `**/**` is the same as `**`.
        let mut rest = &after[leading_slashes(after)..];
        let (mut last, mut repeated) = (after.is_empty(), false);
        while let Some(more) = rest.strip_prefix(b"**")
            && matches!(more.first(), None | Some(b'/'))
        {
            (last, repeated) = (more.is_empty(), true);
            rest = &more[leading_slashes(more)..];
        }
        let finds_base = !literal || self.env.rules().expansion.globstar_finds_its_directory;
        if finds_base && !base.is_empty() && (last || rest.is_empty()) && self.exists(base) {
            // The directory itself, as bash spells it.
            let bare = last && (!literal || repeated) && base.len() > 1;
            self.found.push(base[..base.len() - usize::from(bare)].to_vec());
        }
        self.deep(base, rest, last);
    }

    /// Finds a path, if it exists.
    fn push_existing(&mut self, path: Vec<u8>) {
        if self.exists(&path) {
            self.found.push(path);
        }
    }

    /// Matches `rest` in a directory and in all directories below it that are not reached by a
    /// symbolic link. `last`: `**` ends the pattern, so that files match too.
    fn deep(&mut self, base: &[u8], rest: &[u8], last: bool) {
        if !last && !rest.is_empty() {
            self.components(base, rest, false);
        }
        let Some(names) = self.below(base) else { return };
        for (name, kind) in names {
            let (directory, link) = (kind == FileType::Directory, kind == FileType::Symlink);
            let mut path = base.to_vec();
            path.extend_from_slice(&name);
            if directory {
                path.push(b'/');
                if last {
                    // Found without its slash.
                    self.found.push(path[..path.len() - 1].to_vec());
                } else if rest.is_empty() {
                    self.found.push(path.clone());
                }
                self.deep(&path, rest, last);
            } else if last {
                self.found.push(path);
            } else if link && rest.is_empty() {
                // Nothing below it is looked for.
                path.push(b'/');
                if self.is_there(&path) {
                    self.found.push(path);
                }
            }
        }
    }

    /// The names in a directory that `*` matches, and their file types.
    fn below(&self, base: &[u8]) -> Option<Vec<(Vec<u8>, FileType)>> {
        let path = if base.is_empty() { b"." } else { base };
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let fd = stage::door::openat(self.env.directory(), path, flags, Mode::empty()).ok()?;
        let dotted = self.dotted;
        let mut names = Vec::new();
        let mut buffer: Vec<MaybeUninit<u8>> = vec![MaybeUninit::uninit(); 16 << 10];
        let mut entries = RawDir::new(&fd, &mut buffer);
        while let Some(Ok(entry)) = entries.next() {
            let name = entry.file_name().to_bytes();
            if matches!(name, b"." | b"..") || (name.first() == Some(&b'.') && !dotted) {
                continue;
            }
            if self.left_out.is_some_and(|one| one.is_match(name)) {
                continue;
            }
            let kind = match entry.file_type() {
                FileType::Unknown => stage::door::statat(&fd, name, AtFlags::SYMLINK_NOFOLLOW)
                    .map_or(FileType::Unknown, |stat| FileType::from_raw_mode(stat.st_mode)),
                known => known,
            };
            names.push((name.to_vec(), kind));
        }
        Some(names)
    }

    /// Whether a path exists, symbolic links followed.
    fn is_there(&self, path: &[u8]) -> bool {
        stage::door::statat(self.env.directory(), path, AtFlags::empty()).is_ok()
    }

    /// Whether a path exists, a symbolic link being enough.
    fn exists(&self, path: &[u8]) -> bool {
        stage::door::statat(self.env.directory(), path, AtFlags::SYMLINK_NOFOLLOW).is_ok()
    }

    /// Whether a pattern can match `.` and `..`: it begins with a period, or a group does, in
    /// dialects where that counts.
    fn asks_for_dots(&self, pattern: &[u8], name: &[u8]) -> bool {
        match pattern {
            [b'.', ..] | [b'\\', b'.', ..] => true,
            [b'?' | b'*' | b'+' | b'@', b'(', ..]
                if self.extended && self.env.rules().expansion.groups_match_dot_entries =>
            {
                let options = GlobOptions { utf8: self.env.utf8, ..GlobOptions::default() };
                let options = GlobOptions { period: true, extended: true, ..options };
                Glob::new(pattern, options).is_match(name)
            }
            _ => false,
        }
    }

    /// The names in a directory that match. `hidden`: those that begin with a period may.
    fn entries(
        &self,
        base: &[u8],
        glob: &Glob,
        pattern: &[u8],
        hidden: bool,
        kind: Entries,
    ) -> Option<Vec<Vec<u8>>> {
        let path = if base.is_empty() { b"." } else { base };
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let fd = stage::door::openat(self.env.directory(), path, flags, Mode::empty()).ok()?;
        let mut names = Vec::new();
        let mut buffer: Vec<MaybeUninit<u8>> = vec![MaybeUninit::uninit(); 16 << 10];
        let mut entries = RawDir::new(&fd, &mut buffer);
        while let Some(entry) = entries.next() {
            let Ok(entry) = entry else { break };
            let name = entry.file_name().to_bytes();
            if name.first() == Some(&b'.')
                && (!hidden
                    || (matches!(name, b"." | b"..")
                        && (self.skips_dots || !self.asks_for_dots(pattern, name))))
            {
                continue;
            }
            if kind == Entries::Directories
                && !matches!(
                    entry.file_type(),
                    FileType::Directory | FileType::Symlink | FileType::Unknown
                )
            {
                continue;
            }
            if glob.is_match(name) && !self.left_out.is_some_and(|one| one.is_match(name)) {
                names.push(name.to_vec());
            }
        }
        Some(names)
    }
}

/// How many slashes a text begins with.
fn leading_slashes(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| byte == b'/').count()
}

/// A component without the backslash that escapes the slash after it.
fn without_last_escape<'p>(component: &'p [u8], after: &[u8]) -> &'p [u8] {
    let slashes = component.iter().rev().take_while(|&&byte| byte == b'\\').count();
    match slashes % 2 == 1 && !after.is_empty() {
        true => &component[..component.len() - 1],
        false => component,
    }
}

/// The length of the first component of a pattern: up to a slash that is not escaped. (An
/// escaped one is a slash all the same.)
fn component_length(pattern: &[u8]) -> usize {
    pattern.iter().position(|&byte| byte == b'/').unwrap_or(pattern.len())
}
