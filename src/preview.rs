//! Previews of results, in process.

#[cfg(feature = "cache")]
use std::io;

use crate::api::{ONE, in_trimmed, inferred, whole};
#[cfg(feature = "cache")]
use crate::cache::{Cache, Facts, State};
use crate::core::json::MAX_DEPTH;
use crate::core::json::scan_document;
use crate::core::json::stream::Limits;
use crate::core::results::keys;
use crate::core::results::preview::{
    self as results, Account, Carrier, Ending, HEAD, Hint, HintFor, InferOptions, Keep, Preview,
    ProfileOptions, Sample, Sayable, Style, are_rows, carried, fitted, is_text, look_at_text,
};
use crate::error::Error;

/// The options of a preview: its rows, its profile, its size, and its hint.
#[derive(Clone, Debug, Default)]
pub struct PreviewOptions {
    style: Style,
    hint: Option<String>,
    profile: Option<Profiled>,
    max_bytes: Option<usize>,
    #[cfg(feature = "cache")]
    cache: Option<Cache>,
}

/// The options of a profile.
#[derive(Clone, Debug, Default)]
struct Profiled {
    at: Option<String>,
    sample: Option<Sample>,
}

impl PreviewOptions {
    /// Also shows the first `rows` items of an array, at least 1.
    #[must_use]
    pub fn rows(mut self, rows: usize) -> Self {
        self.style = Style::Rows(rows.max(1));
        self
    }

    /// Shows a profile of all rows: the fields with their types, ranges, and most frequent values.
    #[must_use]
    pub fn profile(mut self) -> Self {
        self.profile.get_or_insert_default();
        self
    }

    /// Shows a profile of the rows at this JSON Pointer. Otherwise they are the array that makes up most of the result.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.profile.get_or_insert_default().at = Some(pointer.into());
        self
    }

    /// Shows a profile, and some of the rows.
    #[must_use]
    pub fn sample(mut self, sample: Sample) -> Self {
        self.profile.get_or_insert_default().sample = Some(sample);
        self
    }

    /// Sets how many bytes the preview may have; what is too long is cut, and `caps_hit` says what. A profile has 2000 by default, and 8000
    /// with rows; 0 is no limit.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = Some(bytes);
        self
    }

    /// Tells the model, in this sentence, how to reach the full result that you keep. `{tool}`, `{args}` (PTC-Lisp),
    /// `{args_json}`, `{program}` (PTC-JSON), `{jq}`, and `{key}` stand for the call. Without a hint the preview does not
    /// mention a full result.
    #[must_use]
    pub fn hint(mut self, template: impl Into<String>) -> Self {
        self.hint = Some(template.into());
        self
    }

    /// Stores the result in this cache, unless it tells of an error. The preview tells the model that the full result is there, with
    /// the hint of `jmend preview` if no other is set.
    #[cfg(feature = "cache")]
    #[must_use]
    pub fn cache(mut self, cache: &Cache) -> Self {
        self.cache = Some(cache.clone());
        self
    }

    /// Returns the namespace of the call.
    #[cfg_attr(not(feature = "cache"), allow(clippy::unused_self))]
    fn namespace(&self) -> Option<&str> {
        #[cfg(feature = "cache")]
        if let Some(cache) = &self.cache {
            return cache.namespace.as_deref();
        }
        None
    }

    /// Stores the full result of a call in the cache. Returns whether it is there; without a cache, whether the caller has it.
    #[cfg_attr(not(feature = "cache"), allow(unused_variables, clippy::unnecessary_wraps))]
    fn keep(
        &self,
        (tool, arguments): (&str, &str),
        result: &str,
        rows: Option<u64>,
        is_error: bool,
    ) -> Result<bool, Error> {
        #[cfg(feature = "cache")]
        if let Some(cache) = &self.cache {
            let state = if is_error { State::Error } else { State::Ok };
            let is_text = is_text(&result.as_bytes()[..result.len().min(HEAD)]);
            let facts = Facts { bytes: result.len() as u64, rows, state, is_text };
            let failed = |error: io::Error| Error::new("io", error.to_string(), result.as_bytes(), 0);
            let stored = cache.store(tool, arguments, result, facts);
            return stored.map_err(|error| error.downcast::<Error>().unwrap_or_else(failed));
        }
        Ok(self.hint.is_some())
    }

    fn room(&self) -> Option<usize> {
        match (self.max_bytes, &self.profile) {
            (Some(0), _) | (None, None) => None,
            (Some(bytes), _) => Some(bytes),
            (None, Some(profile)) => {
                Some(profile.sample.map_or(results::PROFILE_BYTES, |_| results::SAMPLE_BYTES))
            }
        }
    }
}

/// Describes the result of a call for a model: its shape, its size, and how to reach the rest, as one JSON object. A result in a
/// message of an API or of MCP is taken out of it; text that does not begin as JSON does is told by its lines.
///
/// # Errors
/// `result` is not one strict JSON document, or `arguments` is not a JSON object (`arguments`). There is nothing at the place of
/// the rows (`no-place`), or no preview is as small as it must be (`budget`).
///
/// ```
/// use jmend::PreviewOptions;
///
/// let rows = r#"[{"id":1},{"id":2}]"#;
/// let preview = jmend::preview("search", "{}", rows, &PreviewOptions::default().hint("load({tool})"))?;
/// assert!(preview.starts_with(r#"{"status":"ok","result_count":2,"schema":{"type":"array""#), "{preview}");
///
/// let many = format!("[{}]", vec![r#"{"id":1,"to":"Oslo"}"#; 500].join(","));
/// let profile = jmend::preview("search", "{}", &many, &PreviewOptions::default().profile())?;
/// assert!(profile.contains(r#""result_count":500"#) && profile.contains("Oslo"), "{profile}");
/// # Ok::<(), jmend::Error>(())
/// ```
pub fn preview(tool: &str, arguments: &str, result: &str, options: &PreviewOptions) -> Result<String, Error> {
    let key = keys::cache_key(tool, options.namespace(), arguments).map(|key| key.key).unwrap_or_default();
    let wanted = options.hint.as_deref().map_or(HintFor::EvalJson, HintFor::Template);
    let hint = Hint::new(tool, arguments, &key, wanted).map_err(|fault| in_trimmed(fault, arguments))?;
    let wrong = |code, message| Error::new(code, message, result.as_bytes(), 0);
    let is_document = scan_document(result.as_bytes(), MAX_DEPTH).is_ok();
    let (text, carrier) = if is_document {
        carried(result).map_err(|error| wrong("io", error.to_string()))?
    } else {
        (result.into(), Carrier::default())
    };
    // Places in what a message holds are not those of the message.
    let Looked { sayable, is_error, rows, inlined } = look(&text, options).map_err(|error| {
        if carrier.name.is_none() { error } else { wrong(error.code(), error.message().to_owned()) }
    })?;
    let is_error = is_error || carrier.is_error;
    // Rows, each on a line, are kept as the array that they are.
    let full = inlined.as_deref().unwrap_or(&text);
    let is_kept = options.keep((tool, arguments), full, rows, is_error)?;
    let ending = Ending { is_error, hint: is_kept.then_some(&hint) };
    let max_bytes = options.room();
    let account = |max_bytes| Account {
        result_bytes: result.len() as u64,
        is_shown: options.profile.is_some() || options.max_bytes.is_some(),
        has_tokens: false,
        max_bytes,
    };
    let told = fitted(&|room| sayable.preview(room, &carrier), ending, account(max_bytes))
        .map_err(|fault| Error::of_fault(fault, result.as_bytes()))?;
    // A result that is no larger than its profile is shown itself.
    let most = max_bytes.unwrap_or(results::PROFILE_BYTES);
    let Some(inlined) = inlined.filter(|text| text.len() <= most) else { return Ok(told) };
    let itself = Preview::whole(inlined.as_bytes());
    let itself = fitted(&|_| itself.clone().into(), ending, account(None));
    Ok(itself.ok().filter(|itself| itself.len() <= told.len()).unwrap_or(told))
}

/// A result that was looked at.
struct Looked {
    sayable: Sayable,
    is_error: bool,
    rows: Option<u64>,
    /// Its text, where the preview may be the result itself.
    inlined: Option<String>,
}

/// Looks at a result: text by its lines, rows for a profile, and anything else for its shape.
fn look(text: &str, options: &PreviewOptions) -> Result<Looked, Error> {
    let wrong = |code, message| Error::new(code, message, text.as_bytes(), 0);
    let head = &text.as_bytes()[..text.len().min(HEAD)];
    let of = |sayable, rows, inlined| Looked { sayable, is_error: false, rows, inlined };
    if is_text(head) {
        let seen = look_at_text(&mut text.as_bytes()).map_err(|error| wrong("io", error.to_string()))?;
        let inlined = options.profile.as_ref().map(|_| text.to_owned());
        return Ok(of(Sayable::Preview(seen.preview()), seen.rows(), inlined));
    }
    let Some(Profiled { at, sample }) = &options.profile else {
        let found = inferred(text, options.style)?;
        let sayable = Sayable::Preview(Preview::of_shape(&found.shape));
        return Ok(Looked { is_error: found.is_error, ..of(sayable, found.shape.rows(), None) });
    };
    let ndjson = are_rows(head);
    let wanted = ProfileOptions { at: at.as_deref(), sample: *sample, ndjson, limits: Limits::default() };
    let mut found = None;
    whole(text, |input, report| {
        let (profile, _) = results::profile(input, &wanted, report)?;
        found = Some(profile).filter(|profile| !profile.is_empty());
        Ok(())
    })?;
    let profile = found.ok_or_else(|| wrong("syntax", ONE.to_owned()))?;
    let inlined = if ndjson { rows(text)? } else { text.to_owned() };
    let outline = profile.outline(at.as_deref()).map_err(|fault| Error::of_fault(fault, text.as_bytes()))?;
    Ok(of(Sayable::Outline(outline), profile.rows(at.as_deref()), Some(inlined)))
}

/// Rows, each on a line, as the array that they are.
fn rows(text: &str) -> Result<String, Error> {
    let infer = InferOptions { style: Style::Metadata, ndjson: true, limits: Limits::default() };
    let mut array = Vec::new();
    let mut found = |_| Ok(());
    whole(text, |input, report| results::infer(input, &infer, Keep::In(&mut array), &mut found, report))?;
    // Pieces of text are text.
    Ok(String::from_utf8_lossy(&array).into_owned())
}
