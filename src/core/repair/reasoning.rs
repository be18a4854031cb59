//! The tags that models put around their reasoning: one table for everything that looks for JSON or calls in an answer.

/// Tags around reasoning, the opening and the closing one.
pub const TAGS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<reasoning>", "</reasoning>"),
    ("<mm:think>", "</mm:think>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|channel>thought", "<channel|>"),
    ("<|content_thinking|>", "<|end_message|>"),
];

/// Does this closing tag close nothing but reasoning? Others say nothing by themselves.
pub const fn is_own_close(close: &str) -> bool {
    !matches!(close.as_bytes(), b"<channel|>" | b"<|end_message|>")
}
