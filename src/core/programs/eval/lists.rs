//! `filter`, `reject`, `map`, `select`, `filter_in`, `take`, `drop`, `distinct`.

use super::{Run, Scope};
use crate::core::programs::error::{Error, Evaluated};
use crate::core::programs::order::StrictSet;
use crate::core::programs::program::{Members, Node};
use crate::core::programs::value::{Name, Value};
use crate::core::programs::write::shown;
use std::borrow::Cow;
use std::rc::Rc;

impl<'a> Run<'_, '_, 'a> {
    /// `filter` keeps where the condition is `keep`; `reject` likewise.
    pub(super) fn filter(
        &mut self,
        condition: &Node,
        keep: bool,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let op = if keep { "filter" } else { "reject" };
        let list = scope.list(op)?;
        let mut kept = self.budget.list()?;
        for item in &list.items {
            match self.eval(condition, &scope.with_input(item))? {
                Value::Bool(truth) if truth == keep => kept.push(item.clone())?,
                Value::Bool(_) => {}
                other => {
                    let message = format!("{op} where clause must return boolean, got {}", shown(&other));
                    return Err(Error::execution(message));
                }
            }
        }
        kept.finish(&self.budget)
    }

    pub(super) fn map(&mut self, expr: &Node, scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        let list = scope.list("map")?;
        let mut mapped = self.budget.list()?;
        mapped.reserve(list.items.len())?;
        for item in &list.items {
            mapped.push(self.eval(expr, &scope.with_input(item))?)?;
        }
        mapped.finish(&self.budget)
    }

    pub(super) fn select(&mut self, names: &[Rc<str>], scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        let list = scope.list("select")?;
        let mut selected = self.budget.list()?;
        selected.reserve(list.items.len())?;
        for item in &list.items {
            self.budget.step()?;
            if !item.is_map() {
                selected.push(item.clone())?;
                continue;
            }
            let mut entries = Vec::new();
            for name in names {
                self.budget.step()?;
                if let Some(value) = item.member(name) {
                    entries.push((Name::Shared(Rc::clone(name)), value));
                }
            }
            selected.push(self.budget.map(entries)?)?;
        }
        selected.finish(&self.budget)
    }

    pub(super) fn filter_in(
        &mut self,
        field: &str,
        members: &Members,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let list = scope.list("filter_in")?;
        let members: Cow<'_, Value<'a>> = match members {
            Members::Data(value) => Cow::Borrowed(value),
            Members::Node(node) => Cow::Owned(self.eval(node, scope)?),
            Members::Broken(error) => return Err(Box::new(error.clone())),
        };
        let (items, names) = (members.as_list(), members.as_map());
        let mut set = StrictSet::default();
        let _room =
            self.budget.charge(items.as_ref().map_or(0, |list| list.items.len()) * StrictSet::COST)?;
        for item in items.iter().flat_map(|list| &list.items) {
            set.insert(item, &mut self.budget)?;
        }
        let mut kept = self.budget.list()?;
        for item in list.items.iter().filter(|item| item.is_map()) {
            self.budget.step()?;
            let value = item.member(field).unwrap_or(Value::Null);
            let is_member = match (&names, value.as_str()) {
                (Some(names), Some(name)) => names.get(name).is_some(),
                _ => set.contains(&value, &mut self.budget)?,
            };
            if is_member {
                kept.push(item.clone())?;
            }
        }
        kept.finish(&self.budget)
    }

    /// `take` and `drop`: at most `count` items after the first `skip`.
    pub(super) fn slice(
        &mut self,
        op: &str,
        skip: usize,
        count: usize,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let list = scope.list(op)?;
        let rest = list.items.get(skip..).unwrap_or_default();
        let wanted = &rest[..count.min(rest.len())];
        let mut slice = self.budget.list()?;
        slice.reserve(wanted.len())?;
        for item in wanted {
            self.budget.step()?;
            slice.push(item.clone())?;
        }
        slice.finish(&self.budget)
    }

    pub(super) fn distinct(&mut self, scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        let list = scope.list("distinct")?;
        let mut seen = StrictSet::default();
        let mut room = Vec::new();
        let mut kept = self.budget.list()?;
        for (at, item) in list.items.iter().enumerate() {
            // The set is paid for a thousand members at a time.
            if at % 1000 == 0 {
                room.push(self.budget.charge(1000 * StrictSet::COST)?);
            }
            if seen.insert(item, &mut self.budget)? {
                kept.push(item.clone())?;
            }
        }
        kept.finish(&self.budget)
    }
}
