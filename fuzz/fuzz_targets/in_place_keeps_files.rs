#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| jmend_fuzz::promises::hold("in_place_keeps_files", data));
