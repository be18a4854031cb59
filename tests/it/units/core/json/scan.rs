use jmend::core::json::scan::*;

#[test]
fn accepts_and_refuses() {
    for good in ["{}", " [1,2.5e-3,\"a\\u00e9\\n\"] ", "null", "-0", "{\"a\":{\"b\":[true,false]}}"] {
        assert!(scan_document(good.as_bytes(), MAX_DEPTH).is_ok(), "{good}");
    }
    for (bad, offset) in
        [("{", 1), ("[1,]", 3), ("01", 0), ("\"\t\"", 1), ("{\"a\" 1}", 5), ("[1] x", 4), ("tru", 3)]
    {
        let error = scan_document(bad.as_bytes(), MAX_DEPTH).expect_err(bad);
        assert_eq!(error.offset, offset, "{bad}: {error}");
    }
}

#[test]
fn depth_is_a_limit_not_a_crash() {
    let deep = |n: usize| [vec![b'['; n], vec![b']'; n]].concat();
    assert!(scan_document(&deep(1024), 1024).is_ok());
    let error = scan_document(&deep(1025), 1024).expect_err("one level too many");
    assert_eq!(error.kind, ScanErrorKind::Depth(1024));
    assert!(scan_document(&vec![b'['; 1_000_000], 1024).is_err());
}
