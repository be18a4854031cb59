use jmend::core::repair::parser::search::budget::AT_START;
use jmend::core::repair::parser::search::engine::Search;
use jmend::core::repair::parser::text::limits::FEW_FRAMES;

#[test]
fn containers_that_no_reading_holds_are_forgotten() {
    let text = format!("[{}]", r#"{"id": 1, "tags": ["a", "b",], "text": "words",},"#.repeat(20_000));
    let mut search = Search::new(text.as_bytes(), 64, None);
    assert!(search.run(0, AT_START, false).is_ok());
    let frames = search.context.store.frames.borrow().capacity();
    assert!(frames < 4 * FEW_FRAMES, "{frames} containers");
}
