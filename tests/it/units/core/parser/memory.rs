use jmend::core::parser::limits::{AT_START, FEW_FRAMES};
use jmend::core::parser::search::Search;

#[test]
fn containers_that_no_reading_holds_are_forgotten() {
    let text = format!("[{}]", r#"{"id": 1, "tags": ["a", "b",], "text": "words",},"#.repeat(20_000));
    let mut search = Search::new(text.as_bytes(), 64, None);
    assert!(search.run(0, AT_START, false).is_ok());
    let frames = search.grammar.store.frames.borrow().capacity();
    assert!(frames < 4 * FEW_FRAMES, "{frames} containers");
}
