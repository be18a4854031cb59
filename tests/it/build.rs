//! Looks once at what this machine has, so that tests that need more are reported as ignored and never as passed:
//! `#[cfg_attr(not(has = "python3"), ignore = "needs python3")]`. Only a checkout has this build script; the published
//! package has none.
//!
//! The answer is kept until this file changes: `touch tests/it/build.rs` asks again after something was installed.

use std::path::Path;
use std::process::{Command, Stdio};

/// What a test can ask for, and the shell command that succeeds where it is there.
const TOOLS: [(&str, &str); 8] = [
    ("jq", "jq --version"),
    ("mount", "unshare -m mount -t tmpfs -o size=64k tmpfs \"$OUT_DIR\""),
    ("node", "node --version"),
    ("owners", "[ $(id -u) = 0 ] && setpriv --version"),
    ("parallel", "parallel --version | grep -q '^GNU parallel'"),
    ("patch", "patch --version"),
    // The sidecar client needs Python 3.11.
    ("python3", "python3 -c 'import asyncio; asyncio.timeout'"),
    ("script", "script --version | grep -q util-linux"),
];

/// Files that tests read and that are not part of the project, in two folders of `../shared`.
const SHARED: [&str; 2] = ["../shared/bench/base.jsonl", "../shared/vectors/README.md"];

/// What models really wrote, for the calibration of the confidence.
const REAL: &str = "../shared/bench/real/dev/real_repair.jsonl";

fn main() {
    // Without a line of this kind cargo would run this script after every change of any file.
    println!("cargo::rerun-if-changed=tests/it/build.rs");
    let names: Vec<_> = TOOLS.iter().map(|(name, _)| format!("{name:?}")).collect();
    println!("cargo::rustc-check-cfg=cfg(has, values(\"shared\", \"real\", {}))", names.join(", "));
    if SHARED.iter().all(|file| Path::new(file).exists()) {
        println!("cargo::rustc-cfg=has=\"shared\"");
        // A path that is missing must not be watched: cargo would build everything anew every time.
        for file in SHARED {
            println!("cargo::rerun-if-changed={file}");
        }
    }
    if Path::new(REAL).exists() {
        println!("cargo::rustc-cfg=has=\"real\"");
        println!("cargo::rerun-if-changed={REAL}");
    }
    for (name, command) in TOOLS {
        let run =
            Command::new("sh").args(["-c", command]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        if run.is_ok_and(|status| status.success()) {
            println!("cargo::rustc-cfg=has=\"{name}\"");
        }
    }
}
