//! See `fuzz_checks::printf`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::printf::check(data));
