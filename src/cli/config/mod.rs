//! `jmend.toml`: which configuration is read, and what is in force because of it.
//!
//! | file | promise |
//! |---|---|
//! | `args` | the flags that say where settings come from |
//! | `keys` | the one table of keys: where each may stand, what it holds, its default, its flag; which value wins |
//! | `kinds` | the kinds of values: each is read, printed and compared in one place |
//! | `file` | TOML → settings with their lines, or every fault with its line and column |
//! | `policy` | what a run goes by, and what is told about a file that was found |
//! | `print` | `jmend config` |
//!
//! One file is read: the one `--config` names; else the nearest `jmend.toml` in the current directory or above it; else
//! `$XDG_CONFIG_HOME/jmend/config.toml` (without that variable `~/.config/jmend/config.toml`). A `jmend.toml` that belongs
//! to neither the user nor root is passed over with a warning, in the current directory too: anyone can leave a file in a
//! directory that all share, and not every directory is the user's. Only commands that repair look for it, and looking is
//! one `stat` for each place.

pub(super) mod args;
pub mod file;
pub mod keys;
mod kinds;
mod policy;
mod print;

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use super::console::{Console, Diagnostic, Severity};
use super::exit::Exit;
use super::input::Source;
use super::output::OutputArgs;
use crate::core::json::{Position, position};
use crate::core::repair::engine::Truncated;
use args::ConfigArgs;
use keys::Said;
pub(crate) use keys::{Asks, KEYS, Key, Section, Shown};
pub(crate) use kinds::{Globs, Logs, globs};
pub(crate) use policy::Policy;

/// Its name in a project.
const NAME: &str = "jmend.toml";

/// Bytes of a configuration: people write it.
const MAX_BYTES: u64 = 16 << 20;

const EXAMPLES: &str = "\
Examples:
  jmend config                              the settings of a repair here
  jmend config --provider local             the same for what this provider writes
  jmend config check --tool search          the settings of a check of this tool's arguments";

/// Show the settings in effect, and where each comes from
///
/// They are those of `repair`, or of the command that is named, with the flags that follow. Nothing is read but the
/// configuration.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(crate) struct Args {
    /// The command, and its flags [default: repair]
    #[arg(value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) command: Vec<OsString>,
}

/// Prints what is in force; `truncated` is what becomes of cut-off input by default.
pub(crate) fn print(
    policy: &Policy,
    tool: Option<&str>,
    truncated: Truncated,
    output: &OutputArgs,
) -> anyhow::Result<Exit> {
    output.write(print::print(policy, tool, truncated)).map(|()| Exit::Done)
}

/// Returns the line of a configuration that reports suggest.
pub(crate) fn suggested(shown: &Shown) -> String {
    KEYS.rows().find_map(|row| row.suggested(shown)).unwrap_or_default()
}

/// A configuration that was read.
#[derive(Clone, Debug)]
struct Loaded {
    file: file::File,
    /// It lay in the directory or above it, and was not named.
    is_found: bool,
    path: PathBuf,
    /// Lists what does not count because the file was found, and where it stands.
    withheld: Vec<Said<String>>,
}

impl Loaded {
    /// What messages call it; safe to show.
    fn name(&self) -> String {
        Source::File(self.path.clone()).name()
    }

    fn folder(&self) -> &Path {
        folder_of(&self.path)
    }
}

/// Returns the folder that a file lies in.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl ConfigArgs {
    /// What the configuration says that previews show.
    pub(crate) fn preview(&self, console: Console) -> anyhow::Result<Option<super::options::PreviewChoice>> {
        let said = self.load(console)?;
        Ok(said.and_then(|loaded| KEYS.preview.of(&loaded.file.top).copied()))
    }

    fn load(&self, console: Console) -> anyhow::Result<Option<Loaded>> {
        let named = self.config.clone();
        let found = if named.is_some() || self.no_config { None } else { discover(console) };
        let is_found = found.is_some();
        let users_own = || if self.no_config { None } else { users_own() };
        let Some(path) = named.or(found).or_else(users_own) else { return Ok(None) };
        tracing::debug!(file = Source::File(path.clone()).name(), "reading the configuration");
        let mut file = read(&path)?;
        let withheld = if is_found { file.withhold(folder_of(&path)) } else { Vec::new() };
        let loaded = Loaded { file, is_found, path, withheld };
        if let Some(name) = &self.provider {
            warn_of_misspelling(&loaded, "provider", &loaded.file.providers, name, console);
        }
        Ok(Some(loaded))
    }
}

/// A name that is not configured, but almost: its settings would be missed in silence.
fn warn_of_misspelling(
    loaded: &Loaded,
    kind: &str,
    known: &BTreeMap<String, Section>,
    name: &str,
    console: Console,
) {
    let like = crate::core::json::suggest::best(name, known.keys().map(String::as_str));
    if let (false, Some(like)) = (known.contains_key(name), like) {
        let message = format!("the configuration has no {kind} `{name}`; did you mean `{like}`?");
        console.about(&loaded.name(), &Diagnostic::new(Severity::Warning, "config", message));
    }
}

/// Reads one file; what is wrong with it ends the job.
fn read(path: &Path) -> anyhow::Result<file::File> {
    let source = Source::File(path.to_path_buf());
    let (name, text) = (source.name(), source.read_text(MAX_BYTES)?);
    file::read(&text).map_err(|faults| {
        let more = match faults.len() {
            0 | 1 => String::new(),
            2 => " (and one more fault)".to_owned(),
            n => format!(" (and {} more faults)", n - 1),
        };
        let (index, message) =
            faults.first().map_or((0, ""), |fault| (fault.index(), fault.message.as_str()));
        let Position { line, column } = position(text.as_bytes(), index);
        anyhow!("{name}:{line}:{column}: {message}{more}")
    })
}

/// The nearest `jmend.toml` that may be trusted, in the current directory or above.
fn discover(console: Console) -> Option<PathBuf> {
    let here = env::current_dir().ok()?;
    here.ancestors().enumerate().find_map(|(above, folder)| {
        let path = folder.join(NAME);
        let metadata = fs::metadata(&path).ok().filter(Metadata::is_file)?;
        // Who made a link decides what it leads to.
        let link = fs::symlink_metadata(&path).ok()?;
        if !is_trusted(&metadata) || !is_trusted(&link) {
            let message = "this file belongs to another user, so it is not read; --config reads it";
            console.about(&Source::File(path).name(), &Diagnostic::new(Severity::Warning, "config", message));
            return None;
        }
        // The short name of the file at hand reads better in messages.
        Some(if above == 0 { PathBuf::from(NAME) } else { path })
    })
}

/// Returns whether a file that was found, and not named, may decide what happens here.
fn is_trusted(file: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        file.uid() == 0 || file.uid() == rustix::process::geteuid().as_raw()
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        true
    }
}

/// The configuration of the user, where there is one.
fn users_own() -> Option<PathBuf> {
    let set = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")))?;
    let path = base.join("jmend").join("config.toml");
    fs::metadata(&path).is_ok_and(|metadata| metadata.is_file()).then_some(path)
}

/// Refuses what cannot be given: a report of what a disabled provider passes through untouched.
pub(crate) fn ensure_wanted(policy: &Policy, is_report: bool) -> anyhow::Result<()> {
    if is_report && !policy.is_enabled() {
        bail!("{}: records that pass through unread have no report", policy.why_disabled());
    }
    Ok(())
}
