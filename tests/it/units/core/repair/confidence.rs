use jmend::core::repair::confidence::table::WEIGHTS;
use jmend::core::repair::confidence::*;
use jmend::core::repair::engine::{Options, repair};

fn confidence(text: &str) -> Confidence {
    repair(text.as_bytes(), &Options::default()).expect("it can be repaired").confidence()
}

#[test]
fn only_what_needs_no_change_is_certain() {
    assert_eq!(confidence("[1, 2]"), Confidence::CERTAIN);
    for text in ["[1, 2,]", "{'a': 1}", "\u{feff}[1]", "```json\n[1]\n```", "[1] [2]"] {
        let confidence = confidence(text);
        assert!(
            confidence < Confidence::CERTAIN && confidence > Confidence::of_percent(89).unwrap(),
            "{text}"
        );
    }
}

#[test]
fn each_thing_that_is_wrong_makes_it_less() {
    let texts = [
        r#"{"a": "x", "b": 1,}"#,
        r#"{"a": "x", "b": 1, "c": [2"#,
        r#"{"a": "he said "x" to me", "b": 1, "c": [2"#,
        r#"{"a": "he said "x, "b": 1, "c": [2"#,
    ];
    let confidences = texts.map(confidence);
    assert!(confidences.is_sorted_by(|a, b| a >= b), "{confidences:?}");
    assert!(confidences[0] > confidences[3], "{confidences:?}");
}

#[test]
fn no_sign_counts_for_nothing_and_only_a_schema_speaks_for_a_reading() {
    for ((name, ..), weight) in SIGNS.iter().zip(WEIGHTS) {
        assert!(weight != 0 && (weight < 0) == (*name == "guided"), "{name}: {weight}");
    }
    let mut worst = Signs::new(Evidence { margin: Margin(0), ..Evidence::NONE }, true);
    worst.levels = [u8::MAX; COUNT];
    assert_eq!(worst.confidence(0), Confidence::NONE);
}

#[test]
fn it_is_shown_with_two_digits() {
    for (percent, shown) in [(0, "0.00"), (7, "0.07"), (50, "0.50"), (99, "0.99"), (100, "1")] {
        assert_eq!(Confidence::of_percent(percent).unwrap().to_string(), shown);
    }
    assert_eq!(Confidence::of_percent(101), None);
}

#[test]
fn it_is_read_as_it_is_shown() {
    for percent in 0..=WHOLE {
        let confidence = Confidence::of_percent(percent).unwrap();
        assert_eq!(confidence.to_string().parse(), Ok(confidence));
    }
    for wrong in ["", "1.01", "-0.1", "0.005", "0.955", "NaN", "inf", "1e-3", "x"] {
        assert_eq!(wrong.parse::<Confidence>(), Err(SPELLING), "{wrong}");
    }
}

#[test]
fn octaves_halve() {
    assert_eq!([0, 1, 2, 3, 6, 7, u32::MAX].map(octave), [0, 1, 1, 2, 2, 3, 31]);
}
