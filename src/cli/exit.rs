//! How the program ends: one enum, one place where it becomes a number.

use std::io;
use std::process::ExitCode;

use clap::ValueEnum;

use super::console::Console;
use super::output::Sink;
use crate::report::tally::{Tally, Verdict};

/// The outcome of a command, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// 0: everything was done.
    Done,
    /// 1: the input is at fault.
    Data,
    /// 2: the job could not be done (usage, I/O, configuration).
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => ExitCode::SUCCESS,
            Exit::Data => ExitCode::from(1),
            Exit::Failed => ExitCode::from(2),
        }
    }
}

/// Names what makes the status of a run over sound records 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// An error
    #[default]
    Error,
    /// An error or a warning
    Warning,
    /// No problem of a file that can be read
    Never,
}

impl FailOn {
    /// Returns that any change is a reason, if that `is_asked` for.
    pub(crate) fn any_change(is_asked: bool) -> Self {
        if is_asked { Self::Warning } else { Self::Never }
    }

    /// Returns whether what was counted is a reason for status 1.
    fn is_met(self, tally: Tally) -> bool {
        match self {
            Self::Error => tally.problems > tally.lenient,
            Self::Warning => tally.changed + tally.warned > 0,
            Self::Never => false,
        }
    }
}

/// What the counts of a run mean for its output and its exit status.
pub(crate) struct Ending {
    /// The output is complete although records failed: the user said what becomes of them.
    pub(crate) accounts_for_failures: bool,
    /// A record that failed is not a reason for status 1.
    pub(crate) tolerates_failures: bool,
    /// Which changes are a reason for status 1.
    pub(crate) fail_on: FailOn,
    /// Why an output file is not written when records failed, and what the user can do about it.
    pub(crate) incomplete: (&'static str, &'static str),
}

impl Ending {
    /// That of a command whose output stands for all of its input, also where parts of that are at fault.
    pub(crate) fn with_product() -> Self {
        Self {
            accounts_for_failures: true,
            tolerates_failures: false,
            fail_on: FailOn::Never,
            incomplete: ("", ""),
        }
    }

    /// Puts the output in place if it is complete, and decides the exit status.
    pub(crate) fn finish(self, sink: Sink, tally: Tally, console: Console) -> anyhow::Result<Exit> {
        if tally.troubles > 0 {
            sink.abandon(console, "not all of the input could be read", "")?;
        } else if tally.failed > 0 && !self.accounts_for_failures {
            sink.abandon(console, self.incomplete.0, self.incomplete.1)?;
        } else {
            sink.finish()?;
        }
        Ok(match tally.verdict() {
            Verdict::Unread => Exit::Failed,
            Verdict::Refused if !self.tolerates_failures => Exit::Data,
            _ if self.fail_on.is_met(tally) => Exit::Data,
            _ => Exit::Done,
        })
    }
}

/// Returns whether the reader of our output has gone away. That is how `| head` says it has enough, so it is not an error.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
