//! The promise of schemas: a value that fits is never changed, and what is made to fit does fit.

use std::cell::OnceCell;

use jmend::core::json::scan_document;
use jmend::core::json::tree::Tree;
use jmend::core::repair::engine::{Options, Repaired, Strategy};
use jmend::core::repair::schema::{Rules, Schema};

use super::{DEPTH, Outcome, make};

/// Schemas in which much fits and much can be coerced.
const SCHEMAS: &[&str] = &[
    r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":["string","null"]},"key":{"type":"array",
        "items":{"type":"number"}}},"additionalProperties":{"type":["boolean","string","object"]}}"#,
    r##"{"anyOf":[{"type":"array","items":{"$ref":"#/$defs/n"}},{"$ref":"#/$defs/n"}],"$defs":{"n":{"anyOf":[{"type":
        "integer"},{"type":"boolean"},{"type":"object","properties":{"a":{"$ref":"#/$defs/n"}}}]}}}"##,
    r#"{"type":["string","array"],"items":{"enum":["a","b",null,1]},"maxLength":20}"#,
    r#"{"oneOf":[{"type":"number","minimum":1},{"type":"string","pattern":"^[a-z]+$"},{"type":"object","required":["a"]}]}"#,
    r#"{"type":"object","properties":{"command":{"type":"string"},"timeout":{"type":"integer","default":30},
        "flags":{"type":"array","items":{"type":"string"}}},"required":["command"],"additionalProperties":false}"#,
    "{}",
];

thread_local! {
    static COMPILED: OnceCell<Vec<Schema>> = const { OnceCell::new() };
}

/// The input, and a document made of its bytes, against a schema; and the input as a schema.
pub(super) fn schema_never_changes_valid(input: &[u8]) -> Outcome {
    let made = make::document(input);
    COMPILED.with(|compiled| {
        let compiled =
            compiled.get_or_init(|| SCHEMAS.iter().filter_map(|text| Schema::new(text).ok()).collect());
        if compiled.len() != SCHEMAS.len() {
            return Err("a schema of this test is none".to_owned());
        }
        let schema = &compiled[input.len() % compiled.len()];
        unchanged_or_fit(schema, input)?;
        unchanged_or_fit(schema, made.as_bytes())
    })?;
    let Ok(text) = std::str::from_utf8(input) else { return Ok(()) };
    if text.len() < 2_000
        && let Ok(schema) = Schema::new(text)
    {
        unchanged_or_fit(&schema, br#"{"a":"1","b":[true,"x"]}"#)?;
    }
    Ok(())
}

fn unchanged_or_fit(schema: &Schema, input: &[u8]) -> Outcome {
    let options = Options { max_depth: DEPTH, ..Options::default() };
    let rules = Rules { lossy: input.len() % 2 == 1, ..Rules::default() };
    let repaired = schema.repair(input, &rules, &options);
    let valid = scan_document(input, DEPTH).ok();
    if let Some(tree) = valid.and_then(|text| Tree::parse(text, DEPTH).ok())
        && schema.check(&tree).is_ok()
    {
        let repaired = repaired.map_err(|unfit| format!("a value that fits is refused: {unfit:?}"))?;
        let same = repaired.text.as_bytes() == input && repaired.strategy == Strategy::Direct;
        return if same && repaired.fixes.is_empty() {
            Ok(())
        } else {
            Err(format!("it became {repaired:?}"))
        };
    }
    repaired.map_or(Ok(()), |repaired| fits(schema, &repaired))
}

/// Is every document of what came out strict JSON that fits?
fn fits(schema: &Schema, repaired: &Repaired<'_>) -> Outcome {
    for range in &repaired.documents {
        let text = &repaired.text[range.clone()];
        let tree = Tree::parse(text, DEPTH).map_err(|error| format!("{error:?} in {text:?}"))?;
        schema.check(&tree).map_err(|why| format!("{text:?} came out and does not fit: {why:?}"))?;
    }
    Ok(())
}
