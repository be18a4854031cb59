//! The cache from outside: looked after, private, and shared by many processes.

use std::fs;
use std::path::Path;

use crate::common::lines::run;

/// A cache that can be looked after.
#[test]
fn the_cache_can_be_looked_after() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str], input: &str| run(folder.path(), args, input);
    let store = |args: &str, result: &str| {
        let (out, err, status) = run(&["preview", "--tool", "s", "--args", args, "--cache-dir", "c"], result);
        assert!(status == 0 && out.contains("full_result_cached"), "{out}{err}");
    };
    store(r#"{"q":"x"}"#, "[1, 2]");
    store(r#"{"q":"y"}"#, r#"{"a":1}"#);
    assert_eq!(
        run(&["cache", "get", "--cache-dir", "c", "--tool", "s", "--args", r#"{"q":"x"}"#], "").0,
        "[1, 2]"
    );
    let call = r#"{"name":"s","arguments":{"q":"x"}}"#;
    assert_eq!(
        run(&["cache", "has", "--cache-dir", "c", "--call", call], ""),
        (String::new(), String::new(), 0)
    );
    let (out, err, status) =
        run(&["cache", "get", "--cache-dir", "c", "--tool", "s", "--args", r#"{"q":"z"}"#], "");
    assert!(
        out.is_empty() && status == 1 && err.contains(r#"there are results for {"q":"y"}, {"q":"x"}"#),
        "{err}"
    );
    assert_eq!(run(&["cache", "has", "--cache-dir", "c", "--tool", "z"], "").2, 1);
    assert_eq!(run(&["cache", "has", "--cache-dir", "nowhere", "--tool", "z"], "").2, 1);
    let (out, ..) = run(&["cache", "ls", "--cache-dir", "c"], "");
    assert!(
        out.lines().count() == 2
            && out.contains(r#""tool":"s","args":{"q":"x"},"bytes":6,"rows":2,"created":"20"#),
        "{out}"
    );
    let (out, ..) = run(&["cache", "stat", "--cache-dir", "c"], "");
    assert!(out.starts_with(r#"{"results":2,"errors":0,"bytes":13,"#), "{out}");
    // Namespaces hold apart.
    assert_eq!(run(&["cache", "has", "--cache-dir", "c", "--namespace", "n", "--call", call], "").2, 1);
    run(&["preview", "--call", call, "--namespace", "n", "--cache-dir", "c"], "[7]");
    let program = r#"{"program":{"op":"call","tool":"s","args":{"q":"x"}}}"#;
    assert_eq!(run(&["eval-json", "--cache-dir", "c", "--namespace", "n", "--expr", program], "").0, "[7]\n");
    assert_eq!(run(&["eval-json", "--cache-dir", "c", "--expr", program], "").0, "[1,2]\n");
    assert_eq!(run(&["query", "-n", "--cache-dir", "c", r#"call("s"; {q: "x"}) | add"#], "").0, "3\n");
    // An error is noted, and is no result.
    let (out, ..) =
        run(&["preview", "--tool", "e", "--args", "{}", "--cache-dir", "c", "--result-error"], "[]");
    assert!(out.contains(r#""status":"error""#) && !out.contains("cached"), "{out}");
    assert_eq!(run(&["cache", "has", "--cache-dir", "c", "--tool", "e"], "").2, 1);
    assert!(run(&["cache", "ls", "--cache-dir", "c", "--tool", "e"], "").0.contains(r#""state":"error""#));
    run(&["preview", "--call", call, "--cache-dir", "c", "--result-error"], "[]");
    assert_eq!(
        run(&["cache", "has", "--cache-dir", "c", "--call", call], "").2,
        0,
        "an error takes no result's place"
    );
    // A message that carries the result is opened by a profile, so that programs find the rows.
    let message = r#"{"content":[{"type":"text","text":"[{\"a\":1}]"}]}"#;
    run(&["preview", "--preview", "profile", "--tool", "m", "--args", "{}", "--cache-dir", "c"], message);
    assert_eq!(run(&["cache", "get", "--cache-dir", "c", "--tool", "m"], "").0, r#"[{"a":1}]"#);
    let (out, err, status) = run(
        &["preview", "--preview", "profile", "--tool", "m2", "--args", "{}", "--cache-dir", "c"],
        "{\"a\":1}\n{\"a\":2}\n",
    );
    assert!(status == 0 && out.contains(r#""result":[{"a":1},{"a":2}]"#), "{out}{err}");
    assert_eq!(run(&["cache", "get", "--cache-dir", "c", "--tool", "m2"], "").0, "[{\"a\":1},\n{\"a\":2}]\n");
    // Text is a string to programs.
    run(&["preview", "--tool", "l", "--args", "{}", "--cache-dir", "c"], "plain text\n");
    assert_eq!(run(&["eval-json", "--cache-dir", "c", "--expr", "(tool/l {})"], "").0, "\"plain text\\n\"\n");
    assert_eq!(run(&["cache", "rm", "--cache-dir", "c", "--tool", "l"], "").0, "{\"removed\":1}\n");
    assert_eq!(run(&["cache", "rm", "--cache-dir", "c"], "").2, 2);
    // Bounds.
    assert!(run(&["cache", "gc", "--cache-dir", "c", "--max-age", "1h"], "").0.contains("\"removed\":0"));
    run(&["cache", "gc", "--cache-dir", "c", "--max-size", "0"], "");
    assert_eq!(run(&["cache", "ls", "--cache-dir", "c"], "").0, "");
    let big = format!("[{}]", "1,".repeat(300) + "1");
    for n in 0..6 {
        let args = format!("{{\"n\":{n}}}");
        run(&["preview", "--tool", "s", "--args", &args, "--cache-dir", "c", "--cache-max-size", "2K"], &big);
    }
    let (out, ..) = run(&["cache", "ls", "--cache-dir", "c"], "");
    assert!(out.lines().count() == 2 && out.contains(r#"{"n":5}"#), "the oldest made room: {out}");
    let (out, err, _) =
        run(&["preview", "--tool", "s", "--args", "{}", "--cache-dir", "c", "--cache-max-size", "10"], &big);
    assert!(!out.contains("cached") && err.contains("larger than --cache-max-size"), "{out}{err}");
}

/// Results may hold secrets.
#[test]
#[cfg(unix)]
fn the_cache_is_private_and_follows_no_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let store = |args: &str| {
        run(folder.path(), &["preview", "--tool", "s", "--args", args, "--cache-dir", "a/c"], "[1]")
    };
    assert_eq!(store("{}").2, 0);
    let mode = |path: &Path| fs::symlink_metadata(path).expect("there").permissions().mode() & 0o777;
    let cache = folder.path().join("a/c");
    let mut seen = 0;
    for entry in fs::read_dir(&cache).expect("a directory") {
        let path = entry.expect("an entry").path();
        let due = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode(&path), due, "{}", path.display());
        for file in path.is_dir().then(|| fs::read_dir(&path).expect("a shelf")).into_iter().flatten() {
            assert_eq!(mode(&file.expect("a file").path()), 0o600);
            seen += 1;
        }
    }
    assert_eq!((mode(&folder.path().join("a")), mode(&cache), seen), (0o700, 0o700, 2));
    // A link in place of a result is no result, and is replaced, not followed.
    let (out, ..) = run(folder.path(), &["cache-key", "s"], "{}");
    let hex = out.trim().trim_start_matches("jk1-");
    let result = cache.join(&hex[..2]).join(format!("{hex}.json"));
    let secret = folder.path().join("secret");
    fs::write(&secret, "[\"secret\"]").expect("written");
    fs::remove_file(&result).expect("removed");
    symlink(&secret, &result).expect("a link");
    let (out, err, status) = run(folder.path(), &["cache", "get", "--cache-dir", "a/c", "--tool", "s"], "");
    assert!(out.is_empty() && status == 2, "{out}{err}");
    assert_eq!(store("{}").2, 0);
    assert_eq!(fs::read_to_string(&secret).expect("there"), "[\"secret\"]");
    // Nor a shelf.
    let shelf = cache.join(&hex[..2]);
    fs::rename(&shelf, folder.path().join("elsewhere")).expect("moved");
    symlink(folder.path().join("elsewhere"), &shelf).expect("a link");
    assert_eq!(run(folder.path(), &["cache", "get", "--cache-dir", "a/c", "--tool", "s"], "").2, 2);
    assert_eq!(store("{}").2, 2);
}

/// Writers, readers and collectors at once; benches/results/cache.py does the same for a minute.
#[test]
fn many_processes_share_a_cache() {
    let folder = tempfile::tempdir().expect("a folder");
    let result = |n: usize| format!("[{}\"{n}\"]", format!("{n},").repeat(2000));
    std::thread::scope(|scope| {
        for worker in 0..8 {
            let folder = folder.path();
            scope.spawn(move || {
                for round in 0..6 {
                    let n = (worker + round) % 4;
                    let args = format!("{{\"n\":{n}}}");
                    let text = match worker % 4 {
                        0 => run(folder, &["cache", "gc", "--cache-dir", "c", "--max-size", "12K"], "").0,
                        1 => {
                            run(
                                folder,
                                &["cache", "get", "--cache-dir", "c", "--tool", "s", "--args", &args],
                                "",
                            )
                            .0
                        }
                        _ => {
                            run(
                                folder,
                                &[
                                    "preview",
                                    "--tool",
                                    "s",
                                    "--args",
                                    &args,
                                    "--cache-dir",
                                    "c",
                                    "--cache-max-size",
                                    "12K",
                                ],
                                &result(n),
                            )
                            .0
                        }
                    };
                    if worker % 4 == 1 {
                        assert!(text.is_empty() || text == result(n), "{n}: {} bytes", text.len());
                    }
                }
            });
        }
    });
    let (out, ..) = run(folder.path(), &["cache", "stat", "--cache-dir", "c"], "");
    let size = out.split("\"size\":").nth(1).and_then(|rest| rest.split(',').next()?.parse::<u64>().ok());
    assert!(size.is_some_and(|size| size <= 12 << 10), "{out}");
}
