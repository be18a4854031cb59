//! Brackets by the lines of a document: where each bracket that opens ends its line and each one that closes begins one, as
//! formatters write them, the indentation alone says which of them is missing, of the wrong kind, or too many.
//!
//! The lines are read once, without a search. A line that does not fit what is known gives the document up. A line whose
//! indentation cannot be compared with that of others gives it up too.

use crate::core::json::is_space;
use crate::core::json::scan::string_end;
use crate::core::repair::edit::{Code, Fixes, line};
use crate::core::repair::parser::text::lexer::{Comment, comment_at, comment_end};

/// Returns whether a fix says something of the brackets of a document.
pub(super) fn is_of_bracket(code: Code) -> bool {
    matches!(
        code,
        Code::MissingCloser
            | Code::MissingOpener
            | Code::WrongCloser
            | Code::WrongOpener
            | Code::EarlyCloser
            | Code::SurplusCloser
            | Code::CutOff
    )
}

/// Returns the fixes of the brackets that lie otherwise than the indentation says; `None` if the lines prove nothing, or nothing
/// is wrong with them.
pub(super) fn fixes(text: &str) -> Option<Fixes> {
    let mut lines =
        Lines { text, bytes: text.as_bytes(), line_end: line::line_end(text), ..Lines::default() };
    lines.read()?;
    (!lines.fixes.is_empty()).then(|| lines.fixes.settled())
}

/// Holds what is known of a container that is open.
struct Frame {
    open: usize,
    is_object: bool,
    /// Holds the indentation of the line that opens it.
    indent: usize,
    /// Holds the indentation of its members or items, once one began a line.
    members: Option<usize>,
    /// Counts its members or items that began a line.
    items: usize,
    /// Says whether its bracket ends its line, so that the indentation of the lines after it means something.
    is_block: bool,
    /// Says whether its bracket is missing; then one that closes must stand under the line of its key.
    is_added: bool,
}

impl Frame {
    fn closer(&self) -> &'static str {
        if self.is_object { "}" } else { "]" }
    }
}

/// Holds what is known of the lines up to a place.
#[derive(Default)]
struct Lines<'t> {
    text: &'t str,
    bytes: &'t [u8],
    line_end: &'static str,
    pos: usize,
    /// Holds the indentation of the line of the place.
    indent: usize,
    /// Holds the blank that all lines are indented with, once one is.
    blank: Option<u8>,
    frames: Vec<Frame>,
    fixes: Fixes,
    /// Holds the end of the last token that is no comma.
    last: usize,
    /// Says whether the last token is a colon.
    is_after_colon: bool,
    /// Holds the container that the last bracket closed, and that bracket: one in the middle of a line, in line with the members, or of
    /// the document.
    closed: Option<(Frame, usize)>,
    /// Says whether the line begins with a bracket that closed containers whose own were missing.
    has_closed_missing: bool,
}

impl Lines<'_> {
    fn read(&mut self) -> Option<()> {
        loop {
            let begins_line = self.skip_space();
            let Some(&byte) = self.bytes.get(self.pos) else { break };
            let start = self.pos;
            if let Some(comment) = comment_at(self.bytes, start) {
                self.pass(comment, begins_line)?;
                continue;
            }
            if begins_line {
                self.begin_line()?;
            }
            match byte {
                b',' => {
                    self.pos += 1;
                    continue;
                }
                b':' => {
                    (self.pos, self.last, self.is_after_colon) = (start + 1, start + 1, true);
                    continue;
                }
                b'}' | b']' => {
                    self.close(byte, begins_line)?;
                    self.pos += 1;
                }
                b'{' | b'[' => {
                    self.begin(begins_line, false)?;
                    self.pos += 1;
                    let is_block = self.ends_line();
                    let (is_object, indent) = (byte == b'{', self.indent);
                    let frame = Frame {
                        open: start,
                        is_object,
                        indent,
                        members: None,
                        items: 0,
                        is_block,
                        is_added: false,
                    };
                    self.frames.push(frame);
                }
                b'"' => {
                    let end = string_end(self.bytes, start).ok()?;
                    let is_key = self.bytes[end..].iter().find(|byte| !is_space(**byte)) == Some(&b':');
                    self.begin(begins_line, is_key)?;
                    self.pos = end;
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' => {
                    self.begin(begins_line, false)?;
                    let is_end = |byte: &u8| !(byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
                    let rest = &self.bytes[start..];
                    self.pos += rest.iter().position(is_end).unwrap_or(rest.len());
                }
                _ => return None,
            }
            (self.last, self.is_after_colon) = (self.pos, false);
            if self.frames.is_empty() && self.closed.is_none() {
                break;
            }
        }
        self.skip_space();
        (self.frames.is_empty() && self.pos == self.bytes.len()).then_some(())
    }

    /// Skips white space, and returns whether a line began in it.
    fn skip_space(&mut self) -> bool {
        let rest = &self.bytes[self.pos..];
        let space = rest.iter().position(|byte| !is_space(*byte)).unwrap_or(rest.len());
        let begins_line = self.pos == 0 || memchr::memchr(b'\n', &rest[..space]).is_some();
        self.pos += space;
        begins_line
    }

    /// Passes a comment. A token may follow it on its line only if no line begins before or in it: else that token has no
    /// indentation.
    fn pass(&mut self, comment: Comment, begins_line: bool) -> Option<()> {
        let start = self.pos;
        self.pos = comment_end(self.bytes, start, comment);
        let has_line = || memchr::memchr(b'\n', &self.bytes[start..self.pos]).is_some();
        (line::ends_line(self.bytes, self.pos) || !begins_line && !has_line()).then_some(())
    }

    /// Takes the indentation of the line that begins before the place. Tabs and spaces in one document cannot be compared.
    fn begin_line(&mut self) -> Option<()> {
        let blanks = &self.bytes[self.pos - line::indent(self.bytes, self.pos)?..self.pos];
        let is_mixed = |first: u8| {
            let blank = *self.blank.get_or_insert(first);
            blanks.iter().any(|byte| *byte != blank)
        };
        (self.indent, self.has_closed_missing) = (blanks.len(), false);
        (!blanks.first().copied().is_some_and(is_mixed)).then_some(())
    }

    /// Returns whether the line ends at the place, but for blanks and a comment.
    fn ends_line(&self) -> bool {
        let rest = &self.bytes[self.pos..];
        let next = self.pos + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let end = comment_at(self.bytes, next).map_or(next, |comment| comment_end(self.bytes, next, comment));
        line::ends_line(self.bytes, end)
    }

    /// Takes the beginning of a key, an item, or a value.
    fn begin(&mut self, begins_line: bool, is_key: bool) -> Option<()> {
        let closed = self.closed.take();
        if !begins_line {
            return Some(());
        }
        let indent = self.indent;
        if let Some((frame, at)) = closed
            && frame.members == Some(indent)
            && self.frames.last().is_none_or(|top| top.members.is_some_and(|members| members < indent))
        {
            self.drop_closer(frame, at);
        }
        // One document begins.
        let Some(top) = self.frames.last() else { return (self.last == 0).then_some(()) };
        if self.is_after_colon {
            return self.value_on_its_line(is_key);
        }
        if !top.is_block {
            return Some(());
        }
        match top.members {
            None if indent <= top.indent => return None,
            None => {
                if top.is_object && !is_key {
                    // Only a container says that a list was meant: a word or a string may be a key.
                    matches!(self.bytes[self.pos], b'{' | b'[').then_some(())?;
                    self.fixes.push(Code::WrongOpener, top.open, top.open + 1, "[");
                }
                let top = self.frames.last_mut()?;
                (top.is_object, top.members) = (top.is_object && is_key, Some(indent));
            }
            Some(members) if indent > members => return None,
            Some(members) => {
                if indent < members {
                    self.close_missing(|frame| frame.members == Some(indent))?;
                }
            }
        }
        let top = self.frames.last_mut()?;
        top.items += 1;
        (top.is_object == is_key).then_some(())
    }

    /// Drops the bracket at `at`, which closed this container too early, and its line if it has one.
    fn drop_closer(&mut self, frame: Frame, at: usize) {
        let dropped = if line::indent(self.bytes, at).is_some() {
            line::whole_line(self.bytes, 0, at, at + 1)
        } else {
            at..at + 1
        };
        self.fixes.push(Code::EarlyCloser, dropped.start, dropped.end, "");
        self.frames.push(frame);
    }

    /// Takes a value that begins the line after its key: if it is further in than the key, a bracket may be missing before it.
    fn value_on_its_line(&mut self, is_key: bool) -> Option<()> {
        let top = self.frames.last().filter(|top| top.is_object && top.is_block)?;
        let (indent, key) = (self.indent, top.members?);
        if indent <= key {
            return (!is_key).then_some(());
        }
        self.fixes.push(Code::MissingOpener, self.last, self.last, if is_key { " {" } else { " [" });
        let members = Some(indent);
        let frame = Frame {
            open: self.last,
            is_object: is_key,
            indent: key,
            members,
            items: 1,
            is_block: true,
            is_added: true,
        };
        self.frames.push(frame);
        Some(())
    }

    /// Closes containers whose brackets are missing, up to one that `is_due`.
    fn close_missing(&mut self, is_due: impl Fn(&Frame) -> bool) -> Option<()> {
        while !is_due(self.frames.last()?) {
            let frame = self.frames.pop().filter(|frame| frame.is_block && !frame.is_added)?;
            frame.members?;
            let closer = [self.line_end, line::indentation(self.text, frame.open), frame.closer()].concat();
            self.fixes.push(Code::MissingCloser, self.last, self.last, closer);
        }
        Some(())
    }

    /// Takes a bracket that closes.
    fn close(&mut self, bracket: u8, begins_line: bool) -> Option<()> {
        self.closed = None;
        let fits = |frame: &Frame| frame.closer().as_bytes() == [bracket];
        if !begins_line {
            let frame = self.frames.pop().filter(|frame| fits(frame) && !frame.is_added)?;
            // `}}` on a line closes what several lines opened: then its indentation is not that of all it closes.
            (!(frame.is_block && self.has_closed_missing)).then_some(())?;
            self.closed = frame.is_block.then_some((frame, self.pos));
            return Some(());
        }
        let indent = self.indent;
        if self.frames.last()?.is_block {
            let open = self.frames.len();
            self.close_missing(|frame| frame.indent <= indent || !frame.is_block)?;
            self.has_closed_missing = self.frames.len() < open;
        }
        let frame = self.frames.pop()?;
        let is_under = frame.indent == indent;
        if !fits(&frame) {
            // What was opened on a line that begins here is closed here.
            (frame.is_block && is_under && frame.members.is_some()).then_some(())?;
            // If both brackets are another's, one object in them says as well that a brace stands twice.
            let is_other = self.bytes[frame.open] == b'{' && !frame.is_object;
            (!is_other || frame.items > 1).then_some(())?;
            self.fixes.push(Code::WrongCloser, self.pos, self.pos + 1, frame.closer());
        }
        (is_under || !frame.is_added).then_some(())?;
        // In line with its members, or at the end of the document, it may be one too many.
        let may_be_early = frame.is_block && (frame.members == Some(indent) || self.frames.is_empty());
        self.closed = may_be_early.then_some((frame, self.pos));
        Some(())
    }
}
