//! A key of the configuration stands in the table, and where a command asks for its value: nowhere else.

use std::fs;
use std::path::Path;

use jmend::cli::config::keys::KEYS;

/// Places of a key in the program: the table, and its use.
const MOST_PLACES: usize = 2;

/// Words that are also fields of flags or of the engine's options. Of these, and of common words without `_`, counts what
/// asks the table, and what a text calls a key.
const SHARED: [&str; 5] = ["call_format", "json_keys", "max_risk", "min_confidence", "raw_keys"];

/// The code below a folder, a text for each file, without comments.
fn code(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            code(&path, found);
        } else {
            let text = fs::read_to_string(&path).expect("UTF-8");
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            // The engine has words of its own, and so has the package.
            let lines = lines.map(|line| line.replace("feature `schema`", ""));
            found.push((path.display().to_string(), lines.collect::<Vec<_>>().join("\n")));
        }
    }
}

/// Counts how often a word stands in a text as a whole one.
fn count(text: &str, word: &str) -> usize {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let whole =
        |at: usize| !text[..at].ends_with(is_letter) && !text[at + word.len()..].starts_with(is_letter);
    text.match_indices(word).filter(|(at, _)| whole(*at)).count()
}

/// The places of a key in a file: where the table is asked for it, where a text names it as a key, and, for a word that only
/// the configuration has, every other one.
fn places(text: &str, key: &str) -> usize {
    let is_own = key.contains('_') && !SHARED.contains(&key);
    let quoted = [format!("`{key}`"), format!("`{key} ="), format!("\"{key} ="), format!("{key} in [")];
    if is_own {
        count(text, key)
    } else {
        count(text, &format!("KEYS.{key}"))
            + quoted.iter().map(|way| text.matches(way).count()).sum::<usize>()
    }
}

#[test]
fn a_key_stands_in_the_table_and_where_it_is_used() {
    let mut files = Vec::new();
    for room in ["src/cli", "src/report"] {
        code(&Path::new(env!("CARGO_MANIFEST_DIR")).join(room), &mut files);
    }
    let mut wrong = Vec::new();
    for about in KEYS.about() {
        let key = about.name;
        let table = |path: &str| path.ends_with("config/keys.rs");
        let uses =
            files.iter().filter(|(path, _)| !table(path)).map(|(path, text)| (path, places(text, key)));
        let uses: Vec<_> = uses.filter(|(_, count)| *count > 0).collect();
        // The table counts once.
        if 1 + uses.iter().map(|(_, count)| count).sum::<usize>() > MOST_PLACES {
            wrong.push(format!("{key}: {uses:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
