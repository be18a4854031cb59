//! Figures for people.

use super::interval::Share;

/// `1234567` as `1,234,567`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A share in percent. What is not nothing is never 0, and what is not all is never 100.
pub fn percent(share: &Share) -> String {
    let shown = format!("{:.1}", share.share * 100.0);
    match &*shown {
        "0.0" if share.count > 0 => "<0.1 %".to_owned(),
        "100.0" if share.count < share.of => ">99.9 %".to_owned(),
        _ => format!("{shown} %"),
    }
}

/// The ends of the interval in percent: `6.8–7.4`.
pub fn interval(share: &Share) -> String {
    format!("{:.1}–{:.1}", share.low * 100.0, share.high * 100.0)
}

/// A difference of shares in percentage points: `+3.2`.
pub(crate) fn points(by: f64) -> String {
    format!("{:+.1}", by * 100.0)
}

/// A plural.
pub(crate) fn several(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}
