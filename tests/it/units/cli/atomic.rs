#![cfg(target_os = "linux")]

use std::fs::{self, File};

use jmend::cli::atomic::*;
use jmend::cli::identity::Identity;

#[test]
fn what_was_appended_to_the_new_version_goes_to_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let (new, target) = (folder.path().join("new"), folder.path().join("target"));
    for (then, carried, due) in
        [("[1]\n[2]\n", true, "old\n[2]\n"), ("[1]\n", true, "old\n"), ("[3]\n[2]\n", false, "old\n")]
    {
        fs::write(&new, "[1]\n").unwrap();
        fs::write(&target, "old\n").unwrap();
        let written = Identity::of(&fs::metadata(&new).unwrap());
        let digest = digest(&File::open(&new).unwrap(), written.size()).unwrap();
        fs::write(&new, then).unwrap();
        assert_eq!(is_carried_over(&new, written, Some(digest), &target).unwrap(), carried, "{then}");
        assert_eq!(fs::read_to_string(&target).unwrap(), due, "{then}");
    }
}
