//! The checked fields of one operation, which the table's builders take.

use crate::core::programs::error::{Error, ErrorKind};
use crate::core::programs::program::{Members, Node, Part};
use crate::core::programs::value::Value;
use std::rc::Rc;

/// A checked field.
#[derive(Debug)]
pub(super) enum Arg {
    Count(usize),
    Data(Value<'static>),
    Descending(bool),
    Fields(Vec<(Rc<str>, Part)>),
    Json(Rc<str>),
    Members(Members),
    Node(Node),
    Nodes(Vec<Node>),
    Text(Rc<str>),
    Texts(Vec<Rc<str>>),
}

/// The checked fields of an operation. What the checker has let pass is there; a builder that asks for something
/// else gets the error of a missing field.
#[derive(Debug)]
pub struct Args {
    op: &'static str,
    args: Vec<(&'static str, Arg)>,
}

impl Args {
    pub(super) fn new(op: &'static str) -> Self {
        Self { op, args: Vec::new() }
    }

    pub(super) fn put(&mut self, field: &'static str, arg: Arg) {
        self.args.push((field, arg));
    }

    fn take<T>(&mut self, field: &str, wanted: impl Fn(Arg) -> Option<T>) -> Option<T> {
        let at = self.args.iter().position(|(name, _)| *name == field)?;
        wanted(self.args.swap_remove(at).1)
    }

    fn need<T>(&mut self, field: &str, wanted: impl Fn(Arg) -> Option<T>) -> Result<T, Error> {
        let op = self.op;
        self.take(field, wanted).ok_or_else(|| {
            Error::new(ErrorKind::Validation, format!("Operation '{op}' requires field '{field}'"))
        })
    }

    /// An expression.
    pub fn node(&mut self, field: &str) -> Result<Box<Node>, Error> {
        self.need(field, |arg| if let Arg::Node(node) = arg { Some(Box::new(node)) } else { None })
    }

    /// Expressions.
    pub fn nodes(&mut self, field: &str) -> Result<Vec<Node>, Error> {
        self.need(field, |arg| if let Arg::Nodes(nodes) = arg { Some(nodes) } else { None })
    }

    /// Fields of an object.
    pub fn fields(&mut self, field: &str) -> Result<Vec<(Rc<str>, Part)>, Error> {
        self.need(field, |arg| if let Arg::Fields(fields) = arg { Some(fields) } else { None })
    }

    /// What `filter_in` compares with.
    pub fn members(&mut self, field: &str) -> Result<Box<Members>, Error> {
        self.need(field, |arg| if let Arg::Members(members) = arg { Some(Box::new(members)) } else { None })
    }

    /// A string.
    pub fn text(&mut self, field: &str) -> Result<Rc<str>, Error> {
        self.optional_text(field).map_or_else(|| self.need(field, |_| None), Ok)
    }

    /// A string that may be missing.
    pub fn optional_text(&mut self, field: &str) -> Option<Rc<str>> {
        self.take(field, |arg| if let Arg::Text(text) = arg { Some(text) } else { None })
    }

    /// Strings.
    pub fn texts(&mut self, field: &str) -> Result<Vec<Rc<str>>, Error> {
        self.need(field, |arg| if let Arg::Texts(texts) = arg { Some(texts) } else { None })
    }

    /// Data.
    pub fn data(&mut self, field: &str) -> Result<Value<'static>, Error> {
        self.optional_data(field).map_or_else(|| self.need(field, |_| None), Ok)
    }

    /// Data that may be missing.
    pub fn optional_data(&mut self, field: &str) -> Option<Value<'static>> {
        self.take(field, |arg| if let Arg::Data(value) = arg { Some(value) } else { None })
    }

    /// The JSON text of a map; an empty one where it is missing.
    pub fn json(&mut self, field: &str) -> Rc<str> {
        self.take(field, |arg| if let Arg::Json(text) = arg { Some(text) } else { None })
            .unwrap_or_else(|| "{}".into())
    }

    /// An integer from 0.
    pub fn count(&mut self, field: &str) -> Result<usize, Error> {
        self.need(field, |arg| if let Arg::Count(count) = arg { Some(count) } else { None })
    }

    /// An integer from 0; 0 where it is missing.
    pub fn optional_count(&mut self, field: &str) -> usize {
        self.count(field).unwrap_or(0)
    }

    /// Returns whether the order is descending. It is not where it is missing.
    pub fn descending(&mut self, field: &str) -> bool {
        self.take(field, |arg| if let Arg::Descending(down) = arg { Some(down) } else { None })
            .unwrap_or(false)
    }
}
