#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| jmend_fuzz::hold("verdicts_agree_with_boon", data));
