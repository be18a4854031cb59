//! Whose turn it is in a text that holds a whole dialog: the headers that chat templates put before each turn.
//!
//! One table has the headers of every family. A header is one only outside of calls, quotations, and fences.

use crate::core::json::boundary;

/// Names who speaks in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::calls) enum Role {
    Model,
    /// A tool, which answers a call.
    Tool,
    /// A user, a system, a developer.
    Other,
}

/// Tells what follows the beginning of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::calls) enum Rest {
    /// Nothing: it says whose turn begins.
    Of(Role),
    /// The role, up to this mark, which belongs to the header.
    Until(&'static str),
    /// The role, up to this mark; other readers read both.
    Before(&'static str),
    /// Nothing, and the role stands before it.
    After,
}

use Rest::{After, Before, Of, Until};
use Role::{Model, Other, Tool};

/// The headers of turns.
pub(in crate::core::calls) const HEADERS: &[(&str, Rest)] = &[
    // ChatML (Qwen, Hermes, Yi, MiMo, InternLM, and many more), Kimi
    ("<|im_start|>", Until("\n")),
    ("<|im_user|>", Until("<|im_middle|>")),
    ("<|im_assistant|>", Until("<|im_middle|>")),
    ("<|im_system|>", Until("<|im_middle|>")),
    // Llama 3 and 4
    ("<|start_header_id|>", Until("<|end_header_id|>")),
    ("<|header_start|>", Until("<|header_end|>")),
    // Llama 2, Mistral
    ("[INST]", Of(Other)),
    ("[/INST]", Of(Model)),
    ("<<SYS>>", Of(Other)),
    ("[SYSTEM_PROMPT]", Of(Other)),
    ("[AVAILABLE_TOOLS]", Of(Other)),
    // Gemma
    ("<start_of_turn>", Until("\n")),
    ("<|turn>", Until("\n")),
    // gpt-oss
    ("<|start|>", Before("<|")),
    // Granite
    ("<|start_of_role|>", Until("<|end_of_role|>")),
    // GLM, Phi, Zephyr, Olmo, Jamba
    ("<|user|>", Of(Other)),
    ("<|system|>", Of(Other)),
    ("<|developer|>", Of(Other)),
    ("<|human|>", Of(Other)),
    ("<|assistant|>", Of(Model)),
    ("<|model|>", Of(Model)),
    ("<|tool|>", Of(Tool)),
    ("<|ipython|>", Of(Tool)),
    ("<|function|>", Of(Tool)),
    ("<|observation|>", Of(Tool)),
    // DeepSeek, Hunyuan
    ("<｜User｜>", Of(Other)),
    ("<｜System｜>", Of(Other)),
    ("<｜Assistant｜>", Of(Model)),
    ("<｜hy_User｜>", Of(Other)),
    ("<｜hy_Assistant｜>", Of(Model)),
    // Cohere
    ("<|USER_TOKEN|>", Of(Other)),
    ("<|SYSTEM_TOKEN|>", Of(Other)),
    ("<|CHATBOT_TOKEN|>", Of(Model)),
    // Apertus
    ("<|user_start|>", Of(Other)),
    ("<|system_start|>", Of(Other)),
    ("<|developer_start|>", Of(Other)),
    ("<|assistant_start|>", Of(Model)),
    // MiniMax, Seed-OSS, Step, Ling, EXAONE, Solar, LongCat, dots, Nemotron
    ("]~b]", Until("\n")),
    ("<seed:bos>", Until("\n")),
    ("<|BOT|>", Until("\n")),
    ("<role>", Until("</role>")),
    ("[|user|]", Of(Other)),
    ("[|system|]", Of(Other)),
    ("[|assistant|]", Of(Model)),
    ("[|tool|]", Of(Tool)),
    ("<|begin|>", Before("<|")),
    ("<longcat_user>", Of(Other)),
    ("<longcat_system>", Of(Other)),
    ("<longcat_assistant>", Of(Model)),
    ("<|userprompt|>", Of(Other)),
    ("<|response|>", Of(Model)),
    ("<extra_id_0>", Until("\n")),
    ("<extra_id_1>", Until("\n")),
    ("<SPECIAL_10>", Until("\n")),
    ("<SPECIAL_11>", Until("\n")),
    // Functionary, GigaChat
    ("<|from|>", Until("\n")),
    ("<|role_sep|>", After),
    // dialogs that are written as elements
    ("<user>", Of(Other)),
    ("<human>", Of(Other)),
    ("<system>", Of(Other)),
    ("<assistant>", Of(Model)),
];

/// Headers that are words: they count where one of them is of the model and another is not.
pub(in crate::core::calls) const LABELS: &[(&str, Role)] = &[
    ("Human:", Other),
    ("HUMAN:", Other),
    ("User:", Other),
    ("USER:", Other),
    ("System:", Other),
    ("SYSTEM:", Other),
    ("### Instruction:", Other),
    ("### Input:", Other),
    ("human:", Other),
    ("user:", Other),
    ("system:", Other),
    ("Q:", Other),
    ("# User", Other),
    ("# Human", Other),
    ("# System", Other),
    ("[USER]", Other),
    ("[User]", Other),
    ("[SYSTEM]", Other),
    ("[System]", Other),
    ("Assistant:", Model),
    ("ASSISTANT:", Model),
    ("assistant:", Model),
    ("### Response:", Model),
    ("AI:", Model),
    ("A:", Model),
    ("# Assistant", Model),
    ("[ASSISTANT]", Model),
    ("[Assistant]", Model),
];

/// Marks that a text begins with where it holds all of a dialog, from the first word of the system on.
const BEGINS: [&str; 9] = [
    "<s>",
    "<bos>",
    "<|begin_of_text|>",
    "<|startoftext|>",
    "<BOS_TOKEN>",
    "[gMASK]",
    "]~!b[",
    "<｜begin▁of▁sentence｜>",
    "<｜hy_begin▁of▁sentence｜>",
];

/// Marks that end a turn.
const ENDS: [&str; 22] = [
    "<|im_end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|eot|>",
    "<|eom|>",
    "</s>",
    "<end_of_turn>",
    "<turn|>",
    "<|end|>",
    "<|return|>",
    "<|end_of_text|>",
    "<|endoftext|>",
    "<｜end▁of▁sentence｜>",
    "<|END_OF_TURN_TOKEN|>",
    "<|assistant_end|>",
    "<|user_end|>",
    "[e~[",
    "<seed:eos>",
    "<|EOT|>",
    "<|message_sep|>",
    "<|stop|>",
    "[|endofturn|]",
];

/// Bytes of the longest role.
const LONGEST_ROLE: usize = 64;

/// Words for a role, in lower case.
const MODELS: [&str; 5] = ["assistant", "model", "ai", "bot", "chatbot"];
const OTHERS: [&str; 8] =
    ["user", "human", "system", "developer", "context", "tool_declare", "available_tools", "tools"];

/// Returns the role and the place of the header whose text begins at `at`, and the offset after it.
pub(in crate::core::calls) fn header(
    text: &str,
    at: usize,
    (mark, rest): (&str, Rest),
) -> Option<(Role, usize, usize)> {
    let after = at + mark.len();
    let until = |close: &str| {
        let end = boundary::ceil(text, text.len().min(after + LONGEST_ROLE + close.len()));
        text[after..end].find(close).map(|len| after + len)
    };
    match rest {
        Of(role) => Some((role, at, after)),
        Until(close) => {
            let end = until(close)?;
            Some((role(&text[after..end])?, at, end + close.len()))
        }
        Before(close) => {
            let end = until(close)?;
            Some((role(&text[after..end])?, at, after))
        }
        After => {
            let from = boundary::ceil(text, at.saturating_sub(LONGEST_ROLE));
            let word = text[from..at].rsplit(['>', '\n']).next().unwrap_or_default();
            Some((role(word)?, at - word.len(), after))
        }
    }
}

/// Returns whose turn a word announces. A name that is no role is that of a tool.
fn role(word: &str) -> Option<Role> {
    let word = word.trim_start().to_lowercase();
    let word = word.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    match word {
        "" => None,
        _ if MODELS.contains(&word) => Some(Model),
        _ if OTHERS.contains(&word) => Some(Other),
        _ => Some(Tool),
    }
}

/// Returns whether a text begins with a mark that ends a turn, or with a header.
pub(in crate::core::calls) fn ends_turn(text: &str) -> bool {
    ENDS.iter().any(|end| text.starts_with(end)) || HEADERS.iter().any(|(mark, _)| text.starts_with(mark))
}

/// Returns whether a text begins with a mark that ends a turn, or with any header of one.
pub(in crate::core::calls) fn begins_turn(text: &str) -> bool {
    ends_turn(text) || LABELS.iter().any(|(label, _)| text.starts_with(label))
}

/// Returns whether a text ends with a header that says by itself whose turn begins.
pub(in crate::core::calls) fn ends_with_header(text: &str) -> bool {
    let text = text.trim_end_matches([' ', '\t']);
    let is_header = |(mark, rest): &(&str, Rest)| match rest {
        Of(_) => text.ends_with(mark),
        Until(close) => *close != "\n" && text.ends_with(close),
        Before(_) | After => false,
    };
    // The line is not looked for: it may be as long as the text.
    let is_line = |before: &str| {
        let before = before.trim_end_matches([' ', '\t', '*', '#']);
        before.is_empty() || before.ends_with('\n')
    };
    let named = text.trim_end_matches('*');
    HEADERS.iter().any(is_header)
        || LABELS.iter().any(|(label, _)| named.strip_suffix(label).is_some_and(is_line))
}

/// Returns where the first mark stands in a part of a text that ends a turn.
pub(in crate::core::calls) fn next_end(text: &str, part: std::ops::Range<usize>) -> Option<usize> {
    let bytes = &text.as_bytes()[part.clone()];
    let mut places = memchr::memchr3_iter(b'<', b'[', b']', bytes).map(|at| part.start + at);
    places.find(|at| ends_turn(&text[*at..]))
}

/// Returns whether a text ends with a mark that ends a turn.
pub(in crate::core::calls) fn ends_with_mark(text: &str) -> bool {
    ENDS.iter().any(|end| text.trim_end().ends_with(end))
}

/// Returns whether a turn says nothing.
pub(in crate::core::calls) fn is_blank(text: &str) -> bool {
    let mut rest = text.trim_start();
    while let Some(end) = ENDS.iter().find(|end| rest.starts_with(**end)) {
        rest = rest[end.len()..].trim_start();
    }
    rest.is_empty()
}

/// Returns whether a text holds a dialog from its beginning on.
pub(in crate::core::calls) fn is_dialog(text: &str) -> bool {
    let text = text.trim_start();
    let is_header = |(mark, rest): &(&str, Rest)| *rest != After && text.starts_with(mark);
    BEGINS.iter().any(|mark| text.starts_with(mark)) || HEADERS.iter().any(is_header)
}

/// Returns whether the text has labels of the model and of another at the beginnings of lines.
pub(in crate::core::calls) fn has_labels(text: &str) -> bool {
    let bytes = text.as_bytes();
    let lines = std::iter::once(0).chain(memchr::memchr_iter(b'\n', bytes).map(|at| at + 1));
    let (mut has_model, mut has_other) = (false, false);
    for line in lines {
        // Emphasis and the mark of a heading may stand before a label, and some labels begin with such a mark.
        let marks =
            bytes[line..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'*' | b'#')).count();
        for at in line..=line + marks {
            let stands = |(label, _): &&(&str, Role)| bytes[at..].starts_with(label.as_bytes());
            let is_model = |(_, role): &(&str, Role)| *role == Model;
            for label in LABELS.iter().filter(stands) {
                (has_model, has_other) = (has_model || is_model(label), has_other || !is_model(label));
            }
        }
        if has_model && has_other {
            return true;
        }
    }
    false
}
