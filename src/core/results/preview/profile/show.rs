//! A profile as members of a preview.
//!
//! Paths are written as jq has them, so that they can be put into a filter as they are: `.customer.city`, `.tags[]`.

use std::fmt::{self, Write as _};

use super::node::{KINDS, Stats};
use super::{ELSEWHERE, Place, Profile, ROOT};
use crate::core::json::pointer::{self, Pattern, Step};
use crate::core::json::{Text, quoted};
use crate::core::results::preview::Preview;
use crate::core::results::preview::shape::Kind;

/// Of all that is in the result, the part that its largest array has at least where that holds the rows.
const DOMINANT: u64 = 2;

/// Characters of a value that is shown.
const SHOWN: usize = 40;

/// How much is said of each field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Everything.
    All,
    /// All but the most frequent values.
    NoTop,
    /// Neither these nor the least and greatest.
    NoRange,
    /// Types and presence.
    Types,
    /// So many fields, with types and presence.
    Fields(usize),
}

impl Detail {
    /// From much to little.
    pub const STEPS: [Self; 8] = [
        Self::All,
        Self::NoTop,
        Self::NoRange,
        Self::Types,
        Self::Fields(64),
        Self::Fields(24),
        Self::Fields(8),
        Self::Fields(0),
    ];

    /// What is left out, in the words of `caps_hit`.
    pub fn cap(self) -> Option<&'static str> {
        match self {
            Self::All => None,
            Self::NoTop => Some("top"),
            Self::NoRange => Some("range"),
            Self::Types => Some("detail"),
            Self::Fields(_) => Some("fields"),
        }
    }

    fn most(self) -> usize {
        if let Self::Fields(most) = self { most } else { usize::MAX }
    }
}

/// There is nothing at the place that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPlace(pub String);

impl fmt::Display for NoPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where the rows are.
struct Rows {
    /// The array that holds them, or what is itself the one row.
    holder: u32,
    /// The place of one row.
    row: u32,
    count: u64,
    is_array: bool,
}

impl Profile {
    /// Returns whether there is a document at all.
    pub fn is_empty(&self) -> bool {
        self.documents == 0
    }

    /// How many rows there are, where `at` or the result itself says what they are.
    pub fn rows(&self, at: Option<&str>) -> Option<u64> {
        let rows = self.place_of_rows(at).ok()?;
        rows.is_array.then_some(rows.count)
    }

    /// The members of a preview. `at` is the JSON Pointer of the rows, where that was said.
    pub fn preview(&self, at: Option<&str>, detail: Detail) -> Result<Preview, NoPlace> {
        let rows = self.place_of_rows(at)?;
        let mut preview = Preview::default();
        if rows.is_array {
            preview.put("result_count", rows.count.to_string());
        }
        if rows.holder != ROOT || rows.row == ROOT {
            let pointer = self.pointer(rows.holder);
            if !pointer.is_empty() {
                preview.put("rows_at", quoted(&pointer));
            }
        }
        if rows.holder != ROOT && at.is_none() {
            preview.put("around", self.around(rows.holder, detail));
        }
        let (fields, more) = self.fields(&rows, detail);
        preview.put("fields", fields);
        if more > 0 {
            preview.put("more_fields", more.to_string());
        }
        let kept =
            if self.ndjson { self.kept.as_ref() } else { self.places[rows.holder as usize].kept.as_deref() };
        if let Some(kept) = kept {
            preview.put("rows", format!("[{}]", kept.texts().join(",")));
        }
        Ok(preview)
    }

    /// The place with the rows: where that was not said, the documents where there are several, the array that is the
    /// result, or the one that makes up most of it.
    fn place_of_rows(&self, at: Option<&str>) -> Result<Rows, NoPlace> {
        let holder = match at {
            Some(pointer) => self.find(pointer)?,
            None if self.documents != 1 || self.ndjson => {
                return Ok(Rows { holder: ROOT, row: ROOT, count: self.documents, is_array: true });
            }
            None => self.dominant(),
        };
        let place = &self.places[holder as usize];
        let arrays = place.stats.kinds[Kind::Array as usize];
        if arrays == 0 {
            return Ok(Rows { holder, row: holder, count: place.stats.count(), is_array: false });
        }
        let row = place.items.unwrap_or(ELSEWHERE);
        let count = if row == ELSEWHERE { 0 } else { self.places[row as usize].stats.count() };
        Ok(Rows { holder, row, count, is_array: true })
    }

    fn dominant(&self) -> u32 {
        if self.places[ROOT as usize].stats.kinds[Kind::Array as usize] > 0 {
            return ROOT;
        }
        let plain = (0..self.places.len() as u32).filter(|id| self.places[*id as usize].is_plain);
        let largest = plain.max_by_key(|id| self.places[*id as usize].bytes);
        largest.filter(|id| self.places[*id as usize].bytes * DOMINANT >= self.bytes).unwrap_or(ROOT)
    }

    /// The place at a JSON Pointer; numbers in it name items of an array.
    fn find(&self, wanted: &str) -> Result<u32, NoPlace> {
        let mut place = ROOT;
        let pattern = Pattern::parse(wanted).map_err(|error| NoPlace(format!("`{wanted}`: {error}")))?;
        for step in pattern.0 {
            let part = if let Step::Name(name) = step { name } else { "0".to_owned() };
            let here = &self.places[place as usize];
            let has_name = |id: &&u32| self.name(**id).is_some_and(|name| name == part);
            let member = here.members.iter().find(has_name).copied();
            let item =
                here.items.filter(|id| *id != ELSEWHERE && part.bytes().all(|byte| byte.is_ascii_digit()));
            place = member.or(item).ok_or_else(|| self.no_place(wanted, &part, here))?;
        }
        Ok(place)
    }

    fn no_place(&self, wanted: &str, part: &str, here: &Place) -> NoPlace {
        let names: Vec<String> = here.members.iter().filter_map(|id| self.name(*id)).collect();
        let lack = format!("there is nothing at `{wanted}`: no key");
        NoPlace(crate::core::json::suggest::unknown(&lack, part, names.iter().map(String::as_str)))
    }

    fn name(&self, id: u32) -> Option<String> {
        let name = self.places[id as usize].name.as_ref()?;
        Some(Text::from_raw(name).decode_lossy().into_owned())
    }

    /// The way from the root to a place, as steps.
    fn way(&self, to: u32) -> Vec<u32> {
        let mut way = Vec::new();
        let mut at = to;
        while at != ROOT {
            way.push(at);
            let parent =
                self.places.iter().position(|place| place.items == Some(at) || place.members.contains(&at));
            let Some(parent) = parent else { break };
            at = parent as u32;
        }
        way.reverse();
        way
    }

    fn pointer(&self, to: u32) -> String {
        let mut out = String::new();
        for step in self.way(to) {
            match self.name(step) {
                Some(name) => pointer::push_name(&mut out, &name),
                None => out.push_str("/-"),
            }
        }
        out
    }

    /// The values beside the rows.
    fn around(&self, holder: u32, detail: Detail) -> String {
        let mut out = String::from("{");
        let mut pending = Vec::from([(ROOT, String::new())]);
        let mut left = detail.most();
        while let Some((id, path)) = pending.pop() {
            let place = &self.places[id as usize];
            if id == holder || left == 0 {
                continue;
            }
            let members = place.members.iter().rev();
            pending.extend(members.map(|id| (*id, self.step(&path, *id))));
            if place.stats.kinds[Kind::Object as usize] > 0 {
                continue;
            }
            left -= 1;
            out.push_str(if out.len() > 1 { "," } else { "" });
            let value = value(&place.stats).unwrap_or_else(|| quoted(&types(&place.stats)));
            let _ = write!(out, "{}:{value}", quoted(&path));
        }
        out.push('}');
        out
    }

    /// All fields of a row, and how many are left out.
    fn fields(&self, rows: &Rows, detail: Detail) -> (String, u64) {
        let mut out = String::from("{");
        let (mut left, mut more) = (detail.most(), 0);
        let mut pending = Vec::from([(rows.row, ".".to_owned(), rows.count)]);
        while let Some((id, path, parents)) = pending.pop() {
            let place = &self.places[id as usize];
            let objects = place.stats.kinds[Kind::Object as usize];
            if let Some(items) = place.items.filter(|items| *items != ELSEWHERE) {
                pending.push((items, format!("{path}[]"), 0));
            }
            let base = if path == "." { "" } else { &*path };
            pending.extend(place.members.iter().rev().map(|id| (*id, self.step(base, *id), objects)));
            more += place.more;
            let is_plain_row = id == rows.row && objects == place.stats.count();
            if is_plain_row || place.stats.count() == 0 {
                continue;
            }
            if left == 0 {
                more += 1;
                continue;
            }
            left -= 1;
            out.push_str(if out.len() > 1 { "," } else { "" });
            let _ = write!(out, "{}:{}", quoted(&path), field(place, parents, detail));
        }
        out.push('}');
        (out, more)
    }

    /// A path, and one step more.
    fn step(&self, path: &str, id: u32) -> String {
        let name = self.name(id).unwrap_or_default();
        let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if is_word { format!("{path}.{name}") } else { format!("{path}.{}", quoted(&name)) }
    }
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

/// What is said of one field. `parents` is how many objects could have it; items of arrays have none.
fn field(place: &Place, parents: u64, detail: Detail) -> String {
    let stats = &place.stats;
    let count = stats.count().min(if parents == 0 { u64::MAX } else { parents });
    let mut out = format!(r#"{{"types":{}"#, quoted(&types(stats)));
    if parents > 0 {
        let _ = write!(out, r#","in":{}"#, share(count, parents));
    }
    let is_brief = detail >= Detail::Types;
    let scalars = stats.count() - stats.kinds[Kind::Array as usize] - stats.kinds[Kind::Object as usize];
    if !is_brief && scalars > stats.kinds[Kind::Null as usize] {
        let number = stats.distinct();
        let name = if number.is_estimate { "distinct_about" } else { "distinct" };
        let _ = write!(out, r#","{name}":{}"#, number.count);
    }
    if detail < Detail::NoRange {
        if let Some((least, greatest)) = stats.bounds() {
            let _ = write!(out, r#","min":{least},"max":{greatest}"#);
        }
        let is_moment = stats.bounds().is_some_and(|(least, _)| least.starts_with('"'));
        if !stats.lengths.is_empty() && !is_moment {
            let _ = write!(out, r#","length":[{},{}]"#, stats.lengths.least, stats.lengths.greatest);
        }
        if !stats.items.is_empty() {
            let _ = write!(out, r#","items":[{},{}]"#, stats.items.least, stats.items.greatest);
        }
    }
    if detail < Detail::NoTop
        && let Some(top) = stats.top().filter(|top| !top.is_empty() && (top.len() as u64) < scalars)
    {
        let shown =
            top.iter().filter_map(|one| Some(format!("[{},{}]", shown(one.text.as_deref()?), one.count)));
        let _ = write!(out, r#","top":[{}]"#, shown.collect::<Vec<_>>().join(","));
    }
    if place.more > 0 {
        let _ = write!(out, r#","more_members":{}"#, place.more);
    }
    out.push('}');
    out
}
