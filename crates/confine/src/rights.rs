//! Rights of Landlock, and which ABI holds what: linux/landlock.h, landlock(7).

use crate::policy::{Network, Policy};
use crate::ruleset::Missing;
use launch::landlock::Handled;

pub(crate) const EXECUTE: u64 = 1 << 0;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_DIR: u64 = 1 << 3;
const REMOVE_DIR: u64 = 1 << 4;
const REMOVE_FILE: u64 = 1 << 5;
const MAKE_CHAR: u64 = 1 << 6;
const MAKE_DIR: u64 = 1 << 7;
const MAKE_REG: u64 = 1 << 8;
const MAKE_SOCK: u64 = 1 << 9;
const MAKE_FIFO: u64 = 1 << 10;
const MAKE_BLOCK: u64 = 1 << 11;
const MAKE_SYM: u64 = 1 << 12;
/// ABI 2.
const REFER: u64 = 1 << 13;
/// ABI 3.
const TRUNCATE: u64 = 1 << 14;
/// ABI 5.
pub(crate) const IOCTL_DEV: u64 = 1 << 15;

/// ABI 4.
pub(crate) const BIND_TCP: u64 = 1 << 0;
pub(crate) const CONNECT_TCP: u64 = 1 << 1;

/// ABI 6.
const SCOPE_ABSTRACT: u64 = 1 << 0;
const SCOPE_SIGNAL: u64 = 1 << 1;

pub(crate) const READ: u64 = READ_FILE | READ_DIR;
pub(crate) const PROGRAM: u64 = EXECUTE | READ;
/// Devices cannot be made, by nobody.
pub(crate) const WRITE: u64 = READ
    | WRITE_FILE
    | REMOVE_DIR
    | REMOVE_FILE
    | MAKE_DIR
    | MAKE_REG
    | MAKE_SOCK
    | MAKE_FIFO
    | MAKE_SYM
    | REFER
    | TRUNCATE;
/// What the kernel lets a rule for a file have.
pub(crate) const OF_A_FILE: u64 = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;

const EVERY_RIGHT: u64 = WRITE | EXECUTE | MAKE_CHAR | MAKE_BLOCK | IOCTL_DEV;

/// The rights to files that an ABI knows.
fn rights_of(abi: u32) -> u64 {
    match abi {
        0 => 0,
        1 => EVERY_RIGHT & !(REFER | TRUNCATE | IOCTL_DEV),
        2 => EVERY_RIGHT & !(TRUNCATE | IOCTL_DEV),
        3 | 4 => EVERY_RIGHT & !IOCTL_DEV,
        _ => EVERY_RIGHT,
    }
}

/// What a ruleset denies for a policy on a kernel with this ABI, and what that kernel cannot deny
/// though the policy does.
pub(crate) fn handled(policy: &Policy, abi: u32) -> (Handled, Vec<Missing>) {
    let mut missing = Vec::new();
    let mut needs = |what, needed| {
        let has = abi >= needed;
        if !has {
            missing.push(Missing { what, abi: needed });
        }
        has
    };
    needs("files", 1);
    // Without REFER (ABI 1) renaming and linking across directories is denied altogether.
    needs("truncation of files", 3);
    needs("ioctls of devices", 5);
    let mut handled = Handled { files: rights_of(abi), ..Handled::default() };
    if matches!(policy.network, Network::Tcp { .. }) && needs("TCP ports", 4) {
        handled.ports = BIND_TCP | CONNECT_TCP;
    }
    // Where no socket of that kind can be made the filter holds.
    let unix = matches!(policy.network, Network::Unix | Network::All);
    if unix && !policy.abstract_sockets && needs("abstract sockets", 6) {
        handled.scoped |= SCOPE_ABSTRACT;
    }
    if !policy.signals && needs("signals", 6) {
        handled.scoped |= SCOPE_SIGNAL;
    }
    (handled, missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_kernel_misses_what_it_has_not() {
        let policy = Policy::new();
        let names = |policy: &Policy, abi| {
            let (_, missing) = handled(policy, abi);
            missing.iter().map(|one| one.what).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(names(&policy, 0), "files, truncation of files, ioctls of devices, signals");
        assert_eq!(names(&policy, 1), "truncation of files, ioctls of devices, signals");
        assert_eq!(names(&policy, 5), "signals");
        assert_eq!(names(&policy, 6), "");
        assert_eq!(names(Policy::new().signals(true), 5), "");
        let mut tcp = Policy::new();
        tcp.network(Network::Tcp { connect: vec![1], bind: vec![] }).signals(true);
        assert_eq!(names(&tcp, 3), "ioctls of devices, TCP ports");
        assert_eq!(names(&tcp, 5), "");
        assert_eq!(names(Policy::new().network(Network::All), 5), "abstract sockets, signals");
    }

    #[test]
    fn no_bit_is_handled_that_the_kernel_does_not_know() {
        let known = [0, 13, 14, 15, 15, 16, 16, 16];
        for (abi, bits) in known.into_iter().enumerate() {
            let (handled, _) = handled(Policy::new().network(Network::All), abi as u32);
            assert_eq!(handled.files, (1 << bits) - 1, "{abi}");
            assert_eq!(handled.ports, 0, "{abi}");
            assert_eq!(handled.scoped, if abi < 6 { 0 } else { 3 }, "{abi}");
        }
    }
}
