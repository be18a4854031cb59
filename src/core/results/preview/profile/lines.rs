//! A profile as lines, breadth first: all names of one level come before any of the next.
//!
//! Paths are written as jq has them, so that they can be put into a filter as they are: `.customer.city`, `.tags[]`.
//! An array of arrays or of plain values is one line (`.tags[]`), and so are objects whose keys are data (`.time.*`).

use std::collections::VecDeque;
use std::fmt::Write as _;

use super::distinct::Number;
use super::keyed::Keyed;
use super::node::{KINDS, Range, Stats};
use super::{ELSEWHERE, Place, Profile, ROOT};
use crate::core::json::{Text, quoted};
use crate::core::results::preview::shape::Kind;

/// Characters of a value that is shown.
const SHOWN: usize = 40;

/// Bytes of the most frequent values of one field.
const TOP_BYTES: usize = 160;

/// Where a line is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// Beside the rows.
    Around,
    /// In a row.
    Fields,
}

/// What a detail is, the more useful first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// The values, most frequent first.
    Top,
    /// The least and the greatest.
    Range,
    /// How many items arrays have.
    Items,
    /// One of the values.
    Like,
    /// How many values differ.
    Distinct,
    /// How long strings are.
    Length,
}

impl Rank {
    pub const ALL: [Self; 6] =
        [Self::Top, Self::Range, Self::Items, Self::Like, Self::Distinct, Self::Length];
}

/// One field.
pub(super) struct Line {
    pub part: Part,
    /// The path as a key, in quotes.
    pub name: String,
    /// What is said in any case: a JSON value that is a string, or an object without its last brace.
    pub base: String,
    /// More about it, as members of that object.
    pub details: Vec<(Rank, String)>,
    /// The line above, which says nothing that is not said here.
    pub implies: Option<usize>,
}

/// A place that will be a line, and those below it.
struct Pending {
    id: u32,
    path: String,
    /// How many objects could have it; 0 for items of arrays.
    parents: u64,
    level: usize,
    part: Part,
    above: Option<usize>,
}

/// A place, and what was passed on the way down to it without a line.
struct Described<'p> {
    id: u32,
    path: String,
    /// How often the first of the places passed is there.
    count: u64,
    /// How many items the arrays have that were passed.
    items: Vec<Range>,
    keyed: Option<&'p Keyed>,
    /// How many objects have these keys.
    objects: u64,
}

impl Profile {
    /// All lines of a row and beside the rows, breadth first, and how many values have none.
    pub(super) fn lines(&self, row: u32, rows: u64, holder: Option<u32>) -> (Vec<Line>, u64) {
        let mut lines = Vec::new();
        let (mut more, mut pending) = (0, VecDeque::new());
        if holder.is_some() {
            let part = Part::Around;
            pending.push_back(Pending {
                id: ROOT,
                path: ".".to_owned(),
                parents: 0,
                level: 0,
                part,
                above: None,
            });
        }
        let part = Part::Fields;
        pending.push_back(Pending {
            id: row,
            path: ".".to_owned(),
            parents: rows,
            level: 0,
            part,
            above: None,
        });
        // Both parts go down together, so the queue stays in the order of levels.
        while let Some(one) = pending.pop_front() {
            if one.part == Part::Around && Some(one.id) == holder {
                continue;
            }
            let is_root = one.level == 0;
            let found = self.described(&one, holder);
            let place = &self.places[found.id as usize];
            let count = place.stats.count();
            let objects = place.stats.kinds[Kind::Object as usize];
            more += place.more;
            let is_plain_row = is_root && found.path == "." && objects == count;
            let mut above = None;
            if !is_plain_row && count > 0 {
                above = Some(lines.len());
                lines.push(Self::line(&one, &found, place));
            }
            let base = if found.path == "." { "" } else { &*found.path };
            let below = |id: u32, path: String, parents: u64| {
                let (level, part) = (one.level + 1, one.part);
                Pending { id, path, parents, level, part, above }
            };
            if let Some(items) = place.items.filter(|items| *items != ELSEWHERE) {
                pending.push_back(below(items, format!("{}[]", found.path), 0));
            }
            if place.keyed.is_some() {
                pending.push_back(below(found.id, format!("{base}.*"), objects));
            } else {
                pending.extend(place.members.iter().map(|id| below(*id, self.step(base, *id), objects)));
            }
        }
        (lines, more)
    }

    /// Goes down as long as there is only one way.
    fn described(&self, from: &Pending, holder: Option<u32>) -> Described<'_> {
        let count = self.places[from.id as usize].stats.count();
        let mut found = Described {
            id: from.id,
            path: from.path.clone(),
            count,
            items: Vec::new(),
            keyed: None,
            objects: 0,
        };
        // The keys of an object that also has values of another kind come on a line of their own.
        if from.path.ends_with(".*") && self.places[from.id as usize].keyed.is_some() {
            self.go_to_members(&mut found);
        }
        loop {
            let place = &self.places[found.id as usize];
            let stats = &place.stats;
            let count = stats.count();
            if from.part == Part::Around && Some(found.id) == holder {
                return found;
            }
            if let Some(items) = place.items.filter(|items| *items != ELSEWHERE)
                && stats.kinds[Kind::Array as usize] == count
                && self.places[items as usize].stats.count() > 0
            {
                found.items.push(stats.items);
                found.path.push_str("[]");
                found.id = items;
            } else if place.keyed.is_some()
                && stats.kinds[Kind::Object as usize] == count
                && found.keyed.is_none()
            {
                let base = if found.path == "." { "" } else { &*found.path };
                found.path = format!("{base}.*");
                self.go_to_members(&mut found);
            } else {
                return found;
            }
        }
    }

    fn go_to_members<'p>(&'p self, found: &mut Described<'p>) {
        let place = &self.places[found.id as usize];
        found.keyed = place.keyed.as_deref();
        found.objects = place.stats.kinds[Kind::Object as usize];
        found.id = place.members[0];
    }

    fn line(one: &Pending, found: &Described<'_>, place: &Place) -> Line {
        let stats = &place.stats;
        let name = quoted(&found.path);
        let value = if one.part == Part::Around && found.path == one.path { value(stats) } else { None };
        if let Some(base) = value {
            return Line { part: one.part, name, base, details: Vec::new(), implies: one.above };
        }
        let count = found.count.min(if one.parents == 0 { u64::MAX } else { one.parents });
        let types = quoted(&types(stats));
        let mut base = format!(r#"{{"types":{types}"#);
        let plain = base.len();
        if count < one.parents {
            let _ = write!(base, r#","in":{}"#, share(count, one.parents));
        }
        if let Some(keyed) = found.keyed {
            push_keys(keyed, found.objects, stats, &mut base);
        }
        if place.more > 0 {
            let _ = write!(base, r#","more_members":{}"#, place.more);
        }
        let base = if base.len() == plain { types } else { base };
        let details = if one.part == Part::Around { Vec::new() } else { details(stats, &found.items) };
        Line { part: one.part, name, base, details, implies: one.above }
    }

    /// A path, and one step more.
    pub(super) fn step(&self, path: &str, id: u32) -> String {
        let name = self.name(id).unwrap_or_default();
        let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if is_word { format!("{path}.{name}") } else { format!("{path}.{}", quoted(&name)) }
    }
}

/// Returns whether a line says only that there is an object, which any line below it says too.
pub(super) fn is_implied(line: &Line) -> bool {
    line.base == r#""object""#
}

fn push_keys(keyed: &Keyed, objects: u64, members: &Stats, out: &mut String) {
    let mut number = keyed.number();
    if objects == 1 {
        // Each member has a key of its own.
        number = Number { count: members.count(), is_estimate: false };
    }
    let name = if number.is_estimate { "keys_about" } else { "keys" };
    let examples: Vec<_> =
        keyed.examples.iter().map(|name| quoted(&Text::from_raw(name).decode_lossy())).collect();
    let _ = write!(out, r#","{name}":{}"#, number.count);
    if !examples.is_empty() {
        let _ = write!(out, r#","such_as":[{}]"#, examples.join(","));
    }
}

/// What more there is to say: an enumeration or a range, the number of items, an example, how many values differ.
fn details(stats: &Stats, items: &[Range]) -> Vec<(Rank, String)> {
    let mut details = Vec::new();
    let kinds = &stats.kinds;
    let scalars = stats.count() - kinds[Kind::Array as usize] - kinds[Kind::Object as usize];
    let top = stats.top().filter(|top| !top.is_empty() && (top.len() as u64) < scalars);
    let bounds = stats.bounds();
    let mut is_enumerated = false;
    if let Some(top) = top {
        let mut out = String::new();
        let mut shown_values = 0;
        for one in &top {
            let Some(text) = &one.text else { continue };
            let entry = format!("[{},{}]", shown(text), one.count);
            if out.len() + entry.len() > TOP_BYTES {
                break;
            }
            out.push_str(if out.is_empty() { "" } else { "," });
            out.push_str(&entry);
            shown_values += 1;
        }
        is_enumerated = shown_values == top.len();
        if !out.is_empty() {
            // One value alone is an example.
            let rank = if top.len() > 1 { Rank::Top } else { Rank::Like };
            details.push((rank, format!(r#","top":[{out}]"#)));
        }
    }
    let is_range = bounds.as_ref().is_some_and(|(least, greatest)| least != greatest);
    if let Some((least, greatest)) = bounds.filter(|_| is_range && !is_enumerated) {
        details.push((Rank::Range, format!(r#","min":{least},"max":{greatest}"#)));
    }
    let lists: Vec<_> = items
        .iter()
        .chain(&[stats.items])
        .filter(|range| !range.is_empty())
        .map(|range| format!("[{},{}]", range.least, range.greatest))
        .collect();
    match &*lists {
        [] => {}
        [one] => details.push((Rank::Items, format!(r#","items":{one}"#))),
        _ => details.push((Rank::Items, format!(r#","items":[{}]"#, lists.join(",")))),
    }
    if !is_range
        && !is_enumerated
        && let Some(like) = like(stats)
    {
        details.push((Rank::Like, format!(r#","like":{like}"#)));
    }
    if scalars > kinds[Kind::Null as usize] + 1 && !is_enumerated {
        let number = stats.distinct();
        let name = if number.is_estimate { "distinct_about" } else { "distinct" };
        details.push((Rank::Distinct, format!(r#","{name}":{}"#, number.count)));
    }
    if !stats.lengths.is_empty() && !is_range && !is_enumerated {
        let lengths = stats.lengths;
        details.push((Rank::Length, format!(r#","length":[{},{}]"#, lengths.least, lengths.greatest)));
    }
    details
}

/// One of the values.
fn like(stats: &Stats) -> Option<String> {
    if let Some(text) = stats.top().and_then(|top| top.first().and_then(|one| one.text.clone())) {
        return Some(shown(&text));
    }
    let (text, is_whole) = stats.example()?;
    Some(if is_whole { format!("\"{text}\"") } else { format!("\"{text}…\"") })
}

/// The one value at a place.
fn value(stats: &Stats) -> Option<String> {
    if stats.kinds[Kind::Null as usize] == 1 && stats.count() == 1 {
        return Some("null".to_owned());
    }
    let top = stats.top().filter(|top| top.len() == 1 && stats.count() == 1)?;
    shown(top[0].text.as_deref()?).into()
}

/// A JSON text, with a string that is too long cut short.
fn shown(text: &str) -> String {
    let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return text.to_owned();
    };
    let inner = Text::from_raw(inner);
    let decoded = inner.decode_lossy();
    if decoded.chars().count() <= SHOWN {
        return text.to_owned();
    }
    quoted(&format!("{}…", decoded.chars().take(SHOWN).collect::<String>()))
}

/// The types at a place, and how they share it: `integer`, or `number 97%, string 2%, null 1%`.
fn types(stats: &Stats) -> String {
    let count = stats.count();
    let mut found: Vec<_> = KINDS.iter().zip(stats.kinds).filter(|(_, count)| *count > 0).collect();
    found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let one = |(kind, some): &(&Kind, u64)| match found.len() {
        1 => kind.name().to_owned(),
        _ => format!("{} {}%", kind.name(), share(some * 100, count)),
    };
    found.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A quotient with three digits that count.
#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
fn share(part: u64, whole: u64) -> String {
    let value = part as f64 / whole.max(1) as f64;
    let (mut decimals, mut scaled) = (2, value * 100.0);
    while decimals < 12 && value > 0.0 && scaled < 100.0 {
        decimals += 1;
        scaled *= 10.0;
    }
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.to_owned()
}
