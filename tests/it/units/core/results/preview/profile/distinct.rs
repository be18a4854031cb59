use jmend::core::results::preview::profile::distinct::*;

#[test]
fn few_values_are_counted_one_by_one() {
    let mut distinct = Distinct::new();
    for value in ["1", "2", "1", "1"] {
        distinct.add(value.as_bytes());
    }
    let top: Vec<_> = distinct.top().expect("few").iter().map(|one| (one.text.clone(), one.count)).collect();
    assert_eq!(top, [(Some("1".into()), 3), (Some("2".into()), 1)]);
}

#[test]
fn numbers_are_exact_to_the_bound_and_near_beyond_it() {
    for count in [0_u32, 1, 12, 13, 700, 1024, 1025, 5000, 40_000, 300_000] {
        let mut distinct = Distinct::new();
        for n in (0..count).chain(0..count) {
            distinct.add((n * 7).to_string().as_bytes());
        }
        let Number { count: found, is_estimate } = distinct.number();
        assert_eq!(is_estimate, count as usize > EXACT, "{count}");
        let error = found.abs_diff(u64::from(count)) * 1000 / u64::from(count.max(1));
        assert!(error <= if is_estimate { 50 } else { 0 }, "{count}: {found}");
    }
}

#[test]
fn hashes_differ_where_bytes_do() {
    let mut seen = std::collections::BTreeSet::new();
    let text = "abcdefghijklmnopqrstuvwxyz0123456789";
    for len in 0..text.len() {
        for at in 0..=len {
            let mut bytes = text.as_bytes()[..len].to_vec();
            bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1);
            seen.insert(hash(&bytes));
        }
    }
    let expected: usize = (0..text.len()).map(|len| len + 1).sum();
    assert_eq!(seen.len(), expected);
}
