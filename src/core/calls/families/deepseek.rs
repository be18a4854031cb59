//! `<｜tool▁call▁begin｜>f<｜tool▁sep｜>{…}` and its older form with a type and a fence. Models, templates and terminals
//! spell the bars and the marks between the words in many ways, so only the words count.

use super::json_arguments;
use crate::core::calls::formats::Hit;
use crate::core::calls::judge::context::Context;
use crate::core::calls::readers::is_word;

/// `type<sep>f`, then a fence.
pub(in crate::core::calls) fn read_v3(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let (kind, pos) = header(cx.text, hit)?;
    if !matches!(kind, "function" | "tool") {
        return None;
    }
    // The name ends its line, or its fence or object begins.
    let rest = &cx.text[pos..];
    let len = rest.find(['\n', '{', '`', '<'])?;
    let name = rest[..len].trim();
    if !is_word(name) {
        return None;
    }
    let name = name.to_owned();
    json_arguments(cx, hit.head(&name, pos + len), None)
}

/// `f<sep>{…}`.
pub(in crate::core::calls) fn read_v31(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let (name, pos) = header(cx.text, hit)?;
    // Where the text is cut off after the type, the name is not there yet.
    if !is_word(name) || name == "function" && cx.text[pos..].trim().is_empty() {
        return None;
    }
    let name = name.to_owned();
    json_arguments(cx, hit.head(&name, pos), None)
}

/// What stands between the opener and the separator, and the offset after it.
fn header<'t>(text: &'t str, hit: &Hit) -> Option<(&'t str, usize)> {
    let bar = |text: &'t str| text.strip_prefix('｜').or(text.strip_prefix('|'));
    let before = text[..hit.start].strip_suffix('｜').or(text[..hit.start].strip_suffix('|'))?;
    before.strip_suffix('<')?;
    let head = bar(&text[hit.end..])?.strip_prefix('>')?;
    let len = head.bytes().take(300).position(|b| b == b'<')?;
    let mark = bar(&head[len + 1..])?.strip_prefix("tool")?;
    let mark = mark.trim_start_matches(['▁', '_', ' ', '\\']).strip_prefix("sep")?;
    let rest = bar(mark)?.strip_prefix('>')?;
    Some((head[..len].trim(), text.len() - rest.len()))
}
