//! Scripts that bash runs in a directory of its own, with `jmend` in front of the PATH, and what must come of them.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

/// What a script must print, and the status it must end with. `err` is a list of parts of standard error.
pub(crate) struct Fault {
    pub(crate) id: &'static str,
    pub(crate) script: &'static str,
    pub(crate) out: &'static str,
    pub(crate) err: &'static [&'static str],
    pub(crate) status: i32,
}

/// Files that every script finds.
const FILES: [(&str, &str); 5] = [
    ("a.json", "{\"a\":1}\n"),
    ("b.json", "[2]\n"),
    ("bad.json", "{'a': 1,}\n"),
    ("prose.txt", "no json here\n"),
    ("mixed.jsonl", MIXED),
];
const MIXED: &str = "{\"a\":1}\n[2]\nno json here\n{\"d\":4}";

/// Runs every script, and shows all that came out otherwise.
pub(crate) fn all(faults: &[Fault]) {
    let binary = cargo_bin!("jmend");
    let folder = binary.parent().expect("a directory");
    let failed: Vec<_> = faults.iter().filter_map(|fault| run(fault, folder).err()).collect();
    assert!(failed.is_empty(), "{} of {} faults:\n{}", failed.len(), faults.len(), failed.join("\n"));
}

fn run(fault: &Fault, binary: &Path) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a directory");
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").expect("a PATH"));
    let output = Command::new("bash")
        .args(["-c", fault.script])
        .current_dir(&folder)
        .env("PATH", path)
        .env_remove("JMEND_LOG")
        .output()
        .expect("bash runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let missing = fault.err.iter().find(|part| !err.contains(**part));
    let silent = !fault.err.is_empty() || err.is_empty();
    if out == fault.out
        && missing.is_none()
        && silent
        && output.status.code() == Some(fault.status)
        && !err.contains("panicked")
        && !err.contains('\x1b')
    {
        return Ok(());
    }
    Err(format!(
        "{}\n  status {:?}, expected {}\n  out {out:?}\n  err {err:?}",
        fault.id,
        output.status.code(),
        fault.status
    ))
}
