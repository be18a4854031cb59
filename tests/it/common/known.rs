//! Cases that are known to fail, listed by id in a file: a test fails when another one fails, and when a listed one is right.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What a line says after the id where the report does not show that the value may be wrong: the worst outcome for a
/// program that relies on the report.
pub(crate) const SILENT: &str = " silent";

/// `failing` holds the line of each case that fails, with what there is to show of it. `JMEND_WRITE=1` writes the file
/// anew: a line that was added is a case that was right before.
#[track_caller]
pub(crate) fn only_known_cases_fail(file: &str, failing: &BTreeMap<String, String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("JMEND_WRITE").is_some() {
        let list: Vec<_> = failing.keys().flat_map(|line| [line.as_str(), "\n"]).collect();
        fs::write(&path, list.concat()).expect("it can be written");
    }
    let list = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let known: Vec<&str> = list.lines().collect();
    assert!(known.is_sorted(), "{file} is not sorted");
    let is_known =
        |line: &str| known.iter().any(|known| *known == line || known.strip_suffix(SILENT) == Some(line));
    let new: Vec<_> = failing.iter().filter(|(line, _)| !is_known(line)).collect();
    let better: Vec<_> = known.iter().filter(|line| !failing.contains_key(**line)).collect();
    assert!(new.is_empty(), "these cases are worse than {file} says: {new:#?}");
    assert!(
        better.is_empty(),
        "{file} lists cases that are better now: {better:?}; write it anew with JMEND_WRITE=1"
    );
}
