//! See `fuzz_checks::awk`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::awk::check(data));
