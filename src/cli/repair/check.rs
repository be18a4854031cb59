//! `jmend check`: what is wrong with files, each in its dialect, and what `--fix` does about it.

use std::path::PathBuf;

use anyhow::bail;

use super::commands::JobArgs;
use super::{Args, fix, run};
use crate::cli::EXIT_CODES;
use crate::cli::console::Console;
use crate::cli::diagnosis::{FormatArgs, Product};
use crate::cli::dialects::{self, Dialects};
use crate::cli::exit::Exit;
use crate::cli::walk::WalkArgs;
use crate::core::repair::engine::Risk;

const CHECK: &str = "\
Examples:
  jmend check                               the JSON files below this folder; status 1 for a problem
  jmend check --fix config.json             take out slips, and list what is left
  jmend check --diff config.json            the same as a patch; status 1
  jmend check --format github *.json        problems as a workflow on GitHub shows them; status 1
  jmend check --exclude vendor .            a folder without `vendor`; status 1
  jmend check --lines - < calls.jsonl       each line of standard input; status 1";

/// Report errors in JSON files; exit with 1 if there is one
///
/// A folder stands for the JSON files in it, without those that git ignores; no PATH stands for this folder. A file is JSON, JSON
/// with comments, or JSON5 by its name, or by --dialect. A .json file holds one document, and a key stands once in an object.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{CHECK}\n\n{EXIT_CODES}"),
          mut_arg("files", |arg| arg.value_name("PATH").help("Files and folders to check; `-` is standard input")))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(in crate::cli) struct Check {
    #[command(flatten)]
    format: FormatArgs,
    /// Take out faults whose fix is certain; each file completely or not at all
    #[arg(long, conflicts_with = "diff")]
    fix: bool,
    /// With --fix or --diff, take out faults whose fix is inferred, too
    #[arg(long)]
    unsafe_fixes: bool,
    /// Show what --fix would change
    #[arg(long)]
    diff: bool,
    /// The dialect of all files, whatever their names
    #[arg(long, value_enum, value_name = "DIALECT")]
    dialect: Option<dialects::Named>,
    /// Allow several documents in a .json file
    #[arg(long)]
    many: bool,
    #[command(flatten)]
    walk: WalkArgs,
    #[command(flatten)]
    job: JobArgs,
}

impl Check {
    pub(in crate::cli) fn run(self, console: Console) -> anyhow::Result<Exit> {
        let named = &self.job.records.input.files;
        if named.is_empty() && crate::cli::input::stdin_has_bytes() {
            bail!(
                "standard input holds something, and no PATH is given: `jmend check -` checks it, `jmend check .` checks this folder"
            );
        }
        let here = [PathBuf::from(".")];
        let files = self.walk.files(if named.is_empty() { &here } else { named })?;
        if self.unsafe_fixes && !(self.fix || self.diff) {
            bail!("--unsafe-fixes goes with --fix or --diff");
        }
        let how = fix::How {
            most: if self.unsafe_fixes { Risk::Inferred } else { Risk::Syntax },
            dialect: self.dialect.map(Into::into),
            many: self.many,
        };
        if self.diff {
            return fix::diff(&files, how, self.job.records.output.open()?, console);
        }
        if self.fix {
            fix::all(&files, how, console)?;
        }
        let mut job = self.job();
        job.records.input.files = files;
        run(&job, console)
    }

    pub(in crate::cli) fn job(self) -> Args {
        let checked = self.dialect.map_or(Dialects::OfNames, |named| Dialects::One(named.into()));
        Args { wants_one: !self.many, checked, ..self.job.of(Product::Check(self.format.format)) }
    }
}
