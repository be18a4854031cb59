#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| jmend_fuzz::promises::hold("output_is_strict_json", data));
