//! The flags of `cache`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{bail, ensure};
use clap::Subcommand;

use crate::cache::{self, Call, Stored};
use crate::cli::input::parse_bytes;
use crate::cli::output::OutputArgs;
use crate::cli::preview::called_by;
use crate::cli::tools_file;

const EXAMPLES: &str = r#"Examples:
  jmend cache has --cache-dir cache --tool search --args '{"q":"x"}' || search
  jmend cache get --cache-dir cache --call '{"name":"search","arguments":{"q":"x"}}' | jq length
  jmend cache ls --cache-dir cache --tool search
  jmend cache gc --cache-dir cache --max-size 2G --max-age 7d"#;

/// Manage stored results: get, has, ls, rm, gc, stat
///
/// Results are stored by `jmend preview --cache-dir` under the cache keys of their calls.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", crate::cli::EXIT_CODES))]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    pub(super) action: Action,
}

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Print the result of a call, byte for byte; status 1 if there is none
    Get(Wanted),
    /// Exit with 0 if the result of a call is there, else 1
    Has(Wanted),
    /// List results, the oldest first: one line of JSON each, a table on a terminal
    Ls(Listed),
    /// Remove results
    Rm(Removed),
    /// Remove results that are too old, and the oldest until the rest fits
    Gc(Bounds),
    /// Print how many results there are, how large and how old, as one JSON object
    Stat(Place),
}

/// The directory.
#[derive(Debug, clap::Args)]
pub(super) struct Place {
    /// The cache directory
    #[arg(long, value_name = "DIR")]
    pub(super) cache_dir: PathBuf,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// One call.
#[derive(Debug, clap::Args)]
pub(super) struct Wanted {
    #[command(flatten)]
    pub(super) place: Place,
    /// The cache key of the call, instead of the call
    #[arg(value_name = "KEY", required_unless_present_any = ["tool", "call"], conflicts_with_all = ["tool", "arguments", "call"])]
    key: Option<String>,
    /// The tool that was called
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// The arguments of the call, a JSON object [default: {}]
    #[arg(long = "args", value_name = "JSON|@FILE", requires = "tool")]
    arguments: Option<String>,
    /// The whole call: {"name":…,"arguments":…}, or an API's answer with one call in it
    #[arg(long, value_name = "JSON|@FILE", conflicts_with_all = ["tool", "arguments"])]
    call: Option<String>,
    /// What else the result depends on, as `preview --namespace` has it
    #[arg(long, value_name = "NS")]
    namespace: Option<String>,
}

/// A call, or only its key.
pub(super) enum Which {
    Key(String),
    Call(Box<Call>),
}

impl Which {
    pub(super) fn key(&self) -> &str {
        match self {
            Self::Key(key) => key,
            Self::Call(call) => &call.key,
        }
    }
}

impl Wanted {
    /// The call that is meant.
    pub(super) fn which(&self) -> anyhow::Result<Which> {
        if let Some(key) = &self.key {
            ensure!(cache::is_key(key), "`{key}` is not a cache key, which is jk1- and 64 hex digits");
            return Ok(Which::Key(key.clone()));
        }
        let (tool, arguments) = match (&self.call, &self.tool) {
            (Some(call), _) => called_by(call)?,
            (None, Some(tool)) => {
                (tool.clone(), tools_file::given(self.arguments.as_deref().unwrap_or("{}"))?)
            }
            (None, None) => bail!("name the result with a KEY, --tool, or --call"),
        };
        Ok(Which::Call(Box::new(Call::new(&tool, self.namespace.as_deref(), &arguments)?)))
    }
}

/// Some results.
#[derive(Debug, clap::Args)]
pub(super) struct Listed {
    #[command(flatten)]
    pub(super) place: Place,
    /// Only those of this tool
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// Only those of this namespace
    #[arg(long, value_name = "NS")]
    namespace: Option<String>,
}

impl Listed {
    /// Returns whether the entry is one of those.
    pub(super) fn takes(&self, stored: &Stored) -> bool {
        let side = stored.side.as_ref();
        let is_of_tool = |tool: &String| side.is_some_and(|side| side.call.tool == *tool);
        let is_of_namespace =
            |namespace: &String| side.is_some_and(|side| side.call.namespace.as_ref() == Some(namespace));
        self.tool.as_ref().is_none_or(is_of_tool) && self.namespace.as_ref().is_none_or(is_of_namespace)
    }

    pub(super) fn is_limited(&self) -> bool {
        self.tool.is_some() || self.namespace.is_some()
    }
}

/// Results to remove.
#[derive(Debug, clap::Args)]
pub(super) struct Removed {
    #[command(flatten)]
    pub(super) listed: Listed,
    /// Cache keys of the results
    #[arg(value_name = "KEY", conflicts_with_all = ["tool", "namespace", "all"])]
    pub(super) keys: Vec<String>,
    /// Every result
    #[arg(long, conflicts_with_all = ["tool", "namespace"])]
    pub(super) all: bool,
}

/// How much may stay.
#[derive(Debug, clap::Args)]
pub(super) struct Bounds {
    #[command(flatten)]
    pub(super) place: Place,
    /// Bytes that may stay, also with K, M or G
    #[arg(long, value_name = "N", value_parser = parse_bytes)]
    max_size: Option<u64>,
    /// How old what stays may be: a number with s, m, h or d
    #[arg(long, value_name = "AGE", value_parser = parse_age)]
    max_age: Option<Duration>,
}

impl Bounds {
    pub(super) fn limits(&self) -> cache::Limits {
        cache::Limits { max_size: self.max_size, max_age: self.max_age }
    }
}

fn parse_age(text: &str) -> Result<Duration, String> {
    let seconds = match text.as_bytes().last() {
        Some(b's') => 1,
        Some(b'm') => 60,
        Some(b'h') => 3600,
        Some(b'd') => 86_400,
        _ => 0,
    };
    let number = text.get(..text.len().saturating_sub(1)).and_then(|digits| digits.parse::<u64>().ok());
    match number.and_then(|number| number.checked_mul(seconds)) {
        Some(age) if seconds > 0 => Ok(Duration::from_secs(age)),
        _ => Err("a number with s, m, h or d: 90s, 7d".to_owned()),
    }
}
