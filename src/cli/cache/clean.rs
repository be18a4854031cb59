//! `rm`, `gc`.

use anyhow::{Context, ensure};

use super::args::{Bounds, Removed};
use crate::cache;
use crate::cli::console::Console;
use crate::cli::exit::Exit;
use crate::core::json::shown;

/// Removes the results that are named; status 1 where a key that was named has none.
pub(super) fn rm(removed: &Removed, console: Console) -> anyhow::Result<Exit> {
    let listed = &removed.listed;
    let directory = &listed.place.cache_dir;
    ensure!(
        removed.all || listed.is_limited() || !removed.keys.is_empty(),
        "name the results with a KEY, --tool, --namespace, or --all"
    );
    if let Some(wrong) = removed.keys.iter().find(|key| !cache::is_key(key)) {
        anyhow::bail!("`{wrong}` is not a cache key, which is jk1- and 64 hex digits");
    }
    let keys = if removed.keys.is_empty() {
        let all = cache::list(directory, true).with_context(|| shown::path(directory))?;
        all.into_iter().filter(|stored| listed.takes(stored)).map(|stored| stored.key).collect()
    } else {
        removed.keys.clone()
    };
    let gone = cache::remove(directory, &keys).with_context(|| shown::path(directory))?;
    listed.place.output.write(format!("{{\"removed\":{gone}}}\n"))?;
    if gone < removed.keys.len() as u64 {
        console.error("not every key had a result");
        return Ok(Exit::Data);
    }
    Ok(Exit::Done)
}

/// Keeps a directory within bounds.
pub(super) fn gc(bounds: &Bounds) -> anyhow::Result<Exit> {
    let directory = &bounds.place.cache_dir;
    let removed = cache::collect(directory, bounds.limits()).with_context(|| shown::path(directory))?;
    let text = format!(
        "{{\"removed\":{},\"bytes\":{},\"abandoned\":{},\"corrupt\":{}}}\n",
        removed.entries, removed.bytes, removed.abandoned, removed.corrupt
    );
    bounds.place.output.write(text).map(|()| Exit::Done)
}
