//! What there is to say about records of JSON: a line on standard error, or a finding where that is the product.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;

use super::console::{Console, Severity, details, the_other};
use super::diagnosis::{Format, Reporter};
use super::json_input::Product;
use super::tail::Tail;
use crate::core::json::scan::string_end;
use crate::core::json::stream::Notice;
use crate::report::diagnostic::{Diagnostic, Place};
use crate::report::{Finding, excerpt};

/// Turns notices into messages.
pub(super) struct Messages<'m> {
    pub(super) console: Console,
    pub(super) name: &'m str,
    /// Which source it is, from 0.
    pub(super) index: usize,
    /// Are places those of the mended text, which nobody sees?
    pub(super) is_repaired: bool,
    pub(super) tail: Rc<RefCell<Tail>>,
}

impl Messages<'_> {
    /// Tells about a fault on standard error.
    pub(super) fn tell(&self, notice: &Notice) {
        let fault = &notice.fault;
        let place = match notice.position {
            Some(at) if !self.is_repaired => format!("{}:{}:{}", self.name, at.line, at.column),
            _ => self.name.to_owned(),
        };
        let (record, other) = (Some(fault.record), self.other(notice));
        let mut message = [&fault.message, &*details(record, &fault.pointer, other.as_deref())].concat();
        if !self.advice(notice).is_empty() {
            let _ = write!(message, "; {}", self.advice(notice));
        }
        let severity = if fault.warning { Severity::Warning } else { Severity::Error };
        self.console.at(&place, severity, fault.code, &message);
    }

    /// Reports a fault where that is the product.
    pub(super) fn find(&self, notice: &Notice, product: Product, reporter: &mut Reporter) {
        let fault = &notice.fault;
        let severity = if fault.warning { Severity::Warning } else { Severity::Error };
        let mut message = fault.message.clone();
        if let Some(other) = self.other(notice) {
            let _ = write!(message, "; {other}");
        }
        let mut diagnostic = Diagnostic::new(severity, fault.code, message);
        diagnostic.advice = self.advice(notice).into();
        diagnostic.path = Some(fault.pointer.clone());
        diagnostic.record = Some(fault.record);
        if let (Some(at), false) = (notice.position, self.is_repaired) {
            diagnostic.place = Some(Place::at(at));
            let tail = self.tail.borrow();
            if let (Product::Check(Format::Human), Some((text, span))) =
                (product, tail.find(fault.offset..fault.offset))
            {
                // A name is marked whole.
                let end = if text.get(span.start) == Some(&b'"') {
                    string_end(text, span.start).ok()
                } else {
                    None
                };
                let span = span.start..end.unwrap_or(span.end);
                let look = self.console.look(false);
                diagnostic.excerpt = Some(excerpt::excerpt(text, span, look.columns() - 10));
            }
        }
        reporter.finding(self.index, &Finding { diagnostics: vec![diagnostic], title: String::new() });
    }

    /// Where the other of two places is.
    fn other(&self, notice: &Notice) -> Option<String> {
        match (notice.other, notice.fault.other) {
            _ if self.is_repaired => None,
            (Some(at), _) => Some(the_other(at.line, at.column)),
            (None, Some(offset)) => Some(format!("the other at byte {offset}")),
            (None, None) => None,
        }
    }

    /// What can be done about it.
    fn advice(&self, notice: &Notice) -> &'static str {
        if matches!(notice.fault.code, "syntax" | "encoding") && !self.is_repaired {
            "try --repair"
        } else {
            ""
        }
    }
}
