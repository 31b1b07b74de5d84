//! File names as strings: last components, joining (POSIX XBD 3.150, 4.16).

/// The last component of a name with the slashes after it; empty for a root.
pub(crate) fn last_component(name: &[u8]) -> &[u8] {
    let start = name.iter().take_while(|&&byte| byte == b'/').count();
    let rest = &name[start..];
    let end = rest.iter().rposition(|&byte| byte != b'/').map_or(0, |at| at + 1);
    let from = rest[..end].iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
    &rest[from..]
}

/// The name without the slashes at its end; `/` stays.
pub(crate) fn strip_slashes(name: &[u8]) -> &[u8] {
    match name.iter().rposition(|&byte| byte != b'/') {
        Some(at) => &name[..=at],
        None => &name[..name.len().min(1)],
    }
}

/// The last component without slashes after it; `/` for a root.
pub(crate) fn base(name: &[u8]) -> &[u8] {
    match last_component(name) {
        b"" => &name[..name.len().min(1)],
        last => strip_slashes(last),
    }
}

/// The part before the last component, without the slashes between them; empty where there is
/// none, `/` where the last component stands in the root.
pub(crate) fn directory(name: &[u8]) -> &[u8] {
    let last = last_component(name);
    let head = &name[..name.len() - last.len()];
    match head.iter().rposition(|&byte| byte != b'/') {
        Some(at) => &head[..=at],
        None => &head[..head.len().min(1)],
    }
}

/// Whether the name ends with a slash.
pub(crate) fn ends_with_slash(name: &[u8]) -> bool {
    name.last() == Some(&b'/')
}

/// Whether a component, possibly with slashes after it, is `.` or `..`.
pub(crate) fn is_dot_or_dotdot(component: &[u8]) -> bool {
    let rest = match component {
        [b'.', b'.', rest @ ..] | [b'.', rest @ ..] => rest,
        _ => return false,
    };
    matches!(rest.first(), None | Some(b'/'))
}

/// The name of `name` in `directory`: with a slash between them, without those that `directory`
/// ends with. A root and a name that begins with a slash are joined by `.`: `//x` may be
/// something else.
pub(crate) fn join(directory: &[u8], name: &[u8]) -> Vec<u8> {
    let mut joined = Vec::with_capacity(directory.len() + name.len() + 1);
    if last_component(directory).is_empty() {
        joined.extend_from_slice(directory);
        if name.first() == Some(&b'/') {
            joined.push(b'.');
        }
    } else {
        joined.extend_from_slice(strip_slashes(directory));
        if name.first() != Some(&b'/') {
            joined.push(b'/');
        }
    }
    joined.extend_from_slice(name);
    joined
}

/// Whether the name leads to what differs between the shell's process and a launched one: the
/// open files, or /proc.
pub(crate) fn is_of_process(name: &[u8]) -> bool {
    name.starts_with(b"/proc")
        || name.starts_with(b"/dev/fd")
        || name.starts_with(b"/dev/std")
        || (name.starts_with(b"//") && is_of_process(&name[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components() {
        for (name, last, base_, directory_) in [
            ("a", "a", "a", ""),
            ("a/b", "b", "b", "a"),
            ("a//b///", "b///", "b", "a"),
            ("/a", "a", "a", "/"),
            ("//a", "a", "a", "/"),
            ("/", "", "/", "/"),
            ("///", "", "/", "/"),
            ("", "", "", ""),
            ("a/", "a/", "a", ""),
            ("/a/..", "..", "..", "/a"),
        ] {
            assert_eq!(last_component(name.as_bytes()), last.as_bytes(), "{name}");
            assert_eq!(base(name.as_bytes()), base_.as_bytes(), "{name}");
            assert_eq!(directory(name.as_bytes()), directory_.as_bytes(), "{name}");
        }
    }

    #[test]
    fn joining() {
        assert_eq!(join(b"a", b"b"), b"a/b");
        assert_eq!(join(b"a//", b"b"), b"a/b");
        assert_eq!(join(b"/", b"b"), b"/b");
        assert_eq!(join(b"/", b"/b"), b"/./b");
        assert_eq!(join(b"", b"b"), b"b");
    }

    #[test]
    fn dots() {
        assert!(is_dot_or_dotdot(b"."));
        assert!(is_dot_or_dotdot(b"../"));
        assert!(!is_dot_or_dotdot(b"..."));
        assert!(!is_dot_or_dotdot(b".a"));
        assert!(!is_dot_or_dotdot(b""));
    }
}
