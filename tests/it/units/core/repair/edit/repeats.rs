use proptest::prelude::*;

use jmend::core::json::scan::Names;
use jmend::core::repair::edit::repeats::Repeats;

#[test]
fn numbers_as_names_do_not_look_alike() {
    let mut names = Repeats::default();
    names.open();
    for number in 0..100_000 {
        names.name(number.to_string().as_bytes());
    }
    names.close();
    assert!(!names.possible);
}

/// Shows the names of objects, all on one level, and returns whether one may stand twice in its object.
fn repeats(objects: &[&str]) -> bool {
    let text = objects.concat();
    let (mut names, mut start) = (Repeats::default(), 0);
    for object in objects {
        names.open();
        for name in object.split_inclusive(' ') {
            names.key(text.as_bytes(), start..start + name.len());
            start += name.len();
        }
        names.close();
    }
    names.possible
}

#[test]
fn objects_that_are_alike_hide_no_name_that_stands_twice() {
    let rows: [(&[&str], bool); 9] = [
        (&["a b c "], false),
        (&["a b c ", "a b c ", "a b c "], false),
        (&["a b c ", "a b a "], true),
        (&["a b c ", "a b c a "], true),
        (&["a b c ", "a ", "a b c c "], true),
        (&["a b c ", "b a c ", "b a b "], true),
        (&["a b ", "c ", "a b ", "a c a "], true),
        (&["a b c ", "a b d c "], false),
        (&["a \\ "], true),
    ];
    for (objects, wanted) in rows {
        assert_eq!(repeats(objects), wanted, "{objects:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Objects with few and with many names, in each other, and left open where the text is not strict JSON.
    #[test]
    fn a_name_that_stands_twice_is_never_missed(steps in proptest::collection::vec((0..40_usize, 0..24_u32), 1..200)) {
        let text = (0..40).map(|name| format!("name{name:02}")).collect::<Vec<_>>().concat();
        let (mut names, mut open, mut repeats) = (Repeats::default(), Vec::<Vec<usize>>::new(), false);
        for (name, step) in steps {
            match step {
                0..3 => {
                    names.open();
                    open.push(Vec::new());
                }
                3..5 if !open.is_empty() => {
                    names.close();
                    open.pop();
                }
                5 => {
                    names.go_on();
                    open.clear();
                    repeats = false;
                }
                _ => {
                    let Some(object) = open.last_mut() else { continue };
                    names.key(text.as_bytes(), 6 * name..6 * name + 6);
                    repeats |= object.contains(&name);
                    object.push(name);
                }
            }
        }
        while open.pop().is_some() {
            names.close();
        }
        prop_assert_eq!(names.possible, repeats);
    }
}
