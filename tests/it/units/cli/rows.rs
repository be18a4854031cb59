use jmend::cli::rows::*;

/// (text, is it rows, is it where the name says so)
const TEXTS: &[(&str, bool, bool)] = &[
    ("", false, true),
    ("{\"a\":1}\n{\"a\":2}", true, true),
    ("{\"a\":1}\n{a:2}\n", false, true),
    ("{\"a\":1}\n{\"a\":2}\n{\"a\":3}", true, true),
    ("{\"a\":1}\r\n\r\n [2] \r\n{\"a\":3}\r\n", true, true),
    ("\u{feff}{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", true, true),
    ("{'a': None}\n{'a': 2,}\n{a: 3 b: 4}\n", true, true),
    // One line in five may be anything, more may not.
    ("{\"a\":1}\n{\"a\":2}\nsorry\n{\"a\":3}\n{\"a\":4}\n", true, true),
    ("{\"a\":1}\nsorry\n{\"a\":3}\n", false, true),
    ("{\"a\":1}\n{\"a\":\n{\"a\":3}\n{\"a\":4}\n{\"a\":5}\n", true, true),
    ("{\"a\":1}\n{\"a\":2}\n```json\n{\"a\":3}\n{\"a\":4}\n{\"a\":5}\n", true, true),
    (
        "Sure:\n```\n{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{\"a\":4}\n{\"a\":5}\n{\"a\":6}\n{\"a\":7}\n{\"a\":8}\n",
        false,
        true,
    ),
    // Scalars are no evidence.
    ("1\n2\n3\n4\n", false, true),
    ("\"a\"\n\"b\"\n\"c\"\n", false, true),
    ("[INFO] one\n[INFO] two\n[INFO] three\n", false, true),
    ("[INFO]\n[WARN]\n[INFO]\n", false, true),
    // Documents that span lines.
    ("[\n{\"a\":1},\n{\"a\":2},\n{\"a\":3},\n{\"a\":4},\n{\"a\":5}\n]", false, false),
    ("[{\"a\":1},\n{\"a\":2},\n{\"a\":3},\n{\"a\":4}]\n", false, false),
    ("[{\"a\":1}\n,{\"a\":2}\n,{\"a\":3}\n,{\"a\":4}]\n", false, false),
    ("{\n  \"a\": [1],\n  \"b\": {\"c\": 2}\n}\n", false, false),
    ("{\"a\": [{\"b\": 1}\n{\"b\": 2}\n{\"b\": 3}\n{\"b\": 4}\n{\"b\": 5}]}\n", false, true),
    ("{\"a\": [{\"b\": \"}\\\"}\"}\n  {\"b\": 2}\n  {\"b\": 3}\n  {\"b\": 4}\n  {\"b\": 5}\n", false, true),
    // The first row is damaged.
    ("{\"a\": {\"b\": 1}\n{\"a\": 2}\n{\"a\": 3}\n{\"a\": 4}\n{\"a\": 5}\n", true, true),
    ("{'a': [1],\n 'b': {'c': 2},\n 'd': 3}\n", false, false),
];

#[test]
fn rows_are_told_from_documents_that_span_lines() {
    for (text, alone, named) in TEXTS {
        assert_eq!(
            (are_rows(text.as_bytes(), false), are_rows(text.as_bytes(), true)),
            (*alone, *named),
            "{text}"
        );
    }
}

#[test]
fn what_holds_many_rows_is_no_rows() {
    let rows = "{\"a\": 1}\n".repeat(20);
    for (before, after) in
        [("[\n", "]\n"), ("[", "]"), ("{\"rows\": [\n", "]}\n"), ("Here:\n```json\n", "```\n")]
    {
        assert!(!are_rows(format!("{before}{rows}{after}").as_bytes(), false), "{before}");
    }
    let matrix = format!("[[1 2 3]\n{}[7 8 9]]\n", " [4 5 6]\n".repeat(20));
    assert!(!are_rows(matrix.as_bytes(), false));
    assert!(are_rows(rows.repeat(1 << 10).as_bytes(), false));
}
