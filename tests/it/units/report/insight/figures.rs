use jmend::report::insight::figures::*;
use jmend::report::insight::interval::Share;

#[test]
fn figures_say_what_they_mean() {
    assert_eq!([0, 999, 1_234_567].map(grouped), ["0", "999", "1,234,567"]);
    for (count, of, shown) in [
        (0, 0, "0.0 %"),
        (0, 9, "0.0 %"),
        (9, 9, "100.0 %"),
        (1, 1_000_000, "<0.1 %"),
        (999_999, 1_000_000, ">99.9 %"),
        (97_674, 100_000, "97.7 %"),
    ] {
        assert_eq!(percent(&Share::new(count, of)), shown);
    }
}
