//! The keys of objects that were built last: documents repeat them, and a string that is there already has its hash.
//!
//! The memory is bounded: a key takes the place of another one.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use pyo3::prelude::*;

use crate::value::utf8;

/// Keys kept.
const PLACES: usize = 1024;
/// Bytes of the longest key that is kept.
const LONGEST: usize = 32;

struct Kept {
    len: usize,
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
    pub(crate) fn get<'py>(&mut self, py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        let Some(kept) = self.0.as_mut().filter(|_| bytes.len() <= LONGEST) else { return utf8(py, bytes) };
        if kept.is_empty() {
            kept.resize_with(PLACES, || None);
        }
        let place = &mut kept[place_of(bytes)];
        if let Some(kept) = place
            && kept.bytes.get(..kept.len) == Some(bytes)
        {
            return Ok(kept.key.bind(py).clone());
        }
        let key = utf8(py, bytes)?;
        let mut own = [0; LONGEST];
        own[..bytes.len()].copy_from_slice(bytes);
        *place = Some(Kept { len: bytes.len(), bytes: own, key: key.clone().unbind() });
        Ok(key)
    }
}

/// The place of a key: by its first and last eight bytes and its length.
fn place_of(bytes: &[u8]) -> usize {
    /// An odd number whose bits are about half ones.
    const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
    let (first, last) = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => (bytes.iter().fold(0, |sum, byte| (sum << 8) | u64::from(*byte)), 0),
    };
    let mixed = (first ^ bytes.len() as u64).wrapping_mul(MIX) ^ last;
    (mixed.wrapping_mul(MIX) >> 54) as usize % PLACES
}
