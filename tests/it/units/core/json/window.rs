use jmend::core::json::scan_document;
use jmend::core::json::window::*;

/// The verdict on a document that is read in pieces of `size` bytes.
fn is_valid(document: &[u8], size: usize) -> bool {
    let (mut window, mut text) = (Window::new(9), Vec::new());
    for piece in document.chunks(size) {
        text.extend_from_slice(piece);
        match window.read(&text, false) {
            Ok(read) => drop(text.drain(..read)),
            Err(_) => return false,
        }
    }
    window.read(&text, true).is_ok_and(|read| read == text.len())
}

#[test]
fn the_verdict_is_that_on_the_whole() {
    let documents = [
        "",
        " ",
        " 12 ",
        "-0.5e+10",
        "1.",
        "1 2",
        "01",
        "truefalse",
        "true",
        "tru",
        "\"a\"",
        "\"a",
        "\"é😀\\u00e9\\\\\\\"\"",
        "\"\\u00g9\"",
        "\"\\x\"",
        "\"\t\"",
        "[ ]",
        "[ \n ]\n",
        "{ \n }",
        "{\"a\" : [1,2 , {\"b\":null}, \"c\",-1e5 ] , \"d\":{ } }\n",
        "{\"a\":1,}",
        "{\"a\":1 \"b\":2}",
        "{\"a\" 1}",
        "{,}",
        "[1,]",
        "[,1]",
        "[1}",
        "[1]]",
        "[[[[[[[[[1]]]]]]]]]",
        "[[[[[[[[[[1]]]]]]]]]]",
        "[1] x",
        "[1]\u{feff}",
        "\u{feff}[1]",
        "[1]\u{1e}",
    ];
    let broken: [&[u8]; 3] = [b"\"\xff\"", b"[1]\xc3", b"\"\xf0\x9f\x98\""];
    for document in documents.into_iter().map(str::as_bytes).chain(broken) {
        for size in 1..=document.len().max(1) {
            let text = String::from_utf8_lossy(document);
            assert_eq!(is_valid(document, size), scan_document(document, 9).is_ok(), "{text} by {size}");
        }
    }
}

#[test]
fn a_string_that_is_a_value_is_not_kept() {
    let mut window = Window::new(9);
    assert_eq!(window.read(b"[1, \"abc", false), Ok(8));
    assert_eq!(window.read(b"def\\u00", false), Ok(3));
    assert_eq!(window.read(b"\\u0041\", 12", false), Ok(9));
}
