//! See `fuzz_checks::shell`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::shell::check(data));
