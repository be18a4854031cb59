use std::path::Path;

use jmend::cache::*;

#[test]
fn results_lie_under_the_digits_of_their_keys() {
    assert_eq!(path(Path::new("d"), "jk1-abcdef"), Path::new("d/ab/abcdef.json"));
}
