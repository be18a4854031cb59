//! Of a result that is too long a profile is shown.

use std::io;
use std::ops::ControlFlow;

use crate::core::json::quoted;
use crate::core::json::stream::{Limits, Notice};
use crate::core::results::preview::{Account, Ending, ProfileOptions, fitted, profile};

/// The name under which memory keeps the whole.
pub const KEPT: &str = "last_result";

/// Bytes that the least preview may have, however few were asked for.
const LEAST: u64 = 200;

/// The profile of a result, in at most so many bytes, or the sentence that says why there is none.
pub fn preview(text: &str, most: u64) -> Result<String, String> {
    let options = ProfileOptions { at: None, sample: None, ndjson: false, limits: Limits::default() };
    let mut wrong = None;
    let mut report = |notice: &Notice<'_>| {
        wrong = Some(notice.fault.message.clone());
        ControlFlow::Break(())
    };
    let profile = profile(&mut io::Cursor::new(text), &options, &mut report);
    let (profile, _) = profile.map_err(|error| error.to_string())?;
    if let Some(message) = wrong {
        return Err(format!("the result cannot be profiled: {message}"));
    }
    let outline = profile.outline(None).map_err(|error| error.to_string())?;
    let make = |room: Option<usize>| {
        let mut one = outline.preview(room);
        one.preview.members.insert(0, ("kept_as".to_owned(), quoted(KEPT)));
        one
    };
    let account = Account {
        result_bytes: text.len() as u64,
        is_shown: true,
        has_tokens: false,
        max_bytes: Some(usize::try_from(most.max(LEAST)).unwrap_or(usize::MAX)),
    };
    fitted(&make, Ending::default(), account).map_err(|small| small.to_string())
}
