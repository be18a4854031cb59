//! Commands end with the program even where SIGKILL ends it. No program can act on that signal, so a second process does: this
//! program once more, which reads a pipe that the first one holds open. The pipe ends with the first process, however that
//! ends, and the second then ends the commands that still run.
//!
//! The pipe carries the changes of one list, a line each: `+ID` for a group of processes that started, `-ID` for one that ended.
//! The second process leads a group of its own and has a name of its own, because what ends `jmend` by group or by name must
//! leave it time to act. Where it cannot be started, all else works as without it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Stdio};
use std::sync::{Mutex, OnceLock};

use super::{again, lock, signals};

/// The one argument of the second process. It is no flag of the program.
const WATCH: &str = "--watch-commands-of-stdin";

/// Names the second process for tools like `ps`; the system allows 15 bytes.
const NAME: &std::ffi::CStr = c"ends-commands";

/// The writing end of the pipe.
static PIPE: OnceLock<Option<Mutex<ChildStdin>>> = OnceLock::new();

/// Starts the second process before the first command starts.
pub(super) fn start() {
    PIPE.get_or_init(|| {
        let mut command = again::command().ok()?;
        command.arg(WATCH).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().ok()?.stdin.map(Mutex::new)
    });
}

/// Notes that a group of processes has started.
pub(super) fn started(leader: u32) {
    tell('+', leader);
}

/// Notes that a group of processes has ended.
pub(super) fn ended(leader: u32) {
    tell('-', leader);
}

fn tell(change: char, leader: u32) {
    if let Some(Some(pipe)) = PIPE.get() {
        // The system writes so few bytes at once, so no line is torn. A second process that is gone is no fault of the job.
        let _ = lock(pipe).write_all(format!("{change}{leader}\n").as_bytes());
    }
}

/// Returns whether these are the arguments of the second process.
pub(super) fn is_asked_for(args: &[OsString]) -> bool {
    matches!(args, [_, only] if only == WATCH)
}

/// Does the work of the second process: waits until the first has ended, and ends what that left running.
pub(super) fn serve() {
    let _ = rustix::thread::set_name(NAME);
    running(BufReader::new(io::stdin())).into_iter().for_each(signals::kill_group);
}

/// Returns the groups that still run when the list of changes ends.
pub fn running(changes: impl BufRead) -> BTreeSet<u32> {
    let mut running = BTreeSet::new();
    for line in changes.split(b'\n').map_while(Result::ok) {
        let Some((sign, leader)) = std::str::from_utf8(&line).ok().and_then(|line| line.split_at_checked(1))
        else {
            continue;
        };
        match (sign, leader.parse()) {
            ("+", Ok(leader)) => drop(running.insert(leader)),
            ("-", Ok(leader)) => drop(running.remove(&leader)),
            _ => {}
        }
    }
    running
}
