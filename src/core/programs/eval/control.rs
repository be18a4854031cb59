//! `var`, `let`, `if`, `and`, `or`, `pipe`.

use super::{Binding, Run, Scope};
use crate::core::programs::error::Evaluated;
use crate::core::programs::program::Node;
use crate::core::programs::value::Value;

impl<'a> Run<'_, '_, 'a> {
    pub(super) fn var(&self, name: &str, scope: &Scope<'_, 'a>) -> Value<'a> {
        scope.binding(name).or_else(|| self.memory.get(name)).cloned().unwrap_or(Value::Null)
    }

    pub(super) fn bind(
        &mut self,
        name: &str,
        value: &Node,
        body: &Node,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let value = self.eval(value, scope)?;
        let binding = Binding { name, value, outer: scope.bindings };
        self.eval(body, &Scope { input: scope.input, bindings: Some(&binding) })
    }

    pub(super) fn branch(
        &mut self,
        condition: &Node,
        then: &Node,
        otherwise: &Node,
        scope: &Scope<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let taken = if self.eval(condition, scope)?.is_truthy() { then } else { otherwise };
        self.eval(taken, scope)
    }

    pub(super) fn all(&mut self, conditions: &[Node], scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        for condition in conditions {
            if !self.eval(condition, scope)?.is_truthy() {
                return Ok(Value::Bool(false));
            }
        }
        Ok(Value::Bool(true))
    }

    pub(super) fn any(&mut self, conditions: &[Node], scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        for condition in conditions {
            if self.eval(condition, scope)?.is_truthy() {
                return Ok(Value::Bool(true));
            }
        }
        Ok(Value::Bool(false))
    }

    pub(super) fn pipe(&mut self, steps: &[Node], scope: &Scope<'_, 'a>) -> Evaluated<Value<'a>> {
        let Some((first, rest)) = steps.split_first() else { return Ok(Value::Null) };
        let mut current = self.eval(first, &scope.with_input(scope.input.unwrap_or(&Value::Null)))?;
        for step in rest {
            current = self.eval(step, &scope.with_input(&current))?;
        }
        Ok(current)
    }
}
