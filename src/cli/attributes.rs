//! What a new file takes over from the one that it replaces: owner, group, mode, access lists and extended attributes. What
//! cannot be kept is an error: rewriting a file must not change who may read it.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Gives `new` what the file at `path` has.
#[cfg(unix)]
pub(super) fn keep(new: &File, path: &Path, old: &Metadata) -> io::Result<()> {
    keep_owner(new, old)?;
    keep_extended(new, path)?;
    // Last: a change of the owner takes bits away.
    new.set_permissions(old.permissions())
}

#[cfg(not(unix))]
pub(super) fn keep(new: &File, _: &Path, old: &Metadata) -> io::Result<()> {
    new.set_permissions(old.permissions())
}

#[cfg(unix)]
fn keep_owner(new: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let now = new.metadata()?;
    let differs = |now: u32, old: u32| (now != old).then_some(old);
    let (user, group) = (differs(now.uid(), old.uid()), differs(now.gid(), old.gid()));
    if user.is_none() && group.is_none() {
        return Ok(());
    }
    fchown(new, user, group).map_err(|_| unkept("its owner or group"))
}

/// Access lists are extended attributes, too. A folder may give a new file some that the old one has not.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn keep_extended(new: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{XattrFlags, fremovexattr, fsetxattr};
    let old = File::open(path)?;
    let (old, had) = (extended(&old)?, extended(new)?);
    for (name, value) in &old {
        if !had.iter().any(|(had, is)| had == name && is == value) {
            fsetxattr(new, name.as_slice(), value, XattrFlags::empty())
                .map_err(|_| unkept(&format!("its attribute {}", String::from_utf8_lossy(name))))?;
        }
    }
    for (name, _) in had.iter().filter(|(name, _)| !old.iter().any(|(old, _)| old == name)) {
        let shown = String::from_utf8_lossy(name);
        fremovexattr(new, name.as_slice()).map_err(|_| unkept(&format!("the absence of {shown}")))?;
    }
    Ok(())
}

#[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
fn keep_extended(_: &File, _: &Path) -> io::Result<()> {
    Ok(())
}

/// The extended attributes of a file by name, without those of the security modules, which follow rules of the system.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn extended(file: &File) -> io::Result<Vec<(Vec<u8>, Vec<u8>)>> {
    use rustix::fs::{fgetxattr, flistxattr};
    use rustix::io::Errno;
    /// The most that Linux takes: names together, and one value.
    const MOST: usize = 64 << 10;

    let mut buffer = vec![0; MOST];
    let len = match flistxattr(file, &mut buffer[..]) {
        Ok(len) => len,
        Err(Errno::NOTSUP | Errno::NOSYS) => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let names: Vec<Vec<u8>> =
        buffer[..len].split(|byte| *byte == 0).filter(|name| !name.is_empty()).map(Into::into).collect();
    let mut found = Vec::with_capacity(names.len());
    for name in names.into_iter().filter(|name| !name.starts_with(b"security.")) {
        let len = fgetxattr(file, name.as_slice(), &mut buffer[..])?;
        found.push((name, buffer[..len].to_vec()));
    }
    Ok(found)
}

#[cfg(unix)]
fn unkept(what: &str) -> io::Error {
    io::Error::other(format!("{what} cannot be kept, so the file was left as it is"))
}
