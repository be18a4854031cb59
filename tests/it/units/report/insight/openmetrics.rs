use jmend::report::insight::openmetrics::*;

#[test]
fn labels_are_what_openmetrics_allows() {
    for (title, name) in
        [("model", "model"), ("/a/b-c", "a_b_c"), ("/0/x", "by_0_x"), ("outcome", "by_outcome")]
    {
        assert_eq!(label(title), name);
    }
    assert_eq!(value("a\"b\\\n"), "a\\\"b\\\\\\n");
}
