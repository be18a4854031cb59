//! The tags that models put around their reasoning: one table for everything that looks for JSON or calls in an answer.

/// Tags around reasoning, the opening and the closing one.
pub const TAGS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<THINK>", "</THINK>"),
    ("<Think>", "</Think>"),
    ("<THINKING>", "</THINKING>"),
    ("<Thinking>", "</Thinking>"),
    ("<antThinking>", "</antThinking>"),
    ("<reasoning>", "</reasoning>"),
    ("<thought>", "</thought>"),
    ("<reflection>", "</reflection>"),
    ("<scratchpad>", "</scratchpad>"),
    ("<analysis>", "</analysis>"),
    ("<inner_monologue>", "</inner_monologue>"),
    ("<mm:think>", "</mm:think>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|channel>thought", "<channel|>"),
    ("<|content_thinking|>", "<|end_message|>"),
];

/// Returns whether this closing tag closes nothing but reasoning, so that it says something by itself.
pub const fn is_own_close(close: &str) -> bool {
    !matches!(
        close.as_bytes(),
        b"<channel|>"
            | b"<|end_message|>"
            | b"</thought>"
            | b"</reflection>"
            | b"</scratchpad>"
            | b"</analysis>"
    )
}
