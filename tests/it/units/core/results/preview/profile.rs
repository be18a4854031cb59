mod distinct;
mod node;
mod sample;

use crate::units::core::results::preview::Bits;
use jmend::core::json::stream::{Limits, Notice};
use jmend::core::results::preview::Ending;
use jmend::core::results::preview::profile::*;

fn shown(text: &str, bits: usize, sample: Option<Sample>, at: Option<&str>, detail: Detail) -> String {
    let limits = Limits { max_depth: 64, ..Limits::default() };
    let options = ProfileOptions { sample, ndjson: false, limits };
    let mut report = |notice: &Notice| panic!("{text}: {}", notice.fault.message);
    let (profile, _) = profile(&mut Bits(text.as_bytes(), bits), &options, &mut report).expect("it reads");
    match profile.preview(at, detail) {
        Ok(preview) => preview.text(Ending::default()),
        Err(NoPlace(message)) => message,
    }
}

/// (input, place of the rows, what is shown without the status)
const PROFILES: &[(&str, Option<&str>, &str)] = &[
    (
        r#"[{"id":1,"s":"a"},{"id":2,"s":"b","note":null},{"id":3.5,"s":"a"},{"last":true,"id":-4}]"#,
        None,
        concat!(
            r#""result_count":4,"fields":{".id":{"types":"integer 75%, number 25%","in":1,"distinct":4,"min":-4,"max":3.5},"#,
            r#"".s":{"types":"string","in":0.75,"distinct":2,"length":[1,1],"top":[["a",2],["b",1]]},"#,
            r#"".note":{"types":"null","in":0.25},".last":{"types":"boolean","in":0.25,"distinct":1}}"#
        ),
    ),
    (
        r#"{"total":2,"next":null,"data":{"rows":[{"c":{"x y":[1,2]}},                         {"c":{"x y":[]}}],"took":"5 ms"}}"#,
        None,
        concat!(
            r#""result_count":2,"rows_at":"/data/rows","around":{".total":2,".next":null,".data.took":"5 ms"},"#,
            r#""fields":{".c":{"types":"object","in":1},".c.\"x y\"":{"types":"array","in":1,"items":[0,2]},"#,
            r#"".c.\"x y\"[]":{"types":"integer","distinct":2,"min":1,"max":2}}"#
        ),
    ),
    (
        r#"{"name":"Ada","tags":["x"],"about":"a sentence that is longer than all the rest of it together"}"#,
        None,
        concat!(
            r#""fields":{".name":{"types":"string","in":1,"distinct":1,"length":[3,3]},".tags":{"types":"array","in":1,"#,
            r#""items":[1,1]},".tags[]":{"types":"string","distinct":1,"length":[1,1]},"#,
            r#"".about":{"types":"string","in":1,"distinct":1,"length":[58,58]}}"#
        ),
    ),
    (
        r#"{"a":[1,2],"b":7}"#,
        Some("/b"),
        r#""rows_at":"/b","fields":{".":{"types":"integer","in":1,"distinct":1,"min":7,"max":7}}"#,
    ),
    ("[]", None, r#""result_count":0,"fields":{}"#),
    (
        "[[1],[2,3]]",
        None,
        r#""result_count":2,"fields":{".":{"types":"array","in":1,"items":[1,2]},".[]":{"types":"integer","distinct":3,"min":1,"max":3}}"#,
    ),
    (
        "1\n\"a\"\n",
        None,
        r#""result_count":2,"fields":{".":{"types":"integer 50%, string 50%","in":1,"distinct":2,"min":1,"max":1,"length":[1,1]}}"#,
    ),
];

#[test]
fn profiles_are_the_same_however_the_text_arrives() {
    for (text, at, expected) in PROFILES {
        for bits in [1, 7, usize::MAX] {
            let found = shown(text, bits, None, *at, Detail::All);
            assert_eq!(found, format!(r#"{{"status":"ok",{expected}}}"#), "{text}");
        }
    }
}

#[test]
fn a_place_that_is_not_there_is_told_with_those_that_are() {
    let found = shown(r#"{"data":{"rows":[]}}"#, 9, None, Some("/data/row"), Detail::All);
    assert_eq!(found, "there is nothing at `/data/row`: no key `row`; did you mean `rows`?");
}

#[test]
fn rows_are_kept_where_they_lie() {
    let rows = |text, sample, at| {
        let text = shown(text, 5, Some(sample), at, Detail::Fields(0));
        text.split_once("\"rows\":").map(|(_, rows)| rows.trim_end_matches('}').to_owned())
    };
    let array = r#"[{"a":1}, {"a":[2, 3]},3]"#;
    assert_eq!(rows(array, Sample::Head(2), None).as_deref(), Some(r#"[{"a":1},{"a":[2, 3]}]"#));
    assert_eq!(rows(array, Sample::Tail(1), None).as_deref(), Some("[3]"));
    let wrapped = format!(r#"{{"n":1,"rows":{array},"x":[9]}}"#);
    assert_eq!(rows(&wrapped, Sample::Tail(2), None).as_deref(), Some(r#"[{"a":[2, 3]},3]"#));
    assert_eq!(rows(&wrapped, Sample::Tail(2), Some("/x")).as_deref(), Some("[9]"));
}

#[test]
fn places_beyond_the_bound_are_counted() {
    let members = |n: std::ops::Range<u32>| n.map(|n| format!("\"k{n}\":{n}")).collect::<Vec<_>>().join(",");
    let text = format!("[{{{}}},{{{}}}]", members(0..400), members(0..400));
    let found = shown(&text, 1 << 12, None, None, Detail::Fields(2));
    // 160 names are told apart, of which 2 are shown; 240 more members came twice.
    assert!(found.ends_with(&format!("\"more_fields\":{}}}", 158 + 480)), "{found}");
}
