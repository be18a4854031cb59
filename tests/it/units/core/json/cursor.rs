use jmend::core::json::cursor::*;
use jmend::core::json::scan::{ScanError, scan_value};

/// Walks through the whole value, entering every container or skipping those in others.
fn walked(text: &str, max_depth: usize, skips: bool) -> Result<usize, ScanError> {
    let mut cursor = Cursor::new(text.as_bytes(), 0, max_depth);
    let mut depth = 0;
    loop {
        match cursor.advance()? {
            Next::Value if skips && depth > 0 => {
                cursor.skip()?;
            }
            Next::Value if cursor.enter()?.is_some() => depth += 1,
            Next::Value => {
                cursor.scalar()?;
            }
            Next::Close => depth -= 1,
            Next::End => return Ok(cursor.pos()),
        }
    }
}

#[test]
fn faults_are_those_of_the_scanner() {
    let text = r#"{"a":[1, {"b" :[]},"x"] , "":{"c":null,"a long key of many signs" : true}}"#;
    for (at, _) in text.char_indices() {
        for with in ["", " ", ",", ":", "]", "}", "[", "{", "\"", "\\", "1", "x"] {
            let text = format!("{}{with}{}", &text[..at], &text[at + 1..]);
            for (text, max_depth) in [(&*text, 9), (&*text, 2), (&text[..at], 9)] {
                let wanted = scan_value(text.as_bytes(), 0, max_depth);
                assert_eq!(walked(text, max_depth, false), wanted, "{text}");
                assert_eq!(walked(text, max_depth, true), wanted, "{text}");
            }
        }
    }
}

#[test]
fn children_have_their_keys_and_places() {
    let text = r#"{ "a" : 1, "\u0062":[2 ,[]] , "":"x" }"#;
    let spelled = |pos| -> Vec<(&str, &str)> {
        children(text.as_bytes(), pos).map(|(key, value)| (&text[key], &text[value])).collect()
    };
    assert_eq!(spelled(0), [("a", "1"), (r"\u0062", "[2 ,[]]"), ("", r#""x""#)]);
    assert_eq!(spelled(20), [("", "2"), ("", "[]")]);
    assert_eq!(spelled(8), [], "a scalar has none");
    assert_eq!(children(b"[1,2,x]", 0).count(), 2, "none after a fault");
}
