//! How many different values there are: counted one by one while they are few, as hashes up to a bound, and estimated
//! from there on (`HyperLogLog`). Memory is bounded, whatever comes.

use crate::core::json::hash::{folded, slot};

/// Different values that are counted one by one, with their texts.
const FEW: usize = 12;

/// Different values that are counted exactly.
pub const EXACT: usize = 1024;

/// Places for their hashes: half of them stay empty. A table begins with few and grows.
const SLOTS: usize = 2 * EXACT;
const FIRST_SLOTS: usize = 64;

/// The first bits of a hash choose one of this many registers; the standard error is 1.04 / 64, or 1.6 %.
const REGISTER_BITS: u32 = 12;
const REGISTERS: usize = 1 << REGISTER_BITS;

/// Bytes of a value that is shown among the most frequent.
const SHOWN: usize = 64;

/// Values that are equal have equal hashes; all others nearly never.
#[inline]
pub fn hash(bytes: &[u8]) -> u64 {
    const KEYS: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9];
    let word = |bytes: &[u8]| bytes.first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
    let half = |bytes: &[u8]| bytes.first_chunk().map_or(0, |half| u64::from(u32::from_le_bytes(*half)));
    let len = bytes.len();
    let mut state = KEYS[0] ^ len as u64;
    let (a, b) = match len {
        0..4 => (bytes.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)), 0),
        4..8 => (half(bytes), half(&bytes[len - 4..])),
        _ => {
            let mut rest = bytes;
            while rest.len() > 16 {
                state = folded(word(rest) ^ KEYS[1] ^ state, word(&rest[8..]) ^ KEYS[2]);
                rest = &rest[16..];
            }
            // The last sixteen bytes, or the last eight twice over where there are fewer.
            (word(&bytes[len.saturating_sub(16)..]), word(&bytes[len - 8..]))
        }
    };
    folded(folded(a ^ KEYS[1], b ^ KEYS[2] ^ state), KEYS[0] ^ state)
}

/// A value that is counted by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Its JSON text; `None` where that is too long to be shown.
    pub text: Option<Box<str>>,
    /// How often it came.
    pub count: u64,
}

#[derive(Clone, Debug)]
enum State {
    /// Hashes, and what they are of.
    Few(Vec<u64>, Vec<Counted>),
    /// Hashes that are not 0, by their last bits, and how many there are.
    Exact(Box<[u64]>, usize),
    /// The longest run of zeros, by the first bits of the hash.
    Sketch(Box<[u8]>),
}

/// How many different values came.
#[derive(Clone, Debug)]
pub struct Distinct(State);

/// A number of different values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// How many.
    pub count: u64,
    /// Says whether the count is estimated.
    pub is_estimate: bool,
}

impl Distinct {
    pub fn new() -> Self {
        Self(State::Few(Vec::new(), Vec::new()))
    }

    /// Adds a value by its JSON text.
    #[inline]
    pub fn add(&mut self, token: &[u8]) {
        let hash = hash(token) | 1;
        match &mut self.0 {
            State::Few(hashes, values) => match hashes.iter().position(|known| *known == hash) {
                Some(at) => values[at].count += 1,
                None => self.more(hash, token),
            },
            State::Exact(slots, len) => {
                if insert(slots, hash) {
                    *len += 1;
                    if *len * 2 > slots.len() {
                        self.grow();
                    }
                }
            }
            State::Sketch(registers) => note(registers, hash),
        }
    }

    /// One more different value, while they are few.
    #[cold]
    fn more(&mut self, hash: u64, token: &[u8]) {
        let State::Few(hashes, values) = &mut self.0 else { return };
        if hashes.len() < FEW {
            let text = (token.len() <= SHOWN).then(|| String::from_utf8_lossy(token).into());
            hashes.push(hash);
            values.push(Counted { text, count: 1 });
            return;
        }
        self.add_hash(hash);
    }

    /// Makes room for more hashes, or estimates from here on.
    #[cold]
    fn grow(&mut self) {
        let State::Exact(slots, len) = &self.0 else { return };
        if slots.len() >= SLOTS {
            return self.estimate();
        }
        let mut more = vec![0; slots.len() * 2].into_boxed_slice();
        for hash in slots.iter().filter(|hash| **hash != 0) {
            insert(&mut more, *hash);
        }
        self.0 = State::Exact(more, *len);
    }

    /// Adds all values that another place has.
    pub fn join(&mut self, other: &Self) {
        match &other.0 {
            State::Few(hashes, values) => {
                for (hash, value) in hashes.iter().zip(values) {
                    self.add_counted(*hash, value);
                }
            }
            State::Exact(slots, _) => {
                slots.iter().filter(|hash| **hash != 0).for_each(|hash| self.add_hash(*hash));
            }
            State::Sketch(theirs) => {
                self.give_up_values();
                self.estimate();
                if let State::Sketch(mine) = &mut self.0 {
                    mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine = (*mine).max(*theirs));
                }
            }
        }
    }

    fn add_counted(&mut self, hash: u64, value: &Counted) {
        match &mut self.0 {
            State::Few(hashes, values) => match hashes.iter().position(|known| *known == hash) {
                Some(at) => values[at].count += value.count,
                None if hashes.len() < FEW => {
                    hashes.push(hash);
                    values.push(value.clone());
                }
                None => self.add_hash(hash),
            },
            _ => self.add_hash(hash),
        }
    }

    /// Adds a value by its hash, which is not 0; its text is not known any more.
    pub fn add_hash(&mut self, hash: u64) {
        self.give_up_values();
        match &mut self.0 {
            State::Exact(slots, len) => {
                *len += usize::from(insert(slots, hash));
                if *len * 2 > slots.len() {
                    self.grow();
                }
            }
            State::Sketch(registers) => note(registers, hash),
            State::Few(..) => {}
        }
    }

    /// Goes on with hashes alone.
    fn give_up_values(&mut self) {
        let State::Few(hashes, _) = &self.0 else { return };
        let mut slots = vec![0; FIRST_SLOTS].into_boxed_slice();
        for known in hashes {
            insert(&mut slots, *known);
        }
        self.0 = State::Exact(slots, hashes.len());
    }

    #[cold]
    fn estimate(&mut self) {
        let State::Exact(slots, _) = &self.0 else { return };
        let mut registers = vec![0; REGISTERS].into_boxed_slice();
        for hash in slots.iter().filter(|hash| **hash != 0) {
            note(&mut registers, *hash);
        }
        self.0 = State::Sketch(registers);
    }

    /// How many there are.
    #[expect(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "an estimate, and above 0")]
    pub fn number(&self) -> Number {
        match &self.0 {
            State::Few(hashes, _) => Number { count: hashes.len() as u64, is_estimate: false },
            State::Exact(_, len) => Number { count: *len as u64, is_estimate: false },
            State::Sketch(registers) => {
                let size = REGISTERS as f64;
                let sum: f64 = registers.iter().map(|rank| (-f64::from(*rank)).exp2()).sum();
                let raw = 0.7213 / (1.0 + 1.079 / size) * size * size / sum;
                let empty = memchr::memchr_iter(0, registers).count() as f64;
                // Linear counting, where the registers are still far from full.
                let count = if raw <= 2.5 * size && empty > 0.0 { size * (size / empty).ln() } else { raw };
                Number { count: count.round() as u64, is_estimate: true }
            }
        }
    }

    /// The values by their number, where they are few: most frequent first.
    pub fn top(&self) -> Option<Vec<&Counted>> {
        let State::Few(_, values) = &self.0 else { return None };
        let mut top: Vec<_> = values.iter().collect();
        top.sort_by_key(|value| std::cmp::Reverse(value.count));
        Some(top)
    }
}

/// Puts a hash in its slot; says whether it was not there.
#[inline]
pub fn insert(slots: &mut [u64], hash: u64) -> bool {
    // The lowest bit is set in all of them.
    let at = slot(slots, hash >> 1, |known| *known == 0 || *known == hash);
    std::mem::replace(&mut slots[at], hash) == 0
}

#[inline]
fn note(registers: &mut [u8], hash: u64) {
    let register = &mut registers[(hash >> (64 - REGISTER_BITS)) as usize];
    let rank = (hash << REGISTER_BITS).leading_zeros().min(64 - REGISTER_BITS) as u8 + 1;
    *register = (*register).max(rank);
}
