//! The members of a call, by their names in the APIs and in what models write.

use super::names::{self, Key, Keys};

/// Members that name the tool, the surest first. The last two name other things, too.
pub(in crate::core::calls) const NAMES: [Key; 7] = [
    names::NAME,
    names::TOOL_NAME,
    names::SDK_TOOL_NAME,
    names::RECIPIENT_NAME,
    names::TOOL,
    names::FUNCTION,
    names::ACTION,
];
/// Members that hold the arguments, the surest first.
pub(in crate::core::calls) const ARGUMENTS: [Key; 8] = [
    names::ARGUMENTS,
    names::PARAMETERS,
    names::ARGS,
    names::INPUT,
    names::TOOL_INPUT,
    names::TOOL_ARGS,
    names::ACTION_INPUT,
    names::PARAMS,
];
/// Members that hold the id of the call. That of an item comes last: results name the other.
pub(in crate::core::calls) const IDS: [Key; 7] = [
    names::CALL_ID,
    names::TOOL_CALL_ID,
    names::SDK_CALL_ID,
    names::BEDROCK_ID,
    names::TOOL_USE_ID,
    names::CAMEL_CALL_ID,
    names::ID,
];

/// Members that identify a call: its name and its id.
pub(in crate::core::calls) const OWN: Keys = Keys::of(&NAMES).and(Keys::of(&IDS));

/// Members that identify or describe a call. Any other one may be an argument.
pub(in crate::core::calls) const ABOUT: Keys = OWN.and(Keys::of(&[
    names::TYPE,
    names::INDEX,
    names::ROLE,
    names::STATUS,
    names::OBJECT,
    names::THOUGHT,
    names::THOUGHTS,
    names::REASON,
    names::REASONING,
    names::DESCRIPTION,
    names::EXPLANATION,
    names::TITLE,
    names::META,
]));
