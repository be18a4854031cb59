//! Words that make sentences hard to read do not come back. `words.tsv` lists them, what to write in their place, and
//! where they are allowed; pages, help, messages and comments are read. Files that still have some stand in
//! `words-open.tsv` with their number, which may only fall: `JMEND_WRITE=1 cargo test --test it words` takes out what is
//! done, and never adds.

#![allow(clippy::print_stdout, reason = "what is still open is shown with --nocapture")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::sessions;

const OPEN: &str = "tests/it/words-open.tsv";

/// The list of rewrites quotes what was bad.
const QUOTES: &str = "docs/evidence/rewrites.md";

/// A row of the list: phrases in small letters.
struct Word {
    phrases: Vec<String>,
    instead: String,
    /// A line that has one of these may have the phrase.
    allowed: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn words() -> Vec<Word> {
    let phrases = |cell: &str| {
        let phrases = cell.split("; ").map(str::trim).filter(|phrase| !phrase.is_empty());
        phrases.map(str::to_owned).collect::<Vec<_>>()
    };
    let rows = include_str!("words.tsv").lines().skip(1);
    rows.map(|line| {
        let mut cells = line.split('\t');
        let mut next = || cells.next().expect("three cells");
        Word { phrases: phrases(next()), instead: next().to_owned(), allowed: phrases(next()) }
    })
    .collect()
}

/// Does this phrase stand in a line as whole words? Both in small letters.
fn has(line: &str, phrase: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    line.match_indices(phrase).any(|(at, _)| {
        !line[..at].chars().next_back().is_some_and(is_letter)
            && !line[at + phrase.len()..].chars().next().is_some_and(is_letter)
    })
}

/// A line without its code spans, so that only prose is left.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// The prose of a page: lines outside of fences and indented examples.
fn page_lines(text: &str) -> Vec<(usize, String)> {
    let mut is_code = false;
    let lines = text.lines().enumerate().filter_map(|(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        let is_prose = !is_code && !is_fence && !line.starts_with("    ");
        is_prose.then(|| (index + 1, without_code(line)))
    });
    lines.collect()
}

/// What people read of a source file: its comments, and the strings that hold a sentence.
fn source_lines(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if let Some(comment) = trimmed.strip_prefix("//") {
            found.push((index + 1, without_code(comment.trim_start_matches(['/', '!', ' ']))));
            continue;
        }
        let sentences = line.split('"').skip(1).step_by(2).filter(|text| text.split(' ').count() > 2);
        found.extend(sentences.map(|text| (index + 1, without_code(text))));
    }
    found
}

fn sources(folder: &Path, into: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") && name != "tests.rs" {
            into.push(
                path.strip_prefix(root()).expect("a file of the project").to_string_lossy().into_owned(),
            );
        }
    }
}

/// What is found in lines, as `line: word; write …`.
fn findings(lines: &[(usize, String)], words: &[Word]) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in lines {
        let line = line.to_lowercase();
        for word in
            words.iter().filter(|word| !word.allowed.iter().any(|allowed| line.contains(allowed.as_str())))
        {
            for phrase in word.phrases.iter().filter(|phrase| has(&line, phrase)) {
                found.push(format!("{number}: `{phrase}`; write {}", word.instead));
            }
        }
    }
    found
}

/// The files that still have findings, and how many of them.
fn open() -> BTreeMap<String, usize> {
    let row = |line: &str| {
        let (file, count) = line.split_once('\t').expect("a file and a number");
        (file.to_owned(), count.parse().expect("a number"))
    };
    read(OPEN).lines().map(row).collect()
}

#[test]
fn pages_help_messages_and_comments_use_plain_words() {
    let words = words();
    let mut files: Vec<String> = sessions::OTHER_PAGES.map(str::to_owned).to_vec();
    files.extend(sessions::pages().into_iter().filter(|page| page != QUOTES));
    sources(&root().join("src"), &mut files);
    assert!(files.len() > 200, "only {} files", files.len());

    let open = open();
    let (mut left, mut wrong) = (BTreeMap::new(), Vec::new());
    for file in files {
        let text = read(&file);
        let is_page = Path::new(&file).extension().is_some_and(|extension| extension == "md");
        let lines = if is_page { page_lines(&text) } else { source_lines(&text) };
        let found = findings(&lines, &words);
        let allowed = open.get(&file).copied().unwrap_or(0);
        if found.len() > allowed {
            wrong.push(format!(
                "{file}: {} words, {allowed} are listed as open\n  {}",
                found.len(),
                found.join("\n  ")
            ));
        }
        if !found.is_empty() {
            left.insert(file, found.len().min(allowed));
        }
    }
    for (file, count) in &left {
        println!("still open: {file}: {count}");
    }
    if std::env::var_os("JMEND_WRITE").is_some() {
        let mut text = String::new();
        for (file, count) in left.iter().filter(|(_, count)| **count > 0) {
            writeln!(text, "{file}\t{count}").expect("memory");
        }
        fs::write(root().join(OPEN), text).expect("it can be written");
    }
    assert!(wrong.is_empty(), "{} files:\n{}", wrong.len(), wrong.join("\n"));
}

/// The list finds what it should, and leaves alone what is allowed.
#[test]
fn the_list_of_words_finds_and_allows() {
    let words = words();
    let count = |line: &str| findings(&[(1, without_code(line))], &words).len();
    for bad in [
        "a comma behind the key",
        "it was mended",
        "this sign ends a string",
        "the member's name",
        "whoever reads it",
        "nobody escaped it",
        "Quotes stay. So do the backslashes",
        "hardly a text",
    ] {
        assert_eq!(count(bad), 1, "{bad}");
    }
    for good in [
        "the sign of a number",
        "`behind` is a variable",
        "a plus sign",
        "jmend repairs it",
        "the quote is one, so it does not matter",
        "jmend behind a proxy",
    ] {
        assert_eq!(count(good), 0, "{good}");
    }
}

/// Returns whether a sentence of this line is a question.
fn asks(line: &str) -> bool {
    let is_end =
        |rest: &str| rest.is_empty() || rest.starts_with(' ') && rest[1..].starts_with(char::is_uppercase);
    line.match_indices('?').any(|(at, _)| is_end(&line[at + 1..]))
}

#[test]
fn no_doc_comment_asks() {
    let mut files = Vec::new();
    for folder in ["src", "capi/src", "python/src", "node/src", "playground/src"] {
        sources(&root().join(folder), &mut files);
    }
    let mut asking = Vec::new();
    for file in files {
        for (index, line) in read(&file).lines().enumerate() {
            let trimmed = line.trim_start();
            let is_drawing = line.contains('─');
            let comment = trimmed.strip_prefix("///").or_else(|| trimmed.strip_prefix("//!"));
            if comment.is_some_and(|comment| !is_drawing && asks(&without_code(comment))) {
                asking.push(format!("{file}:{}: {trimmed}", index + 1));
            }
        }
    }
    assert!(asking.is_empty(), "these ask, and should say what is so:\n{}", asking.join("\n"));
}
