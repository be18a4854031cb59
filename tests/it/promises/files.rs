//! The promises of files that the program rewrites: a file is as it was, or as its repair, and a checked one is valid in its
//! dialect.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::SystemTime;

use jmend::core::json::scan_document;
use jmend::core::repair::engine::{self, Options};
use serde_json::Value;

use super::{Outcome, make};

/// Runs the program on `path` in this process, and returns whether its status is 0.
fn run(words: &[&str], path: &Path) -> bool {
    let words = [&["jmend"], words, &["--no-config", "--quiet"]].concat();
    let words = words.into_iter().map(OsString::from).chain([path.as_os_str().to_owned()]);
    format!("{:?}", jmend::run(words)) == format!("{:?}", ExitCode::SUCCESS)
}

/// Returns a folder with one file that holds these bytes.
fn folder_with(name: &str, bytes: &[u8]) -> io::Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join(name);
    fs::write(&path, bytes)?;
    // A file that changed just now would be waited for.
    File::options().write(true).open(&path)?.set_modified(SystemTime::UNIX_EPOCH)?;
    Ok(folder)
}

/// A file that is rewritten in place is as it was, or what its repair is; it is as it was where the status says so.
pub(super) fn in_place_keeps_files(input: &[u8]) -> Outcome {
    let run = || -> io::Result<(bool, Vec<u8>)> {
        let folder = folder_with("a.json", input)?;
        let path = folder.path().join("a.json");
        let is_done = run(&["repair", "--in-place", "--framing", "document"], &path);
        Ok((is_done, fs::read(&path)?))
    };
    let (is_done, now) = run().map_err(|error| error.to_string())?;
    if now != input && !is_done {
        return Err(format!("it failed, and the file became {:?}", String::from_utf8_lossy(&now)));
    }
    file_is_kept_or_repaired(input, &now)
}

/// Returns whether a file `now` is as it was, or its repair.
pub fn file_is_kept_or_repaired(was: &[u8], now: &[u8]) -> Outcome {
    if now == was {
        return Ok(());
    }
    let text = String::from_utf8_lossy(now);
    if scan_document(was, Options::default().max_depth).is_ok() {
        return Err(format!("it was valid and became {text:?}"));
    }
    match engine::repair(was, &Options::default()) {
        Ok(repaired) if repaired.text.trim() == text.trim() => Ok(()),
        other => Err(format!("the file became {text:?}, the repair is {other:?}")),
    }
}

/// Names of the dialects.
pub const DIALECTS: &[&str] = &["json", "jsonc", "json5"];

/// `check --fix` leaves a file that is valid in its dialect alone; what it changes is valid then, so that the next run changes
/// nothing. A value that is written in JSON5 or with comments is valid.
pub(super) fn checked_files_are_valid(input: &[u8]) -> Outcome {
    let dialect = DIALECTS[input.len() % DIALECTS.len()];
    checked(input, dialect)?;
    let Some(written) = valid_in(dialect, input) else { return Ok(()) };
    match checked(written.as_bytes(), dialect)? {
        now if now == written.as_bytes() => Ok(()),
        now => Err(format!("{written:?} is {dialect} and became {:?}", String::from_utf8_lossy(&now))),
    }
}

/// Makes a text that is valid in a dialect of any bytes.
pub fn valid_in(dialect: &str, bytes: &[u8]) -> Option<String> {
    let document = make::document(bytes);
    let value: Value = serde_json::from_str(&document).ok()?;
    Some(match dialect {
        "json" => document,
        _ => make::dialect(&value, bytes, dialect == "json5"),
    })
}

/// Fixes a file, and returns what it became.
fn checked(was: &[u8], dialect: &str) -> Result<Vec<u8>, String> {
    let fixed = || -> io::Result<(Vec<u8>, bool, Vec<u8>)> {
        let folder = folder_with("a.json", was)?;
        let path = folder.path().join("a.json");
        let mut fix = Vec::from(["check", "--fix", "--output", "/dev/null", "--dialect", dialect]);
        fix.extend(was.len().is_multiple_of(2).then_some("--unsafe-fixes"));
        let is_valid = run(&fix, &path);
        let now = fs::read(&path)?;
        run(&fix, &path);
        Ok((now, is_valid, fs::read(&path)?))
    };
    let (now, is_valid, again) = fixed().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&now);
    if again != now {
        return Err(format!("{text:?} became {:?} when it was fixed again", String::from_utf8_lossy(&again)));
    }
    if now != was && !is_valid {
        return Err(format!("it became {text:?}, which is no {dialect}"));
    }
    file_is_kept_or_valid(was, &now, dialect)?;
    Ok(now)
}

/// Returns whether a file `now` is as it was, or was not valid and is.
pub fn file_is_kept_or_valid(was: &[u8], now: &[u8], dialect: &str) -> Outcome {
    let text = String::from_utf8_lossy(now);
    let has_mark = |text: &[u8]| text.starts_with("\u{feff}".as_bytes());
    if now == was {
        Ok(())
    } else if has_mark(now) != has_mark(was) {
        Err(format!("its byte order mark did not stay: {text:?}"))
    } else if is_strict(was) {
        Err(format!("it was valid and became {text:?}"))
    } else if dialect == "json" && !is_strict(now) {
        Err(format!("it became {text:?}, which is no JSON"))
    } else {
        Ok(())
    }
}

/// Returns whether bytes are strict JSON for a parser of another author, which gives up at some depth. A byte order mark may precede
/// them.
fn is_strict(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    match serde_json::from_slice::<Value>(bytes) {
        Ok(_) => true,
        Err(error) => error.to_string().starts_with("recursion limit"),
    }
}
