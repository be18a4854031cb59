//! Calls whose parameters are elements of their own: `<path>/</path>`. `MiniMax` M3 marks every tag, Qwen2.5 drifts into
//! it after `<tool_call>`, and the prompts of Cline and its kin make an element of every tool. The last are calls only
//! where the list of tools says that there is such a tool with such parameters: nothing else tells them from markup.

use super::space_end;
use crate::core::calls::formats::{Format, Hit};
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::{Decodes, Draft};
use crate::core::calls::readers::attributes::{attribute, head_end};
use crate::core::calls::readers::elements::{Spelling, elements, nested};
use crate::core::calls::readers::{Builder, Raw, is_name, is_word};
use crate::core::calls::types::tools::Kind;

/// What `MiniMax` M3 writes before every tag.
const MARK: &str = "]<]minimax[>[";

/// `]<]minimax[>[<invoke name="f">]<]minimax[>[<k>v]<]minimax[>[</k>]<]minimax[>[</invoke>`.
pub(in crate::core::calls) fn minimax(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let head = &cx.text[hit.start..];
    let len = MARK.len() + head_end(&head[MARK.len()..])?;
    let name = attribute(&head[MARK.len()..len], "name").filter(|name| is_name(name))?.to_owned();
    let closes = ["</invoke>".to_owned()];
    let found = elements(cx, hit.start + len + 1, Spelling { mark: MARK, closes: &closes })?;
    cx.push(Draft::built(&name, found.builder, Decodes::NotNull, hit.format, hit.start..found.end));
    Some(found.end)
}

/// `<tool_call>f`, a line end, then elements up to `</f>` or `</tool_call>`.
pub(in crate::core::calls) fn behind_name(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let text = cx.text;
    let at = space_end(text, hit.end);
    let len = text[at..].bytes().take(200).position(|b| b == b'\n')?;
    let name = text[at..at + len].trim();
    if !is_word(name) || !text[at + len..].trim_start().starts_with('<') {
        return None;
    }
    let closes = [format!("</{name}>"), "</tool_call>".to_owned(), "</function>".to_owned()];
    let found = elements(cx, at + len, Spelling { mark: "", closes: &closes })?;
    if found.builder.members().is_empty() {
        return None;
    }
    // After the tag of the call comes that of the wrapper.
    let after = space_end(text, found.end);
    let end =
        if text[after..].starts_with("</tool_call>") { after + "</tool_call>".len() } else { found.end };
    let name = name.to_owned();
    cx.push(Draft::built(&name, found.builder, false, hit.format, hit.start..end));
    Some(end)
}

/// The element of a tool, whose `<` stands at `at`: `<f><k>v</k></f>` or `<f/>`.
pub(in crate::core::calls) fn of_tool(cx: &mut Context<'_>, at: usize) -> Option<usize> {
    let format = cx.wanted(const { Format::known("toolname-xml") })?;
    let tools = cx.options.tools?;
    let name = tag_name(&cx.text[at + 1..])?;
    let tool = tools.get(name)?;
    let start = at + 1 + name.len();
    let tail = cx.text[start..].trim_start_matches(' ');
    if let Some(rest) = tail.strip_prefix("/>") {
        let end = cx.text.len() - rest.len();
        cx.push(Draft::built(name, Builder::empty(), false, format, at..end));
        return Some(end);
    }
    let pos = cx.text.len() - tail.strip_prefix('>')?.len();
    let closes = [format!("</{name}>")];
    let mut found = elements(cx, pos, Spelling { mark: "", closes: &closes })?;
    let members = found.builder.take_members();
    if members.iter().any(|member| !tool.has(&member.name))
        || found.builder.cut.is_some() && members.is_empty()
    {
        return None;
    }
    let mut builder = found.builder;
    for member in members {
        let is_container = tool.wanted(&member.name).kind == Some(Kind::Other);
        let values = member.earlier.into_iter().map(|(value, _)| value).chain([member.value]);
        for value in values {
            let inner = match &value {
                Raw::Text(text) if is_container && text.trim_start().starts_with('<') => nested(text, "", 0),
                _ => None,
            };
            builder.push(&member.name, inner.unwrap_or(value), at..found.end);
        }
    }
    cx.push(Draft::built(name, builder, false, format, at..found.end));
    Some(found.end)
}

/// The name at the start of a tag.
pub(in crate::core::calls) fn tag_name(inside: &str) -> Option<&str> {
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    let len = inside.bytes().take(100).take_while(is_part).count();
    matches!(inside.as_bytes().get(len), Some(b'>' | b'/' | b' ')).then(|| &inside[..len])
}
