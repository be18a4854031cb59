//! JSON in a string that nobody escaped: `{"arguments": "{"path": "a.txt"}", "n": 1}`.
//!
//! Read quote by quote, each member of the inner document looks like one of the outer, and the deeper it is the more so.
//! But where strict JSON begins right behind a quote and ends right before another, that is hardly chance: it is proposed
//! as one piece of content, and costs less than any quote alone.

use super::choose::Search;
use super::follow::Follow;
use super::lexer::{Quote, near};
use super::state::{Open, Role, State};
use crate::core::json::scan_value;

/// Bytes that are looked at for such documents, for each byte of the text: many readings may begin the same string.
const LOOKS: usize = 4;

impl Search<'_> {
    /// The reading of the string that `state` has just begun as one that holds a JSON document with quotes of its own, and
    /// nothing else.
    #[cold]
    pub(super) fn json_inside(&mut self, state: &State) -> Option<State> {
        let Open { start, quote, role, .. } = state.text;
        let begin = near(self.text, start);
        if quote != Quote::Double
            || role == Role::Name
            || !matches!(self.text.get(begin), Some(b'{' | b'['))
            || self.looked > LOOKS * self.text.len()
        {
            return None;
        }
        let scan = scan_value(self.text, begin, self.max_depth);
        let looked = scan.unwrap_or_else(|error| error.offset);
        self.looked += looked - begin;
        self.effort += looked - begin;
        let end = scan.ok()?;
        let close = near(self.text, end);
        let holds_quotes = memchr::memchr(b'"', &self.text[begin..end]).is_some();
        if !holds_quotes || self.text.get(close) != Some(&b'"') {
            return None;
        }
        // Its backslashes are its own: they belong to the strings inside.
        let text = Open { raw: true, ..state.text.with_inner(2) };
        let mut closed = State { pos: close, text, ..*state };
        let follow = self.follow(&closed, close + 1);
        if !matches!(follow, Follow::Member | Follow::Item | Follow::Closer | Follow::End) {
            return None;
        }
        self.close_text(&mut closed, 1);
        Some(closed)
    }
}
