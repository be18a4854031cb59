//! The cache directory under stress: many writers, a writer that is killed, a disk that is full. Every file is whole.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;

/// Starts to store what it is fed as the result of `t` with these arguments.
fn store(directory: &Path, args: &str) -> Child {
    Command::new(cargo_bin!("jmend"))
        .args(["preview", "--tool", "t", "--args", args, "--cache-dir"])
        .arg(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

/// All results below, with what is temporary apart.
fn files(directory: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else { return (Vec::new(), Vec::new()) };
    let shelves = entries.map(|entry| entry.expect("a shelf").path()).filter(|path| path.is_dir());
    let all = shelves.flat_map(|shelf| fs::read_dir(shelf).expect("a shelf"));
    all.map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_none_or(|extension| extension != "meta"))
        .partition(|path| path.extension().is_some_and(|extension| extension == "json"))
}

/// An array that says which writer it is of, in rows and at its end.
fn result(writer: usize) -> String {
    format!("[{}\"{writer}\"]\n", format!("{writer},").repeat(60_000))
}

#[test]
fn sixteen_writers_leave_every_file_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let feed = |writer: usize| {
        // Four calls, each with two results, each of them from two writers.
        let child = store(folder.path(), &format!("{{\"n\":{}}}", writer % 4));
        std::thread::spawn(move || {
            let mut child = child;
            child.stdin.take().expect("a pipe").write_all(result(writer % 8).as_bytes()).expect("fed");
            child.wait_with_output().expect("it ends")
        })
    };
    let running: Vec<_> = (0..16).map(feed).collect();
    for run in running {
        let output = run.join().expect("a thread");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let (stored, temporary) = files(folder.path());
    assert_eq!((stored.len(), temporary.len()), (4, 0));
    for path in stored {
        let text = fs::read_to_string(&path).expect("readable");
        assert!((0..8).any(|writer| text == result(writer)), "{} is no result", path.display());
    }
}

#[test]
fn a_killed_writer_leaves_the_old_file_or_the_new_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (old, new) = (result(1), result(2));
    let mut child = store(folder.path(), "{}");
    child.stdin.take().expect("a pipe").write_all(old.as_bytes()).expect("fed");
    assert!(child.wait().expect("it ends").success());
    let (stored, _) = files(folder.path());
    let mut killed = 0;
    for delay in 0..24 {
        let mut child = store(folder.path(), "{}");
        let mut stdin = child.stdin.take().expect("a pipe");
        let text = new.clone();
        let feeder = std::thread::spawn(move || {
            // The first half arrives for sure; the rest may meet a closed pipe.
            let (half, rest) = text.split_at(text.len() / 2);
            let _ = stdin.write_all(half.as_bytes());
            std::thread::sleep(Duration::from_millis(delay / 2));
            let _ = stdin.write_all(rest.as_bytes());
        });
        std::thread::sleep(Duration::from_millis(delay));
        child.kill().expect("killed");
        killed += usize::from(!child.wait().expect("it ends").success());
        feeder.join().expect("a thread");
        let text = fs::read_to_string(&stored[0]).expect("readable");
        assert!(text == old || text == new, "after {delay} ms: {} bytes", text.len());
    }
    assert!(killed > 0, "no writer was killed in time");
}

#[test]
#[cfg_attr(not(has = "mount"), ignore = "needs to mount a file system")]
fn a_full_disk_is_an_error_and_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mount = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=256k", "tmpfs"])
        .arg(folder.path())
        .stderr(Stdio::null())
        .status();
    assert!(mount.is_ok_and(|status| status.success()), "a small file system can be mounted");
    let mut child = store(folder.path(), "{}");
    let _ = child.stdin.take().expect("a pipe").write_all(result(12345).as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let (stored, temporary) = files(folder.path());
    let unmounted = Command::new("umount").arg(folder.path()).status();
    assert!(unmounted.is_ok_and(|status| status.success()));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(output.stdout.is_empty(), "nothing is said to be stored");
    assert!(
        stderr.starts_with("jmend: error: cannot store the result in")
            && stderr.ends_with(".json: No space left on device (os error 28)\n"),
        "{stderr}"
    );
    assert_eq!((stored.len(), temporary.len()), (0, 0));
}

/// The same where nothing may be mounted: no file may grow beyond so much. What was there before stays.
#[test]
fn a_file_that_may_not_grow_is_an_error_and_the_old_one_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let limited = |text: String| {
        let mut child = Command::new("bash")
            .args(["-c", "ulimit -f 64; exec \"$@\"", "bash"])
            .arg(cargo_bin!("jmend"))
            .args(["preview", "--tool", "t", "--args", "{}", "--cache-dir", "cache"])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("bash runs");
        let _ = child.stdin.take().expect("a pipe").write_all(text.as_bytes());
        child.wait_with_output().expect("it ends")
    };
    let cache = folder.path().join("cache");
    for old in [None, Some("[\"old\"]\n")] {
        if let Some(old) = old {
            assert_eq!(limited(old.to_owned()).status.code(), Some(0), "what fits is stored");
        }
        let output = limited(result(7));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        let file = "cache/c0/c0201042e68d44776281ccf3fd065f4221132ddf36d13be8287443224190911c.json";
        let message =
            format!("jmend: error: cannot store the result in {file}: File too large (os error 27)\n");
        assert_eq!((output.stdout.len(), stderr.as_ref()), (0, message.as_str()));
        let (stored, temporary) = files(&cache);
        assert_eq!((stored.len(), temporary.len()), (usize::from(old.is_some()), 0));
        if let Some(old) = old {
            assert_eq!(fs::read_to_string(&stored[0]).expect("readable"), old);
        }
    }
}

#[test]
fn a_directory_that_cannot_be_is_an_error() {
    let child = store(Path::new("/dev/null/cache"), "{}");
    let output = child.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(output.stdout.is_empty() && stderr.contains("/dev/null/cache"), "{stderr}");
}

#[test]
fn what_is_stored_is_byte_for_byte_the_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let result = "  { \"b-c\" : 1.10,\r\n\"a\":\"\\u0041é\", \"a\": 12345678901234567890123 }\n\n";
    let mut child = store(folder.path(), "{\"x\":1}");
    child.stdin.take().expect("a pipe").write_all(result.as_bytes()).expect("fed");
    assert!(child.wait().expect("it ends").success());
    let (stored, _) = files(folder.path());
    assert_eq!(fs::read_to_string(&stored[0]).expect("readable"), result);
}

#[test]
fn a_byte_order_mark_is_kept_and_does_no_harm() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = store(folder.path(), "{}");
    child.stdin.take().expect("a pipe").write_all("\u{feff}[1,2]".as_bytes()).expect("fed");
    assert!(child.wait().expect("it ends").success());
    let call = r#"{"program":{"op":"call","tool":"t","args":{}}}"#;
    let run = Command::new(cargo_bin!("jmend"))
        .args(["eval-json", "--expr", call, "--cache-dir"])
        .arg(folder.path())
        .output();
    assert_eq!(String::from_utf8_lossy(&run.expect("it runs").stdout), "[1,2]\n");
}

#[test]
fn results_that_are_none_are_not_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    for result in ["[1,2", "", "{\"a\":01}", "[1] [2]", "[1]x"] {
        let mut child = store(folder.path(), "{}");
        child.stdin.take().expect("a pipe").write_all(result.as_bytes()).expect("fed");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{result}");
        let (stored, temporary) = files(folder.path());
        assert_eq!((stored.len(), temporary.len()), (0, 0), "{result}");
    }
}
