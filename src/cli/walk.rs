//! The files that `jmend check` reads: those that are named, and of a folder the JSON files in it.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use ignore::WalkBuilder;
use ignore::gitignore::Gitignore;

use super::config::globs;
use super::dialects::{self, Configured};
use crate::core::json::shown;

/// Which files of a folder are read; flattened into `check`.
#[derive(Debug, clap::Args)]
pub(super) struct WalkArgs {
    /// Leave out files and folders that match this line of .gitignore
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Leave out files that the configuration ignores even if they are named
    #[arg(long)]
    force_exclude: bool,
}

/// The files that are read, and those that are not.
#[derive(Debug, Default)]
pub(super) struct Walked {
    pub(super) files: Vec<PathBuf>,
    /// Files that were left out, each with the reason.
    pub(super) skipped: Vec<(PathBuf, String)>,
}

impl WalkArgs {
    /// Returns the files that these paths stand for, in the order of the paths, those of a folder in the order of their names.
    pub(super) fn files(&self, paths: &[PathBuf], configured: &Configured) -> anyhow::Result<Walked> {
        let excluded = globs(&self.exclude).map_err(|error| anyhow!("--exclude {error}"))?;
        let mut walked = Walked::default();
        for path in paths {
            if path.is_dir() {
                walk(path, &excluded, configured, &mut walked)?;
            } else if path.ancestors().any(|part| excluded.matched(part, part != path).is_ignore()) {
                walked.skipped.push((path.clone(), "--exclude leaves it out".to_owned()));
            } else if self.force_exclude {
                walked.take(path, configured);
            } else {
                walked.files.push(path.clone());
            }
        }
        if walked.files.is_empty() && walked.skipped.is_empty() {
            let names: Vec<_> = paths.iter().map(|path| shown::path(path)).collect();
            bail!("there is no JSON file to check in {}", names.join(", "));
        }
        Ok(walked)
    }
}

impl Walked {
    /// Takes a file, unless the configuration ignores it.
    fn take(&mut self, path: &Path, configured: &Configured) {
        if configured.ignores(path) {
            self.skipped.push((path.to_owned(), format!("{} leaves it out", configured.ignored_by)));
        } else {
            self.files.push(path.to_owned());
        }
    }
}

/// Takes the JSON files below a folder, JSON with comments among them. What git ignores is left out, and what is hidden, but
/// for folders in which programs keep JSON that people write and files that the table of dialects names.
fn walk(
    folder: &Path,
    excluded: &Gitignore,
    configured: &Configured,
    walked: &mut Walked,
) -> anyhow::Result<()> {
    let excluded = excluded.clone();
    let mut walk = WalkBuilder::new(folder);
    walk.hidden(false).require_git(false).sort_by_file_path(Path::cmp).filter_entry(move |entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let name = entry.file_name().to_string_lossy();
        let is_shown = entry.depth() == 0
            || !name.starts_with('.')
            || if is_folder { dialects::HIDDEN.contains(&&*name) } else { dialects::is_named(entry.path()) };
        is_shown && !excluded.matched(entry.path(), is_folder).is_ignore()
    });
    for entry in walk.build() {
        let entry = entry?;
        let path = entry.path().strip_prefix(".").unwrap_or(entry.path());
        if entry.file_type().is_some_and(|kind| kind.is_file()) && configured.dialect(path).is_some() {
            walked.take(path, configured);
        }
    }
    Ok(())
}
