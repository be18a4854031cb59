//! The cache of results: a directory that the program and other processes share.

use std::io;
use std::time::Duration;

use jmend::{Cache as Results, Error};
use napi::bindgen_prelude::Result;
use napi_derive::napi;

use crate::answer::Answer;
use crate::options::Given;
use crate::report::failure;

/// A cache directory.
#[napi]
pub struct Cache(pub(crate) Results);

/// A failure that is about a text, or an error of the system.
fn failed(error: &io::Error, text: &str) -> Result<Answer> {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
        Some(inner) => Ok(failure(text.as_bytes(), true, inner)),
        None => Err(napi::Error::from_reason(error.to_string())),
    }
}

/// `true` or `false`.
fn verdict(found: io::Result<bool>, text: &str) -> Result<Answer> {
    match found {
        Ok(is_so) => Ok(Answer::Text(is_so.to_string())),
        Err(error) => failed(&error, text),
    }
}

#[napi]
impl Cache {
    /// Names the directory.
    #[napi(constructor, catch_unwind)]
    pub fn new(directory: String, given: Option<String>) -> Result<Self> {
        let read = || {
            let mut given = Given::of(given.as_deref())?;
            let mut cache = Results::new(&directory);
            if let Some(namespace) = given.text("namespace")? {
                cache = cache.namespace(namespace);
            }
            if let Some(bytes) = given.whole("maxSize")? {
                cache = cache.max_size(bytes as u64);
            }
            if let Some(milliseconds) = given.whole("maxAge")? {
                cache = cache.max_age(Duration::from_millis(milliseconds as u64));
            }
            given.done().map(|()| cache)
        };
        read().map(Self).map_err(napi::Error::<napi::Status>::from_reason)
    }

    /// The result of a call; `undefined` where there is none.
    #[napi(catch_unwind)]
    pub fn get(&self, tool: String, arguments: String) -> Result<Answer> {
        match self.0.get(&tool, &arguments) {
            Ok(found) => Ok(found.map_or(Answer::Unchanged, Answer::Text)),
            Err(error) => failed(&error, &arguments),
        }
    }

    /// Whether there is a result of a call.
    #[napi(catch_unwind)]
    pub fn has(&self, tool: String, arguments: String) -> Result<Answer> {
        verdict(self.0.has(&tool, &arguments), &arguments)
    }

    /// Stores the result of a call, and says whether it was kept.
    #[napi(catch_unwind)]
    pub fn put(&self, tool: String, arguments: String, result: String, is_text: bool) -> Result<Answer> {
        let put = if is_text {
            self.0.put_text(&tool, &arguments, &result)
        } else {
            self.0.put(&tool, &arguments, &result)
        };
        let is_about_result = put.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::InvalidData);
        verdict(put, if is_about_result { &result } else { &arguments })
    }

    /// Removes the result of a call, and says whether there was one.
    #[napi(catch_unwind)]
    pub fn remove(&self, tool: String, arguments: String) -> Result<Answer> {
        verdict(self.0.remove(&tool, &arguments), &arguments)
    }

    /// All entries of the directory, as an array of JSON.
    #[napi(catch_unwind)]
    pub fn entries(&self) -> Result<Answer> {
        match self.0.entries() {
            Ok(entries) => {
                let entries: Vec<_> = entries.iter().map(jmend::CacheEntry::to_json).collect();
                Ok(Answer::Text(format!("[{}]", entries.join(","))))
            }
            Err(error) => failed(&error, ""),
        }
    }

    /// Removes what the limits do not allow and what is damaged, and says how many.
    #[napi(catch_unwind)]
    pub fn collect(&self) -> Result<Answer> {
        match self.0.collect() {
            Ok(removed) => Ok(Answer::Text(format!(
                r#"{{"entries":{},"bytes":{},"abandoned":{},"corrupt":{}}}"#,
                removed.entries, removed.bytes, removed.abandoned, removed.corrupt
            ))),
            Err(error) => failed(&error, ""),
        }
    }
}
