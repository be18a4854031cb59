use jmend::core::repair::parser::limits::AT_START;
use jmend::core::repair::parser::search::Search;
use jmend::core::repair::parser::table::*;

/// What a search finds without one row.
fn found(text: &str, without: Option<&'static Row>) -> String {
    let mut search = Search::new(text.as_bytes(), 64, None);
    search.grammar.without = without;
    let found = search.run(0, AT_START, false);
    format!("{:?}", found.map(|found| (found.end, found.fixes, found.cut, found.closed_early)))
}

#[test]
fn every_row_has_an_example_that_needs_it() {
    let rows = ALSO.iter().chain(ROWS);
    assert!(rows.clone().all(|row| row.ways.len() <= MOST_WAYS));
    let idle = rows.filter(|row| found(row.example, None) == found(row.example, Some(row)));
    assert_eq!(idle.map(|row| row.example).collect::<Vec<_>>(), [""; 0]);
}
