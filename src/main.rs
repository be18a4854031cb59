//! argv and the standard streams in, the exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    jmend::run(std::env::args_os())
}
