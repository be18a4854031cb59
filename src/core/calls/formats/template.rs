//! Formats that a template spells: `<|begin|>{name}<|args|>{arguments}<|end|>`. A row of the table needs no code then, and
//! neither does a format that a file gives.
//!
//! | in a template | stands for |
//! |---|---|
//! | `{marker}` | any marker of a format of the table, at the beginning |
//! | `{name}` | the name of the tool, up to the text that follows; a line end may be that text |
//! | `{id}` | the id of the call |
//! | `{skip}` | anything |
//! | `{?text}` | text that may be missing |
//! | `{arguments}` | a JSON object, repaired where it is broken |
//! | `{text:KEY}` | the text up to what follows, as the one parameter of this name |
//! | `{pairs:KEY VALUE END}` | parameters, each as `KEY` its name `VALUE` its value `END` |
//!
//! White space between the parts is free. The template begins with the marker. A call with pairs is complete where the
//! text after them, or the marker of the next call, was read.

/// A part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'t> {
    Text(&'t str),
    Hole(&'t str),
}

/// The parts of a template, in order.
pub fn parts(template: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        if let Some(hole) = rest.strip_prefix('{') {
            let (hole, after) = hole.split_once('}')?;
            rest = after;
            return Some(Part::Hole(hole));
        }
        let len = rest.find('{').unwrap_or(rest.len());
        let (text, after) = rest.split_at(len);
        rest = after;
        (len > 0).then_some(Part::Text(text))
    })
}

/// Returns whether the arguments fill this hole.
fn is_payload(hole: &str) -> bool {
    hole == "arguments" || hole.starts_with("text:") || hole.starts_with("pairs:")
}

/// What is wrong with a template.
pub fn fault(template: &str, marker: &str) -> Option<&'static str> {
    let holes = || {
        parts(template).filter_map(|part| match part {
            Part::Hole(hole) => Some(hole),
            Part::Text(_) => None,
        })
    };
    let is_known = |hole: &str| {
        matches!(hole, "name" | "id" | "skip" | "arguments")
            || hole.starts_with('?')
            || hole.starts_with("text:")
            || hole.strip_prefix("pairs:").is_some_and(|tags| tags_of(tags).count() == 3)
    };
    if marker.is_empty() || !template.starts_with(marker) {
        Some("the template begins with the marker, which is text")
    } else if template.matches('{').count() != template.matches('}').count() {
        Some("each `{` of the template needs its `}`")
    } else if !holes().all(is_known) {
        Some(
            "the template has {name}, {id}, {skip}, {?text}, {arguments}, {text:KEY} and {pairs:KEY VALUE END}",
        )
    } else if holes().filter(|hole| *hole == "name").count() != 1 {
        Some("the template needs {name}, once")
    } else if holes().filter(|hole| is_payload(hole)).count() != 1 {
        Some("the template needs {arguments}, {text:KEY} or {pairs:KEY VALUE END}, once")
    } else {
        None
    }
}

/// The three tags of `pairs:`, which blanks stand between, or tabs where there are blanks in them.
pub(in crate::core::calls) fn tags_of(tags: &str) -> impl Iterator<Item = &str> {
    tags.split(if tags.contains('\t') { '\t' } else { ' ' })
}
