//! The program starts itself once more: a child bounds a job, or ends the commands of a run that was killed.
//!
//! A package for Python or Node is a library of another program. It says how that program starts it, because the path of the other
//! program alone leaves out what holds the package.

use std::ffi::OsString;
use std::io;
use std::process::Command;
use std::sync::Mutex;

use super::lock;

/// How the program was started.
struct Start {
    /// The words before its arguments; none where the program stands in a file of its own.
    launcher: Vec<OsString>,
    /// Its arguments, without its name.
    args: Vec<OsString>,
}

static START: Mutex<Start> = Mutex::new(Start { launcher: Vec::new(), args: Vec::new() });

/// Notes how the program was started.
pub(super) fn note(launcher: Vec<OsString>, args: &[OsString]) {
    *lock(&START) = Start { launcher, args: args.iter().skip(1).cloned().collect() };
}

/// Returns the command that starts the program, without arguments.
pub(super) fn command() -> io::Result<Command> {
    let start = lock(&START);
    let Some((program, words)) = start.launcher.split_first() else {
        return std::env::current_exe().map(Command::new);
    };
    let mut command = Command::new(program);
    command.args(words);
    Ok(command)
}

/// Returns the command that starts the program with the arguments that it has.
pub(super) fn with_same_arguments() -> io::Result<Command> {
    let mut again = command()?;
    again.args(&lock(&START).args);
    Ok(again)
}
