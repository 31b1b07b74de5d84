/*!
libforkless-preload.so: for programs that cannot be changed.

With `LD_PRELOAD` naming this library, a dynamically linked program that calls
system(3), popen(3) or pclose(3) gets libforkless's, in which a command line that
needs no shell has none; fclose(3) closes such streams too. A `posix_spawn` of `sh -c`
with such a line starts the program itself, with the same file actions and attributes;
so does a command substitution of wordexp(3).

Everything else, and everything that fails, goes to the C library's own function,
so that a program sees no difference but time. Two are documented: a command that a
signal kills is reported as killed, as bash does, where dash makes an exit status of
it; and streams of popen are close-on-exec.
*/

// The C library's documentation says what these functions expect of pointers.
#![allow(clippy::missing_safety_doc)]

mod next;
mod spawn;
mod stream;
mod words;

pub use spawn::*;
pub use stream::*;
pub use words::*;
