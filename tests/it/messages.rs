//! Messages that carry results: whatever parts they have, `cache get` gives back every value of the answer, in one form for
//! every preview.

use std::collections::BTreeSet;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::test_runner::Config;
use proptest::{option, sample};
use serde_json::{Value, json};

use crate::common::lines::run;

/// Blocks of a content.
fn blocks() -> Vec<Value> {
    vec![
        json!({"type": "text", "text": "Found 2 rows in total"}),
        json!({"type": "text", "text": "[{\"id\":1,\"s\":\"a \\\"b\\\"\"},{\"id\":2.50}]"}),
        json!({"type": "text", "text": "{\"n\":17}", "annotations": {"priority": 0.5}}),
        json!({"type": "image", "mimeType": "image/png", "data": "iVBORw0KGgo="}),
        json!({"type": "resource_link", "uri": "file:///rows.csv", "size": 1234}),
    ]
}

/// A message in each form, with these blocks, and with structured content where there is some.
fn forms(blocks: &[Value], structured: Option<&Value>) -> Vec<Value> {
    let mut content = json!({"content": blocks, "isError": false});
    if let Some(structured) = structured {
        content["structuredContent"] = structured.clone();
    }
    let block = json!({"type": "tool_result", "tool_use_id": "c", "content": blocks});
    let mut forms = vec![content.clone(), json!({"jsonrpc": "2.0", "id": 1, "result": content})];
    if structured.is_none() {
        forms.push(json!({"role": "user", "content": [block]}));
        forms.push(json!({"role": "tool", "tool_call_id": "c", "content": blocks}));
    }
    forms
}

/// All scalars of a value, with those of JSON in its strings.
fn scalars(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| scalars(item, found)),
        Value::Object(members) => members.values().for_each(|value| scalars(value, found)),
        Value::String(text) => match serde_json::from_str::<Value>(text) {
            Ok(inner @ (Value::Array(_) | Value::Object(_))) => scalars(&inner, found),
            _ => drop(found.insert(text.clone())),
        },
        other => drop(found.insert(other.to_string())),
    }
}

/// Returns what is stored for a message that is previewed in this way.
fn stored(folder: &Path, preview: &[&str], message: &Value) -> (String, String) {
    let given = ["preview", "--tool", "t", "--args", "{}", "--cache-dir", "c"];
    let (shown, err, status) = run(folder, &[&given[..], preview].concat(), &message.to_string());
    assert_eq!(status, 0, "{message}: {err}");
    let (text, ..) = run(folder, &["cache", "get", "--cache-dir", "c", "--tool", "t"], "");
    (shown, text)
}

#[test]
fn nothing_of_an_answer_is_lost() {
    let all = blocks();
    let folder = tempfile::tempdir().expect("a folder");
    for chosen in 0..1_u32 << all.len() {
        let blocks: Vec<_> = all
            .iter()
            .enumerate()
            .filter(|(at, _)| chosen & 1 << at != 0)
            .map(|(_, block)| block.clone())
            .collect();
        let structured = [None, Some(json!({"rows": [[1, "x"]], "n": 17})), Some(json!({"n": 17}))];
        let structured = structured[chosen as usize % 3].as_ref();
        if blocks.is_empty() && structured.is_none() {
            continue;
        }
        for (number, message) in forms(&blocks, structured).iter().enumerate() {
            let mut due = BTreeSet::new();
            for block in &blocks {
                let mut block = block.clone();
                // Which kind of part it is, a key says.
                block.as_object_mut().and_then(|members| members.remove("type"));
                scalars(&block, &mut due);
            }
            if let Some(value) = structured {
                scalars(value, &mut due);
            }
            let mut forms = BTreeSet::new();
            let previews: [&[&str]; 3] = [&[], &["--preview", "rows"], &["--profile"]];
            // All previews for some messages; each message for one of them.
            let previews = if chosen % 5 == 0 {
                &previews[..]
            } else {
                &previews[(chosen as usize + number) % 3..][..1]
            };
            for preview in previews {
                forms.insert(stored_whole(folder.path(), preview, message, &due));
            }
            assert_eq!(forms.len(), 1, "{message}: {forms:?}");
        }
    }
}

/// Stores a message for a preview; returns the text that is stored, in which every scalar stands that is due.
fn stored_whole(folder: &Path, preview: &[&str], message: &Value, due: &BTreeSet<String>) -> String {
    let (shown, text) = stored(folder, preview, message);
    assert!(shown.contains("\"full_result_cached\":true"), "{shown}");
    let mut found = BTreeSet::new();
    match serde_json::from_str(&text) {
        Ok(value) => scalars(&value, &mut found),
        Err(_) => drop(found.insert(text.clone())),
    }
    assert!(due.is_subset(&found), "{preview:?} {message}: {text} lacks {:?}", due - &found);
    text
}

/// Any JSON value of a few levels.
fn some_value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[ -~é\u{1f600}\\n]{0,12}".prop_map(Value::from),
    ];
    scalar.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec(("[a-d\"/~ ]{1,3}", inner), 0..4).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

/// Any block of a content: texts that are JSON, nearly JSON or prose, and what is no text.
fn some_block() -> impl Strategy<Value = Value> {
    let text = |text: String| json!({"type": "text", "text": text});
    let spaces = sample::select(vec!["", " ", "\n"]);
    prop_oneof![
        (some_value(), spaces).prop_map(move |(value, space)| text(format!("{space}{value}{space}"))),
        "[ -~é\\n]{0,40}".prop_map(text),
        sample::select(vec!["{'a': 1}", "{\"a\": 1", "[2 rows]", "{\"content\":[]}", "id,n\n1,2\n", "null"])
            .prop_map(move |broken| text(broken.to_owned())),
        ("[a-z0-9+/]{0,40}", some_value()).prop_map(
            |(data, more)| json!({"type": "image", "mimeType": "image/png", "data": data, "annotations": more})
        ),
        some_value().prop_map(|value| json!({"type": "resource", "resource": {"uri": "file:///a", "text": value}})),
    ]
}

proptest! {
    #![proptest_config(Config { cases: 24, failure_persistence: None, ..Config::default() })]

    /// Whatever blocks an answer has, in each form and for each preview, every scalar of it is stored, in one form.
    #[test]
    fn nothing_of_a_generated_answer_is_lost(
        blocks in vec(some_block(), 1..5),
        structured in option::of(vec(("[a-d]{1,2}", some_value()), 0..4)),
    ) {
        let structured = structured.map(|members| members.into_iter().collect::<Value>());
        let structured = structured.map(|value| if value.is_object() { value } else { json!({}) });
        let folder = tempfile::tempdir().expect("a folder");
        let mut due = BTreeSet::new();
        for block in &blocks {
            let mut block = block.clone();
            block.as_object_mut().and_then(|members| members.remove("type"));
            scalars(&block, &mut due);
        }
        if let Some(value) = &structured {
            scalars(value, &mut due);
        }
        for message in forms(&blocks, structured.as_ref()) {
            let mut texts = BTreeSet::new();
            for preview in [&[][..], &["--preview", "rows"], &["--profile"]] {
                texts.insert(stored_whole(folder.path(), preview, &message, &due));
            }
            assert_eq!(texts.len(), 1, "{message}: {texts:?}");
        }
    }
}

#[test]
fn parts_have_names_types_and_sizes() {
    let folder = tempfile::tempdir().expect("a folder");
    let message = json!({"content": [blocks()[0], blocks()[1], blocks()[3]]});
    let (shown, text) = stored(folder.path(), &[], &message);
    assert!(
        shown.contains(r#""parts":["text, 21 characters","json, array of 2","image, image/png, 61 bytes"]"#),
        "{shown}"
    );
    let due = concat!(
        r#"{"text":"Found 2 rows in total","json":[{"id":1,"s":"a \"b\""},{"id":2.50}],"#,
        r#""image":{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo="}}"#
    );
    let due: Value = serde_json::from_str(due).expect("JSON");
    assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), due);
    assert!(text.contains("2.50"), "numbers stay as they are written: {text}");
    // What is said twice is stored once.
    let message = json!({"content": [{"type": "text", "text": "{\"n\": 1, \"m\": 2}"}], "structuredContent": {"m": 2, "n": 1}});
    assert_eq!(stored(folder.path(), &["--profile"], &message).1.trim_end(), r#"{"m":2,"n":1}"#);
}
