mod distinct;
mod node;
mod sample;

use crate::units::core::results::preview::Bits;
use jmend::core::json::fault::Fault;
use jmend::core::json::stream::{Limits, Notice};
use jmend::core::results::preview::Ending;
use jmend::core::results::preview::profile::*;

fn outline(text: &str, bits: usize, sample: Option<Sample>, at: Option<&str>) -> Result<Outline, Fault> {
    let limits = Limits { max_depth: 64, ..Limits::default() };
    let options = ProfileOptions { at, sample, ndjson: false, limits };
    let mut report = |notice: &Notice| panic!("{text}: {}", notice.fault.message);
    let (profile, _) = profile(&mut Bits(text.as_bytes(), bits), &options, &mut report).expect("it reads");
    profile.outline(at)
}

fn shown(text: &str, bits: usize, sample: Option<Sample>, at: Option<&str>, room: Option<usize>) -> String {
    match outline(text, bits, sample, at) {
        Ok(outline) => outline.preview(room).preview.text(Ending::default()),
        Err(fault) => fault.message,
    }
}

/// (input, place of the rows, what is shown without the status)
const PROFILES: &[(&str, Option<&str>, &str)] = &[
    (
        r#"[{"id":1,"s":"a"},{"id":2,"s":"b","note":null},{"id":3.5,"s":"a"},{"last":true,"id":-4}]"#,
        None,
        concat!(
            r#""result_count":4,"fields":{".id":{"types":"integer 75%, number 25%","min":-4,"max":3.5,"distinct":4},"#,
            r#"".s":{"types":"string","in":0.75,"top":[["a",2],["b",1]]},"#,
            r#"".note":{"types":"null","in":0.25},".last":{"types":"boolean","in":0.25,"like":true}}"#
        ),
    ),
    (
        r#"{"total":2,"next":null,"data":{"rows":[{"c":{"x y":[1,2]}},                         {"c":{"x y":[]}}],"took":"5 ms"}}"#,
        None,
        concat!(
            r#""result_count":2,"rows_at":"/data/rows","around":{".total":2,".next":null,".data.took":"5 ms"},"#,
            r#""fields":{".c.\"x y\"[]":{"types":"integer","min":1,"max":2,"items":[0,2],"distinct":2}}"#
        ),
    ),
    (
        r#"{"name":"Ada","tags":["x"],"about":"a sentence that is longer than all the rest of it together"}"#,
        None,
        concat!(
            r#""fields":{".name":{"types":"string","like":"Ada","length":[3,3]},"#,
            r#"".tags[]":{"types":"string","items":[1,1],"like":"x","length":[1,1]},"#,
            r#"".about":{"types":"string","like":"a sentence that is longer than all the r…","length":[58,58]}}"#
        ),
    ),
    (r#"{"a":[1,2],"b":7}"#, Some("/b"), r#""rows_at":"/b","fields":{".":{"types":"integer","like":7}}"#),
    ("[]", None, r#""result_count":0,"fields":{}"#),
    (
        "[[1],[2,3]]",
        None,
        r#""result_count":2,"fields":{".[]":{"types":"integer","min":1,"max":3,"items":[1,2],"distinct":3}}"#,
    ),
    // All names of a level come before those of the next one, and an object that a line below shows has no line.
    (
        r#"[{"u":{"n":"a"},"k":null},{"u":{"n":"b"},"k":null}]"#,
        None,
        r#""result_count":2,"fields":{".k":"null",".u.n":{"types":"string","like":"a","distinct":2,"length":[1,1]}}"#,
    ),
    // Keys that are versions.
    (
        r#"{"time":{"1.0":"a","1.1":"b","1.2":"c","1.3":"d","2.0":"e","2.1":"f","2.2":"g","2.3":"a"}}"#,
        None,
        concat!(
            r#""fields":{".time.*":{"types":"string","keys":8,"such_as":["1.0","1.1"],"top":[["a",2],["b",1],"#,
            r#"["c",1],["d",1],["e",1],["f",1],["g",1]]}}"#
        ),
    ),
    // Names of fields stay, however alike the values are.
    (
        r#"{"a":{"min":1,"max":2,"avg":3,"sum":4,"dev":5,"mid":6,"low":7,"top":8,"all":9}}"#,
        None,
        concat!(
            r#""fields":{".a.min":{"types":"integer","like":1},".a.max":{"types":"integer","like":2},"#,
            r#"".a.avg":{"types":"integer","like":3},".a.sum":{"types":"integer","like":4},"#,
            r#"".a.dev":{"types":"integer","like":5},".a.mid":{"types":"integer","like":6},"#,
            r#"".a.low":{"types":"integer","like":7},".a.top":{"types":"integer","like":8},"#,
            r#"".a.all":{"types":"integer","like":9}}"#
        ),
    ),
    (
        "1\n\"a\"\n",
        None,
        r#""result_count":2,"fields":{".":{"types":"integer 50%, string 50%","like":1,"distinct":2,"length":[1,1]}}"#,
    ),
];

#[test]
fn profiles_are_the_same_however_the_text_arrives() {
    for (text, at, expected) in PROFILES {
        for bits in [1, 7, usize::MAX] {
            let found = shown(text, bits, None, *at, None);
            assert_eq!(found, format!(r#"{{"status":"ok",{expected}}}"#), "{text}");
        }
    }
}

#[test]
fn a_place_that_is_not_there_is_told_with_those_that_are() {
    let found = shown(r#"{"data":{"rows":[]}}"#, 9, None, Some("/data/row"), None);
    assert_eq!(found, "there is nothing at `/data/row`: no key `row`; did you mean `rows`?");
}

#[test]
fn rows_are_kept_where_they_lie() {
    let rows = |text, sample, at| {
        let text = shown(text, 5, Some(sample), at, Some(0));
        text.split_once("\"rows\":").map(|(_, rows)| rows.trim_end_matches('}').to_owned())
    };
    let array = r#"[{"a":1}, {"a":[2, 3]},3]"#;
    assert_eq!(rows(array, Sample::Head(2), None).as_deref(), Some(r#"[{"a":1},{"a":[2, 3]}]"#));
    assert_eq!(rows(array, Sample::Tail(1), None).as_deref(), Some("[3]"));
    let wrapped = format!(r#"{{"n":1,"rows":{array},"x":[9]}}"#);
    assert_eq!(rows(&wrapped, Sample::Tail(2), None).as_deref(), Some(r#"[{"a":[2, 3]},3]"#));
    assert_eq!(rows(&wrapped, Sample::Tail(2), Some("/x")).as_deref(), Some("[9]"));
}

/// Objects of these numbers, each with some of the members that `member` writes.
fn objects(number: u32, members: impl Fn(u32) -> Vec<String>) -> String {
    let objects = (0..number).map(|n| format!("{{{}}}", members(n).join(",")));
    format!("[{}]", objects.collect::<Vec<_>>().join(","))
}

#[test]
fn places_beyond_the_bound_are_counted() {
    // Names of fields of two kinds, which are not data.
    let member =
        |n: u32| if n.is_multiple_of(2) { format!("\"k{n}\":{n}") } else { format!("\"k{n}\":\"s\"") };
    let text = objects(2, |_| (0..400).map(member).collect());
    let found = shown(&text, 1 << 12, None, None, Some(40));
    // 160 names are told apart, of which 2 are shown; 240 more members came twice.
    assert!(found.ends_with(&format!("\"more_fields\":{}}}", 158 + 480)), "{found}");
}

#[test]
fn keys_that_are_data_share_a_line_with_true_numbers() {
    let languages = |n: u32| format!("\"l{}\":\"name {}\"", n % 200, n % 7);
    let text = objects(1000, |n| {
        vec![format!("\"id\":{n}"), format!("\"names\":{{{},{}}}", languages(n), languages(n * 3 + 1))]
    });
    let found = shown(&text, usize::MAX, None, None, None);
    let names = (0..1000).flat_map(|n| [n % 200, (n * 3 + 1) % 200]);
    let keys = names.collect::<std::collections::BTreeSet<u32>>().len();
    assert!(
        found.contains(&format!(r#"".names.*":{{"types":"string","keys":{keys},"such_as":["l0","l1"]"#)),
        "{found}"
    );
    // Objects by id, each with fields of its own.
    let text = objects(1, |_| {
        (0..300).map(|n| format!("\"u{n}\":{{\"name\":\"n{n}\",\"age\":{n},\"of\":[{n}]}}")).collect()
    });
    let found = shown(&text, usize::MAX, None, None, None);
    assert!(found.contains(r#"".*":{"types":"object","keys":300,"such_as":["u0","u1"]}"#), "{found}");
    assert!(found.contains(r#"".*.age":{"types":"integer","min":0,"max":299,"distinct":300}"#), "{found}");
    assert!(
        found.contains(r#"".*.of[]":{"types":"integer","min":0,"max":299,"items":[1,1],"distinct":300}"#)
    );
}

#[test]
fn the_way_to_the_rows_keeps_its_names() {
    let days = (10..40).map(|day| format!("\"2024-01-{day}\":[{{\"n\":{day}}}]")).collect::<Vec<_>>();
    let text = format!("{{\"days\":{{{}}}}}", days.join(","));
    let found = shown(&text, usize::MAX, None, Some("/days/2024-01-12"), None);
    let expected = r#"{"status":"ok","result_count":1,"rows_at":"/days/2024-01-12","fields":{".n":{"types":"integer","like":12}}}"#;
    assert_eq!(found, expected);
}

#[test]
fn a_room_is_used() {
    let row = |n: u32| {
        let field = |at: u32| format!("\"field_{at}\":\"a value {}\"", n * at % 23);
        let below = format!("\"below\":{{{}}}", (20..40).map(field).collect::<Vec<_>>().join(","));
        (0..20).map(field).chain([below]).collect()
    };
    let outline = outline(&objects(50, row), usize::MAX, None, None).expect("there are rows");
    let whole = outline.preview(None).preview.text(Ending::default()).len();
    for room in (300..whole).step_by(100) {
        let one = outline.preview(Some(room));
        let fields = one.preview.members.iter().find(|(name, _)| name == "fields").expect("fields").1.len();
        assert!(fields <= room + 1 && fields * 10 >= room * 9 || one.caps.is_empty(), "{fields} of {room}");
        // All names of the first level come first.
        let text = one.preview.text(Ending::default());
        assert!(!text.contains(".below.") || text.contains(".field_19"), "{text}");
    }
}
