use jmend::core::json::hash::mix;
use jmend::core::results::keys::marks::*;

#[test]
fn what_was_added_is_there_and_nothing_else() {
    let hashes: Vec<u64> = (0..5000).map(|at| mix(at, 1)).collect();
    let mut marks = Marks::of(&hashes[..25]);
    for at in 25..hashes.len() {
        assert!(!marks.may_have(hashes[at]), "{at}");
        assert_eq!(marks.add_all(&hashes[..=at], at), None);
        assert!(marks.may_have(hashes[at]), "{at}");
    }
    assert!(hashes.iter().all(|hash| marks.may_have(*hash)));
}

#[test]
fn hashes_that_want_the_same_slot_and_empty_halves() {
    let hashes: Vec<u64> = (0..200).map(|at| at << 32 | 7).chain([0, u64::MAX]).collect();
    let marks = Marks::of(&hashes);
    assert!(hashes.iter().all(|hash| marks.may_have(*hash)));
    assert!(!marks.may_have(300 << 32 | 7));
}
