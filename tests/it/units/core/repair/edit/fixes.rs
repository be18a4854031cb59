use jmend::core::repair::edit::fix::{Code, Fix};
use jmend::core::repair::edit::fixes::inner::{append, changed, moved, packed, push, settled};
use jmend::core::repair::edit::fixes::{Fixes, OPEN};
use jmend::core::repair::edit::splice;
use jmend::core::repair::engine::Risk;

/// Fixes of many kinds, as a list and packed on the way.
fn many() -> (Vec<Fix<'static>>, Fixes) {
    let (mut list, mut fixes) = (Vec::new(), Fixes::default());
    for at in 0..5 * OPEN {
        let start = at * 7 + 1;
        let replacement = match at % 50 {
            0 => None,
            1 => Some(at.to_string().into()),
            _ => Some("\"".into()),
        };
        let risk = if at % 9 == 0 { Risk::Lossy } else { Risk::Syntax };
        let fix = Fix { code: Code::SingleQuotes, start, end: start + 1 + at % 200 / 199, replacement, risk };
        list.push(fix.clone());
        push(&mut fixes, fix);
    }
    assert!(packed(&fixes).0 > 4 * OPEN);
    (list, fixes)
}

#[test]
fn packed_fixes_come_back() {
    let (list, fixes) = many();
    assert_eq!(fixes.len(), list.len());
    assert_eq!(fixes.last(), list.last().cloned());
    assert!(fixes.iter().eq(list.iter().cloned()));
    assert_eq!(settled(fixes.clone()).into_vec(), list);
    let later = moved(fixes, 90);
    assert!(
        later
            .iter()
            .zip(&list)
            .all(|(later, fix)| (later.start, later.end) == (fix.start + 90, fix.end + 90))
    );
    assert!(moved(later, -90).iter().eq(list));
}

#[test]
fn packed_fixes_can_be_changed() {
    let (list, fixes) = many();
    let changed = changed(fixes, |fix| {
        fix.risk = Risk::Inferred;
        fix.replacement.is_some()
    });
    let kept: Vec<_> = list.into_iter().filter(|fix| fix.replacement.is_some()).collect();
    assert!(changed.iter().all(|fix| fix.risk == Risk::Inferred));
    assert!(changed.iter().map(|fix| fix.start).eq(kept.iter().map(|fix| fix.start)));
}

#[test]
fn a_fix_that_stands_before_packed_ones_finds_its_place() {
    let (mut list, mut fixes) = many();
    let first = Fix { code: Code::Set, start: 0, end: 1, replacement: Some("[".into()), risk: Risk::Syntax };
    push(&mut fixes, first.clone());
    list.insert(0, first);
    // It takes the place of what it covers.
    let inner = 100..5000;
    let all = Fix { start: inner.start, end: inner.end, ..list[0].clone() };
    // And of two for the same bytes the later one wins.
    let again = Fix { replacement: Some("again".into()), ..list[9].clone() };
    for late in [all, again] {
        push(&mut fixes, late.clone());
        list.push(late);
    }
    assert_eq!(settled(fixes).into_vec(), splice::in_order(list));
}

#[test]
fn lists_are_joined() {
    let (mut list, fixes) = many();
    let end = list.iter().map(|fix| fix.end).max().unwrap() as isize;
    let (more, other) = many();
    let mut both = fixes;
    append(&mut both, moved(other, end));
    list.extend(moved(Fixes::from(more), end).into_vec());
    assert!(both.iter().eq(list));
}

#[test]
fn most_fixes_take_a_byte() {
    let mut fixes = Fixes::default();
    for at in 0..10 * OPEN {
        let (start, replacement) = (9 * at, Some("\"".into()));
        let fix = Fix { code: Code::SingleQuotes, start, end: start + 1, replacement, risk: Risk::Syntax };
        push(&mut fixes, fix);
    }
    assert!(packed(&fixes).1 < fixes.len() + 16);
}
