//! Canonical arguments as PTC-Lisp: `{"a":[1,null]}` → `{:a [1 nil]}`.
//!
//! Canonical text is sorted and has no white space, so it is rewritten token by token, without a tree and at any depth.

use crate::core::json::{Text, scan};

/// Rewrites canonical JSON text.
pub fn lisp(canonical: &str) -> String {
    let bytes = canonical.as_bytes();
    let mut out = String::with_capacity(canonical.len() + 16);
    let mut pos = 0;
    while let Some(&byte) = bytes.get(pos) {
        let start = pos;
        match byte {
            b',' | b':' => {
                out.push(' ');
                pos += 1;
            }
            b'{' | b'}' | b'[' | b']' => {
                out.push(char::from(byte));
                pos += 1;
            }
            _ => {
                // What is not a token cannot stand in canonical text; it would end there.
                pos = scan::scalar_end(bytes, pos).unwrap_or(bytes.len());
                let is_name = bytes.get(pos) == Some(&b':');
                push_scalar(&canonical[start..pos], is_name, &mut out);
            }
        }
    }
    out
}

fn push_scalar(token: &str, is_name: bool, out: &mut String) {
    let inside = token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let Some(inside) = inside else {
        out.push_str(if token == "null" { "nil" } else { token });
        return;
    };
    let text = Text::from_raw(inside);
    let text = text.decode_lossy();
    if is_name && is_keyword(&text) {
        out.push(':');
        out.push_str(&text);
    } else {
        push_string(&text, out);
    }
}

/// Returns whether this name can be written as `:name`. One with `=>` is a string, because `:a=>1` is Ruby.
fn is_keyword(name: &str) -> bool {
    let is_first = |c: char| c == '_' || c.is_alphabetic();
    let is_next = |c: char| is_first(c) || c.is_numeric() || ".*+!?<>=$%&|-".contains(c);
    name.starts_with(is_first) && name.chars().all(is_next) && !name.contains("=>")
}

fn push_string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            plain => out.push(plain),
        }
    }
    out.push('"');
}
