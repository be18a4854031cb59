//! The clients of `examples/sidecar` against a real process. The checks are theirs; here they are run, in a size that
//! suits a busy machine.

#![cfg(target_os = "linux")]
#![expect(clippy::print_stdout, reason = "a test that was skipped says so")]

use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

/// Runs a script of the folder with jmend, or nothing where its interpreter is not there or too old.
fn run(interpreter: &str, is_there: &[&str], script: &str, more: &[&Path]) -> Option<Output> {
    let there = Command::new(interpreter).args(is_there).output();
    if !there.is_ok_and(|run| run.status.success()) {
        println!("skipped: there is no {interpreter} that can run {script}");
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(interpreter);
    command.arg(root.join("examples/sidecar").join(script)).arg(cargo_bin!("jmend")).args(more);
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("RECORDS", "20000");
    Some(command.output().expect("it runs"))
}

#[track_caller]
fn held(run: &Output, checks: &[&str]) {
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{out}{err}");
    let lines: Vec<_> = out.lines().map(|line| line.split(':').next().unwrap_or_default()).collect();
    assert_eq!(lines, checks, "{out}{err}");
}

#[test]
fn python_has_its_answers_in_order_whatever_happens() {
    let hostile = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors/hostile");
    let more = if hostile.exists() { vec![hostile.as_path()] } else { Vec::new() };
    let is_there = ["-c", "import asyncio; asyncio.timeout"];
    if let Some(run) = run("python3", &is_there, "check.py", &more) {
        held(&run, &["order", "hostile", "restart", "time_out", "back_pressure", "flat"]);
    }
}

#[test]
fn node_has_its_answers_in_order_whatever_happens() {
    if let Some(run) = run("node", &["--version"], "check.mjs", &[]) {
        held(&run, &["order", "restart", "timeOut", "backPressure"]);
    }
}
