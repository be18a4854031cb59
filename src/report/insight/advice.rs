//! What to change so that a code is seen less.

/// Codes that have one cause, and what to do about it.
const CAUSES: &[(&[&str], &str)] = &[
    (
        &["single-quotes", "python-word", "tuple", "set", "string-prefix", "python-value"],
        "The model writes Python, often because examples in the prompt were printed with str() or repr(). Write every example \
         with json.dumps, and say \"Answer in JSON: double quotes, true, false, null.\"",
    ),
    (
        &[
            "inner-quote",
            "missing-close-quote",
            "missing-open-quote",
            "raw-control",
            "literal-backslash",
            "escape-spelling",
        ],
        "Strings hold code, paths or quoted speech that is not escaped. Ask for long text and code outside of the JSON, or say \
         \"Escape every quote, backslash and line end in strings\", with one correct example.",
    ),
    (
        &["cut-off", "cut-part", "cut-escape", "call-cut-off", "truncated", "missing-closer"],
        "Answers end too early. Raise the token limit, ask for less in one answer, and look at finish_reason before you use one.",
    ),
    (
        &["fence", "prose", "dropped-document", "assignment", "repeated-document"],
        "The model talks around the JSON. Say \"Answer with the JSON alone, without a code fence\", or use the provider's JSON mode.",
    ),
    (
        &["escaped-document", "escaped-quotes", "nested-string", "wrapper", "decoded-json", "escaped-space"],
        "JSON is encoded twice. Look for a json.dumps of a text that is JSON already, also in the examples of the prompt.",
    ),
    (
        &["leaked-token", "reasoning", "missing-close", "unread", "name-from-id"],
        "Tokens of the model's own format are in the answer. The server's chat template or tool parser does not fit the model.",
    ),
    (
        &["trailing-comma", "comment", "unquoted-key", "number-spelling", "backtick-quotes", "word-case"],
        "The model writes JavaScript. Show one example of strict JSON, and say \"No comments, no trailing commas, keys in double quotes.\"",
    ),
    (
        &["ellipsis", "placeholder", "missing-value", "undefined"],
        "The model leaves out what it was to write. Say \"Write every item in full\", and ask for fewer items at a time.",
    ),
    (
        &["non-finite"],
        "A number is NaN or Infinity, which JSON does not have. Say which value stands for an unknown number, for example null.",
    ),
    (
        &["no-json", "no-call"],
        "The model answers in prose: it refuses, asks back or forgot the format. Repeat the format at the end of the prompt, and \
         give it a JSON answer for the case that it cannot do the job.",
    ),
    (
        &["unknown-tool", "no-name", "name-from-tools", "name-from-arguments"],
        "Calls name no tool or another one. Use names that differ clearly, and list the tools once more before the question.",
    ),
    (
        &[
            "arguments",
            "schema",
            "renamed-key",
            "coerced-number",
            "coerced-boolean",
            "coerced-null",
            "wrapped-item",
        ],
        "Arguments are not what the tool takes. Give each parameter a type, a description and an example in the tool's schema.",
    ),
    (
        &["duplicate-key", "repeated-key", "new-object"],
        "A key comes twice in one object. Show an example with two items in a list, so that the model opens a new object for each.",
    ),
];

/// What to change so that this code is seen less, in a sentence or two; it begins with the cause.
pub(crate) fn advice(code: &str) -> Option<&'static str> {
    CAUSES.iter().find(|(codes, _)| codes.contains(&code)).map(|(_, advice)| *advice)
}

#[cfg(test)]
mod tests {
    use super::super::codes::CodeId;
    use super::*;

    #[test]
    fn causes_name_codes_that_there_are() {
        for code in CAUSES.iter().flat_map(|(codes, _)| *codes) {
            assert_eq!(CodeId::named(code).known().name, *code);
        }
        assert!(advice("fence").is_some() && advice("other").is_none());
    }
}
