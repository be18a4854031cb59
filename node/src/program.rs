//! The program, which `bin/jmend.cjs` runs, and `query` with it.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use napi_derive::napi;

/// Runs the program with these arguments, and returns its exit status. The words of `launcher` start this process once more.
#[napi(catch_unwind)]
pub fn run_program(launcher: Vec<String>, arguments: Vec<String>) -> u8 {
    #[cfg(unix)]
    share_streams();
    let words = |given: Vec<String>| given.into_iter().map(OsString::from);
    let status = jmend_program::run_of(words(launcher).collect(), words(arguments));
    // A program of Rust does this when it ends. What could not be written was reported.
    let _ = std::io::stdout().flush();
    [0, 1].into_iter().find(|known| status == ExitCode::from(*known)).unwrap_or(2)
}

/// Lets the processes that the program starts have its input and output. Node keeps them to itself.
#[cfg(unix)]
fn share_streams() {
    use rustix::io::{FdFlags, fcntl_setfd};
    use rustix::stdio::{stderr, stdin, stdout};

    for stream in [stdin(), stdout(), stderr()] {
        // A stream that is closed cannot be shared.
        let _ = fcntl_setfd(stream, FdFlags::empty());
    }
}
