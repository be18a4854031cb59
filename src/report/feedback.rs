//! What a program can hand back to the model: what was wrong, where, and what to send instead. The wording is stable
//! per error code.

use crate::core::json::Position;

use super::text::escape;

/// Characters of the text that are shown before and after the place.
const AROUND: usize = 48;

/// Two or three sentences. `text` is what the model wrote; without it no excerpt is given.
pub(crate) fn feedback(
    code: &str,
    message: &str,
    at: Position,
    offset: usize,
    text: Option<&[u8]>,
) -> String {
    let Position { line, column } = at;
    let mut out = format!("Your output could not be used: {message} (line {line}, column {column}).");
    if let Some(excerpt) = text.map(|text| excerpt(text, offset)).filter(|excerpt| !excerpt.is_empty()) {
        out.push_str(" It reads: ");
        out.push_str(&excerpt);
        out.push('.');
    }
    out.push(' ');
    out.push_str(remedy(code));
    out
}

fn remedy(code: &str) -> &'static str {
    match code {
        "no-json" => "Send one JSON value and nothing else.",
        "no-name" => "Send a call that has the name of a tool and an object of arguments.",
        "unread" => "Send the call in the format that you were told, with the tool's name and all arguments.",
        "no-call" => "Send a tool call.",
        "arguments" => "Send the arguments as one JSON object.",
        "hidden-tool" => "Call one of the tools that you were given.",
        "truncated" => "Send all of it again; make long values shorter if it does not fit.",
        "depth" => "Send it again with less nesting.",
        "encoding" => "Send it again as UTF-8.",
        "schema" => "Send it again with values of the types and names that the tool declares.",
        "size" => "Send less.",
        _ => "Send it again as strict JSON.",
    }
}

/// The text around a place, on one line and in quotes.
fn excerpt(text: &[u8], offset: usize) -> String {
    let text = String::from_utf8_lossy(text);
    let boundary = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let offset = boundary(offset.min(text.len()));
    let (from, to) = (boundary(offset.saturating_sub(AROUND)), boundary((offset + AROUND).min(text.len())));
    let part = text[from..to].trim();
    if part.is_empty() { String::new() } else { format!("`{}`", escape(part)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_short_and_safe_and_can_be_left_out() {
        let text = format!("{}\x1b[2J\n{}", "é".repeat(100), "y".repeat(100));
        let at = Position { line: 1, column: 1 };
        let shown = feedback("truncated", "it is cut off", at, 201, Some(text.as_bytes()));
        assert!(shown.contains("\\u{1b}") && !shown.contains('\x1b') && shown.len() < 400, "{shown}");
        let hidden = feedback("truncated", "it is cut off", at, 201, None);
        assert!(!hidden.contains('é'), "{hidden}");
        assert!(hidden.ends_with("make long values shorter if it does not fit."));
    }
}
