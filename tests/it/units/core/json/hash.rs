use jmend::core::json::hash::*;

#[test]
fn each_byte_counts() {
    let bytes: Vec<u8> = (0..100).collect();
    for len in 0..=bytes.len() {
        let print = fingerprint(&bytes[..len]);
        assert!(len == 0 || print != fingerprint(&bytes[..len - 1]));
        for at in 0..len {
            let mut other = bytes[..len].to_vec();
            other[at] ^= 1;
            assert_ne!(fingerprint(&other), print, "byte {at} of {len}");
        }
    }
}
