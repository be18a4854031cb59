use std::collections::BTreeSet;

use jmend::cli::watcher::running;

#[test]
fn what_started_and_did_not_end_still_runs() {
    for (changes, due) in [
        ("", vec![]),
        ("+12\n", vec![12]),
        ("+12\n+13\n-12\n", vec![13]),
        ("+12\n-12\n+12\n", vec![12]),
        ("-12\n+13\n", vec![13]),
        ("12\n+\n+x\n+-1\n+4294967296\n\n\u{e9}3\n+7\n", vec![7]),
    ] {
        assert_eq!(running(changes.as_bytes()), BTreeSet::from_iter(due), "{changes}");
    }
}
