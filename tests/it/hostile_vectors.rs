//! The shared hostile inputs (`vectors/hostile/inputs.jsonl`, long ones made by its rule) and the patterns that make
//! other tools quadratic, through the program: what their `expect` says, by class.
//!
//! Time is bounded by processor seconds that only a loop without an end, or quadratic work, would use up.

#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::common::truth::{self, text, vectors};
use assert_cmd::cargo::cargo_bin;
use jmend::core::json::scan_document;
use serde_json::Value;

/// Processor seconds of one run.
const SECONDS: u32 = 150;

/// Inputs beyond this many bytes go through `repair` alone.
const LONG: usize = 4 << 20;

fn times(pattern: &str, count: u64) -> String {
    if pattern.contains("%d") {
        return (0..count).map(|number| pattern.replace("%d", &number.to_string())).collect();
    }
    pattern.repeat(usize::try_from(count).expect("small"))
}

/// The bytes of an entry.
fn input(row: &Value) -> Vec<u8> {
    let made = &row["gen"];
    if made.is_null() {
        return truth::input(row);
    }
    let count = made["repeat"].as_u64().expect("a count");
    let tail = times(text(made, "tail"), count);
    let parts = [
        text(made, "prefix"),
        &times(text(made, "pattern"), count),
        text(made, "middle"),
        &tail,
        text(made, "suffix"),
    ];
    parts.concat().into_bytes()
}

fn run(args: &[&str], input: &Path) -> Output {
    let script = format!("ulimit -s 256; ulimit -t {SECONDS}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command
        .args(["-c", &script])
        .arg(cargo_bin!("jmend"))
        .args(args)
        .stdin(File::open(input).expect("there"));
    command.env_remove("JMEND_LOG").env_remove("CLICOLOR_FORCE").output().expect("bash runs")
}

/// What every run must be, and the lines of its output.
fn sound(command: &str, output: &Output) -> Result<(), String> {
    let err = String::from_utf8_lossy(&output.stderr);
    let status = output.status.code();
    if !matches!(status, Some(0 | 1)) || err.contains("panicked") {
        return Err(format!("{command}: status {status:?}: {}", err.chars().take(400).collect::<String>()));
    }
    if err.contains(|c: char| c.is_control() && c != '\n') {
        return Err(format!("{command}: a message that steers a terminal"));
    }
    if std::str::from_utf8(&output.stdout).is_err() {
        return Err(format!("{command}: the output is not UTF-8"));
    }
    Ok(())
}

/// What `expect` says of an entry, as far as its class and words decide it.
fn check(row: &Value, folder: &Path) -> Result<(), String> {
    let (bytes, class, expect) = (input(row), text(row, "class"), text(row, "expect"));
    let file = folder.join(text(row, "id").replace('/', "_"));
    fs::write(&file, &bytes).map_err(|error| error.to_string())?;
    let repaired = run(&["repair"], &file);
    sound("repair", &repaired)?;
    let status = repaired.status.code();
    if scan_document(&bytes, 1024).is_ok() {
        if status != Some(0) || repaired.stdout != bytes {
            return Err("valid JSON was not passed byte for byte".to_owned());
        }
    } else {
        // Documents stand one a line or span lines, so one scan after the other covers all of them.
        let mut rest = repaired.stdout.trim_ascii();
        while !rest.is_empty() {
            let end = jmend::core::json::scan_value(rest, 0, 1024)
                .map_err(|error| format!("{error:?} in the output"))?;
            rest = rest[end..].trim_ascii_start();
        }
        if status == Some(0) && repaired.stdout.is_empty() {
            return Err("nothing came out with status 0".to_owned());
        }
    }
    if expect.contains("depth error") && status != Some(1) {
        return Err(format!("status {status:?} where nesting is beyond the limit"));
    }
    if class == "terminal" && repaired.stdout.contains(&0x1b) {
        return Err("a raw escape character in the output".to_owned());
    }
    if bytes.len() > LONG {
        return fs::remove_file(&file).map_err(|error| error.to_string());
    }
    let keyed = run(&["cache-key", "t", "--text"], &file);
    sound("cache-key", &keyed)?;
    if class == "encoding" && std::str::from_utf8(&bytes).is_err() && keyed.status.code() != Some(1) {
        return Err("a key of bytes that are not UTF-8".to_owned());
    }
    if keyed.stdout.len() > 62 * bytes.len() + 1_000 {
        return Err(format!("{} bytes of key text", keyed.stdout.len()));
    }
    if expect.contains("one collision error") && String::from_utf8_lossy(&keyed.stderr).lines().count() != 1 {
        return Err("more than one message".to_owned());
    }
    sound("normalize", &run(&["normalize"], &file))?;
    sound("calls", &run(&["calls"], &file))?;
    sound("preview", &run(&["preview", "--tool", "t"], &file))?;
    fs::remove_file(&file).map_err(|error| error.to_string())
}

/// Runs `job` on every row, on a few threads; the failures with the ids.
fn each(rows: &[Value], job: impl Fn(usize, &Value) -> Result<(), String> + Sync) -> Vec<String> {
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(row) = rows.get(index) else { return };
                    if let Err(why) = job(index, row) {
                        let id = row["id"].as_str().map_or_else(|| row.to_string(), str::to_owned);
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{id}: {why}"));
                    }
                }
            });
        }
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn every_hostile_input_is_handled_as_expected() {
    let folder = tempfile::tempdir().expect("a directory");
    let rows = vectors("hostile/inputs.jsonl");
    let failed = each(&rows, |_, row| check(row, folder.path()));
    assert!(rows.len() >= 190, "{} rows", rows.len());
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), rows.len(), failed.join("\n"));
}

/// Patterns that took quadratic time once: 8 MB took minutes more than a run may.
#[test]
fn patterns_that_once_took_quadratic_time_are_read_in_time() {
    const LENGTH: usize = 8 << 20;
    // A message of Protocol Buffers whose names have no colons: each name looked through the whole text.
    const PATTERNS: [&str; 1] = ["None\u{feff}{}"];
    let file = tempfile::NamedTempFile::new().expect("a file");
    for pattern in PATTERNS {
        fs::write(file.path(), pattern.repeat(LENGTH / pattern.len())).expect("room for a file");
        assert_eq!(sound("repair", &run(&["repair"], file.path())), Ok(()), "{pattern:?}");
    }
}

/// A megabyte of each pattern: quadratic work would take hours. `benches/linear.sh` measures how the time grows.
#[test]
#[cfg_attr(not(has = "shared"), ignore = "needs ../shared")]
fn hostile_7_patterns_that_make_others_quadratic_are_read_in_time() {
    let folder = tempfile::tempdir().expect("a directory");
    let rows = vectors("hostile/superlinear.jsonl");
    let failed = each(&rows, |index, row| {
        let pattern = text(row, "pattern");
        let made = format!(
            "{}{}{}",
            text(row, "prefix"),
            pattern.repeat(1_000_000 / pattern.len()),
            text(row, "suffix")
        );
        let file = folder.path().join(index.to_string());
        fs::write(&file, made).map_err(|error| error.to_string())?;
        sound("repair", &run(&["repair"], &file))
    });
    assert!(rows.len() >= 26, "{} rows", rows.len());
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), rows.len(), failed.join("\n"));
}
