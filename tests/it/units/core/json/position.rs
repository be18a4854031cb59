use jmend::core::json::position::*;

#[test]
fn lines_and_columns() {
    let text = "aé\nb\r\nc\rd";
    for (offset, line, column) in [(0, 1, 1), (3, 1, 3), (4, 2, 1), (7, 3, 1), (9, 4, 1), (99, 4, 2)] {
        assert_eq!(position(text.as_bytes(), offset), Position { line, column }, "{offset}");
    }
}

#[test]
fn lines_that_are_records_end_with_lf() {
    let text = b"a\rb\r\nc";
    let at = |offset| Positions::new(text).by_lf(true).at(offset);
    assert_eq!(
        [at(2), at(5), at(9)],
        [(1, 3), (2, 1), (2, 2)].map(|(line, column)| Position { line, column })
    );
}

#[test]
fn advancing_agrees_with_counting() {
    for text in ["", "abc", "é😀\nxy", "a\r\nb\rc\n\né", &"é\n".repeat(300), &"x".repeat(1000)] {
        let from = Position { line: 3, column: 7 };
        let counted = Positions::starting(text.as_bytes(), from).at(text.len());
        assert_eq!(advance(from, text.as_bytes(), false), counted, "{text:?}");
    }
}

#[test]
fn offsets_may_come_in_any_order() {
    for (unit, by_lf) in [("é", false), ("ab\r\ncé\rd\n", false), ("ab\r\ncé\rd\n", true), ("x", false)] {
        let text = unit.repeat(20_000 / unit.len());
        let from = Position { line: 3, column: 7 };
        let mut positions = Positions::starting(text.as_bytes(), from).by_lf(by_lf);
        for turn in 0..400 {
            let offset = turn * 7919 % (text.len() + 2);
            let end = offset.min(text.len());
            let mut counted = Positions::starting(text.as_bytes(), from).by_lf(by_lf);
            let steps = (0..end).map(|step| counted.at(step + 1)).last();
            assert_eq!(positions.at(offset), steps.unwrap_or(from), "{unit:?} {offset}");
        }
    }
}
