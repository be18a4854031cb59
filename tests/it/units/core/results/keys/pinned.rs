use jmend::core::results::keys::pinned::*;

#[test]
fn names_come_back_as_they_went_in() {
    // Some are empty, some long, and all the others have quotes.
    let name = |at: usize| match at % 16 {
        3 => String::new(),
        5 => "x".repeat(1000),
        _ => format!("{}\\\"{at}\\\\", "x".repeat(9 * (at % 3))),
    };
    let names: Vec<_> = (0..70).map(name).collect();
    let mut pinned = Pinned::new();
    for kept in (0..=names.len()).rev() {
        names[pinned.len()..].iter().for_each(|name| pinned.push(name.as_bytes()));
        pinned.truncate(kept);
        assert_eq!(pinned.len(), kept);
        for (at, name) in names.iter().enumerate() {
            assert_eq!(pinned.get(at), (at < kept).then_some(name.as_bytes()), "{at} of {kept}");
        }
        assert!(pinned.places.len() <= pinned.text.len().div_ceil(NEAR), "places for {kept} names");
    }
}

#[test]
fn no_long_name_is_passed_over_on_the_way() {
    let mut pinned = Pinned::new();
    for at in 0..100 {
        pinned.push(if at % 2 == 0 { &[b'x'; 1000] } else { b"a" });
    }
    for number in 0..100 {
        let next = pinned.places.partition_point(|(first, _)| *first <= number);
        let passed = pinned.place(number).unwrap_or(0) - pinned.places[next - 1].1;
        assert!(passed < NEAR, "{passed} bytes before {number}");
    }
}
