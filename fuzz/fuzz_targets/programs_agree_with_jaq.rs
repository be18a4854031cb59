#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| jmend_fuzz::promises::hold("programs_agree_with_jaq", data));
