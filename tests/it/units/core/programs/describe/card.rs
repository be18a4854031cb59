use jmend::core::programs::describe::card::*;
use jmend::core::programs::{Limits, compile, ops};

#[test]
fn the_card_has_every_operation_and_less_than_two_kilobytes() {
    let card = card(&[], &[]);
    assert!(card.len() < 2000, "{}", card.len());
    let words: Vec<&str> = card.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    let missing: Vec<_> = ops::all().map(|op| op.name).filter(|name| !words.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let example = card.lines().last().expect("an example");
    assert!(compile(example, &Limits::default()).is_ok(), "{example}");
}
