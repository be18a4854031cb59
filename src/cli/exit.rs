//! How the program ends: one enum, one place where it becomes a number.

use std::io;
use std::process::ExitCode;

/// The outcome of a command, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// 0: everything was done.
    Done,
    /// 1: the data says no.
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

/// Has the reader of our output gone away? That is how `| head` says it has enough, so it is no error.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn a_broken_pipe_is_found_below_its_context() {
        let broken = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(is_broken_pipe(&anyhow::Error::from(broken())));
        let wrapped: anyhow::Result<()> = Err(broken()).context("cannot write standard output");
        assert!(is_broken_pipe(&wrapped.unwrap_err()));
        assert!(!is_broken_pipe(&anyhow::anyhow!("something else")));
    }
}
