//! What lies in a cache directory: listed, removed, kept within bounds.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{RESULT, SIDE, Side, State, TEMPORARY, is_key, is_sound, lock, path};

/// The age at which a temporary file is taken for one that its writer left.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Calls that a miss names.
const NAMED: usize = 3;

/// How much may lie in a directory, and for how long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of results and side data together.
    pub max_size: Option<u64>,
    /// Since they came.
    pub max_age: Option<Duration>,
}

impl Limits {
    pub(super) fn is_set(self) -> bool {
        self != Self::default()
    }
}

/// A result that lies in a directory, or the note of an error.
#[derive(Clone, Debug)]
pub struct Stored {
    pub key: String,
    /// Bytes of the result.
    pub bytes: u64,
    /// With its side data.
    pub size: u64,
    changed: SystemTime,
    /// Its side data; none where another program put it there.
    pub side: Option<Side>,
}

impl Stored {
    /// Returns the entry as one line of JSON, without a line end. Of a result without side data the key and the size are known.
    pub fn json(&self) -> String {
        let known = || format!("{{\"key\":\"{}\",\"bytes\":{}}}", self.key, self.bytes);
        self.side.as_ref().map_or_else(known, Side::json)
    }

    /// Returns whether the entry has a result.
    pub fn is_ok(&self) -> bool {
        self.side.as_ref().is_none_or(|side| side.facts.state == State::Ok)
    }
}

/// Counts of what [`Cache::collect`](super::Cache::collect) removed.
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

/// All shelves of a directory; none where there is no directory. Links are not shelves.
fn shelves(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut shelves = Vec::new();
    for entry in entries {
        let entry = entry?;
        let is_shelf = entry
            .file_name()
            .to_str()
            .is_some_and(|name| name.len() == 2 && name.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if is_shelf && entry.file_type()?.is_dir() {
            shelves.push(entry.path());
        }
    }
    shelves.sort();
    Ok(shelves)
}

/// The regular files of a shelf, with what the system knows of them. What goes meanwhile is not there.
fn files(shelf: &Path) -> io::Result<Vec<(PathBuf, fs::Metadata)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(shelf)? {
        let path = entry?.path();
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_file() => files.push((path, metadata)),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(files)
}

/// The key whose file this is.
fn key_of(path: &Path) -> Option<String> {
    let key = format!("jk1-{}", path.file_stem()?.to_str()?);
    is_key(&key).then_some(key)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// Everything in a directory, the oldest first. `with_sides` reads what is known of each.
pub fn list(directory: &Path, with_sides: bool) -> io::Result<Vec<Stored>> {
    let mut found = Vec::new();
    for shelf in shelves(directory)? {
        let files = files(&shelf)?;
        let sides: std::collections::HashMap<&Path, u64> = files
            .iter()
            .filter(|(path, _)| has_extension(path, SIDE))
            .map(|(path, about)| (path.as_path(), about.len()))
            .collect();
        for (path, about) in &files {
            let Some(key) = key_of(path) else { continue };
            let is_result = has_extension(path, RESULT);
            let side_path = path.with_extension(SIDE);
            // Where there is a result, its side data goes with it.
            let is_note = has_extension(path, SIDE)
                && !files
                    .iter()
                    .any(|(other, _)| has_extension(other, RESULT) && other.file_stem() == path.file_stem());
            if !is_result && !is_note {
                continue;
            }
            let bytes = if is_result { about.len() } else { 0 };
            let size = bytes + sides.get(side_path.as_path()).copied().unwrap_or(0);
            let known = if with_sides { Side::read(&side_path) } else { None };
            found.push(Stored { key, bytes, size, changed: about.modified()?, side: known });
        }
    }
    found.sort_by(|a, b| a.changed.cmp(&b.changed).then_with(|| a.key.cmp(&b.key)));
    Ok(found)
}

fn remove_file(path: &Path) -> io::Result<bool> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn remove_entry(directory: &Path, key: &str) -> io::Result<bool> {
    let result = path(directory, key);
    let had_result = remove_file(&result)?;
    Ok(remove_file(&result.with_extension(SIDE))? || had_result)
}

/// Removes the results of these keys; says of how many there was something.
pub fn remove(directory: &Path, keys: &[String]) -> io::Result<u64> {
    if !directory.exists() {
        return Ok(0);
    }
    let _lock = lock(directory)?;
    let mut removed = 0;
    for key in keys {
        removed += u64::from(remove_entry(directory, key)?);
    }
    Ok(removed)
}

/// Removes what is too old, then the oldest until the rest fits, and temporary files that were abandoned.
pub fn collect(directory: &Path, limits: Limits) -> io::Result<Collected> {
    if !directory.exists() {
        return Ok(Collected::default());
    }
    let _lock = lock(directory)?;
    let mut removed = make_room(directory, limits)?;
    for stored in list(directory, true)? {
        let is_text = stored.side.as_ref().is_some_and(|side| side.facts.is_text);
        let is_sound = || super::open_result(directory, &stored.key).and_then(|mut file| is_sound(&mut file));
        if stored.bytes > 0 && !is_text && is_sound().is_ok_and(|is_sound| !is_sound) {
            remove_entry(directory, &stored.key)?;
            removed.entries += 1;
            removed.corrupt += 1;
            removed.bytes += stored.size;
        }
    }
    let is_old = |about: &fs::Metadata, age| {
        about.modified().is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|since| since > age))
    };
    for shelf in shelves(directory)? {
        for (path, about) in files(&shelf)? {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let is_temporary = name.starts_with(TEMPORARY.0) && name.ends_with(TEMPORARY.1);
            if is_temporary && (is_left(&path) || is_old(&about, ABANDONED)) {
                removed.abandoned += u64::from(remove_file(&path)?);
            }
        }
    }
    Ok(removed)
}

/// Returns whether no process holds the lock of a temporary file any more.
fn is_left(path: &Path) -> bool {
    super::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

/// The same for results alone, where the lock is held.
pub(super) fn make_room(directory: &Path, limits: Limits) -> io::Result<Collected> {
    let all = list(directory, false)?;
    let mut total: u64 = all.iter().map(|stored| stored.size).sum();
    let mut removed = Collected::default();
    let now = SystemTime::now();
    for stored in all {
        let age = now.duration_since(stored.changed).unwrap_or_default();
        let is_too_old = limits.max_age.is_some_and(|most| age > most);
        if !is_too_old && limits.max_size.is_none_or(|most| total <= most) {
            // The oldest come first, so no other one is too old either.
            break;
        }
        if remove_entry(directory, &stored.key)? {
            removed.entries += 1;
            removed.bytes += stored.size;
        }
        total -= stored.size;
    }
    Ok(removed)
}

/// The calls of this tool whose results are there, or else the tools that have some: one clause for a call that missed.
pub fn nearest(directory: &Path, tool: &str, namespace: Option<&str>) -> String {
    let sides: Vec<Side> = list(directory, true)
        .unwrap_or_default()
        .into_iter()
        .rev()
        .filter(Stored::is_ok)
        .filter_map(|stored| stored.side)
        .filter(|side| side.call.namespace.as_deref() == namespace)
        .collect();
    let same: Vec<_> = sides
        .iter()
        .filter(|side| side.call.tool == tool)
        .take(NAMED)
        .map(|side| cut(&side.call.args))
        .collect();
    if !same.is_empty() {
        return format!("; there are results for {}", same.join(", "));
    }
    let mut tools: Vec<&str> = sides.iter().map(|side| side.call.tool.as_str()).collect();
    tools.sort_unstable();
    tools.dedup();
    if tools.is_empty() {
        return "; there are no results at all".to_owned();
    }
    crate::core::json::suggest::unknown("; there is no result of", tool, tools.into_iter())
}

/// Arguments as far as a message shows them.
fn cut(args: &str) -> String {
    const SHOWN: usize = 120;
    if args.chars().count() <= SHOWN {
        return args.to_owned();
    }
    format!("{}…", args.chars().take(SHOWN).collect::<String>())
}
