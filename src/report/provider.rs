//! Calls and whole messages in the shapes of providers: what their APIs give, and take back.

use crate::core::calls::envelope::shapes::is_limit;
use crate::core::calls::formats::names::{
    BEDROCK_CALL, BEDROCK_FINISH, BEDROCK_REASONING, BEDROCK_THOUGHT, CANDIDATES, CHOICES, FINISH_REASON,
    GEMINI_CALL, GEMINI_FINISH, STOP_REASON, TOOL_CALLS,
};
use crate::core::calls::{Call, Message};
use crate::core::json::quoted;

/// Whose shape is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Provider {
    /// `OpenAI`'s chat completions.
    Openai,
    /// `OpenAI`'s responses.
    Responses,
    /// Anthropic's messages.
    Anthropic,
    /// Gemini's contents.
    Gemini,
    /// The Model Context Protocol.
    Mcp,
    /// Bedrock's Converse.
    Bedrock,
}

impl Provider {
    /// Every provider: name, value, and what is written.
    pub(crate) const ALL: [(&'static str, Self, &'static str); 6] = [
        ("openai", Self::Openai, "items of `tool_calls`, and chat completions"),
        ("responses", Self::Responses, "items of `output`, and responses"),
        ("anthropic", Self::Anthropic, "blocks of `content`, and messages"),
        ("gemini", Self::Gemini, "parts, and candidates"),
        ("mcp", Self::Mcp, "requests of `tools/call`"),
        ("bedrock", Self::Bedrock, "blocks of `content`, and answers of Converse"),
    ];

    /// One call; `number` makes an id where it has none, from 1.
    pub(crate) fn call(self, call: &Call, number: usize) -> String {
        let name = quoted(&call.name);
        let arguments = call.arguments.as_str();
        let id = call.id.clone().unwrap_or_else(|| format!("\"call_{number}\""));
        match self {
            Self::Openai => format!(
                "{{\"id\":{id},\"type\":\"function\",\"function\":{{\"name\":{name},\"arguments\":{}}}}}",
                quoted(arguments)
            ),
            Self::Responses => format!(
                "{{\"type\":\"function_call\",\"call_id\":{id},\"name\":{name},\"arguments\":{}}}",
                quoted(arguments)
            ),
            Self::Anthropic => {
                format!("{{\"type\":\"tool_use\",\"id\":{id},\"name\":{name},\"input\":{arguments}}}")
            }
            Self::Gemini => {
                let id = call.id.as_ref().map(|id| format!("\"id\":{id},")).unwrap_or_default();
                format!("{{\"{GEMINI_CALL}\":{{{id}\"name\":{name},\"args\":{arguments}}}}}")
            }
            Self::Mcp => format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":{name},\"arguments\":{arguments}}}}}"
            ),
            Self::Bedrock => {
                format!("{{\"{BEDROCK_CALL}\":{{\"toolUseId\":{id},\"name\":{name},\"input\":{arguments}}}}}")
            }
        }
    }

    /// A whole message, each value of it by itself; `first` is the number of its first call.
    pub(crate) fn message(self, message: &Message, first: usize) -> Vec<String> {
        let calls: Vec<String> =
            message.calls.iter().enumerate().map(|(at, call)| self.call(call, first + at)).collect();
        let (text, thought) = (quoted(&message.content), quoted(&message.reasoning));
        let parts = |reasoning: String, content: String| {
            let reasoning = Some(reasoning).filter(|_| !message.reasoning.is_empty());
            let content = Some(content).filter(|_| !message.content.is_empty());
            reasoning.into_iter().chain(content).chain(calls.iter().cloned()).collect::<Vec<_>>().join(",")
        };
        let model = |key: &str| field(key, message.model.as_deref());
        // Each provider has its own word for a message that ends with calls.
        let reason = |key: &str, word: &str| {
            field(key, if calls.is_empty() { message.finish_reason.as_deref() } else { Some(word) })
        };
        let value = match self {
            Self::Openai => {
                let reasoning = field(
                    "reasoning_content",
                    Some(message.reasoning.as_str()).filter(|text| !text.is_empty()),
                );
                let content = if message.content.is_empty() { "null" } else { text.as_str() };
                let tools = if calls.is_empty() {
                    String::new()
                } else {
                    format!(",\"{TOOL_CALLS}\":[{}]", calls.join(","))
                };
                format!(
                    "{{\"object\":\"chat.completion\"{},\"{CHOICES}\":[{{\"index\":{},\"message\":{{\"role\":\"assistant\",\"content\":{content}{reasoning}{tools}}}{}}}]}}",
                    model("model"),
                    message.choice,
                    reason(FINISH_REASON.name(), TOOL_CALLS.name()),
                )
            }
            Self::Responses => {
                let output = parts(
                    format!(
                        "{{\"type\":\"reasoning\",\"summary\":[{{\"type\":\"summary_text\",\"text\":{thought}}}]}}"
                    ),
                    format!(
                        "{{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{{\"type\":\"output_text\",\"text\":{text}}}]}}"
                    ),
                );
                let is_limited = message.finish_reason.as_deref().is_some_and(is_limit) && calls.is_empty();
                let status = if is_limited {
                    ",\"status\":\"incomplete\",\"incomplete_details\":{\"reason\":\"max_output_tokens\"}"
                } else {
                    ""
                };
                format!("{{\"object\":\"response\"{}{status},\"output\":[{output}]}}", model("model"))
            }
            Self::Anthropic => {
                let content = parts(
                    format!("{{\"type\":\"thinking\",\"thinking\":{thought}}}"),
                    format!("{{\"type\":\"text\",\"text\":{text}}}"),
                );
                format!(
                    "{{\"type\":\"message\",\"role\":\"assistant\"{},\"content\":[{content}]{}}}",
                    model("model"),
                    reason(STOP_REASON.name(), "tool_use"),
                )
            }
            Self::Gemini => {
                let content =
                    parts(format!("{{\"thought\":true,\"text\":{thought}}}"), format!("{{\"text\":{text}}}"));
                format!(
                    "{{\"{CANDIDATES}\":[{{\"index\":{},\"content\":{{\"role\":\"model\",\"parts\":[{content}]}}{}}}]{}}}",
                    message.choice,
                    reason(GEMINI_FINISH.name(), "STOP"),
                    model("modelVersion"),
                )
            }
            // The protocol carries calls alone.
            Self::Mcp => return calls,
            Self::Bedrock => {
                let content = parts(
                    format!("{{\"{BEDROCK_REASONING}\":{{\"{BEDROCK_THOUGHT}\":{{\"text\":{thought}}}}}}}"),
                    format!("{{\"text\":{text}}}"),
                );
                format!(
                    "{{\"output\":{{\"message\":{{\"role\":\"assistant\",\"content\":[{content}]}}}}{}}}",
                    reason(BEDROCK_FINISH.name(), "tool_use"),
                )
            }
        };
        Vec::from([value])
    }
}

/// `,"key":"text"`, where there is a text.
fn field(key: &str, text: Option<&str>) -> String {
    text.map(|text| format!(",\"{key}\":{}", quoted(text))).unwrap_or_default()
}
