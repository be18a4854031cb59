//! The rules of single fields: presence, types, and the words in which they fail.

use super::{Checker, MISSING, Slot, Tail};
use crate::core::json::suggest;
use crate::core::json::{self, Style, Text};
use crate::core::programs::args::Arg;
use crate::core::programs::error::Error;
use crate::core::programs::number;
use crate::core::programs::ops::{Field, FieldKind, Need, Op, Visit};
use crate::core::programs::program::Step;
use crate::core::programs::read::owned;
use crate::core::programs::value::Value;
use crate::core::programs::write::shown;
use std::cmp::Ordering;
use std::rc::Rc;

impl Checker {
    /// The fields of an operation in the order of their checks.
    pub(super) fn visited(
        &self,
        op: &'static Op,
        node: &json::Value<'_>,
        place: u32,
    ) -> Result<Vec<&'static Field>, Error> {
        let mut fields: Vec<_> = op.fields.iter().collect();
        fields.sort_by_key(|field| field.name);
        match op.visit {
            Visit::Either(a, b) if node.get(a).is_some() && node.get(b).is_some() => {
                Err(self.fail(place, format!("Operation '{}' accepts '{a}' or '{b}', not both", op.name)))
            }
            Visit::ByName | Visit::Either(..) => Ok(fields),
            Visit::PresenceFirst => {
                for field in fields {
                    self.presence(Slot { op, field }, node, place)?;
                }
                Ok(op.fields.iter().collect())
            }
        }
    }

    /// What holds after all fields are checked one by one.
    pub(super) fn settled(&self, op: &Op, node: &json::Value<'_>, place: u32) -> Result<(), Error> {
        match op.visit {
            // The language itself has no such operation.
            Visit::Either(a, b)
                if op.name == "group_by" && node.get(a).is_none() && node.get(b).is_none() =>
            {
                let message = format!(
                    "Unknown operation '{}' without '{a}' or '{b}': the extension needs one",
                    op.name
                );
                Err(self.fail(place, message))
            }
            Visit::Either(a, b) if node.get(a).is_none() && node.get(b).is_none() => {
                Err(self.fail(place, format!("Operation '{}' requires either '{a}' or '{b}'", op.name)))
            }
            _ => Ok(()),
        }
    }

    /// The value of a field; `None` where it may be missing and is.
    pub(super) fn presence<'j, 'a>(
        &self,
        slot: Slot<'_>,
        node: &'j json::Value<'a>,
        place: u32,
    ) -> Result<Option<&'j json::Value<'a>>, Error> {
        let Slot { field, .. } = slot;
        match (node.get(field.name), field.need) {
            (None, Need::Unless(other)) if node.get(other).is_some() => Ok(None),
            (Some(json::Value::Null) | None, Need::NotNull | Need::Unless(_)) | (None, Need::Required) => {
                Err(self.missing(slot, node, place))
            }
            (value, _) => Ok(value),
        }
    }

    fn missing(&self, slot: Slot<'_>, node: &json::Value<'_>, place: u32) -> Error {
        let Slot { op, field } = slot;
        if self.late
            && let Some(message) = slot.late_message(MISSING)
        {
            return self.fail(place, message);
        }
        let message = format!("Operation '{}' requires field '{}'", op.name, field.name);
        // A member that is not a field of this operation, and looks like the one that is missing.
        let meant = match node {
            json::Value::Object(members) => {
                members.iter().map(|(name, _)| name.decode_lossy()).find(|name| {
                    op.fields.iter().all(|field| field.name != name)
                        && suggest::best(name, [field.name]).is_some()
                })
            }
            _ => None,
        };
        match meant {
            Some(wrong) => Error {
                suggestion: Some(field.name.to_owned()),
                ..self.fail(place, format!("{message}; '{wrong}' is not one of its fields"))
            },
            None => self.fail(place, message),
        }
    }

    /// Checks the type of a field that is there.
    pub(super) fn field(
        &mut self,
        slot: Slot<'_>,
        value: &json::Value<'_>,
        place: u32,
        tail: Tail,
    ) -> Result<Arg, Error> {
        let Slot { field, .. } = slot;
        let name = field.name;
        match (field.kind, value) {
            (FieldKind::Any, _) => Ok(Arg::Data(owned(value))),
            (FieldKind::Map, json::Value::Object(_)) => {
                let mut text = Vec::new();
                Style::compact().write_value(value, &mut text);
                Ok(Arg::Json(String::from_utf8_lossy(&text).into()))
            }
            (FieldKind::AnyOrExpr, _) => {
                let place = self.step(place, name);
                Ok(Arg::Members(self.members(value, place)))
            }
            (FieldKind::Expr, _) => {
                let place = self.step(place, name);
                Ok(Arg::Node(self.node(value, place, tail)?))
            }
            (FieldKind::Exprs, json::Value::Array(items)) => self.nodes(name, items, place, tail),
            (FieldKind::Fields, json::Value::Object(members)) => {
                let place = self.step(place, name);
                Ok(Arg::Fields(self.parts(members, place)?))
            }
            (FieldKind::Text, json::Value::String(text)) => Ok(Arg::Text(text.decode_lossy().into())),
            (FieldKind::Names | FieldKind::Path, json::Value::Array(items)) => {
                let texts = items.iter().map(text).collect::<Option<_>>();
                texts.map(Arg::Texts).ok_or_else(|| self.fail(place, texts_message(field)))
            }
            (FieldKind::Order, json::Value::Null) => Ok(Arg::Descending(false)),
            (FieldKind::Order, json::Value::String(order)) if order.decode_lossy() == "asc" => {
                Ok(Arg::Descending(false))
            }
            (FieldKind::Order, json::Value::String(order)) if order.decode_lossy() == "desc" => {
                Ok(Arg::Descending(true))
            }
            (FieldKind::Count, _) => self.count(slot, &owned(value), place),
            (FieldKind::Precision, _) => match owned(value) {
                Value::Int(precision @ 0..=15) => Ok(Arg::Count(usize::try_from(precision).unwrap_or(0))),
                _ => Err(self.fail(place, format!("Field '{name}' must be an integer from 0 to 15"))),
            },
            _ => Err(self.wrong_type(slot, &owned(value), place)),
        }
    }

    fn nodes(&mut self, name: &str, items: &[json::Value<'_>], place: u32, tail: Tail) -> Result<Arg, Error> {
        let list = self.step(place, name);
        let mut nodes = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            let place = self.places.add(list, Step::Item(at));
            let tail = if at + 1 == items.len() { tail } else { Tail::No };
            nodes.push(self.node(item, place, tail)?);
        }
        Ok(Arg::Nodes(nodes))
    }

    fn count(&self, slot: Slot<'_>, value: &Value<'_>, place: u32) -> Result<Arg, Error> {
        let negative = number::compare(value, &Value::Int(0)) == Some(Ordering::Less);
        let (op_name, name) = (slot.op.name, slot.field.name);
        match value {
            Value::Int(count) if !negative => Ok(Arg::Count(usize::try_from(*count).unwrap_or(usize::MAX))),
            // More than any list has.
            Value::Big(_) if !negative => Ok(Arg::Count(usize::MAX)),
            _ if self.late => Err(self.fail(place, slot.late_message(value).unwrap_or_default())),
            Value::Int(_) | Value::Big(_) => {
                let message =
                    format!("Operation '{op_name}' {name} must be non-negative, got {}", shown(value));
                Err(self.fail(place, message))
            }
            _ => Err(self.fail(place, format!("Operation '{op_name}' field '{name}' must be an integer"))),
        }
    }

    fn wrong_type(&self, slot: Slot<'_>, value: &Value<'_>, place: u32) -> Error {
        let name = slot.field.name;
        if self.late
            && let Some(message) = slot.late_message(value)
        {
            return self.fail(place, message);
        }
        let wanted = match slot.field.kind {
            FieldKind::Text => "a string",
            FieldKind::Exprs | FieldKind::Names | FieldKind::Path => "a list",
            FieldKind::Order => {
                let got = value.as_str().map_or_else(|| shown(value), str::to_owned);
                return self.fail(place, format!("Field '{name}' must be 'asc' or 'desc', got '{got}'"));
            }
            _ => "a map",
        };
        self.fail(place, format!("Field '{name}' must be {wanted}"))
    }
}

impl Slot<'_> {
    /// The words for a mistake that shows only when the node is evaluated, where they are others.
    fn late_message(self, value: &Value<'_>) -> Option<String> {
        let got = shown(value);
        match (self.op.name, self.field.kind) {
            ("load", FieldKind::Text) => Some(format!("Context key must be a string, got {got}")),
            ("var", FieldKind::Text) => Some(format!("Memory key must be a string, got {got}")),
            (op, FieldKind::Count) => {
                Some(format!("{op} {} must be a non-negative integer, got {got}", self.field.name))
            }
            (_, FieldKind::Expr) => Some(format!("Node must be a map, got {got}")),
            _ => None,
        }
    }
}

fn texts_message(field: &Field) -> String {
    match field.kind {
        FieldKind::Path => format!("All path elements in '{}' must be strings", field.name),
        _ => format!("All field names in '{}' must be strings", field.name),
    }
}

fn text(value: &json::Value<'_>) -> Option<Rc<str>> {
    match value {
        json::Value::String(text) => Some(Text::decode_lossy(text).into()),
        _ => None,
    }
}
