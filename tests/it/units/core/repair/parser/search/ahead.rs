use jmend::core::repair::parser::search::budget::AT_START;
use jmend::core::repair::parser::search::engine::Search;

/// What a search finds: running ahead, or step by step.
fn found(text: &str, switch: impl FnOnce(&mut Search<'_>)) -> String {
    let mut search = Search::new(text.as_bytes(), 64, None);
    switch(&mut search);
    // Whole strings need no mention in the list of what is done.
    let found = search
        .run(0, AT_START, false)
        .map(|found| found.map(|found| (found.end, found.fixes, found.closed_early, found.doubtful)));
    format!("{found:?}")
}

#[test]
fn running_ahead_changes_nothing() {
    let document = concat!(
        r#"{"id": 7, "path": "C:\\data\\", "note": "he said \"no\", twice", "list": [1, -2.5e3, true, null, "a"], "#,
        r#""o p": {"x": {}, "y": [], "z": [[{"a": "{"}], "b"]}, "code": "f(\"a\", {\n\"b\": 1})", "end": "\u00e9"}"#
    );
    every_slip(document);
}

#[test]
fn running_ahead_through_names_without_quotes_changes_nothing() {
    every_slip(concat!(
        r#"{id: 7, path: "C:\\data", note: "no, a: 1, twice", list: [{n: 1, m: {k: "v"}}, {n: 2, m: {}}], "#,
        "other: \"x\",\n last_one: true, q: \"{a: 1}\"}"
    ));
}

#[test]
fn running_ahead_through_other_quotes_changes_nothing() {
    every_slip(
        "{'id': 7, 'path': 'C:/data', 'note': 'no, a: 1, \"twice\" isn\\'t\\n', 'list': ['a', 'b', \"c\"], 'end': 'it'}",
    );
    every_slip(
        "{“id”: 7, “note”: “no, it's “this”, twice”, “list”: [“a”, “b\", \"c\"], “o p”: {“x”: “”}, “end”: “é”}",
    );
}

#[test]
fn a_name_with_an_odd_value_does_not_prove_the_string_before_it() {
    let text = concat!(
        r#"{"command": "str_replace", "path": "/tmp/slide.html", "old_str":\\ ".stat-number {\\n  color: #E07A5F;\\n"#,
        r#"  margin: 0;\\n}", "new_str": ".stat-number {\\n  color: #E07A5F;\\n  margin: 1;\\n}"}"#
    );
    assert_eq!(found(text, |_| {}), found(text, |search| search.plodding = true));
}

#[test]
fn running_ahead_behind_slips_that_come_again_changes_nothing() {
    let row = r#"{"id" 1, "say": "he "x" 2", "to": "me}, {"id" 3, "on": true "is": "so", "at":: 1}, "#;
    for text in slips(&format!("[{}]", row.repeat(5))).step_by(11) {
        assert_eq!(found(&text, |_| {}), found(&text, |search| search.plodding = true), "{text}");
    }
}

#[test]
fn running_ahead_over_missing_commas_changes_nothing() {
    let row = r#"{"id": 1 "say": "he said" "to": [1] "at": {"x": 2.5 "y": "a, b" "z": "[c]"}  "is": true "end": "x:"}, "#;
    let rows = format!("[{}]", row.repeat(3));
    for text in slips(&rows).step_by(3) {
        assert_eq!(found(&text, |_| {}), found(&text, |search| search.plodding = true), "{text}");
    }
    every_slip(
        "{\"id\": 1 \"say\": \"a\"\n\"to\": \"b\" \"if\": 2\n\"a\": {\"b\": 1 \"c\": \"d\"} \"e\": 0}",
    );
}

fn every_slip(document: &str) {
    for text in slips(document).filter(|text| text.starts_with(['{', '['])) {
        assert_eq!(found(&text, |_| {}), found(&text, |search| search.plodding = true), "{text}");
    }
}

/// Every token of the document dropped, doubled, or put in the place of another, and the document cut there.
fn slips(document: &str) -> impl Iterator<Item = String> {
    document.char_indices().flat_map(move |(at, sign)| {
        let (before, after) = document.split_at(at);
        let rest = &after[sign.len_utf8()..];
        let with = |sign: &str, after: &str| format!("{before}{sign}{after}");
        [
            with("", rest),
            with("\"", after),
            with(",", after),
            with("}", after),
            with("{", rest),
            with("'", rest),
            with("\"\" ", rest),
            with(": ", &format!("{rest} and more")),
            with("\\", after),
            before.to_owned(),
        ]
    })
}
