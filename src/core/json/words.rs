//! Numbers and literals: where they end, and whether they are what RFC 8259 has.

use super::scan::{ScanError, ScanErrorKind};
use crate::core::hash::ONES;

/// The high bits of those of eight bytes that are no digits, the first of which is right; those after it need not be.
#[inline]
fn not_digits(word: u64) -> u64 {
    let off = word ^ (ONES * u64::from(b'0'));
    (off | off.wrapping_add(ONES * 0x76)) & (ONES * 0x80)
}

/// The offset after the number that starts at `pos` (RFC 8259, section 6).
///
/// A number ends where it can no longer go on; whether what follows may follow is for the caller to say, save that
/// a digit, letter, `.`, `+` or `-` glued to it makes it no number.
#[inline]
pub fn number_end(bytes: &[u8], start: usize) -> Result<usize, ScanError> {
    let digits = |mut at: usize| {
        while matches!(bytes.get(at), Some(b'0'..=b'9')) {
            at += 1;
        }
        at
    };
    // Fractions are longer than whole parts: their digits are looked at eight at a time.
    let more_digits = |mut at: usize| {
        while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
            let others = not_digits(u64::from_le_bytes(*word));
            at += others.trailing_zeros() as usize / 8;
            if others != 0 {
                return at;
            }
        }
        digits(at)
    };
    let wrong = |at: usize| {
        let kind = if at < bytes.len() { ScanErrorKind::InvalidNumber } else { ScanErrorKind::UnexpectedEnd };
        ScanError::new(kind, if at < bytes.len() { start } else { at })
    };
    let mut pos = start + usize::from(bytes.get(start) == Some(&b'-'));
    match bytes.get(pos) {
        Some(b'0') => pos += 1,
        Some(b'1'..=b'9') => pos = digits(pos + 1),
        _ => return Err(wrong(pos)),
    }
    if bytes.get(pos) == Some(&b'.') {
        let end = more_digits(pos + 1);
        if end == pos + 1 {
            return Err(wrong(end));
        }
        pos = end;
    }
    if matches!(bytes.get(pos), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(pos + 1), Some(b'+' | b'-')));
        let end = digits(pos + 1 + sign);
        if end == pos + 1 + sign {
            return Err(wrong(end));
        }
        pos = end;
    }
    match bytes.get(pos) {
        Some(b) if b.is_ascii_alphanumeric() || matches!(b, b'.' | b'+' | b'-' | b'_') => Err(wrong(pos)),
        _ => Ok(pos),
    }
}

/// The offset after `word`, which must stand at `pos`.
#[inline]
pub fn literal_end(bytes: &[u8], pos: usize, word: &[u8]) -> Result<usize, ScanError> {
    let rest = &bytes[pos..];
    if rest.starts_with(word) {
        let end = pos + word.len();
        return match bytes.get(end) {
            Some(b) if b.is_ascii_alphanumeric() || *b == b'_' => {
                Err(ScanError::new(ScanErrorKind::InvalidLiteral, pos))
            }
            _ => Ok(end),
        };
    }
    let kind =
        if word.starts_with(rest) { ScanErrorKind::UnexpectedEnd } else { ScanErrorKind::InvalidLiteral };
    Err(ScanError::new(kind, if word.starts_with(rest) { bytes.len() } else { pos }))
}
