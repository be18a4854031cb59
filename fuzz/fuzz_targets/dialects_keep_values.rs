#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| jmend_fuzz::promises::hold("dialects_keep_values", data));
