//! Where a value stands in JSON text, by its JSON Pointer.

use std::ops::Range;

use super::pointer::{Pattern, Step};
use super::scan::{scan_value, skip_space, string_end};
use super::value::Text;

/// The bytes of the value that `pointer` names in a valid JSON text; `None` where there is none. Of members with the
/// same name it is the last. Linear in the text.
pub fn locate(text: &str, pointer: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let Pattern(steps) = Pattern::parse(pointer).ok()?;
    let mut at = skip_space(bytes, 0);
    for step in &steps {
        let Step::Name(name) = step else { return None };
        at = child(text, at, name)?;
    }
    Some(at..scan_value(bytes, at, usize::MAX).ok()?)
}

/// Where the child of the container at `at` begins.
fn child(text: &str, at: usize, name: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_object = match bytes.get(at)? {
        b'{' => true,
        b'[' => false,
        _ => return None,
    };
    let mut pos = skip_space(bytes, at + 1);
    let (mut index, mut found) = (0usize, None);
    while !matches!(bytes.get(pos)?, b'}' | b']') {
        let is_wanted = if is_object {
            let end = string_end(bytes, pos).ok()?;
            let is_wanted = Text::from_raw(&text[pos + 1..end - 1]).decode_lossy() == name;
            pos = skip_space(bytes, skip_space(bytes, end) + 1);
            is_wanted
        } else {
            index.to_string() == name
        };
        if is_wanted {
            found = Some(pos);
        }
        pos = skip_space(bytes, scan_value(bytes, pos, usize::MAX).ok()?);
        if bytes.get(pos) == Some(&b',') {
            pos = skip_space(bytes, pos + 1);
        }
        index += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_pointers() {
        let text = r#" {"a" : [1, {"b/c": "x"}, []], "a~": {"": 2}, "d": 1, "\u0064": 3} "#;
        for (pointer, value) in [
            ("", Some(text.trim())),
            ("/a", Some(r#"[1, {"b/c": "x"}, []]"#)),
            ("/a/0", Some("1")),
            ("/a/1/b~1c", Some("\"x\"")),
            ("/a/2", Some("[]")),
            ("/a~0/", Some("2")),
            ("/d", Some("3")),
            ("/a/3", None),
            ("/a/x", None),
            ("/d/0", None),
            ("a", None),
        ] {
            assert_eq!(locate(text, pointer).map(|range| &text[range]), value, "{pointer}");
        }
    }
}
