use jmend::core::repair::edit::fix::{Code, Fix};
use jmend::core::repair::edit::fixes::Fixes;
use jmend::core::repair::edit::splice::*;

fn fix(start: usize, end: usize, with: &'static str) -> Fix<'static> {
    let code = Code::Prose;
    Fix { code, start, end, replacement: Some(with.into()), risk: code.about().risk }
}

#[test]
fn composed_fixes_lead_from_the_first_text_to_the_last() {
    let source = "0123456789";
    let firsts = [
        vec![],
        vec![fix(2, 4, "")],
        vec![fix(1, 3, "abcd"), fix(5, 5, "x")],
        vec![fix(0, 1, ""), fix(9, 10, "yz")],
    ];
    for first in firsts.map(Fixes::from) {
        let middle = apply(source, &first);
        for start in 0..=middle.len() {
            for end in start..=middle.len() {
                for with in ["", "Q", "long text"] {
                    let second = Fixes::from(vec![fix(start, end, with)]);
                    let last = apply(&middle, &second);
                    let composed = compose(first.clone(), &middle, second);
                    assert_eq!(apply(source, &composed), last, "{first:?} {start}..{end} {with:?}");
                }
            }
        }
    }
}
