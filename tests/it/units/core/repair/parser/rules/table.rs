use jmend::core::repair::parser::rules::table::*;
use jmend::core::repair::parser::search::budget::AT_START;
use jmend::core::repair::parser::search::engine::Search;

/// What a search finds without one row.
fn found(text: &str, without: Option<&'static Row>) -> String {
    let mut search = Search::new(text.as_bytes(), 64, None);
    search.context.without = without.map(|row| row.example);
    let found = search.run(0, AT_START, false);
    format!(
        "{:?}",
        found.map(|found| found.map(|found| (found.end, found.fixes, found.cut, found.closed_early)))
    )
}

#[test]
fn every_row_has_an_example_that_needs_it() {
    let rows = ALSO.rows.iter().chain(ROWS.rows);
    assert!(rows.clone().all(|row| row.ways.len() <= MOST_WAYS));
    let idle = rows.filter(|row| found(row.example, None) == found(row.example, Some(row)));
    assert_eq!(idle.map(|row| row.example).collect::<Vec<_>>(), [""; 0]);
}
