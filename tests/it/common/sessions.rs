//! Pages whose `console` blocks are true: each page is one shell session, and every command prints what stands below it.

use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

/// What separates the outputs of two commands.
const MARK: &str = "\u{1}\n";
const PRINT_MARK: &str = r"printf '\001\n'";

/// Programs that a reader may have, and that not every machine has.
const TOOLS: [&str; 3] = ["jq ", "node ", "python3 "];

pub(crate) fn needs_a_tool(command: &str) -> bool {
    TOOLS.iter().any(|tool| command.contains(tool))
}

/// Runs the commands of a page that need jmend alone. Those that need more are run with all others of their page by
/// `docs.rs`.
#[track_caller]
pub(crate) fn page_is_true(page: &str) {
    let mut examples = examples(page);
    examples.retain(|(command, _)| !needs_a_tool(command));
    assert!(!examples.is_empty(), "{page} has no examples");
    print_what_they_say(page, &examples);
}

/// Runs commands in one shell at the root of the project, and compares what each prints. With `JMEND_WRITE` in the
/// environment the page takes over what they print.
#[track_caller]
pub(crate) fn print_what_they_say(page: &str, examples: &[(String, String)]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script: String =
        examples.iter().flat_map(|(command, _)| [command.as_str(), "\n", PRINT_MARK, "\n"]).collect();
    let folder = cargo_bin!("jmend").parent().expect("a folder").to_path_buf();
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(folder).chain(std::env::split_paths(&old)));
    let run = Command::new("bash")
        .args(["-c", &script])
        .current_dir(root)
        .env("PATH", path.expect("a PATH"))
        .env_remove("CLICOLOR_FORCE")
        .env_remove("JMEND_LOG")
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .stdin(Stdio::null())
        .output()
        .expect("bash runs");
    let printed = String::from_utf8_lossy(&run.stdout);
    let printed: Vec<_> = printed.split(MARK).collect();
    assert_eq!(printed.len(), examples.len() + 1, "{page}: a command ended the shell");
    for ((command, expected), printed) in examples.iter().zip(printed) {
        if printed != expected && std::env::var_os("JMEND_WRITE").is_some() {
            let text = std::fs::read_to_string(root.join(page)).expect("the page");
            let (old, new) = (format!("$ {command}\n{expected}"), format!("$ {command}\n{printed}"));
            std::fs::write(root.join(page), text.replacen(&old, &new, 1)).expect("written");
            continue;
        }
        assert_eq!(printed, expected, "{page}: $ {command}\n{}", String::from_utf8_lossy(&run.stderr));
    }
}

/// Pages outside of `docs/`.
pub(crate) const OTHER_PAGES: [&str; 8] = [
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "capi/README.md",
    "node/README.md",
    "packaging/README.md",
    "python/README.md",
    "python/json_repair.md",
];

/// The pages of `docs/`, by their paths from the root of the project.
pub(crate) fn pages() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut folders, mut pages) = (vec![root.join("docs")], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of docs") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(
                    path.strip_prefix(root).expect("a page of the project").to_string_lossy().into_owned(),
                );
            }
        }
    }
    pages.sort();
    pages
}

fn text_of(page: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// Counts the words of a page, as `wc -w` does.
pub(crate) fn words(page: &str) -> usize {
    text_of(page).split_whitespace().count()
}

/// The lines of each fenced block of a page in one language.
pub(crate) fn blocks(page: &str, language: &str) -> Vec<Vec<String>> {
    let (mut blocks, mut is_block) = (Vec::<Vec<String>>::new(), false);
    for line in text_of(page).lines() {
        if let Some(fence) = line.strip_prefix("```") {
            is_block = !is_block && fence == language;
            if is_block {
                blocks.push(Vec::new());
            }
        } else if is_block && let Some(block) = blocks.last_mut() {
            block.push(line.to_owned());
        }
    }
    blocks
}

/// Commands that stand in no fence, so that no session runs them.
pub(crate) fn indented_commands(page: &str) -> Vec<String> {
    text_of(page)
        .lines()
        .filter(|line| line.trim_start() != *line && line.trim_start().starts_with("$ "))
        .map(str::to_owned)
        .collect()
}

/// The commands of the `console` blocks of a page, each with what it must print.
pub(crate) fn examples(page: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    for line in blocks(page, "console").into_iter().flatten() {
        if let Some(command) = line.strip_prefix("$ ") {
            examples.push((command.to_owned(), String::new()));
        } else if let Some((_, output)) = examples.last_mut() {
            output.push_str(&line);
            output.push('\n');
        }
    }
    examples
}
