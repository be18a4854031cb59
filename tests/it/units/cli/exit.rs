use std::io;

use anyhow::Context;

use jmend::cli::exit::*;

#[test]
fn a_broken_pipe_is_found_below_its_context() {
    let broken = || io::Error::from(io::ErrorKind::BrokenPipe);
    assert!(is_broken_pipe(&anyhow::Error::from(broken())));
    let wrapped: anyhow::Result<()> = Err(broken()).context("cannot write standard output");
    assert!(is_broken_pipe(&wrapped.unwrap_err()));
    assert!(!is_broken_pipe(&anyhow::anyhow!("something else")));
}
