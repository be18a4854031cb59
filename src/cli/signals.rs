//! Temporary files do not outlive the program: SIGINT and SIGTERM remove them before they end it as they always do, and
//! a file that may not grow any further (SIGXFSZ) is an error of the write, not the end of the process.
//!
//! Nothing is set up until there is a temporary file. SIGHUP is left alone, for whoever uses `nohup` has settled it.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    // What was in the list when a thread panicked is still what has to go.
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that goes when the program is ended.
pub(super) struct Guard(PathBuf);

impl Guard {
    /// Makes a file and watches over it. A signal that comes meanwhile waits, so there is no time at which the file is
    /// there and nobody knows of it.
    pub(super) fn over<T, E>(
        make: impl FnOnce() -> Result<T, E>,
        path_of: impl FnOnce(&T) -> &Path,
    ) -> Result<(T, Self), E> {
        watch();
        let mut files = temporary();
        let file = make()?;
        let path = path_of(&file).to_path_buf();
        files.push(path.clone());
        Ok((file, Self(path)))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        temporary().retain(|path| *path != self.0);
    }
}

#[cfg(unix)]
fn watch() {
    use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Once};

    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        // Where signals cannot be watched, the program ends as it would without.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
        let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            if let Some(signal) = signals.forever().next() {
                // The list stays locked: no file is put in place or made while the program ends.
                let files = temporary();
                for file in files.iter() {
                    let _ = std::fs::remove_file(file);
                }
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}

#[cfg(not(unix))]
fn watch() {}
