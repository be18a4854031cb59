use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use jmend::cli::insight::fields::Fields;
use jmend::cli::insight::read::Reading;
use jmend::report::insight::codes::CodeId;
use jmend::report::insight::view::View;
use jmend::report::insight::{Insight, MODEL, json};

fn reading() -> Reading {
    let dimensions: Arc<[String]> = Arc::from([MODEL.to_owned(), "tool".to_owned()]);
    Reading {
        fields: Fields::new(&dimensions, false, &[]),
        tool: Some(1),
        dimensions,
        has_places: false,
        redact: false,
        names: Vec::new(),
        sum: Arc::default(),
        bars: (0..CodeId::count()).map(|_| AtomicU64::new(u64::MAX)).collect(),
    }
}

/// What is read straight is what the closer look says.
#[test]
fn the_straight_way_and_the_closer_look_agree() {
    let reading = reading();
    let mut straight = 0;
    for arguments in [
        r#""{}""#,
        r#""{\"a\": 1}""#,
        r#"" {\"a\": [1, \"x\"]} ""#,
        r#""{'a': 1, 'b': None}""#,
        r#""{\"a\": 1,}""#,
        r#""{a: 1} {b: 2}""#,
        r#""```json\n{\"a\": 1}\n```""#,
        r#""Here: {'a': 1} and {'b': [2]} too""#,
        r#""{\"a\": \"say \"hi\" now\"}""#,
        r#""{\"a\": [1, 2""#,
        r#""{\"a\": \"\ud800\"}""#,
        r#""{\"a\": \"\\ud83d\\ude00\"}""#,
        r#""\"{\\\"a\\\": 1}\"""#,
        r#""[{'a': 1}]""#,
        r#""[1]""#,
        r#""""#,
        r#""null""#,
        r#""sorry""#,
        r#"{"a": 1}"#,
        "null",
    ] {
        for name in ["\"f\"", "\"functions.f\"", "\"a b\"", "\"\"", "null", "7"] {
            let call =
                format!(r#"{{"type":"function","function":{{"name":{name},"arguments":{arguments}}}}}"#);
            for calls in [call.clone(), format!("{call},{call}"), format!("{call},7"), format!("{call},{{}}")]
            {
                let line = format!(
                    r#"{{"model":"m","choices":[{{"message":{{"content":null,"tool_calls":[{calls}]}}}}],"usage":{{}}}}"#
                );
                let (mut fast, mut slow) =
                    (Insight::new(reading.dimensions.clone()), Insight::new(reading.dimensions.clone()));
                let find = || reading.fields.find(line.as_bytes()).expect("JSON");
                if reading.functions(line.as_bytes(), &find(), 1, "x", &mut fast) {
                    straight += 1;
                    reading.message(line.as_bytes(), line.as_bytes(), find(), 1, "x", &mut slow);
                    let shown = |insight: &Insight| json::render(&View::new(insight, None));
                    assert_eq!(shown(&fast), shown(&slow), "{line}");
                }
            }
        }
    }
    assert!(straight > 10, "{straight}");
}
