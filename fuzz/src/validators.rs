//! The promise of verdicts that a second validator is the judge of: a schema and a value, both made of the bytes, are taken
//! alike by jmend and by boon.

use std::fmt::Write as _;

use boon::{Compiler, Draft, Schemas};
use jmend::core::json::tree::Tree;
use jmend::core::repair::schema::Schema;
use serde_json::Value;

use crate::promises::Outcome;
use crate::promises::choices::Choices;

const DEPTH: usize = 100;
/// Levels of a schema, and of a value.
const MOST_LEVELS: usize = 4;
const MOST_PARTS: usize = 4;

const NUMBERS: &[&str] = &["0", "1", "2", "-3", "2.5", "10", "1.0", "-0.5", "100"];
const WORDS: &[&str] = &["\"\"", "\"a\"", "\"b\"", "\"ab\"", "\"é\"", "\"null\"", "\"10\"", "\"🙂\""];
const KEYS: &[&str] = &["a", "b", "c", "é"];
const TYPES: &[&str] = &["null", "boolean", "integer", "number", "string", "array", "object"];
const PATTERNS: &[&str] = &["^a", "b$", "^[a-z]+$", "^$", "[0-9]", "a|é"];

impl Choices<'_> {
    /// So many texts with a comma between them.
    fn list(&mut self, least: usize, mut one: impl FnMut(&mut Self) -> String) -> String {
        let count = least + self.below(MOST_PARTS - least);
        (0..count).map(|_| one(self)).collect::<Vec<_>>().join(",")
    }

    /// An object whose keys are all different.
    fn members(&mut self, mut one: impl FnMut(&mut Self) -> String) -> String {
        let (mut out, first) = (String::from("{"), self.below(KEYS.len()));
        for at in 0..self.below(KEYS.len()) {
            let key = KEYS[(first + at) % KEYS.len()];
            let _ = write!(out, "{}\"{key}\":{}", if at > 0 { "," } else { "" }, one(self));
        }
        out + "}"
    }

    fn keys(&mut self) -> String {
        let (first, count) = (self.below(KEYS.len()), self.below(KEYS.len()));
        let keys: Vec<_> = (0..count).map(|at| format!("\"{}\"", KEYS[(first + at) % KEYS.len()])).collect();
        format!("[{}]", keys.join(","))
    }
}

fn value(choices: &mut Choices<'_>, level: usize) -> String {
    match choices.below(if level < MOST_LEVELS { 9 } else { 6 }) {
        0 => choices.of(&["null", "true", "false"]).to_owned(),
        1 | 2 => choices.of(NUMBERS).to_owned(),
        3..=5 => choices.of(WORDS).to_owned(),
        6 => format!("[{}]", choices.list(0, |choices| value(choices, level + 1))),
        _ => choices.members(|choices| value(choices, level + 1)),
    }
}

/// One keyword of a schema, with what goes with it.
fn keyword(choices: &mut Choices<'_>, level: usize) -> String {
    let count = |choices: &mut Choices<'_>| choices.below(4);
    if level >= MOST_LEVELS {
        return format!("\"type\":\"{}\"", choices.of(TYPES));
    }
    let schemas = |choices: &mut Choices<'_>| choices.list(1, |choices| schema(choices, level + 1));
    match choices.below(28) {
        0 => format!("\"type\":\"{}\"", choices.of(TYPES)),
        1 => format!("\"type\":[\"{}\",\"string\"]", choices.of(&TYPES[..4])),
        2 => format!("\"enum\":[{}]", choices.list(1, |choices| value(choices, MOST_LEVELS - 1))),
        3 => format!("\"const\":{}", value(choices, MOST_LEVELS - 1)),
        4 => format!("\"minimum\":{}", choices.of(NUMBERS)),
        5 => format!("\"maximum\":{}", choices.of(NUMBERS)),
        6 => format!("\"exclusiveMinimum\":{}", choices.of(NUMBERS)),
        7 => format!("\"multipleOf\":{}", choices.of(&["1", "2", "0.5", "2.5"])),
        8 => format!("\"minLength\":{}", count(choices)),
        9 => format!("\"maxLength\":{}", count(choices)),
        10 => format!("\"pattern\":\"{}\"", choices.of(PATTERNS)),
        11 => format!("\"properties\":{}", choices.members(|choices| schema(choices, level + 1))),
        12 => format!("\"additionalProperties\":{}", schema(choices, level + 1)),
        13 => {
            format!("\"patternProperties\":{{\"{}\":{}}}", choices.of(PATTERNS), schema(choices, level + 1))
        }
        14 => format!("\"propertyNames\":{}", schema(choices, level + 1)),
        15 => format!("\"required\":{}", choices.keys()),
        16 => format!("\"minProperties\":{}", count(choices)),
        17 => format!("\"dependentRequired\":{{\"a\":{}}}", choices.keys()),
        18 => format!("\"items\":{}", schema(choices, level + 1)),
        19 => format!("\"prefixItems\":[{}]", schemas(choices)),
        20 => format!("\"contains\":{},\"minContains\":{}", schema(choices, level + 1), count(choices)),
        21 => format!("\"uniqueItems\":{}", choices.of(&["true", "false"])),
        22 => format!("\"maxItems\":{}", count(choices)),
        23 => format!("\"{}\":[{}]", choices.of(&["anyOf", "oneOf", "allOf"]), schemas(choices)),
        24 => format!("\"not\":{}", schema(choices, level + 1)),
        25 => format!(
            "\"if\":{},\"then\":{},\"else\":{}",
            schema(choices, level + 1),
            schema(choices, level + 1),
            schema(choices, level + 1)
        ),
        26 => format!("\"{}\":false", choices.of(&["unevaluatedProperties", "unevaluatedItems"])),
        _ => "\"$ref\":\"#/$defs/x\"".to_owned(),
    }
}

/// `true`, or keywords that differ from each other.
fn schema(choices: &mut Choices<'_>, level: usize) -> String {
    let mut out = String::new();
    for _ in 0..choices.below(MOST_PARTS) {
        let one = keyword(choices, level);
        let name = one.split(':').next().unwrap_or_default();
        if !out.contains(name) {
            out.push_str(if out.is_empty() { "" } else { "," });
            out.push_str(&one);
        }
    }
    if out.is_empty() { "true".to_owned() } else { format!("{{{out}}}") }
}

/// Checks the schema and the value that the bytes choose.
pub fn verdicts_agree_with_boon(input: &[u8]) -> Outcome {
    let mut choices = Choices::new(input);
    let shared = keyword(&mut choices, MOST_LEVELS - 1);
    // What is shared does not refer to itself.
    let shared = if shared.contains("$ref") { "true".to_owned() } else { format!("{{{shared}}}") };
    let root = schema(&mut choices, 0);
    let root = format!("{{\"allOf\":[{root}],\"$defs\":{{\"x\":{shared}}}}}");
    let value = value(&mut choices, 0);
    let wrong = |what: &str| format!("{what}: the schema {root}, the value {value}");
    let (Ok(document), Ok(instance)) =
        (serde_json::from_str::<Value>(&root), serde_json::from_str::<Value>(&value))
    else {
        return Err(wrong("this test writes no JSON"));
    };
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.set_default_draft(Draft::V2020_12);
    compiler.add_resource("urn:test", document).map_err(|error| wrong(&error.to_string()))?;
    let theirs = compiler.compile("urn:test", &mut schemas);
    let ours = Schema::new(&root);
    match (theirs, ours) {
        (Ok(theirs), Ok(ours)) => {
            let tree = Tree::parse(&value, DEPTH).map_err(|error| wrong(&format!("{error:?}")))?;
            let (theirs, ours) = (schemas.validate(&instance, theirs).is_ok(), ours.check(&tree));
            if theirs == ours.is_ok() {
                Ok(())
            } else {
                Err(wrong(&format!("boon {theirs}, jmend {ours:?}")))
            }
        }
        (Err(_), Err(_)) => Ok(()),
        (theirs, ours) => Err(wrong(&format!("boon {:?}, jmend {:?}", theirs.err(), ours.err()))),
    }
}
