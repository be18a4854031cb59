//! Arguments that come in parts: what they are so far, and whether that is a whole object.

use crate::core::json::{MAX_DEPTH, scan_text};

/// The text of arguments, of which more may come.
///
/// Some servers repeat in each part all that came before. A part that begins with all of that may also just go on, as in
/// `{"a":` and `{"a": 1}}`, so both readings are kept.
#[derive(Default)]
pub(super) struct Parts {
    joined: Growing,
    /// Holds the other reading, if a part repeated what came before.
    repeated: Option<Growing>,
}

impl Parts {
    /// Begins with one part.
    pub(super) fn of(part: &str) -> Self {
        let mut joined = Growing::default();
        joined.push(part);
        Self { joined, repeated: None }
    }

    /// Adds a part.
    pub(super) fn push(&mut self, part: &str) {
        let before = self.text();
        if before.starts_with('{') && part.starts_with(before) {
            self.repeated = Some(Growing::default());
        }
        if let Some(repeated) = &mut self.repeated {
            repeated.push(part);
        }
        self.joined.push(part);
    }

    /// Returns the text so far, as the servers that repeat would have it.
    pub(super) fn text(&self) -> &str {
        &self.repeated.as_ref().unwrap_or(&self.joined).text
    }

    /// Returns whether the text so far is a whole object.
    pub(super) fn is_object(&mut self) -> bool {
        self.repeated.as_mut().unwrap_or(&mut self.joined).is_object()
    }

    /// Returns whether the parts make a whole object as they stand, whatever follows.
    pub(super) fn is_whole(&mut self) -> bool {
        self.joined.is_object()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.joined.text.is_empty()
    }

    /// Returns the text that is meant, and whether that is certain before an event says that the call is complete.
    pub(super) fn into_text(mut self, is_verbatim: bool) -> (String, bool) {
        match self.repeated {
            Some(repeated) if !is_verbatim && !self.joined.is_object() => (repeated.text, false),
            _ => (self.joined.text, true),
        }
    }
}

/// A text that grows, of which each byte is looked at once to know where its first bracket is closed.
#[derive(Default)]
struct Growing {
    text: String,
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
    end: End,
}

/// Says whether the first bracket of a text is closed.
#[derive(Default)]
enum End {
    #[default]
    Open,
    /// It is closed, and the text ends there; whether it is an object was not asked yet.
    Closed,
    Object,
    /// It is no object, whatever follows.
    No,
}

impl Growing {
    fn push(&mut self, part: &str) {
        self.text.push_str(part);
        for byte in part.bytes() {
            match self.end {
                End::Open => self.step(byte),
                End::No => break,
                End::Closed | End::Object if byte.is_ascii_whitespace() => {}
                End::Closed | End::Object => self.end = End::No,
            }
        }
    }

    fn step(&mut self, byte: u8) {
        if self.is_in_string {
            self.is_in_string = self.is_escaped || byte != b'"';
            self.is_escaped = byte == b'\\' && !self.is_escaped;
            return;
        }
        match byte {
            b'"' => self.is_in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                self.end = if self.depth == 0 { End::Closed } else { End::Open };
            }
            _ => {}
        }
    }

    fn is_object(&mut self) -> bool {
        if matches!(self.end, End::Closed) {
            self.end = if is_object(&self.text) { End::Object } else { End::No };
        }
        matches!(self.end, End::Object)
    }
}

/// Returns whether a text is a whole object.
pub(super) fn is_object(text: &str) -> bool {
    text.starts_with('{') && scan_text(text, MAX_DEPTH).is_ok()
}
