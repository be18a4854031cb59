//! The cause that a code points to, from the one table of causes.

use crate::core::cause::{Cause, Clues};
use crate::core::repair::Code;

/// Codes of calls and of refusals, which are no fixes of a text, and their causes.
const OTHERS: &[(&[&str], &str)] = &[
    (&["truncated", "call-cut-off"], "cut-off"),
    (&["no-json", "no-call"], "no-json"),
    (
        &[
            "schema",
            "arguments",
            "no-name",
            "unknown-tool",
            "name-from-tools",
            "name-from-arguments",
            "list-of-values",
        ],
        "schema",
    ),
    (&["renamed-key", "coerced-number", "coerced-boolean", "coerced-null", "wrapped-item"], "schema"),
    (&["encoding"], "encoding"),
    (&["unread", "missing-close", "name-from-id", "raw-text"], "call-as-text"),
    (&["nested-string"], "encoded-twice"),
    (&["python-value"], "python-literal"),
    (&["escaped-name"], "markdown-escape"),
    (&["repeated-key"], "duplicate-keys"),
];

/// The cause that this code points to.
pub(crate) fn cause(code: &str) -> Option<&'static Cause> {
    let fix = Code::ALL.iter().find(|fix| fix.name() == code);
    let of_fix = fix.and_then(|fix| Cause::of(&Clues::of_codes([*fix])));
    let named =
        || OTHERS.iter().find(|(codes, _)| codes.contains(&code)).and_then(|(_, id)| Cause::named(id));
    of_fix.or_else(named)
}

#[cfg(test)]
mod tests {
    use super::super::codes::CodeId;
    use super::*;

    #[test]
    fn codes_and_causes_are_ones_that_there_are() {
        for (codes, id) in OTHERS {
            assert!(Cause::named(id).is_some(), "{id}");
            for code in *codes {
                assert_eq!(CodeId::named(code).known().name, *code);
            }
        }
        assert_eq!(cause("fence").map(|cause| cause.id), Some("chat-wrapper"));
        assert!(cause("other").is_none());
    }
}
