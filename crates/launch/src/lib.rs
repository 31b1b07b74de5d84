/*!
Starts programs without ever forking, and holds the few process primitives that
a shell needs beside that.

The idea: between the clone and execve(2) a child needs no memory of its own. It
borrows its parent's, on a small stack set apart for it, while the parent's thread
sleeps. What it has to do there, descriptors, directory, groups, masks, is a
short list of system calls prepared beforehand. So nothing is copied, nothing has
to be undone, and the cost is the same from a small process and from one of a
hundred gigabytes.

[`Launch`] describes a launch and starts it; [`CStringArray`] is its `argv` and
`envp`, and [`search`] looks a name up in PATH. [`Child`] is the handle on what was
started, and [`tree`] kills all that it started in turn. Above that stand pipes
([`Launch::start_piped`], [`Lines`]), runs to the end with all a program says
([`Launch::capture`], [`Pipeline`]) or just to the end ([`Launch::run`], the fastest), and
launches that do not keep their caller ([`Launch::start_unwaited`]). [`command::Command`] is the standard library's builder on top of all
that. Where the system refuses a call the next best way is
taken, never silently: [`LaunchPath`] says which. [`landlock`] confines a launch, or a thread, and [`worker`]
is a thread to be confined; [`Launch::namespaces`] and [`Launch::mount`] give a program users, processes and files of its own,
[`SharedNamespaces`] several programs the same ones. Beside that, [`process`] waits,
signals, replaces, and has the one `fork` of the whole program; [`signal`] notes
caught signals so that an evaluation loop can look at them when it suits it.

Inside, `plan` orders the descriptors, `sources` looks whether they are there, `child` is what runs between clone and exec
under rules of its own, `clone` climbs down the ladder of primitives, `report` brings
back what failed, and `stack` keeps the children's stacks.

What it is not: a general process supervisor, and not portable beyond Linux on
x86_64 and aarch64.
*/

mod capture;
mod changing;
mod child;
mod clone;
pub mod command;
mod dumpable;
mod error;
mod handle;
mod held;
pub mod landlock;
mod launch;
pub mod left;
mod namespaces;
mod options;
mod path;
mod pipeline;
mod pipes;
mod plan;
pub mod process;
mod raw;
mod reaping;
mod refusal;
mod report;
mod run;
pub mod search;
mod shared_namespaces;
pub mod signal;
mod sources;
mod stack;
pub mod strings;
pub mod tree;
mod unwaited;
pub mod worker;

pub use capture::{Capture, End, Output};
pub use changing::Snapshot;
pub use command::{Command, Stdio};
pub use error::{LaunchError, Step, error_text};
pub use handle::Child;
pub use launch::Launch;
pub use namespaces::{Mount, Namespaces};
pub use options::Scheduling;
pub use path::{ForkPolicy, LaunchPath, PidfdSource, Primitive};
pub use pipeline::Pipeline;
pub use pipes::{Line, Lines, Piped, Streams};
pub use refusal::is_refusal;
pub use run::Ended;
pub use shared_namespaces::{NotMade, SharedNamespaces};
pub use strings::{CStringArray, NulError};
pub use unwaited::Launching;
