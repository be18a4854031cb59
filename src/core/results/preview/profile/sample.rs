//! Which rows of an array are shown: the first, the last, or some by chance.

use std::collections::VecDeque;

/// The rows of a profile that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// The first.
    Head(usize),
    /// The last.
    Tail(usize),
    /// Some by chance: the same for the same seed and the same rows.
    Random {
        /// How many.
        rows: usize,
        /// Where chance begins.
        seed: u64,
    },
}

impl Sample {
    /// Returns the one of this name: `head:N`, `tail:N`, or `random:N`, with 1 to 1000 rows; without a number there are 3. The seed of
    /// `random` is 0.
    ///
    /// # Errors
    /// There is no such one; the sentence says what there is.
    pub fn named(text: &str) -> Result<Self, String> {
        let (name, rows) = text.split_once(':').unwrap_or((text, "3"));
        let Ok(rows @ 1..=1000) = rows.parse() else {
            return Err("a number of rows from 1 to 1000 follows the colon".to_owned());
        };
        match name {
            "head" => Ok(Self::Head(rows)),
            "tail" => Ok(Self::Tail(rows)),
            "random" => Ok(Self::Random { rows, seed: 0 }),
            _ => Err("it is head:N, tail:N or random:N".to_owned()),
        }
    }
}

/// Rows that were kept so far, as they are written.
#[derive(Clone, Debug)]
pub struct Kept {
    wanted: Sample,
    /// With the number of each row in its array, in that order but for rows by chance.
    rows: VecDeque<(u64, Vec<u8>)>,
    chance: Chance,
}

impl Kept {
    pub fn new(wanted: Sample) -> Self {
        let (rows, seed) = match wanted {
            Sample::Head(rows) | Sample::Tail(rows) => (rows, 0),
            Sample::Random { rows, seed } => (rows, seed),
        };
        Self { wanted, rows: VecDeque::new(), chance: Chance::new(seed, rows) }
    }

    /// Returns whether the row of this number is kept, for now. Ask for each row once, in their order.
    #[inline]
    pub fn wants(&mut self, number: u64) -> bool {
        match self.wanted {
            Sample::Head(rows) => number < rows as u64,
            Sample::Tail(rows) => rows > 0,
            Sample::Random { rows, .. } => rows > 0 && (number < rows as u64 || number == self.chance.next),
        }
    }

    /// Keeps a row.
    pub fn keep(&mut self, number: u64, text: &[u8]) {
        let (Sample::Head(most) | Sample::Tail(most) | Sample::Random { rows: most, .. }) = self.wanted;
        if self.rows.len() < most {
            self.rows.push_back((number, text.to_vec()));
            return;
        }
        let out = match self.wanted {
            Sample::Random { .. } => {
                let out = self.chance.below(most as u64) as usize;
                self.chance.advance();
                self.rows.swap_remove_back(out)
            }
            _ => self.rows.pop_front(),
        };
        let (_, mut buffer) = out.unwrap_or_default();
        buffer.clear();
        buffer.extend_from_slice(text);
        self.rows.push_back((number, buffer));
    }

    /// The rows in the order of the array.
    pub fn texts(&self) -> Vec<String> {
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.sort_by_key(|(number, _)| *number);
        rows.into_iter().map(|(_, text)| String::from_utf8_lossy(text).into_owned()).collect()
    }
}

/// Chance with a seed (`SplitMix64`), which says ahead how many rows are passed over (Li's algorithm L).
#[derive(Clone, Debug)]
struct Chance {
    state: u64,
    weight: f64,
    rows: usize,
    /// The number of the next row that is kept.
    next: u64,
}

impl Chance {
    #[expect(clippy::cast_precision_loss, reason = "a number of rows that are shown")]
    pub fn new(seed: u64, rows: usize) -> Self {
        let mut chance = Self { state: seed, weight: 1.0, rows, next: (rows as u64).wrapping_sub(1) };
        chance.weight = (chance.unit().ln() / rows.max(1) as f64).exp();
        chance.skip();
        chance
    }

    fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// Above 0, at most 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    fn unit(&mut self) -> f64 {
        ((self.draw() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.draw()) * u128::from(bound)) >> 64) as u64
    }

    #[expect(clippy::cast_sign_loss, reason = "both logarithms are below 0")]
    fn skip(&mut self) {
        let skipped = (self.unit().ln() / (1.0 - self.weight).ln()).floor();
        self.next = self.next.saturating_add(skipped as u64).saturating_add(1);
    }

    #[expect(clippy::cast_precision_loss, reason = "a number of rows that are shown")]
    fn advance(&mut self) {
        self.weight *= (self.unit().ln() / self.rows.max(1) as f64).exp();
        self.skip();
    }
}
