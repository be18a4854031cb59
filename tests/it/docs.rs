//! The pages of `docs/` are true: every command of their `console` blocks prints what stands there. They are short, and a
//! command that no test runs has a reason.

use std::collections::BTreeSet;

use jmend::core::calls::CallCode;
use jmend::core::repair::engine::Code;

use crate::common::sessions;

/// Words of README.md and of the guide, as `wc -w` counts them. A new section takes the place of an old one.
const MOST_WORDS: usize = 20_000;

/// Blocks of commands that no session runs: the page, a word of the block, and the reason.
const NOT_RUN: &[(&str, &str, &str)] = &[
    ("capi/README.md", "cargo build", ".ci/packages-c builds the library"),
    ("docs/evidence/fuzzing.md", "cargo install cargo-fuzz", "needs a fuzzer and hours"),
    ("docs/guide/ci.md", "docker build", "needs Docker"),
    ("docs/guide/cluster.md", "parallel --pipe", "mapper.rs runs it, because it needs GNU parallel"),
    ("docs/guide/cluster.md", "spark-submit", "examples/spark/test.sh runs the job, because it needs Spark"),
    ("docs/guide/cluster.md", "mapred streaming", "mapper.rs runs the mapper, because the rest needs Hadoop"),
    ("node/README.md", "npm install", ".ci/packages-node installs the module"),
    ("python/README.md", "pip install", ".ci/packages-python installs the module"),
];

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
    call_formats: "docs/guide/call-formats.md",
    calls: "docs/guide/calls.md",
    ci: "docs/guide/ci.md",
    cluster: "docs/guide/cluster.md",
    configuration: "docs/guide/configuration.md",
    cookbook: "docs/guide/cookbook.md",
    diagnosis: "docs/guide/diagnosis.md",
    exit_status: "docs/reference/exit-status.md",
    expose: "docs/guide/expose.md",
    fallback: "docs/guide/fallback.md",
    files: "docs/guide/files.md",
    keys: "docs/guide/keys.md",
    logs: "docs/guide/logs.md",
    notations: "docs/reference/notations.md",
    programs: "docs/guide/programs.md",
    prompts: "docs/guide/prompts.md",
    query: "docs/guide/query.md",
    repair: "docs/guide/repair.md",
    results: "docs/guide/results.md",
    risk: "docs/guide/risk.md",
    schemas: "docs/guide/schemas.md",
    start: "docs/guide/start.md",
    streams: "docs/guide/streams.md",
}

#[test]
fn every_page_with_a_session_has_its_test() {
    let with_sessions: BTreeSet<String> =
        sessions::pages().into_iter().filter(|page| !sessions::examples(page).is_empty()).collect();
    let tested: BTreeSet<String> = PAGES.iter().map(|page| (*page).to_owned()).collect();
    assert_eq!(with_sessions, tested);
}

#[test]
fn a_command_that_no_session_runs_has_a_reason() {
    let mut unlisted = Vec::new();
    let mut stale: Vec<_> = NOT_RUN.iter().collect();
    for page in sessions::pages().into_iter().chain(sessions::OTHER_PAGES.map(str::to_owned)) {
        unlisted.extend(sessions::indented_commands(&page).into_iter().map(|line| format!("{page}: {line}")));
        for block in sessions::blocks(&page, "sh") {
            let is_reason = |(of, word, _): &(&str, &str, &str)| {
                *of == page && block.iter().any(|line| line.contains(word))
            };
            if !NOT_RUN.iter().any(is_reason) {
                unlisted.push(format!("{page}: {}", block.join("; ")));
            }
            stale.retain(|row| !is_reason(row));
        }
    }
    assert!(unlisted.is_empty(), "write `console` blocks, or give a reason: {unlisted:#?}");
    assert!(stale.is_empty(), "no block has these words: {stale:#?}");
}

#[test]
fn the_page_on_calls_says_how_many_formats_there_are() {
    let read = |page: &str| std::fs::read_to_string(format!("{}/docs/{page}", env!("CARGO_MANIFEST_DIR")));
    let formats = read("reference/formats.md").expect("the formats");
    let count = formats.lines().filter(|line| line.starts_with("| `")).count();
    let link = format!("[{count} formats](../reference/formats.md)");
    assert!(read("guide/calls.md").expect("the page").contains(&link), "no `{link}`");
}

#[test]
fn the_readme_and_the_guide_keep_their_budget_of_words() {
    let guide = sessions::pages().into_iter().filter(|page| page.starts_with("docs/guide/"));
    let words: usize = guide.chain(["README.md".to_owned()]).map(|page| sessions::words(&page)).sum();
    assert!(words <= MOST_WORDS, "{words} words, of {MOST_WORDS}");
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
