//! Defines a row of the table of formats, and what follows from it.

use super::FORMATS;
use super::names::same;

/// A marker that the scan met.
pub struct Hit {
    /// First byte of the marker.
    pub(in crate::core::calls) start: usize,
    /// The byte after it.
    pub(in crate::core::calls) end: usize,
    pub(in crate::core::calls) format: &'static Format,
}

/// Names the reader of the block of a marker (`families::read`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::calls) enum Reader {
    BrokenHead,
    DeepseekV3,
    DeepseekV31,
    ElementsBehindName,
    ElementsMinimax,
    FunctionTags,
    FunctionTagsJson,
    FunctionTagsNamed,
    FunctionTagsSeed,
    Gemma,
    Glm,
    GlmAny,
    GlmAttributes,
    GlmLines,
    GlmOrJson,
    Harmony,
    HarmonyPlain,
    HarmonyTagged,
    InvokeAny,
    InvokeDsml,
    InvokeMinimax,
    InvokeMuse,
    InvokeNamed,
    InvokeOld,
    InvokeStep,
    JsonBlock,
    JsonBlockByKey,
    JsonBlockFunctools,
    Kimi,
    KimiK3,
    Lisp,
    Mistral,
    MistralJson,
    NamedFunctionary,
    NamedLines,
    PythonicDefaultApi,
    PythonicElement,
    PythonicFence,
    PythonicLines,
    PythonicList,
    PythonicToolCode,
    React,
    Template,
    /// Formats that no marker announces have none.
    None,
}

/// A format in which models or APIs write calls.
#[expect(clippy::struct_excessive_bools, reason = "facts about a format, each for itself")]
pub struct Format {
    /// Name in reports and flags.
    pub id: &'static str,
    /// Names who writes it.
    pub models: &'static str,
    /// One call in it.
    pub example: &'static str,
    /// An answer of an API rather than text of a model.
    pub is_envelope: bool,
    /// Only the list of tools tells it from other markup.
    pub needs_tools: bool,
    /// Lists what ends a block, where its JSON does not say.
    pub(in crate::core::calls) ends: &'static [&'static str],
    /// Tokens that may stand before a call and belong to its block, beside markers. In a tag, `*` stands for any text.
    pub(in crate::core::calls) lead: &'static [&'static str],
    /// Tokens that close a call or what stands around calls, spelled in the same way.
    pub(in crate::core::calls) close: &'static [&'static str],
    /// The format whose `--call-format` covers this one too.
    pub(in crate::core::calls) family: Option<&'static str>,
    /// Counts only where no other format is found.
    pub(in crate::core::calls) is_weak: bool,
    /// Lists what announces it; nothing where the shape of the text does.
    pub(in crate::core::calls) markers: &'static [&'static str],
    /// Says how a call is spelled, where that says all (`families::template`).
    pub(in crate::core::calls) template: &'static str,
    /// States whether text among tagged parameters that is JSON is meant as JSON, where no tool says otherwise.
    pub(in crate::core::calls) decodes: bool,
    /// States whether white space around a tagged parameter is dropped.
    pub(in crate::core::calls) trims: bool,
    pub(in crate::core::calls) read: Reader,
}

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

impl Format {
    /// The format with this id, for constants: a program that names another one is not built.
    pub(in crate::core::calls) const fn known(id: &str) -> &'static Self {
        let mut at = 0;
        while !same(FORMATS[at].id, id) {
            at += 1;
        }
        &FORMATS[at]
    }

    /// The format with this id.
    pub fn named(id: &str) -> Option<&'static Self> {
        FORMATS.iter().find(|format| format.id == id)
    }

    /// Returns whether it is a model's own way to write a call, rather than plain JSON or the answer of an API.
    pub fn is_markup(&self) -> bool {
        !self.is_envelope && (!self.is_weak || !self.markers.is_empty())
    }

    /// Returns whether a call in it counts whatever else the message holds.
    pub fn is_sure(&self) -> bool {
        !self.is_weak && self.id != "pythonic"
    }

    /// Returns whether a file describes it, and the table does not have it.
    pub(in crate::core::calls) fn is_custom(&self) -> bool {
        !FORMATS.iter().any(|format| std::ptr::eq(format, self))
    }
}

/// Returns whether this mark of `Format::ends` closes a block, and opens none.
pub(in crate::core::calls) fn closes(mark: &str) -> bool {
    mark.starts_with("</")
        || !FORMATS.iter().flat_map(|format| format.markers).any(|marker| mark.contains(marker))
}

/// Tokens that end a message or a turn, of any model. Most servers leave them out; one that follows a call belongs to its block.
pub(in crate::core::calls) const TURN_ENDS: &[&str] = &[
    "<|call|>",
    "<|end_message|>",
    "<|end_of_text|>",
    "<|end|>",
    "<|eom_id|>",
    "<|eom|>",
    "<|eot_id|>",
    "<|eot|>",
    "<|im_end|>",
    "<|message_sep|>",
    "<|return|>",
    "<|stop|>",
];

impl Format {
    /// Returns whether this format has a mark that closes a call, and that the text of a whole call has.
    pub(in crate::core::calls) fn has_closer(&self) -> bool {
        self.ends.iter().any(|mark| self.close.contains(mark))
    }

    /// Returns whether a mark that closes a block of this format stands in `text`.
    pub(in crate::core::calls) fn is_closed_in(&self, text: &str) -> bool {
        self.ends.iter().any(|mark| closes(mark) && text.contains(mark))
    }
}

/// Tags that also stand around other things than calls.
pub(in crate::core::calls) const COMMON_TAGS: [&str; 5] =
    ["<json>", "<xml>", "<response>", "<tool>", "<tools>"];

/// Returns whether this marker also stands for other things than calls.
pub(in crate::core::calls) fn is_loose(marker: &str) -> bool {
    const WORDS: [&str; 31] = [
        ">>>",
        "[ARGS]",
        "[Calling tool:",
        "tool_code =",
        "default_api.",
        "functools[",
        "functools{",
        "function=",
        "<parameter=",
        "call:",
        "<|message|>",
        "<|python_tag|>",
        "```tool_code",
        "```tool_call",
        "```function_call",
        "(tool/",
        "Action:",
        "Action**:",
        "action:",
        "ACTION:",
        "<call>",
        "<tool_use>",
        "_tool_call>",
        "to=functions.",
        "TOOL_NAME:",
        "<tool:",
        "**Tool Call:**",
        "-> tool/function_call",
        "function_call name=",
        "tool_call name=",
        "tool_use name=",
    ];
    // Other documents have tags of this name with attributes.
    let has_attributes = marker.starts_with('<') && marker.ends_with(char::is_whitespace);
    has_attributes || COMMON_TAGS.contains(&marker) || WORDS.contains(&marker)
}

pub(in crate::core::calls) const ROW: Format = Format {
    id: "",
    models: "",
    example: "",
    is_envelope: false,
    needs_tools: false,
    ends: &[],
    lead: &[],
    close: &[],
    family: None,
    is_weak: false,
    markers: &[],
    template: "",
    decodes: false,
    trims: false,
    read: Reader::None,
};
