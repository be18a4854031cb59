//! The clients of `examples/sidecar` against a real process. The checks are theirs; here they are run, in a size that
//! suits a busy machine.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

use crate::common::truth::shared;
use assert_cmd::cargo::cargo_bin;

/// Runs a client of the folder with jmend after these arguments of its interpreter; each line of its output begins with
/// the name of a check that held.
#[track_caller]
fn holds(interpreter: &str, args: &[&str], more: &[&Path], checks: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/sidecar");
    let mut command = Command::new(interpreter);
    command.args(args).arg(cargo_bin!("jmend")).args(more).current_dir(folder);
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("RECORDS", "10000");
    let run = command.output().expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{out}{err}");
    let lines: Vec<_> = out.lines().map(|line| line.split(':').next().unwrap_or_default()).collect();
    assert_eq!(lines, checks, "{out}{err}");
}

#[test]
#[cfg_attr(not(has = "python3"), ignore = "needs python3")]
fn python_has_its_answers_in_order_whatever_happens() {
    let checks = ["order", "hostile", "restart", "time_out", "back_pressure", "flat"];
    holds("python3", &["check.py"], &[], &checks);
}

#[test]
#[cfg_attr(not(all(has = "shared", has = "python3")), ignore = "needs ../shared and python3")]
fn python_has_an_answer_to_each_hostile_input() {
    let check =
        "import asyncio, sys; import check; print('hostile:', asyncio.run(check.hostile(sys.argv[2])))";
    holds("python3", &["-c", check], &[&shared("vectors/hostile")], &["hostile"]);
}

#[test]
#[cfg_attr(not(has = "node"), ignore = "needs node")]
fn node_has_its_answers_in_order_whatever_happens() {
    holds("node", &["check.mjs"], &[], &["order", "restart", "timeOut", "backPressure"]);
}
