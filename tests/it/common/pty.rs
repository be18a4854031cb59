//! Commands on a pseudo-terminal of 80 columns, made by `script` of util-linux.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

/// All that a shell script writes to its terminal, with `jmend` in front of the PATH. Line ends are LF.
pub(crate) fn run(commands: &str, folder: &Path) -> String {
    let file = folder.join("script.sh");
    fs::write(&file, format!("stty cols 80 rows 24\n{commands}")).expect("it can be written");
    let mut path = std::ffi::OsString::from(cargo_bin!("jmend").parent().expect("a folder"));
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut script = Command::new("script");
    script.args(["-qec", "bash script.sh", "/dev/null"]).current_dir(folder).stdin(Stdio::null());
    script.env("PATH", path).env("TERM", "xterm");
    for name in ["JMEND_LOG", "NO_COLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        script.env_remove(name);
    }
    let output = script.output().expect("script runs");
    String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n")
}
