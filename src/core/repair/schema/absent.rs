//! The type of schemas in a build without the feature `schema`: there is no value of it.

use super::{Rules, SchemaError};
use crate::core::repair::engine::{CutPlace, Expect, Failure, Options, Repaired};

pub enum Schema {}

impl Schema {
    pub fn new(_: &str) -> Result<Self, SchemaError> {
        let message = "this build has no schemas".to_owned();
        Err(SchemaError { pointer: String::new(), message })
    }

    pub fn losses(&self) -> &[SchemaError] {
        match *self {}
    }

    pub fn expectation(&self) -> &Expect {
        match *self {}
    }

    pub fn ensure_uncut(&self, _: &str, _: CutPlace, _: usize) -> Result<(), Failure> {
        match *self {}
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "as with schemas")]
    pub fn apply<'a>(&self, _: Repaired<'a>, _: &Rules, _: &Options) -> Result<Repaired<'a>, Failure> {
        match *self {}
    }
}
