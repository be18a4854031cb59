use jmend::core::programs::error::Error;
use jmend::core::programs::sort::*;

#[test]
fn agrees_with_the_standard_sort_and_is_stable() {
    for count in [0u32, 1, 2, 3, 7, 8, 9, 100, 1000] {
        let keys: Vec<u32> = (0..count).map(|n| n * 7919 % 13).collect();
        let key = |at: u32| keys[at as usize];
        let mut expected: Vec<u32> = (0..count).collect();
        expected.sort_by_key(|at| key(*at));
        assert_eq!(positions(keys.len(), |l, r| Ok(key(r) < key(l))).expect("no fault"), expected);
        expected.sort_by_key(|at| (std::cmp::Reverse(key(*at)), *at));
        assert_eq!(positions(keys.len(), |l, r| Ok(key(r) > key(l))).expect("no fault"), expected);
    }
}

#[test]
fn stops_at_the_first_error() {
    let mut asked = 0;
    let sorted = positions(1000, |_, _| {
        asked += 1;
        if asked < 10 { Ok(false) } else { Err(Error::execution("enough")) }
    });
    assert!(sorted.is_err() && asked == 10);
}
