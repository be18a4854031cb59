//! What the reader of a text knows about its value beforehand: the names of its objects, and where text is due.
//!
//! A hint, never a rule: a name that is expected makes the readings cheaper that have it, and unquoted text where only
//! text is due is text. What comes out still has to be judged by the caller that gave the hint. Without one, nothing is spent.

use std::collections::{HashMap, HashSet};

use crate::core::json::pointer;

/// An expectation, by number: what is due at one place of a value.
pub type Place = u32;

/// Nothing is known about this place.
pub const UNKNOWN: Place = 0;

/// What is due at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// The members that are expected, by name, and what is due there.
    pub names: HashMap<Box<str>, Place>,
    /// What is due at every item of an array.
    pub items: Place,
    /// What is due at members of other names, where such are usual; `None` where the names are all there are.
    pub others: Option<Place>,
    /// A string and nothing else.
    pub is_text: bool,
    /// Any type of value, as far as types go.
    pub is_anything: bool,
}

/// All expectations about a value. The first place says nothing, the second is the whole value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    places: Vec<Due>,
    /// Every name that is expected anywhere.
    names: HashSet<Box<str>>,
}

impl Expect {
    /// The place of the whole value.
    pub const ROOT: Place = 1;

    /// `places[0]` is what is due at place 1. Numbers beyond the list stand for places that nothing is known about.
    pub fn new(mut places: Vec<Due>) -> Self {
        let names = places.iter().flat_map(|due| due.names.keys().cloned()).collect();
        places.insert(0, Due { others: Some(UNKNOWN), ..Due::default() });
        Self { places, names }
    }

    fn due(&self, place: Place) -> &Due {
        self.places.get(place as usize).unwrap_or(&self.places[0])
    }

    /// What is due at the member with this name, and whether the name is a usual one there.
    pub(crate) fn member(&self, place: Place, name: &[u8]) -> (Place, bool) {
        let due = self.due(place);
        let found = std::str::from_utf8(name).ok().and_then(|name| due.names.get(name));
        match (found, due.others) {
            (Some(place), _) => (*place, true),
            (None, Some(place)) => (place, true),
            (None, None) => (UNKNOWN, false),
        }
    }

    /// Returns whether this is one of the names that the object at `place` is expected to have.
    pub(crate) fn is_due(&self, place: Place, name: &[u8]) -> bool {
        std::str::from_utf8(name).is_ok_and(|name| self.due(place).names.contains_key(name))
    }

    /// Returns whether this name is expected neither of the object at `place` nor of any other.
    pub(crate) fn is_strange(&self, place: Place, name: &[u8]) -> bool {
        let is_known = |name| self.names.contains(name);
        !self.member(place, name).1 && !std::str::from_utf8(name).is_ok_and(is_known)
    }

    /// Returns whether nothing is known about the value at this JSON Pointer.
    pub fn is_silent(&self, pointer: &str) -> bool {
        let place = self.at(pointer);
        place == UNKNOWN || self.due(place).is_anything
    }

    /// The place that a JSON Pointer names.
    fn at(&self, pointer: &str) -> Place {
        let mut place = Self::ROOT;
        for step in pointer.split('/').skip(1) {
            let Ok(name) = pointer::unescaped(step) else { return UNKNOWN };
            let due = self.due(place);
            let is_item =
                due.items != UNKNOWN && !due.names.contains_key(&*name) && step.parse::<u32>().is_ok();
            place = if is_item { due.items } else { self.member(place, name.as_bytes()).0 };
            if place == UNKNOWN {
                return UNKNOWN;
            }
        }
        place
    }

    /// Returns whether text is due at this JSON Pointer, and nothing else.
    pub fn is_text_at(&self, pointer: &str) -> bool {
        self.due(self.at(pointer)).is_text
    }

    /// What is due at each item.
    pub(crate) fn item(&self, place: Place) -> Place {
        self.due(place).items
    }

    /// Returns whether text is due here, and nothing else.
    pub(crate) fn is_text(&self, place: Place) -> bool {
        self.due(place).is_text
    }
}
