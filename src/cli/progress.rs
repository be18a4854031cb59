//! How far a long job is, in one line of standard error that is rewritten: bytes, share, rate, remaining time.
//!
//! Only if standard error is a terminal and standard output is not (there, output shows it), never with `--quiet`,
//! and not before the job took a second. Bytes are counted where sources are read; a message clears the
//! line first.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "sizes and times for people, rounded and never negative"
)]

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, TryLockError};
use std::time::{Duration, Instant};

use super::input::Source;

/// Jobs that are shorter show nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// Time between two looks of the line.
const PAUSE: Duration = Duration::from_millis(100);

static PROGRESS: OnceLock<Progress> = OnceLock::new();
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// What is known of the job.
struct Progress {
    read: AtomicU64,
    shown: Mutex<Instant>,
    started: Instant,
    /// Bytes of all sources; `None` where one of them does not say.
    total: Option<u64>,
}

/// Begins to watch a job that reads these sources.
pub(super) fn watch(sources: &[Source], is_quiet: bool) {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if is_quiet || is_dumb || !io::stderr().is_terminal() || io::stdout().is_terminal() {
        return;
    }
    let started = Instant::now();
    let total = sources.iter().map(size).sum();
    let progress = Progress { read: AtomicU64::new(0), shown: Mutex::new(started), started, total };
    // The first command line is the only one.
    let _ = PROGRESS.set(progress);
}

fn size(source: &Source) -> Option<u64> {
    match source {
        Source::Clipboard | Source::Expr(_) | Source::Stdin => None,
        Source::File(path) | Source::Rewritten(path, _) => {
            fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
        }
    }
}

/// Takes the line away, so that a message can stand there.
pub(super) fn clear() {
    if IS_SHOWN.swap(false, Ordering::Relaxed) {
        let _ = io::stderr().write_all(b"\r\x1b[K");
    }
}

/// Counts what is read, where anybody watches.
pub(super) fn counted(reader: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
    match PROGRESS.get() {
        Some(progress) => Box::new(Counted { progress, reader }),
        None => reader,
    }
}

struct Counted {
    progress: &'static Progress,
    reader: Box<dyn Read + Send>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.progress.add(read as u64);
        Ok(read)
    }
}

impl Progress {
    fn add(&self, bytes: u64) {
        let read = self.read.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let now = Instant::now();
        if now - self.started < PATIENCE {
            return;
        }
        let mut shown = match self.shown.try_lock() {
            Ok(shown) => shown,
            Err(TryLockError::Poisoned(shown)) => shown.into_inner(),
            Err(TryLockError::WouldBlock) => return,
        };
        if now - *shown >= PAUSE {
            *shown = now;
            let line = line(read, self.total, (now - self.started).as_secs_f64());
            IS_SHOWN.store(true, Ordering::Relaxed);
            let _ = io::stderr().write_all(format!("\r\x1b[Kjmend: {line}").as_bytes());
        }
    }
}

/// `12.3 MiB of 1.2 GiB (1 %), 85.0 MiB/s, 14 s left`
pub fn line(read: u64, total: Option<u64>, seconds: f64) -> String {
    let rate = read as f64 / seconds.max(1e-3);
    match total {
        Some(total) if total >= read && total > 0 => {
            let share = 100 * u128::from(read) / u128::from(total);
            let left = (total - read) as f64 / rate.max(1.0);
            format!(
                "{} of {} ({share} %), {}/s, {} left",
                size_of(read),
                size_of(total),
                size_of(rate as u64),
                time(left)
            )
        }
        _ => format!("{}, {}/s", size_of(read), size_of(rate as u64)),
    }
}

fn size_of(bytes: u64) -> String {
    let mut size = bytes as f64;
    for unit in ["B", "KiB", "MiB", "GiB"] {
        if size < 1024.0 {
            return if unit == "B" { format!("{bytes} B") } else { format!("{size:.1} {unit}") };
        }
        size /= 1024.0;
    }
    format!("{size:.1} TiB")
}

pub fn time(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    }
}
