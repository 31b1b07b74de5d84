//! See `fuzz_checks::utility`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::utility::check(data));
