//! Formats that a file describes, so that tomorrow's model needs no release: a row of our own table, or the response template
//! that Hugging Face models bring with their tokenizer.
//!
//! Both become a row of the table with a template (`families::template`), or JSON after a marker. Formats live as long as
//! the program.

use super::members::{ARGUMENTS, NAMES};
use super::names::Key;
use super::pattern::{Piece, pieces};
use super::template;
use super::{Format, ROW, Reader};
use crate::core::json::{MAX_DEPTH, Value, parse};

/// Keys of a row.
const KEYS: [&str; 4] = ["id", "template", "ends", "json_values"];

/// Where a tokenizer's configuration keeps its template, the older form last.
const HOLDERS: [&str; 2] = ["response_template", "response_schema"];

/// Keys of the field of a response template that holds the calls. The last four say nothing about how a call is spelled.
const FIELD_KEYS: [&str; 12] = [
    "open",
    "open_pattern",
    "close",
    "close_pattern",
    "content",
    "content_args",
    "transform",
    "transform_each",
    "repeats",
    "optional",
    "coerce",
    "join",
];

/// How Gemma marks strings.
const GEMMA_STRINGS: &str = r#"[["<|\"|>","<|\"|>"]]"#;

impl Format {
    /// The format that a text describes: a row, a response template, or the configuration of a tokenizer that holds one.
    pub fn described(text: &str) -> Result<&'static Self, String> {
        let value = parse(text, MAX_DEPTH).map_err(|error| format!("this is not JSON: {error}"))?;
        let held = HOLDERS.iter().find_map(|name| value.get(name));
        let value = held.unwrap_or(&value);
        if value.get("fields").is_some() {
            return from_response_template(value);
        }
        if value.get("properties").is_some() {
            return from_response_schema(value);
        }
        from_row(value)
    }
}

/// An object with a `template`, as rows of the table have one, and where it helps `id`, `ends` (what may end a block beside
/// its own end) and `json_values` (parameters that are JSON are JSON).
fn from_row(value: &Value<'_>) -> Result<&'static Format, String> {
    let Some(template) = string(value, "template") else {
        return Err("a format has a `template`; a response template of Hugging Face has `fields`".to_owned());
    };
    only(value, &KEYS, "a format")?;
    let id = string(value, "id").unwrap_or_else(|| "described".to_owned());
    let decodes = matches!(value.get("json_values"), Some(Value::Bool(true)));
    let close = template.rsplit('}').next().unwrap_or_default().trim().to_owned();
    let ends = strings(value.get("ends")).into_iter().chain([close]);
    let marker = template.split('{').next().unwrap_or_default().trim_end().to_owned();
    templated(id, marker, template, ends.collect(), Parameters { decodes, trims: false })
}

/// How the text of parameters is read.
#[derive(Clone, Copy, Default)]
struct Parameters {
    decodes: bool,
    trims: bool,
}

/// A format whose calls a template spells.
fn templated(
    id: String,
    marker: String,
    template: String,
    ends: Vec<String>,
    Parameters { decodes, trims }: Parameters,
) -> Result<&'static Format, String> {
    if let Some(fault) = template::fault(&template, &marker) {
        return Err(fault.to_owned());
    }
    let row = Format { template: template.leak(), decodes, trims, read: Reader::Template, ..ROW };
    Ok(row.living(id, Vec::from([marker]), ends))
}

impl Format {
    /// This row with an id, markers, and what ends a block beside the next marker.
    fn living(self, id: String, markers: Vec<String>, ends: Vec<String>) -> &'static Self {
        let close: Vec<String> = ends.into_iter().filter(|end| !end.is_empty()).collect();
        let ends = close.iter().chain(&markers).cloned();
        let (ends, close, markers) = (leak(ends.collect::<Vec<_>>()), leak(close), leak(markers));
        Box::leak(Box::new(Self { id: id.leak(), markers, ends, close, ..self }))
    }
}

fn leak(texts: impl IntoIterator<Item = String>) -> &'static [&'static str] {
    let texts: Vec<&'static str> = texts.into_iter().map(|text| &*text.leak()).collect();
    texts.leak()
}

/// What a response template says about calls: where a region of them begins and ends, what stands in it, and where in that
/// the name and the arguments are.
fn from_response_template(value: &Value<'_>) -> Result<&'static Format, String> {
    let calls = value.get("fields").and_then(|fields| fields.get("tool_calls"));
    let Some(calls) = calls else {
        return Err("this response template has no field `tool_calls`".to_owned());
    };
    only(calls, &FIELD_KEYS, "the field `tool_calls`")?;
    let id = string(value, "id").unwrap_or_else(|| "response-template".to_owned());
    let open = delimiter(calls, "open", "open_pattern")?;
    let close = delimiter(calls, "close", "close_pattern")?;
    let ends: Vec<String> = close.iter().filter_map(|pieces| first_text(pieces)).collect();
    let markers = markers(&open);
    let Some(marker) = markers.first().cloned() else {
        return Err("the field `tool_calls` needs `open` or `open_pattern`, with text in it".to_owned());
    };
    let shape = Shape::of(calls)?;
    let args = calls.get("content_args");
    match string(calls, "content").as_deref().unwrap_or("text") {
        "json" if args.and_then(|args| args.get("string_delims")).is_some() => {
            let delims = args.and_then(|args| args.get("string_delims")).map(compact);
            if delims.as_deref() != Some(GEMMA_STRINGS) {
                return Err("of `string_delims`, those of Gemma are read, and no others".to_owned());
            }
            let markers = markers.iter().map(|marker| marker.trim_end_matches("call:").to_owned());
            Ok(with_reader(id, markers.collect(), ends, Reader::Gemma))
        }
        "json" => match shape {
            Shape::Named => {
                let template = spelled(&open, "{arguments}", &close)?;
                templated(id, marker, template, ends, Parameters::default())
            }
            Shape::Whole => Ok(with_reader(id, markers, ends, Reader::JsonBlock)),
        },
        "xml-inline" => {
            let tag = args.and_then(|args| string(args, "tag_pattern"));
            let Some(tag) = tag else { return Err("`xml-inline` needs a `tag_pattern`".to_owned()) };
            let (pairs, trims) = pairs(&tag)?;
            if shape == Shape::Whole {
                return Err("the name of the call stands nowhere in this template".to_owned());
            }
            let parser = args.and_then(|args| args.get("value_parser"));
            let decodes = match parser.and_then(|parser| string(parser, "name")).as_deref() {
                None | Some("text") => false,
                Some("json" | "int" | "float" | "bool") => true,
                Some(other) => return Err(format!("the value parser `{other}` is not read")),
            };
            templated(id, marker, spelled(&open, &pairs, &close)?, ends, Parameters { decodes, trims })
        }
        other => Err(format!("calls as `{other}` are not read: `json` and `xml-inline` are")),
    }
}

/// A format that a reader of the table reads.
fn with_reader(id: String, markers: Vec<String>, ends: Vec<String>, read: Reader) -> &'static Format {
    Format { read, ..ROW }.living(id, markers, ends)
}

/// Where the name of a call stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// In the text that opens the region; its content are the arguments.
    Named,
    /// In the content, which is the call, or a list of calls.
    Whole,
}

impl Shape {
    /// What `transform` says.
    fn of(field: &Value<'_>) -> Result<Self, String> {
        let Some(transform) = field.get("transform") else { return Ok(Self::Whole) };
        let function = transform.get("function").unwrap_or(transform);
        if matches!(function, Value::String(text) if text.raw() == "{content}") {
            return Ok(Self::Whole);
        }
        let part = |name: &str| {
            let part = string(function, name).unwrap_or_default();
            part.strip_prefix('{').and_then(|part| part.strip_suffix('}')).unwrap_or_default().to_owned()
        };
        let (name, arguments) = (part("name"), part("arguments"));
        if arguments == "content" && !name.is_empty() {
            return Ok(Self::Named);
        }
        let key = |part: &str| part.strip_prefix("content.").unwrap_or(part).to_owned();
        let (name, arguments) = (key(&name), key(&arguments));
        if NAMES.iter().any(|key| key.name() == name) && ARGUMENTS.iter().any(|key| key.name() == arguments) {
            return Ok(Self::Whole);
        }
        Err(format!(
            "`transform` takes the name from `{name}` and the arguments from `{arguments}`; the name is read from a group \
             `name` of `open_pattern`, or from {}, and the arguments from the content, or from {}",
            NAMES.map(Key::name).join(", "),
            ARGUMENTS.map(Key::name).join(", ")
        ))
    }
}

/// The ways to spell a delimiter: each text of `literal`, or the pattern.
fn delimiter(field: &Value<'_>, literal: &str, pattern: &str) -> Result<Vec<Vec<Piece>>, String> {
    if let Some(pattern) = string(field, pattern) {
        return Ok(Vec::from([pieces(&pattern)?]));
    }
    Ok(strings(field.get(literal)).into_iter().map(|text| Vec::from([Piece::Text(text)])).collect())
}

/// What can announce a region.
fn markers(open: &[Vec<Piece>]) -> Vec<String> {
    open.iter().filter_map(|pieces| first_text(pieces)).collect()
}

fn first_text(pieces: &[Piece]) -> Option<String> {
    pieces.iter().find_map(|piece| match piece {
        Piece::Text(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        _ => None,
    })
}

/// The template of a region with this content.
fn spelled(open: &[Vec<Piece>], content: &str, close: &[Vec<Piece>]) -> Result<String, String> {
    let [open] = open else {
        return Err("with the name in its opening, a region needs one `open_pattern`".to_owned());
    };
    // What may stand before the first text of the opening is no mark of it.
    let from = open.iter().position(|piece| matches!(piece, Piece::Text(_))).unwrap_or(open.len());
    let mut template: String = open[from..].iter().map(Piece::spelled).collect::<Result<_, _>>()?;
    template.push_str(content);
    if let [close] = close {
        // Between the content and its end anything may stand.
        template.push_str("{skip}");
        template.extend(close.iter().map(Piece::spelled).collect::<Result<Vec<_>, _>>()?);
    }
    Ok(template)
}

/// `{pairs:…}` for a pattern of one parameter, and whether white space around the value is dropped.
fn pairs(tag: &str) -> Result<(String, bool), String> {
    let unread = || format!("the tag pattern `{tag}` is not read: KEY(?P<key>…)VALUE(?P<value>…)END is");
    let pieces = pieces(tag)?;
    let solid: Vec<&Piece> = pieces.iter().filter(|piece| **piece != Piece::Space).collect();
    let [Piece::Text(key), Piece::Hole(first), Piece::Text(value), Piece::Hole(second), Piece::Text(end)] =
        solid.as_slice()
    else {
        return Err(unread());
    };
    if first != "key"
        || second != "value"
        || [key, value, end].iter().any(|text| text.contains(['\t', '{', '}']))
    {
        return Err(unread());
    }
    let at = pieces.iter().position(|piece| *piece == Piece::Hole("value".to_owned()));
    let trims = at.is_some_and(|at| pieces[at - 1] == Piece::Space);
    Ok((format!("{{pairs:{key}\t{value}\t{end}}}"), trims))
}

/// The older form: calls are what an iterator of one group between two texts finds, each of them JSON.
fn from_response_schema(value: &Value<'_>) -> Result<&'static Format, String> {
    let calls = value.get("properties").and_then(|fields| fields.get("tool_calls"));
    let Some(calls) = calls else {
        return Err("this response schema has no property `tool_calls`".to_owned());
    };
    let pattern = string(calls, "x-regex-iterator").or_else(|| string(calls, "x-regex"));
    let items = calls.get("items").unwrap_or(calls);
    let is_json = [calls, items].iter().any(|node| string(node, "x-parser").as_deref() == Some("json"));
    let (Some(pattern), true) = (pattern, is_json) else {
        return Err(
            "of a `response_schema`, calls are read that stand as JSON (`x-parser`) between two texts \
                    (`x-regex-iterator`); newer models have a `response_template`"
                .to_owned(),
        );
    };
    let pieces = pieces(&pattern)?;
    let texts: Vec<&Piece> = pieces.iter().filter(|piece| **piece != Piece::Space).collect();
    let (open, close) = match texts.as_slice() {
        [Piece::Text(open), Piece::Hole(_) | Piece::Skip, Piece::Text(close)] => (open, close.clone()),
        [Piece::Text(open), Piece::Hole(_) | Piece::Skip] => (open, String::new()),
        _ => return Err(format!("the pattern `{pattern}` is not read: OPEN(.*?)CLOSE is")),
    };
    let id = string(value, "id").unwrap_or_else(|| "response-schema".to_owned());
    let trimmed = |text: &str| Vec::from([text.trim().to_owned()]);
    Ok(with_reader(id, trimmed(open), trimmed(&close), Reader::JsonBlock))
}

/// Fails where the object has any other key.
fn only(value: &Value<'_>, keys: &[&str], what: &str) -> Result<(), String> {
    let Value::Object(members) = value else { return Err(format!("{what} is an object")) };
    match members.iter().find(|(name, _)| !keys.contains(&name.raw())) {
        Some((name, _)) => Err(format!("{what} has no `{}`; it has {}", name.raw(), keys.join(", "))),
        None => Ok(()),
    }
}

fn string(value: &Value<'_>, name: &str) -> Option<String> {
    value.get(name)?.text()
}

/// One string, or a list of them.
fn strings(value: Option<&Value<'_>>) -> Vec<String> {
    let text = |value: &Value<'_>| match value {
        Value::String(text) => Some(text.decode_lossy().into_owned()),
        _ => None,
    };
    match value {
        Some(Value::Array(items)) => items.iter().filter_map(text).collect(),
        Some(value) => text(value).into_iter().collect(),
        None => Vec::new(),
    }
}

fn compact(value: &Value<'_>) -> String {
    let mut out = Vec::new();
    crate::core::json::Style::compact().write_value(value, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}
