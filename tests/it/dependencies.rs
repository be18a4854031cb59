//! What the dependencies may be, by `deny.toml`: licences, sources, duplicates, bans; how many there are, by
//! `SECURITY.md`; and that no code of ours is `unsafe`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Crates that the library alone may be built of.
const MOST_CRATES: usize = 20;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn metadata() -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let rustc = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let about = String::from_utf8(rustc.stdout).expect("UTF-8");
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let output = Command::new(cargo)
        .args(["metadata", "--locked", "--format-version", "1", "--filter-platform", host])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The strings of a list `name = [ … ]` in a section of `deny.toml`.
fn list(section: &str, name: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let section =
        text.split("\n[").find_map(|part| part.strip_prefix(&format!("{section}]"))).expect("the section");
    let start = section.find(&format!("\n{name} = [")).expect("the list");
    let body = &section[start..];
    let body = &body[..=body.find("\n]").or_else(|| body.find("]\n")).expect("an end")];
    let lines = body.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2)).map(str::to_owned).collect()
}

pub(crate) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

/// Is one of the alternatives of an SPDX expression allowed, each part of it?
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let plain = expression.replace('/', " OR ").replace(['(', ')'], "");
    // `AND` binds tighter than `OR`, but in `(A OR B) AND C`, where both sides must hold.
    if expression.starts_with('(') {
        return expression.split(" AND ").all(|side| is_allowed(side.trim_matches(['(', ')']), allowed));
    }
    plain.split(" OR ").any(|one| one.split(" AND ").all(|part| allowed.contains(part.trim())))
}

#[test]
fn dependencies_keep_to_the_policy() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    let others: Vec<_> = packages.iter().filter(|package| text(package, "name") != "jmend").collect();
    let (allowed, banned) = (list("licenses", "allow"), list("bans", "deny"));
    let (registries, skipped) = (list("sources", "allow-registry"), list("bans", "skip"));
    assert!(allowed.len() >= 4 && banned.len() >= 8 && registries.len() == 1, "deny.toml is read");
    let mut wrong = Vec::new();
    let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
    for package in &others {
        let (name, licence) = (text(package, "name"), text(package, "license"));
        if !is_allowed(licence, &allowed) {
            wrong.push(format!("{name} has the licence {licence:?}"));
        }
        let source = text(package, "source");
        if !source.strip_prefix("registry+").is_some_and(|url| registries.contains(url)) {
            wrong.push(format!("{name} comes from {source:?}"));
        }
        if banned.contains(name) {
            wrong.push(format!("{name} is banned"));
        }
        *versions.entry(name).or_default() += 1;
    }
    let twice: BTreeSet<_> =
        versions.iter().filter(|(_, count)| **count > 1).map(|(name, _)| (*name).to_owned()).collect();
    if twice != skipped {
        wrong.push(format!("in two versions: {twice:?}, deny.toml lists {skipped:?}"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let (direct, all) = needed(&metadata);
    let said = format!("{direct} direct dependencies, {} in all", all.len());
    let page = fs::read_to_string(root().join("SECURITY.md")).expect("SECURITY.md");
    assert!(page.contains(&said), "SECURITY.md does not say: {said}");
}

/// How many packages `Cargo.toml` names for the program, and the ids of those with all that they need.
pub(crate) fn needed(metadata: &Value) -> (usize, BTreeSet<String>) {
    let resolve = &metadata["resolve"];
    let nodes: BTreeMap<&str, &Value> =
        resolve["nodes"].as_array().expect("nodes").iter().map(|node| (text(node, "id"), node)).collect();
    let needed = |id: &str| -> Vec<String> {
        let deps = nodes[id]["deps"].as_array().into_iter().flatten();
        let normal = deps.filter(|dep| {
            dep["dep_kinds"].as_array().is_some_and(|kinds| kinds.iter().any(|k| k["kind"].is_null()))
        });
        normal.map(|dep| text(dep, "pkg").to_owned()).collect()
    };
    let mut open = needed(text(resolve, "root"));
    let direct = open.len();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    while let Some(id) = open.pop() {
        if seen.insert(id.clone()) {
            open.extend(needed(&id));
        }
    }
    (direct, seen)
}

/// What the library alone is built of, by `default-features = false`: neither a command line nor files.
#[test]
fn the_library_alone_needs_few_crates() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let args = [
        "tree",
        "--locked",
        "--offline",
        "--no-default-features",
        "--edges",
        "normal,build",
        "--prefix",
        "none",
    ];
    let output = Command::new(cargo).args(args).current_dir(root()).output().expect("cargo runs");
    let tree = String::from_utf8(output.stdout).expect("UTF-8");
    let crates: BTreeSet<_> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(crates.contains("memchr") && crates.len() < MOST_CRATES, "{crates:?}");
    assert!(!crates.contains("clap") && !crates.contains("serde_json"), "{crates:?}");
}

#[test]
fn licences_are_read_as_spdx() {
    let allowed: BTreeSet<String> = ["MIT", "Unicode-3.0"].map(str::to_owned).into();
    for (expression, good) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("MIT/Apache-2.0", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("(MIT OR Apache-2.0) AND GPL-3.0", false),
        ("MIT AND GPL-3.0", false),
        ("", false),
    ] {
        assert_eq!(is_allowed(expression, &allowed), good, "{expression}");
    }
}

/// `unsafe` is forbidden for the whole crate, which no attribute can take back; so neither a target of its own nor a run
/// under Miri is needed.
#[test]
fn unsafe_code_is_forbidden() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    assert!(manifest.contains("\nunsafe_code = \"deny\"\n"));
    let library = fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs");
    assert!(library.contains("\n#![forbid(unsafe_code)]\n"));
    let program = fs::read_to_string(root().join("src/main.rs")).expect("src/main.rs");
    assert!(!program.contains("allow("), "the program has no unsafe code of its own");
}

/// The dependencies of a manifest, each with what is asked of it, without what makes it optional.
fn dependencies(manifest: &str) -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join(manifest)).expect("a manifest");
    let sections = text.split("\n[").filter_map(|section| section.split_once("dependencies]\n"));
    let sections = sections.filter(|(name, _)| !name.ends_with("dev-"));
    let lines = sections.flat_map(|(_, body)| body.lines()).filter(|line| !line.starts_with('#'));
    let lines = lines.filter_map(|line| line.split_once(" = "));
    let asked = |said: &str| {
        let said = said.trim_matches(['{', '}', ' ']);
        let said = if said.contains(" = ") { said.to_owned() } else { format!("version = {said}") };
        let parts = said.split(", ").filter(|part| *part != "optional = true");
        parts.map(str::to_owned).collect()
    };
    lines.map(|(name, said)| (name.to_owned(), asked(said))).collect()
}

#[test]
fn the_program_of_the_packages_depends_on_what_the_program_does() {
    let (own, all) = (dependencies("program/Cargo.toml"), dependencies("Cargo.toml"));
    assert!(own.len() > 15 && own.contains_key("signal-hook"), "{own:?}");
    for (name, asked) in own.iter().filter(|(name, _)| *name != "jmend") {
        assert_eq!(Some(asked), all.get(name), "{name} in program/Cargo.toml");
    }
}
