/*!
libforkless-shell: the shell as a library, for C and for every language that calls C.

`include/forkless_shell.h` declares what is here. A session is an opaque value; what a function returns
is 0, or -1 with errno. Nothing here panics on purpose; should something, it ends at the boundary as
EIO.
*/

// What a function expects of its pointers is said in the header, for callers who
// call it; here every one of them would repeat it.
#![allow(clippy::missing_safety_doc)]

/// Memory of the library, which sessions may have a limit of.
#[global_allocator]
static ALLOCATOR: ::session::Counted = ::session::Counted::new(std::alloc::System);

mod analysis;
mod boundary;
mod function;
mod interrupt;
mod line;
mod observe;
mod outcome;
mod script;
mod session;
mod settings;
mod variables;
mod words;

pub use analysis::*;
pub use function::*;
pub use interrupt::*;
pub use line::*;
pub use observe::*;
pub use outcome::*;
pub use script::*;
pub use session::*;
pub use settings::*;
pub use variables::*;
pub use words::*;
