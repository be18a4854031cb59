use jmend::core::json::stops::BLOCK;
use jmend::core::json::words::*;

#[test]
fn plain_numbers_end_where_numbers_do() {
    let numbers = "0 -0 7 -12 01 00 - 1. 1.5 -0.25 1.5.2 1e5 1.5e-3 12a 1_0 .5 50.483705522535345 -123456.78901234567890123 \
         1234567890123456789012345678901 123456789012345678901234567890. x";
    for number in numbers.split(' ') {
        for after in [",", "]", "}", " ,", "\n", "\"", "e", "."] {
            let text = format!("{number}{after}{}", " ".repeat(2 * BLOCK));
            let plain = plain_number_end(text.as_bytes(), 0);
            assert!(plain.is_none() || plain == any_number_end(text.as_bytes(), 0).ok(), "{text}");
        }
    }
    let plain = |number: &str| plain_number_end(format!("{number:40}").as_bytes(), 0);
    assert_eq!([plain("-12"), plain("50.483705522535345"), plain("1.")], [Some(3), Some(18), None]);
}
