//! `get`, `keys`.

use super::{Run, Scope, not_a_map};
use crate::core::programs::error::Evaluated;
use crate::core::programs::value::Value;
use std::rc::Rc;

impl<'a> Run<'_, '_, 'a> {
    pub(super) fn get(
        &mut self,
        path: &[Rc<str>],
        default: Option<&Value<'static>>,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let input = scope.input()?;
        let found = match path {
            [] => input.clone(),
            [name] => input.member(name).unwrap_or(Value::Null),
            [first, rest @ ..] => {
                let mut value = input.member(first);
                for name in rest {
                    self.budget.step()?;
                    value = value.and_then(|value| value.member(name));
                }
                value.unwrap_or(Value::Null)
            }
        };
        match (found, default) {
            (Value::Null, Some(default)) => Ok(default.clone()),
            (found, _) => Ok(found),
        }
    }

    pub(super) fn keys(&mut self, scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        let input = scope.input()?;
        let map = input.as_map().ok_or_else(|| not_a_map("keys", input))?;
        let mut names = self.budget.list()?;
        names.reserve(map.entries().len())?;
        for (name, _) in map.sorted() {
            self.budget.step()?;
            names.push(name.value())?;
        }
        names.finish(&self.budget)
    }
}
