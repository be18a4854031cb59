//! A value in a few words, for the card: `list of 25 {id: integer, status: string, total?: number}`.

use std::collections::HashMap;
use std::fmt::Write;

use crate::core::json::quoted;
use crate::core::programs::{Value, raw};

/// Fields of one value that are named.
const NAMED: usize = 12;
/// Characters of a name that are shown.
const LONGEST: usize = 40;

/// Types by name, in the order in which several are shown.
const TYPES: [&str; 7] = ["boolean", "integer", "number", "string", "list", "map", "null"];
const INTEGER: u8 = 1 << 1;
const NUMBER: u8 = 1 << 2;
const MAP: u8 = 1 << 5;

/// Holds what is known of one field of several maps.
struct Field {
    name: String,
    /// The maps that have it.
    count: usize,
    /// A bit for each of `TYPES`.
    types: u8,
}

/// Describes a value by its type, its length, and the names and types of its fields. It looks at all items of a list.
pub fn shape(value: &Value<'_>) -> String {
    match value {
        Value::List(list) => of_list(&list.items),
        Value::RawList { text, .. } => of_list(&raw::items(text)),
        value if value.is_map() => format!("map {}", fields(std::slice::from_ref(value))),
        value => in_words(type_of(value)),
    }
}

fn of_list(items: &[Value<'_>]) -> String {
    let types = items.iter().fold(0, |types, item| types | type_of(item));
    match types {
        0 => "empty list".to_owned(),
        MAP => format!("list of {} {}", items.len(), fields(items)),
        _ => format!("list of {} {}", items.len(), in_words(types)),
    }
}

/// The fields of maps: a `?` follows the name of one that not all of them have.
fn fields(maps: &[Value<'_>]) -> String {
    let mut found: Vec<Field> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut see = |name: &str, value: &Value<'_>| {
        let place = places.get(name).copied().unwrap_or_else(|| {
            places.insert(name.to_owned(), found.len());
            found.push(Field { name: name.to_owned(), count: 0, types: 0 });
            found.len() - 1
        });
        found[place].count += 1;
        found[place].types |= type_of(value);
    };
    for map in maps {
        let of_text;
        let members = match map {
            Value::Map(map) => map.entries(),
            Value::RawMap { text, .. } => {
                of_text = raw::members(text);
                &of_text[..]
            }
            _ => &[],
        };
        for (name, value) in members {
            see(name.as_str(), value);
        }
    }
    let mut out = String::from("{");
    for (index, field) in found.iter().take(NAMED).enumerate() {
        let (comma, mark) =
            (if index > 0 { ", " } else { "" }, if field.count < maps.len() { "?" } else { "" });
        let _ = write!(out, "{comma}{}{mark}: {}", shown(&field.name), in_words(field.types));
    }
    if let Some(more @ 1..) = found.len().checked_sub(NAMED) {
        let _ = write!(out, ", and {more} more");
    }
    out.push('}');
    out
}

/// A name as the card shows it: in quotes unless it is a plain word, and cut where it is long.
pub(super) fn shown(name: &str) -> String {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", quoted(&name[..end])),
        None if !name.is_empty() && name.bytes().all(is_word) => name.to_owned(),
        None => quoted(name),
    }
}

/// The bit of a value's type.
fn type_of(value: &Value<'_>) -> u8 {
    let name = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Int(_) | Value::Big(_) => "integer",
        Value::Float(_) => "number",
        Value::Text(_) | Value::Shared(_) => "string",
        Value::List(_) | Value::RawList { .. } => "list",
        Value::Map(_) | Value::RawMap { .. } => "map",
    };
    TYPES.iter().position(|known| *known == name).map_or(0, |at| 1 << at)
}

/// The names of types. Integers are numbers.
fn in_words(types: u8) -> String {
    let types = if types & NUMBER > 0 { types & !INTEGER } else { types };
    let names = TYPES.iter().enumerate().filter(|(at, _)| types & (1 << at) > 0).map(|(_, name)| *name);
    names.collect::<Vec<_>>().join("|")
}
