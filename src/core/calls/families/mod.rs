//! One file per family of formats. Each reader gets the marker that the scan met, reads its block with the shared
//! payload readers, hands over drafts, and says where the block ends, or that it is not of its kind.

pub(in crate::core::calls) mod broken_head;
pub(in crate::core::calls) mod deepseek;
pub(in crate::core::calls) mod elements;
pub(in crate::core::calls) mod function_tags;
pub(in crate::core::calls) mod gemma;
pub(in crate::core::calls) mod glm;
pub(in crate::core::calls) mod harmony;
pub(in crate::core::calls) mod invoke;
pub(in crate::core::calls) mod json_block;
pub(in crate::core::calls) mod kimi;
pub(in crate::core::calls) mod known;
pub(in crate::core::calls) mod lisp;
pub(in crate::core::calls) mod mistral;
pub(in crate::core::calls) mod named;
pub(in crate::core::calls) mod pythonic;
pub(in crate::core::calls) mod react;
pub mod template;

use std::ops::Range;

use crate::core::calls::formats::{Format, Hit, Reader, closes};
use crate::core::calls::judge::call::with_arguments;
use crate::core::calls::judge::context::Context;
use crate::core::calls::judge::draft::Draft;
use crate::core::calls::readers::Builder;
use crate::core::calls::readers::json::{Reading, sequence};
use crate::core::calls::types::change::Change;
use crate::core::json::boundary;
use crate::core::json::{ScanErrorKind, scan_value};
use crate::core::repair::engine::CutPlace;

/// The offset after white space and an opening fence.
fn behind_fence(text: &str, pos: usize) -> usize {
    let at = space_end(text, pos);
    let Some(rest) = text[at..].strip_prefix("```") else { return at };
    let word = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    space_end(text, at + 3 + word)
}

/// The offset of the character at or after `pos - back`.
fn before(text: &str, pos: usize, back: usize) -> usize {
    boundary::ceil(text, pos.saturating_sub(back))
}

/// The offset after white space.
fn space_end(text: &str, pos: usize) -> usize {
    text.len() - text[pos..].trim_start().len()
}

/// The part of a call before its arguments.
#[derive(Clone, Copy)]
struct Head<'h> {
    /// The offset at which the call begins.
    start: usize,
    /// The offset at which its arguments begin.
    end: usize,
    name: &'h str,
    format: &'static Format,
}

impl Hit {
    /// Returns the head of a call that begins with this marker.
    fn head<'h>(&self, name: &'h str, end: usize) -> Head<'h> {
        Head { start: self.start, end, name, format: self.format }
    }
}

/// Hands over a call whose name the markup gives and whose arguments are a JSON object; returns where it ends. Without any
/// JSON the call is refused, or taken to be cut off where the text ends.
fn json_arguments(cx: &mut Context<'_>, head: Head<'_>, id: Option<String>) -> Option<usize> {
    let Head { start, end, name, format } = head;
    let at = behind_fence(cx.text, end);
    if at >= cx.text.len() {
        let mut draft = bare_name(name, format, start..cx.text.len());
        draft.cut = Some(CutPlace::AfterColon);
        cx.push(Draft { id, ..draft });
        return Some(cx.text.len());
    }
    if cx.text.as_bytes()[at] != b'{' {
        let mut ends = format.ends.iter().filter(|mark| cx.text[at..].starts_with(**mark));
        if !ends.any(|mark| closes(mark)) {
            return None;
        }
        cx.push(Draft { id, ..bare_name(name, format, start..at) });
        return Some(at);
    }
    let (readings, end) = first(cx, at, format.ends)?;
    let reading = readings;
    let document = reading.documents.first()?.clone();
    let span = start..end;
    let draft = Draft { id, ..Draft::named(Some(name.to_owned()), format, span.clone()) };
    let mut draft = with_arguments(cx, draft, &reading, Some(&document));
    if is_before_half(cx, end, format) {
        draft.cut.get_or_insert(CutPlace::BetweenMembers);
    }
    draft.changes.extend(reading.fixes_in(&span).iter().map(|fix| Change::at(fix, fix.start..fix.end)));
    cx.push(draft);
    Some(end)
}

/// Returns whether half an object follows at `pos`, up to the end of the block: the arguments went on there.
fn is_before_half(cx: &mut Context<'_>, pos: usize, format: &Format) -> bool {
    let at = space_end(cx.text, pos);
    if !cx.text[at..].starts_with('{') {
        return false;
    }
    let end = cx.next_stop(at, format.ends);
    let half = &cx.text.as_bytes()[at..end];
    let max_depth = cx.options.repair.max_depth;
    cx.spend_scan(half.len())
        && scan_value(half, 0, max_depth).is_err_and(|error| error.kind == ScanErrorKind::UnexpectedEnd)
}

/// The one value at `pos`.
fn first<'t>(
    cx: &mut Context<'t>,
    pos: usize,
    ends: &'static [&'static str],
) -> Option<(Reading<'t>, usize)> {
    if let Ok(reading) = cx.value(pos) {
        let end = reading.documents[0].end;
        return Some((reading, end));
    }
    let (mut readings, end) = sequence(cx, pos, ends)?;
    (!readings.is_empty()).then(|| (readings.swap_remove(0), end))
}

/// A call without arguments.
fn bare_name(name: &str, format: &'static Format, span: Range<usize>) -> Draft {
    let mut draft = Draft::built(name, Builder::empty(), false, format, span.clone());
    draft.changes.push(Change::empty(span.end..span.end));
    draft
}

/// Reads the block of a marker, hands over its drafts, and says where it ends; `None` when it is not its kind.
pub(in crate::core::calls) fn read(cx: &mut Context<'_>, hit: &Hit) -> Option<usize> {
    let read: fn(&mut Context<'_>, &Hit) -> Option<usize> = match hit.format.read {
        Reader::BrokenHead => broken_head::read,
        Reader::DeepseekV3 => deepseek::read_v3,
        Reader::DeepseekV31 => deepseek::read_v31,
        Reader::ElementsBehindName => elements::behind_name,
        Reader::ElementsMinimax => elements::minimax,
        Reader::FunctionTags => function_tags::read,
        Reader::FunctionTagsJson => function_tags::then_json,
        Reader::FunctionTagsNamed => function_tags::named,
        Reader::FunctionTagsSeed => function_tags::seed,
        Reader::Gemma => gemma::read,
        Reader::Glm => glm::read,
        Reader::GlmAny => glm::any,
        Reader::GlmAttributes => glm::attributes,
        Reader::GlmLines => glm::lines,
        Reader::GlmOrJson => glm::or_json,
        Reader::Harmony => harmony::read,
        Reader::HarmonyPlain => harmony::plain,
        Reader::HarmonyTagged => harmony::tagged,
        Reader::InvokeAny => invoke::any,
        Reader::InvokeDsml => invoke::dsml,
        Reader::InvokeMinimax => invoke::minimax,
        Reader::InvokeMuse => invoke::muse,
        Reader::InvokeNamed => invoke::named,
        Reader::InvokeOld => invoke::old,
        Reader::InvokeStep => invoke::step,
        Reader::JsonBlock => json_block::read,
        Reader::JsonBlockByKey => json_block::by_key,
        Reader::JsonBlockFunctools => json_block::functools,
        Reader::Kimi => kimi::read,
        Reader::KimiK3 => kimi::read_k3,
        Reader::Lisp => lisp::read,
        Reader::Mistral => mistral::read,
        Reader::MistralJson => mistral::json,
        Reader::NamedFunctionary => named::functionary,
        Reader::NamedLines => named::lines,
        Reader::PythonicDefaultApi => pythonic::default_api,
        Reader::PythonicElement => pythonic::element,
        Reader::PythonicFence => pythonic::fence,
        Reader::PythonicLines => pythonic::lines,
        Reader::PythonicList => pythonic::list,
        Reader::PythonicToolCode => pythonic::tool_code,
        Reader::React => react::read,
        Reader::Template => template::read,
        Reader::None => return None,
    };
    read(cx, hit)
}
