//! A stable merge sort whose comparisons can fail.
//!
//! The standard sort cannot be stopped: a comparison that gives up would have to lie, and a lying order may panic.

use super::error::Evaluated;

/// The positions from 0 to `count` in order. `right_first` says whether the element at the second position, which
/// stood after the one at the first, goes before it.
pub fn positions(
    count: usize,
    mut right_first: impl FnMut(u32, u32) -> Evaluated<bool>,
) -> Evaluated<Vec<u32>> {
    let mut from: Vec<u32> = (0..count as u32).collect();
    let mut into = vec![0; count];
    let mut width = 1;
    while width < count {
        for (source, target) in from.chunks(2 * width).zip(into.chunks_mut(2 * width)) {
            let (left, right) = source.split_at(width.min(source.len()));
            merge(left, right, target, &mut right_first)?;
        }
        std::mem::swap(&mut from, &mut into);
        width *= 2;
    }
    Ok(from)
}

/// Merges two sorted runs into `target`.
fn merge(
    mut left: &[u32],
    mut right: &[u32],
    target: &mut [u32],
    right_first: &mut impl FnMut(u32, u32) -> Evaluated<bool>,
) -> Evaluated<()> {
    let mut slots = target.iter_mut();
    while let (Some((l, left_rest)), Some((r, right_rest))) = (left.split_first(), right.split_first()) {
        let right_first = right_first(*l, *r)?;
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
