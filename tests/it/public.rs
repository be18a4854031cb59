//! The public surface of the library is `fixtures/public.txt`: read from the `pub use` lines of `src/lib.rs` and the
//! definitions they lead to. `JMEND_WRITE=1 cargo test --test it public` writes it anew; a line that goes or changes is
//! a break for those who depend on the library.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Items at the root at the most: enough for all that the library does, few enough to read.
const MOST_ITEMS: usize = 69;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// The files of the library, apart from the program, by their paths below `src` without an ending.
fn sources(folder: &Path, module: &str, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let module = format!("{module}{}::", path.file_stem().expect("a name").to_string_lossy());
        if path.is_dir() && !path.ends_with("cli") && !path.ends_with("report") {
            sources(&path, &module, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("UTF-8");
            found.push((module, text));
        }
    }
}

/// The names that `src/lib.rs` makes public with the modules they come from, without those that it hides.
fn names(lib: &str) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for (at, word) in lib.match_indices("pub use crate::") {
        let path = lib[at + word.len()..].split(';').next().unwrap_or_default();
        if lib[..at].ends_with("#[doc(hidden)]\n") {
            continue;
        }
        let (module, list) = path.split_once("::{").or_else(|| path.rsplit_once("::")).expect("a path");
        let list = list.trim_end_matches(['}', '\n', ' ']).split(',').map(str::trim);
        names.extend(
            list.filter(|name| !name.is_empty()).map(|name| (name.to_owned(), format!("{module}::"))),
        );
    }
    names
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The lines from `at` to where their block closes, or to the end of a statement.
fn block<'t>(lines: &[&'t str], at: usize) -> Vec<&'t str> {
    let margin = indent(lines[at]);
    let mut block = vec![lines[at]];
    if !lines[at].ends_with(['{', '(']) {
        return block;
    }
    for line in &lines[at + 1..] {
        block.push(line);
        if !line.trim().is_empty() && indent(line) <= margin && !line.trim_end().ends_with(") -> Self {") {
            break;
        }
    }
    block
}

/// A signature in one line, from `at` to its body.
fn signature(lines: &[&str], at: usize) -> String {
    let mut text = String::new();
    for line in &lines[at..] {
        text.push_str(line.trim());
        if line.ends_with(['{', ';', '}']) {
            break;
        }
        text.push(' ');
    }
    let end = [" {", " = ", "("]
        .iter()
        .filter_map(|end| text.find(end).filter(|_| *end != "(" || !text.contains(" fn ")));
    let end = end.min().unwrap_or(text.len());
    text[..end].trim_end_matches(';').replace("( ", "(").replace(", )", ")")
}

/// Is the item at `at` hidden, or for the project's own tests?
fn is_hidden(lines: &[&str], at: usize) -> bool {
    let before = lines[..at].iter().rev().take_while(|line| line.trim().starts_with(['#', '/']));
    before
        .into_iter()
        .any(|line| line.contains("doc(hidden)") || line.contains("cfg(feature = \"internal\")"))
}

/// Does a line define the type or function `name`?
fn defines(line: &str, name: &str) -> bool {
    ["fn", "struct", "enum", "const", "static"].iter().any(|kind| {
        let line = if *kind == "fn" { line } else { line.trim_start() };
        let rest = line.strip_prefix("pub ").and_then(|rest| rest.strip_prefix(kind));
        let rest = rest.and_then(|rest| rest.strip_prefix(' ')).and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

/// The type that a line begins the methods of, and the trait where it is one.
fn implemented(line: &str) -> Option<(String, Option<String>)> {
    let rest = line.trim_start().strip_prefix("impl")?;
    let rest = rest.strip_prefix('<').and_then(|rest| rest.split_once("> ")).map_or(rest, |(_, rest)| rest);
    let rest = rest.trim_start().strip_suffix('{')?.trim();
    let name = |path: &str| path.split('<').next().unwrap_or_default().trim_start_matches('&').to_owned();
    Some(match rest.split_once(" for ") {
        Some((of, for_type)) => (name(for_type.trim_start_matches("&'d ")), Some(of.to_owned())),
        None => (name(rest), None),
    })
}

/// What is public of each name.
fn surface(names: &BTreeMap<String, String>) -> BTreeMap<String, Vec<String>> {
    let mut files = Vec::new();
    sources(&root().join("src"), "", &mut files);
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (module, file) in &files {
        let own = |name: &str| names.get(name).is_some_and(|of| module.starts_with(of.as_str()));
        // The library adds methods to types of the core.
        let is_root = ["api::", "error::", "options::"].contains(&module.as_str());
        let lines: Vec<_> = file.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            if let Some(name) = names.keys().find(|name| own(name) && defines(line, name)) {
                let entry = found.entry(name.clone()).or_default();
                entry.insert(0, signature(&lines, at));
                let inner = block(&lines, at);
                let is_enum = line.contains("pub enum ");
                let members = inner.iter().skip(1).map(|line| line.trim()).filter(|line| {
                    line.starts_with("pub ") || (is_enum && line.starts_with(|c: char| c.is_uppercase()))
                });
                if !line.contains(" fn ") {
                    entry.extend(members.map(|line| format!("    {}", line.trim_end_matches(','))));
                }
                // Codes are rows of a table, from which a macro makes the enum.
                let rows = lines
                    .iter()
                    .filter(|row| is_enum && inner.len() == 1 && row.contains("\": \"") && indent(row) == 4);
                entry.extend(rows.filter_map(|row| Some(format!("    {}", row.split_whitespace().next()?))));
            } else if let Some((name, of)) =
                implemented(line).filter(|(name, _)| names.contains_key(name) && (own(name) || is_root))
            {
                let entry = found.entry(name).or_default();
                if let Some(of) = of {
                    entry.push(format!("    impl {of}"));
                    continue;
                }
                let inner = block(&lines, at);
                for (index, line) in inner.iter().enumerate() {
                    let is_public =
                        line.trim().starts_with("pub fn ") || line.trim().starts_with("pub const ");
                    if is_public && !is_hidden(&inner, index) {
                        entry.push(format!("    {}", signature(&inner, index)));
                    }
                }
            }
        }
    }
    found
}

#[test]
fn the_public_surface_is_the_one_that_is_written_down() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs");
    let names = names(&lib);
    assert!(names.len() > 20 && names.len() <= MOST_ITEMS, "{} public items", names.len());
    let surface = surface(&names);
    let mut text = String::new();
    for name in names.keys() {
        let lines = surface.get(name).unwrap_or_else(|| panic!("{name} is defined nowhere"));
        assert!(lines[0].starts_with("pub "), "{name}: {lines:?}");
        let mut rest = lines[1..].to_vec();
        rest.sort();
        let _ = writeln!(text, "{}", lines[0]);
        for line in rest {
            let _ = writeln!(text, "{line}");
        }
    }
    let path = root().join("fixtures/public.txt");
    if std::env::var_os("JMEND_WRITE").is_some() {
        fs::write(&path, &text).expect("it can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == text,
        "fixtures/public.txt is not what is public now: JMEND_WRITE=1 cargo test --test it public"
    );
}
