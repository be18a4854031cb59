//! The pages about previews, queries, large results and exposure are true: their sessions print what stands there.

use crate::common::sessions;

#[test]
fn the_page_about_previews() {
    sessions::page_is_true("docs/preview.md", 14);
}

#[test]
fn the_page_about_queries() {
    sessions::page_is_true("docs/query.md", 6);
}

/// The guide is run as a whole, with the orders that it is about.
#[test]
#[cfg_attr(not(has = "python3"), ignore = "needs python3")]
fn the_guide_to_large_results() {
    sessions::print_what_they_say("docs/large-results.md", &sessions::examples("docs/large-results.md"));
}

#[test]
fn the_page_about_exposure() {
    sessions::page_is_true("docs/expose.md", 9);
}
