//! Small formats that give the name by markup and the arguments as JSON.

use super::super::detect::Context;
use super::super::formats::Hit;
use super::super::readers::{is_name, is_word};
use super::{json_arguments, space_end};

/// `<function_call><name>f</name><arguments>{…}</arguments></function_call>`.
pub(in crate::core::calls) fn xml(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let inside = cx.text[hit.end..].trim_start().strip_prefix("<name>")?;
    let len = inside.bytes().take(300).position(|b| b == b'<')?;
    let name = inside[..len].trim().to_owned();
    let rest = inside[len..].strip_prefix("</name>")?.trim_start();
    let rest = rest.strip_prefix("<arguments>").or(rest.strip_prefix("<parameters>"))?;
    let pos = cx.text.len() - rest.len();
    if is_name(&name) { json_arguments(cx, &name, None, pos, hit.start, hit.format) } else { None }
}

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

/// `✿FUNCTION✿: f`, `✿ARGS✿: {…}`.
pub(in crate::core::calls) fn flower(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let head = cx.text[hit.end..].trim_start().strip_prefix(':')?;
    let len = head.bytes().take(300).position(|b| b == b'\n')?;
    let name = head[..len].trim().to_owned();
    let rest = head[len..].trim_start().strip_prefix("✿ARGS✿")?.trim_start();
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    let pos = cx.text.len() - rest.len();
    if is_name(&name) { json_arguments(cx, &name, None, pos, hit.start, hit.format) } else { None }
}

/// `<|plamo:begin_tool_name:plamo|>f<|plamo:end_tool_name:plamo|>…<|plamo:msg|>{…}`.
pub(in crate::core::calls) fn plamo(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let head = &cx.text[hit.end..];
    let len = head.bytes().take(300).position(|b| b == b'<')?;
    let name = head[..len].trim().to_owned();
    let rest = head[len..].strip_prefix("<|plamo:end_tool_name:plamo|>")?.trim_start();
    let rest = rest.strip_prefix("<|plamo:begin_tool_arguments:plamo|>")?.trim_start();
    let rest = rest.strip_prefix("<|plamo:constrain|>json").unwrap_or(rest);
    let rest = rest.strip_prefix("<|plamo:msg|>").unwrap_or(rest);
    let pos = cx.text.len() - rest.len();
    if is_name(&name) { json_arguments(cx, &name, None, pos, hit.start, hit.format) } else { None }
}
