//! The one table of members in the answers of providers: what leads to messages, what holds calls, text and thoughts, and what
//! says something about the message. A new field of a provider is one row.
//!
//! Each list goes from the surest member to the last one that is asked for.

use crate::core::calls::formats::names::{self, Key, Keys};
use crate::core::calls::formats::{Format, members};

/// A member, the format that a call in it is of, and one example of it.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The key of the member, or the type.
    pub key: Key,
    /// The format that it says.
    pub format: &'static Format,
    /// An answer with it, whole.
    #[cfg(feature = "internal")]
    pub example: &'static str,
}

macro_rules! shapes {
    ($($(#[$doc:meta])* $list:ident { $($key:expr, $format:literal $example:literal)* })*) => {
        $($(#[$doc])* pub static $list: &[Shape] = &[$(Shape { key: $key, format: Format::known($format), #[cfg(feature = "internal")] example: $example },)*];)*

        /// Every list, by its name.
        #[cfg(feature = "internal")]
        pub static LISTS: &[(&str, &[Shape])] = &[$((stringify!($list), $list),)*];
    };
}

shapes! {
    /// Members that hold calls.
    CALLS {
        names::TOOL_CALLS, "langchain-message" r#"{"tool_calls":[{"name":"f","args":{}}]}"#
        names::SDK_TOOL_CALLS, "langchain-message" r#"{"toolCalls":[{"name":"f","args":{}}]}"#
        names::FUNCTION_CALL, "openai-legacy-function_call" r#"{"function_call":{"name":"f","arguments":"{}"}}"#
        names::GEMINI_CALL, "api-gemini" r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{}}}]}}]}"#
        names::BEDROCK_CALL, "api-bedrock" r#"{"output":{"message":{"content":[{"toolUse":{"toolUseId":"t","name":"f","input":{}}}]}}}"#
        names::TOOL_CALL, "bare-json" r#"{"tool_call":{"name":"f","arguments":{}}}"#
        names::TOOL_USES, "openai-parallel-tool" r#"{"tool_uses":[{"recipient_name":"f","parameters":{}}]}"#
    }
    /// Holds what calls say of themselves by their `type`.
    TYPES {
        names::TOOL_USE, "api-anthropic" r#"{"content":[{"type":"tool_use","id":"t","name":"f","input":{}}]}"#
        names::SERVER_TOOL_USE, "api-anthropic" r#"{"content":[{"type":"server_tool_use","id":"t","name":"f","input":{}}]}"#
        names::MCP_TOOL_USE, "api-anthropic" r#"{"content":[{"type":"mcp_tool_use","id":"t","name":"f","input":{}}]}"#
        names::FUNCTION_CALL, "api-openai-responses" r#"{"output":[{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}]}"#
        names::MCP_CALL, "api-openai-responses" r#"{"output":[{"type":"mcp_call","id":"c","name":"f","arguments":"{}"}]}"#
        names::CUSTOM_CALL, "api-openai-responses" r#"{"output":[{"type":"custom_tool_call","call_id":"c","name":"f","input":"x"}]}"#
        names::SDK_CALL, "langchain-message" r#"{"type":"tool-call","toolCallId":"c","toolName":"f","input":{}}"#
        names::TOOL_CALL, "langchain-message" r#"{"type":"tool_call","id":"c","name":"f","args":{}}"#
    }
    /// Members that lead to messages or parts of them, which may hold calls.
    MESSAGES {
        names::CHOICES, "api-openai-chat" r#"{"choices":[{"message":{"role":"assistant","content":"Hi."}}]}"#
        names::MESSAGE, "api-openai-chat" r#"{"message":{"role":"assistant","content":"Hi."},"done":true}"#
        names::MESSAGES, "langchain-message" r#"{"messages":[{"role":"assistant","content":"Hi."}]}"#
        names::RESPONSE, "api-openai-responses" r#"{"custom_id":"a","response":{"status_code":200,"body":{"choices":[{"message":{"role":"assistant","content":"Hi."}}]}}}"#
        names::BODY, "api-openai-chat" r#"{"body":{"choices":[{"message":{"role":"assistant","content":"Hi."}}]}}"#
        names::RESULT, "api-anthropic" r#"{"custom_id":"a","result":{"type":"succeeded","message":{"role":"assistant","content":[{"type":"text","text":"Hi."}]}}}"#
        names::DATA, "langchain-message" r#"{"type":"ai","data":{"content":"Hi."}}"#
        names::KWARGS, "langchain-message" r#"{"type":"constructor","kwargs":{"type":"ai","content":"Hi."}}"#
        names::OUTPUT, "api-openai-responses" r#"{"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hi."}]}]}"#
        names::ITEM, "api-openai-responses" r#"{"item":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hi."}]}}"#
        names::CANDIDATES, "api-gemini" r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"Hi."}]}}]}"#
        names::CONTENT, "api-anthropic" r#"{"role":"assistant","content":[{"type":"text","text":"Hi."}]}"#
        names::PARTS, "api-gemini" r#"{"role":"model","parts":[{"text":"Hi."}]}"#
        names::CONTENT_BLOCK, "api-anthropic-sse" r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hi."}}"#
        names::BLOCK_START, "api-bedrock" r#"{"contentBlockStart":{"start":{"toolUse":{"toolUseId":"t","name":"f"}},"contentBlockIndex":0}}"#
        names::START, "api-bedrock" r#"{"contentBlockStart":{"start":{"toolUse":{"toolUseId":"t","name":"f"}},"contentBlockIndex":0}}"#
        names::DELTA, "api-openai-chat-sse" r#"{"choices":[{"index":0,"delta":{"content":"Hi."}}]}"#
    }
    /// Members that lead to text and thoughts alone.
    PARTS {
        names::BLOCK_DELTA, "api-bedrock" r#"{"contentBlockDelta":{"delta":{"text":"Hi."},"contentBlockIndex":0}}"#
        names::MESSAGE_STOP, "api-bedrock" r#"{"messageStop":{"stopReason":"stop"}}"#
        names::BEDROCK_REASONING, "api-bedrock" r#"{"output":{"message":{"content":[{"reasoningContent":{"reasoningText":{"text":"Why."}}},{"text":"Hi."}]}}}"#
        names::BEDROCK_THOUGHT, "api-bedrock" r#"{"output":{"message":{"content":[{"reasoningContent":{"reasoningText":{"text":"Why."}}},{"text":"Hi."}]}}}"#
        names::SUMMARY, "api-openai-responses" r#"{"output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"Why."}]}]}"#
    }
    /// Members of events that open a call.
    OPENERS {
        names::CONTENT_BLOCK, "api-anthropic-sse" r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}"#
        names::BLOCK_START, "api-bedrock" r#"{"contentBlockStart":{"start":{"toolUse":{"toolUseId":"t","name":"f"}},"contentBlockIndex":0}}"#
        names::DELTA, "api-openai-chat-sse" r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"name":"f","arguments":""}}]}}]}"#
    }
    /// Members whose items are messages, each a choice of its own.
    CHOICES {
        names::CHOICES, "api-openai-chat" r#"{"choices":[{"message":{"role":"assistant","content":"Hi."}}]}"#
        names::CANDIDATES, "api-gemini" r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"Hi."}]}}]}"#
    }
    /// Members that name an event of a stream, which has no type.
    EVENTS {
        names::MESSAGE_START, "api-bedrock" r#"{"messageStart":{"role":"assistant"}}"#
        names::BLOCK_START, "api-bedrock" r#"{"contentBlockStart":{"start":{"toolUse":{"toolUseId":"t","name":"f"}},"contentBlockIndex":0}}"#
        names::BLOCK_DELTA, "api-bedrock" r#"{"contentBlockDelta":{"delta":{"text":"Hi."},"contentBlockIndex":0}}"#
        names::BLOCK_STOP, "api-bedrock" r#"{"contentBlockStop":{"contentBlockIndex":0}}"#
        names::MESSAGE_STOP, "api-bedrock" r#"{"messageStop":{"stopReason":"stop"}}"#
    }
    /// Members that hold the whole text of an answer.
    COMPLETIONS {
        names::RESPONSE, "bare-json" r#"{"response":"Hi.","done":true}"#
        names::GENERATED_TEXT, "bare-json" r#"{"generated_text":"Hi."}"#
        names::OUTPUT_TEXT, "bare-json" r#"{"output_text":"Hi."}"#
        names::COMPLETION, "bare-json" r#"{"completion":"Hi."}"#
    }
    /// Members of messages that hold their text.
    TEXTS {
        names::TEXT, "api-anthropic" r#"{"role":"assistant","content":[{"type":"text","text":"Hi."}]}"#
        names::CONTENT, "api-openai-chat" r#"{"role":"assistant","content":"Hi."}"#
    }
    /// Members of messages that hold thoughts.
    THOUGHTS {
        names::REASONING_CONTENT, "api-openai-chat" r#"{"role":"assistant","reasoning_content":"Why.","content":"Hi."}"#
        names::REASONING, "api-openai-chat" r#"{"role":"assistant","reasoning":"Why.","content":"Hi."}"#
        names::THINKING, "api-anthropic" r#"{"role":"assistant","content":[{"type":"thinking","thinking":"Why."},{"type":"text","text":"Hi."}]}"#
    }
    /// Members that say of a part that its text is a thought, where they are `true`.
    THOUGHT_MARKS {
        names::THOUGHT, "api-gemini" r#"{"candidates":[{"content":{"parts":[{"thought":true,"text":"Why."},{"text":"Hi."}]}}]}"#
    }
    /// Members that say why the model stopped.
    FINISHES {
        names::FINISH_REASON, "api-openai-chat" r#"{"choices":[{"message":{"role":"assistant","content":"Hi."},"finish_reason":"stop"}]}"#
        names::STOP_REASON, "api-anthropic" r#"{"role":"assistant","content":[{"type":"text","text":"Hi."}],"stop_reason":"stop"}"#
        names::GEMINI_FINISH, "api-gemini" r#"{"candidates":[{"content":{"parts":[{"text":"Hi."}]},"finishReason":"stop"}]}"#
        names::BEDROCK_FINISH, "api-bedrock" r#"{"output":{"message":{"content":[{"text":"Hi."}]}},"stopReason":"stop"}"#
        names::DONE_REASON, "api-openai-chat" r#"{"message":{"role":"assistant","content":"Hi."},"done":true,"done_reason":"stop"}"#
    }
    /// Members that say so in a member `reason` of their own.
    DETAILS {
        names::DETAILS, "api-openai-responses" r#"{"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hi."}]}],"incomplete_details":{"reason":"stop"}}"#
    }
    /// Members that say which model it was.
    MODELS {
        names::MODEL, "api-openai-chat" r#"{"model":"m","choices":[{"message":{"role":"assistant","content":"Hi."}}]}"#
        names::MODEL_VERSION, "api-gemini" r#"{"candidates":[{"content":{"parts":[{"text":"Hi."}]}}],"modelVersion":"m"}"#
    }
    /// Members that show an answer or a request by themselves, because no other data has them.
    SURE {
        names::CANDIDATES, "api-gemini" r#"{"candidates":[{"content":{"parts":[{"text":"Hi."}]}}]}"#
        names::CONTENTS, "api-gemini" r#"{"contents":[{"role":"user","parts":[{"text":"No."}]}]}"#
        names::CONTENT_BLOCK, "api-anthropic-sse" r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hi."}}"#
        names::TOKENS_PREDICTED, "bare-json" r#"{"content":"Hi.","tokens_predicted":2}"#
    }
    /// Members that only answers, requests and results have.
    OUTERMOST {
        names::CHOICES, "api-openai-chat" r#"{"choices":[{"message":{"role":"assistant","content":"Hi."}}]}"#
        names::CANDIDATES, "api-gemini" r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"Hi."}]}}]}"#
        names::CONTENTS, "api-gemini" r#"{"contents":[{"role":"user","parts":[{"text":"No."}]}]}"#
        names::CONTENT_BLOCK, "api-anthropic-sse" r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hi."}}"#
        names::BLOCK_START, "api-bedrock" r#"{"contentBlockStart":{"start":{"toolUse":{"toolUseId":"t","name":"f"}},"contentBlockIndex":0}}"#
        names::DELTA, "api-openai-chat-sse" r#"{"choices":[{"index":0,"delta":{"content":"Hi."}}]}"#
        names::DONE, "api-openai-chat" r#"{"message":{"role":"assistant","content":"Hi."},"done":true}"#
        names::GENERATED_TEXT, "bare-json" r#"{"generated_text":"Hi."}"#
        names::TOKENS_PREDICTED, "bare-json" r#"{"content":"Hi.","tokens_predicted":2}"#
        names::JSONRPC, "mcp-jsonrpc" r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"No."}],"structuredContent":{"a":1}}}"#
        names::MESSAGE, "api-openai-chat" r#"{"message":{"role":"assistant","content":"Hi."},"done":true}"#
        names::MESSAGES, "langchain-message" r#"{"messages":[{"role":"assistant","content":"Hi."}]}"#
        names::OUTPUT, "api-openai-responses" r#"{"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hi."}]}]}"#
        names::ROLE, "api-openai-chat" r#"{"role":"assistant","content":"Hi."}"#
        names::STOP_REASON, "api-anthropic" r#"{"role":"assistant","content":[{"type":"text","text":"Hi."}],"stop_reason":"stop"}"#
        names::BEDROCK_FINISH, "api-bedrock" r#"{"output":{"message":{"content":[{"text":"Hi."}]}},"stopReason":"stop"}"#
        names::USAGE, "api-openai-chat" r#"{"choices":[{"message":{"role":"assistant","content":"Hi."}}],"usage":{"total_tokens":9}}"#
    }
}

/// Lists the beginnings of the types of events.
const EVENT_TYPES: [&str; 9] = [
    "response.",
    "content_block",
    "message_start",
    "message_delta",
    "message_stop",
    "message-start",
    "message-end",
    "content-",
    "tool-call-",
];

/// Members that lead from a line of batch output or of a log to the answer in it.
pub(super) const WRAPPERS: [Key; 4] = [names::RESPONSE, names::BODY, names::RESULT, names::MESSAGE];

/// Members that an answer has beside its message.
pub(super) const ENDS: [Key; 4] = [names::STOP_REASON, names::FINISH_REASON, names::USAGE, names::MODEL];

/// Returns whether an event of a stream names itself by this type.
pub(super) fn is_event(kind: &str) -> bool {
    EVENT_TYPES.iter().any(|event| kind.starts_with(event))
}

/// Roles and types of those who speak to the model.
pub(in crate::core::calls) const OTHERS: [&str; 7] =
    ["user", "system", "developer", "tool", "function", "ipython", "human"];

/// Words of providers for an answer that ended at its limit, in any case.
const LIMITS: [&str; 3] = ["length", "max_tokens", "max_output_tokens"];

/// Returns whether a provider says with this word that an answer ended at its limit.
pub fn is_limit(reason: &str) -> bool {
    LIMITS.iter().any(|word| word.eq_ignore_ascii_case(reason))
}

/// Returns the members that hold calls or messages, or lead to them.
pub fn leads() -> impl Iterator<Item = Key> {
    let lists = [CALLS, MESSAGES, COMPLETIONS, SURE, EVENTS].into_iter().flatten();
    lists.map(|shape| shape.key).chain(members::ARGUMENTS)
}

/// Returns the keys of a list.
pub(super) const fn keys(list: &[Shape]) -> Keys {
    let (mut keys, mut at) = (Keys::of(&[]), 0);
    while at < list.len() {
        keys = keys.and(Keys::of(&[list[at].key]));
        at += 1;
    }
    keys
}
