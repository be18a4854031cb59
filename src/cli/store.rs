//! The cache directory: full results of tool calls under their cache keys.
//!
//! The result of the call with key `jk1-abcdef…` is the file `DIR/ab/abcdef….json`, byte for byte. It appears whole or
//! not at all, however many processes store at once: each writes a temporary file beside it, syncs, and renames.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::atomic::AtomicFile;
use crate::report::text;

/// Where the result of the call with this key lies.
pub(super) fn path(directory: &Path, key: &str) -> PathBuf {
    let hex = key.rsplit('-').next().unwrap_or(key);
    let shelf = hex.get(..2).unwrap_or(hex);
    directory.join(shelf).join(format!("{hex}.json"))
}

/// A result that is being stored. Dropped instead of committed it leaves what was there.
pub(super) struct Entry {
    name: String,
    file: io::BufWriter<AtomicFile>,
}

impl Entry {
    /// Begins to store the result of the call with this key; the directory is made where it is missing.
    pub(super) fn create(directory: &Path, key: &str) -> anyhow::Result<Self> {
        let path = path(directory, key);
        if let Some(shelf) = path.parent() {
            fs::create_dir_all(shelf).map_err(|error| {
                anyhow::anyhow!("cannot make the cache directory {}: {error}", text::path(shelf))
            })?;
        }
        let file = AtomicFile::create(&path)?;
        Ok(Self { name: text::path(&path), file: io::BufWriter::with_capacity(128 << 10, file) })
    }

    /// Puts the result in place.
    pub(super) fn commit(self) -> io::Result<()> {
        let Self { name, file } = self;
        let file = file.into_inner().map_err(|error| told(&name, &error.into_error()))?;
        file.commit().map(|_| ()).map_err(|error| told(&name, &error))
    }
}

impl Write for Entry {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| told(&self.name, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| told(&self.name, &error))
    }
}

/// The error with what was to be stored: it surfaces where the input is read.
fn told(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), StoreError(format!("cannot store the result in {name}: {error}")))
}

/// The input could be read and its copy could not be kept.
#[derive(Debug)]
pub(super) struct StoreError(pub(super) String);

/// The message about an error that ended the reading of a source.
pub(super) fn message(source: &str, error: &io::Error) -> String {
    match error.get_ref() {
        Some(inner) if inner.is::<StoreError>() => error.to_string(),
        _ => format!("{source}: {error}"),
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_lie_under_the_digits_of_their_keys() {
        assert_eq!(path(Path::new("d"), "jk1-abcdef"), Path::new("d/ab/abcdef.json"));
    }
}
