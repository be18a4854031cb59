use jmend::core::programs::read;
use jmend::core::programs::write::*;

#[test]
fn floats_stay_floats_and_order_stays() {
    for (text, expected) in [
        ("[50.0,1E5,1e21,-0,-0.0,1.10,5e-324]", "[50.0,100000.0,1e21,0,-0.0,1.1,5e-324]"),
        (r#"{"b":"\u0041\n\u001b","a":[]}"#, r#"{"b":"A\n\u001b","a":[]}"#),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
    ] {
        assert_eq!(to_json(&read(text, 9).expect("valid")), expected);
    }
}

#[test]
fn messages_show_two_hundred_characters() {
    let long = format!("\"{}\"", "é".repeat(100_000));
    let shown = shown(&read(&long, 9).expect("valid"));
    assert_eq!(shown.chars().count(), 201);
    assert!(shown.ends_with('…'));
    assert_eq!(jmend::core::programs::write::shown(&read("[1,2]", 9).expect("valid")), "[1,2]");
}
