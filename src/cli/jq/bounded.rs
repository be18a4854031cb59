//! A job that cannot bound itself runs in a child process, which is this program once more with the same arguments.
//!
//! The library of jq counts neither time nor memory. So the child asks the system for a limit of its memory (`setrlimit`),
//! and ends itself when its time is up; the parent says why it ended, and with which status.

use std::time::Duration;

#[cfg(unix)]
use crate::cli::again;
use crate::cli::console::Console;
use crate::cli::exit::Exit;

/// Names the process whose child this is.
#[cfg(unix)]
const PARENT: &str = "JMEND_BOUNDED_BY";

/// Makes the allocator of glibc use one arena. A thread has one of its own otherwise, which grows page by page, and the call
/// of the system for each of them takes as long as the reading of a document.
#[cfg(unix)]
const ONE_ARENA: (&str, &str) = ("MALLOC_ARENA_MAX", "1");

/// How much a job may take.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Bounds {
    /// Bytes of memory beyond what there is when the job begins; 0 means no limit.
    pub(in crate::cli) memory: u64,
    /// Time of the job; 0 means no limit.
    pub(in crate::cli) time: Duration,
}

/// Runs the job in a child process; `None` where this is that process, which has to do the job.
#[cfg(unix)]
pub(in crate::cli) fn run_in_child(bounds: Bounds, console: Console) -> anyhow::Result<Option<Exit>> {
    use std::io::Read;
    use std::process::Stdio;

    use anyhow::Context;

    let parent = rustix::process::getppid().map(|pid| pid.as_raw_nonzero().to_string());
    if std::env::var(PARENT).ok().is_some_and(|named| Some(named) == parent) {
        // A signal that ends the parent ends the child.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::TERM));
        return Ok(None);
    }
    let mut child = again::with_same_arguments()
        .context("cannot find this program, to run it once more")?
        .env(PARENT, std::process::id().to_string())
        .env(ONE_ARENA.0, ONE_ARENA.1)
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot run this program once more")?;
    let mut said = Vec::new();
    if let Some(mut stderr) = child.stderr.take() {
        stderr.read_to_end(&mut said).context("cannot read what the filter says")?;
    }
    let status = child.wait().context("cannot wait for the filter")?;
    let said = String::from_utf8_lossy(&said);
    // What the runtime of the language says when it ends the process is not a message of ours.
    let of_runtime = |line: &&str| {
        line.starts_with("memory allocation of ")
            || line.starts_with("thread '")
            || line.starts_with("fatal runtime error")
    };
    let is_ours = |line: &&str| !line.trim().is_empty() && !of_runtime(line);
    let ours = said.lines().skip_while(|line| line.trim().is_empty()).take_while(is_ours);
    let lines = ours.fold(String::new(), |lines, line| lines + line + "\n");
    if !lines.is_empty() {
        crate::cli::console::send(&lines);
    }
    let exit = match status.code() {
        Some(0) => Exit::Done,
        Some(1) => Exit::Data,
        Some(_) => Exit::Failed,
        None => {
            if said.contains("has overflowed its stack") {
                console.stopped("it recurses too deep", "");
            } else if said.contains("memory allocation of ") || lines.is_empty() {
                let limit = bounds.memory;
                console.stopped(&format!("it takes more than {limit} bytes"), "--max-memory N allows more");
            }
            Exit::Data
        }
    };
    Ok(Some(exit))
}

#[cfg(not(unix))]
pub(in crate::cli) fn run_in_child(_: Bounds, _: Console) -> anyhow::Result<Option<Exit>> {
    Ok(None)
}

/// The job begins, for which `input` bytes were read: from here on its time and its memory count.
pub(in crate::cli) fn begin(bounds: Bounds, input: usize, console: Console) {
    if bounds.memory > 0 {
        limit_memory(bounds.memory.saturating_add((input as u64).saturating_mul(PER_BYTE)));
    }
    if !bounds.time.is_zero() {
        // Where there is no thread for it, the memory is still bounded.
        let _ = std::thread::Builder::new().name("time".to_owned()).spawn(move || {
            std::thread::sleep(bounds.time);
            let limit = bounds.time.as_millis();
            console.stopped(&format!("it takes more than {limit} ms"), "--timeout MS allows more");
            end();
        });
    }
}

/// Bytes that values of jq take for a byte of their text, in bad cases.
const PER_BYTE: u64 = 24;

/// No more memory than there is now, and this much.
#[cfg(unix)]
fn limit_memory(more: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};

    /// Bytes of a page, where the system counts its memory in pages.
    const PAGE: u64 = 4096;

    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split(' ').next().and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0);
    let most = pages.saturating_mul(PAGE).saturating_add(more);
    // Where the system does not let us, time and output are still bounded.
    let _ = setrlimit(Resource::As, Rlimit { current: Some(most), maximum: Some(most) });
}

#[cfg(not(unix))]
fn limit_memory(_: u64) {}

/// Ends this process as a signal does, so that temporary files go.
#[cfg(unix)]
fn end() {
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::TERM);
    std::thread::sleep(Duration::from_millis(500));
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
}

#[cfg(not(unix))]
#[expect(clippy::exit, reason = "there is no signal to end it by")]
fn end() {
    std::process::exit(1);
}
