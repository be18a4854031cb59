use jmend::core::json::fault::Fault;
use jmend::core::json::parse;
use jmend::core::results::preview::budget::*;
use jmend::core::results::preview::render::{Ending, Preview};

fn fit(members: &[(&str, &str)], max_bytes: usize) -> Result<String, Fault> {
    let mut preview = Preview::default();
    for (name, value) in members {
        preview.put(name, *value);
    }
    let account = Account { max_bytes: Some(max_bytes), ..Account::default() };
    fitted(&|_| preview.clone().into(), Ending::default(), account)
}

#[test]
fn what_fits_is_left_alone() {
    assert_eq!(fit(&[("rows", "[1]")], 100).as_deref(), Ok(r#"{"status":"ok","rows":[1]}"#));
}

#[test]
fn structure_is_cut_and_said() {
    let long = format!(r#"[{{"a":"{}","b":{{"c":[1,2,3]}}}}]"#, "x".repeat(5000));
    let cut = fit(&[("result_count", "1"), ("rows", &long)], 400).expect("it fits");
    let expected = format!(
        r#"{{"status":"ok","result_count":1,"rows":[{{"a":"{}…","b":{{"c":[1,2,3]}}}}],"caps_hit":["strings"]}}"#,
        "x".repeat(256)
    );
    assert_eq!(cut, expected);
    for max in [80, 90, 120, 200, 300] {
        let cut = fit(&[("result_count", "1"), ("rows", &long)], max).expect("it fits");
        assert!(cut.len() <= max && cut.contains("caps_hit"), "{max}: {cut}");
        assert!(parse(&cut, 16).is_ok(), "{cut}");
    }
    assert!(fit(&[("result_count", "1")], 10).is_err());
}

#[test]
fn numbers_about_the_whole_count_themselves() {
    let account = Account { result_bytes: 1000, is_shown: true, has_tokens: true, max_bytes: None };
    let text = fitted(&|_| Preview::default().into(), Ending::default(), account).expect("no limit");
    let saved = format!("\"bytes_saved\":{}", 1000 - text.len());
    let tokens = format!("\"tokens_estimate\":{}", text.len().div_ceil(4));
    assert!(text.contains(&saved) && text.contains(&tokens), "{text} {}", text.len());
}
