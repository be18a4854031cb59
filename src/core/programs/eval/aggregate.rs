//! `sum`, `avg`, `min`, `max`, `min_by`, `max_by`.

use super::{Run, Scope};
use crate::core::programs::error::{Error, Evaluated};
use crate::core::programs::number::{self, Exact};
use crate::core::programs::order::order;
use crate::core::programs::program::End;
use crate::core::programs::value::Value;
use crate::core::programs::write::shown;
use std::cmp::Ordering;

impl<'a> Run<'_, '_, 'a> {
    pub(super) fn sum(&mut self, field: &str, scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        let mut sum = Value::Int(0);
        for item in &scope.list("sum")?.items {
            self.budget.step()?;
            if !item.is_map() {
                return Err(Error::execution(format!("sum requires list of maps, got {}", shown(item))));
            }
            match item.member(field) {
                None | Some(Value::Null) => {}
                Some(value) if value.is_number() => {
                    sum = number::exact(Exact::Add, &sum, &value, &mut self.budget)?;
                }
                Some(other) => {
                    return Err(Error::execution(format!(
                        "sum requires numeric values, got {}",
                        shown(&other)
                    )));
                }
            }
        }
        Ok(sum)
    }

    pub(super) fn avg(&mut self, field: &str, scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        let (mut sum, mut count) = (Value::Int(0), 0);
        for item in &scope.list("avg")?.items {
            self.budget.step()?;
            match item.member(field) {
                Some(value) if value.is_number() => {
                    sum = number::exact(Exact::Add, &sum, &value, &mut self.budget)?;
                    count += 1;
                }
                _ => {}
            }
        }
        if count == 0 { Ok(Value::Null) } else { number::divide(&sum, &Value::Int(count)) }
    }

    pub(super) fn extreme(
        &mut self,
        field: &str,
        end: End,
        whole: bool,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let (op, better) = match (end, whole) {
            (End::Least, false) => ("min", Ordering::Less),
            (End::Greatest, false) => ("max", Ordering::Greater),
            (End::Least, true) => ("min_by", Ordering::Less),
            (End::Greatest, true) => ("max_by", Ordering::Greater),
        };
        let list = scope.list(op)?;
        let mut best: Option<(Value<'a>, &Value<'a>)> = None;
        for item in &list.items {
            self.budget.step()?;
            let Some(value) = item.member(field).filter(|value| !matches!(value, Value::Null)) else {
                continue;
            };
            if let Some((so_far, _)) = &best {
                self.same_type(op, field, &value, so_far)?;
            }
            let wins = match &best {
                Some((so_far, _)) => order(&value, so_far, &mut self.budget)? == better,
                None => true,
            };
            if wins {
                best = Some((value, item));
            }
        }
        Ok(best.map_or(Value::Null, |(value, item)| if whole { item.clone() } else { value }))
    }
}
