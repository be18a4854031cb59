//! The promise of cache keys: one key for every spelling of a value, and the key text says exactly that value.

use jmend::core::json::scan_document;
use jmend::core::results::keys::{CacheKey, Numbers, cache_key, canonical};
use serde_json::Value;

use super::{DEPTH, Outcome, make, same};

/// Why an argument document may have no key.
const FAULTS: &[&str] =
    &["syntax", "encoding", "depth", "key-collision", "lone-surrogate", "number-range", "empty-tool"];

/// The input, where it is valid JSON, and a document made of its bytes: equal spellings, equal keys.
pub(super) fn cache_key_is_canonical(input: &[u8]) -> Outcome {
    if let Ok(text) = scan_document(input, DEPTH) {
        one_key(text)?;
    }
    one_key(&make::document(input))
}

fn one_key(text: &str) -> Outcome {
    let key = match cache_key("t", None, text) {
        Ok(key) => key,
        Err(fault) if FAULTS.contains(&fault.code) => return Ok(()),
        Err(fault) => return Err(format!("an unknown fault: {fault:?}")),
    };
    // Names that are equal after renaming have equal values here, or there would be no key.
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return Err("valid JSON that serde_json refuses".into());
    };
    let mut other = String::new();
    make::respell(&value, &mut other);
    for spelling in [value.to_string(), format!("{value:#}"), other] {
        let again =
            cache_key("t", None, &spelling).map_err(|fault| format!("{spelling:?} has no key: {fault:?}"))?;
        if again != key {
            return Err(format!("{spelling:?} has the text {:?}, not {:?}", again.text, key.text));
        }
    }
    says_the_value(&key, &value)?;
    let exact = canonical(text, Numbers::Exact).map_err(|fault| format!("no canonical text: {fault:?}"))?;
    if canonical(&exact, Numbers::Exact).ok().as_ref() != Some(&exact) {
        return Err(format!("{exact:?} is not its own canonical text"));
    }
    if let Ok(rounded) = canonical(text, Numbers::Double)
        && canonical(&rounded, Numbers::Double).ok().as_ref() != Some(&rounded)
    {
        return Err(format!("RFC 8785: {rounded:?} is not its own canonical text"));
    }
    Ok(())
}

/// Another reader finds in the key text the very value, with `_` for `-` in names.
fn says_the_value(key: &CacheKey, value: &Value) -> Outcome {
    let said: Value = serde_json::from_str(&key.text)
        .map_err(|error| format!("the key text {:?} is no JSON: {error}", key.text))?;
    let arguments = if value.is_object() { &said["args"] } else { &said["non_map"] };
    if same::exactly(arguments, &renamed(value)) {
        Ok(())
    } else {
        Err(format!("{:?} says another value", key.text))
    }
}

fn renamed(value: &Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(renamed).collect()),
        Value::Object(members) => Value::Object(
            members.iter().map(|(name, item)| (name.replace('-', "_"), renamed(item))).collect(),
        ),
        other => other.clone(),
    }
}
