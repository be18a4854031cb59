use jmend::report::insight::interval::*;

fn close(is: f64, due: f64) {
    assert!((is - due).abs() < 2e-3, "{is}, not {due}");
}

#[test]
fn intervals_are_those_of_the_textbook() {
    // Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
    for (count, of, low, high) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
        let share = Share::new(count, of);
        close(share.low, low);
        close(share.high, high);
    }
    assert_eq!((Share::new(0, 0).low, Share::new(0, 0).high), (0.0, 1.0));
    assert_eq!((Share::new(9, 9).high, Share::new(0, 9).low), (1.0, 0.0));
}

#[test]
fn differences_are_those_of_the_textbook() {
    // Newcombe (1998), "Interval estimation for the difference", table II, method 10: 56/70 - 48/80.
    let (by, low, high) = difference(&Share::new(48, 80), &Share::new(56, 70), Z95);
    close(by, 0.2);
    close(low, 0.0524);
    close(high, 0.3339);
}

#[test]
fn more_comparisons_need_more_evidence() {
    close(z_of(1), Z95);
    close(z_of(10), 2.807);
    close(z_of(1000), 4.056);
}
