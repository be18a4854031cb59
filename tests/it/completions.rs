//! The committed completions at work in bash: codes and formats come from the flags, names of tools from the file on the
//! command line, and nothing in that file is ever run.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

/// What bash offers for the last of these words.
fn offers(words: &[&str], folder: &Path) -> Vec<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("completions/jmend.bash");
    let quoted: Vec<_> = words.iter().map(|word| format!("'{word}'")).collect();
    let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
    let run = format!(
        "source '{}'; COMP_WORDS=({}); COMP_CWORD={}; COMP_LINE='{}'; COMP_POINT=${{#COMP_LINE}}\n\
         $(complete -p jmend | sed 's/.*-F \\([^ ]*\\).*/\\1/') jmend '{last}' '{before}'\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script.display(),
        quoted.join(" "),
        words.len() - 1,
        words.join(" "),
    );
    let path = format!(
        "{}:{}",
        cargo_bin!("jmend").parent().expect("a folder").display(),
        std::env::var("PATH").expect("a PATH")
    );
    let output = Command::new("bash")
        .args(["-c", &run])
        .env("PATH", path)
        .current_dir(folder)
        .output()
        .expect("bash runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut offers: Vec<_> = text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    offers.sort();
    offers
}

/// Every framing.
const CLOSED: &[&str] = &["cri", "docker", "document", "lines", "nul", "strings"];

#[test]
fn bash_completes_commands_codes_formats_and_tools() {
    let folder = tempfile::tempdir().expect("a directory");
    fs::write(
        folder.path().join("tools.json"),
        r#"[{"name":"search"},{"name":"fetch"},{"name":"$(touch x)"}]"#,
    )
    .expect("written");
    for (words, due) in [
        (&["jmend", "norm"][..], &["normalize"][..]),
        (
            &["jmend", "rule", "missing-c"],
            &["missing-close", "missing-close-quote", "missing-closer", "missing-colon", "missing-comma"],
        ),
        (&["jmend", "check", "--format", "s"], &["sarif"]),
        // The short form of `repair`, and values after `=`, which bash takes for a word of its own.
        (&["jmend", "--pret"], &["--pretty"]),
        (&["jmend", "--framing", "=", "d"], &["docker", "document"]),
        (&["jmend", "calls", "--framing", "="], CLOSED),
        (&["jmend", "check", "--format=s"], &["--format=sarif"]),
        (&["jmend", "preview", "--tools", "tools.json", "--tool", ""], &["fetch", "search"]),
        (&["jmend", "preview", "--tools", "tools.json", "--tool", "se"], &["search"]),
    ] {
        assert_eq!(offers(words, folder.path()), due, "{words:?}");
    }
    assert!(!folder.path().join("x").exists(), "a name was run");
}
