use jmend::core::calls::cause::feedback::*;
use jmend::core::json::Position;

#[test]
fn excerpts_are_short_and_safe_and_can_be_left_out() {
    let text = format!("{}\x1b[2J\n{}", "é".repeat(100), "y".repeat(100));
    let at = Position { line: 1, column: 1 };
    let shown = feedback("truncated", "it is cut off", at, 201, Some(text.as_bytes()));
    assert!(shown.contains("\\u{1b}") && !shown.contains('\x1b') && shown.len() < 400, "{shown}");
    let hidden = feedback("truncated", "it is cut off", at, 201, None);
    assert!(!hidden.contains('é'), "{hidden}");
    assert!(hidden.ends_with("make long values shorter if it does not fit."));
}
