use jmend::core::programs::raw::*;
use jmend::core::programs::value::Value;

#[test]
fn members_and_items_are_found_in_any_layout() {
    let text = r#"{ "a" : 1 ,"b":[ {"c":"]}\""} , 2.5 ],"é":"\u0041","d":null }"#;
    assert_eq!(members(text).len(), 4);
    assert!(matches!(member(text, "a"), Some(Value::Int(1))));
    assert!(matches!(member(text, "d"), Some(Value::Null)));
    assert_eq!(member(text, "é").and_then(|v| v.as_str().map(str::to_owned)).as_deref(), Some("A"));
    let list = member(text, "b").and_then(|v| v.as_list()).expect("a list");
    assert_eq!((list.items.len(), list.depth), (2, 2));
    assert_eq!(
        list.items[0].member("c").and_then(|v| v.as_str().map(str::to_owned)).as_deref(),
        Some("]}\"")
    );
    assert!(member(text, "c").is_none() && members("{}").is_empty() && items("[ ]").is_empty());
}
