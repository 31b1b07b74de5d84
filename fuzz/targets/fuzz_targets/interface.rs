//! See `fuzz_checks::interface`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::interface::check(data));
