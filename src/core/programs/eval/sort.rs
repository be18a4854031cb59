//! `sort_by`.

use super::extensions::at;
use super::{Run, Scope};
use crate::core::programs::error::Evaluated;
use crate::core::programs::order::order;
use crate::core::programs::sort::positions;
use crate::core::programs::value::Value;
use std::cmp::Ordering;
use std::rc::Rc;

impl<'a> Run<'_, '_, 'a> {
    pub(super) fn sort_by(
        &mut self,
        path: &[Rc<str>],
        descending: bool,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let list = scope.list("sort_by")?;
        // A key and two positions for every item.
        let _room = self.budget.charge(list.items.len() * (size_of::<Value<'_>>() + 2 * size_of::<u32>()))?;
        let mut keys = Vec::with_capacity(list.items.len());
        for item in &list.items {
            self.budget.step()?;
            let key = at(item, path);
            if let Some(first) = keys.first() {
                self.same_type("sort_by", path.last().map_or("", |name| name), &key, first)?;
            }
            keys.push(key);
        }
        // Equal keys keep their order either way: only a key that must go before moves.
        let goes_first = if descending { Ordering::Greater } else { Ordering::Less };
        let sorted = positions(keys.len(), |left, right| {
            Ok(order(&keys[right as usize], &keys[left as usize], &mut self.budget)? == goes_first)
        })?;
        let mut result = self.budget.list()?;
        result.reserve(sorted.len())?;
        for at in sorted {
            self.budget.step()?;
            result.push(list.items[at as usize].clone())?;
        }
        result.finish(&self.budget)
    }
}
