//! `--skip N` and `--errors FILE`: a run that goes on where another one ended, and the records that failed in it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::output::Sink;

/// The flags; flattened into the commands that write a line for each record.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct ResumeArgs {
    /// Write the records that failed to FILE, as they were
    #[arg(long, value_name = "FILE", conflicts_with = "partial")]
    errors: Option<PathBuf>,
    /// Leave out the first N records, which an earlier run handled
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        conflicts_with = "partial"
    )]
    pub(super) skip: u64,
}

impl ResumeArgs {
    /// Returns whether anything is asked for.
    pub(super) fn is_given(&self) -> bool {
        self.errors.is_some() || self.skip > 0
    }

    /// Returns whether records that fail go to a file.
    pub(super) fn keeps_errors(&self) -> bool {
        self.errors.is_some()
    }

    /// Opens the file, which is not that of the output.
    pub(super) fn open(&self, output: Option<&Path>) -> anyhow::Result<Option<Failed>> {
        let Some(path) = &self.errors else { return Ok(None) };
        if output == Some(path) || path.as_os_str() == "-" {
            bail!("--errors takes a file of its own, for the records alone");
        }
        Ok(Some(Failed { sink: Sink::open(Some(path))?, left_out: 0 }))
    }
}

/// Takes the records that failed.
pub(super) struct Failed {
    sink: Sink,
    /// Counts the records that were too long to be held.
    left_out: u64,
}

impl Failed {
    /// Writes the records of a batch, each with a line end.
    pub(super) fn put(&mut self, bytes: &[u8], records: &[Range<usize>], is_cut: bool) -> anyhow::Result<()> {
        for record in records {
            if is_cut && record.end >= bytes.len() {
                self.left_out += 1;
                continue;
            }
            let text = &bytes[record.clone()];
            self.sink.put(text)?;
            if !text.ends_with(b"\n") && !text.ends_with(b"\0") {
                self.sink.put(b"\n")?;
            }
        }
        Ok(())
    }

    /// Puts the file in place, and says how many records are not in it.
    pub(super) fn finish(self) -> anyhow::Result<u64> {
        self.sink.finish()?;
        Ok(self.left_out)
    }
}
