//! The one list of the keys that calls and the answers of providers have. Readers know a member by the number of its key in the
//! list, which it gets while the text is parsed; writers take the key itself. The table in `envelope/shapes.rs` says what the
//! keys of answers mean.

use std::fmt;

/// A key, or a type of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(u8);

macro_rules! names {
    ($($key:ident $name:literal)*) => {
        /// Lists the text of every key; the number of a key is one more than its place here.
        const NAMES: &[&str] = &[$($name),*];
        $(pub const $key: Key = Key::of($name);)*
    };
}

names! {
    // What a call has
    NAME "name"
    TOOL_NAME "tool_name"
    SDK_TOOL_NAME "toolName"
    RECIPIENT_NAME "recipient_name"
    TOOL "tool"
    FUNCTION "function"
    ACTION "action"
    ARGUMENTS "arguments"
    PARAMETERS "parameters"
    ARGS "args"
    INPUT "input"
    TOOL_INPUT "tool_input"
    TOOL_ARGS "tool_args"
    ACTION_INPUT "action_input"
    PARAMS "params"
    CALL_ID "call_id"
    TOOL_CALL_ID "tool_call_id"
    SDK_CALL_ID "toolCallId"
    BEDROCK_ID "toolUseId"
    TOOL_USE_ID "tool_use_id"
    CAMEL_CALL_ID "callId"
    ID "id"
    TYPE "type"
    INDEX "index"
    ROLE "role"
    STATUS "status"
    OBJECT "object"
    THOUGHT "thought"
    THOUGHTS "thoughts"
    REASON "reason"
    REASONING "reasoning"
    DESCRIPTION "description"
    EXPLANATION "explanation"
    TITLE "title"
    META "_meta"
    // What a schema has
    PROPERTIES "properties"
    REQUIRED "required"
    ITEMS "items"
    ENUM "enum"
    DEFAULT "default"
    ADDITIONAL_PROPERTIES "additionalProperties"
    SCHEMA "$schema"
    INPUT_SCHEMA "input_schema"
    // What holds calls
    TOOL_CALLS "tool_calls"
    SDK_TOOL_CALLS "toolCalls"
    FUNCTION_CALL "function_call"
    GEMINI_CALL "functionCall"
    BEDROCK_CALL "toolUse"
    TOOL_CALL "tool_call"
    TOOL_USES "tool_uses"
    // What calls say of themselves by their type
    TOOL_USE "tool_use"
    SERVER_TOOL_USE "server_tool_use"
    MCP_TOOL_USE "mcp_tool_use"
    MCP_CALL "mcp_call"
    CUSTOM_CALL "custom_tool_call"
    SDK_CALL "tool-call"
    // What leads to messages and their parts
    CHOICES "choices"
    MESSAGE "message"
    MESSAGES "messages"
    RESPONSE "response"
    BODY "body"
    RESULT "result"
    DATA "data"
    KWARGS "kwargs"
    OUTPUT "output"
    ITEM "item"
    CANDIDATES "candidates"
    CONTENT "content"
    CONTENTS "contents"
    PARTS "parts"
    CONTENT_BLOCK "content_block"
    BLOCK_START "contentBlockStart"
    BLOCK_DELTA "contentBlockDelta"
    BLOCK_STOP "contentBlockStop"
    BLOCK_INDEX "contentBlockIndex"
    START "start"
    DELTA "delta"
    MESSAGE_START "messageStart"
    MESSAGE_STOP "messageStop"
    METHOD "method"
    JSONRPC "jsonrpc"
    // What a message says
    TEXT "text"
    GENERATED_TEXT "generated_text"
    OUTPUT_TEXT "output_text"
    COMPLETION "completion"
    SUMMARY "summary"
    REASONING_CONTENT "reasoning_content"
    THINKING "thinking"
    BEDROCK_REASONING "reasoningContent"
    BEDROCK_THOUGHT "reasoningText"
    // What is said about it
    FINISH_REASON "finish_reason"
    STOP_REASON "stop_reason"
    GEMINI_FINISH "finishReason"
    BEDROCK_FINISH "stopReason"
    DONE_REASON "done_reason"
    DETAILS "incomplete_details"
    MODEL "model"
    MODEL_VERSION "modelVersion"
    DONE "done"
    TOKENS_PREDICTED "tokens_predicted"
    USAGE "usage"
    // What pieces and answers of tools have
    OUTPUT_INDEX "output_index"
    PARTIAL_JSON "partial_json"
    PARTIAL_ARGS "partialArgs"
    WILL_CONTINUE "willContinue"
    TOOL_RESULT "toolResult"
    FUNCTION_RESPONSE "functionResponse"
}

impl Key {
    /// The key with this text, for constants: a program that asks for another one is not built.
    const fn of(name: &str) -> Self {
        let mut at = 0;
        while !same(NAMES[at], name) {
            at += 1;
        }
        Self(at as u8 + 1)
    }

    /// The text of the key.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize - 1]
    }

    /// Its number, as `number` gives it.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns whether two texts are the same, for constants.
pub(super) const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Several keys: a bit for each number, and the lowest for all keys that the list does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys(u128);

const _: () = assert!(NAMES.len() < u128::BITS as usize, "each key has a bit");

impl Keys {
    /// The keys of a list.
    pub const fn of(list: &[Key]) -> Self {
        let (mut keys, mut at) = (0, 0);
        while at < list.len() {
            keys |= 1 << list[at].0;
            at += 1;
        }
        Self(keys)
    }

    /// These keys and the others.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Adds the key with a number. Returns whether it is a new one; the keys that the list does not have are one.
    #[inline]
    pub fn add(&mut self, number: u8) -> bool {
        let is_new = !self.has_number(number);
        self.0 |= 1 << number;
        is_new
    }

    /// Returns whether this key is among them.
    #[inline]
    pub const fn has(self, key: Key) -> bool {
        self.has_number(key.0)
    }

    /// Returns whether the key with this number is among them.
    #[inline]
    pub const fn has_number(self, number: u8) -> bool {
        self.0 >> number & 1 == 1
    }

    /// Returns whether one of the others is among them.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether all of them are among the others.
    #[inline]
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

/// Places in the table of numbers; many more than keys, so that most other keys meet an empty one.
const PLACES: usize = 512;

/// The numbers of the keys: each at the place that the text of its key gives, or at the next one that is free.
static NUMBERS: [u8; PLACES] = {
    let mut numbers = [0; PLACES];
    let mut name = 0;
    while name < NAMES.len() {
        let mut at = place(NAMES[name].as_bytes());
        while numbers[at] != 0 {
            assert!(!same(NAMES[numbers[at] as usize - 1], NAMES[name]), "a key stands in the list twice");
            at = (at + 1) % PLACES;
        }
        numbers[at] = name as u8 + 1;
        name += 1;
    }
    numbers
};

/// Returns the place of a key in the table, by its length, its ends, and its middle.
#[inline]
const fn place(name: &[u8]) -> usize {
    let [.., last] = name else { return 0 };
    let (first, middle) = (name[0] as usize, name[name.len() / 2] as usize);
    (name.len() * 31 + first * 7 + middle * 3 + *last as usize * 17) % PLACES
}

/// Returns the number of a key; 0 where the list does not have it.
#[inline]
pub fn number(name: &[u8]) -> u8 {
    let mut at = place(name);
    loop {
        let number = NUMBERS[at];
        if number == 0 || NAMES[usize::from(number) - 1].as_bytes() == name {
            return number;
        }
        at = (at + 1) % PLACES;
    }
}
