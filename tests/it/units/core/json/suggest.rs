use jmend::core::json::suggest::*;

#[test]
fn the_nearest_name_above_the_threshold() {
    let names = ["filter", "filter_in", "first", "map", "sort_by"];
    assert_eq!(best("Fliter", names), Some("filter"));
    assert_eq!(best("sortby", names), Some("sort_by"));
    assert_eq!(best("xyz", names), None);
    assert_eq!(best("", names), None);
    assert_eq!(best(&"filter".repeat(1000), names), None);
    let chars = |s: &str| s.chars().collect::<Vec<_>>();
    assert!((jaro(&chars("martha"), &chars("marhta")) - 0.944_444).abs() < 1e-5);
    assert!((jaro(&chars("dixon"), &chars("dicksonx")) - 0.766_666).abs() < 1e-5);
}
