//! `eq`, `neq`, `gt`, `gte`, `lt`, `lte`, `contains`, `in`.

use super::{Run, Scope};
use crate::core::programs::error::Evaluated;
use crate::core::programs::order::{order, strictly_equal};
use crate::core::programs::program::Comparison;
use crate::core::programs::value::Value;
use std::cmp::Ordering;

impl Comparison {
    fn name(self) -> &'static str {
        match self {
            Self::Equal => "eq",
            Self::NotEqual => "neq",
            Self::Greater => "gt",
            Self::GreaterOrEqual => "gte",
            Self::Less => "lt",
            Self::LessOrEqual => "lte",
        }
    }

    fn holds(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::NotEqual => ordering.is_ne(),
            Self::Greater => ordering.is_gt(),
            Self::GreaterOrEqual => ordering.is_ge(),
            Self::Less => ordering.is_lt(),
            Self::LessOrEqual => ordering.is_le(),
        }
    }
}

impl<'a> Run<'_, '_, 'a> {
    pub(super) fn compare(
        &mut self,
        field: &str,
        value: &Value<'static>,
        comparison: Comparison,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let member = scope.map(comparison.name())?.member(field).unwrap_or(Value::Null);
        if !matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            self.same_type(comparison.name(), field, &member, value)?;
        }
        Ok(Value::Bool(comparison.holds(order(&member, value, &mut self.budget)?)))
    }

    /// Returns whether the member holds the value.
    pub(super) fn contains(
        &mut self,
        field: &str,
        value: &Value<'static>,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let member = scope.map("contains")?.member(field).unwrap_or(Value::Null);
        if let (Some(text), Some(part)) = (member.as_str(), value.as_str()) {
            self.budget.steps_for(text.len())?;
            return Ok(Value::Bool(memchr::memmem::find(text.as_bytes(), part.as_bytes()).is_some()));
        }
        self.holds(&member, value)
    }

    /// Returns whether the member holds the value, as `contains` does, but strings hold nothing.
    pub(super) fn is_in(
        &mut self,
        field: &str,
        value: &Value<'static>,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let member = scope.map("in")?.member(field).unwrap_or(Value::Null);
        self.holds(&member, value)
    }

    fn holds(&mut self, holder: &Value<'a>, value: &Value<'static>) -> Evaluated<Value<'a>> {
        if holder.is_map() {
            return Ok(Value::Bool(value.as_str().is_some_and(|name| holder.member(name).is_some())));
        }
        for item in holder.as_list().iter().flat_map(|list| &list.items) {
            if strictly_equal(item, value, &mut self.budget)? {
                return Ok(Value::Bool(true));
            }
        }
        Ok(Value::Bool(false))
    }
}
