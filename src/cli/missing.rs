//! Files that cannot be read: what the user may have meant, for messages.

use std::io;
use std::path::{Path, PathBuf};

use crate::cache::StoreError;
use crate::core::json::suggest::best;

/// Names of a folder that are looked at for one like a missing one.
const MOST_NAMES: usize = 1000;

/// Returns the file whose name is like that of a missing one: beside it, or in a folder whose name is like that of a missing folder.
pub(super) fn near_file(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(missing) = folder.filter(|folder| !folder.exists()) {
        let other = near_file(missing)?.join(path.file_name()?);
        return if other.exists() { Some(other) } else { near_file(&other) };
    }
    let (name, stem) = (path.file_name()?.to_str()?, path.file_stem()?.to_str()?);
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let names = entries.take(MOST_NAMES).filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<_> = names.filter(|other| other != name).collect();
    names.sort_unstable();
    // An extension that they share would make all of them alike.
    let stem_of = |name: &str| Path::new(name).file_stem().and_then(|stem| stem.to_str().map(str::to_owned));
    let stems: Vec<_> = names.iter().map(|name| stem_of(name).unwrap_or_default()).collect();
    let near = best(stem, stems.iter().map(String::as_str))?;
    let meant = names.iter().zip(&stems).find(|(_, stem)| *stem == near)?.0;
    Some(folder.map_or_else(|| PathBuf::from(meant), |folder| folder.join(meant)))
}

/// Returns the message about an error that ended the reading of a source, which may be that its copy could not be kept.
pub(super) fn message(source: &str, error: &io::Error) -> String {
    if StoreError::is_in(error) {
        return error.to_string();
    }
    let tip = match error.kind() {
        io::ErrorKind::IsADirectory => Some(format!("jmend check {source} reads the files in it")),
        io::ErrorKind::NotFound => {
            near_file(Path::new(source)).map(|file| format!("did you mean {}?", file.display()))
        }
        _ => None,
    };
    tip.map_or_else(|| format!("{source}: {error}"), |tip| format!("{source}: {error}; {tip}"))
}
