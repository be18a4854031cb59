//! Small formats that give the name by markup and the arguments as JSON.

use super::{json_arguments, space_end};
use crate::core::calls::formats::Hit;
use crate::core::calls::judge::context::Context;
use crate::core::calls::readers::{is_name, is_word};

/// `<function=f>{…}</function>`.
pub(in crate::core::calls) fn functionary(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let head = &cx.text[hit.end..];
    let len = head.bytes().take(300).position(|b| matches!(b, b'>' | b'\n'))?;
    let name = head[..len].trim().to_owned();
    let pos = hit.end + len + 1;
    if !is_name(&name) || cx.text.as_bytes().get(space_end(cx.text, pos)) != Some(&b'{') {
        return None;
    }
    json_arguments(cx, &name, None, pos, hit.start, hit.format)
}

/// `>>>f` on its line, then the object.
pub(in crate::core::calls) fn lines(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let head = &cx.text[hit.end..];
    let len = head.bytes().take(300).position(|b| b == b'\n')?;
    let name = head[..len].to_owned();
    if !is_word(&name) || cx.text.as_bytes().get(space_end(cx.text, hit.end + len)) != Some(&b'{') {
        return None;
    }
    json_arguments(cx, &name, None, hit.end + len, hit.start, hit.format)
}
