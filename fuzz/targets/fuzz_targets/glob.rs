//! See `fuzz_checks::glob`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::glob::check(data));
