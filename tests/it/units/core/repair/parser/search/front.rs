use jmend::core::repair::parser::search::front::{Front, lag};
use jmend::core::repair::parser::text::limits::FRONT_BLOCK;

#[test]
fn a_reading_far_behind_is_refused_where_the_other_one_came_by() {
    let mut front = Front::default();
    front.begin(100);
    assert!(front.pass(100 + FRONT_BLOCK, 7));
    assert!(front.pass(100 + FRONT_BLOCK, 7 + lag()), "not too far");
    assert!(!front.pass(100 + FRONT_BLOCK - 1, 8 + lag()), "before it");
    assert!(front.pass(100 + FRONT_BLOCK + 1, 8 + lag()), "after it, in the same block");
    assert!(front.pass(100 + 2 * FRONT_BLOCK, 8 + lag()), "in the next one");
    assert!(front.pass(100 + FRONT_BLOCK, 3), "cheaper still");
    assert!(!front.pass(100 + FRONT_BLOCK, 4 + lag()));
    front.begin(0);
    assert!(front.pass(100 + FRONT_BLOCK, 1000), "another document");
}
