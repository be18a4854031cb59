use jmend::cli::config::keys::*;

/// The page of the reference has a row for each key, with the places where it may stand, and what becomes of it in a file that
/// was found.
#[test]
fn the_page_lists_every_key() {
    let page = include_str!("../../../../../docs/reference/configuration.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows.len(), KEYS.len());
    for (row, about) in rows.iter().zip(KEYS) {
        let places = [Place::Top, Place::Provider, Place::Tool, Place::Check];
        let cells = places.map(|place| if about.places.contains(&place) { " yes |" } else { " |" });
        let due = format!("| `{}` |{}", about.name, cells.concat());
        assert!(row.starts_with(&due), "{row}\ndoes not begin with\n{due}");
        let found = match about.found {
            Found::Holds => "holds",
            Found::Yields => "may only tighten",
            Found::Ignored => "`false` does not count",
            Found::WithoutTexts => "`\"texts\"` counts as `true`",
            Found::Below => "only in the folder of the file or below",
            Found::Inferred => "counts as `inferred`",
            Found::Counted => "holds, and the last line counts",
        };
        assert!(row.ends_with(&format!(" {found} |")), "{row}\ndoes not end with\n{found}");
    }
}
