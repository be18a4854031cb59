//! The program under test, and one checker for rows of (arguments, input, output, status).

pub(crate) mod faults;
pub(crate) mod known;
pub(crate) mod pty;
pub(crate) mod seeds;
pub(crate) mod sessions;
pub(crate) mod texts;
pub(crate) mod truth;

use assert_cmd::Command;

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
