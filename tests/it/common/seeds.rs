//! Texts to begin with: what the project's fixtures hold.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Every file below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// The texts that the fixtures hold: each string of a row that is long enough to say something, and whole files.
pub(crate) fn fixtures() -> Vec<Vec<u8>> {
    let mut seeds = BTreeSet::new();
    for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")) {
        let bytes = fs::read(&path).expect("readable");
        let Ok(text) = std::str::from_utf8(&bytes) else { continue };
        if path.extension().is_some_and(|name| name == "jsonl" || name == "ndjson") {
            for line in text.split('\n') {
                let Ok(row) = serde_json::from_str::<Value>(line) else { continue };
                for name in ["input", "program", "text", "message", "source", "value"] {
                    match &row[name] {
                        Value::Null => {}
                        Value::String(text) => {
                            seeds.insert(text.clone().into_bytes());
                        }
                        other => {
                            seeds.insert(other.to_string().into_bytes());
                        }
                    }
                }
            }
        } else {
            seeds.insert(bytes);
        }
    }
    seeds.retain(|seed| seed.len() < 20_000);
    seeds.into_iter().collect()
}
