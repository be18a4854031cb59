//! Files that are made from the program's own tables: completions, manual pages, the references of fix codes and keys, the
//! tables of formats and notations. They are committed, and this says when they are not what the program would make now.
//! `JMEND_WRITE=1 cargo test --test it generated` makes them anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use jmend::cli::config::keys::{KEYS, Place};
use jmend::core::calls::{CallCode, FORMATS};
use jmend::core::programs::describe;
use jmend::core::repair::engine::{Code, NOTATIONS, Notation, Strategy};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// What the program prints.
fn jmend(args: &[&str]) -> Vec<u8> {
    let output = Command::new(cargo_bin!("jmend")).args(args).output().expect("it runs");
    assert!(output.status.success(), "jmend {args:?}");
    output.stdout
}

/// Compares a file with what it should be, or writes it where that is asked for.
fn check(file: &str, due: &[u8]) {
    let path = root().join(file);
    if std::env::var_os("JMEND_WRITE").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(&path, due).expect("it can be written");
    }
    let is = fs::read(&path).unwrap_or_default();
    assert!(
        is == due,
        "{file} is not what the program makes now: JMEND_WRITE=1 cargo test --test it generated"
    );
}

#[test]
fn completions_are_those_of_the_program() {
    for (shell, file) in [
        ("bash", "jmend.bash"),
        ("zsh", "_jmend"),
        ("fish", "jmend.fish"),
        ("powershell", "_jmend.ps1"),
        ("elvish", "jmend.elv"),
    ] {
        check(&format!("completions/{file}"), &jmend(&["completions", shell]));
    }
}

#[test]
fn manual_pages_are_those_of_the_program() {
    let folder = tempfile::tempdir().expect("a directory");
    jmend(&["man", folder.path().to_str().expect("a path")]);
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .expect("pages")
        .map(|entry| entry.expect("a page").file_name().into_string().expect("a name"))
        .collect();
    names.sort();
    assert!(
        names.contains(&"jmend.1".to_owned()) && names.contains(&"jmend-repair.1".to_owned()),
        "{names:?}"
    );
    for name in &names {
        check(&format!("man/{name}"), &fs::read(folder.path().join(name)).expect("a page"));
    }
    let committed = fs::read_dir(root().join("man")).expect("pages").count();
    assert_eq!(committed, names.len(), "man/ holds pages of commands that are gone");
}

/// Markdown code in a table: a bar would end the cell, line ends and odd spaces are shown as escapes.
fn code(text: &str) -> String {
    let shown: String = text
        .chars()
        .map(|c| match c {
            '\n' => "⏎".to_owned(),
            '\t' => "⇥".to_owned(),
            '|' => "\\|".to_owned(),
            c if c != ' ' && (c.is_whitespace() || c == '\u{feff}') => format!("\\u{{{:x}}}", u32::from(c)),
            c => c.to_string(),
        })
        .collect();
    let fence = "`".repeat(if shown.contains("```") {
        4
    } else if shown.contains('`') {
        2
    } else {
        1
    });
    let pad = if shown.starts_with('`') || shown.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{shown}{pad}{fence}")
}

/// The reference of fix codes.
fn reference() -> String {
    let mut text = "# Fix codes

`JMEND_WRITE=1 cargo test --test it generated` makes this page from the program's table; do not edit. A test repairs
every example. `jmend explain --code CODE` shows one row, with its strategy.

[Risk](../guide/risk.md#risk) explains the risks. ⏎ is a line end, ⇥ a tab.

| code | what was wrong, and what is done | risk | example | becomes |
|---|---|---|---|---|
"
    .to_owned();
    for about in Code::ALL.iter().map(|code| code.about()) {
        let risk = about.risk.name();
        let (before, after) = if about.before == about.after {
            (String::new(), String::new())
        } else {
            (code(about.before), code(about.after))
        };
        let (name, summary) = (about.name, about.summary);
        writeln!(text, "| `{name}` | {summary} | {risk} | {before} | {after} |").expect("memory");
    }
    text += "
## In tool calls

`jmend calls` also reports these:

| code | what was wrong, and what is done | risk |
|---|---|---|
";
    for code in CallCode::ALL {
        writeln!(text, "| `{}` | {} | {} |", code.name(), code.summary(), code.risk()).expect("memory");
    }
    text
}

#[test]
fn the_reference_of_fix_codes_is_the_table() {
    assert!(Code::ALL.iter().all(|code| code.about().strategy != Strategy::Failed));
    check("docs/reference/fixes.md", reference().as_bytes());
}

/// The reference of configuration keys.
fn keys() -> String {
    let mut text = "# Configuration keys

`JMEND_WRITE=1 cargo test --test it generated` makes this page from the program's table; do not edit. The last column says what
becomes of a key in a `jmend.toml` that jmend found, and that neither `--config` nor `--provider` named.
[Configuration](../guide/configuration.md) explains which file is read and what wins.

| key | top | `[providers.NAME]` | `[tools.NAME]` | `[check]` | value | default | in a file that was found |
|---|---|---|---|---|---|---|---|
"
    .to_owned();
    for about in KEYS.about() {
        let places = Place::ALL.map(|place| if about.places.contains(&place) { " yes |" } else { " |" });
        let (name, meaning, default, found) = (about.name, about.meaning, about.default, about.found.words());
        let places = places.concat();
        writeln!(text, "| `{name}` |{places} {meaning} | {default} | {found} |").expect("memory");
    }
    text += "
Some names come from a Python library. Two of its defaults are reversed here: a filter logs nothing unless asked, and its
status reports a failed repair. Its table `provider_overrides` is `[providers.NAME]`.
";
    text
}

#[test]
fn the_reference_of_configuration_keys_is_the_table() {
    check("docs/reference/configuration.md", keys().as_bytes());
}

/// Compares the one table with this header in a page with what it should be, or writes it where that is asked for.
fn check_table(file: &str, header: &str, rows: &[String]) {
    let page = fs::read_to_string(root().join(file)).expect("the page");
    let start = page.find(header).expect("the header") + header.len();
    let (before, rest) = page.split_at(start);
    let is_row = |line: &&str| line.starts_with('|');
    // The line of dashes below the header stays.
    let rule = rest.split_inclusive('\n').nth(1).expect("a line of dashes");
    let after: String = rest.split_inclusive('\n').skip(1).skip_while(is_row).collect();
    check(file, format!("{before}\n{rule}{}{after}", rows.concat()).as_bytes());
}

#[test]
fn the_reference_of_formats_is_the_table() {
    let rows: Vec<_> =
        FORMATS.iter().map(|format| format!("| `{}` | {} |\n", format.id, format.models)).collect();
    check_table("docs/reference/formats.md", "| name | written by |", &rows);
}

#[test]
fn the_reference_of_notations_is_the_table() {
    let row = |notation: &Notation| {
        let example = notation.example.split_whitespace().collect::<Vec<_>>().join(" ");
        format!(
            "| `{}` | {} | {} | {} |\n",
            notation.name,
            notation.about,
            code(&example),
            notation.ambiguity
        )
    };
    let rows: Vec<_> = NOTATIONS.iter().map(row).collect();
    let header = "| `--from` | What writes so | Example | What it cannot tell apart |";
    check_table("docs/reference/notations.md", header, &rows);
}

#[test]
fn the_reference_of_operations_is_the_table() {
    let file = "docs/reference/operations.md";
    let page = fs::read_to_string(root().join(file)).expect("the page");
    let (before, rest) = page.split_once("<!-- reference -->\n").expect("a reference");
    let (_, after) = rest.split_once("<!-- /reference -->").expect("its end");
    let reference = describe::reference();
    let due = format!("{before}<!-- reference -->\n\n{reference}\n<!-- /reference -->{after}");
    check(file, due.as_bytes());
}
