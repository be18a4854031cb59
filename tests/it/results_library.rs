//! The cache of the library: the program reads what the library stored, and the library what the program stored.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Duration;

use jmend::{Cache, PreviewOptions};

use crate::common::lines::run;

/// The file of the only result in a cache.
fn only_file(cache: &Cache, folder: &std::path::Path) -> PathBuf {
    let entries = cache.entries().expect("a directory");
    assert_eq!(entries.len(), 1);
    let hex = &entries[0].key()["jk1-".len()..];
    folder.join(&hex[..2]).join(format!("{hex}.json"))
}

#[test]
fn the_program_and_the_library_share_a_cache() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::new(folder.path().join("c")).namespace("n");
    assert_eq!(cache.get("s", "{}").expect("no directory yet"), None);
    assert!(cache.entries().expect("no directory yet").is_empty());
    assert!(cache.put("s", r#"{"max-rows":5}"#, "[1, 2]\n").expect("stored"));
    let args = ["--cache-dir", "c", "--namespace", "n", "--tool", "s", "--args", r#"{"max_rows":5.0}"#];
    let (out, err, status) = run(folder.path(), &[&["cache", "get"], &args[..]].concat(), "");
    assert_eq!((out.as_str(), err.as_str(), status), ("[1, 2]\n", "", 0));

    run(folder.path(), &[&["preview"], &args[..]].concat(), r#"{"a":1}"#);
    let got = cache.get("s", r#"{"max_rows":5}"#).expect("readable");
    assert_eq!(got.as_deref(), Some(r#"{"a":1}"#), "the program stored another one");
    let listed = run(folder.path(), &["cache", "ls", "--cache-dir", "c"], "").0;
    let entries = cache.entries().expect("readable");
    assert_eq!(entries.len(), 1);
    assert_eq!(format!("{}\n", entries[0].to_json()), listed);
    assert_eq!(entries[0].tool(), Some("s"));
    assert_eq!(entries[0].arguments(), Some(r#"{"max_rows":5}"#));
    assert_eq!((entries[0].bytes(), entries[0].rows(), entries[0].is_error()), (7, None, false));
    assert!(entries[0].created().is_some_and(|at| at.elapsed().is_ok_and(|age| age.as_secs() < 600)));

    assert!(!Cache::new(folder.path().join("c")).has("s", r#"{"max_rows":5}"#).expect("another namespace"));
    assert!(cache.remove("s", r#"{"max-rows":5.0}"#).expect("removed"));
    assert!(!cache.remove("s", r#"{"max-rows":5.0}"#).expect("nothing there"));
}

#[test]
fn a_library_stores_results_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::new(folder.path());
    let wrong = cache.put("s", "{}", "[1,\n 2").expect_err("half a document");
    assert_eq!(wrong.kind(), ErrorKind::InvalidData);
    let inner = wrong.get_ref().and_then(|inner| inner.downcast_ref::<jmend::Error>()).expect("its place");
    assert_eq!((inner.code(), inner.line(), inner.column()), ("syntax", 2, 3));
    let wrong = cache.get("s", r#"{"a-b":1,"a_b":2}"#).expect_err("no key");
    assert_eq!(wrong.kind(), ErrorKind::InvalidInput);
    let said = "two members get this name and have different values (line 1, column 10)";
    assert_eq!(wrong.to_string(), said);
    assert!(cache.entries().expect("nothing was stored").is_empty());

    assert!(cache.put_text("s", "{}", "not JSON").expect("text"));
    assert_eq!(cache.get("s", "{}").expect("text").as_deref(), Some("not JSON"));
    assert!(cache.entries().expect("one")[0].is_text());
    assert!(cache.put("s", "{}", "\u{feff}{\"a\":1}\n\n{\"a\":2}\n").expect("lines"));
    let entries = cache.entries().expect("one");
    assert_eq!((entries[0].rows(), entries[0].is_text()), (Some(2), false));
    assert!(!Cache::new(folder.path()).max_size(10).put("s", r#"{"q":1}"#, "[1,2]").expect("too large"));
    assert!(cache.entries().expect("no room for any").is_empty());
}

#[test]
fn a_library_hands_out_no_damaged_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::new(folder.path());
    assert!(cache.put("s", "{}", "[1,2]").expect("stored"));
    fs::write(only_file(&cache, folder.path()), "[1,").expect("writable");
    assert!(cache.get("s", "{}").expect_err("half of it").to_string().contains("not JSON"));
    assert!(cache.has("s", "{}").is_err());
    let collected = cache.collect().expect("collected");
    assert_eq!((collected.entries, collected.corrupt), (1, 1));
    assert_eq!(cache.get("s", "{}").expect("gone"), None);

    assert!(cache.put("s", "{}", "[1,2]").expect("stored"));
    assert_eq!(cache.collect().expect("nothing to do").entries, 0);
    std::thread::sleep(Duration::from_millis(20));
    let aged = Cache::new(folder.path()).max_age(Duration::from_millis(10));
    assert_eq!(aged.collect().expect("too old").entries, 1);
}

#[test]
fn a_preview_says_what_it_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::new(folder.path());
    let options = PreviewOptions::default().cache(&cache);
    let preview = jmend::preview("s", r#"{"q":"x"}"#, "[1,2]", &options).expect("a result");
    assert!(preview.contains(r#""full_result_cached":true,"cache_hint":"Call eval_json"#), "{preview}");
    assert_eq!(cache.get("s", r#"{"q":"x"}"#).expect("stored").as_deref(), Some("[1,2]"));

    let failed = r#"{"content":[{"type":"text","text":"no index"}],"isError":true}"#;
    let preview = jmend::preview("s", r#"{"q":"y"}"#, failed, &options).expect("a message");
    assert!(!preview.contains("cached"), "{preview}");
    assert_eq!(cache.get("s", r#"{"q":"y"}"#).expect("an error is no result"), None);
    assert_eq!(cache.entries().expect("both").iter().filter(|entry| entry.is_error()).count(), 1);

    let twice = jmend::preview("s", r#"{"a-b":1,"a_b":2}"#, "[1]", &options).expect_err("no key");
    assert_eq!(twice.code(), "key-collision");
    assert!(jmend::preview("s", r#"{"q":"z"}"#, "[1,", &options).is_err());
    assert!(!cache.has("s", r#"{"q":"z"}"#).expect("no half is stored"));
}
