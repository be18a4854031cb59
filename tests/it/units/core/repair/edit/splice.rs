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

/// Applies fixes as their definition says: the text before each, then what replaces it.
fn plainly(source: &str, fixes: &[Fix<'_>]) -> String {
    let (mut out, mut done) = (String::new(), 0);
    for fix in fixes {
        out += &source[done..fix.start];
        out += fix.replacement.as_deref().unwrap_or_default();
        done = fix.end;
    }
    out + &source[done..]
}

/// Whether fixes stand close together or far apart, keep lengths or not, the output is the same.
#[test]
fn fixes_are_applied_alike_however_close_they_stand() {
    let source = "“a” 'bc' é ".repeat(400);
    let places: Vec<usize> = source.char_indices().map(|(at, _)| at).collect();
    let withs = ["\"", "", "é", "null", "\\\"", "\u{201d}"];
    for step in [1, 2, 3, 5, 8, 40, 600, 3_000] {
        for shift in 0..withs.len() {
            let fixes: Vec<_> = places
                .windows(2)
                .step_by(step)
                .enumerate()
                .map(|(at, two)| {
                    let with = withs[(at * at + shift) % withs.len()];
                    // Each third one is an insertion.
                    fix(two[0], if at % 3 == 2 { two[0] } else { two[1] }, with)
                })
                .collect();
            let expected = plainly(&source, &fixes);
            assert_eq!(apply(&source, &Fixes::from(fixes)), expected, "each {step}th character, {shift}");
        }
    }
}
