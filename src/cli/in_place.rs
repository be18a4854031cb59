//! `--in-place`: each FILE becomes what would have been written of it, whole or not at all.
//!
//! A file that cannot be handled stays as it is, is named, and the others are still done. A file in which nothing
//! changes keeps its inode and times. A link is followed once and stays a link; other hard links of a file keep the
//! old content. What is written is the file that was read: one that was replaced meanwhile is an error.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::console::Console;
use super::exit::Exit;
use super::input::Source;
use super::output::Sink;

/// Runs `one` for each file, with the file as its only source and a sink that rewrites it.
pub(super) fn each(
    files: &[PathBuf],
    console: Console,
    mut one: impl FnMut(Source, Sink) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    if files.is_empty() || files.iter().any(|file| file == Path::new("-")) {
        bail!("--in-place rewrites files, and standard input is none: name the files");
    }
    let mut worst = Exit::Done;
    for file in files {
        let exit = Sink::rewrite(file).and_then(|(source, sink)| one(source, sink));
        worst = worst.max(exit.unwrap_or_else(|error| {
            console.error(&format!("{error:#}"));
            Exit::Failed
        }));
    }
    Ok(worst)
}
