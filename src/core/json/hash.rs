//! Hash tables whose keys are hashes themselves, and ways to make such keys.

use std::hash::Hasher;

/// Takes keys as they are: they are mixed already, or seeded, so that no input can choose where they go.
#[derive(Default)]
pub(crate) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = mix(self.0, u64::from(*byte));
        }
    }

    fn write_u32(&mut self, key: u32) {
        self.0 = mix(0, u64::from(key));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Mixes two words into one (the finaliser of `SplitMix64`).
pub fn mix(a: u64, b: u64) -> u64 {
    let mut z = a.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(b).wrapping_add(0x7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Where what has this hash lies in a table, or would: in the first slot from where the hash says on that `ends` the way,
/// for it is free or the one that is looked for. The slots are a power of two, and one of them is free.
#[inline]
pub(crate) fn slot<T>(slots: &[T], hash: u64, ends: impl Fn(&T) -> bool) -> usize {
    let last = slots.len() - 1;
    let mut at = hash as usize & last;
    while !ends(&slots[at]) {
        at = (at + 1) & last;
    }
    at
}

/// A one in each byte of a word, to look at eight bytes at once.
pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;

/// The fractions of the square roots of 2 and 3, made odd: factors for `folded`.
pub(crate) const FACTORS: (u64, u64) = (0x6a09_e667_f3bc_c909, 0xbb67_ae85_84ca_a73b);

/// A product of two words, folded into one: words that differ in one digit differ everywhere in it.
#[inline]
pub(crate) fn folded(word: u64, factor: u64) -> u64 {
    let product = u128::from(word) * u128::from(factor);
    product as u64 ^ (product >> 64) as u64
}

/// A fingerprint of bytes, to see whether they are the same when they are read again. It withstands accidents, not an
/// adversary.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    const LANES: usize = 4;
    let mut lanes = [FACTORS.0, FACTORS.1, !FACTORS.0, !FACTORS.1];
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let (words, rest) = bytes.as_chunks::<8>();
    for block in words.chunks(LANES) {
        for (lane, bytes) in lanes.iter_mut().zip(block) {
            *lane = folded(*lane ^ u64::from_le_bytes(*bytes), FACTORS.0).wrapping_add(FACTORS.1);
        }
    }
    lanes.into_iter().fold(mix(bytes.len() as u64, word(rest)), mix)
}
