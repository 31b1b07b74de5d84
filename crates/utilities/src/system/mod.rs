//! Utilities that evaluate, show the system or run commands.

pub(crate) mod accounts;
pub mod basename;
pub mod date;
mod directory;
pub mod dirname;
pub mod echo;
mod environment;
mod expr;
mod flock;
mod getconf;
mod getopt;
mod identity;
pub(crate) mod launched;
mod machine;
mod nice;
mod nohup;
pub mod printf;
mod setsid;
mod sleep;
pub(crate) mod stream;
mod taskset;
pub mod test;
mod timeout;
pub mod truth;
mod users;
mod which;
mod xargs;

use crate::Utility;

/// The utilities of this group.
pub const TABLE: &[Utility] = &[
    echo::UTILITY,
    printf::UTILITY,
    test::TEST,
    test::BRACKET,
    truth::TRUE,
    truth::FALSE,
    basename::UTILITY,
    dirname::UTILITY,
    expr::UTILITY,
    flock::UTILITY,
    getconf::UTILITY,
    getopt::UTILITY,
    sleep::UTILITY,
    directory::UTILITY,
    date::UTILITY,
    environment::ENV,
    environment::PRINTENV,
    identity::GROUPS,
    identity::ID,
    identity::WHOAMI,
    identity::LOGNAME,
    machine::UNAME,
    machine::ARCH,
    machine::HOSTNAME,
    machine::NPROC,
    machine::TTY,
    nice::UTILITY,
    nohup::UTILITY,
    setsid::UTILITY,
    taskset::UTILITY,
    timeout::UTILITY,
    users::UTILITY,
    which::UTILITY,
    xargs::UTILITY,
];
