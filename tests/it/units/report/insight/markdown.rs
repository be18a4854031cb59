use jmend::report::insight::markdown::*;

#[test]
fn names_are_no_markup() {
    assert_eq!(
        text("a|b <img> [x](https://e) @me #1 `c`"),
        "a\\|b &lt;img&gt; \\[x\\](https&#58;//e) &#64;me &#35;1 \\`c\\`"
    );
}
