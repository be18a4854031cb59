//! docs/reference/operations.md is the program's table of operations.
//!
//! With `JMEND_BLESS=1` the reference is written anew.

use std::fs;
use std::path::{Path, PathBuf};

use jmend::core::programs::describe::reference;

fn document() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/operations.md")
}

#[test]
fn the_reference_is_the_table_of_operations() {
    let text = fs::read_to_string(document()).expect("the document");
    let (before, rest) = text.split_once("<!-- reference -->\n").expect("a reference");
    let (found, after) = rest.split_once("<!-- /reference -->").expect("its end");
    let expected = format!("\n{}\n", reference());
    if std::env::var_os("JMEND_BLESS").is_some() {
        let new = format!("{before}<!-- reference -->\n{expected}<!-- /reference -->{after}");
        fs::write(document(), new).expect("written");
        return;
    }
    assert_eq!(found, expected, "JMEND_BLESS=1 cargo test --test it eval_json_docs writes it anew");
}
