//! `jmend completions`: a script that completes jmend's commands and flags in a shell.

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::exit::Exit;
use super::output::Sink;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  jmend completions bash > ~/.local/share/bash-completion/completions/jmend\n  \
                        jmend completions fish > ~/.config/fish/completions/jmend.fish"
)]
pub(super) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    generate(args.shell, &mut super::Cli::command(), "jmend", &mut script);
    let mut sink = Sink::open(None)?;
    sink.put(&script)?;
    sink.finish()?;
    Ok(Exit::Done)
}
