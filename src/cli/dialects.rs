//! The dialect of a file: by a flag, by the patterns of the configuration, or by its name, for which there is one table.

use std::ffi::OsStr;
use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;

use anyhow::anyhow;
use ignore::gitignore::Gitignore;

use super::config::{Globs, KEYS, Key, Policy};
use crate::core::repair::dialect::Dialect;
use crate::core::repair::engine::words::Table;

/// A pattern of names and the dialect of such files. A star stands for any characters; what stands before a slash is the folder of
/// the file; case does not matter. The first row that fits counts.
type Row = (&'static str, Dialect);

/// Lists the names, by the custom of the programs that read such files.
const NAMES: &[Row] = &[
    ("*.json5", Dialect::Json5),
    ("*.jsonc", Dialect::Jsonc),
    ("*.code-workspace", Dialect::Jsonc),
    // Visual Studio Code.
    (".vscode/*.json", Dialect::Jsonc),
    ("language-configuration.json", Dialect::Jsonc),
    // Compilers and checkers of TypeScript and JavaScript.
    ("tsconfig*.json", Dialect::Jsonc),
    ("*.tsconfig.json", Dialect::Jsonc),
    ("jsconfig*.json", Dialect::Jsonc),
    ("tslint*.json", Dialect::Jsonc),
    ("api-extractor*.json", Dialect::Jsonc),
    (".eslintrc", Dialect::Jsonc),
    (".eslintrc.json", Dialect::Jsonc),
    (".jshintrc", Dialect::Jsonc),
    (".jscsrc", Dialect::Jsonc),
    (".swcrc", Dialect::Jsonc),
    (".babelrc", Dialect::Json5),
    (".babelrc.json", Dialect::Json5),
    ("biome.json", Dialect::Jsonc),
    ("rome.json", Dialect::Jsonc),
    ("deno.json", Dialect::Jsonc),
    ("turbo.json", Dialect::Jsonc),
    ("nx.json", Dialect::Jsonc),
    // Others.
    ("devcontainer*.json", Dialect::Jsonc),
    ("renovate.json", Dialect::Json5),
    (".renovaterc", Dialect::Json5),
    (".renovaterc.json", Dialect::Json5),
    ("*.har", Dialect::Json),
    ("*.ipynb", Dialect::Json),
    ("*.jsonl", Dialect::Json),
    ("*.jsonld", Dialect::Json),
    ("*.jsonlines", Dialect::Json),
    ("*.ndjson", Dialect::Json),
    ("*.sarif", Dialect::Json),
    ("*.webmanifest", Dialect::Json),
    ("*json", Dialect::Json),
];

/// Names the hidden folders in which programs keep JSON that people write.
pub(super) const HIDDEN: [&str; 3] = [".devcontainer", ".github", ".vscode"];

/// Returns the dialect of a file by its name; `None` if the name says nothing of JSON.
pub fn of(file: &Path) -> Option<Dialect> {
    let lower = |name: Option<&OsStr>| name.unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let (name, folder) = (lower(file.file_name()), lower(file.parent().and_then(Path::file_name)));
    let fits = |pattern: &str| match pattern.split_once('/') {
        Some((within, pattern)) => folder == within && is_like(&name, pattern),
        None => is_like(&name, pattern),
    };
    // Extensions that end so mean JSON. A name without an extension says nothing.
    let is_named = |pattern: &str| pattern != "*json" || file.extension().is_some();
    NAMES.iter().find(|(pattern, _)| is_named(pattern) && fits(pattern)).map(|(_, dialect)| *dialect)
}

/// Returns whether the table has a row for the whole name of a hidden file, such as `.eslintrc`.
pub(super) fn is_named(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    NAMES.iter().any(|(pattern, _)| *pattern == name)
}

/// Returns whether a name is like a pattern with one star at most.
fn is_like(name: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => name == pattern,
        Some((head, tail)) => {
            let inside = name.strip_prefix(head).and_then(|rest| rest.strip_suffix(tail));
            inside.is_some_and(|inside| !head.is_empty() || !inside.is_empty() || !tail.starts_with('.'))
        }
    }
}

/// The dialects of files that are checked.
#[derive(Clone, Debug)]
pub(super) enum Dialects {
    /// Those that the configuration gives, else those of their names.
    Found(Arc<Configured>),
    /// This one, whatever the names.
    One(Dialect),
}

impl Dialects {
    /// Returns the dialect of a file that is checked; `None` if its name says nothing of JSON and nothing else does.
    pub(super) fn of_file(&self, file: &Path) -> Option<Dialect> {
        match self {
            Self::Found(configured) => configured.dialect(file),
            Self::One(dialect) => Some(*dialect),
        }
    }
}

/// Holds what the table `[check]` of the configuration says of files.
#[derive(Clone, Debug, Default)]
pub(super) struct Configured {
    /// The folder that the patterns begin at.
    folder: PathBuf,
    dialects: Vec<(Dialect, Gitignore)>,
    ignored: Option<Gitignore>,
    /// Says for messages what leaves a file out.
    pub(super) ignored_by: String,
}

impl Configured {
    /// Reads the patterns of a configuration.
    pub(super) fn new(policy: &Policy) -> anyhow::Result<Self> {
        let Some((folder, name, section)) = policy.check() else { return Ok(Self::default()) };
        let globs =
            |key: &Key<Globs>| key.of(section).map(Globs::build).transpose().map_err(|error| anyhow!(error));
        let ignore = &KEYS.ignore;
        let ignored_by = format!("`{}` of {name}", ignore.name());
        let mut configured =
            Self { folder: absolute(folder)?, ignored: globs(ignore)?, ignored_by, ..Self::default() };
        for (name, key) in KEYS.dialects() {
            let dialect = DIALECTS.iter().find(|(of, ..)| *of == name).map(|(_, dialect, _)| *dialect);
            configured.dialects.extend(dialect.zip(globs(key)?));
        }
        Ok(configured)
    }

    /// Returns the dialect of a file: by the patterns, else by its name.
    pub(super) fn dialect(&self, file: &Path) -> Option<Dialect> {
        let given = self.dialects.iter().find(|(_, globs)| self.matches(globs, file));
        given.map(|(dialect, _)| *dialect).or_else(|| of(file))
    }

    /// Returns whether a file is to be left out.
    pub(super) fn ignores(&self, file: &Path) -> bool {
        self.ignored.as_ref().is_some_and(|globs| self.matches(globs, file))
    }

    /// Returns whether a file lies below the folder of the configuration and matches a pattern, or a folder of it does.
    fn matches(&self, globs: &Gitignore, file: &Path) -> bool {
        let Ok(file) = absolute(file) else { return false };
        file.strip_prefix(&self.folder)
            .is_ok_and(|file| globs.matched_path_or_any_parents(file, false).is_ignore())
    }
}

/// The dialects as `--dialect` spells them.
pub(super) const DIALECTS: Table<Dialect> = &[
    ("json", Dialect::Json, "JSON, without comments"),
    ("jsonc", Dialect::Jsonc, "JSON with comments and trailing commas"),
    ("json5", Dialect::Json5, "JSON5"),
];
