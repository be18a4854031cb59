//! A document that is still being written.

use jmend::Options;
use napi::bindgen_prelude::Result;
use napi_derive::napi;

use crate::answer::Answer;
use crate::options::Given;
use crate::repair::whole;
use crate::report::failure;
use crate::text::Text;

/// One document that grows.
#[napi]
pub struct Partial {
    partial: jmend::Partial,
    /// All that came, for the places of fixes and failures.
    text: Vec<u8>,
}

#[napi]
impl Partial {
    /// Nothing was written yet.
    #[napi(constructor, catch_unwind)]
    pub fn new(given: Option<String>) -> Result<Self> {
        let read = || {
            let mut given = Given::of(given.as_deref())?;
            let options = given.repair(Options::default())?;
            given.done().map(|()| options)
        };
        let options = read().map_err(napi::Error::from_reason)?;
        Ok(Self { partial: jmend::Partial::with_options(&options), text: Vec::new() })
    }

    /// Takes the next piece; the document so far where it says more now.
    #[napi(catch_unwind)]
    pub fn push(&mut self, piece: Text) -> Answer {
        self.text.extend_from_slice(&piece.bytes);
        let has_grown = self.partial.push(&piece.bytes);
        match self.partial.value() {
            Some(value) if has_grown => Answer::Text(value.to_owned()),
            _ => Answer::Unchanged,
        }
    }

    /// The text has ended: repairs all of it. Places are counted as in a string.
    #[napi(catch_unwind)]
    pub fn finish(&self) -> Answer {
        match self.partial.finish() {
            Err(error) => failure(&self.text, true, &error),
            Ok(mut repaired) => {
                repaired.text = repaired.text.into_owned().into();
                whole(&self.text, true, repaired)
            }
        }
    }
}
