//! The cache of the library: results of tools in a directory, which the program and other processes may use at the same time.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{
    Call, Collected, Entry, Facts, Limits, State, Stored, collect, is_sound, list, open_sound, remove,
};
use crate::api::{in_trimmed, inferred};
use crate::core::results::preview::{Style, look_at_text};

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
    pub(crate) namespace: Option<String>,
    limits: Limits,
}

/// A result in a [`Cache`], or the note of a call that ended with an error. Of a result that another program put there the key and
/// the size are known.
#[derive(Clone, Debug)]
pub struct CacheEntry(Stored);

impl CacheEntry {
    /// Returns the cache key of the call.
    pub fn key(&self) -> &str {
        &self.0.key
    }

    /// Returns the size of the result.
    pub fn bytes(&self) -> u64 {
        self.0.bytes
    }

    /// Returns the name of the tool.
    pub fn tool(&self) -> Option<&str> {
        self.0.side.as_ref().map(|side| side.call.tool.as_str())
    }

    /// Returns the namespace of the call.
    pub fn namespace(&self) -> Option<&str> {
        self.0.side.as_ref()?.call.namespace.as_deref()
    }

    /// Returns the arguments of the call in canonical form.
    pub fn arguments(&self) -> Option<&str> {
        self.0.side.as_ref().map(|side| side.call.args.as_str())
    }

    /// Returns the number of rows, if the result has some.
    pub fn rows(&self) -> Option<u64> {
        self.0.side.as_ref()?.facts.rows
    }

    /// Returns when the result came.
    pub fn created(&self) -> Option<SystemTime> {
        let seconds = u64::try_from(self.0.side.as_ref()?.created).ok()?;
        UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
    }

    /// Returns whether the call ended with an error, so that there is no result.
    pub fn is_error(&self) -> bool {
        !self.0.is_ok()
    }

    /// Returns whether the result is text that is not JSON.
    pub fn is_text(&self) -> bool {
        self.0.side.as_ref().is_some_and(|side| side.facts.is_text)
    }

    /// Returns the entry as one JSON object, as `jmend cache ls` prints it.
    pub fn to_json(&self) -> String {
        self.0.json()
    }
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
        let Some(mut file) = open_sound(&self.directory, &call.key)? else { return Ok(None) };
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
        open_sound(&self.directory, &call.key).map(|file| file.is_some())
    }

    /// Stores the result of a call, byte for byte: one JSON document, or one in each line. Returns false if the result is larger
    /// than [`max_size`](Self::max_size), so that it was not kept.
    ///
    /// # Errors
    /// The result cannot be stored. The arguments have no key (`InvalidInput`), or the result is not JSON (`InvalidData`, which holds an
    /// [`Error`](crate::Error) that says where).
    pub fn put(&self, tool: &str, arguments: &str, result: &str) -> io::Result<bool> {
        let facts =
            Facts { bytes: result.len() as u64, rows: rows_of(result)?, state: State::Ok, is_text: false };
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
        Ok(all.into_iter().map(CacheEntry).collect())
    }

    /// Removes what the limits do not allow, damaged results, and temporary files that their writers left.
    ///
    /// # Errors
    /// The directory cannot be read or changed.
    pub fn collect(&self) -> io::Result<Collected> {
        collect(&self.directory, self.limits)
    }

    /// Stores a result that was looked at. Returns whether it is there.
    pub(crate) fn store(&self, tool: &str, arguments: &str, text: &str, facts: Facts) -> io::Result<bool> {
        let mut entry = Entry::create(&self.directory, &self.call(tool, arguments)?)?;
        entry.write_all(text.as_bytes())?;
        entry.sync()?;
        entry.commit(facts, self.limits)
    }

    fn call(&self, tool: &str, arguments: &str) -> io::Result<Call> {
        Call::new(tool, self.namespace.as_deref(), arguments)
            .map_err(|fault| io::Error::new(io::ErrorKind::InvalidInput, in_trimmed(fault, arguments)))
    }
}

/// Counts the rows of a result that is JSON: the items of an array, or the lines.
fn rows_of(result: &str) -> io::Result<Option<u64>> {
    match inferred(result, Style::Metadata) {
        Ok(found) => Ok(found.shape.rows()),
        Err(_) if is_sound(&mut io::Cursor::new(result))? => {
            Ok(Some(result.lines().filter(|line| !line.trim_ascii().is_empty()).count() as u64))
        }
        Err(error) => Err(io::Error::new(io::ErrorKind::InvalidData, error)),
    }
}
