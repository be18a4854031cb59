//! The cache directory: full results of tool calls under their cache keys.
//!
//! The result of the call with key `jk1-abcdef…` is the file `DIR/ab/abcdef….json`, byte for byte, and what is known of it
//! (`side`) is `DIR/ab/abcdef….meta`. A result appears completely or not at all, however many processes store at once: each
//! writes a temporary file beside it, syncs, and renames. What changes names takes the lock of the directory (`DIR/.lock`),
//! so that result and side data belong together; a reader needs no lock, because an open file does not change.
//!
//! Results may hold secrets: files have the mode 0600, directories 0700, and links are not followed.

mod listing;
mod side;
mod sound;

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::atomic::{TEMPORARY, Temporary};
use super::missing;
use crate::core::results::keys::{self, Numbers, cache_key};
use crate::report::text;
pub(super) use listing::{Limits, Stored, collect, list, nearest, remove};
pub(super) use side::{Side, State};

/// The extensions of results and of their side data.
const RESULT: &str = "json";
const SIDE: &str = "meta";

/// The file whose lock is that of the directory.
const LOCK: &str = ".lock";

/// A call whose result is stored.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) key: String,
    pub(super) tool: String,
    pub(super) namespace: Option<String>,
    /// Its arguments in canonical form.
    pub(super) args: String,
}

impl Call {
    /// The call of `tool` with these arguments, one JSON text.
    pub fn new(tool: &str, namespace: Option<&str>, arguments: &str) -> anyhow::Result<Self> {
        let key = cache_key(tool, namespace, arguments)?.key;
        let args = keys::canonical(arguments, Numbers::Exact)?;
        Ok(Self { key, tool: tool.to_owned(), namespace: namespace.map(str::to_owned), args })
    }
}

/// Where the result of the call with this key lies.
pub fn path(directory: &Path, key: &str) -> PathBuf {
    let hex = key.rsplit('-').next().unwrap_or(key);
    let shelf = hex.get(..2).unwrap_or(hex);
    directory.join(shelf).join(format!("{hex}.{RESULT}"))
}

/// Returns whether a name is spelled like a key.
pub(super) fn is_key(text: &str) -> bool {
    text.strip_prefix("jk1-").is_some_and(|hex| {
        hex.len() == 64 && hex.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Opens a file that is stored, unless it is a link.
fn open(path: &Path) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.read(true);
    no_follow(&mut options);
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("this is not a regular file")) }
}

#[cfg(unix)]
fn no_follow(options: &mut fs::OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    // A pipe that lies there must not be waited for.
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    options.custom_flags(i32::try_from(flags.bits()).unwrap_or(0)).mode(0o600);
}

#[cfg(not(unix))]
fn no_follow(_: &mut fs::OpenOptions) {}

/// The result of the call with this key, at most `max_bytes` (0: no limit).
pub(super) fn read(directory: &Path, key: &str, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut file = open_result(directory, key)?;
    let len = file.metadata()?.len();
    if max_bytes > 0 && len > max_bytes {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens the result of the call with this key.
pub(super) fn open_result(directory: &Path, key: &str) -> io::Result<File> {
    let path = path(directory, key);
    if path.parent().is_some_and(Path::is_symlink) {
        return Err(io::Error::other("its folder is a link"));
    }
    open(&path)
}

/// Returns an error if what lies there under this key is no result that a reader may be given.
pub(super) fn ensure_sound(directory: &Path, key: &str, file: &File) -> io::Result<()> {
    if is_text(directory, key) || sound::is_sound(file)? {
        return Ok(());
    }
    Err(io::Error::other("this is not JSON, so it is no result; jmend cache gc removes it"))
}

/// Takes the lock of the directory; it is given back when the file is closed.
fn lock(directory: &Path) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    no_follow(&mut options);
    let file = options.open(directory.join(LOCK))?;
    file.lock()?;
    Ok(file)
}

/// Makes a folder that its owner alone may read, with those above it.
fn make_private(folder: &Path) -> anyhow::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder
        .create(folder)
        .map_err(|error| anyhow::anyhow!("cannot make the cache directory {}: {error}", text::path(folder)))
}

/// A shelf that an older program left open to others is closed.
fn close_to_others(shelf: &Path) -> anyhow::Result<()> {
    let metadata = fs::symlink_metadata(shelf).with_context(|| text::path(shelf))?;
    if !metadata.is_dir() {
        bail!("{}: this is a link, and results are stored in folders", text::path(shelf));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if metadata.permissions().mode() & 0o077 != 0 {
            fs::set_permissions(shelf, fs::Permissions::from_mode(0o700))
                .with_context(|| text::path(shelf))?;
        }
    }
    Ok(())
}

/// What is known of a result when all of it was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub(super) bytes: u64,
    pub(super) rows: Option<u64>,
    pub(super) state: State,
    /// Says whether the entry is text that is not JSON.
    pub(super) is_text: bool,
}

/// Returns whether the entry was stored as text that is not JSON.
pub(super) fn is_text(directory: &Path, key: &str) -> bool {
    Side::read(&path(directory, key).with_extension(SIDE)).is_some_and(|side| side.is_text)
}

/// A result that is being stored. Dropped instead of committed it leaves what was there.
pub(super) struct Entry {
    directory: PathBuf,
    call: Call,
    /// What messages call it.
    pub name: String,
    path: PathBuf,
    file: io::BufWriter<Temporary>,
}

impl Entry {
    /// Begins to store the result of a call; the directory is created if it is missing.
    pub(super) fn create(directory: &Path, call: &Call) -> anyhow::Result<Self> {
        let path = path(directory, &call.key);
        let shelf = path.parent().unwrap_or(directory);
        make_private(shelf)?;
        close_to_others(shelf)?;
        let file = Temporary::private(shelf)
            .with_context(|| format!("cannot write a file in {}", text::path(shelf)))?;
        Ok(Self {
            directory: directory.to_path_buf(),
            call: call.clone(),
            name: text::path(&path),
            file: io::BufWriter::with_capacity(128 << 10, file),
            path,
        })
    }

    /// What was written so far, from its beginning.
    pub(super) fn reopen(&mut self) -> io::Result<File> {
        self.file
            .flush()
            .and_then(|()| self.file.get_ref().reopen())
            .map_err(|error| told(&self.name, &error))
    }

    /// Puts the result in place. What tells of an error takes no result's place: it is only noted. Where `limits` bound the
    /// directory, the oldest results make room. Says whether the result is there.
    pub(super) fn commit(self, facts: Facts, limits: Limits) -> io::Result<bool> {
        let Self { directory, call, name, path, file } = self;
        let put = || -> io::Result<bool> {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            let side = Side::of(&call, facts);
            if facts.state == State::Ok {
                file.as_file().sync_all()?;
            }
            let _lock = lock(&directory)?;
            match facts.state {
                State::Ok => file.put_at(&path)?,
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
        _ => missing::message(source, error),
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}
