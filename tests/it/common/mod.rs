//! The program under test, and one checker for rows of (arguments, input, output, status).

pub(crate) mod faults;
pub(crate) mod known;
pub(crate) mod lines;
pub(crate) mod pty;
pub(crate) mod seeds;
pub(crate) mod sessions;
pub(crate) mod texts;
pub(crate) mod truth;

use std::process::{self, Child, Stdio};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// `jmend` with these arguments (split at spaces), an environment that says nothing about colour or logs, and no
/// configuration of the user's.
pub(crate) fn jmend(args: &str) -> Command {
    let mut command = Command::cargo_bin("jmend").expect("the binary is built with the tests");
    command.args(args.split_whitespace());
    for name in ["JMEND_LOG", "NO_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.env("XDG_CONFIG_HOME", "/nonexistent");
    command
}

/// Runs one row and shows everything when it differs.
#[track_caller]
pub(crate) fn check(args: &str, input: impl AsRef<[u8]>, expected: &str, status: i32) {
    let output = jmend(args).write_stdin(input.as_ref()).output().expect("it runs");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let input = String::from_utf8_lossy(input.as_ref());
    assert!(
        stdout == expected && output.status.code() == Some(status),
        "jmend {args}\ninput    {input:?}\noutput   {stdout:?}\nexpected {expected:?}\nstatus {:?}, expected {status}\n\
         {stderr}",
        output.status.code(),
    );
}

/// `jmend` with these arguments, running, with pipes to write to and to read from as it goes.
pub(crate) fn start(args: &str) -> Child {
    process::Command::new(cargo_bin!("jmend"))
        .args(args.split(' '))
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs")
}

/// Does the second snapshot of a value say all that the first one did?
pub(crate) fn grows(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            before.iter().all(|(name, old)| after.get(name).is_some_and(|new| grows(old, new)))
        }
        (Value::Array(before), Value::Array(after)) => {
            before.len() <= after.len() && before.iter().zip(after).all(|(old, new)| grows(old, new))
        }
        (Value::String(before), Value::String(after)) => after.starts_with(before.as_str()),
        _ => before == after,
    }
}
