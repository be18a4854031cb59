//! Did you mean: the name most like a wrong one, by Jaro similarity.

/// Names that a message lists at most.
const LISTED: usize = 20;

/// One clause about a name that a list does not have, which begins with `lack`: the name that is meant, where there is one
/// like it, or else what the list has.
pub fn unknown<'n>(lack: &str, wrong: &str, names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    if let Some(meant) = best(wrong, sorted) {
        return format!("{lack} `{wrong}`; did you mean `{meant}`?");
    }
    let known =
        if names.is_empty() { "none".to_owned() } else { names[..LISTED.min(names.len())].join(", ") };
    let more = match names.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{lack} `{wrong}`; there are: {known}{more}")
}

/// The best of `names` above 0.8; the first of equals, so hand them in sorted.
pub fn best<'n>(wrong: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // The work is the product of the lengths: people do not mistype a name this long.
    if wrong.len() > 200 {
        return None;
    }
    let wrong: Vec<char> = wrong.to_lowercase().chars().collect();
    let mut best = None;
    let mut best_score = 0.8;
    for name in names.into_iter().filter(|name| name.len() <= 200) {
        let score = jaro(&wrong, &name.chars().collect::<Vec<_>>());
        if score > best_score {
            (best, best_score) = (Some(name), score);
        }
    }
    best
}

/// Jaro similarity with transpositions counted by halves, not floored.
#[expect(clippy::cast_precision_loss, reason = "names are short")]
pub fn jaro(a: &[char], b: &[char]) -> f64 {
    if a == b {
        return 1.0;
    }
    let window = (a.len().max(b.len()) / 2).saturating_sub(1);
    let mut taken = vec![false; b.len()];
    let mut from_a = Vec::new();
    for (i, c) in a.iter().enumerate() {
        let (low, high) = (i.saturating_sub(window), (i + window + 1).min(b.len()));
        if let Some(j) = (low..high).find(|&j| !taken[j] && b[j] == *c) {
            taken[j] = true;
            from_a.push(*c);
        }
    }
    let matches = from_a.len() as f64;
    if from_a.is_empty() {
        return 0.0;
    }
    let from_b = b.iter().zip(&taken).filter(|(_, taken)| **taken).map(|(c, _)| c);
    let transposed = from_a.iter().zip(from_b).filter(|(a, b)| a != b).count() as f64 / 2.0;
    (matches / a.len() as f64 + matches / b.len() as f64 + (matches - transposed) / matches) / 3.0
}
