use jmend::core::results::preview::profile::node::*;

#[test]
fn numbers_are_those_of_the_standard_library() {
    for text in [
        "0",
        "-0",
        "12",
        "-12.5",
        "99.72",
        "0.1",
        "123456789012345",
        "12345678901234567890123",
        "1e3",
        "-2.5E-3",
    ] {
        let expected: f64 = text.parse().expect("a number");
        let is_integer = !text.contains(['.', 'e', 'E']);
        assert_eq!(number(text.as_bytes()), (expected, is_integer), "{text}");
    }
}

#[test]
fn what_is_small_and_large_is_kept_as_it_is_written() {
    let of = |values: &[&str]| {
        let mut stats = Stats::new();
        for value in values {
            stats.scalar(value.as_bytes(), value.contains('\\'));
        }
        (stats.bounds(), stats.lengths)
    };
    let both = |least: &str, greatest: &str| Some((least.to_owned(), greatest.to_owned()));
    assert_eq!(of(&["2", "1.50", "null", "10"]), (both("1.50", "10"), Range::NONE));
    let days = of(&[r#""2026-01-02""#, r#""2025-12-31""#]);
    assert_eq!(days, (both(r#""2025-12-31""#, r#""2026-01-02""#), Range { least: 10, greatest: 10 }));
    assert_eq!(of(&[r#""b""#, r#""éé\u0041""#]), (None, Range { least: 1, greatest: 3 }));
    assert_eq!(of(&["1", r#""22""#, r#""3""#, "7"]).0, both("1", "7"));
}
