//! Logs to standard error on request: `-v`, `-vv`, `JMEND_LOG`, or `log_normalizations` in the configuration.
//! Without a request, nothing is set up.

use std::sync::OnceLock;

use anyhow::Context;
use clap::ValueEnum;
use tracing::Level;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

use super::console::Console;

/// The target of what `log_normalizations` logs.
pub(crate) const NORMALIZATION: &str = "jmend::normalization";

/// How log lines look in this process.
static FORMAT: OnceLock<LogFormat> = OnceLock::new();

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Sets up logging where `verbose` or `JMEND_LOG` (`debug`, `jmend=trace`) wants it.
pub(crate) fn init(verbose: u8, format: LogFormat, color: bool) -> anyhow::Result<()> {
    FORMAT.get_or_init(|| format);
    if let Some(targets) = targets(verbose)? {
        start(targets, format, color);
    }
    Ok(())
}

/// Logs normalizations if the configuration asks for it and no flag says what to log.
pub(crate) fn show_normalizations(wanted: bool, console: Console) {
    if wanted && !console.quiet && !tracing::dispatcher::has_been_set() {
        let format = FORMAT.get().copied().unwrap_or(LogFormat::Text);
        start(Targets::new().with_target(NORMALIZATION, Level::INFO), format, console.color);
    }
}

fn start(targets: Targets, format: LogFormat, color: bool) {
    let layer = fmt::layer().with_writer(std::io::stderr).with_ansi(color);
    let layer = match format {
        LogFormat::Text => layer.without_time().boxed(),
        LogFormat::Json => layer.json().with_ansi(false).boxed(),
    };
    // One process sets this up once; a second time would change nothing.
    let _ = tracing_subscriber::registry().with(layer.with_filter(targets)).try_init();
}

/// Returns what is wrong with the variable.
fn of_wrong(wanted: &str) -> String {
    format!("JMEND_LOG is `{wanted}`; it takes a level (error, warn, info, debug, trace) or jmend=LEVEL")
}

/// What to log: the flags first, then the environment.
fn targets(verbose: u8) -> anyhow::Result<Option<Targets>> {
    let level = match verbose {
        0 => {
            let Some(wanted) = std::env::var_os("JMEND_LOG").filter(|value| !value.is_empty()) else {
                return Ok(None);
            };
            let wanted = wanted.to_string_lossy().into_owned();
            let targets = wanted.parse().with_context(|| of_wrong(&wanted))?;
            // Any word is a target to the parser; one of others would log nothing.
            let has_level = wanted.split(',').any(|word| word.parse::<LevelFilter>().is_ok());
            anyhow::ensure!(has_level || wanted.contains(env!("CARGO_PKG_NAME")), "{}", of_wrong(&wanted));
            return Ok(Some(targets));
        }
        1 => Level::INFO,
        2 => Level::DEBUG,
        _ => Level::TRACE,
    };
    Ok(Some(Targets::new().with_target("jmend", level)))
}
