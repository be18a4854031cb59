//! The cache of the library: results of tools in a directory, which the program and other processes may use at the same time.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{Call, Entry, Facts, Limits, State, Stored, collect, ensure_sound, list, open_result, remove};
use crate::api::in_trimmed;
use crate::core::json::fault::Fault;
use crate::core::json::{MAX_DEPTH, scan_document};
use crate::core::results::preview::{Style, look_at_text};
use crate::error::Error;
use crate::preview::inferred;

/// Full results of tool calls in a directory, under their cache keys: equal calls have one result, in any spelling.
///
/// The directory is that of `jmend cache` and `jmend preview --cache-dir`. A result appears completely or not at all, however many
/// processes store at once. Files have mode 0600, directories 0700, and links are not followed.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let cache = jmend::Cache::new(folder.path()).max_size(1 << 30);
/// assert_eq!(cache.get("search", r#"{"max-rows": 5}"#)?, None);
/// assert!(cache.put("search", r#"{"max-rows": 5}"#, "[1, 2]")?);
/// assert_eq!(cache.get("search", r#"{ "max_rows": 5.0 }"#)?.as_deref(), Some("[1, 2]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    directory: PathBuf,
    namespace: Option<String>,
    limits: Limits,
}

/// What is known of a result in a [`Cache`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheEntry {
    /// The cache key of the call.
    pub key: String,
    /// The tool, unless another program put the result there.
    pub tool: Option<String>,
    /// The namespace of the call.
    pub namespace: Option<String>,
    /// The arguments of the call in canonical form, unless another program put the result there.
    pub arguments: Option<String>,
    /// The size of the result.
    pub bytes: u64,
    /// The number of rows, if the result has some.
    pub rows: Option<u64>,
    /// When the result came.
    pub created: Option<SystemTime>,
    /// Says whether the call ended with an error, so that there is no result.
    pub is_error: bool,
    /// Says whether the result is text that is not JSON.
    pub is_text: bool,
    json: String,
}

impl CacheEntry {
    fn new(stored: Stored) -> Self {
        let json = stored.json();
        let Stored { key, bytes, side, .. } = stored;
        let Some(side) = side else {
            return Self {
                key,
                tool: None,
                namespace: None,
                arguments: None,
                bytes,
                rows: None,
                created: None,
                is_error: false,
                is_text: false,
                json,
            };
        };
        let since = u64::try_from(side.created).ok().map(Duration::from_secs);
        Self {
            key,
            tool: Some(side.tool),
            namespace: side.namespace,
            arguments: Some(side.args),
            bytes,
            rows: side.rows,
            created: since.and_then(|since| UNIX_EPOCH.checked_add(since)),
            is_error: side.state == State::Error,
            is_text: side.is_text,
            json,
        }
    }

    /// Returns the entry as one JSON object, as `jmend cache ls` prints it.
    pub fn to_json(&self) -> &str {
        &self.json
    }
}

/// What [`Cache::collect`] removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Collected {
    /// Results, with those that are `corrupt`.
    pub entries: u64,
    /// The bytes of these results, with what was known of them.
    pub bytes: u64,
    /// Temporary files that their writers left.
    pub abandoned: u64,
    /// Results that are not JSON, and were not stored as text.
    pub corrupt: u64,
}

impl Cache {
    /// Names the directory, which appears with the first result.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), namespace: None, limits: Limits::default() }
    }

    /// Separates the results of a namespace, such as a tenant, a model, or a tool version.
    #[must_use]
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }

    /// Sets the bytes that may lie in the directory: with each result, the oldest ones make room. 0 is no limit.
    #[must_use]
    pub fn max_size(mut self, bytes: u64) -> Self {
        self.limits.max_size = Some(bytes).filter(|bytes| *bytes > 0);
        self
    }

    /// Sets the age at which results are removed, with each result that comes and by [`collect`](Self::collect).
    #[must_use]
    pub fn max_age(mut self, age: Duration) -> Self {
        self.limits.max_age = Some(age);
        self
    }

    /// Returns the result of a call, or `None` if there is none. `arguments` is one JSON document.
    ///
    /// # Errors
    /// The result cannot be read or is damaged. The arguments have no key (`InvalidInput`, which holds the [`Error`](crate::Error) of
    /// [`cache_key`](crate::cache_key)), or the result is text that is not UTF-8 (`InvalidData`).
    pub fn get(&self, tool: &str, arguments: &str) -> io::Result<Option<String>> {
        let call = self.call(tool, arguments)?;
        let Some(mut file) = self.open(&call)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        String::from_utf8(bytes).map(Some).map_err(|_| io::ErrorKind::InvalidData.into())
    }

    /// Returns whether there is a result of a call.
    ///
    /// # Errors
    /// Those of [`get`](Self::get).
    pub fn has(&self, tool: &str, arguments: &str) -> io::Result<bool> {
        let call = self.call(tool, arguments)?;
        self.open(&call).map(|file| file.is_some())
    }

    /// Stores the result of a call, byte for byte: one JSON document, or one in each line. Returns false if the result is larger
    /// than [`max_size`](Self::max_size), so that it was not kept.
    ///
    /// # Errors
    /// The result cannot be stored. The arguments have no key (`InvalidInput`), or the result is not JSON (`InvalidData`, which holds an
    /// [`Error`](crate::Error) that says where).
    pub fn put(&self, tool: &str, arguments: &str, result: &str) -> io::Result<bool> {
        let rows = rows_of(result).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        let facts = Facts { bytes: result.len() as u64, rows, state: State::Ok, is_text: false };
        self.store(tool, arguments, result, facts)
    }

    /// Stores the result of a call that is text and not JSON, byte for byte.
    ///
    /// # Errors
    /// The result cannot be stored, or the arguments have no key (`InvalidInput`).
    pub fn put_text(&self, tool: &str, arguments: &str, result: &str) -> io::Result<bool> {
        let seen = look_at_text(&mut result.as_bytes())?;
        let facts = Facts { bytes: result.len() as u64, rows: seen.rows(), state: State::Ok, is_text: true };
        self.store(tool, arguments, result, facts)
    }

    /// Removes the result of a call. Returns whether there was one.
    ///
    /// # Errors
    /// The result cannot be removed, or the arguments have no key (`InvalidInput`).
    pub fn remove(&self, tool: &str, arguments: &str) -> io::Result<bool> {
        let call = self.call(tool, arguments)?;
        remove(&self.directory, &[call.key]).map(|removed| removed > 0)
    }

    /// Returns what lies in the directory, in every namespace, the oldest first.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn entries(&self) -> io::Result<Vec<CacheEntry>> {
        let all = list(&self.directory, true)?;
        Ok(all.into_iter().map(CacheEntry::new).collect())
    }

    /// Removes what the limits do not allow, damaged results, and temporary files that their writers left.
    ///
    /// # Errors
    /// The directory cannot be read or changed.
    pub fn collect(&self) -> io::Result<Collected> {
        let removed = collect(&self.directory, self.limits)?;
        let super::Removed { entries, bytes, abandoned, corrupt } = removed;
        Ok(Collected { entries, bytes, abandoned, corrupt })
    }

    /// Stores a result that was looked at. Says whether it is there.
    pub(crate) fn store(&self, tool: &str, arguments: &str, text: &str, facts: Facts) -> io::Result<bool> {
        let mut entry = Entry::create(&self.directory, &self.call(tool, arguments)?)?;
        entry.write_all(text.as_bytes())?;
        entry.sync()?;
        entry.commit(facts, self.limits)
    }

    /// Returns the namespace.
    pub(crate) fn name(&self) -> Option<&str> {
        self.namespace.as_deref()
    }

    fn call(&self, tool: &str, arguments: &str) -> io::Result<Call> {
        Call::new(tool, self.namespace.as_deref(), arguments)
            .map_err(|fault| io::Error::new(io::ErrorKind::InvalidInput, in_trimmed(fault, arguments)))
    }

    /// Opens a result that readers may be given; `None` where there is none.
    fn open(&self, call: &Call) -> io::Result<Option<std::fs::File>> {
        let (directory, key) = (&self.directory, &call.key);
        let sound = |file| ensure_sound(directory, key, &file).map(|()| file);
        match open_result(directory, key).and_then(sound) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Counts the rows of a result that is JSON: the items of an array, or the lines.
fn rows_of(result: &str) -> Result<Option<u64>, Error> {
    let text = result.strip_prefix('\u{feff}').unwrap_or(result);
    let Err(error) = scan_document(text.as_bytes(), MAX_DEPTH) else {
        return Ok(inferred(text, Style::Metadata)?.shape.rows());
    };
    let lines = || text.lines().map(str::trim_ascii).filter(|line| !line.is_empty());
    if lines().next().is_some() && lines().all(|line| scan_document(line.as_bytes(), MAX_DEPTH).is_ok()) {
        return Ok(Some(lines().count() as u64));
    }
    let before = (result.len() - text.len()) as u64;
    let fault = Fault::from(error);
    Err(Error::of_fault(Fault { offset: fault.offset + before, ..fault }, result.as_bytes()))
}
