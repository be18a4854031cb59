use jmend::core::results::preview::profile::sample::*;

fn sampled(wanted: Sample, rows: u64) -> Vec<u64> {
    let mut kept = Kept::new(wanted);
    for number in 0..rows {
        if kept.wants(number) {
            kept.keep(number, number.to_string().as_bytes());
        }
    }
    kept.texts().iter().map(|text| text.parse().expect("a number")).collect()
}

#[test]
fn the_first_and_the_last_rows() {
    assert_eq!(sampled(Sample::Head(3), 10), [0, 1, 2]);
    assert_eq!(sampled(Sample::Tail(3), 10), [7, 8, 9]);
    assert_eq!(sampled(Sample::Tail(3), 2), [0, 1]);
    assert_eq!(sampled(Sample::Tail(0), 2), [0; 0]);
}

#[test]
fn chance_is_fair_and_repeats_itself() {
    let random = |seed| Sample::Random { rows: 5, seed };
    assert_eq!(sampled(random(7), 1000), sampled(random(7), 1000));
    assert_ne!(sampled(random(7), 1000), sampled(random(8), 1000));
    assert_eq!(sampled(random(7), 4), [0, 1, 2, 3]);
    // Each tenth of the rows is drawn about as often.
    let mut tenths = [0_u32; 10];
    for seed in 0..2000 {
        for row in sampled(random(seed), 100) {
            tenths[row as usize / 10] += 1;
        }
    }
    assert!(tenths.iter().all(|count| (850..1150).contains(count)), "{tenths:?}");
}
