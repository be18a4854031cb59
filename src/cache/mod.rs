//! The cache directory: full results of tool calls under their cache keys.
//!
//! The result of the call with key `jk1-abcdef…` is the file `DIR/ab/abcdef….json`, byte for byte, and what is known of it
//! (`side`) is `DIR/ab/abcdef….meta`. A result appears completely or not at all, however many processes store at once: each
//! writes a temporary file beside it, syncs, and renames. What changes names takes the lock of the directory (`DIR/.lock`),
//! so that result and side data belong together; a reader needs no lock, because an open file does not change.
//!
//! Results may hold secrets: files have the mode 0600, directories 0700, and links are not followed.
//!
//! | file | promise |
//! |---|---|
//! | `handle` | `Cache` of the library: a directory, a namespace, and limits |
//! | `entry` | a result on its way into the directory |
//! | `listing` | what lies in a directory: listed, removed, kept within bounds |
//! | `side` | what is known of a result |
//! | `sound` | whether a file is a result |

mod entry;
mod handle;
mod listing;
mod side;
mod sound;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::core::json::fault::Fault;
use crate::core::results::keys::{self, Numbers, cache_key};
pub use entry::{Entry, StoreError, TEMPORARY};
pub use handle::{Cache, CacheEntry};
pub use listing::Collected;
pub use listing::{Limits, Stored, collect, list, nearest, remove};
pub use side::{Side, State};
use sound::is_sound;

/// The extensions of results and of their side data.
const RESULT: &str = "json";
const SIDE: &str = "meta";

/// The file whose lock is that of the directory.
const LOCK: &str = ".lock";

/// A call whose result is stored.
#[derive(Clone, Debug)]
pub struct Call {
    pub key: String,
    pub tool: String,
    pub namespace: Option<String>,
    /// Its arguments in canonical form.
    pub args: String,
}

impl Call {
    /// The call of `tool` with these arguments, one JSON text.
    pub fn new(tool: &str, namespace: Option<&str>, arguments: &str) -> Result<Self, Fault> {
        let key = cache_key(tool, namespace, arguments)?.key;
        let args = keys::canonical(arguments, Numbers::Exact)?;
        Ok(Self { key, tool: tool.to_owned(), namespace: namespace.map(str::to_owned), args })
    }
}

/// Returns the path of the result of the call with this key.
pub fn path(directory: &Path, key: &str) -> PathBuf {
    let hex = key.rsplit('-').next().unwrap_or(key);
    let shelf = hex.get(..2).unwrap_or(hex);
    directory.join(shelf).join(format!("{hex}.{RESULT}"))
}

/// Returns whether a name is spelled like a key.
pub fn is_key(text: &str) -> bool {
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

/// Returns the result of the call with this key, at most `max_bytes` (0: no limit).
pub fn read(directory: &Path, key: &str, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut file = open_result(directory, key)?;
    let len = file.metadata()?.len();
    if max_bytes > 0 && len > max_bytes {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens the result of the call with this key, as it is.
fn open_result(directory: &Path, key: &str) -> io::Result<File> {
    let path = path(directory, key);
    if path.parent().is_some_and(Path::is_symlink) {
        return Err(io::Error::other("its folder is a link"));
    }
    open(&path)
}

/// Opens the result of the call with this key for a reader; `None` if there is none. What is damaged is an error.
pub fn open_sound(directory: &Path, key: &str) -> io::Result<Option<File>> {
    let mut file = match open_result(directory, key) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    if is_text(directory, key) || is_sound(&mut file)? {
        return Ok(Some(file));
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

/// Facts about a result, when all of it was read.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub bytes: u64,
    pub rows: Option<u64>,
    pub state: State,
    /// Says whether the entry is text that is not JSON.
    pub is_text: bool,
}

/// Returns whether the entry was stored as text that is not JSON.
pub fn is_text(directory: &Path, key: &str) -> bool {
    Side::read(&path(directory, key).with_extension(SIDE)).is_some_and(|side| side.facts.is_text)
}
