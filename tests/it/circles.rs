//! No circle between modules: what a module of `core`, `report` or `cli` names of others leads nowhere back.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module by its path in the crate: `core/json`, `report`.
type Module = String;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The modules that a path leads to: several where it ends in `core::{a, b}`. A path within one module leads nowhere.
fn modules(path: &[&str], rest: &str) -> Vec<Module> {
    match path {
        ["core"] => {
            let group = rest.strip_prefix('{').and_then(|rest| rest.split('}').next()).unwrap_or_default();
            let names = group.split(',').filter_map(|name| name.trim().split("::").next());
            names.filter(|name| !name.is_empty()).map(in_core).collect()
        }
        ["core", name, ..] => vec![in_core(name)],
        [name @ ("cli" | "report"), ..] => vec![(*name).to_owned()],
        _ => Vec::new(),
    }
}

fn in_core(name: &str) -> Module {
    format!("core/{name}")
}

/// What the code of a file names, outside of its tests.
fn named(file: &[&str], code: &str) -> BTreeSet<Module> {
    let code: String =
        code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut named = BTreeSet::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for (at, _) in code.match_indices("crate::").chain(code.match_indices("super::")) {
        let begins = !code[..at].ends_with(|c: char| is_word(c) || c == ':');
        let (mut path, mut rest) = (file.to_vec(), &code[at..]);
        while begins
            && let Some((word, behind)) = rest.split_once("::").filter(|(word, _)| word.chars().all(is_word))
        {
            match word {
                "crate" => path.clear(),
                "super" => drop(path.pop()),
                word => path.push(word),
            }
            rest = behind;
        }
        if begins {
            let last = rest.split(|c| !is_word(c)).next().unwrap_or_default();
            path.extend((!last.is_empty()).then_some(last));
            named.extend(modules(&path, rest));
        }
    }
    named
}

/// A way from `at` back to a module on `way`.
fn circle(
    edges: &BTreeMap<Module, BTreeSet<Module>>,
    at: &Module,
    way: &mut Vec<Module>,
    done: &mut BTreeSet<Module>,
) -> bool {
    if way.contains(at) {
        way.push(at.clone());
        return true;
    }
    if !done.insert(at.clone()) {
        return false;
    }
    way.push(at.clone());
    if edges.get(at).into_iter().flatten().any(|next| circle(edges, next, way, done)) {
        return true;
    }
    way.pop();
    false
}

#[test]
fn modules_depend_on_each_other_in_no_circle() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&source, &mut found);
    let mut edges: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for file in found {
        let path = file.strip_prefix(&source).expect("in src").with_extension("");
        let mut path: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
        path.retain(|part| !matches!(*part, "mod" | "lib" | "main"));
        let text = fs::read_to_string(&file).expect("UTF-8");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for from in modules(&path, "") {
            let others = named(&path, code).into_iter().filter(|other| *other != from);
            edges.entry(from.clone()).or_default().extend(others);
        }
    }
    assert!(edges["core/json"].is_empty(), "the ground stands on nothing: {:?}", edges["core/json"]);
    assert!(edges["core/keys"].contains("core/json"), "the names are read");
    let (mut way, mut done) = (Vec::new(), BTreeSet::new());
    let is_circle = edges.keys().any(|module| circle(&edges, module, &mut way, &mut done));
    assert!(!is_circle, "a circle: {}", way.join(" → "));
}
