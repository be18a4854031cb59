use jmend::core::repair::edit::Risk;
use jmend::core::repair::engine::{Options, repair};

/// What stands between the quotes of a name that lost its colon, two readings say nearly alike.
#[test]
fn a_rival_that_a_dear_one_ranks_before_is_found() {
    let text = r#"{"a":,= ,["[ 5, "b": 6, "["c": 1}"#;
    let repaired = repair(text.as_bytes(), &Options::default());
    assert_eq!(repaired.map(|repaired| repaired.risk()), Ok(Some(Risk::Lossy)));
}
