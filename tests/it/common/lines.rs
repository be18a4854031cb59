//! Command lines in folders of their own, as rows.

use std::fs;
use std::path::Path;

use super::jmend;

/// A command line in a folder of its own, which has these files.
pub(crate) struct Row {
    pub(crate) files: &'static [(&'static str, &'static str)],
    pub(crate) args: &'static [&'static str],
    pub(crate) input: &'static str,
    pub(crate) status: i32,
    pub(crate) out: &'static str,
    /// Words of standard error.
    pub(crate) err: &'static [&'static str],
}

#[track_caller]
pub(crate) fn holds(rows: &[Row]) {
    for Row { files, args, input, status, out, err } in rows {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in *files {
            fs::write(folder.path().join(name), text).expect("written");
        }
        let run =
            jmend("").args(*args).current_dir(folder.path()).write_stdin(*input).output().expect("it runs");
        let (stdout, stderr) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert_eq!((stdout.trim_end(), run.status.code()), (*out, Some(*status)), "{args:?}: {stderr}");
        assert!(err.iter().all(|words| stderr.contains(words)), "{args:?}: {stderr}");
    }
}

/// No files.
pub(crate) const NO_FILES: &[(&str, &str)] = &[];

/// Runs a command line in a folder: standard output, standard error and status.
pub(crate) fn run(folder: &Path, args: &[&str], input: &str) -> (String, String, i32) {
    let run = jmend("").args(args).current_dir(folder).write_stdin(input).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&run.stdout), text(&run.stderr), run.status.code().expect("a status"))
}
