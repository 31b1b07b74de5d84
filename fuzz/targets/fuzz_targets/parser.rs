//! See `fuzz_checks::parser`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::parser::check(data));
