//! Cache keys, canonical text, and previews.

use jmend::{Error, KeyOptions, Numbers, OnCollision, PreviewOptions, Sample};
use napi_derive::napi;

use crate::answer::Answer;
use crate::cache::Cache;
use crate::options::Given;
use crate::report::{failure, misuse, quoted};

/// The answer to a text of JSON: strings only.
fn answer(text: &str, result: Result<String, Error>) -> Answer {
    match result {
        Ok(result) => Answer::Text(result),
        Err(error) => failure(text.as_bytes(), true, &error),
    }
}

/// `{"key":…,"text":…}` of a call.
#[napi(catch_unwind)]
pub fn cache_key(tool: String, arguments: String, given: Option<String>) -> Answer {
    let read = || {
        let mut given = Given::of(given.as_deref())?;
        let options = given.text("namespace")?;
        given.done().map(|()| options.into_iter().fold(KeyOptions::default(), KeyOptions::namespace))
    };
    let options = match read() {
        Ok(options) => options,
        Err(message) => return misuse(&message),
    };
    let key = jmend::cache_key(&tool, &arguments, &options);
    answer(
        &arguments,
        key.map(|key| format!("{{\"key\":{},\"text\":{}}}", quoted(&key.key), quoted(&key.text))),
    )
}

/// Keys with `_` for `-`.
#[napi(catch_unwind)]
pub fn normalize(text: String, given: Option<String>) -> Answer {
    let words = [("error", OnCollision::Error), ("first", OnCollision::First), ("last", OnCollision::Last)];
    let read = || {
        let mut given = Given::of(given.as_deref())?;
        let on_collision = given.word("onCollision", &words)?;
        given.done().map(|()| on_collision.unwrap_or(OnCollision::Error))
    };
    match read() {
        Ok(on_collision) => answer(&text, jmend::normalize(&text, on_collision)),
        Err(message) => misuse(&message),
    }
}

/// The canonical form of one document.
#[napi(catch_unwind)]
pub fn canonical(text: String, given: Option<String>) -> Answer {
    let words = [("exact", Numbers::Exact), ("double", Numbers::Double)];
    let read = || {
        let mut given = Given::of(given.as_deref())?;
        let numbers = given.word("numbers", &words)?;
        given.done().map(|()| numbers.unwrap_or(Numbers::Exact))
    };
    match read() {
        Ok(numbers) => answer(&text, jmend::canonical(&text, numbers)),
        Err(message) => misuse(&message),
    }
}

/// The preview of the result of a call, as JSON.
#[napi(catch_unwind)]
pub fn preview(
    tool: String,
    arguments: String,
    result: String,
    given: Option<String>,
    cache: Option<&Cache>,
) -> Answer {
    let read = || {
        let mut given = Given::of(given.as_deref())?;
        let mut options = PreviewOptions::default();
        if let Some(rows) = given.whole("rows")? {
            options = options.rows(rows);
        }
        if let Some(hint) = given.text("hint")? {
            options = options.hint(hint);
        }
        if given.switch("profile")?.unwrap_or_default() {
            options = options.profile();
        }
        if let Some(at) = given.text("at")? {
            options = options.at(at);
        }
        if let Some(sample) = given.text("sample")? {
            options = options.sample(Sample::named(&sample).map_err(|takes| format!("sample: {takes}"))?);
        }
        if let Some(bytes) = given.whole("maxBytes")? {
            options = options.max_bytes(bytes);
        }
        if let Some(cache) = cache {
            options = options.cache(&cache.0);
        }
        given.done().map(|()| options)
    };
    match read() {
        Ok(options) => answer(&result, jmend::preview(&tool, &arguments, &result, &options)),
        Err(message) => misuse(&message),
    }
}
