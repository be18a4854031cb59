use jmend::core::repair::parser::model::weights::*;

#[test]
fn every_weight_is_on_a_level() {
    for (name, weight) in NAMES.iter().zip(WEIGHTS) {
        assert!(LEVELS.contains(weight), "{name} = {weight}");
    }
    assert!(NAMES.len() <= 37, "{} features", NAMES.len());
}
