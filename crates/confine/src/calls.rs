//! The system calls that a confined process does not have, and why.
//!
//! Most are what no script needs: other processes' memory, the kernel, devices, mounts, namespaces.
//! The rest is what Landlock does not hold: sockets but TCP, System V's and POSIX' shared objects, which are
//! not below a directory, attributes of files, the priority of other processes.

use crate::filter::{Condition, Rule, Verdict};
use crate::policy::{Network, Policy};
use launch::Namespaces;

const REFUSED: Verdict = Verdict::Fail(libc::EPERM);
/// As socket(2) of POSIX says it of a kind of socket that one may not make.
const NO_SOCKET: Verdict = Verdict::Fail(libc::EACCES);

/// The last call that this table knows of (file_setattr, Linux 6.17). What is newer does not pass: nobody has looked
/// what it opens.
pub(crate) const LAST: u32 = 469;

/// libc has no constant for it with musl on aarch64.
const SYS_KEXEC_FILE_LOAD: i64 = if cfg!(target_arch = "x86_64") { 320 } else { 294 };
// Newer than libc's constants, and the same on all architectures.
const SYS_FCHMODAT2: i64 = 452;
const SYS_SETXATTRAT: i64 = 463;
const SYS_REMOVEXATTRAT: i64 = 466;
const SYS_OPEN_TREE_ATTR: i64 = 467;
const SYS_FILE_SETATTR: i64 = 469;

/// Refused whatever the arguments are.
const NEVER: &[i64] = &[
    // Other processes: their memory, descriptors and traces.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_perf_event_open,
    libc::SYS_move_pages,
    libc::SYS_migrate_pages,
    // The tree of files. Landlock refuses most of it to a confined process, with another errno.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_mount_setattr,
    SYS_OPEN_TREE_ATTR,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    // Namespaces, in which a user has rights that open more of the kernel.
    libc::SYS_unshare,
    libc::SYS_setns,
    // The kernel and the machine.
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    SYS_KEXEC_FILE_LOAD,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_bpf,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
    libc::SYS_lookup_dcookie,
    libc::SYS_nfsservctl,
    // Keys, which are the user's and not the process's.
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    // Ways around filters, and what makes faults of the kernel easy to use.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_userfaultfd,
    // Objects of System V and POSIX that are shared with all processes of the user.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semctl,
    libc::SYS_semtimedop,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
];

#[cfg(target_arch = "x86_64")]
const NEVER_HERE: &[i64] =
    &[libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_modify_ldt, libc::SYS_uselib];
#[cfg(not(target_arch = "x86_64"))]
const NEVER_HERE: &[i64] = &[];

/// Permissions, owners and extended attributes.
const ATTRIBUTES: &[i64] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    SYS_FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    SYS_SETXATTRAT,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SYS_REMOVEXATTRAT,
    SYS_FILE_SETATTR,
];

/// Those that were there before the ones that take a directory.
#[cfg(target_arch = "x86_64")]
const ATTRIBUTES_HERE: &[i64] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const ATTRIBUTES_HERE: &[i64] = &[];

/// CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET.
const NAMESPACES: [u32; 7] =
    [0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000];

const TIOCSTI: u32 = 0x5412;
const TIOCLINUX: u32 = 0x541c;
const FS_IOC_SETFLAGS: u32 = 0x4008_6602;
const FS_IOC_FSSETXATTR: u32 = 0x401c_5820;
const MFD_NOEXEC_SEAL: u32 = 8;
/// Socket types without SOCK_CLOEXEC and SOCK_NONBLOCK.
const SOCKET_TYPE: u32 = 0xf;
const MSG_FASTOPEN: u32 = 0x2000_0000;
const PRIO_PROCESS: u32 = 0;
const IOPRIO_WHO_PROCESS: u32 = 1;

fn is(argument: u32, value: u32) -> Condition {
    Condition::Is { argument, mask: u32::MAX, value }
}

/// A call that passes but where one of these rows of conditions holds.
fn unless(rows: Vec<Vec<Condition>>, verdict: Verdict) -> Rule {
    let rows = rows.into_iter().map(|row| (row, verdict)).collect();
    Rule { rows, otherwise: Verdict::Allow }
}

/// A call that passes only where one of these rows of conditions holds.
fn only(rows: Vec<Vec<Condition>>, verdict: Verdict) -> Rule {
    let rows = rows.into_iter().map(|row| (row, Verdict::Allow)).collect();
    Rule { rows, otherwise: verdict }
}

/// The rules of a policy on a kernel whose Landlock has this ABI.
pub(crate) fn rules(policy: &Policy, abi: u32) -> Vec<(u32, Rule)> {
    let mut rules = Vec::new();
    let mut add = |number: i64, rule: Rule| rules.push((number as u32, rule));
    for &number in NEVER.iter().chain(NEVER_HERE) {
        // A launch enters namespaces, and takes the call away then.
        if number != libc::SYS_setns || policy.namespaces == Namespaces::NONE {
            add(number, only(vec![], REFUSED));
        }
    }
    // Its flags are in memory. Libraries, and the launches here, then use clone(2).
    add(libc::SYS_clone3, only(vec![], Verdict::Fail(libc::ENOSYS)));
    let masked = |mask| vec![Condition::Is { argument: 0, mask, value: mask }];
    add(libc::SYS_clone, unless(NAMESPACES.map(masked).to_vec(), REFUSED));
    // Input for the terminal's other programs.
    let mut requests = vec![vec![is(1, TIOCSTI)], vec![is(1, TIOCLINUX)]];
    if !policy.attributes {
        for &number in ATTRIBUTES.iter().chain(ATTRIBUTES_HERE) {
            add(number, only(vec![], REFUSED));
        }
        // By descriptor, as touch(1) and cp(1) do it with what they have opened.
        add(libc::SYS_utimensat, only(vec![vec![Condition::IsNull(1)]], REFUSED));
        requests.push(vec![is(1, FS_IOC_SETFLAGS)]);
        requests.push(vec![is(1, FS_IOC_FSSETXATTR)]);
    }
    add(libc::SYS_ioctl, unless(requests, REFUSED));
    // The caller alone: not by number, not a group, not a user.
    for number in [
        libc::SYS_prlimit64,
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setscheduler,
        libc::SYS_sched_setattr,
    ] {
        add(number, only(vec![vec![is(0, 0)]], REFUSED));
    }
    let own = |which| only(vec![vec![is(0, which), is(1, 0)]], REFUSED);
    add(libc::SYS_setpriority, own(PRIO_PROCESS));
    add(libc::SYS_ioprio_set, own(IOPRIO_WHO_PROCESS));
    // A file in memory is below no directory, so that it could be executed. The flag came with Linux 6.3.
    if abi >= 4 {
        let mask = MFD_NOEXEC_SEAL;
        let row = vec![Condition::Is { argument: 1, mask, value: mask }];
        add(libc::SYS_memfd_create, only(vec![row], REFUSED));
    }
    network(policy, &mut add);
    rules
}

/// The rules for a program whose launch has entered namespaces, beside those that it had before.
pub(crate) fn once_entered() -> Vec<(u32, Rule)> {
    vec![(libc::SYS_setns as u32, only(vec![], REFUSED))]
}

/// The rules about sockets.
fn network(policy: &Policy, add: &mut impl FnMut(i64, Rule)) {
    let (unix, inet, inet6) = (libc::AF_UNIX as u32, libc::AF_INET as u32, libc::AF_INET6 as u32);
    let kind = |value: i32| Condition::Is { argument: 1, mask: SOCKET_TYPE, value: value as u32 };
    let sockets = match &policy.network {
        Network::None => vec![],
        Network::Unix => vec![vec![is(0, unix)]],
        // Landlock holds TCP, and not what is made of it (MPTCP, SMC).
        Network::Tcp { .. } => [inet, inet6]
            .into_iter()
            .flat_map(|family| {
                [0, libc::IPPROTO_TCP as u32]
                    .map(|protocol| vec![is(0, family), kind(libc::SOCK_STREAM), is(2, protocol)])
            })
            .collect(),
        Network::All => {
            let netlink = vec![is(0, libc::AF_NETLINK as u32), is(2, libc::NETLINK_ROUTE as u32)];
            vec![vec![is(0, unix)], vec![is(0, inet)], vec![is(0, inet6)], netlink]
        }
    };
    add(libc::SYS_socket, only(sockets, NO_SOCKET));
    match &policy.network {
        Network::Unix | Network::All => return,
        Network::None => {}
        Network::Tcp { bind, .. } => {
            // A connection in the call that sends: Landlock sees connect(2).
            let fast = |argument| {
                let mask = MSG_FASTOPEN;
                unless(vec![vec![Condition::Is { argument, mask, value: mask }]], NO_SOCKET)
            };
            add(libc::SYS_sendto, fast(3));
            add(libc::SYS_sendmsg, fast(2));
            add(libc::SYS_sendmmsg, fast(3));
            if bind.is_empty() {
                // Without bind(2) the kernel chooses a port, and Landlock sees nothing.
                add(libc::SYS_listen, only(vec![], NO_SOCKET));
            }
        }
    }
    // A socket for datagrams can send to any other of its family.
    let rows = vec![
        vec![is(0, unix), kind(libc::SOCK_STREAM)],
        vec![is(0, unix), kind(libc::SOCK_SEQPACKET)],
    ];
    add(libc::SYS_socketpair, only(rows, NO_SOCKET));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::program;
    use crate::filter::tests::verdict;

    const OTHER: u64 = 1 << 40;

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn numbers_are_the_kernels() {
        assert_eq!(SYS_KEXEC_FILE_LOAD, libc::SYS_kexec_file_load);
    }

    fn says(policy: &Policy, number: i64, arguments: &[u64]) -> Verdict {
        let mut six = [0; 6];
        six[..arguments.len()].copy_from_slice(arguments);
        verdict(&program(rules(policy, 7), LAST), number as u32, six)
    }

    #[test]
    fn what_no_script_needs_fails() {
        let policy = Policy::new();
        for &number in NEVER.iter().chain(NEVER_HERE).chain(ATTRIBUTES).chain(ATTRIBUTES_HERE) {
            assert_eq!(says(&policy, number, &[1, 1, 1]), REFUSED, "{number}");
            assert!(number <= LAST.into(), "{number}");
        }
        for number in [libc::SYS_read, libc::SYS_execve, libc::SYS_exit_group, libc::SYS_wait4] {
            assert_eq!(says(&policy, number, &[1, 1, 1]), Verdict::Allow, "{number}");
        }
        assert_eq!(says(&policy, libc::SYS_clone3, &[]), Verdict::Fail(libc::ENOSYS));
        assert_eq!(says(&policy, 470, &[]), Verdict::Fail(libc::ENOSYS));
    }

    #[test]
    fn namespaces_are_entered_by_launches_alone() {
        let mut policy = Policy::new();
        policy.namespaces(Namespaces::PID);
        assert_eq!(says(&policy, libc::SYS_setns, &[3, 0]), Verdict::Allow);
        assert_eq!(says(&policy, libc::SYS_unshare, &[1 << 28]), REFUSED);
        let program = program(once_entered(), LAST);
        assert_eq!(verdict(&program, libc::SYS_setns as u32, [3, 0, 0, 0, 0, 0]), REFUSED);
        assert_eq!(verdict(&program, libc::SYS_read as u32, [0; 6]), Verdict::Allow);
    }

    #[test]
    fn clone_makes_no_namespace() {
        let policy = Policy::new();
        let vm = (libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_FILES) as u64;
        assert_eq!(says(&policy, libc::SYS_clone, &[vm]), Verdict::Allow);
        for flag in NAMESPACES {
            assert_eq!(says(&policy, libc::SYS_clone, &[vm | u64::from(flag)]), REFUSED);
        }
    }

    #[test]
    fn requests_with_bits_that_the_kernel_ignores() {
        let policy = Policy::new();
        for request in [TIOCSTI, TIOCLINUX, FS_IOC_SETFLAGS] {
            assert_eq!(says(&policy, libc::SYS_ioctl, &[0, request.into()]), REFUSED);
            assert_eq!(says(&policy, libc::SYS_ioctl, &[0, u64::from(request) | OTHER]), REFUSED);
        }
        assert_eq!(says(&policy, libc::SYS_ioctl, &[0, 0x5401]), Verdict::Allow);
    }

    #[test]
    fn others_are_left_alone() {
        let policy = Policy::new();
        assert_eq!(says(&policy, libc::SYS_prlimit64, &[0, 7]), Verdict::Allow);
        assert_eq!(says(&policy, libc::SYS_prlimit64, &[1, 7]), REFUSED);
        assert_eq!(says(&policy, libc::SYS_setpriority, &[0, 0, 5]), Verdict::Allow);
        assert_eq!(says(&policy, libc::SYS_setpriority, &[0, 1, 5]), REFUSED);
        assert_eq!(says(&policy, libc::SYS_setpriority, &[2, 0, 5]), REFUSED);
        assert_eq!(says(&policy, libc::SYS_ioprio_set, &[1, 0, 5]), Verdict::Allow);
        assert_eq!(says(&policy, libc::SYS_ioprio_set, &[2, 0, 5]), REFUSED);
    }

    #[test]
    fn attributes() {
        let mut policy = Policy::new();
        assert_eq!(says(&policy, libc::SYS_utimensat, &[3, 0, 7]), Verdict::Allow);
        assert_eq!(says(&policy, libc::SYS_utimensat, &[3, OTHER, 7]), REFUSED);
        policy.attributes(true);
        assert_eq!(says(&policy, libc::SYS_utimensat, &[3, OTHER, 7]), Verdict::Allow);
        assert_eq!(says(&policy, libc::SYS_fchmodat, &[]), Verdict::Allow);
        assert_eq!(says(&policy, libc::SYS_ioctl, &[0, FS_IOC_SETFLAGS.into()]), Verdict::Allow);
    }

    #[test]
    fn files_in_memory_are_no_programs() {
        let policy = Policy::new();
        assert_eq!(says(&policy, libc::SYS_memfd_create, &[1, 1]), REFUSED);
        assert_eq!(says(&policy, libc::SYS_memfd_create, &[1, 9]), Verdict::Allow);
        assert!(!rules(&policy, 3).iter().any(|(at, _)| *at == libc::SYS_memfd_create as u32));
    }

    #[test]
    fn sockets() {
        let tcp = Network::Tcp { connect: vec![1], bind: vec![] };
        // Network, family, type, protocol, whether it may be made.
        for (network, family, kind, protocol, passes) in [
            (Network::None, libc::AF_UNIX, libc::SOCK_STREAM, 0, false),
            (Network::None, libc::AF_INET, libc::SOCK_STREAM, 0, false),
            (Network::Unix, libc::AF_UNIX, libc::SOCK_DGRAM, 0, true),
            (Network::Unix, libc::AF_INET6, libc::SOCK_STREAM, 0, false),
            (Network::Unix, libc::AF_NETLINK, libc::SOCK_RAW, 0, false),
            (tcp.clone(), libc::AF_INET, libc::SOCK_STREAM, 0, true),
            (tcp.clone(), libc::AF_INET6, libc::SOCK_STREAM | libc::SOCK_CLOEXEC, 6, true),
            (tcp.clone(), libc::AF_INET, libc::SOCK_STREAM, libc::IPPROTO_MPTCP, false),
            (tcp.clone(), libc::AF_INET, libc::SOCK_DGRAM, 0, false),
            (tcp.clone(), libc::AF_INET, libc::SOCK_RAW, 6, false),
            (tcp.clone(), libc::AF_UNIX, libc::SOCK_STREAM, 0, false),
            (Network::All, libc::AF_INET, libc::SOCK_DGRAM, 0, true),
            (Network::All, libc::AF_NETLINK, libc::SOCK_RAW, libc::NETLINK_ROUTE, true),
            (Network::All, libc::AF_NETLINK, libc::SOCK_RAW, libc::NETLINK_AUDIT, false),
            (Network::All, libc::AF_PACKET, libc::SOCK_RAW, 0, false),
            (Network::All, libc::AF_VSOCK, libc::SOCK_STREAM, 0, false),
        ] {
            let policy = Policy::new().network(network).clone();
            let arguments = [family as u64, kind as u64, protocol as u64];
            let expected = if passes { Verdict::Allow } else { NO_SOCKET };
            assert_eq!(says(&policy, libc::SYS_socket, &arguments), expected, "{arguments:?}");
        }
        let policy = Policy::new().network(tcp).clone();
        assert_eq!(says(&policy, libc::SYS_sendto, &[1, 1, 1, 0x4000]), Verdict::Allow);
        assert_eq!(says(&policy, libc::SYS_sendto, &[1, 1, 1, 0x2000_4000]), NO_SOCKET);
        assert_eq!(says(&policy, libc::SYS_listen, &[3]), NO_SOCKET);
        assert_eq!(says(&policy, libc::SYS_socketpair, &[1, 1]), Verdict::Allow);
        assert_eq!(says(&policy, libc::SYS_socketpair, &[1, 0x80002]), NO_SOCKET);
        assert_eq!(says(&policy, libc::SYS_socketpair, &[1, 5]), Verdict::Allow);
    }
}
