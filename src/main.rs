//! argv and the standard streams in, the exit code out.

use std::process::ExitCode;

/// Leaves nothing to write to where standard output is closed (`>&-`).
///
/// This runs before Rust opens `/dev/null` for reading and writing in the place of a closed stream, because what is written there
/// would be lost without a word. Opened for reading alone, it refuses the first byte, which is an error like a full disk.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn refuse_closed_output() {
    use rustix::fs::{Mode, OFlags, open};
    use rustix::io::fcntl_getfd;
    use rustix::stdio::stdout;

    // A file gets the lowest number that is free: if standard input is closed as well, the first file stands in its place.
    while fcntl_getfd(stdout()).is_err() {
        let Ok(nothing) = open("/dev/null", OFlags::RDONLY, Mode::empty()) else { return };
        std::mem::forget(nothing);
    }
}

fn main() -> ExitCode {
    jmend::run(std::env::args_os())
}
