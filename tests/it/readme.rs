//! The README is true: every command of its `console` blocks is run, in order, and prints what stands there.

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

/// A command and what it must print, with the line it stands on.
struct Example {
    line: usize,
    command: String,
    output: String,
}

/// The examples of the blocks fenced as `console`: `$ ` begins a command, the lines after it are its output.
fn examples(text: &str) -> Vec<Example> {
    let (mut examples, mut inside) = (Vec::<Example>::new(), false);
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            let command = command.to_owned();
            examples.push(Example { line: index + 1, command, output: String::new() });
        } else if inside {
            let example = examples.last_mut().expect("a block begins with a command");
            example.output.push_str(line);
            example.output.push('\n');
        }
    }
    examples
}

#[test]
fn every_example_of_the_readme_prints_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let examples = examples(&text);
    assert!(examples.len() >= 11, "the main job and ten examples, not {}", examples.len());
    let folder = cargo_bin!("jmend").parent().expect("a directory");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("a PATH"));
    let wrong: Vec<_> = examples
        .iter()
        .filter_map(|Example { line, command, output }| {
            // The binary that was built for the tests stands in for building it again.
            let command = command.replace("cargo run --release --quiet --", "jmend");
            let run = Command::new("bash")
                .args(["-c", &command])
                .current_dir(root)
                .env("PATH", &path)
                // Whoever runs the tests may have settings, which are none of the reader's.
                .env_remove("JMEND_LOG")
                .env("XDG_CONFIG_HOME", "/nonexistent")
                .output()
                .expect("bash runs");
            let printed = String::from_utf8_lossy(&run.stdout);
            (printed != *output)
                .then(|| format!("README.md:{line}: {command}\n{printed}instead of\n{output}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
