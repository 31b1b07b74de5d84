//! See `fuzz_checks::regex`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::regex::check(data));
