//! The order of values, and their two equalities.
//!
//! Order: number < false < null < true < map < list < string. Maps compare by size, then by their sorted names, then
//! by the values in that order; lists item by item, then by length. Loose equality is "neither is greater", so 1
//! equals 1.0 at any depth; strict equality tells integers from floats. Work is paid for step by step.

use super::error::Evaluated;
use super::limits::Budget;
use super::number;
use super::value::{Map, Value};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash, Hasher};

/// The place of a value's kind in the order.
fn rank(value: &Value<'_>) -> u8 {
    match value {
        Value::Int(_) | Value::Big(_) | Value::Float(_) => 0,
        Value::Bool(false) => 1,
        Value::Null => 2,
        Value::Bool(true) => 3,
        Value::Map(_) | Value::RawMap { .. } => 4,
        Value::List(_) | Value::RawList { .. } => 5,
        Value::Text(_) | Value::Shared(_) => 6,
    }
}

/// The order of two values.
pub fn order(a: &Value<'_>, b: &Value<'_>, budget: &mut Budget<'_>) -> Evaluated<Ordering> {
    budget.step()?;
    if let Some(ordering) = number::compare(a, b) {
        return Ok(ordering);
    }
    if let (Some(a), Some(b)) = (a.as_str(), b.as_str()) {
        budget.steps_for(a.len().min(b.len()))?;
        return Ok(a.as_bytes().cmp(b.as_bytes()));
    }
    match rank(a).cmp(&rank(b)) {
        Ordering::Equal => {}
        different => return Ok(different),
    }
    if let (Some(a), Some(b)) = (a.as_map(), b.as_map()) {
        return order_maps(&a, &b, budget);
    }
    if let (Some(a), Some(b)) = (a.as_list(), b.as_list()) {
        for (a, b) in a.items.iter().zip(&b.items) {
            match order(a, b, budget)? {
                Ordering::Equal => {}
                different => return Ok(different),
            }
        }
        return Ok(a.items.len().cmp(&b.items.len()));
    }
    Ok(Ordering::Equal)
}

fn order_maps(a: &Map<'_>, b: &Map<'_>, budget: &mut Budget<'_>) -> Evaluated<Ordering> {
    let by_size = a.entries().len().cmp(&b.entries().len());
    if by_size != Ordering::Equal {
        return Ok(by_size);
    }
    let (a, b) = (a.sorted(), b.sorted());
    for ((a, _), (b, _)) in a.iter().zip(&b) {
        budget.step()?;
        match a.as_str().cmp(b.as_str()) {
            Ordering::Equal => {}
            different => return Ok(different),
        }
    }
    for ((_, a), (_, b)) in a.iter().zip(&b) {
        match order(a, b, budget)? {
            Ordering::Equal => {}
            different => return Ok(different),
        }
    }
    Ok(Ordering::Equal)
}

/// Equality of `distinct`, `contains`, `in` and `filter_in`: 1 and 1.0 differ, and so do 0.0 and -0.0.
pub fn strictly_equal(a: &Value<'_>, b: &Value<'_>, budget: &mut Budget<'_>) -> Evaluated<bool> {
    budget.step()?;
    if let (Some(a), Some(b)) = (a.as_str(), b.as_str()) {
        budget.steps_for(a.len().min(b.len()))?;
        return Ok(a == b);
    }
    if let (Value::Float(a), Value::Float(b)) = (a, b) {
        return Ok(a.to_bits() == b.to_bits());
    }
    if a.is_number() || b.is_number() {
        let is_float = |v: &Value<'_>| matches!(v, Value::Float(_));
        return Ok(!is_float(a) && !is_float(b) && number::compare(a, b) == Some(Ordering::Equal));
    }
    if let (Some(a), Some(b)) = (a.as_list(), b.as_list()) {
        if a.items.len() != b.items.len() {
            return Ok(false);
        }
        for (a, b) in a.items.iter().zip(&b.items) {
            if !strictly_equal(a, b, budget)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    if let (Some(a), Some(b)) = (a.as_map(), b.as_map()) {
        if a.entries().len() != b.entries().len() {
            return Ok(false);
        }
        for (name, value) in a.entries() {
            match b.get(name.as_str()) {
                Some(other) if strictly_equal(value, other, budget)? => {}
                _ => return Ok(false),
            }
        }
        return Ok(true);
    }
    Ok(rank(a) == rank(b))
}

/// A set under strict equality, with seeded hashes: data cannot choose its collisions.
#[derive(Default)]
pub struct StrictSet<'v, 'a> {
    state: RandomState,
    /// The last member with each hash, as a position in `members`.
    heads: HashMap<u64, u32>,
    /// Each value with the position of the one before it that has the same hash.
    members: Vec<(&'v Value<'a>, Option<u32>)>,
}

impl<'v, 'a> StrictSet<'v, 'a> {
    /// Returns whether the set holds a value like this.
    pub fn contains(&self, value: &Value<'_>, budget: &mut Budget<'_>) -> Evaluated<bool> {
        let hash = self.hash(value, budget)?;
        self.holds(hash, value, budget)
    }

    fn holds(&self, hash: u64, value: &Value<'_>, budget: &mut Budget<'_>) -> Evaluated<bool> {
        let mut at = self.heads.get(&hash).copied();
        while let Some((member, before)) = at.and_then(|at| self.members.get(at as usize)) {
            if strictly_equal(member, value, budget)? {
                return Ok(true);
            }
            at = *before;
        }
        Ok(false)
    }

    /// Adds the value; false when one like it is there already.
    pub fn insert(&mut self, value: &'v Value<'a>, budget: &mut Budget<'_>) -> Evaluated<bool> {
        let hash = self.hash(value, budget)?;
        if self.holds(hash, value, budget)? {
            return Ok(false);
        }
        let before = self.heads.insert(hash, self.members.len() as u32);
        self.members.push((value, before));
        Ok(true)
    }

    /// Bytes that a member of the set takes besides its value.
    pub const COST: usize = 64;

    /// Equal values have equal hashes.
    pub fn hash(&self, value: &Value<'_>, budget: &mut Budget<'_>) -> Evaluated<u64> {
        budget.step()?;
        let mut hasher = self.state.build_hasher();
        hasher.write_u8(rank(value));
        match value {
            Value::Int(int) => int.hash(&mut hasher),
            Value::Big(big) => big.digits.hash(&mut hasher),
            Value::Float(float) => float.to_bits().hash(&mut hasher),
            Value::Text(_) | Value::Shared(_) => {
                let text = value.as_str().unwrap_or_default();
                budget.steps_for(text.len())?;
                text.hash(&mut hasher);
            }
            Value::Null | Value::Bool(_) => {}
            Value::List(_) | Value::RawList { .. } => {
                for item in value.as_list().iter().flat_map(|list| &list.items) {
                    hasher.write_u64(self.hash(item, budget)?);
                }
            }
            Value::Map(_) | Value::RawMap { .. } => {
                // A sum does not depend on the order of members.
                let mut sum = 0u64;
                for (name, value) in value.as_map().iter().flat_map(|map| map.entries()) {
                    let member = (name.as_str(), self.hash(value, budget)?);
                    sum = sum.wrapping_add(self.state.hash_one(member));
                }
                hasher.write_u64(sum);
            }
        }
        Ok(hasher.finish())
    }
}
