//! The keys of objects that were built last: documents repeat them, and a string that is there already has its hash.
//!
//! The memory is bounded: a key takes the place of another one.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use pyo3::prelude::*;

use super::{Read, strings::object};

/// Keys kept.
const PLACES: usize = 1024;
/// Bytes of the longest key that is kept.
const LONGEST: usize = 32;

/// Bytes of the longest key of which the first and the last eight bytes are all.
const WHOLE: usize = 16;

/// The parts of a key that it is found and compared by.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ends {
    len: usize,
    /// The first and the last eight bytes, or four. A key of three bytes or fewer is in the first alone.
    first: u64,
    last: u64,
}

struct Kept {
    ends: Ends,
    bytes: [u8; LONGEST],
    key: Py<PyAny>,
}

static KEPT: Mutex<Vec<Option<Kept>>> = Mutex::new(Vec::new());

/// The keys, for as long as one document is built. Where another thread, or a function that was called meanwhile, has them,
/// there are none, and nothing waits.
pub(crate) struct Keys(Option<MutexGuard<'static, Vec<Option<Kept>>>>);

impl Keys {
    /// Takes them, if they are free.
    pub(crate) fn take() -> Self {
        let kept = match KEPT.try_lock() {
            Ok(kept) => Some(kept),
            Err(TryLockError::Poisoned(poisoned)) => Some(PoisonError::into_inner(poisoned)),
            Err(TryLockError::WouldBlock) => None,
        };
        Self(kept)
    }

    /// The string of these bytes, which are UTF-8.
    #[inline]
    pub(super) fn get<'py>(
        &mut self,
        py: Python<'py>,
        bytes: &[u8],
        is_ascii: bool,
    ) -> Read<Bound<'py, PyAny>> {
        let Some(kept) = self.0.as_mut().filter(|_| bytes.len() <= LONGEST) else {
            return object(py, bytes, is_ascii);
        };
        let ends = Ends::of(bytes);
        if let Some(Some(kept)) = kept.get(ends.place())
            && kept.ends == ends
            && (ends.len <= WHOLE || kept.bytes[..ends.len] == *bytes)
        {
            return Ok(kept.key.bind(py).clone());
        }
        let key = object(py, bytes, is_ascii)?;
        let mut own = [0; LONGEST];
        own[..bytes.len()].copy_from_slice(bytes);
        if kept.is_empty() {
            kept.resize_with(PLACES, || None);
        }
        kept[ends.place()] = Some(Kept { ends, bytes: own, key: key.clone().unbind() });
        Ok(key)
    }
}

impl Ends {
    #[inline]
    fn of(bytes: &[u8]) -> Self {
        let len = bytes.len();
        if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
            return Self { len, first: u64::from_le_bytes(*first), last: u64::from_le_bytes(*last) };
        }
        if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
            let [first, last] = [first, last].map(|half| u64::from(u32::from_le_bytes(*half)));
            return Self { len, first, last };
        }
        Self { len, first: bytes.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)), last: 0 }
    }

    /// The place of a key.
    #[inline]
    fn place(self) -> usize {
        /// An odd number whose bits are about half ones.
        const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
        let mixed = (self.first ^ self.len as u64).wrapping_mul(MIX) ^ self.last;
        (mixed.wrapping_mul(MIX) >> 54) as usize % PLACES
    }
}
