//! A policy as words: `ro=/usr,/etc rw=./out exec=/usr/bin/cc net=none`.
//!
//! Words are separated by blanks and newlines, values by commas; a backslash takes the next byte as it
//! is. Words may come again.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use launch::Namespaces;

use crate::error::Error;
use crate::policy::{Network, Policy};

/// A byte, and whether a backslash was before it.
type Byte = (u8, bool);

impl Policy {
    /// The policy that words name:
    ///
    /// | word | what it allows |
    /// | --- | --- |
    /// | `ro=PATH,…` | [`read`](Policy::read) |
    /// | `rw=PATH,…` | [`write`](Policy::write) |
    /// | `exec=PATH,…` | [`execute`](Policy::execute) |
    /// | `net=none`, `net=unix`, `net=all` | [`network`](Policy::network); none by default |
    /// | `connect=PORT,…`, `bind=PORT,…` | [`Network::Tcp`] |
    /// | `abstract=any` | [`abstract_sockets`](Policy::abstract_sockets) |
    /// | `signals=any` | [`signals`](Policy::signals) |
    /// | `attributes=any` | [`attributes`](Policy::attributes) |
    /// | `namespaces=KIND,…` | [`namespaces`](Policy::namespaces): `user`, `mount`, `pid`, `net`, `ipc`, `uts`, `all` |
    /// | `cgroup=PATH` | [`control_group`](Policy::control_group) |
    /// | `best-effort` | [`allow_weaker`](Policy::allow_weaker) |
    ///
    /// # Errors
    /// Where there is no word, one that is not in this table, one without a value or with one that it
    /// does not take; where words about the network exclude each other. Paths are not looked up.
    pub fn parse(words: &[u8]) -> Result<Policy, Error> {
        let mut policy = Policy::new();
        let mut named = false;
        let mut network: Option<(&'static str, Network)> = None;
        for word in split(words)? {
            named = true;
            if plain(&word) == b"best-effort" {
                policy.weaker = true;
                continue;
            }
            let equals = word.iter().position(|&byte| byte == (b'=', false));
            let (name, values) = word.split_at(equals.unwrap_or(word.len()));
            let name = known(&plain(name)).ok_or_else(|| Error::UnknownWord(plain(&word)))?;
            let Some([_, values @ ..]) = equals.map(|_| values) else {
                return Err(Error::NoValue(plain(&word)));
            };
            for value in values.split(|&byte| byte == (b',', false)) {
                let value = plain(value);
                if value.is_empty() {
                    return Err(Error::NoValue(plain(&word)));
                }
                take(&mut policy, &mut network, name, value)?;
            }
        }
        if !named {
            return Err(Error::Empty);
        }
        policy.network = network.map_or(Network::None, |(_, network)| network);
        Ok(policy)
    }
}

const NAMES: [&str; 11] = [
    "ro",
    "rw",
    "exec",
    "net",
    "connect",
    "bind",
    "abstract",
    "signals",
    "attributes",
    "namespaces",
    "cgroup",
];

/// Kinds of namespaces by their names.
const KINDS: [(&[u8], Namespaces); 7] = [
    (b"user", Namespaces::USER),
    (b"mount", Namespaces::MOUNT),
    (b"pid", Namespaces::PID),
    (b"net", Namespaces::NETWORK),
    (b"ipc", Namespaces::IPC),
    (b"uts", Namespaces::UTS),
    (b"all", Namespaces::ALL),
];

fn known(name: &[u8]) -> Option<&'static str> {
    NAMES.into_iter().find(|one| one.as_bytes() == name)
}

/// Notes one value of a word.
fn take(
    policy: &mut Policy,
    network: &mut Option<(&'static str, Network)>,
    name: &'static str,
    value: Vec<u8>,
) -> Result<(), Error> {
    let path = OsStr::from_bytes(&value);
    match (name, &value[..]) {
        ("ro" | "rw" | "exec" | "cgroup", bytes) if bytes.contains(&0) => {
            return Err(Error::BadValue(name, value));
        }
        ("ro", _) => drop(policy.read(path)),
        ("rw", _) => drop(policy.write(path)),
        ("exec", _) => drop(policy.execute(path)),
        ("net", _) => {
            let asked = match &value[..] {
                b"none" => Network::None,
                b"unix" => Network::Unix,
                b"all" => Network::All,
                _ => return Err(Error::BadValue(name, value)),
            };
            match network {
                Some((_, before)) if *before == asked => {}
                Some((other, _)) => return Err(Error::Contradiction(other, label(&asked))),
                None => *network = Some((label(&asked), asked)),
            }
        }
        ("connect" | "bind", _) => {
            let port = number(&value).ok_or_else(|| Error::BadValue(name, value.clone()))?;
            let new = Network::Tcp { connect: Vec::new(), bind: Vec::new() };
            match network.get_or_insert((name, new)) {
                (_, Network::Tcp { connect, bind }) => {
                    if name == "bind" { bind } else { connect }.push(port);
                }
                (other, _) => return Err(Error::Contradiction(other, name)),
            }
        }
        ("namespaces", kind) => match KINDS.iter().find(|(name, _)| *name == kind) {
            Some((_, kind)) => drop(policy.namespaces(Namespaces::USER | *kind)),
            None => return Err(Error::BadValue(name, value)),
        },
        ("cgroup", _) if policy.control_group.is_some() => {
            return Err(Error::BadValue("cgroup", value));
        }
        ("cgroup", _) => drop(policy.control_group(path)),
        ("abstract", b"any") => policy.abstract_sockets = true,
        ("signals", b"any") => policy.signals = true,
        ("attributes", b"any") => policy.attributes = true,
        _ => return Err(Error::BadValue(name, value)),
    }
    Ok(())
}

/// How a choice of the word `net` is called.
fn label(network: &Network) -> &'static str {
    match network {
        Network::None => "net=none",
        Network::Unix => "net=unix",
        Network::Tcp { .. } => "connect",
        Network::All => "net=all",
    }
}

/// A port: decimal digits alone.
fn number(value: &[u8]) -> Option<u16> {
    let digits = value.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(value).ok().filter(|_| digits)?.parse().ok()
}

/// The bytes without the note of backslashes.
fn plain(bytes: &[Byte]) -> Vec<u8> {
    bytes.iter().map(|&(byte, _)| byte).collect()
}

/// The words, which blanks separate.
fn split(text: &[u8]) -> Result<Vec<Vec<Byte>>, Error> {
    let mut words = vec![Vec::new()];
    let mut bytes = text.iter();
    while let Some(&byte) = bytes.next() {
        match byte {
            b' ' | b'\t' | b'\n' => words.push(Vec::new()),
            b'\\' => {
                let &next = bytes.next().ok_or(Error::Backslash)?;
                words.last_mut().into_iter().for_each(|word| word.push((next, true)));
            }
            byte => words.last_mut().into_iter().for_each(|word| word.push((byte, false))),
        }
    }
    words.retain(|word| !word.is_empty());
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(words: &str) -> String {
        Policy::parse(words.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn words_become_a_policy() {
        let policy = Policy::parse(b"ro=/usr,/etc  rw=./out\texec=/usr/bin/cc\nnet=none").unwrap();
        let mut same = Policy::new();
        same.read("/usr").read("/etc").write("./out").execute("/usr/bin/cc");
        assert_eq!(policy, same);
        let policy = Policy::parse(b"connect=443 bind=0,8080 connect=80 best-effort").unwrap();
        let mut same = Policy::new();
        same.network(Network::Tcp { connect: vec![443, 80], bind: vec![0, 8080] });
        assert_eq!(policy, *same.allow_weaker(true));
        let policy = Policy::parse(b"namespaces=mount,pid cgroup=/sys/fs/cgroup/a").unwrap();
        let mut same = Policy::new();
        let kinds = Namespaces::USER | Namespaces::MOUNT | Namespaces::PID;
        assert_eq!(policy, *same.namespaces(kinds).control_group("/sys/fs/cgroup/a"));
        assert!(Policy::parse(b"namespaces=all").unwrap().namespaces.contains(Namespaces::UTS));
        let policy = Policy::parse(b"net=all abstract=any signals=any attributes=any").unwrap();
        let mut same = Policy::new();
        same.network(Network::All).abstract_sockets(true).signals(true).attributes(true);
        assert_eq!(policy, same);
    }

    #[test]
    fn backslashes_keep_what_separates() {
        let policy = Policy::parse(b"ro=/a\\ b\\,c,/d=e\\\\ rw=\xff").unwrap();
        let mut same = Policy::new();
        same.read("/a b,c").read("/d=e\\").write(OsStr::from_bytes(b"\xff"));
        assert_eq!(policy, same);
        assert_eq!(refused("ro=/a\\"), "a backslash at the end");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for nothing in ["", " ", "\n\t"] {
            assert_eq!(refused(nothing), "nothing is named");
        }
        for (words, message) in [
            ("/usr", "/usr: unknown word"),
            ("r=/usr", "r=/usr: unknown word"),
            ("ro=/usr RW=/", "RW=/: unknown word"),
            ("best-effort=1", "best-effort=1: unknown word"),
            ("\\r\\o", "ro: a value is missing"),
            ("ro", "ro: a value is missing"),
            ("ro=", "ro=: a value is missing"),
            ("ro=/usr,", "ro=/usr,: a value is missing"),
            ("rw=,/a", "rw=,/a: a value is missing"),
            ("net=some", "net=some: none, unix or all is expected"),
            ("connect=http", "connect=http: a port from 0 to 65535 is expected"),
            ("bind=65536", "bind=65536: a port from 0 to 65535 is expected"),
            ("bind=+1", "bind=+1: a port from 0 to 65535 is expected"),
            ("signals=none", "signals=none: any is expected"),
            (
                "namespaces=time",
                "namespaces=time: user, mount, pid, net, ipc, uts or all is expected",
            ),
            ("cgroup=a,b", "cgroup=b: one directory is expected"),
            ("net=none net=all", "net=none and net=all exclude each other"),
            ("net=unix,none", "net=unix and net=none exclude each other"),
            ("net=none connect=1", "net=none and connect exclude each other"),
            ("bind=1 net=all", "bind and net=all exclude each other"),
            ("ro=a\0b", "ro=a\\x00b: a path is expected"),
        ] {
            assert_eq!(refused(words), message, "{words}");
        }
        assert!(Policy::parse(b"net=none net=none").is_ok());
    }
}
