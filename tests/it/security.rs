//! What SECURITY.md and the threat model name is there: each claim has a test and a day, and each dependency with `unsafe` is
//! listed with its reason.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::dependencies::{metadata, needed, text};

/// Lines of docs/evidence/hostile.md.
const HOSTILE_LINES: std::ops::RangeInclusive<usize> = 1..=98;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// All files below a folder with this extension.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let (mut open, mut found) = (Vec::from([folder.to_path_buf()]), Vec::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|is| is == extension) {
                found.push(path);
            }
        }
    }
    found
}

/// Names of the functions of the integration tests.
fn functions() -> BTreeSet<String> {
    let sources = files(&root().join("tests/it"), "rs");
    let texts = sources.iter().map(|path| fs::read_to_string(path).expect("a source"));
    let of_text = |text: String| {
        let names = text.split("\nfn ").skip(1).filter_map(|rest| rest.split('(').next().map(str::to_owned));
        names.collect::<Vec<_>>()
    };
    texts.flat_map(of_text).collect()
}

/// What is wrong with a row `| threat | protection | shown by | last run |`.
fn wrong_with(row: &str, functions: &BTreeSet<String>) -> Vec<String> {
    let cells: Vec<_> = row.trim_matches('|').split(" | ").map(str::trim).collect();
    let [threat, _, shown_by, day] = cells[..] else { return Vec::from([format!("{} cells", cells.len())]) };
    let mut wrong = Vec::new();
    let is_there = |name: &&str| {
        functions.contains(*name)
            || root().join(format!("fuzz/fuzz_targets/{name}.rs")).is_file()
            || root().join(name).is_file()
    };
    let names: Vec<_> = shown_by.split('`').skip(1).step_by(2).collect();
    wrong.extend(names.iter().filter(|name| !is_there(name)).map(|name| format!("there is no {name}")));
    let lines = shown_by.split(['`', ' ', ',', ';']).filter_map(|word| word.parse::<usize>().ok());
    let lines: Vec<_> = lines.collect();
    wrong.extend(
        lines.iter().filter(|line| !HOSTILE_LINES.contains(line)).map(|line| format!("no line {line}")),
    );
    if names.is_empty() && lines.is_empty() {
        wrong.push("nothing shows it".to_owned());
    }
    let is_day = day.len() == 10 && day.split('-').all(|part| part.parse::<u32>().is_ok());
    wrong.extend((!is_day).then(|| format!("{day:?} is no day")));
    wrong.into_iter().map(|what| format!("{threat}: {what}")).collect()
}

#[test]
fn each_claim_has_a_test_and_a_day() {
    let functions = functions();
    for (name, head, least) in
        [("SECURITY.md", "| threat | ", 12), ("docs/evidence/threat-model.md", "| subject | ", 8)]
    {
        let page = page(name);
        let (_, table) = page.split_once(head).expect("the table");
        let rows: Vec<_> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
        assert!(rows.len() >= least, "only {} claims in {name}", rows.len());
        let wrong: Vec<_> = rows.iter().flat_map(|row| wrong_with(row, &functions)).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
    for bad in [
        "| a | b | `nothing_of_this_name` | 2026-11-26 |",
        "| a | b | line 99 | 2026-11-26 |",
        "| a | b | | x |",
    ] {
        assert!(!wrong_with(bad, &functions).is_empty(), "{bad}");
    }
}

/// Has a crate code that the compiler does not check?
fn has_unsafe(folder: &Path) -> bool {
    files(&folder.join("src"), "rs").iter().any(|path| {
        let source = String::from_utf8_lossy(&fs::read(path).expect("a source")).into_owned();
        let code = source.lines().map(|line| line.split("//").next().unwrap_or_default());
        let mut code = code.flat_map(|line| line.split("unsafe ").skip(1).map(str::trim_start));
        code.any(|rest| ["{", "fn ", "impl", "extern ", "trait "].iter().any(|word| rest.starts_with(word)))
    })
}

#[test]
fn each_dependency_with_unsafe_is_listed() {
    let metadata = metadata();
    let needed = needed(&metadata).1;
    let packages = metadata["packages"].as_array().expect("packages");
    let is_macro = |package: &&Value| {
        package["targets"].as_array().into_iter().flatten().any(|target| target["kind"][0] == "proc-macro")
    };
    let macros: Vec<_> = packages.iter().filter(is_macro).map(|package| text(package, "name")).collect();
    assert!(macros.contains(&"clap_derive"), "{macros:?}");
    // These run where jmend is built.
    let builds = ["proc-macro2", "syn", "unicode-ident"];
    let mut has: BTreeSet<&str> = packages
        .iter()
        .filter(|package| needed.contains(text(package, "id")))
        .filter(|package| {
            let manifest = Path::new(text(package, "manifest_path"));
            has_unsafe(manifest.parent().expect("a folder"))
        })
        .map(|package| text(package, "name"))
        .collect();
    has.retain(|name| !macros.contains(name) && !builds.contains(name));
    let model = page("docs/evidence/threat-model.md");
    let (_, lists) = model.split_once("## Unsafe code").expect("the lists");
    let cells = lists.lines().filter_map(|line| {
        let row = line.strip_prefix("| ").and_then(|row| row.split(" | ").next());
        row.filter(|first| *first != "crate")
            .or_else(|| line.strip_prefix("- "))
            .or_else(|| line.strip_prefix("  "))
    });
    let words = cells.flat_map(|cell| cell.split([',', ' ', ';', '.', ':', '|']));
    let listed: BTreeSet<_> =
        words.filter(|word| packages.iter().any(|package| text(package, "name") == *word)).collect();
    assert_eq!(listed, has, "docs/evidence/threat-model.md lists the first");
}

/// A tag of an action can be moved to other code; a commit cannot.
#[test]
fn actions_are_pinned_by_commit() {
    let uses = [".github/workflows/release.yml", "action.yml"].map(page).concat();
    let uses: Vec<_> =
        uses.lines().filter_map(|line| line.trim().trim_start_matches("- ").strip_prefix("uses: ")).collect();
    assert!(uses.len() > 15, "{} actions", uses.len());
    for action in uses {
        let commit =
            action.split_once('@').map_or("", |(_, rest)| rest.split(' ').next().unwrap_or_default());
        let is_commit = commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(is_commit && action.contains(" # v"), "{action}");
    }
}
