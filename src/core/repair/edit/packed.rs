//! Numbers in few bytes, as LEB128 writes them: seven bits a byte, the lowest first. What a long document needs much of
//! is kept so.

/// Appends a number.
#[inline]
pub fn put(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes the number off that `bytes` begin with; 0 where nothing is left.
#[inline]
pub fn take(bytes: &mut &[u8]) -> usize {
    if let [byte @ ..0x80, rest @ ..] = *bytes {
        *bytes = rest;
        return usize::from(*byte);
    }
    let (mut number, mut shift) = (0, 0);
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
        shift += 7;
    }
    number
}

/// A distance in either direction as a number that is small where the distance is: its sign in the lowest bit.
#[inline]
pub fn zigzag(from: usize, to: usize) -> usize {
    let distance = to.wrapping_sub(from).cast_signed();
    ((distance << 1) ^ (distance >> (isize::BITS - 1))).cast_unsigned()
}

/// Where a distance of `zigzag` leads.
#[inline]
pub fn unzigzag(from: usize, distance: usize) -> usize {
    from.wrapping_add((distance >> 1) ^ (distance & 1).wrapping_neg())
}
