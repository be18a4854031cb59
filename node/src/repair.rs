//! One text in, its repaired form and the facts out.

use std::borrow::Cow;
use std::mem::take;

use jmend::{Error, Options, Repaired, Rules};
use napi::bindgen_prelude::Result;
use napi_derive::napi;

use crate::answer::Answer;
use crate::options::Given;
use crate::report::{facts, failure, misuse};
use crate::text::{Checked, Text};

/// A schema that was read once.
#[napi]
pub struct Schema(jmend::Schema);

#[napi]
impl Schema {
    /// Reads a JSON Schema.
    #[napi(constructor, catch_unwind)]
    pub fn new(text: String) -> Result<Self> {
        let read = jmend::Schema::new(&text).map(Self);
        read.map_err(|error| napi::Error::from_reason(format!("the schema cannot be used: {error}")))
    }
}

/// How a text is repaired.
#[derive(Default)]
struct How<'s> {
    options: Options,
    rules: Rules,
    schema: Option<&'s Schema>,
}

impl<'s> How<'s> {
    fn of(given: Option<&str>, schema: Option<&'s Schema>) -> std::result::Result<Self, String> {
        let mut given = Given::of(given)?;
        let options = given.repair(Options::default())?;
        let rules = given.rules()?;
        given.done()?;
        Ok(Self { options, rules, schema })
    }

    fn repair<'t>(&self, text: &'t [u8]) -> std::result::Result<Repaired<'t>, Error> {
        match self.schema {
            None => jmend::repair(text, &self.options),
            Some(schema) => jmend::repair_with_schema(text, &schema.0, &self.rules, &self.options),
        }
    }
}

/// The repaired text as one JSON document: several documents become one array. Unchanged for a string that is one
/// document as it stands.
#[napi(catch_unwind)]
pub fn one(text: Checked) -> Answer {
    match text {
        Checked::Json => Answer::Unchanged,
        Checked::Text(text) => document(text, &How::default()),
    }
}

/// The same with options.
#[napi(catch_unwind)]
pub fn one_with(text: Text, given: Option<String>, schema: Option<&Schema>) -> Answer {
    match How::of(given.as_deref(), schema) {
        Ok(how) => document(text, &how),
        Err(message) => misuse(&message),
    }
}

fn document(mut text: Text, how: &How<'_>) -> Answer {
    let Repaired { text: repaired, documents, .. } = match how.repair(&text.bytes) {
        Err(error) => return failure(&text.bytes, text.is_string, &error),
        Ok(repaired) => repaired,
    };
    match repaired {
        repaired if documents.len() > 1 => {
            let documents: Vec<&str> = documents.iter().map(|document| &repaired[document.clone()]).collect();
            Answer::Text(format!("[\n{}\n]", documents.join(",\n")))
        }
        Cow::Borrowed(_) if text.is_string => Answer::Unchanged,
        Cow::Borrowed(_) => Answer::Bytes(take(&mut text.bytes)),
        Cow::Owned(repaired) => Answer::Text(repaired),
    }
}

/// The repaired text as the program writes it, and all that is known of it.
#[napi(catch_unwind)]
pub fn repair(text: Text, given: Option<String>, schema: Option<&Schema>) -> Answer {
    match How::of(given.as_deref(), schema) {
        Ok(how) => answer(&text, how.repair(&text.bytes)),
        Err(message) => misuse(&message),
    }
}

fn answer(text: &Text, repaired: std::result::Result<Repaired<'_>, Error>) -> Answer {
    match repaired {
        Err(error) => failure(&text.bytes, text.is_string, &error),
        Ok(repaired) => whole(&text.bytes, text.is_string, repaired),
    }
}

/// The text and the facts.
pub fn whole(text: &[u8], is_string: bool, repaired: Repaired<'_>) -> Answer {
    let facts = facts(text, is_string, &repaired);
    match repaired.text {
        Cow::Borrowed(_) if is_string => Answer::Facts(None, facts),
        repaired => Answer::Facts(Some(repaired.into_owned()), facts),
    }
}
