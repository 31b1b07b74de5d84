/*!
libforkless: the launch engine for C, and for every language that calls C.

`include/forkless.h` declares what is here, with names that begin with `fl_`;
`include/popen_noshell.h` the functions of the library of that name, so that a
program written for it relinks.

The idea of the interface: a launch is described by an opaque value with one
function for each thing that can be set. Each of these returns 0, or -1 with errno.
A started program is an opaque handle. What fails says at which step.

Nothing here panics on purpose; should something, it ends at the boundary as the
error EIO, never in the caller's frames, and want of memory as ENOMEM.
The module [`mod@line`] decides which command lines need no shell.
*/

// What a function expects of its pointers is said in the header, for callers who
// call it; here every one of them would repeat it.
#![allow(clippy::missing_safety_doc)]

mod cancel;
mod capture;
mod child;
mod describe;
mod environment;
mod error;
pub mod line;
mod lock;
mod noshell;
mod session;
mod stream;
mod system;

pub use capture::*;
pub use child::*;
pub use describe::*;
pub use error::*;
pub use noshell::*;
pub use stream::*;
pub use system::*;
