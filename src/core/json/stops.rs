//! Where the plain content of a string stops: sixteen bytes at once, or sixty-four where it has escapes.
//!
//! A *mask* has a bit for each byte of a block, the lowest for the first. One comparison finds all stops of a block, and
//! `content_end` passes many escapes at once: what a model sends is full of `\n` and `\"`. A branch for each is expensive,
//! because processors cannot predict where they are.

use wide::u8x16;

/// Bytes of a block.
pub const BLOCK: usize = 16;

/// Returns a mask of the bytes that are control characters, `"` or `\`.
#[inline]
fn is_string_stop(block: u8x16) -> u8x16 {
    controls(block) | block.simd_eq(u8x16::splat(b'"')) | block.simd_eq(u8x16::splat(b'\\'))
}

/// Returns a mask of the bytes that are control characters.
#[inline]
fn controls(block: u8x16) -> u8x16 {
    block.min(u8x16::splat(0x1f)).simd_eq(block)
}

/// The mask of `is_string_stop`.
#[inline]
fn string_stops(block: u8x16) -> u32 {
    is_string_stop(block).to_bitmask()
}

/// The sixteen bytes from `pos` on; where fewer are left, there is no block.
#[inline]
fn block_at(bytes: &[u8], pos: usize) -> Option<u8x16> {
    bytes.get(pos..)?.first_chunk::<BLOCK>().map(|block| u8x16::new(*block))
}

/// The mask of the last bytes, fewer than sixteen, from `pos` on.
#[inline]
fn rest_at(bytes: &[u8], pos: usize, stops: impl Fn(u8x16) -> u32) -> u32 {
    let Some(rest) = bytes.get(pos..).filter(|rest| !rest.is_empty()) else { return 0 };
    if let Some(last) = bytes.last_chunk::<BLOCK>() {
        return stops(u8x16::new(*last)) >> (BLOCK - rest.len());
    }
    let mut block = [b' '; BLOCK];
    block[..rest.len()].copy_from_slice(rest);
    stops(u8x16::new(block))
}

/// The first offset at or after `pos` of a byte that `stops` finds, or the end of `bytes`.
#[inline]
fn first_stop(bytes: &[u8], mut pos: usize, stops: impl Fn(u8x16) -> u32) -> usize {
    while let Some(block) = block_at(bytes, pos) {
        let stops = stops(block);
        if stops != 0 {
            return pos + stops.trailing_zeros() as usize;
        }
        pos += BLOCK;
    }
    let stops = rest_at(bytes, pos, stops);
    if stops == 0 { pos.max(bytes.len()) } else { pos + stops.trailing_zeros() as usize }
}

/// The first offset at or after `pos` of a byte that is not plain string content: `"`, `\`, a control character,
/// or the end of `bytes`.
#[inline]
pub fn string_stop(bytes: &[u8], pos: usize) -> usize {
    first_stop(bytes, pos, string_stops)
}

/// `string_stop` that stops at apostrophes, too.
#[inline]
pub fn any_string_stop(bytes: &[u8], pos: usize) -> usize {
    first_stop(bytes, pos, |block| (is_string_stop(block) | block.simd_eq(u8x16::splat(b'\''))).to_bitmask())
}

/// Bytes of ASCII, `"` and `\` aside, that are a quote of another kind or begin one. The parser's table of quotes agrees with
/// these.
pub const FOREIGN_QUOTES: [u8; 3] = [b'\'', b'`', b'<'];

/// The first offset at or after `pos` of a byte that may be a quote of whatever kind, or begin one, or at which
/// `string_stop` stops: a character of ASCII, or any byte beyond ASCII.
#[inline]
pub fn foreign_string_stop(bytes: &[u8], pos: usize) -> usize {
    first_stop(bytes, pos, |block| {
        let foreign = FOREIGN_QUOTES.map(|byte| block.simd_eq(u8x16::splat(byte)));
        let beyond = block.max(u8x16::splat(0x80)).simd_eq(block);
        (is_string_stop(block) | foreign[0] | foreign[1] | foreign[2] | beyond).to_bitmask()
    })
}

/// The quote that closes the string whose opening quote is at `pos`, whatever stands in it.
pub fn closing_quote(bytes: &[u8], pos: usize) -> Option<usize> {
    let mut at = pos + 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

/// The first backslash at or after `pos`, or the end.
#[inline]
pub fn backslash(bytes: &[u8], pos: usize) -> usize {
    first_stop(bytes, pos, backslashes)
}

/// The mask of the backslashes.
#[inline]
fn backslashes(block: u8x16) -> u32 {
    block.simd_eq(u8x16::splat(b'\\')).to_bitmask()
}

/// The block at `pos`, and how many of its bytes stand before the first that `stops` finds; none where fewer bytes are
/// left.
#[inline]
pub fn before(bytes: &[u8], pos: usize, stops: impl Fn(u8x16) -> u32) -> Option<(&[u8; BLOCK], usize)> {
    let block = bytes.get(pos..)?.first_chunk::<BLOCK>()?;
    let stops = stops(u8x16::new(*block)) | 1 << BLOCK;
    Some((block, stops.trailing_zeros() as usize))
}

/// `before` the first byte at which `string_stop` stops.
#[inline]
fn before_stop(bytes: &[u8], pos: usize) -> Option<(&[u8; BLOCK], usize)> {
    before(bytes, pos, string_stops)
}

/// The mask of those of 32 bytes that are no digits, and of the last.
#[inline]
pub(super) fn no_digits(bytes: &[u8; 2 * BLOCK]) -> u32 {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let digits = |block: &[u8; BLOCK]| {
        let off = u8x16::new(*block) - u8x16::splat(b'0');
        off.min(u8x16::splat(9)).simd_eq(off).to_bitmask()
    };
    !(digits(&blocks[0]) | digits(&blocks[1]) << BLOCK) | 1 << (2 * BLOCK - 1)
}

/// Copies from `bytes[pos..]` to `out[len..]`, which has room for all of them, up to the next backslash (with `ALL_STOPS`: to
/// where `string_stop` stops) or the end; returns both places after it. What it writes beyond that means nothing.
#[inline]
pub(super) fn copy_plain<const ALL_STOPS: bool>(
    bytes: &[u8],
    mut pos: usize,
    out: &mut [u8],
    mut len: usize,
) -> (usize, usize) {
    let stops = if ALL_STOPS { string_stops } else { backslashes };
    while let Some((block, plain)) = before(bytes, pos, stops) {
        out[len..len + BLOCK].copy_from_slice(block);
        (pos, len) = (pos + plain, len + plain);
        if plain < BLOCK {
            return (pos, len);
        }
    }
    let end = if ALL_STOPS { string_stop(bytes, pos) } else { backslash(bytes, pos) };
    let rest = bytes.get(pos..end).unwrap_or_default();
    out[len..len + rest.len()].copy_from_slice(rest);
    (end, len + rest.len())
}

/// The offset after the closing quote of the string whose content begins at `pos`, where that quote is the first stop
/// and stands in the first block or right after it.
#[inline]
pub fn short_string_end(bytes: &[u8], pos: usize) -> Option<usize> {
    let stop = pos + before_stop(bytes, pos)?.1;
    (bytes.get(stop) == Some(&b'"')).then_some(stop + 1)
}

/// Bytes that are looked at together where a string has escapes.
const LARGE: usize = 4 * BLOCK;

/// What so many bytes mean in a string, as masks.
struct Signs {
    backslashes: u64,
    /// Quotes and control characters, and apostrophes where they are asked for.
    ends: u64,
    /// What makes one of the escapes that are met most, after a backslash.
    common: u64,
}

impl Signs {
    /// `\"` is one of those escapes with `QUOTES` only.
    #[inline]
    pub fn of<const QUOTES: bool, const APOSTROPHES: bool>(bytes: &[u8; LARGE]) -> Self {
        let mut signs = Self { backslashes: 0, ends: 0, common: 0 };
        for (at, block) in bytes.as_chunks::<BLOCK>().0.iter().enumerate() {
            let block = u8x16::new(*block);
            let is = |byte: u8| block.simd_eq(u8x16::splat(byte));
            let (backslashes, quotes) = (is(b'\\'), is(b'"'));
            let ends = quotes | controls(block);
            let ends = if APOSTROPHES { ends | is(b'\'') } else { ends };
            let common = backslashes | is(b'n') | is(b't');
            let common = if QUOTES { common | quotes } else { common };
            let mask = |found: u8x16| u64::from(found.to_bitmask()) << (at * BLOCK);
            signs.backslashes |= mask(backslashes);
            signs.ends |= mask(ends);
            signs.common |= mask(common);
        }
        signs
    }

    /// How many bytes from the first on, which stands outside of an escape, are plain content or parts of common escapes;
    /// the last byte does not count if it begins one.
    #[inline]
    pub fn plain(&self) -> usize {
        let escaped = escaped(self.backslashes);
        let begun = self.backslashes & !escaped & 1 << (LARGE - 1);
        let stops = self.ends & !escaped | (escaped & !self.common) >> 1 | begun;
        stops.trailing_zeros() as usize
    }
}

/// Returns which bytes stand after a backslash that escapes them. The first of the bytes stands after none. In each run of
/// backslashes the first escapes the second, and so on. The sum is that of simdjson (Langdale and Lemire, "Parsing Gigabytes of
/// JSON per Second", 2019).
#[inline]
fn escaped(backslashes: u64) -> u64 {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    let after = backslashes << 1;
    // A sum carries through each run that begins at an odd place, which swaps what is even and odd in it.
    let odd_runs = (backslashes & !EVEN & !after).wrapping_add(backslashes);
    (EVEN ^ (odd_runs << 1)) & after
}

/// The first offset at or after `pos` of a byte that is neither plain content nor part of an escape of two characters, of
/// which `is_escape` is told the second: `"`, another escape, a control character, or the end of `bytes`. `\n`, `\t`, `\\`
/// are such escapes in any case, and so is `\"` with `QUOTES`; without it, that is not one. With `APOSTROPHES` it stops at those,
/// too.
#[inline]
pub fn content_end<const QUOTES: bool, const APOSTROPHES: bool>(
    bytes: &[u8],
    mut pos: usize,
    is_escape: impl Fn(u8) -> bool,
) -> usize {
    let is_escape =
        |byte: Option<&u8>| byte.is_some_and(|byte| is_escape(*byte) && (QUOTES || *byte != b'"'));
    loop {
        pos = if APOSTROPHES { any_string_stop(bytes, pos) } else { string_stop(bytes, pos) };
        if bytes.get(pos) != Some(&b'\\') || !is_escape(bytes.get(pos + 1)) {
            return pos;
        }
        pos += 2;
        // An escape seldom comes alone: looking at many bytes at once takes fewer branches that cannot be predicted.
        while let Some(blocks) = bytes.get(pos..).and_then(|rest| rest.first_chunk()) {
            let plain = Signs::of::<QUOTES, APOSTROPHES>(blocks).plain();
            pos += plain;
            if plain == LARGE {
                continue;
            }
            // An escape that is not common, or that goes on after the last byte.
            if bytes[pos] != b'\\' || !is_escape(bytes.get(pos + 1)) {
                return pos;
            }
            pos += 2;
        }
    }
}
