//! What a schema lets the reader of a text expect: names, and where only text is due.
//!
//! Branches of unions are taken together: any of their names may come, and text is due only where all want it.

use std::collections::{HashMap, HashSet};

use super::shape::{Id, Kinds, Rest, Shapes};
use crate::core::repair::expect::{Due, Expect, Place, UNKNOWN};

/// Places that are described; beyond them nothing is expected. Sets of parts could be many more than parts.
const MOST_PLACES: usize = 4096;

/// Unions within unions that are looked into for types.
const MOST_LEVELS: usize = 8;

/// The expectations of a schema.
pub(super) fn expect(shapes: &Shapes) -> Expect {
    let mut writer = Writer { shapes, kinds: HashMap::new(), places: HashMap::new(), pending: Vec::new() };
    writer.place(Vec::from([0]));
    let mut list: Vec<Due> = Vec::new();
    while let Some(parts) = writer.pending.get(list.len()).cloned() {
        list.push(writer.due(&parts));
    }
    Expect::new(list)
}

struct Writer<'s> {
    shapes: &'s Shapes,
    /// The types that fit a part, by how many levels of unions were left to look into.
    kinds: HashMap<(Id, usize), Kinds>,
    places: HashMap<Vec<Id>, Place>,
    /// Sets of parts in the order of their places, the first of which is 1.
    pending: Vec<Vec<Id>>,
}

impl Writer<'_> {
    /// The place where any of these parts may be meant.
    fn place(&mut self, mut ids: Vec<Id>) -> Place {
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
            return UNKNOWN;
        }
        if let Some(place) = self.places.get(&ids) {
            return *place;
        }
        if self.pending.len() >= MOST_PLACES {
            return UNKNOWN;
        }
        self.pending.push(ids.clone());
        let place = self.pending.len() as Place;
        self.places.insert(ids, place);
        place
    }

    fn due(&mut self, ids: &[Id]) -> Due {
        let parts = self.reach(ids);
        let shapes = || parts.iter().map(|id| &self.shapes.list[*id as usize]);
        let mut named: HashMap<&str, Vec<Id>> = HashMap::new();
        for (name, id) in shapes().flat_map(|shape| &shape.properties) {
            named.entry(name).or_default().push(*id);
        }
        let others: Vec<Id> = shapes()
            .filter_map(|shape| match shape.rest {
                Rest::Values(id) => Some(id),
                Rest::Anything | Rest::Nothing => None,
            })
            .collect();
        let is_open = named.is_empty() || shapes().any(|shape| shape.has_patterns) || !others.is_empty();
        let items: Vec<Id> = if shapes().any(|shape| !shape.prefix.is_empty()) {
            Vec::new()
        } else {
            shapes().filter_map(|shape| shape.items).collect()
        };
        let kinds = ids.iter().map(|id| self.kinds(*id, MOST_LEVELS)).reduce(Kinds::or);
        Due {
            names: named.into_iter().map(|(name, ids)| (name.into(), self.place(ids))).collect(),
            items: self.place(items),
            others: is_open.then(|| self.place(others)),
            is_text: kinds == Some(Kinds::STRING),
            is_anything: kinds == Some(Kinds::ALL),
        }
    }

    /// These parts, all that they refer to, and all branches of their unions.
    fn reach(&self, ids: &[Id]) -> Vec<Id> {
        let mut all = Vec::new();
        let mut seen = HashSet::new();
        let mut pending: Vec<Id> = ids.iter().rev().copied().collect();
        while let Some(id) = pending.pop() {
            if seen.insert(id) {
                all.push(id);
                let shape = &self.shapes.list[id as usize];
                let branches = shape.unions.iter().flat_map(|union| &union.branches);
                pending.extend(shape.also.iter().chain(branches));
            }
        }
        all
    }

    /// The types that fit a part.
    fn kinds(&mut self, id: Id, levels: usize) -> Kinds {
        let Some(levels) = levels.checked_sub(1) else { return Kinds::ALL };
        if let Some(known) = self.kinds.get(&(id, levels)) {
            return *known;
        }
        let (shapes, mut kinds) = (self.shapes, Kinds::ALL);
        for part in shapes.closure(&[id]) {
            let shape = &shapes.list[part as usize];
            let words = shape.words.iter().flatten().map(|word| Kinds::of(word.kind)).reduce(Kinds::or);
            kinds = kinds.and(shape.kinds).and(words.unwrap_or(Kinds::ALL));
            for union in &shape.unions {
                let any = union.branches.iter().map(|branch| self.kinds(*branch, levels)).reduce(Kinds::or);
                kinds = kinds.and(any.unwrap_or(Kinds::ALL));
            }
        }
        self.kinds.insert((id, levels), kinds);
        kinds
    }
}
