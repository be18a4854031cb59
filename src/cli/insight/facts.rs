//! Reads from a line of a log which model and tool its answer is of, its time, and whether this program wrote the line.

use std::ops::Range;

use super::pointers::Pointers;
use crate::core::calls::envelope::shapes;
use crate::core::json::Text;
use crate::core::json::pointer::Pattern;
use crate::report::insight::{MODEL, PROVIDER, TOOL, key, time};

/// Lists the places where logs name a model, the best one first.
const MODELS: &[&str] = &[
    "/model",
    "/modelVersion",
    "/modelId",
    "/model_id",
    "/response/model",
    "/response/body/model",
    "/body/model",
    "/message/model",
    "/value/model",
    "/request/model",
    "/metadata/model",
];

/// Lists the places where logs name a tool, beside the calls themselves.
const TOOLS: &[&str] = &["/tool", "/tool_name", "/metadata/tool"];

/// Lists the places where logs name a provider.
const PROVIDERS: &[&str] = &["/provider", "/metadata/provider", "/response/provider"];

/// Lists the places where logs have a time.
const TIMES: &[&str] = &[
    "/timestamp",
    "/@timestamp",
    "/time",
    "/ts",
    "/created",
    "/created_at",
    "/createTime",
    "/response/created",
    "/response/created_at",
    "/response/body/created",
    "/response/body/created_at",
    "/body/created",
    "/value/created",
    "/value/created_at",
];

/// A member that lines of this program have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    Metrics,
    Ok,
    Fixes,
    Error,
    Risk,
    Truncated,
    Format,
    Name,
    Value,
    Target,
    Fields,
}

/// The members, in the order of their kinds.
const OWN: [(&str, Own); 11] = [
    ("/argument_normalization", Own::Metrics),
    ("/ok", Own::Ok),
    ("/fixes", Own::Fixes),
    ("/error", Own::Error),
    ("/risk", Own::Risk),
    ("/truncated", Own::Truncated),
    ("/format", Own::Format),
    ("/name", Own::Name),
    ("/value", Own::Value),
    ("/target", Own::Target),
    ("/fields", Own::Fields),
];

/// Tells what a place of a line is for.
#[derive(Clone, Copy, Debug)]
enum Slot {
    /// A name of this dimension; of several, the one with the lowest rank is taken.
    Name {
        dimension: usize,
        rank: usize,
    },
    /// The time, in the same way.
    Time {
        rank: usize,
    },
    /// It may hold calls or messages.
    Answer,
    /// Only answers of APIs have it; it stands in the value of a report.
    Reported,
    /// It holds an answer, by the word of the user.
    At,
    Own(Own),
}

/// The places that are looked at in each line.
#[derive(Debug)]
pub struct Fields {
    pointers: Pointers<Slot>,
    dimensions: usize,
    /// Says whether names are believed wherever they stand, because the user said where.
    is_said: bool,
}

/// The places that a line has, as bytes of it.
#[derive(Debug, Default)]
pub struct Found {
    names: Vec<Option<(usize, Range<usize>)>>,
    time: Option<(usize, Range<usize>)>,
    own: [Option<Range<usize>>; OWN.len()],
    /// It may be the answer of an API, or a call.
    pub(super) may_answer: bool,
    /// It may be the report of such an answer.
    pub(super) reports_answer: bool,
    /// The answers in it, by the word of the user.
    pub(super) at: Vec<Range<usize>>,
    is_believed: bool,
}

impl Fields {
    /// Takes for each dimension a pointer, or the name of one that is found by itself. `at` says where answers are.
    pub fn new(dimensions: &[String], is_said: bool, at: &[Pattern]) -> Self {
        let pointers = Pointers::default();
        let mut fields = Self { pointers, dimensions: dimensions.len(), is_said: is_said || !at.is_empty() };
        for (dimension, name) in dimensions.iter().enumerate() {
            let known = match name.as_str() {
                MODEL => MODELS,
                TOOL => TOOLS,
                PROVIDER => PROVIDERS,
                pointer => &[pointer][..],
            };
            for (rank, pointer) in known.iter().enumerate() {
                fields.put(pointer, Slot::Name { dimension, rank });
            }
        }
        for (rank, pointer) in TIMES.iter().enumerate() {
            fields.put(pointer, Slot::Time { rank });
        }
        for member in shapes::leads() {
            fields.put(&format!("/{member}"), Slot::Answer);
        }
        for shape in shapes::OUTERMOST {
            fields.put(&format!("/value/{}", shape.key), Slot::Reported);
        }
        for (pointer, own) in OWN {
            fields.put(pointer, Slot::Own(own));
        }
        for pattern in at {
            fields.pointers.add(pattern, Slot::At);
        }
        fields
    }

    fn put(&mut self, pointer: &str, slot: Slot) {
        if let Ok(pattern) = Pattern::parse(pointer) {
            self.pointers.add(&pattern, slot);
        }
    }

    /// Finds the places in a line. Returns `None` where the line is not JSON.
    pub fn find(&self, line: &[u8]) -> Option<Found> {
        let mut found =
            Found { names: vec![None; self.dimensions], is_believed: self.is_said, ..Found::default() };
        self.pointers.walk(line, |slot, range| found.put(*slot, range))?;
        Some(found)
    }
}

impl Found {
    fn put(&mut self, slot: Slot, range: &Range<usize>) {
        let is_better =
            |old: &Option<(usize, Range<usize>)>, rank| old.as_ref().is_none_or(|(old, _)| rank < *old);
        match slot {
            Slot::Name { dimension, rank } if is_better(&self.names[dimension], rank) => {
                self.names[dimension] = Some((rank, range.clone()));
            }
            Slot::Time { rank } if is_better(&self.time, rank) => self.time = Some((rank, range.clone())),
            Slot::Name { .. } | Slot::Time { .. } => {}
            Slot::Answer => self.may_answer = true,
            Slot::Reported => self.reports_answer = true,
            Slot::At => self.at.push(range.clone()),
            Slot::Own(own) => self.own[own as usize] = Some(range.clone()),
        }
    }

    /// Believes what the line says about its answer.
    pub fn believe(&mut self) {
        self.is_believed = true;
    }

    /// The bytes of a member of the program's own lines.
    pub(super) fn own<'t>(&self, line: &'t [u8], own: Own) -> Option<&'t [u8]> {
        line.get(self.own[own as usize].clone()?)
    }

    /// Returns the names and the time of the answer. Names in what is no answer of an API are data, and are left out.
    pub fn facts(&self, line: &[u8]) -> Facts {
        if !self.is_believed {
            return Facts { names: vec![None; self.names.len()], time: None };
        }
        let value = |range: &Range<usize>| scalar(line.get(range.clone()).unwrap_or_default());
        let names = self.names.iter().map(|name| name.as_ref().and_then(|(_, range)| value(range))).collect();
        let time = self.time.as_ref().and_then(|(_, range)| value(range));
        Facts { names, time: time.and_then(|text| time::parse(&text)) }
    }
}

/// The names and the time of an answer.
#[derive(Clone, Debug)]
pub struct Facts {
    pub names: Vec<Option<String>>,
    pub time: Option<i64>,
}

impl Facts {
    /// The key of the group of an answer, a call of this tool where it is one.
    pub fn key(&self, tool: Option<(usize, &str)>) -> String {
        key(self.names.iter().enumerate().map(|(index, name)| match tool {
            Some((dimension, tool)) if dimension == index => Some(tool),
            _ => name.as_deref(),
        }))
    }
}

/// The text of a scalar: a string without its quotes, or a number or word as it is written. An object or an array has none,
/// and neither has null.
pub(super) fn scalar(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    match bytes.first()? {
        b'"' => Some(Text::from_raw(text.get(1..text.len() - 1)?).decode_lossy().into_owned()),
        b'{' | b'[' | b'n' => None,
        _ => Some(text.to_owned()),
    }
}
