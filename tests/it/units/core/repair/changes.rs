use jmend::core::json::MAX_DEPTH;
use jmend::core::json::tree::{Kind, Node, Tree};
use jmend::core::repair::changes::*;
use jmend::core::repair::engine::{
    Code, EditMap, Failure, FailureCode, Options, Repaired, Risk, Strategies, Strategy, repair,
};

/// A rule for the tests: every number becomes a string, and every member `b` is called `beta`.
fn edits(repaired: &Repaired<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for document in &repaired.documents {
        let tree = Tree::parse_range(&repaired.text, document.clone(), MAX_DEPTH).unwrap();
        let mut pending = Vec::from([Node::ROOT]);
        while let Some(node) = pending.pop() {
            if tree.kind(node) == Kind::Number {
                let text = format!("\"{}\"", tree.source(node));
                edits.push(Edit::new(Code::CoercedString, tree.span(node), text));
            }
            if tree.name(node).is_some_and(|name| name.raw() == "b") {
                edits.push(Edit::new(Code::Alias, tree.name_span(node).unwrap(), "\"beta\""));
            }
            pending.extend(tree.children(node));
        }
    }
    edits
}

fn edited<'a>(input: &'a str, options: &Options) -> Result<Repaired<'a>, Failure> {
    let repaired = repair(input.as_bytes(), options).unwrap();
    let edits = edits(&repaired);
    apply(repaired, edits, options)
}

#[test]
fn the_fixes_of_both_passes_lead_from_the_input_to_the_output() {
    for (input, output) in [
        (r#"{"a": 1, "b": [2]}"#, r#"{"a": "1", "beta": ["2"]}"#),
        ("{'a': 1, 'b': [2,]}", r#"{"a": "1", "beta": ["2"]}"#),
        ("Sure: {a: .5, b: 0x10", r#"{"a": "0.5", "beta": "16"}"#),
        ("{b: 1}\n{b: +2}", "{\"beta\": \"1\"}\n{\"beta\": \"2\"}"),
    ] {
        let repaired = edited(input, &Options::default()).unwrap();
        assert_eq!((&*repaired.text, repaired.strategy), (output, Strategy::ManualRepair), "{input}");
        assert_eq!(
            jmend::core::repair::engine::apply(input, &repaired.fixes),
            output,
            "{:?}",
            repaired.fixes
        );
        let lines: Vec<_> = repaired.documents.iter().map(|range| &repaired.text[range.clone()]).collect();
        assert_eq!(lines, output.lines().collect::<Vec<_>>());
        assert!(repaired.fixes.iter().any(|fix| fix.code == Code::Alias), "{:?}", repaired.fixes);
    }
}

#[test]
fn what_a_rule_may_not_do_is_refused_at_its_place() {
    let strategies = Strategies { manual: false, ..Strategies::ALL };
    let disabled = Options { strategies, ..Options::default() };
    let failure = edited("{a: 1, b: true}", &disabled).unwrap_err();
    assert_eq!(failure.code, FailureCode::Strategy(Code::Alias, Strategy::ManualRepair));
    assert_eq!(failure.offset, 7);
    assert!(edited("{a: true}", &disabled).is_ok(), "nothing to do, nothing to refuse");
    let text = "{\"b\": 1}";
    let edit = || Vec::from([Edit::new(Code::DroppedMember, 1..7, "")]);
    let record = || repair(text.as_bytes(), &Options::default()).unwrap();
    let careful = Options { max_risk: Risk::Inferred, ..Options::default() };
    let failure = apply(record(), edit(), &careful).unwrap_err();
    assert_eq!(failure.code, FailureCode::Risk(Code::DroppedMember, Risk::Lossy));
    assert_eq!(apply(record(), edit(), &Options::default()).unwrap().text, "{}");
}

#[test]
fn offsets_of_the_output_lead_back_to_the_input() {
    let input = "Sure: {a: .5, b: 0x10, c: true}";
    let repaired = repair(input.as_bytes(), &Options::default()).unwrap();
    for (part, output) in [("{a", "{"), ("a:", "\"a\""), (".5", "0.5"), ("0x10", "16"), ("true", "true")] {
        let output = repaired.text.find(output).unwrap();
        assert_eq!(EditMap::of(&repaired.fixes).to_input(output), input.find(part).unwrap(), "{part}");
    }
}

#[test]
fn documents_move_with_the_changes_before_and_inside_them() {
    let change = |start, end, text: &str| fix(Edit::new(Code::Alias, start..end, text));
    for (changes, expected) in [
        (vec![], [2..5, 6..9, 9..10]),
        (vec![change(0, 1, "")], [1..4, 5..8, 8..9]),
        (vec![change(3, 4, "abc"), change(7, 7, "x")], [2..7, 8..12, 12..13]),
        (vec![change(2, 5, ""), change(6, 9, "xy"), change(9, 10, "abc")], [2..2, 3..5, 5..8]),
        (vec![change(5, 6, "")], [2..5, 5..8, 8..9]),
    ] {
        assert_eq!(*moved(&[2..5, 6..9, 9..10], &changes.clone().into()), expected, "{changes:?}");
    }
}

#[test]
fn a_note_stands_inside_the_edit_that_made_its_change() {
    let text = r#"{"a": "[\"1\"]"}"#;
    let record = repair(text.as_bytes(), &Options::default()).unwrap();
    let edits =
        Vec::from([Edit::note(Code::CoercedNumber, 8..11), Edit::new(Code::DecodedJson, 6..15, "[1]")]);
    let repaired = apply(record, edits, &Options::default()).unwrap();
    assert_eq!(repaired.text, r#"{"a": [1]}"#);
    let codes: Vec<_> = repaired.fixes.iter().map(|fix| fix.code).collect();
    assert_eq!(codes, [Code::DecodedJson, Code::CoercedNumber]);
}
