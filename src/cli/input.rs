//! Where bytes come from: files in the order they were named, or standard input.
//!
//! A source that cannot be opened or read is named and reported; the others are still done.

use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::console::Console;
use super::identity::Identity;
use super::missing;
use super::progress;
use crate::core::json::shown;
use crate::core::json::window::once;
use crate::report::Name;

/// Bytes asked for at once.
const CHUNK: usize = 64 << 10;

/// A file of more bytes may be read twice, where that saves memory. Shorter ones are faster in memory.
const LONG: u64 = 32 << 20;

/// What is read, and how much of it at most; flattened into the commands that read files.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// Files to read; none or `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Maximum record size, such as 64K or 256M; 0 means no limit
    #[arg(long, value_name = "N", default_value = "256M", value_parser = parse_bytes)]
    pub(crate) max_bytes: u64,
}

impl InputArgs {
    /// The sources, with a hint to the user if one is a terminal.
    pub(crate) fn sources(&self, console: Console) -> Vec<Source> {
        Source::watched(&self.files, console)
    }
}

/// A place that can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// What was copied last.
    Clipboard,
    /// The text of `--expr`.
    Expr(String),
    /// Standard input.
    Stdin,
    /// A file, by the name the user typed.
    File(PathBuf),
    /// The same, and it must be this one: what was made of it will take its place.
    Rewritten(PathBuf, Identity),
}

/// Returns whether standard input holds bytes at once: a regular file, or a pipe in which some wait.
pub(super) fn stdin_has_bytes() -> bool {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        use rustix::fs::{FileType, fstat};
        let stdin = io::stdin();
        let Ok(stat) = fstat(&stdin) else { return false };
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => stat.st_size > 0,
            FileType::Fifo | FileType::Socket => {
                let mut polled = [PollFd::new(&stdin, PollFlags::IN)];
                let now = Timespec { tv_sec: 0, tv_nsec: 0 };
                let is_ready = poll(&mut polled, Some(&now)).is_ok_and(|ready| ready > 0);
                is_ready && polled[0].revents().contains(PollFlags::IN)
            }
            _ => false,
        }
    }
    #[cfg(not(unix))]
    false
}

/// An open source.
pub struct Open {
    /// The bytes.
    pub(crate) reader: Box<dyn Read + Send>,
    /// The length of a regular file; `None` for everything that can make a reader wait.
    pub(crate) size: Option<u64>,
    /// The same regular file where it is long, to read it again. Both share their place in the file.
    pub(crate) file: Option<File>,
}

impl Source {
    /// The FILE arguments as sources: none means standard input, and so does `-`.
    pub(crate) fn list(files: &[PathBuf]) -> Vec<Self> {
        if files.is_empty() {
            return Vec::from([Self::Stdin]);
        }
        files.iter().map(|file| Self::new(file)).collect()
    }

    /// The same, with a hint to the user if one is a terminal.
    pub(super) fn watched(files: &[PathBuf], console: Console) -> Vec<Self> {
        let sources = Self::list(files);
        hint_if_terminal(&sources, console);
        sources
    }

    /// One argument as a source.
    pub(crate) fn new(file: &Path) -> Self {
        if file == Path::new("-") { Self::Stdin } else { Self::File(file.to_path_buf()) }
    }

    /// How messages call it; safe to show.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Clipboard => "<clipboard>".to_owned(),
            Self::Expr(_) => "<expr>".to_owned(),
            Self::Stdin => "<stdin>".to_owned(),
            Self::File(path) | Self::Rewritten(path, _) => shown::path(path),
        }
    }

    /// The file, where it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Clipboard | Self::Expr(_) | Self::Stdin => None,
            Self::File(path) | Self::Rewritten(path, _) => Some(path),
        }
    }

    /// How reports call it.
    pub(crate) fn report_name(&self) -> Name {
        let bytes = self.path().map(|path| path.as_os_str().as_encoded_bytes().to_vec());
        Name {
            path: self.path().map(|path| path.to_string_lossy().into_owned()),
            bytes: bytes.unwrap_or_default(),
            shown: self.name(),
        }
    }

    /// Opens it. A directory is refused here, because reading one fails late, with a different message on every system.
    pub(crate) fn open(&self) -> io::Result<Open> {
        match self {
            Self::Clipboard => Ok(Open::stream(Box::new(io::Cursor::new(super::clipboard::paste()?)))),
            Self::Expr(text) => {
                let size = Some(text.len() as u64);
                Ok(Open { size, ..Open::stream(Box::new(io::Cursor::new(text.clone()))) })
            }
            Self::Stdin => Ok(Open::stream(progress::counted(standard_input()))),
            Self::File(path) | Self::Rewritten(path, _) => {
                let file = File::open(path)?;
                let metadata = file.metadata()?;
                if let Self::Rewritten(_, identity) = self {
                    identity.check_opened(&metadata)?;
                }
                if metadata.is_dir() {
                    return Err(io::Error::from(io::ErrorKind::IsADirectory));
                }
                let size = metadata.is_file().then_some(metadata.len());
                let again = if size.is_some_and(|size| size > LONG) { Some(file.try_clone()?) } else { None };
                Ok(Open { reader: progress::counted(Box::new(file)), size, file: again })
            }
        }
    }

    /// Opens it and reads all of it, at most `max_bytes` (0: no limit). More bytes are an error of the kind `FileTooLarge`.
    pub(crate) fn read(&self, max_bytes: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open()?.read_whole(max_bytes, &mut bytes)?;
        Ok(bytes)
    }

    /// The same for a file without which there is nothing to do.
    pub(crate) fn read_small(&self, max_bytes: u64) -> anyhow::Result<Vec<u8>> {
        self.read(max_bytes).map_err(|error| match error.kind() {
            ErrorKind::FileTooLarge => anyhow!("{}: longer than {max_bytes} bytes", self.name()),
            _ => anyhow!("{}", missing::message(&self.name(), &error)),
        })
    }

    /// The same for text.
    pub(crate) fn read_text(&self, max_bytes: u64) -> anyhow::Result<String> {
        let bytes = self.read_small(max_bytes)?;
        String::from_utf8(bytes).map_err(|_| anyhow!("{}: the bytes are not UTF-8", self.name()))
    }
}

impl Open {
    /// What is not a regular file.
    pub fn stream(reader: Box<dyn Read + Send>) -> Self {
        Self { reader, size: None, file: None }
    }

    /// Reads once, up to `chunk` bytes after the first `len` of a buffer, which grows where it is too short; `Ok(0)` is the
    /// end. A read that a signal interrupted begins anew.
    pub(crate) fn refill(&mut self, buffer: &mut Vec<u8>, len: usize, chunk: usize) -> io::Result<usize> {
        // Memory that is there already is not touched.
        if buffer.len() < len + chunk {
            buffer.resize(len + chunk, 0);
        }
        once(&mut self.reader, &mut buffer[..len + chunk], len)
    }

    /// Appends all bytes to `bytes`; the limit (0: none) is checked before memory is taken.
    pub(crate) fn read_whole(&mut self, max_bytes: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
        let limit = if max_bytes == 0 { u64::MAX - 1 } else { max_bytes };
        if let Some(size) = self.size {
            if size > limit {
                return Err(ErrorKind::FileTooLarge.into());
            }
            let size = usize::try_from(size).map_err(|_| ErrorKind::FileTooLarge)?;
            // One more byte lets the reader see the end without growing the buffer.
            bytes.try_reserve_exact(size + 1)?;
        }
        let read = self.reader.by_ref().take(limit + 1).read_to_end(bytes)?;
        if read as u64 > limit { Err(ErrorKind::FileTooLarge.into()) } else { Ok(()) }
    }
}

/// What one read gives, so that a program that writes little at a time does not wait.
pub(crate) fn first(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; CHUNK];
    let read = once(reader, &mut bytes, 0)?;
    bytes.truncate(read);
    Ok(bytes)
}

/// Hands all bytes on as they come.
pub(crate) fn copy<E: From<io::Error>>(
    reader: &mut dyn Read,
    put: &mut dyn FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    loop {
        let bytes = first(reader)?;
        if bytes.is_empty() {
            return Ok(());
        }
        put(&bytes)?;
    }
}

/// Tells a person at a terminal that the program waits for input, or how far a long job is.
pub(crate) fn hint_if_terminal(sources: &[Source], console: Console) {
    progress::watch(sources, console.quiet);
    if sources.contains(&Source::Stdin) && io::stdin().is_terminal() {
        console.hint("reading standard input from the terminal; end it with Ctrl-D, or see --help");
    }
}

/// Standard input. What is typed or pasted at a terminal may have lines of any length.
fn standard_input() -> Box<dyn Read + Send> {
    #[cfg(unix)]
    if io::stdin().is_terminal()
        && let Some(typed) = super::terminal::Typed::new()
    {
        return Box::new(typed);
    }
    Box::new(io::stdin())
}

/// Parses a number of bytes: `1000`, `64K`, `256M`, `2G`, and 0 for no limit.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 10),
        Some(b'm' | b'M') => (&text[..text.len() - 1], 20),
        Some(b'g' | b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let bytes = digits.parse::<u64>().ok().and_then(|n| n.checked_mul(1 << shift));
    bytes.ok_or_else(|| "a number of bytes, also with K, M or G (256M); 0 means no limit".to_owned())
}

/// A number of bytes that may be in memory; 0 is not a limit.
pub(crate) fn limit(max_bytes: u64) -> usize {
    if max_bytes == 0 { usize::MAX } else { usize::try_from(max_bytes).unwrap_or(usize::MAX) }
}
