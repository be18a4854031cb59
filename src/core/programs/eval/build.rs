//! `object` and implicit objects, `merge`, `concat`, `zip`.

use super::{Run, Scope};
use crate::core::programs::error::{Error, Evaluated};
use crate::core::programs::program::{Node, Part};
use crate::core::programs::value::{List, Name, Value};
use crate::core::programs::write::shown;
use std::rc::Rc;

impl<'a> Run<'_, '_, 'a> {
    pub(super) fn object(
        &mut self,
        fields: &[(Rc<str>, Part)],
        extract: bool,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let mut entries = Vec::with_capacity(fields.len());
        for (name, part) in fields {
            let value = match part {
                Part::Node(node) => self.eval(node, scope)?,
                Part::Data(value) => value.clone(),
            };
            entries.push((Name::Shared(Rc::clone(name)), value));
        }
        self.extract |= extract;
        self.budget.map(entries)
    }

    pub(super) fn merge(&mut self, objects: &[Node], scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        let mut entries: Vec<(Name<'a>, Value<'a>)> = Vec::new();
        // Paid for piece by piece until the map that comes of it is charged as one.
        let mut room = Vec::new();
        for node in objects {
            let value = self.eval(node, scope)?;
            let Some(map) = value.as_map() else {
                return Err(Error::execution(format!("merge requires map values, got {}", shown(&value))));
            };
            self.budget.steps_for(map.entries().len() * 64)?;
            room.push(self.budget.charge(size_of_val(map.entries()))?);
            entries.extend_from_slice(map.entries());
        }
        drop(room);
        self.budget.map(entries)
    }

    /// The values of the nodes, which must be lists.
    fn lists(&mut self, op: &str, lists: &[Node], scope: &Scope<'_, 'a>) -> Evaluated<Vec<Rc<List<'a>>>> {
        let mut values = Vec::with_capacity(lists.len());
        for node in lists {
            let value = self.eval(node, scope)?;
            let Some(list) = value.as_list() else {
                return Err(Error::execution(format!("{op} requires list values, got {}", shown(&value))));
            };
            values.push(list);
        }
        Ok(values)
    }

    pub(super) fn concat(&mut self, lists: &[Node], scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        let lists = self.lists("concat", lists, scope)?;
        let mut all = self.budget.list()?;
        all.reserve(lists.iter().map(|list| list.items.len()).fold(0, usize::saturating_add))?;
        for item in lists.iter().flat_map(|list| &list.items) {
            self.budget.step()?;
            all.push(item.clone())?;
        }
        all.finish(&self.budget)
    }

    pub(super) fn zip(&mut self, lists: &[Node], scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        let lists = self.lists("zip", lists, scope)?;
        let mut rows = self.budget.list()?;
        for at in 0..lists.iter().map(|list| list.items.len()).min().unwrap_or(0) {
            let mut row = self.budget.list()?;
            row.reserve(lists.len())?;
            for list in &lists {
                self.budget.step()?;
                row.push(list.items[at].clone())?;
            }
            rows.push(row.finish(&self.budget)?)?;
        }
        rows.finish(&self.budget)
    }
}
