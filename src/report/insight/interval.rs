//! How sure a share is: intervals for shares and for the difference of two.

/// Of hundred such intervals, 95 hold the true share.
pub const Z95: f64 = 1.959_964;

/// A share with its interval, each from 0 to 1.
#[expect(clippy::struct_field_names, reason = "the share itself is one of its fields")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub(crate) count: u64,
    pub(crate) of: u64,
    pub(crate) share: f64,
    pub low: f64,
    pub high: f64,
}

impl Share {
    /// `count` of `of`, with the interval of Wilson, which is right for rare events and for few answers, too.
    pub fn new(count: u64, of: u64) -> Self {
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
pub fn difference(old: &Share, new: &Share, z: f64) -> (f64, f64, f64) {
    let ((low1, high1), (low2, high2)) = (wilson(old.count, old.of, z), wilson(new.count, new.of, z));
    let by = new.share - old.share;
    let below = ((new.share - low2).powi(2) + (high1 - old.share).powi(2)).sqrt();
    let above = ((high2 - new.share).powi(2) + (old.share - low1).powi(2)).sqrt();
    (by, (by - below).max(-1.0), (by + above).min(1.0))
}

/// The normal quantile of intervals of which all `comparisons` hold at once in 95 of 100 cases (Bonferroni).
#[expect(clippy::cast_precision_loss, reason = "a few thousand comparisons")]
pub fn z_of(comparisons: usize) -> f64 {
    // Rational approximation 26.2.23 of Abramowitz and Stegun; the error is below 4.5e-4.
    let tail = 0.025 / comparisons.max(1) as f64;
    let t = (-2.0 * tail.ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - above / below
}
