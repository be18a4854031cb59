use jmend::cli::terminal::*;

fn text(bytes: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut keys = Keys::default();
    let mut all = Vec::new();
    for byte in bytes {
        keys.take(*byte, &mut all);
    }
    let of = |pasted| all.iter().filter(|(_, is)| *is == pasted).map(|(byte, _)| *byte).collect();
    (of(false), of(true))
}

#[test]
fn keys_that_are_no_text_are_left_out_and_pastes_are_known() {
    assert_eq!(text(b"a\x1b[Ab\x1bOHc\x1b[3~d"), (b"abcd".to_vec(), Vec::new()));
    assert_eq!(text(b"a\x1b[200~{\x04}\n\x1b[201~b"), (b"ab".to_vec(), b"{\x04}\n".to_vec()));
    // A paste is taken as it is, colors included, up to its end.
    let (typed, pasted) = text(b"\x1b[200~\x1b[31m{\x1b[0m\x1bM}\x1b\x1b[201~");
    assert_eq!((typed, pasted), (Vec::new(), b"\x1b[31m{\x1b[0m\x1bM}\x1b".to_vec()));
}
