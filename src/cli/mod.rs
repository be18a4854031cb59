//! All that touches the world: flags, streams, files, logs, exit codes. One file per command.

use std::ffi::OsString;
use std::process::ExitCode;

/// The whole program, from its arguments to its exit code.
pub fn main(_args: impl IntoIterator<Item = OsString>) -> ExitCode {
    ExitCode::SUCCESS
}
