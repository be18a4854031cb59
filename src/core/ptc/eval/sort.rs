//! `sort_by`: a stable merge sort whose comparisons can fail.
//!
//! The standard sort cannot be stopped: a comparison that gives up would have to lie, and a lying order may panic.

use super::{Run, Scope};
use crate::core::ptc::error::Fault;
use crate::core::ptc::limits::Budget;
use crate::core::ptc::order::order;
use crate::core::ptc::value::Value;
use std::cmp::Ordering;

impl<'a> Run<'_, '_, 'a> {
    pub(super) fn sort_by(
        &mut self,
        field: &str,
        descending: bool,
        scope: &Scope<'_, 'a>,
    ) -> Result<Value<'a>, Fault> {
        let list = scope.list("sort_by")?;
        // A key and two positions for every item.
        let _room = self.budget.charge(list.items.len() * (size_of::<Value<'_>>() + 2 * size_of::<u32>()))?;
        let mut keys = Vec::with_capacity(list.items.len());
        for item in &list.items {
            self.budget.step()?;
            keys.push(item.member(field).unwrap_or(Value::Null));
        }
        let positions = sorted(&keys, descending, &mut self.budget)?;
        let mut result = self.budget.list()?;
        result.reserve(positions.len())?;
        for at in positions {
            self.budget.step()?;
            result.push(list.items[at as usize].clone())?;
        }
        result.finish(&self.budget)
    }
}

/// The positions of the keys in ascending or descending order; equal keys keep theirs either way.
fn sorted(keys: &[Value<'_>], descending: bool, budget: &mut Budget<'_>) -> Result<Vec<u32>, Fault> {
    let mut from: Vec<u32> = (0..keys.len() as u32).collect();
    let mut into = vec![0; from.len()];
    let mut width = 1;
    while width < from.len() {
        for (source, target) in from.chunks(2 * width).zip(into.chunks_mut(2 * width)) {
            let (left, right) = source.split_at(width.min(source.len()));
            merge(keys, descending, left, right, target, budget)?;
        }
        std::mem::swap(&mut from, &mut into);
        width *= 2;
    }
    Ok(from)
}

/// Merges two sorted runs into `target`.
fn merge(
    keys: &[Value<'_>],
    descending: bool,
    mut left: &[u32],
    mut right: &[u32],
    target: &mut [u32],
    budget: &mut Budget<'_>,
) -> Result<(), Fault> {
    let mut slots = target.iter_mut();
    while let (Some((l, left_rest)), Some((r, right_rest))) = (left.split_first(), right.split_first()) {
        let ordering = order(&keys[*l as usize], &keys[*r as usize], budget)?;
        let right_first = ordering == if descending { Ordering::Less } else { Ordering::Greater };
        let Some(slot) = slots.next() else { break };
        if right_first {
            (*slot, right) = (*r, right_rest);
        } else {
            (*slot, left) = (*l, left_rest);
        }
    }
    for (slot, at) in slots.zip(left.iter().chain(right)) {
        *slot = *at;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::ptc::limits::Limits;

    #[test]
    fn agrees_with_the_standard_sort_and_is_stable() {
        let mut never = || false;
        let mut budget = Budget::new(Limits::default(), &mut never);
        for length in [0u32, 1, 2, 3, 7, 8, 9, 100, 1000] {
            let numbers: Vec<i64> = (0..length).map(|n| i64::from(n * 7919 % 13)).collect();
            let keys: Vec<_> = numbers.iter().map(|n| Value::Int(*n)).collect();
            let mut expected: Vec<u32> = (0..length).collect();
            expected.sort_by_key(|at| numbers[*at as usize]);
            assert_eq!(sorted(&keys, false, &mut budget).expect("in time"), expected);
            expected.sort_by_key(|at| (std::cmp::Reverse(numbers[*at as usize]), *at));
            assert_eq!(sorted(&keys, true, &mut budget).expect("in time"), expected);
        }
    }
}
