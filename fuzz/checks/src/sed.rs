//! sed scripts against the installed sed: the script to the first byte 1, then the input. The first
//! byte chooses the options.

use crate::bytes::Bytes;
use crate::peer;
use std::path::Path;

/// Options before the script.
const OPTIONS: &[&[&[u8]]] =
    &[&[], &[b"-n"], &[b"-E"], &[b"-n", b"-E"], &[b"-s"], &[b"-z"], &[b"--posix"]];

/// See the module.
///
/// # Panics
/// Where the two differ.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    let options = *bytes.pick(OPTIONS);
    let script = bytes.until(1);
    // They write files or run commands, wherever else these letters may stand.
    let is_harmful = script.iter().any(|byte| b"weW".contains(byte));
    // Repetitions, of which each may repeat another.
    let is_large = script.split(|byte| !byte.is_ascii_digit()).any(|digits| digits.len() > 3)
        || script.iter().filter(|&&byte| byte == b'{').count() > 4;
    if is_harmful
        || is_large
        || script.contains(&b'/') && script.windows(4).any(|part| part == b"/dev")
    {
        return;
    }
    let Some(sed) = utilities::find(b"sed") else { return };
    let mut arguments = options.to_vec();
    arguments.extend([&b"-e"[..], script]);
    peer::compare(sed, Path::new("/usr/bin/sed"), &arguments, bytes.0);
}
