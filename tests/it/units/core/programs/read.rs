use jmend::core::json::MAX_DEPTH;
use jmend::core::programs::read::*;
use jmend::core::programs::value::Value;

fn code(text: &str) -> Option<&'static str> {
    read(text, MAX_DEPTH).err().map(|fault| fault.code)
}

#[test]
fn small_containers_stay_text_and_duplicates_do_not() {
    let value = |text| read(text, MAX_DEPTH).expect("valid");
    assert!(matches!(value(r#" {"a":[1,{"b":2}]} "#), Value::RawMap { depth: 3, .. }));
    assert!(matches!(value(r#"{"a":1,"a":2}"#), Value::Map(_)));
    assert!(
        matches!(value(r#"[{"a":1,"\u0061":2}]"#), Value::List(_)),
        "a list around built values is built"
    );
    assert!(matches!(
        value(r#"[{"a":1,"\u0061":2}]"#).as_list().map(|l| l.items[0].member("a")),
        Some(Some(Value::Int(2)))
    ));
    let long = format!("[{}]", vec!["{\"a\":1}"; 1000].join(","));
    assert!(matches!(value(&long), Value::List(list) if list.items.len() == 1000));
}

#[test]
fn plain_rows_go_the_short_way_and_say_the_same() {
    for (row, is_flat) in [
        (r#"{"a":1,"b" : "x" , "c":[1]}"#, false),
        (r#"{"a":1,"b" : "x" , "c":null}"#, true),
        (r#"{"a":1,"b":2,"a":3}"#, false),
        (r#"{"a":1e2}"#, false),
        (r#"{"a":"\n"}"#, false),
        (r#"{"\n":1}"#, false),
        ("{}", false),
        (r#"{"a":1,}"#, false),
        (r#"{"a":-0,"b":-1.50 ,"c":10}"#, true),
        (r#"{"a":01}"#, false),
        (r#"{"a":1.}"#, false),
        (r#"{"a":-}"#, false),
        (r#"{"a":1x}"#, false),
        (r#"{"a":tru}"#, false),
        (r#"{"a"}"#, false),
        (r#"{"a":1"#, false),
    ] {
        let flat = |before: &mut Row<'static>| flat_object(row.as_bytes(), 0, before);
        assert_eq!(flat(&mut Row::default()), is_flat.then_some(row.len()), "{row}");
        let befores =
            [r#"{"a":1,"b" : 2}"#, r#"{"b":1,"a":2}"#, r#"{"a":1,"b" : 2,"c":3,"d":4}"#, "{\"a\"  :1}"];
        for before in befores {
            let mut shape = Row::default();
            assert!(flat_object(before.as_bytes(), 0, &mut shape).is_some());
            assert_eq!(flat(&mut shape), is_flat.then_some(row.len()), "{row} after {before}");
        }
    }
    let wide: Vec<_> = (0..=RAW_MEMBERS).map(|n| format!("\"{n}\":{n}")).collect();
    let wide = format!("{{{}}}", wide.join(","));
    assert_eq!(flat_object(wide.as_bytes(), 0, &mut Row::default()), None);
    let long = format!("{{\"a\":\"{}\"}}", "x".repeat(RAW_MAX));
    assert_eq!(flat_object(long.as_bytes(), 0, &mut Row::default()), None);
}

#[test]
fn refuses_what_is_not_a_value() {
    assert_eq!(code(r#""\ud800""#), Some("lone-surrogate"));
    assert_eq!(code(r#"{"\ud800":1}"#), Some("lone-surrogate"));
    assert_eq!(code("[1e400]"), Some("number-range"));
    assert_eq!(code(&format!("1{}.0", "0".repeat(400))), Some("number-range"));
    assert_eq!(code(&"9".repeat(400)), None, "integers have any size");
    for bad in ["", "[1,]", "{\"a\":}", "{\"a\" 1}", "[1", "01", "[}", "{]", "1 2", "{\"a\":1,}"] {
        assert_eq!(code(bad), Some("syntax"), "{bad}");
    }
    assert_eq!(code(&"[".repeat(100_000)), Some("depth"));
}
