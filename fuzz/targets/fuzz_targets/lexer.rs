//! See `fuzz_checks::lexer`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_checks::lexer::check(data));
