//! `group_by`, `cast`, and what `--strict-types` refuses.

use super::{Run, Scope};
use crate::core::programs::error::{Error, Evaluated};
use crate::core::programs::number;
use crate::core::programs::order::order;
use crate::core::programs::program::{Aggregate, Cast, End};
use crate::core::programs::sort::positions;
use crate::core::programs::value::{Name, Value};
use crate::core::programs::write::shown;
use std::cmp::Ordering;
use std::rc::Rc;

/// The value at the end of a path; null where there is nothing.
pub(super) fn at<'a>(item: &Value<'a>, path: &[Rc<str>]) -> Value<'a> {
    let mut value = item.clone();
    for name in path {
        match value.member(name) {
            Some(inner) => value = inner,
            None => return Value::Null,
        }
    }
    value
}

impl<'a> Run<'_, '_, 'a> {
    pub(super) fn group_by(
        &mut self,
        path: &[Rc<str>],
        aggregates: &[(Rc<str>, Aggregate)],
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let list = scope.list("group_by")?;
        let _room = self.budget.charge(list.items.len() * (size_of::<Value<'_>>() + 2 * size_of::<u32>()))?;
        let mut keys = Vec::with_capacity(list.items.len());
        for item in &list.items {
            self.budget.step()?;
            keys.push(at(item, path));
        }
        let sorted = positions(keys.len(), |left, right| {
            Ok(order(&keys[right as usize], &keys[left as usize], &mut self.budget)? == Ordering::Less)
        })?;
        let own = Name::Shared(Rc::clone(path.last().unwrap_or(&Rc::from(""))));
        let mut groups = self.budget.list()?;
        let mut from = 0;
        while from < sorted.len() {
            let key = &keys[sorted[from] as usize];
            let mut to = from + 1;
            while to < sorted.len() && order(&keys[sorted[to] as usize], key, &mut self.budget)?.is_eq() {
                to += 1;
            }
            let mut items = self.budget.list()?;
            for at in &sorted[from..to] {
                self.budget.step()?;
                items.push(list.items[*at as usize].clone())?;
            }
            let items = items.finish(&self.budget)?;
            let mut entries = Vec::from([(own.clone(), key.clone())]);
            if aggregates.is_empty() {
                entries.push((Name::Shared("items".into()), items));
            } else {
                for (name, aggregate) in aggregates {
                    let value = self.aggregate(aggregate, &items, scope)?;
                    entries.push((Name::Shared(Rc::clone(name)), value));
                }
            }
            groups.push(self.budget.map(entries)?)?;
            from = to;
        }
        groups.finish(&self.budget)
    }

    fn aggregate(
        &mut self,
        aggregate: &Aggregate,
        items: &Value<'a>,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let scope = scope.with_input(items);
        match aggregate {
            Aggregate::Count => {
                let count = scope.list("group_by")?.items.len();
                Ok(Value::Int(i64::try_from(count).unwrap_or(i64::MAX)))
            }
            Aggregate::Sum(field) => self.sum(field, &scope),
            Aggregate::Avg(field) => self.avg(field, &scope),
            Aggregate::Min(field) => self.extreme(field, End::Least, false, &scope),
            Aggregate::Max(field) => self.extreme(field, End::Greatest, false, &scope),
        }
    }

    pub(super) fn cast(
        &mut self,
        to: Cast,
        field: Option<&Rc<str>>,
        default: Option<&Value<'static>>,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let input = scope.input()?;
        let Some(field) = field else { return cast(input, to, default, "the current value") };
        let Some(list) = input.as_list() else { return self.cast_member(input, field, to, default) };
        let mut items = self.budget.list()?;
        items.reserve(list.items.len())?;
        for item in &list.items {
            items.push(self.cast_member(item, field, to, default)?)?;
        }
        items.finish(&self.budget)
    }

    /// A map whose member is cast.
    fn cast_member(
        &mut self,
        item: &Value<'a>,
        field: &Rc<str>,
        to: Cast,
        default: Option<&Value<'static>>,
    ) -> Evaluated<Value<'a>> {
        self.budget.step()?;
        let Some(value) = item.member(field) else {
            if item.is_map() {
                return Ok(item.clone());
            }
            return Err(Error::execution(format!(
                "cast requires a map or a list of maps, got {}",
                shown(item)
            )));
        };
        let made = cast(&value, to, default, field)?;
        let entries = item.as_map().map(|map| map.entries().to_vec()).unwrap_or_default();
        self.budget.steps_for(entries.len() * 64)?;
        let entries = entries.into_iter().map(|(name, value)| {
            let is_it = name.as_str() == &**field;
            (name, if is_it { made.clone() } else { value })
        });
        self.budget.map(entries.collect())
    }

    /// Where types must fit: an order of values of several types is not an order that anyone means.
    pub(super) fn same_type(&self, op: &str, field: &str, a: &Value<'a>, b: &Value<'_>) -> Evaluated<()> {
        if !self.budget.is_strict() || a.kind() == b.kind() {
            return Ok(());
        }
        let message = format!(
            "{op} meets values of several types in '{field}': {} and {}; cast them, or filter them out",
            shown(a),
            shown(b)
        );
        Err(Error::execution(message))
    }
}

fn cast<'a>(
    value: &Value<'a>,
    to: Cast,
    default: Option<&Value<'static>>,
    what: &str,
) -> Evaluated<Value<'a>> {
    if matches!(value, Value::Null) {
        return Ok(Value::Null);
    }
    let made = match (to, value) {
        (Cast::Number, value) if value.is_number() => Some(value.clone()),
        (Cast::Integer, Value::Int(_) | Value::Big(_)) => Some(value.clone()),
        (Cast::Integer, Value::Float(float)) => integer(*float),
        (Cast::Text, value) if value.as_str().is_some() => Some(value.clone()),
        (Cast::Text, Value::Bool(_)) => Some(Value::Shared(shown(value).into())),
        (Cast::Text, value) if value.is_number() => Some(Value::Shared(shown(value).into())),
        (Cast::Boolean, Value::Bool(_)) => Some(value.clone()),
        (_, value) => value.as_str().and_then(|text| of_text(text.trim(), to)),
    };
    match (made, default) {
        (Some(made), _) => Ok(made),
        (None, Some(default)) => Ok(default.clone()),
        (None, None) => {
            let kind = match to {
                Cast::Number => "number",
                Cast::Integer => "integer",
                Cast::Text => "string",
                Cast::Boolean => "boolean",
            };
            Err(Error::execution(format!(
                "cast to {kind}: {what} is {}; a 'default' would take its place",
                shown(value)
            )))
        }
    }
}

/// The value that a text spells, as JSON does.
fn of_text<'a>(text: &str, to: Cast) -> Option<Value<'a>> {
    match (to, text) {
        (Cast::Boolean, "true") => return Some(Value::Bool(true)),
        (Cast::Boolean, "false") => return Some(Value::Bool(false)),
        (Cast::Boolean | Cast::Text, _) => return None,
        _ => {}
    }
    let is_number = text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        && crate::core::json::scan_document(text.as_bytes(), 1).is_ok();
    let number = is_number.then(|| number::parse(text))?;
    match (to, number) {
        (Cast::Integer, Value::Float(float)) => integer(float),
        (_, number) => Some(number),
    }
}

/// A float without a fraction as an integer.
#[expect(clippy::float_cmp, reason = "a fraction is any difference at all")]
fn integer<'a>(float: f64) -> Option<Value<'a>> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (float.trunc() == float && float.abs() <= EXACT).then_some(Value::Int(float as i64))
}
