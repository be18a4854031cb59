//! Small formats that give the name by markup and the arguments as JSON.

use super::{json_arguments, space_end};
use crate::core::calls::formats::Hit;
use crate::core::calls::judge::context::Context;
use crate::core::calls::readers::{is_name, is_word};

/// Bytes of a name in a tag.
const LONGEST_NAME: usize = 300;

/// Holds what ends the arguments where a part of the tags is lost.
const FUNCTION_END: &str = "</function";

/// `<function=f>{…}</function>`, also where the tag lost its first or last character: `<function=f{…}</function>`,
/// `function=f>{…}</function>`. Then the closing tag shows that a call is meant.
pub(in crate::core::calls) fn functionary(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let head = &cx.text[hit.end..];
    let len = head.bytes().take(LONGEST_NAME).position(|b| matches!(b, b'>' | b'\n' | b'{' | b'['))?;
    let name = head[..len].trim().to_owned();
    let tail = head[len..].strip_prefix("[]").unwrap_or(&head[len..]).trim_start();
    let body = tail.strip_prefix('>').unwrap_or(tail).trim_start();
    let pos = cx.text.len() - body.len();
    if !is_name(&name) || !body.starts_with('{') {
        return None;
    }
    let is_whole = body.len() < tail.len() && cx.text[hit.start..].starts_with('<');
    let before = cx.len();
    let end = json_arguments(cx, hit.head(&name, pos), None)?;
    let rest = cx.text[end..].trim_start().trim_start_matches('>').trim_start();
    if !is_whole && !rest.starts_with(FUNCTION_END) {
        cx.take_from(before);
        return None;
    }
    // A tag that lost its slash closes as well, and opens nothing.
    let open = cx.text[end..].trim_start().strip_prefix("<function>");
    Some(open.map_or(end, |rest| cx.text.len() - rest.len()))
}

/// `>>>f` on its line, then the object.
pub(in crate::core::calls) fn lines(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let head = &cx.text[hit.end..];
    let len = head.bytes().take(LONGEST_NAME).position(|b| b == b'\n')?;
    let name = head[..len].trim_end_matches('\r').to_owned();
    if !is_word(&name) || cx.text.as_bytes().get(space_end(cx.text, hit.end + len)) != Some(&b'{') {
        return None;
    }
    json_arguments(cx, hit.head(&name, hit.end + len), None)
}
