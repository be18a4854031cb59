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
