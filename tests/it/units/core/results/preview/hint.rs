use jmend::core::results::preview::hint::*;

#[test]
fn what_is_filled_in_is_not_filled_again() {
    let places = [("{tool}", "{args}".to_owned()), ("{args}", "{tool}".to_owned())];
    assert_eq!(fill("{tool} {x {args}{", &places), "{args} {x {tool}{");
}

#[test]
fn every_place_leads_to_the_call() {
    let text = "{tool} {args} {args_json} {key} {jq} {program}";
    let hint = Hint::new("s", r#"{"b-c":1.0}"#, "jk1-0", HintFor::Template(text));
    let expected = concat!(
        r#"s {:b_c 1} {"b_c":1} jk1-0 call("s"; {"b_c":1}) "#,
        r#"{"program":{"op":"call","tool":"s","args":{"b_c":1}}}"#
    );
    assert_eq!(hint, Ok(Hint(expected.to_owned())));
}

#[test]
fn arguments_without_one_meaning_have_no_hint() {
    let code = |arguments| Hint::new("t", arguments, "", HintFor::default()).map_err(|fault| fault.code);
    assert_eq!(code("[1]"), Err("arguments"));
    assert_eq!(code(r#"{"a-b":1,"a_b":2}"#), Err("key-collision"));
    assert_eq!(code("{"), Err("syntax"));
}
