//! Program text → checked program.
//!
//! Depth first, fields in the order the table says, the first error wins, and the whole tree is checked before
//! anything runs. Data (`literal.value`, `args`, `default`, comparison values) is never looked into.

mod fields;

use super::args::Args;
use super::error::{Error, ErrorKind};
use super::limits::Limits;
use super::ops::{self, Field, Op};
use super::program::{Kind, Members, Node, Part, Places, Program, Step};
use super::read::{owned, read};
use super::value::Value;
use super::write::{cut, shown};
use crate::core::json::suggest;
use crate::core::json::{self, Text, position};
use std::collections::HashSet;
use std::fmt::Write;
use std::rc::Rc;

/// Checks a program text, wrapper included.
pub fn compile(text: &str, limits: &Limits) -> Result<Program, Error> {
    read(text, limits.max_depth).map_err(|error| {
        let kind = if error.code == "depth" { ErrorKind::Depth } else { ErrorKind::Parse };
        unparsable(text, error.index(), kind, &error.message)
    })?;
    let document = json::parse(text, limits.max_depth)
        .map_err(|error| unparsable(text, error.offset, ErrorKind::Parse, &error.kind.to_string()))?;
    unique_names(text, &document)?;
    let wrapped = document.get("program").ok_or_else(|| {
        let hint = if document.get("op").is_some() { ": wrap the program as {\"program\": …}" } else { "" };
        Error::new(ErrorKind::Parse, format!("Missing required field 'program'{hint}"))
    })?;
    if !matches!(wrapped, json::Value::Object(_)) {
        let message = format!("program must be a map, got {}", shown(&owned(wrapped)));
        return Err(Error { pointer: Some("/program".into()), ..Error::new(ErrorKind::Parse, message) });
    }
    let mut checker = Checker { places: Places::default(), late: false };
    let place = checker.places.add(Places::ROOT, Step::Member("program".into()));
    let root = checker.node(wrapped, place, Tail::Yes)?;
    Ok(Program { root, places: checker.places })
}

fn unparsable(text: &str, offset: usize, kind: ErrorKind, what: &str) -> Error {
    let at = position(text.as_bytes(), offset);
    let message = format!("{what} (line {}, column {})", at.line, at.column);
    Error { position: Some(at), ..Error::new(kind, message) }
}

/// Refuses a program in which a name stands twice: which of the two was meant is a guess.
fn unique_names(text: &str, document: &json::Value<'_>) -> Result<(), Error> {
    match document {
        json::Value::Array(items) => items.iter().try_for_each(|item| unique_names(text, item)),
        json::Value::Object(members) => {
            let mut seen = HashSet::new();
            for (name, value) in members {
                if !seen.insert(name.decode_lossy()) {
                    // The name borrows from the text, so its address tells its offset.
                    let offset = (name.raw().as_ptr() as usize).saturating_sub(text.as_ptr() as usize + 1);
                    let what =
                        format!("the name \"{}\" stands twice in one object", cut(name.raw().to_owned()));
                    return Err(unparsable(text, offset, ErrorKind::Parse, &what));
                }
                unique_names(text, value)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Says whether the value of a node becomes the value of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    Yes,
    No,
}

struct Checker {
    places: Places,
    /// Inside the value of `filter_in`, whose mistakes show when it is evaluated, in other words.
    late: bool,
}

/// A field of an operation.
#[derive(Clone, Copy)]
struct Slot<'s> {
    op: &'s Op,
    field: &'s Field,
}

/// The members of a JSON object.
type JsonMembers<'j, 'a> = &'j [(Text<'a>, json::Value<'a>)];

impl Checker {
    fn fail(&self, place: u32, message: impl Into<String>) -> Error {
        let pointer = Some(self.places.pointer(place));
        Error { pointer, ..Error::new(ErrorKind::Validation, message) }
    }

    fn step(&mut self, from: u32, name: &str) -> u32 {
        self.places.add(from, Step::Member(name.into()))
    }

    /// Checks what stands where an expression must stand.
    fn node(&mut self, value: &json::Value<'_>, place: u32, tail: Tail) -> Result<Node, Error> {
        let json::Value::Object(members) = value else {
            return Err(self.fail(place, format!("Node must be a map, got {}", shown(&owned(value)))));
        };
        let kind = match value.get("op") {
            None => Kind::Object { fields: self.parts(members, place)?, extract: tail == Tail::Yes },
            Some(json::Value::Null) => return Err(self.fail(place, "Missing required field 'op'")),
            Some(json::Value::String(name)) => {
                let name = name.decode_lossy();
                let op = ops::find(&name).ok_or_else(|| self.unknown(place, &name))?;
                self.operation(op, value, place, tail)?
            }
            Some(_) => return Err(self.fail(place, "Field 'op' must be a string")),
        };
        Ok(Node { id: place, kind })
    }

    fn unknown(&self, place: u32, name: &str) -> Error {
        let mut names: Vec<_> = ops::all().map(|op| op.name).collect();
        names.sort_unstable();
        let mut message = format!("Unknown operation '{name}'");
        let suggestion = suggest::best(name, names);
        if let Some(meant) = suggestion {
            let _ = write!(message, ". Did you mean '{meant}'?");
        }
        Error { suggestion: suggestion.map(str::to_owned), ..self.fail(place, message) }
    }

    /// The fields of an object, explicit or implicit, in byte order of their names.
    fn parts(&mut self, members: JsonMembers<'_, '_>, place: u32) -> Result<Vec<(Rc<str>, Part)>, Error> {
        let mut members: Vec<_> = members.iter().map(|(name, value)| (name.decode_lossy(), value)).collect();
        members.sort_by(|a, b| a.0.cmp(&b.0));
        let mut parts = Vec::with_capacity(members.len());
        for (name, value) in members {
            let part = if value.get("op").is_some() {
                let place = self.step(place, &name);
                Part::Node(self.node(value, place, Tail::No)?)
            } else {
                Part::Data(owned(value))
            };
            parts.push((name.into(), part));
        }
        Ok(parts)
    }

    /// Checks the fields of an operation as its row of the table says, and builds its node.
    pub fn operation(
        &mut self,
        op: &'static Op,
        node: &json::Value<'_>,
        place: u32,
        tail: Tail,
    ) -> Result<Kind, Error> {
        let mut args = Args::new(op.name);
        for field in self.visited(op, node, place)? {
            let slot = Slot { op, field };
            let Some(value) = self.presence(slot, node, place)? else { continue };
            let tail = if passes_on(op.name, field.name) { tail } else { Tail::No };
            let arg = self.field(slot, value, place, tail)?;
            args.put(field.name, arg);
        }
        self.settled(op, node, place)?;
        (op.build)(&mut args).map_err(|error| Error { pointer: Some(self.places.pointer(place)), ..error })
    }

    /// The value of `filter_in`: data, or an expression whose mistakes wait until it is evaluated.
    fn members(&mut self, value: &json::Value<'_>, place: u32) -> Members {
        if value.get("op").is_none() {
            return Members::Data(owned(value));
        }
        let was = std::mem::replace(&mut self.late, true);
        let node = self.node(value, place, Tail::No);
        self.late = was;
        match node {
            Ok(node) => Members::Node(node),
            Err(error) => Members::Broken(Error { kind: ErrorKind::Execution, ..error }),
        }
    }
}

/// Returns whether this field of an operation in tail position stands in tail position itself. Of `steps` it is the last one.
fn passes_on(op: &str, field: &str) -> bool {
    matches!((op, field), ("let", "in") | ("if", "then" | "else") | ("pipe", "steps"))
}

/// `null`, for what is not there.
const MISSING: &Value<'static> = &Value::Null;
