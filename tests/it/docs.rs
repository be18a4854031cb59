//! The pages of `docs/` that no other test runs are true: every command of their `console` blocks prints what stands
//! there. And every page is reachable from the README.

use crate::common::sessions;
use std::fs;
use std::path::Path;

#[test]
fn repair() {
    sessions::page_is_true("docs/repair.md", 9);
}

#[test]
fn confidence() {
    sessions::page_is_true("docs/confidence.md", 3);
}

#[test]
fn diagnosis() {
    sessions::page_is_true("docs/diagnosis.md", 7);
}

#[test]
fn stats() {
    sessions::page_is_true("docs/stats.md", 1);
}

#[test]
fn exit_status() {
    sessions::page_is_true("docs/exit-status.md", 7);
}

#[test]
fn cookbook() {
    sessions::page_is_true("docs/cookbook.md", 10);
}

#[test]
fn configuration() {
    sessions::page_is_true("docs/configuration.md", 12);
}

/// Pages with commands that need another program are run once more, as a whole.
#[test]
#[cfg_attr(not(all(has = "jq", has = "node", has = "python3")), ignore = "needs jq, node and python3")]
fn commands_that_need_other_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = 0;
    for entry in fs::read_dir(root.join("docs")).expect("docs") {
        let path = entry.expect("a page").path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let page = path.strip_prefix(root).expect("a page of the project").to_string_lossy();
        let examples = sessions::examples(&page);
        if examples.iter().any(|(command, _)| sessions::needs_a_tool(command)) {
            sessions::print_what_they_say(&page, &examples);
            pages += 1;
        }
    }
    assert!(pages >= 3, "only {pages} pages");
}

/// The targets of the links in a page that are files of the project.
fn links(text: &str) -> Vec<String> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let files = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    files.map(|target| target.split('#').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn every_page_is_linked_from_the_readme_and_every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    let mut missing = Vec::new();
    for entry in fs::read_dir(root.join("docs")).expect("docs") {
        let path = entry.expect("a page").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "md") {
            let text = fs::read_to_string(&path).expect("a page");
            for link in links(&text).iter().filter(|link| !root.join("docs").join(link).exists()) {
                missing.push(format!("docs/{name} links {link}, which is not there"));
            }
            if !links(&readme).contains(&format!("docs/{name}")) {
                missing.push(format!("README.md does not link docs/{name}"));
            }
        }
    }
    for link in links(&readme).iter().filter(|link| !root.join(link).exists()) {
        missing.push(format!("README.md links {link}, which is not there"));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
