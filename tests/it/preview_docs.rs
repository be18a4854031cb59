//! `docs/preview.md` and `docs/expose.md` are true: their sessions print what stands there.

use crate::common::sessions;

#[test]
fn the_page_about_previews() {
    sessions::page_is_true("docs/preview.md", 14);
}

#[test]
fn the_page_about_exposure() {
    sessions::page_is_true("docs/expose.md", 9);
}
