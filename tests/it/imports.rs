//! Doors between rooms open one way: the rooms of `core` have the arrows of [`DOORS`] and no other, their modules do not
//! import each other in circles, and files of `cli` only in small ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Files that may import each other within one module of `cli`.
const MOST_IN_CIRCLE: usize = 4;

/// What each node imports.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// The Rust files below a folder, by their module path (`config::file`), with their code before the unit tests.
fn files(root: &Path, module: &[String], found: &mut BTreeMap<Vec<String>, String>) {
    for entry in fs::read_dir(root).expect("a folder") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let inside = [module, std::slice::from_ref(&stem)].concat();
        if path.is_dir() {
            files(&path, &inside, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("UTF-8");
            let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
            let module = if stem == "mod" { module.to_vec() } else { inside };
            found.insert(module, lines.collect::<Vec<_>>().join(" "));
        }
    }
}

/// The paths of a `use` tree.
fn expand(prefix: &str, tree: &str, paths: &mut Vec<String>) {
    let mut depth = 0;
    for part in tree.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    }) {
        match part.trim().split_once('{') {
            Some((head, inner)) => {
                let inner = inner.rsplit_once('}').map_or(inner, |(inner, _)| inner);
                expand(&format!("{prefix}{}", head.trim()), inner, paths);
            }
            None => paths.push(format!("{prefix}{}", part.trim().split(' ').next().unwrap_or_default())),
        }
    }
}

/// All paths in a file: those of `use`, and those that begin with `super` or `crate` in its code.
fn paths(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    // A visibility names a module and imports nothing.
    let code = &code.replace("pub(in crate::", "pub(in ");
    for (at, word) in code.match_indices("use ") {
        let is_statement =
            code[..at].trim_end().ends_with([';', '}', ')']) || code[..at].trim_end().is_empty();
        if is_statement && let Some((tree, _)) = code[at + word.len()..].split_once(';') {
            expand("", tree, &mut paths);
        }
    }
    for start in ["super::", "crate::"] {
        for (at, _) in code.match_indices(start) {
            let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
            if !code[..at].ends_with(is_path) {
                paths.push(code[at..].chars().take_while(|c| is_path(*c)).collect());
            }
        }
    }
    paths
}

/// What the files below `src/{top}` import of each other.
fn imports(top: &str) -> Graph {
    let mut found = BTreeMap::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(top), &[], &mut found);
    let mut graph = Graph::new();
    for (module, code) in &found {
        let imported = graph.entry(module.join("::")).or_default();
        for path in paths(code) {
            let mut parts: Vec<_> = path.split("::").map(str::to_owned).collect();
            let mut base = module.clone();
            if parts[0] == "crate" {
                if parts.get(1).is_none_or(|part| part != top) {
                    continue;
                }
                (base, parts) = (Vec::new(), parts.split_off(2));
            }
            while parts.first().is_some_and(|part| part == "super") {
                base.pop();
                parts.remove(0);
            }
            base.append(&mut parts);
            // The longest path that is a file: what follows it is an item.
            while !base.is_empty() && !found.contains_key(&base) {
                base.pop();
            }
            if base != *module && !base.is_empty() {
                imported.insert(base.join("::"));
            }
        }
    }
    graph
}

/// All that a node leads to.
fn reached<'g>(graph: &'g Graph, from: &str) -> BTreeSet<&'g str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(node) = open.pop() {
        for next in graph.get(node).into_iter().flatten() {
            if reached.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    reached
}

/// The sets of nodes that lead to each other.
fn circles(graph: &Graph) -> BTreeSet<Vec<&str>> {
    let reach: BTreeMap<_, _> = graph.keys().map(|node| (node.as_str(), reached(graph, node))).collect();
    let circle = |node: &str| {
        let others = graph.keys().map(String::as_str);
        others.filter(|other| reach[node].contains(other) && reach[*other].contains(node)).collect::<Vec<_>>()
    };
    graph.keys().map(|node| circle(node)).filter(|circle| circle.len() > 1).collect()
}

/// The rooms of `core`, each with the rooms that it may import.
const DOORS: [(&str, &[&str]); 5] = [
    ("calls", &["json", "repair"]),
    ("json", &[]),
    ("programs", &["json"]),
    ("repair", &["json"]),
    ("results", &["calls", "json", "repair"]),
];

/// Merges the files of a graph that have the same first `depth` names: an arrow from `a::b` to `a::c` is one from `a`
/// to itself at depth 1, and is left out.
fn merged(files: &Graph, depth: usize) -> Graph {
    let head = |path: &str| path.split("::").take(depth).collect::<Vec<_>>().join("::");
    let mut merged = Graph::new();
    for (file, imported) in files {
        let module = head(file);
        let others = imported.iter().map(|path| head(path)).filter(|other| *other != module);
        merged.entry(module.clone()).or_default().extend(others.collect::<Vec<_>>());
    }
    merged
}

#[test]
fn rooms_of_core_have_doors_that_open_one_way() {
    let mut rooms = merged(&imports("core"), 1);
    // The root of `core` only names its rooms.
    rooms.remove("");
    let doors: Vec<_> = rooms.keys().map(String::as_str).collect();
    assert_eq!(doors, DOORS.map(|(room, _)| room), "the rooms of core");
    for (room, allowed) in DOORS {
        let wrong: Vec<_> = rooms[room].iter().filter(|to| !allowed.contains(&to.as_str())).collect();
        assert!(wrong.is_empty(), "{room} imports {wrong:?}");
    }
}

/// The types of errors that each room has of its own, which docs/architecture.md explains.
const ERRORS: [(&str, &[&str]); 5] = [
    ("calls", &["Refused"]),
    ("json", &["ScanError", "Fault"]),
    ("programs", &["Error"]),
    ("repair", &["Failure", "SchemaError"]),
    ("results", &[]),
];

/// Returns the types of errors in a text of code: what stands last in each `Result<…>`, without its box and its own parameters.
fn errors_of(code: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for (at, head) in code.match_indices("Result<") {
        let (mut depth, mut last) = (1, None);
        for (offset, c) in code[at + head.len()..].char_indices() {
            depth += i32::from("<([".contains(c)) - i32::from(">)]".contains(c));
            if c == ',' && depth == 1 {
                last = Some(at + head.len() + offset + 1);
            } else if depth == 0 {
                let error = last.map(|last| code[last..at + head.len() + offset].trim());
                let error = error.map(|error| error.trim_start_matches("Box<").trim_end_matches('>'));
                found.extend(error.and_then(|error| error.split('<').next()?.rsplit("::").next()));
                break;
            }
        }
    }
    found
}

#[test]
fn types_of_errors_are_those_of_the_page() {
    let mut found = BTreeMap::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/core"), &[], &mut found);
    for (room, expected) in ERRORS {
        let code: String = found
            .iter()
            .filter(|(module, _)| module.first().is_some_and(|first| first == room))
            .map(|(_, code)| code.as_str())
            .collect();
        let kinds = ["struct ", "enum "].into_iter().flat_map(|kind| code.split(kind).skip(1));
        let own: BTreeSet<_> =
            kinds.filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next()).collect();
        let errors: BTreeSet<_> = errors_of(&code).intersection(&own).copied().collect();
        assert_eq!(errors, expected.iter().copied().collect(), "errors of {room}");
    }
}

/// Lists of `calls/envelope/shapes.rs` whose members only answers of providers have.
const LISTS: [&str; 5] = ["CALLS", "TYPES", "CHOICES", "FINISHES", "PARTS"];

/// Words that are also tags in the markup of models, or words of other formats.
const COMMON: [&str; 4] = ["function_call", "summary", "tool_call", "tool_use"];

/// Files that name such members: the list of names, examples of answers, and the description of a format by a file, whose
/// fields are no members of answers.
const NAMERS: [&str; 3] =
    ["core::calls::envelope::shapes", "core::calls::formats::described", "core::calls::formats::names"];

#[test]
fn members_of_answers_are_named_in_one_place() {
    let mut found = BTreeMap::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &[], &mut found);
    let rows = jmend::core::calls::envelope::shapes::LISTS.iter().filter(|(list, _)| LISTS.contains(list));
    let names: BTreeSet<_> = rows.flat_map(|(_, rows)| rows.iter().map(|row| row.key.name())).collect();
    let names: Vec<_> = names.into_iter().filter(|name| !COMMON.contains(name)).collect();
    let is_namer = |code: &str| names.iter().any(|name| code.contains(&format!("\"{name}\"")));
    let modules = found.iter().map(|(module, code)| (module.join("::"), code));
    let wrong: Vec<_> = modules
        .filter(|(_, code)| is_namer(code))
        .map(|(module, _)| module)
        .filter(|module| !NAMERS.contains(&module.as_str()))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Circles of files in `core` that run through several folders.
fn circles_between_folders(files: &Graph) -> Vec<Vec<&str>> {
    let is_folder = |path: &str| files.keys().any(|file| file.starts_with(&format!("{path}::")));
    let folder = |file: &str| match file.rsplit_once("::") {
        _ if is_folder(file) => file.to_owned(),
        Some((folder, _)) => folder.to_owned(),
        None => String::new(),
    };
    let several =
        |circle: &Vec<&str>| circle.iter().map(|file| folder(file)).collect::<BTreeSet<_>>().len() > 1;
    circles(files).into_iter().filter(several).collect()
}

/// The folders of `calls`, each with the folders that it may import.
const FOLDERS_OF_CALLS: [(&str, &[&str]); 10] = [
    ("cause", &["envelope", "find", "formats", "types"]),
    ("envelope", &["formats", "judge", "readers", "types"]),
    ("families", &["envelope", "formats", "judge", "readers", "types"]),
    ("find", &["envelope", "families", "formats", "judge", "readers", "types"]),
    ("formats", &[]),
    ("judge", &["formats", "readers", "types"]),
    ("message", &["envelope", "find", "formats", "partial", "types"]),
    ("partial", &[]),
    ("readers", &["formats", "types"]),
    ("types", &["formats"]),
];

#[test]
fn folders_of_calls_have_doors_that_open_one_way() {
    let mut folders = merged(&imports("core"), 2);
    // The root of the room only names its folders.
    folders.retain(|folder, _| folder.starts_with("calls::"));
    let name = |folder: &str| folder.trim_start_matches("calls::").to_owned();
    let found: Vec<_> = folders.keys().map(|folder| name(folder)).collect();
    assert_eq!(found, FOLDERS_OF_CALLS.map(|(folder, _)| folder), "the folders of calls");
    for (folder, allowed) in FOLDERS_OF_CALLS {
        let imported = folders[&format!("calls::{folder}")].iter().filter(|to| to.starts_with("calls"));
        let wrong: Vec<_> = imported.filter(|to| !allowed.contains(&name(to).as_str())).collect();
        assert!(wrong.is_empty(), "{folder} imports {wrong:?}");
    }
}

#[test]
fn files_of_core_import_each_other_in_circles_within_one_folder_at_most() {
    let mut files = imports("core");
    // The root of `core` only names its rooms.
    files.remove("");
    assert!(files.len() > 250, "{files:?}");
    let circles = circles_between_folders(&files);
    assert!(circles.is_empty(), "{circles:#?}");
}

/// The folders of the parser, each with the folders that it may import.
const FOLDERS_OF_PARSER: [(&str, &[&str]); 6] = [
    ("evidence", &["model", "text"]),
    ("model", &["text"]),
    ("proof", &["evidence", "model", "text"]),
    ("rules", &["evidence", "model", "text"]),
    ("search", &["evidence", "model", "proof", "rules", "text"]),
    ("text", &[]),
];

/// The part of a graph that lies below a module, with paths told from there.
fn below(files: &Graph, module: &str) -> Graph {
    let inside = |path: &String| path.strip_prefix(module)?.strip_prefix("::").map(str::to_owned);
    let part = files.iter().filter_map(|(file, imported)| {
        inside(file).map(|file| (file, imported.iter().filter_map(inside).collect()))
    });
    part.collect()
}

#[test]
fn folders_of_the_parser_have_arrows_that_lead_one_way() {
    let files = below(&imports("core"), "repair::parser");
    assert!(files.len() > 40 && files["search::engine"].contains("rules::grammar"), "{files:?}");
    let folders = merged(&files, 1);
    assert_eq!(folders.keys().collect::<Vec<_>>(), FOLDERS_OF_PARSER.map(|(folder, _)| folder));
    for (folder, allowed) in FOLDERS_OF_PARSER {
        let wrong: Vec<_> = folders[folder].iter().filter(|to| !allowed.contains(&to.as_str())).collect();
        assert!(wrong.is_empty(), "{folder} imports {wrong:?}");
    }
}

#[test]
fn files_of_the_parser_import_each_other_in_no_circle() {
    let files = below(&imports("core"), "repair::parser");
    assert_eq!(circles(&files), BTreeSet::new());
}

#[test]
fn files_of_cli_import_each_other_in_small_circles_at_most() {
    let graph = imports("cli");
    assert!(graph.len() > 20 && graph["pipeline"].contains("records"), "{graph:?}");
    let circles = circles(&graph);
    let large: Vec<_> = circles.iter().filter(|circle| circle.len() > MOST_IN_CIRCLE).collect();
    assert!(large.is_empty(), "{large:#?}");
}

/// Files of `cli` that read bytes in a loop: what is typed at a terminal, the streams of a child, and two files that are compared. All
/// others take the loop of `json::window`.
const READERS: [&str; 3] = ["atomic", "command", "terminal"];

#[test]
fn sources_are_read_in_one_place() {
    let mut found = BTreeMap::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli"), &[], &mut found);
    let reads = |code: &str| code.replace("self.read(", "").contains(".read(&mut ");
    let readers: Vec<_> =
        found.iter().filter(|(_, code)| reads(code)).map(|(module, _)| module.join("::")).collect();
    assert_eq!(readers, READERS);
    let input = &found[&vec!["input".to_owned()]];
    assert_eq!(input.matches("once(").count(), 2, "a refill, and the first bytes of a pipe");
}

/// What only the reader of records does: opening sources, and reading on.
#[test]
fn records_are_read_in_one_place() {
    let mut found = BTreeMap::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli"), &[], &mut found);
    let users = |what: &str| {
        let uses = |(module, code): (&Vec<String>, &String)| code.contains(what).then(|| module.join("::"));
        found.iter().filter_map(uses).collect::<Vec<_>>()
    };
    assert_eq!(users("source.open()"), ["reader"]);
    assert_eq!(users(".refill("), ["reader", "texts"]);
    // Handlers are run by the pipeline, and what they give goes to its writer.
    assert_eq!(users("handler.handle("), ["pipeline"]);
    assert_eq!(users(" Reader::new("), USERS);
}

/// The commands whose records go through the pipeline, by the file that sets it up.
const USERS: [&str; 7] = ["eval_json", "insight", "json_input", "learn", "query", "readings", "repair"];

/// A file that no other names is not compiled, and its tests never run.
#[test]
fn every_file_of_the_tests_is_a_module() {
    let mut found = BTreeMap::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it"), &[], &mut found);
    let roots = ["main", "build"].map(|root| vec![root.to_owned()]);
    let orphans: Vec<_> = found
        .keys()
        .filter(|module| !roots.contains(module))
        .filter(|module| {
            let Some((name, outer)) = module.split_last() else { return false };
            let outer = if outer.is_empty() { &roots[0] } else { outer };
            !found.get(outer).is_some_and(|code| code.contains(&format!("mod {name};")))
        })
        .collect();
    assert!(orphans.is_empty(), "{orphans:?}");
}
