//! The members of a call, by their names in the APIs and in what models write.

/// Members that name the tool, the surest first. The last two name other things, too.
pub(in crate::core::calls) const NAMES: [&str; 7] =
    ["name", "tool_name", "toolName", "recipient_name", "tool", "function", "action"];
/// Members that hold the arguments, the surest first.
pub(in crate::core::calls) const ARGUMENTS: [&str; 8] =
    ["arguments", "parameters", "args", "input", "tool_input", "tool_args", "action_input", "params"];
/// Members that hold the id of the call. That of an item comes last: results name the other.
pub(in crate::core::calls) const IDS: [&str; 7] =
    ["call_id", "tool_call_id", "toolCallId", "toolUseId", "tool_use_id", "callId", "id"];

/// Members that say something about a call and are not among its arguments.
const ABOUT: [&str; 13] = [
    "type",
    "index",
    "role",
    "status",
    "object",
    "thought",
    "thoughts",
    "reason",
    "reasoning",
    "description",
    "explanation",
    "title",
    "_meta",
];

/// Returns whether a member of this name identifies or describes the call. Any other one may be an argument.
pub(in crate::core::calls) fn is_about(key: &str) -> bool {
    [&NAMES[..], &IDS, &ABOUT].iter().any(|known| known.contains(&key))
}
