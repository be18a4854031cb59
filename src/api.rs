//! The functions at the root of the library: each takes a text and returns a value or an [`Error`].

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::core::calls::cause::{HALF_AN_ANSWER, is_half_an_answer};
use crate::core::calls::partial::Snapshots;
use crate::core::calls::{self, Calls, Message};
use crate::core::json::fault::Fault;
use crate::core::json::stream::{Input, Limits, Notice};
#[cfg(feature = "serde")]
use crate::core::repair::engine::Truncated;
use crate::core::repair::engine::{self as engine, Failure, FailureCode, Fixes, Options, Repaired};
#[cfg(feature = "schema")]
use crate::core::repair::schema::{Rules, Schema};
use crate::core::results::keys::{self, CacheKey, Numbers, OnCollision};
use crate::core::results::preview::{self, InferOptions, Keep, Style};
use crate::error::Error;
use crate::options::CallOptions;

impl Fixes {
    /// Maps a byte offset of the repaired text to the byte offset of the input that it comes from. A byte that a fix
    /// inserted maps to the start of the fix.
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
    /// Copies the text, so that the result can outlive its input.
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

/// Repairs one text: one or several JSON documents as a model wrote them, with or without prose around them.
///
/// `text` is UTF-8, or UTF-16 with a byte order mark; invalid bytes become U+FFFD, with a fix. The result is strict JSON
/// (RFC 8259): valid JSON is borrowed and unchanged, any other text is the input with `fixes` applied. Time and memory are
/// linear in the length of the text.
///
/// # Errors
/// The text holds no JSON (`no-json`), is too deep (`depth`), or goes further than `options` allow (`risk`, `confidence`,
/// `truncated`, `strategy`, `notation`).
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

/// Repairs one text and fits it to a schema.
///
/// The keys and types of the schema help to read broken text. Values are converted if nothing is lost; `rules` allow more.
///
/// # Errors
/// Those of [`repair`], and `schema` if the value does not fit. [`Error::violations`] lists every violation, up to 100.
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
    schema.repair(text, rules, options).map_err(|failure| Error::of_failure(failure, text))
}

/// Repairs one text and deserializes it into a type of yours. A text that is cut off is refused, because half a value is
/// not the value.
///
/// # Errors
/// Those of [`repair`], `truncated`, and `type` if the JSON does not fit the type. The place is in `text`.
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

/// Finds the tool calls in one message of a model, one response of an API, or one event stream, in every known format.
///
/// The arguments of a call are strict JSON; valid ones keep their bytes. A bad block is in `refused`, with its reason, and
/// does not affect the others.
///
/// # Errors
/// The message as a whole cannot be read: a response that is too deep (`depth`), or one that is cut off before its calls
/// (`truncated`).
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
    let found = calls::extract(message, &options.reading);
    let found = found.map_err(|failure| Error::of_failure(failure, message))?;
    if is_half_an_answer(message, &found, &options.reading.repair) {
        return Err(Error::new("truncated", HALF_AN_ANSWER.to_owned(), message, message.len()));
    }
    Ok(options.settled(found))
}

/// Reads whole messages: text, reasoning, and calls of one message of a model, or of each choice of an API response, complete
/// or streamed. A block that is not a readable call stays in the text; [`extract_calls`] gives the reason.
///
/// # Errors
/// Those of [`extract_calls`].
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
    Ok(calls::messages(text.as_ref(), found, &options.reading))
}

/// A document that is still being written: after each piece, the document so far as valid JSON.
///
/// A number or word is held back until it is whole. After a sentence, a fence, or reasoning, a document is shown once it has begun
/// for certain: in a fence with a language, below a line that ends with a colon, after reasoning, or with its first whole pair. While
/// the text is the start of valid JSON, no value takes back what an
/// earlier one showed. In damaged text, a value appears once the parser has decided about it. A long text is shown only when
/// it has grown by one sixty-fourth, so the work stays linear.
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
    /// Starts with an empty text and the default options.
    #[must_use]
    pub fn new() -> Self {
        Self::with_options(&Options::default())
    }

    /// Starts with an empty text and these options.
    #[must_use]
    pub fn with_options(options: &Options) -> Self {
        Self { text: Vec::new(), options: *options, snapshots: Snapshots::new(*options) }
    }

    /// Appends the next piece. Returns true if [`value`](Self::value) shows more now.
    pub fn push<T: AsRef<[u8]> + ?Sized>(&mut self, piece: &T) -> bool {
        self.text.extend_from_slice(piece.as_ref());
        self.snapshots.next(&self.text).is_some()
    }

    /// The document so far, as valid JSON; `None` if there is nothing to show yet.
    pub fn value(&self) -> Option<&str> {
        self.snapshots.shown()
    }

    /// Repairs the whole text, at its end.
    ///
    /// # Errors
    /// Those of [`repair`].
    pub fn finish(&self) -> Result<Repaired<'_>, Error> {
        repair(&self.text, &self.options)
    }
}

impl Default for Partial {
    fn default() -> Self {
        Self::new()
    }
}

/// Replaces `-` with `_` in every key and leaves every other byte. The text is one or several JSON documents; in the result
/// each ends with one LF.
///
/// # Errors
/// The text is empty (`no-json`) or not strict JSON (`syntax`, `encoding`, `depth`), or two keys with different values become
/// the same key (`key-collision`).
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
        let failure = Failure::new(FailureCode::NoJson, 0);
        return Err(Error::of_failure(failure, text.as_bytes()));
    }
    Ok(text_of(out))
}

/// Writes one JSON document in canonical form: `_` for `-` in keys, sorted keys (by UTF-16 code units, RFC 8785 section 3.2.3),
/// and one spelling for strings and numbers.
///
/// # Errors
/// The text is not one strict JSON document, keys collide (`key-collision`), or a number has no canonical form
/// (`number-range`).
///
/// ```
/// use jmend::Numbers;
///
/// assert_eq!(jmend::canonical(r#"{"b": 1.0, "a-b": "\u0061"}"#, Numbers::Exact)?, r#"{"a_b":"a","b":1}"#);
///
/// // The numbers of RFC 8785 are doubles, and jmend does not round a number to one.
/// assert_eq!(jmend::canonical("1E+30", Numbers::Double)?, "1e+30");
/// assert_eq!(jmend::canonical("9007199254740993", Numbers::Double).unwrap_err().code(), "number-range");
/// # Ok::<(), jmend::Error>(())
/// ```
pub fn canonical(text: &str, numbers: Numbers) -> Result<String, Error> {
    keys::canonical(text, numbers).map_err(|fault| in_trimmed(fault, text))
}

/// What a result depends on besides the call.
#[derive(Clone, Debug, Default)]
pub struct KeyOptions {
    namespace: Option<String>,
}

impl KeyOptions {
    /// Separates the keys of a namespace, such as a tenant, a model, or a tool version.
    #[must_use]
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }
}

/// The cache key of one call: equal calls have equal keys, in any spelling. `arguments` is one JSON document. The key is `jk1-`
/// and the SHA-256 of the key text in hex.
///
/// # Errors
/// The arguments are not strict JSON, keys collide (`key-collision`), or a number has an exponent of more than 18 digits
/// (`number-range`).
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

/// Runs a function of streams over a text; the first fault that is not a warning ends it.
pub(crate) fn whole<R>(
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

/// The message about a text that is no document, or several.
pub(crate) const ONE: &str = "a result is one JSON document";

/// Returns the shape of one document.
pub(crate) fn inferred(text: &str, style: Style) -> Result<preview::Found, Error> {
    let infer = InferOptions { style, ndjson: false, limits: Limits::default() };
    let mut all = Vec::new();
    let mut found = |found| {
        all.push(found);
        Ok(())
    };
    whole(text, |input, report| preview::infer(input, &infer, Keep::Nothing, &mut found, report))?;
    match (all.pop(), all.is_empty()) {
        (Some(found), true) => Ok(found),
        _ => Err(Error::new("syntax", ONE.to_owned(), text.as_bytes(), 0)),
    }
}

/// A fault in a text without the white space around it, as one in the text.
pub(crate) fn in_trimmed(fault: Fault, text: &str) -> Error {
    let before = text.len() - text.trim_start_matches([' ', '\t', '\n', '\r']).len();
    Error::of_fault(Fault { offset: fault.offset + before as u64, ..fault }, text.as_bytes())
}

/// The text of bytes that were UTF-8 before they were rewritten.
fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
