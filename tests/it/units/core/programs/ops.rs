use std::collections::BTreeSet;

use jmend::core::programs::ops::*;

#[test]
fn fifty_operations_and_two_more_each_once() {
    assert_eq!(all().count(), 52);
    assert_eq!(all().map(|op| op.name).collect::<BTreeSet<_>>().len(), 52);
    for op in all() {
        assert!(op.summary.ends_with(['.', '?']), "{}", op.name);
        assert!(op.example.program.contains(&format!("\"op\":\"{}\"", op.name)), "{}", op.name);
    }
}
