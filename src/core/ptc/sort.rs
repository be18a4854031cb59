//! A stable merge sort whose comparisons can fail.
//!
//! The standard sort cannot be stopped: a comparison that gives up would have to lie, and a lying order may panic.

use super::error::Fault;

/// The positions from 0 to `count` in order. `right_first` says whether the element at the second position, which
/// stood after the one at the first, goes before it.
pub fn positions(
    count: usize,
    mut right_first: impl FnMut(u32, u32) -> Result<bool, Fault>,
) -> Result<Vec<u32>, Fault> {
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
    right_first: &mut impl FnMut(u32, u32) -> Result<bool, Fault>,
) -> Result<(), Fault> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_standard_sort_and_is_stable() {
        for count in [0u32, 1, 2, 3, 7, 8, 9, 100, 1000] {
            let keys: Vec<u32> = (0..count).map(|n| n * 7919 % 13).collect();
            let key = |at: u32| keys[at as usize];
            let mut expected: Vec<u32> = (0..count).collect();
            expected.sort_by_key(|at| key(*at));
            assert_eq!(positions(keys.len(), |l, r| Ok(key(r) < key(l))).expect("no fault"), expected);
            expected.sort_by_key(|at| (std::cmp::Reverse(key(*at)), *at));
            assert_eq!(positions(keys.len(), |l, r| Ok(key(r) > key(l))).expect("no fault"), expected);
        }
    }

    #[test]
    fn stops_at_the_first_fault() {
        let mut asked = 0;
        let sorted = positions(1000, |_, _| {
            asked += 1;
            if asked < 10 { Ok(false) } else { Err(Fault::execution("enough")) }
        });
        assert!(sorted.is_err() && asked == 10);
    }
}
