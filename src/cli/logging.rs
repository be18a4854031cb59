//! Logs on standard error, for whoever asks: `-v`, `-vv` or `JMEND_LOG`. Nobody asked, nothing is set up.

use anyhow::Context;
use clap::ValueEnum;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

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
    let Some(targets) = targets(verbose)? else { return Ok(()) };
    let layer = fmt::layer().with_writer(std::io::stderr).with_ansi(color);
    let layer = match format {
        LogFormat::Text => layer.without_time().boxed(),
        LogFormat::Json => layer.json().with_ansi(false).boxed(),
    };
    tracing_subscriber::registry().with(layer.with_filter(targets)).init();
    Ok(())
}

/// What to log: the flags first, then the environment.
fn targets(verbose: u8) -> anyhow::Result<Option<Targets>> {
    let level = match verbose {
        0 => {
            let Some(wanted) = std::env::var_os("JMEND_LOG").filter(|value| !value.is_empty()) else {
                return Ok(None);
            };
            let wanted = wanted.to_string_lossy().into_owned();
            let targets = wanted.parse().with_context(|| {
                format!("JMEND_LOG is `{wanted}`; it takes a level (error, warn, info, debug, trace) or jmend=LEVEL")
            })?;
            return Ok(Some(targets));
        }
        1 => Level::INFO,
        2 => Level::DEBUG,
        _ => Level::TRACE,
    };
    Ok(Some(Targets::new().with_target("jmend", level)))
}
