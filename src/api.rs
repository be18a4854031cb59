//! The functions at the root of the library: each takes a text and gives back a value or an [`Error`].

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::core::calls::{self, Calls, Format, Message, Tools};
use crate::core::json::stream::{Fault, Input, Limits, Notice};
use crate::core::keys::{self, CacheKey, Numbers, OnCollision};
use crate::core::partial::Snapshots;
use crate::core::preview::{
    self as results, Ending, Hint, HintError, HintFor, InferOptions, Keep, Preview, Style,
};
use crate::core::repair::{
    self as engine, Failure, FailureCode, Fixes, Nan, Options, Repaired, Risk, Select, Source, Strategies,
    Truncated, words,
};
#[cfg(feature = "schema")]
use crate::core::schema::{Rules, Schema};
use crate::error::Error;

impl Options {
    /// Accepts only this many levels of nesting.
    #[must_use]
    pub fn max_depth(self, max_depth: usize) -> Self {
        Self { max_depth, ..self }
    }

    /// Refuses a text whose repair is riskier.
    #[must_use]
    pub fn max_risk(self, max_risk: Risk) -> Self {
        Self { max_risk, ..self }
    }

    /// Chooses among several documents in one text.
    #[must_use]
    pub fn select(self, select: Select) -> Self {
        Self { select, ..self }
    }

    /// Says in which notation the text is written.
    #[must_use]
    pub fn from(self, from: Source) -> Self {
        Self { from, ..self }
    }

    /// Says what NaN and Infinity become.
    #[must_use]
    pub fn nan(self, nan: Nan) -> Self {
        Self { nan, ..self }
    }

    /// Allows only these strategies.
    #[must_use]
    pub fn strategies(self, strategies: Strategies) -> Self {
        Self { strategies, ..self }
    }

    /// Says what happens to a text that is cut off.
    #[must_use]
    pub fn truncated(self, truncated: Truncated) -> Self {
        Self { truncated, ..self }
    }

    /// Sets one option by the words of the program's flags: `max-risk`, `min-confidence`, `truncated`, `select`, `from`,
    /// `nan`, `strategies` or `max-depth`. The error says what the option takes.
    ///
    /// ```
    /// let options = jmend::Options::default().set("max-risk", "syntax")?;
    /// assert_eq!(jmend::repair("[1 2]", &options).unwrap_err().code(), "risk");
    ///
    /// let error = options.set("truncated", "keep").unwrap_err();
    /// assert_eq!(error, "truncated is one of close, refuse, not \"keep\"");
    /// # Ok::<(), String>(())
    /// ```
    pub fn set(mut self, name: &str, word: &str) -> Result<Self, String> {
        words::set(&mut self, name, word)?;
        Ok(self)
    }
}

impl Fixes {
    /// Where in the input the byte at `offset` of the repaired text comes from.
    ///
    /// ```
    /// let repaired = jmend::repair("Sure: [1 2]", &jmend::Options::default())?;
    /// assert_eq!((repaired.text.as_ref(), repaired.fixes.to_input(4)), ("[1, 2]", 9));
    /// # Ok::<(), jmend::Error>(())
    /// ```
    pub fn to_input(&self, offset: usize) -> usize {
        engine::EditMap::of(self).to_input(offset)
    }
}

impl Repaired<'_> {
    /// The same with a text of its own, for what outlives its input.
    #[must_use]
    pub fn into_owned(self) -> Repaired<'static> {
        Repaired {
            text: Cow::Owned(self.text.into_owned()),
            documents: self.documents,
            fixes: self.fixes,
            strategy: self.strategy,
            truncated: self.truncated,
            notation: self.notation,
            evidence: self.evidence,
        }
    }
}

/// Repairs one text: a JSON document, or several, as a model wrote it, with or without prose around it.
///
/// Valid JSON comes back borrowed and unchanged. Everything else is the input with the `fixes` applied, or an error.
///
/// ```
/// use jmend::{Options, Risk};
///
/// let repaired = jmend::repair("Sure! {'id': 1, 'tags': ['a' 'b'],}", &Options::default())?;
/// assert_eq!(repaired.text, r#"{"id": 1, "tags": ["a", "b"]}"#);
/// assert_eq!(repaired.risk(), Some(Risk::Inferred));
/// assert!(repaired.fixes.iter().any(|fix| fix.code.name() == "missing-comma"));
///
/// let strict = Options::default().max_risk(Risk::Syntax);
/// assert_eq!(jmend::repair("[1 2]", &strict).unwrap_err().code(), "risk");
/// # Ok::<(), jmend::Error>(())
/// ```
pub fn repair<'a, T: AsRef<[u8]> + ?Sized>(text: &'a T, options: &Options) -> Result<Repaired<'a>, Error> {
    let text = text.as_ref();
    engine::repair(text, options).map_err(|failure| Error::of_failure(failure, text))
}

/// Repairs one text that is meant for a schema: names and types help to read what is broken, values are coerced where
/// nothing is lost, and what still does not fit is refused with every violation.
///
/// ```
/// use jmend::{Options, Rules, Schema};
///
/// let schema = Schema::new(r#"{"type": "object", "properties": {"limit": {"type": "integer", "maximum": 100}}}"#)?;
/// let repaired = jmend::repair_with_schema("{'limit': '5'}", &schema, &Rules::default(), &Options::default())?;
/// assert_eq!(repaired.text, r#"{"limit": 5}"#);
///
/// let error = jmend::repair_with_schema("{'limit': 500}", &schema, &Rules::default(), &Options::default()).unwrap_err();
/// assert_eq!((error.code(), error.violations()[0].path.as_str()), ("schema", "/limit"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "schema")]
pub fn repair_with_schema<'a, T: AsRef<[u8]> + ?Sized>(
    text: &'a T,
    schema: &Schema,
    rules: &Rules,
    options: &Options,
) -> Result<Repaired<'a>, Error> {
    let text = text.as_ref();
    schema.repair(text, rules, options).map_err(|unfit| Error::of_unfit(unfit, text))
}

/// Repairs one text and reads it as a value of yours. A text that is cut off is refused: half a value is not the value.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let order: BTreeMap<String, u32> = jmend::from_str("```json\n{apples: 2, pears: 3,}\n```")?;
/// assert_eq!(order["pears"], 3);
///
/// let error = jmend::from_str::<Vec<u32>>("[1, 'two']").unwrap_err();
/// assert_eq!((error.code(), error.column()), ("type", 9));
/// # Ok::<(), jmend::Error>(())
/// ```
#[cfg(feature = "serde")]
pub fn from_str<T: serde_core::de::DeserializeOwned>(text: &str) -> Result<T, Error> {
    let repaired = repair(text, &Options::default().truncated(Truncated::Refuse))?;
    serde_json::from_str(&repaired.text).map_err(|error| {
        let lines = repaired.text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let offset = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let offset = repaired.fixes.to_input(offset);
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        Error::new("type", message.to_owned(), text.as_bytes(), offset)
    })
}

/// How calls are looked for: in every format, with every repair, and no call that is cut off.
#[derive(Clone, Copy, Debug, Default)]
pub struct CallOptions<'a>(calls::Options<'a>);

impl<'a> CallOptions<'a> {
    /// The same as the default.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The tools there are: damaged names are settled and untyped values converted by their definitions.
    #[must_use]
    pub fn tools(mut self, tools: &'a Tools) -> Self {
        self.0.tools = Some(tools);
        self
    }

    /// Looks for calls in this format alone.
    #[must_use]
    pub fn format(mut self, format: &'static Format) -> Self {
        self.0.format = Some(format);
        self
    }

    /// How far the repair of a call may go.
    #[must_use]
    pub fn repair(mut self, options: Options) -> Self {
        self.0.repair = options;
        self
    }
}

/// Finds the tool calls in one message of a model, answer of an API, or stream of events, in every known format.
///
/// ```
/// use jmend::{CallOptions, Tools};
///
/// let message = "<tool_call>\n{'name': 'search', 'arguments': {'q': 'rust', 'limit': 5}}\n</tool_call>";
/// let found = jmend::extract_calls(message, &CallOptions::new())?;
/// assert_eq!(found.calls[0].name, "search");
/// assert_eq!(found.calls[0].arguments, r#"{"q": "rust", "limit": 5}"#);
///
/// let cut = jmend::extract_calls(r#"<tool_call>{"name": "rm", "arguments": {"path": "/"#, &CallOptions::new())?;
/// assert!(cut.calls.is_empty());
/// assert_eq!(cut.refused[0].reason.name(), "truncated");
/// # Ok::<(), jmend::Error>(())
/// ```
pub fn extract_calls<T: AsRef<[u8]> + ?Sized>(
    message: &T,
    options: &CallOptions<'_>,
) -> Result<Calls, Error> {
    let message = message.as_ref();
    calls::extract(message, &options.0).map_err(|failure| Error::of_failure(failure, message))
}

/// Reads whole messages: the text, the reasoning and the calls of one message of a model, or of each choice of an API's
/// answer, whole or streamed. What could not be read as a call stays in the text; `extract_calls` says why.
///
/// ```
/// use jmend::CallOptions;
///
/// let text = "<think>The root?</think>I look.\n[TOOL_CALLS]ls[ARGS]{\"path\": \"/\"}";
/// let messages = jmend::extract_messages(text, &CallOptions::new())?;
/// assert_eq!((messages[0].content.as_str(), messages[0].reasoning.as_str()), ("I look.", "The root?"));
/// assert_eq!((messages[0].calls[0].name.as_str(), messages[0].calls[0].arguments.as_str()), ("ls", r#"{"path": "/"}"#));
///
/// let answer = r#"{"model": "m1", "choices": [
///     {"index": 0, "message": {"role": "assistant", "content": "Done."}, "finish_reason": "stop"},
///     {"index": 1, "message": {"role": "assistant", "tool_calls": [
///         {"id": "c1", "function": {"name": "ls", "arguments": "{}"}}]}, "finish_reason": "tool_calls"}]}"#;
/// let choices = jmend::extract_messages(answer, &CallOptions::new())?;
/// assert_eq!((choices[0].choice, choices[0].content.as_str(), choices[0].calls.len()), (0, "Done.", 0));
/// assert_eq!(choices[0].finish_reason.as_deref(), Some("stop"));
/// assert_eq!((choices[1].choice, choices[1].calls[0].id.as_deref()), (1, Some("\"c1\"")));
/// # Ok::<(), jmend::Error>(())
/// ```
pub fn extract_messages<T: AsRef<[u8]> + ?Sized>(
    text: &T,
    options: &CallOptions<'_>,
) -> Result<Vec<Message>, Error> {
    let found = extract_calls(text, options)?;
    Ok(calls::messages(text.as_ref(), &found, &options.0))
}

/// One document that is still being written: after each piece, what it says so far as valid JSON.
///
/// Numbers and words that may still grow are held back. While the text is the beginning of valid JSON, nothing that was
/// shown is taken back; in damaged text a value is shown once the parser has decided about it. A short text is shown after
/// each piece, a long one where a sixty-fourth of it is new, so the work grows as the text does.
///
/// ```
/// use jmend::Partial;
///
/// let mut partial = Partial::new();
/// assert!(partial.push(r#"{"city": "Ber"#));
/// assert_eq!(partial.value(), Some(r#"{"city": "Ber"}"#));
/// assert!(partial.push(r#"lin", "days": 1"#));
/// assert_eq!(partial.value(), Some(r#"{"city": "Berlin"}"#));
/// partial.push("2}");
/// assert_eq!(partial.finish()?.text, r#"{"city": "Berlin", "days": 12}"#);
/// # Ok::<(), jmend::Error>(())
/// ```
#[derive(Debug)]
pub struct Partial {
    text: Vec<u8>,
    options: Options,
    snapshots: Snapshots,
}

impl Partial {
    /// Nothing was written yet.
    #[must_use]
    pub fn new() -> Self {
        Self::with_options(&Options::default())
    }

    /// Nothing was written yet, and the document will be repaired so.
    #[must_use]
    pub fn with_options(options: &Options) -> Self {
        Self { text: Vec::new(), options: *options, snapshots: Snapshots::new(*options) }
    }

    /// Takes the next piece. Does `value` say more now?
    pub fn push<T: AsRef<[u8]> + ?Sized>(&mut self, piece: &T) -> bool {
        self.text.extend_from_slice(piece.as_ref());
        self.snapshots.next(&self.text).is_some()
    }

    /// The document so far; `None` before there is anything to show.
    pub fn value(&self) -> Option<&str> {
        self.snapshots.shown()
    }

    /// The text has ended: repairs all of it.
    pub fn finish(&self) -> Result<Repaired<'_>, Error> {
        repair(&self.text, &self.options)
    }
}

impl Default for Partial {
    fn default() -> Self {
        Self::new()
    }
}

/// Writes keys with `_` for `-`, and every other byte as it is. The text is JSON documents; each ends with one LF.
///
/// ```
/// use jmend::OnCollision;
///
/// assert_eq!(jmend::normalize(r#"{ "max-rows": 1.0 }"#, OnCollision::Error)?, "{ \"max_rows\": 1.0 }\n");
///
/// let twice = r#"{"a-b": 1, "a_b": 2}"#;
/// assert_eq!(jmend::normalize(twice, OnCollision::Error).unwrap_err().code(), "key-collision");
/// assert_eq!(jmend::normalize(twice, OnCollision::First)?, "{\"a_b\": 1}\n");
/// assert_eq!(jmend::normalize(" ", OnCollision::Error).unwrap_err().code(), "no-json");
/// # Ok::<(), jmend::Error>(())
/// ```
pub fn normalize(text: &str, on_collision: OnCollision) -> Result<String, Error> {
    let options = keys::Options { on_collision, ..keys::Options::default() };
    let mut out = Vec::with_capacity(text.len() + 1);
    whole(text, |input, report| keys::normalize(input, &mut out, &options, report))?;
    if out.is_empty() {
        let failure = Failure { code: FailureCode::NoJson, offset: 0 };
        return Err(Error::of_failure(failure, text.as_bytes()));
    }
    Ok(text_of(out))
}

/// Writes one JSON document in its canonical form: keys with `_` for `-`, and sorted; one spelling of strings and numbers.
///
/// ```
/// use jmend::Numbers;
///
/// assert_eq!(jmend::canonical(r#"{"b": 1.0, "a-b": "\u0061"}"#, Numbers::Exact)?, r#"{"a_b":"a","b":1}"#);
///
/// // The numbers of RFC 8785 are doubles, and what is none is not rounded.
/// assert_eq!(jmend::canonical("1E+30", Numbers::Double)?, "1e+30");
/// assert_eq!(jmend::canonical("9007199254740993", Numbers::Double).unwrap_err().code(), "number-range");
/// # Ok::<(), jmend::Error>(())
/// ```
pub fn canonical(text: &str, numbers: Numbers) -> Result<String, Error> {
    keys::canonical(text, numbers).map_err(|fault| in_trimmed(fault, text))
}

/// What a result depends on apart from the call.
#[derive(Clone, Debug, Default)]
pub struct KeyOptions {
    namespace: Option<String>,
}

impl KeyOptions {
    /// Keys of a namespace of their own: a tenant, a model, the version of a tool.
    #[must_use]
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }
}

/// The key of one call: equal calls have equal keys, however they are spelled. `arguments` is one JSON document.
///
/// ```
/// use jmend::KeyOptions;
///
/// let key = jmend::cache_key("search", r#"{"limit":2,"log-level":"warn"}"#, &KeyOptions::default())?;
/// let same = jmend::cache_key("search", r#"{ "log_level": "w\u0061rn", "limit": 2.0 }"#, &KeyOptions::default())?;
/// assert_eq!(key, same);
/// assert_eq!(key.key, "jk1-4b4a8e614a8f1735971e3078473a304768e35e267786ef6e483841a282a75dcc");
/// assert_eq!(key.text, r#"{"args":{"limit":2,"log_level":"warn"},"tool":"search","v":1}"#);
/// # Ok::<(), jmend::Error>(())
/// ```
pub fn cache_key(tool: &str, arguments: &str, options: &KeyOptions) -> Result<CacheKey, Error> {
    keys::cache_key(tool, options.namespace.as_deref(), arguments)
        .map_err(|fault| in_trimmed(fault, arguments))
}

/// What a preview shows.
#[derive(Clone, Debug, Default)]
pub struct PreviewOptions {
    style: Style,
    hint: Option<String>,
}

impl PreviewOptions {
    /// Also shows the first rows of an array, at least 1.
    #[must_use]
    pub fn rows(mut self, rows: usize) -> Self {
        self.style = Style::Rows(rows.max(1));
        self
    }

    /// Says that you keep the full result, and in which sentence a model is told how to reach it: `{tool}`, `{args}`
    /// (PTC-Lisp), `{args_json}`, `{program}` (PTC-JSON), `{jq}` and `{key}` in it stand for the call. Without it the
    /// preview does not speak of a full result.
    #[must_use]
    pub fn hint(mut self, template: impl Into<String>) -> Self {
        self.hint = Some(template.into());
        self
    }
}

/// What a model sees of the result of a call: its shape, its size, and how to reach the rest, as one JSON object.
///
/// ```
/// use jmend::PreviewOptions;
///
/// let options = PreviewOptions::default().hint("load({tool})");
/// let preview = jmend::preview("search", "{}", r#"[{"id":1},{"id":2}]"#, &options)?;
/// assert!(preview.starts_with(r#"{"status":"ok","result_count":2,"schema":{"type":"array""#), "{preview}");
/// # Ok::<(), jmend::Error>(())
/// ```
pub fn preview(tool: &str, arguments: &str, result: &str, options: &PreviewOptions) -> Result<String, Error> {
    let key = keys::cache_key(tool, None, arguments).map(|key| key.key).unwrap_or_default();
    let wanted = options.hint.as_deref().map_or(HintFor::EvalJson, HintFor::Template);
    let hint = Hint::new(tool, arguments, &key, wanted).map_err(|error| match error {
        HintError::Arguments(fault) => in_trimmed(fault, arguments),
        HintError::NoObject => Error::new("arguments", error.to_string(), arguments.as_bytes(), 0),
    })?;
    let infer = InferOptions { style: options.style, ndjson: false, limits: Limits::default() };
    let mut all = Vec::new();
    let mut found = |found| {
        all.push(found);
        Ok(())
    };
    whole(result, |input, report| results::infer(input, &infer, Keep::Nothing, &mut found, report))?;
    let [found] = &all[..] else {
        return Err(Error::new("syntax", "a result is one JSON document".to_owned(), result.as_bytes(), 0));
    };
    let ending = Ending { is_error: found.is_error, hint: options.hint.as_ref().map(|_| &hint) };
    Ok(Preview::of_shape(&found.shape).text(ending))
}

/// Runs a function of streams over a text; the first fault that is no warning ends it.
fn whole<R>(
    text: &str,
    run: impl FnOnce(Input<'_>, &mut dyn FnMut(&Notice<'_>) -> ControlFlow<()>) -> std::io::Result<R>,
) -> Result<(), Error> {
    let mut first = None;
    let mut report = |notice: &Notice<'_>| {
        if notice.fault.warning {
            return ControlFlow::Continue(());
        }
        first.get_or_insert_with(|| notice.fault.clone());
        ControlFlow::Break(())
    };
    let mut bytes = text.as_bytes().to_vec();
    let len = bytes.len();
    // Nothing fails here but the text: it is read from memory and written to memory.
    let ran = run(Input::Memory { bytes: &mut bytes, len }, &mut report);
    match (first, ran) {
        (Some(fault), _) => Err(Error::of_fault(fault, text.as_bytes())),
        (None, Err(error)) => Err(Error::new("io", error.to_string(), text.as_bytes(), 0)),
        (None, Ok(_)) => Ok(()),
    }
}

/// A fault in a text without the white space around it, as one in the text.
fn in_trimmed(fault: Fault, text: &str) -> Error {
    let before = text.len() - text.trim_start_matches([' ', '\t', '\n', '\r']).len();
    Error::of_fault(Fault { offset: fault.offset + before as u64, ..fault }, text.as_bytes())
}

/// The text of bytes that were UTF-8 before they were rewritten.
fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
