//! The plain call, read straight: `{"name":"f","arguments":{…}}` with nothing else in it but an id, all of it valid. The
//! most frequent call by far is the one that needs no judgement; whatever is not exactly this is for `walk`, which gives
//! the same call for it.

use crate::core::calls::formats::Format;
use crate::core::calls::readers::is_name;
use crate::core::calls::types::call::Call;
use crate::core::json::cursor::{Cursor, Next};
use crate::core::json::skip_space;
use crate::core::repair::confidence::Evidence;

/// The format of a call that is JSON alone.
pub const FORMAT: &Format = Format::known("bare-json");

/// The call that is all of `text`.
pub fn call(text: &str, max_depth: usize) -> Option<Call> {
    let bytes = text.as_bytes();
    let start = skip_space(bytes, 0);
    let (mut name, mut arguments, mut id) = (None, None, None);
    let mut cursor = Cursor::new(bytes, start, max_depth);
    if cursor.advance().ok()? != Next::Value || cursor.enter().ok()? != Some(true) {
        return None;
    }
    while cursor.advance().ok()? == Next::Value {
        let slot = match &text[cursor.key()] {
            "name" => &mut name,
            "arguments" => &mut arguments,
            "id" => &mut id,
            _ => return None,
        };
        if slot.replace(cursor.skip().ok()?).is_some() {
            return None;
        }
    }
    let end = cursor.pos();
    if skip_space(bytes, end) < bytes.len() {
        return None;
    }
    let place = arguments.filter(|range| bytes[range.start] == b'{')?;
    let arguments = &text[place.clone()];
    // Schemas define a tool, and whether this is one takes a closer look.
    if memchr::memmem::find(arguments.as_bytes(), b"\"properties\"").is_some() {
        return None;
    }
    let name = text[name?].strip_prefix('"')?.strip_suffix('"')?;
    let plain = !name.contains('\\') && is_name(name) && !name.starts_with("functions.");
    let id = id.map(|range| &text[range]).filter(|id| id.starts_with('"'));
    plain.then(|| Call {
        name: name.to_owned(),
        id: id.map(str::to_owned),
        arguments: arguments.to_owned(),
        format: FORMAT,
        span: start..end,
        place,
        choice: 0,
        is_ambiguous: false,
        may_gain_arguments: false,
        may_move: false,
        complete: true,
        cut: None,
        changes: Vec::new(),
        evidence: Evidence::NONE,
    })
}
