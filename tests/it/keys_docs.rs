//! `docs/keys.md` is true: every command of its `console` blocks is run and prints what stands there.

use crate::common::sessions;

#[test]
fn every_example_of_the_page_prints_what_it_says() {
    sessions::page_is_true("docs/keys.md", 16);
}
