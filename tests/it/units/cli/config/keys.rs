use jmend::cli::config::keys::*;

/// The page of the reference has a row for each key, with the places where it may stand.
#[test]
fn the_page_lists_every_key() {
    let page = include_str!("../../../../../docs/reference/configuration.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows.len(), KEYS.len());
    for (row, about) in rows.iter().zip(KEYS) {
        let places = [Place::Top, Place::Provider, Place::Tool];
        let cells = places.map(|place| if about.places.contains(&place) { " yes |" } else { " |" });
        let due = format!("| `{}` |{}", about.name, cells.concat());
        assert!(row.starts_with(&due), "{row}\ndoes not begin with\n{due}");
    }
}
