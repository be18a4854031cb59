//! How sure a share is: intervals for shares and for the difference of two.

/// Of hundred such intervals, 95 hold the true share.
pub(crate) const Z95: f64 = 1.959_964;

/// A share with its interval, each from 0 to 1.
#[expect(clippy::struct_field_names, reason = "the share itself is one of its fields")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Share {
    pub(crate) count: u64,
    pub(crate) of: u64,
    pub(crate) share: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Share {
    /// `count` of `of`, with the interval of Wilson, which is right for rare events and for few answers, too.
    pub(crate) fn new(count: u64, of: u64) -> Self {
        let (low, high) = wilson(count, of, Z95);
        Self { count, of, share: ratio(count, of), low, high }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share; no log holds more than 2^53 answers")]
fn ratio(count: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { count as f64 / of as f64 }
}

#[expect(clippy::cast_precision_loss, reason = "a share; no log holds more than 2^53 answers")]
fn wilson(count: u64, of: u64, z: f64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, share) = (of as f64, ratio(count, of));
    let z2 = z * z;
    let center = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the interval ends there, whatever the rounding says.
    let low = if count == 0 { 0.0 } else { (center - half).max(0.0) };
    let high = if count == of { 1.0 } else { (center + half).min(1.0) };
    (low, high)
}

/// How much higher the second share is than the first, from -1 to 1, with Newcombe's interval for normal quantile `z`.
pub(crate) fn difference(old: &Share, new: &Share, z: f64) -> (f64, f64, f64) {
    let ((low1, high1), (low2, high2)) = (wilson(old.count, old.of, z), wilson(new.count, new.of, z));
    let by = new.share - old.share;
    let below = ((new.share - low2).powi(2) + (high1 - old.share).powi(2)).sqrt();
    let above = ((high2 - new.share).powi(2) + (old.share - low1).powi(2)).sqrt();
    (by, (by - below).max(-1.0), (by + above).min(1.0))
}

/// The normal quantile of intervals of which all `comparisons` hold at once in 95 of 100 cases (Bonferroni).
#[expect(clippy::cast_precision_loss, reason = "a few thousand comparisons")]
pub(crate) fn z_of(comparisons: usize) -> f64 {
    // Rational approximation 26.2.23 of Abramowitz and Stegun; the error is below 4.5e-4.
    let tail = 0.025 / comparisons.max(1) as f64;
    let t = (-2.0 * tail.ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - above / below
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(is: f64, due: f64) {
        assert!((is - due).abs() < 2e-3, "{is}, not {due}");
    }

    #[test]
    fn intervals_are_those_of_the_textbook() {
        // Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
        for (count, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
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
}
