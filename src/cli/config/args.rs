//! The flags that say where settings come from.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;

/// Flags that say where settings come from; flattened into those of a repair.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Configuration")]
pub(crate) struct ConfigArgs {
    /// Read the configuration from FILE [default: jmend.toml here or above, then ~/.config/jmend/config.toml]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub(super) config: Option<PathBuf>,
    /// Read no configuration
    #[arg(long)]
    pub(super) no_config: bool,
    /// Whose output this is, for [providers.NAME], metrics, and logs
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub(super) provider: Option<String>,
}
