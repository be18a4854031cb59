//! `add`, `sub`, `mul`, `div`, `pct`, `round`.

use super::{Run, Scope};
use crate::core::programs::error::{Error, Evaluated};
use crate::core::programs::number::{self, Exact};
use crate::core::programs::program::Node;
use crate::core::programs::value::Value;
use crate::core::programs::write::shown;

impl<'a> Run<'_, '_, 'a> {
    /// Both operands, left first; both must be numbers.
    fn operands(
        &mut self,
        op: &str,
        left: &Node,
        right: &Node,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<(Value<'a>, Value<'a>)> {
        let (left, right) = (self.eval(left, scope)?, self.eval(right, scope)?);
        if left.is_number() && right.is_number() {
            return Ok((left, right));
        }
        let got = format!("{}, {}", shown(&left), shown(&right));
        Err(Error::execution(format!("{op} requires numeric operands, got: {got}")))
    }

    pub(super) fn arithmetic(
        &mut self,
        op: Exact,
        left: &Node,
        right: &Node,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let name = match op {
            Exact::Add => "add",
            Exact::Sub => "sub",
            Exact::Mul => "mul",
        };
        let (left, right) = self.operands(name, left, right, scope)?;
        number::exact(op, &left, &right, &mut self.budget)
    }

    pub(super) fn div(&mut self, left: &Node, right: &Node, scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        let (left, right) = self.operands("div", left, right, scope)?;
        not_zero(&right)?;
        number::divide(&left, &right)
    }

    pub(super) fn pct(&mut self, part: &Node, whole: &Node, scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        let (part, whole) = self.operands("pct", part, whole, scope)?;
        not_zero(&whole)?;
        number::percent(&part, &whole)
    }

    pub(super) fn round(
        &mut self,
        value: &Node,
        precision: usize,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let value = self.eval(value, scope)?;
        if !value.is_number() {
            let got = format!("{}, {precision}", shown(&value));
            let message = format!("round requires numeric value and integer precision, got: {got}");
            return Err(Error::execution(message));
        }
        Ok(Value::Float(number::round(number::float(&value)?, precision)))
    }
}

fn not_zero(divisor: &Value<'_>) -> Evaluated<()> {
    if number::is_zero(divisor) { Err(Error::execution("division by zero")) } else { Ok(()) }
}
