//! See `fuzz_checks::arithmetic`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::arithmetic::check(data));
