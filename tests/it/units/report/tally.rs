use jmend::report::tally::*;

#[test]
fn the_worst_decides() {
    let tally = |changed, failed, troubles| Tally { changed, failed, troubles, ..Tally::default() };
    for (tally, verdict) in [
        (tally(0, 0, 0), Verdict::Clean),
        (tally(2, 0, 0), Verdict::Found),
        (tally(2, 1, 0), Verdict::Refused),
        (tally(2, 1, 1), Verdict::Unread),
        (Tally { warned: 1, ..Tally::default() }, Verdict::Found),
    ] {
        assert_eq!(tally.verdict(), verdict);
    }
}
