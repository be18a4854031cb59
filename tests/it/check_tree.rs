//! `jmend check` over a tree as repositories have it: what is valid in its dialect is neither reported nor changed, what is
//! broken is found, and comments survive every fix.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::jmend;

/// Says what becomes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Nothing is wrong with it, or it is no JSON.
    Valid,
    /// It is broken, and `--fix` repairs it.
    Certain,
    /// It is broken, and `--unsafe-fixes` repairs it.
    Inferred,
    /// It is broken and stays so.
    Left,
}

use Fate::{Certain, Inferred, Left, Valid};

type Text = (&'static str, Fate);

/// Lists names, and what files of these names hold. `{tab}` is a tab.
const KINDS: &[(&[&str], &[Text])] = &[
    // JSON with comments, by the custom of the programs that read such files.
    (
        &[
            ".eslintrc",
            ".eslintrc.json",
            ".jscsrc",
            ".jshintrc",
            ".swcrc",
            ".devcontainer/devcontainer.json",
            ".vscode/extensions.json",
            ".vscode/launch.json",
            ".vscode/settings.json",
            ".vscode/tasks.json",
            "Project.code-workspace",
            "api-extractor.json",
            "base.tsconfig.json",
            "biome.json",
            "deno.json",
            "jsconfig.json",
            "language-configuration.json",
            "nx.json",
            "settings.jsonc",
            "tsconfig.json",
            "tsconfig.build.json",
            "tslint.json",
            "turbo.json",
        ],
        &[
            (
                "// a: one\n{\n  /* b, [two] */\n  \"url\": \"http://x/*y*/\", // c\n  \"d\": [1, 2,],\n}\n",
                Valid,
            ),
            ("{\"a\": 1}", Valid),
            ("{\r\n  // keep: 'this'\r\n  'a': true, // and {this}\r\n  \"b\": [1,],\r\n}\r\n", Certain),
            ("{\n{tab}\"a\": 1 // no, comma\n{tab}/* here */ \"b\": 2,\n}\n", Inferred),
            ("/* head\n * 'quoted', [bracket */\n[\n  \"a\", // one\n  \"b\" // two, three\n]\n", Valid),
            ("{\n  \"a\": {\n    // inner\n    \"b\": 1, // end\n  \"c\": 2, // {next}\n}\n", Inferred),
            ("\u{feff}{\n  // mark\n  'a': 1\n}\n", Certain),
            ("{\n  // lost\n  \"a\": ,\n}\n", Left),
        ],
    ),
    (
        &[".babelrc", ".babelrc.json", ".renovaterc", ".renovaterc.json", "renovate.json", "data.json5"],
        &[
            ("// one\n{a: 'b', $c: .5, d: +1, e: 0x1F, f: Infinity, g: 'it\\\nself',}\n", Valid),
            ("{a: 'b' /* no comma */ c: 1}\n", Inferred),
            ("{a: }\n", Left),
        ],
    ),
    (
        &[
            "package.json",
            "data.geojson",
            "page.webmanifest",
            "graph.jsonld",
            "scan.sarif",
            "log.har",
            ".github/a.json",
        ],
        &[
            ("{\n  \"a\": [1, 2.5e3, null],\n  \"b\": \"// no comment\"\n}\n", Valid),
            ("[]", Valid),
            ("{\n  'a': 1,\n}\n", Certain),
            ("\u{feff}{\n  'a': 1,\n}\n", Certain),
            ("\u{feff}{\n  'a': 1\n  'b': 2\n}\n", Inferred),
            ("{\n  \"a\": {\n    \"b\": 1\n  \"c\": 2\n}\n", Inferred),
            ("{\"a\": 1 // two\n}\n", Left),
            ("{\n<<<<<<< HEAD\n  \"a\": 1\n=======\n  \"a\": 2\n>>>>>>> topic\n}\n", Left),
            ("{\"a\": {{ value }}, \"b\": 1}\n", Left),
            ("{\"a\": [1", Left),
            ("", Left),
        ],
    ),
    (
        &["rows.jsonl", "rows.ndjson", "rows.jsonlines"],
        &[
            ("{\"a\": 1}\n\n{\"a\": 2}\r\n[]\n", Valid),
            ("{\"a\": 1}\n{'a': 2}\n", Certain),
            ("{\"a\": 1}\n{\"a\" 2}\n", Inferred),
            ("{\"a\": 1}\nsorry\n", Left),
        ],
    ),
    (
        &["notebook.ipynb"],
        &[
            ("{\n \"cells\": [{\"source\": [\"x = {'a': 1,}\\n\"]}],\n \"nbformat\": 4\n}\n", Valid),
            ("{\n \"cells\": [],\n \"nbformat\": 4,\n}\n", Certain),
        ],
    ),
    // Sources, pages, and settings of others, binary files, and hidden files.
    (
        &[
            "a.rs",
            "b.py",
            "c.ts",
            "README.md",
            "d.toml",
            "e.yaml",
            "f.html",
            "g.txt",
            "h.csv",
            "json",
            "Makefile",
        ],
        &[
            ("{'a': 1,}\n", Valid),
            ("```json\n{'a': 1,} // b\n```\n", Valid),
            ("[1 2\n", Valid),
            ("// {\n", Valid),
        ],
    ),
    (&["i.png", "j.so", "k.wasm"], &[("\u{0}{'a': 1,}\u{1}\u{0}", Valid)]),
    (&[".cache.json", ".git/index.json", ".hidden/a.json", "ignored/a.json"], &[("[1,]", Valid)]),
];

/// Makes the files of at most so many names of each kind, and returns their paths with what they hold.
fn tree(root: &Path, most: usize) -> Vec<(String, String, Fate)> {
    let mut files = Vec::new();
    for (names, texts) in KINDS {
        for name in names.iter().take(most) {
            for (number, (text, fate)) in texts.iter().enumerate() {
                let path = format!("{number}/{name}");
                let file = root.join(&path);
                fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
                let text = text.replace("{tab}", "\t");
                fs::write(file, &text).expect("it can be written");
                files.push((path, text, *fate));
            }
        }
    }
    fs::write(root.join(".gitignore"), "ignored/\n").expect("it can be written");
    files
}

/// Checks the tree, and returns the files with errors.
fn faulty(root: &Path, flags: &str) -> BTreeSet<String> {
    let args = format!("check --no-config --format json {flags} .");
    let output = jmend(&args).current_dir(root).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let file = |line: &str| {
        let finding: serde_json::Value = serde_json::from_str(line).expect("JSON");
        // A byte order mark is no error, and stays.
        let severity = if finding["code"] == "bom" { "warning" } else { "error" };
        assert_eq!(finding["severity"], severity, "{line}");
        (severity == "error").then(|| finding["file"].as_str().expect("a path").to_owned())
    };
    text.lines().filter_map(file).collect()
}

/// Returns the comments of a text: all that stands after `//` to the end of its line, or in `/* */`.
fn comments(text: &str) -> Vec<&str> {
    let block =
        text.match_indices("/*").filter_map(|(at, _)| text[at..].find("*/").map(|end| &text[at..at + end]));
    let line = text.lines().filter_map(|line| line.find("// ").map(|at| &line[at..]));
    block.chain(line).collect()
}

#[test]
fn a_tree_of_files_is_checked_and_fixed_in_its_dialects() {
    // Each file that changes is written to the disk, which takes its time.
    for (flags, fixed, most) in
        [("--fix", &[Certain][..], 2), ("--fix --unsafe-fixes", &[Certain, Inferred], usize::MAX)]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let files = tree(folder.path(), most);
        assert!(most < usize::MAX || files.len() >= 300, "{} files", files.len());
        let due = |is_due: &dyn Fn(Fate) -> bool| {
            let due = files.iter().filter(|(_, _, fate)| is_due(*fate));
            due.map(|(path, ..)| path.clone()).collect::<BTreeSet<_>>()
        };
        assert_eq!(faulty(folder.path(), ""), due(&|fate| fate != Valid));
        let left = due(&|fate| fate != Valid && !fixed.contains(&fate));
        assert_eq!(faulty(folder.path(), flags), left, "{flags}");
        for (path, text, fate) in &files {
            let is = fs::read_to_string(folder.path().join(path)).expect("it is there");
            assert_eq!(is != *text, fixed.contains(fate), "{path}: {is}");
            assert_eq!(comments(&is), comments(text), "{path}: {is}");
            for kept in ['\r', '\u{feff}'] {
                assert_eq!(is.contains(kept), text.contains(kept), "{path}: {is}");
            }
        }
        // What was fixed stays as it is.
        assert_eq!(faulty(folder.path(), flags), left, "{flags}");
    }
}
