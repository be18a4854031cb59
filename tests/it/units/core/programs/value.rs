use jmend::core::programs::value::*;

#[test]
fn a_value_is_three_words() {
    assert_eq!(std::mem::size_of::<Value<'_>>(), 24);
}

#[test]
fn the_last_of_equal_names_wins_in_the_first_ones_place() {
    for distinct in [3i64, 40] {
        let name = |n: i64| Name::Shared(format!("n{n}").into());
        let twice = (0..2 * distinct).map(|n| (name(n % distinct), Value::Int(n))).collect();
        let map = Map::free(twice);
        assert_eq!(map.entries().len() as u64, distinct.unsigned_abs());
        for (at, (key, value)) in (0..).zip(map.entries()) {
            assert_eq!(key.as_str(), format!("n{at}"));
            assert!(matches!(value, Value::Int(n) if *n == at + distinct));
            assert!(map.get(key.as_str()).is_some());
        }
        assert!(map.get("absent").is_none());
    }
}
