use std::cmp::Ordering;

use jmend::core::programs::limits::Budget;
use jmend::core::programs::number::*;
use jmend::core::programs::value::Value;

#[test]
fn rounds_half_away_from_zero_on_the_exact_value() {
    for (float, precision, expected) in [
        (2.675, 2, 2.67),
        (1.005, 2, 1.0),
        (-2.5, 0, -3.0),
        (2.5, 0, 3.0),
        (0.125, 2, 0.13),
        (0.375, 2, 0.38),
        (1.5, 15, 1.5),
        (1e300, 3, 1e300),
        (5e-324, 15, 0.0),
        (0.5, 0, 1.0),
        (0.5 - f64::EPSILON / 4.0, 0, 0.0),
    ] {
        assert_eq!(round(float, precision).to_bits(), f64::to_bits(expected), "{float} {precision}");
    }
    assert!(round(-0.4, 0).is_sign_negative());
}

#[test]
fn integers_and_floats_compare_exactly() {
    let order = |a, b| compare(&parse(a), &parse(b)).expect("numbers");
    assert_eq!(order("9007199254740993", "9007199254740992.0"), Ordering::Greater);
    assert_eq!(order("9223372036854775807", "9223372036854775808.0"), Ordering::Less);
    assert_eq!(order("9223372036854775808", "9223372036854775808.0"), Ordering::Equal);
    assert_eq!(order("-9223372036854775809", "-9223372036854775808.0"), Ordering::Less);
    assert_eq!(order("100000000000000000000", "1e20"), Ordering::Equal);
    assert_eq!(order("100000000000000000001", "1e20"), Ordering::Greater);
    assert_eq!(order("1", "1.5"), Ordering::Less);
    assert_eq!(order("-1", "-1.5"), Ordering::Greater);
    assert_eq!(order("-0", "0.0"), Ordering::Equal);
    assert_eq!(order("-18446744073709551616", "18446744073709551616"), Ordering::Less);
}

#[test]
fn integers_grow_and_shrink() {
    let mut never = || false;
    let mut budget = Budget::new(jmend::core::programs::limits::Limits::default(), &mut never);
    let mut run = |op, a: &str, b: &str| exact(op, &parse(a), &parse(b), &mut budget);
    let product = run(Exact::Mul, "9223372036854775807", "-2").expect("fits");
    assert!(matches!(&product, Value::Big(big) if &*big.digits == "-18446744073709551614"));
    let back = run(Exact::Sub, "9223372036854775808", "1").expect("fits");
    assert!(matches!(back, Value::Int(i64::MAX)));
    assert!(run(Exact::Mul, "1e308", "10").is_err());
    assert!(run(Exact::Add, &"9".repeat(400), "1.0").is_err());
    assert!(run(Exact::Add, &"9".repeat(MAX_DIGITS + 1), "1").is_err());
}
