//! A configuration file: TOML → what it says, with the line of every setting. What is not known, not of the right type
//! or not allowed where it stands is a fault with its line and column.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::keys::{KEYS, Place, Row, Said, Section};
use super::kinds::{Value, a, fault};
use crate::core::json::fault::Fault;
use crate::core::json::position;
use crate::core::json::suggest;

/// Tables of other programs of this kind, and what takes their place here.
const OTHER_NAMES: [(&str, &str); 3] = [
    ("provider_overrides", "did you mean `providers`?"),
    ("tool_overrides", "did you mean `tools`?"),
    ("argument_normalization", "its keys stand at the top of this file, without a table"),
];

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    pub top: Section,
    pub check: Section,
    pub providers: BTreeMap<String, Section>,
    pub tools: BTreeMap<String, Section>,
}

impl File {
    /// Takes out of a file that lies in `folder` what may not count because nothing named it; returns what that was.
    pub(super) fn withhold(&mut self, folder: &Path) -> Vec<Said<String>> {
        let mut withheld = Vec::new();
        for row in KEYS.rows() {
            withheld.extend(row.withhold(&mut self.top, "", folder));
            for (name, section) in &mut self.tools {
                withheld.extend(row.withhold(section, name, folder));
            }
        }
        withheld.sort_by_key(|said| said.line);
        withheld
    }
}

/// Reads a file; all its faults, in the order of the text, where it has any.
pub fn read(text: &str) -> Result<File, Vec<Fault>> {
    let mut reader = Reader { text, faults: Vec::new() };
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        reader.fault(error.span().unwrap_or_default(), format!("this is not TOML: {}", error.message()));
    }
    if reader.faults.is_empty() {
        let file = reader.file(root.get_ref());
        if reader.faults.is_empty() {
            return Ok(file);
        }
    }
    reader.faults.sort_by_key(|fault| fault.offset);
    Err(reader.faults)
}

struct Reader<'t> {
    text: &'t str,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn file(&mut self, root: &DeTable<'_>) -> File {
        let mut file = File::default();
        for (key, value) in root {
            let name = key.get_ref().as_ref();
            match Place::ALL.into_iter().find(|place| place.table() == Some(name)) {
                Some(Place::Check) => self.section(key.span(), value, Place::Check, &mut file.check),
                Some(Place::Provider) => file.providers = self.sections(value, Place::Provider),
                Some(Place::Tool) => file.tools = self.sections(value, Place::Tool),
                Some(Place::Top) | None => self.setting(name, key.span(), value, (Place::Top, &mut file.top)),
            }
        }
        file
    }

    /// Reads the tables in `providers` or `tools`.
    fn sections(&mut self, value: &Value<'_>, place: Place) -> BTreeMap<String, Section> {
        let mut sections = BTreeMap::new();
        let DeValue::Table(table) = value.get_ref() else {
            self.fault(value.span(), format!("settings stand {}, and this is {}", place.name(), a(value)));
            return sections;
        };
        for (name, value) in table {
            let mut section = Section::default();
            if name.get_ref().is_empty() {
                self.fault(name.span(), "a name has at least one character".to_owned());
            }
            self.section(name.span(), value, place, &mut section);
            sections.insert(name.get_ref().to_string(), section);
        }
        sections
    }

    /// Reads the settings of one table, whose name stands at `name`.
    fn section(&mut self, name: Range<usize>, value: &Value<'_>, place: Place, into: &mut Section) {
        match value.get_ref() {
            DeValue::Table(settings) => {
                for (key, value) in settings {
                    self.setting(key.get_ref(), key.span(), value, (place, into));
                }
            }
            // Most likely a key that belongs into a table of its own.
            _ => self.fault(name, format!("settings stand {}, and this is {}", place.name(), a(value))),
        }
    }

    fn setting(
        &mut self,
        name: &str,
        span: Range<usize>,
        value: &Value<'_>,
        (place, into): (Place, &mut Section),
    ) {
        let Some(row) = named(name) else { return self.unknown(name, span, place) };
        let places = row.about().places;
        if places.contains(&place) {
            let line = position(self.text.as_bytes(), span.start).line;
            return row.read(value, line, &mut self.faults, into);
        }
        let places: Vec<_> = places.iter().map(|place| place.name()).collect();
        self.fault(span, format!("`{name}` stands {}, not {}", places.join(" or "), place.name()));
    }

    fn unknown(&mut self, name: &str, span: Range<usize>, place: Place) {
        let tables = Place::ALL.into_iter().filter_map(Place::table).filter(|_| place == Place::Top);
        let mut known: Vec<_> = KEYS.about().map(|about| about.name).chain(tables).collect();
        // A key that may stand here first.
        known.sort_by_key(|name| (!named(name).is_none_or(|row| row.about().places.contains(&place)), *name));
        // Names that other programs of this kind have.
        let other = OTHER_NAMES.iter().find(|(other, _)| name.eq_ignore_ascii_case(other));
        let advice = other.map(|(_, advice)| (*advice).to_owned());
        let advice =
            advice.or_else(|| suggest::best(name, known).map(|like| format!("did you mean `{like}`?")));
        let advice = advice.map(|advice| format!("; {advice}"));
        self.fault(span, format!("there is no key `{name}`{}", advice.unwrap_or_default()));
    }

    fn fault(&mut self, span: Range<usize>, message: String) {
        self.faults.push(fault(span, message));
    }
}

/// Returns the row of the key of this name.
fn named(name: &str) -> Option<&'static dyn Row> {
    KEYS.rows().find(|row| row.about().name == name)
}
