//! `jmend check`: what is wrong with files, each in its dialect, and what `--fix` does about it.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;

use super::commands::JobArgs;
use super::due::Checking;
use super::{Args, fix, run_by};
use crate::cli::EXIT_CODES;
use crate::cli::config::Policy;
use crate::cli::console::Console;
use crate::cli::diagnosis::{FormatArgs, Product};
use crate::cli::dialects::{Configured, DIALECTS, Dialects};
use crate::cli::exit::{Exit, FailOn};
use crate::cli::input::stdin_has_bytes;
use crate::cli::options::choice;
use crate::cli::walk::{WalkArgs, Walked};
use crate::core::json::shown;
use crate::core::repair::dialect::Dialect;
use crate::core::repair::engine::{Risk, Truncated};

const CHECK: &str = "\
Examples:
  jmend check                               the JSON files below this folder; status 1 for a problem
  jmend check --fix config.json             take out slips, and list what is left
  jmend check --diff config.json            the same as a patch; status 1
  jmend check --format github *.json        problems as a workflow on GitHub shows them; status 1
  jmend check --exclude vendor .            a folder without `vendor`; status 1
  jmend check --lines - < calls.jsonl       each line of standard input; status 1";

/// Lists the flags that say how texts other than files are read, or what becomes of values: nothing of a file may depend on them.
const NOT_OF_FILES: [&str; 10] =
    ["at", "defaults", "framing", "from", "lines", "lossy_coercions", "schema", "select", "tool", "tools"];

/// Report errors in JSON files; exit with 1 if there is one
///
/// A folder stands for the JSON files in it, without those that git ignores; no PATH stands for this folder. A file is JSON, JSON
/// with comments, or JSON5: by --dialect, by [check] of the configuration, or by its name. A .json file holds one document. A
/// byte order mark and a key that stands twice in an object are warnings, because most readers accept them.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{CHECK}\n\n{EXIT_CODES}"),
          mut_arg("files", |arg| arg.value_name("PATH").help("Files and folders to check; `-` is standard input")))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(in crate::cli) struct Check {
    #[command(flatten)]
    format: FormatArgs,
    /// Take out problems whose fix is certain; each file completely or not at all
    #[arg(long, conflicts_with = "diff", conflicts_with_all = NOT_OF_FILES)]
    fix: bool,
    /// With --fix or --diff, take out problems whose fix is inferred, too
    #[arg(long)]
    unsafe_fixes: bool,
    /// Show what --fix would change
    #[arg(long, conflicts_with_all = ["format", "fail_on"], conflicts_with_all = NOT_OF_FILES)]
    diff: bool,
    /// The dialect of all files, whatever their names
    #[arg(long, value_name = "DIALECT", value_parser = choice(DIALECTS))]
    dialect: Option<Dialect>,
    /// The least severity that makes the exit status 1
    #[arg(long, value_enum, value_name = "SEVERITY", default_value = "error")]
    fail_on: FailOn,
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
        let Self { format, fix, unsafe_fixes, diff, dialect, fail_on, many, walk, job } = self;
        let mut args = job.of(Product::Check(format.format));
        let named = &args.records.input.files;
        if named.is_empty() && stdin_has_bytes() {
            bail!(
                "standard input holds something, and no PATH is given: `jmend check -` checks it, `jmend check .` checks this folder"
            );
        }
        if unsafe_fixes && !(fix || diff) {
            bail!("--unsafe-fixes goes with --fix or --diff");
        }
        let policy = Policy::new(&args.repair, args.asks(), console)?;
        let configured = Arc::new(Configured::new(&policy)?);
        let here = [PathBuf::from(".")];
        let Walked { files, skipped } =
            walk.files(if named.is_empty() { &here } else { named }, &configured)?;
        for (file, reason) in skipped.iter().filter(|_| console.verbose) {
            console.remark(&shown::path(file), reason);
        }
        let dialects = dialect.map_or(Dialects::Found(configured), Dialects::One);
        if fix || diff {
            let how = fix::How {
                options: policy.options(None, Truncated::Refuse),
                most: if unsafe_fixes { Risk::Inferred } else { Risk::Syntax },
                dialects: &dialects,
                many,
                max_bytes: args.records.input.max_bytes,
            };
            if diff {
                return fix::diff(&files, how, args.records.output.open()?, console);
            }
            fix::all(&files, how, console)?;
        }
        args.records.input.files = files;
        args.checked = Some(Checking { dialects, skipped: skipped.len() as u64, fail_on, wants_one: !many });
        run_by(&args, &policy, console)
    }

    /// Returns the job of a check, whose files are not known yet.
    pub(in crate::cli) fn job(self) -> Args {
        self.job.of(Product::Check(self.format.format))
    }
}
