//! Numbers and literals: where they end, and whether they are what RFC 8259 has.

use super::scan::{ScanError, ScanErrorKind};
use super::stops::{BLOCK, no_digits};

/// The offset after the number that starts at `pos` (RFC 8259, section 6).
///
/// A number ends where it can no longer go on; whether what follows may follow is for the caller to say, save that
/// a digit, letter, `.`, `+` or `-` glued to it makes it no number.
#[inline]
pub fn number_end(bytes: &[u8], start: usize) -> Result<usize, ScanError> {
    plain_number_end(bytes, start).map_or_else(|| any_number_end(bytes, start), Ok)
}

/// `number_end` where the number has no exponent, and 32 bytes stand from its first digit on, which it does not fill: nearly all
/// numbers. How long each is cannot be predicted, so no branch depends on it.
#[inline]
pub fn plain_number_end(bytes: &[u8], start: usize) -> Option<usize> {
    let whole = start + usize::from(bytes.get(start) == Some(&b'-'));
    let block = bytes.get(whole..)?.first_chunk::<{ 2 * BLOCK }>()?;
    let others = no_digits(block);
    let digits = others.trailing_zeros();
    let has_point = block[digits as usize] == b'.';
    // With a point, the first byte after it that is no digit, too.
    let after = others >> 1 >> digits;
    let end = digits + if has_point { 1 + after.trailing_zeros() } else { 0 };
    let is_number = digits > 0 && (digits == 1 || block[0] != b'0') && (!has_point || after & 1 == 0);
    let is_whole = is_number && block.get(end as usize).is_some_and(|byte| !goes_on(*byte));
    is_whole.then_some(whole + end as usize)
}

/// Returns whether this byte is part of a number or of a word, so that no number ends before it.
#[inline]
fn goes_on(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-' | b'_')
}

/// `number_end` of any number, and the error where no number stands.
pub fn any_number_end(bytes: &[u8], start: usize) -> Result<usize, ScanError> {
    let digits = |mut at: usize| {
        while matches!(bytes.get(at), Some(b'0'..=b'9')) {
            at += 1;
        }
        at
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
        let end = digits(pos + 1);
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
    if bytes.get(pos).is_some_and(|byte| goes_on(*byte)) { Err(wrong(pos)) } else { Ok(pos) }
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
