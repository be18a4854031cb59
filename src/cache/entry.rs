//! A result on its way into a cache directory: a temporary file beside its place, until all of it is there.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::{Call, Facts, Limits, SIDE, Side, State, listing, lock, path};
use crate::core::json::shown;

/// The beginning and the end of the names of temporary files.
pub const TEMPORARY: (&str, &str) = (".jmend-", ".tmp");

/// Bytes that are written at once.
const BUFFER: usize = 128 << 10;

/// Creates a file that its owner alone may read, and locks it: the lock goes with the process, so others can tell a file that a
/// process still writes from one that it left. Where the file system has no locks, its age tells.
pub(super) fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    loop {
        let file = Builder::new().prefix(TEMPORARY.0).suffix(TEMPORARY.1).tempfile_in(folder)?;
        let is_locked = file.as_file().lock().is_ok();
        // One that was removed before it was locked is made anew.
        if !is_locked || file.path().exists() {
            return Ok(file);
        }
    }
}

/// Makes a folder that its owner alone may read, with those above it.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder).map_err(|error| {
        let folder = shown::path(folder);
        about(&error, format!("cannot make the cache directory {folder}: {error}"))
    })
}

/// Closes a shelf that an older program left open to others.
fn close_to_others(shelf: &Path) -> io::Result<()> {
    let of_shelf = |error: io::Error| about(&error, format!("{}: {error}", shown::path(shelf)));
    let metadata = fs::symlink_metadata(shelf).map_err(of_shelf)?;
    if !metadata.is_dir() {
        return Err(of_shelf(io::Error::other("this is a link, and results are stored in folders")));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if metadata.permissions().mode() & 0o077 != 0 {
            fs::set_permissions(shelf, fs::Permissions::from_mode(0o700)).map_err(of_shelf)?;
        }
    }
    Ok(())
}

/// A result that is being stored. Dropped instead of committed it leaves what was there.
pub struct Entry {
    directory: PathBuf,
    call: Call,
    /// Its name in messages.
    name: String,
    path: PathBuf,
    /// The name of the file, which goes unless it is put in place, and a second handle of it, which is written to: its errors do
    /// not name the temporary file, which is of no interest to people.
    file: NamedTempFile,
    writer: io::BufWriter<File>,
}

impl Entry {
    /// Begins to store the result of a call; the directory is created if it is missing.
    pub fn create(directory: &Path, call: &Call) -> io::Result<Self> {
        let path = path(directory, &call.key);
        let shelf = path.parent().unwrap_or(directory);
        make_private(shelf)?;
        close_to_others(shelf)?;
        let open = || {
            let file = temporary(shelf)?;
            let writer = io::BufWriter::with_capacity(BUFFER, file.as_file().try_clone()?);
            Ok((file, writer))
        };
        let (file, writer) = open().map_err(|error: io::Error| {
            about(&error, format!("cannot write a file in {}: {error}", shown::path(shelf)))
        })?;
        let name = shown::path(&path);
        Ok(Self { directory: directory.to_path_buf(), call: call.clone(), name, path, file, writer })
    }

    /// Returns where the result is while it is not complete.
    pub fn temporary_path(&self) -> &Path {
        self.file.path()
    }

    /// Returns what was written so far, from its beginning.
    pub fn reopen(&mut self) -> io::Result<File> {
        self.writer.flush().and_then(|()| self.file.reopen()).map_err(|error| told(&self.name, &error))
    }

    /// Waits until all that was written is on disk.
    pub fn sync(&mut self) -> io::Result<()> {
        let synced = self.writer.flush().and_then(|()| self.file.as_file().sync_all());
        synced.map_err(|error| told(&self.name, &error))
    }

    /// Puts a result that was synced in place. What tells of an error takes no result's place: it is only noted. Where `limits` bound
    /// the directory, the oldest results make room. Returns whether the result is there.
    pub fn commit(self, facts: Facts, limits: Limits) -> io::Result<bool> {
        let Self { directory, call, name, path, file, writer } = self;
        let put = || -> io::Result<bool> {
            writer.into_inner().map_err(io::IntoInnerError::into_error)?;
            let side = Side::now(call, facts);
            let _lock = lock(&directory)?;
            match facts.state {
                State::Ok => put_at(file, &path)?,
                State::Error if path.exists() => return Ok(false),
                State::Error => {}
            }
            side.write(&path.with_extension(SIDE))?;
            if let Some(shelf) = path.parent() {
                // Makes the new names survive a power cut, where directories can be synced.
                let _ = File::open(shelf).and_then(|shelf| shelf.sync_all());
            }
            if limits.is_set() {
                listing::make_room(&directory, limits)?;
            }
            Ok(facts.state == State::Ok && path.exists())
        };
        put().map_err(|error| told(&name, &error))
    }
}

/// Puts a temporary file in its place.
pub(super) fn put_at(file: NamedTempFile, path: &Path) -> io::Result<()> {
    file.persist(path).map(drop).map_err(|error| error.error)
}

impl Write for Entry {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes).map_err(|error| told(&self.name, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush().map_err(|error| told(&self.name, &error))
    }
}

/// The input could be read and its copy could not be kept.
#[derive(Debug)]
pub struct StoreError(String);

impl StoreError {
    /// Returns whether an error that ended the reading of a source is one of the cache.
    pub fn is_in(error: &io::Error) -> bool {
        error.get_ref().and_then(|inner| inner.downcast_ref::<Self>()).is_some()
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

/// Returns an error of the same kind with this message, which tells that a result cannot be kept.
fn about(error: &io::Error, message: String) -> io::Error {
    io::Error::new(error.kind(), StoreError(message))
}

/// The error with what was to be stored: it surfaces where the input is read.
fn told(name: &str, error: &io::Error) -> io::Error {
    about(error, format!("cannot store the result in {name}: {error}"))
}
