//! The one table of members in the answers of providers: what leads to messages, what holds calls, text and thoughts, and what
//! says something about the message. A new field of a provider is one row.
//!
//! Each list goes from the surest member to the last one that is asked for.

use crate::core::calls::formats::{members, names};

/// A member, the format that a call in it is of, and one example of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The key of the member, or the type.
    pub name: &'static str,
    /// The id of the format that it says.
    pub format: &'static str,
    /// An answer with it, whole.
    pub example: &'static str,
}

macro_rules! shapes {
    ($($(#[$doc:meta])* $list:ident { $($name:expr, $format:literal $example:literal)* })*) => {
        $($(#[$doc])* pub const $list: &[Shape] = &[$(Shape { name: $name, format: $format, example: $example },)*];)*

        /// Every list, by its name.
        #[cfg(feature = "internal")]
        pub const LISTS: &[(&str, &[Shape])] = &[$((stringify!($list), $list),)*];
    };
}

shapes! {
    /// Members that hold calls.
    CALLS {
        names::TOOL_CALLS, "langchain-message" r#"{"tool_calls":[{"name":"f","args":{}}]}"#
        "toolCalls", "langchain-message" r#"{"toolCalls":[{"name":"f","args":{}}]}"#
        "function_call", "openai-legacy-function_call" r#"{"function_call":{"name":"f","arguments":"{}"}}"#
        names::GEMINI_CALL, "api-gemini" r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{}}}]}}]}"#
        names::BEDROCK_CALL, "api-bedrock" r#"{"output":{"message":{"content":[{"toolUse":{"toolUseId":"t","name":"f","input":{}}}]}}}"#
        "tool_call", "bare-json" r#"{"tool_call":{"name":"f","arguments":{}}}"#
        names::TOOL_USES, "openai-parallel-tool" r#"{"tool_uses":[{"recipient_name":"f","parameters":{}}]}"#
    }
    /// Holds what calls say of themselves by their `type`.
    TYPES {
        "tool_use", "api-anthropic" r#"{"content":[{"type":"tool_use","id":"t","name":"f","input":{}}]}"#
        "server_tool_use", "api-anthropic" r#"{"content":[{"type":"server_tool_use","id":"t","name":"f","input":{}}]}"#
        "mcp_tool_use", "api-anthropic" r#"{"content":[{"type":"mcp_tool_use","id":"t","name":"f","input":{}}]}"#
        "function_call", "api-openai-responses" r#"{"output":[{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}]}"#
        "mcp_call", "api-openai-responses" r#"{"output":[{"type":"mcp_call","id":"c","name":"f","arguments":"{}"}]}"#
        names::CUSTOM_CALL, "api-openai-responses" r#"{"output":[{"type":"custom_tool_call","call_id":"c","name":"f","input":"x"}]}"#
        "tool-call", "langchain-message" r#"{"type":"tool-call","toolCallId":"c","toolName":"f","input":{}}"#
        "tool_call", "langchain-message" r#"{"type":"tool_call","id":"c","name":"f","args":{}}"#
    }
    /// Members that lead to messages or parts of them, which may hold calls.
    MESSAGES {
        names::CHOICES, "api-openai-chat" r#"{"choices":[{"message":{"role":"assistant","content":"Hi."}}]}"#
        "message", "api-openai-chat" r#"{"message":{"role":"assistant","content":"Hi."},"done":true}"#
        "messages", "langchain-message" r#"{"messages":[{"role":"assistant","content":"Hi."}]}"#
        "response", "api-openai-responses" r#"{"custom_id":"a","response":{"status_code":200,"body":{"choices":[{"message":{"role":"assistant","content":"Hi."}}]}}}"#
        "body", "api-openai-chat" r#"{"body":{"choices":[{"message":{"role":"assistant","content":"Hi."}}]}}"#
        "result", "api-anthropic" r#"{"custom_id":"a","result":{"type":"succeeded","message":{"role":"assistant","content":[{"type":"text","text":"Hi."}]}}}"#
        "data", "langchain-message" r#"{"type":"ai","data":{"content":"Hi."}}"#
        "kwargs", "langchain-message" r#"{"type":"constructor","kwargs":{"type":"ai","content":"Hi."}}"#
        "output", "api-openai-responses" r#"{"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hi."}]}]}"#
        "item", "api-openai-responses" r#"{"item":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hi."}]}}"#
        names::CANDIDATES, "api-gemini" r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"Hi."}]}}]}"#
        "content", "api-anthropic" r#"{"role":"assistant","content":[{"type":"text","text":"Hi."}]}"#
        "parts", "api-gemini" r#"{"role":"model","parts":[{"text":"Hi."}]}"#
        "content_block", "api-anthropic-sse" r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hi."}}"#
        "contentBlockStart", "api-bedrock" r#"{"contentBlockStart":{"start":{"toolUse":{"toolUseId":"t","name":"f"}},"contentBlockIndex":0}}"#
        "start", "api-bedrock" r#"{"contentBlockStart":{"start":{"toolUse":{"toolUseId":"t","name":"f"}},"contentBlockIndex":0}}"#
        "delta", "api-openai-chat-sse" r#"{"choices":[{"index":0,"delta":{"content":"Hi."}}]}"#
    }
    /// Members that lead to text and thoughts alone.
    PARTS {
        "contentBlockDelta", "api-bedrock" r#"{"contentBlockDelta":{"delta":{"text":"Hi."},"contentBlockIndex":0}}"#
        "messageStop", "api-bedrock" r#"{"messageStop":{"stopReason":"stop"}}"#
        names::BEDROCK_REASONING, "api-bedrock" r#"{"output":{"message":{"content":[{"reasoningContent":{"reasoningText":{"text":"Why."}}},{"text":"Hi."}]}}}"#
        names::BEDROCK_THOUGHT, "api-bedrock" r#"{"output":{"message":{"content":[{"reasoningContent":{"reasoningText":{"text":"Why."}}},{"text":"Hi."}]}}}"#
        "summary", "api-openai-responses" r#"{"output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"Why."}]}]}"#
    }
    /// Members of events that open a call.
    OPENERS {
        "content_block", "api-anthropic-sse" r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}"#
        "contentBlockStart", "api-bedrock" r#"{"contentBlockStart":{"start":{"toolUse":{"toolUseId":"t","name":"f"}},"contentBlockIndex":0}}"#
        "delta", "api-openai-chat-sse" r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"name":"f","arguments":""}}]}}]}"#
    }
    /// Members whose items are messages, each a choice of its own.
    CHOICES {
        names::CHOICES, "api-openai-chat" r#"{"choices":[{"message":{"role":"assistant","content":"Hi."}}]}"#
        names::CANDIDATES, "api-gemini" r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"Hi."}]}}]}"#
    }
    /// Members that name an event of a stream, which has no type.
    EVENTS {
        "messageStart", "api-bedrock" r#"{"messageStart":{"role":"assistant"}}"#
        "contentBlockStart", "api-bedrock" r#"{"contentBlockStart":{"start":{"toolUse":{"toolUseId":"t","name":"f"}},"contentBlockIndex":0}}"#
        "contentBlockDelta", "api-bedrock" r#"{"contentBlockDelta":{"delta":{"text":"Hi."},"contentBlockIndex":0}}"#
        "contentBlockStop", "api-bedrock" r#"{"contentBlockStop":{"contentBlockIndex":0}}"#
        "messageStop", "api-bedrock" r#"{"messageStop":{"stopReason":"stop"}}"#
    }
    /// Members that hold the whole text of an answer.
    COMPLETIONS {
        "response", "bare-json" r#"{"response":"Hi.","done":true}"#
        "generated_text", "bare-json" r#"{"generated_text":"Hi."}"#
        "output_text", "bare-json" r#"{"output_text":"Hi."}"#
        "completion", "bare-json" r#"{"completion":"Hi."}"#
    }
    /// Members of messages that hold their text.
    TEXTS {
        "text", "api-anthropic" r#"{"role":"assistant","content":[{"type":"text","text":"Hi."}]}"#
        "content", "api-openai-chat" r#"{"role":"assistant","content":"Hi."}"#
    }
    /// Members of messages that hold thoughts.
    THOUGHTS {
        "reasoning_content", "api-openai-chat" r#"{"role":"assistant","reasoning_content":"Why.","content":"Hi."}"#
        "reasoning", "api-openai-chat" r#"{"role":"assistant","reasoning":"Why.","content":"Hi."}"#
        "thinking", "api-anthropic" r#"{"role":"assistant","content":[{"type":"thinking","thinking":"Why."},{"type":"text","text":"Hi."}]}"#
    }
    /// Members that say of a part that its text is a thought, where they are `true`.
    THOUGHT_MARKS {
        "thought", "api-gemini" r#"{"candidates":[{"content":{"parts":[{"thought":true,"text":"Why."},{"text":"Hi."}]}}]}"#
    }
    /// Members that say why the model stopped.
    FINISHES {
        names::FINISH_REASON, "api-openai-chat" r#"{"choices":[{"message":{"role":"assistant","content":"Hi."},"finish_reason":"stop"}]}"#
        names::STOP_REASON, "api-anthropic" r#"{"role":"assistant","content":[{"type":"text","text":"Hi."}],"stop_reason":"stop"}"#
        names::GEMINI_FINISH, "api-gemini" r#"{"candidates":[{"content":{"parts":[{"text":"Hi."}]},"finishReason":"stop"}]}"#
        names::BEDROCK_FINISH, "api-bedrock" r#"{"output":{"message":{"content":[{"text":"Hi."}]}},"stopReason":"stop"}"#
        "done_reason", "api-openai-chat" r#"{"message":{"role":"assistant","content":"Hi."},"done":true,"done_reason":"stop"}"#
    }
    /// Members that say so in a member `reason` of their own.
    DETAILS {
        "incomplete_details", "api-openai-responses" r#"{"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hi."}]}],"incomplete_details":{"reason":"stop"}}"#
    }
    /// Members that say which model it was.
    MODELS {
        "model", "api-openai-chat" r#"{"model":"m","choices":[{"message":{"role":"assistant","content":"Hi."}}]}"#
        "modelVersion", "api-gemini" r#"{"candidates":[{"content":{"parts":[{"text":"Hi."}]}}],"modelVersion":"m"}"#
    }
    /// Members that show an answer or a request by themselves, because no other data has them.
    SURE {
        names::CANDIDATES, "api-gemini" r#"{"candidates":[{"content":{"parts":[{"text":"Hi."}]}}]}"#
        "contents", "api-gemini" r#"{"contents":[{"role":"user","parts":[{"text":"No."}]}]}"#
        "content_block", "api-anthropic-sse" r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hi."}}"#
    }
    /// Members that only answers, requests and results have.
    OUTERMOST {
        names::CHOICES, "api-openai-chat" r#"{"choices":[{"message":{"role":"assistant","content":"Hi."}}]}"#
        names::CANDIDATES, "api-gemini" r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"Hi."}]}}]}"#
        "contents", "api-gemini" r#"{"contents":[{"role":"user","parts":[{"text":"No."}]}]}"#
        "content_block", "api-anthropic-sse" r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hi."}}"#
        "contentBlockStart", "api-bedrock" r#"{"contentBlockStart":{"start":{"toolUse":{"toolUseId":"t","name":"f"}},"contentBlockIndex":0}}"#
        "delta", "api-openai-chat-sse" r#"{"choices":[{"index":0,"delta":{"content":"Hi."}}]}"#
        "done", "api-openai-chat" r#"{"message":{"role":"assistant","content":"Hi."},"done":true}"#
        "generated_text", "bare-json" r#"{"generated_text":"Hi."}"#
        "jsonrpc", "mcp-jsonrpc" r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"No."}],"structuredContent":{"a":1}}}"#
        "message", "api-openai-chat" r#"{"message":{"role":"assistant","content":"Hi."},"done":true}"#
        "messages", "langchain-message" r#"{"messages":[{"role":"assistant","content":"Hi."}]}"#
        "output", "api-openai-responses" r#"{"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Hi."}]}]}"#
        "role", "api-openai-chat" r#"{"role":"assistant","content":"Hi."}"#
        names::STOP_REASON, "api-anthropic" r#"{"role":"assistant","content":[{"type":"text","text":"Hi."}],"stop_reason":"stop"}"#
        names::BEDROCK_FINISH, "api-bedrock" r#"{"output":{"message":{"content":[{"text":"Hi."}]}},"stopReason":"stop"}"#
        "usage", "api-openai-chat" r#"{"choices":[{"message":{"role":"assistant","content":"Hi."}}],"usage":{"total_tokens":9}}"#
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
pub(super) const WRAPPERS: [&str; 4] = ["response", "body", "result", "message"];

/// Members that an answer has beside its message.
pub(super) const ENDS: [&str; 4] = [names::STOP_REASON, names::FINISH_REASON, "usage", "model"];

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
pub fn leads() -> impl Iterator<Item = &'static str> {
    let lists = [CALLS, MESSAGES, COMPLETIONS, SURE, EVENTS].into_iter().flatten();
    lists.map(|shape| shape.name).chain(members::ARGUMENTS)
}

/// Returns whether a list has a row of this name.
pub(in crate::core::calls) fn has(list: &[Shape], name: &str) -> bool {
    list.iter().any(|shape| shape.name == name)
}
