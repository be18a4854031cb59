//! Objects whose keys are data (versions, dates, ids, paths, languages): their members have one shape, so they share
//! one place, and the keys are counted.
//!
//! The names say it where most of them are no names of fields (`1.0.0`, `/users`). Otherwise the members must be many,
//! and either each object must have few of them, or they must be objects that share their names.

use super::distinct::{Distinct, Number, hash};
use super::node::KINDS;
use super::{ELSEWHERE, MAX_NAMES, Place, Profile, ROOT};
use crate::core::json::Text;
use crate::core::results::preview::shape::Kind;

/// Members that an object with such keys has at least.
const FEW: usize = 8;

/// Members at least where the names could be those of fields.
const MANY: usize = 16;

/// Members at least where nothing but their number speaks for data.
const CROWD: usize = 64;

/// Objects at least before it is said that each has few of all members.
const OBJECTS: u64 = 8;

/// Of all members each object has at most one in so many.
const SPARSE: u64 = 4;

/// Keys that are shown.
const EXAMPLES: usize = 2;

/// Bytes of a key that is shown.
const SHOWN: usize = 40;

/// The keys of objects at one place.
#[derive(Clone, Debug)]
pub(super) struct Keyed {
    names: Distinct,
    /// The first of them, as they are written.
    pub examples: Vec<Box<str>>,
}

impl Keyed {
    fn new() -> Self {
        Self { names: Distinct::new(), examples: Vec::new() }
    }

    /// Adds a key as it is written between its quotes.
    pub fn add(&mut self, name: &[u8]) {
        self.names.add_hash(hash(name) | 1);
        if self.examples.len() < EXAMPLES && name.len() <= SHOWN {
            let name = String::from_utf8_lossy(name);
            if self.examples.iter().all(|known| **known != name) {
                self.examples.push(name.into());
            }
        }
    }

    fn join(&mut self, other: Self) {
        self.names.join(&other.names);
        self.examples.extend(other.examples);
        self.examples.dedup();
        self.examples.truncate(EXAMPLES);
    }

    /// How many different keys there are.
    pub fn number(&self) -> Number {
        self.names.number()
    }
}

/// Returns whether an object with so many members is looked at again.
pub(super) fn is_time_to_look(members: usize) -> bool {
    members >= FEW && members.is_power_of_two() || members == MAX_NAMES
}

impl Profile {
    /// Joins the members of every object whose keys are data.
    pub(super) fn join_all(&mut self) {
        let mut pending = vec![ROOT];
        while let Some(id) = pending.pop() {
            self.join_if_data(id);
            let place = &self.places[id as usize];
            pending.extend(place.members.iter().chain(&place.items).filter(|id| **id != ELSEWHERE));
        }
    }

    /// Joins the members of the objects at a place if their keys are data.
    pub(super) fn join_if_data(&mut self, id: u32) {
        if self.are_keys_data(id) {
            self.join_members(id);
        }
    }

    fn join_members(&mut self, id: u32) {
        if self.places[id as usize].keyed.is_some() {
            return;
        }
        let members = std::mem::take(&mut self.places[id as usize].members);
        let mut keyed = Keyed::new();
        for member in &members {
            let name = self.places[*member as usize].name.take().unwrap_or_default();
            keyed.add(name.as_bytes());
        }
        if let Some((first, rest)) = members.split_first() {
            self.hide(*first);
            for member in rest {
                self.absorb(*first, *member);
            }
            self.places[id as usize].members = vec![*first];
            self.places[id as usize].keyed = Some(Box::new(keyed));
        }
    }

    /// No pointer leads to one array here any more.
    fn hide(&mut self, id: u32) {
        let place = &mut self.places[id as usize];
        place.is_plain = false;
        place.kept = None;
        let below: Vec<u32> = place.members.iter().chain(&place.items).copied().collect();
        below.into_iter().filter(|id| *id != ELSEWHERE).for_each(|id| self.hide(id));
    }

    /// Adds all that is known at `from` and below it to `into`, and frees it.
    fn absorb(&mut self, into: u32, from: u32) {
        let is_keyed = |profile: &Self, id: u32| profile.places[id as usize].keyed.is_some();
        if is_keyed(self, into) != is_keyed(self, from) {
            self.join_members(into);
            self.join_members(from);
        }
        let from = self.take(from);
        let here = &mut self.places[into as usize];
        here.stats.join(&from.stats);
        here.bytes += from.bytes;
        here.more += from.more;
        match (&mut here.keyed, from.keyed) {
            (Some(mine), Some(theirs)) => mine.join(*theirs),
            (mine @ None, theirs) => *mine = theirs,
            _ => {}
        }
        match (here.items, from.items.filter(|items| *items != ELSEWHERE)) {
            (Some(mine), Some(theirs)) if mine != ELSEWHERE => self.absorb(mine, theirs),
            (None, Some(theirs)) => {
                self.places[into as usize].items = Some(theirs);
                self.hide(theirs);
            }
            (Some(_), Some(theirs)) => self.drop_all(theirs),
            (_, None) => {}
        }
        for member in from.members {
            self.absorb_member(into, member);
        }
    }

    fn absorb_member(&mut self, into: u32, member: u32) {
        let here = &self.places[into as usize];
        let name = &self.places[member as usize].name;
        let is_same = |id: &&u32| here.keyed.is_some() || self.places[**id as usize].name == *name;
        if let Some(known) = here.members.iter().find(is_same).copied() {
            self.absorb(known, member);
        } else if here.members.len() < MAX_NAMES {
            self.places[into as usize].members.push(member);
            self.hide(member);
        } else {
            self.places[into as usize].more += self.places[member as usize].stats.count();
            self.drop_all(member);
        }
    }

    fn take(&mut self, id: u32) -> Place {
        self.free.push(id);
        std::mem::replace(&mut self.places[id as usize], Place::new(None, 0, false))
    }

    fn drop_all(&mut self, id: u32) {
        let place = self.take(id);
        place
            .members
            .into_iter()
            .chain(place.items)
            .filter(|id| *id != ELSEWHERE)
            .for_each(|id| self.drop_all(id));
    }

    fn are_keys_data(&self, id: u32) -> bool {
        let place = &self.places[id as usize];
        let number = place.members.len();
        if number < FEW || place.more > 0 || place.keyed.is_some() || self.is_on_way(id) {
            return false;
        }
        let Some(kind) = self.kind_of_members(place) else { return false };
        let names = || place.members.iter().filter_map(|id| self.places[*id as usize].name.as_deref());
        if names().filter(|name| is_data(name)).count() * 4 >= number * 3 {
            return true;
        }
        if number < MANY {
            return false;
        }
        let objects = place.stats.kinds[Kind::Object as usize];
        let counts = || place.members.iter().map(|id| self.places[*id as usize].stats.count());
        let has_field = counts().any(|count| count * 10 >= objects * 9);
        let is_sparse = counts().sum::<u64>() * SPARSE <= number as u64 * objects;
        if objects >= OBJECTS && is_sparse && !has_field || are_codes(names()) {
            return true;
        }
        if kind == Kind::Object { self.share_names(place) } else { number >= CROWD && objects < OBJECTS }
    }

    /// Returns whether the place is on the way to the rows that were asked for, so that its names must stay.
    fn is_on_way(&self, id: u32) -> bool {
        let place = &self.places[id as usize];
        let depth = place.depth;
        depth < self.way.len()
            && place.name.as_ref().is_none_or(|name| depth > 0 && self.way[depth - 1] == decoded(name))
    }

    /// The kind that nearly all members have.
    fn kind_of_members(&self, place: &Place) -> Option<Kind> {
        let mut counts = [0_usize; KINDS.len()];
        for id in &place.members {
            let kinds = &self.places[*id as usize].stats.kinds;
            let main = kinds
                .iter()
                .enumerate()
                .filter(|(kind, _)| *kind != Kind::Null as usize)
                .max_by_key(|(_, count)| **count);
            let kind = main.filter(|(_, count)| **count > 0).map_or(Kind::Null as usize, |(kind, _)| kind);
            // Both kinds of numbers are one shape.
            counts[if kind == Kind::Integer as usize { Kind::Number as usize } else { kind }] += 1;
        }
        let nulls = counts[Kind::Null as usize];
        let kind = *KINDS.iter().max_by_key(|kind| counts[**kind as usize])?;
        let alike = counts[kind as usize] + if kind == Kind::Null { 0 } else { nulls };
        (alike * 10 >= place.members.len() * 9).then_some(kind)
    }

    /// Returns whether the members, which are objects, have most of their names in common.
    fn share_names(&self, place: &Place) -> bool {
        let mut union: Vec<&str> = Vec::new();
        let mut sum = 0;
        for id in &place.members {
            let member = &self.places[*id as usize];
            sum += if member.keyed.is_some() { 2 } else { member.members.len() };
            for name in member.members.iter().filter_map(|id| self.places[*id as usize].name.as_deref()) {
                if !union.contains(&name) {
                    union.push(name);
                }
            }
        }
        let number = place.members.len();
        (number >= CROWD || sum >= 2 * number) && sum >= union.len() * (number / 4).max(2)
    }
}

fn decoded(name: &str) -> String {
    Text::from_raw(name).decode_lossy().into_owned()
}

/// Returns whether this is no name of a field: a number, a version, a date, a path, an address, a hash.
fn is_data(name: &str) -> bool {
    let is_hash = name.len() >= 8
        && name.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
        && name.bytes().any(|byte| byte.is_ascii_digit());
    name.starts_with(|c: char| c.is_ascii_digit())
        || name.contains('/')
        || name.find('@').is_some_and(|at| at > 0)
        || name.matches(':').count() > 1
        || is_hash
}

/// Returns whether all names are codes of one length, as those of languages and countries are.
fn are_codes<'n>(mut names: impl Iterator<Item = &'n str>) -> bool {
    let Some(first) = names.next() else { return false };
    (2..=3).contains(&first.len())
        && names.all(|name| name.len() == first.len() && name.bytes().all(|byte| byte.is_ascii_alphabetic()))
}
