//! Nothing outlives the program: a signal that ends it removes its temporary files and ends the commands that it runs first,
//! and then ends it as it always does. A file that may not grow any further (SIGXFSZ) is an error of the write, not the end
//! of the process.
//!
//! Nothing is set up until there is something to clean up. SIGKILL leaves no time for that: `watcher` ends the commands then.
//! SIGHUP is left alone where `nohup` has it ignored.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

static LEFTOVERS: Mutex<Vec<Leftover>> = Mutex::new(Vec::new());

fn leftovers() -> MutexGuard<'static, Vec<Leftover>> {
    // What was in the list when a thread panicked is still what has to go.
    LEFTOVERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What would be left over where the program is ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Leftover {
    /// A temporary file.
    File(PathBuf),
    /// A process that leads a group of its own.
    Group(u32),
    /// A terminal whose modes are not as they were.
    #[cfg(unix)]
    Terminal,
}

impl Leftover {
    fn clean_up(&self) {
        match self {
            Self::File(path) => drop(std::fs::remove_file(path)),
            Self::Group(leader) => kill_group(*leader),
            #[cfg(unix)]
            Self::Terminal => super::terminal::restore(),
        }
    }
}

/// Ends every process of a group. What fails here has ended already.
pub(super) fn kill_group(leader: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(leader).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = leader;
}

/// Something that goes when the program is ended.
pub(super) struct Guard(Leftover);

impl Guard {
    /// Makes something and watches over it. A signal that comes meanwhile waits, so there is no time at which it is there and
    /// the list does not have it.
    pub(super) fn over<T, E>(
        make: impl FnOnce() -> Result<T, E>,
        leftover_of: impl FnOnce(&T) -> Leftover,
    ) -> Result<(T, Self), E> {
        watch();
        let mut leftovers = leftovers();
        let thing = make()?;
        let leftover = leftover_of(&thing);
        #[cfg(unix)]
        if let Leftover::Group(leader) = leftover {
            super::watcher::started(leader);
        }
        leftovers.push(leftover.clone());
        Ok((thing, Self(leftover)))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        leftovers().retain(|leftover| *leftover != self.0);
        #[cfg(unix)]
        if let Leftover::Group(leader) = self.0 {
            super::watcher::ended(leader);
        }
    }
}

/// Does something short that makes temporary files of its own: a signal that would end the program waits until it is done.
pub(super) fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    let _leftovers = leftovers();
    work()
}

#[cfg(unix)]
fn watch() {
    use signal_hook::consts::{
        SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU, SIGXFSZ,
    };
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Once};
    /// Signals that end a program which does not ask for them. SIGPIPE is an error of the write.
    const ENDING: [i32; 10] =
        [SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU];

    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        // Where signals cannot be watched, the program ends as it would without.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        let ending = ENDING.iter().filter(|signal| **signal != SIGHUP || !is_hangup_ignored());
        let Ok(mut signals) = signal_hook::iterator::Signals::new(ending) else { return };
        let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            if let Some(signal) = signals.forever().next() {
                // The list stays locked: no file is put in place and no command started while the program ends.
                let leftovers = leftovers();
                leftovers.iter().for_each(Leftover::clean_up);
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}

/// Returns whether SIGHUP is or may be ignored, as `nohup` does it.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask & (1 << (signal_hook::consts::SIGHUP - 1)) != 0)
}

#[cfg(not(unix))]
fn watch() {}
