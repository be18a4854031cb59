use jmend::core::results::preview::Ending;
use jmend::core::results::preview::text::*;

#[test]
fn texts_are_told_by_lines_and_columns() {
    for (text, expected) in [
        (
            "a,\"b, c\"\n1,2\n3,\"x,y\"\n",
            r#""format":"csv","result_count":2,"lines":3,"longest_line":8,"columns":["a","b, c"],"head":["a,\"b, c\"","1,2","3,\"x,y\""]"#,
        ),
        (
            "one\r\n\n3\n4\n5\n6\n7\n8\n9\n10\n11 12",
            r#""format":"text","lines":11,"longest_line":5,"head":["one","","3","4","5"],"tail":["7","8","9","10","11 12"]"#,
        ),
        ("", r#""format":"text","lines":0,"longest_line":0,"head":[]"#),
    ] {
        let shape = look_at_text(&mut text.as_bytes()).expect("it reads");
        assert_eq!(shape.preview().text(Ending::default()), format!(r#"{{"status":"ok",{expected}}}"#));
    }
}
