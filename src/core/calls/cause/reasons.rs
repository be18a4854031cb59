//! The reasons for which a record or a call is refused: one table for feedback, statistics and `jmend explain --code`.

use crate::core::calls::cause::Cause;

/// A reason to refuse something.
#[derive(Clone, Copy, Debug)]
pub struct Reason {
    /// Stable kebab-case name.
    pub code: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What the model is to do about it. The wording is stable.
    pub(crate) remedy: &'static str,
    /// The id of the probable cause; empty where there can be many.
    pub cause: &'static str,
}

/// What helps where nothing more is known.
const AGAIN: &str = "Send it again as strict JSON.";

pub const fn reason(
    code: &'static str,
    cause: &'static str,
    about: &'static str,
    remedy: &'static str,
) -> Reason {
    Reason { code, about, remedy, cause }
}

/// Every reason, by its code.
pub const REASONS: [Reason; 20] = [
    reason(
        "arguments",
        "schema",
        "the arguments of a call are no object",
        "Send the arguments as one JSON object.",
    ),
    reason("changed-call", "", "a call that is written already has other arguments now", AGAIN),
    reason("confidence", "", "the repair is less certain than was accepted", AGAIN),
    reason("depth", "", "nested deeper than the limit", "Send it again with less nesting."),
    reason(
        "encoding",
        "encoding",
        "not UTF-8, and no other encoding that is read",
        "Send it again as UTF-8.",
    ),
    reason("framing", "", "the line is not what the framing says", AGAIN),
    reason(
        "hidden-tool",
        "",
        "a call of a tool that is not exposed",
        "Call one of the tools that you were given.",
    ),
    reason("no-call", "no-json", "no tool call where one is due", "Send a tool call."),
    reason("no-json", "no-json", "no JSON in the text", "Send one JSON value and nothing else."),
    reason(
        "no-name",
        "schema",
        "a call that names no tool",
        "Send a call that has the name of a tool and an object of arguments.",
    ),
    reason("notation", "", "not in the notation that was asked for", AGAIN),
    reason("risk", "", "the repair is riskier than was accepted", AGAIN),
    reason(
        "schema",
        "schema",
        "not what the schema wants",
        "Send it again with values of the types and names that the tool declares.",
    ),
    reason("schema-work", "", "takes more work to hold against the schema than one record may", AGAIN),
    reason("size", "", "longer than the limit", "Send less."),
    reason("strategy", "", "the repair needs a strategy that was not allowed", AGAIN),
    reason("too-large", "", "too large to be held against a schema", AGAIN),
    reason(
        "truncated",
        "cut-off",
        "cut off, and half an answer is refused",
        "Send all of it again; make long values shorter if it does not fit.",
    ),
    reason(
        "unknown-tool",
        "schema",
        "a call of a tool that is not in the list",
        "Call one of the tools that you were given.",
    ),
    reason(
        "unread",
        "call-as-text",
        "announced as a call, and no call",
        "Send the call in the format that you were told, with the tool's name and all arguments.",
    ),
];

impl Reason {
    /// The reason with this code.
    pub fn named(code: &str) -> Option<&'static Self> {
        REASONS.iter().find(|reason| reason.code == code)
    }

    /// Why models do this, where one cause is probable.
    pub fn cause(&self) -> Option<&'static Cause> {
        Cause::named(self.cause)
    }
}

/// What the model is to do about a refusal with this code.
pub(crate) fn remedy(code: &str) -> &'static str {
    Reason::named(code).map_or(AGAIN, |reason| reason.remedy)
}
