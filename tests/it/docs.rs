//! The pages of `docs/` are true: every command of their `console` blocks prints what stands there.

use std::collections::BTreeSet;

use jmend::core::calls::CallCode;
use jmend::core::repair::engine::Code;

use crate::common::sessions;

/// A page is run as a whole, with another program that it is about.
const WITH_ANOTHER_PROGRAM: &str = "docs/guide/large-results.md";

/// One test for each page with a session, so that they run side by side.
macro_rules! pages {
    ($($name:ident: $page:literal),* $(,)?) => {
        const PAGES: &[&str] = &[$($page),*];

        $(#[test]
        fn $name() {
            sessions::page_is_true($page);
        })*
    };
}

pages! {
    calls: "docs/guide/calls.md",
    ci: "docs/guide/ci.md",
    cluster: "docs/guide/cluster.md",
    configuration: "docs/guide/configuration.md",
    cookbook: "docs/guide/cookbook.md",
    diagnosis: "docs/guide/diagnosis.md",
    exit_status: "docs/reference/exit-status.md",
    expose: "docs/guide/expose.md",
    fallback: "docs/guide/fallback.md",
    keys: "docs/guide/keys.md",
    logs: "docs/guide/logs.md",
    programs: "docs/guide/programs.md",
    prompts: "docs/guide/prompts.md",
    query: "docs/guide/query.md",
    repair: "docs/guide/repair.md",
    results: "docs/guide/results.md",
    risk: "docs/guide/risk.md",
    schemas: "docs/guide/schemas.md",
    start: "docs/guide/start.md",
    stats: "docs/guide/stats.md",
    streams: "docs/guide/streams.md",
}

#[test]
fn every_page_with_a_session_has_its_test() {
    let with_sessions: BTreeSet<String> =
        sessions::pages().into_iter().filter(|page| !sessions::examples(page).is_empty()).collect();
    let tested: BTreeSet<String> =
        PAGES.iter().chain([&WITH_ANOTHER_PROGRAM]).map(|page| (*page).to_owned()).collect();
    assert_eq!(with_sessions, tested);
}

#[test]
#[cfg_attr(not(has = "python3"), ignore = "needs python3")]
fn a_large_result() {
    sessions::print_what_they_say(WITH_ANOTHER_PROGRAM, &sessions::examples(WITH_ANOTHER_PROGRAM));
}

/// Pages with commands that need another program are run once more, as a whole.
#[test]
#[cfg_attr(not(all(has = "jq", has = "node", has = "python3")), ignore = "needs jq, node and python3")]
fn commands_that_need_other_programs() {
    let mut pages = 0;
    for page in sessions::pages() {
        let examples = sessions::examples(&page);
        if examples.iter().any(|(command, _)| sessions::needs_a_tool(command)) {
            sessions::print_what_they_say(&page, &examples);
            pages += 1;
        }
    }
    assert!(pages >= 3, "only {pages} pages");
}

/// The table of causes names codes that exist.
#[test]
fn codes_of_the_page_about_prompts_exist() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide/prompts.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let known: BTreeSet<&str> = Code::ALL
        .iter()
        .map(|code| code.name())
        .chain(CallCode::ALL.iter().map(|code| code.name()))
        .collect();
    let cells =
        page.lines().filter(|line| line.starts_with("| `")).filter_map(|line| line.split(" | ").next());
    let named: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(named.len() > 20, "only {} codes", named.len());
    let unknown: Vec<_> = named.iter().filter(|code| !known.contains(*code)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
