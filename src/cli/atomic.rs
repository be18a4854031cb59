//! A file that appears completely or not at all.
//!
//! The text goes to a temporary file in the target's own directory (so that the rename cannot cross a file system),
//! and takes the target's place only on `commit`. Until then the old file stays as it was. A symbolic link is followed
//! once, at the start: its target is replaced and the link stays a link. What an existing file has (see `attributes`) is kept,
//! and the temporary file is never more open than the file it replaces. Other hard links keep the old content. A file
//! that is rewritten is left alone where nothing changed, and refused where another one took its name meanwhile or a program
//! wrote to it. A backup is the old file itself under a second name, so its mode, owner and times stay; it never replaces
//! another file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use tempfile::{Builder, NamedTempFile};

use super::attributes;
use super::identity::Identity;
use super::signals::{Guard, Leftover};
use crate::cache::TEMPORARY;
#[cfg(target_os = "linux")]
use crate::core::json::hash::{fingerprint, mix};
use crate::core::json::shown;
#[cfg(target_os = "linux")]
use crate::core::json::window::fill;

/// Bytes of a file that are looked at at once.
const PIECE: usize = 64 << 10;

/// How a file is rewritten.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rewriting {
    /// What follows the name of the old file, which is kept.
    pub(crate) backup: Option<String>,
    /// Nothing is put in place.
    pub(crate) is_dry: bool,
}

/// A file under a name of its own, which goes unless it is put in place.
pub(super) struct Temporary {
    file: NamedTempFile,
    guard: Guard,
}

impl Temporary {
    fn create(builder: &Builder<'_, '_>, folder: &Path) -> io::Result<Self> {
        let mut builder = builder.clone();
        builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1);
        let leftover = |file: &NamedTempFile| Leftover::File(file.path().to_path_buf());
        let (file, guard) = Guard::over(|| builder.tempfile_in(folder), leftover)?;
        Ok(Self { file, guard })
    }

    pub(super) fn as_file(&self) -> &File {
        self.file.as_file()
    }

    pub(super) fn put_at(self, path: &Path) -> io::Result<()> {
        self.file.persist(path).map_err(|error| error.error)?;
        drop(self.guard);
        Ok(())
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Through the file itself: errors do not name the temporary file then, which is of no interest to people.
        self.file.as_file_mut().write(bytes)
    }

    fn write_vectored(&mut self, pieces: &[io::IoSlice<'_>]) -> io::Result<usize> {
        self.file.as_file_mut().write_vectored(pieces)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

/// An output file that is not there yet.
pub(crate) struct AtomicFile {
    /// Says whether a file exists at `target` already.
    replaces: bool,
    /// The file that is read and rewritten, and how.
    rewritten: Option<(Identity, Rewriting)>,
    target: PathBuf,
    temp: Temporary,
}

impl AtomicFile {
    /// Starts writing what will be the regular file `path`.
    pub(crate) fn create(path: &Path) -> anyhow::Result<Self> {
        let shown = || shown::path(path);
        let (target, replaces) = match fs::canonicalize(path) {
            Ok(target) => {
                // A file that may not be written may not be replaced either, though the directory would allow it.
                may_write(&target).with_context(shown)?;
                (target, true)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if path.is_symlink() {
                    bail!("{}: this link has no target; remove it or create the target", shown());
                }
                (path.to_path_buf(), false)
            }
            Err(error) => return Err(error).with_context(shown),
        };
        let folder =
            target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = Builder::new();
        if !replaces {
            new_file_mode(&mut builder);
        }
        let temp = Temporary::create(&builder, folder).map_err(|error| {
            // The error names the temporary file, which the user does not know.
            let why = error.raw_os_error().map_or(error, io::Error::from_raw_os_error);
            anyhow!("{}: cannot write a file in {}: {why}", shown(), shown::path(folder))
        })?;
        Ok(Self { replaces, rewritten: None, target, temp })
    }

    /// Starts rewriting the regular file `path`, and says which file that is.
    pub(crate) fn rewrite(path: &Path, how: Rewriting) -> anyhow::Result<(Self, Identity)> {
        let shown = || shown::path(path);
        // Looked at before it is opened: opening a pipe would wait, and a device may act.
        let (identity, metadata) = Identity::when_quiet(path).with_context(shown)?;
        if !metadata.is_file() {
            bail!("{}: only a regular file can be rewritten in place", shown());
        }
        let file = Self::create(path)?;
        Ok((Self { rewritten: Some((identity, how)), ..file }, identity))
    }

    /// Puts the file in place: everything is on disk before the name changes. Says whether anything changes.
    pub(crate) fn commit(mut self) -> io::Result<bool> {
        self.flush()?;
        let (mut backup, mut is_dry) = (None, false);
        if let Some((identity, how)) = &self.rewritten {
            identity.check(&self.target)?;
            if same_content(self.temp.file.path(), &self.target)? {
                return Ok(false);
            }
            backup = how.backup.as_ref().map(|suffix| with_suffix(&self.target, suffix));
            is_dry = how.is_dry;
        }
        if let Some(backup) = &backup {
            ensure_free(backup, &self.target)?;
        }
        if is_dry {
            return Ok(true);
        }
        if self.replaces {
            attributes::keep(self.temp.as_file(), &self.target, &fs::metadata(&self.target)?)?;
        }
        self.temp.as_file().sync_all()?;
        if let Some(backup) = &backup {
            back_up(&self.target, backup)?;
        }
        let Self { rewritten, target, temp, .. } = self;
        match rewritten {
            Some((identity, _)) => take_place(temp, &target, identity)?,
            None => temp.put_at(&target)?,
        }
        sync_folder(&target);
        Ok(true)
    }
}

/// Puts `new` in the place of the file at `target`, unless a program writes to that one. Whether one did shows for certain
/// only when no program can find the old file by its name any more; then the two change places once more.
#[cfg(target_os = "linux")]
fn take_place(new: Temporary, target: &Path, old: Identity) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    // Closed, or it would itself be a file that a process has open for writing.
    let Temporary { file, guard: _guard } = new;
    let new = file.into_temp_path();
    let exchange = || renameat_with(CWD, &*new, CWD, target, RenameFlags::EXCHANGE);
    let written = Identity::of(&fs::metadata(&new)?);
    let digest = if old.changed_lately() { Some(digest(&File::open(&new)?, written.size())?) } else { None };
    match exchange() {
        Ok(()) => {}
        // This file system cannot exchange names.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
            return new.persist(target).map_err(|error| error.error);
        }
        Err(error) => return Err(error.into()),
    }
    let Err(why) = old.check_left(&new) else { return new.close() };
    exchange()?;
    // What was written to the new file in the meantime is nowhere else.
    if written.check_left(&new).is_ok() || is_carried_over(&new, written, digest, target).unwrap_or(false) {
        return Err(why);
    }
    let kept = new.keep().map_err(|error| error.error)?;
    let message = format!("{why}; what was written to its new version is in {}", shown::path(&kept));
    Err(io::Error::other(message))
}

/// Appends to the file in place what programs appended to its new version while that stood there; not where they changed it in
/// any other way, or do not come to an end.
#[cfg(target_os = "linux")]
pub fn is_carried_over(new: &Path, written: Identity, due: Option<u64>, target: &Path) -> io::Result<bool> {
    const MOST_LOOKS: usize = 5;
    let mut added = Vec::new();
    for _ in 0..MOST_LOOKS {
        std::thread::sleep(super::identity::QUIET);
        let mut file = File::open(new)?;
        let seen = Identity::of(&file.metadata()?);
        if due.is_none() || due != Some(digest(&file, written.size())?) {
            return Ok(false);
        }
        added.clear();
        file.read_to_end(&mut added)?;
        if seen.check_renamed(new).is_ok() {
            OpenOptions::new().append(true).open(target)?.write_all(&added)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Of the first bytes of a file, from where it stands; two files of one digest are taken to be equal.
#[cfg(target_os = "linux")]
pub fn digest(file: &File, size: u64) -> io::Result<u64> {
    let (mut file, mut bytes, mut digest) = (file.take(size), Vec::new(), 0);
    loop {
        match fill(&mut file, &mut bytes, 0, PIECE)? {
            0 => return Ok(digest),
            read => digest = mix(digest, fingerprint(&bytes[..read])),
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn take_place(new: Temporary, target: &Path, _: Identity) -> io::Result<()> {
    new.put_at(target)
}

/// Asks whether a file may be written, without opening it: another process could take that for a writer.
#[cfg(unix)]
fn may_write(file: &Path) -> io::Result<()> {
    Ok(rustix::fs::accessat(
        rustix::fs::CWD,
        file,
        rustix::fs::Access::WRITE_OK,
        rustix::fs::AtFlags::EACCESS,
    )?)
}

#[cfg(not(unix))]
fn may_write(file: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(file).map(drop)
}

/// The name of a backup: the whole name of the file, then the suffix.
fn with_suffix(target: &Path, suffix: &str) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// A backup may not take the place of anything but an equal one.
fn ensure_free(backup: &Path, target: &Path) -> io::Result<()> {
    match fs::symlink_metadata(backup) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(metadata) if metadata.is_file() && same_content(backup, target)? => Ok(()),
        Ok(_) => {
            let message = format!(
                "the backup {} is there already, with other content; move it away or choose another --backup=SUFFIX",
                shown::path(backup)
            );
            Err(io::Error::other(message))
        }
    }
}

/// Keeps the old file under a second name; where the file system has no hard links, keeps a copy.
fn back_up(target: &Path, backup: &Path) -> io::Result<()> {
    match fs::hard_link(target, backup) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => ensure_free(backup, target),
        Err(_) => {
            let mut copy = OpenOptions::new().write(true).create_new(true).open(backup)?;
            io::copy(&mut File::open(target)?, &mut copy)?;
            copy.set_permissions(fs::metadata(target)?.permissions())?;
            copy.sync_all()
        }
    }
}

/// Returns whether two files hold the same bytes.
fn same_content(a: &Path, b: &Path) -> io::Result<bool> {
    let (mut a, mut b) = (File::open(a)?, File::open(b)?);
    if a.metadata()?.len() != b.metadata()?.len() {
        return Ok(false);
    }
    let (mut bytes_a, mut bytes_b) = (vec![0; PIECE], vec![0; PIECE]);
    loop {
        let read = a.read(&mut bytes_a)?;
        if read == 0 {
            return Ok(true);
        }
        match b.read_exact(&mut bytes_b[..read]) {
            Ok(()) if bytes_a[..read] == bytes_b[..read] => {}
            Ok(()) => return Ok(false),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            Err(error) => return Err(error),
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.temp.write(bytes)
    }

    fn write_vectored(&mut self, pieces: &[io::IoSlice<'_>]) -> io::Result<usize> {
        self.temp.write_vectored(pieces)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temp.flush()
    }
}

/// A file that did not exist gets the mode any program would give it: 0666 without the umask.
fn new_file_mode(builder: &mut Builder<'_, '_>) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = builder;
}

/// Makes the new name itself survive a power cut, where directories can be synced.
fn sync_folder(target: &Path) {
    if let Some(folder) = target.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
    }
}
