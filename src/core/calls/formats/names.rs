//! The keys that readers and writers of the answers of providers share. The table in `envelope/shapes.rs` says what
//! each of them means.

pub const TOOL_CALLS: &str = "tool_calls";
pub const TOOL_USES: &str = "tool_uses";
pub const GEMINI_CALL: &str = "functionCall";
pub const BEDROCK_CALL: &str = "toolUse";
pub const CUSTOM_CALL: &str = "custom_tool_call";
pub const CHOICES: &str = "choices";
pub const CANDIDATES: &str = "candidates";
pub const FINISH_REASON: &str = "finish_reason";
pub const STOP_REASON: &str = "stop_reason";
pub const GEMINI_FINISH: &str = "finishReason";
pub const BEDROCK_FINISH: &str = "stopReason";
pub const BEDROCK_REASONING: &str = "reasoningContent";
pub const BEDROCK_THOUGHT: &str = "reasoningText";
