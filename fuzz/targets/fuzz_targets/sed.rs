//! See `fuzz_checks::sed`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::sed::check(data));
