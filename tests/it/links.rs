//! Every relative link in a page of the project leads to a file, and to a heading where it names one. Every page of
//! `docs/` is in the contents of the site.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::sessions;

const CONTENTS: &str = "docs/SUMMARY.md";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn text(page: &Path) -> String {
    fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// The lines of a page that are prose: those outside of fences.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The targets of the links of a page that are no addresses, each with the heading that it names.
fn links(text: &str) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for line in prose(text) {
        // Code spans may hold what looks like a link.
        let words: String = line.split('`').step_by(2).collect();
        for target in words.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if !target.contains("://") && !target.starts_with("mailto:") {
                let (file, heading) = target.split_once('#').map_or((target, None), |(f, h)| (f, Some(h)));
                found.push((file.to_owned(), heading.map(str::to_owned)));
            }
        }
    }
    found
}

/// The names by which links reach the headings of a page.
fn headings(text: &str) -> BTreeSet<String> {
    let titles =
        prose(text).filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    titles
        .map(|title| {
            let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in sessions::pages()
        .into_iter()
        .chain(sessions::OTHER_PAGES.into_iter().chain(["CHANGELOG.md"]).map(str::to_owned))
    {
        let path = root().join(&page);
        for (file, heading) in links(&text(&path)) {
            count += 1;
            let target = if file.is_empty() { path.clone() } else { path.with_file_name(&file) };
            if !target.exists() {
                wrong.push(format!("{page} links {file}, which is not there"));
            } else if let Some(heading) = heading
                && !headings(&text(&target)).contains(&heading)
            {
                wrong.push(format!("{page} links {file}#{heading}; there is no such heading"));
            }
        }
    }
    assert!(count > 100, "only {count} links");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_page_is_in_the_contents() {
    let contents = links(&text(&root().join(CONTENTS)));
    let listed: BTreeSet<String> = contents.into_iter().map(|(file, _)| format!("docs/{file}")).collect();
    let there: BTreeSet<String> = sessions::pages().into_iter().filter(|page| page != CONTENTS).collect();
    assert_eq!(there, listed, "{CONTENTS} lists every page, and nothing else");
}
