//! `jmend man`: the manual pages, from the same definitions as the help.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Command;
use clap_mangen::Man;

use super::exit::Exit;
use super::output::Sink;
use crate::core::json::shown;

const EXAMPLES: &str = "\
Examples:
  jmend man > jmend.1                one page
  jmend man ~/.local/share/man/man1  all pages, where `man` finds them";

/// Write the manual pages
///
/// Without DIR the page of jmend itself goes to standard output; with DIR there is a file for it and for every command.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Args {
    /// Write jmend.1, jmend-repair.1 and so on there; the directory is created if it is missing
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut jmend = super::definition::definition(None);
    jmend.build();
    let Some(directory) = &args.directory else {
        return Sink::open(None)?.write_all(page(jmend)?).map(|()| Exit::Done);
    };
    std::fs::create_dir_all(directory).with_context(|| shown::path(directory))?;
    for command in jmend.get_subcommands().filter(|command| command.get_name() != "help") {
        write(directory, command.clone())?;
    }
    write(directory, jmend)?;
    Ok(Exit::Done)
}

/// Writes one page; the file has the name that `man` looks for (`jmend-repair.1`).
fn write(directory: &Path, command: Command) -> anyhow::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let file = directory.join(format!("{name}.1"));
    Sink::open(Some(&file))?.write_all(page(command)?)
}

fn page(command: Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    render(command, &mut page).context("cannot make the page")?;
    // Each section begins with the lines that define an apostrophe; once is enough.
    let lines: Vec<_> = page.split_inclusive(|byte| *byte == b'\n').collect();
    let (first, rest) = lines.split_at(PREAMBLE.min(lines.len()));
    let rest = rest.iter().filter(|line| !first.contains(line));
    Ok(first.iter().chain(rest).copied().flatten().copied().collect())
}

/// Lines that each part of a page begins with.
const PREAMBLE: usize = 2;

/// Renders a page with the synopsis of the help: the other one names every flag, in one paragraph.
fn render(mut command: Command, page: &mut Vec<u8>) -> io::Result<()> {
    let usage = command.render_usage().to_string();
    let (has_commands, has_version) = (command.has_subcommands(), command.get_version().is_some());
    let man = Man::new(command);
    man.render_title(page)?;
    man.render_name_section(page)?;
    writeln!(page, ".SH SYNOPSIS")?;
    for line in usage.trim_start_matches("Usage:").lines().map(str::trim) {
        writeln!(page, "{}\n.br", line.replace('-', "\\-"))?;
    }
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    if has_commands {
        man.render_subcommands_section(page)?;
    }
    man.render_extra_section(page)?;
    if has_version {
        man.render_version_section(page)?;
    }
    Ok(())
}
