#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| jmend_fuzz::promises::hold("valid_is_identity", data));
