//! Which file is read and rewritten, and whether another program writes to it meanwhile.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// A file that changed less long ago than this may change again without another time of modification: file systems keep
/// times by ticks of the kernel, of up to ten milliseconds.
pub(super) const QUIET: Duration = Duration::from_millis(20);

/// A file that changed within this time is one that programs write to.
const LATELY: Duration = Duration::from_secs(60);

/// The longest moment that is waited for on a busy machine.
const MOST_QUIET: Duration = Duration::from_millis(500);

/// How often a file that keeps changing is looked at again.
const MOST_LOOKS: usize = 50;

/// A file, and when it was changed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Device and inode.
    place: (u64, u64),
    content: Content,
    /// When anything about it changed: the mode, the number of its names.
    touched: (i64, i64),
}

/// What changes when a file is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Content {
    size: u64,
    modified: Option<SystemTime>,
}

impl Identity {
    #[cfg(unix)]
    pub fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            place: (metadata.dev(), metadata.ino()),
            content: Content::of(metadata),
            touched: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    #[cfg(not(unix))]
    pub fn of(metadata: &Metadata) -> Self {
        Self { place: (0, 0), content: Content::of(metadata), touched: (0, 0) }
    }

    /// Returns whether both stand for one file, whatever was written to it in between.
    pub(super) fn is_same_file(self, other: Self) -> bool {
        self.place == other.place
    }

    /// The file at `path`, once nothing was written to it for a moment.
    pub(super) fn when_quiet(path: &Path) -> io::Result<(Self, Metadata)> {
        for _ in 0..MOST_LOOKS {
            let metadata = fs::metadata(path)?;
            let identity = Self::of(&metadata);
            if !identity.content.is_younger(QUIET) || !metadata.is_file() {
                return Ok((identity, metadata));
            }
            std::thread::sleep(QUIET);
        }
        Err(io::Error::other(CHANGED))
    }

    /// Returns whether the open file is still this one, and unchanged.
    pub(super) fn check_opened(self, now: &Metadata) -> io::Result<()> {
        match Self::of(now) {
            now if !now.is_same_file(self) => Err(io::Error::other(REPLACED)),
            now if now != self => Err(io::Error::other(CHANGED)),
            _ => Ok(()),
        }
    }

    /// Returns whether `path` still names this file, the file is unchanged, and no program writes to it.
    pub(super) fn check(self, path: &Path) -> io::Result<()> {
        self.check_opened(&fs::symlink_metadata(path)?)?;
        if self.is_being_written() { Err(io::Error::other(OPEN)) } else { Ok(()) }
    }

    /// Checks that this file, which has another name now, is still as it was. A program that was about to open it by its old
    /// name may take a moment, so a file that changed lately is looked at twice.
    pub(super) fn check_left(self, path: &Path) -> io::Result<()> {
        self.check_renamed(path)?;
        if self.changed_lately() {
            std::thread::sleep(moment());
            self.check_renamed(path)?;
        }
        Ok(())
    }

    /// Returns whether a program probably goes on writing to the file.
    pub(super) fn changed_lately(self) -> bool {
        self.content.is_younger(LATELY)
    }

    /// Its bytes.
    pub fn size(self) -> u64 {
        self.content.size
    }

    /// The same, looked at once. A new name counts as a touch. Programs come first: one that closes the file in between has
    /// written to it by then.
    pub(super) fn check_renamed(self, path: &Path) -> io::Result<()> {
        if self.is_being_written() {
            return Err(io::Error::other(OPEN));
        }
        let now = Self::of(&fs::symlink_metadata(path)?);
        if now.content == self.content { Ok(()) } else { Err(io::Error::other(CHANGED)) }
    }

    /// Returns whether a process has the file open for writing. What it writes later would be lost with the old file. Of
    /// processes of other users only root can say so.
    #[cfg(target_os = "linux")]
    fn is_being_written(self) -> bool {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let is_process = |name: &std::ffi::OsStr| name.as_encoded_bytes().iter().all(u8::is_ascii_digit);
        processes.filter(|process| is_process(&process.file_name())).any(|process| {
            let process = process.path();
            let files = fs::read_dir(process.join("fd")).into_iter().flatten().flatten();
            files.map(|file| file.file_name()).any(|file| {
                let is_this = fs::metadata(process.join("fd").join(&file))
                    .is_ok_and(|metadata| Self::of(&metadata).is_same_file(self));
                is_this && is_for_writing(&process.join("fdinfo").join(&file))
            })
        })
    }

    #[cfg(not(target_os = "linux"))]
    fn is_being_written(self) -> bool {
        false
    }
}

impl Content {
    fn of(metadata: &Metadata) -> Self {
        Self { size: metadata.len(), modified: metadata.modified().ok() }
    }

    /// Returns whether the file was written to within this time. A file from the future, by a clock that is wrong, was not.
    fn is_younger(self, age: Duration) -> bool {
        self.modified.and_then(|modified| modified.elapsed().ok()).is_some_and(|elapsed| elapsed < age)
    }
}

/// A moment in which a program that runs gets to go on. Where programs wait for a processor, as this one had to, it is longer.
fn moment() -> Duration {
    // Nanoseconds on a processor, nanoseconds of waiting for one, and how often (`proc_pid_schedstat(5)`).
    let waited = fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|times| times.split_whitespace().nth(1)?.parse().ok())
        .map_or(Duration::ZERO, Duration::from_nanos);
    (2 * waited).clamp(QUIET, MOST_QUIET)
}

/// Returns whether this file of `/proc` is about a descriptor that is open for writing. Its flags are octal, and the last two
/// bits say how it was opened (`proc_pid_fdinfo(5)`, `open(2)`).
#[cfg(target_os = "linux")]
fn is_for_writing(info: &Path) -> bool {
    let Ok(info) = fs::read_to_string(info) else { return false };
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    flags.and_then(|flags| u64::from_str_radix(flags.trim(), 8).ok()).is_some_and(|flags| flags & 0b11 != 0)
}

/// Why a file is left alone.
const REPLACED: &str = "another file took this name meanwhile; it was left as it is";
const CHANGED: &str = "another program wrote to this file meanwhile; it was left as it is";
const OPEN: &str = "another program has this file open for writing; it was left as it is";
