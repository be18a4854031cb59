//! `include/jmend.h` is what cbindgen writes from `src/lib.rs`. `JMEND_WRITE=1 cargo test --locked` writes it anew.

use std::fs;
use std::path::Path;

#[test]
fn the_header_is_that_of_the_source() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut written = Vec::new();
    cbindgen::generate(root).expect("the source can be read").write(&mut written);
    let written = String::from_utf8(written).expect("UTF-8");
    let path = root.join("include/jmend.h");
    if std::env::var_os("JMEND_WRITE").is_some() {
        fs::write(&path, &written).expect("it can be written");
    }
    let header = fs::read_to_string(&path).unwrap_or_default();
    assert!(header == written, "include/jmend.h is out of date: JMEND_WRITE=1 cargo test --locked in capi/");
}
