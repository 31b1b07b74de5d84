//! Texts that GNU utilities share: the reason of an error, quoted names.

use std::io;

/// strerror(3) as the GNU C library words it.
pub fn reason(error: &io::Error) -> String {
    let Some(code) = error.raw_os_error() else {
        return match error.kind() {
            io::ErrorKind::BrokenPipe => "Broken pipe".into(),
            io::ErrorKind::Interrupted => "Interrupted system call".into(),
            io::ErrorKind::NotFound => "No such file or directory".into(),
            _ => error.to_string(),
        };
    };
    let text = match code {
        1 => "Operation not permitted",
        2 => "No such file or directory",
        3 => "No such process",
        4 => "Interrupted system call",
        5 => "Input/output error",
        6 => "No such device or address",
        7 => "Argument list too long",
        8 => "Exec format error",
        9 => "Bad file descriptor",
        10 => "No child processes",
        11 => "Resource temporarily unavailable",
        12 => "Cannot allocate memory",
        13 => "Permission denied",
        14 => "Bad address",
        15 => "Block device required",
        16 => "Device or resource busy",
        17 => "File exists",
        18 => "Invalid cross-device link",
        19 => "No such device",
        20 => "Not a directory",
        21 => "Is a directory",
        22 => "Invalid argument",
        23 => "Too many open files in system",
        24 => "Too many open files",
        25 => "Inappropriate ioctl for device",
        26 => "Text file busy",
        27 => "File too large",
        28 => "No space left on device",
        29 => "Illegal seek",
        30 => "Read-only file system",
        31 => "Too many links",
        32 => "Broken pipe",
        33 => "Numerical argument out of domain",
        34 => "Numerical result out of range",
        35 => "Resource deadlock avoided",
        36 => "File name too long",
        38 => "Function not implemented",
        39 => "Directory not empty",
        40 => "Too many levels of symbolic links",
        75 => "Value too large for defined data type",
        84 => "Invalid or incomplete multibyte or wide character",
        95 => "Operation not supported",
        122 => "Disk quota exceeded",
        _ => return error.to_string(),
    };
    text.into()
}

/// A name as GNU prints it in messages in the C locale: 'name', with what is special escaped
/// as in shell (quotearg's shell-escape style of coreutils 9 for names that need no quotes is
/// [`crate::quoting::shell_if_needed`]).
pub fn quote(name: &[u8]) -> Vec<u8> {
    let mut quoted = b"'".to_vec();
    for &byte in name {
        match byte {
            b'\'' => quoted.extend_from_slice(b"\\'"),
            b'\\' => quoted.extend_from_slice(b"\\\\"),
            b'\n' => quoted.extend_from_slice(b"\\n"),
            b'\t' => quoted.extend_from_slice(b"\\t"),
            b'\r' => quoted.extend_from_slice(b"\\r"),
            0x07 => quoted.extend_from_slice(b"\\a"),
            0x08 => quoted.extend_from_slice(b"\\b"),
            0x0b => quoted.extend_from_slice(b"\\v"),
            0x0c => quoted.extend_from_slice(b"\\f"),
            0..0x20 | 0x7f..=0xff => quoted.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
            _ => quoted.push(byte),
        }
    }
    quoted.push(b'\'');
    quoted
}
