//! `docs/keys.md` is true: every command of its `console` blocks is run and prints what stands there.

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

#[test]
fn every_example_of_the_page_prints_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("docs/keys.md")).expect("the page");
    let folder = cargo_bin!("jmend").parent().expect("a directory");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("a PATH"));
    let blocks = text.split("```console\n").skip(1).map(|rest| rest.split("```").next().expect("a block"));
    let examples: Vec<_> = blocks.flat_map(|block| block.split("$ ").skip(1)).collect();
    assert!(examples.len() >= 16, "{}", examples.len());
    let mut wrong = Vec::new();
    for example in examples {
        let (command, expected) = example.split_once('\n').expect("a command and its output");
        let run = Command::new("bash").args(["-c", command]).env("PATH", &path).output().expect("bash runs");
        let printed = String::from_utf8_lossy(&run.stdout);
        if printed != expected {
            wrong.push(format!("{command}\n{printed}instead of\n{expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
