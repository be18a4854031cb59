//! The temporary file that an output is written to before it takes the place of its target.
//!
//! Where the system has files without a name (Linux, on most file systems) it gets its name only when it is whole, so
//! that a process that is ended at any moment, even by SIGKILL, leaves nothing behind. Elsewhere it has a name from the
//! start, `.jmend-*.tmp` in the target's own directory, made with `O_EXCL` and removed on every failure.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// How names of temporary files begin and end.
const NAME: (&str, &str) = (".jmend-", ".tmp");

/// A file that is being written.
pub(super) enum Temp {
    /// It has no name yet.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// It is removed when this is dropped.
    Named(NamedTempFile),
}

impl Temp {
    /// Makes a file in `folder`. For its owner alone, or (`open_to_all`) with the mode that any program gives a file.
    pub(super) fn create(folder: &Path, open_to_all: bool) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some(file) = unnamed(folder, open_to_all) {
            return Ok(Self::Unnamed(file));
        }
        let mut builder = Builder::new();
        builder.prefix(NAME.0).suffix(NAME.1);
        if open_to_all {
            open_mode(&mut builder);
        }
        Ok(Self::Named(builder.tempfile_in(folder)?))
    }

    /// The open file.
    pub(super) fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
            Self::Named(named) => named.as_file(),
        }
    }

    /// Puts the file in the place of `target`, which is in the same directory.
    pub(super) fn persist(self, target: &Path) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => {
                let name = give_name(&file, target)?;
                fs::rename(&name, target).inspect_err(|_| drop(fs::remove_file(&name)))
            }
            Self::Named(named) => named.persist(target).map(drop).map_err(|error| error.error),
        }
    }
}

/// A file without a name, where there are such files and a way to name them later.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path, open_to_all: bool) -> Option<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = rustix::fs::OFlags::TMPFILE.bits();
    let mode = if open_to_all { 0o666 } else { 0o600 };
    let file =
        fs::OpenOptions::new().read(true).write(true).mode(mode).custom_flags(flags.cast_signed()).open(folder).ok()?;
    fs::symlink_metadata(own_path(&file)).ok()?;
    Some(file)
}

/// Where the system shows an open file of this process.
#[cfg(target_os = "linux")]
fn own_path(file: &File) -> String {
    use std::os::fd::AsRawFd;
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

/// Gives the file a name beside `target` that nothing has.
#[cfg(target_os = "linux")]
fn give_name(file: &File, target: &Path) -> io::Result<std::path::PathBuf> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::hash::{BuildHasher, RandomState};
    let own = own_path(file);
    let mut tries = 0;
    loop {
        let number = RandomState::new().hash_one(tries);
        let name = target.with_file_name(format!("{}{number:016x}{}", NAME.0, NAME.1));
        match linkat(CWD, own.as_str(), CWD, &name, AtFlags::SYMLINK_FOLLOW) {
            Ok(()) => return Ok(name),
            Err(rustix::io::Errno::EXIST) if tries < 16 => tries += 1,
            Err(error) => return Err(error.into()),
        }
    }
}

/// The mode that any program gives a new file: 0666 without the umask.
fn open_mode(builder: &mut Builder<'_, '_>) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = builder;
}
