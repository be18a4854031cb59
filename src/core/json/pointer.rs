//! JSON Pointer (RFC 6901): paths to values, and patterns in which `*` stands for any member or index.

use super::cursor::children;
use super::scan::{scan_value, skip_space};
use super::value::{Text, Value};
use std::fmt::Write;
use std::ops::Range;

/// Appends `/name` with `~` and `/` escaped.
pub fn push_name(pointer: &mut String, name: &str) {
    pointer.push('/');
    for c in name.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            c => pointer.push(c),
        }
    }
}

/// Appends `/index`.
pub fn push_index(pointer: &mut String, index: usize) {
    let _ = write!(pointer, "/{index}");
}

/// The pointer to the value of valid JSON `text` that begins at `offset`, or to the innermost one that holds it.
pub fn at(text: &str, offset: usize) -> String {
    let bytes = text.as_bytes();
    let mut pointer = String::new();
    let mut pos = skip_space(bytes, 0);
    while pos < offset
        && let Some((index, (key, value))) =
            children(bytes, pos).enumerate().find(|(_, (_, value))| offset < value.end)
    {
        if bytes[pos] == b'{' {
            push_name(&mut pointer, &Text::from_raw(&text[key]).decode_lossy());
        } else {
            push_index(&mut pointer, index);
        }
        pos = value.start;
    }
    pointer
}

/// The bytes of the value that `pointer` names in a valid JSON text; `None` without one. Of members with the
/// same name it is the last. Linear in the text.
pub fn locate(text: &str, pointer: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let pattern = Pattern::parse(pointer).ok()?;
    let mut at = skip_space(bytes, 0);
    for (depth, step) in pattern.0.iter().enumerate() {
        let Step::Name(name) = step else { return None };
        let is_object = bytes.get(at) == Some(&b'{');
        let is_wanted = |index, key| {
            if is_object {
                Text::from_raw(&text[key]).decode_lossy() == *name
            } else {
                pattern.accepts_index(depth, index)
            }
        };
        let found =
            children(bytes, at).enumerate().filter(|(index, (key, _))| is_wanted(*index, key.clone()));
        at = found.last()?.1.1.start;
    }
    Some(at..scan_value(bytes, at, usize::MAX).ok()?)
}

/// One step of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `*`: any member, any index.
    Any,
    /// A key, or an index in decimal.
    Name(String),
}

/// A parsed pointer or pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(pub Vec<Step>);

impl Pattern {
    /// Parses `""` (the whole document) or `/a/0/*`; a literal name `*` cannot be said.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self(Vec::new()));
        }
        let Some(rest) = text.strip_prefix('/') else {
            let meant = of_path(text);
            return Err(format!(
                "a JSON Pointer starts with `/`, this one is `{text}`; did you mean `{meant}`?"
            ));
        };
        rest.split('/').map(step).collect::<Result<_, _>>().map(Self)
    }

    /// Returns whether the step at `depth` accepts this array index.
    pub fn accepts_index(&self, depth: usize, index: usize) -> bool {
        match self.0.get(depth) {
            Some(Step::Any) => true,
            Some(Step::Name(wanted)) => {
                wanted.parse() == Ok(index) && (wanted == "0" || !wanted.starts_with(['0', '+']))
            }
            None => false,
        }
    }
}

/// Returns the pointer that a path means which is spelled as in jq, JavaScript or `JSONPath`: `.a[0].b`, `$.a[*]`.
fn of_path(text: &str) -> String {
    let text = text.strip_prefix('$').unwrap_or(text).replace("[]", "[*]");
    let steps = text.split(['.', '/', '[', ']']).map(|step| step.trim_matches(['"', '\'']));
    steps.filter(|step| !step.is_empty()).fold(String::new(), |pointer, step| pointer + "/" + step)
}

fn step(text: &str) -> Result<Step, String> {
    if text == "*" { Ok(Step::Any) } else { unescaped(text).map(Step::Name) }
}

/// The name that a step of a pointer is, `~0` and `~1` read.
pub fn unescaped(text: &str) -> Result<String, String> {
    let mut name = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        name.push(match c {
            '~' => match chars.next() {
                Some('0') => '~',
                Some('1') => '/',
                _ => return Err(format!("`~` in a JSON Pointer must be `~0` or `~1`: `{text}`")),
            },
            c => c,
        });
    }
    Ok(name)
}

/// The value that `pointer` names; the last of duplicate members.
pub fn resolve<'v, 'a>(value: &'v Value<'a>, pointer: &Pattern) -> Option<&'v Value<'a>> {
    pointer.0.iter().enumerate().try_fold(value, |value, (depth, step)| match (value, step) {
        (Value::Object(_), Step::Name(name)) => value.get(name),
        (Value::Array(items), Step::Name(name)) => {
            let index = name.parse().ok()?;
            pointer.accepts_index(depth, index).then(|| items.get(index))?
        }
        _ => None,
    })
}
