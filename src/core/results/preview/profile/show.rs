//! A profile as members of a preview.

use super::fill::chosen;
use super::lines::{Line, Part};
use super::{ELSEWHERE, Place, Profile, ROOT};
use crate::core::json::fault::Fault;
use crate::core::json::pointer::{self, Pattern, Step};
use crate::core::json::{Text, quoted, suggest};
use crate::core::results::preview::shape::Kind;
use crate::core::results::preview::{Flexible, Preview};

/// Of all that is in the result, the part that its largest array has at least where that holds the rows.
const DOMINANT: u64 = 2;

/// The names on the way of a JSON Pointer, those of items as they are written.
pub(super) fn names(pointer: &str) -> Vec<String> {
    let steps = Pattern::parse(pointer).map(|pattern| pattern.0).unwrap_or_default();
    steps.into_iter().map(|step| if let Step::Name(name) = step { name } else { "*".to_owned() }).collect()
}

/// Says that there is nothing at the place that was asked for.
fn no_place(message: String) -> Fault {
    Fault::new("no-place", message, 0)
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

/// All that a preview could say of a profile.
pub struct Outline {
    /// How many rows there are.
    count: Option<u64>,
    /// Where they are.
    pointer: String,
    /// Says whether there are values beside them.
    is_apart: bool,
    lines: Vec<Line>,
    /// Values that have no line.
    more: u64,
    /// The rows that are shown.
    sample: Option<String>,
}

impl Outline {
    /// The members of a preview, with as many fields and details as go into `room` bytes.
    pub fn preview(&self, room: Option<usize>) -> Flexible {
        let mut preview = Preview::default();
        if let Some(count) = self.count {
            preview.put("result_count", count.to_string());
        }
        if !self.pointer.is_empty() {
            preview.put("rows_at", quoted(&self.pointer));
        }
        let chosen = chosen(&self.lines, room);
        if self.is_apart {
            preview.put("around", chosen.object(Part::Around));
        }
        preview.put("fields", chosen.object(Part::Fields));
        let more = self.more + chosen.missing;
        if more > 0 {
            preview.put("more_fields", more.to_string());
        }
        if let Some(sample) = &self.sample {
            preview.put("rows", &**sample);
        }
        let caps = [(chosen.missing > 0, "fields"), (chosen.lacks_details, "detail")];
        let caps = caps.into_iter().filter_map(|(is_hit, cap)| is_hit.then_some(cap)).collect();
        Flexible { preview, caps }
    }
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

    /// All that a preview could say. `at` is the JSON Pointer of the rows, where that was said. The fault is `no-place`.
    pub fn outline(&self, at: Option<&str>) -> Result<Outline, Fault> {
        let rows = self.place_of_rows(at)?;
        let is_apart = rows.holder != ROOT && at.is_none();
        let (lines, more) = self.lines(rows.row, rows.count, is_apart.then_some(rows.holder));
        let kept =
            if self.ndjson { self.kept.as_ref() } else { self.places[rows.holder as usize].kept.as_deref() };
        Ok(Outline {
            count: rows.is_array.then_some(rows.count),
            pointer: self.pointer(rows.holder),
            is_apart,
            lines,
            more,
            sample: kept.map(|kept| format!("[{}]", kept.texts().join(","))),
        })
    }

    /// The place with the rows: where that was not said, the documents where there are several, the array that is the
    /// result, or the one that makes up most of it.
    fn place_of_rows(&self, at: Option<&str>) -> Result<Rows, Fault> {
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
    fn find(&self, wanted: &str) -> Result<u32, Fault> {
        let mut place = ROOT;
        let pattern = Pattern::parse(wanted).map_err(|error| no_place(format!("`{wanted}`: {error}")))?;
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

    fn no_place(&self, wanted: &str, part: &str, here: &Place) -> Fault {
        let names: Vec<String> = here.members.iter().filter_map(|id| self.name(*id)).collect();
        let lack = format!("there is nothing at `{wanted}`: no key");
        no_place(suggest::unknown(&lack, part, names.iter().map(String::as_str)))
    }

    pub(super) fn name(&self, id: u32) -> Option<String> {
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
}
